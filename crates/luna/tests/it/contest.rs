//! Real browsers in a contest: a judge, a confederate whose network lets no WebSocket through, and
//! the organiser, with Eliza as the entry, from the invitations through a restart of the server to
//! the published result.

use std::time::Duration;

use luna_core::contest::participant::Side;
use luna_core::contest::schedule::Schedule;
use luna_store::contest::record;
use luna_store::{Db, Tx};
use luna_testkit::browser::Visitor;
use luna_testkit::people::pause;
use luna_testkit::server::{Server, boss_of, folder, luna, sqlite};
use luna_testkit::stopwatch::patience;
use luna_testkit::webdriver::{self, Browser};
use serde_json::{Value, json};

use crate::bot::block;

const FILE: &str = r#"
preset = "2012"
words_per_minute = 600

[rules]
name = "The Little Prize"
judges = 1
entries = 1
confederates = 1
# Each phase ends when the organiser ends it.
review_seconds = 3600
questioning = { sides = "at_once", seconds = 3600 }

[[seats]]
seat = "E1"
machine = "eliza"
"#;

/// As behind a proxy that lets no WebSocket through.
const NO_SOCKETS: &str = "
window.WebSocket = class extends WebSocket {
    constructor(url) { super(url.replace(/\\/socket/, '/blocked')); }
};";
pub(crate) const BACKSPACE: char = '\u{e003}';
pub(crate) const ENTER: char = '\u{e007}';

struct Contest {
    database: String,
    server: Server,
    id: String,
    /// The judge's side that the confederate is on.
    human: Side,
    judge: Visitor,
    confederate: Visitor,
    organiser: Visitor,
}

impl Contest {
    fn new() -> Contest {
        let database = sqlite();
        let programs = folder("programs");
        std::fs::create_dir_all(programs.join("elbot/talk")).unwrap();
        let server = Server::start(&database, &["--contest-folders", programs.to_str().unwrap()]);
        let file = folder("contest").join("prize.toml");
        std::fs::write(&file, FILE).unwrap();
        let made = luna()
            .args(["contest", "new", "--json", "--database", &database])
            .arg(&file)
            .output()
            .unwrap();
        let made: Value = serde_json::from_slice(&made.stdout).unwrap();
        let invitation = |seat: &str| {
            let all = made["invitations"].as_array().unwrap();
            let found = all.iter().find(|it| it["seat"] == seat).unwrap();
            format!("/contests/join/{}", found["invitation"].as_str().unwrap())
        };
        let id = made["contest"].as_str().unwrap().to_owned();
        let human = schedule(&database, &id).rounds[0][0].entry_side.other();
        let (judge, confederate) = (Visitor::wide(&server), Visitor::wide(&server));
        takes_seat(&judge, &invitation("J1"));
        judge.browser.wait_for("#seat[data-connection=socket]");
        let script = json!({ "source": NO_SOCKETS });
        confederate.browser.devtools("Page.addScriptToEvaluateOnNewDocument", &script);
        takes_seat(&confederate, &invitation("C1"));
        confederate.browser.wait_for("#seat[data-connection=events]");
        let organiser = Visitor::wide(&server);
        organiser.logs_in(&boss_of(&database));
        Contest { database, server, id, human, judge, confederate, organiser }
    }

    fn at(&self, rest: &str) -> String {
        format!("/contests/{}{rest}", self.id)
    }

    fn ends_phase(&self) {
        let ends = ["contest", "end-phase", "--database", &self.database, &self.id];
        assert!(luna().args(ends).status().unwrap().success());
    }

    /// The organiser presses a button of the console.
    fn orders(&self, button: &str) {
        self.organiser.go(&self.at("/console"));
        self.organiser.browser.click_text("button", button);
    }

    fn pane(&self) -> String {
        format!("[data-side={}]", self.human.name())
    }

    /// The lines of the two people, as the judge's page or the confederate's has them, with 1 for
    /// those of the judge.
    fn lines(&self, of_judge: bool) -> Value {
        let (visitor, pane, own) = match of_judge {
            true => (&self.judge, self.pane(), "You:"),
            false => (&self.confederate, "[data-side=talk]".to_owned(), "Judge:"),
        };
        visitor.browser.execute(&format!(
            "return [...document.querySelectorAll('{pane} .talk p')]
                .map(({{ children: [by, words] }}) =>
                    [by.textContent.trim() === '{own}' ? 1 : 0, words.textContent])"
        ))
    }

    /// Waits until both pages have these lines.
    #[track_caller]
    fn both_show(&self, expected: &Value) {
        for of_judge in [true, false] {
            eventually(|| self.lines(of_judge), expected);
        }
    }

