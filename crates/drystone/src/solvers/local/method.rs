//! Which method solves one contact.

/// How Gauss–Seidel, coloured and Jacobi's sweeps solve one contact whose W is not spherical.
/// Where drives or round-off leave W singular all of them give the best they found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LocalMethod {
    /// Cases with closed forms where there are any, and a search that cannot fail. The default, and
    /// the fastest.
    #[default]
    Exact,
    /// Newton on the function of Alart and Curnier from the previous impulse, and the exact method
    /// where it does not arrive.
    Hybrid,
    /// In space: every root of the polynomial of degree four that sliding amounts to. Elsewhere the
    /// exact method.
    Quartic,
    /// Newton on the function of Alart and Curnier, damped, from the previous impulse. May jam.
    NewtonAlartCurnier,
    /// Newton on the function of Jean and Moreau, damped, from the previous impulse. May jam.
    NewtonJeanMoreau,
    /// Projected fixed point with an adaptive step. Slow where W is badly conditioned.
    Projection,
}

impl LocalMethod {
    /// Whether it solves every contact that has exactly one solution.
    pub fn is_guaranteed(self) -> bool {
        matches!(self, Self::Exact | Self::Hybrid | Self::Quartic)
    }
}

/// Every method with its name.
pub const LOCAL_METHODS: &[(LocalMethod, &str)] = &[
    (LocalMethod::Exact, "exact"),
    (LocalMethod::Hybrid, "hybrid"),
    (LocalMethod::Quartic, "quartic"),
    (LocalMethod::NewtonAlartCurnier, "newton_alart_curnier"),
    (LocalMethod::NewtonJeanMoreau, "newton_jean_moreau"),
    (LocalMethod::Projection, "projection"),
];
