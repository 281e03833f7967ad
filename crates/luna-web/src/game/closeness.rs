//! How close a guess came: the second result of a game, and `/guesses`, where one's open guesses
//! ripen.

use luna_app::format::{tenths, thousands};
use luna_core::closeness::{Closeness, RIPE};
use luna_store as store;
use luna_store::rating::closeness::OpenGuess;
use maud::{Markup, html};

use crate::html::table::{Column, stacked_table};
use crate::html::times::ago;
use crate::http::error::Error;
use crate::http::page_request::QueryRequest;
use crate::page::layout::{Live, Page, csrf};

/// The most open guesses on the page.
const MOST: i64 = 100;
/// Where a rating is private: how many points away a close guess is at most.
const CLOSE: f64 = 10.0;

/// The result as a sentence of the final page. Of a private rating it tells one bit, as a win does.
pub(super) fn sentence(closeness: Closeness, is_private: bool) -> Markup {
    let open = html! { " It is one of " a href="/guesses" { "your open guesses" } "." };
    html! {
        p.soft.closeness {
            @match closeness {
                Closeness::First => {
                    "You are " strong { "the first" } " to guess about them. As soon as somebody else has, you will see how close you came."
                    (open)
                }
                Closeness::Off { by, others } => {
                    "How close you came: your guess is "
                    strong { (distance(by, is_private)) }
                    " " (mean(others))
                    @if closeness.is_open() { " so far." (open) } @else { "." }
                }
            }
        }
    }
}

fn distance(by: f64, is_private: bool) -> String {
    match (is_private, by <= CLOSE) {
        (true, true) => "within 10 points of".to_owned(),
        (true, false) => "more than 10 points from".to_owned(),
        (false, _) if by < 0.05 => "right on".to_owned(),
        (false, _) => format!("{} from", points(by)),
    }
}

fn points(by: f64) -> String {
    let by = tenths(by);
    if by == "1" { "1 point".to_owned() } else { format!("{by} points") }
}

fn mean(others: i64) -> String {
    match others {
        1 => "the only other guess".to_owned(),
        _ => format!("the mean of {} other guesses", thousands(others)),
    }
}

pub(super) async fn show(QueryRequest { app, visitor, .. }: QueryRequest) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, open, seq) = app
        .db
        .read(move |tx| {
            let me = asking.logged_in(tx)?;
            let open = store::rating::closeness::open(tx, asking.now, &me.id, MOST)?;
            let seq = store::topic::seq(tx, &store::player::topic(&me.id))?;
            Ok::<_, Error>((me, open, seq))
        })
        .await?;
    let heads = [
        Column::Text("Player"),
        Column::Number("Your guess"),
        Column::Text("Others so far"),
        Column::Text("When"),
    ];
    let rows = html! { @for guess in &open { (row(guess, visitor.now)) } };
    let body = html! {
        h1 { "Your open guesses" }
        p.soft {
            "About these players fewer than " (RIPE) " other people have guessed. Each guess of theirs tells more about "
            "how close yours came. Guesses are counted up to midnight UTC, since anything newer would tell when somebody has "
            "played. After that you get a notice when the first one has come, and when there are " (RIPE) "."
        }
        @if open.is_empty() { p { "You have none now." } }
        @else { (stacked_table("Open guesses", &heads, &rows)) }
        div.row {
            form method="post" action="/games" { (csrf(&visitor)) button.button.now { "New game" } }
            a.button href="/games" { "Your games" }
        }
    };
    let live = Live { topic: None, seen: seq, state: seq.to_string(), waiting: false };
    Ok(Page::new("Your open guesses", body).of(Some(&me)).live(live).render(&app))
}

fn row(open: &OpenGuess, now: i64) -> Markup {
    let others = match open.closeness {
        Closeness::First => "nobody yet".to_owned(),
        Closeness::Off { by, others } => {
            format!("{} {}", distance(by, open.rating_hidden), mean(others))
        }
    };
    html! {
        tr {
            th scope="row" { a dir="auto" href={ "/games/" (open.seat_id) } { (open.about) } }
            td.number data-head="Your guess" { (open.guess) }
            td data-head="Others so far" { (others) }
            td data-head="When" { (ago(now, open.at)) }
        }
    }
}
