//! Contests, as the site declares them.

use luna_app::contest::console::may_organise;
use luna_store::contest::record;
use maud::html;

use super::routes;
use crate::budget::{FIGURES, FILE, KEYS};
use crate::html::icon::Icon;
use crate::http::state::{Card, Discipline, StoredData, Topic, chapter};
use crate::privacy::stored_data::CONSENT;

pub(crate) static DISCIPLINE: Discipline = Discipline {
    title: "Contest",
    home: "/contests",
    back: "Back to the contest",
    routes,
    topics: &[Topic {
        prefix: "contest:",
        find: |tx, me, id| {
            let contest = record::find(tx, id)?;
            Ok(may_organise(&contest, me).then(|| record::topic(id)))
        },
    }],
    costs: &[
        ("/contests", FIGURES),
        ("/contests/pairs", FIGURES),
        ("/contests/pairs/{id}", FIGURES),
        ("/contests/new", FIGURES),
        ("/contests/{id}/seat/keys", KEYS),
        ("/contests/join/{token}/keys", KEYS),
        ("/contests/{id}/transcripts/{format}", FILE),
        ("/contests/{id}/{round}/{judge}/{side}/{format}", FIGURES),
    ],
    unlisted: &["/contests/join/", "/contests/pairs"],
    stored_data: &[STORED_DATA],
    operator_pitch: |csrf| {
        html! {
            h2 { "Or run a contest" }
            p {
                "Judges type with a person and a program, and say who is who. In a rehearsal, machines take all "
                "seats and the whole contest runs in a minute."
            }
            form method="post" action="/contests/rehearse" {
                (csrf)
                button.button { "Start a rehearsal" }
            }
        }
    },
    card: Some(Card {
        icon: Icon::Contest,
        title: "The imitation game",
        sentence: "A person and a machine type to a judge, key by key. Which one is the human?",
        action: "Judge a pair",
        page: "/contests",
    }),
    measures: &["taken_for_human"],
    chapters: &[chapter!(
        "contest",
        "docs/contest.md",
        "The contest",
        "The imitation game, key by key."
    )],
    ..Discipline::EMPTY
};

const STORED_DATA: StoredData = StoredData {
    title: "Contests",
    what: "The address to which an invitation is mailed, until you take the seat or the contest is over. In a seat of \
           a contest: the label that the organiser gave you, when you joined, each key with its time, and your \
           verdicts and ranks if you are a judge. If you organise one: its name, its rules and what you did.",
    why: "To hold the contest and to publish its result.",
    basis: CONSENT,
    how_long: "until you erase yourself; then your words and your label go, and the verdicts, the ranks and who sat \
               where stay as the result of the contest",
};
