//! Numbers as people write them: digits, ordinals, Roman numerals and English words.

/// A word's part in a number that is written in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numeral {
    /// Digits or a Roman numeral, complete by itself.
    Whole(u32),
    /// One to nineteen, or zero.
    Unit(u32),
    /// Twenty to ninety.
    Tens(u32),
    /// Hundred, thousand, million.
    Scale(u32),
    /// An ordinal, which ends a number: third, twentieth.
    Last(u32),
}

const WORDS: [(&str, Numeral); 61] = [
    ("zero", Numeral::Unit(0)),
    ("one", Numeral::Unit(1)),
    ("two", Numeral::Unit(2)),
    ("three", Numeral::Unit(3)),
    ("four", Numeral::Unit(4)),
    ("five", Numeral::Unit(5)),
    ("six", Numeral::Unit(6)),
    ("seven", Numeral::Unit(7)),
    ("eight", Numeral::Unit(8)),
    ("nine", Numeral::Unit(9)),
    ("ten", Numeral::Unit(10)),
    ("eleven", Numeral::Unit(11)),
    ("twelve", Numeral::Unit(12)),
    ("thirteen", Numeral::Unit(13)),
    ("fourteen", Numeral::Unit(14)),
    ("fifteen", Numeral::Unit(15)),
    ("sixteen", Numeral::Unit(16)),
    ("seventeen", Numeral::Unit(17)),
    ("eighteen", Numeral::Unit(18)),
    ("nineteen", Numeral::Unit(19)),
    ("twenty", Numeral::Tens(20)),
    ("thirty", Numeral::Tens(30)),
    ("forty", Numeral::Tens(40)),
    ("fifty", Numeral::Tens(50)),
    ("sixty", Numeral::Tens(60)),
    ("seventy", Numeral::Tens(70)),
    ("eighty", Numeral::Tens(80)),
    ("ninety", Numeral::Tens(90)),
    ("hundred", Numeral::Scale(100)),
    ("thousand", Numeral::Scale(1000)),
    ("million", Numeral::Scale(1_000_000)),
    ("first", Numeral::Last(1)),
    ("second", Numeral::Last(2)),
    ("third", Numeral::Last(3)),
    ("fourth", Numeral::Last(4)),
    ("fifth", Numeral::Last(5)),
    ("sixth", Numeral::Last(6)),
    ("seventh", Numeral::Last(7)),
    ("eighth", Numeral::Last(8)),
    ("ninth", Numeral::Last(9)),
    ("tenth", Numeral::Last(10)),
    ("eleventh", Numeral::Last(11)),
    ("twelfth", Numeral::Last(12)),
    ("thirteenth", Numeral::Last(13)),
    ("fourteenth", Numeral::Last(14)),
    ("fifteenth", Numeral::Last(15)),
    ("sixteenth", Numeral::Last(16)),
    ("seventeenth", Numeral::Last(17)),
    ("eighteenth", Numeral::Last(18)),
    ("nineteenth", Numeral::Last(19)),
    ("twentieth", Numeral::Last(20)),
    ("thirtieth", Numeral::Last(30)),
    ("fortieth", Numeral::Last(40)),
    ("fiftieth", Numeral::Last(50)),
    ("sixtieth", Numeral::Last(60)),
    ("seventieth", Numeral::Last(70)),
    ("eightieth", Numeral::Last(80)),
    ("ninetieth", Numeral::Last(90)),
    ("hundredth", Numeral::Last(100)),
    ("thousandth", Numeral::Last(1000)),
    ("millionth", Numeral::Last(1_000_000)),
];

/// The number that a normalised word stands for; `first` is true at the start of a text, where
/// `i`, `v` and `x` are letters.
pub(super) fn numeral(word: &str, first: bool) -> Option<Numeral> {
    let bytes = word.as_bytes();
    match bytes.first()? {
        b'0'..=b'9' => digits(word).map(Numeral::Whole),
        b'i' | b'v' | b'x' | b'l' | b'c' | b'd' | b'm' => {
            let is_numeral = match bytes.len() {
                1 => !first && matches!(bytes, b"i" | b"v" | b"x"),
                2 | 3 => bytes.iter().all(|byte| b"ivxl".contains(byte)),
                _ => true,
            };
            match is_numeral.then(|| roman(word)).flatten() {
                Some(value) => Some(Numeral::Whole(value)),
                None => named(word),
            }
        }
        _ => named(word),
    }
}

fn named(word: &str) -> Option<Numeral> {
    // The shortest and the longest of them.
    if !(3..=11).contains(&word.len()) {
        return None;
    }
    let found = |word: &str| WORDS.iter().find(|(name, _)| *name == word).map(|(_, it)| *it);
    // The nineteen eighties.
    found(word).or_else(|| found(&format!("{}ty", word.strip_suffix("ties")?)))
}

/// Digits with or without an ending: 2, 2nd, 1980s.
fn digits(word: &str) -> Option<u32> {
    let end = word.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(word.len());
    let (digits, ending) = word.split_at_checked(end)?;
    match ending {
        "" | "st" | "nd" | "rd" | "th" | "s" if digits.len() <= 9 => digits.parse().ok(),
        _ => None,
    }
}

