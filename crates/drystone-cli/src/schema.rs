//! `drystone schema`: the JSON schema of scene files, for editors.

use crate::{Failure, print};
use clap::Args;

/// Print the JSON schema of scene files
#[derive(Args)]
#[command(after_help = "Editors with a TOML language server check and complete scenes when the \
                        file begins with:\n  #:schema ./drystone.schema.json\n\n\
                        Example:\n  drystone schema > drystone.schema.json")]
pub struct Arguments {}

pub fn main(_: &Arguments) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(&drystone::scene::schema())
        .map_err(|e| Failure::run(format!("cannot write the schema: {e}")))?;
    print(&format!("{text}\n"))
}
