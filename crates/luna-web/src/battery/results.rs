//! `/battery/results`: what each machine earned in the test, and who has scored it.

use std::sync::Arc;

use luna_app::battery::FORMS;
use luna_app::battery::result_cache::{Lookup, Sittings, cache};
use luna_app::battery::results::{BatteryResult, BothWays, FirstAnswers, Percent};
use luna_app::format::{date, many};
use luna_core::battery::{FigureOne, PaperResult, Subtest};
use luna_figures::{Bar, Bars, Frame, Range, bars};
use maud::{Markup, PreEscaped, html};

use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::page_request::QueryRequest;
use crate::http::state::App;
use crate::page::layout::Page;

const HERE: &str = "/battery/results";

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    let form = Form::of_query(query.as_deref());
    let letter = match form.text("form") {
        "" => FORMS[0].0,
        asked => FORMS.iter().map(|it| it.0).find(|it| *it == asked).ok_or(Error::NotFound)?,
    };
    let within = app.clone();
    let (me, found) = app
        .db
        .read(move |tx| {
            let sittings = Sittings::OfForm(letter.to_owned());
            Ok::<_, Error>((visitor.player(tx)?, cache(&within).look_up(tx, sittings)?))
        })
        .await?;
    let results = cache(&app).results(found).await?;
    let body = html! {
        h1 { "Results of the test of common sense" }
        p.lead {
            "Machines take a form of 75 items in five subtests. Strict scoring counts the best answer, relaxed scoring the best of "
            "five. Results are percent of the full points, with 95 % intervals. With 75 items, the interval of a mean reaches about 11 "
            "points to either side."
        }
        p {
            @for (other, _) in FORMS {
                @if other == letter { strong { "Form " (other) } " " } @else { a href={ (HERE) "?form=" (other) } { "Form " (other) } " " }
            }
        }
        @if results.is_empty() {
            p { "No machine has taken form " (letter) " here yet. The owner of a machine can start the test on its page, and an administrator can start it for house machines." }
        } @else {
            (overview(&results))
            @for result in &results { (one(result)) }
        }
        p.after { a.button href="/battery" { "Ask a question yourself" } }
    };
    Ok(Page::new("Results of the test of common sense", body).of(me.as_ref()).wide().render(&app))
}

fn overview(results: &[Arc<BatteryResult>]) -> Markup {
    let rows = html! {
        @for it in results {
            tr {
                td { a dir="auto" href={ "/machines/" (it.sitting.player_id) } { (it.name) } }
                (cells(&it.mean))
                td.number { (it.first_answers.unanswered) }
                td.number { (nonsense(&it.first_answers)) }
            }
        }
    };
    let heads = [
        Text("Machine"),
        Number("Mean, strict"),
        Number("Mean, relaxed"),
        Number("Items not answered"),
        Number("Nonsense"),
    ];
    html! {
        div.compact { (table("Means", &heads, &rows)) }
        p.soft.small { "Nonsense is for people to tell: the number is of the first answers that they have scored." }
    }
}

/// How many of the first answers that people have scored are nonsense to them.
fn nonsense(first: &FirstAnswers) -> String {
    match first.by_people {
        0 => "–".to_owned(),
        people => format!("{} of {people}", first.sense.nonsense),
    }
}

fn cells(both: &BothWays) -> Markup {
    let cell = |it: &Percent| html! { td.number { (it.words()) } };
    html! { (cell(&both.strict)) (cell(&both.relaxed)) }
}

fn one(result: &BatteryResult) -> Markup {
    let rows = html! {
        @for (subtest, both) in &result.subtests {
            tr { th scope="row" { (subtest.title()) } (cells(both)) (printed(Some(*subtest))) }
        }
        tr { th scope="row" { "Mean" } (cells(&result.mean)) (printed(None)) }
    };
    let heads = [
        Text("Subtest"),
        Number("Strict"),
        Number("Relaxed"),
        Number("Paper, strict"),
        Number("Paper, relaxed"),
    ];
    let label = format!("Subtests of {}", result.name);
    html! {
        h2 dir="auto" { (result.name) }
        p { (scored_by(&result.first_answers)) (sense(&result.first_answers)) }
        (table(&label, &heads, &rows))
        (figure(result))
        p { (by_clue(result)) }
        p.soft.small {
            "Taken on " (date(result.sitting.taken_at)) ". “Paper” is the answerer of Ohlsson and others (2012)."
            @if !result.sitting.knowledge.is_empty() { " It draws on " (result.sitting.knowledge) "." }
            @if result.first_answers.unchildlike > 0 {
                " Right but not what a child would say: " (many(unchildlike(result), "first answer")) "."
            }
        }
    }
}

fn unchildlike(result: &BatteryResult) -> i64 {
    i64::try_from(result.first_answers.unchildlike).unwrap_or(i64::MAX)
}

fn printed(row: Option<Subtest>) -> Markup {
    let PaperResult { strict, relaxed } = PaperResult::of(row);
    html! {
        @for it in [strict, relaxed] {
            td.number { (it.map_or("–".to_owned(), |it| format!("{it:.0}"))) }
        }
    }
}

