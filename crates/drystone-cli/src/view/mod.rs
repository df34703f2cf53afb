//! `drystone view RESULTS`: a page for the browser with the whole run in it.

mod block;
mod browser;
mod column;
mod head;
mod live;
mod meshes;
mod page;
mod request;
mod server;

use crate::words::say;
use crate::{Failure, open_results, print};
use clap::Args;
use drystone::results::Results;
use live::Live;
use page::{Page, page};
use server::{Served, Server};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Name of the page in a folder of results.
pub const FILE: &str = "view.html";

/// Size above which frames are left out (MB).
pub const MAX_MB: f64 = 50.0;

/// Look at a run in the browser
#[derive(Args)]
#[command(after_help = "Examples:\n  drystone view out-arch\n  \
                        drystone view out-arch -o arch.html --no-open    a file to send\n  \
                        drystone view out-wall --live                    a run in progress\n\n\
                        The file needs no network and no server: it holds the run and the viewer.")]
pub struct Arguments {
    /// The folder of a run, or its results.h5
    results: PathBuf,
    /// File to write [default: view.html in the folder of the run]
    #[arg(short = 'o', long, value_name = "FILE", conflicts_with_all = ["serve", "live"])]
    out: Option<PathBuf>,
    /// Open the browser [default: at a terminal]
    #[arg(long)]
    open: bool,
    /// Do not open the browser
    #[arg(long, conflicts_with = "open")]
    no_open: bool,
    /// Write nothing: serve the page on this machine only, until Ctrl-C [default port: a free one]
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "0")]
    serve: Option<u16>,
    /// Show a run in progress: serve, and bring new frames as they come
    #[arg(long)]
    live: bool,
    /// Leave frames out where the page would be larger than this (MB)
    #[arg(long, value_name = "N", default_value_t = MAX_MB)]
    max_mb: f64,
}

pub fn main(arguments: &Arguments) -> Result<(), Failure> {
    let limit = arguments.max_mb;
    if !(limit > 0.0 && limit <= 2000.0) {
        let message = format!("--max-mb must lie between 0 and 2000, found {limit}");
        return Err(Failure::input(message));
    }
    let bytes = (limit * 1e6) as usize;
    let results = open_results(&arguments.results)?;
    let opens = arguments.open || (!arguments.no_open && std::io::stdout().is_terminal());
    if arguments.live || arguments.serve.is_some() {
        return serve(results, arguments, bytes, opens);
    }
    let folder = results.path().parent().unwrap_or(Path::new("")).to_path_buf();
    let file = arguments.out.clone().unwrap_or_else(|| folder.join(FILE));
    let page = page(&results, bytes, false)?;
    write(&page, &file)?;
    let opened = opens && browser::open(&file.display().to_string());
    let words = if opened { "opened in the browser" } else { "open it in a browser" };
    print(&format!("{}: {}, {words}\n", file.display(), facts(&page)))
}

/// Writes the page of results beside them, where there is something to look at.
pub fn write_beside(folder: &Path) -> Result<(), Failure> {
    let results = open_results(folder)?;
    if results.frames() == 0 {
        return Ok(());
    }
    let page = page(&results, (MAX_MB * 1e6) as usize, false)?;
    write(&page, &folder.join(FILE))
}

fn write(page: &Page, file: &Path) -> Result<(), Failure> {
    let failed = |e| Failure::run(format!("cannot write `{}`: {e}", file.display()));
    std::fs::write(file, &page.html).map_err(failed)?;
    if !page.note.is_empty() {
        say!("warning: {}", page.note);
    }
    Ok(())
}

fn facts(page: &Page) -> String {
    let size = page.html.len() as f64 / 1e6;
    match page.packed == page.total {
        true => format!("{} frames, {size:.1} MB", page.total),
        false => format!("{} of {} frames, {size:.1} MB", page.packed, page.total),
    }
}

fn serve(
    results: Results,
    arguments: &Arguments,
    bytes: usize,
    opens: bool,
) -> Result<(), Failure> {
    let page = page(&results, bytes, arguments.live)?;
    if !page.note.is_empty() {
        say!("warning: {}", page.note);
    }
    let served = match arguments.live {
        true => Served::Live(Box::new(Live::new(results, bytes)?)),
        false => Served::Page(page.html),
    };
    let server = Server::bind(arguments.serve.unwrap_or(0), served)
        .map_err(|e| Failure::input(format!("cannot serve on 127.0.0.1: {e}")))?;
    let address = format!("http://{}/", server.address());
    print(&format!("serving {address} until Ctrl-C\n"))?;
    if opens {
        browser::open(&address);
    }
    // Ctrl-C is how serving ends: no failure.
    if let Err(e) = ctrlc::set_handler(|| std::process::exit(0)) {
        say!("warning: Ctrl-C will end the server with a failure: {e}");
    }
    server.run();
    Ok(())
}
