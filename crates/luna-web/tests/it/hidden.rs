//! Who the partner is, and whether it is a person at all, is nobody's to know
//! before the end.

use std::collections::BTreeMap;

use luna_testkit::app::{DAY, HOUR, MINUTE, SECOND, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::play::{lent, questions, responses};

#[tokio::test]
async fn no_page_of_a_game_says_who_the_partner_is_before_the_end() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.account("robert-of-hull").await);
    let anns = ann.opens("ann").await;
    let bobs = bob.opens("bob").await;
    let secrets = secrets(&app, "robert-of-hull");
    let check = async |ann: &mut Persona, phase: &str| {
        for path in [anns.as_str(), "/games", "/profile", "/settings", "/settings/data"] {
            let body = ann.get(path).await.body;
            for secret in &secrets {
                assert!(!body.contains(secret), "{phase}: {secret} on {path}");
            }
        }
        for mail in app.mails().await.iter().filter(|mail| mail.address.starts_with("ann")) {
            let text = format!("{} {} {}", mail.subject, mail.plain, mail.html);
            assert!(secrets.iter().all(|secret| !text.contains(secret)), "{phase}: {text}");
        }
    };
    check(&mut ann, "paired").await;
    app.later(2 * HOUR);
    bob.answers(&bobs, "bob").await.leads_to(&bobs);
    check(&mut ann, "he has answered").await;
    ann.answers(&anns, "ann").await.leads_to(&anns);
    check(&mut ann, "both have answered").await;
    app.later(2 * HOUR);
    bob.guesses(&bobs, "87.125").await.leads_to(&bobs);
    check(&mut ann, "he has guessed").await;
    assert!(!ann.get(&anns).await.body.contains("87"));
    ann.guesses(&anns, "50").await.leads_to(&anns);
    assert!(ann.get(&anns).await.text().contains("# robert-of-hull, a person"));
    assert!(ann.get(&anns).await.text().contains("They guessed 87.125"));
}

/// The name, address and ids of a player, and those of their seats and games.
fn secrets(app: &TestApp, name: &str) -> Vec<String> {
    let player = app.db.raw(&format!("SELECT id, name, email FROM player WHERE name = '{name}'"));
    let seats = app.db.column(&format!(
        "SELECT s.id FROM seat s JOIN player p ON p.id = s.player_id WHERE p.name = '{name}'"
    ));
    let games = app.db.column("SELECT id FROM game");
    player.concat().into_iter().chain(seats).chain(games).collect()
}

#[tokio::test]
async fn responses_are_hidden_until_both_are_done() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    let bobs = bob.opens("bob").await;
    let anns = ann.new_game().await;
    assert!(!ann.get(&anns).await.body.contains("bob asks"));
    ann.asks(&anns, "ann").await.leads_to(&anns);
    bob.answers(&bobs, "bob").await.leads_to(&bobs);
    for path in [anns.as_str(), "/games", "/settings/data"] {
        assert!(!ann.get(path).await.body.contains("bob says"), "{path}");
    }
    ann.answers(&anns, "ann").await.leads_to(&anns);
    assert!(ann.get(&anns).await.body.contains("bob says 1."));
}

/// What Ann saw, look by look, and what was played opposite her and when.
struct Played {
    seen: Vec<(i64, String)>,
    moves: BTreeMap<i64, Vec<String>>,
    mails: Vec<String>,
}

const STEP: i64 = 5 * SECOND;

/// The same game twice: against the machine, and against somebody who writes
/// the same at the same moments. Every byte Ann gets must be the same.
#[tokio::test]
async fn a_machine_cannot_be_told_from_a_person_who_writes_the_same() {
    let mut nothing = BTreeMap::new();
    let house = async || TestApp::with(|settings| settings.timing.mail_quiet_ms = 0).await;
    let machine = play(&house().await, &mut nothing).await;
    let mut script = machine.moves.clone();
    assert_eq!(script.values().flatten().count(), 3, "asked, answered and guessed: {script:?}");
    let person = play(&house().await, &mut script).await;
    assert_eq!(person.moves, machine.moves, "the person wrote what the machine wrote");
    assert!(machine.seen.len() > 30, "{}", machine.seen.len());
    for ((at, one), (_, other)) in machine.seen.iter().zip(&person.seen) {
        assert_eq!(one, other, "{} seconds after the start", at / SECOND);
    }
    assert_eq!(machine.seen.len(), person.seen.len());
    assert_eq!(machine.mails, person.mails);
    assert!(machine.mails.len() >= 2, "{:?}", machine.mails);
}

