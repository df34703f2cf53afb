//! `drystone view`: one file that needs nothing else, and a server for this machine only.

mod sandbox;

use sandbox::{EMPTY, Sandbox, err, exits, out};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A sandbox with a finished run of the arch in `arch`.
fn arch(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(name);
    let run = ["demo", "arch", "--out", "arch", "--quiet", "--set", "duration=0.5"];
    exits(&sandbox.run(&run), 0);
    sandbox
}

#[test]
fn a_demo_leaves_a_page_and_says_what_to_open() {
    let sandbox = Sandbox::new("view-demo");
    let output = sandbox.run(&["demo", "arch", "--set", "duration=0.1"]);
    exits(&output, 0);
    let text = out(&output);
    let last: Vec<&str> = text.lines().rev().take(2).collect();
    assert!(last[1].contains("out-arch/picture.png"), "{text}");
    assert!(last[0].contains("out-arch/view.html"), "{text}");
    assert!(last[0].contains("`drystone view out-arch`"), "{text}");
    assert!(sandbox.file("out-arch/view.html").is_file());
}

#[test]
fn a_run_leaves_a_page_only_when_asked() {
    let sandbox = arch("view-run");
    let scene = "arch/scene.toml";
    exits(&sandbox.run(&["run", scene, "--out", "plain"]), 0);
    assert!(!sandbox.file("plain/view.html").exists());
    let output = sandbox.run(&["run", scene, "--out", "viewed", "--view"]);
    exits(&output, 0);
    assert!(sandbox.file("viewed/view.html").is_file());
}

#[test]
fn the_page_is_one_file_that_refers_to_nothing_else() {
    let sandbox = arch("view-page");
    let output = sandbox.run(&["view", "arch", "-o", "page.html"]);
    exits(&output, 0);
    assert!(out(&output).contains("page.html: 51 frames, 0."), "{}", out(&output));
    let page = std::fs::read_to_string(sandbox.file("page.html")).unwrap();
    assert!(page.contains("<title>A semicircular arch of 27 voussoirs"), "no title");
    for word in ["http://", "https://", "src=", "@import", "url(", "<!--DATA-->"] {
        assert!(!page.contains(word), "the page has `{word}`");
    }
    assert_eq!(page.matches("<link").count(), 1, "the empty icon alone");
    // And the browser is told that it may not.
    let rule = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';";
    assert!(page.contains(rule) && page.contains("connect-src 'none';"), "no rule");
    // From the file itself as from the folder.
    exits(&sandbox.run(&["view", "arch/results.h5", "-o", "same.html"]), 0);
    assert_eq!(page, std::fs::read_to_string(sandbox.file("same.html")).unwrap());
    exits(&sandbox.run(&["view", "arch"]), 0);
    assert_eq!(page, std::fs::read_to_string(sandbox.file("arch/view.html")).unwrap());
}

#[test]
fn frames_are_left_out_over_the_limit_and_that_is_said() {
    let sandbox = arch("view-limit");
    exits(&sandbox.run(&["view", "arch", "-o", "whole.html"]), 0);
    let whole = std::fs::metadata(sandbox.file("whole.html")).unwrap().len();
    let limit = (whole as f64 - 20_000.0) / 1e6;
    let limited = ["view", "arch", "-o", "part.html", "--max-mb", &limit.to_string()];
    let output = sandbox.run(&limited);
    exits(&output, 0);
    assert!(err(&output).contains("of 51 frames are shown"), "{}", err(&output));
    assert!(out(&output).contains(" of 51 frames, "), "{}", out(&output));
    let part = std::fs::metadata(sandbox.file("part.html")).unwrap().len();
    assert!(part as f64 <= limit * 1e6, "{part} bytes of {limit} MB: {}", out(&output));
    // The first and the last frame are there whatever the limit.
    let output = sandbox.run(&["view", "arch", "-o", "least.html", "--max-mb", "0.001"]);
    exits(&output, 0);
    assert!(out(&output).contains("2 of 51 frames"), "{}", out(&output));
}

#[test]
fn results_without_bodies_or_frames_have_a_page() {
    let sandbox = Sandbox::new("view-empty");
    sandbox.write("empty.toml", EMPTY);
    for count in ["0", "3"] {
        let frames = format!("record.frame_count={count}");
        let folder = format!("out-{count}");
        exits(&sandbox.run(&["run", "empty.toml", "--out", &folder, "--set", &frames]), 0);
        exits(&sandbox.run(&["view", &folder]), 0);
    }
}

#[test]
fn wrong_input_is_told() {
    let sandbox = arch("view-wrong");
    let fails = |words: &[&str], code: i32, message: &str| {
        let output = sandbox.run(words);
        exits(&output, code);
        assert!(err(&output).contains(message), "{words:?}: {}", err(&output));
    };
    fails(&["view", "nowhere"], 2, "nowhere");
    sandbox.write("text.h5", "not a file of results");
    fails(&["view", "text.h5"], 2, "not a sound HDF5 file");
    fails(&["view", "arch", "--max-mb", "0"], 2, "--max-mb must lie between");
    fails(&["view", "arch", "--max-mb", "nan"], 2, "--max-mb must lie between");
    fails(&["view", "arch", "--open", "--no-open"], 2, "cannot be used with");
    fails(&["view", "arch", "--live", "-o", "x.html"], 2, "cannot be used with");
    fails(&["view", "arch", "-o", "no/such/folder.html"], 1, "cannot write");
    // A file cut short, at several places: an error, no panic.
    let bytes = std::fs::read(sandbox.file("arch/results.h5")).unwrap();
    for part in [0, 100, bytes.len() / 2, bytes.len() - 2000] {
        std::fs::write(sandbox.file("cut.h5"), &bytes[..part]).unwrap();
        let output = sandbox.run(&["view", "cut.h5", "-o", "cut.html"]);
        assert!(matches!(output.status.code(), Some(0 | 2)), "{part}: {}", err(&output));
        assert!(!err(&output).contains("panicked"), "{part}: {}", err(&output));
    }
}

