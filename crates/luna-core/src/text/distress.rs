//! Wording that a person in distress uses, so that the writer can be shown where help is.
//!
//! This is a phrase list, not a diagnosis: it answers one question about one text, nothing
//! is stored, and nobody but the writer learns the answer. A miss costs a note that might
//! have helped and a false hit costs one calm sentence too many, so the list leans towards
//! first-person statements and leaves out figures of speech.

/// Returns true if the text speaks of the writer harming or killing themselves.
pub fn is_concerning(text: &str) -> bool {
    let words = words(text);
    PHRASES.iter().any(|phrase| contains(&words, phrase))
        && !EXCUSED.iter().any(|p| contains(&words, p))
}

/// Phrases in lower case, without punctuation; `*` stands for up to two words.
const PHRASES: &[&str] = &[
    // English
    "kill myself",
    "killing myself",
    "killed myself",
    "end my life",
    "ending my life",
    "end my own life",
    "take my own life",
    "taking my own life",
    "ending it all",
    "end it all",
    "i * suicidal",
    "im suicidal",
    "feeling suicidal",
    "commit suicide",
    "thinking * suicide",
    "thoughts of suicide",
    "suicidal thoughts",
    "hurt myself",
    "hurting myself",
    "harm myself",
    "harming myself",
    "self harm",
    "cut myself",
    "cutting myself",
    "i want to die",
    "i wanna die",
    "i just want to die",
    "i dont want to live",
    "i dont want to be alive",
    "i do not want to live",
    "i do not want to be alive",
    "dont want to be here anymore",
    "do not want to be here anymore",
    "wish i was dead",
    "wish i were dead",
    "wish i was never born",
    "better off without me",
    "better off dead",
    "no reason to live",
    "nothing to live for",
    "cant go on living",
    "cannot go on living",
    // German
    "mich umbringen",
    "bringe mich um",
    "mir das leben nehmen",
    "nehme mir das leben",
    "ich will nicht mehr leben",
    "ich möchte nicht mehr leben",
    "ich will sterben",
    "ich möchte sterben",
    "ich ritze mich",
    "mich selbst verletzen",
    "suizidgedanken",
    "selbstmordgedanken",
    // French
    "me suicider",
    "je * me tuer",
    "envie de me tuer",
    "en finir avec la vie",
    "mettre fin à mes jours",
    "je veux mourir",
    "je ne veux plus vivre",
    "me faire du mal",
    // Spanish
    "suicidarme",
    "quitarme la vida",
    "matarme",
    "quiero morir",
    "no quiero vivir",
    "hacerme daño",
    // Italian
    "uccidermi",
    "suicidarmi",
    "togliermi la vita",
    "voglio morire",
    "non voglio più vivere",
    // Portuguese
    "quero me matar",
    "vou me matar",
    "tirar a minha vida",
    "quero morrer",
    "não quero viver",
    "não quero mais viver",
];

/// Everyday phrases that hold one of those above and mean something else.
const EXCUSED: &[&str] = &[
    "suicide squad",
    "cut myself shaving",
    "cut myself a slice",
    "cut myself a piece",
    "cut myself some slack",
    "cutting myself some slack",
    "hurt myself laughing",
    "die laughing",
    "die of laughter",
    "die * embarrassment",
    "i want to die hard",
    "quiero morir de risa",
];

/// Words in lower case: letters and digits, with apostrophes dropped ("don't" is "dont").
fn words(text: &str) -> Vec<String> {
    let text = text.replace(['\'', '’', 'ʼ'], "").to_lowercase();
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Looks for a phrase at every place of a text.
fn contains(words: &[String], phrase: &str) -> bool {
    let phrase: Vec<&str> = phrase.split(' ').collect();
    (0..words.len()).any(|at| words.get(at..).is_some_and(|rest| begins(rest, &phrase)))
}

fn begins(words: &[String], phrase: &[&str]) -> bool {
    match phrase.split_first() {
        None => true,
        Some((&"*", rest)) => {
            (0..=2).any(|skip| words.get(skip..).is_some_and(|words| begins(words, rest)))
        }
        Some((first, rest)) => {
            words.split_first().is_some_and(|(word, words)| word == first && begins(words, rest))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_person_statements_are_found_in_any_spelling() {
        for text in [
            "I want to kill myself.",
            "honestly i've been thinking about suicide a lot",
            "I DON'T WANT TO LIVE",
            "I don’t want to be alive any more",
            "sometimes i cut myself",
            "They would be better off without me",
            "I am really suicidal",
            "Ich will nicht mehr leben!",
            "je veux mourir",
            "A veces pienso en suicidarme",
            "Non voglio più vivere",
            "não quero mais viver",
        ] {
            assert!(is_concerning(text), "{text}");
        }
    }

    #[test]
    fn figures_of_speech_and_the_subject_itself_are_not() {
        for text in [
            "this game kills me",
            "I would kill for a coffee",
            "I nearly died laughing",
            "I cut myself shaving this morning",
            "Who wrote the book on suicide, Durkheim?",
            "Have you seen Suicide Squad?",
            "Romeo and Juliet die at the end",
            "What is the tallest mountain?",
            "I cut myself some slack",
            "My phone is dead",
            "skills myself",
            "it is 50 kms away",
            "I take my life seriously",
            "",
        ] {
            assert!(!is_concerning(text), "{text}");
        }
    }

    #[test]
    fn every_phrase_is_in_the_form_it_is_compared_in() {
        for phrase in PHRASES.iter().chain(EXCUSED) {
            let plain = phrase.replace('*', "x");
            assert_eq!(words(&plain).join(" "), plain, "{phrase}");
        }
    }

    #[test]
    fn a_long_text_takes_no_long_time() {
        assert!(!is_concerning(&"i i i i ".repeat(2_000)));
    }
}
