//! Lists of answers: a title on each line, or a table of title, kind, category and aliases.

use super::collection::Collection;
use super::error::ReadError;
use super::format::Format;
use super::record::{AnswerRecord, TossupFile};

/// The columns of a table, by tabs. Aliases have ` | ` between them.
const COLUMNS: [&str; 4] = ["title", "kind", "category", "aliases"];

pub(super) fn has_header(line: &str) -> bool {
    let mut columns = line.split('\t');
    columns.next() == Some("title") && columns.all(|column| COLUMNS.contains(&column))
}

pub(super) fn read(text: &str) -> Result<TossupFile, ReadError> {
    let mut all = Collection::new(Format::Answers);
    let header: Option<Vec<&str>> =
        text.lines().next().filter(|line| has_header(line)).map(|line| line.split('\t').collect());
    let lines = text.lines().zip(1..).skip(usize::from(header.is_some()));
    for (line, number) in lines.filter(|(line, _)| !line.trim().is_empty()) {
        let place = format!("line {number}");
        let record = match &header {
            Some(header) => row(header, line),
            None if line.contains('\t') => Err(
                "there is a tab; a list with columns begins with title, kind, category and aliases"
                    .to_owned(),
            ),
            None => Ok(AnswerRecord { title: line.to_owned(), ..AnswerRecord::default() }),
        };
        let record = record.map_err(|why| ReadError::at(&place, why))?;
        all.add_answer(&place, &record)?;
    }
    all.finish("a title on each line")
}

fn row(header: &[&str], line: &str) -> Result<AnswerRecord, String> {
    let cells: Vec<&str> = line.split('\t').collect();
    if cells.len() > header.len() {
        return Err(format!("there are {} cells; expected {}", cells.len(), header.len()));
    }
    let cell = |name: &str| {
        let at = header.iter().position(|column| *column == name);
        at.and_then(|at| cells.get(at)).map_or("", |cell| cell.trim())
    };
    let aliases = cell("aliases").split('|').map(str::trim).filter(|alias| !alias.is_empty());
    Ok(AnswerRecord {
        row: 0,
        title: cell("title").to_owned(),
        kind: cell("kind").to_owned(),
        category: cell("category").to_owned(),
        aliases: aliases.map(str::to_owned).collect(),
    })
}
