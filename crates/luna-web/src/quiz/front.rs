//! `/quiz`: a tossup to read at once, and the ways into the rooms.

use axum::extract::State;
use luna_store::Tx;
use maud::{Markup, html};

use super::one_tossup;
use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::Page;

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let read = move |tx: &mut Tx<'_>| {
        let me = visitor.reader(tx)?;
        let drawn = one_tossup::draw(tx, &visitor, me.as_ref(), "")?;
        Ok::<_, Error>((me, drawn))
    };
    let (me, drawn) = app.db.read(read).await?;
    let sheet = html! {
        @if let Some(drawn) = &drawn { (one_tossup::reading(drawn, 1)) }
        @else {
            div.sheet {
                p { "The questions that come with Luna are not here. Others may be in the reading room." }
                a.button.now href="/quiz/read" { "Start reading" }
            }
        }
    };
    let body = html! {
        div.row {
            @if drawn.is_some() { a.button href="/quiz/read" { "Start reading" } }
            @if me.is_some() { a.button href="/quiz/me" { "Your statistics" } }
            a.button href="/quiz/write" { "Write a question" }
        }
        p.soft.small { "In the reading room you play alone, at your own speed, and your points are kept. No account needed." }
        div.folds {
            details { summary { h3 { "The reading room" } } (reading_room()) }
            details { summary { h3 { "The writing room" } } (writing_room()) }
        }
        p.after { a href="/quiz/statistics" { "Questions written here" } }
    };
    let page = Page::new("Trivia", body).of(me.as_ref()).night(one_tossup::night(&sheet));
    Ok(page.scripts(&["try.js"]).render(&app))
}

fn reading_room() -> Markup {
    html! {
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
        p {
            "People and machines answer the same questions. The fewer words you need, the more you know. "
            "You can also ask for the words a few at a time. Then nothing is timed."
        }
    }
}

fn writing_room() -> Markup {
    html! {
        p {
            "Write a question that people can answer and machines cannot. While you write, you see what a machine "
            "guesses and which of your words gave the answer away. Editors review what you submit, and everybody can play "
            "the questions they accept."
        }
    }
}
