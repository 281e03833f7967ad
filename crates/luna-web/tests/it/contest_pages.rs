//! The pages of a contest: an invitation, the seats, the console, the results.

use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use futures_util::StreamExt as _;
use luna_app::contest::creation::{self, Purpose};
use luna_app::contest::file::ContestFile;
use luna_app::contest::invitation::Invitation;
use luna_core::contest::participant::Participant;
use luna_store::Tx;
use luna_testkit::app::{MINUTE, SECOND, TestApp};
use luna_testkit::persona::Persona;
use serde_json::{Value, json};

use crate::consent::words_before;

const FILE: &str = "
preset = \"2009\"
seats = [{ seat = \"E1\", machine = \"eliza\" }]
[rules]
judges = 1
entries = 1
confederates = 1
";

/// A contest with one judge, one confederate and Eliza.
struct Site {
    app: TestApp,
    id: String,
    boss: Persona,
    judge: Persona,
    confederate: Persona,
    /// The judge's side that the confederate is on.
    human: &'static str,
}

impl Site {
    async fn new() -> Site {
        let app = TestApp::new().await;
        let mut boss = app.admin().await;
        let (at, file) = (app.moment(), ContestFile::read(FILE.as_bytes()).unwrap());
        let create =
            move |tx: &mut Tx<'_>| creation::create(tx, &at, None, &file, Purpose::Contest);
        let created = app.db.write(create).await.unwrap();
        let schedule = app.db.column("SELECT schedule FROM contest").remove(0);
        let human = if schedule.contains("\"entry_side\":\"left\"") { "right" } else { "left" };
        let judge = comes(&app, "ann", &created.invitations, Participant::Judge(1)).await;
        let confederate =
            comes(&app, "ben", &created.invitations, Participant::Confederate(1)).await;
        boss.get(&format!("/contests/{}/console", created.id)).await;
        Site { app, id: created.id, boss, judge, confederate, human }
    }

    fn at(&self, rest: &str) -> String {
        format!("/contests/{}{rest}", self.id)
    }

    async fn starts(&mut self) {
        let console = self.at("/console");
        self.boss.press("Start", &[]).await.leads_to(&console);
    }
}

async fn comes(
    app: &TestApp,
    name: &str,
    invitations: &[Invitation],
    seat: Participant,
) -> Persona {
    let mut person = app.guest(name).await;
    let token = invitations.iter().find(|it| it.participant == seat).unwrap().token.clone();
    let page = person.reads(&format!("/contests/join/{token}")).await;
    assert!(page.contains("You are invited as"), "{page}");
    let refused = person.press("Take my seat", &[]).await;
    assert!(refused.text().contains("Please tick that you want to take part."), "{refused}");
    person.get(&format!("/contests/join/{token}")).await;
    let seat = person.press("Take my seat", &[("agree", "yes"), ("publication", "yes")]).await;
    let seat = seat.leads_to("/contests/");
    assert!(person.reads(&seat).await.contains("Your seat:"));
    person
}

/// The events of a seat as they come.
struct Events(BodyDataStream);

impl Events {
    async fn of(person: &mut Persona, seat: &str, tab: &str) -> Events {
        let request = Request::get(format!("{seat}/events?tab={tab}")).body(Body::empty());
        Events(person.open(request.unwrap()).await.into_body().into_data_stream())
    }

    async fn next(&mut self) -> Value {
        let bytes = self.0.next().await.unwrap().unwrap();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        serde_json::from_str(text.trim().strip_prefix("data: ").unwrap()).unwrap()
    }
}

async fn sends(person: &mut Persona, seat: &str, fields: [&str; 4]) -> Value {
    let [tab, side, first, text] = fields;
    let all = [("tab", tab), ("side", side), ("round", "1"), ("attempt", "1"), ("first", first)];
    let all = [&all[..], &[("text", text)]].concat();
    let answer = person.post(&format!("{seat}/keys"), &all).await;
    serde_json::from_str(&answer.body).unwrap()
}

#[tokio::test]
async fn a_judge_and_a_confederate_type_to_each_other_until_the_result_appears() {
    let mut site = Site::new().await;
    let seat = site.at("/seat");
    let mut judge = Events::of(&mut site.judge, &seat, "t1").await;
    let mut confederate = Events::of(&mut site.confederate, &seat, "t2").await;
    assert_eq!(judge.next().await["clock"], "Not started yet");
    assert_eq!(confederate.next().await["clock"], "Not started yet");

    // Another browser of the same person is refused.
    let mut other = Events::of(&mut site.judge, &seat, "t3").await.next().await;
    assert_eq!(other["kind"].take(), "lost");
    assert!(other["why"].as_str().unwrap().contains("open in another browser or tab"), "{other}");

    site.starts().await;
    if site.human == "right" {
        site.app.later(5 * MINUTE);
        site.boss.get(&site.at("/console")).await;
        // The seats are held by their streams, which look at the clock.
        judge.next().await;
        confederate.next().await;
    }
    judge = Events::of(&mut site.judge, &seat, "t1").await;
    confederate = Events::of(&mut site.confederate, &seat, "t2").await;
    let screen = judge.next().await;
    assert!(screen["clock"].as_str().unwrap().starts_with("Round 1 of 1: "), "{screen}");
    confederate.next().await;

    let early = sends(&mut site.confederate, &seat, ["t2", "", "0", "Hi"]).await;
    assert_eq!(early["refusal"], "The judge speaks first.");
    let human = site.human;
    let receipt = sends(&mut site.judge, &seat, ["t1", human, "0", "<b>Ho\u{8}i\n"]).await;
    assert_eq!((&receipt["next"], &receipt["refusal"]), (&Value::from(8), &Value::Null));
    let keys = confederate.next().await;
    assert_eq!(keys["text"], "<b>Ho\u{8}i\n");
    // What has arrived is not taken twice.
    let again = sends(&mut site.judge, &seat, ["t1", human, "0", "<b>Ho\u{8}i\n"]).await;
    assert_eq!(again["next"], 8);
    sends(&mut site.confederate, &seat, ["t2", "", "0", "Hello"]).await;
    let keys = judge.next().await;
    assert_eq!((&keys["side"], &keys["text"]), (&Value::from(human), &Value::from("Hello")));
    // A page that is loaded again has everything.
    let screen = Events::of(&mut site.confederate, &seat, "t2").await.next().await;
    assert_eq!(screen["talks"][0]["next"], 5);
    assert_eq!(screen["talks"][0]["keys"].as_array().unwrap().len(), 13);
    drop((judge, confederate));
    ends(site).await;
}

async fn ends(mut site: Site) {
    let (seat, human) = (site.at("/seat"), site.human);
    let verdict = [("tab", "t1"), ("round", "1"), ("human", human)];
    let early = site.judge.post(&format!("{seat}/verdict"), &verdict).await;
    assert!(early.body.contains("is due in its review"), "{early}");
    site.app.later(if human == "right" { 5 * MINUTE } else { 10 * MINUTE });
    // The time of the page has run out, but nobody else has taken the seat.
    assert_eq!(site.judge.post(&format!("{seat}/verdict"), &verdict).await.status, 200);
    let twice = site.judge.post(&format!("{seat}/verdict"), &verdict).await;
    assert!(twice.body.contains("already given your verdict"), "{twice}");
    assert!(!site.boss.reads(&site.at("")).await.contains("Result"));

    site.app.later(11 * MINUTE);
    let screen = Events::of(&mut site.judge, &seat, "t1").await.next().await;
    assert_eq!(screen["ranking"]["parties"][0]["round"], 1);
    let ranks = [("tab", "t1"), ("rank1", "1")];
    assert_eq!(site.judge.post(&format!("{seat}/ranks"), &ranks).await.status, 200);
    let twice = site.judge.post(&format!("{seat}/ranks"), &ranks).await;
    assert_eq!(twice.status, 422, "{twice}");

    let results = site.boss.reads(&site.at("")).await;
    assert!(results.contains("Judges found the human in 1 of 1 pairs"), "{results}");
    let transcript = site.at(&format!("/1/1/{human}"));
    let page = site.boss.get(&transcript).await;
    assert!(page.body.contains("&lt;b&gt;Hi"), "{page}");
    let lines = site.boss.get(&format!("{transcript}/keys")).await.body;
    assert_eq!(lines.lines().count(), 13, "{lines}");
}

#[tokio::test]
async fn strangers_find_no_seat_and_no_console() {
    let mut site = Site::new().await;
    let mut stranger = site.app.guest("cat").await;
    for path in ["/seat", "/console", "/1/1/left", "/1/1/up"] {
        assert_eq!(stranger.get(&site.at(path)).await.status, 404, "{path}");
    }
    assert_eq!(stranger.get(&site.at("/seat/events?tab=t")).await.status, 204);
    stranger.get("/settings").await;
    let forged = stranger.post(&site.at("/console"), &[("do", "start")]).await;
    assert_eq!(forged.status, 404);
    stranger.get("/settings").await;
    assert_eq!(stranger.post("/contests/rehearse", &[]).await.status, 404);
    assert_eq!(stranger.get("/contests/join/nobodyknowsthis").await.status, 404);
    let page = site.boss.reads(&site.at("")).await;
    assert!(page.contains("Not started yet"), "{page}");
}

#[tokio::test]
async fn an_administrator_rehearses_a_contest_to_its_result() {
    let app = TestApp::new().await;
    let mut boss = app.admin().await;
    boss.get("/contests").await;
    let console = boss.press("Start a rehearsal", &[]).await.leads_to("/contests/");
    let page = boss.reads(&console).await;
    assert!(page.contains("Round 1 of 7: LEFT"), "{page}");
    boss.press("Pause", &[]).await.leads_to(&console);
    assert!(boss.reads(&console).await.contains("(paused)"));
    boss.press("Resume", &[]).await.leads_to(&console);
    app.passes(MINUTE, SECOND / 20).await;
    let results = boss.reads(console.strip_suffix("/console").unwrap()).await;
    assert!(results.contains("of 16 pairs"), "{results}");
}

#[tokio::test]
async fn a_flood_is_stopped_with_a_reason() {
    let mut site = Site::new().await;
    let seat = site.at("/seat");
    site.starts().await;
    Events::of(&mut site.judge, &seat, "t1").await.next().await;
    let much = "x\n".repeat(5_000);
    let receipt = sends(&mut site.judge, &seat, ["t1", "left", "0", &much]).await;
    let why = receipt["refusal"].as_str().unwrap();
    assert!(why.contains("Nobody types more than"), "{why}");
}

#[tokio::test]
async fn the_organiser_gives_time_begins_again_and_closes_at_the_console() {
    let mut site = Site::new().await;
    let console = site.at("/console");
    site.starts().await;
    site.app.later(4 * MINUTE);
    assert!(site.boss.reads(&console).await.contains("60 seconds left in this phase."));
    site.boss.press("One more minute", &[]).await.leads_to(&console);
    assert!(site.boss.reads(&console).await.contains("120 seconds left in this phase."));
    site.boss.press("End this phase now", &[]).await.leads_to(&console);
    assert!(site.boss.reads(&console).await.contains("Round 1 of 1: RIGHT"));
    site.boss.press("Begin this round again", &[]).await.leads_to(&console);
    let page = site.boss.reads(&console).await;
    assert!(page.contains("Round 1 of 1, again: LEFT"), "{page}");
    assert!(page.contains("300 seconds left in this phase."), "{page}");
    let early = site.boss.post(&console, &[("do", "close")]).await;
    assert!(early.body.contains("The contest can be closed when all rounds are over."), "{early}");

    site.app.later(20 * MINUTE);
    let page = site.boss.reads(&console).await;
    assert!(page.contains("All rounds are over. The judges give their ranks."), "{page}");
    site.boss.press("Close without the missing ranks", &[]).await.leads_to(&console);
    let page = site.boss.reads(&console).await;
    assert!(page.contains("See the results"));
    for line in [
        "J1 joined",
        "the contest started",
        "the phase was extended by 60 seconds",
        "the phase was ended early",
        "the round began again",
        "closed without the missing ranks",
    ] {
        assert!(page.contains(line), "{line}: {page}");
    }
    let late = site.boss.post(&console, &[("do", "extend")]).await;
    assert!(late.body.contains("This contest is over."), "{late}");
    let results = site.boss.reads(&site.at("")).await;
    assert!(
        results.contains("No judge gave a verdict, so there is nothing to count."),
        "{results}"
    );
}

#[tokio::test]
async fn a_substitute_takes_over_a_seat_by_a_new_link() {
    let mut site = Site::new().await;
    let (console, seat) = (site.at("/console"), site.at("/seat"));
    site.starts().await;
    let mut before = Events::of(&mut site.confederate, &seat, "t2").await;
    before.next().await;
    site.boss.get(&console).await;
    let made = site.boss.press("New link for C1", &[]).await;
    assert!(made.text().contains("The link for C1, shown only now:"), "{made}");
    let (_, link) = made.body.split_once("/contests/join/").unwrap();
    let link = format!("/contests/join/{}", link.split_once('<').unwrap().0);

    // The person who was there has lost the seat, and is told so.
    let lost = sends(&mut site.confederate, &seat, ["t2", "", "0", "Hi"]).await;
    assert!(lost["refusal"].as_str().unwrap().contains("no longer yours"), "{lost}");
    assert_eq!(lost["again"], false);
    assert_eq!(site.confederate.get(&seat).await.status, 404);

    let mut substitute = site.app.guest("dan").await;
    substitute.get(&link).await;
    substitute.press("Take my seat", &[("agree", "yes")]).await.leads_to("/contests/");
    let mut after = Events::of(&mut substitute, &seat, "t9").await;
    assert_eq!(after.next().await["kind"], "screen");
    let early = sends(&mut substitute, &seat, ["t9", "", "0", "Hi"]).await;
    assert!(early["refusal"].as_str().is_some(), "{early}");
    assert!(!early["refusal"].as_str().unwrap().contains("no longer yours"), "{early}");
    let page = site.boss.reads(&console).await;
    assert!(page.contains("C1 replaced"), "{page}");
}

#[tokio::test]
async fn keys_come_with_their_place_among_those_of_the_reader() {
    let mut site = Site::new().await;
    let seat = site.at("/seat");
    site.starts().await;
    if site.human == "right" {
        site.app.later(5 * MINUTE);
    }
    let mut confederate = Events::of(&mut site.confederate, &seat, "t2").await;
    let mut judge = Events::of(&mut site.judge, &seat, "t1").await;
    confederate.next().await;
    judge.next().await;
    let human = site.human;
    sends(&mut site.judge, &seat, ["t1", human, "0", "ab"]).await;
    let keys = confederate.next().await;
    assert_eq!((&keys["text"], &keys["after"]), (&Value::from("ab"), &json!([0, 0])));
    let receipt = sends(&mut site.confederate, &seat, ["t2", "", "0", "cde"]).await;
    assert_eq!((&receipt["next"], &receipt["heard"]), (&json!(3), &json!(2)));
    let keys = judge.next().await;
    assert_eq!((&keys["text"], &keys["after"]), (&Value::from("cde"), &json!([2, 2, 2])));
    sends(&mut site.judge, &seat, ["t1", human, "2", "f"]).await;
    assert_eq!(confederate.next().await["after"], json!([3]));
}

#[tokio::test]
async fn a_seat_says_what_it_waits_for() {
    let mut site = Site::new().await;
    let seat = site.at("/seat");
    let hints = async |site: &mut Site| {
        let judge = Events::of(&mut site.judge, &seat, "t1").await.next().await;
        let confederate = Events::of(&mut site.confederate, &seat, "t2").await.next().await;
        [judge["hint"].clone(), confederate["hint"].clone()]
    };
    let stay = "Please stay on this page. The contest begins here by itself.";
    assert_eq!(hints(&mut site).await, [stay, stay]);
    site.starts().await;
    // In one of the two phases the confederate's conversation is open.
    let busy = json!("The judge is typing on the other side now.");
    let sides = if site.human == "left" { [Value::Null, busy] } else { [busy, Value::Null] };
    for expected in sides {
        assert_eq!(hints(&mut site).await, [Value::Null, expected]);
        site.app.later(5 * MINUTE);
        site.app.work().await;
    }
    let (console, paused) =
        (site.at("/console"), "The contest is paused. It continues here by itself.");
    site.boss.reads(&console).await;
    site.boss.press("Pause", &[]).await.leads_to(&console);
    assert_eq!(hints(&mut site).await, [paused, paused]);
    site.boss.reads(&console).await;
    site.boss.press("Resume", &[]).await.leads_to(&console);
    let deciding = json!("The judge is deciding who is human.");
    assert_eq!(hints(&mut site).await, [Value::Null, deciding]);
    site.app.later(15 * MINUTE);
    site.app.work().await;
    let nobody = json!("You gave no verdict, so you have nobody to rank. Thank you!");
    let done = json!("You are done. Thank you! The results will be on the page of the contest.");
    assert_eq!(hints(&mut site).await, [nobody, done]);
    let page = site.judge.reads(&seat).await;
    assert!(!page.contains("Create an account"), "{page}");
}

#[tokio::test]
async fn each_role_agrees_to_a_text_of_its_own() {
    let app = TestApp::new().await;
    let (at, file) = (app.moment(), ContestFile::read(FILE.as_bytes()).unwrap());
    let create = move |tx: &mut Tx<'_>| creation::create(tx, &at, None, &file, Purpose::Contest);
    let created = app.db.write(create).await.unwrap();
    for (seat, judges) in [(Participant::Judge(1), true), (Participant::Confederate(1), false)] {
        app.later(MINUTE);
        let invitation = created.invitations.iter().find(|it| it.participant == seat);
        let link = format!("/contests/join/{}", invitation.unwrap().token);
        let mut newcomer = app.visitor();
        let page = newcomer.get(&link).await;
        assert_eq!(page.text().to_lowercase().contains("your verdicts"), judges, "{page}");
        let words = words_before(&page.body, "<form", "Take my seat");
        assert!((50..=90).contains(&words), "{words} words: {page}");
        let fields = [("agree", "yes"), ("adult", "yes")];
        newcomer.press("Take my seat", &fields).await.leads_to("/contests/");
        let settings = newcomer.reads("/settings").await;
        let consents = settings.split("Taking part in a contest").nth(1).unwrap_or_default();
        let consents = consents.split("###").next().unwrap_or_default();
        assert_eq!(consents.contains("your verdicts"), judges, "{settings}");
        for change in ["Withdraw from the contest", "Agree to take part"] {
            newcomer.get("/settings").await;
            newcomer.press(change, &[]).await.leads_to("/settings");
        }
        let agreed = "SELECT t.body FROM consent c JOIN consent_text t ON t.hash = c.text_hash
                      WHERE c.purpose = 'contest' ORDER BY c.given_at DESC, c.nth DESC";
        for body in app.db.column(agreed).iter().take(2) {
            assert_eq!(body.contains("your verdicts"), judges, "{body}");
        }
    }
}

#[tokio::test]
async fn somebody_invited_agrees_to_the_contest_alone_and_withdraws_in_the_settings() {
    for app in TestApp::each().await {
        let (at, file) = (app.moment(), ContestFile::read(FILE.as_bytes()).unwrap());
        let create =
            move |tx: &mut Tx<'_>| creation::create(tx, &at, None, &file, Purpose::Contest);
        let created = app.db.write(create).await.unwrap();
        let judge = created.invitations.iter().find(|it| it.participant == Participant::Judge(1));
        let link = format!("/contests/join/{}", judge.unwrap().token);
        let mut newcomer = app.visitor();
        let page = newcomer.reads(&link).await;
        assert!(page.contains("You are invited as a judge"), "{page}");
        assert!(!page.contains("Smarts Rating"), "nothing about games: {page}");
        // The briefing stands before what they agree to.
        let page = newcomer.get(&link).await;
        let words = words_before(&page.body, "<form", "Take my seat");
        assert!((50..=90).contains(&words), "{words} words: {page}");
        let young = newcomer.press("Take my seat", &[("agree", "yes")]).await;
        assert!(young.text().contains("Luna is for adults only"), "{young}");
        assert_eq!(app.db.column("SELECT count(*) FROM player WHERE kind = 'human'"), ["0"]);
        newcomer.get(&link).await;
        let fields = [("agree", "yes"), ("adult", "yes"), ("publication", "yes")];
        let seat = newcomer.press("Take my seat", &fields).await.leads_to("/contests/");
        assert!(newcomer.reads(&seat).await.contains("Your seat:"));
        let consents =
            || app.db.raw("SELECT purpose, withdrawn_at, about FROM consent ORDER BY purpose, nth");
        let about = created.id.as_str();
        let rows = [
            ["adult", "NULL", ""],
            ["contest", "NULL", about],
            ["contest_publication", "NULL", about],
        ];
        assert_eq!(consents(), rows);
        // A game is another thing.
        newcomer.get("/games").await;
        newcomer.press("New game", &[]).await.leads_to("/consent");
        newcomer.get("/settings").await;
        newcomer
            .press("Withdraw conversations from publication", &[])
            .await
            .leads_to("/settings#consent");
        newcomer.get("/settings").await;
        newcomer.press("Withdraw from the contest", &[]).await.leads_to("/settings#consent");
        assert!(consents().iter().skip(1).all(|row| row[1] != "NULL"), "{:?}", consents());
        let settings = newcomer.reads("/settings").await;
        assert!(settings.contains("Agree to take part"), "{settings}");
        // Nobody else's contest can be agreed to there.
        newcomer.get("/settings").await;
        let other = [("give", "yes"), ("about", "another")];
        let forged = newcomer.post("/settings/consent/contest", &other).await;
        assert_eq!(forged.status.as_u16(), 404);
    }
}

/// The fingerprint of a page that is read again by itself; none when nothing more will change.
fn polled_state(page: &str) -> Option<&str> {
    let (_, rest) = page.split_once("data-state=\"")?;
    let (state, rest) = rest.split_once('"')?;
    assert!(rest.starts_with(" data-every=\"10\""), "{page}");
    assert!(page.contains("<noscript><meta http-equiv=\"refresh\" content=\"10\">"), "{page}");
    Some(state)
}

#[tokio::test]
async fn the_page_of_a_contest_follows_it_until_the_results_are_there() {
    let mut site = Site::new().await;
    let here = site.at("");
    let mut reader = site.app.visitor();
    let waiting = reader.get(&here).await.body;
    site.starts().await;
    let first = reader.get(&here).await.body;
    site.app.later(20 * MINUTE);
    let ranking = reader.get(&here).await.body;
    let states = [&waiting, &first, &ranking].map(|page| polled_state(page).unwrap());
    assert_eq!(states.map(|it| it.len() > 5), [true; 3]);
    assert!(states[0] != states[1] && states[1] != states[2], "{states:?}");

    let console = site.at("/console");
    site.boss.reads(&console).await;
    site.boss.press("Close without the missing ranks", &[]).await.leads_to(&console);
    assert_eq!(polled_state(&reader.get(&here).await.body), None);
}
