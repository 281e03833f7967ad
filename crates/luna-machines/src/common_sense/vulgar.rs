//! Words that nobody says to a child.

/// Beginnings of words that are always vulgar.
const BEGINNINGS: [&str; 25] = [
    "arsehole",
    "asshole",
    "bitchslap",
    "bitchy",
    "blowjob",
    "bollock",
    "boner",
    "bullshit",
    "clit",
    "cocksuck",
    "cunt",
    "dildo",
    "dogshit",
    "dumbass",
    "fuck",
    "horseshit",
    "jizz",
    "motherfuck",
    "piss",
    "shit",
    "slut",
    "twat",
    "titty",
    "wank",
    "whore",
];
/// Beginnings of words that begin like these and are not vulgar.
const HARMLESS: [&str; 7] =
    ["clitell", "clitor", "pissarr", "shittah", "shittim", "shitake", "wankel"];

/// A word with a harmless meaning and a vulgar one.
struct Ambiguous {
    word: &'static str,
    /// Whether it is harmless alone.
    alone: bool,
    /// Words, or beginnings of words, beside which it is harmless.
    company: &'static [&'static str],
}

const AMBIGUOUS: [Ambiguous; 6] = [
    Ambiguous {
        word: "ass",
        alone: true,
        company: &[
            "african", "animal", "asian", "donkey", "mammal", "mule", "onager", "ox", "wild",
        ],
    },
    Ambiguous { word: "bitch", alone: false, company: &["canine", "dog", "pup"] },
    Ambiguous {
        word: "cock",
        alone: true,
        company: &[
            "animal", "bird", "chick", "crow", "doodle", "farm", "fight", "gun", "hen", "rooster",
            "zoo",
        ],
    },
    Ambiguous {
        word: "dick",
        alone: false,
        company: &["character", "cheney", "gephardt", "jane", "moby", "tracy", "turpin", "van"],
    },
    Ambiguous { word: "pussy", alone: false, company: &["cat", "kitten", "willow"] },
    Ambiguous {
        word: "tit",
        alone: true,
        company: &["bird", "blue", "coal", "great", "nest", "tat"],
    },
];

/// Returns whether a concept or a sentence has a vulgar word. The body and what it does belong to
/// common sense and are not vulgar; a word with two meanings is judged by the words beside it.
pub fn is_vulgar(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let begins = |word: &str, all: &[&str]| all.iter().any(|start| word.starts_with(start));
    let is_always = |word: &str| begins(word, &BEGINNINGS) && !begins(word, &HARMLESS);
    let is_bad = |it: &Ambiguous| {
        let is_it = |word: &&str| is_form_of(word, it.word);
        let is_harmless = match words.as_slice() {
            [_] => it.alone,
            _ => words.iter().any(|word| begins(word, it.company)),
        };
        words.iter().any(is_it) && !is_harmless
    };
    words.iter().any(|word| is_always(word)) || AMBIGUOUS.iter().any(is_bad)
}

/// The word itself or its plural.
fn is_form_of(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| matches!(rest, "" | "s" | "es"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vulgar_words_are_found_in_any_form_and_in_phrases() {
        for vulgar in [
            "fuck",
            "fucking",
            "A fuck needs a person.",
            "step in shit",
            "bullshit",
            "big-ass car",
            "kick ass",
            "You can find a pimple in an ass.",
            "cunt",
            "whorehouse",
            "pissed off",
            "suck dick",
            "bitch",
            "nice pair tits",
            "pussy",
            "cock ball",
            "Shitty",
            "wanker",
            "assholes",
        ] {
            assert!(is_vulgar(vulgar), "{vulgar}");
        }
    }

    #[test]
    fn innocents_stay() {
        for innocent in [
            "ass",
            "wild ass",
            "An ass is a kind of male donkey.",
            "A mule is a kind of ass.",
            "cock-a-doodle-doo",
            "A cock is a kind of bird.",
            "cock",
            "peacock",
            "cocktail",
            "cockpit",
            "cockatoo",
            "shuttlecock",
            "weathercock",
            "pussy cat",
            "pussy willow",
            "female dog bitch",
            "Moby Dick",
            "Dick Tracy",
            "dickens",
            "blue tit",
            "tit for tat",
            "titmouse",
            "titanic",
            "class",
            "glass",
            "grass",
            "assassin",
            "assistant",
            "bass",
            "passenger",
            "screw",
            "Scunthorpe",
            "shiitake",
            "wankel engine",
            "Pissarro",
            "scrap",
            "crap",
            "hello",
            "shell",
            "thorny",
            "basement",
            "analysis",
            "penis",
            "breast",
            "vagina",
            "sex",
            "toilet",
            "urine",
            "naked body",
            "bottom",
            "fart",
            "bastille",
            "prick finger",
            "sussex",
            "mishit",
            "nightwatch",
            "cumin",
            "document",
            "circumstance",
            "breast feed",
            "donkey",
            "horny toad",
            "clitoris",
            "",
        ] {
            assert!(!is_vulgar(innocent), "{innocent}");
        }
    }
}
