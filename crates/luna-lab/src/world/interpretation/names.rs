//! The choices by name, as the command takes them and reports print them.

use super::{Draw, Intelligence, Interpretation, Quantile, Turn, Unrated};

const DRAW: [(&str, Draw); 2] = [("pair", Draw::Pair), ("guess", Draw::Guess)];
const TURN: [(&str, Turn); 2] = [("together", Turn::Together), ("in-turn", Turn::InTurn)];
const UNRATED: [(&str, Unrated); 3] =
    [("left-out", Unrated::LeftOut), ("zero", Unrated::Zero), ("fifty", Unrated::Fifty)];
const OWN: [(&str, bool); 2] = [("past", false), ("current", true)];
const QUANTILE: [(&str, Quantile); 6] = [
    ("inverse", Quantile::Inverse),
    ("linear", Quantile::Linear),
    ("lower", Quantile::Lower),
    ("higher", Quantile::Higher),
    ("nearest", Quantile::Nearest),
    ("midpoint", Quantile::Midpoint),
];
const LEVEL: [(&str, bool); 2] = [("fraction", false), ("taken-for-percent", true)];
const RANGE: [(&str, bool); 2] = [("free", false), ("clamped", true)];
const INTELLIGENCE: [(&str, Intelligence); 2] =
    [("value", Intelligence::Value), ("expected", Intelligence::Expected)];

impl Interpretation {
    /// `literal` or `figures`.
    pub fn preset(name: &str) -> Result<Interpretation, String> {
        let presets =
            [("literal", Interpretation::literal()), ("figures", Interpretation::figures())];
        find("reading", name, &presets)
    }

    /// Returns every choice with its value.
    pub fn choices(&self) -> [(&'static str, String); 11] {
        let own = |name: &str| name.to_owned();
        [
            ("noise", format!("{}", self.noise)),
            ("draw", own(name(self.draw, &DRAW))),
            ("turn", own(name(self.turn, &TURN))),
            ("unrated", own(name(self.unrated, &UNRATED))),
            ("own-sample", own(name(self.own_includes_current, &OWN))),
            ("quantile", own(name(self.quantile, &QUANTILE))),
            ("level", own(name(self.fraction_as_percent, &LEVEL))),
            ("random", own(name(self.random, &DRAW))),
            ("range", own(name(self.clamped, &RANGE))),
            ("intelligence", own(name(self.intelligence, &INTELLIGENCE))),
            ("first-point", self.first_point.to_string()),
        ]
    }

    /// Chooses by name.
    pub fn choose(&mut self, choice: &str, value: &str) -> Result<(), String> {
        match choice {
            "noise" => self.noise = noise(value)?,
            "draw" => self.draw = find(choice, value, &DRAW)?,
            "turn" => self.turn = find(choice, value, &TURN)?,
            "unrated" => self.unrated = find(choice, value, &UNRATED)?,
            "own-sample" => self.own_includes_current = find(choice, value, &OWN)?,
            "quantile" => self.quantile = find(choice, value, &QUANTILE)?,
            "level" => self.fraction_as_percent = find(choice, value, &LEVEL)?,
            "random" => self.random = find(choice, value, &DRAW)?,
            "range" => self.clamped = find(choice, value, &RANGE)?,
            "intelligence" => self.intelligence = find(choice, value, &INTELLIGENCE)?,
            "first-point" => {
                let wrong = || format!("“{value}” is not a number of steps of at least 1.");
                self.first_point = value.parse().ok().filter(|&step| step > 0).ok_or_else(wrong)?;
            }
            other => return Err(format!("There is no choice “{other}”.")),
        }
        Ok(())
    }

    /// In one line: what differs from the literal text, or that nothing does.
    pub fn words(&self) -> String {
        let literal = Interpretation::literal().choices();
        let changed = self.choices().into_iter().zip(literal).filter(|(own, other)| own != other);
        let words: Vec<String> =
            changed.map(|((choice, value), _)| format!("--{choice} {value}")).collect();
        if words.is_empty() { "the literal text".to_owned() } else { words.join(" ") }
    }
}

/// `variance:5`, `sd:5`, or a standard deviation alone.
fn noise(text: &str) -> Result<f64, String> {
    let (number, is_variance) = match text.split_once(':') {
        Some(("variance", number)) => (number, true),
        Some(("sd", number)) => (number, false),
        _ => (text, false),
    };
    let number = number.parse().ok().filter(|number| (0.0..=1e6).contains(number));
    let number: f64 = number.ok_or_else(|| {
        format!(
            "“{text}” is not a spread. Give sd:5, variance:5 or a standard deviation, at most a \
             million."
        )
    })?;
    Ok(if is_variance { number.sqrt() } else { number })
}

fn find<T: Copy>(choice: &str, wanted: &str, among: &[(&str, T)]) -> Result<T, String> {
    let found = among.iter().find(|(name, _)| *name == wanted);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = among.iter().map(|&(name, _)| name).collect();
        format!("--{choice} is one of {}, not “{wanted}”.", names.join(", "))
    })
}

fn name<T: Copy + PartialEq>(value: T, among: &[(&'static str, T)]) -> &'static str {
    among.iter().find(|(_, other)| *other == value).map_or("", |&(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_read_back() {
        for preset in [Interpretation::literal(), Interpretation::figures()] {
            let mut read = Interpretation::literal();
            for (choice, value) in preset.choices() {
                read.choose(choice, &value).unwrap();
            }
            assert_eq!(read, preset);
        }
        assert_eq!(Interpretation::literal().words(), "the literal text");
        assert!(Interpretation::figures().words().starts_with("--noise 5 "));
        let mut reading = Interpretation::literal();
        reading.choose("noise", "variance:9").unwrap();
        assert!((reading.noise - 3.0).abs() < 1e-12);
        for wrong in ["-1", "nan", "inf", "sd:1e300", "variance:", "5.."] {
            assert!(reading.choose("noise", wrong).is_err(), "{wrong}");
        }
        assert!(reading.choose("first-point", "0").is_err());
        assert!(reading.choose("quantile", "best").unwrap_err().contains("inverse, linear"));
        assert!(Interpretation::preset("hopeful").is_err());
    }
}