/// Ann asks, and then does what her page tells her to, a minute after it does;
/// Bob does what the script says, and where there is none a machine will come.
async fn play(app: &TestApp, script: &mut BTreeMap<i64, Vec<String>>) -> Played {
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    app.mails().await;
    let begun = app.now();
    let game = ann.opens("ann").await;
    let mut bobs = String::new();
    let (mut seen, mut mails, mut since) = (Vec::new(), Vec::new(), 0);
    while app.now() < begun + 2 * DAY {
        app.later(STEP);
        for body in script.remove(&(app.now() - begun)).unwrap_or_default() {
            act(&mut bob, &mut bobs, &body).await;
        }
        app.work().await;
        let page = ann.get(&game).await;
        if page.text().contains("Your partner was") {
            break;
        }
        let mut look = format!("{:?}\n{}", page.headers, page.body);
        for path in ["/games", "/settings/data", "/profile"] {
            look.push_str(&ann.get(path).await.body);
        }
        seen.push((app.now() - begun, look));
        for mail in app.mails().await {
            mails.push(luna_testkit::reading::without_ids(&format!(
                "{}\n{}",
                mail.subject, mail.plain
            )));
        }
        since = if page.body.contains("<form class=\"moves") { since + STEP } else { 0 };
        if since >= MINUTE {
            obey(&mut ann, &game).await;
            since = 0;
        }
    }
    let rows = app.db.raw(
        "SELECT m.at, m.body FROM game_move m JOIN player p ON p.id = m.player_id
         WHERE p.name <> 'ann' AND m.body LIKE '{%' AND m.body NOT LIKE '%reveal%' ORDER BY m.seq",
    );
    let mut moves: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for row in rows {
        moves.entry(row[0].parse::<i64>().unwrap() - begun).or_default().push(row[1].clone());
    }
    Played { seen, moves, mails }
}

/// Does what the page in front of Ann is for.
async fn obey(ann: &mut Persona, game: &str) {
    let page = ann.get(game).await.text();
    if page.contains("[Send my responses]") {
        ann.press("Send my responses", &lent(&responses("ann"))).await.leads_to(game);
    } else if page.contains("[Make this my guess]") {
        ann.press("Make this my guess", &[("guess", "5")]).await.leads_to(game);
    } else {
        ann.press("Send my questions", &lent(&questions("ann"))).await.leads_to(game);
    }
}

/// Makes a move as it stands in the log.
async fn act(bob: &mut Persona, bobs: &mut String, body: &str) {
    let mv: serde_json::Value = serde_json::from_str(body).unwrap();
    let texts = |kind: &str, prefix: &str| -> Vec<(String, String)> {
        let all = mv[kind].as_array().unwrap();
        let named = all.iter().zip(1..).map(|(text, nth)| (format!("{prefix}{nth}"), text));
        named.map(|(name, text)| (name, text.as_str().unwrap().to_owned())).collect()
    };
    if mv.get("ask").is_some() {
        *bobs = bob.new_game().await;
        bob.get(bobs).await;
        bob.press("Send my questions", &lent(&texts("ask", "q"))).await.leads_to(bobs);
    } else if mv.get("answer").is_some() {
        bob.get(bobs).await;
        bob.press("Send my responses", &lent(&texts("answer", "r"))).await.leads_to(bobs);
    } else {
        let points = mv["guess"]["points"].as_i64().unwrap() / 1_000_000;
        bob.guesses(bobs, &points.to_string()).await.leads_to(bobs);
    }
}
