//! The first line and the host of an HTTP request: all that a page on this machine needs.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};

/// Longest request that is read (bytes).
const LONGEST: u64 = 16 * 1024;

/// What a browser asks for.
#[derive(Debug, PartialEq)]
pub struct Request {
    /// The path, without what follows a question mark.
    pub path: String,
    /// What follows the question mark.
    pub numbers: HashMap<String, usize>,
}

/// Why a request is refused: its HTTP status.
#[derive(Debug, PartialEq)]
pub struct Refused(pub &'static str);

impl Request {
    /// Reads a request up to the empty line behind its head.
    pub fn read(stream: impl Read) -> Result<Self, Refused> {
        let mut lines = BufReader::new(stream.take(LONGEST)).lines();
        let bad = Refused("400 Bad Request");
        let Some(Ok(first)) = lines.next() else { return Err(bad) };
        let words: Vec<&str> = first.split(' ').collect();
        let [method, target, version] = words[..] else { return Err(bad) };
        if !version.starts_with("HTTP/1.") || !target.starts_with('/') {
            return Err(bad);
        }
        if method != "GET" {
            return Err(Refused("405 Method Not Allowed"));
        }
        loop {
            let Some(Ok(line)) = lines.next() else { return Err(Refused("400 Bad Request")) };
            if line.is_empty() {
                break;
            }
            // A page from elsewhere whose name was made to mean this machine is not served.
            if let Some((name, host)) = line.split_once(':')
                && name.eq_ignore_ascii_case("host")
            {
                let host = host.trim().rsplit_once(':').map_or(host.trim(), |(host, _)| host);
                if !matches!(host, "127.0.0.1" | "localhost") {
                    return Err(Refused("403 Forbidden"));
                }
            }
        }
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let pair = |part: &str| {
            let (name, value) = part.split_once('=')?;
            Some((name.to_string(), value.parse().ok()?))
        };
        Ok(Self { path: path.to_string(), numbers: query.split('&').filter_map(pair).collect() })
    }

    /// A number of the query.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Request, Refused> {
        Request::read(text.as_bytes())
    }

    #[test]
    fn a_request_is_read() {
        let request =
            read("GET /more?from=12&every=x HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n").unwrap();
        assert_eq!(request.path, "/more");
        assert_eq!((request.number("from"), request.number("every")), (Some(12), None));
    }

    #[test]
    fn others_are_refused() {
        let refused = |text: &str| read(text).unwrap_err().0;
        assert_eq!(refused("POST / HTTP/1.1\r\n\r\n"), "405 Method Not Allowed");
        assert_eq!(refused("GET / HTTP/1.1\r\nHost: elsewhere.org\r\n\r\n"), "403 Forbidden");
        let endless = format!("GET / HTTP/1.1\r\nX: {}\r\n", "x".repeat(20_000));
        let bad = ["", "\r\n", "GET /\r\n\r\n", "GET x HTTP/1.1\r\n\r\n", "\u{0}\u{1}", &endless];
        for text in bad {
            assert_eq!(refused(text), "400 Bad Request");
        }
        assert_eq!(
            Request::read(&b"\xff\xfe / HTTP/1.1\r\n\r\n"[..]).unwrap_err().0,
            "400 Bad Request"
        );
    }
}
