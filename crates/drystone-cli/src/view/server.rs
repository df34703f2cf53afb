//! A small HTTP server for this machine only: two paths, GET only, a thread a request.

use super::live::Live;
use super::request::{Refused, Request};
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How long a browser may take to say what it wants, or to take what it gets.
const PATIENCE: Duration = Duration::from_secs(5);

/// A request must arrive as a whole within this time, in pieces of any size.
const REQUEST: Duration = Duration::from_secs(10);

/// An answer must leave within this time: minutes for traffic that crosses no network.
const ANSWER: Duration = Duration::from_secs(120);

/// Requests at a time; further ones are turned away.
const AT_ONCE: usize = 256;
/// Answers that are made and sent at the same time: each may be a whole page.
const ANSWERS: usize = 32;

/// A connection with an end to what it may take as a whole: who sends or takes a byte now and then would
/// else hold one of the few places for hours.
struct Timely<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Timely<'_> {
    /// How long the next part may take.
    fn patience(&self) -> std::io::Result<Option<Duration>> {
        match self.end.saturating_duration_since(Instant::now()) {
            Duration::ZERO => Err(ErrorKind::TimedOut.into()),
            left => Ok(Some(left.min(PATIENCE))),
        }
    }
}

impl Read for Timely<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        self.stream.set_read_timeout(self.patience()?)?;
        self.stream.read(bytes)
    }
}

impl Write for Timely<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.stream.set_write_timeout(self.patience()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.stream.flush()
    }
}

/// What is served.
pub enum Served {
    /// A page that does not change.
    Page(String),
    /// A run in progress.
    Live(Box<Live>),
}

/// The server.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    served: Served,
    busy: AtomicUsize,
    answering: AtomicUsize,
}

impl Server {
    /// Listens on a port of the loopback; 0 is any that is free.
    pub fn bind(port: u16, served: Served) -> std::io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        let [busy, answering] = [0, 0].map(AtomicUsize::new);
        Ok(Self { listener, address, served, busy, answering })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves for ever.
    pub fn run(&self) {
        std::thread::scope(|scope| {
            for stream in self.listener.incoming() {
                let Ok(stream) = stream else {
                    // Out of descriptors, or the like: it passes.
                    std::thread::sleep(Duration::from_millis(50));
                    continue;
                };
                if self.busy.fetch_add(1, Ordering::Relaxed) >= AT_ONCE {
                    self.busy.fetch_sub(1, Ordering::Relaxed);
                    continue;
                }
                scope.spawn(move || {
                    // Who hangs up early has what he wanted.
                    let _ = self.answer(stream);
                    self.busy.fetch_sub(1, Ordering::Relaxed);
                });
            }
        });
    }

    fn answer(&self, stream: TcpStream) -> std::io::Result<()> {
        let coming = Timely { stream: &stream, end: Instant::now() + REQUEST };
        let request = Request::read(coming);
        let is_free = self.answering.fetch_add(1, Ordering::Relaxed) < ANSWERS;
        let sent = self.send(&stream, request, is_free);
        self.answering.fetch_sub(1, Ordering::Relaxed);
        sent
    }

    fn send(
        &self,
        stream: &TcpStream,
        request: Result<Request, Refused>,
        is_free: bool,
    ) -> std::io::Result<()> {
        let sorry = |status: &'static str| (status, "text/plain", status.as_bytes().to_vec());
        let (status, kind, body) = match request {
            Ok(request) if is_free => self.found(&request),
            Ok(_) => sorry("503 Service Unavailable"),
            Err(Refused(status)) => sorry(status),
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {}\r\n\
             Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
            body.len()
        );
        let mut leaving = Timely { stream, end: Instant::now() + ANSWER };
        leaving.write_all(head.as_bytes())?;
        leaving.write_all(&body)?;
        leaving.flush()
    }

    fn found(&self, request: &Request) -> (&'static str, &'static str, Vec<u8>) {
        let page = |html: String| ("200 OK", "text/html", html.into_bytes());
        let sorry =
            |message: String| ("503 Service Unavailable", "text/plain", message.into_bytes());
        match (request.path.as_str(), &self.served) {
            ("/", Served::Page(html)) => page(html.clone()),
            ("/", Served::Live(live)) => live.page().map_or_else(sorry, page),
            ("/more", Served::Live(live)) => {
                let from = request.number("from").unwrap_or(0);
                let every = request.number("every").unwrap_or(1).max(1);
                let more = |bytes| ("200 OK", "application/octet-stream", bytes);
                more(live.more(from, every))
            }
            _ => ("404 Not Found", "text/plain", b"404 Not Found".to_vec()),
        }
    }
}
