//! Players as operators' pages name them.

use luna_store::player::Player;
use maud::{Markup, html};

pub(super) const ERASED: &str = "erased";

pub(super) fn kind(player: &Player) -> &'static str {
    match () {
        // A name that nobody can choose.
        () if player.name.starts_with("erased-") => ERASED,
        () if player.machine => "machine",
        () if player.email.is_some() => "account",
        () => "guest",
    }
}

/// A player's name and kind, with a link to their record.
pub(super) fn player_link(player: &Player) -> Markup {
    html! {
        a dir="auto" href={ "/admin/players/" (player.id) } { (player.name) }
        " " span.soft.small { (kind(player)) }
    }
}
