//! Cards to share: a picture of a result, for pages that show previews of links.

use crate::scene::Anchor;
use crate::scene::outline::outline;
use crate::scene::png::{RasterError, rasterize};
use crate::scene::text::{escape, number};

/// The size that previews of links have, in pixels.
const WIDTH: u32 = 1_200;
const HEIGHT: u32 = 630;
const MIDDLE: f64 = 600.0;

const NIGHT: &str = "#131835";
const GLOW: &str = "#f3d98b";
const WORDS: &str = "#ece7d8";
const SOFT: &str = "#b6b9d3";

/// A result on the night: a row of moons, one large line, and two small ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// How much of each is lit, from 0 to 1.
    pub moons: Vec<f64>,
    pub headline: String,
    pub line: String,
    /// Where it is from.
    pub source: String,
}

impl Card {
    /// Returns an SVG file whose letters are outlines, so that it looks the same everywhere.
    pub fn svg(&self) -> String {
        let words = format!("{}. {}. {}", self.headline, self.line, self.source);
        let words = escape(&words);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             role=\"img\" aria-label=\"{words}\"><title>{words}</title><rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{NIGHT}\"/>\
             {}{}{}{}</svg>\n",
            self.row(),
            text(&self.headline, 84.0, 405.0, WORDS),
            text(&self.line, 36.0, 475.0, SOFT),
            text(&self.source, 30.0, 575.0, GLOW),
        )
    }

    /// Returns the same as a PNG image.
    pub fn png(&self) -> Result<Vec<u8>, RasterError> {
        rasterize(&self.svg(), 1.0)
    }

    fn row(&self) -> String {
        let count = f64::from(u32::try_from(self.moons.len()).unwrap_or(0));
        let (radius, step) = if count > 2.0 { (70.0, 190.0) } else { (100.0, 300.0) };
        let first = MIDDLE - step * (count - 1.0) / 2.0;
        let moons = self.moons.iter().scan(first, |x, lit| {
            let moon = moon((*x, 195.0), radius, *lit);
            *x += step;
            Some(moon)
        });
        moons.collect()
    }
}

/// A moon lit from the right; the share of the disc that is lit is `lit`.
fn moon((x, y): (f64, f64), radius: f64, lit: f64) -> String {
    let bend = 1.0 - 2.0 * lit.clamp(0.0, 1.0);
    let [top, bottom, wide] = [y - radius, y + radius, bend.abs() * radius].map(number);
    let sweep = u8::from(bend <= 0.0);
    let [x, y, radius] = [x, y, radius].map(number);
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#8a8fb0\" fill-opacity=\".2\" stroke=\"#8a8fb0\" stroke-opacity=\".5\" stroke-width=\"2\"/>\
         <path fill=\"{GLOW}\" d=\"M{x} {top}A{radius} {radius} 0 0 1 {x} {bottom}A{wide} {radius} 0 0 {sweep} {x} {top}Z\"/>"
    )
}

fn text(words: &str, size: f64, y: f64, colour: &str) -> String {
    let path = outline(words, size, Anchor::Middle, (MIDDLE, y));
    format!("<path fill=\"{colour}\" d=\"{path}\"/>")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(moons: &[f64]) -> Card {
        Card {
            moons: moons.to_vec(),
            headline: "83 of 100".to_owned(),
            line: "Today’s moon <29 November>".to_owned(),
            source: "luna.test".to_owned(),
        }
    }

    #[test]
    fn a_card_is_a_picture_of_the_size_of_a_preview() {
        let png = card(&[0.0, 0.25, 0.5, 0.75, 1.0]).png().unwrap();
        assert_eq!(&png[1..4], b"PNG");
        let size = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert_eq!((size(16), size(20)), (WIDTH, HEIGHT));
    }

    #[test]
    fn words_are_described_and_drawn_as_outlines() {
        let svg = card(&[0.5]).svg();
        assert!(svg.contains("Today’s moon &lt;29 November&gt;"), "{svg}");
        assert!(!svg.contains("<text"), "{svg}");
        assert!(svg.matches("<path").count() >= 4, "{svg}");
    }
}
