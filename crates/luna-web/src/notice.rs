//! Confirmations of what a form has done, on the page that it leads to: `?notice=renamed`.
//! A page shows the words of this list alone, so a link cannot put others on it.

use axum::response::Redirect;
use maud::{Markup, html};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    Saved,
    Renamed,
    Erased,
}

impl Notice {
    const ALL: [Notice; 3] = [Notice::Saved, Notice::Renamed, Notice::Erased];

    fn name(self) -> &'static str {
        match self {
            Notice::Saved => "saved",
            Notice::Renamed => "renamed",
            Notice::Erased => "erased",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Notice::Saved => "Your draft is saved. Open the game to finish it.",
            Notice::Renamed => "Your name is changed.",
            Notice::Erased => {
                "You have been erased from this Luna, and you are logged out. Thank you for playing."
            }
        }
    }

    /// Leads to a page of ours that shows it.
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
