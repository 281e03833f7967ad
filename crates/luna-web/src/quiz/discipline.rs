//! Trivia, as the site declares it.

use luna_store::player::Role;
use luna_store::quiz::question;

use super::{admin, routes};
use crate::budget::{FIGURES, FILE, QUIZ_GUESSES};
use crate::html::icon::Icon;
use crate::http::state::{Card, Discipline, StoredData, Topic, chapter};
use crate::privacy::stored_data::CONSENT;

pub(crate) static DISCIPLINE: Discipline = Discipline {
    title: "Trivia",
    home: "/quiz",
    back: "Back to trivia",
    routes,
    operator_routes: admin::routes,
    inboxes: &[("/admin/quiz/appeals", "Appeals", Role::Moderator)],
    operator_pages: &[("/admin/quiz", "Trivia", Role::Moderator)],
    topics: &[Topic {
        prefix: "quiz-question:",
        find: |tx, me, id| {
            let question = question::find(tx, id)?;
            Ok((question.writer_id == me.id).then(|| question::topic(id)))
        },
    }],
    costs: &[
        ("/quiz/one/{id}/answer", QUIZ_GUESSES),
        ("/quiz/write/guesses", QUIZ_GUESSES),
        ("/quiz/write/try", QUIZ_GUESSES),
        ("/quiz/write/{id}", QUIZ_GUESSES),
        ("/quiz/statistics", FIGURES),
        ("/quiz/release/qanta.json", FILE),
        ("/quiz/release/questions.jsonl", FILE),
    ],
    growing: &["/quiz/write", "/quiz/write/{id}"],
    unlisted: &["/quiz/"],
    stored_data: &[STORED_DATA],
    card: Some(Card {
        icon: Icon::Trivia,
        title: "Trivia",
        sentence: "Buzz before the machine does. Or write the question that it cannot answer.",
        action: "Read one tossup",
        page: "/quiz",
    }),
    measures: &["quiz_accuracy"],
    chapters: &[chapter!(
        "trivia",
        "docs/quiz.md",
        "Trivia",
        "The reading room, and questions that trick machines and not people.",
        "quiz-figure-3.svg"
    )],
    ..Discipline::EMPTY
};

const STORED_DATA: StoredData = StoredData {
    title: "Trivia",
    what: "For the questions you read: which they were, when, how fast, what you had chosen to read, after how many \
           words you buzzed, what you answered, how it was judged, whether it counts, and whether you appealed; a \
           moderator then reads your answer. For the questions you write: every saved state, what machines guessed, \
           what was checked, and what editors decided; and whether a moderator has stopped you from submitting, and \
           why. For editors: the questions you were handed and your reviews. A question that you submit and editors \
           accept is public on this Luna: everybody can play and read it. It is in releases that can be downloaded \
           only while you agree to publication for research, and your drafts only if you tick them. You can take it \
           down at any time.",
    why: "To let you play and write, and to study how people and machines compare.",
    basis: CONSENT,
    how_long: "until you erase yourself; your published questions then leave the reading room and the releases \
               without their words, and others keep the points of their plays",
};
