//! A download holds every column that is declared to be in it: a value is planted in each and
//! looked for.

use luna_store::disciplines::ALL;
use luna_store::machine::Transport;
use luna_store::table::Class;
use luna_store::tables;
use luna_store::{erase, export};
use luna_testkit::database::Database;
use serde_json::Value;

use crate::house::House;

const PIA: &str = "01hpiapiapiapiapiapiapiapi";
const ROBOT: &str = "01hrobotrobotrobotrobotrob";

/// The tables with something in a download: a statement that puts a row about Pia there, where
/// playing does not, and which rows are about her.
const ROWS: &[(&str, &str, &str)] = &[
    (
        "player",
        "UPDATE player SET banned_at = 1, banned_why = 'x', excluded_at = 1, excluded_why = 'x'
         WHERE id = 'PIA'",
        "id = 'PIA'",
    ),
    (
        "session",
        "INSERT INTO session VALUES ('s', 'PIA', 'Firefox', 1, 1, NULL, 1)",
        "player_id = 'PIA'",
    ),
    ("seat", "", "player_id = 'PIA'"),
    (
        "seat_address",
        "INSERT INTO seat_address SELECT id, 'PIA', 'a', 1, NULL FROM seat WHERE player_id = 'PIA'",
        "player_id = 'PIA'",
    ),
    ("game_move", "", "player_id = 'PIA' AND body LIKE '%answer%'"),
    ("guess", "", "of_player = 'PIA'"),
    ("draft", "INSERT INTO draft VALUES ('PIA', 'next', 'q1', 'Hm', 1)", "player_id = 'PIA'"),
    (
        "mail",
        "INSERT INTO mail (id, player_id, kind, address, subject, plain, html, created_at)
         VALUES ('m', 'PIA', 'reset', 'a', 'Hello', '', '', 1)",
        "player_id = 'PIA'",
    ),
    ("machine", "", "owner_id = 'PIA'"),
    (
        "token",
        "INSERT INTO token (id, player_id, name, tail, scope, created_at)
         VALUES ('t', 'ROBOT', 'laptop', 'wxyz', 'play', 1)",
        "player_id = 'ROBOT'",
    ),
    (
        "spent",
        "INSERT INTO spent (player_id, day, subject_id, calls, replies, invalid, tokens_in,
                            tokens_out, micros)
         VALUES ('ROBOT', 1, 'x', 1, 1, 1, 1, 1, 1)",
        "player_id = 'ROBOT'",
    ),
    (
        "guess_rating",
        "INSERT INTO guess_rating VALUES ('PIA', 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)",
        "player_id = 'PIA'",
    ),
    (
        "game_rating",
        "INSERT INTO game_rating VALUES ('PIA', 1, 1, 1, 1, 1, 1, 1, 1)",
        "player_id = 'PIA'",
    ),
    (
        "judge_scale",
        "INSERT INTO judge_scale (player_id, players, shift, scale, weight)
         VALUES ('PIA', 1, 1, 1, 1)",
        "player_id = 'PIA'",
    ),
    (
        "act",
        "INSERT INTO act (id, at, of_player, what, why) VALUES ('a', 1, 'PIA', 'ban', 'x')",
        "of_player = 'PIA'",
    ),
    (
        "typing_mark",
        "INSERT INTO typing_mark (game_id, seq, part, at, chars, took_ms, is_pasted, is_fast)
         SELECT game_id, seq, 1, at, 60, 1, TRUE, FALSE FROM game_move
         WHERE player_id = 'PIA' AND body LIKE '%answer%'",
        "chars > 0",
    ),
    (
        "question_told",
        "INSERT INTO question_told VALUES ('PIA', 1, 'x', 1, 0.5, 1)",
        "asker = 'PIA'",
    ),
    (
        "question_fit",
        "INSERT INTO question_fit VALUES ('PIA', 1, 'x', 'x', 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1, 1)",
        "asker = 'PIA'",
    ),
    (
        "theme_rating",
        "INSERT INTO theme_rating VALUES ('PIA', 'theme', 55.5, 50.5, 60.5, 12)",
        "player_id = 'PIA'",
    ),
    (
        "consent",
        "INSERT INTO consent VALUES ('PIA', 'play', 1, 'hash', 1, NULL, 'K1')",
        "player_id = 'PIA'",
    ),
    (
        "recall_line",
        "INSERT INTO recall_line
             (id, author_id, asker_id, game_id, asked_seq, seq, part, state, added_at, decided_at)
         SELECT 'l', 'PIA', 'bob', game_id, seq, seq, 0, 'pending', 1, 1 FROM game_move
         WHERE player_id = 'PIA' AND body LIKE '%answer%'",
        "author_id = 'PIA'",
    ),
    (
        "derived",
        "INSERT INTO derived SELECT game_id, seq, 0, 'PIA' FROM game_move
         WHERE player_id = 'bob' AND body LIKE '%answer%'",
        "author_id = 'PIA'",
    ),
    (
        "daily_play",
        "INSERT INTO daily_play VALUES ('PIA', 20000, '60p 70m', '20 13', 82, 1)",
        "player_id = 'PIA'",
    ),
    ("recovery", "INSERT INTO recovery VALUES ('PIA', 'hash', 1)", "player_id = 'PIA'"),
    (
        "second_factor",
        "INSERT INTO second_factor VALUES ('PIA', 'secret', 1, 1, 1)",
        "player_id = 'PIA'",
    ),
    ("erased_game", "INSERT INTO erased_game VALUES ('ROBOT', 'x', 1)", "machine_id = 'ROBOT'"),
    (
        "report",
        "INSERT INTO report (id, at, reporter, seat_id, game_id, subject, passage, category,
                             urgency, text)
         SELECT 'r', 1, 'PIA', id, game_id, 'bob', 'player', 'other', 9, 'x' FROM seat
         WHERE player_id = 'PIA'",
        "reporter = 'PIA'",
    ),
    (
        "block",
        "INSERT INTO block SELECT 'b', 'PIA', 'bob', 'bob', id, 1 FROM seat
         WHERE player_id = 'PIA'",
        "by_player = 'PIA'",
    ),
    ("warning", "INSERT INTO warning VALUES ('w', 1, 'PIA', NULL, 'x', NULL)", "player_id = 'PIA'"),
    (
        "machine_skill",
        "INSERT INTO machine_skill VALUES ('ROBOT', 'guess', 1, 1, 1, 'x', TRUE, TRUE, 1)",
        "player_id = 'ROBOT'",
    ),
    (
        "task",
        "INSERT INTO task (id, machine_id, asked_by, skill, about, body, created_at, due_at, ended_at)
         VALUES ('01htask', 'ROBOT', 'PIA', 'guess', 'a talk', '{}', 1, 1, 1)",
        "asked_by = 'PIA'",
    ),
    (
        "quiz_play",
        "INSERT INTO quiz_play (id, player_id, tossup_id, started_at, word_ms, turned, condition,
                                words, outcome)
         VALUES ('p', 'PIA', 'tossup one', 1, 1, 1, '{}', 1, 'right')",
        "player_id = 'PIA'",
    ),
    (
        "quiz_question",
        "INSERT INTO quiz_question (id, writer_id, state, text, answer_line, page, category,
                                    difficulty, condition, credit, licence, created_at, changed_at)
         VALUES ('question of Pia', 'PIA', 'draft', '', '', '', '', '', 'all', '', '', 1, 1)",
        "writer_id = 'PIA'",
    ),
    (
        "quiz_revision",
        "INSERT INTO quiz_revision VALUES ('question of Pia', 1, 1, '', '', '', '[]', 1, 1, '', FALSE)",
        "question_id = 'question of Pia'",
    ),
    ("quiz_block", "INSERT INTO quiz_block VALUES ('PIA', 1, 'x')", "writer_id = 'PIA'"),
    (
        "quiz_guess",
        "INSERT INTO quiz_guess VALUES ('question of Pia', 'ROBOT', 'h', 1, 't', 1, 1, '{}', 'x')",
        "question_id = 'question of Pia'",
    ),
    (
        "quiz_finding",
        "INSERT INTO quiz_finding VALUES ('question of Pia', 'length', 'x', NULL, NULL, NULL)",
        "question_id = 'question of Pia'",
    ),
    (
        "assignment",
        "INSERT INTO assignment VALUES ('quiz', 'item', 'PIA', 1, NULL, NULL, '', '[]', FALSE)",
        "reviewer_id = 'PIA'",
    ),
    (
        "contest",
        "INSERT INTO contest VALUES ('contest of Pia', '', '{}', '', '', '', 40, 'PIA', FALSE, 1, 0)",
        "organiser_id = 'PIA'",
    ),
    (
        "contest_move",
        "INSERT INTO contest_move VALUES ('contest of Pia', 0, 1, 'J1', 'PIA', '\"close\"')",
        "player_id = 'PIA'",
    ),
    (
        "contest_seat",
        "INSERT INTO contest_seat (contest_id, participant, kind, label, player_id)
         VALUES ('contest of Pia', 'J1', 'person', 'Pia', 'PIA')",
        "player_id = 'PIA'",
    ),
    (
        "contest_keystroke",
        "INSERT INTO contest_keystroke
         VALUES ('contest of Pia', 1, 1, 1, 'left', 'judge', 0, 1, 'Hi', FALSE, 'PIA')",
        "player_id = 'PIA'",
    ),
    (
        "contest_log",
        "INSERT INTO contest_log VALUES ('contest of Pia', 0, 1, NULL, 'J1', 'joined', 'PIA')",
        "player_id = 'PIA'",
    ),
    (
        "battery_sitting",
        "INSERT INTO battery_sitting VALUES ('sitting of Pia', 'PIA', 'a', 'books', 1)",
        "player_id = 'PIA'",
    ),
    (
        "battery_answer",
        "INSERT INTO battery_answer
         VALUES ('answer of Pia', 'a', 'dog', 'x', 0, 0.5, TRUE, FALSE, 1, 1, 0, TRUE, FALSE)",
        "id = 'answer of Pia'",
    ),
    (
        "battery_reply",
        "INSERT INTO battery_reply VALUES ('sitting of Pia', 'dog', 1, 'answer of Pia')",
        "sitting_id = 'sitting of Pia'",
    ),
    (
        "battery_clue_reply",
        "INSERT INTO battery_clue_reply VALUES ('sitting of Pia', 'dog', 1, 'answer of Pia')",
        "sitting_id = 'sitting of Pia'",
    ),
    (
        "battery_attempt",
        "INSERT INTO battery_attempt VALUES ('attempt of Pia', 'ROBOT', 'a', 'PIA', 1, 'x')",
        "asked_by = 'PIA'",
    ),
    (
        "battery_question",
        "INSERT INTO battery_question VALUES ('attempt of Pia', 'dog', 1, 't', 1, 1, '{}')",
        "attempt_id = 'attempt of Pia'",
    ),
    (
        "question_rater",
        "INSERT INTO question_rater VALUES ('campaign one', 'PIA', 'site', '', '', '', 1, 2, 'x')",
        "player_id = 'PIA'",
    ),
    (
        "question_rating",
        "INSERT INTO question_rating
         VALUES ('campaign one', 'question one', 'PIA', 4, '', 1, 2, 3, 'x')",
        "player_id = 'PIA'",
    ),
    (
        "question_set",
        "INSERT INTO question_set VALUES ('set of Pia', 'PIA', 'Radium', 1, 'line of Pia')",
        "player_id = 'PIA'",
    ),
    (
        "question_set_item",
        "INSERT INTO question_set_item VALUES ('set of Pia', 1, 'Who?', 'She', 'She did.', FALSE)",
        "set_id = 'set of Pia'",
    ),
];

