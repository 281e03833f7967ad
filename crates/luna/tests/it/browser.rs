//! Real browsers: whole games, every page looked at for accessibility, and what
//! the scripts add. `LUNA_SCREENSHOTS` names a folder for pictures of the pages.

use std::path::PathBuf;
use std::time::Duration;

use crate::people::{patience, pause};
use crate::server::{Server, offered, sqlite};
use crate::webdriver::{self, Browser, Options};

/// Somebody at a browser. Each page that is looked at must be accessible.
pub(crate) struct Visitor {
    pub(crate) browser: Browser,
    base: String,
    /// In the names of pictures: `wide` or `phone`.
    name: &'static str,
    axe: Option<String>,
    /// Looks at the same pages for a visitor without scripts: axe is one.
    twin: Option<Browser>,
    pictures: Option<PathBuf>,
}

pub(crate) const QUESTIONS: [&str; 5] = [
    "Do you like games?",
    "A person from Boston is a Bostonian. What is a person from your town, and why?",
    "What colour is a mirror?",
    "A parrot and a professor walk into a library. What happens?",
    "How would you explain success to somebody who has never failed?",
];
const ANSWERS: [&str; 5] = [
    "Yes, mostly the ones I lose.",
    "A Readinger, though nobody would ever say so.",
    "Whatever stands in front of it, a little greener each time you ask.",
    "The parrot is asked to be quiet. The professor repeats it.",
    "It is what is left over when you stop keeping count.",
];

impl Visitor {
    pub(crate) fn new(server: &Server, name: &'static str, options: &Options) -> Visitor {
        let base = format!("http://{}", server.address);
        let pictures = offered("LUNA_SCREENSHOTS").map(PathBuf::from);
        let twin =
            (!options.javascript).then(|| Browser::open(&Options { javascript: true, ..*options }));
        let browser = Browser::open(options);
        if let Some(twin) = &twin {
            twin.goto(&format!("{base}/healthz"));
        }
        Visitor { browser, base, name, axe: webdriver::axe_source(), twin, pictures }
    }

    pub(crate) fn wide(server: &Server) -> Visitor {
        Visitor::new(server, "wide", &Options::default())
    }

    /// 360 px, dark, and without scripts.
    fn phone(server: &Server) -> Visitor {
        let options = Options { width: 360, height: 780, javascript: false, dark: true };
        Visitor::new(server, "phone", &options)
    }

    pub(crate) fn go(&self, path: &str) {
        self.browser.goto(&format!("{}{path}", self.base));
    }

    /// Nothing on the page shuts anybody out, nothing hangs over its edge.
    pub(crate) fn look(&self, page: &str) {
        if let Some(axe) = &self.axe {
            let wrong = self.looking().axe(axe);
            assert!(wrong.is_empty(), "{page}, {}: {wrong:#?}", self.name);
        }
        let wide =
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
        let over = self.browser.execute(wide).as_i64().unwrap();
        assert!(over <= 0, "{page}, {}: {over} px hang over the edge", self.name);
        if let Some(folder) = &self.pictures {
            self.browser.screenshot(&folder.join(format!("{page}-{}.png", self.name)));
        }
    }

    /// The browser that can run scripts on the page the visitor is at.
    fn looking(&self) -> &Browser {
        let Some(twin) = &self.twin else { return &self.browser };
        if let Some(session) = self.browser.cookie("luna") {
            twin.set_cookie("luna", &session);
        }
        twin.goto(&self.browser.url());
        twin
    }

    pub(crate) fn is_wide(&self) -> bool {
        self.name == "wide"
    }

    /// Three clicks from the landing page into the interview.
    fn arrive(&self) {
        self.go("/");
        self.look("landing");
        self.browser.click_text("a", "Play now");
        self.browser.wait_for_text("Before you play");
        self.look("consent");
        self.browser.click("#adult");
        self.browser.click_text("button", "I agree, play as a guest");
        self.browser.wait_for_url("/games");
        self.look("home-empty");
        self.browser.click_text("button", "New game");
        self.browser.wait_for_text("Ask five questions");
    }

    /// For an account that was made at the command line, which has agreed to nothing.
    pub(crate) fn agree(&self) {
        self.go("/consent");
        if self.browser.exists("#adult") {
            self.browser.click("#adult");
            self.browser.click_text("button", "I agree");
        } else {
            self.browser.click_text("a", "Your games");
        }
        self.browser.wait_for_url("/games");
    }

    pub(crate) fn fill(&self, prefix: char, texts: &[&str]) {
        for (nth, text) in (1..).zip(texts) {
            self.browser.type_into(&format!("#{prefix}{nth}"), text);
        }
    }

