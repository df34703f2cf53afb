//! Tables of laws: one line each.

/// An enumeration of laws, each a struct of its own name that implements a trait; in scene files a
/// table by its name, `name = { … }`.
macro_rules! choices {
    (
        $(#[$about:meta])* $name:ident: $law:ident {
            $($(#[$line:meta])* $variant:ident = $text:literal,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        pub enum $name {
            $($(#[$line])* #[serde(rename = $text)] $variant($variant),)*
        }

        impl $name {
            /// Every name in scene files.
            pub const NAMES: &'static [&'static str] = &[$($text),*];

            /// Its name in scene files.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $text,)*
                }
            }

            /// The law itself.
            pub fn law(&self) -> &dyn $law {
                match self {
                    $(Self::$variant(law) => law,)*
                }
            }
        }
    };
}

pub(crate) use choices;
