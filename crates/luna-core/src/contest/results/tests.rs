use super::super::tests::{WHOLE, of_2009, play, time};
use super::*;
use crate::contest::clock::Command;
use crate::contest::participant::Participant;
use crate::contest::ranking::Rank;
use crate::contest::rules::declaration::Declaration;
use crate::contest::rules::presets::Preset;
use crate::contest::rules::{Medal, MissingVerdict};
use crate::contest::{Author, Move};

/// Shows columns such as `E2 1 3.67 #1`, with total, mean rank and place.
fn show(results: &Results) -> String {
    let column = |column: &Column| {
        let mean = column.mean_rank.value().map_or("-".to_owned(), |mean| format!("{mean:.2}"));
        format!("E{} {} {mean} #{}", column.entry, column.total, column.place)
    };
    let columns: Vec<String> = results.columns.iter().map(column).collect();
    columns.join(", ")
}

#[test]
fn the_whole_contest_of_2009_has_its_matrix_and_its_winner() {
    let contest = play(of_2009(), WHOLE).unwrap();
    let results = Results::of(&contest, time("12:55")).unwrap();
    assert_eq!(show(&results), "E1 0 1.50 #3, E2 1 3.67 #1, E3 1 3.33 #2, E4 0 1.50 #3");
    let bronze = Some("Bronze Annual Medal".to_owned());
    assert_eq!(results.winners, [Winner { entry: 2, medal: bronze }]);
    assert_eq!(results.identifications, Identifications { right: 14, verdicts: 16 });
    let taken: Vec<(usize, usize)> = results
        .confederates
        .iter()
        .map(|confederate| (confederate.taken_for_machine, confederate.verdicts))
        .collect();
    assert_eq!(taken, [(0, 4), (2, 4), (0, 4), (0, 4)]);

    let ones: Vec<String> = results
        .cells
        .iter()
        .filter(|cell| cell.score == Some(1))
        .map(|cell| cell.cell.to_string())
        .collect();
    assert_eq!(ones, ["J2E3C2", "J1E2C2"]);
    // A misjudged confederate is ranked with the machines.
    let misjudged = results.cells.iter().find(|cell| cell.cell.to_string() == "J1E2C2").unwrap();
    assert_eq!(misjudged.machine, Some(Party::Confederate(2)));
    assert_eq!(misjudged.rank, Some(4));
    assert_eq!((misjudged.round, misjudged.nth_of_judge), (3, 2));
    for cell in &results.cells {
        let pair =
            contest.schedule().pair(cell.round, Participant::Judge(cell.cell.judge)).unwrap();
        assert_eq!((pair.cell, pair.entry_side), (cell.cell, cell.entry_side));
        assert_eq!(cell.entry_first, Some(cell.entry_side == Side::Left));
    }
}

#[test]
fn there_are_no_results_before_the_end() {
    let contest = play(of_2009(), WHOLE.rsplit_once('\n').unwrap().0).unwrap();
    assert_eq!(Results::of(&contest, time("12:54")), None);
    let closed = play(contest, "13:00 close").unwrap();
    let results = Results::of(&closed, time("13:00")).unwrap();
    assert_eq!(show(&results), "E1 0 1.33 #4, E2 1 4.00 #1, E3 1 3.00 #2, E4 0 1.67 #3");
}

/// Rules with a declared answer to each open question, over those of 2009.
fn rules(missing: MissingVerdict, ranking: MissingRanking, unranked: UnrankedEntry) -> Rules {
    Rules {
        missing_verdict: missing,
        missing_ranking: ranking,
        unranked_entry: unranked,
        ..Preset::Loebner2009.rules()
    }
}

fn with(rules: Rules, script: &str) -> Results {
    let schedule = Schedule::draw(&rules, 1950);
    let contest = play(Contest::new(rules, schedule), script).unwrap();
    Results::of(&contest, time("23:00")).unwrap()
}

