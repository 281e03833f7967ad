//! Resident memory of a server under attack: whatever is sent and never read,
//! it stays small, and others are answered.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use luna_bench::http::{Client, open_stream};
use luna_testkit::people::{Person, pause};
use luna_testkit::server::{Server, sqlite};
use luna_testkit::stopwatch::patience;
use socket2::{Domain, Socket, Type};

/// How much a server may grow by an attack. It grows by 10 to 60 MB; the allocator keeps some more
/// where many threads freed memory.
const MOST_GROWN_MB: u64 = 128;

/// A server at rest after its first answers, and its memory then.
fn started(settings: &[&str]) -> (Server, u64) {
    let server = Server::start(&sqlite(), settings);
    let mut client = Client::new(&server.address);
    for path in ["/", "/api", "/api/openapi.json", "/healthz"] {
        assert_eq!(client.get(path).unwrap().status, 200);
    }
    // What the search machine learns at the start takes memory of its own.
    let (mut person, waited) = (Person::guest(&server.address), patience());
    let guess = |person: &mut Person| person.post("/quiz/write/guesses", &[("text", "A bird")]);
    while guess(&mut person).unwrap().text().contains("is still reading") {
        assert!(waited() < Duration::from_secs(60), "the search machine still learns");
        pause(Duration::from_millis(50));
    }
    let at_rest = server.resident_mb();
    (server, at_rest)
}

fn holds(server: &Server, at_rest: u64) {
    let now = server.resident_mb();
    assert!(now < at_rest + MOST_GROWN_MB, "{at_rest} MB have become {now} MB");
    assert_eq!(Client::new(&server.address).get("/healthz").unwrap().status, 200);
}

/// Sends as much as is taken, until nothing more is for a while.
fn stuff(stream: &mut TcpStream, bytes: &[u8], most: usize) -> usize {
    stream.set_write_timeout(Some(Duration::from_millis(500))).unwrap();
    let mut taken = 0;
    while taken < most {
        match stream.write(&bytes[taken % bytes.len()..]) {
            Ok(count) => taken += count,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                break;
            }
            // Hung up on.
            Err(_) => break,
        }
    }
    taken
}

#[test]
fn requests_whose_answers_are_never_read_are_not_taken() {
    let (server, at_rest) = started(&[]);
    let one = b"GET /api/openapi.json HTTP/1.1\r\nhost: luna\r\n\r\n";
    let mut deaf = Vec::new();
    for _ in 0..8 {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stuff(&mut stream, &one.repeat(500), 4 << 20);
        holds(&server, at_rest);
        deaf.push(stream);
    }
}

#[test]
fn unknown_methods_are_not_remembered() {
    let (server, at_rest) = started(&[]);
    for nth in 0..500 {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        let method = format!("M{nth:05}{}", "X".repeat(300_000));
        let request = format!("{method} / HTTP/1.1\r\nhost: luna\r\n\r\n");
        stuff(&mut stream, request.as_bytes(), request.len());
    }
    for nth in 0..2_000 {
        let mut client = Client::new(&server.address);
        let method = format!("M{nth:05}{}", "X".repeat(20_000));
        assert_eq!(client.request(&method, "/", &[], b"").unwrap().status, 501);
    }
    holds(&server, at_rest);
}

#[test]
fn heads_that_do_not_end_are_not_kept() {
    let (server, at_rest) = started(&[]);
    let endless = format!("GET / HTTP/1.1\r\nhost: luna\r\ncookie: {}", "x".repeat(1 << 20));
    let many = format!("GET / HTTP/1.1\r\nhost: luna\r\n{}", "a: b\r\n".repeat(100_000));
    let mut open = Vec::new();
    for nth in 0..300 {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        let head = if nth % 2 == 0 { &endless } else { &many };
        // Half of them stop right before it is too much.
        let most = if nth % 4 < 2 { 15_000 } else { head.len() };
        stuff(&mut stream, head.as_bytes(), most);
        open.push(stream);
    }
    holds(&server, at_rest);
}

#[test]
fn bodies_that_do_not_end_are_not_kept_without_limit() {
    let (server, at_rest) = started(&[]);
    let head = "POST /login HTTP/1.1\r\nhost: luna\r\ncontent-length: 500000\r\n\
                content-type: application/x-www-form-urlencoded\r\n\r\n";
    let body = "x".repeat(490_000);
    let mut open = Vec::new();
    for _ in 0..400 {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        stuff(&mut stream, body.as_bytes(), body.len());
        open.push(stream);
    }
    holds(&server, at_rest);
    // Forms of the usual length are taken all the same.
    Person::guest(&server.address);
}

