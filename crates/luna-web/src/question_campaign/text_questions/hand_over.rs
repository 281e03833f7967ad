//! Questions that leave the page: as a set for interviews, as quiz drafts, or into a campaign.

use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::provenance::{ImportOutcome, Provenance, checksum};
use luna_app::question_campaign::import::import;
use luna_app::{Instance, format, question_set};
use luna_machines::question_file;
use luna_store::Tx;
use luna_store::player::Role;
use luna_store::question_set::Item;

use super::file::lines;
use super::offer::{Offer, chosen, chosen_or_all};
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::state::App;
use crate::http::visitor::Visitor;

/// Drafts that are begun at once, at most.
const MOST_DRAFTS: usize = 10;
/// Characters of a name that comes from the beginning of the text.
const NAME: usize = 50;

/// A place for questions, by the value of its button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    Set,
    QuizDrafts,
    Campaign,
}

impl Destination {
    pub(super) fn of(button: &str) -> Option<Destination> {
        match button {
            "keep" => Some(Destination::Set),
            "drafts" => Some(Destination::QuizDrafts),
            "campaign" => Some(Destination::Campaign),
            _ => None,
        }
    }

    /// Hands the questions of a form over, and leads to where they are then.
    pub(super) async fn take(
        self,
        app: &App,
        visitor: &Visitor,
        form: &Form,
        offers: &[Offer],
    ) -> Result<Response, Error> {
        match self {
            Destination::Set => keep(app, visitor, form, &chosen(offers)).await,
            Destination::QuizDrafts => begin_drafts(app, visitor, chosen(offers)).await,
            Destination::Campaign => import_all(app, visitor, form, &chosen_or_all(offers)).await,
        }
    }
}

fn agreed(tx: &mut Tx<'_>, visitor: &Visitor) -> Result<luna_store::player::Player, Error> {
    let (me, consents) = visitor.playing(tx)?;
    if consents { Ok(me) } else { Err(Error::ConsentFirst { back: visitor.path.clone() }) }
}

/// The name that somebody typed, or the beginning of the text.
fn name(form: &Form) -> String {
    let typed = form.text("name").trim();
    if !typed.is_empty() {
        return typed.to_owned();
    }
    // A heading of Markdown is named without its marks.
    let text = form.text("text").trim_start_matches(|it: char| it == '#' || it.is_whitespace());
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let start: String = words.chars().take(NAME).collect();
    match start.rsplit_once(' ').filter(|_| start.len() < words.len()) {
        Some((whole, _)) => format!("{whole} …"),
        None if start.is_empty() => "Questions".to_owned(),
        None => start,
    }
}

async fn keep(
    app: &App,
    visitor: &Visitor,
    form: &Form,
    offers: &[Offer],
) -> Result<Response, Error> {
    let item = |it: &Offer| Item {
        question: it.question.clone(),
        answer: it.answer.clone(),
        sentence: it.sentence.clone(),
        is_vague: it.is_vague && !it.is_reworded(),
    };
    let items: Vec<Item> = offers.iter().map(item).collect();
    let (doing, asking, name) = (app.clone(), visitor.clone(), name(form));
    let work = move |tx: &mut Tx<'_>| {
        let me = agreed(tx, &asking)?;
        Ok::<_, Error>(question_set::keep(tx, &doing, &me, &name, &items)?)
    };
    let id = app.db.write_retrying(work).await?;
    Ok(Redirect::to(&format!("/questions/sets/{id}")).into_response())
}

async fn begin_drafts(app: &App, visitor: &Visitor, offers: Vec<Offer>) -> Result<Response, Error> {
    if !(1..=MOST_DRAFTS).contains(&offers.len()) {
        return Err(Error::Refused(format!(
            "Tick the questions that you want to work on, from 1 to {MOST_DRAFTS}."
        )));
    }
    let instance: &Instance = app;
    let drafts = instance.disciplines.iter().find_map(|it| it.drafts.as_ref());
    let drafts = drafts.ok_or(Error::NotFound)?;
    let (doing, asking) = (app.clone(), visitor.clone());
    let work = move |tx: &mut Tx<'_>| {
        let me = agreed(tx, &asking)?;
        for offer in &offers {
            (drafts.begin)(tx, &doing, &me, &offer.question, &offer.answer)?;
        }
        Ok::<_, Error>(())
    };
    app.db.write_retrying(work).await?;
    Ok(Redirect::to(drafts.page).into_response())
}

async fn import_all(
    app: &App,
    visitor: &Visitor,
    form: &Form,
    offers: &[Offer],
) -> Result<Response, Error> {
    let licence = form.text("licence").trim().to_owned();
    let text = luna_core::text::tidy(form.text("text"));
    let (bytes, name) = (lines(offers), name(form));
    let (asking, at) = (visitor.clone(), app.moment());
    let work = move |tx: &mut Tx<'_>| {
        asking.operator(tx, Role::Moderator)?;
        if licence.is_empty() {
            let why = "Say under which licence the text may be shown to raters.";
            return Err(Error::Refused(why.to_owned()));
        }
        let file =
            question_file::read(bytes.as_bytes(), None, Some((&name, &text))).map_err(|error| {
                Error::Refused(format!("The questions were not imported: {error}."))
            })?;
        let checksum = checksum(format!("{bytes}{text}").as_bytes());
        let provenance = Provenance { name: name.clone(), licence: licence.clone(), checksum };
        match import(tx, &at, &file, &provenance)? {
            ImportOutcome::Added(_) => Ok(()),
            ImportOutcome::Known(known) => Err(Error::Refused(format!(
                "These questions were imported on {} already.",
                format::date(known.imported_at)
            ))),
        }
    };
    app.db.write_retrying(work).await?;
    Ok(Redirect::to("/admin/campaigns").into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, text: &str, expected: &str) {
        let form = Form::filled([("name", typed.to_owned()), ("text", text.to_owned())]);
        assert_eq!(name(&form), expected);
    }

    #[test]
    fn without_a_name_a_set_is_called_as_its_text_begins() {
        check(" Radium ", "Marie Curie.", "Radium");
        check("", "Marie\nCurie.", "Marie Curie.");
        check("", "", "Questions");
        check("", "## Radium\n\nIt glows.", "Radium It glows.");
        let long = "Marie Curie discovered radium in Paris in 1898, and polonium.";
        check("", long, "Marie Curie discovered radium in Paris in 1898, …");
        check("", &"é".repeat(80), &"é".repeat(NAME));
    }
}
