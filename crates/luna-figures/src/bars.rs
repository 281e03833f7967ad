//! Bars: means of several groups side by side, one bar for each series in each group.

use crate::chart::Chart;
use crate::frame::{Frame, Range};
use crate::lines::ends;
use crate::plot::axis::{Axis, can_show};
use crate::plot::category_labels::CategoryLabels;
use crate::plot::legend::{Legend, Sample};
use crate::plot::{Plot, Sheet};
use crate::scene::hatch::hatched;
use crate::scene::style::Style;
use crate::scene::text::count;
use crate::scene::{Layout, Scene};
use crate::table::{Table, exact};

/// The bars of one colour, one for each group.
#[derive(Clone, Copy, Debug)]
pub struct Bars<'a> {
    pub name: &'a str,
    pub values: &'a [Bar],
}

/// A mean, which is not drawn unless it is finite, with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    pub mean: f64,
    pub interval: Interval,
}

/// The whisker of a bar. It is left out where a number is not finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Interval {
    None,
    /// Half its length, evenly around the mean.
    Half(f64),
    /// Both ends.
    Ends([f64; 2]),
}

impl Bar {
    /// A bar without a whisker.
    pub fn plain(mean: f64) -> Bar {
        Bar { mean, interval: Interval::None }
    }

    /// A bar with a whisker evenly around its mean.
    pub fn even(mean: f64, half: f64) -> Bar {
        Bar { mean, interval: Interval::Half(half) }
    }

    /// A bar with a whisker from one end to the other.
    pub fn between(mean: f64, ends: [f64; 2]) -> Bar {
        Bar { mean, interval: Interval::Ends(ends) }
    }

    /// The bars of a series, each a mean with both ends of its interval.
    pub fn all(values: &[[f64; 3]]) -> Vec<Bar> {
        values.iter().map(|&[mean, low, high]| Bar::between(mean, [low, high])).collect()
    }

    /// The ends of the whisker, if there is one.
    fn ends(&self) -> Option<[f64; 2]> {
        match self.interval {
            Interval::None => None,
            Interval::Half(half) => ends(&(0.0, self.mean, half)),
            Interval::Ends(ends) => ends.into_iter().all(can_show).then_some(ends),
        }
    }
}

/// The width that the names of the groups do not get.
const MARGINS: f64 = 76.0;

/// Draws bars that stand on zero. Six series can be told apart; the seventh
/// looks like the first.
pub fn bars(frame: &Frame<'_>, groups: &[&str], series: &[Bars<'_>], y: Range) -> Chart {
    let values = || series.iter().flat_map(|it| it.values.iter().take(groups.len()));
    let left_out = values().filter(|bar| !can_show(bar.mean)).count();
    let draw = |layout| draw(frame, groups, series, y, layout);
    Chart::new(frame, draw, table(frame, groups, series), left_out)
}

fn draw(
    frame: &Frame<'_>,
    groups: &[&str],
    series: &[Bars<'_>],
    y: Range,
    layout: Layout,
) -> Scene {
    let values = || series.iter().flat_map(|it| it.values.iter().take(groups.len()));
    let shown = || values().filter(|bar| can_show(bar.mean));
    let far = shown().filter_map(Bar::ends).flatten();
    let ys: Vec<f64> = shown().map(|bar| bar.mean).chain(far).chain([0.0]).collect();
    let y = Axis::at_least(y, &ys).filter(|_| shown().next().is_some());
    let x = y.and(Axis::at_least(Range { low: 0.0, high: count(groups.len()) }, &[]));
    let sheet = Sheet::plain(layout);
    let legend = Legend::new(Sample::Bar, series.iter().map(|it| it.name), sheet.right());
    let names = CategoryLabels::new(groups, (sheet.width - MARGINS) / count(groups.len()).max(1.0));
    let sheet = sheet.below(legend.height).deeper(names.depth());
    let mut plot = Plot::unnumbered(frame, sheet, [x, y], 3.0);
    if y.is_some() {
        for (index, bars) in series.iter().enumerate() {
            for (group, one) in bars.values.iter().take(groups.len()).enumerate() {
                bar(&mut plot, group, [index, series.len()], one);
            }
        }
        let zero = plot.down(0.0);
        let end = plot.along(count(groups.len()));
        plot.scene.rule(Style::Axis, [plot.along(0.0), zero, end, zero]);
        let (start, apart) = (plot.along(0.0), plot.along(1.0) - plot.along(0.0));
        let below = plot.bottom() + 19.0;
        names.draw(&mut plot.scene, below, |group| start + apart * (count(group) + 0.5));
    }
    legend.draw(&mut plot.scene);
    plot.scene
}

/// Draws one bar. The bars of a group take four fifths of its width.
fn bar(plot: &mut Plot, group: usize, [index, series]: [usize; 2], bar: &Bar) {
    if !can_show(bar.mean) {
        return;
    }
    let wide = 0.8 / count(series);
    let left = count(group) + 0.1 + wide * count(index);
    let (from, to) = (plot.along(left), plot.along(left + wide));
    let gap = if to - from > 6.0 { 1.0 } else { 0.0 };
    let (one, other) = (plot.down(bar.mean), plot.down(0.0));
    let height = (one - other).abs();
    let place = [from + gap, one.min(other), to - from - 2.0 * gap, height];
    hatched(&mut plot.scene, (series > 1).then_some(index), place);
    if let Some([low, high]) = bar.ends() {
        let places = [plot.down(high), plot.down(low)];
        let tip = ((to - from) / 4.0).min(5.0);
        for style in [Style::Halo, Style::Whisker] {
            plot.scene.whisker(style, f64::midpoint(from, to), places, tip);
        }
    }
}

fn table(frame: &Frame<'_>, groups: &[&str], series: &[Bars<'_>]) -> Table {
    let mut all = series.iter().flat_map(|bars| bars.values);
    let is_uneven = all.any(|bar| matches!(bar.interval, Interval::Ends(_)));
    let heads: &[&str] = if is_uneven { &["from", "to"] } else { &["±"] };
    let mut table = Table::new(&[&[frame.x_label, "series", frame.y_label], heads].concat());
    for (index, &group) in groups.iter().enumerate() {
        for bars in series {
            if let Some(bar) = bars.values.get(index).filter(|bar| can_show(bar.mean)) {
                let name = [group.to_owned(), bars.name.to_owned(), exact(bar.mean)];
                table.row(name.into_iter().chain(spread(bar, is_uneven)));
            }
        }
    }
    table
}

/// The cells about a bar's whisker: its ends, or half its length.
fn spread(bar: &Bar, is_uneven: bool) -> Vec<String> {
    match bar.interval {
        Interval::Half(half) if !is_uneven => vec![exact(half)],
        _ if !is_uneven => vec![String::new()],
        _ => {
            let ends = bar.ends().unwrap_or([f64::NAN; 2]);
            ends.map(exact).into()
        }
    }
}
