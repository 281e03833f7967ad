//! Forms of one word: plurals, inflections, British and American spelling, derivations.

/// Plurals that no rule gives, with their singulars.
const IRREGULAR: [(&str, &str); 58] = [
    ("algae", "alga"),
    ("alumni", "alumnus"),
    ("analyses", "analysis"),
    ("axes", "axis"),
    ("bacilli", "bacillus"),
    ("bacteria", "bacterium"),
    ("bases", "basis"),
    ("brethren", "brother"),
    ("cacti", "cactus"),
    ("calves", "calf"),
    ("children", "child"),
    ("concerti", "concerto"),
    ("crises", "crisis"),
    ("criteria", "criterion"),
    ("data", "datum"),
    ("dice", "die"),
    ("dwarves", "dwarf"),
    ("elves", "elf"),
    ("feet", "foot"),
    ("foci", "focus"),
    ("formulae", "formula"),
    ("fungi", "fungus"),
    ("geese", "goose"),
    ("genera", "genus"),
    ("halves", "half"),
    ("hooves", "hoof"),
    ("hyphae", "hypha"),
    ("hypotheses", "hypothesis"),
    ("indices", "index"),
    ("knives", "knife"),
    ("larvae", "larva"),
    ("leaves", "leaf"),
    ("libretti", "libretto"),
    ("lice", "louse"),
    ("lives", "life"),
    ("loaves", "loaf"),
    ("matrices", "matrix"),
    ("men", "man"),
    ("mice", "mouse"),
    ("mitochondria", "mitochondrion"),
    ("nuclei", "nucleus"),
    ("oxen", "ox"),
    ("phenomena", "phenomenon"),
    ("polyhedra", "polyhedron"),
    ("quanta", "quantum"),
    ("radii", "radius"),
    ("selves", "self"),
    ("shelves", "shelf"),
    ("spectra", "spectrum"),
    ("stimuli", "stimulus"),
    ("strata", "stratum"),
    ("teeth", "tooth"),
    ("theses", "thesis"),
    ("thieves", "thief"),
    ("vertebrae", "vertebra"),
    ("vertices", "vertex"),
    ("wolves", "wolf"),
    ("women", "woman"),
];

/// A word in pieces, whose letters in a row are its singular.
type Pieces<'a> = (&'a str, &'static str);

/// The singular of a word, or the word itself.
fn singular(word: &str) -> Pieces<'_> {
    let bytes = word.as_bytes();
    let cut = |length: usize| word.get(..word.len() - length).unwrap_or_default();
    if let Ok(at) = IRREGULAR.binary_search_by(|(plural, _)| (*plural).cmp(word)) {
        let singular = IRREGULAR.get(at).map_or("", |(_, singular)| *singular);
        return (
            "",
            if singular.ends_with("se") { singular.trim_end_matches('e') } else { singular },
        );
    }
    match bytes {
        [.., b'w', b'o', b'm', b'e', b'n'] => (cut(5), "woman"),
        [_, _, .., b'm', b'e', b'n'] => (cut(3), "man"),
        [_, _, .., b'i', b'e', b's'] => (cut(3), "y"),
        [_, .., b's' | b'x' | b'z', b'e', b's'] | [_, .., b'c' | b's', b'h', b'e', b's'] => {
            // Houses and buses end alike; without the e both are compared.
            (cut(2), "")
        }
        [_, .., b'o', b'e', b's'] => (cut(2), ""),
        [_, .., b's' | b'u' | b'i', b's'] => (word, ""),
        // Without its e, so that a house is the singular of houses.
        [_, _, .., b's'] | [_, _, .., b's' | b'x' | b'z', b'e'] => (cut(1), ""),
        _ => (word, ""),
    }
}

fn joined(pieces: Pieces<'_>) -> impl Iterator<Item = u8> {
    pieces.0.bytes().chain(pieces.1.bytes())
}

/// Endings that differ in Britain and America.
const SPELLINGS: [(&str, &str); 13] = [
    ("our", "or"),
    ("isation", "ization"),
    ("ising", "izing"),
    ("ised", "ized"),
    ("ise", "ize"),
    ("yse", "yze"),
    ("tre", "ter"),
    ("ence", "ense"),
    ("ogue", "og"),
    ("elled", "eled"),
    ("elling", "eling"),
    ("ium", "um"),
    ("grey", "gray"),
];

/// Says if two words differ only in number or in British and American spelling.
pub(super) fn is_same(left: &str, right: &str) -> bool {
    if left.as_bytes().first() != right.as_bytes().first() {
        return false;
    }
    if is_other_spelling(left, right) {
        return true;
    }
    let (left, right) = (singular(left), singular(right));
    if joined(left).eq(joined(right)) {
        return true;
    }
    // An irregular plural has no British form.
    let ((left, ""), (right, "")) = (left, right) else { return false };
    is_other_spelling(left, right)
}

fn is_other_spelling(left: &str, right: &str) -> bool {
    let same = |british: &str, american: &str| {
        let swaps = |(ours, theirs): &(&str, &str)| {
            british.strip_suffix(ours).is_some_and(|stem| {
                (stem.len() > 2 || *ours == "grey") && american.strip_suffix(theirs) == Some(stem)
            })
        };
        SPELLINGS.iter().any(swaps) || is_without_ligature(british, american)
    };
    left.len().abs_diff(right.len()) <= 2 && (same(left, right) || same(right, left))
}

