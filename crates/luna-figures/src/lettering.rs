//! Words as strokes of a pen: where each begins, turns and ends.

use std::iter::Peekable;
use std::str::Chars;

use crate::letters::{ACCENTED, ACCENTS, ASCII, OTHERS, UNKNOWN};
use crate::scene::{Anchor, Place};

/// The height of capitals is 18 of these, 0.72 of the size of the text.
const UNIT: f64 = 0.04;
const BASELINE: f64 = 18.0;
const BETWEEN: f64 = 5.0;
const SPACE: f64 = 3.0;
const DIGIT: f64 = 10.0;
const ACCENT: f64 = 6.0;
/// How many straight pieces a curve is made of where there are only pixels.
const PIECES: u8 = 8;

/// From the start, straight on or round a corner to the next place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) start: Place,
    pub(crate) legs: Vec<(Option<Place>, Place)>,
}

impl Stroke {
    /// The same in straight pieces.
    pub(crate) fn pieces(&self) -> Vec<Place> {
        let mut places = vec![self.start];
        let mut from = self.start;
        for &(corner, to) in &self.legs {
            if let Some(corner) = corner {
                places.extend((1..PIECES).map(|piece| {
                    let share = f64::from(piece) / f64::from(PIECES);
                    between(between(from, corner, share), between(corner, to, share), share)
                }));
            }
            places.push(to);
            from = to;
        }
        places
    }

    fn moved(&self, place: impl Fn(Place) -> Place) -> Stroke {
        let legs = self.legs.iter().map(|&(corner, to)| (corner.map(&place), place(to)));
        Stroke { start: place(self.start), legs: legs.collect() }
    }
}

fn between(from: Place, to: Place, share: f64) -> Place {
    (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
}

/// How far words of this size reach.
pub(crate) fn width(words: &str, size: f64) -> f64 {
    let letters = words.chars().map(|letter| letter_width(letter, &letter_strokes(letter)));
    let all: f64 = letters.map(|width| width + BETWEEN).sum();
    (all - BETWEEN).max(0.0) * UNIT * size
}

pub(crate) fn strokes(words: &str, anchor: Anchor, (x, y): Place, size: f64) -> Vec<Stroke> {
    let unit = UNIT * size;
    let mut pen = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width(words, size) / 2.0,
        Anchor::End => x - width(words, size),
    };
    let mut all = Vec::new();
    for letter in words.chars() {
        let strokes = letter_strokes(letter);
        let place = |(right, down): Place| (pen + right * unit, y + (down - BASELINE) * unit);
        all.extend(strokes.iter().map(|stroke| stroke.moved(place)));
        pen += (letter_width(letter, &strokes) + BETWEEN) * unit;
    }
    all
}

fn letter_width(letter: char, strokes: &[Stroke]) -> f64 {
    match letter {
        '0'..='9' => DIGIT,
        _ if strokes.is_empty() => SPACE,
        _ => {
            let legs = strokes.iter().flat_map(|stroke| &stroke.legs);
            legs.map(|(_, to)| to.0).chain(strokes.iter().map(|it| it.start.0)).fold(0.0, f64::max)
        }
    }
}

fn letter_strokes(letter: char) -> Vec<Stroke> {
    let plain = usize::try_from(u32::from(letter)).ok().and_then(|code| code.checked_sub(32));
    if let Some(strokes) = plain.and_then(|index| ASCII.get(index)) {
        return read(strokes);
    }
    if let Some((_, strokes)) = OTHERS.iter().find(|(other, _)| *other == letter) {
        return read(strokes);
    }
    match letter {
        _ if letter.is_whitespace() => Vec::new(),
        _ => accented(letter).unwrap_or_else(|| read(UNKNOWN)),
    }
}

fn accented(letter: char) -> Option<Vec<Stroke>> {
    let mut rest = ACCENTED.chars().skip_while(|&other| other != letter).skip(1);
    let (base, accent) = (rest.next()?, rest.next()?);
    let mut strokes = letter_strokes(base);
    let (_, above) = ACCENTS.iter().find(|(other, _)| *other == accent)?;
    let middle = (letter_width(base, &strokes) - ACCENT) / 2.0;
    let up = if base.is_uppercase() && accent != '¸' { ACCENT } else { 0.0 };
    strokes.extend(read(above).iter().map(|it| it.moved(|(x, y)| (x + middle, y - up))));
    Some(strokes)
}

fn read(letter: &str) -> Vec<Stroke> {
    letter.split(' ').filter_map(stroke).collect()
}

fn stroke(signs: &str) -> Option<Stroke> {
    let mut signs = signs.chars().peekable();
    let start = place(&mut signs)?;
    let mut legs = Vec::new();
    while signs.peek().is_some() {
        let corner = match signs.next_if_eq(&'.') {
            Some(_) => Some(place(&mut signs)?),
            None => None,
        };
        legs.push((corner, place(&mut signs)?));
    }
    Some(Stroke { start, legs })
}

fn place(signs: &mut Peekable<Chars<'_>>) -> Option<Place> {
    let mut part = || signs.next()?.to_digit(36).map(f64::from);
    Some((part()?, part()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_the_table_can_be_read() {
        let others = OTHERS.iter().chain(&ACCENTS).map(|(_, signs)| *signs);
        for signs in ASCII.into_iter().chain(others).chain([UNKNOWN]).filter(|it| !it.is_empty()) {
            assert_eq!(read(signs).len(), signs.split(' ').count(), "{signs}");
            assert!(read(signs).iter().all(|stroke| !stroke.legs.is_empty()), "{signs}");
        }
        for letter in ACCENTED.chars().step_by(3) {
            assert_ne!(letter_strokes(letter), read(UNKNOWN), "{letter}");
        }
        assert_eq!(ASCII.len(), usize::from(b'~' - b' ') + 1);
        assert_eq!(letter_strokes('月'), read(UNKNOWN));
    }

    #[test]
    fn no_two_plain_letters_look_the_same() {
        let all: Vec<Vec<Stroke>> = (' '..='~').map(letter_strokes).collect();
        for (index, letter) in all.iter().enumerate() {
            let same = all.iter().filter(|other| *other == letter).count();
            // A capital I and a bar differ in nothing but their length.
            assert_eq!(same, 1, "{:?}", (' '..='~').nth(index));
        }
    }

    #[test]
    fn digits_are_equally_wide_and_words_stand_where_they_are_anchored() {
        assert!((width("1111", 20.0) - width("8888", 20.0)).abs() < 1e-9);
        let reach = width("Hold", 20.0);
        let leftmost = |anchor| strokes("Hold", anchor, (100.0, 0.0), 20.0)[0].start.0;
        assert!((leftmost(Anchor::Start) - 100.0).abs() < 1e-9);
        assert!((leftmost(Anchor::Middle) - (100.0 - reach / 2.0)).abs() < 1e-9);
        assert!((leftmost(Anchor::End) - (100.0 - reach)).abs() < 1e-9);
        assert!(width("", 20.0).abs() < 1e-9);
    }

    #[test]
    fn a_curve_ends_where_it_should_and_stays_off_its_corner() {
        let curve = Stroke { start: (0.0, 0.0), legs: vec![(Some((0.0, 8.0)), (8.0, 8.0))] };
        let pieces = curve.pieces();
        assert_eq!(pieces.len(), 9);
        assert_eq!((pieces[4], pieces[8]), ((2.0, 6.0), (8.0, 8.0)));
    }
}
