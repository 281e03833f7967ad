//! What an instance measures by games. Their jobs belong to no discipline: much else waits for them.

use crate::instance::Discipline;
use crate::rating;
use crate::rating::marked_questions;

pub(super) static DISCIPLINE: Discipline = Discipline {
    measures: &[rating::measures::SMARTS_RATING, marked_questions::measures::DISCRIMINATION],
    measure: |tx, machines, until| {
        let mut found = rating::measures::measures(tx, machines, until)?;
        found.extend(marked_questions::measures::measures(tx, machines)?);
        Ok(Box::new(|| Ok(found)))
    },
    ..Discipline::IDLE
};
