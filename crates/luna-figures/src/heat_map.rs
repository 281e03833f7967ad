//! Heat maps: a number for each pair of two things, as cells that darken with it.

use crate::chart::Chart;
use crate::frame::{Frame, Range};
use crate::plot::axis::{Axis, can_show};
use crate::plot::category_labels::CategoryLabels;
use crate::scene::font::room;
use crate::scene::style::{HEAT, Style};
use crate::scene::text::{count, cut, number, tick};
use crate::scene::{Anchor, Form, Layout, Scene};
use crate::table::{Table, exact};

const HEAD: f64 = 14.0;
/// The scale: its top, its height, and the baseline of its numbers.
const SCALE: [f64; 3] = [26.0, 11.0, 54.0];
const TOP: f64 = 70.0;
const RIGHT_MARGIN: f64 = 4.0;
/// The height of all rows together, and the least and most for one.
const HEIGHT: f64 = 320.0;
const ROW: [f64; 2] = [5.0, 32.0];

/// The cells: their left edge, their right edge, and the size of each.
struct Field {
    left: f64,
    right: f64,
    cell: [f64; 2],
}

/// Draws named rows with a value for each column; a cell without a finite value
/// stays blank. `x_label` names the columns, `y_label` the rows and
/// `value_label` the values.
pub fn heat_map(
    frame: &Frame<'_>,
    value_label: &str,
    columns: &[&str],
    rows: &[(&str, &[f64])],
    values: Range,
) -> Chart {
    let given = || rows.iter().flat_map(|(_, row)| row.iter().copied().take(columns.len()));
    let shown: Vec<f64> = given().filter(|&value| can_show(value)).collect();
    let left_out = given().count() - shown.len();
    let axis = Axis::at_least(values, &shown).filter(|_| !shown.is_empty());
    let draw = |layout| draw(frame, value_label, columns, rows, axis, layout);
    Chart::new(frame, draw, table(frame, columns, rows), left_out)
}

fn draw(
    frame: &Frame<'_>,
    value_label: &str,
    columns: &[&str],
    rows: &[(&str, &[f64])],
    axis: Option<Axis>,
    layout: Layout,
) -> Scene {
    let widest = rows.iter().map(|(name, _)| room(name)).fold(room(frame.y_label), f64::max);
    let (left, right) = (widest.min(layout.width() * 0.3) + 9.0, layout.width() - RIGHT_MARGIN);
    let row = (HEIGHT / count(rows.len()).max(1.0)).clamp(ROW[0], ROW[1]);
    let field = Field { left, right, cell: [(right - left) / count(columns.len()).max(1.0), row] };
    let bottom = TOP + row * count(rows.len());
    let names = CategoryLabels::new(columns, field.cell[0]);
    let foot = bottom + names.depth();
    let mut scene = Scene::new(layout.width(), foot + 50.0);
    let label = cut(frame.y_label, left - 8.0);
    scene.text(Style::Label, Anchor::End, (left - 8.0, TOP - 9.0), &label);
    scene.text(Style::Label, Anchor::End, (right, foot + 43.0), &cut(frame.x_label, right));
    scene.text(Style::Label, Anchor::Start, (left, HEAD), &cut(value_label, right - left));
    if let Some(axis) = axis {
        field.scale(&mut scene, axis);
        field.cells(&mut scene, axis, columns.len(), rows);
        field.names(&mut scene, rows);
        let [wide, _] = field.cell;
        let middle = |column: usize| left + wide * (count(column) + 0.5);
        names.draw(&mut scene, bottom + 19.0, middle);
    } else {
        let middle = (layout.width() / 2.0, SCALE[2]);
        scene.text(Style::Empty, Anchor::Middle, middle, "no data yet");
    }
    scene
}

/// The step of the scale that a value has.
fn heat(axis: Axis, value: f64) -> usize {
    let edges = (1..HEAT).map(|step| count(step) / count(HEAT));
    edges.take_while(|&edge| axis.share(value) >= edge).count()
}

impl Field {
    fn scale(&self, scene: &mut Scene, axis: Axis) {
        let Field { left, right, .. } = *self;
        let wide = right - left;
        let [top, height, text] = SCALE;
        let step = wide / count(HEAT);
        for index in 0..HEAT {
            let place = [left + step * count(index), top, step, height];
            scene.draw(Style::Heat(index), Form::Block(place));
        }
        for place in axis.ticks(5) {
            let (x, half) = (left + axis.share(place) * wide, room(&tick(place)) / 2.0);
            scene.rule(Style::Axis, [x, top + height, x, top + height + 4.0]);
            let under = (x.clamp(left + half, right - half), text);
            scene.text(Style::Tick, Anchor::Middle, under, &tick(place));
        }
    }

    /// A cell on whole pixels, so that no ground shows between neighbours.
    fn at(&self, column: usize, row: usize) -> [f64; 4] {
        let [wide, high] = self.cell;
        let across = |column: usize| (self.left + wide * count(column)).round();
        let down = |row: usize| (TOP + high * count(row)).round();
        let (x, y) = (across(column), down(row));
        [x, y, across(column + 1) - x, down(row + 1) - y]
    }

    /// Draws the cells, with their numbers if all of those fit.
    fn cells(&self, scene: &mut Scene, axis: Axis, columns: usize, rows: &[(&str, &[f64])]) {
        let [wide, high] = self.cell;
        let all = rows.iter().flat_map(|(_, row)| row.iter());
        let room = high >= 21.0 && all.clone().all(|&value| room(&number(value)) < wide - 6.0);
        for (index, (_, row)) in rows.iter().enumerate() {
            for column in 0..columns {
                let value = row.get(column).copied().filter(|&value| can_show(value));
                let [x, y, wide, high] = self.at(column, index);
                let middle = (x + wide / 2.0, y + high / 2.0 + 5.0);
                let Some(value) = value else {
                    scene.text(Style::Tick, Anchor::Middle, middle, "–");
                    continue;
                };
                let heat = heat(axis, value);
                // A gap between large cells.
                let gap = if wide.min(high) > 12.0 { 1.0 } else { 0.0 };
                scene.draw(Style::Heat(heat), Form::Block([x, y, wide - gap, high - gap]));
                if room {
                    scene.text(Style::HeatText(heat), Anchor::Middle, middle, &number(value));
                }
            }
        }
    }

    /// Names as many rows as have room for it.
    fn names(&self, scene: &mut Scene, rows: &[(&str, &[f64])]) {
        let mut clear = 0.0;
        for (index, (name, _)) in rows.iter().enumerate() {
            let [_, y, _, high] = self.at(0, index);
            if y >= clear {
                let place = (self.left - 8.0, y + high / 2.0 + 5.0);
                scene.text(Style::Tick, Anchor::End, place, &cut(name, self.left - 8.0));
                clear = y + high.max(19.0) - 0.01;
            }
        }
    }
}

fn table(frame: &Frame<'_>, columns: &[&str], rows: &[(&str, &[f64])]) -> Table {
    let mut headers = vec![frame.y_label];
    headers.extend(columns);
    let mut table = Table::new(&headers);
    for (name, row) in rows {
        let value = |column: usize| row.get(column).map_or(String::new(), |&value| exact(value));
        table.row([(*name).to_owned()].into_iter().chain((0..columns.len()).map(value)));
    }
    table
}
