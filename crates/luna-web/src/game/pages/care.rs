//! A calm note with a help line for somebody whose own words speak of harming themselves.
//!
//! Nothing is stored about it, and only the writer sees it.

use luna_core::distress::is_concerning;
use luna_core::game::View;
use maud::{Markup, html};

use crate::game::game_page::GamePage;
use crate::http::state::App;

/// The note, if one of this player's texts or drafts calls for it.
pub(super) fn note(seen: &GamePage, app: &App, view: &View) -> Markup {
    let sent = [view.my_questions.as_ref().filter(|_| !view.inherited), view.my_answers.as_ref()];
    let mut words = sent.into_iter().flatten().flatten().chain(seen.drafts.values());
    if !words.any(|text| is_concerning(text)) {
        return html! {};
    }
    html! {
        aside.note aria-label="Help" {
            p { "If what you wrote is about yourself, you do not have to be alone with it." }
            p { (help_line(app)) }
            p.small { "Only you see this note. Nothing about it is stored, and your game continues as before." }
        }
    }
}

/// The instance's own help line, or words that hold everywhere.
fn help_line(app: &App) -> &str {
    const ANYWHERE: &str = "Call your local emergency number if you are in danger now, or a crisis \
                            line in your country; many answer at any hour, free of charge. Talking \
                            to somebody you trust helps too.";
    match app.settings.help_line.as_str() {
        "" => ANYWHERE,
        own => own,
    }
}
