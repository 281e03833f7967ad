//! `/quiz`: the test in two sentences, and the way into the reading room.

use axum::extract::State;
use maud::{Markup, html};

use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::static_pages::page;

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    page(&app, &visitor, "Trivia", |me| {
        html! {
            h1 { "Who knows it first?" }
            p.lead {
                "People and machines answer the same trivia, read word by word from hard clues to easy ones. "
                "The fewer words you need, the more you know."
            }
            div.row {
                a.button.now href="/quiz/read" { "Start reading" }
                @if me.is_some() { a.button href="/quiz/me" { "Your statistics" } }
            }
            p.soft.small { "Play alone, at your own speed. No account needed." }
            h2 { "The reading room" }
            dl.steps {
                dt { "Listen" }
                dd { "A question appears word by word, as if it were read aloud." }
                dt { "Buzz" }
                dd { "Press the space bar or the button as soon as you know the answer. The text stops." }
                dt { "Answer" }
                dd { "Type it. If it is not specific enough, you are asked once to be more specific." }
                dt { "Points" }
                dd {
                    "10 for a right answer, 15 if it comes early, −5 for a wrong one before the end. "
                    "You have one attempt; then the whole question is shown."
                }
            }
            p { "You can also ask for the words a few at a time. Then nothing is timed." }
            h2 { "The writing room" }
            p {
                "Write a question that people can answer and machines cannot. While you write, you see what a machine "
                "guesses and which of your words gave the answer away. Editors review what you submit, and everybody can play "
                "the questions they accept."
            }
            div.row {
                a.button href="/quiz/write" { "Write a question" }
                a.button.quiet href="/quiz/statistics" { "Questions written here" }
            }
        }
    })
    .await
}