#[test]
fn a_missing_verdict_counts_as_declared() {
    use MissingVerdict::{One, Void, Zero};
    // J1 has left before the review of round 3, with E2.
    let script = WHOLE.replace("11:07 J1 r3 E2", "").replace("1=1 3=4 5=3 6=2", "1=2 5=4 6=3");
    for (missing, expected, winner) in [
        (Zero, "E1 0 1.75 #3, E2 0 3.67 #2, E3 1 3.67 #1, E4 0 1.75 #3", 3),
        (Void, "E1 0 1.75 #3, E2 0 3.67 #2, E3 1 3.67 #1, E4 0 1.75 #3", 3),
        (One, "E1 0 1.75 #3, E2 1 3.67 #1, E3 1 3.67 #1, E4 0 1.75 #3", 2),
    ] {
        let results = with(rules(missing, MissingRanking::LeftOut, UnrankedEntry::Last), &script);
        assert_eq!(show(&results), expected, "{missing:?}");
        assert_eq!(results.winners.first().map(|winner| winner.entry), Some(winner));
        assert_eq!(results.identifications, Identifications { right: 14, verdicts: 15 });
        let cell = results.cells.iter().find(|cell| cell.verdict.is_none()).unwrap();
        assert_eq!((cell.machine, cell.rank), (None, None));
        let score = match missing {
            Zero => Some(0),
            One => Some(1),
            Void => None,
        };
        assert_eq!(cell.score, score);
    }
}

#[test]
fn a_missing_ranking_counts_as_declared() {
    let script = WHOLE.rsplit_once('\n').unwrap().0.to_owned() + "\n13:00 close";
    let zero = MissingVerdict::Zero;
    let left_out = with(rules(zero, MissingRanking::LeftOut, UnrankedEntry::Last), &script);
    assert_eq!(show(&left_out), "E1 0 1.33 #4, E2 1 4.00 #1, E3 1 3.00 #2, E4 0 1.67 #3");
    let middle = with(rules(zero, MissingRanking::Middle, UnrankedEntry::Last), &script);
    assert_eq!(show(&middle), "E1 0 1.62 #4, E2 1 3.50 #1, E3 1 2.83 #2, E4 0 1.88 #3");
}

#[test]
fn an_entry_that_nobody_ranked_stands_as_declared() {
    let (zero, out) = (MissingVerdict::Zero, MissingRanking::LeftOut);
    let script = "10:00 start, 10:12 J1 r1 C1, 12:50 J1 ranks 1=4";
    let last = with(rules(zero, out, UnrankedEntry::Last), script);
    assert_eq!(show(&last), "E1 0 4.00 #1, E2 0 - #2, E3 0 - #2, E4 0 - #2");
    let first = with(rules(zero, out, UnrankedEntry::First), script);
    assert_eq!(show(&first), "E1 0 4.00 #4, E2 0 - #1, E3 0 - #1, E4 0 - #1");
}

#[test]
fn a_lot_decides_the_last_tie_where_that_is_declared() {
    let rules = Rules { last_tie: LastTie::Lot, ..Preset::Loebner2009.rules() };
    let mut winners = [0; 4];
    for seed in 0..400 {
        let schedule = Schedule::draw(&rules, seed);
        let contest =
            play(Contest::new(rules.clone(), schedule), "10:00 start, 12:50 close").unwrap();
        let results = Results::of(&contest, time("23:00")).unwrap();
        let mut places: Vec<usize> = results.columns.iter().map(|column| column.place).collect();
        winners[results.winners[0].entry - 1] += 1;
        assert_eq!(results, Results::of(&contest, time("23:00")).unwrap());
        places.sort_unstable();
        assert_eq!(places, [1, 2, 3, 4]);
    }
    assert!(winners.iter().all(|&won| (70..=130).contains(&won)), "{winners:?}");
    let shared = with(Preset::Loebner2009.rules(), "10:00 start, 12:50 close");
    assert_eq!(shared.winners.len(), 4);
}

