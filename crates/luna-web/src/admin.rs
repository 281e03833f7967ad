//! `/admin`: what moderators and administrators see and do. For everybody else
//! there is nothing at these addresses.

use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::response::Redirect;
use axum::routing::{get, post};
use luna_app::format::stamp;
use luna_store::player::{Player, Role, Tally};
use luna_store::{self as store, Tx, job};
use maud::{Markup, html};

use crate::App;
use crate::error::Error;
use crate::form::{self, Form};
use crate::layout::{Page, csrf};
use crate::table::Column::{Number, Text};
use crate::table::table;
use crate::visitor::Visitor;

mod action_form;
mod judges;
mod machines;
mod person;
mod questions;
mod recall;
mod reports;
mod search;
mod statistics;
mod transcript;
mod typing;

const PAGE: i64 = 50;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/admin", get(statistics::show))
        .route("/admin/players", get(players))
        .route("/admin/players/{id}", get(person::show))
        .route("/admin/players/{id}/role", post(person::role))
        .route("/admin/players/{id}/ban", post(ban))
        .route("/admin/players/{id}/unban", post(unban))
        .route("/admin/bans", get(bans))
        .route("/admin/judges", get(judges::show))
        .route("/admin/judges/excluded", get(judges::excluded))
        .route("/admin/judges/{id}/exclude", post(judges::exclude))
        .route("/admin/judges/{id}/restore", post(judges::restore))
        .route("/admin/judges/{id}/clear", post(judges::clear))
        .route("/admin/judges/{id}/clear-group", post(judges::clear_group))
        .route("/admin/acts", get(judges::acts))
        .route("/admin/games", get(games))
        .route("/admin/games/{id}", get(transcript::show))
        .route("/admin/games/{id}/open", post(transcript::read_it))
        .route("/admin/readings", get(transcript::readings))
        .route("/admin/reports", get(reports::show))
        .route("/admin/reports/{id}", get(reports::one).post(reports::decide))
        .route("/admin/reports/{id}/open", post(reports::open))
        .route("/admin/search", get(search::show))
        .route("/admin/questions", get(questions::show))
        .route("/admin/machines", get(machines::show))
        .route("/admin/machines/all", post(machines::switch_all))
        .route("/admin/machines/{id}/kill", post(machines::kill))
        .route("/admin/machines/{id}/revive", post(machines::revive))
        .route("/admin/recall", get(recall::pending))
        .route("/admin/recall/approved", get(recall::approved))
        .route("/admin/recall/rejected", get(recall::rejected))
        .route("/admin/recall/{id}/approve", post(recall::approve))
        .route("/admin/recall/{id}/reject", post(recall::reject))
        .route("/admin/typing", get(typing::show))
        .route("/admin/typing.csv", get(typing::csv))
        .route("/admin/typing.jsonl", get(typing::json))
        .route("/admin/jobs", get(jobs).post(revive))
        .route("/admin/mail", get(mail))
}

/// The pages of operators, and who may see each.
const PAGES: [(&str, &str, Role); 13] = [
    ("/admin", "Figures", Role::Administrator),
    ("/admin/reports", "Reports", Role::Moderator),
    ("/admin/judges", "Judges", Role::Moderator),
    ("/admin/players", "Players", Role::Moderator),
    ("/admin/games", "Games", Role::Moderator),
    ("/admin/machines", "Machines", Role::Moderator),
    ("/admin/recall", "Recall", Role::Administrator),
    ("/admin/questions", "Questions", Role::Moderator),
    ("/admin/bans", "Bans", Role::Moderator),
    ("/admin/acts", "Log", Role::Moderator),
    ("/admin/readings", "Readings", Role::Administrator),
    ("/admin/jobs", "Jobs", Role::Administrator),
    ("/admin/mail", "Mail", Role::Administrator),
];

/// An operator's page, with the way to the others.
fn page(app: &App, me: &Player, title: &str, body: &Markup) -> Markup {
    let body = html! {
        nav.row.small aria-label="Admin" {
            @for (path, name, role) in PAGES {
                @if me.role >= Some(role) { a href=(path) { (name) } }
            }
            a href="/admin/search" { "Search" }
        }
        h1 { (title) }
        (body)
    };
    Page::new(title, body).of(Some(me)).wide().render(app)
}

