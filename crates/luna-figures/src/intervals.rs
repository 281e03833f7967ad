//! Means one below the other, each with its name and how sure it is.

use crate::axis::{Axis, can_show};
use crate::chart::Chart;
use crate::ink::Ink;
use crate::scene::{Anchor, Scene, WIDTH};
use crate::table::{Table, exact};
use crate::text::{cut, tick};
use crate::{Frame, Range};

/// One line of the chart.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    pub name: &'a str,
    pub mean: f64,
    /// Where the interval begins and ends; without one the mean stands alone.
    pub ends: Option<(f64, f64)>,
}

const TOP: f64 = 8.0;
const LEFT: f64 = 14.0;
const RIGHT: f64 = WIDTH - 22.0;
/// A name, and its dot below it.
const ROW: f64 = 50.0;

/// As high as it has rows, in the order given.
pub fn intervals(frame: &Frame<'_>, rows: &[Row<'_>], x: Range) -> Chart {
    let shown: Vec<Row<'_>> = rows.iter().copied().filter(|row| can_show(row.mean)).collect();
    let far = shown.iter().filter_map(ends).flat_map(|(low, high)| [low, high]);
    let values: Vec<f64> = shown.iter().map(|row| row.mean).chain(far).collect();
    let axis = Axis::at_least(x, &values).unwrap_or(Axis::UNIT);
    let along = |value: f64| LEFT + axis.share(value) * (RIGHT - LEFT);
    let bottom = shown.iter().fold(TOP, |y, _| y + ROW);

    let mut scene = Scene::new(bottom + 62.0);
    for place in axis.ticks(5) {
        let x = along(place);
        scene.rule(Ink::Grid, [x, TOP, x, bottom]);
        scene.words(Ink::Tick, Anchor::Middle, (x, bottom + 24.0), &tick(place));
    }
    scene.rule(Ink::Axis, [LEFT, bottom, RIGHT, bottom]);
    let label = cut(frame.x_label, RIGHT);
    scene.words(Ink::Label, Anchor::End, (RIGHT, bottom + 52.0), &label);
    let mut middle = TOP + 36.0;
    for row in &shown {
        let name = cut(row.name, RIGHT - LEFT);
        scene.words(Ink::Label, Anchor::Start, (LEFT, middle - 14.0), &name);
        if let Some((low, high)) = ends(row).map(|(low, high)| (along(low), along(high))) {
            scene.rule(Ink::Error, [low, middle, high, middle]);
            scene.rule(Ink::Error, [low, middle - 6.0, low, middle + 6.0]);
            scene.rule(Ink::Error, [high, middle - 6.0, high, middle + 6.0]);
        }
        scene.dot(Ink::Dot(None), (along(row.mean), middle), 6.0);
        middle += ROW;
    }
    Chart::new(frame, scene, table(&shown), rows.len() - shown.len())
}

fn ends(row: &Row<'_>) -> Option<(f64, f64)> {
    row.ends.filter(|ends| can_show(ends.0) && can_show(ends.1))
}

fn table(rows: &[Row<'_>]) -> Table {
    let mut table = Table::new(&["name", "mean", "from", "to"]);
    for row in rows {
        let (from, to) = row.ends.unwrap_or((f64::NAN, f64::NAN));
        table.row([row.name.to_owned(), exact(row.mean), exact(from), exact(to)]);
    }
    table
}
