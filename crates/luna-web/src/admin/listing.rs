//! The frame of operators' pages, their lists, and the actions on them.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{Redirect, Response};
use luna_store::player::{Player, Role};
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use crate::html::paging::before;
use crate::http::error::Error;
use crate::http::form::{Form, encode};
use crate::http::page_request::QueryRequest;
use crate::http::state::{App, OperatorPage};
use crate::http::visitor::Visitor;
use crate::page::layout::Page;

const PAGE: i64 = 50;

/// The pages of operators, and who may see each: before and after the inboxes of disciplines,
const FIRST: [OperatorPage; 2] =
    [("/admin", "Figures", Role::Administrator), ("/admin/reports", "Reports", Role::Moderator)];
const NEXT: [OperatorPage; 6] = [
    ("/admin/judges", "Judges", Role::Moderator),
    ("/admin/players", "Players", Role::Moderator),
    ("/admin/games", "Games", Role::Moderator),
    ("/admin/machines", "Machines", Role::Moderator),
    ("/admin/recall", "Recall", Role::Administrator),
    ("/admin/questions", "Questions", Role::Moderator),
];
/// and after their other pages.
const LAST: [OperatorPage; 5] = [
    ("/admin/bans", "Bans", Role::Moderator),
    ("/admin/acts", "Log", Role::Moderator),
    ("/admin/readings", "Readings", Role::Administrator),
    ("/admin/jobs", "Jobs", Role::Administrator),
    ("/admin/mail", "Mail", Role::Administrator),
];

/// An operator's page, with links to the others.
pub(crate) fn page(app: &App, me: &Player, title: &str, body: &Markup) -> Markup {
    page_with(app, me, title, body, &[])
}

/// The same with scripts.
pub(crate) fn page_with(
    app: &App,
    me: &Player,
    title: &str,
    body: &Markup,
    scripts: &[&str],
) -> Markup {
    let inboxes = app.disciplines.iter().flat_map(|it| it.inboxes);
    let others = app.disciplines.iter().flat_map(|it| it.operator_pages);
    let pages = FIRST.iter().chain(inboxes).chain(&NEXT).chain(others).chain(&LAST);
    let body = html! {
        nav.row.small aria-label="Admin" {
            @for (path, name, role) in pages {
                @if me.role >= Some(*role) { a href=(path) { (name) } }
            }
            a href="/admin/search" { "Search" }
        }
        h1 dir="auto" { (title) }
        (body)
    };
    Page::new(title, body).of(Some(me)).wide().scripts(scripts).render(app)
}

/// One page of a list.
pub(crate) struct Listing<T> {
    pub(crate) me: Player,
    pub(crate) lines: Vec<T>,
    /// More lines follow than fit on a page.
    pub(crate) more: bool,
}

/// A request for a page of a list in which a line has a time and an id.
pub(crate) struct ListRequest {
    pub(crate) app: App,
    pub(crate) visitor: Visitor,
    /// What else the address says.
    pub(crate) query: Form,
    /// The position in the list: before this time and id.
    before: (i64, String),
}

impl FromRequestParts<App> for ListRequest {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<ListRequest, Response> {
        let request = QueryRequest::from_request_parts(parts, app).await?;
        let query = request.query.as_deref();
        let before = before(query).unwrap_or((i64::MAX, String::new()));
        let query = Form::of_query(query);
        Ok(ListRequest { app: request.app, visitor: request.visitor, query, before })
    }
}

impl ListRequest {
    /// Reads the page for an operator; `read` is told the position and how many lines to give.
    pub(crate) async fn list<T: Send + 'static>(
        &self,
        role: Role,
        read: impl FnOnce(&mut Tx<'_>, (i64, &str), i64) -> store::Result<Vec<T>> + Send + 'static,
    ) -> Result<Listing<T>, Error> {
        self.list_for(role, move |tx, _, before, most| read(tx, before, most)).await
    }

    /// The same for a list without games that the operator plays in; `read` is told the operator's
    /// id as well.
    pub(crate) async fn list_for<T: Send + 'static>(
        &self,
        role: Role,
        read: impl FnOnce(&mut Tx<'_>, &str, (i64, &str), i64) -> store::Result<Vec<T>> + Send + 'static,
    ) -> Result<Listing<T>, Error> {
        let (at, id) = self.before.clone();
        let read = move |tx: &mut Tx<'_>, me: &str, most| read(tx, me, (at, &id), most);
        list_for(&self.app, &self.visitor, role, read).await
    }
}

