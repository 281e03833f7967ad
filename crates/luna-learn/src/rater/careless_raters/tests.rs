use super::crowd::{Crowd, Fate, Gold, Habit, fates};
use super::*;

const HASTY: (f64, f64) = (2.0, 6.0);
const SLOW: (f64, f64) = (15.0, 45.0);

fn open(crowd: Crowd) -> Crowd {
    Crowd { gold: Gold::None, ..crowd }
}

/// Crowds of many shapes, with a name each.
fn crowds() -> Vec<(&'static str, Crowd)> {
    let attack = Crowd::default();
    let hasty = Crowd { seconds: HASTY, ..attack };
    let few = Crowd { good: 76, careless: 8, ..attack };
    let most = Crowd { good: 17, careless: 67, fast: 2, ..attack };
    let good = Crowd { careless: 0, ..attack };
    let robots = Crowd { good: 0, fast: 0, ..attack };
    let high = |crowd: Crowd| Crowd { habit: Habit::High, ..crowd };
    let slow = |crowd: Crowd| Crowd { seconds: SLOW, ..crowd };
    vec![
        ("random, 6 to 20 s", attack),
        ("random, under 6 s", hasty),
        ("random, each with a pace", Crowd { own_pace: true, ..attack }),
        ("random, gold like the rest", Crowd { gold: Gold::Like, ..attack }),
        ("10 % careless", few),
        ("80 % careless", most),
        ("a fifth of questions divides", Crowd { divided: 0.2, ..attack }),
        ("always 4 or 5", high(attack)),
        ("constant", Crowd { habit: Habit::Constant, ..attack }),
        ("alternating", Crowd { habit: Habit::Alternating, ..attack }),
        ("around the middle", Crowd { habit: Habit::Middle, ..attack }),
        ("a third of the good a step off", Crowd { offset: 0.33, ..attack }),
        ("questions alike", Crowd { quality: (1.6, 0.3), ..attack }),
        ("12 of the good are fast", Crowd { fast: 12, ..attack }),
        ("no gold", open(attack)),
        ("no gold, under 6 s", open(hasty)),
        ("no gold, 80 % careless", open(most)),
        ("no gold, 80 % 4 or 5", open(high(most))),
        ("no gold, 80 % 4 or 5, slow", open(slow(high(most)))),
        ("only good", good),
        ("only good, no gold", open(good)),
        ("only careless", robots),
        ("only careless, no gold", open(robots)),
        ("only 4 or 5, no gold, slow", open(slow(high(robots)))),
    ]
}

/// The numbers of raters of one kind by a rule, in each world.
fn counts(worlds: &[Vec<Fate>], is_good: bool, rule: fn(&Fate) -> bool) -> Vec<usize> {
    let count = |all: &Vec<Fate>| all.iter().filter(|it| it.is_good == is_good && rule(it)).count();
    worlds.iter().map(count).collect()
}

fn mean(counts: &[usize]) -> f64 {
    float(counts.iter().sum()) / float(counts.len())
}

fn is_stopped(it: &Fate) -> bool {
    it.is_screened_out || it.found.is_marked()
}

fn is_marked(it: &Fate) -> bool {
    it.found.is_marked()
}

/// A few worlds hold the bounds. A hundred, with `--nocapture`, print the table of the documentation.
const WORLDS: u64 = 3;

#[test]
fn crowds_of_many_shapes_are_held() {
    eprintln!(
        "crowd | careless | screened out | stopped | fewest | good | screened out | marked | most"
    );
    for (name, crowd) in crowds() {
        let worlds: Vec<Vec<Fate>> = (0..WORLDS).map(|seed| fates(crowd, seed)).collect();
        let stopped = counts(&worlds, false, is_stopped);
        let marked = counts(&worlds, true, is_marked);
        let most_marked = marked.iter().max().unwrap();
        eprintln!(
            "{name} | {} | {:.1} | {:.1} | {} | {} | {:.1} | {:.2} | {most_marked}",
            crowd.careless,
            mean(&counts(&worlds, false, |it| it.is_screened_out)),
            mean(&stopped),
            stopped.iter().min().unwrap(),
            crowd.good,
            mean(&counts(&worlds, true, |it| it.is_screened_out)),
            mean(&marked),
        );
        assert!(*most_marked <= 2, "{name}: {marked:?}");
        // Without gold questions only haste and habits tell.
        if crowd.gold != Gold::None && crowd.careless > 0 {
            let least = 0.5 * float(crowd.careless);
            assert!(mean(&stopped) >= least, "{name}: {stopped:?}");
        }
    }
}

