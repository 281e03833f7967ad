//! Numbers in a text, as digits or English words, with their units.

use crate::number::float;
use crate::words::is_stop;
use crate::words::stem::stem;

/// A number, and the stem of the next word unless it is a stop word.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    pub number: f64,
    pub unit: Option<String>,
}

enum Piece {
    Number(f64),
    Word(String),
    /// Punctuation, which separates numbers.
    Break,
}

/// Role of a word in a number.
#[derive(Clone, Copy)]
enum Part {
    /// Below twenty.
    Unit(f64),
    Ten(f64),
    Hundred,
    Scale(f64),
}

const UNITS: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] =
    ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const SCALES: [(&str, f64); 3] = [("thousand", 1e3), ("million", 1e6), ("billion", 1e9)];

/// Share of the key's distinct numbers that occur in the response; 0 without numbers.
pub fn number_share(key: &str, response: &str) -> f64 {
    let response = quantities(response);
    share(
        quantities(key),
        |ours, theirs| theirs.number.to_bits() == ours.number.to_bits(),
        &response,
    )
}

/// Share of the key's distinct quantities with a unit that occur in the response; 0 without such.
pub fn unit_share(key: &str, response: &str) -> f64 {
    let mut key = quantities(key);
    key.retain(|quantity| quantity.unit.is_some());
    share(key, Quantity::eq, &quantities(response))
}

fn share(
    key: Vec<Quantity>,
    same: impl Fn(&Quantity, &Quantity) -> bool,
    response: &[Quantity],
) -> f64 {
    let mut distinct: Vec<Quantity> = Vec::new();
    for quantity in key {
        if !distinct.iter().any(|known| same(known, &quantity)) {
            distinct.push(quantity);
        }
    }
    if distinct.is_empty() {
        return 0.0;
    }
    let there = |ours: &&Quantity| response.iter().any(|theirs| same(ours, theirs));
    float(distinct.iter().filter(there).count()) / float(distinct.len())
}

/// Finds the quantities of a text: digits, with or without thousands separators and decimals,
/// optionally followed by *million* and the like; or words such as *two hundred and five* and
/// *twenty-one*.
pub fn quantities(text: &str) -> Vec<Quantity> {
    let pieces = pieces(&text.to_lowercase());
    let mut rest = pieces.as_slice();
    let mut all = Vec::new();
    while let [first, after @ ..] = rest {
        let found = match first {
            Piece::Number(number) => Some(scaled(*number, after)),
            Piece::Word(_) => spelled(rest),
            Piece::Break => None,
        };
        rest = after;
        if let Some((number, after)) = found {
            rest = after;
            let unit = match rest {
                [Piece::Word(word), ..] if !is_stop(word) => Some(stem(word).into_owned()),
                _ => None,
            };
            all.push(Quantity { number, unit });
        }
    }
    all
}

fn pieces(text: &str) -> Vec<Piece> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let word = |c: char| c.is_alphabetic() || matches!(c, '\'' | '’');
        let (len, piece) = if c.is_ascii_digit() {
            let (len, number) = digits(rest);
            (len, Some(Piece::Number(number)))
        } else if word(c) {
            let len = rest.find(|c| !word(c)).unwrap_or(rest.len());
            let word = rest.get(..len).unwrap_or_default().replace(['\'', '’'], "");
            (len, Some(Piece::Word(word)))
        } else {
            let piece = match c {
                '%' => Some(Piece::Word("percent".to_owned())),
                '-' => None,
                c if c.is_whitespace() => None,
                _ => Some(Piece::Break),
            };
            (c.len_utf8(), piece)
        };
        all.extend(piece);
        rest = rest.get(len..).unwrap_or_default();
    }
    all
}

/// Parses the number at the start of a text; returns its length in bytes.
fn digits(text: &str) -> (usize, f64) {
    let count = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = |len: usize| text.get(len..).unwrap_or_default();
    let mut len = count(text);
    while rest(len).starts_with(',') && count(rest(len + 1)) == 3 {
        len += 4;
    }
    if rest(len).starts_with('.') {
        len += match count(rest(len + 1)) {
            0 => 0,
            decimals => 1 + decimals,
        };
    }
    let number = text.get(..len).unwrap_or_default().replace(',', "");
    (len, number.parse().unwrap_or(f64::INFINITY))
}

/// *2 million*, *1.5 thousand*.
fn scaled(number: f64, rest: &[Piece]) -> (f64, &[Piece]) {
    match rest {
        [Piece::Word(word), after @ ..] => match part(word) {
            Some(Part::Hundred) => (number * 100.0, after),
            Some(Part::Scale(scale)) => (number * scale, after),
            Some(Part::Unit(_) | Part::Ten(_)) | None => (number, rest),
        },
        _ => (number, rest),
    }
}

/// Parses the number at the start in words; returns the rest.
fn spelled(mut rest: &[Piece]) -> Option<(f64, &[Piece])> {
    let (mut whole, mut group, mut least) = (0.0, None, f64::INFINITY);
    let mut found = false;
    while let [Piece::Word(word), after @ ..] = rest {
        let next = match (word.as_str(), after) {
            ("and", [Piece::Word(next), ..]) if found && group.is_none_or(is_hundreds) => {
                match part(next) {
                    Some(Part::Unit(_) | Part::Ten(_)) => {
                        rest = after;
                        continue;
                    }
                    Some(Part::Hundred | Part::Scale(_)) | None => break,
                }
            }
            (word, _) => part(word),
        };
        match (next, group) {
            (Some(Part::Unit(n) | Part::Ten(n)), None) => group = Some(n),
            (Some(Part::Unit(n) | Part::Ten(n)), Some(sum)) if is_hundreds(sum) => {
                group = Some(sum + n);
            }
            (Some(Part::Unit(n)), Some(sum)) if is_tens(sum) && n > 0.0 && n < 10.0 => {
                group = Some(sum + n);
            }
            (Some(Part::Hundred), sum) if sum.is_none_or(|sum| sum < 100.0) => {
                group = Some(sum.unwrap_or(1.0) * 100.0);
            }
            (Some(Part::Scale(scale)), sum) if scale < least => {
                whole += sum.unwrap_or(1.0) * scale;
                (group, least) = (None, scale);
            }
            _ => break,
        }
        found = true;
        rest = after;
    }
    found.then_some((whole + group.unwrap_or(0.0), rest))
}

/// A number below a hundred may follow.
fn is_hundreds(sum: f64) -> bool {
    sum > 0.0 && sum % 100.0 == 0.0
}

/// One to nine may follow.
fn is_tens(sum: f64) -> bool {
    sum % 100.0 >= 20.0 && sum % 10.0 == 0.0
}

fn part(word: &str) -> Option<Part> {
    let nth = |words: &[&str]| words.iter().position(|&known| known == word).map(float);
    let scale = || SCALES.iter().find(|(known, _)| *known == word);
    nth(&UNITS)
        .map(Part::Unit)
        .or_else(|| nth(&TENS).map(|nth| Part::Ten(20.0 + 10.0 * nth)))
        .or_else(|| (word == "hundred").then_some(Part::Hundred))
        .or_else(|| scale().map(|&(_, scale)| Part::Scale(scale)))
}
