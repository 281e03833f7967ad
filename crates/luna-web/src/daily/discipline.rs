//! The daily moon, as the site declares it.

use crate::budget::{FIGURES, FILE};
use crate::http::state::{Discipline, StoredData, chapter};
use crate::privacy::stored_data::CONSENT;

pub(crate) static DISCIPLINE: Discipline = Discipline {
    title: "Today",
    home: "/today",
    back: "Back to today’s moon",
    routes: super::routes,
    costs: &[("/today/moons/{code}/card.png", FIGURES), ("/today/release/judgements.jsonl", FILE)],
    unlisted: &["/try/", "/today/moons/", "/today/release/"],
    stored_data: &[STORED_DATA],
    chapters: &[chapter!(
        "daily",
        "docs/daily.md",
        "The daily moon",
        "Five exchanges a day: the draw and the score."
    )],
    ..Discipline::EMPTY
};

const STORED_DATA: StoredData = StoredData {
    title: "The daily moon",
    what: "If you play it while you are logged in: for each day what you guessed about each of the five answers, \
           whether you took it for a machine’s, and your score. Of visitors without an account, only how often \
           each guess and score came; their own result is in a cookie of their browser. If you agree to \
           publication: one of your answers of a finished game, with its question and without your name, may be \
           among those that visitors judge. It is shown only while both players of that game agree. If you agree to \
           publication, everybody can download what you guessed on days that are over, under a made-up name.",
    why: "To show your history and your streak, and what others guessed.",
    basis: CONSENT,
    how_long: "until you erase yourself; the cookie for 400 days",
};
