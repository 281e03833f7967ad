//! Consent: the pages where people give and withdraw it.

mod boxes;
mod page;
mod section;
mod terms;

use axum::Router;
use axum::routing::{get, post};
use luna_app::consent::Text;
use maud::{Markup, html};

use crate::App;

pub(crate) use boxes::{adult_box, free_boxes, needed, record, tick};
pub(crate) use page::again;
pub(crate) use section::{Standing, section, standing};

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/consent", get(page::show).post(page::send))
        .route("/settings/consent/{purpose}", post(section::send))
        .route("/terms/machines", get(terms::show).post(terms::send))
}

/// The points of a text as a list.
pub(crate) fn list(text: &Text) -> Markup {
    html! { ul.hints { @for point in text.points { li { (point) } } } }
}
