//! scratch
use drystone::problem::fclib::ProblemFile;
use drystone::solvers::{Settings, find, laboratory::solve_file};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let family = find(&args[1]).unwrap();
    let seconds: f64 = args[2].parse().unwrap();
    let tol: f64 = args[3].parse().unwrap();
    for f in &args[4..] {
        let file = ProblemFile::read(std::path::Path::new(f)).unwrap();
        let settings = Settings {
            tolerance: tol,
            max_seconds: seconds,
            max_iterations: 1_000_000,
            ..Settings::default()
        };
        let o = solve_file(&file, family, &settings, None, std::env::var("HIST").is_ok()).unwrap();
        let name = std::path::Path::new(f).file_stem().unwrap().to_string_lossy().to_string();
        println!(
            "{name:45} {:6} {:15} {:6} it {:9.2e} err {:9.2e} {:8.4} s",
            file.contacts(),
            o.report.status.name(),
            o.report.iterations,
            o.report.residual.natural_map,
            o.measure.error,
            o.seconds
        );
        for m in &o.history {
            println!("  {} {:.4} {:.3e}", m.iteration, m.seconds, m.residual);
        }
    }
}
