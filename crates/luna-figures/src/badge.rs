//! Badges: what something is and its number, small enough for a line of text elsewhere.

use crate::scene::Anchor;
use crate::scene::font::width;
use crate::scene::outline::outline;
use crate::scene::text::{escape, number};

const HEIGHT: f64 = 20.0;
const TEXT: f64 = 12.0;
/// The height of the line on which letters stand.
const BASELINE: f64 = 14.2;
/// The room at both sides of a text.
const MARGIN: f64 = 7.0;

const NIGHT: &str = "#131835";
const WORDS: &str = "#ece7d8";
const GLOW: &str = "#f3d98b";

/// A badge of two parts. Its letters are outlines, so that it looks the same everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    pub subject: String,
    pub value: String,
    /// All of it in a sentence, for those who do not see it.
    pub title: String,
}

impl Badge {
    pub fn svg(&self) -> String {
        let [left, right] = [&self.subject, &self.value].map(|it| width(it, TEXT) + 2.0 * MARGIN);
        let words = escape(&self.title);
        let part = |text: &str, middle: f64, colour: &str| {
            let path = outline(text, TEXT, Anchor::Middle, (middle, BASELINE));
            format!("<path fill=\"{colour}\" d=\"{path}\"/>")
        };
        let whole = number(left + right);
        let [from, inside, height] = [left, right - 4.0, HEIGHT].map(number);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{whole}\" height=\"{height}\" viewBox=\"0 0 {whole} {height}\" \
             role=\"img\" aria-label=\"{words}\"><title>{words}</title>\
             <rect width=\"{whole}\" height=\"{height}\" rx=\"4\" fill=\"{NIGHT}\"/>\
             <path fill=\"{GLOW}\" d=\"M{from} 0h{inside}a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4h-{inside}z\"/>{}{}</svg>\n",
            part(&self.subject, left / 2.0, WORDS),
            part(&self.value, left + right / 2.0, NIGHT),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_badge_says_all_in_its_title_and_draws_letters_as_outlines() {
        let badge = |value: &str| Badge {
            subject: "Luna".to_owned(),
            value: value.to_owned(),
            title: "Smarts Rating of <owl>: 58".to_owned(),
        };
        let svg = badge("58 ±4").svg();
        assert!(svg.contains("<title>Smarts Rating of &lt;owl&gt;: 58</title>"), "{svg}");
        assert!(!svg.contains("<text") && svg.matches("<path").count() == 3, "{svg}");
        let wide = |svg: &str| {
            let (_, rest) = svg.split_once("width=\"").unwrap();
            rest.split_once('"').unwrap().0.parse::<f64>().unwrap()
        };
        assert!(wide(&badge("not measured yet").svg()) > wide(&svg) + 50.0);
    }
}
