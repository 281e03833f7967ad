//! Copies of all games by SQL: each copy is an earlier period with its own people, games and
//! drafts.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use rusqlite::Connection;

/// The tables to copy, with a condition on their rows: an id in our format (26 letters and digits
/// that begin with the time, 01…). The ids of copies begin with 0 and the number of the copy
/// instead, 00….
const TABLES: [(&str, &str); 10] = [
    ("player", "id BETWEEN '01' AND '1'"),
    ("session", "player_id BETWEEN '01' AND '1'"),
    ("game", "id BETWEEN '01' AND '1'"),
    ("seat", "game_id BETWEEN '01' AND '1'"),
    ("game_move", "game_id BETWEEN '01' AND '1'"),
    ("guess", "game_id BETWEEN '01' AND '1'"),
    ("draft", "player_id BETWEEN '01' AND '1'"),
    ("job", "id BETWEEN 'deadline:01' AND 'deadline:1'"),
    ("mail", "id BETWEEN '01' AND '1'"),
    ("topic", "name BETWEEN 'player:01' AND 'player:1'"),
];

/// Copies the games until there are `periods` of them in all.
pub(crate) fn make(path: &Path, periods: i64, period_ms: i64) -> Result<()> {
    let mut connection = open(path)?;
    let mut statements = Vec::new();
    for (table, rows) in TABLES {
        let columns = columns(&connection, table)?;
        let copied: Vec<String> = columns.iter().map(|column| copied(table, column)).collect();
        let (columns, copied) = (columns.join(", "), copied.join(", "));
        statements.push(format!(
            "INSERT INTO {table} ({columns}) SELECT {copied} FROM {table} WHERE {rows}"
        ));
    }
    for nth in 1..periods {
        let transaction = connection.transaction()?;
        for statement in &statements {
            // Not every table has a time.
            let earlier = (periods - nth) * period_ms;
            transaction
                .prepare_cached(&format!("{statement} AND ?2 = ?2"))?
                .execute((format!("{nth:04x}"), earlier))?;
        }
        transaction.commit()?;
    }
    // Totals over all players, and the machine that all have met.
    connection.execute("UPDATE tally SET count = count * ?1", [periods])?;
    connection
        .execute("UPDATE rating_bin SET count = count * ?1 WHERE kind = 'human'", [periods])?;
    connection.execute(
        "UPDATE player SET guess_sum = guess_sum * ?1, guess_count = guess_count * ?1,
                won = won * ?1, lost = lost * ?1, tied = tied * ?1, finished = finished * ?1
         WHERE kind = 'machine'",
        [periods],
    )?;
    Ok(())
}

/// Moves everything into the one file.
pub(crate) fn settle(path: &Path) -> Result<()> {
    let connection = Connection::open(path)?;
    // The threads of the store close the file soon, not at once.
    let mut tries = 0;
    while let Err(error) = connection.pragma_update(None, "journal_mode", "delete") {
        tries += 1;
        anyhow::ensure!(tries < 100, error);
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

fn open(path: &Path) -> Result<Connection> {
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "foreign_keys", false)?;
    connection.pragma_update(None, "synchronous", "off")?;
    connection.pragma_update(None, "cache_size", -2_000_000)?;
    Ok(connection)
}

fn columns(connection: &Connection, table: &str) -> Result<Vec<String>> {
    let mut statement = connection.prepare("SELECT name FROM pragma_table_info(?1)")?;
    let names = statement.query_map([table], |row| row.get(0))?.collect::<rusqlite::Result<_>>();
    Ok(names?)
}

/// A column of a copy: `?1` is the number of the copy, `?2` its distance in time.
fn copied(table: &str, column: &str) -> String {
    // An id may stand alone or after a prefix such as `deadline:`.
    let id = |text: &str| {
        format!(
            "CASE WHEN length({text}) < 26 THEN {text} ELSE
             substr({text}, 1, length({text}) - 26) || '0' || ?1 || substr({text}, -21) END"
        )
    };
    match (table, column) {
        ("job", "body") => format!("replace(body, substr(id, -26), {})", id("substr(id, -26)")),
        // A random id may already have the copy's number in that place; none has an x.
        ("session", "id") => "substr(id, 1, length(id) - 5) || 'x' || ?1".to_owned(),
        ("player", "name" | "name_key") => format!("{column} || '-' || ?1"),
        // Unique too, except where it is empty.
        ("player", "name_skeleton") => {
            format!("CASE WHEN {column} = '' THEN '' ELSE {column} || '-' || ?1 END")
        }
        ("player", "email") | ("mail", "address") => format!("?1 || '-' || {column}"),
        (_, "id" | "game_id" | "player_id" | "seat_id" | "last_partner")
        | ("guess", "by_player" | "of_player")
        | ("topic", "name") => id(column),
        (_, "at" | "queue_key" | "waiting_since") => format!("{column} - ?2"),
        (_, time) if time.ends_with("_at") => format!("{column} - ?2"),
        _ => column.to_owned(),
    }
}
