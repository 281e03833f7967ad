//! A result to share: a line of moons and a number, with nothing of the exchanges. Its address holds all
//! of it.

use axum::response::Response;
use luna_app::daily::day_of;
use luna_app::daily::judge::{DayResult, verdict, verdict_code};
use luna_app::format::date;
use luna_core::daily::{self, EXCHANGES, MOST_POINTS, Moon, Verdict};
use luna_figures::Card;
use maud::{Markup, html};

use crate::html::moon::moon;
use crate::http::card;
use crate::http::error::Error;
use crate::http::page_request::PageRequest;
use crate::page::layout::{Page, Preview};

const DAY_MS: i64 = 86_400_000;

/// A result as an address has it.
struct Shared {
    day: i64,
    points: Vec<u32>,
}

impl Shared {
    /// Reads an address: the day, and the points of each exchange.
    fn read(code: &str, today: i64) -> Result<Shared, Error> {
        let mut numbers = code.split('-').map(str::parse::<u32>);
        let day = numbers.next().and_then(Result::ok).map(i64::from);
        let points: Result<Vec<u32>, _> = numbers.collect();
        let points = points.ok().filter(|all| {
            (1..=EXCHANGES).contains(&all.len()) && all.iter().all(|it| *it <= MOST_POINTS)
        });
        match (day.filter(|day| *day <= today), points) {
            (Some(day), Some(points)) => Ok(Shared { day, points }),
            _ => Err(Error::NotFound),
        }
    }

    fn score(&self) -> u32 {
        daily::score(&self.points)
    }

    fn moons(&self) -> impl Iterator<Item = Moon> {
        self.points.iter().copied().map(Moon::of)
    }

    fn card(&self, public_url: &str) -> Card {
        Card {
            moons: self.moons().map(Moon::lit).collect(),
            headline: format!("{} of 100", self.score()),
            line: format!("The moon of {}", date(self.day * DAY_MS)),
            source: card::source(public_url),
        }
    }
}

/// The last part of the address of a result.
pub(super) fn code(result: &DayResult) -> String {
    let points = result.points.iter().flatten().map(|points| format!("-{points}"));
    format!("{}{}", result.day, points.collect::<String>())
}

/// A row of moons.
pub(super) fn row(moons: impl Iterator<Item = Moon>, size: u32) -> Markup {
    html! { span.moons { @for it in moons { (moon(it.lit(), size, false)) } } }
}

/// What a browser remembers of a visitor without an account: the day, and what they said.
pub(super) fn cookie(result: &DayResult) -> String {
    let verdicts = result.verdicts.iter().map(|it| it.map_or("x".to_owned(), verdict_code));
    let words: Vec<String> = [result.day.to_string()].into_iter().chain(verdicts).collect();
    words.join("-")
}

/// Reads what [`cookie`] wrote: the day, and what they said.
pub(super) fn of_cookie(text: &str) -> Option<(i64, Vec<Option<Verdict>>)> {
    let (day, verdicts) = text.split_once('-')?;
    let verdicts: Vec<_> = verdicts.split('-').map(verdict).collect();
    Some((day.parse().ok()?, verdicts)).filter(|(_, all)| all.len() <= EXCHANGES)
}

pub(super) async fn page(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let shared = Shared::read(&id, day_of(visitor.now))?;
    let asking = visitor.clone();
    let me = app.db.read(move |tx| asking.player(tx)).await?;
    let title = format!("{} of 100", shared.score());
    let night = html! {
        div.centre {
            p.soft { "Somebody’s moon of " (date(shared.day * DAY_MS)) }
            h1 { (title) }
            p.lead { (row(shared.moons(), 44)) }
            p { "Five answers, people’s and machines’. How smart does each seem, and who gave it?" }
            div.row { a.button.now href="/today" { "Try today’s" } }
        }
    };
    let preview = Preview {
        title: title.clone(),
        words: "Five answers. How smart does each seem, and who gave it: a person or a machine?"
            .to_owned(),
        image: format!("{}/today/moons/{id}/card.png", app.settings.public_url),
    };
    let page = Page::new(&title, html! {}).of(me.as_ref()).night(night).plain().preview(preview);
    Ok(page.render(&app))
}

pub(super) async fn svg(PageRequest { app, visitor, id }: PageRequest) -> Result<Response, Error> {
    let shared = Shared::read(&id, day_of(visitor.now))?;
    Ok(card::svg(&shared.card(&app.settings.public_url)))
}

pub(super) async fn png(PageRequest { app, visitor, id }: PageRequest) -> Result<Response, Error> {
    let shared = Shared::read(&id, day_of(visitor.now))?;
    card::png(shared.card(&app.settings.public_url)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_is_no_result_is_not_found() {
        for code in
            ["", "x", "20786", "20786-21", "20786--1", "20786-1-2-3-4-5-6", "20787-1", "-5-1"]
        {
            assert!(Shared::read(code, 20_786).is_err(), "{code}");
        }
        let shared = Shared::read("20786-20-0-10-20-20", 20_786).unwrap();
        assert_eq!(shared.score(), 70);
    }

    #[test]
    fn a_cookie_holds_what_was_said() {
        let said = vec![verdict("72p"), None, verdict("100m")];
        let result = DayResult { day: 5, verdicts: said.clone(), points: vec![], score: 0 };
        assert_eq!(cookie(&result), "5-72p-x-100m");
        assert_eq!(of_cookie("5-72p-x-100m"), Some((5, said)));
        for wrong in ["", "5", "x-72p", "5-1p-1p-1p-1p-1p-1p"] {
            assert_eq!(of_cookie(wrong), None, "{wrong}");
        }
    }
}
