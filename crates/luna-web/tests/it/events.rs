//! `/events`: hearing that there is news.

use axum::body::{Body, Bytes};
use axum::http::Request;
use axum::response::Response;
use futures_util::StreamExt as _;
use luna_testkit::app::{DAY, METRICS_TOKEN, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::reading::attribute;

/// The lines of a stream as they come.
struct Stream(axum::body::BodyDataStream);

impl Stream {
    /// Opens the stream as the page in front of them does.
    async fn of(player: &mut Persona, path: &str) -> Stream {
        let seen = seen(&player.get(path).await.body);
        Stream::since(player, &seen).await
    }

    async fn since(player: &mut Persona, seen: &str) -> Stream {
        let response = open(player, &format!("/events?seen={seen}")).await;
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["cache-control"], "no-store");
        assert!(response.headers().contains_key("content-security-policy"));
        Stream(response.into_body().into_data_stream())
    }

    async fn next(&mut self) -> Option<String> {
        let bytes: Bytes = self.0.next().await?.unwrap();
        Some(String::from_utf8(bytes.to_vec()).unwrap())
    }
}

async fn open(player: &mut Persona, path: &str) -> Response {
    player.open(Request::get(path).body(Body::empty()).unwrap()).await
}

/// How far the page has come.
fn seen(body: &str) -> String {
    let (_, main) = body.split_once("<main ").unwrap();
    attribute(main.split_once('>').unwrap().0, "data-seen").unwrap()
}

#[tokio::test]
async fn a_visitor_who_is_not_logged_in_is_told_to_stop_trying() {
    let app = TestApp::new().await;
    assert_eq!(open(&mut app.visitor(), "/events?seen=0").await.status().as_u16(), 204);
    let mut ann = app.guest("ann").await;
    app.passes(62 * DAY, DAY).await;
    assert_eq!(open(&mut ann, "/events?seen=0").await.status().as_u16(), 204);
}

#[tokio::test]
async fn a_page_that_is_behind_hears_so_at_once() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        let before = seen(&ann.get("/games").await.body);
        ann.new_game().await;
        let now = seen(&ann.get("/games").await.body);
        assert_ne!(before, now);
        let mut stream = Stream::since(&mut ann, &before).await;
        assert_eq!(stream.next().await, Some(format!("id: {now}\ndata: {now}\n\n")));
        // So does one that says nothing, or nothing that can be read.
        for said in ["", "x", "-1", "9999999999999999999999"] {
            let mut stream = Stream::since(&mut ann, said).await;
            assert_eq!(stream.next().await, Some(format!("id: {now}\ndata: {now}\n\n")), "{said}");
        }
    }
}

#[tokio::test]
async fn a_page_hears_when_the_partner_has_moved_and_not_before() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
        let anns = ann.opens("ann").await;
        let at = seen(&ann.get(&anns).await.body);
        let mut stream = Stream::of(&mut ann, &anns).await;
        // Writing and saving concerns nobody else.
        let bobs = bob.new_game().await;
        bob.get(&bobs).await;
        bob.press("Save and finish later", &[("q1", "draft")])
            .await
            .leads_to("/games?notice=saved");
        bob.asks(&bobs, "bob").await.leads_to(&bobs);
        let heard = stream.next().await.unwrap();
        let now = seen(&ann.get(&anns).await.body);
        assert_eq!(heard, format!("id: {now}\ndata: {now}\n\n"));
        assert_eq!(
            now.parse::<i64>().unwrap(),
            at.parse::<i64>().unwrap() + 1,
            "one thing has changed"
        );
    }
}

#[tokio::test]
async fn a_stream_that_was_cut_goes_on_where_it_was() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    ann.new_game().await;
    let now = seen(&ann.get("/games").await.body);
    let request = Request::get("/events?seen=0").header("last-event-id", &now);
    let response = ann.open(request.body(Body::empty()).unwrap()).await;
    let mut stream = Stream(response.into_body().into_data_stream());
    ann.new_game().await;
    let next = now.parse::<i64>().unwrap() + 1;
    assert_eq!(stream.next().await, Some(format!("id: {next}\ndata: {next}\n\n")));
}

