//! `/admin/typing`: questions and responses that were pasted in or came faster than anyone
//! types, by mark, and all of them as a file. None of the words is shown.

use axum::response::{IntoResponse, Response};
use luna_app::format::{stamp, tenths, thousands};
use luna_app::typing_mark::value;
use luna_store::Tx;
use luna_store::paste_detection::{self, Mark, Spot, TypingMark};
use luna_store::player::Role;
use maud::{Markup, html};

use super::listing::{list_for, page};
use crate::admin::typing_csv::{csv_head, csv_line};
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::page_request::QueryRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::http::{download, form};

const PATH: &str = "/admin/typing";

/// The filter of the list: `mark=pasted`, `fast` or `suggested`, and `before=TIME-MOVE-PART-GAME`.
struct Filter {
    mark: Option<Mark>,
    before: Spot,
}

impl Filter {
    fn of(query: Option<&str>) -> Filter {
        let fields = form::parse(query.unwrap_or("").as_bytes()).unwrap_or_default();
        Filter {
            mark: Mark::from_name(fields.text("mark")),
            before: spot(fields.text("before")).unwrap_or_else(Spot::last),
        }
    }
}

fn spot(text: &str) -> Option<Spot> {
    let mut parts = text.splitn(4, '-');
    let mut number = || parts.next()?.parse().ok();
    let (at, seq, part) = (number()?, number()?, number()?);
    Some(Spot { at, seq, part, game_id: parts.next()?.to_owned() })
}

fn query(mark: Option<Mark>) -> String {
    mark.map_or_else(String::new, |mark| format!("?mark={}", mark.name()))
}

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    let Filter { mark, before } = Filter::of(query.as_deref());
    let read =
        move |tx: &mut Tx<'_>, me: &str, most| paste_detection::list(tx, me, mark, &before, most);
    let found = list_for(&app, &visitor, Role::Moderator, read).await?;
    let body = html! {
        p.soft {
            "These questions and responses were pasted (nine in ten characters), arrived faster "
            "than anyone types (15 characters a second), or were taken from suggestions that Luna made from a text. Browsers report how a field was filled "
            "in, and such reports can be forged. A mark has no consequences, and players are not told. "
            "“All questions” or “all responses” means a whole move, because each part is too "
            "short or only the total time is known."
        }
        (choices(mark))
        @if found.lines.is_empty() { p { "No text has this mark." } }
        @else { (marks(&found.lines)) }
        @if let Some(last) = found.lines.last().filter(|_| found.more) {
            @let Spot { at, seq, part, game_id } = &last.spot;
            @let mark = mark.map_or("", Mark::name);
            p { a.button href={ (PATH) "?mark=" (mark) "&before=" (at) "-" (seq) "-" (part) "-" (game_id) } { "Older" } }
        }
    };
    Ok(page(&app, &found.me, "Typing", &body))
}

fn choices(mark: Option<Mark>) -> Markup {
    let all = [
        (None, "All"),
        (Some(Mark::Pasted), "Pasted"),
        (Some(Mark::Fast), "Too fast"),
        (Some(Mark::Suggested), "Suggested"),
    ];
    html! {
        nav.row.small aria-label="Mark" {
            @for (choice, words) in all {
                a href={ (PATH) (query(choice)) } aria-current=[(choice == mark).then_some("page")] { (words) }
            }
        }
        p.small {
            "Download this list: "
            a href={ (PATH) ".csv" (query(mark)) } { "CSV" } " · "
            a href={ (PATH) ".jsonl" (query(mark)) } { "JSON lines" }
        }
    }
}

fn marks(all: &[TypingMark]) -> Markup {
    let heads = [
        Text("When"),
        Text("Player"),
        Text("What"),
        Number("Characters"),
        Number("Pasted"),
        Number("Typed"),
        Number("Seconds typing"),
        Text("Mark"),
        Text("Game"),
    ];
    let count = |count: Option<i64>| count.map_or_else(|| "–".to_owned(), thousands);
    let rows = html! {
        @for it in all {
            @let hint = it.typing.hint;
            tr {
                td { (stamp(it.spot.at)) }
                td { a dir="auto" href={ "/admin/players/" (it.player_id) } { (it.name) } }
                td { (what(it)) }
                td.number { (thousands(it.typing.chars)) }
                td.number { (count(hint.pasted)) }
                td.number { (count(hint.typed)) }
                td.number { (hint.typed_ms.map_or_else(|| "–".to_owned(), seconds)) }
                td { (mark_words(it)) }
                td { a href={ "/admin/games/" (it.spot.game_id) } { code { (it.spot.game_id) } } }
            }
        }
    };
    table("Typing marks", &heads, &rows)
}

fn seconds(ms: i64) -> String {
    let tenth = i32::try_from(ms / 100).unwrap_or(i32::MAX);
    tenths(f64::from(tenth) / 10.0)
}

/// "question 3", or "all questions".
fn what(it: &TypingMark) -> String {
    let noun = if it.what == "ask" { "question" } else { "response" };
    match it.spot.part {
        0 => format!("all {noun}s"),
        part => format!("{noun} {part}"),
    }
}

fn mark_words(it: &TypingMark) -> String {
    let fast = format!("{} a second", thousands(it.typing.speed()));
    let suggested = format!("{} characters suggested", thousands(it.typing.suggested.unwrap_or(0)));
    let all = [(it.pasted, "pasted".to_owned()), (it.fast, fast), (it.suggested, suggested)];
    let words: Vec<String> =
        all.into_iter().filter_map(|(has, words)| has.then_some(words)).collect();
    words.join(", ")
}

/// The mark of a text as a phrase for another list.
pub(super) fn line(it: &TypingMark) -> String {
    format!(
        "{}: {}, {} characters, {}",
        it.name,
        what(it),
        thousands(it.typing.chars),
        mark_words(it)
    )
}

pub(super) async fn csv(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Response, Error> {
    let file = File { kind: "text/csv; charset=utf-8", name: "typing.csv", line: csv_line };
    file.send(&app, visitor, query.as_deref(), csv_head()).await
}

pub(super) async fn json(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Response, Error> {
    let line = |it: &TypingMark| format!("{}\n", value(it));
    let file = File { kind: "application/jsonl", name: "typing.jsonl", line };
    file.send(&app, visitor, query.as_deref(), String::new()).await
}

/// A download, a line for each mark.
struct File {
    kind: &'static str,
    name: &'static str,
    line: fn(&TypingMark) -> String,
}

impl File {
    async fn send(
        self,
        app: &App,
        visitor: Visitor,
        query: Option<&str>,
        head: String,
    ) -> Result<Response, Error> {
        let Filter { mark, before } = Filter::of(query);
        let me = app.db.read(move |tx| visitor.operator(tx, Role::Moderator)).await?.id;
        let page = move |tx: &mut Tx<'_>, before: &Spot, most| {
            paste_detection::list(tx, &me, mark, before, most)
        };
        let line = move |it: &TypingMark| Some((self.line)(it));
        let body =
            download::lines(app.db.clone(), (head, before), page, line, |it| it.spot.clone());
        Ok((download::headers(self.kind, self.name), body).into_response())
    }
}
