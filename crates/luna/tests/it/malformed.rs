//! Requests that are none, written to the socket byte by byte: each gets a
//! status and a sentence, and the connection is closed.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use luna_testkit::offline::{ONE, register};
use luna_testkit::people::Person;
use luna_testkit::server::{Server, sqlite};

/// What comes back until the server closes.
fn sent(address: &str, request: &[u8]) -> String {
    let mut stream = connect(address);
    stream.write_all(request).unwrap();
    rest(&mut stream)
}

fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    stream
}

fn rest(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8(answer).unwrap()
}

/// One answer with this status, with a sentence, after which the server closes.
fn check(address: &str, request: &[u8], status: u16, sentence: &str) {
    let shown = String::from_utf8_lossy(&request[..request.len().min(60)]).into_owned();
    let answer = sent(address, request);
    assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{shown:?}: {answer:?}");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let head = head.to_lowercase();
    assert!(head.contains("\r\nconnection: close"), "{shown:?}: {head}");
    assert!(head.contains(&format!("content-length: {}", body.len())), "{shown:?}: {head}");
    assert!(body.contains(sentence), "{shown:?}: {body:?}");
}

fn get(target: &str, headers: &str) -> Vec<u8> {
    format!("GET {target} HTTP/1.1\r\nhost: luna\r\n{headers}\r\n").into_bytes()
}