#[tokio::test]
async fn hidden_moves_of_a_partner_cause_no_event() {
    let app = TestApp::new().await;
    let (mut ann, mut bob, [anns, bobs]) = app.paired().await;
    let mut stream = Stream::of(&mut ann, &anns).await;
    let at: i64 = seen(&ann.get(&anns).await.body).parse().unwrap();
    bob.answers(&bobs, "bob").await.leads_to(&bobs);
    // What Ann hears next is of her own doing.
    ann.answers(&anns, "ann").await.leads_to(&anns);
    assert_eq!(stream.next().await, Some(format!("id: {0}\ndata: {0}\n\n", at + 1)));
}

#[tokio::test]
async fn streams_end_when_the_server_is_to_stop() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    let mut stream = Stream::of(&mut ann, "/games").await;
    let mut late = Stream::since(&mut ann, "x").await;
    assert!(late.next().await.is_some());
    app.stop();
    assert_eq!(stream.next().await, None);
    assert_eq!(late.next().await, None);
    assert_eq!(Stream::of(&mut ann, "/games").await.next().await, None);
}

#[tokio::test]
async fn a_stream_ends_with_the_session() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    let mut phone = ann.elsewhere();
    phone.logs_in("ann@example.org", luna_testkit::app::PASSWORD).await.leads_to("/games");
    let mut stream = Stream::of(&mut phone, "/games").await;
    ann.get("/settings").await;
    ann.press("Log out", &[]).await.leads_to("/settings");
    ann.new_game().await;
    assert_eq!(stream.next().await, None);
}

#[tokio::test]
async fn open_streams_are_counted_while_they_are_open() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    let count = async |expected: &str| {
        let page = app.visitor().figures(METRICS_TOKEN).await;
        assert_eq!(
            page.body.lines().find(|line| line.starts_with("luna_streams ")),
            Some(expected)
        );
    };
    count("luna_streams 0").await;
    let one = Stream::of(&mut ann, "/games").await;
    let other = Stream::of(&mut ann, "/games").await;
    count("luna_streams 2").await;
    drop(one);
    count("luna_streams 1").await;
    drop(other);
    count("luna_streams 0").await;
}

#[tokio::test]
async fn open_streams_per_player_are_limited() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    let mut streams = Vec::new();
    for _ in 0..50 {
        let response = open(&mut ann, "/events?seen=0").await;
        assert_eq!(response.status().as_u16(), 200);
        streams.push(response);
    }
    let refused = open(&mut ann, "/events?seen=0").await;
    assert_eq!(refused.status().as_u16(), 429);
    assert_eq!(refused.headers()["retry-after"], "60");
    let body = axum::body::to_bytes(refused.into_body(), 1 << 20).await.unwrap();
    let text = String::from_utf8(body.to_vec()).unwrap();
    assert!(text.contains("You have too many pages open. Please close some"), "{text}");
    assert_eq!(open(&mut bob, "/events?seen=0").await.status().as_u16(), 200);
    drop(streams.pop());
    assert_eq!(open(&mut ann, "/events?seen=0").await.status().as_u16(), 200);
}

#[tokio::test]
async fn open_streams_per_address_are_limited() {
    let app = TestApp::with(|settings| settings.streams_per_address = 3).await;
    let mut all = Vec::new();
    for name in ["ann", "bob", "cat", "dan"] {
        all.push(app.guest(name).await);
    }
    let mut streams = Vec::new();
    for player in &mut all {
        streams.push(open(player, "/events?seen=0").await);
    }
    let statuses: Vec<u16> = streams.iter().map(|stream| stream.status().as_u16()).collect();
    assert_eq!(statuses, [200, 200, 200, 429]);
    all[3].address.set_ip([192, 0, 2, 77].into());
    assert_eq!(open(&mut all[3], "/events?seen=0").await.status().as_u16(), 200);
    drop(streams);
    assert_eq!(open(&mut all[0], "/events?seen=0").await.status().as_u16(), 200);
}

#[tokio::test]
async fn events_carry_no_content() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    let anns = ann.opens("ann").await;
    let mut stream = Stream::of(&mut ann, &anns).await;
    bob.opens("bob").await;
    let heard = stream.next().await.unwrap();
    let letters: String = heard.chars().filter(char::is_ascii_alphabetic).collect();
    assert_eq!(letters, "iddata");
}
