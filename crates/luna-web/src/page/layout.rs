//! A page with its navigation, for a player or a visitor.

use luna_store::player::Player;
use maud::{DOCTYPE, Markup, html};

use crate::html::assets::url;
use crate::html::frame::{DESCRIPTION, bar, footer, head, stars};
use crate::http::state::{App, Discipline};
use crate::http::visitor::Visitor;

/// The time after which a page that only waits is read again.
const POLL_SECONDS: u32 = 10;

/// A page to render.
pub(crate) struct Page<'a> {
    pub(crate) title: &'a str,
    pub(crate) me: Option<&'a Player>,
    pub(crate) wide: bool,
    pub(crate) live: Option<Live>,
    /// A fingerprint of the content of a page that is read again every few seconds.
    pub(crate) polled: Option<String>,
    pub(crate) scripts: &'a [&'a str],
    /// Guests read nothing about accounts.
    pub(crate) plain: bool,
    /// Nobody reads above it that their address is not confirmed.
    pub(crate) quiet: bool,
    /// The part on the night above the rest: somebody arrives, or something ends.
    pub(crate) night: Option<Markup>,
    pub(crate) preview: Option<Preview>,
    pub(crate) body: Markup,
}

/// The picture and words that other sites show for a link to a page.
pub(crate) struct Preview {
    pub(crate) title: String,
    pub(crate) words: String,
    /// The whole address of a picture.
    pub(crate) image: String,
}

/// Live updates of a page.
pub(crate) struct Live {
    /// The topic that the page follows; none: its player's.
    pub(crate) topic: Option<String>,
    /// The sequence number of the topic when the page was read.
    pub(crate) seen: i64,
    /// A fingerprint of the content: the page is reloaded when it changes.
    pub(crate) state: String,
    /// The player can only wait: without scripts the page refreshes itself.
    pub(crate) waiting: bool,
}

impl<'a> Page<'a> {
    pub(crate) fn new(title: &'a str, body: Markup) -> Page<'a> {
        Page {
            title,
            me: None,
            wide: false,
            live: None,
            polled: None,
            scripts: &[],
            plain: false,
            quiet: false,
            night: None,
            preview: None,
            body,
        }
    }

    pub(crate) fn of(self, me: Option<&'a Player>) -> Page<'a> {
        Page { me, ..self }
    }

    pub(crate) fn wide(self) -> Page<'a> {
        Page { wide: true, ..self }
    }

    /// Puts something above the rest, on the night.
    pub(crate) fn night(self, night: Markup) -> Page<'a> {
        Page { night: Some(night), ..self }
    }

