//! The stylesheet of pages and reports, and the style that a chart carries in a file.

use std::sync::LazyLock;

/// The stylesheet of every page and report, as it is sent: without comments and most spaces.
pub static STYLESHEET: LazyLock<String> = LazyLock::new(|| squeezed(SOURCE));

/// The layout, then the charts.
const SOURCE: &str = concat!(
    include_str!("../assets/luna.css"),
    include_str!("../assets/palette.css"),
    include_str!("../assets/chart.css")
);

const CHART: &str = include_str!("../assets/chart.css");

/// The style of a chart in a file: light colours on white, written out because
/// a file has no custom properties of a page.
pub(crate) static FILE: LazyLock<String> = LazyLock::new(|| {
    let mut style = String::new();
    for (index, part) in CHART.split("var(--").enumerate() {
        let (name, rest) = match index {
            0 => ("", part),
            _ => part.split_once(')').unwrap_or((part, "")),
        };
        style.extend([value(name), rest]);
    }
    style
});

/// The sheets that declare custom properties.
const DECLARING: [&str; 2] =
    [include_str!("../assets/luna.css"), include_str!("../assets/palette.css")];

/// Removes comments, line breaks, and the spaces that separate nothing.
fn squeezed(css: &str) -> String {
    let mut parts = css.split("/*");
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once("*/").map_or("", |(_, after)| after));
    let text: String = [first].into_iter().chain(rest).collect();
    let mut short = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for sign in ["{", "}", ";", ","] {
        short = short.replace(&format!("{sign} "), sign).replace(&format!(" {sign}"), sign);
    }
    // Before a colon, a space is part of a selector.
    short.replace(": ", ":").replace(";}", "}")
}

/// Returns the value of a custom property in a file.
fn value(name: &str) -> &'static str {
    match name {
        // A file is white, with grid lines to match.
        "paper" => "#ffffff",
        "line" => "#dfe1e8",
        name => DECLARING.into_iter().find_map(|css| declared(css, name)).unwrap_or_default(),
    }
}

