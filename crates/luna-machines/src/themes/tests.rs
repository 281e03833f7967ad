use super::*;

const MUSIC: [&str; 8] = [
    "Which song did your band play at the concert?",
    "Who sang the song that the band played?",
    "Do you play guitar in a band?",
    "Which guitar do you play songs on?",
    "Have you been to a concert of this band?",
    "Was the concert of the guitar band loud?",
    "Which song makes a concert?",
    "Can you sing a song with a guitar?",
];
const FOOD: [&str; 8] = [
    "How do you cook rice for dinner?",
    "Did you eat pizza for dinner?",
    "Which cheese belongs on a pizza?",
    "Do you eat rice with cheese?",
    "Who cooks dinner for you?",
    "Can one cook a pizza with rice?",
    "When did you eat cheese?",
    "Is eating dinner better than cooking it?",
];
const SUMS: [&str; 8] = [
    "What is the sum of the primes below 20?",
    "Is 91 a prime?",
    "How many primes are less than 30?",
    "What is the square root of 144?",
    "Is the root of 2 a fraction?",
    "Which fraction is the sum of 3 and 4 squared?",
    "What is the square of the sum of 5 and 6?",
    "Is the square of a prime a prime?",
];

fn group(texts: &[&str], seed: u64) -> (Themes, Vec<Option<usize>>) {
    Themes::group(texts, &Themes::default(), |_| true, seed)
}

fn questions() -> Vec<&'static str> {
    (0..8).flat_map(|at| [MUSIC[at], FOOD[at], SUMS[at]]).chain(["How are you?", "Why?"]).collect()
}

#[test]
fn questions_with_the_same_words_have_one_theme() {
    let questions = questions();
    let (themes, of) = group(&questions, 1);
    assert_eq!((themes.clone(), of.clone()), group(&questions, 1));
    let most = |first: usize| {
        let of: Vec<usize> = of[..24].iter().skip(first).step_by(3).copied().flatten().collect();
        let count = |theme| of.iter().filter(|&&it| it == theme).count();
        (0..themes.themes.len()).map(count).max().unwrap()
    };
    assert!((0..3).all(|first| most(first) >= 6), "{of:?}");
    assert_eq!(of[24..], [None, None]);
    for theme in &themes.themes {
        assert_eq!(theme.words.len(), 3);
        let length: f64 = theme.terms.iter().map(|it| it.1 * it.1).sum();
        assert!((length - 1.0).abs() < 1e-9 && theme.terms.is_sorted_by(|a, b| a.1 >= b.1));
    }
}

#[test]
fn names_are_words_and_not_stems() {
    let (themes, _) = group(&questions(), 1);
    let names: Vec<&str> =
        themes.themes.iter().flat_map(|it| &it.words).map(String::as_str).collect();
    let written = questions().join(" ").to_lowercase();
    assert!(names.iter().all(|name| written.contains(name)), "{names:?}");
    assert!(names.contains(&"dinner") || names.contains(&"cheese"), "{names:?}");
}

#[test]
fn later_questions_join_a_theme_or_none() {
    let (themes, of) = group(&questions(), 1);
    for (at, text) in questions().into_iter().enumerate() {
        assert_eq!(themes.of(text), of[at]);
    }
    let stored = Themes::new(themes.themes.clone());
    let music = stored.of("Is there a guitar in this song?").unwrap();
    assert_eq!(stored.of("Who heard the band's concert?"), Some(music));
    assert_ne!(stored.of("Will you cook rice?"), Some(music));
    for text in ["", "…", "How are you today?", "Do you like snow?"] {
        assert_eq!(stored.of(text), None, "{text}");
    }
}

#[test]
fn themes_go_on_when_questions_are_added_and_use_only_what_they_may() {
    let questions = questions();
    let (before, was) = group(&questions, 1);
    let mut more = questions.clone();
    more.extend(["Is cheese on your pizza?", "Which band sang?"]);
    let (themes, of) = Themes::group(&more, &before, |stem| stem != "pizza", 2);
    let carried = carried_over(&was, &of[..questions.len()]);
    assert_eq!(carried, (0..before.themes.len()).map(Some).collect::<Vec<_>>());
    assert!(themes.themes.iter().flat_map(|it| &it.terms).all(|(stem, _)| stem != "pizza"));
    assert!(stems_of("Which pizzas?").contains("pizza"));
}

#[test]
fn few_or_odd_questions_are_no_trouble() {
    for texts in [vec![], vec![""], vec!["Why?"], vec!["Do fish swim?"], vec!["42", "7", "¿?"]] {
        let (themes, of) = group(&texts, 3);
        assert_eq!(themes, Themes::default());
        assert!(of.iter().all(Option::is_none));
    }
    let same = vec!["Do fish swim in water?"; 40];
    assert_eq!(group(&same, 1).1.len(), 40);
}

#[test]
fn a_new_theme_carries_on_the_one_it_shares_most_questions_with() {
    let old = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2].map(Some);
    let new = [1, 1, 1, 0, 0, 0, 0, 0, 2, 3].map(Some);
    assert_eq!(carried_over(&old, &new), [Some(1), Some(0), Some(2), None]);
    let renamed = [1, 1, 1, 1, 2, 2, 2, 2, 0, 0].map(Some);
    assert_eq!(carried_over(&old, &renamed), [Some(2), Some(0), Some(1)]);
}

#[test]
fn a_theme_with_little_in_common_is_new() {
    let old = [0, 0, 0, 0, 0, 0].map(Some);
    assert_eq!(carried_over(&old, &[0, 1, 2, 3, 4, 5].map(Some)), [None; 6]);
    assert_eq!(carried_over(&[None, Some(0)], &[Some(0), None]), [None]);
    assert_eq!(carried_over(&[], &[]), []);
    assert_eq!(carried_over(&old, &[Some(0), Some(0), None, None, None, None]), [Some(0)]);
}