#[test]
fn what_is_no_request_gets_its_status_and_a_sentence() {
    let server = Server::start(&sqlite(), &[]);
    let check =
        |request: &[u8], status, sentence| check(&server.address, request, status, sentence);
    let unreadable = "not valid HTTP/1.1";
    check(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello", 400, unreadable);
    check(b"\x00\x01\x02\x03\r\n\r\n", 400, unreadable);
    check(b"GET / HTTP/1.1\r\nhost luna\r\n\r\n", 400, unreadable);
    check(b"GET / HTTP/1.1\r\n: empty\r\n\r\n", 400, unreadable);
    for bare in [
        "GET / HTTP/1.1\nhost: luna\n\n",
        "GET / HTTP/1.1\r\nhost: luna\nx: y\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: luna\r\n\n",
        "POST / HTTP/1.1\r\nhost: luna\r\ncontent-length: 0\n\r\n",
    ] {
        check(bare.as_bytes(), 400, "CR LF");
    }
    check(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: many\r\n\r\n", 400, unreadable);
    check(b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip\r\n\r\n", 400, unreadable);
    for hosts in ["", "host: a\r\nhost: a\r\n", "host: a b\r\n", "host: ann@a\r\n", "host: a/b\r\n"]
    {
        check(format!("GET / HTTP/1.1\r\n{hosts}\r\n").as_bytes(), 400, "Host header");
        check(format!("GET http://a/ HTTP/1.1\r\n{hosts}\r\n").as_bytes(), 400, "Host header");
    }
    check(b"GET / HTTP/2.0\r\nhost: luna\r\n\r\n", 505, "HTTP/1.1");
    check(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0", 505, "HTTP/1.1");
    check(&get(&format!("/{}", "a".repeat(9_000)), ""), 414, "8 KiB");
    check(&get(&format!("/{}", "a".repeat(300_000)), ""), 414, "8 KiB");
    check(&get("/", &format!("cookie: {}\r\n", "a".repeat(20_000))), 431, "16 KiB");
    check(&get("/", &format!("cookie: {}\r\n", "a".repeat(300_000))), 431, "16 KiB");
    check(&get("/", &"a: b\r\n".repeat(101)), 431, "100 headers");
    check(b"BREW /pot HTTP/1.1\r\nhost: luna\r\n\r\n", 501, "unknown");
    let long = [&b"M".repeat(300_000)[..], b" / HTTP/1.1\r\nhost: luna\r\n\r\n"].concat();
    check(&long, 501, "unknown");
}

#[test]
fn a_host_is_any_authority_and_may_be_missing_in_http_1_0() {
    let server = Server::start(&sqlite(), &[]);
    let ends = "connection: close\r\n\r\n";
    for host in ["luna", "luna.example:1950", "127.0.0.1:80", "[::1]:1950", "a_b.example", ""] {
        let request = format!("GET /healthz HTTP/1.1\r\nhost: {host}\r\n{ends}");
        let answer = sent(&server.address, request.as_bytes());
        assert!(answer.starts_with("HTTP/1.1 200 "), "{host:?}: {answer}");
    }
    let answer = sent(&server.address, b"GET /healthz HTTP/1.0\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.0 200 "), "{answer}");
    let answer = sent(&server.address, b"GET /healthz HTTP/1.0\r\nhost: a\r\nhost: a\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.0 400 "), "{answer}");
}

#[test]
fn a_body_that_is_too_large_gets_its_status_and_a_sentence() {
    let server = Server::start(&sqlite(), &[]);
    let database = sqlite();
    register(&database);
    let api = Server::start(&database, &[]);
    // Just beyond the limit, far beyond it, and beyond what is read of a refused body.
    for length in [524_289, 2_000_000, 8_000_000] {
        let form = format!(
            "POST /login HTTP/1.1\r\nhost: luna\r\ncontent-length: {length}\r\n\
             content-type: application/x-www-form-urlencoded\r\n\r\n"
        );
        let json = format!(
            "POST /api/v1/games HTTP/1.1\r\nhost: luna\r\ncontent-length: {length}\r\n\
             authorization: Bearer {ONE}\r\ncontent-type: application/json\r\n\r\n"
        );
        let body = b"x".repeat(length);
        check(&server.address, &[form.as_bytes(), &body].concat(), 413, "too large");
        check(&api.address, &[json.as_bytes(), &body].concat(), 413, "too large");
    }
}

/// The rest of the body would be taken for the next request, or be waited for.
#[test]
fn a_refusal_before_the_body_is_read_ends_the_connection() {
    let server = Server::start(&sqlite(), &[]);
    for (target, headers, status, sentence) in [
        ("/api/v1/games", "content-type: application/json\r\n", 401, "Send a token"),
        ("/login", "content-type: text/plain\r\n", 415, "application/x-www-form-urlencoded"),
        ("/nowhere", "", 404, "nothing at this address"),
        ("/healthz", "", 405, ""),
    ] {
        let request = format!(
            "POST {target} HTTP/1.1\r\nhost: luna\r\n{headers}content-length: 100000\r\n\r\n"
        );
        // The client waits for an answer before it sends more.
        check(&server.address, request.as_bytes(), status, sentence);
        let request = [request.as_bytes(), &b"x".repeat(100_000)].concat();
        check(&server.address, &request, status, sentence);
    }
}

#[test]
fn a_refusal_of_what_was_read_keeps_the_connection() {
    let server = Server::start(&sqlite(), &[]);
    let request = "POST /login HTTP/1.1\r\nhost: luna\r\ncontent-length: 6\r\n\
                   content-type: application/x-www-form-urlencoded\r\n\r\ncsrf=x";
    let both = [request.as_bytes(), &get("/healthz", "connection: close\r\n")].concat();
    let answer = sent(&server.address, &both);
    assert!(answer.starts_with("HTTP/1.1 403 ") && answer.ends_with("\r\n\r\nok\n"), "{answer}");
}

#[test]
fn what_is_malformed_behind_good_requests_is_answered_after_them() {
    let server = Server::start(&sqlite(), &[]);
    let both = [get("/healthz", ""), b"\x01\x02 garbage\r\n\r\nand more".to_vec()].concat();
    let answer = sent(&server.address, &both);
    let (first, second) = answer.split_once("ok\n").unwrap();
    assert!(first.starts_with("HTTP/1.1 200 "), "{answer}");
    assert!(second.starts_with("HTTP/1.1 400 "), "{answer}");
}

#[test]
fn who_is_slow_is_told_so() {
    let server = Server::start(&sqlite(), &["--request-seconds", "1"]);
    check(&server.address, b"GET / HTTP/1.1\r\nhost: lu", 408, "not arrive in time");
    let head = "POST /login HTTP/1.1\r\nhost: luna\r\ncontent-length: 100\r\n\
                content-type: application/x-www-form-urlencoded\r\n\r\ncsrf=";
    check(&server.address, head.as_bytes(), 408, "did not arrive in time");
    // A client that sends nothing is not waited for either, and gets no answer.
    assert_eq!(sent(&server.address, b""), "");
    let mut kept = connect(&server.address);
    kept.write_all(&get("/healthz", "")).unwrap();
    let answer = rest(&mut kept);
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.ends_with("\r\n\r\nok\n"), "{answer}");
}

#[test]
fn bytes_after_a_form_do_not_keep_its_answer_back() {
    let server = Server::start(&sqlite(), &[]);
    let mut ann = Person::guest(&server.address);
    let csrf = luna_bench::http::field(&ann.get("/games").unwrap(), "csrf").unwrap();
    for after in ["\r\n", "\n", "\r\n\r\n", "GET", "\0"] {
        let body = format!("csrf={csrf}");
        let request = format!(
            "POST /games HTTP/1.1\r\nhost: luna\r\ncookie: {}\r\ncontent-length: {}\r\n\
             content-type: application/x-www-form-urlencoded\r\n\r\n{body}{after}",
            ann.client.cookie_header(),
            body.len(),
        );
        let mut stream = connect(&server.address);
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(answer, *b"HTTP/1.1 303", "{after:?}");
        stream.shutdown(Shutdown::Write).unwrap();
        rest(&mut stream);
    }
    assert_eq!(ann.get("/games").unwrap().matches("href=\"/games/").count(), 5);
}

#[test]
fn pipelined_requests_are_answered_in_their_order() {
    let server = Server::start(&sqlite(), &[]);
    let mut all = get("/healthz", "").repeat(500);
    all.extend(get("/nowhere", "connection: close\r\n"));
    let answer = sent(&server.address, &all);
    assert_eq!(answer.matches("HTTP/1.1 200 ").count(), 500);
    assert!(answer.rsplit("HTTP/1.1 ").next().unwrap().starts_with("404 "), "{answer}");
}

#[test]
fn a_stop_does_not_wait_for_idle_connections() {
    // One that waits does so for five seconds each time. One that does not may be held up by
    // other programs, but not each time.
    let waits = || {
        let mut server = Server::start(&sqlite(), &[]);
        let mut idle = connect(&server.address);
        idle.write_all(&get("/healthz", "")).unwrap();
        idle.read_exact(&mut [0; 12]).unwrap();
        let clock = luna_testkit::stopwatch::patience();
        assert_eq!(server.stop(), Some(0));
        clock() >= Duration::from_secs(4)
    };
    assert!((0..3).any(|_| !waits()));
}

#[test]
fn there_are_so_many_connections_and_no_more() {
    let few = ["--connections", "5", "--connections-per-address", "3"];
    let server = Server::start(&sqlite(), &few);
    let mut open: Vec<TcpStream> = (0..3)
        .map(|_| {
            let mut stream = connect(&server.address);
            stream.write_all(&get("/healthz", "")).unwrap();
            let mut answer = [0; 12];
            stream.read_exact(&mut answer).unwrap();
            assert_eq!(answer, *b"HTTP/1.1 200");
            stream
        })
        .collect();
    check(&server.address, &get("/healthz", ""), 429, "from your address");
    let all = Server::start(&sqlite(), &["--connections", "1"]);
    let mut one = connect(&all.address);
    one.write_all(&get("/healthz", "")).unwrap();
    one.read_exact(&mut [0; 12]).unwrap();
    check(&all.address, &get("/healthz", ""), 503, "Too many connections are open");
    // Who goes makes room.
    let mut first = open.remove(0);
    first.shutdown(Shutdown::Write).unwrap();
    rest(&mut first);
    let again = sent(&server.address, &get("/healthz", "connection: close\r\n"));
    assert!(again.starts_with("HTTP/1.1 200 "), "{again}");
}
