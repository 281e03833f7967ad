//! The agreement of measures, as rank correlations on the page of all machines.

use luna_app::correlations::{ENOUGH_MACHINES, MeasurePair};
use maud::{Markup, html};

use crate::html::table::Column::{Number, Text};
use crate::html::table::table;

pub(super) fn section(pairs: &[MeasurePair]) -> Markup {
    let most = pairs.iter().max_by_key(|it| it.machines);
    html! {
        @if let Some(most) = most {
            h2 { "Do the measures agree?" }
            @if pairs.iter().any(|it| it.found.is_some()) { (correlations(pairs)) }
            @else { (too_few(most)) }
        }
    }
}

fn too_few(most: &MeasurePair) -> Markup {
    html! {
        p {
            "Rank correlations are shown once " (ENOUGH_MACHINES) " machines have two measures in common. So far "
            @match most.machines {
                0 => { "no machine has two." }
                1 => { "1 machine has two." }
                machines => {
                    (machines) " machines have two, " (most.one.short) " and " (most.other.short) "."
                }
            }
        }
    }
}

fn correlations(pairs: &[MeasurePair]) -> Markup {
    let heads =
        [Text("Measures"), Number("Rank correlation"), Number("95 % interval"), Number("Machines")];
    let rows = html! {
        @for it in pairs {
            tr {
                th scope="row" { (it.one.short) " and " (it.other.short) }
                @match it.found {
                    Some(found) => {
                        td.number { (format!("{:.2}", found.value)) }
                        td.number { (format!("{:.2} to {:.2}", found.low, found.high)) }
                    }
                    None if it.machines < ENOUGH_MACHINES => {
                        td.number { "–" }
                        td.number { "needs " (ENOUGH_MACHINES) " machines" }
                    }
                    None => { td.number { "–" } td.number { "all have the same value" } }
                }
                td.number { (it.machines) }
            }
        }
    };
    html! {
        p.soft.small {
            "Spearman’s rank correlation: 1 if two measures put all machines in the same order, 0 if they have nothing to do "
            "with each other. Retired machines are left out. Each interval holds for its pair alone."
        }
        (table("Rank correlations of measures", &heads, &rows))
    }
}
