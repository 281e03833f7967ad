//! `/questions/sets`: the questions that somebody keeps for interviews.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::question_set::{own, take_for_next};
use luna_store::player::Player;
use luna_store::predict::fit::ParameterIndex;
use luna_store::predict::index::InformativenessIndex;
use luna_store::question_set::{self, Item, QuestionSet};
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::list::{KnownOfQuestions, questions};
use super::offer::{Offer, chosen, posted};
use crate::html::notice::Notice;
use crate::html::times::ago;
use crate::http::error::Error;
use crate::http::form_request::FormRequest;
use crate::http::id::is_id;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

const HERE: &str = "/questions/sets";

pub(super) async fn all(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let read = move |tx: &mut Tx<'_>| {
        let me = asking.logged_in(tx)?;
        let sets = question_set::of_player(tx, &me.id)?;
        Ok::<_, Error>((me, sets))
    };
    let (me, sets) = app.db.read(read).await?;
    let body = html! {
        h1 { "Questions you keep" }
        @if sets.is_empty() {
            p { "None yet. Paste a text, tick the questions that you like, and keep them for an interview." }
        }
        ul.plain {
            @for set in &sets {
                li {
                    a href={ (HERE) "/" (set.id) } dir="auto" { (set.name) }
                    div.small.soft { (ago(visitor.now, set.created_at)) }
                }
            }
        }
        p.after { a.button.now href="/questions/from-text" { "Make questions from a text" } }
    };
    Ok(Page::new("Questions you keep", body).of(Some(&me)).render(&app))
}

/// A set with its questions, as the page has them.
struct SetPage {
    me: Player,
    set: QuestionSet,
    offers: Vec<Offer>,
    known: KnownOfQuestions,
}

fn parameters_of(tx: &mut Tx<'_>, offers: &[Offer]) -> store::Result<ParameterIndex> {
    ParameterIndex::of_questions(tx, offers.iter().map(|offer| offer.original.as_str()))
}

/// The questions of a set, none of them ticked: those first whose marks tell most about players.
pub(super) fn offers(tx: &mut Tx<'_>, set_id: &str) -> store::Result<Vec<Offer>> {
    let offer = |it: Item| Offer {
        original: it.question.clone(),
        question: it.question,
        original_answer: it.answer.clone(),
        answer: it.answer,
        sentence: it.sentence,
        is_chosen: false,
        is_vague: it.is_vague,
    };
    let mut offers: Vec<Offer> = question_set::items(tx, set_id)?.into_iter().map(offer).collect();
    let known = parameters_of(tx, &offers)?;
    let telling = |offer: &Offer| known.discrimination(&offer.original);
    offers.sort_by(|one, other| telling(other).total_cmp(&telling(one)));
    Ok(offers)
}

impl SetPage {
    fn read(tx: &mut Tx<'_>, visitor: &Visitor, id: &str) -> Result<SetPage, Error> {
        let me = visitor.logged_in(tx)?;
        if !is_id(id) {
            return Err(Error::NotFound);
        }
        let set = own(tx, &me, id)?;
        let offers = offers(tx, &set.id)?;
        let known = KnownOfQuestions {
            informativeness: InformativenessIndex::of_asker(tx, &me.id)?,
            parameters: parameters_of(tx, &offers)?,
        };
        Ok(SetPage { me, set, offers, known })
    }

    fn page(&self, app: &App, visitor: &Visitor, problem: Option<&str>) -> Markup {
        let body = html! {
            h1 dir="auto" { (self.set.name) }
            @if let Some(problem) = problem { div.problem.all role="alert" { p { (problem) } } }
            form method="post" action={ (HERE) "/" (self.set.id) } {
                (csrf(visitor))
                @if self.set.machine.is_some() {
                    p.note { "A machine of yours asks these questions in its games. If you delete the set, it asks its own again." }
                }
                p { "Tick up to " (luna_app::format::questions(app.settings.rules.questions)) ", change them if you like, and take them into your next interview." }
                (questions(&self.offers, &self.known))
                div.row {
                    button.button.now name="do" value="next" { "Take them into the next interview" }
                    button.button.quiet name="do" value="delete" { "Delete this set" }
                }
            }
            p.after { a href=(HERE) { "All questions you keep" } }
        };
        Page::new(&self.set.name, body).of(Some(&self.me)).render(app)
    }
}

pub(super) async fn one(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let found = app.db.read(move |tx| SetPage::read(tx, &asking, &id)).await?;
    Ok(found.page(&app, &visitor, None))
}

pub(super) async fn send(request: FormRequest) -> Result<Response, Error> {
    let FormRequest { app, visitor, id, form } = request;
    let (doing, asking, offers) = (app.clone(), visitor.clone(), posted(&form));
    let (deletes, wanted) = (form.text("do") == "delete", id.clone());
    let questions: Vec<String> = chosen(&offers).into_iter().map(|it| it.question).collect();
    let work = move |tx: &mut Tx<'_>| {
        let set = SetPage::read(tx, &asking, &wanted)?.set;
        if deletes {
            return Ok(question_set::delete(tx, &set.id)?);
        }
        let (me, consents) = asking.playing(tx)?;
        if !consents {
            return Err(Error::ConsentFirst { back: asking.path.clone() });
        }
        Ok(take_for_next(tx, &doing, &me, &questions)?)
    };
    match app.db.write_retrying(work).await {
        Ok(()) if deletes => Ok(Redirect::to(HERE).into_response()),
        Ok(()) => Ok(Notice::Taken.redirect("/games").into_response()),
        Err(Error::Refused(why)) => {
            let asking = visitor.clone();
            let found = app.db.read(move |tx| SetPage::read(tx, &asking, &id)).await?;
            let page = SetPage { offers, ..found }.page(&app, &visitor, Some(&why));
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Err(other) => Err(other),
    }
}
