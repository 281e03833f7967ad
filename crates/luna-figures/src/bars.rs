//! Means of several groups side by side: a bar for each series in each group.

use crate::axis::{Axis, can_show};
use crate::chart::Chart;
use crate::hatch::hatched;
use crate::ink::Ink;
use crate::legend::{Legend, Sample};
use crate::lines::ends;
use crate::names::Names;
use crate::plot::{Plot, Sheet};
use crate::table::{Table, exact};
use crate::text::count;
use crate::{Frame, Range};

/// The bars of one colour: for each group its mean and half the height of its
/// error bar. Where the latter is no number, nothing is known about the error.
#[derive(Clone, Copy, Debug)]
pub struct Bars<'a> {
    pub name: &'a str,
    pub values: &'a [(f64, f64)],
}

/// For the names of all groups together.
const ROOM: f64 = 540.0;

/// Bars stand on zero. Six series can be told apart; the seventh looks like
/// the first.
pub fn bars(frame: &Frame<'_>, groups: &[&str], series: &[Bars<'_>], y: Range) -> Chart {
    let values = || series.iter().flat_map(|it| it.values.iter().take(groups.len()));
    let shown = || values().filter(|value| can_show(value.0));
    let far = shown().filter_map(|&(mean, half)| ends(&(0.0, mean, half))).flatten();
    let ys: Vec<f64> = shown().map(|value| value.0).chain(far).chain([0.0]).collect();
    let drawn = shown().count();
    let y = Axis::at_least(y, &ys).filter(|_| drawn > 0);
    let x = y.and(Axis::at_least(Range { low: 0.0, high: count(groups.len()) }, &[]));
    let legend = Legend::of(Sample::Bar, series.iter().map(|it| it.name));
    let sheet = Sheet::PLAIN.below(legend.height);
    let names = Names::of(groups, ROOM / count(groups.len()).max(1.0));
    let sheet = sheet.deeper(names.depth());
    let mut plot = Plot::unnumbered(frame, sheet, [x, y], 4.0);
    if y.is_some() {
        for (index, bars) in series.iter().enumerate() {
            for (group, &value) in bars.values.iter().take(groups.len()).enumerate() {
                bar(&mut plot, group, [index, series.len()], value);
            }
        }
        let zero = plot.down(0.0);
        plot.scene.rule(Ink::Axis, [plot.along(0.0), zero, plot.along(count(groups.len())), zero]);
        let (start, apart) = (plot.along(0.0), plot.along(1.0) - plot.along(0.0));
        let below = plot.bottom() + 24.0;
        names.draw(&mut plot.scene, below, |group| start + apart * (count(group) + 0.5));
    }
    legend.draw(&mut plot.scene);
    Chart::new(frame, plot.scene, table(frame, groups, series), values().count() - drawn)
}

/// The bars of a group take four fifths of its room.
fn bar(plot: &mut Plot, group: usize, [index, series]: [usize; 2], (mean, half): (f64, f64)) {
    if !can_show(mean) {
        return;
    }
    let wide = 0.8 / count(series);
    let left = count(group) + 0.1 + wide * count(index);
    let (from, to) = (plot.along(left), plot.along(left + wide));
    let gap = if to - from > 6.0 { 1.0 } else { 0.0 };
    let (one, other) = (plot.down(mean), plot.down(0.0));
    let height = (one - other).abs();
    let place = [from + gap, one.min(other), to - from - 2.0 * gap, height];
    hatched(&mut plot.scene, (series > 1).then_some(index), place);
    if let Some([low, high]) = ends(&(0.0, mean, half)) {
        let places = [plot.down(high), plot.down(low)];
        let tip = ((to - from) / 4.0).min(6.0);
        for ink in [Ink::Halo, Ink::Whisker] {
            plot.scene.whisker(ink, f64::midpoint(from, to), places, tip);
        }
    }
}

fn table(frame: &Frame<'_>, groups: &[&str], series: &[Bars<'_>]) -> Table {
    let mut table = Table::new(&[frame.x_label, "series", frame.y_label, "±"]);
    for (index, &group) in groups.iter().enumerate() {
        for bars in series {
            if let Some(&(mean, half)) = bars.values.get(index).filter(|value| can_show(value.0)) {
                table.row([group.to_owned(), bars.name.to_owned(), exact(mean), exact(half)]);
            }
        }
    }
    table
}