/// One page of a list.
struct Listing<T> {
    me: Player,
    lines: Vec<T>,
    /// More lines follow than fit on a page.
    more: bool,
}

/// Reads a page of a list for an operator; `read` is told how many lines to give.
async fn list<T: Send + 'static>(
    app: &App,
    visitor: &Visitor,
    role: Role,
    read: impl FnOnce(&mut Tx<'_>, i64) -> store::Result<Vec<T>> + Send + 'static,
) -> Result<Listing<T>, Error> {
    let asking = visitor.clone();
    let (me, mut lines) = app
        .db
        .read(move |tx| Ok::<_, Error>((asking.operator(tx, role)?, read(tx, PAGE + 1)?)))
        .await?;
    let most = usize::try_from(PAGE).unwrap_or(0);
    let more = lines.len() > most;
    lines.truncate(most);
    Ok(Listing { me, lines, more })
}

impl<T> Listing<T> {
    /// The link to the rest of the list, if there is one: after the time and id of the last line.
    fn older(&self, path: &str, place: impl Fn(&T) -> (i64, &str)) -> Markup {
        html! {
            @if let Some(last) = self.lines.last().filter(|_| self.more) {
                @let (at, id) = place(last);
                p { a.button href={ (path) "?before=" (at) "-" (id) } { "Older" } }
            }
        }
    }
}

fn from(query: Option<&str>) -> (i64, String) {
    crate::game::before(query).unwrap_or((i64::MAX, String::new()))
}

/// Does what an operator has asked for, and leads back to the list.
async fn act(
    app: &App,
    visitor: Visitor,
    role: Role,
    back: &'static str,
    work: impl FnOnce(&mut Tx<'_>, &Player) -> Result<(), Error> + Send + 'static,
) -> Result<Redirect, Error> {
    app.db
        .write(move |tx| {
            let me = visitor.operator(tx, role)?;
            work(tx, &me)
        })
        .await?;
    Ok(Redirect::to(back))
}

async fn players(
    State(app): State<App>,
    visitor: Visitor,
    RawQuery(query): RawQuery,
) -> Result<Markup, Error> {
    let (at, id) = from(query.as_deref());
    let read = move |tx: &mut Tx<'_>, most| store::player::list(tx, (at, &id), most);
    let found = list(&app, &visitor, Role::Moderator, read).await?;
    let body = html! {
        (search::search_form(""))
        (player_table(&found.lines, &found.me, &visitor))
        (found.older("/admin/players", |(last, _)| (last.created_at, &last.id)))
    };
    Ok(page(&app, &found.me, "Players", &body))
}

async fn bans(
    State(app): State<App>,
    visitor: Visitor,
    RawQuery(query): RawQuery,
) -> Result<Markup, Error> {
    let (at, id) = from(query.as_deref());
    let read = move |tx: &mut Tx<'_>, most| store::player::banned(tx, (at, &id), most);
    let found = list(&app, &visitor, Role::Moderator, read).await?;
    let body = html! {
        @if found.lines.is_empty() { p { "Nobody is banned. A ban is made from the list of " a href="/admin/players" { "players" } "." } }
        @else { (player_table(&found.lines, &found.me, &visitor)) }
        (found.older("/admin/bans", |(last, _)| (last.banned_at.unwrap_or(0), &last.id)))
    };
    Ok(page(&app, &found.me, "Bans", &body))
}

fn player_table(all: &[(Player, Tally)], me: &Player, visitor: &Visitor) -> Markup {
    let heads = [
        Text("Name"),
        Text("Kind"),
        Text("E-mail"),
        Number("Rating"),
        Number("Finished"),
        Text("Since"),
        Text("Ban"),
    ];
    let rows = html! {
        @for (player, tally) in all {
            tr {
                td {
                    @if kind(player) == ERASED { span dir="auto" { (player.name) } }
                    @else { a dir="auto" href={ "/admin/players/" (player.id) } { (player.name) } }
                    @if let Some(role) = player.role { " " span.soft { (role.name()) } }
                }
                td { (kind(player)) }
                td { @if let Some(email) = player.email.as_ref().filter(|_| me.is_admin()) { (email) @if !player.verified { " " span.soft { "unconfirmed" } } } }
                td.number { @if let Some(rating) = tally.rating { (rating) } }
                td.number { (tally.finished) }
                td { (stamp(player.created_at)) }
                td { (ban_form(player, visitor)) }
            }
        }
    };
    table("Players", &heads, &rows)
}

/// Somebody with a role loses it first.
const NO_BAN: &str = "Only players who are people and no operators can be banned.";

const ERASED: &str = "erased";

fn kind(player: &Player) -> &'static str {
    match () {
        // A name that nobody can choose.
        () if player.name.starts_with("erased-") => ERASED,
        () if player.machine => "machine",
        () if player.email.is_some() => "account",
        () => "guest",
    }
}

