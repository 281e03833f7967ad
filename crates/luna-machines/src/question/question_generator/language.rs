//! Recognition of English, by its letters and its most frequent words.

/// Words that are needed for a decision.
const ENOUGH: usize = 4;

const ENGLISH: &[&str] = &[
    "the", "of", "and", "to", "a", "in", "is", "was", "that", "it", "for", "on", "with", "as",
    "are", "by", "at", "from", "his", "her", "were", "be", "this", "had", "not", "but", "which",
    "or", "an", "have", "has", "their", "they", "he", "she", "its", "who", "when", "there", "been",
    "would", "into", "after", "will", "did", "can",
];
const OTHERS: &[&str] = &[
    "der", "das", "und", "den", "dem", "ein", "eine", "nicht", "mit", "von", "ist", "für", "im",
    "sich", "auf", "le", "les", "des", "une", "dans", "est", "et", "du", "avec", "pour", "que",
    "qui", "el", "los", "las", "una", "por", "con", "para", "en", "y", "del", "il", "di", "che",
    "della", "nel", "het", "een", "van", "voor", "och", "att", "som", "det", "på", "e", "um",
    "uma", "não", "os", "da", "ao", "w", "na", "się", "nie", "jest",
];

/// Returns true if the text is certainly not English.
pub(super) fn is_other(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let latin = text.chars().filter(|c| c.is_alphabetic() && *c < '\u{250}').count();
    if letters >= 5 && latin * 2 < letters {
        return true;
    }
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let count = |list: &[&str]| words.iter().filter(|word| list.contains(&word.as_str())).count();
    let (english, others) = (count(ENGLISH), count(OTHERS));
    words.len() >= ENOUGH && others > english && others * 8 >= words.len()
}
