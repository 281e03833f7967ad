//! Concepts as people write them: lemmas that no dictionary has become words again.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use super::word_class::is_capitalized;

/// Words of a lemma that are replaced together, at most.
const MOST_WORDS: usize = 4;

/// The words of a name with lemmas such as *clothe* and *swim pool* replaced, and with capitals.
pub(super) fn restored(name: &str) -> Cow<'_, str> {
    static FORMS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
        include_str!("display.txt").lines().filter_map(|line| line.split_once('\t')).collect()
    });
    let words: Vec<&str> = name.split(' ').collect();
    let (mut found, mut changed, mut nth) = (Vec::new(), false, 0);
    while let Some(&word) = words.get(nth) {
        let longest = words.len().min(nth + MOST_WORDS);
        let replaced = (nth + 1..=longest).rev().find_map(|to| {
            let lemma = words.get(nth..to)?.join(" ");
            let form = FORMS.get(lemma.as_str()).map(|&form| form.to_owned());
            let form = form.or_else(|| is_capitalized(&lemma).then(|| capitalized(&lemma)))?;
            Some((form, to))
        });
        let (form, to) = replaced.map_or((Cow::Borrowed(word), nth + 1), |(form, to)| {
            changed = true;
            (Cow::Owned(form), to)
        });
        found.push(form);
        nth = to;
    }
    if changed { Cow::Owned(found.join(" ")) } else { Cow::Borrowed(name) }
}

fn capitalized(words: &str) -> String {
    let one = |word: &str| match word.chars().next() {
        Some(first) if word != "of" => first.to_uppercase().chain(word.chars().skip(1)).collect(),
        _ => word.to_owned(),
    };
    words.split(' ').map(one).collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lemmas_become_words_and_names_have_capitals() {
        for (name, expected) in [
            ("clothe", "clothes"),
            ("warm clothe", "warm clothes"),
            ("swim pool", "swimming pool"),
            ("new york city", "New York City"),
            ("unite state america", "United States of America"),
            ("french bread", "French bread"),
            ("dog", "dog"),
        ] {
            assert_eq!(restored(name), expected);
        }
        assert!(matches!(restored("dog house"), Cow::Borrowed(_)));
    }

    #[test]
    fn lemmas_are_listed_once_in_order() {
        let list: Vec<&str> = include_str!("display.txt").lines().collect();
        assert!(list.is_sorted_by(|one, next| one < next));
        assert!(list.iter().all(|line| line.split_once('\t').is_some()));
    }
}