/// Figure 1 of the paper for one machine.
fn figure(result: &BatteryResult) -> Markup {
    let data = FigureOne::of(|row| {
        let of_subtest = |it: &&(Subtest, BothWays)| Some(it.0) == row;
        let both = result.subtests.iter().find(of_subtest).map_or(&result.mean, |(_, both)| both);
        [both.strict, both.relaxed].map(|it| [it.value, it.low, it.high])
    });
    let values = data.series.each_ref().map(|(name, values)| (*name, Bar::all(values)));
    let series = values.each_ref().map(|(name, values)| Bars { name, values });
    let frame = Frame {
        id: &format!("battery-{}", result.sitting.id),
        title: &format!("{} on form {}", result.name, result.sitting.form),
        description: FigureOne::DESCRIPTION,
        x_label: FigureOne::X_LABEL,
        y_label: FigureOne::Y_LABEL,
    };
    let chart = bars(&frame, &data.groups, &series, Range { low: 0.0, high: 100.0 });
    html! { figure { (PreEscaped(chart.wide_page())) } }
}

/// The sentence on the clues after which things were named.
fn by_clue(result: &BatteryResult) -> String {
    let items = result.unsolved + result.solved_after.iter().sum::<usize>();
    let after = (result.solved_after.iter().zip(1..))
        .filter(|(count, _)| **count > 0)
        .map(|(count, clue): (&usize, i32)| format!("{count} after clue {clue}"));
    let solved = after.collect::<Vec<_>>().join(", ");
    if solved.is_empty() {
        return format!(
            "Word Reasoning: none of the {items} things is the best answer after any clue."
        );
    }
    format!(
        "Word Reasoning: of {items} things, the best answer first names {solved}. It never names {}.",
        result.unsolved
    )
}

/// The sentence on who has scored the first answers.
fn scored_by(first: &FirstAnswers) -> String {
    let given = first.items - first.unanswered;
    let doubt = match first.doubtful {
        0 => "is in doubt about none of them".to_owned(),
        count => format!("is in doubt about {count} of them"),
    };
    let by_key = first.by_key + first.doubtful;
    match (first.by_people, by_key) {
        (0, _) => format!(
            "The answer key alone has scored the {given} first answers, and {doubt}: no person has scored them yet."
        ),
        (people, 0) => format!(
            "People have scored all {people} first answers, without knowing whose they are."
        ),
        (people, _) => format!(
            "People have scored {people} of the {given} first answers, without knowing whose they are. The answer key alone has \
             scored the other {by_key}, and {doubt}."
        ),
    }
}

/// The sentence on sense and nonsense; nothing if no person has scored an answer.
fn sense(first: &FirstAnswers) -> String {
    let FirstAnswers { sense, scorers, .. } = first;
    let all = sense.all();
    if all == 0 {
        return String::new();
    }
    let percent = |count: usize| (200 * count + all) / (2 * all);
    let kinds = sense.kinds().map(|(kind, count)| format!("{} % are {kind}", percent(count)));
    let scorers = many(i64::try_from(*scorers).unwrap_or(i64::MAX), "scorer");
    format!(" To them ({scorers}), {}.", kinds.join(", "))
}

/// The results of a machine, for its page; nothing if it has never sat.
pub(super) async fn section(app: &App, found: Lookup) -> Result<Markup, Error> {
    let results = cache(app).results(found).await?;
    if results.is_empty() {
        return Ok(html! {});
    }
    let rows = html! {
        @for it in &results {
            tr {
                td { a href={ (HERE) "?form=" (it.sitting.form) } { (it.sitting.form) } }
                (cells(&it.mean))
                td { (date(it.sitting.taken_at)) }
                td.words { (scored_by(&it.first_answers)) }
            }
        }
    };
    let heads =
        [Text("Form"), Number("Strict"), Number("Relaxed"), Text("Taken"), Text("Scored by")];
    Ok(html! {
        h2 #common-sense { "Common sense" }
        p { "The mean of five subtests of a child’s test, in percent of full points with 95 % intervals." }
        (table("Common sense", &heads, &rows))
    })
}

#[cfg(test)]
mod tests {
    use luna_core::battery::Sense;

    use super::*;

    #[test]
    fn the_sentence_tells_wrong_answers_from_nonsense() {
        let sense_of = |counts, scorers| {
            sense(&FirstAnswers { items: 75, sense: counts, scorers, ..FirstAnswers::default() })
        };
        assert_eq!(sense_of(Sense::default(), 0), "");
        let found = sense_of(Sense { nonsense: 1, wrong: 2, unchildlike: 1, right: 4 }, 3);
        let expected = " To them (3 scorers), 13 % are nonsense, 25 % are wrong but sensible, 13 % are right but \
                        not what a child would say, 50 % are right.";
        assert_eq!(found, expected);
    }

    #[test]
    fn the_sentence_says_plainly_who_scored() {
        let first = |by_people, by_key, doubtful| FirstAnswers {
            items: 10,
            unanswered: 10 - by_people - by_key - doubtful,
            by_people,
            by_key,
            doubtful,
            ..FirstAnswers::default()
        };
        for (found, expected) in [
            (
                first(0, 6, 2),
                "alone has scored the 8 first answers, and is in doubt about 2 of them: no person",
            ),
            (first(3, 4, 1), "People have scored 3 of the 8 first answers"),
            (first(3, 4, 1), "scored the other 5, and is in doubt about 1 of them."),
            (first(9, 0, 0), "People have scored all 9 first answers"),
        ] {
            let words = scored_by(&found);
            assert!(words.contains(expected), "{words}");
        }
    }
}
