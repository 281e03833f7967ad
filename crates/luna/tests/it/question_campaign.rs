//! A campaign of a hundred questions in real browsers: two people and simulated raters. One of these rates
//! at random, is found, rejected and replaced, through a restart of the server.

use std::fmt::Write as _;
use std::fs;

use luna_app::question_campaign::hand_out::{NextQuestion, RatingInput, lease_next, rate};
use luna_app::question_campaign::joining::{Arrival, join};
use luna_core::rng::Chance;
use luna_store::question_campaign::{campaign, imported};
use luna_store::{Db, Tx, player};
use luna_testkit::browser::Visitor;
use luna_testkit::database::on_sqlite;
use luna_testkit::offline::runtime;
use luna_testkit::server::{PATIENT, Server, boss_of, folder, luna, sqlite};
use luna_testkit::webdriver::{self, Options};

/// The Enter key in WebDriver.
const ENTER: &str = "\u{e007}";

/// A hundred questions; the number in each tells how good it is.
fn questions() -> String {
    let mut lines = String::new();
    for number in 0..100 {
        let (article, quality) = (number / 20, number % 5 + 1);
        let text =
            format!("This is text {article}. It has a few sentences. The moon shines at night.");
        writeln!(
            lines,
            r#"{{"article":"Text {article}","text":"{text}","sentence":"The moon shines at night.","question":"What does number {number} of quality {quality} do at night?"}}"#
        )
        .unwrap();
    }
    lines
}

/// How a simulated rater rates a question.
#[derive(Clone, Copy)]
enum Manner {
    Good,
    Random,
}

/// A rater who has joined rates this many questions, or all that there are for them.
fn rates(database: &str, name: &'static str, manner: Manner, most: usize) -> usize {
    let work = move |tx: &mut Tx<'_>| {
        let open = campaign::open(tx, 1)?.remove(0);
        let now = open.opened_at.unwrap() + 60_000;
        if player::by_name(tx, name).is_err() {
            player::create(tx, name, false, name, now)?;
        }
        join(tx, &open, name, &Arrival::from_site(), now)?;
        let mut chance = Chance::from_words(&[name]);
        let mut rated = 0;
        while rated < most {
            let NextQuestion::Question(id) = lease_next(tx, &open, name, None, now)? else { break };
            let text = imported::question(tx, &id)?.question;
            let quality = text.split("quality ").nth(1).unwrap().chars().next().unwrap();
            let quality = quality.to_digit(10).unwrap();
            let rating = match manner {
                Manner::Good => quality,
                // Against the truth more often than not, as half of all who click anywhere.
                Manner::Random if chance.below(3) > 0 => 6 - quality,
                Manner::Random => u32::try_from(chance.below(5)).unwrap() + 1,
            };
            let rating = rating.to_string();
            let given = RatingInput { question_id: &id, rating: &rating, comment: "" };
            rate(tx, &open.id, name, given, now + 3_000)?;
            rated += 1;
        }
        Ok::<_, luna_app::Error>(rated)
    };
    let db = Db::open(database).unwrap();
    runtime().block_on(db.write(work)).unwrap()
}

fn count(database: &str, what: &str) -> String {
    let path = std::path::PathBuf::from(database.strip_prefix("sqlite:").unwrap());
    on_sqlite(&path, what).remove(0).remove(0)
}

