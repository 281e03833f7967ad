//! The table of machines.

use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "machine",
    key: &["player_id"],
    columns: &[
        (
            Class::Exported,
            &[
                "player_id",
                "owner_id",
                "version",
                "about",
                "model",
                "organisation",
                "licence",
                "link",
                "contact",
                "way",
                "setup",
                "most_open",
                "most_daily",
                "skills",
                "created_at",
                "seen_at",
                "stopped_at",
                "killed_at",
                "killed_why",
                "replaced_at",
                "alarm_at",
                "alarm_why",
            ],
        ),
        (Class::Withheld(reason::SECRET), &["secret"]),
        (Class::NotPersonal, &["line", "day", "day_games", "practice_only"]),
    ],
    erasure: Erasure::With("its owner, before any table"),
};
