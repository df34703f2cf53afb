//! The `drystone` command: one file a subcommand.
//!
//! Exit codes: 0 done, 1 the run failed or was interrupted, 2 bad input, 3 the run is at its end, but too
//! many of its steps did not converge; `drystone solve` says 1 of an answer that is not converged.

mod bench_solvers;
mod check;
mod demo;
mod equilibrium;
mod export;
mod frames;
mod gallery;
mod info;
mod laboratory;
mod measure;
mod new;
mod plot;
mod progress;
mod render;
mod rescue;
mod run;
mod schema;
mod solve;
mod solvers;
mod view;
mod words;

use clap::{Parser, Subcommand};
use drystone::results::{FILE, Results};
use std::fmt;
use std::path::Path;
use std::process::ExitCode;
use words::{say, tell, visible};

#[cfg(unix)]
use signal_hook::consts::SIGXFSZ;

/// Contact dynamics of rigid and deformable bodies: hard contact, exact Coulomb friction.
#[derive(Parser)]
#[command(
    name = "drystone",
    version = drystone::VERSION_AND_BUILD,
    after_help = "Examples:\n  \
        drystone demo                     list the gallery\n  \
        drystone demo arch                run a scene of the gallery\n  \
        drystone new wall my-wall.toml    start a scene of your own\n  \
        drystone check my-wall.toml       see what it would do\n  \
        drystone run my-wall.toml --set time_step=1e-3\n  \
        drystone equilibrium my-wall.toml  see whether it may rest\n  \
        drystone info out-my-wall         what a run has left behind\n  \
        drystone view out-my-wall         look at it in the browser\n  \
        drystone plot out-my-wall kinetic-energy residual\n  \
        drystone render out-my-wall --color pressure\n  \
        drystone export vtu out-my-wall   files for ParaView\n  \
        drystone measure out-my-wall stress --frame last\n  \
        drystone solve problem.hdf5       solve a contact problem of the literature\n\n\
        Exit codes: 0 done, 1 the run failed or was interrupted, 2 bad input, 3 the run is at its end but too many\n\
        of its steps did not converge."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Demo(demo::Arguments),
    Run(run::Arguments),
    Check(check::Arguments),
    Equilibrium(equilibrium::Arguments),
    Info(info::Arguments),
    Measure(measure::Arguments),
    Plot(plot::Arguments),
    View(view::Arguments),
    Render(render::Arguments),
    Export(export::Arguments),
    Rescue(rescue::Arguments),
    New(new::Arguments),
    Schema(schema::Arguments),
    Solve(solve::Arguments),
    Solvers(solvers::Arguments),
    BenchSolvers(bench_solvers::Arguments),
}

/// Why a command failed: what to say on stderr, and the exit code.
pub struct Failure {
    /// What went wrong.
    pub message: String,
    code: u8,
}

impl Failure {
    /// Bad input: nothing was done.
    pub fn input(message: impl fmt::Display) -> Self {
        Self { message: message.to_string(), code: 2 }
    }

    /// A run at its end that is not to be relied on.
    pub fn unconverged(message: impl fmt::Display) -> Self {
        Self { message: message.to_string(), code: 3 }
    }

    /// A run that did not reach its end.
    pub fn run(message: impl fmt::Display) -> Self {
        Self { message: message.to_string(), code: 1 }
    }
}

/// A limit on the size of files is an error like a full disk, not the end of the program: with a handler
/// for its signal, the write that goes beyond it says so.
#[cfg(unix)]
fn bear_with_limits() {
    let seen = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    // Without it the program ends as it would have.
    let _ = signal_hook::flag::register(SIGXFSZ, seen);
}

#[cfg(not(unix))]
fn bear_with_limits() {}

fn main() -> ExitCode {
    bear_with_limits();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(said) => return usage(&said),
    };
    let result = match arguments.command {
        Command::Demo(arguments) => demo::main(&arguments),
        Command::Run(arguments) => run::main(&arguments),
        Command::Check(arguments) => check::main(&arguments),
        Command::Equilibrium(arguments) => equilibrium::main(&arguments),
        Command::Info(arguments) => info::main(&arguments),
        Command::Measure(arguments) => measure::main(&arguments),
        Command::Plot(arguments) => plot::main(&arguments),
        Command::View(arguments) => view::main(&arguments),
        Command::Render(arguments) => render::main(&arguments),
        Command::Export(arguments) => export::main(&arguments),
        Command::Rescue(arguments) => rescue::main(&arguments),
        Command::New(arguments) => new::main(&arguments),
        Command::Schema(arguments) => schema::main(&arguments),
        Command::Solve(arguments) => solve::main(&arguments),
        Command::Solvers(arguments) => solvers::main(&arguments),
        Command::BenchSolvers(arguments) => bench_solvers::main(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            say!("error: {}", failure.message);
            ExitCode::from(failure.code)
        }
    }
}

/// Help that was asked for, or what is wrong with the arguments, which then stand in it.
fn usage(said: &clap::Error) -> ExitCode {
    if said.use_stderr() {
        tell(&visible(&said.render().to_string()));
    } else {
        // That nobody takes it is no failure, as in `drystone --help | head -1`.
        let _ = said.print();
    }
    ExitCode::from(u8::try_from(said.exit_code()).unwrap_or(2))
}

/// Opens the results of a run: a folder of them, or the file itself.
pub fn open_results(path: &Path) -> Result<Results, Failure> {
    let file = if path.is_dir() { path.join(FILE) } else { path.to_path_buf() };
    if path.is_dir() && !file.exists() {
        let message =
            format!("there is no {FILE} in `{}`: no run has written to it", path.display());
        return Err(Failure::input(message));
    }
    Results::open(&file).map_err(Failure::input)
}

/// Writes to stdout; a closed pipe ends the output quietly, as in `drystone demo | head -1`.
pub fn print(text: &str) -> Result<(), Failure> {
    use std::io::{ErrorKind, Write};
    match std::io::stdout().write_all(visible(text).as_bytes()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::run(format!("cannot write to the standard output: {e}")))
        }
        _ => Ok(()),
    }
}
