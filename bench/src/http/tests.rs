use std::io::{BufRead, BufReader, Read};
use std::net::{TcpListener, TcpStream};
use std::thread::{JoinHandle, spawn};

use super::*;

const HELLO: &str = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nHello";

/// A server that gives each of `connections` its responses in turn and
/// then closes it. Joining gives the requests it was sent.
fn serve<const N: usize>(
    connections: [&'static [&'static str]; N],
) -> (Client, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let client = Client::new(listener.local_addr().unwrap().to_string());
    let server = spawn(move || {
        let mut requests = Vec::new();
        for responses in connections {
            let (stream, _) = listener.accept().unwrap();
            let mut reader = BufReader::new(stream);
            for response in responses {
                requests.push(read_request(&mut reader));
                reader.get_mut().write_all(response.as_bytes()).unwrap();
            }
        }
        requests
    });
    (client, server)
}

fn read_request(reader: &mut BufReader<TcpStream>) -> String {
    let mut request = String::new();
    while !request.ends_with("\r\n\r\n") {
        assert_ne!(reader.read_line(&mut request).unwrap(), 0, "cut short: {request}");
    }
    let length = request.lines().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
    reader.read_exact(&mut body).unwrap();
    request + &String::from_utf8(body).unwrap()
}

#[test]
fn requests_share_a_connection() {
    const CHUNKED: &str = "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n\
                   4\r\nmuch\r\nA;x=y\r\n in pieces\r\n0\r\ntrailer: x\r\n\r\n";
    let (mut client, server) = serve([&[
        HELLO,
        CHUNKED,
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
        HELLO,
    ]]);
    let first = client.get("/a").unwrap();
    assert_eq!((first.status, &*first.text()), (200, "Hello"));
    assert_eq!(first.header("Content-Length"), Some("5"));
    let second = client.get("/b").unwrap();
    assert_eq!((second.status, &*second.text()), (404, "much in pieces"));
    let third = client.delete("/c").unwrap();
    assert_eq!((third.status, &*third.text()), (204, ""));
    assert_eq!(client.get("/d").unwrap().text(), "Hello");

    let requests = server.join().unwrap();
    let host = client.address();
    assert_eq!(requests[0], format!("GET /a HTTP/1.1\r\nhost: {host}\r\n\r\n"));
    let delete = format!("DELETE /c HTTP/1.1\r\nhost: {host}\r\ncontent-length: 0\r\n\r\n");
    assert_eq!(requests[2], delete);
}

#[test]
fn forms_and_json_are_encoded() {
    let (mut client, server) = serve([&[HELLO, HELLO]]);
    client.post_form("/f", &[("text", "a b&c=d/ü?"), ("csrf", "x-1_2.3*")]).unwrap();
    client.post_json("/j", r#"{"a":"ü"}"#).unwrap();
    let requests = server.join().unwrap();
    let form = "\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 42\
                \r\n\r\ntext=a+b%26c%3Dd%2F%C3%BC%3F&csrf=x-1_2.3*";
    assert!(requests[0].ends_with(form), "{}", requests[0]);
    let json = "\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{\"a\":\"ü\"}";
    assert!(requests[1].ends_with(json), "{}", requests[1]);
}

#[test]
fn cookies_come_back_until_they_expire() {
    const GIVEN: &str = "HTTP/1.1 303 See Other\r\nlocation: /in\r\ncontent-length: 0\r\n\
                 Set-Cookie: session=s1; Path=/; HttpOnly; Max-Age=99\r\n\
                 set-cookie: theme=dark\r\n\r\n";
    const CHANGED: &str = "HTTP/1.1 200 OK\r\nset-cookie: theme=light\r\ncontent-length: 0\r\n\r\n";
    const DELETED: &str =
        "HTTP/1.1 200 OK\r\nset-cookie: session=; max-age=0\r\ncontent-length: 0\r\n\r\n";
    let (mut client, server) = serve([&[GIVEN, CHANGED, DELETED, HELLO]]);

    let response = client.post_form("/login", &[]).unwrap();
    assert_eq!((response.status, response.header("location")), (303, Some("/in")));
    assert_eq!(client.cookie("session"), Some("s1"));
    client.get("/in").unwrap();
    client.get("/out").unwrap();
    assert_eq!(client.cookie("session"), None);
    assert_eq!(client.cookie_header(), "theme=light");
    client.set_cookie("theme", "none");
    client.get("/").unwrap();

    let requests = server.join().unwrap();
    assert!(!requests[0].contains("cookie:"));
    assert!(requests[1].contains("\r\ncookie: session=s1; theme=dark\r\n"), "{}", requests[1]);
    assert!(requests[2].contains("\r\ncookie: session=s1; theme=light\r\n"));
    assert!(requests[3].contains("\r\ncookie: theme=none\r\n"));
}

#[test]
fn a_closed_connection_is_opened_again() {
    const LAST: &str = "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nuntil the end";
    let (mut client, server) = serve([&[HELLO], &[HELLO], &[LAST], &[HELLO]]);
    client.get("/1").unwrap();
    client.get("/2").unwrap();
    // A server on the same machine has closed the second connection by the
    // time it accepts a third.
    client.connection.as_mut().unwrap().reader.get_mut().read_exact(&mut [0]).unwrap_err();
    assert_eq!(client.post_json("/3", "{}").unwrap().text(), "until the end");
    client.post_json("/4", "{}").unwrap();
    assert_eq!(server.join().unwrap().len(), 4);
}

#[test]
fn only_a_get_on_a_kept_connection_is_sent_twice() {
    // The server reads the request and closes without an answer.
    let (mut client, server) = serve([&[HELLO, ""], &[""], &[HELLO, ""]]);
    client.get("/kept").unwrap();
    let error = client.get("/twice").unwrap_err();
    let text = format!(
        "GET http://{}/twice: the server closed the connection before it answered",
        client.address()
    );
    assert_eq!((error.kind(), error.to_string()), (ErrorKind::UnexpectedEof, text));
    client.get("/kept").unwrap();
    client.post_json("/once", "{}").unwrap_err();
    let requests = server.join().unwrap();
    let paths: Vec<_> = requests.iter().filter_map(|text| text.split(' ').nth(1)).collect();
    assert_eq!(paths, ["/kept", "/twice", "/twice", "/kept", "/once"]);
}

#[test]
fn a_truncated_or_foreign_answer_is_an_error() {
    let (mut client, server) = serve([
        &["HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nHello"],
        &["SSH-2.0-OpenSSH_9.2\r\n"],
        &["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n"],
    ]);
    for end in ["in the middle of a body", "not HTTP/1", "size is not a number"] {
        let error = client.get("/").unwrap_err().to_string();
        assert!(error.ends_with(end), "{error}");
    }
    server.join().unwrap();
    let error = client.get("no slash").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidInput);
}

