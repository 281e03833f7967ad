//! Inflected forms of English words.

/// The base form, the past tense and the past participle of irregular verbs.
pub(super) fn irregular_verbs() -> impl Iterator<Item = [&'static str; 3]> {
    include_str!("verbs.txt").lines().filter_map(|line| {
        let mut forms = line.split(' ');
        Some([forms.next()?, forms.next()?, forms.next()?])
    })
}

/// The singular and the plural of irregular nouns.
pub(super) fn irregular_nouns() -> impl Iterator<Item = [&'static str; 2]> {
    include_str!("nouns.txt").lines().filter_map(|line| line.split_once(' ')).map(<[&str; 2]>::from)
}

/// The form with *-ing*; such a form stays as it is.
pub(super) fn gerund(verb: &str) -> String {
    match verb {
        "be" | "see" | "dye" => return format!("{verb}ing"),
        _ if verb.len() > 5 && verb.ends_with("ing") => return verb.to_owned(),
        _ => {}
    }
    if let Some(stem) = verb.strip_suffix("ie") {
        return format!("{stem}ying");
    }
    let keeps_e = verb.ends_with("ee") || verb.ends_with("oe") || verb.ends_with("ye");
    match verb.strip_suffix('e').filter(|_| !keeps_e) {
        Some(stem) => format!("{stem}ing"),
        None => format!("{}ing", doubled(verb)),
    }
}

/// The past participle; a participle stays as it is.
pub(super) fn participle(verb: &str) -> String {
    let irregular =
        irregular_verbs().find(|[base, _, participle]| *base == verb || *participle == verb);
    if let Some([.., participle]) = irregular {
        return participle.to_owned();
    }
    let is_participle = verb.len() > 3 && verb.ends_with("ed") && !verb.ends_with("eed");
    if is_participle {
        return verb.to_owned();
    }
    if verb.ends_with('e') {
        return format!("{verb}d");
    }
    match verb.strip_suffix('y').filter(|stem| !ends_in_vowel(stem)) {
        Some(stem) => format!("{stem}ied"),
        None => format!("{}ed", doubled(verb)),
    }
}

/// The plural of a noun.
pub(super) fn plural(noun: &str) -> String {
    if let Some([_, plural]) = irregular_nouns().find(|[singular, _]| *singular == noun) {
        return plural.to_owned();
    }
    if is_plural(noun) {
        return noun.to_owned();
    }
    match noun.strip_suffix('y').filter(|stem| !ends_in_vowel(stem)) {
        Some(stem) => format!("{stem}ies"),
        None if ["s", "x", "z", "ch", "sh"].iter().any(|end| noun.ends_with(end)) => {
            format!("{noun}es")
        }
        None => format!("{noun}s"),
    }
}

/// A noun that is plural by its form.
pub(super) fn is_plural(noun: &str) -> bool {
    let irregular = irregular_nouns().any(|[singular, plural]| plural == noun && singular != noun);
    let regular = noun.len() > 3 && noun.ends_with('s');
    let singular_ending = ["ss", "us", "is", "ics"].iter().any(|ending| noun.ends_with(ending));
    let singular = ["christmas", "gas", "lens", "news", "pancreas", "yes"];
    let is_singular = singular_ending || singular.contains(&noun.to_lowercase().as_str());
    irregular || regular && !is_singular
}

/// Starts with the sound of a vowel, and so follows *an*.
pub(super) fn starts_with_vowel_sound(word: &str) -> bool {
    let silent_h = ["hour", "honest", "honor", "honour", "heir"];
    let glide = ["uni", "use", "usu", "eu", "one", "once", "ufo", "uk"];
    let word = &word.to_lowercase();
    let starts = |beginnings: &[&str]| beginnings.iter().any(|&start| word.starts_with(start));
    let un = word.starts_with("unin") || word.starts_with("unim");
    starts(&silent_h) || word.starts_with(['a', 'e', 'i', 'o', 'u']) && (un || !starts(&glide))
}

/// A short verb in consonant, vowel and consonant doubles the last one: *run*, *runn-*.
fn doubled(verb: &str) -> String {
    let mut letters = verb.chars().rev();
    let three = (letters.next(), letters.next(), letters.next());
    let vowel = |c: char| "aeiou".contains(c);
    match three {
        (Some(last), Some(middle), Some(first))
            if !vowel(last) && !"wxy".contains(last) && vowel(middle) && !vowel(first) =>
        {
            let vowels = verb.chars().filter(|&c| vowel(c)).count();
            let qu = verb.starts_with("qu");
            if vowels == 1 || qu && vowels == 2 || DOUBLED.contains(&verb) {
                format!("{verb}{last}")
            } else {
                verb.to_owned()
            }
        }
        _ => verb.to_owned(),
    }
}

/// Longer verbs that double their last letter.
const DOUBLED: [&str; 10] = [
    "admit", "begin", "commit", "control", "equip", "forget", "occur", "prefer", "submit",
    "transmit",
];

fn ends_in_vowel(stem: &str) -> bool {
    stem.ends_with(['a', 'e', 'i', 'o', 'u'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gerunds_follow_the_spelling() {
        for (verb, expected) in [
            ("run", "running"),
            ("make", "making"),
            ("lie", "lying"),
            ("see", "seeing"),
            ("eat", "eating"),
            ("visit", "visiting"),
            ("play", "playing"),
            ("begin", "beginning"),
            ("bring", "bringing"),
            ("traveling", "traveling"),
        ] {
            assert_eq!(gerund(verb), expected);
        }
    }

    #[test]
    fn participles_are_regular_or_listed() {
        for (verb, expected) in [
            ("eat", "eaten"),
            ("use", "used"),
            ("carry", "carried"),
            ("play", "played"),
            ("stop", "stopped"),
            ("written", "written"),
            ("used", "used"),
        ] {
            assert_eq!(participle(verb), expected);
        }
    }

    #[test]
    fn plurals_follow_the_spelling() {
        for (noun, expected) in [
            ("leg", "legs"),
            ("box", "boxes"),
            ("baby", "babies"),
            ("tooth", "teeth"),
            ("toy", "toys"),
            ("clothes", "clothes"),
        ] {
            assert_eq!(plural(noun), expected);
        }
    }

    #[test]
    fn plurals_and_sounds_are_known() {
        for plural in ["dogs", "clothes", "people", "scissors", "children", "eyes"] {
            assert!(is_plural(plural), "{plural}");
        }
        for singular in
            ["bus", "glass", "dog", "tennis", "gas", "news", "sheep", "physics", "Christmas"]
        {
            assert!(!is_plural(singular), "{singular}");
        }
        for (word, expected) in [
            ("apple", true),
            ("hour", true),
            ("house", false),
            ("uniform", false),
            ("uninteresting story", true),
            ("umbrella", true),
            ("dog", false),
        ] {
            assert_eq!(starts_with_vowel_sound(word), expected, "{word}");
        }
    }
}