/// A server that is ended with the test.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(sandbox: &Sandbox, words: &[&str]) -> Self {
        let mut command = sandbox.command(words);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the command starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        Self { address: address.unwrap_or_else(|| panic!("no address in `{line}`")).into(), child }
    }

    /// Sends some bytes; returns everything that comes back.
    fn send(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a limit");
        stream.write_all(bytes).expect("written");
        let mut answer = vec![];
        stream.read_to_end(&mut answer).expect("an answer");
        answer
    }

    fn get(&self, path: &str) -> String {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
        String::from_utf8_lossy(&self.send(request.as_bytes())).into_owned()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_server_answers_what_it_has_and_refuses_the_rest() {
    let sandbox = arch("view-serve");
    let served = Served::start(&sandbox, &["view", "arch", "--serve", "0", "--no-open"]);
    assert!(served.address.starts_with("127.0.0.1:"), "{}", served.address);
    let page = served.get("/");
    assert!(page.starts_with("HTTP/1.1 200 OK"), "{}", &page[..200]);
    assert!(page.contains("27 voussoirs"));
    for (path, status) in
        [("/more", "404"), ("/../arch/scene.toml", "404"), ("//etc/passwd", "404"), ("/x y", "400")]
    {
        let answer = served.get(path);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{path}: {answer}");
    }
    for (bytes, status) in [
        (&b"POST / HTTP/1.1\r\n\r\n"[..], "405"),
        (b"\x16\x03\x01\x02\x00\xff\r\n\r\n", "400"),
        (b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n", "403"),
    ] {
        let answer = String::from_utf8_lossy(&served.send(bytes)).into_owned();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
    }
    // One that connects and says nothing does not keep others waiting.
    let _silent = TcpStream::connect(&served.address).expect("a connection");
    assert!(served.get("/").starts_with("HTTP/1.1 200 OK"));
}

/// Connections that say a letter now and then do not keep others out for longer than a request may take.
#[test]
fn slow_connections_do_not_block_the_server() {
    let sandbox = arch("view-slow");
    let served = Served::start(&sandbox, &["view", "arch", "--live", "--no-open"]);
    let slow: Vec<_> = (0..50).filter_map(|_| TcpStream::connect(&served.address).ok()).collect();
    // Requests that do not come to an end take no places of answers.
    slow.iter().for_each(|mut stream| stream.write_all(b"GET / HT").expect("a place"));
    assert!(served.get("/").contains("27 voussoirs"), "no answer beside slow connections");
    let start = Instant::now();
    let mut answer = String::new();
    while start.elapsed().as_secs() < 40 && !answer.starts_with("HTTP/1.1 200") {
        for mut stream in &slow {
            // Those that were turned away say so.
            let _ = stream.write_all(b"G");
        }
        std::thread::sleep(Duration::from_secs(1));
        let mut stream = TcpStream::connect(&served.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a limit");
        let mut bytes = vec![];
        let asked = stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        if asked.and_then(|()| stream.read_to_end(&mut bytes)).is_ok() {
            answer = String::from_utf8_lossy(&bytes).into_owned();
        }
    }
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("connect-src 'self'"), "the page of a run asks its server");
}

#[test]
#[cfg(unix)]
fn the_server_ends_with_an_interruption() {
    let sandbox = arch("view-end");
    let mut served = Served::start(&sandbox, &["view", "arch", "--serve", "--no-open"]);
    assert!(served.get("/").starts_with("HTTP/1.1 200 OK"));
    let id = served.child.id().to_string();
    let killed = std::process::Command::new("kill").args(["-INT", &id]).status().expect("kill");
    assert!(killed.success());
    assert_eq!(served.child.wait().expect("an end").code(), Some(0));
}

#[test]
fn a_run_in_progress_is_served_in_parts() {
    let sandbox = arch("view-live");
    let served = Served::start(&sandbox, &["view", "arch", "--live", "--no-open"]);
    assert!(served.get("/").contains("27 voussoirs"));
    let request = format!("GET /more?from=49 HTTP/1.1\r\nHost: {}\r\n\r\n", served.address);
    let answer = served.send(request.as_bytes());
    let body = answer.windows(4).position(|w| w == b"\r\n\r\n").expect("a head") + 4;
    let number =
        |at: usize| u32::from_le_bytes(answer[at..at + 4].try_into().expect("four bytes")) as usize;
    let head = &answer[body + 4..body + 4 + number(body)];
    let news: serde_json::Value = serde_json::from_slice(head).expect("JSON");
    assert_eq!(
        (&news["next"], &news["total"], &news["ended"]),
        (&51.into(), &51.into(), &true.into())
    );
    assert!(news["series"].as_array().is_some_and(|list| list.len() > 10));
    assert_eq!(news["remarks"], serde_json::json!([]));
    // One block with the two frames that are later.
    let block = body + 4 + number(body);
    assert_eq!(block + 4 + number(block), answer.len());
    // Nothing more, and nothing absurd breaks it.
    let most = usize::MAX.to_string();
    for from in ["51", "1000000", &most, "99999999999999999999999", "-1", ""] {
        let answer = served.get(&format!("/more?from={from}&every=0"));
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{from}: {answer}");
    }
}
