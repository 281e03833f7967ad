//! From words to text: spaces, capitals, commas, *a* and *an*.

use luna_text::reading::UniversalTag;

use super::tree::Word;

/// The text of words, without capital at the start and without a mark at the end.
pub(super) fn text(words: &[Word]) -> String {
    let mut kept: Vec<&Word> = Vec::new();
    for word in words {
        let is_comma = matches!(word.form.as_str(), "," | ";" | ":" | "–" | "—" | "--");
        let doubled = kept.last().is_none_or(|last| is_separator(last));
        if !(is_comma && doubled) {
            kept.push(word);
        }
    }
    while kept.last().is_some_and(|last| is_separator(last) || is_end(last)) {
        kept.pop();
    }
    let mut text = String::new();
    for (nth, word) in kept.iter().enumerate() {
        let before = nth.checked_sub(1).and_then(|nth| kept.get(nth));
        let form = form(word, before, kept.get(nth + 1).copied());
        if let Some(before) = before
            && !joined(before, word)
        {
            text.push(' ');
        }
        text += &form;
    }
    text
}

/// The text with a capital.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if first.is_alphabetic() => first.to_uppercase().chain(letters).collect(),
        // A quotation mark or a bracket.
        Some(first) if first.is_alphanumeric() => text.to_owned(),
        Some(first) => {
            std::iter::once(first).chain(capitalised(letters.as_str()).chars()).collect()
        }
        None => String::new(),
    }
}

fn is_separator(word: &Word) -> bool {
    matches!(word.form.as_str(), "," | ";" | ":" | "–" | "—" | "--" | "-")
}

fn is_end(word: &Word) -> bool {
    word.tag == UniversalTag::Punct && word.form.chars().all(|c| matches!(c, '.' | '!' | '…' | '?'))
}

fn form(word: &Word, before: Option<&&Word>, next: Option<&Word>) -> String {
    // The first word of the sentence has lost its place.
    let is_first = word.origin == Some(0) || word.origin.is_some() && before.is_none();
    // *“It is old,” she said. She left*, read as one sentence: a pronoun is no name.
    let is_pronoun = word.tag == UniversalTag::Pron && word.form != "I";
    let is_name = word.is_name && !is_pronoun || word.form == "I";
    let capitals = word.form.chars().filter(|c| c.is_uppercase()).count();
    let mut form = word.form.clone();
    let nationality = word.tag == UniversalTag::Adj && word.lemma.starts_with(char::is_uppercase)
        || super::lexicon::is_nationality(&word.form);
    if (is_first || is_pronoun) && !is_name && capitals == 1 && !nationality {
        form = form.to_lowercase();
    }
    let changed = next.is_some_and(|next| {
        word.origin.is_none() || next.origin != word.origin.map(|origin| origin + 1)
    });
    if changed && matches!(form.as_str(), "a" | "an") {
        let next = next.map(Word::lower).unwrap_or_default();
        let article = if next.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        article.clone_into(&mut form);
    }
    form
}

fn joined(before: &Word, word: &Word) -> bool {
    let neighbours = word.origin.is_some() && before.origin.map(|origin| origin + 1) == word.origin;
    if neighbours {
        return word.glued;
    }
    matches!(word.form.as_str(), "," | "." | ";" | ":" | ")" | "]" | "%" | "'s" | "’s" | "?" | "'")
        || matches!(before.form.as_str(), "(" | "[" | "$")
}
