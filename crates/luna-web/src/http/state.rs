//! The state that all handlers share, and the disciplines whose handlers they are.

use std::future::Future;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use axum::Router;
use luna_app::Instance;
use luna_store::machine::Machine;
use luna_store::player::{Player, Role};
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use crate::html::icon::Icon;
use crate::http::error::Error;
use crate::http::metrics::Metrics;

/// A test that an instance holds, such as trivia: everything of it that pages do not call by name.
pub(crate) struct Discipline {
    /// Its name in the navigation.
    pub(crate) title: &'static str,
    /// Its first page; the addresses of its other pages begin with this.
    pub(crate) home: &'static str,
    /// It is in the navigation of players alone.
    pub(crate) for_players: bool,
    /// The label of the button that leads back to it.
    pub(crate) back: &'static str,
    pub(crate) routes: fn() -> Router<App>,
    pub(crate) operator_routes: fn() -> Router<App>,
    /// What waits for operators.
    pub(crate) inboxes: &'static [OperatorPage],
    pub(crate) operator_pages: &'static [OperatorPage],
    pub(crate) topics: &'static [Topic],
    /// Routes that take more or less than a page, with the microseconds that they take.
    pub(crate) costs: &'static [(&'static str, u64)],
    /// Routes on which people have something stored that grows as they write.
    pub(crate) growing: &'static [&'static str],
    /// Addresses that search engines leave alone.
    pub(crate) unlisted: &'static [&'static str],
    /// What is stored about people, for the page about privacy.
    pub(crate) stored_data: &'static [StoredData],
    /// Its chapters in the documentation.
    pub(crate) chapters: &'static [Chapter],
    /// Its card on the landing page.
    pub(crate) card: Option<Card>,
    /// The names of the measures that stand beside its icon, the main one first.
    pub(crate) measures: &'static [&'static str],
    /// Its part of the landing page for administrators.
    pub(crate) operator_pitch: fn(Csrf<'_>) -> Markup,
    /// Tells the owner of a machine what questions it asks.
    pub(crate) owner_note: fn(&mut Tx<'_>, &Machine) -> store::Result<Markup>,
    /// Its part of a machine's page.
    pub(crate) machine_section: fn(MachineVisit) -> Section,
}

/// A chapter of the documentation: a Markdown file of the project that users read, or made like one.
pub(crate) struct Chapter {
    pub(crate) slug: &'static str,
    pub(crate) title: &'static str,
    /// A sentence for lists of chapters.
    pub(crate) line: &'static str,
    /// The path in the project, to which links of other chapters lead.
    pub(crate) file: &'static str,
    pub(crate) markdown: &'static str,
    /// Its pictures, by name.
    pub(crate) figures: &'static [(&'static str, &'static str)],
}

macro_rules! chapter {
    ($slug:literal, $file:literal, $title:literal, $line:literal $(, $figure:literal)*) => {
        $crate::http::state::Chapter {
            slug: $slug,
            title: $title,
            line: $line,
            file: $file,
            markdown: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../", $file)),
            figures: &[$((
                $figure,
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/figures/", $figure)),
            )),*],
        }
    };
}

pub(crate) use chapter;

/// One thing to do at once.
pub(crate) struct Card {
    pub(crate) icon: Icon,
    pub(crate) title: &'static str,
    pub(crate) sentence: &'static str,
    pub(crate) action: &'static str,
    pub(crate) page: &'static str,
}

/// The address and the name of a page, and who may see it.
pub(crate) type OperatorPage = (&'static str, &'static str, Role);

/// A kind of topic that pages follow.
pub(crate) struct Topic {
    /// What its name begins with in the address of a stream; an id follows.
    pub(crate) prefix: &'static str,
    /// Returns the topic of what has an id, if a player may follow it.
    pub(crate) find: fn(&mut Tx<'_>, &Player, &str) -> store::Result<Option<String>>,
}

/// Somebody reads the page of a machine.
#[derive(Clone)]
pub(crate) struct MachineVisit {
    pub(crate) app: App,
    pub(crate) me: Option<Player>,
    pub(crate) machine: Machine,
    /// The hidden field of forms.
    pub(crate) csrf: Markup,
}

/// The hidden field of forms.
pub(crate) type Csrf<'a> = &'a Markup;

/// A kind of data that is stored about people.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoredData {
    pub(crate) title: &'static str,
    pub(crate) what: &'static str,
    pub(crate) why: &'static str,
    /// The legal basis.
    pub(crate) basis: &'static str,
    pub(crate) how_long: &'static str,
}

/// A part of a page that reads what it shows.
pub(crate) type Section = Pin<Box<dyn Future<Output = Result<Markup, Error>> + Send>>;

impl Discipline {
    /// The discipline without anything, for the fields that another one does not need.
    pub(crate) const EMPTY: Discipline = Discipline {
        title: "",
        home: "",
        for_players: false,
        back: "",
        routes: Router::new,
        operator_routes: Router::new,
        inboxes: &[],
        operator_pages: &[],
        topics: &[],
        costs: &[],
        growing: &[],
        unlisted: &[],
        stored_data: &[],
        chapters: &[],
        card: None,
        measures: &[],
        operator_pitch: |_| html! {},
        owner_note: |_, _| Ok(html! {}),
        machine_section: |_| Box::pin(async { Ok(html! {}) }),
    };
}

/// The state that all handlers share.
#[derive(Clone)]
pub(crate) struct App(Arc<Parts>);

/// An instance, and the records of its HTTP server.
pub(crate) struct Parts {
    instance: Instance,
    /// In the order of the navigation.
    pub(crate) disciplines: &'static [&'static Discipline],
    /// The chapters about the API in the documentation.
    pub(crate) reference: fn() -> &'static [Chapter],
    pub(crate) metrics: Arc<Metrics>,
    /// The routes of pages, which say what somebody may come back to.
    pub(crate) pages: OnceLock<Router<App>>,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Deref for Parts {
    type Target = Instance;

    fn deref(&self) -> &Instance {
        &self.instance
    }
}

impl App {
    pub(crate) fn new(
        instance: Instance,
        disciplines: &'static [&'static Discipline],
        reference: fn() -> &'static [Chapter],
    ) -> App {
        let (metrics, pages) = (Arc::default(), OnceLock::new());
        App(Arc::new(Parts { instance, disciplines, reference, metrics, pages }))
    }
}
