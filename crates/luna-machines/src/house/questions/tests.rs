use luna_core::text;
use luna_text::stem::stem;
use luna_text::words::content_words;

use super::*;

const RULES: Rules = Rules { questions: 5, max_chars: 5_000 };
/// Characters of a question that is read with pleasure.
const LONGEST: usize = 100;
/// A limit that all sensible rules allow; each pool has questions this short.
const SHORT: usize = 40;

const POOLS: [(&str, usize); 5] =
    [(ELIZA, 200), (RECALL, 200), (PANEL, 200), (ELIZA_PRACTICE, 60), (RECALL_PRACTICE, 60)];

fn chance(seed: u64) -> Chance {
    Chance::from_seed(seed)
}

#[test]
fn every_pool_is_large_and_its_questions_are_questions() {
    for (pool, least) in POOLS {
        assert!(pool.lines().count() >= least, "{}", pool.lines().count());
        for question in pool.lines() {
            assert_eq!(text::check(question, LONGEST), Ok(()), "{question}");
            assert!(question.ends_with('?') && question.trim() == question, "{question}");
            assert!(question.starts_with(|c: char| c.is_ascii_uppercase()), "{question}");
            assert!(question.split(' ').count() >= 3 && !question.contains("  "), "{question}");
        }
        let short = pool.lines().filter(|question| question.chars().count() <= SHORT);
        assert!(short.count() >= 20);
    }
}

#[test]
fn no_question_is_in_two_pools_or_twice_in_one() {
    let mut all = BTreeSet::new();
    for question in POOLS.into_iter().flat_map(|(pool, _)| pool.lines()).chain(QUESTIONS) {
        assert!(all.insert(bare(question)), "{question}");
    }
}

/// Two questions that have most of their words in common are one.
#[test]
fn no_two_questions_are_nearly_the_same() {
    let words = |question: &'static str| {
        let stems: BTreeSet<String> =
            content_words(question).iter().map(|word| stem(word).into_owned()).collect();
        (question, stems)
    };
    let all: Vec<_> = POOLS.into_iter().flat_map(|(pool, _)| pool.lines().map(words)).collect();
    let mut users: BTreeMap<&String, Vec<usize>> = BTreeMap::new();
    for (nth, (_, words)) in all.iter().enumerate() {
        for word in words {
            users.entry(word).or_default().push(nth);
        }
    }
    let mut alike = Vec::new();
    for (nth, (one, left)) in all.iter().enumerate() {
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        for other in left.iter().filter_map(|word| users.get(word)).flatten() {
            *shared.entry(*other).or_default() += usize::from(*other > nth);
        }
        for (other, shared) in shared {
            let (other, right) = &all[other];
            let either = left.len() + right.len() - shared;
            if shared > 1 && shared * 3 >= either * 2 {
                alike.push((one, other));
            }
        }
    }
    assert!(alike.is_empty(), "{alike:#?}");
}

#[test]
fn questions_begin_in_many_ways() {
    for (pool, _) in POOLS {
        let mut openings = BTreeMap::new();
        for question in pool.lines() {
            let opening: Vec<&str> = question.split(' ').take(2).collect();
            *openings.entry(opening).or_insert(0) += 1;
        }
        let count = pool.lines().count();
        assert!(openings.len() * 5 > count, "{} openings of {count}", openings.len());
        assert!(openings.values().all(|many| many * 6 < count), "{openings:?}");
    }
}

#[test]
fn a_draw_is_different_questions_of_its_pool_and_the_same_for_the_same_chance() {
    for house in [HouseMachine::Eliza, HouseMachine::Recall] {
        for pool in [Pool::Rated, Pool::Practice] {
            let mut met = BTreeSet::new();
            for seed in 0..200 {
                let drawn = house.questions(pool, RULES, &[], &mut chance(seed));
                assert_eq!(drawn.iter().collect::<BTreeSet<_>>().len(), 5);
                assert_eq!(drawn, house.questions(pool, RULES, &[], &mut chance(seed)));
                assert!(pool != Pool::Rated || drawn.iter().all(|it| is_known(it)), "{drawn:?}");
                met.extend(drawn);
            }
            let least = if pool == Pool::Rated { 980 } else { 60 };
            assert!(met.len() > least, "{house:?} {pool:?} {}", met.len());
        }
    }
}

#[test]
fn what_is_to_be_avoided_is_not_asked_while_there_is_anything_else() {
    let all: Vec<String> = ELIZA.lines().map(str::to_owned).collect();
    let shouted: Vec<String> = all.iter().skip(7).map(|it| it.to_uppercase()).collect();
    let drawn = HouseMachine::Eliza.questions(Pool::Sandbox, RULES, &shouted, &mut chance(1));
    assert!(drawn.iter().all(|question| all[..7].contains(question)), "{drawn:?}");
    // Two are new; the others are those asked longest ago.
    let avoid = &all[2..];
    let drawn = HouseMachine::Eliza.questions(Pool::Sandbox, RULES, avoid, &mut chance(1));
    let mut expected: Vec<String> = all[..2].to_vec();
    expected.extend(all.iter().rev().take(3).cloned());
    assert_eq!(drawn.iter().collect::<BTreeSet<_>>(), expected.iter().collect());
}

#[test]
fn questions_of_rated_games_are_unlike_those_asked_before() {
    let mut asked: Vec<String> = Vec::new();
    for seed in 0..40 {
        let house = if seed % 2 == 0 { HouseMachine::Eliza } else { HouseMachine::Recall };
        let drawn = house.questions(Pool::Rated, RULES, &asked, &mut chance(seed));
        for question in &drawn {
            assert!(!asked.iter().any(|it| bare(it) == bare(question)), "{question}");
            assert!(!POOLS.iter().any(|(pool, _)| pool.lines().any(|it| it == question)));
            assert_eq!(text::check(question, 200), Ok(()), "{question}");
        }
        asked.extend(drawn);
    }
    assert!(!is_known("How many pets does your neighbour's uncle keep in the yard"));
}

#[test]
fn any_rules_are_served() {
    for house in HouseMachine::ALL {
        for questions in [0, 1, 12, 70] {
            for max_chars in [1, 2, 15, SHORT, 100, 5_000] {
                let rules = Rules { questions, max_chars };
                for pool in Pool::ALL {
                    let drawn = house.questions(pool, rules, &[], &mut chance(3));
                    assert_eq!(drawn.len(), questions);
                    for question in &drawn {
                        assert_eq!(text::check(question, max_chars), Ok(()), "{question:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn gibberish_makes_its_questions_up_and_no_two_alike() {
    let mut asked: Vec<String> = Vec::new();
    for seed in 0..100 {
        let pool = if seed % 2 == 0 { Pool::Rated } else { Pool::Practice };
        asked.extend(HouseMachine::Gibberish.questions(pool, RULES, &asked, &mut chance(seed)));
    }
    assert!(asked.iter().all(|question| is_gibberish(question) && !is_known(question)));
    assert_eq!(asked.iter().collect::<BTreeSet<_>>().len(), 500);
    let known = POOLS.into_iter().flat_map(|(pool, _)| pool.lines()).chain(QUESTIONS);
    assert!(known.into_iter().all(|question| !is_gibberish(question)));
}

#[test]
fn the_panel_asks_from_a_pool_of_its_own() {
    let mut asked: Vec<String> = Vec::new();
    for seed in 0..40 {
        asked.extend(panel_questions(RULES, &asked, &mut chance(seed)));
    }
    assert_eq!(asked.iter().collect::<BTreeSet<_>>().len(), 200);
    assert!(asked.iter().all(|question| PANEL.lines().any(|line| line == question)));
}
