//! Every column of the schema in one class: in the download, withheld with a reason, or not
//! about a person. A test compares this list with the migrations.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The player finds it in their download.
    Exported,
    /// It is about a player and not in the download, for this reason.
    Withheld(&'static str),
    /// It says nothing about a person.
    NotPersonal,
}

use Class::{Exported, NotPersonal, Withheld};

const SECRET: Class = Withheld(
    "Passwords, keys, codes, links and session cookies: they are kept as hashes or encrypted, and a \
     download that fell into other hands must not help to get in.",
);
const PARTNER: Class = Withheld(
    "Who your partners are, beyond the name that the final page showed you: that is their data, and \
     during a game it would tell whether a machine plays.",
);
const JUDGING: Class = Withheld(
    "The statistics by which careless judges, and accounts that raise each other, are found: somebody who \
     knew them could stay just below the limits. If operators act on them, you read what they did and why.",
);
const LETTER: Class = Withheld(
    "The text of mails that wait to be sent: it is deleted once they are sent, and holds links that \
     open your account.",
);
const OPERATORS: Class = Withheld(
    "Which operator did something to your account: you read what was done and why, and the operators \
     answer for each other.",
);
const INTERNAL: Class = Withheld(
    "Work that waits to be done, such as sending a mail or ending a phase: it holds ids of what is \
     listed elsewhere and is gone once it is done.",
);

const REPORTER: Class = Withheld(
    "Who reported you, in which game and in which words: somebody who reports must not have to fear \
     it. You read when it was, what for and what was decided.",
);

