//! Visitors who ask and do not listen: nobody else waits for them.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use luna_bench::http::open_stream;
use luna_testkit::offline::{ONE, register};
use luna_testkit::people::{Page, Person};
use luna_testkit::server::{PATIENT, Server, sqlite};

const DEAF: usize = 100;
/// So many copies of the longest page are more than any two programs hold between them.
const PAGES: usize = 400;

#[test]
fn nobody_waits_for_those_who_do_not_read() {
    let database = sqlite();
    let server = Server::start(&database, &PATIENT);
    register(&database);
    let (mut ann, mut bob) = (Person::guest(&server.address), Person::guest(&server.address));
    let (cookie, token) = (ann.client.cookie_header(), format!("Bearer {ONE}"));
    let mut unread = Vec::new();
    for _ in 0..DEAF / 2 {
        let (path, kind) = ("/events", "text/event-stream");
        unread.push(open_stream(&server.address, path, kind, ("cookie", &cookie)).unwrap());
        let (path, kind) = ("/api/v1/stream/event", "application/x-ndjson");
        unread.push(open_stream(&server.address, path, kind, ("authorization", &token)).unwrap());
    }
    let mut deaf: Vec<TcpStream> = (0..DEAF).map(|_| asks_for_too_much(&server.address)).collect();

    for person in [&mut ann, &mut bob] {
        person.client.set_timeout(Duration::from_secs(30));
    }
    for _ in 0..3 {
        let (hers, his) = (ann.start().unwrap(), bob.start().unwrap());
        assert!(ann.act(&hers, Page::Interview).unwrap());
        assert!(bob.act(&his, Page::Interview).unwrap());
        for page in [Page::Response, Page::Guess] {
            assert_eq!((ann.page(&hers).unwrap(), bob.page(&his).unwrap()), (page, page));
            assert!(ann.act(&hers, page).unwrap() && bob.act(&his, page).unwrap());
        }
        assert_eq!(ann.page(&hers).unwrap(), Page::Final);
    }

    // They were kept waiting, and not for want of words.
    let mut read = Vec::new();
    let first = &mut deaf[0];
    first.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let mut chunk = vec![0; 1 << 20];
    while read.len() < 8 << 20 {
        let count = first.read(&mut chunk).unwrap();
        assert!(count > 0, "{} bytes were all", read.len());
        read.extend_from_slice(&chunk[..count]);
    }
}

/// It has all been sent before the answer is looked for, as many clients do.
#[test]
fn who_sends_too_much_hears_so() {
    let database = sqlite();
    let server = Server::start(&database, &[]);
    register(&database);
    let head = format!(
        "POST /api/v1/games HTTP/1.1\r\nhost: luna\r\nauthorization: Bearer {ONE}\r\n\
         content-type: application/json\r\nconnection: close\r\n\
         transfer-encoding: chunked\r\n\r\n"
    );
    let chunk = format!("{:x}\r\n{}\r\n", 9_000, "x".repeat(9_000));
    for _ in 0..20 {
        let mut client = TcpStream::connect(&server.address).unwrap();
        client.write_all(head.as_bytes()).unwrap();
        for _ in 0..100 {
            client.write_all(chunk.as_bytes()).unwrap();
        }
        client.write_all(b"0\r\n\r\n").unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
        assert!(answer.contains("\"too_large\""), "{answer}");
    }
}

fn asks_for_too_much(address: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let one = "GET /api/openapi.json HTTP/1.1\r\nhost: luna\r\n\r\n";
    stream.write_all(one.repeat(PAGES).as_bytes()).unwrap();
    stream
}