/// Says if a word is another one without the a or o of its ligature, or with f for ph: anaemia,
/// foetus, sulphur.
fn is_without_ligature(long: &str, short: &str) -> bool {
    let drop = |pair: &str, single: &str| {
        long.len() == short.len() + 1
            && long.match_indices(pair).any(|(at, _)| {
                let (before, behind) = (long.get(..at), long.get(at + pair.len()..));
                before.zip(behind).is_some_and(|(before, behind)| {
                    short
                        .strip_prefix(before)
                        .and_then(|rest| rest.strip_prefix(single))
                        .is_some_and(|rest| rest == behind)
                })
            })
    };
    short.len() >= 5 && (drop("ae", "e") || drop("oe", "e") || drop("ph", "f"))
}

/// Endings that a word takes without becoming another one.
const INFLECTIONS: [&str; 7] = ["", "d", "e", "ed", "es", "ing", "s"];
/// Endings that make the people and the adjective of a place.
const DEMONYMS: [&str; 7] = ["", "an", "ean", "ese", "ian", "ish", "n"];
/// Endings of words that are derived from each other.
const DERIVATIONS: [&str; 81] = [
    "",
    "a",
    "able",
    "age",
    "al",
    "ally",
    "an",
    "ance",
    "ant",
    "ants",
    "ar",
    "ary",
    "ate",
    "ated",
    "ates",
    "ating",
    "ation",
    "ational",
    "ations",
    "ative",
    "ator",
    "ators",
    "cation",
    "cy",
    "d",
    "e",
    "ed",
    "ence",
    "ent",
    "er",
    "ers",
    "es",
    "ese",
    "fication",
    "fied",
    "fy",
    "fying",
    "ial",
    "ian",
    "ians",
    "ible",
    "ic",
    "ical",
    "ied",
    "ier",
    "ies",
    "ification",
    "ing",
    "ion",
    "ions",
    "ish",
    "ism",
    "ist",
    "istic",
    "ists",
    "ity",
    "ive",
    "ization",
    "ize",
    "ized",
    "izing",
    "ly",
    "ment",
    "ments",
    "n",
    "ness",
    "or",
    "ors",
    "ory",
    "ous",
    "s",
    "se",
    "sed",
    "sing",
    "t",
    "tion",
    "y",
    "ying",
    "ze",
    "zed",
    "zing",
];

/// Two words without the letters with which both begin, if those are at least `least`.
fn endings<'a>(left: &'a str, right: &'a str, least: usize) -> Option<(&'a str, &'a str)> {
    let same = left.bytes().zip(right.bytes()).take_while(|(left, right)| left == right).count();
    if same < least {
        return None;
    }
    left.get(same..).zip(right.get(same..))
}

/// Says if two words are inflections of one, or the name and the people of a place.
pub(super) fn is_inflected(left: &str, right: &str) -> bool {
    let both =
        |list: &[&str], (left, right): (&str, &str)| list.contains(&left) && list.contains(&right);
    endings(left, right, 3).is_some_and(|ends| both(&INFLECTIONS, ends))
        || endings(left, right, 4).is_some_and(|ends| both(&DEMONYMS, ends))
}

/// Says if two words are derived from each other, as a line with "accept word forms" allows.
pub(super) fn is_derived(left: &str, right: &str) -> bool {
    let Some((left_end, right_end)) = endings(left, right, 4) else { return false };
    let stem = left.len() - left_end.len();
    let longest = left.len().min(right.len());
    stem * 2 >= longest && DERIVATIONS.contains(&left_end) && DERIVATIONS.contains(&right_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_and_spelling_make_no_other_word() {
        for (left, right) in [
            ("fires", "fire"),
            ("universities", "university"),
            ("houses", "house"),
            ("buses", "bus"),
            ("boxes", "box"),
            ("mice", "mouse"),
            ("policewomen", "policewoman"),
            ("crises", "crisis"),
            ("heroes", "hero"),
            ("colours", "color"),
            ("organisation", "organization"),
            ("theatre", "theater"),
            ("defence", "defense"),
            ("anaemia", "anemia"),
            ("sulphur", "sulfur"),
            ("aluminium", "aluminum"),
            ("greys", "gray"),
        ] {
            assert!(is_same(left, right) && is_same(right, left), "{left} {right}");
        }
        for (left, right) in
            [("mars", "mar"), ("us", "u"), ("iran", "iraq"), ("bass", "bas"), ("poe", "pe")]
        {
            let known = (left, right) == ("mars", "mar");
            assert_eq!(is_same(left, right), known, "{left} {right}");
        }
    }

    #[test]
    fn inflections_and_derivations_share_a_stem() {
        for (left, right) in
            [("test", "testing"), ("jumped", "jumping"), ("making", "make"), ("peru", "peruan")]
        {
            assert!(is_inflected(left, right), "{left} {right}");
        }
        assert!(!is_inflected("rome", "romania") && !is_inflected("part", "partial"));
        for (left, right) in [
            ("primatology", "primatologist"),
            ("recognition", "recognize"),
            ("trickery", "trickster"),
        ] {
            assert_eq!(is_derived(left, right), right != "trickster", "{left} {right}");
        }
    }

    #[test]
    fn irregular_plurals_are_sorted() {
        assert_eq!(IRREGULAR.windows(2).find(|pair| pair[0].0 >= pair[1].0), None);
    }
}
