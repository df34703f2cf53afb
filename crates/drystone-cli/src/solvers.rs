//! `drystone solvers`: the table of solvers.

use crate::{Failure, print};
use clap::Args;
use drystone::solvers::{About, SOLVERS};
use serde_json::json;

/// List the solvers: what each accepts, what it promises, where it is described
#[derive(Args)]
#[command(after_help = "Examples:\n  drystone solvers\n  drystone solvers --json")]
pub struct Arguments {
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

pub fn main(arguments: &Arguments) -> Result<(), Failure> {
    let each = SOLVERS.iter().map(|family| &family.about);
    if arguments.json {
        return print(&each.map(|about| format!("{}\n", object(about))).collect::<String>());
    }
    print(&each.map(words).collect::<Vec<_>>().join("\n"))
}

/// The cones it accepts, by name.
fn cones(about: &About) -> Vec<&'static str> {
    let [one, two, three] = about.coulomb;
    let all = [
        ("frictionless", one),
        ("2D", two),
        ("3D", three),
        ("rolling", about.rolling),
        ("free", about.free),
    ];
    all.into_iter().filter(|(_, taken)| *taken).map(|(name, _)| name).collect()
}

fn words(about: &About) -> String {
    let size = match about.max_contacts {
        usize::MAX => "any number of contacts".to_string(),
        most => format!("at most {most} contacts"),
    };
    let settings = match about.reads {
        [] => "none".to_string(),
        keys => keys.join(", "),
    };
    let symmetry = if about.symmetric { ", symmetric W only" } else { "" };
    format!(
        "{}\n  {}\n  takes {}; {size}{symmetry}\n  promises {:e} on small well-posed problems\n  \
         settings: {settings}\n  references: {}\n",
        about.name,
        about.summary,
        cones(about).join(", "),
        about.promise,
        about.references
    )
}

fn object(about: &About) -> serde_json::Value {
    let most = Some(about.max_contacts).filter(|most| *most != usize::MAX);
    json!({
        "name": about.name,
        "summary": about.summary,
        "cones": cones(about),
        "max_contacts": most,
        "symmetric_only": about.symmetric,
        "promise": about.promise,
        "settings": about.reads,
        "references": about.references,
    })
}
