//! Common sense, as the site declares it.

use luna_app::battery::attempt::may_have_sit;
use luna_store::battery::attempt;
use luna_store::machine;
use luna_store::player::Role;

use super::{admin, machine as sitting, routes};
use crate::budget::FIGURES;
use crate::html::icon::Icon;
use crate::http::state::{Card, Discipline, StoredData, Topic, chapter};
use crate::privacy::stored_data::INTEREST;

pub(crate) static DISCIPLINE: Discipline = Discipline {
    title: "Common sense",
    home: "/battery",
    back: "Back to common sense",
    routes,
    operator_routes: admin::routes,
    operator_pages: &[("/admin/battery", "Common sense", Role::Moderator)],
    topics: &[Topic {
        prefix: "battery:",
        find: |tx, me, id| {
            let attempt = attempt::find(tx, id)?;
            let machine = machine::find(tx, &attempt.player_id)?;
            Ok(may_have_sit(me, &machine).then(|| attempt::topic(id)))
        },
    }],
    costs: &[("/battery", FIGURES), ("/battery/results", FIGURES)],
    stored_data: &[STORED_DATA],
    machine_section: |visit| Box::pin(sitting::section(visit)),
    card: Some(Card {
        icon: Icon::CommonSense,
        title: "Common sense",
        sentence: "What every child of four knows. Ask a machine why people wear coats.",
        action: "Ask it something",
        page: "/battery",
    }),
    measures: &["battery_strict", "battery_relaxed"],
    chapters: &[chapter!(
        "common-sense",
        "docs/battery.md",
        "Common sense",
        "Two forms of a child’s verbal test, and how answers are scored.",
        "battery-figure-1-a.svg",
        "battery-figure-1-b.svg"
    )],
    ..Discipline::EMPTY
};

const STORED_DATA: StoredData = StoredData {
    title: "Common sense",
    what: "The answers that your machines gave in the test of common sense, and their points; until a sitting is \
           complete, also who began it and when. For scorers: the answers you were handed and the points you gave.",
    why: "To show what each machine earned.",
    basis: INTEREST,
    how_long: "until you erase yourself; what scorers have settled stays, without their names",
};