/// Returns the value of a custom property where a sheet first declares it.
fn declared(css: &'static str, name: &str) -> Option<&'static str> {
    let (_, rest) = css.split_once(&format!("--{name}: "))?;
    rest.split_once(';').map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Colour = [f64; 3];

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Scheme {
        Light,
        Dark,
        File,
    }

    fn hex(name: &str, scheme: Scheme) -> &'static str {
        let light = || DECLARING.into_iter().find_map(|css| declared(css, name)).unwrap();
        match scheme {
            Scheme::File => value(name),
            Scheme::Light => light(),
            Scheme::Dark => {
                let dark = "@media (prefers-color-scheme: dark)";
                let sheets = DECLARING.into_iter().filter_map(|css| css.split_once(dark));
                sheets.map(|(_, css)| css).find_map(|css| declared(css, name)).unwrap_or_else(light)
            }
        }
    }

    const SERIES: [&str; 6] =
        ["series-1", "series-2", "series-3", "series-4", "series-5", "series-6"];
    const HEAT: [&str; 9] =
        ["heat-0", "heat-1", "heat-2", "heat-3", "heat-4", "heat-5", "heat-6", "heat-7", "heat-8"];

    /// The parts of a colour as amounts of light.
    fn colour(name: &str, scheme: Scheme) -> Colour {
        let hex = hex(name, scheme);
        assert!(hex.len() == 7 && hex.starts_with('#'), "--{name} is {hex:?}");
        [1, 3, 5].map(|at| {
            let part = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn luminance([red, green, blue]: Colour) -> f64 {
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(one: Colour, other: Colour) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn times(matrix: &[Colour; 3], colour: Colour) -> Colour {
        matrix.map(|row| row.iter().zip(colour).map(|(one, other)| one * other).sum::<f64>())
    }

    /// Oklab, in which distances are differences to the eye.
    fn oklab(colour: Colour) -> Colour {
        let cones = times(
            &[
                [0.412_221, 0.536_333, 0.051_446],
                [0.211_903, 0.680_700, 0.107_397],
                [0.088_302, 0.281_719, 0.629_979],
            ],
            colour,
        );
        times(
            &[
                [0.210_454, 0.793_618, -0.004_072],
                [1.977_998, -2.428_592, 0.450_594],
                [0.025_904, 0.782_772, -0.808_676],
            ],
            cones.map(f64::cbrt),
        )
    }

    /// Normal sight, then protanopia, deuteranopia and tritanopia after Machado, Oliveira and
    /// Fernandes (2009).
    const SIGHTS: [[Colour; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    #[test]
    fn lines_and_words_stand_out_from_the_ground() {
        for scheme in [Scheme::Light, Scheme::Dark, Scheme::File] {
            let paper = colour("paper", scheme);
            for name in SERIES {
                let contrast = contrast(colour(name, scheme), paper);
                assert!(contrast >= 3.0, "{scheme:?} {name}: {contrast}");
            }
            for name in ["ink", "soft"] {
                assert!(contrast(colour(name, scheme), paper) >= 4.5, "{scheme:?} {name}");
            }
        }
    }

    #[test]
    fn the_edge_of_a_field_stands_out_from_all_that_it_can_lie_on() {
        for scheme in [Scheme::Light, Scheme::Dark] {
            for ground in ["paper", "sheet", "moon-wash"] {
                let contrast = contrast(colour("edge", scheme), colour(ground, scheme));
                assert!(contrast >= 3.0, "{scheme:?} on {ground}: {contrast}");
            }
        }
        let sheet = DECLARING[0];
        let rules = sheet.split('}').filter_map(|rule| rule.split_once('{'));
        let mut fields = String::new();
        for (selector, body) in rules.filter(|(_, body)| body.contains("border: 1px")) {
            let selector = selector.rsplit("*/").next().unwrap().trim();
            if ["textarea", "select", "input"].iter().any(|it| selector.starts_with(it)) {
                assert!(body.contains("border: 1px solid var(--edge)"), "{selector}: {body}");
                fields += selector;
            }
        }
        for field in ["textarea", "select", "[type=text]", "[type=date]"] {
            assert!(fields.contains(field), "{field} is not in {fields}");
        }
    }

    #[test]
    fn no_two_series_look_alike_to_the_colour_blind() {
        for scheme in [Scheme::Light, Scheme::Dark] {
            for sight in SIGHTS {
                let seen = SERIES.map(|name| {
                    oklab(times(&sight, colour(name, scheme)).map(|part| part.clamp(0.0, 1.0)))
                });
                for (one, other) in (0..6).flat_map(|one| (0..one).map(move |other| (one, other))) {
                    let squares = seen[one].iter().zip(seen[other]).map(|(a, b)| (a - b).powi(2));
                    let apart = squares.sum::<f64>().sqrt();
                    assert!(apart > 0.07, "{scheme:?} {} and {}: {apart}", other + 1, one + 1);
                }
            }
        }
    }

    #[test]
    fn heat_changes_in_even_steps_and_carries_its_words() {
        for (scheme, sign) in [(Scheme::Light, 1.0), (Scheme::Dark, -1.0)] {
            let all = HEAT.map(|name| colour(name, scheme));
            let lightness = |colour: Colour| 116.0 * luminance(colour).cbrt() - 16.0;
            for pair in all.windows(2) {
                let step = (lightness(pair[0]) - lightness(pair[1])) * sign;
                assert!((9.0..10.0).contains(&step), "{scheme:?}: {step}");
            }
            let words = ["heat-low", "heat-middle", "heat-high"].map(|name| colour(name, scheme));
            for (heat, colour) in all.into_iter().enumerate() {
                let words = words[match heat {
                    4 => 1,
                    low if low < 4 => 0,
                    _ => 2,
                }];
                assert!(contrast(words, colour) >= 4.4, "{scheme:?} {heat}");
            }
        }
    }

    #[test]
    fn what_is_sent_says_the_same_in_less() {
        let css = "/* A. */\na :is(b, c) > d { e: f, g; /* h: i */ }\n@media (j: k) and (l) {\n  m { n: calc(1px - 2px); }\n}\n";
        assert_eq!(
            squeezed(css),
            "a :is(b,c) > d{e:f,g}@media (j:k) and (l){m{n:calc(1px - 2px)}}"
        );
        let braces = |css: &str| css.matches('{').count();
        assert_eq!(braces(&STYLESHEET), braces(SOURCE));
        assert!(STYLESHEET.len() < 24_000, "{} bytes", STYLESHEET.len());
    }

    #[test]
    fn a_file_has_every_colour_written_out() {
        assert!(!FILE.contains("var(") && !FILE.contains(": ;") && !FILE.contains("@media"));
        assert!(FILE.contains("stroke: #dfe1e8") && FILE.contains("stroke: #ffffff"), "{}", *FILE);
    }
}
