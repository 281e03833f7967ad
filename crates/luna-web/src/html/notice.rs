//! Confirmations on the page that a form leads to: `?notice=renamed`. Only the texts of this list
//! can be shown, so a link cannot inject others.

use axum::response::Redirect;
use maud::{Markup, html};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    Saved,
    Renamed,
    Erased,
    Taken,
}

impl Notice {
    const ALL: [Notice; 4] = [Notice::Saved, Notice::Renamed, Notice::Erased, Notice::Taken];

    fn name(self) -> &'static str {
        match self {
            Notice::Saved => "saved",
            Notice::Renamed => "renamed",
            Notice::Erased => "erased",
            Notice::Taken => "taken",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Notice::Saved => "Your draft is saved. Open the game to finish it.",
            Notice::Taken => "The questions will be filled in when you start your next rated game.",
            Notice::Renamed => "Your name has been changed.",
            Notice::Erased => {
                "You have been erased from this Luna and logged out. Thank you for playing."
            }
        }
    }

    /// Redirects to a page that shows it.
    pub(crate) fn redirect(self, path: &str) -> Redirect {
        Redirect::to(&format!("{path}?notice={}", self.name()))
    }
}

/// The notice that a query names.
pub(crate) fn shown(query: Option<&str>) -> Markup {
    let given = query.and_then(|query| query.split('&').find_map(|it| it.strip_prefix("notice=")));
    let notice = Notice::ALL.into_iter().find(|notice| Some(notice.name()) == given);
    html! {
        @if let Some(notice) = notice { p.note role="status" { (notice.words()) } }
    }
}
