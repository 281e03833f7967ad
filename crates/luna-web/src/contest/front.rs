//! `/contests/{id}`: where a contest stands, and its results when it is over.

use luna_app::contest::archive::{Reader, may_read};
use luna_app::contest::console::may_organise;
use luna_app::contest::outcome::outcome;
use luna_app::contest::screen::ContestClock;
use luna_app::contest::state::State as Contest;
use luna_core::contest::participant::Side;
use luna_core::contest::rules::Questioning;
use maud::{Markup, html};

use super::{clock, results, transcript};
use crate::http::error::Error;
use crate::http::page_request::PageRequest;
use crate::page::layout::Page;

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let read = move |tx: &mut luna_store::Tx<'_>| {
        let me = visitor.player(tx)?;
        let contest = Contest::read(tx, &id)?;
        let outcome = outcome(tx, visitor.now, &id)?;
        Ok::<_, Error>((me, contest, outcome, visitor.now))
    };
    let (me, contest, outcome, now) = app.db.read(read).await?;
    let record = &contest.record;
    let clock = ContestClock::of(&contest, now);
    let seat = me.as_ref().and_then(|me| contest.seat_of(&me.id));
    let organises = me.as_ref().is_some_and(|me| may_organise(record, me));
    let reader = Reader::of(&contest, me.as_ref());
    let open = |round, judge, side: Side| may_read(&contest, now, reader, (round, judge, side));
    let body = html! {
        h1 dir="auto" { (record.name) }
        p.lead { (clock::words(&clock)) }
        div.row {
            @if seat.is_some() && outcome.is_none() { a.button.now href={ "/contests/" (record.id) "/seat" } { "Go to your seat" } }
            @if organises { a.button href={ "/contests/" (record.id) "/console" } { "Console" } }
        }
        @if let Some(outcome) = &outcome {
            (results::section(outcome, &open))
            h2 { "All conversations" }
            p { "All conversations that you may read, in one file." }
            (transcript::links(&format!("/contests/{}/transcripts", record.id)))
        } @else {
            (rules(&contest))
            p.soft { "Before the end, nobody sees other people’s conversations or verdicts. The results will appear here by themselves." }
        }
        p.small.soft { "Rules: SHA-256 " code { (record.rules_hash) } }
        details { summary { "The rules as data" } pre { (record.rules) } }
    };
    let page = Page::new(&record.name, body).of(me.as_ref()).wide();
    // Its state is what it shows: the stream of the console would tell when judges decide.
    let page = if outcome.is_none() { page.polled(clock::words(&clock)) } else { page };
    Ok(page.render(&app))
}

fn rules(contest: &Contest) -> Markup {
    let rules = contest.contest.rules();
    let time = match rules.questioning {
        Questioning::InTurn { left_seconds, right_seconds } => {
            format!("{} with LEFT, then {right_seconds} with RIGHT", time_of(left_seconds))
        }
        Questioning::AtOnce { seconds } => format!("{} with both", time_of(seconds)),
    };
    html! {
        p {
            (several(rules.judges, "judge", "judges")) ", "
            (several(rules.entries, "program", "programs")) " and "
            (several(rules.confederates, "person", "people")) ", in "
            (several(contest.rounds(), "round", "rounds")) ": " (time) ", then "
            (time_of(rules.review_seconds)) " to decide who is human."
        }
    }
}

fn time_of(seconds: u32) -> String {
    if seconds == 1 { "1 second".to_owned() } else { format!("{seconds} seconds") }
}

fn several(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
