//! Named means below each other, each with its interval.

use crate::chart::Chart;
use crate::frame::{Frame, Range};
use crate::plot::axis::{Axis, can_show};
use crate::scene::style::Style;
use crate::scene::text::{cut, tick};
use crate::scene::{Anchor, Layout, Scene};
use crate::table::{Table, exact};

/// One row of the chart.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    pub name: &'a str,
    pub mean: f64,
    /// The ends of the interval, if it is known.
    pub ends: Option<(f64, f64)>,
}

const TOP: f64 = 6.0;
const LEFT: f64 = 12.0;
const RIGHT_MARGIN: f64 = 18.0;
/// The height of a name and the dot below it.
const ROW: f64 = 40.0;

/// Draws the rows in the order given; more rows make a higher chart.
pub fn intervals(frame: &Frame<'_>, rows: &[Row<'_>], x: Range) -> Chart {
    let shown: Vec<Row<'_>> = rows.iter().copied().filter(|row| can_show(row.mean)).collect();
    let left_out = rows.len() - shown.len();
    Chart::new(frame, |layout| draw(frame, &shown, x, layout), table(&shown), left_out)
}

fn draw(frame: &Frame<'_>, rows: &[Row<'_>], x: Range, layout: Layout) -> Scene {
    let right = layout.width() - RIGHT_MARGIN;
    let far = rows.iter().filter_map(ends).flat_map(|(low, high)| [low, high]);
    let values: Vec<f64> = rows.iter().map(|row| row.mean).chain(far).collect();
    let axis = Axis::at_least(x, &values).unwrap_or(Axis::UNIT);
    let along = |value: f64| LEFT + axis.share(value) * (right - LEFT);
    let bottom = rows.iter().fold(TOP, |y, _| y + ROW);

    let mut scene = Scene::new(layout.width(), bottom + 48.0);
    for place in axis.ticks(5) {
        let x = along(place);
        scene.rule(Style::Grid, [x, TOP, x, bottom]);
        scene.text(Style::Tick, Anchor::Middle, (x, bottom + 19.0), &tick(place));
    }
    scene.rule(Style::Axis, [LEFT, bottom, right, bottom]);
    let label = cut(frame.x_label, right);
    scene.text(Style::Label, Anchor::End, (right, bottom + 41.0), &label);
    let mut middle = TOP + 28.0;
    for row in rows {
        let name = cut(row.name, right - LEFT);
        scene.text(Style::Label, Anchor::Start, (LEFT, middle - 11.0), &name);
        if let Some((low, high)) = ends(row).map(|(low, high)| (along(low), along(high))) {
            scene.rule(Style::Error, [low, middle, high, middle]);
            scene.rule(Style::Error, [low, middle - 5.0, low, middle + 5.0]);
            scene.rule(Style::Error, [high, middle - 5.0, high, middle + 5.0]);
        }
        scene.dot(Style::Dot(None), (along(row.mean), middle), 4.5);
        middle += ROW;
    }
    scene
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