/// Reads a page of a list for an operator; `read` is told how many lines to give.
pub(crate) async fn list<T: Send + 'static>(
    app: &App,
    visitor: &Visitor,
    role: Role,
    read: impl FnOnce(&mut Tx<'_>, i64) -> store::Result<Vec<T>> + Send + 'static,
) -> Result<Listing<T>, Error> {
    list_for(app, visitor, role, move |tx, _, most| read(tx, most)).await
}

/// The same for a list without games that the operator plays in; `read` is told the operator's id.
pub(crate) async fn list_for<T: Send + 'static>(
    app: &App,
    visitor: &Visitor,
    role: Role,
    read: impl FnOnce(&mut Tx<'_>, &str, i64) -> store::Result<Vec<T>> + Send + 'static,
) -> Result<Listing<T>, Error> {
    let asking = visitor.clone();
    let (me, mut lines) = app
        .db
        .read(move |tx| {
            let me = asking.operator(tx, role)?;
            let lines = read(tx, &me.id, PAGE + 1)?;
            Ok::<_, Error>((me, lines))
        })
        .await?;
    let most = usize::try_from(PAGE).unwrap_or(0);
    let more = lines.len() > most;
    lines.truncate(most);
    Ok(Listing { me, lines, more })
}

impl<T> Listing<T> {
    /// The link to the rest of the list, if there is one: after the time and id of the last line.
    /// The address of the list may have a query.
    pub(crate) fn older(&self, address: &str, place: impl Fn(&T) -> (i64, &str)) -> Markup {
        html! {
            @if let Some(last) = self.lines.last().filter(|_| self.more) {
                @let (at, id) = place(last);
                @let sign = if address.contains('?') { '&' } else { '?' };
                p { a.button href={ (address) (sign) "before=" (at) "-" (id) } { "Older" } }
            }
        }
    }
}

/// A choice among some of the lines: its field, what it is called, and the words for each value.
pub(crate) struct Choice<'a> {
    pub(crate) field: &'static str,
    pub(crate) label: &'static str,
    pub(crate) chosen: &'a str,
    /// The first is that of no choice.
    pub(crate) options: &'a [(&'static str, &'static str)],
}

/// The form above a list by which one sees some of it.
pub(crate) fn choices(path: &str, all: &[Choice<'_>], further: &Markup) -> Markup {
    html! {
        form.row.search method="get" action=(path) {
            @for it in all {
                label.unseen for=(it.field) { (it.label) }
                select id=(it.field) name=(it.field) {
                    @for (value, words) in it.options { option value=(value) selected[it.chosen == *value] { (words) } }
                }
            }
            (further)
            button.button.quiet { "Show" }
        }
    }
}

/// The address of a list with what is chosen.
pub(crate) fn address(path: &str, fields: &[(&str, &str)]) -> String {
    let chosen = fields.iter().filter(|(_, value)| !value.is_empty());
    let pairs: Vec<String> =
        chosen.map(|(name, value)| format!("{name}={}", encode(value))).collect();
    if pairs.is_empty() { path.to_owned() } else { format!("{path}?{}", pairs.join("&")) }
}

/// Runs what an operator has asked for, and leads back to the list.
pub(crate) async fn act(
    app: &App,
    visitor: Visitor,
    role: Role,
    back: &'static str,
    work: impl FnOnce(&mut Tx<'_>, &Player) -> Result<(), Error> + Send + 'static,
) -> Result<Redirect, Error> {
    write_as(app, visitor, role, work).await?;
    Ok(Redirect::to(back))
}

/// Writes something for an operator.
pub(crate) async fn write_as<T: Send + 'static>(
    app: &App,
    visitor: Visitor,
    role: Role,
    work: impl FnOnce(&mut Tx<'_>, &Player) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    app.db
        .write(move |tx| {
            let me = visitor.operator(tx, role)?;
            work(tx, &me)
        })
        .await
}

/// Returns an id if it has the form of one.
pub(crate) fn plain(id: &str) -> Result<String, Error> {
    let good = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if good { Ok(id.to_owned()) } else { Err(Error::NotFound) }
}
