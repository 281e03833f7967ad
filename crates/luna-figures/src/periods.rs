//! Means of one period after the other, each alone, and the running mean of all.

use crate::chart::Chart;
use crate::frame::{Frame, Range};
use crate::lines::marked;
use crate::plot::axis::{Axis, can_show};
use crate::plot::category_labels::CategoryLabels;
use crate::plot::legend::{Legend, Sample};
use crate::plot::{Plot, Sheet};
use crate::scene::style::Style;
use crate::scene::text::count;
use crate::scene::{Layout, Point, Scene};
use crate::table::{Table, exact};

/// A period such as a month. One without a mean is a gap in the line.
#[derive(Clone, Copy, Debug)]
pub struct Period<'a> {
    pub name: &'a str,
    pub mean: Option<f64>,
    /// The ends of the interval of this mean, if they are known.
    pub ends: Option<(f64, f64)>,
    /// The mean of everything up to the end of the period.
    pub so_far: f64,
}

/// Free space beside the first and the last period, for their names.
const INSET: f64 = 26.0;
/// The width that the names of the periods do not get.
const MARGINS: f64 = 112.0;

/// Draws periods in the order given. `names` are those of the means of single
/// periods and of the running mean.
pub fn periods(frame: &Frame<'_>, names: [&str; 2], periods: &[Period<'_>], y: Range) -> Chart {
    let is_shown = |mean: &&f64| can_show(**mean);
    let means = periods.iter().filter_map(|it| it.mean.as_ref());
    let running = periods.iter().map(|it| &it.so_far);
    let left_out = means.chain(running).filter(|mean| !is_shown(mean)).count();
    let draw = |layout| draw(frame, names, periods, y, layout);
    Chart::new(frame, draw, table(frame, names, periods), left_out)
}

fn draw(
    frame: &Frame<'_>,
    names: [&str; 2],
    periods: &[Period<'_>],
    y: Range,
    layout: Layout,
) -> Scene {
    let xs: Vec<f64> = (0..periods.len()).map(count).collect();
    let means = points(&xs, periods, |it| it.mean);
    let all = points(&xs, periods, |it| Some(it.so_far));
    let bars: Vec<(f64, [f64; 2])> =
        xs.iter().zip(periods).filter_map(|(&x, it)| Some((x, ends(it)?))).collect();
    let far = bars.iter().flat_map(|(_, ends)| *ends);
    let ys: Vec<f64> = means.iter().chain(&all).map(|point| point.1).chain(far).collect();
    let axes = [Axis::over(&xs).filter(|_| !ys.is_empty()), Axis::at_least(y, &ys)];
    let sheet = Sheet::plain(layout);
    let legend = Legend::new(Sample::Line, names.into_iter(), sheet.right());
    let labels: Vec<&str> = periods.iter().map(|it| it.name).collect();
    let apart = (sheet.width - MARGINS) / count(periods.len().max(2) - 1);
    let labels = CategoryLabels::new(&labels, apart);
    let sheet = sheet.below(legend.height).deeper(labels.depth());
    let mut plot = Plot::unnumbered(frame, sheet, axes, INSET);
    if all.len() > 1 {
        plot.path(Style::Line(Some(1)), &all);
    }
    for point in marked(1, 2, &all) {
        plot.scene.dot(Style::Dot(Some(1)), plot.at(point), 3.2);
    }
    // From one to the next, and not across a gap.
    for stretch in means.chunk_by(|one, next| next.0 - one.0 < 1.5).filter(|it| it.len() > 1) {
        plot.path(Style::Line(Some(0)), stretch);
    }
    for &(x, ends) in &bars {
        plot.error(Style::Error, x, ends);
    }
    plot.dots(Style::Dot(Some(0)), &means);
    if !ys.is_empty() {
        let places: Vec<f64> = xs.iter().map(|&x| plot.along(x)).collect();
        let below = plot.bottom() + 19.0;
        let place = |nth: usize| places.get(nth).copied().unwrap_or_default();
        labels.draw(&mut plot.scene, below, place);
    }
    legend.draw(&mut plot.scene);
    plot.scene
}

/// The means that can be drawn.
fn points(xs: &[f64], periods: &[Period<'_>], of: fn(&Period<'_>) -> Option<f64>) -> Vec<Point> {
    let point = |(&x, it)| Some((x, of(it).filter(|&mean| can_show(mean))?));
    xs.iter().zip(periods).filter_map(point).collect()
}

fn ends(it: &Period<'_>) -> Option<[f64; 2]> {
    let known = it.mean.is_some_and(can_show);
    let (low, high) = it.ends.filter(|_| known)?;
    (can_show(low) && can_show(high)).then_some([low, high])
}

fn table(frame: &Frame<'_>, [single, so_far]: [&str; 2], periods: &[Period<'_>]) -> Table {
    let mut table = Table::new(&[frame.x_label, single, "from", "to", so_far]);
    for it in periods {
        let mean = it.mean.unwrap_or(f64::NAN);
        let [low, high] = ends(it).unwrap_or([f64::NAN; 2]);
        let numbers = [mean, low, high, it.so_far].map(exact);
        table.row(std::iter::once(it.name.to_owned()).chain(numbers));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame<'_> =
        Frame { id: "a", title: "A", description: "b", x_label: "month", y_label: "points" };

    fn month(name: &str, mean: Option<f64>, ends: Option<(f64, f64)>) -> Period<'_> {
        Period { name, mean, ends, so_far: 40.0 }
    }

    #[test]
    fn a_period_without_a_mean_is_a_gap() {
        let ends = Some((30.0, 60.0));
        let whole = [month("May", Some(40.0), ends), month("June", Some(41.0), ends)];
        let y = Range { low: 0.0, high: 100.0 };
        let lines = |all: &[Period<'_>]| {
            let page = periods(&FRAME, ["alone", "so far"], all, y).page();
            let (page, _) = page.split_once("</svg>").unwrap();
            (page.matches("class=\"line s1\"").count(), page.matches("class=\"error\"").count())
        };
        // One more is the sample in the legend; a bar takes three strokes.
        assert_eq!(lines(&whole), (2, 6));
        let torn = [whole[0], month("June", None, None), month("July", Some(41.0), None)];
        assert_eq!(lines(&torn), (1, 3));
    }

    #[test]
    fn its_table_has_every_period() {
        let all = [month("May", Some(40.5), Some((30.0, 60.0))), month("June", None, None)];
        let chart = periods(&FRAME, ["alone", "so far"], &all, Range::OPEN);
        assert_eq!(
            chart.table().csv(),
            "month,alone,from,to,so far\r\nMay,40.5,30,60,40\r\nJune,,,,40\r\n"
        );
    }
}
