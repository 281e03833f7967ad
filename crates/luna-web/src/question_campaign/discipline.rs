//! Machine-made questions, as the site declares them: those that people rate, and those that they have
//! made from a text.

use axum::Router;
use luna_store::player::Role;

use super::admin;
use crate::budget::{FIGURES, FILE, TEXT};
use crate::html::icon::Icon;
use crate::http::state::{App, Card, Discipline, StoredData, chapter};
use crate::privacy::stored_data::CONSENT;
use crate::question_campaign::text_questions;

pub(crate) static DISCIPLINE: Discipline = Discipline {
    title: "Questions",
    home: "/questions",
    back: "Back to the questions",
    routes,
    operator_routes: admin::routes,
    operator_pages: &[("/admin/campaigns", "Campaigns", Role::Moderator)],
    costs: &[
        ("/questions", FIGURES),
        ("/questions/ten", FIGURES),
        ("/questions/ten/{set}", FIGURES),
        ("/questions/from-text", TEXT),
        ("/games/{id}/suggestions", TEXT),
        ("/settings/machines/{id}/text", TEXT),
        ("/questions/results/{id}", FIGURES),
        ("/questions/results/{id}/ratings.jsonl", FILE),
        ("/questions/results/{id}/ratings.csv", FILE),
        ("/admin/campaigns", FILE),
        ("/admin/campaigns/{id}/results", FIGURES),
    ],
    unlisted: &["/questions/ten"],
    growing: &["/questions/from-text", "/games/{id}/suggestions", "/settings/machines/{id}/text"],
    stored_data: &[STORED_DATA],
    owner_note: text_questions::machine::owner_note,
    card: Some(Card {
        icon: Icon::Questions,
        title: "Questions",
        sentence: "Machines write quiz questions from any text. Are they any good?",
        action: "Rate ten",
        page: "/questions",
    }),
    measures: &["discrimination"],
    chapters: &[chapter!(
        "questions",
        "docs/question.md",
        "Questions",
        "Questions from texts: made, ranked, and rated by people.",
        "question-figure-4.svg",
        "question-raters.svg"
    )],
    ..Discipline::EMPTY
};

fn routes() -> Router<App> {
    super::routes().merge(text_questions::routes())
}

const STORED_DATA: StoredData = StoredData {
    title: "Ratings of questions",
    what: "If you rate questions that machines made: which question you were handed and when, your rating and \
           comment, and why an operator rejected one. If you came by the link of a platform: its ids of you, of \
           the study and of your part.",
    why: "To learn which questions are good, and to pay raters.",
    basis: CONSENT,
    how_long: "until you erase yourself",
};