/// What the rows above refer to and is about nobody.
const OTHERS: [&str; 8] = [
    "INSERT INTO theme
     VALUES ('theme', NULL, '[\"first\"]', '[]', 1, 1), ('theme two', NULL, '[\"second\"]', '[]', 1, 1)",
    "INSERT INTO quiz_source VALUES ('s', 'packet', 'packet', 'sum', '', 1, 2, 0, TRUE, NULL, 1)",
    "INSERT INTO quiz_round VALUES ('round one', '', '', 1, 2)",
    "INSERT INTO tossup (id, source_id, number, packet, text, answer_line, category, subcategory,
                         difficulty, draw)
     VALUES ('tossup one', 's', 1, '', '', '', '', '', '', 1),
            ('tossup two', 's', 2, '', '', '', '', '', '', 2)",
    "INSERT INTO question_import VALUES ('i', 'questions', 'csv', 'sum', '', 2, 1)",
    "INSERT INTO question_article VALUES ('a', 'i', 'article', '')",
    "INSERT INTO machine_question
     VALUES ('question one', 'i', 'a', 1, '', '', '', '', NULL),
            ('question two', 'i', 'a', 2, '', '', '', '', NULL)",
    "INSERT INTO question_campaign
     VALUES ('campaign one', '', '{}', '', NULL, 1, 1, 1, 1, NULL, NULL, ''),
            ('campaign two', '', '{}', '', NULL, 1, 1, 1, 1, NULL, NULL, '')",
];

