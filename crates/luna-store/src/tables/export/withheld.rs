//! Reasons for which a download leaves something out.

use crate::discipline::Discipline;
use crate::tables;
use crate::tx::table::Class;

/// Part of a move of the partner's, and so of no column of its own.
const MARKS: &str = "The marks that your partners gave to your responses. They are your partners' data, \
     and the final page does not show them either. The marks that you gave are in the download.";

/// Returns the reasons for which something is withheld, each once.
pub fn withheld(disciplines: &[&'static Discipline]) -> Vec<&'static str> {
    let mut reasons = vec![MARKS];
    for (class, _) in tables::all(disciplines).flat_map(|table| table.columns) {
        if let Class::Withheld(reason) = class
            && !reasons.contains(reason)
        {
            reasons.push(reason);
        }
    }
    reasons
}