    pub(crate) fn preview(self, preview: Preview) -> Page<'a> {
        Page { preview: Some(preview), ..self }
    }

    /// Leaves out what guests are told about accounts.
    pub(crate) fn plain(self) -> Page<'a> {
        Page { plain: true, ..self }
    }

    /// Leaves out that an address is not confirmed: the page says so itself, or nothing may move on it.
    pub(crate) fn quiet(self) -> Page<'a> {
        Page { quiet: true, ..self }
    }

    pub(crate) fn scripts(self, scripts: &'a [&'a str]) -> Page<'a> {
        Page { scripts, ..self }
    }

    pub(crate) fn live(self, live: Live) -> Page<'a> {
        Page { live: Some(live), ..self }
    }

    /// Reads the page again every few seconds, for a page that anybody may watch.
    pub(crate) fn polled(self, state: String) -> Page<'a> {
        Page { polled: Some(state), ..self }
    }

    pub(crate) fn render(&self, app: &App) -> Markup {
        let every = self.polled.as_ref().map(|_| POLL_SECONDS);
        let waits = self.live.as_ref().is_some_and(|live| live.waiting) || every.is_some();
        let seen = self.live.as_ref().map(|live| live.seen);
        let topic = self.live.as_ref().and_then(|live| live.topic.as_deref());
        let state = self.live.as_ref().map(|live| &live.state).or(self.polled.as_ref());
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    (head(self.title))
                    @if let Some(preview) = &self.preview { (preview.tags()) }
                    @else {
                        meta property="og:title" content=(self.title);
                        meta property="og:description" content=(DESCRIPTION);
                    }
                    @if waits { noscript { meta http-equiv="refresh" content=(POLL_SECONDS); } }
                    @if state.is_some() {
                        script type="module" src=(url("live.js")) {}
                    }
                    @for script in self.scripts {
                        script type="module" src=(url(script)) {}
                    }
                }
                body .night[self.night.is_some()] {
                    a.skip href="#main" { "Skip to the page" }
                    @if app.settings.is_demo { p.note.small.centre { "A demonstration: the people here, their words and their ratings are made up." } }
                    (bar(&self.links(app.disciplines)))
                    main #main .wide[self.wide] .open[self.night.is_some()] data-topic=[topic] data-seen=[seen] data-state=[state] data-every=[every] data-waits=[self.live.as_ref().filter(|live| live.waiting).map(|_| "yes")] {
                        @match &self.night {
                            Some(night) => {
                                div.band { (stars()) div.inside { (night) } }
                                div.inside {
                                    (self.account_note())
                                    (self.body)
                                }
                            }
                            None => {
                                (self.account_note())
                                (self.body)
                            }
                        }
                    }
                    p #news .unseen role="status" {}
                    (footer(Some(&app.settings)))
                }
            }
        }
    }

    fn links(&self, disciplines: &[&Discipline]) -> Markup {
        html! {
            @for it in disciplines.iter().filter(|it| self.me.is_some() || !it.for_players) {
                a href=(it.home) { (it.title) }
            }
            a href="/machines" { "Machines" }
            a href="/docs" { "Docs" }
            @match self.me {
                Some(me) => {
                    @if me.is_admin() { a href="/admin" { "Admin" } }
                    @else if me.moderates() { a href="/admin/reports" { "Reports" } }
                    (account_menu(me))
                }
                None => { a href="/login" { "Log in" } }
            }
        }
    }

    fn account_note(&self) -> Markup {
        let Some(me) = self.me else { return html! {} };
        match &me.email {
            None if self.plain => html! {},
            None => html! {
                p.note.small {
                    "You are playing as a guest on this device. "
                    a href="/signup" { "Create an account" }
                    " to keep your games and get mail when it is your move."
                }
            },
            Some(_) if me.verified || self.quiet => html! {},
            Some(address) => check_email(address),
        }
    }
}

/// For somebody with an account who has not opened the link in the first mail. A sign-up leads back to
/// any page.
fn check_email(address: &str) -> Markup {
    html! {
        p.note {
            strong { "Check your email. " }
            "Open the link that we sent to " strong { (address) } " to confirm that it is yours. Only then can we write "
            "to you when it is your move. Nothing there? " a href="/settings" { "Send it again" } "."
        }
    }
}

/// The name, which opens what belongs to the player.
fn account_menu(me: &Player) -> Markup {
    html! {
        details.me {
            summary { bdi { (me.name) } }
            div {
                a href="/profile" { "Profile" }
                a href="/games" { "Your games" }
                a href="/guesses" { "Open guesses" }
                a href="/questions/sets" { "Your questions" }
                a href="/settings/machines" { "Your machines" }
                a href="/settings" { "Settings" }
                // There it says what a guest loses by it.
                a href="/settings#log-out" { "Log out" }
            }
        }
    }
}

impl Preview {
    fn tags(&self) -> Markup {
        html! {
            meta property="og:type" content="website";
            meta property="og:title" content=(self.title);
            meta property="og:description" content=(self.words);
            meta property="og:image" content=(self.image);
            meta name="twitter:card" content="summary_large_image";
        }
    }
}

/// The hidden field every form carries.
pub(crate) fn csrf(visitor: &Visitor) -> Markup {
    html! { input type="hidden" name="csrf" value=(visitor.csrf); }
}
