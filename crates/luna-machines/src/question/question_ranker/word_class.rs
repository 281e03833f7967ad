//! Classes of words: function words by lists, the others by their endings and by the irregular
//! verbs. A guess, from one word alone.

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WordClass {
    Wh,
    Be,
    Have,
    Do,
    Modal,
    Determiner,
    Pronoun,
    Preposition,
    Conjunction,
    Negation,
    Number,
    Name,
    Adverb,
    Past,
    Gerund,
    Adjective,
    Verb,
    Plural,
    Noun,
}

impl WordClass {
    pub(super) const ALL: [WordClass; 19] = [
        WordClass::Wh,
        WordClass::Be,
        WordClass::Have,
        WordClass::Do,
        WordClass::Modal,
        WordClass::Determiner,
        WordClass::Pronoun,
        WordClass::Preposition,
        WordClass::Conjunction,
        WordClass::Negation,
        WordClass::Number,
        WordClass::Name,
        WordClass::Adverb,
        WordClass::Past,
        WordClass::Gerund,
        WordClass::Adjective,
        WordClass::Verb,
        WordClass::Plural,
        WordClass::Noun,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            WordClass::Wh => "wh",
            WordClass::Be => "be",
            WordClass::Have => "have",
            WordClass::Do => "do",
            WordClass::Modal => "modal",
            WordClass::Determiner => "determiner",
            WordClass::Pronoun => "pronoun",
            WordClass::Preposition => "preposition",
            WordClass::Conjunction => "conjunction",
            WordClass::Negation => "negation",
            WordClass::Number => "number",
            WordClass::Name => "name",
            WordClass::Adverb => "adverb",
            WordClass::Past => "past",
            WordClass::Gerund => "gerund",
            WordClass::Adjective => "adjective",
            WordClass::Verb => "verb",
            WordClass::Plural => "plural",
            WordClass::Noun => "noun",
        }
    }

    /// Returns true for an auxiliary: a form of be, have or do, or a modal verb.
    pub(super) fn is_auxiliary(self) -> bool {
        matches!(self, WordClass::Be | WordClass::Have | WordClass::Do | WordClass::Modal)
    }

    /// The class of a word in lower case. A capital letter makes a name, except at the start.
    pub(super) fn of(word: &str, is_capital: bool, is_first: bool) -> WordClass {
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return WordClass::Number;
        }
        let listed = LISTS.iter().find(|(_, words)| words.contains(&word));
        match listed {
            Some(&(class, _)) if !is_capital || is_first || class == WordClass::Wh => class,
            _ if is_capital && !is_first => WordClass::Name,
            _ => WordClass::by_ending(word),
        }
    }

    fn by_ending(word: &str) -> WordClass {
        let ends = |endings: &[&str]| {
            endings.iter().any(|end| word.len() > end.len() + 2 && word.ends_with(end))
        };
        if ends(&["ly"]) {
            WordClass::Adverb
        } else if ends(&["ed"]) {
            WordClass::Past
        } else if ends(&["ing"]) {
            WordClass::Gerund
        } else if ends(&ADJECTIVE) {
            WordClass::Adjective
        } else if ends(&["ss", "us", "is"]) {
            WordClass::Noun
        } else if ends(&["s"]) {
            WordClass::Plural
        } else {
            WordClass::Noun
        }
    }
}

/// Endings of adjectives.
const ADJECTIVE: [&str; 13] =
    ["ous", "ive", "ful", "less", "able", "ible", "ish", "ical", "ial", "nal", "ral", "ic", "ant"];

