//! The corpus that comes with Luna: prompts and replies written for it by hand, and
//! replies that fit any question.

use std::sync::LazyLock;

use luna_core::rng::Chance;
use luna_core::text;

use super::corpus::{Corpus, read_corpus};
use super::line::{CorpusLine, LineSource};

/// By subject: tab-separated prompts and replies.
const FILES: [&str; 10] = [
    include_str!("corpus/knowledge.tsv"),
    include_str!("corpus/life.tsv"),
    include_str!("corpus/minds.tsv"),
    include_str!("corpus/opinions.tsv"),
    include_str!("corpus/riddles.tsv"),
    include_str!("corpus/sense.tsv"),
    include_str!("corpus/small_talk.tsv"),
    include_str!("corpus/sums.tsv"),
    include_str!("corpus/what_if.tsv"),
    include_str!("corpus/words.tsv"),
];

/// A reply to a line.
const VAGUE: &str = include_str!("corpus/vague.txt");

static LINES: LazyLock<Vec<CorpusLine>> = LazyLock::new(|| {
    let lines = FILES.into_iter().flat_map(|file| read(file).lines);
    lines.map(|line| CorpusLine { source: LineSource::Luna, ..line }).collect()
});

fn read(file: &str) -> Corpus {
    // Bytes in memory can always be read.
    read_corpus(file.as_bytes()).unwrap_or_default()
}

pub(crate) fn lines() -> &'static [CorpusLine] {
    &LINES
}

/// A reply to a question that nothing is known about: at most `max_chars` characters,
/// and none of those `given` already while there is another.
pub(crate) fn vague(max_chars: usize, given: &[String], chance: &mut Chance) -> String {
    let fits = |reply: &&str| text::check(reply, max_chars).is_ok();
    let known: Vec<&str> = VAGUE.lines().filter(fits).collect();
    let new = known.iter().copied().filter(|reply| !given.iter().any(|it| it == reply));
    let new: Vec<&str> = new.collect();
    let cut = || "hm?".chars().take(max_chars.max(1)).collect();
    chance.pick(&new).or_else(|| chance.pick(&known)).map_or_else(cut, |&reply| reply.to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::house::recall::ENOUGH_PAIRS;

    /// Characters of a reply, which is what a person might type.
    const LONGEST: usize = 300;

    #[test]
    fn it_has_enough_pairs_all_of_them_different() {
        for file in FILES {
            let corpus = read(file);
            assert_eq!((corpus.skipped, corpus.first_skipped), (0, None));
        }
        assert!(lines().len() >= ENOUGH_PAIRS, "{}", lines().len());
        let bare = |text: &str| {
            let letters = text.chars().filter(|c| c.is_alphanumeric() || !c.is_ascii());
            letters.flat_map(char::to_lowercase).collect::<String>()
        };
        let mut prompts = BTreeSet::new();
        let mut replies = BTreeSet::new();
        for line in lines() {
            assert!(line.prompt == "??????" || prompts.insert(bare(&line.prompt)), "{line:?}");
            assert_eq!(line.source, LineSource::Luna);
            replies.insert(&line.reply);
        }
        assert!(replies.len() * 100 > lines().len() * 95, "{} differ", replies.len());
    }

    #[test]
    fn most_of_it_fits_where_responses_are_short() {
        let short = lines().iter().filter(|line| line.reply.chars().count() <= 100);
        assert!(short.count() >= ENOUGH_PAIRS);
    }

    #[test]
    fn nothing_in_it_leads_to_anybody() {
        let vague = VAGUE.lines();
        for reply in lines().iter().flat_map(|it| [&*it.prompt, &*it.reply]).chain(vague) {
            assert_eq!(text::check(reply, LONGEST), Ok(()), "{reply:?}");
            assert_eq!(reply.trim(), reply, "{reply:?}");
            let lower = reply.to_lowercase();
            let leads = ["@", "://", "www.", ".com", ".org", ".net"];
            assert!(!leads.iter().any(|part| lower.contains(part)), "{reply:?}");
            let telephone = reply.split(|c: char| !c.is_ascii_digit()).any(|it| it.len() > 6);
            assert!(!telephone || reply.contains("3.141592653"), "{reply:?}");
            assert!(reply.chars().all(|c| !c.is_control()), "{reply:?}");
        }
    }

    #[test]
    fn a_vague_reply_fits_and_is_not_given_twice() {
        let mut chance = Chance::from_seed(3);
        let all = VAGUE.lines().count();
        let mut given = Vec::new();
        for _ in 0..all {
            given.push(vague(5_000, &given, &mut chance));
        }
        assert_eq!(given.iter().collect::<BTreeSet<_>>().len(), all);
        assert!(given.contains(&vague(5_000, &given, &mut chance)), "there is no other");
        for max_chars in 1..40 {
            let reply = vague(max_chars, &[], &mut chance);
            assert_eq!(text::check(&reply, max_chars), Ok(()), "{reply:?}");
        }
    }
}
