//! Opens a file or an address with what the system has for that.

use std::process::{Command, Stdio};

/// Whether something was found that opens it.
pub fn open(what: &str) -> bool {
    let quiet = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().is_ok()
    };
    if cfg!(target_os = "macos") {
        quiet("open", &[what])
    } else if cfg!(target_os = "windows") {
        quiet("cmd", &["/C", "start", "", what])
    } else {
        let screen = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        (screen("DISPLAY") || screen("WAYLAND_DISPLAY")) && quiet("xdg-open", &[what])
    }
}