const ROMAN: [(&str, u32); 13] = [
    ("m", 1000),
    ("cm", 900),
    ("d", 500),
    ("cd", 400),
    ("c", 100),
    ("xc", 90),
    ("l", 50),
    ("xl", 40),
    ("x", 10),
    ("ix", 9),
    ("v", 5),
    ("iv", 4),
    ("i", 1),
];

/// The value of a Roman numeral in its usual form.
fn roman(word: &str) -> Option<u32> {
    let (mut value, mut rest) = (0, word);
    for (sign, worth) in ROMAN {
        let most = if sign.len() == 1 && worth.to_string().starts_with('1') { 3 } else { 1 };
        for _ in 0..most {
            match rest.strip_prefix(sign) {
                Some(behind) => (value, rest) = (value + worth, behind),
                None => break,
            }
        }
    }
    rest.is_empty().then_some(value)
}

/// A value as a Roman numeral in small letters; empty from 4000 on.
pub(super) fn to_roman(value: u32) -> String {
    let (mut rest, mut text) = (value, String::new());
    if value < 4000 {
        for (sign, worth) in ROMAN {
            while rest >= worth {
                text.push_str(sign);
                rest -= worth;
            }
        }
    }
    text
}

/// A number that grows word by word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    total: u32,
    /// The part below the next scale.
    group: u32,
    last: Numeral,
}

impl Run {
    pub(super) fn new(numeral: Numeral) -> Run {
        let group = match numeral {
            Numeral::Whole(value)
            | Numeral::Unit(value)
            | Numeral::Tens(value)
            | Numeral::Scale(value)
            | Numeral::Last(value) => value,
        };
        Run { total: 0, group, last: numeral }
    }

    pub(super) fn value(self) -> u32 {
        self.total.saturating_add(self.group)
    }

    /// The number with one more word, if that word continues it.
    pub(super) fn with(self, next: Numeral) -> Option<Run> {
        let Run { total, group, last } = self;
        let (total, group) = match (last, next) {
            (Numeral::Tens(_), Numeral::Unit(unit @ 1..=9) | Numeral::Last(unit @ 1..=9)) => {
                (total, group + unit)
            }
            // As years are said: nineteen eighty-four.
            (
                Numeral::Unit(10..=19) | Numeral::Tens(20),
                Numeral::Tens(_) | Numeral::Unit(10..=19),
            ) if total == 0 && group <= 20 => {
                let (Numeral::Tens(tens) | Numeral::Unit(tens)) = next else { return None };
                (group * 100, tens)
            }
            (Numeral::Unit(1..) | Numeral::Tens(_), Numeral::Scale(scale)) => {
                scaled(total, group, scale)?
            }
            (Numeral::Scale(100), Numeral::Scale(scale @ 1000..)) => scaled(total, group, scale)?,
            (
                Numeral::Scale(scale),
                Numeral::Unit(value @ 1..) | Numeral::Tens(value) | Numeral::Last(value @ 1..=90),
            ) => match scale {
                100 => (total, group.checked_add(value)?),
                _ => (total.checked_add(group)?, value),
            },
            _ => return None,
        };
        Some(Run { total, group, last: next })
    }

    /// Says if "and" may follow, as in one hundred and one.
    pub(super) fn takes_and(self) -> bool {
        matches!(self.last, Numeral::Scale(_))
    }
}

fn scaled(total: u32, group: u32, scale: u32) -> Option<(u32, u32)> {
    Some((total, group.checked_mul(scale)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<u32> {
        let mut words = text.split(' ');
        let mut run = Run::new(numeral(words.next()?, false)?);
        for word in words {
            run = run.with(numeral(word, false)?)?;
        }
        Some(run.value())
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, expected) in [
            ("0", 0),
            ("2nd", 2),
            ("1980s", 1980),
            ("xiv", 14),
            ("mcmlxxxiv", 1984),
            ("seven", 7),
            ("twenty one", 21),
            ("twenty first", 21),
            ("nineteen eighty", 1980),
            ("nineteen eighties", 1980),
            ("twenty twenty", 2020),
            ("two hundred", 200),
            ("one hundred one", 101),
            ("twenty thousand", 20_000),
            ("two hundred thousand", 200_000),
            ("one thousand one", 1001),
        ] {
            assert_eq!(value(text), Some(expected), "{text}");
        }
        for text in
            ["mix", "did", "civic", "iiii", "ic", "4d", "one two", "first second", "ten ten ten"]
        {
            assert_eq!(value(text), None, "{text}");
        }
        assert_eq!(numeral("i", true), None);
    }

    #[test]
    fn every_roman_numeral_is_read_as_it_is_written() {
        for value in 1..4000 {
            assert_eq!(roman(&to_roman(value)), Some(value));
        }
        assert_eq!((roman(""), to_roman(4000).as_str()), (Some(0), ""));
    }
}
