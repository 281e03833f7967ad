//! A number for each pair of two things: a field of cells, the darker the more.

use crate::axis::{Axis, can_show};
use crate::chart::Chart;
use crate::ink::{HEAT, Ink};
use crate::names::Names;
use crate::scene::{Anchor, Form, Scene, WIDTH};
use crate::table::{Table, exact};
use crate::text::{count, cut, number, reach, tick};
use crate::{Frame, Range};

const HEAD: f64 = 18.0;
/// The scale: its top, its height, and where its numbers stand.
const SCALE: [f64; 3] = [34.0, 14.0, 69.0];
const TOP: f64 = 88.0;
const RIGHT: f64 = WIDTH - 4.0;
/// All rows together are about so high, one no lower and no higher than that.
const HEIGHT: f64 = 400.0;
const ROW: [f64; 2] = [6.0, 40.0];

/// The field of cells.
struct Field {
    left: f64,
    cell: [f64; 2],
}

/// `rows` are names with a value for each column; what is no number, or
/// missing, stays blank. `x_label` names the columns, `y_label` the rows and
/// `value_label` what the heat stands for.
pub fn heat_map(
    frame: &Frame<'_>,
    value_label: &str,
    columns: &[&str],
    rows: &[(&str, &[f64])],
    values: Range,
) -> Chart {
    let given = || rows.iter().flat_map(|(_, row)| row.iter().copied().take(columns.len()));
    let shown: Vec<f64> = given().filter(|&value| can_show(value)).collect();
    let widest = rows.iter().map(|(name, _)| reach(name)).fold(reach(frame.y_label), f64::max);
    let left = widest.min(190.0) + 11.0;
    let row = (HEIGHT / count(rows.len()).max(1.0)).clamp(ROW[0], ROW[1]);
    let field = Field { left, cell: [(RIGHT - left) / count(columns.len()).max(1.0), row] };
    let bottom = TOP + row * count(rows.len());
    let names = Names::of(columns, field.cell[0]);
    let foot = bottom + names.depth();
    let mut scene = Scene::new(foot + 66.0);
    let label = cut(frame.y_label, left - 10.0);
    scene.words(Ink::Label, Anchor::End, (left - 10.0, TOP - 12.0), &label);
    scene.words(Ink::Label, Anchor::End, (RIGHT, foot + 56.0), &cut(frame.x_label, 600.0));
    scene.words(Ink::Label, Anchor::Start, (left, HEAD), &cut(value_label, RIGHT - left));
    match Axis::at_least(values, &shown).filter(|_| !shown.is_empty()) {
        Some(axis) => {
            scale(&mut scene, left, axis);
            field.cells(&mut scene, axis, columns.len(), rows);
            field.names(&mut scene, rows);
            let [wide, _] = field.cell;
            let middle = |column: usize| left + wide * (count(column) + 0.5);
            names.draw(&mut scene, bottom + 24.0, middle);
        }
        None => scene.words(Ink::Empty, Anchor::Middle, (WIDTH / 2.0, SCALE[2]), "no data yet"),
    }
    Chart::new(frame, scene, table(frame, columns, rows), given().count() - shown.len())
}

/// Which of the steps of heat a value has.
fn heat(axis: Axis, value: f64) -> usize {
    let edges = (1..HEAT.len()).map(|step| count(step) / count(HEAT.len()));
    edges.take_while(|&edge| axis.share(value) >= edge).count()
}

fn scale(scene: &mut Scene, left: f64, axis: Axis) {
    let wide = RIGHT - left;
    let [top, height, words] = SCALE;
    let step = wide / count(HEAT.len());
    for index in 0..HEAT.len() {
        let place = [left + step * count(index), top, step, height];
        scene.draw(Ink::Heat(index), Form::Block(place));
    }
    for place in axis.ticks(5) {
        let (x, half) = (left + axis.share(place) * wide, reach(&tick(place)) / 2.0);
        scene.rule(Ink::Axis, [x, top + height, x, top + height + 5.0]);
        let under = (x.clamp(left + half, RIGHT - half), words);
        scene.words(Ink::Tick, Anchor::Middle, under, &tick(place));
    }
}

impl Field {
    /// Between whole units, so that no ground shows between neighbours.
    fn at(&self, column: usize, row: usize) -> [f64; 4] {
        let [wide, high] = self.cell;
        let across = |column: usize| (self.left + wide * count(column)).round();
        let down = |row: usize| (TOP + high * count(row)).round();
        let (x, y) = (across(column), down(row));
        [x, y, across(column + 1) - x, down(row + 1) - y]
    }

    /// With their numbers, if all of those have room.
    fn cells(&self, scene: &mut Scene, axis: Axis, columns: usize, rows: &[(&str, &[f64])]) {
        let [wide, high] = self.cell;
        let all = rows.iter().flat_map(|(_, row)| row.iter());
        let room = high >= 26.0 && all.clone().all(|&value| reach(&number(value)) < wide - 8.0);
        for (index, (_, row)) in rows.iter().enumerate() {
            for column in 0..columns {
                let value = row.get(column).copied().filter(|&value| can_show(value));
                let [x, y, wide, high] = self.at(column, index);
                let middle = (x + wide / 2.0, y + high / 2.0 + 7.0);
                let Some(value) = value else {
                    scene.words(Ink::Tick, Anchor::Middle, middle, "–");
                    continue;
                };
                let heat = heat(axis, value);
                // Air between large cells.
                let gap = if wide.min(high) > 12.0 { 1.0 } else { 0.0 };
                scene.draw(Ink::Heat(heat), Form::Block([x, y, wide - gap, high - gap]));
                if room {
                    scene.words(Ink::On(heat), Anchor::Middle, middle, &number(value));
                }
            }
        }
    }

    /// As many rows as stand clear of each other.
    fn names(&self, scene: &mut Scene, rows: &[(&str, &[f64])]) {
        let mut clear = 0.0;
        for (index, (name, _)) in rows.iter().enumerate() {
            let [_, y, _, high] = self.at(0, index);
            if y >= clear {
                let place = (self.left - 10.0, y + high / 2.0 + 7.0);
                scene.words(Ink::Tick, Anchor::End, place, &cut(name, self.left - 10.0));
                clear = y + high.max(24.0) - 0.01;
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
