//! Search in the chapters: each word of a query must begin a word of what is found.

use std::collections::BTreeSet;
use std::ops::Bound;

use super::rendered::Rendered;

/// Characters of a query that are read.
pub(super) const MOST_CHARS: usize = 200;
pub(super) const MOST_HITS: usize = 20;
/// Characters of an excerpt before its first marked word, and after it.
const BEFORE: usize = 60;
const AFTER: usize = 140;

pub(super) struct Index {
    entries: Vec<Entry>,
}

/// A title, a heading or a passage, in the order in which they are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Title,
    Heading,
    Text,
}

struct Entry {
    chapter: usize,
    kind: Kind,
    heading: usize,
    /// The words of the text alone.
    own: BTreeSet<String>,
    /// The words of the title, and of the heading above a passage.
    above: BTreeSet<String>,
    /// A sentence to show.
    text: String,
}

/// A place in a chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    /// The place of the chapter in the book.
    pub(super) chapter: usize,
    /// The heading that it is under, as an index.
    pub(super) heading: usize,
    /// An excerpt in pieces, each with true if it matches.
    pub(super) excerpt: Vec<(String, bool)>,
}

impl Index {
    pub(super) fn new<'a>(chapters: impl Iterator<Item = (&'a str, &'a Rendered)>) -> Index {
        let all = chapters.enumerate();
        Index { entries: all.flat_map(|(at, (title, it))| entries(at, title, it)).collect() }
    }

    /// At most twenty places, the best first, one for each heading.
    pub(super) fn find(&self, query: &str) -> Vec<Hit> {
        let wanted = query_words(query);
        if wanted.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<(Kind, usize, &Entry)> = self
            .entries
            .iter()
            .filter_map(|entry| {
                let missing = wanted.iter().filter(|word| !begins(&entry.own, word));
                let missing: Vec<&String> = missing.collect();
                let holds = missing.iter().all(|word| begins(&entry.above, word));
                (holds && missing.len() < wanted.len()).then_some((
                    entry.kind,
                    missing.len(),
                    entry,
                ))
            })
            .collect();
        // Stable: equally good places keep the order of the chapters.
        found.sort_by_key(|(kind, missing, _)| (*kind, *missing));
        let mut seen = BTreeSet::new();
        let places = found.into_iter().map(|(_, _, entry)| entry);
        let new = places.filter(|it| seen.insert((it.chapter, it.heading)));
        new.take(MOST_HITS)
            .map(|it| Hit {
                chapter: it.chapter,
                heading: it.heading,
                excerpt: excerpt(&it.text, &wanted),
            })
            .collect()
    }
}

/// The words of a query, as far as it is read.
pub(super) fn query_words(query: &str) -> BTreeSet<String> {
    let read: String = query.chars().take(MOST_CHARS).collect();
    words(&read)
}

fn entries(chapter: usize, title: &str, it: &Rendered) -> Vec<Entry> {
    let title_words = words(title);
    let heads = it.headings.iter().enumerate().map(|(nth, heading)| {
        let first = it.passages.iter().find(|passage| passage.heading == nth);
        let (kind, own, above) = match nth {
            0 => (Kind::Title, &title_words | &words(&heading.text), BTreeSet::new()),
            _ => (Kind::Heading, words(&heading.text), title_words.clone()),
        };
        let text = first.map_or_else(String::new, |passage| passage.text.clone());
        Entry { chapter, kind, heading: nth, own, above, text }
    });
    let passages = it.passages.iter().map(|passage| {
        let heading = it.headings.get(passage.heading).map_or("", |heading| &heading.text);
        Entry {
            chapter,
            kind: Kind::Text,
            heading: passage.heading,
            own: words(&passage.text),
            above: &title_words | &words(heading),
            text: passage.text.clone(),
        }
    });
    heads.chain(passages).collect()
}

fn words(text: &str) -> BTreeSet<String> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    parts.map(str::to_lowercase).collect()
}

/// Returns true if a word of a set begins like this.
fn begins(all: &BTreeSet<String>, start: &str) -> bool {
    all.range::<str, _>((Bound::Included(start), Bound::Unbounded))
        .next()
        .is_some_and(|word| word.starts_with(start))
}

