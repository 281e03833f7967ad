//! The voice of a game: one style for all that a machine says in it, as people have one.

use luna_core::rng::Chance;

/// A style: capitals, final stops, apostrophes, slips, and what is said before and after.
#[derive(Clone, Debug)]
pub(crate) struct Voice {
    is_lower: bool,
    /// The final stop of a statement, and of a question.
    stop: &'static str,
    mark: &'static str,
    drops_apostrophes: bool,
    shortens: bool,
    /// The replies of a hundred with a slip, and with something before or after.
    slips: usize,
    hedges: usize,
    before: &'static str,
    after: &'static str,
}

const BEFORE: [&str; 16] = [
    "well", "hm", "honestly", "probably", "maybe", "oh", "ok", "ah", "I guess", "I'd say", "uh",
    "I think", "um", "mostly", "haha", "hmm",
];
const AFTER: [&str; 16] = [
    "I think",
    "I guess",
    "lol",
    "haha",
    "tbh",
    "maybe",
    "I suppose",
    "right",
    "probably",
    "or so",
    "I'd say",
    "if that counts",
    "for me",
    "hm",
    "or something",
    "I believe",
];
const SHORT: [(&str, &str); 8] = [
    ("you", "u"),
    ("are", "r"),
    ("because", "cuz"),
    ("and", "n"),
    ("with", "w"),
    ("to", "2"),
    ("your", "ur"),
    ("people", "ppl"),
];

impl Voice {
    pub(crate) fn draw(chance: &mut Chance) -> Voice {
        let is_lower = chance.below(100) < 60;
        Voice {
            is_lower,
            stop: ["", "", "", ".", ".", "!"][chance.below(6)],
            mark: ["?", "?", "?", ""][chance.below(4)],
            drops_apostrophes: is_lower && chance.below(3) == 0,
            shortens: is_lower && chance.below(8) == 0,
            slips: [0, 0, 3, 10][chance.below(4)],
            hedges: [0, 3, 8, 20][chance.below(4)],
            before: BEFORE[chance.below(BEFORE.len())],
            after: AFTER[chance.below(AFTER.len())],
        }
    }

    /// The voice outside of rated games: whole sentences without slips.
    pub(crate) fn plain() -> Voice {
        Voice {
            is_lower: false,
            stop: ".",
            mark: "?",
            drops_apostrophes: false,
            shortens: false,
            slips: 0,
            hedges: 0,
            before: "",
            after: "",
        }
    }

    /// The same voice of somebody who types with care.
    pub(crate) fn without_slips(self) -> Voice {
        Voice { slips: 0, hedges: 0, shortens: false, ..self }
    }

    /// A phrase in this voice.
    pub(crate) fn say(&self, phrase: &str, chance: &mut Chance) -> String {
        let bare = phrase.trim().trim_end_matches('.');
        let asks = bare.ends_with('?');
        let mut said = bare.trim_end_matches('?').to_owned();
        if !asks && chance.below(100) < self.hedges {
            said = match chance.below(2) {
                0 => format!("{} {said}", self.before),
                _ => format!("{said} {}", self.after),
            };
        }
        if self.shortens {
            let short =
                |word| SHORT.iter().find(|(long, _)| *long == word).map_or(word, |(_, it)| *it);
            said = said.split(' ').map(short).collect::<Vec<_>>().join(" ");
        }
        if chance.below(100) < self.slips {
            said = slip(&said, chance);
        }
        if self.drops_apostrophes {
            said = said.replace(['\'', '\u{2019}'], "");
        }
        said = if self.is_lower { said.to_lowercase() } else { capital(&said) };
        said + if asks { self.mark } else { self.stop }
    }
}

/// The first letter of each sentence as a capital.
fn capital(text: &str) -> String {
    let (mut capital, mut begins) = (String::new(), true);
    for c in text.chars() {
        if begins && c.is_alphanumeric() {
            capital.extend(c.to_uppercase());
            begins = false;
        } else {
            begins = begins || c == ' ' && capital.ends_with(['.', '?', '!']);
            capital.push(c);
        }
    }
    capital
}

/// A slip of the fingers: two letters change places, one is missing, or one comes twice.
fn slip(text: &str, chance: &mut Chance) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let places: Vec<usize> = (1..letters.len().saturating_sub(1))
        .filter(|&at| letters.iter().skip(at - 1).take(3).all(|c| c.is_alphabetic()))
        .collect();
    let Some(&at) = chance.pick(&places) else { return text.to_owned() };
    match chance.below(3) {
        0 => letters.swap(at, at + 1),
        1 => drop(letters.remove(at)),
        _ => letters.insert(at, letters[at]),
    }
    letters.into_iter().collect()
}
