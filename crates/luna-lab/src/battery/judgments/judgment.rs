//! People's judgments of assertions.

use luna_text::ReadError;
use luna_text::knowledge::{Concept, KnowledgeBase, Relation};

/// A person's judgment of one assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgment {
    pub relation: Relation,
    /// `None` if the knowledge base lacks the concept.
    pub left: Option<Concept>,
    pub right: Option<Concept>,
    /// Above 0 for what is true.
    pub rating: i8,
    /// The file says that the assertion is in the knowledge base.
    pub is_stated: bool,
}

const COLUMNS: [&str; 5] = ["relation", "head", "tail", "rating", "in_conceptnet4"];

/// Reads a table of judgments, and looks its concepts up in a base.
pub fn read(text: &str, base: &KnowledgeBase) -> Result<Vec<Judgment>, ReadError> {
    let mut lines = (1..).zip(text.lines());
    let header = lines.next().map_or("", |(_, line)| line);
    if !header.split('\t').eq(COLUMNS) {
        let why = format!("the columns are to be {}, with tabs between them", COLUMNS.join(", "));
        return Err(ReadError { line: 1, why });
    }
    lines.map(|(line, row)| judgment(row, base).map_err(|why| ReadError { line, why })).collect()
}

fn judgment(row: &str, base: &KnowledgeBase) -> Result<Judgment, String> {
    let cells: Vec<&str> = row.split('\t').collect();
    let [relation, left, right, rating, is_stated] = cells[..] else {
        return Err(format!("{} instead of {} columns", cells.len(), COLUMNS.len()));
    };
    let unknown = || format!("“{}” is not a relation of ConceptNet 4", relation.escape_debug());
    let rating: Option<i8> = rating.parse().ok().filter(|rating| *rating != 0);
    Ok(Judgment {
        relation: Relation::parse(relation).ok_or_else(unknown)?,
        left: base.concept(left),
        right: base.concept(right),
        rating: rating.ok_or("the rating is not a whole number other than 0")?,
        is_stated: match is_stated {
            "0" => false,
            "1" => true,
            _ => return Err("in_conceptnet4 is neither 0 nor 1".to_owned()),
        },
    })
}
