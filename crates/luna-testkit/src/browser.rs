//! Visitors who play in a browser. `LUNA_SCREENSHOTS` names a folder for pictures of the pages.

pub mod webdriver;

use std::cell::Cell;
use std::path::PathBuf;

use self::webdriver::{Browser, Options};
use crate::control::offered;
use crate::server::Server;

/// Somebody at a browser. Each page that is looked at must be accessible.
pub struct Visitor {
    pub browser: Browser,
    base: String,
    /// In the names of pictures: `wide` or `phone`.
    name: Cell<&'static str>,
    axe: Option<String>,
    /// Looks at the same pages for a visitor without scripts: axe is one.
    twin: Option<Browser>,
    pictures: Option<PathBuf>,
}

pub const QUESTIONS: [&str; 5] = [
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

/// The screens on which a page is looked at, each with its name in pictures. Colours are the same at
/// 360 and 390 px.
const SCREENS: [(&str, u32, u32, bool); 5] = [
    ("narrow-dark", 360, 780, true),
    ("narrow", 360, 780, false),
    ("phone-390-dark", 390, 844, true),
    ("wide-dark", 1280, 800, true),
    ("wide", 1280, 800, false),
];

/// The elements without which nothing would hang over the right edge of the window, the smallest
/// ones.
const HANGING: &str = "const root = document.documentElement;
    const over = () => root.scrollWidth > root.clientWidth;
    const guilty = [...document.querySelectorAll('body *')].filter((it) => {
        const before = it.style.display;
        it.style.display = 'none';
        const held = !over();
        it.style.display = before;
        return held;
    });
    return guilty.slice(-3).map((it) => it.outerHTML.slice(0, 300));";

impl Visitor {
    pub fn new(server: &Server, name: &'static str, options: &Options) -> Visitor {
        Visitor::at(&server.address, name, options)
    }

    /// A visitor of what listens at an address.
    pub fn at(address: &str, name: &'static str, options: &Options) -> Visitor {
        let base = format!("http://{address}");
        let pictures = offered("LUNA_SCREENSHOTS").map(PathBuf::from);
        let twin =
            (!options.javascript).then(|| Browser::open(&Options { javascript: true, ..*options }));
        let browser = Browser::open(options);
        if let Some(twin) = &twin {
            twin.goto(&format!("{base}/healthz"));
        }
        let name = Cell::new(name);
        Visitor { browser, base, name, axe: webdriver::axe_source(), twin, pictures }
    }

    pub fn wide(server: &Server) -> Visitor {
        Visitor::new(server, "wide", &Options::default())
    }

    /// 360 px, dark, and without scripts.
    pub fn phone(server: &Server) -> Visitor {
        let options = Options { width: 360, height: 780, javascript: false, dark: true };
        Visitor::new(server, "phone", &options)
    }

    pub fn go(&self, path: &str) {
        self.browser.goto(&format!("{}{path}", self.base));
    }

    /// Nothing on the page shuts anybody out, nothing hangs over its edge.
    pub fn look(&self, page: &str) {
        let name = self.name.get();
        if let Some(axe) = &self.axe {
            let wrong = self.looking().axe(axe);
            assert!(wrong.is_empty(), "{page}, {name}: {wrong:#?}");
        }
        let wide =
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
        let over = self.browser.execute(wide).as_i64().unwrap();
        if over > 0 {
            let guilty = self.browser.execute(HANGING);
            panic!("{page}, {name}: {over} px hang over the edge: {guilty:#}");
        }
        if let Some(folder) = &self.pictures {
            self.browser.screenshot(&folder.join(format!("{page}-{name}.png")));
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

    pub fn is_wide(&self) -> bool {
        self.name.get() == "wide"
    }

    /// Looks at a page on every screen: wide and narrow, light and dark.
    pub fn on_every_screen(&self, look: impl Fn(&Visitor)) {
        let before = self.name.get();
        for (name, width, height, dark) in SCREENS {
            self.browser.emulate(&Options { width, height, javascript: true, dark });
            self.name.set(name);
            look(self);
        }
        self.browser.emulate(&Options::default());
        self.name.set(before);
    }

    /// Three clicks from the landing page into a first game, then into one that counts.
    pub fn arrive(&self) {
        self.go("/");
        self.look("landing");
        self.browser.click_text("a", "Play now");
        self.browser.wait_for_text("Before you play");
        self.look("consent");
        self.browser.click("#adult");
        self.browser.click_text("button", "I agree, play as a guest");
        self.browser.wait_for_text("Practice with a machine");
        self.look("first-interview");
        self.go("/games");
        self.look("home-practice");
        self.browser.click_text("button", "New game");
        self.browser.wait_for_text("Ask five questions");
    }

    /// For an account that was made at the command line, which has agreed to nothing.
    pub fn agree(&self) {
        self.go("/consent");
        if self.browser.exists("#adult") {
            self.browser.click("#adult");
            self.browser.click_text("button", "I agree");
        } else {
            self.browser.click_text("main//a", "Your games");
        }
        self.browser.wait_for_url("/games");
    }

    pub fn fill(&self, prefix: char, texts: &[&str]) {
        for (nth, text) in (1..).zip(texts) {
            self.browser.type_into(&format!("#{prefix}{nth}"), text);
        }
    }

    pub fn ask(&self) {
        self.browser.wait_for_text("Ask five questions");
        self.look("interview");
        self.fill('q', &QUESTIONS);
        self.browser.click_text("button", "Send my questions");
    }

    pub fn answer(&self) {
        self.browser.wait_for_text("Answer five questions");
        self.look("response");
        self.fill('r', &ANSWERS);
        self.browser.click_text("button", "Send my responses");
    }

    pub fn guess(&self, guess: &str) {
        self.browser.wait_for_text("How smart is your partner?");
        for (nth, mark) in [(1, "72"), (3, "91")] {
            let summary = format!("details.mark:has(#s{nth}) summary");
            // The guess at the lower edge may lie over what is only just in view.
            self.browser.execute(&format!(
                "document.querySelector('{summary}').scrollIntoView({{ block: 'center' }})"
            ));
            self.browser.click(&summary);
            self.browser.type_into(&format!("#s{nth}"), mark);
        }
        self.browser.type_into("#guess", guess);
        self.look("guess");
        self.browser.click_text("button", "Make this my guess");
    }
}

impl Visitor {
    /// Ticks the box on the page of consent, and goes on as a guest.
    pub fn agrees_as_guest(&self) {
        self.browser.click("#adult");
        self.browser.click_text("button", "I agree, play as a guest");
        self.browser.wait_for_url("/games");
    }

    /// A guest at the first page of a new game. Gives the game's address.
    pub fn starts(&self) -> String {
        self.go("/consent");
        self.agrees_as_guest();
        self.browser.click_text("button", "New game");
        self.browser.wait_for_text("Ask five questions");
        format!("/games/{}", self.browser.url().rsplit('/').next().unwrap())
    }

    /// A guest with the questions of a new game sent, who has a partner.
    pub fn plays(&self) {
        self.starts();
        self.fill('q', &QUESTIONS);
        self.browser.click_text("button", "Send my questions");
        self.browser.wait_for_text("Report");
    }

    pub fn logs_in(&self, password: &str) {
        self.go("/login");
        self.browser.type_into("#email", "boss@example.org");
        self.browser.type_into("#password", password);
        self.browser.click_text("button", "Log in");
        self.browser.wait_for_url("/games");
    }

    /// Chooses a passage and a kind of harm, after sending the form without.
    pub fn reports(&self, game: &str, passage: &str) {
        self.go(&format!("{game}/report"));
        self.look("report");
        self.browser.click(&format!("#passage option[value={passage}]"));
        self.browser.type_into("#text", "Please look at this.");
        self.browser.click_text("button", "Send this report");
        self.browser.wait_for_text("Please choose what is wrong.");
        self.look("report-refused");
        self.browser.click("input[name=category][value=hate]");
        self.browser.click_text("button", "Send this report");
        self.browser.wait_for_text("Thank you");
        self.look("reported");
    }

    pub fn blocks(&self, game: &str) {
        self.go(&format!("{game}/block"));
        self.look("block");
        self.browser.click_text("button", "Never pair us again");
        self.browser.wait_for_text("You are never paired with these players");
        self.look("blocks");
    }

    fn opens_a_report(&self) {
        self.go("/admin/reports");
        self.look("admin-reports");
        self.browser.click("main tbody a");
    }

    /// Opens the first report of the queue, and the game it is about.
    pub fn opens_the_first_report(&self) {
        self.opens_a_report();
        self.browser.wait_for_text("Read the game below first.");
        self.look("admin-report");
        self.browser.click_text("button", "Read the game");
        self.browser.wait_for_text("The reported player asked");
        self.look("admin-report-open");
    }

    /// Opens a report on a game that is open already: a moderator who has read it decides at once.
    pub fn opens_the_next_report(&self) {
        self.opens_a_report();
        self.browser.wait_for_text("The reported player asked");
    }

    pub fn decides(&self, ticks: &[&str]) {
        for tick in ticks {
            self.browser.click(&format!("input[name={tick}]"));
        }
        self.browser.type_into("#why", "It is against the rules.");
        self.browser.click_text("button", "Take the ticked actions");
        self.browser.wait_for_text("No open reports.");
    }
}