/// The first list that has a word gives its class.
const LISTS: [(WordClass, &[&str]); 15] = [
    (WordClass::Wh, &["what", "who", "where", "when", "which", "whose", "how", "why"]),
    (WordClass::Be, &["is", "are", "was", "were", "be", "been", "being", "am"]),
    (WordClass::Have, &["has", "have", "had", "having"]),
    (WordClass::Do, &["do", "does", "did", "done", "doing"]),
    (
        WordClass::Modal,
        &["can", "could", "will", "would", "shall", "should", "may", "might", "must"],
    ),
    (WordClass::Negation, &["not", "no", "never", "nor", "neither", "nothing", "nobody", "none"]),
    (
        WordClass::Determiner,
        &[
            "the", "a", "an", "this", "that", "these", "those", "each", "every", "some", "any",
            "all", "both", "another", "such", "many", "much", "most", "several", "few", "other",
        ],
    ),
    (
        WordClass::Pronoun,
        &[
            "he",
            "she",
            "it",
            "they",
            "we",
            "i",
            "you",
            "him",
            "them",
            "us",
            "me",
            "his",
            "her",
            "its",
            "their",
            "our",
            "my",
            "your",
            "himself",
            "herself",
            "itself",
            "themselves",
            "one",
            "there",
        ],
    ),
    (
        WordClass::Preposition,
        &[
            "of",
            "in",
            "to",
            "for",
            "with",
            "on",
            "at",
            "by",
            "from",
            "about",
            "as",
            "into",
            "through",
            "during",
            "before",
            "after",
            "above",
            "below",
            "between",
            "under",
            "over",
            "against",
            "among",
            "within",
            "without",
            "along",
            "across",
            "behind",
            "beyond",
            "near",
            "toward",
            "towards",
            "upon",
            "until",
            "since",
            "despite",
            "off",
            "out",
            "up",
            "down",
            "around",
            "throughout",
            "like",
            "per",
            "via",
            "outside",
            "inside",
        ],
    ),
    (
        WordClass::Conjunction,
        &[
            "and", "or", "but", "because", "although", "though", "while", "whereas", "if",
            "unless", "than", "so", "yet", "whether",
        ],
    ),
    (
        WordClass::Adverb,
        &[
            "also", "very", "too", "then", "now", "still", "often", "always", "again", "even",
            "just", "however", "soon", "later", "ever", "almost", "well", "instead", "only",
            "more", "less", "first", "once", "twice", "here", "far", "away", "back",
        ],
    ),
    (
        WordClass::Number,
        &[
            "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "hundred",
            "thousand", "million", "billion",
        ],
    ),
    (
        WordClass::Adjective,
        &[
            "large",
            "small",
            "great",
            "new",
            "old",
            "high",
            "low",
            "long",
            "short",
            "early",
            "late",
            "good",
            "bad",
            "major",
            "main",
            "same",
            "different",
            "own",
            "last",
            "second",
            "young",
            "little",
            "big",
            "best",
            "largest",
            "public",
            "common",
            "great",
            "full",
            "strong",
            "western",
            "eastern",
            "northern",
            "southern",
            "modern",
            "important",
        ],
    ),
    (
        WordClass::Past,
        &[
            "became",
            "began",
            "begun",
            "built",
            "bought",
            "broke",
            "broken",
            "brought",
            "came",
            "caught",
            "chose",
            "chosen",
            "drew",
            "drawn",
            "drove",
            "driven",
            "fell",
            "fallen",
            "felt",
            "fought",
            "flew",
            "flown",
            "found",
            "gave",
            "given",
            "gone",
            "got",
            "grew",
            "grown",
            "heard",
            "held",
            "kept",
            "knew",
            "known",
            "laid",
            "led",
            "left",
            "lost",
            "made",
            "meant",
            "met",
            "paid",
            "rose",
            "risen",
            "ran",
            "said",
            "sang",
            "sat",
            "saw",
            "seen",
            "sent",
            "shot",
            "shown",
            "slept",
            "sold",
            "spent",
            "spoke",
            "spoken",
            "stood",
            "struck",
            "sung",
            "swam",
            "taken",
            "taught",
            "thought",
            "threw",
            "thrown",
            "told",
            "took",
            "went",
            "won",
            "wore",
            "worn",
            "written",
            "wrote",
            "sought",
            "born",
            "bore",
            "hung",
            "understood",
            "withdrew",
            "underwent",
        ],
    ),
    (
        WordClass::Verb,
        &[
            "become", "begin", "build", "bring", "come", "choose", "draw", "fall", "feel", "fight",
            "find", "give", "go", "get", "grow", "hear", "keep", "know", "lead", "leave", "lose",
            "make", "mean", "meet", "pay", "read", "rise", "run", "say", "see", "send", "show",
            "speak", "spend", "stand", "take", "teach", "think", "tell", "win", "wear", "write",
            "seek", "include", "live", "serve", "remain", "use", "allow", "cause", "contain",
            "provide", "receive", "move", "die", "play", "help", "continue", "belong", "want",
            "seem", "appear", "produce", "occur", "refer", "consist", "lie", "put", "set", "tend",
            "attend", "include", "includes", "becomes", "makes", "takes", "gives", "contains",
            "remains", "lies", "has", "seems", "serves", "lives", "uses", "allows",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_the_class_of_their_list_or_of_their_ending() {
        let class = |word: &str, is_capital| WordClass::of(word, is_capital, false).name();
        let found = ["what", "was", "the", "its", "of", "because", "1914", "quickly", "captured"]
            .map(|word| class(word, false));
        let expected = [
            "wh",
            "be",
            "determiner",
            "pronoun",
            "preposition",
            "conjunction",
            "number",
            "adverb",
            "past",
        ];
        assert_eq!(found, expected);
        let found =
            ["running", "famous", "wrote", "take", "rivers", "bus", "glass", "castle", "red"]
                .map(|word| class(word, false));
        let expected =
            ["gerund", "adjective", "past", "verb", "plural", "noun", "noun", "noun", "noun"];
        assert_eq!(found, expected);
        assert_eq!((class("rome", true), class("of", true)), ("name", "name"));
        assert_eq!(
            WordClass::of("rome", true, true).name(),
            "noun",
            "every sentence has a capital"
        );
    }

    #[test]
    fn every_class_is_listed_once_under_a_name_of_its_own() {
        let mut names = WordClass::ALL.map(WordClass::name);
        assert!(WordClass::ALL.is_sorted());
        names.sort_unstable();
        assert!(names.is_sorted_by(|one, next| one < next));
    }
}