/// Columns that name a row or somebody: another value would make it a row about somebody else, so
/// the download is searched for the one that is there.
const KEPT: &[&str] = &[
    "daily_play.player_id",
    "player.id",
    "session.player_id",
    "seat.id",
    "seat.player_id",
    "seat.side",
    "seat_address.seat_id",
    "seat_address.player_id",
    "game_move.player_id",
    "draft.player_id",
    "mail.player_id",
    "machine.player_id",
    "machine.owner_id",
    "token.player_id",
    "spent.player_id",
    "guess_rating.player_id",
    "game_rating.player_id",
    "judge_scale.player_id",
    "act.of_player",
    "question_told.asker",
    "question_fit.asker",
    "theme_rating.player_id",
    "consent.player_id",
    "recall_line.author_id",
    "derived.author_id",
    "recovery.player_id",
    "second_factor.player_id",
    "erased_game.machine_id",
    "block.by_player",
    "warning.player_id",
    "machine_skill.player_id",
    "task.machine_id",
    "task.asked_by",
    "block.seat_id",
    "quiz_play.player_id",
    "quiz_block.writer_id",
    "quiz_question.id",
    "quiz_question.writer_id",
    "quiz_revision.question_id",
    "quiz_finding.question_id",
    "quiz_guess.question_id",
    "quiz_guess.machine_id",
    "assignment.reviewer_id",
    "contest.id",
    "contest.organiser_id",
    "contest_move.contest_id",
    "contest_seat.contest_id",
    "contest_keystroke.contest_id",
    "contest_log.contest_id",
    "battery_sitting.id",
    "battery_sitting.player_id",
    "battery_answer.id",
    "battery_reply.sitting_id",
    "battery_reply.answer_id",
    "battery_clue_reply.sitting_id",
    "battery_clue_reply.answer_id",
    "battery_attempt.id",
    "battery_attempt.player_id",
    "battery_attempt.asked_by",
    "battery_question.attempt_id",
    "question_rater.player_id",
    "question_rating.player_id",
    "question_set.id",
    "question_set.player_id",
    "question_set_item.set_id",
];