    /// The judge's pane on a side is ready to type.
    fn judge_types_on(&self, side: Side) {
        let field = format!("#type-{}", side.name());
        self.judge.browser.wait_for(&format!("{field}:enabled"));
        self.judge.browser.click(&field);
    }
}

fn schedule(database: &str, id: &str) -> Schedule {
    let (db, id) = (Db::open(database).unwrap(), id.to_owned());
    let found = block(db.read(move |tx: &mut Tx<'_>| record::find(tx, &id))).unwrap();
    serde_json::from_str(&found.schedule).unwrap()
}

/// Follows an invitation without an account, and agrees to the contest alone.
fn takes_seat(visitor: &Visitor, invitation: &str) {
    let browser = &visitor.browser;
    visitor.go(invitation);
    browser.wait_for_text("You are invited as");
    visitor.on_every_screen(|visitor| visitor.look("contest-join"));
    browser.click("#adult");
    browser.click("input[name=agree]");
    browser.click("input[name=publication]");
    browser.click_text("button", "Take my seat");
    browser.wait_for_text("Not started yet");
}

/// Waits for a value, also longer than for a page.
#[track_caller]
pub(crate) fn eventually(look: impl Fn() -> Value, expected: &Value) {
    let clock = patience();
    loop {
        let found = look();
        if found == *expected {
            return;
        }
        assert!(clock() < Duration::from_secs(180), "{found} is not {expected}");
        pause(Duration::from_millis(50));
    }
}

pub(crate) fn types(visitor: &Visitor, keys: &str) {
    for key in keys.chars() {
        visitor.browser.press(&key.to_string());
    }
}

#[track_caller]
fn is_refused(visitor: &Visitor) {
    visitor.browser.wait_for_text("This seat is open in another browser or tab.");
    visitor.browser.wait_for_text("Try again");
    assert!(!visitor.browser.exists("textarea:enabled"));
}

#[test]
fn a_contest_runs_in_real_browsers_from_the_invitations_to_the_result() {
    if !webdriver::available() {
        return;
    }
    let mut contest = Contest::new();
    one_browser_has_a_seat(&contest);
    contest.organiser.go("/contests");
    contest.organiser.browser.wait_for_text("The Little Prize");
    contest.organiser.on_every_screen(|organiser| organiser.look("contests"));
    a_folder_is_chosen_from_a_list(&contest);
    contest.orders("Start");
    each_key_appears(&contest);
    a_machine_answers(&contest);
    a_reload_loses_nothing(&contest);
    a_restart_loses_nothing(&mut contest);
    a_pause_shows_on_each_page(&contest);
    contest.ends_phase();
    a_half_filled_verdict_stays(&contest);
    the_judge_ranks(&contest);
    the_result_is_published(&contest);
}

fn one_browser_has_a_seat(contest: &Contest) {
    let Contest { server, judge, .. } = contest;
    let other = Visitor::wide(server);
    other.go("/how");
    other.browser.set_cookie("luna", &judge.browser.cookie("luna").unwrap());
    other.go(&contest.at("/seat"));
    is_refused(&other);
    other.on_every_screen(|other| other.look("contest-refused"));
    drop(other);
    judge.browser.duplicate_tab();
    is_refused(judge);
    judge.browser.close_tab();
    judge.browser.wait_for_text("Not started yet");
    assert!(!judge.browser.text("body").contains("another browser"));
}

/// The organiser looks at it, and leaves the seat to its machine.
fn a_folder_is_chosen_from_a_list(contest: &Contest) {
    let organiser = &contest.organiser;
    organiser.go(&contest.at("/console"));
    organiser.browser.click_text("a", "A folder for E1");
    organiser.browser.wait_for_text("The folders on the server");
    organiser.browser.click_text("a", "elbot");
    organiser.browser.wait_for_text("Choose this folder");
    organiser.on_every_screen(|organiser| organiser.look("contest-folders"));
    organiser.browser.click_text("a", "Up");
    organiser.browser.wait_for_text("The folders on the server");
}

fn each_key_appears(contest: &Contest) {
    contest.judge_types_on(contest.human);
    // What is typed, and the open line after each key.
    let mut line = String::new();
    for key in ['H', 'x', BACKSPACE, 'i', '<', 'b', '>'] {
        types(&contest.judge, &key.to_string());
        if key == BACKSPACE {
            line.pop();
        } else {
            line.push(key);
        }
        contest.both_show(&json!([[1, line]]));
    }
    types(&contest.judge, &ENTER.to_string());
    contest.confederate.browser.click("#type-talk");
    let mut line = String::new();
    for key in ['H', 'o', 'i', BACKSPACE] {
        types(&contest.confederate, &key.to_string());
        if key == BACKSPACE {
            line.pop();
        } else {
            line.push(key);
        }
        contest.both_show(&json!([[1, "Hi<b>"], [0, line]]));
    }
    types(&contest.confederate, &ENTER.to_string());
    contest.both_show(&json!([[1, "Hi<b>"], [0, "Ho"]]));
}

fn a_machine_answers(contest: &Contest) {
    let side = contest.human.other();
    contest.judge_types_on(side);
    types(&contest.judge, &format!("I am fond of spiders.{ENTER}"));
    let lines = format!(
        "return [...document.querySelectorAll('[data-side={}] .talk p')]
            .some((line) => line.textContent.startsWith('Partner: ')
                && line.textContent.includes('fond of spiders'))",
        side.name()
    );
    eventually(|| contest.judge.browser.execute(&lines), &json!(true));
}

fn a_reload_loses_nothing(contest: &Contest) {
    contest.judge_types_on(contest.human);
    // The last keys have not been sent when the page goes.
    types(&contest.judge, "Are you");
    contest.judge.browser.goto(&contest.judge.browser.url());
    let all = |last: &str| json!([[1, "Hi<b>"], [0, "Ho"], [1, last]]);
    contest.both_show(&all("Are you"));
    contest.judge_types_on(contest.human);
    types(&contest.judge, " there?");
    contest.both_show(&all("Are you there?"));
    contest.confederate.browser.goto(&contest.confederate.browser.url());
    contest.both_show(&all("Are you there?"));
}

fn a_restart_loses_nothing(contest: &mut Contest) {
    assert_eq!(contest.server.stop(), Some(0));
    let Contest { judge, confederate, .. } = &*contest;
    types(judge, &ENTER.to_string());
    confederate.browser.click("#type-talk");
    types(confederate, "Still here");
    types(judge, "And n");
    for visitor in [judge, confederate] {
        visitor.browser.wait_for_text("The server cannot be reached.");
    }
    contest.server = Server::start_at(&contest.server.address, &contest.database, &[]);
    let Contest { judge, confederate, .. } = &*contest;
    types(judge, "ow?");
    let mine = |of_judge| {
        let lines = contest.lines(of_judge);
        let mut lines: Vec<Value> = lines.as_array().unwrap().clone();
        lines.sort_by_key(Value::to_string);
        json!(lines)
    };
    let all =
        json!([[0, "Ho"], [0, "Still here"], [1, "And now?"], [1, "Are you there?"], [1, "Hi<b>"]]);
    for of_judge in [true, false] {
        eventually(|| mine(of_judge), &all);
    }
    // Both typed at the same time, and have the same order all the same.
    types(confederate, &ENTER.to_string());
    types(judge, &ENTER.to_string());
    eventually(|| json!(contest.lines(true) == contest.lines(false)), &json!(true));
    let before = contest.lines(true);
    for visitor in [judge, confederate] {
        visitor.browser.goto(&visitor.browser.url());
    }
    contest.both_show(&before);
    for visitor in [judge, confederate] {
        assert!(!visitor.browser.text("body").contains("cannot be reached"));
    }
}

fn a_pause_shows_on_each_page(contest: &Contest) {
    let Contest { judge, confederate, organiser, .. } = contest;
    contest.orders("Pause");
    for visitor in [judge, confederate] {
        visitor.browser.wait_for_text("(paused)");
        assert!(!visitor.browser.exists("textarea:enabled"));
    }
    judge.on_every_screen(|judge| judge.look("contest-seat"));
    confederate.on_every_screen(|confederate| confederate.look("contest-confederate"));
    organiser.browser.wait_for_text("Resume");
    organiser.on_every_screen(|organiser| organiser.look("contest-console"));
    the_console_keeps_what_is_typed(contest);
    contest.orders("Resume");
    judge.browser.wait_for("textarea:enabled");
}

/// What the organiser types at the console stays when the console shows something new.
fn the_console_keeps_what_is_typed(contest: &Contest) {
    let browser = &contest.organiser.browser;
    browser.type_into("#mail-C1", "ben@example.org");
    let state = || browser.execute("return document.getElementById('main').dataset.state");
    let before = state();
    let extend = ["contest", "extend", "--database", &contest.database, &contest.id, "1"];
    assert!(luna().args(extend).status().unwrap().success());
    eventually(|| json!(state() != before), &json!(true));
    let typed = browser.execute("return document.getElementById('mail-C1').value");
    assert_eq!(typed, "ben@example.org");
}

fn a_half_filled_verdict_stays(contest: &Contest) {
    let browser = &contest.judge.browser;
    let asked = "return document.body.textContent.includes('Who is the human?')";
    eventually(|| browser.execute(asked), &json!(true));
    let side = contest.human.name();
    browser.click(&format!("input[name=human][value={side}]"));
    let chosen = format!("input[name=human][value={side}]:checked");
    // Each of these is a new screen.
    contest.orders("Pause");
    browser.wait_for_text("(paused)");
    assert!(browser.exists(&chosen));
    contest.judge.on_every_screen(|judge| judge.look("contest-verdict"));
    contest.orders("Resume");
    let resumed = "return document.getElementById('clock').textContent.includes('(paused)')";
    eventually(|| browser.execute(resumed), &json!(false));
    assert!(browser.exists(&chosen));
    browser.click_text("button", "This is my verdict");
    browser.wait_for_text(&format!("Your verdict: {} is the human.", side.to_uppercase()));
    contest.ends_phase();
}

fn the_judge_ranks(contest: &Contest) {
    let browser = &contest.judge.browser;
    let asked = "return document.body.textContent.includes('How human was each?')";
    eventually(|| browser.execute(asked), &json!(true));
    browser.wait_for_text("fond of spiders");
    contest.judge.on_every_screen(|judge| judge.look("contest-ranks"));
    browser.set_value("#rank1", "1");
    browser.click_text("button", "These are my ranks");
    browser.wait_for_text("The contest is over.");
}

fn the_result_is_published(contest: &Contest) {
    let organiser = &contest.organiser;
    organiser.go(&contest.at(""));
    // The numbers are behind the pictures.
    for chart in ["How well judges could tell", "Programs taken for people"] {
        organiser.browser.click_text("summary", &format!("The numbers of “{chart}”"));
    }
    // One right verdict of one. By Clopper and Pearson, the share is at least the 40th part.
    let words = [
        "E1 eliza is in first place. It gets the medal “Bronze Annual Medal”.",
        "Judges found the human in 1 of 1 pairs (exact 95 % interval: 2 % to 100 %).",
        "every verdict was right",
        "0 of 1 (0 %)",
        "Scale of humanness",
    ];
    for words in words {
        organiser.browser.wait_for_text(words);
    }
    organiser.on_every_screen(|organiser| organiser.look("contest"));
    organiser.browser.click_text("a", contest.human.name());
    organiser.browser.wait_for_text("Are you there?");
    organiser.browser.wait_for_text("Still here");
    organiser.on_every_screen(|organiser| organiser.look("contest-transcript"));
    the_replay_runs_as_it_was_typed(&organiser.browser);
}

/// Plays for a while, at most half of the conversation, and pauses. Gives the time that was replayed, the
/// time that passed, and what was replayed in the pause.
const REPLAYED: &str = "
const part = (css) => document.querySelector('#replay ' + css);
const at = part('[type=range]');
const moves = (field, value) => { field.value = value; field.dispatchEvent(new Event('input')); };
moves(part('select'), TIMES);
moves(at, 0);
part('button').click();
const began = performance.now();
const waits = (ms) => new Promise((done) => { setTimeout(done, ms); });
return waits(Math.min(700, at.max / TIMES / 2)).then(() => {
    part('button').click();
    const [typed, passed] = [at.valueAsNumber, performance.now() - began];
    return waits(300).then(() => [typed, passed, at.valueAsNumber - typed]);
});";

/// The replay begins with the first key, runs at the speed that is chosen, and ends with what was typed.
fn the_replay_runs_as_it_was_typed(browser: &Browser) {
    let shown = || {
        browser.execute(
            "return [...document.querySelectorAll('#replay .talk p bdi')].map((it) => it.textContent)",
        )
    };
    browser.wait_for("#replay:not([hidden])");
    // The first key stands at its beginning.
    assert_eq!(shown(), json!(["H"]));
    for times in [1.0, 8.0] {
        let both = browser.execute(&REPLAYED.replace("TIMES", &times.to_string()));
        let [typed, passed, later] = [0, 1, 2].map(|nth| both[nth].as_f64().unwrap());
        let lag = typed / times - passed;
        // The range has steps of 100 ms.
        assert!(lag.abs() < 80.0, "{typed} ms at {times} times in {passed} ms");
        assert!(typed > 0.0, "nothing is replayed at {times} times in {passed} ms");
        assert!(later.abs() < 1.0, "it goes on in a pause, for {later} ms");
    }
    let speed = |times: &str| browser.set_value("#speed", times);
    speed("32");
    browser.click_text("button", "Play");
    eventually(|| json!(shown().to_string().contains("Still here")), &json!(true));
    // At the end it can be played again.
    eventually(|| json!(browser.text("#replay button")), &json!("Play"));
    let lines = browser.execute(
        "return [...document.querySelectorAll('ol.transcript p')].map((it) => it.textContent)",
    );
    let sorted = |lines: &Value| {
        let mut lines: Vec<String> =
            lines.as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&shown()), sorted(&lines));
}
