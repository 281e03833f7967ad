//! `/admin/themes`: what the questions of people are about, and the names of these themes.

use axum::extract::State;
use axum::response::Redirect;
use luna_app::format::thousands;
use luna_app::themes::LEVEL;
use luna_core::text;
use luna_store::player::Role;
use luna_store::theme::{self, MAX_NAME, Theme, ThemeMonth, Themes};
use maud::{Markup, html};

use super::listing::{act, page};
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::form_request::FormRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

/// Months that are shown of each theme.
const MONTHS: usize = 12;

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, found) = app
        .db
        .read(move |tx| {
            let me = asking.operator(tx, Role::Moderator)?;
            Ok::<_, Error>((me, theme::all(tx)?))
        })
        .await?;
    let heads = [
        Text("Theme"),
        Number("Questions"),
        Number("Asked by people"),
        Number("By machines"),
        Text("Month by month"),
    ];
    let rows = html! { @for theme in &found.themes { (row(theme, &visitor)) } };
    let body = html! {
        p.soft {
            "Luna groups the questions that people ask by their words, each time it has a tenth more games. "
            "Counts are of questions in games that ended before today (UTC). A word is shown once three people have used it. "
            "The names that you give are kept as long as a theme goes on."
        }
        @if found.themes.is_empty() { p { "There are too few questions to group yet." } }
        @else { p { (ratings(&found)) } (table("Themes", &heads, &rows)) }
    };
    Ok(page(&app, &me, "Themes", &body))
}

fn row(theme: &Theme, visitor: &Visitor) -> Markup {
    let asked = |count: fn(&ThemeMonth) -> i64| theme.months.iter().map(count).sum::<i64>();
    let shown = theme.months.len().saturating_sub(MONTHS);
    let (label, action) =
        (format!("name-{}", theme.id), format!("/admin/themes/{}/name", theme.id));
    html! {
        tr {
            th scope="row" dir="auto" {
                (theme.title())
                @if theme.name.is_some() { br; span.by { (theme.words.join(", ")) } }
                details {
                    summary { "Rename" }
                    form method="post" action=(action) {
                        (csrf(visitor))
                        label.unseen for=(label) { "Name of " (theme.title()) }
                        input id=(label) name="name" type="text" maxlength=(MAX_NAME)
                            value=(theme.name.as_deref().unwrap_or(""));
                        button.button.quiet { "Save" }
                    }
                }
            }
            td.number { (thousands(theme.questions)) }
            td.number { (thousands(asked(|it| it.by_people))) }
            td.number { (thousands(asked(|it| it.by_machines))) }
            td {
                details {
                    summary { "Months" }
                    ul.plain {
                        @for it in theme.months.iter().skip(shown) {
                            li {
                                (it.month) ": " (thousands(it.by_people)) " by people, "
                                (thousands(it.by_machines)) " by machines"
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Whether players' ratings by theme are shown.
fn ratings(found: &Themes) -> String {
    let Some(p) = found.by_chance else {
        return "There are too few marks to tell whether players differ by theme.".to_owned();
    };
    let of_1000 = |p: f64| format!("{:.0} of 1,000 cases", 1000.0 * p);
    let seem = format!(
        "If players differed by one number alone, they would seem to differ as much by theme in {}.",
        of_1000(p)
    );
    if p <= LEVEL {
        format!("{seem} So their pages show ratings by theme.")
    } else {
        format!("{seem} Their pages show ratings by theme from {} down.", of_1000(LEVEL))
    }
}

pub(super) async fn rename(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Redirect, Error> {
    let name = form.text("name").split_whitespace().collect::<Vec<_>>().join(" ");
    act(&app, visitor, Role::Moderator, "/admin/themes", move |tx, _| {
        let name = Some(&*name).filter(|name| !name.is_empty());
        if let Some(Err(problem)) = name.map(|name| text::check(name, MAX_NAME)) {
            return Err(Error::Refused(format!("The name {problem}.")));
        }
        Ok(theme::rename(tx, &id, name)?)
    })
    .await
}
