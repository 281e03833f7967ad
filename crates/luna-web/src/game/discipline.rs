//! The Luna Game, as the site declares it. What it stores is on the page about privacy anyway: the
//! account belongs to it.

use super::routes;
use crate::http::state::Discipline;

pub(crate) static DISCIPLINE: Discipline = Discipline {
    title: "Games",
    home: "/games",
    for_players: true,
    back: "Your games",
    routes,
    unlisted: &["/games"],
    growing: &["/games", "/practice"],
    ..Discipline::EMPTY
};
