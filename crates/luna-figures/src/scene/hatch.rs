//! Bars with strokes that tell their series without colours.

use crate::scene::style::Style;
use crate::scene::{Form, Scene};

/// The distance between strokes.
const APART: f64 = 7.0;

#[derive(Clone, Copy)]
enum Slope {
    Rising,
    Falling,
    Level,
    Upright,
}

const HATCHES: [&[Slope]; 6] = [
    &[],
    &[Slope::Rising],
    &[Slope::Falling],
    &[Slope::Level],
    &[Slope::Rising, Slope::Falling],
    &[Slope::Upright],
];

pub(crate) fn hatched(scene: &mut Scene, series: Option<usize>, block: [f64; 4]) {
    scene.draw(Style::Bar(series), Form::Block(block));
    let slopes = series.and_then(|series| HATCHES.get(series % HATCHES.len()));
    for slope in slopes.into_iter().copied().flatten() {
        for stroke in strokes(*slope, block) {
            scene.rule(Style::Hatch, stroke);
        }
    }
}

/// The strokes inside a block, aligned across all blocks of the chart.
fn strokes(slope: Slope, [x, y, width, height]: [f64; 4]) -> Vec<[f64; 4]> {
    let (left, right, top, bottom) = (x + 1.0, x + width - 1.0, y + 1.0, y + height - 1.0);
    if right <= left || bottom <= top {
        return Vec::new();
    }
    let (low, high) = match slope {
        Slope::Rising => (left + top, right + bottom),
        Slope::Falling => (left - bottom, right - top),
        Slope::Level => (top, bottom),
        // From the side, so that narrow bars have strokes too.
        Slope::Upright => (APART / 2.0, right - left),
    };
    let first = if matches!(slope, Slope::Upright) { low } else { (low / APART).ceil() * APART };
    let along = std::iter::successors(Some(first), |place| Some(place + APART));
    let stroke = |place: f64| match slope {
        Slope::Rising => {
            let (from, to) = (left.max(place - bottom), right.min(place - top));
            [from, place - from, to, place - to]
        }
        Slope::Falling => {
            let (from, to) = (left.max(place + top), right.min(place + bottom));
            [from, from - place, to, to - place]
        }
        Slope::Level => [left, place, right, place],
        Slope::Upright => [left + place, top, left + place, bottom],
    };
    along.take_while(|&place| place < high).map(stroke).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_stay_within_their_bar() {
        for slope in [Slope::Rising, Slope::Falling, Slope::Level, Slope::Upright] {
            let strokes = strokes(slope, [20.0, 30.0, 40.0, 100.0]);
            assert!(strokes.len() >= 4);
            for [x1, y1, x2, y2] in strokes {
                assert!([x1, x2].iter().all(|x| (21.0..=59.0).contains(x)), "{x1} {x2}");
                assert!([y1, y2].iter().all(|y| (31.0..=129.0).contains(y)), "{y1} {y2}");
            }
            assert!(super::strokes(slope, [20.0, 30.0, 40.0, 0.0]).is_empty());
        }
    }
}