#[test]
fn a_medal_needs_what_the_rules_ask_for() {
    let medal = |judges_percent, confederates_percent| {
        let medal = Medal { name: "Silver".to_owned(), judges_percent, confederates_percent };
        let rules = Rules { medals: vec![medal], ..Preset::Loebner2009.rules() };
        // E2 deceives J1 in the place of C2, and J2 in the place of C1.
        let script = WHOLE.replace("11:55 J2 r5 C1", "11:55 J2 r5 E2");
        let results = with(rules, &script);
        assert_eq!(results.columns[1].total, 2);
        results.winners[0].medal.is_some()
    };
    assert!(medal(0, 0));
    assert!(medal(50, 50));
    assert!(!medal(51, 0));
    assert!(!medal(0, 51));
    assert!(!medal(100, 100));
    let none = Rules { medals: Vec::new(), ..Preset::Loebner2009.rules() };
    assert_eq!(with(none, WHOLE).winners, [Winner { entry: 2, medal: None }]);
}

/// The half of the judges get it wrong in 2012, which is worth a silver medal.
#[test]
fn the_highest_medal_that_is_reached_is_awarded() {
    let rules = Preset::Loebner2012.rules();
    for (deceived, medal) in [(1, "Bronze Annual Medal"), (2, "Silver Medal")] {
        let verdict = |pair: &Pair| {
            let wrong = pair.cell.entry == 3 && pair.cell.judge <= deceived;
            Some(if wrong { pair.entry_side } else { pair.entry_side.other() })
        };
        let results = hold(&rules, 5, &verdict, &|_| true);
        let expected = Some(medal.to_owned());
        assert_eq!(results.winners, [Winner { entry: 3, medal: expected }]);
        assert!(results.cells.iter().all(|cell| cell.entry_first.is_none()));
    }
}

#[test]
fn a_confederate_whose_place_is_taken_twice_counts_once_for_a_medal() {
    for (percent, expected) in [(50, Some("Silver".to_owned())), (51, None)] {
        let medal =
            Medal { name: "Silver".to_owned(), judges_percent: 50, confederates_percent: percent };
        let rules = Rules { judges: 4, entries: 1, medals: vec![medal], ..small() };
        let verdict = |pair: &Pair| {
            let wrong = pair.cell.confederate == 1;
            Some(if wrong { pair.entry_side } else { pair.entry_side.other() })
        };
        let results = hold(&rules, 1, &verdict, &|_| true);
        assert_eq!(results.winners, [Winner { entry: 1, medal: expected }]);
        assert_eq!(results.columns[0].total, 2);
    }
}

/// Holds a whole contest. Judges who rank prefer the parties of later rounds.
fn hold(
    rules: &Rules,
    seed: u64,
    verdict: &dyn Fn(&Pair) -> Option<Side>,
    ranks: &dyn Fn(usize) -> bool,
) -> Results {
    let schedule = Schedule::draw(rules, seed);
    let mut contest = Contest::new(rules.clone(), schedule.clone());
    let start = Move::Clock(Command::Start);
    contest = contest.play(0, Author::Organiser, &start).unwrap();
    let mut now = 0;
    for (round, pair) in schedule.pairs() {
        while contest.position(now).round != Some(round)
            || contest.position(now).phase.name() != "review"
        {
            now += 1_000;
        }
        if let Some(human) = verdict(pair) {
            let mv = Move::Verdict { round, human };
            contest = contest.play(now, Author::Judge(pair.cell.judge), &mv).unwrap();
        }
    }
    now += 86_400_000;
    for judge in (1..=rules.judges).filter(|&judge| ranks(judge)) {
        let rounds = contest.rounds_to_rank(judge);
        if rounds.is_empty() {
            continue;
        }
        let lowest = rules.entries + 1 - rounds.len();
        let ranks = rounds.into_iter().zip(lowest..).map(|(round, rank)| Rank { round, rank });
        let mv = Move::Rank(ranks.collect());
        contest = contest.play(now, Author::Judge(judge), &mv).unwrap();
    }
    if contest.stage(now) == Stage::Ranking {
        contest = contest.play(now, Author::Organiser, &Move::Close).unwrap();
    }
    Results::of(&contest, now).unwrap()
}

