//! Text as the outlines of its letters, for PNG images.

use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{Face, GlyphId, OutlineBuilder};
use unicode_normalization::UnicodeNormalization as _;

use crate::scene::font::FONT;
use crate::scene::text::number;
use crate::scene::{Anchor, Point};

/// The glyph of a character that the font lacks: a box.
const BOX: GlyphId = GlyphId(0);

/// Returns the outlines of a text as the data of an SVG path, empty without the font.
pub(crate) fn outline(text: &str, size: f64, anchor: Anchor, (x, y): Point) -> String {
    let Some(font) = FONT.as_ref() else { return String::new() };
    let (glyphs, width) = line(font, text);
    let scale = size / f64::from(font.units_per_em());
    let start = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - f64::from(width) * scale / 2.0,
        Anchor::End => x - f64::from(width) * scale,
    };
    let mut pen = Pen { path: String::new(), origin: (start, y), scale };
    for (glyph, distance) in glyphs {
        pen.origin.0 = start + f64::from(distance) * scale;
        font.outline_glyph(glyph, &mut pen);
    }
    pen.path
}

/// Puts glyphs beside each other. Returns their distances from the start of the line, and its
/// width, in units of the font.
fn line(font: &Face<'_>, text: &str) -> (Vec<(GlyphId, i32)>, i32) {
    let (mut glyphs, mut width) = (Vec::<(GlyphId, i32)>::new(), 0);
    for character in visible(text).nfc() {
        let glyph = font.glyph_index(character).unwrap_or(BOX);
        if let Some(&(before, _)) = glyphs.last() {
            width += kerning(font, before, glyph);
        }
        glyphs.push((glyph, width));
        width += i32::from(font.glyph_hor_advance(glyph).unwrap_or_default());
    }
    (glyphs, width)
}

/// Returns the characters that SVG shows of a text: one space where there are several, and
/// nothing in place of those that only guide the layout.
fn visible(text: &str) -> impl Iterator<Item = char> {
    let words = text.split([' ', '\t', '\r', '\n']).filter(|word| !word.is_empty());
    let spaced = words.enumerate().flat_map(|(index, word)| {
        let space = (index > 0).then_some(' ');
        space.into_iter().chain(word.chars())
    });
    spaced.filter(|character| {
        !matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
    })
}

/// Returns how much farther apart two glyphs stand than their widths say.
fn kerning(font: &Face<'_>, left: GlyphId, right: GlyphId) -> i32 {
    let lookups = font.tables().gpos.into_iter().flat_map(|table| table.lookups.into_iter());
    let adjustments = lookups.filter_map(|lookup| {
        lookup.subtables.into_iter().find_map(|subtable| match subtable {
            PositioningSubtable::Pair(pairs) => adjustment(pairs, left, right),
            _ => None,
        })
    });
    adjustments.map(i32::from).sum()
}

fn adjustment(pairs: PairAdjustment<'_>, left: GlyphId, right: GlyphId) -> Option<i16> {
    let covered = pairs.coverage().get(left)?;
    let (value, _) = match pairs {
        PairAdjustment::Format1 { sets, .. } => sets.get(covered)?.get(right)?,
        PairAdjustment::Format2 { classes: (lefts, rights), matrix, .. } => {
            matrix.get((lefts.get(left), rights.get(right)))?
        }
    };
    Some(value.x_advance)
}

/// Writes the outlines of glyphs as the data of one path.
struct Pen {
    path: String,
    origin: Point,
    scale: f64,
}

impl Pen {
    fn command<const N: usize>(&mut self, command: char, points: [(f32, f32); N]) {
        self.path.push(command);
        for (index, (right, up)) in points.into_iter().enumerate() {
            let x = self.origin.0 + f64::from(right) * self.scale;
            let y = self.origin.1 - f64::from(up) * self.scale;
            let separator = if index == 0 { "" } else { " " };
            self.path.extend([separator, &number(x), " ", &number(y)]);
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.command('M', [(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.command('L', [(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.command('Q', [(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.command('C', [(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.command('Z', []);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> String {
        outline(text, 15.0, Anchor::Start, (0.0, 0.0))
    }

    fn width(text: &str) -> i32 {
        line(FONT.as_ref().unwrap(), text).1
    }

    /// The least and the greatest x of a path that has no curves by control points outside of it.
    fn reach(path: &str) -> (f64, f64) {
        let points =
            path.split(|c: char| c.is_ascii_uppercase()).filter(|points| !points.is_empty());
        let xs = points.flat_map(|points| points.split(' ').step_by(2).map(|x| x.parse().unwrap()));
        xs.fold((f64::MAX, f64::MIN), |(least, most), x: f64| (least.min(x), most.max(x)))
    }

    #[test]
    fn some_letters_stand_closer_to_each_other() {
        for pair in ["AV", "To", "LT", "P."] {
            let apart: i32 = pair.chars().map(|letter| width(&letter.to_string())).sum();
            assert!(width(pair) < apart, "{pair}");
        }
        assert_eq!(width("HH"), 2 * width("H"));
    }

    #[test]
    fn text_ends_or_has_its_middle_where_it_is_anchored() {
        let at = |anchor| reach(&outline("HIH", 100.0, anchor, (50.0, 7.0)));
        let [start, middle, end] = [Anchor::Start, Anchor::Middle, Anchor::End].map(at);
        assert!(start.0 > 50.0 && end.1 < 50.0, "{start:?} {end:?}");
        assert!((50.0 - middle.0 - (middle.1 - 50.0)).abs() < 0.1, "{middle:?}");
        assert!((start.1 - start.0 - (end.1 - end.0)).abs() < 0.1);
    }

    #[test]
    fn spaces_and_signs_that_only_guide_the_layout_are_as_in_svg() {
        assert_eq!(path(" a \n\t b  "), path("a b"));
        assert_eq!(path("Zei\u{ad}le\u{200b}"), path("Zeile"));
        assert_eq!(path("e\u{301}"), path("é"));
        assert!(path("a\u{a0}\u{a0}b") != path("a b"), "these spaces stay");
        assert_eq!(path(" "), "");
    }

    #[test]
    fn a_character_that_the_font_lacks_is_a_box() {
        assert_eq!(path("月"), path("日"));
        assert!(path("月").starts_with('M') && path("月").ends_with('Z'));
        assert!(width("月月") == 2 * width("月"));
    }
}
