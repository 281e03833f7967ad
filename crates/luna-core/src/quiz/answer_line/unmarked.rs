//! Answers without underlining: the part of them that is enough.

use super::given_names::is_given_name;
use super::phrase::Phrase;
use super::vocabulary::{is_class_noun, is_loose_class_noun, is_no_surname, is_suffix};
use super::words::Role;

/// Says if an answer without underlining is recognisable when these words of it are missing.
pub(super) fn is_enough(phrase: &Phrase, lacks: &dyn Fn(usize) -> bool) -> bool {
    let list = &phrase.words.list;
    let content: Vec<usize> = (0..list.len())
        .filter(|&at| list.get(at).is_some_and(|word| phrase.requires(word)))
        .collect();
    let text = |at: usize| list.get(at).map_or("", |word| phrase.words.get(word));
    let missing = content.iter().filter(|&&at| lacks(at)).count();
    let Some(&end) = content.last() else { return false };
    // One word of a long answer.
    if content.len() >= 6 && missing == 1 {
        return true;
    }
    // River, Republic of, dynasty.
    if content.iter().all(|&at| !lacks(at) || is_loose_class_noun(text(at)))
        && content.iter().any(|&at| !lacks(at) && !is_class_noun(text(at)))
    {
        return true;
    }
    // A place before the region that it lies in: Tulsa, Oklahoma.
    if let Some(before) = phrase.place_and_region()
        && content.iter().all(|&at| !lacks(at) || at >= before)
    {
        return true;
    }
    // A ruler before the country: Philip II of Spain.
    let number = list.iter().position(|word| word.number.is_some());
    if let Some(number) = number
        && number > 0
        && list.get(number + 1).is_some_and(|word| phrase.words.get(word) == "of")
    {
        return content.iter().all(|&at| !lacks(at) || at > number);
    }
    let surname = if is_suffix(text(end)) { end.saturating_sub(1) } else { end };
    is_persons_name(phrase) && !lacks(surname)
}

/// Says if the answer looks like a person's full name.
pub(super) fn is_persons_name(phrase: &Phrase) -> bool {
    let list = phrase.words.list.as_slice();
    let title = list.iter().take_while(|word| word.role == Role::Title).count();
    let suffix = list.last().is_some_and(|word| is_suffix(phrase.words.get(word)));
    let list = list.get(title..list.len() - usize::from(suffix)).unwrap_or_default();
    let first = list.first().map_or("", |word| phrase.words.get(word));
    let particles = [
        "de", "van", "von", "der", "den", "da", "di", "du", "la", "le", "del", "y", "al", "d",
        "dos", "des",
    ];
    (2..=6).contains(&list.len())
        && (is_given_name(first) || (first.len() == 1 && first != "a"))
        && list.iter().all(|word| {
            let text = phrase.words.get(word);
            (word.capitalised && word.role != Role::Function && word.number.is_none())
                || particles.contains(&text)
        })
        && list.last().is_some_and(|word| {
            word.role == Role::Content && !is_no_surname(phrase.words.get(word))
        })
}
