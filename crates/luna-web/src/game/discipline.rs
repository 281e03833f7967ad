//! The Luna Game, as the site declares it. What it stores is on the page about privacy anyway: the
//! account belongs to it.

use super::routes;
use crate::html::icon::Icon;
use crate::http::state::{Card, Discipline};

pub(crate) static DISCIPLINE: Discipline = Discipline {
    title: "Games",
    home: "/games",
    for_players: true,
    back: "Your games",
    routes,
    unlisted: &["/games"],
    growing: &["/games", "/practice"],
    card: Some(Card {
        icon: Icon::Game,
        title: "The Luna Game",
        sentence: "You write to each other without a name. Then each guesses how smart the other is.",
        action: "Play a game",
        page: "/consent?first=practice",
    }),
    measures: &["smarts_rating"],
    ..Discipline::EMPTY
};