#[test]
fn slow_readers_cost_little() {
    let (server, at_rest) = started(&[]);
    let one = b"GET /api HTTP/1.1\r\nhost: luna\r\n\r\n";
    let mut slow: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.address).unwrap();
            stuff(&mut stream, &one.repeat(20), one.len() * 20);
            stream
        })
        .collect();
    let clock = patience();
    while clock() < Duration::from_secs(3) {
        for stream in &mut slow {
            stream.read_exact(&mut [0]).unwrap();
        }
        holds(&server, at_rest);
    }
}

#[test]
fn event_streams_that_are_not_read_cost_little() {
    let (server, at_rest) = started(&[]);
    let mut streams = Vec::new();
    for _ in 0..12 {
        let mut guest = Person::guest(&server.address);
        let cookies = guest.client.cookie_header();
        for _ in 0..30 {
            let kind = "text/event-stream";
            let stream = open_stream(&server.address, "/events", kind, ("cookie", &cookies));
            streams.push(stream.unwrap());
        }
        for _ in 0..20 {
            guest.start().unwrap();
        }
    }
    assert_eq!(streams.len(), 360);
    holds(&server, at_rest);
}

/// A client that gets its answer in the end, however busy the server is.
fn patient(server: &Server) -> Client {
    let mut client = Client::new(&server.address);
    client.set_timeout(LONG);
    client
}

const LONG: Duration = Duration::from_secs(120);
/// The longest answer that everybody gets, of more than 100 KB.
const LONGEST: &str = "/api/openapi.json";

/// Opens connections that ask for long answers and do not read them, until `refused` is true.
fn deaf_clients(
    server: &Server,
    headers: impl Fn(usize) -> String,
    refused: impl Fn() -> bool,
) -> Vec<TcpStream> {
    let deaf: Vec<TcpStream> = (0..650)
        .map(|nth| {
            let one = format!("GET {LONGEST} HTTP/1.1\r\nhost: luna\r\n{}\r\n", headers(nth));
            let mut stream = connect_with_a_small_window(&server.address);
            stream.write_all(one.repeat(20).as_bytes()).unwrap();
            stream
        })
        .collect();
    let clock = patience();
    while !refused() {
        assert!(clock() < LONG, "650 clients that do not read get all they ask");
        pause(Duration::from_millis(100));
    }
    deaf
}

fn hold_little(server: &Server, at_rest: u64) {
    let now = server.resident_mb();
    assert!(now < at_rest + 2 * MOST_GROWN_MB, "{at_rest} MB have become {now} MB");
}

fn give_back(deaf: Vec<TcpStream>, refused: impl Fn() -> bool) {
    drop(deaf);
    let clock = patience();
    while refused() {
        assert!(clock() < LONG, "the room is not given back");
        pause(Duration::from_millis(100));
    }
}

#[test]
fn long_answers_wait_to_be_read_only_so_far() {
    let (server, at_rest) = started(&[]);
    let refused = || patient(&server).get(LONGEST).unwrap().status == 429;
    let deaf = deaf_clients(&server, |_| String::new(), refused);
    hold_little(&server, at_rest);
    // Short answers, and those to other addresses, need no room.
    assert_eq!(patient(&server).get("/healthz").unwrap().status, 200);
    give_back(deaf, refused);
}

/// The status of a long answer to a visitor whose address the proxy names.
fn through_proxy(server: &Server, visitor: &str) -> u16 {
    let headers = [("x-forwarded-for", visitor)];
    patient(server).request("GET", LONGEST, &headers, b"").unwrap().status
}

#[test]
fn one_visitor_behind_a_proxy_does_not_take_the_room_of_all() {
    let (server, at_rest) = started(&["--behind-proxy"]);
    let eve = "203.0.113.7";
    let refused = || through_proxy(&server, eve) == 429;
    let deaf = deaf_clients(&server, |_| format!("x-forwarded-for: {eve}\r\n"), refused);
    hold_little(&server, at_rest);
    // She can claim any address: the proxy adds hers.
    assert_eq!(through_proxy(&server, &format!("198.51.100.9, {eve}")), 429);
    assert_eq!(through_proxy(&server, "198.51.100.9"), 200);
    give_back(deaf, refused);
}

#[test]
fn all_visitors_behind_a_proxy_together_take_so_much_room() {
    let (server, at_rest) = started(&["--behind-proxy"]);
    let refused = || through_proxy(&server, "198.51.100.9") == 503;
    let each = |nth: usize| format!("x-forwarded-for: 203.0.{}.{}\r\n", nth / 200, nth % 200);
    let deaf = deaf_clients(&server, each, refused);
    hold_little(&server, at_rest);
    give_back(deaf, refused);
}

fn connect_with_a_small_window(server: &str) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.set_recv_buffer_size(2048).unwrap();
    socket.connect(&server.parse::<SocketAddr>().unwrap().into()).unwrap();
    socket.into()
}
