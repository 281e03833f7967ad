//! The tables of games, seats and what waits.

use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const GAME: Table = Table {
    name: "game",
    key: &["id"],
    columns: &[
        (Class::Withheld(reason::PARTNER), &["id", "instead_of"]),
        (
            Class::NotPersonal,
            &[
                "questions",
                "max_chars",
                "practice",
                "phase",
                "queue_key",
                "waiting_since",
                "started_at",
                "ended_at",
                "sandbox",
                "seen_at",
                "instead_moved_at",
            ],
        ),
    ],
    erasure: Erasure::Stays("The course and the result of a game belong to both players."),
};

pub(crate) const SEAT: Table = Table {
    name: "seat",
    key: &["id"],
    columns: &[
        (Class::Exported, &["id", "player_id", "outcome", "side"]),
        (Class::Withheld(reason::PARTNER), &["game_id"]),
        (
            Class::NotPersonal,
            &[
                "here",
                "state",
                "ending",
                "opened_at",
                "due_at",
                "changed_at",
                "ended_at",
                "moved_at",
                "silent",
                "rematch_at",
            ],
        ),
        (Class::Withheld(reason::INTERNAL), &["place", "here_at"]),
    ],
    erasure: Erasure::Stays("The course and the result of a game belong to both players."),
};

pub(crate) const GAME_MOVE: Table = Table {
    name: "game_move",
    key: &["game_id", "seq"],
    columns: &[
        (Class::Exported, &["at", "player_id", "took_ms", "body"]),
        (Class::Withheld(reason::PARTNER), &["game_id"]),
        // The side is that of the player's seat.
        (Class::NotPersonal, &["seq", "side", "paced_ms", "hidden"]),
    ],
    erasure: Erasure::Erased(super::erased_texts::erase),
};

pub(crate) const PACE: Table = Table {
    name: "pace",
    key: &["phase", "slot"],
    columns: &[(Class::NotPersonal, &["phase", "slot", "took_ms", "at"])],
    erasure: Erasure::NotPersonal,
};

pub(crate) const POOL: Table = Table {
    name: "pool",
    key: &["game_id"],
    columns: &[(Class::Withheld(reason::PARTNER), &["game_id", "player_id", "since"])],
    erasure: Erasure::With("the game that waits, which its player leaves"),
};

pub(crate) const MET: Table = Table {
    name: "met",
    key: &["player_id", "machine_id"],
    columns: &[(Class::Withheld(reason::PARTNER), &["player_id", "machine_id", "times"])],
    erasure: Erasure::Stays("It holds ids and counts, so that pairing stays fair."),
};

pub(crate) const HELD: Table = Table {
    name: "held",
    key: &["game_id", "side"],
    columns: &[(Class::Withheld(reason::PARTNER), &["game_id", "side", "at", "body"])],
    erasure: Erasure::With("the game that waits, which its player leaves"),
};

pub(crate) const SANDBOX: Table = Table {
    name: "sandbox",
    key: &["game_id"],
    columns: &[(Class::NotPersonal, &["game_id", "player_id", "wants"])],
    erasure: Erasure::With("the game that waits, which its player leaves"),
};

pub(crate) const MOVED: Table = Table {
    name: "moved",
    key: &["game_id", "player_id"],
    columns: &[(Class::Withheld(reason::PARTNER), &["player_id", "game_id"])],
    erasure: Erasure::Stays("Erasures of partners are looked up by it; it holds ids."),
};
