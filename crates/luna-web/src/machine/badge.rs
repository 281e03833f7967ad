//! `/machines/{id}/badge.svg`: a measure of a machine as a small picture, for its page elsewhere.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName};
use axum::response::{IntoResponse, Response};
use luna_app::Instance;
use luna_app::format::date;
use luna_core::measure::{MeasureKind, Scale};
use luna_figures::Badge;
use luna_store::machine::Machine;
use luna_store::measure::{KeptMeasure, of_player};
use luna_store::{self as store};
use maud::{Markup, PreEscaped, html};

use super::measures::{between, counted, of_kind};
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::page_request::{PageRequest, QueryRequest};
use crate::http::state::App;

/// Measures are recomputed once a day.
const HOUR: &str = "public, max-age=3600";

pub(super) async fn show(
    PageRequest { app, id, .. }: PageRequest,
    QueryRequest { query, .. }: QueryRequest,
) -> Result<Response, Error> {
    let read = app.db.read(move |tx| {
        let machine = store::machine::find(tx, &id)?;
        let kept = of_player(tx, &id)?;
        Ok::<_, Error>((machine, kept))
    });
    let (machine, kept) = read.await?;
    let form = Form::of_query(query.as_deref());
    let badge = badge(&kinds(&app), form.text("measure"), &machine, &kept);
    let headers = [
        (CONTENT_TYPE, "image/svg+xml"),
        (CACHE_CONTROL, HOUR),
        // Pages of other sites show it.
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    Ok((headers, badge.svg()).into_response())
}

fn kinds(app: &App) -> Vec<&'static MeasureKind> {
    let instance: &Instance = app;
    instance.disciplines.iter().flat_map(|it| it.measures).collect()
}

/// The badge of the measure with a name, or of the first.
fn badge(
    kinds: &[&'static MeasureKind],
    name: &str,
    machine: &Machine,
    kept: &[KeptMeasure],
) -> Badge {
    let kind = match name {
        "" => kinds.first(),
        name => kinds.iter().find(|kind| kind.name == name),
    };
    let Some(kind) = kind else {
        return Badge {
            subject: "Luna".to_owned(),
            value: "no such measure".to_owned(),
            title: format!("Luna has no measure called {name}."),
        };
    };
    let is_first = kinds.first().is_some_and(|first| first.name == kind.name);
    let subject = if is_first { "Luna".to_owned() } else { format!("Luna · {}", kind.short) };
    match of_kind(kept, kind) {
        None => Badge {
            subject,
            value: "not measured yet".to_owned(),
            title: format!("{} on Luna. {}: not measured yet.", machine.name, kind.title),
        },
        Some(it) => Badge {
            subject,
            value: value(kind.scale, it),
            title: format!(
                "{} on Luna. {}: {} (95 % interval {}), {}, up to {}.",
                machine.name,
                kind.title,
                kind.scale.write(it.value),
                between(kind, it),
                counted(kind, it.count),
                date(it.at),
            ),
        },
    }
}

/// "58 ±4", or with both ends where they are not as far from the value.
fn value(scale: Scale, it: &KeptMeasure) -> String {
    let written = |value: f64| match scale {
        Scale::Points => format!("{value:.0}"),
        Scale::Number => format!("{value:.2}"),
        Scale::Share => format!("{:.0}", 100.0 * value),
    };
    let unit = if scale == Scale::Share { " %" } else { "" };
    let [below, above] = [it.value - it.low, it.high - it.value].map(written);
    let middle = written(it.value);
    if below == above {
        format!("{middle}{unit} ±{below}")
    } else {
        format!("{middle}{unit} ({}–{})", written(it.low), written(it.high))
    }
}

/// Its picture, and the Markdown to show it elsewhere.
pub(super) fn section(app: &App, machine: &Machine, kept: &[KeptMeasure]) -> Markup {
    let kinds = kinds(app);
    let page = format!("{}/machines/{}", app.settings.public_url, machine.player_id);
    let markdown = format!("[![{} on Luna]({page}/badge.svg)]({page})", machine.name);
    html! {
        details {
            summary { "Badge" }
            p { (PreEscaped(badge(&kinds, "", machine, kept).svg())) }
            label for="badge" { "Markdown for a README" }
            input #badge dir="auto" type="text" readonly value=(markdown);
            p.hint {
                "It follows the Smarts Rating, as of midnight UTC. For another measure, put its name behind the first address: "
                @for (nth, kind) in kinds.iter().skip(1).enumerate() {
                    @if nth > 0 { ", " }
                    code { "?measure=" (kind.name) }
                }
                "."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_that_is_even_is_one_number_and_any_other_has_both_ends() {
        let measure = |value, low, high| KeptMeasure {
            name: String::new(),
            value,
            low,
            high,
            count: 12,
            at: 0,
        };
        let said = |scale, (value_of, low, high)| value(scale, &measure(value_of, low, high));
        assert_eq!(said(Scale::Points, (58.2, 54.1, 62.4)), "58 ±4");
        assert_eq!(said(Scale::Points, (3.0, 0.0, 12.0)), "3 (0–12)");
        assert_eq!(said(Scale::Share, (0.41, 0.35, 0.48)), "41 % (35–48)");
        assert_eq!(said(Scale::Number, (0.5, 0.25, 0.75)), "0.50 ±0.25");
    }
}
