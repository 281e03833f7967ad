//! The legend above a chart: samples with their names.

use crate::scene::font::room;
use crate::scene::hatch::hatched;
use crate::scene::style::Style;
use crate::scene::text::cut;
use crate::scene::{Anchor, DIAMOND, Form, Scene};

const TOP: f64 = 33.0;
const LINE: f64 = 22.0;
const BETWEEN: f64 = 18.0;

/// The kind of sample before a name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sample {
    Line,
    /// A line inside a band.
    Band,
    Bar,
}

impl Sample {
    fn width(self) -> f64 {
        match self {
            Sample::Line | Sample::Band => 42.0,
            Sample::Bar => 26.0,
        }
    }
}

/// The owner of a name.
#[derive(Clone, Copy, Debug)]
enum Key {
    Series(usize),
    /// A line that belongs to no series.
    Line(Style),
    /// Numbers from elsewhere, joined by a line or not.
    Reference(bool),
}

/// One name with its key and the place of its sample.
struct Entry {
    key: Key,
    x: f64,
    y: f64,
    name: String,
}

pub(crate) struct Legend {
    sample: Sample,
    entries: Vec<Entry>,
    pub(crate) height: f64,
}

impl Legend {
    /// Breaks the names into lines of this width. A single series needs no name.
    pub(crate) fn new<'a>(
        sample: Sample,
        names: impl ExactSizeIterator<Item = &'a str>,
        width: f64,
    ) -> Legend {
        Legend::with_reference(sample, names, None, width)
    }

    /// Adds the name of numbers from elsewhere, and whether a line joins them.
    pub(crate) fn with_reference<'a>(
        sample: Sample,
        names: impl ExactSizeIterator<Item = &'a str>,
        reference: Option<(&'a str, bool)>,
        width: f64,
    ) -> Legend {
        let series = names.enumerate().map(|(series, name)| (Key::Series(series), name));
        let reference = reference.map(|(name, joined)| (Key::Reference(joined), name));
        let all: Vec<(Key, &str)> = series.chain(reference).collect();
        let all = if all.len() < 2 { Vec::new() } else { all };
        Legend::fitted(sample, all, width)
    }

    /// Names lines that belong to no series.
    pub(crate) fn of_lines(lines: &[(Style, &str)], width: f64) -> Legend {
        let all = lines.iter().map(|&(style, name)| (Key::Line(style), name)).collect();
        Legend::fitted(Sample::Line, all, width)
    }

    fn fitted(sample: Sample, all: Vec<(Key, &str)>, width: f64) -> Legend {
        let mut legend = Legend { sample, entries: Vec::new(), height: 0.0 };
        if all.is_empty() {
            return legend;
        }
        let (mut x, mut y) = (0.0, TOP);
        for (key, name) in all {
            let name = cut(name, width - sample.width());
            let needed = sample.width() + room(&name);
            if x > 0.0 && x + needed > width {
                (x, y) = (0.0, y + LINE);
            }
            legend.entries.push(Entry { key, x, y, name });
            x += needed + BETWEEN;
        }
        legend.height = y + LINE - TOP + 3.0;
        legend
    }

    pub(crate) fn draw(self, scene: &mut Scene) {
        let width = self.sample.width();
        for Entry { key, x, y, name } in self.entries {
            let line = || Form::Path(vec![(x + 1.0, y), (x + width - 8.0, y)]);
            let middle = (x + width / 2.0 - 3.5, y);
            match (key, self.sample) {
                (Key::Line(style), _) => scene.draw(style, line()),
                (Key::Reference(joined), _) => {
                    if joined {
                        scene.draw(Style::Course, line());
                    }
                    scene.diamond(Style::Reference, middle, DIAMOND);
                }
                (Key::Series(series), Sample::Line | Sample::Band) => {
                    if matches!(self.sample, Sample::Band) {
                        let band = [x + 1.0, y - 7.0, width - 9.0, 14.0];
                        scene.draw(Style::Band(series), Form::Block(band));
                    }
                    scene.draw(Style::Line(Some(series)), line());
                    scene.dot(Style::Dot(Some(series)), middle, 4.0);
                }
                (Key::Series(series), Sample::Bar) => {
                    hatched(scene, Some(series), [x, y - 7.0, width - 7.0, 14.0]);
                }
            }
            scene.text(Style::Label, Anchor::Start, (x + width, y + 5.0), &name);
        }
    }
}