#[test]
fn a_silent_server_times_out() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut client = Client::new(listener.local_addr().unwrap().to_string());
    client.set_timeout(Duration::from_millis(20));
    let error = client.get("/slow").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TimedOut);
    assert!(error.to_string().ends_with("/slow: no answer within the timeout"), "{error}");
}

#[test]
fn events_arrive_line_by_line() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (go_on, may_go_on) = std::sync::mpsc::channel();
    let server = spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let request = read_request(&mut BufReader::new(stream.try_clone().unwrap()));
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n\
                    transfer-encoding: chunked\r\n\r\n";
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(b"8\r\nevent: a\r\n9\r\n\ndata: b\r\r\n1").unwrap();
        may_go_on.recv().unwrap();
        stream.write_all(b"0\r\n\n\ndata: at last\n\r\n0\r\n\r\n").unwrap();
        request
    });
    let mut events =
        open_stream(&address, "/events", "text/event-stream", ("cookie", "session=s1")).unwrap();
    assert_eq!(events.next_line().unwrap().as_deref(), Some("event: a"));
    events.set_timeout(Duration::from_millis(20)).unwrap();
    assert_eq!(events.next_line().unwrap_err().kind(), ErrorKind::TimedOut);
    events.set_timeout(PATIENCE).unwrap();
    go_on.send(()).unwrap();
    for line in ["data: b", "", "data: at last"] {
        assert_eq!(events.next_line().unwrap().as_deref(), Some(line));
    }
    assert_eq!(events.next_line().unwrap(), None);
    let request = server.join().unwrap();
    assert!(request.contains("\r\naccept: text/event-stream\r\ncookie: session=s1\r\n"));
}

#[test]
fn a_page_is_not_a_stream_of_events() {
    let (client, server) = serve([&[HELLO]]);
    let error = open_stream(client.address(), "/events", "text/event-stream", ("cookie", ""))
        .err()
        .unwrap();
    assert!(error.to_string().contains("no stream of events but 200"), "{error}");
    server.join().unwrap();
}

#[test]
fn a_field_is_found_by_its_name() {
    let html = r#"<form method="post"><input name="text" required>
        <input type=hidden value='a > "b" &amp;lt; &#39;c&#39;' name="csrf"/>
        <input name="csrf" value="second"><input name=bare value=x><inputs name="no" value="">"#;
    assert_eq!(field(html, "csrf").as_deref(), Some(r#"a > "b" &lt; 'c'"#));
    assert_eq!(field(html, "bare").as_deref(), Some("x"));
    assert_eq!(field(html, "text"), None);
    assert_eq!(field(html, "absent"), None);
    assert_eq!(field(r#"<input name="cut" value="sho"#, "cut").as_deref(), Some("sho"));
}