    pub(crate) fn ask(&self) {
        self.browser.wait_for_text("Ask five questions");
        self.look("interview");
        self.fill('q', &QUESTIONS);
        self.browser.click_text("button", "Send my questions");
    }

    pub(crate) fn answer(&self) {
        self.browser.wait_for_text("Answer five questions");
        self.look("response");
        self.fill('r', &ANSWERS);
        self.browser.click_text("button", "Send my responses");
    }

    pub(crate) fn guess(&self, guess: &str) {
        self.browser.wait_for_text("How smart is your partner?");
        self.browser.type_into("#s1", "72");
        self.browser.type_into("#s3", "91");
        self.browser.type_into("#guess", guess);
        self.look("guess");
        self.browser.click_text("button", "Make this my guess");
    }
}

#[test]
fn two_browsers_play_two_games_one_of_them_a_phone_without_scripts() {
    if !webdriver::available() {
        return;
    }
    let server =
        Server::start(&sqlite(), &["--machine-wait-seconds", "600", "--machine-percent", "0"]);
    let (ann, bob) = (Visitor::wide(&server), Visitor::phone(&server));
    ann.arrive();
    bob.arrive();
    for game in 1..=2 {
        ann.ask();
        ann.browser.wait_for_text("Your questions are in");
        ann.look("waiting");
        bob.ask();
        // Ann's page changes by itself, Bob's had nothing to wait for.
        ann.answer();
        ann.browser.wait_for_text("Your responses are in");
        bob.answer();
        ann.guess("81");
        ann.browser.wait_for_text("Your guess is in");
        // Without scripts a page that waits looks again by itself.
        bob.guess(if game == 1 { "91.5" } else { "60" });
        for visitor in [&ann, &bob] {
            visitor.browser.wait_for(".result");
            visitor.look(if game == 1 { "final-first" } else { "final" });
        }
        let words = if game == 1 { "A tie" } else { "You won" };
        ann.browser.wait_for_text(words);
        for visitor in [&ann, &bob] {
            visitor.go("/games");
            visitor.look("home");
            visitor.go("/profile");
            visitor.look("profile");
            visitor.go("/games");
            if game == 1 {
                visitor.browser.click_text("button", "New game");
            }
        }
    }
}

#[test]
fn what_is_typed_is_kept_and_marks_suggest_a_guess() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &[]);
    let ann = Visitor::wide(&server);
    ann.arrive();
    let game = ann.browser.url();
    ann.browser.type_into("#q1", "Half a ques");
    ann.browser.wait_for_text("11 of 5,000");
    // Leaving at once must not lose the last word.
    ann.go("/how");
    let clock = patience();
    loop {
        ann.browser.goto(&game);
        let kept = ann.browser.execute("return document.getElementById('q1').value");
        if kept == "Half a ques" {
            break;
        }
        assert!(clock() < Duration::from_secs(60), "kept {kept}");
        pause(Duration::from_millis(100));
    }
    ann.go("/games");
    ann.browser.click_text("button", "Practise with a machine");
    ann.ask();
    ann.answer();
    ann.browser.wait_for_text("How smart is your partner?");
    ann.browser.set_value("input[type=range][aria-label='How smart was response 1?']", "70");
    ann.browser.set_value("input[type=range][aria-label='How smart was response 2?']", "81");
    ann.browser.wait_for_text("your marks suggest 75.5");
    assert_eq!(ann.browser.execute("return document.getElementById('guess').value"), "75.5");
    // Once typed, the guess is the player's.
    ann.browser.type_into("#guess", "12.5");
    ann.browser.set_value("input[type=range][aria-label='How smart was response 3?']", "100");
    ann.browser.wait_for_text("your marks suggest 83.6");
    assert_eq!(ann.browser.execute("return document.getElementById('guess').value"), "12.5");
    ann.browser.click_text("button", "Make this my guess");
    ann.browser.wait_for_text("you guessed 12.5");
}

/// The moon in the name, the way to the page's content, then the page: all
/// with the keyboard, and a form is sent with it too.
#[test]
fn a_game_can_be_begun_by_keyboard_alone() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &[]);
    let ann = Visitor::wide(&server);
    ann.go("/consent");
    let focused = "const at = document.activeElement;
        return at === document.body ? '' : at.id || at.textContent";
    let mut seen = Vec::new();
    while seen.last().is_none_or(|text: &String| text != "I agree, play as a guest") {
        ann.browser.press("\u{e004}");
        seen.push(ann.browser.execute(focused).as_str().unwrap().trim().to_owned());
        if seen.last().is_some_and(|at| at == "adult") {
            ann.browser.press(" ");
        }
        assert!(seen.len() < 20, "{seen:?}");
    }
    assert_eq!(seen[0], "Skip to the page");
    ann.browser.press("\u{e007}");
    ann.browser.wait_for_url("/games");
}