fn small() -> Rules {
    let text = r#"
        name = "Two by two"
        judges = 2
        entries = 2
        confederates = 2
        starts = "10:00"
        review_seconds = 1
        break_seconds = 1
        opening = "line"
        missing_verdict = "zero"
        missing_ranking = "left_out"
        unranked_entry = "last"
        last_tie = "shared"
        medals = []
        questioning = { sides = "at_once", seconds = 1 }
    "#;
    toml::from_str::<Declaration>(text).unwrap().check().unwrap()
}

/// Every way in which two judges can judge two entries, under every rule, against a computation
/// that goes another way: cell by cell from the verdicts, without the code above.
#[test]
fn every_small_contest_agrees_with_a_computation_by_hand() {
    let mut held = 0;
    for code in 0..81 * 4 {
        for missing in [MissingVerdict::Zero, MissingVerdict::One, MissingVerdict::Void] {
            for filled in [MissingRanking::LeftOut, MissingRanking::Middle] {
                let rules = Rules { missing_verdict: missing, missing_ranking: filled, ..small() };
                // Right, wrong or missing, for each judge and entry.
                let choice =
                    |judge: usize, entry: usize| code / [1, 3, 9, 27][2 * judge + entry] % 3;
                let verdict = |pair: &Pair| match choice(pair.cell.judge - 1, pair.cell.entry - 1) {
                    0 => Some(pair.entry_side.other()),
                    1 => Some(pair.entry_side),
                    _ => None,
                };
                let ranks = |judge: usize| ((code / 81) >> (judge - 1)) & 1 == 1;
                let results = hold(&rules, 1, &verdict, &ranks);
                by_hand(&rules, &results, &choice, &ranks);
                held += 1;
            }
        }
    }
    assert_eq!(held, 1_944);
}

fn by_hand(
    rules: &Rules,
    results: &Results,
    choice: &dyn Fn(usize, usize) -> usize,
    ranks: &dyn Fn(usize) -> bool,
) {
    let rounds = [[1, 2], [2, 1]];
    let mut totals = [0_usize, 0];
    let mut means: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
    for (judge, rounds) in rounds.iter().enumerate() {
        let given: Vec<usize> = (0..2).filter(|&entry| choice(judge, entry) < 2).collect();
        for entry in 0..2 {
            totals[entry] += match (choice(judge, entry), rules.missing_verdict) {
                (1, _) | (2, MissingVerdict::One) => 1,
                _ => 0,
            };
            if choice(judge, entry) == 0 {
                let later = given.len() == 1 || rounds[entry] == 2;
                let rank = if later { 2.0 } else { 1.0 };
                let middle = if given.len() == 1 { 2.0 } else { 1.5 };
                match (ranks(judge + 1), rules.missing_ranking) {
                    (true, _) => means[entry].push(rank),
                    (false, MissingRanking::Middle) => means[entry].push(middle),
                    (false, MissingRanking::LeftOut) => {}
                }
            }
        }
    }
    let mean = |entry: usize| {
        let all = &means[entry];
        match all[..] {
            [] => None,
            [one] => Some(one),
            [one, other] => Some(f64::midpoint(one, other)),
            _ => panic!("two judges give at most two ranks"),
        }
    };
    let merit = |entry: usize| (totals[entry], mean(entry));
    for (entry, column) in results.columns.iter().enumerate() {
        assert_eq!(column.total, totals[entry]);
        assert_eq!(column.mean_rank.value(), mean(entry));
        let place = if merit(1 - entry) > merit(entry) { 2 } else { 1 };
        assert_eq!(column.place, place, "{:?}", results.columns);
    }
}