/// Tables with their columns by class. A table may have several rows.
pub const COLUMNS: &[(&str, Class, &[&str])] = &[
    (
        "player",
        Exported,
        &[
            "id",
            "kind",
            "name",
            "email",
            "verified",
            "created_at",
            "seen_at",
            "claimed_at",
            "banned_at",
            "banned_why",
            "wants_mail",
            "mailed_at",
            "guess_sum",
            "guess_count",
            "won",
            "lost",
            "tied",
            "finished",
            "excluded_at",
            "excluded_why",
            "role",
            "rating_hidden",
        ],
    ),
    ("player", SECRET, &["password"]),
    ("player", PARTNER, &["partners"]),
    ("player", NotPersonal, &["name_key", "name_skeleton", "erased_at", "guess_squares"]),
    ("session", Exported, &["player_id", "device", "created_at", "seen_at", "expires_at"]),
    ("session", SECRET, &["id", "visit"]),
    ("link", SECRET, &["id", "kind", "player_id", "email", "expires_at"]),
    ("recovery", SECRET, &["code_hash"]),
    ("recovery", Exported, &["player_id", "made_at"]),
    ("game", PARTNER, &["id"]),
    (
        "game",
        NotPersonal,
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
        ],
    ),
    ("seat", Exported, &["id", "player_id", "outcome", "side"]),
    ("seat", PARTNER, &["game_id"]),
    ("seat", NotPersonal, &["here", "state", "ending", "opened_at", "due_at", "changed_at"]),
    ("seat", INTERNAL, &["place", "here_at"]),
    ("game_move", Exported, &["at", "side", "player_id", "took_ms", "body"]),
    ("game_move", PARTNER, &["game_id"]),
    ("game_move", NotPersonal, &["seq", "paced_ms", "hidden"]),
    ("guess", Exported, &["points", "rating_sum", "rating_count", "at"]),
    ("guess", PARTNER, &["game_id", "by_player", "of_player"]),
    ("guess", NotPersonal, &["side", "counts", "answer_chars"]),
    ("draft", Exported, &["player_id", "subject_id", "field", "body", "at"]),
    ("pace", NotPersonal, &["phase", "slot", "took_ms", "at"]),
    ("job", INTERNAL, &["id", "kind", "body", "due_at", "attempts", "problem", "lane"]),
    ("mail", Exported, &["player_id", "kind", "address", "subject", "created_at", "sent_at"]),
    ("mail", LETTER, &["plain", "html", "off_url"]),
    ("mail", NotPersonal, &["id", "problem"]),
    ("notice", INTERNAL, &["player_id", "subject_id", "kind", "at"]),
    ("topic", NotPersonal, &["name", "seq"]),
    ("tally", NotPersonal, &["day", "what", "slot", "count"]),
    ("rating_bin", NotPersonal, &["kind", "bin", "slot", "count"]),
    ("setting", NotPersonal, &["name", "value"]),
    (
        "machine",
        Exported,
        &[
            "player_id",
            "owner_id",
            "version",
            "about",
            "model",
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
    ("machine", SECRET, &["secret"]),
    ("machine", NotPersonal, &["line", "day", "day_games", "practice_only"]),
    (
        "token",
        Exported,
        &["player_id", "name", "tail", "scope", "created_at", "used_at", "revoked_at"],
    ),
    ("token", SECRET, &["id"]),
    ("token", NotPersonal, &["stream"]),
    ("receipt", INTERNAL, &["player_id", "key", "request", "status", "subject_id", "at"]),
    ("pool", PARTNER, &["game_id", "player_id", "since"]),
    ("met", PARTNER, &["player_id", "machine_id", "times"]),
    ("moved", PARTNER, &["player_id", "game_id"]),
    ("held", PARTNER, &["game_id", "side", "at", "body"]),
    (
        "spent",
        Exported,
        &[
            "player_id",
            "day",
            "subject_id",
            "calls",
            "replies",
            "invalid",
            "tokens_in",
            "tokens_out",
            "micros",
            "problem",
            "skill",
        ],
    ),
    ("spent", NotPersonal, &["reserved_tokens", "reserved_micros"]),
    ("sandbox", NotPersonal, &["game_id", "player_id", "wants"]),
    (
        "guess_rating",
        Exported,
        &["player_id", "judges", "calibrated", "low", "high", "median", "trimmed"],
    ),
    (
        "game_rating",
        Exported,
        &[
            "player_id",
            "games",
            "bradley_terry",
            "bradley_half",
            "elo",
            "glicko",
            "glicko_half",
            "trueskill",
            "true_half",
        ],
    ),
    (
        "judge_scale",
        Exported,
        &["player_id", "players", "shift", "scale", "weight", "settled", "mark"],
    ),
    (
        "judge",
        JUDGING,
        &["player_id", "guesses", "seconds", "mean", "spread", "correlation", "strength"],
    ),
    ("flag", JUDGING, &["player_id", "kind", "strength", "reason", "since", "cleared", "circle"]),
    ("act", Exported, &["at", "of_player", "what", "why"]),
    ("act", OPERATORS, &["by_player"]),
    ("act", NotPersonal, &["id"]),
    (
        "typing_mark",
        Exported,
        &["part", "at", "chars", "took_ms", "typed", "typed_ms", "pasted", "is_pasted", "is_fast"],
    ),
    ("typing_mark", PARTNER, &["game_id"]),
    ("typing_mark", NotPersonal, &["seq"]),
    ("question_told", Exported, &["asker", "text", "people", "share", "at"]),
    ("question_told", NotPersonal, &["nth"]),
    ("consent_text", NotPersonal, &["hash", "purpose", "version", "body"]),
    ("consent", Exported, &["player_id", "purpose", "text_hash", "given_at", "withdrawn_at"]),
    ("consent", NotPersonal, &["nth"]),
    (
        "recall_line",
        Exported,
        &["author_id", "seq", "part", "state", "added_at", "decided_at", "why"],
    ),
    ("recall_line", PARTNER, &["asker_id", "game_id", "asked_seq"]),
    ("recall_line", OPERATORS, &["decided_by"]),
    ("recall_line", NotPersonal, &["id"]),
    ("derived", Exported, &["author_id", "seq", "part"]),
    ("derived", PARTNER, &["game_id"]),
    (
        "machine_skill",
        Exported,
        &["player_id", "skill", "most_daily", "tokens_daily", "alarm_at", "alarm_why"],
    ),
    (
        "task",
        Exported,
        &[
            "id",
            "machine_id",
            "asked_by",
            "skill",
            "body",
            "created_at",
            "due_at",
            "ended_at",
            "reply",
            "problem",
        ],
    ),
    ("erased_game", Exported, &["machine_id", "seat_id", "at"]),
    ("report", Exported, &["at", "seat_id", "category", "text", "decided_at", "decision"]),
    ("report", REPORTER, &["id", "reporter", "game_id", "passage", "told_at"]),
    ("report", PARTNER, &["subject"]),
    ("report", OPERATORS, &["decided_by"]),
    ("report", NotPersonal, &["urgency"]),
    ("block", Exported, &["by_player", "seat_id", "at"]),
    ("block", PARTNER, &["of_player", "met"]),
    ("block", NotPersonal, &["id"]),
    ("warning", Exported, &["at", "player_id", "why", "read_at"]),
    ("warning", OPERATORS, &["by_player"]),
    ("warning", NotPersonal, &["id"]),
    ("reading", OPERATORS, &["at", "by_player", "game_id", "why"]),
    ("reading", NotPersonal, &["id"]),
];

/// Part of a move of the partner's, and so of no column of its own.
const MARKS: &str = "The marks that your partners gave to single responses of yours: they are your partners' data, \
     and the final page does not show them either. The marks that you gave are in the download.";

/// Returns the reasons for which something is withheld, each once.
pub fn withheld() -> Vec<&'static str> {
    let mut reasons = vec![MARKS];
    for (_, class, _) in COLUMNS {
        if let Withheld(reason) = class
            && !reasons.contains(reason)
        {
            reasons.push(reason);
        }
    }
    reasons
}