fn ban_form(player: &Player, visitor: &Visitor) -> Markup {
    html! {
        @match &player.banned_why {
            Some(why) => {
                "Banned: " (why)
                form method="post" action={ "/admin/players/" (player.id) "/unban" } {
                    (csrf(visitor)) button.button.quiet { "Lift the ban" }
                }
            }
            None if player.machine || player.moderates() || kind(player) == ERASED => {},
            None => (judges::ban_form(&player.id, &player.name, visitor)),
        }
    }
}

async fn ban(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    form: Form,
) -> Result<Redirect, Error> {
    let why = form.text("why").trim().to_owned();
    if why.is_empty() {
        return Err(Error::Refused("Please say why; the player will read it.".into()));
    }
    let (at, judge, exclude) = (app.moment(), plain(&id)?, form.has("exclude"));
    let to = act(&app, visitor, Role::Moderator, "/admin/bans", move |tx, me| {
        let player = store::player::find(tx, &plain(&id)?)?;
        if player.moderates() || player.machine {
            return Err(Error::Refused(NO_BAN.into()));
        }
        tracing::info!(by = me.id, player = player.id, "banned");
        store::erase::ban(tx, &at, Some(&me.id), &player.id, &why)?;
        if exclude { judges::exclude_person(tx, &at, me, &player.id, &why) } else { Ok(()) }
    })
    .await?;
    if exclude {
        store::judge::follow_all(&app.db, &judge).await?;
    }
    Ok(to)
}

/// An id as we write them; anything else names nobody.
fn plain(id: &str) -> Result<String, Error> {
    let good = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if good { Ok(id.to_owned()) } else { Err(Error::NotFound) }
}

async fn unban(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    _form: Form,
) -> Result<Redirect, Error> {
    let at = app.moment();
    act(&app, visitor, Role::Moderator, "/admin/bans", move |tx, me| {
        tracing::info!(by = me.id, player = id, "ban lifted");
        Ok(store::erase::unban(tx, &at, Some(&me.id), &plain(&id)?)?)
    })
    .await
}

async fn games(
    State(app): State<App>,
    visitor: Visitor,
    RawQuery(query): RawQuery,
) -> Result<Markup, Error> {
    let (at, id) = from(query.as_deref());
    let read = move |tx: &mut Tx<'_>, most| {
        let games = store::game::list::all(tx, (at, &id), most)?;
        games
            .into_iter()
            .map(|game| Ok((store::paste_detection::of_game(tx, &game.id)?, game)))
            .collect()
    };
    let found = list(&app, &visitor, Role::Moderator, read).await?;
    let heads = ["Game", "Phase", "Players", "Begun", "Ended", "Typing"].map(Text);
    let rows = html! {
        @for (marked, game) in &found.lines {
            tr {
                td { a href={ "/admin/games/" (game.id) } { code { (game.id) } } }
                td { (game.phase) @if game.practice { " " span.soft { "practice" } } }
                td {
                    @for (nth, (id, name)) in game.players.iter().enumerate() {
                        @if nth > 0 { " · " }
                        a href={ "/admin/players/" (id) } { (name) }
                    }
                }
                td { (stamp(game.started_at)) }
                td { @if let Some(at) = game.ended_at { (stamp(at)) } }
                td { @for marked in marked { div { (typing::line(marked)) } } }
            }
        }
    };
    let body = html! {
        (search::search_form(""))
        p.small { a href="/admin/typing" { "How questions and responses were typed" } }
        @if found.lines.is_empty() { p { "No games yet." } }
        (table("Games", &heads, &rows))
        (found.older("/admin/games", |(_, last)| (last.started_at, &last.id)))
    };
    Ok(page(&app, &found.me, "Games", &body))
}

