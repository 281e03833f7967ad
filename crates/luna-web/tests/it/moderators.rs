//! Operators play too: while they do, no page of theirs tells who their partner is.

use std::collections::BTreeMap;

use luna_testkit::app::{HOUR, MINUTE, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::play::{lent, questions};

use crate::admin::operator_routes;

const HATE: (&str, &str) = ("category", "hate");
/// Pages that name people and machines for other reasons: they name the partner as often as before
/// the game.
const EVERYBODY: [&str; 4] =
    ["/admin/players", "/admin/machines", "/admin/mail", "/admin/players/PARTNER"];
/// Pages of trivia, the battery and campaigns, which are not there without what they are about.
const ABSENT: [&str; 4] = [
    "/admin/quiz/questions/",
    "/admin/battery/answers/",
    "/admin/campaigns/{id}",
    "/admin/campaigns/{id}/",
];

/// A game that goes on, seen by the operator who plays in it.
struct Situation {
    partner_id: String,
    partner: &'static str,
    game_id: String,
    own_seat: String,
    partners_seat: String,
    report: String,
}

impl Situation {
    fn new(app: &TestApp, partner: &'static str) -> Situation {
        let one = |sql: &str| app.db.column(sql).remove(0);
        let partner_id = one(&format!("SELECT id FROM player WHERE name = '{partner}'"));
        let seat = |whose: &str| {
            one(&format!(
                "SELECT s.id FROM seat s JOIN player p ON p.id = s.player_id
                 WHERE p.name = '{whose}' AND s.ending IS NULL"
            ))
        };
        let (own_seat, partners_seat) = (seat("operator"), seat(partner));
        let game_id = one(&format!("SELECT game_id FROM seat WHERE id = '{own_seat}'"));
        let report = app.report_id();
        Situation { partner_id, partner, game_id, own_seat, partners_seat, report }
    }

    /// The addresses of all pages, with what is asked for filled in.
    fn pages(&self) -> Vec<String> {
        let mut pages = Vec::new();
        for path in get_routes() {
            match path.as_str() {
                "/admin/players/{id}" => pages.push(format!("/admin/players/{}", self.partner_id)),
                "/admin/games/{id}" => pages.push(format!("/admin/games/{}", self.game_id)),
                "/admin/reports/{id}" => pages.push(format!("/admin/reports/{}", self.report)),
                "/admin/search" => pages.extend(
                    [&self.own_seat, &self.partners_seat, &self.game_id]
                        .map(|id| format!("/admin/search?q={id}")),
                ),
                path if path.contains('{') => {
                    assert!(ABSENT.iter().any(|known| path.starts_with(known)), "{path} is new");
                }
                path => pages.push(path.to_owned()),
            }
        }
        pages
    }

    fn shows_everybody(&self, path: &str) -> bool {
        EVERYBODY.iter().any(|page| page.replace("PARTNER", &self.partner_id) == path)
    }
}

/// The addresses of operators' pages, as the routes have them.
fn get_routes() -> Vec<String> {
    let sources = operator_routes();
    let lines = sources.iter().flat_map(|source| source.lines());
    let gets = lines.filter(|line| line.contains(".route(\"/admin") && line.contains("get("));
    gets.map(|line| line.split('"').nth(1).unwrap().to_owned()).collect()
}

async fn read(operator: &mut Persona, path: &str) -> String {
    let answer = operator.get(path).await;
    format!("{}\n{}", answer.status.as_u16(), answer.body)
}

/// How often a page names somebody.
async fn mentions(operator: &mut Persona, path: &str, partner: &str, id: &str) -> [usize; 2] {
    let page = read(operator, path).await;
    [partner, id].map(|tell| page.matches(tell).count())
}

/// How often the pages that name everybody name the partner before a game.
async fn before(
    app: &TestApp,
    operator: &mut Persona,
    partner: &str,
) -> BTreeMap<String, [usize; 2]> {
    let id = app.db.column(&format!("SELECT id FROM player WHERE name = '{partner}'")).remove(0);
    let mut pages = BTreeMap::new();
    for page in EVERYBODY {
        let path = page.replace("PARTNER", &id);
        let count = mentions(operator, &path, partner, &id).await;
        pages.insert(path, count);
    }
    pages
}

/// Walks all pages of an operator who plays with this partner.
async fn walk(
    app: &TestApp,
    operator: &mut Persona,
    partner: &'static str,
    before: &BTreeMap<String, [usize; 2]>,
) {
    let situation = Situation::new(app, partner);
    let Situation { partner_id, partners_seat, game_id, .. } = &situation;
    for path in situation.pages() {
        if situation.shows_everybody(&path) {
            let now = mentions(operator, &path, partner, partner_id).await;
            assert_eq!(now, before[&path], "{path}");
            continue;
        }
        let page = read(operator, &path).await;
        let (status, body) = page.split_once('\n').unwrap();
        assert!(["200", "409"].contains(&status), "{path}: {status}");
        // What was typed into the search is on its page.
        let typed = path.split_once("?q=").map_or("", |(_, typed)| typed);
        let body = if typed.is_empty() { body.to_owned() } else { body.replace(typed, "") };
        for tell in [situation.partner, partner_id, partners_seat, game_id] {
            assert!(!body.contains(tell), "{path} tells {tell}: {body}");
        }
    }
}

async fn asks_with_a_paste(person: &mut Persona, game: &str, name: &str) {
    let mut fields = questions(name);
    fields[0].1 = "Why? ".repeat(80);
    fields.push(("pasted".to_owned(), "400,0,0,0,0".to_owned()));
    person.get(game).await;
    person.press("Send my questions", &lent(&fields)).await.leads_to(game);
}

#[tokio::test]
async fn no_page_of_an_operator_tells_that_the_partner_is_a_person_or_who() {
    let app = TestApp::new().await;
    app.only("nobody").await;
    let mut bob = app.account("fairplover").await;
    let mut operator = app.admin().await;
    let pages = before(&app, &mut operator, "fairplover").await;
    let bobs = bob.new_game().await;
    asks_with_a_paste(&mut bob, &bobs, "bob").await;
    let games = read(&mut operator, "/admin/games").await;
    assert!(!games.contains("fairplover"), "who waits is the next partner: {games}");
    let own = operator.opens("operator").await;
    operator.answers(&own, "operator").await.leads_to(&own);
    operator.reports(&own, &[HATE]).await;
    app.passes(2 * HOUR, 10 * MINUTE).await;
    assert!(!app.mails().await.is_empty(), "Bob has heard that it is his turn");
    walk(&app, &mut operator, "fairplover", &pages).await;
    // Another moderator decides; the log says nothing of it to the one who plays.
    let mut other = app.moderator().await;
    other.opens_report(&app.report_id()).await;
    let fields = [("why", "Insults."), ("warn", "yes"), ("do", "act")];
    other.press("Take the ticked actions", &fields).await.leads_to("/admin/reports");
    assert!(other.reads("/admin/acts").await.contains("warned fairplover"));
    walk(&app, &mut operator, "fairplover", &pages).await;
    // Once the game is over, everything is there.
    bob.answers(&bobs, "bob").await.leads_to(&bobs);
    operator.guesses(&own, "50").await.leads_to(&own);
    walk(&app, &mut operator, "fairplover", &pages).await;
    bob.guesses(&bobs, "60").await.leads_to(&bobs);
    let games = read(&mut operator, "/admin/games").await;
    assert!(games.contains("fairplover"), "{games}");
    assert!(read(&mut operator, "/admin/acts").await.contains("fairplover"));
    assert!(read(&mut operator, "/admin/typing").await.contains("fairplover"));
}

#[tokio::test]
async fn no_page_of_an_operator_tells_that_the_partner_is_a_machine_or_which() {
    let app = TestApp::new().await;
    app.only("nobody").await;
    app.account("owner").await;
    let robot = app.robot("parrotfish", "owner").await;
    let mut operator = app.admin().await;
    robot.waits().await;
    let games = read(&mut operator, "/admin/games").await;
    assert!(!games.contains("parrotfish"), "it waits: {games}");
    let pages = before(&app, &mut operator, "parrotfish").await;
    let own = operator.opens("operator").await;
    app.passes(3 * MINUTE, MINUTE).await;
    operator.answers(&own, "operator").await.leads_to(&own);
    operator.reports(&own, &[HATE]).await;
    walk(&app, &mut operator, "parrotfish", &pages).await;
}
