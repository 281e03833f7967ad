//! The font of charts in PNG files, with which text is also measured.

use std::sync::LazyLock;

use ttf_parser::Face;

/// Inter Regular, reduced to Latin, Greek and a few symbols.
const BYTES: &[u8] = include_bytes!("../../assets/inter-subset.ttf");

/// Text on charts, in pixels.
pub(crate) const TEXT_SIZE: f64 = 15.0;
/// The title of a chart in a file.
pub(crate) const TITLE_SIZE: f64 = 18.0;

/// Pages use the reader's font, which may be this much wider.
const SLACK: f64 = 1.08;
/// The width of a character that the font lacks, relative to its height.
const MISSING: f64 = 1.0;

pub(crate) static FONT: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(BYTES, 0).ok());

/// Returns the width of a text in pixels, without kerning.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * size
}

/// Returns the room that a text of the usual size needs in any common font.
pub(crate) fn room(text: &str) -> f64 {
    width(text, TEXT_SIZE) * SLACK
}

/// Returns the width of a character, relative to its height.
fn advance(character: char) -> f64 {
    let width = |font: &Face<'_>| {
        let glyph = font.glyph_index(character)?;
        Some(f64::from(font.glyph_hor_advance(glyph)?) / f64::from(font.units_per_em()))
    };
    FONT.as_ref().and_then(width).unwrap_or(MISSING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_every_character_that_charts_are_likely_to_need() {
        let font = FONT.as_ref().unwrap();
        let has = |character| font.glyph_index(character).is_some();
        let latin = (' '..='~').chain('À'..='ň');
        for character in latin.chain("–—…“”‘’±×−≤≥≈√Σμσ→%‰·²".chars())
        {
            assert!(has(character), "{character}");
        }
        assert!(!has('月'));
    }

    #[test]
    fn text_is_measured_by_its_characters() {
        assert!(width("iii", 20.0) < width("WWW", 20.0) / 2.0);
        assert!((width("Hold", 20.0) - 2.0 * width("Hold", 10.0)).abs() < 1e-9);
        assert!((width("月月", 20.0) - 40.0).abs() < 1e-9);
        assert!(width("", 20.0).abs() < 1e-9);
        assert!(room("a") > width("a", TEXT_SIZE));
    }
}
