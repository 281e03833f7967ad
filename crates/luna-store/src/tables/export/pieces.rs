//! A download in pieces: none of it is in memory longer than it takes to send. Each piece is read in
//! a transaction of its own, item by item: what is deleted meanwhile is missing, and what is added
//! meanwhile to a part that has begun is not in it.

use std::collections::VecDeque;

use serde_json::{Map, Value};

use crate::discipline::section::{ReadItem, Section};
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// The bytes of a piece, which ends with the item that reaches them.
const PIECE: usize = 64 * 1024;

/// The form of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// For people: indented.
    Lines,
    /// For programs: on one line.
    OneLine,
}

/// What is still to be written.
enum Step {
    Text(&'static str),
    /// A member that need not be read.
    Known(&'static str, Value),
    Member(&'static str, Section, usize),
    Item(ReadItem, String, usize),
    /// The end of a list or an object, at this depth.
    End(&'static str, usize),
}

/// The text of a download, piece by piece.
pub struct Pieces {
    player_id: String,
    layout: Layout,
    steps: VecDeque<Step>,
    /// Nothing has been written yet in the list or the object that is open.
    is_first: bool,
}

impl Pieces {
    pub(super) fn new(
        player_id: String,
        layout: Layout,
        opening: [(&'static str, Value); 2],
        sections: &[(&'static str, Section)],
    ) -> Pieces {
        let mut pieces =
            Pieces { player_id, layout, steps: VecDeque::from([Step::Text("\n")]), is_first: true };
        pieces.open_object(sections, 0);
        for (name, value) in opening.into_iter().rev() {
            pieces.steps.push_front(Step::Known(name, value));
        }
        pieces.steps.push_front(Step::Text("{"));
        pieces
    }

    /// Reads the next piece; none at the end.
    pub fn next(&mut self, tx: &mut Tx<'_>) -> Result<Option<String>> {
        let mut text = String::new();
        while text.len() < PIECE {
            let Some(step) = self.steps.pop_front() else { break };
            self.write(tx, step, &mut text)?;
        }
        Ok((!text.is_empty()).then_some(text))
    }

    fn write(&mut self, tx: &mut Tx<'_>, step: Step, text: &mut String) -> Result<()> {
        match step {
            Step::Text(it) => text.push_str(it),
            Step::End(it, depth) => {
                if !self.is_first {
                    self.new_line(depth, text);
                }
                text.push_str(it);
                self.is_first = false;
            }
            Step::Known(name, value) => {
                self.name(name, 1, text);
                self.value(&value, 1, text);
            }
            Step::Member(name, section, depth) => {
                self.name(name, depth, text);
                self.open(tx, section, depth, text)?;
            }
            Step::Item(read, id, depth) => match read(tx, &self.player_id, &id) {
                Ok(value) => {
                    self.separate(depth, text);
                    self.value(&value, depth, text);
                }
                // It was deleted meanwhile.
                Err(Error::NotFound) => {}
                Err(error) => return Err(error),
            },
        }
        Ok(())
    }

    fn open(
        &mut self,
        tx: &mut Tx<'_>,
        section: Section,
        depth: usize,
        text: &mut String,
    ) -> Result<()> {
        match section {
            Section::Whole(read) => {
                let value = read(tx, &self.player_id)?;
                self.value(&value, depth, text);
            }
            Section::Items(ids, read) => {
                text.push('[');
                self.is_first = true;
                self.steps.push_front(Step::End("]", depth));
                for id in ids(tx, &self.player_id)?.into_iter().rev() {
                    self.steps.push_front(Step::Item(read, id, depth + 1));
                }
            }
            Section::Nested(sections) => {
                text.push('{');
                self.open_object(sections, depth);
            }
        }
        Ok(())
    }

    fn open_object(&mut self, sections: &[(&'static str, Section)], depth: usize) {
        self.is_first = true;
        self.steps.push_front(Step::End("}", depth));
        for (name, section) in sections.iter().rev() {
            self.steps.push_front(Step::Member(name, *section, depth + 1));
        }
    }

    fn name(&mut self, name: &str, depth: usize, text: &mut String) {
        self.separate(depth, text);
        text.push_str(&Value::from(name).to_string());
        text.push_str(if self.layout == Layout::Lines { ": " } else { ":" });
    }

    /// Begins a member or an item.
    fn separate(&mut self, depth: usize, text: &mut String) {
        if !self.is_first {
            text.push(',');
        }
        self.is_first = false;
        self.new_line(depth, text);
    }

    fn new_line(&self, depth: usize, text: &mut String) {
        if self.layout == Layout::Lines {
            text.push('\n');
            text.push_str(&"  ".repeat(depth));
        }
    }

    fn value(&self, value: &Value, depth: usize, text: &mut String) {
        match self.layout {
            Layout::OneLine => text.push_str(&value.to_string()),
            // A text in JSON has no line ends of its own.
            Layout::Lines => {
                let lines = format!("{value:#}");
                text.push_str(&lines.replace('\n', &format!("\n{}", "  ".repeat(depth))));
            }
        }
    }
}

/// All sections at once.
pub(super) fn whole(
    tx: &mut Tx<'_>,
    player_id: &str,
    sections: &[(&'static str, Section)],
) -> Result<Map<String, Value>> {
    let mut all = Map::new();
    for (name, section) in sections {
        let value = match section {
            Section::Whole(read) => read(tx, player_id)?,
            Section::Items(ids, read) => {
                let ids = ids(tx, player_id)?.into_iter();
                ids.map(|id| read(tx, player_id, &id)).collect::<Result<Vec<Value>>>()?.into()
            }
            Section::Nested(sections) => whole(tx, player_id, sections)?.into(),
        };
        all.insert((*name).to_owned(), value);
    }
    Ok(all)
}