/// Columns in which only some values make sense, with one that was not there, and the words of
/// the download that stand for it.
const WORDS: &[(&str, &str, &str)] = &[
    ("player.kind", "machine", "machine"),
    ("player.role", "moderator", "moderator"),
    ("seat.outcome", "no_loss", "no_loss"),
    ("game_move.body", r#"{"answer":["planted in a move","no"]}"#, "planted in a move"),
    ("machine.way", "openai", "openai"),
    ("machine.setup", r#"{"url":"planted in a setup"}"#, "planted in a setup"),
    ("machine.skills", "answer", "answer"),
    ("token.scope", "read", "read"),
    ("spent.skill", "ask", "ask"),
    ("judge_scale.mark", r#""planted in a mark""#, "planted in a mark"),
    ("theme_rating.theme_id", "theme two", "second"),
    ("recall_line.state", "rejected", "rejected"),
    ("consent.purpose", "recall", "recall"),
    ("report.decision", "dismiss", "dismissed"),
    ("machine_skill.skill", "ask", "ask"),
    ("task.skill", "ask", "ask"),
    ("task.body", r#"{"planted":"in a body"}"#, "in a body"),
    ("quiz_play.tossup_id", "tossup two", "tossup two"),
    ("quiz_play.condition", r#"{"planted":"in a play"}"#, "in a play"),
    ("quiz_play.outcome", "neg", "neg"),
    ("quiz_question.state", "accepted", "accepted"),
    ("quiz_question.rewrites", "tossup two", "tossup two"),
    ("quiz_question.tossup_id", "tossup two", "tossup two"),
    ("quiz_question.round_id", "round one", "round one"),
    ("quiz_revision.machines", r#"["planted in guesses"]"#, "planted in guesses"),
    ("quiz_guess.reply", r#"{"planted":"in a guess"}"#, "in a guess"),
    ("quiz_finding.filter", "spelling", "spelling"),
    ("assignment.marks", r#"["planted in marks"]"#, "planted in marks"),
    ("contest.rules", r#"{"planted":"in rules"}"#, "in rules"),
    ("contest_move.author", "J3", "J3"),
    ("contest_move.body", r#"{"verdict":{"round":7,"human":"right"}}"#, "right"),
    ("contest_seat.participant", "C7", "C7"),
    ("contest_log.participant", "E7", "E7"),
    ("contest_log.what", "replaced", "replaced"),
    ("task.reply", r#"{"planted":"in a reply"}"#, "in a reply"),
    ("question_rater.campaign_id", "campaign two", "campaign two"),
    ("question_rating.campaign_id", "campaign two", "campaign two"),
    ("question_rating.question_id", "question two", "question two"),
];

async fn pia_has_done_everything(house: &House) {
    for id in [PIA, "bob"] {
        house.player(id, false).await;
    }
    house.machine(ROBOT, PIA, Transport::Pull).await;
    house.db.raw(&format!("UPDATE machine SET skills = 'ask guess' WHERE owner_id = '{PIA}'"));
    house.whole_game((PIA, "41"), ("bob", "59")).await;
    for row in OTHERS {
        house.db.raw(row);
    }
    for (_, row, _) in ROWS.iter().filter(|(_, row, _)| !row.is_empty()) {
        house.db.raw(&named(row));
    }
}

fn named(sql: &str) -> String {
    sql.replace("PIA", PIA).replace("ROBOT", ROBOT)
}

/// The texts, numbers and truth values in a download, each as often as it is there.
fn leaves(value: &Value, all: &mut Vec<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|it| leaves(it, all)),
        Value::Object(fields) => fields.values().for_each(|it| leaves(it, all)),
        Value::String(text) => all.push(text.clone()),
        Value::Null => {}
        other => all.push(other.to_string()),
    }
}

async fn download(house: &House) -> Vec<String> {
    let data = house.db.read(|tx| export::of(tx, ALL, PIA)).await.unwrap();
    let mut all = Vec::new();
    leaves(&data, &mut all);
    all
}

fn count(leaves: &[String], value: &str) -> usize {
    leaves.iter().filter(|leaf| *leaf == value).count()
}

/// A column of the rows about Pia in a table.
struct Place<'a> {
    db: &'a Database,
    table: &'a str,
    column: &'a str,
    rows: String,
}

impl Place<'_> {
    fn name(&self) -> String {
        format!("{}.{}", self.table, self.column)
    }

    /// Its type, as the migrations have it.
    fn kind(&self) -> String {
        let Place { db, table, column, .. } = self;
        let sql = if db.is_postgres() {
            format!(
                "SELECT UPPER(data_type) FROM information_schema.columns
                 WHERE table_schema = current_schema() AND table_name = '{table}'
                       AND column_name = '{column}'"
            )
        } else {
            format!("SELECT type FROM pragma_table_info('{table}') WHERE name = '{column}'")
        };
        db.column(&sql).remove(0)
    }

    fn value(&self) -> String {
        let Place { db, table, column, rows } = self;
        let sql = format!("SELECT {column} FROM {table} WHERE {rows} ORDER BY {column}");
        let values = db.column(&sql);
        values.into_iter().next().unwrap_or_else(|| panic!("{} has no row", self.name()))
    }

    fn set(&self, literal: &str) {
        let Place { db, table, column, rows } = self;
        db.raw(&format!("UPDATE {table} SET {column} = {literal} WHERE {rows}"));
    }

    /// A value that is nowhere else, in SQL and in a download.
    fn planted(&self, nth: usize) -> (String, String) {
        let name = self.name();
        if let Some((_, value, shown)) = WORDS.iter().find(|(column, ..)| *column == name) {
            return (quoted(value), (*shown).to_owned());
        }
        let (text, number) = (format!("planted {nth}"), 1_234_500_000 + nth);
        match self.kind().as_str() {
            "TEXT" | "CHARACTER VARYING" => (quoted(&text), text),
            "BIGINT" => (number.to_string(), number.to_string()),
            "DOUBLE PRECISION" => (format!("{number}.5"), format!("{number}.5")),
            "BOOLEAN" => (format!("NOT {}", self.column), "true".to_owned()),
            other => panic!("{name} is of a new type, {other}"),
        }
    }

    /// Puts back what was there.
    fn restore(&self, before: &str) {
        match (before, self.kind().as_str()) {
            ("NULL", _) => self.set("NULL"),
            (_, "TEXT") => self.set(&quoted(before)),
            (_, "BOOLEAN") => self.set(&format!("NOT {}", self.column)),
            _ => self.set(before),
        }
    }

    /// True if the download, which was this one before, has a value of this column that was put
    /// there.
    async fn is_exported(&self, house: &House, original: &[String], nth: usize) -> bool {
        let before = self.value();
        if KEPT.contains(&self.name().as_str()) {
            return count(original, &before) > 0;
        }
        let (literal, shown) = self.planted(nth);
        let without = count(original, &shown);
        self.set(&literal);
        let with = count(&download(house).await, &shown);
        self.restore(&before);
        // A truth value was there before, and is the other one now.
        if self.kind() == "BOOLEAN" { with != without } else { with > without }
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// All columns of the download, in the rows about Pia.
fn exported(db: &Database) -> Vec<Place<'_>> {
    let mut all = Vec::new();
    for table in tables::all(ALL) {
        let exported = table.columns.iter().filter(|(class, _)| *class == Class::Exported);
        for column in exported.flat_map(|(_, columns)| *columns) {
            let rows = ROWS.iter().find(|(name, ..)| *name == table.name);
            let (_, _, rows) =
                rows.unwrap_or_else(|| panic!("add a row of {} to this test", table.name));
            all.push(Place { db, table: table.name, column, rows: named(rows) });
        }
    }
    assert!(all.len() > 100, "only {} columns", all.len());
    all
}

#[tokio::test]
async fn every_column_that_is_declared_exported_is_in_the_download() {
    for house in House::each() {
        pia_has_done_everything(&house).await;
        let original = download(&house).await;
        let mut missing = Vec::new();
        for (place, nth) in exported(&house.db).iter().zip(1..) {
            if !place.is_exported(&house, &original, nth).await {
                missing.push(place.name());
            }
        }
        assert_eq!(download(&house).await, original, "everything is back in its place");
        assert_eq!(missing, Vec::<String>::new(), "they are in no download");
    }
}

/// Texts about Pia that outlast her, with the reason.
const STAY: &[(&str, &str)] = &[
    ("spent.subject_id", "the id of a game or a task"),
    ("erased_game.seat_id", "the id of a seat"),
    ("report.seat_id", "the id of a seat"),
    ("report.category", "one of a few words"),
    ("act.what", "one of a few words"),
    ("contest_keystroke.speaker", "one of two words"),
    ("contest.name", "a contest keeps its name and its result"),
];

#[tokio::test]
async fn erasure_leaves_no_text_that_was_in_the_download() {
    for house in House::each() {
        pia_has_done_everything(&house).await;
        let mut planted = Vec::new();
        for (place, nth) in exported(&house.db).iter().zip(1..) {
            let name = place.name();
            let has_meaning = KEPT.contains(&name.as_str())
                || WORDS.iter().any(|(column, ..)| *column == name)
                || STAY.iter().any(|(column, _)| *column == name);
            if place.kind() == "TEXT" && !has_meaning {
                place.set(&quoted(&format!("Xylophone {nth}")));
                planted.push((place.table, place.column));
            }
        }
        assert!(planted.len() > 50, "{planted:?}");
        let at = house.at();
        house.db.write(move |tx| erase::erase(tx, &at, PIA)).await.unwrap();
        let is_left = |(table, column): &&(&str, &str)| {
            let sql = format!("SELECT count(*) FROM {table} WHERE {column} LIKE '%Xylophone%'");
            house.db.column(&sql) != ["0"]
        };
        let left: Vec<_> = planted.iter().filter(is_left).collect();
        assert!(left.is_empty(), "{left:?}");
    }
}