#[test]
fn a_random_rater_is_found_rejected_and_replaced_through_a_restart() {
    if !webdriver::available() {
        return;
    }
    let database = sqlite();
    let file = folder("campaign").join("questions.jsonl");
    fs::write(&file, questions()).unwrap();
    let imported = luna()
        .args(["question", "import", &file.display().to_string(), "--database", &database])
        .status()
        .unwrap();
    assert!(imported.success());
    let password = boss_of(&database);
    let mut server = Server::start(&database, &PATIENT);
    let address = server.address.clone();
    let boss = Visitor::wide(&server);
    boss.logs_in(&password);
    boss.go("/admin/campaigns");
    boss.look("admin-campaigns");
    boss.browser.type_into("#name", "Moonlight");
    boss.browser.click_text("button", "Create the campaign");
    boss.browser.wait_for_text("Open batch 1");
    let campaign = format!("/admin/campaigns/{}", boss.browser.url().rsplit('/').next().unwrap());
    boss.browser.click_text("button", "Open batch 1");
    boss.browser.wait_for_text("Close the campaign");
    boss.go(&format!("{campaign}/preview"));
    boss.look("admin-campaign-preview");
    boss.go(&campaign.replace("/admin/campaigns", "/questions/join"));
    boss.look("questions-join");

    // By keyboard.
    let ann = Visitor::new(&server, "ann", &Options::default());
    let join = campaign.replace("/admin/campaigns", "/questions/join");
    rates_in_browser(&ann, &format!("{join}?PROLIFIC_PID=ann"), true);
    // On a phone without scripts.
    let bob = Visitor::phone(&server);
    rates_in_browser(&bob, &format!("{join}?PROLIFIC_PID=bob"), false);

    assert_eq!(rates(&database, "random", Manner::Random, 100), 100);
    for name in ["carla", "dora"] {
        assert_eq!(rates(&database, name, Manner::Good, 100), 100);
    }
    server.kill();
    server = Server::start_at(&address, &database, &PATIENT);
    // What they held is still theirs.
    ann.go(&campaign.replace("/admin/campaigns", "/questions/rate"));
    ann.browser.wait_for_text("The whole article");
    ann.browser.click_text("button", "Give the question back");
    ann.browser.wait_for_text("Take the next question");
    bob.browser.click_text("button", "Give the question back");
    bob.browser.wait_for_text("Take the next question");
    for name in ["edna", "flora", "gina"] {
        rates(&database, name, Manner::Good, 100);
    }
    boss.go(&campaign);
    boss.browser.wait_for_text("look: ");
    boss.look("admin-campaign");
    boss.browser.click_text("a", "…random");
    boss.browser.wait_for_text("Reject all ratings");
    boss.look("admin-campaign-rater");
    boss.browser.click_text("summary", "Reject all ratings");
    boss.browser.type_into("#why", "Random.");
    boss.browser.click_text("button", "Reject all");
    boss.browser.wait_for_text("All ratings of this rater were rejected");
    let valid = "SELECT count(*) FROM (SELECT question_id FROM question_rating
                 WHERE rejected_at IS NULL GROUP BY question_id HAVING count(*) = 5)";
    assert_eq!(count(&database, valid), "0");
    assert_eq!(rates(&database, "random", Manner::Random, 100), 0, "the rejected rater is back");
    assert_eq!(rates(&database, "hilda", Manner::Good, 100), 100);
    assert_eq!(count(&database, valid), "100", "every question has five valid ratings");
    let beyond = "SELECT count(*) FROM (SELECT question_id FROM question_rating
                  WHERE rejected_at IS NULL GROUP BY question_id HAVING count(*) > 5)";
    assert_eq!(count(&database, beyond), "0");
    boss.go(&campaign);
    boss.browser.wait_for_text("complete");
    boss.go(&format!("{campaign}/results"));
    boss.browser.wait_for_text("of 100 questions are acceptable");
    boss.on_every_screen(|boss| boss.look("admin-campaign-results"));
    boss.go("/admin/acts");
    boss.browser.wait_for_text("rejected all ratings, in a campaign, of random");
    boss.go(&campaign);
    boss.browser.click_text("button", "Close the campaign");
    boss.browser.wait_for_text("Publish the results");
    boss.browser.click_text("button", "Publish the results");
    boss.browser.wait_for_text("The results are public.");
    ann.go(&campaign.replace("/admin/campaigns", "/questions/results"));
    ann.browser.wait_for_text("of 100 questions are acceptable");
    ann.on_every_screen(|ann| ann.look("questions-results"));
    assert_eq!(server.stop(), Some(0));
}

/// A visitor who comes from a platform agrees, rates three questions and holds a fourth.
fn rates_in_browser(visitor: &Visitor, link: &str, by_keys: bool) {
    visitor.go("/questions");
    visitor.look("questions");
    visitor.go(link);
    visitor.look("questions-agree");
    visitor.browser.click("#adult");
    visitor.browser.click_text("button", "I agree, take part");
    for rated in 0..3 {
        visitor.browser.wait_for_text(&format!("{rated} question"));
        visitor.browser.wait_for("form[data-score]");
        visitor.look("questions-rate");
        let text = visitor.browser.text(".question");
        let quality = text.split("quality ").nth(1).unwrap().chars().next().unwrap().to_string();
        if by_keys {
            visitor.browser.wait_for("#keys:not([hidden])");
            visitor.browser.press(&quality);
            visitor.browser.press(ENTER);
        } else {
            visitor.browser.click(&format!("input[value='{quality}']"));
            visitor.browser.click_text("button", "Send");
        }
        visitor.browser.wait_for_text(&format!("{} question", rated + 1));
    }
}
