//! Where and when a report was made.

use std::time::{SystemTime, UNIX_EPOCH};

/// Cores and processor.
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let information = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information.lines().find(|line| line.starts_with("model name"));
    let model = model.and_then(|line| line.split_once(':')).map(|(_, model)| model.trim());
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    format!("{cores} cores, {}, {os} {arch}", model.unwrap_or("unknown processor"))
}

/// Date and time now, UTC.
pub fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_secs());
    date(seconds)
}

/// The Gregorian date of seconds since 1970: years are counted from March, so that the day that
/// comes every four years is the last of its year.
fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468; // since 1 March of the year 0
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153; // from March
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC", era * 400 + year + next)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn known_dates() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(date(1_709_251_199), "2024-02-29 23:59 UTC");
        assert_eq!(date(4_107_542_400), "2100-03-01 00:00 UTC");
    }
}