#[test]
fn most_random_raters_are_stopped_and_no_good_one_is_marked() {
    for (seconds, least) in [((6.0, 20.0), 34.0), (HASTY, 40.0)] {
        let crowd = Crowd { seconds, ..Crowd::default() };
        let worlds: Vec<Vec<Fate>> = (0..5).map(|seed| fates(crowd, seed)).collect();
        let stopped = mean(&counts(&worlds, false, is_stopped));
        assert!(stopped >= least, "{seconds:?}: {stopped}");
        assert_eq!(counts(&worlds, true, is_marked), [0; 5], "{seconds:?}");
    }
}

#[test]
fn a_crowd_of_good_raters_has_no_mark() {
    for gold in [Gold::None, Gold::Clear] {
        let crowd = Crowd { careless: 0, fast: 12, gold, ..Crowd::default() };
        for seed in 0..5 {
            assert!(!fates(crowd, seed).iter().any(is_marked), "{seed}");
        }
    }
}

#[test]
fn agreement_alone_neither_acquits_nor_accuses_a_majority() {
    let crowd = Crowd {
        good: 17,
        careless: 67,
        fast: 0,
        habit: Habit::High,
        seconds: SLOW,
        ..open(Crowd::default())
    };
    for seed in 0..3 {
        let fates = fates(crowd, seed);
        assert_eq!(fates.iter().filter(|it| it.is_good && is_marked(it)).count(), 0, "{seed}");
    }
}

/// Ten careful raters, and one whose ratings and seconds are given, of 12 questions; two are gold.
fn with_one(numbers: [u8; 12], seconds: f64) -> Carelessness {
    let quality = [1, 5, 2, 4, 5, 1, 2, 5, 1, 4, 5, 2];
    let rating = |rater: usize, question: usize| {
        let (rating, seconds) =
            if rater == 10 { (numbers[question], seconds) } else { (quality[question], 20.0) };
        TimedRating { rater, question, rating, seconds: Some(seconds) }
    };
    let ratings: Vec<TimedRating> =
        (0..11).flat_map(|rater| (0..12).map(move |question| rating(rater, question))).collect();
    let found = careless_raters(&ratings, &[Some(1), Some(5)]);
    assert!(!found[..10].iter().any(Carelessness::is_marked), "{found:?}");
    found[10].clone()
}

#[test]
fn the_reasons_say_what_speaks_against_a_rater() {
    let good = [1, 4, 2, 4, 5, 2, 2, 5, 1, 4, 4, 2];
    assert!(!with_one(good, 20.0).is_marked());
    // Fast, and right.
    assert!(!with_one(good, 9.0).is_marked());
    let constant = with_one([3; 12], 20.0);
    assert!(constant.is_marked() && constant.reasons.contains(&Reason::Repeats), "{constant:?}");
    let random = with_one([5, 1, 3, 1, 2, 4, 5, 1, 3, 2, 1, 4], 20.0);
    assert!(random.is_marked(), "{random:?}");
    assert_eq!(random.reasons, [Reason::Disagrees, Reason::MissesGold]);
    let hasty = with_one([5, 1, 3, 1, 2, 4, 5, 1, 3, 2, 1, 4], 3.0);
    assert!(hasty.is_marked() && hasty.reasons.contains(&Reason::Hasty), "{hasty:?}");
    assert_eq!(Reason::Hasty.to_string(), "is hasty");
}

#[test]
fn raters_without_ratings_have_no_probability() {
    assert_eq!(careless_raters(&[], &[]), []);
    let one = TimedRating { rater: 1, question: 0, rating: 3, seconds: None };
    let found = careless_raters(&[one], &[]);
    assert_eq!(found[0], Carelessness::default());
    assert!(found[1].probability < 0.5 && found[1].reasons.len() < 2, "{found:?}");
}

#[test]
fn raters_who_agree_on_a_pattern_of_questions_have_no_habit() {
    let quality = [1, 2, 3, 4, 5, 5, 1];
    let rating = |rater: usize, question: usize| {
        let rating = if rater == 4 { 3 } else { quality[question % 7] };
        TimedRating { rater, question, rating, seconds: Some(20.0) }
    };
    let ratings: Vec<TimedRating> =
        (0..30).flat_map(|question| (0..5).map(move |rater| rating(rater, question))).collect();
    let marked: Vec<bool> =
        careless_raters(&ratings, &[]).iter().map(Carelessness::is_marked).collect();
    assert_eq!(marked, [false, false, false, false, true]);
}