/// The position in the list of jobs: `after=DUE-ID`, or `after=-ID` among those given up.
fn after(query: Option<&str>) -> (Option<i64>, String) {
    let given = query.and_then(|query| query.strip_prefix("after=")).unwrap_or("");
    match given.split_once('-') {
        Some((due_at, id)) => (due_at.parse().ok(), form::decode(id.as_bytes()).0),
        None => (None, String::new()),
    }
}

async fn jobs(
    State(app): State<App>,
    visitor: Visitor,
    RawQuery(query): RawQuery,
) -> Result<Markup, Error> {
    let (due_at, id) = after(query.as_deref());
    let read = move |tx: &mut Tx<'_>, most| job::list(tx, (due_at, &id), most);
    let found = list(&app, &visitor, Role::Administrator, read).await?;
    let heads = [Text("Job"), Text("Due"), Number("Tries"), Text("Problem"), Text("Again")];
    let rows = html! {
        @for job in &found.lines {
            tr {
                td { code { (job.id) } }
                td { @match job.due_at { Some(at) => (stamp(at)), None => strong { "given up" } } }
                td.number { (job.attempts) }
                td { (job.problem.as_deref().unwrap_or("")) }
                td { @if job.due_at.is_none() {
                    form method="post" action="/admin/jobs" {
                        (csrf(&visitor)) input type="hidden" name="id" value=(job.id);
                        button.button.quiet { "Try again" }
                    }
                } }
            }
        }
    };
    let body = html! {
        p.soft { "Jobs that were given up come first; then those that are due next." }
        (table("Jobs", &heads, &rows))
        @if let Some(last) = found.lines.last().filter(|_| found.more) {
            @let due = last.due_at.map_or(String::new(), |at| at.to_string());
            p { a.button href={ "/admin/jobs?after=" (due) "-" (last.id) } { "Later" } }
        }
    };
    Ok(page(&app, &found.me, "Jobs", &body))
}

async fn revive(State(app): State<App>, visitor: Visitor, form: Form) -> Result<Redirect, Error> {
    let (id, now) = (form.text("id").to_owned(), visitor.now);
    act(&app, visitor, Role::Administrator, "/admin/jobs", move |tx, _| {
        Ok(job::revive(tx, &id, now)?)
    })
    .await
}

async fn mail(
    State(app): State<App>,
    visitor: Visitor,
    RawQuery(query): RawQuery,
) -> Result<Markup, Error> {
    let (at, id) = from(query.as_deref());
    let read = move |tx: &mut Tx<'_>, most| store::mail::list(tx, (at, &id), most);
    let found = list(&app, &visitor, Role::Administrator, read).await?;
    let body = html! {
        @if !app.settings.smtp {
            p.note { "No SMTP server is set up, so nothing leaves this machine: mails are shown here and by " code { "luna admin mail" } ". See the setting " code { "smtp" } "." }
        }
        @if found.lines.is_empty() { p { "No mail yet." } }
        @for mail in &found.lines {
            details.sheet {
                summary {
                    (mail.subject) " " span.soft.small { "to " (mail.address) " · " (stamp(mail.created_at)) " · "
                        @match (mail.sent_at, &mail.problem) {
                            (Some(_), _) => { @if app.settings.smtp { "sent" } @else { "shown" } },
                            (None, Some(problem)) => { "failed: " (problem) },
                            (None, None) => { "waiting" },
                        }
                    }
                }
                p.small { a href={ "/admin/players/" (mail.player_id) } { "The player" } }
                @if mail.plain.is_empty() { p.soft { "The text of a mail is not kept once it is sent." } }
                @else { p.answer dir="auto" { (mail.plain) } }
            }
        }
        (found.older("/admin/mail", |last| (last.created_at, &last.id)))
    };
    Ok(page(&app, &found.me, "Mail", &body))
}
