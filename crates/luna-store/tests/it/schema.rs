//! The tables, as the migrations make them.

/// A `CREATE TABLE` with the names of its columns.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) columns: Vec<String>,
    /// The columns of the primary key, in order.
    pub(crate) key: Vec<String>,
    pub(crate) refers_to: Vec<String>,
}

pub(crate) fn tables() -> Vec<Table> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let text: String = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let bare: String = text
        .lines()
        .map(|line| line.split("--").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n");
    let mut tables: Vec<Table> = Vec::new();
    for statement in bare.split(';') {
        tables.extend(table(statement));
        if let Some(gone) = statement.trim().strip_prefix("DROP TABLE ") {
            tables.retain(|table| table.name != gone);
        }
        if let Some(rest) = statement.trim().strip_prefix("ALTER TABLE ") {
            let (name, change) = rest.split_once(' ').unwrap();
            let table = tables.iter_mut().find(|table| table.name == name).unwrap();
            if let Some(new) = change.strip_prefix("RENAME TO ") {
                new.clone_into(&mut table.name);
                continue;
            }
            let column = change.split_whitespace().nth(2).unwrap();
            if change.starts_with("ADD COLUMN ") {
                table.columns.push(column.to_owned());
            } else if let Some((old, new)) =
                change.strip_prefix("RENAME COLUMN ").and_then(|it| it.split_once(" TO "))
            {
                let known = |column: &&mut String| **column == old;
                table.columns.iter_mut().chain(&mut table.key).filter(known).for_each(|column| {
                    new.clone_into(column);
                });
            } else {
                assert!(change.starts_with("DROP COLUMN "), "{statement}");
                table.columns.retain(|known| known != column);
            }
        }
    }
    tables
}

fn table(statement: &str) -> Option<Table> {
    let rest = statement.trim().strip_prefix("CREATE TABLE ")?;
    let (name, body) = rest.split_once('(').unwrap();
    let body = body.trim().strip_suffix(')').unwrap();
    let mut table = Table {
        name: name.trim().to_owned(),
        columns: Vec::new(),
        key: Vec::new(),
        refers_to: Vec::new(),
    };
    for part in parts(body) {
        if let Some(key) = part.strip_prefix("PRIMARY KEY") {
            let key = key.trim().trim_start_matches('(').trim_end_matches(')');
            table.key = key.split(',').map(|column| column.trim().to_owned()).collect();
            continue;
        }
        let column = part.split_whitespace().next().unwrap().to_owned();
        if part.contains("PRIMARY KEY") {
            table.key = vec![column.clone()];
        }
        if let Some((_, other)) = part.split_once("REFERENCES ") {
            table.refers_to.push(other.split_whitespace().next().unwrap().to_owned());
        }
        table.columns.push(column);
    }
    assert!(!table.key.is_empty(), "{} has no primary key", table.name);
    Some(table)
}

/// What stands between commas that are in no brackets.
fn parts(body: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut depth = 0;
    for c in body.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        match c {
            ',' if depth == 0 => all.push(String::new()),
            c => all.last_mut().unwrap().push(c),
        }
    }
    all.into_iter().map(|part| part.trim().to_owned()).collect()
}
