//! Every statement in this crate: both databases understand it and neither
//! has to read a whole table for it.

use std::collections::BTreeSet;
use std::path::Path;

use luna_testkit::database::{Database, Location, databases};

/// Statements that look at a whole table, and may.
const WHOLE_TABLE: [(&str, &str); 25] = [
    ("SELECT count(*) FROM machine WHERE secret", "asked by luna doctor alone"),
    ("SELECT m.player_id, p.name, o.name, m.way,", "every machine is on the leaderboard"),
    ("UPDATE seat SET opened_at = opened_at + $1,", "once, after a stop"),
    ("UPDATE machine SET seen_at = seen_at + $1", "once, after a stop"),
    ("UPDATE job SET due_at = due_at + $1 WHERE kind = $2", "once, after a stop"),
    ("UPDATE player SET guess_sum = 0,", "rebuilding all ratings"),
    ("DELETE FROM rating_bin", "rebuilding all ratings"),
    ("SELECT player_id FROM guess_rating", "recomputing them"),
    ("SELECT player_id FROM game_rating", "recomputing them"),
    ("SELECT player_id FROM judge_scale", "recomputing them"),
    ("SELECT m.player_id, r.judges,", "every machine is on the leaderboard"),
    ("SELECT r.player_id, r.name, r.value,", "every machine is on the leaderboard"),
    ("DELETE FROM guess WHERE NOT EXISTS", "rebuilding all ratings"),
    ("DELETE FROM measure", "recomputing them"),
    ("DELETE FROM theme_rating", "recomputing them"),
    ("DELETE FROM theme_month", "recomputing them"),
    ("DELETE FROM theme", "recomputing them"),
    ("SELECT id, name FROM theme WHERE", "a few themes"),
    ("SELECT id, name, words, terms, questions, at FROM theme ORDER BY", "a few themes"),
    ("SELECT category, count(*) FROM tossup", "the choices of the reading room"),
    ("SELECT difficulty, count(*) FROM tossup", "the choices of the reading room"),
    (
        "SELECT id, name, format, checksum, licence, imported_at, tossups, answers, is_secret, undone_at, pages FROM quiz_source ORDER BY",
        "a source is a whole file",
    ),
    ("SELECT id, name, about, opens_at, closes_at FROM quiz_round ORDER BY", "a few a year"),
    (
        "SELECT b.writer_id, p.name, b.blocked_at, b.why FROM quiz_block",
        "a few writers are blocked",
    ),
    ("SELECT 1 FROM player WHERE id >= $1 ORDER BY id FOR", "rebuilding all ratings"),
];

/// Statements that walk an index from its end and stop after a page.
const PAGED: [&str; 6] = [
    "WHERE g.queue_key IS NOT NULL",
    "FROM quiz_release ORDER BY number DESC LIMIT 1",
    "FROM pool w JOIN",
    "FROM sandbox s WHERE s.player_id <>",
    "FROM player WHERE name_skeleton = ''",
    "FROM contest_seat s WHERE s.folder IS NOT NULL",
];

/// Statements that sort the few rows they find before they give the first.
const FEW: [(&str, &str); 2] = [
    ("SELECT email FROM link WHERE player_id = $1 AND kind = $2", "one player's links"),
    (
        "SELECT g.id AS game_id, s.player_id, p.partners, s.place, TRUE AS is_here",
        "those who wait and are at a page",
    ),
];

#[tokio::test]
async fn every_statement_prepares_everywhere() {
    for db in databases() {
        for sql in shared_statements() {
            db.read(move |tx| tx.accepts(&sql)).await.unwrap();
        }
        if db.is_postgres() {
            for sql in locking_statements() {
                db.read(move |tx| tx.accepts(&sql)).await.unwrap();
            }
        }
    }
}

#[test]
fn no_statement_says_what_the_two_databases_read_differently() {
    for sql in shared_statements() {
        let lower = sql.to_lowercase();
        for trap in [
            " like ",
            "ilike",
            "greatest(",
            "least(",
            "::",
            "->",
            "now()",
            "random()",
            "count(distinct",
        ] {
            assert!(!lower.contains(trap), "{trap} in {sql}");
        }
        // A sum of BIGINTs is a NUMERIC on PostgreSQL, a mean is one too.
        for aggregate in ["sum(", "avg(", "total("] {
            let uses = lower.matches(aggregate).count();
            let cast = lower.matches(&format!("cast({aggregate}")).count();
            assert_eq!(uses, cast, "{aggregate} without a cast in {sql}");
        }
        // NULL sorts first on one and last on the other.
        assert!(
            !lower.contains("order by due_at")
                || lower.contains("due_at <=")
                || lower.contains("due_at is not null"),
            "{sql}"
        );
    }
}

