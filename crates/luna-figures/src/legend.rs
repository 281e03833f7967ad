//! Which line or bar is whose: samples with their names, above the chart.

use crate::hatch::hatched;
use crate::ink::Ink;
use crate::plot::RIGHT;
use crate::scene::{Anchor, DIAMOND, Form, Scene};
use crate::text::{cut, reach};

const TOP: f64 = 40.0;
const LINE: f64 = 28.0;
const BETWEEN: f64 = 22.0;

/// What stands before a name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sample {
    Line,
    Bar,
}

impl Sample {
    fn wide(self) -> f64 {
        match self {
            Sample::Line => 54.0,
            Sample::Bar => 32.0,
        }
    }
}

/// What a name belongs to.
#[derive(Clone, Copy, Debug)]
enum Key {
    Series(usize),
    /// Numbers from elsewhere, joined or not.
    Reference(bool),
}

/// Each name with where its sample begins.
pub(crate) struct Legend {
    sample: Sample,
    entries: Vec<(Key, f64, f64, String)>,
    pub(crate) height: f64,
}

impl Legend {
    /// In lines as long as the chart is wide. A series alone needs no name.
    pub(crate) fn of<'a>(sample: Sample, names: impl ExactSizeIterator<Item = &'a str>) -> Legend {
        Legend::beside(sample, names, None)
    }

    /// With the name of numbers from elsewhere, and whether they are joined.
    pub(crate) fn beside<'a>(
        sample: Sample,
        names: impl ExactSizeIterator<Item = &'a str>,
        reference: Option<(&'a str, bool)>,
    ) -> Legend {
        let mut legend = Legend { sample, entries: Vec::new(), height: 0.0 };
        if names.len() + usize::from(reference.is_some()) < 2 {
            return legend;
        }
        let series = names.enumerate().map(|(series, name)| (Key::Series(series), name));
        let reference = reference.map(|(name, joined)| (Key::Reference(joined), name));
        let (mut x, mut y) = (0.0, TOP);
        for (key, name) in series.chain(reference) {
            let name = cut(name, RIGHT - sample.wide());
            let wide = sample.wide() + reach(&name);
            if x > 0.0 && x + wide > RIGHT {
                (x, y) = (0.0, y + LINE);
            }
            legend.entries.push((key, x, y, name));
            x += wide + BETWEEN;
        }
        legend.height = y + LINE - TOP + 4.0;
        legend
    }

    pub(crate) fn draw(self, scene: &mut Scene) {
        let wide = self.sample.wide();
        for (key, x, y, name) in self.entries {
            match (key, self.sample) {
                (Key::Reference(joined), _) => {
                    let middle = x + wide / 2.0 - 4.0;
                    if joined {
                        let sample = vec![(x + 1.0, y), (x + wide - 9.0, y)];
                        scene.draw(Ink::Course, Form::Path(sample));
                    }
                    scene.diamond(Ink::Reference, (middle, y), DIAMOND);
                }
                (Key::Series(series), Sample::Line) => {
                    let sample = vec![(x + 1.0, y), (x + wide - 9.0, y)];
                    scene.draw(Ink::Line(Some(series)), Form::Path(sample));
                    scene.dot(Ink::Dot(Some(series)), (x + wide / 2.0 - 4.0, y), 5.0);
                }
                (Key::Series(series), Sample::Bar) => {
                    let sample = [x, y - 9.0, wide - 8.0, 18.0];
                    hatched(scene, Some(series), sample);
                }
            }
            scene.words(Ink::Label, Anchor::Start, (x + wide, y + 7.0), &name);
        }
    }
}
