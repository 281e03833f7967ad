//! A scale from 0 to 100 with a guess and the rating that it was about.

use maud::{Markup, html};

/// A value on a scale, in points, with the words above or below it.
pub(crate) struct Mark<'a> {
    pub(crate) words: &'a str,
    /// The number as it is written.
    pub(crate) shown: String,
    pub(crate) points: f64,
}

/// The widths it is drawn for, so that its letters keep their size.
const WIDTHS: [(&str, f64); 2] = [("chart wide", 576.0), ("chart narrow", 320.0)];
const MARGIN: f64 = 14.0;
const RAIL: f64 = 64.0;

/// Draws a guess above the line and a rating below it. The words say the same to those who do not see it,
/// and to everybody where there is no rating.
pub(crate) fn scale(guess: &Mark<'_>, rating: Option<&Mark<'_>>, words: &str) -> Markup {
    let height = if rating.is_some() { 142 } else { 92 };
    html! {
        figure {
            @for (class, width) in WIDTHS {
                svg class=(class) viewBox={ "0 0 " (width) " " (height) } fill="currentColor" font-size="15" text-anchor="middle" aria-hidden="true" {
                    line x1=(MARGIN) x2=(width - MARGIN) y1=(RAIL) y2=(RAIL) stroke="currentColor" stroke-opacity=".3" stroke-width="4" stroke-linecap="round" {}
                    @for tick in [0_u8, 25, 50, 75, 100] {
                        text x=(at(width, tick.into())) y=(RAIL + 22.0) font-size="12" fill-opacity=".6" { (tick) }
                    }
                    @if let Some(rating) = rating {
                        line x1=(at(width, guess.points)) x2=(at(width, rating.points)) y1=(RAIL) y2=(RAIL) stroke="var(--star)" stroke-width="4" {}
                    }
                    g.rise {
                        path fill="var(--star)" d={ "M" (at(width, guess.points)) " " (RAIL) "l-8-14h16z" } {}
                        (label(width, guess, 18.0, 42.0))
                    }
                    @if let Some(rating) = rating {
                        g.rise {
                            circle cx=(at(width, rating.points)) cy=(RAIL) r="8" fill="var(--night)" stroke="var(--star)" stroke-width="3" {}
                            (label(width, rating, 108.0, 134.0))
                        }
                    }
                }
            }
            figcaption.unseen[rating.is_some()] { (words) }
        }
    }
}

fn label(width: f64, mark: &Mark<'_>, words_at: f64, number_at: f64) -> Markup {
    // Half of the longest words on either side stay on the drawing.
    let x = at(width, mark.points).clamp(56.0, width - 56.0);
    html! {
        text x=(x) y=(words_at) { (mark.words) }
        text x=(x) y=(number_at) font-size="24" font-weight="600" { (mark.shown) }
    }
}

fn at(width: f64, points: f64) -> f64 {
    ((MARGIN + (width - 2.0 * MARGIN) * points / 100.0) * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_where_their_numbers_are() {
        assert!((at(576.0, 0.0) - 14.0).abs() < 0.01);
        assert!((at(576.0, 50.0) - 288.0).abs() < 0.01);
        assert!((at(320.0, 100.0) - 306.0).abs() < 0.01);
    }

    #[test]
    fn a_guess_without_a_rating_stands_alone() {
        let guess = Mark { words: "you guessed", shown: "100".to_owned(), points: 100.0 };
        let drawn = scale(&guess, None, "You guessed 100.").into_string();
        assert!(!drawn.contains("<circle"), "{drawn}");
        assert!(drawn.contains("x=\"520\""), "the words stay on the drawing: {drawn}");
        assert!(drawn.contains("You guessed 100."));
    }
}
