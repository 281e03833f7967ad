//! Games on a machine's page, as far as all who wrote in them agree.

use luna_app::public_games::PublicGame;
use maud::{Markup, html};

/// Both conversations of some games.
pub(super) fn section(games: &[PublicGame]) -> Markup {
    html! {
        @if !games.is_empty() {
            h2 { "From its games" }
            p.soft.small {
                "Finished games with people who agree to publication. Neither side knew whether the other was a person."
            }
            div.folds {
                @for (nth, game) in games.iter().enumerate() {
                    details {
                        summary dir="auto" { "Game " (nth + 1) ": “" (game.asked_by_person.first().map_or("", |(question, _)| question)) "”" }
                        div.halves.even.start {
                            (conversation("A person asks, the machine answers", &game.asked_by_person))
                            (conversation("The machine asks, the person answers", &game.asked_by_machine))
                        }
                    }
                }
            }
        }
    }
}

fn conversation(title: &str, exchanges: &[(String, String)]) -> Markup {
    html! {
        div {
            h3 { (title) }
            @for (question, answer) in exchanges {
                p.question dir="auto" { (question) }
                p.answer dir="auto" { (answer) }
            }
        }
    }
}