#[test]
fn sqlite_finds_what_it_looks_for_by_an_index() {
    let db = Database::in_file();
    let mut wrong = Vec::new();
    for sql in shared_statements().into_iter().filter(|sql| !may_read_all(sql)) {
        let plan: Vec<String> = db
            .raw(&format!("EXPLAIN QUERY PLAN {sql}"))
            .into_iter()
            .map(|mut row| row.remove(3))
            .collect();
        let paged = PAGED.iter().any(|part| one_line(&sql).contains(part));
        let scans = plan.iter().any(|step| {
            let by_index = step.contains("USING INDEX") || step.contains("USING COVERING INDEX");
            step.starts_with("SCAN ") && step != "SCAN CONSTANT ROW" && !(paged && by_index)
        });
        // A page must not need all rows in order first.
        let sorts = is_page(&sql) && plan.iter().any(|step| step.contains("TEMP B-TREE"));
        if scans || sorts {
            wrong.push(format!("{sql}\n  {}", plan.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn postgresql_finds_what_it_looks_for_by_an_index() {
    let Some(place) = Location::postgres() else { return };
    let db = Database::open(place);
    let mut client = postgres::Client::connect(&db.url(), postgres::NoTls).unwrap();
    client
        .batch_execute(
            "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off;
             SET enable_incremental_sort = off; SET enable_bitmapscan = off",
        )
        .unwrap();
    let mut wrong = Vec::new();
    let all = shared_statements().into_iter().chain(locking_statements());
    for (nth, sql) in all.filter(|sql| !may_read_all(sql)).enumerate() {
        // Where there is a page to give, its order has to come from an index.
        let sort = if is_page(&sql) { "off" } else { "on" };
        client
            .batch_execute(&format!("SET enable_sort = {sort}; PREPARE s{nth} AS {sql}"))
            .unwrap();
        let nulls = vec!["NULL"; parameters(&sql)].join(", ");
        let arguments = if nulls.is_empty() { String::new() } else { format!("({nulls})") };
        let plan: Vec<String> = client
            .simple_query(&format!("EXPLAIN EXECUTE s{nth}{arguments}"))
            .unwrap()
            .iter()
            .filter_map(|message| match message {
                postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
                _ => None,
            })
            .collect();
        let paged = PAGED.iter().any(|part| one_line(&sql).contains(part));
        let scans = plan.iter().enumerate().any(|(nth, step)| {
            // An index without a condition is read from end to end.
            let below = plan[nth + 1..].iter().take_while(|step| !step.contains("->"));
            let whole = step.contains("Index")
                && step.contains("Scan using")
                && !below.clone().any(|step| step.contains("Index Cond"));
            step.contains("Seq Scan") || whole && !paged
        });
        let sorts = is_page(&sql) && plan.iter().any(|step| step.contains("Sort"));
        if scans || sorts {
            wrong.push(format!("{sql}\n  {}", plan.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn no_exception_is_out_of_date() {
    let all: Vec<String> = shared_statements()
        .into_iter()
        .chain(locking_statements())
        .map(|sql| one_line(&sql))
        .collect();
    let exceptions = WHOLE_TABLE.iter().chain(&FEW).map(|(start, _)| *start).chain(PAGED);
    for exception in exceptions {
        assert!(all.iter().any(|sql| sql.contains(exception)), "{exception}");
    }
}

/// Whether it stops after some rows of many, which then must not all be sorted.
fn is_page(sql: &str) -> bool {
    let few = FEW.iter().any(|(start, _)| one_line(sql).starts_with(start));
    sql.contains("LIMIT") && !few
}

fn may_read_all(sql: &str) -> bool {
    WHOLE_TABLE.iter().any(|(start, _)| one_line(sql).starts_with(start))
}

fn one_line(sql: &str) -> String {
    sql.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How many parameters a statement has: the highest number after a `$`.
fn parameters(sql: &str) -> usize {
    let number = |rest: &str| {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap_or(0)
    };
    sql.split('$').skip(1).map(number).max().unwrap_or(0)
}

/// The literals in `run!(tx, …)`, `row!(tx, …)` and `rows!(tx, …)`.
fn shared_statements() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for text in sources() {
        for marker in ["run!(", "row!(", "rows!(", "rows_held!(", "defer!("] {
            for (at, _) in text.match_indices(marker) {
                // `rows!(` ends in `row!(` as little as `run!(` does; but see that
                // nothing longer ends in one of these.
                let whole = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
                let call = &text[at + marker.len()..];
                if !whole || call.starts_with("$(") {
                    continue;
                }
                let rest = call.trim_start().strip_prefix("tx,");
                let rest = rest.unwrap_or_else(|| panic!("not on tx: {}", &call[..60]));
                let literal = rest.trim_start().strip_prefix('"').unwrap();
                all.insert(literal.split('"').next().unwrap().to_owned());
            }
        }
    }
    assert!(all.len() > 80, "only {} statements found", all.len());
    all
}

/// The literals in `tx.lock(…)` and `tx.try_lock(…)`, which only PostgreSQL sees,
/// and those sent to it alone.
fn locking_statements() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for text in sources() {
        for marker in ["tx.lock(\"", "tx.try_lock(\"", "postgres_run(c, known, \""] {
            for call in text.split(marker).skip(1) {
                all.insert(call.split('"').next().unwrap().to_owned());
            }
        }
    }
    assert!(all.len() > 5, "only {} found", all.len());
    all
}

fn sources() -> Vec<String> {
    let mut all = Vec::new();
    read_folder(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut all);
    all
}

fn read_folder(folder: &Path, all: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_folder(&path, all);
        } else {
            all.push(std::fs::read_to_string(&path).unwrap());
        }
    }
}
