//! The WebSocket of a seat, over the network: the same events and receipts as the stream and the
//! POST, with the same limits, and nothing lost or doubled by a cut.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use futures_util::{SinkExt as _, StreamExt as _};
use luna_app::contest::console;
use luna_app::contest::creation::{self, Purpose};
use luna_app::contest::file::ContestFile;
use luna_core::contest::clock::Command;
use luna_core::contest::participant::Participant;
use luna_store::Tx;
use luna_testkit::app::{MINUTE, TestApp};
use luna_testkit::persona::Persona;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

const FILE: &str = "
preset = \"2012\"
seats = [{ seat = \"E1\", machine = \"eliza\" }]
[rules]
judges = 1
entries = 1
confederates = 1
";
const LONG: Duration = Duration::from_secs(60);

/// A contest that has begun, with the judge and the confederate, behind an address.
struct Site {
    app: TestApp,
    address: SocketAddr,
    seat: String,
    judge: Persona,
    confederate: Persona,
    /// The judge's side that the confederate is on.
    human: &'static str,
}

impl Site {
    async fn new(app: TestApp) -> Site {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = app.router.clone();
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let (at, file) = (app.moment(), ContestFile::read(FILE.as_bytes()).unwrap());
        let create =
            move |tx: &mut Tx<'_>| creation::create(tx, &at, None, &file, Purpose::Contest);
        let created = app.db.write(create).await.unwrap();
        let token = |seat| {
            let found = created.invitations.iter().find(|it| it.participant == seat).unwrap();
            format!("/contests/join/{}", found.token)
        };
        let judge = comes(&app, "ann", &token(Participant::Judge(1))).await;
        let confederate = comes(&app, "ben", &token(Participant::Confederate(1))).await;
        let schedule = app.db.column("SELECT schedule FROM contest").remove(0);
        let human = if schedule.contains("\"entry_side\":\"left\"") { "right" } else { "left" };
        let (at, id) = (app.moment(), created.id.clone());
        let start = move |tx: &mut Tx<'_>| console::command(tx, &at, &id, None, Command::Start);
        app.db.write(start).await.unwrap();
        app.work().await;
        let seat = format!("/contests/{}/seat", created.id);
        Site { app, address, seat, judge, confederate, human }
    }

    fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    async fn opens(&self, person: &Persona, tab: &str) -> Socket {
        self.tries(person, tab, &[("origin", &self.origin())]).await.unwrap()
    }

    /// Opens the seat of somebody with some headers, or gives the status of the refusal.
    async fn tries(
        &self,
        person: &Persona,
        tab: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, StatusCode> {
        let url = format!("ws://{}{}/socket?tab={tab}", self.address, self.seat);
        let mut request = url.into_client_request().unwrap();
        let jar: Vec<String> =
            person.jar.iter().map(|(name, value)| format!("{name}={value}")).collect();
        request.headers_mut().insert("cookie", jar.join("; ").parse().unwrap());
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let stream = TcpStream::connect(self.address).await.unwrap();
        match client_async(request, stream).await {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(Error::Http(response)) => Err(response.status()),
            Err(other) => panic!("{other}"),
        }
    }
}

async fn comes(app: &TestApp, name: &str, link: &str) -> Persona {
    let mut person = app.guest(name).await;
    person.get(link).await;
    let seat = person.press("Take my seat", &[("agree", "yes")]).await.leads_to("/contests/");
    person.get(&seat).await;
    person
}

struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// The next message; the code and the reason of the end, if that comes.
    async fn next(&mut self) -> Result<Value, (u16, String)> {
        loop {
            match timeout(LONG, self.0.next()).await.unwrap() {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(Some(frame)))) => {
                    return Err((frame.code.into(), frame.reason.to_string()));
                }
                Some(Ok(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    async fn news(&mut self, kind: &str) -> Value {
        let news = self.next().await.unwrap();
        assert_eq!(news["kind"], kind, "{news}");
        news
    }

    async fn sends(&mut self, message: impl Into<Message>) {
        self.0.send(message.into()).await.unwrap();
    }

    async fn types(&mut self, side: &str, first: usize, text: &str) -> Value {
        self.sends(batch(side, first, text)).await;
        let receipt = self.news("receipt").await;
        assert_eq!(receipt["side"], side);
        receipt
    }
}

fn batch(side: &str, first: usize, text: &str) -> String {
    json!({ "side": side, "round": 1, "attempt": 1, "first": first, "text": text }).to_string()
}

/// The keys of the other side on the only screen of a confederate.
fn heard(screen: &Value) -> String {
    let keys = screen["talks"][0]["keys"].as_array().unwrap();
    keys.iter().filter(|key| key[0] == 0).map(|key| key[1].as_str().unwrap()).collect()
}

#[tokio::test]
async fn keys_go_both_ways_on_one_connection_each() {
    for app in TestApp::each().await {
        let site = Site::new(app).await;
        let human = site.human;
        let mut judge = site.opens(&site.judge, "tab1").await;
        let mut confederate = site.opens(&site.confederate, "tab2").await;
        assert_eq!(judge.news("screen").await["talks"].as_array().unwrap().len(), 2);
        confederate.news("screen").await;
        let early = confederate.types("talk", 0, "Hi").await;
        assert_eq!((&early["next"], &early["again"]), (&json!(0), &json!(false)));
        assert_eq!(early["refusal"], "The judge speaks first.");
        let receipt = judge.types(human, 0, "<b>Ho\u{8}i\n").await;
        assert_eq!((&receipt["next"], &receipt["refusal"]), (&json!(8), &Value::Null));
        let keys = confederate.news("keys").await;
        assert_eq!((&keys["text"], &keys["shown"]), (&json!("<b>Ho\u{8}i\n"), &json!(8)));
        let receipt = confederate.types("talk", 0, "Hello").await;
        assert_eq!((&receipt["next"], &receipt["heard"]), (&json!(5), &json!(8)));
        let keys = judge.news("keys").await;
        assert_eq!((&keys["side"], &keys["text"]), (&json!(human), &json!("Hello")));
        // The clock is the server's: the screen changes by itself.
        site.app.later(25 * MINUTE);
        site.app.work().await;
        assert_eq!(judge.news("screen").await["may_judge"], true);
        site.app.stop();
        assert_eq!(judge.next().await.unwrap_err().0, 1001);
    }
}

/// A page that is refused stops; a flood of batches is cut off, and the seat has it back later.
#[tokio::test]
async fn a_flood_of_refused_batches_is_cut_off() {
    let site = Site::new(TestApp::new().await).await;
    let mut confederate = site.opens(&site.confederate, "tab2").await;
    confederate.news("screen").await;
    for _ in 0..150 {
        assert_eq!(confederate.types("talk", 0, "Hi").await["refusal"], "The judge speaks first.");
    }
    let last = confederate.types("talk", 0, "Hi").await;
    assert!(last["refusal"].as_str().unwrap().contains("try again"), "{last}");
    let (code, reason) = confederate.next().await.unwrap_err();
    assert_eq!(code, 1008);
    assert!(reason.contains("more keys than anybody types"), "{reason}");
    // By POST it is the same.
    let keys = format!("{}/keys", site.seat);
    let fields =
        [("tab", "tab2"), ("round", "1"), ("attempt", "1"), ("first", "0"), ("text", "Hi")];
    let mut person = site.confederate.clone();
    let refused = person.post(&keys, &fields).await;
    assert_eq!(refused.status, 429, "{refused}");
    assert_eq!(
        (refused.header("retry-after"), refused.header("connection")),
        (Some("10"), Some("close"))
    );
    site.app.later(MINUTE);
    assert_eq!(person.post(&keys, &fields).await.status, 200);
}

#[tokio::test]
async fn a_cut_connection_goes_on_without_losing_or_doubling_a_key() {
    for app in TestApp::each().await {
        let mut site = Site::new(app).await;
        let human = site.human;
        let mut confederate = site.opens(&site.confederate, "tab2").await;
        assert_eq!(heard(&confederate.news("screen").await), "");
        let line = "A line that is cut after each of its keys\u{8}.\n";
        for (nth, key) in line.chars().enumerate() {
            let mut judge = site.opens(&site.judge, "tab1").await;
            let screen = judge.news("screen").await;
            let talk = screen["talks"].as_array().unwrap().iter().find(|it| it["side"] == human);
            let next = talk.unwrap()["next"].as_u64().unwrap();
            assert_eq!(next, u64::try_from(nth).unwrap(), "{screen}");
            judge.sends(batch(human, nth, &key.to_string())).await;
            let mut keys = confederate.news("keys").await;
            if nth % 2 == 0 {
                // The receipt is lost, and the key comes again: on a new connection or by POST.
                drop(judge);
                if nth % 4 == 0 {
                    let mut again = site.opens(&site.judge, "tab1").await;
                    again.news("screen").await;
                    let receipt = again.types(human, nth, &key.to_string()).await;
                    assert_eq!(receipt["next"], nth + 1);
                } else {
                    let first = nth.to_string();
                    let fields = [
                        ("tab", "tab1"),
                        ("side", human),
                        ("round", "1"),
                        ("attempt", "1"),
                        ("first", &first),
                        ("text", &key.to_string()),
                    ];
                    let receipt = site.judge.post(&format!("{}/keys", site.seat), &fields).await;
                    assert!(receipt.body.contains(&format!("\"next\":{}", nth + 1)), "{receipt}");
                }
            }
            assert_eq!(keys["text"].take(), key.to_string());
            assert_eq!(keys["shown"], nth + 1);
        }
        // What was typed meanwhile is on the first screen of the next connection.
        drop(confederate);
        let mut judge = site.opens(&site.judge, "tab1").await;
        judge.news("screen").await;
        judge.types(human, line.chars().count(), "More\n").await;
        let mut confederate = site.opens(&site.confederate, "tab2").await;
        assert_eq!(heard(&confederate.news("screen").await), format!("{line}More\n"));
    }
}

#[tokio::test]
async fn only_pages_of_this_site_and_people_in_their_seat_open_it() {
    let app = TestApp::with(|settings| settings.public_url = "https://luna.example.org/".into());
    let site = Site::new(app.await).await;
    let here = site.origin();
    let near = here.replace("127.0.0.1", "127.0.0.1.example.org");
    for strange in ["https://example.org", "null", &near, "https://luna.example.org.evil.net"] {
        let refused = site.tries(&site.judge, "tab1", &[("origin", strange)]).await;
        assert_eq!(refused.err(), Some(StatusCode::FORBIDDEN), "{strange}");
    }
    let unnamed = site.tries(&site.judge, "tab1", &[]).await;
    assert_eq!(unnamed.err(), Some(StatusCode::FORBIDDEN));
    // Behind a proxy that tells another host.
    let proxied = site.tries(&site.judge, "tab1", &[("origin", "https://luna.example.org")]).await;
    proxied.unwrap().news("screen").await;
    let stranger = site.app.guest("cat").await;
    let refused = site.tries(&stranger, "tab1", &[("origin", &here)]).await;
    assert_eq!(refused.err(), Some(StatusCode::NOT_FOUND));
    let nobody = site.tries(&site.app.visitor(), "tab1", &[("origin", &here)]).await;
    assert_eq!(nobody.err(), Some(StatusCode::UNAUTHORIZED));
    // A browser that asks for a page at the address gets none.
    let mut judge = site.judge.clone();
    assert_eq!(judge.get(&format!("{}/socket?tab=tab1", site.seat)).await.status, 404);

    let mut first = site.opens(&site.judge, "tab1").await;
    first.news("screen").await;
    let mut second = site.opens(&site.judge, "tab9").await;
    let lost = second.news("lost").await;
    assert!(lost["why"].as_str().unwrap().contains("open in another browser or tab"), "{lost}");
    assert_eq!(second.next().await.unwrap_err().0, 1000);
    let refused = first.types(site.human, 0, "x").await;
    assert_eq!(refused["next"], 1, "the first has its seat still: {refused}");
}

#[tokio::test]
async fn messages_that_are_too_long_or_no_keys_close_the_connection_and_type_nothing() {
    let site = Site::new(TestApp::new().await).await;
    let human = site.human;
    let mut confederate = site.opens(&site.confederate, "tab2").await;
    confederate.news("screen").await;
    let reason = "A message must be the JSON of one batch of keys, of at most 4,096 bytes.";
    let long = batch(human, 0, &"x".repeat(4_096));
    let bad: [Message; 6] = [
        long.into(),
        "x".repeat(1 << 20).into(),
        "{}".into(),
        "not JSON".into(),
        batch(human, 0, "x").replace("attempt", "attempts").into(),
        Message::Binary(batch(human, 0, "x").into_bytes().into()),
    ];
    for message in bad {
        let mut judge = site.opens(&site.judge, "tab1").await;
        judge.news("screen").await;
        // The server may have closed the connection before it has all of it.
        drop(judge.0.send(message.clone()).await);
        if message.len() < 100_000 {
            assert_eq!(judge.next().await.unwrap_err(), (1008, reason.to_owned()), "{message}");
        }
        while let Some(Ok(_)) = timeout(LONG, judge.0.next()).await.unwrap() {}
    }
    // A number that does not fit is refused by the rules, and the connection goes on.
    let mut judge = site.opens(&site.judge, "tab1").await;
    judge.news("screen").await;
    assert_eq!(judge.types(human, 7, "x").await["next"], 0);
    let flood = "x\n".repeat(60);
    let mut first = 0;
    let refused = loop {
        let receipt = judge.types(human, first, &flood).await;
        if receipt["refusal"].is_string() {
            break receipt;
        }
        first += flood.len();
        assert!(first < 100_000, "no flood");
    };
    assert_eq!((&refused["again"], &refused["next"]), (&json!(true), &json!(first)));
}

#[tokio::test]
async fn connections_count_like_streams_of_events() {
    let app = TestApp::with(|settings| settings.streams_per_address = 2).await;
    let site = Site::new(app).await;
    let mut judge = site.opens(&site.judge, "tab1").await;
    judge.news("screen").await;
    let mut events = site.judge.clone();
    events.address = SocketAddr::from(([127, 0, 0, 1], 4000));
    let request = Request::get(format!("{}/events?tab=tab1", site.seat)).body(Body::empty());
    let stream = events.open(request.unwrap()).await;
    assert_eq!(stream.status(), 200);
    let crowd = site.tries(&site.confederate, "tab2", &[("origin", &site.origin())]).await;
    assert_eq!(crowd.err(), Some(StatusCode::TOO_MANY_REQUESTS));
    drop(stream);
    let mut confederate = site.opens(&site.confederate, "tab2").await;
    confederate.news("screen").await;
    confederate.0.close(None).await.unwrap();
    while confederate.0.next().await.is_some() {}
    // Its place is free soon after it has closed.
    let clock = async {
        while site.tries(&site.confederate, "tab2", &[("origin", &site.origin())]).await.is_err() {}
    };
    timeout(LONG, clock).await.unwrap();
}

/// What a judge has got of both sides: the texts, and the names of the fields of all news.
#[derive(Debug, Default, PartialEq, Eq)]
struct Traffic {
    texts: BTreeMap<String, String>,
    fields: BTreeSet<String>,
}

impl Traffic {
    fn hear(&mut self, news: &Value) {
        self.fields.extend(news.as_object().unwrap().keys().cloned());
        if news["kind"] == "keys" {
            let text = self.texts.entry(news["side"].to_string()).or_default();
            text.push_str(news["text"].as_str().unwrap());
        }
    }

    fn is_whole(&self, human: &str) -> bool {
        let ended = self.texts.values().filter(|text| text.ends_with('\n')).count();
        let human = self.texts.get(&format!("\"{human}\"")).is_some_and(|text| text == "Me too.\n");
        human && ended == 2
    }
}

/// The traffic of the stream of events is searched for signs of the program elsewhere.
#[tokio::test]
async fn it_carries_what_the_stream_of_events_does_and_nothing_else() {
    let site = Site::new(TestApp::new().await).await;
    let human = site.human;
    let mut reader = site.judge.clone();
    let request = Request::get(format!("{}/events?tab=tab1", site.seat)).body(Body::empty());
    let mut events = reader.open(request.unwrap()).await.into_body().into_data_stream();
    let mut event = async || {
        let bytes = timeout(LONG, events.next()).await.unwrap().unwrap().unwrap();
        let event = std::str::from_utf8(&bytes).unwrap().trim();
        serde_json::from_str::<Value>(event.strip_prefix("data: ").unwrap()).unwrap()
    };
    let mut socket = site.opens(&site.judge, "tab1").await;
    assert_eq!(socket.next().await.unwrap(), event().await);
    let mut confederate = site.opens(&site.confederate, "tab2").await;
    confederate.news("screen").await;
    for side in ["left", "right"] {
        let receipt = socket.types(side, 0, "I am fond of spiders.\n").await;
        assert_eq!(receipt["next"], 22, "{receipt}");
    }
    confederate.news("keys").await;
    site.app.work().await;
    // The program has time to type its reply.
    site.app.later(MINUTE);
    site.opens(&site.confederate, "tab2").await.news("screen").await;
    assert_eq!(confederate.types("talk", 0, "Me too.\n").await["next"], 8);
    let [mut by_socket, mut by_events] = [Traffic::default(), Traffic::default()];
    while !by_socket.is_whole(human) {
        by_socket.hear(&socket.next().await.unwrap());
    }
    while !by_events.is_whole(human) {
        by_events.hear(&event().await);
    }
    assert_eq!(by_socket, by_events);
}