/// The part of a text around the first word that matches, in pieces.
fn excerpt(text: &str, wanted: &BTreeSet<String>) -> Vec<(String, bool)> {
    let pieces = pieces(text, wanted);
    let before: usize = pieces
        .iter()
        .take_while(|(_, marked)| !marked)
        .map(|(piece, _)| piece.chars().count())
        .sum();
    let all = text.chars().count();
    // Without a match, the beginning.
    let from = if before == all { 0 } else { before.saturating_sub(BEFORE) };
    let to = all.min(from + BEFORE + AFTER);
    let mut shown: Vec<(String, bool)> = Vec::new();
    let mut at = 0;
    for (piece, marked) in pieces {
        let many = piece.chars().count();
        let kept: String = piece
            .chars()
            .enumerate()
            .filter(|(nth, _)| (from..to).contains(&(at + nth)))
            .map(|(_, c)| c)
            .collect();
        at += many;
        if !kept.is_empty() {
            shown.push((kept, marked));
        }
    }
    if from > 0
        && let Some((first, false)) = shown.first_mut()
    {
        let start = first.find(' ').map_or(0, |at| at + 1);
        *first = format!("… {}", &first[start..]);
    }
    if to < all
        && let Some((last, false)) = shown.last_mut()
    {
        let end = last.rfind(' ').unwrap_or(last.len());
        *last = format!("{} …", &last[..end]);
    }
    shown
}

/// A text cut where words begin and end that match.
fn pieces(text: &str, wanted: &BTreeSet<String>) -> Vec<(String, bool)> {
    let mut all: Vec<(String, bool)> = Vec::new();
    let mut push = |piece: &str, marked: bool| match all.last_mut() {
        Some((last, false)) if !marked => last.push_str(piece),
        _ => all.push((piece.to_owned(), marked)),
    };
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = first.is_alphanumeric();
        let end = rest.find(|c: char| c.is_alphanumeric() != is_word).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        let lower = piece.to_lowercase();
        push(piece, is_word && wanted.iter().any(|word| lower.starts_with(word.as_str())));
        rest = after;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::rendered::render;
    use super::super::tests::targets;
    use super::*;

    const MOON: &str = "# The moon\n\nIt waxes slowly.\n\n## Tides\n\nThe sea follows the moon.\n";
    const SEA: &str =
        "# The sea\n\nA ship sails.\n\n## Tides and the Moon\n\nTwice a day, *everywhere*.\n";

    /// The chapter and the heading of each hit.
    fn found(query: &str) -> Vec<(usize, usize)> {
        let chapters = [MOON, SEA].map(|text| render(&targets(), "docs/bot.md", text));
        let index = Index::new(["Moon", "Sea"].into_iter().zip(&chapters));
        index.find(query).iter().map(|hit| (hit.chapter, hit.heading)).collect()
    }

    #[test]
    fn titles_come_before_headings_and_headings_before_text() {
        assert_eq!(found("moon"), [(0, 0), (1, 1), (0, 1)]);
        assert_eq!(found("TIDES"), [(0, 1), (1, 1)]);
    }

    #[test]
    fn every_word_must_occur_and_may_be_a_beginning() {
        assert_eq!(found("sea foll"), [(0, 1)]);
        assert_eq!(found("ship moon"), []);
        assert_eq!(found("day tides"), [(1, 1)], "a passage is under its heading");
        assert_eq!(found("ails"), []);
        assert_eq!(found("every-WHERE"), []);
    }

    #[test]
    fn a_query_without_words_or_with_endless_ones_finds_nothing() {
        for query in ["", "  ", "?!", &"moon ".repeat(2_000).replace("moon ", "m")] {
            assert_eq!(found(query), [], "{query}");
        }
        assert_eq!(found(&format!("moon{}x", " ".repeat(MOST_CHARS))), found("moon"));
        assert!(query_words(&"a b ".repeat(100_000)).len() == 2);
    }

    #[test]
    fn at_most_twenty_places_are_found() {
        let many: String = (0..50).map(|nth| format!("## Tide {nth}\n\nSea.\n\n")).collect();
        let many = render(&targets(), "docs/bot.md", &format!("# T\n\n{many}"));
        let index = Index::new(std::iter::once(("T", &many)));
        assert_eq!(index.find("tide").len(), MOST_HITS);
    }

    #[test]
    fn an_excerpt_marks_the_words_and_says_where_it_is_cut() {
        let wanted = query_words("owl");
        let shown = |text: &str| -> String {
            let pieces = excerpt(text, &wanted);
            pieces
                .iter()
                .map(|(it, marked)| if *marked { format!("[{it}]") } else { it.clone() })
                .collect()
        };
        assert_eq!(shown("An owl, two Owls and a fowl."), "An [owl], two [Owls] and a fowl.");
        assert_eq!(shown("Nothing."), "Nothing.");
        let long = format!("{}owl {}", "day ".repeat(100), "night ".repeat(100));
        let shown = shown(&long);
        assert!(shown.starts_with("… day day"), "{shown}");
        assert!(shown.contains("day [owl] night"), "{shown}");
        assert!(shown.ends_with("night …"), "{shown}");
        assert!(shown.chars().count() < BEFORE + AFTER + 10, "{shown}");
    }
}
