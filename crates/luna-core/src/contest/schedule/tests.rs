use super::*;
use crate::contest::rules::presets::Preset;

/// The table of 2009, as the rules print it: round, those who take part, those who are excused.
const PRINTED: &str = "\
1 .... J1E1C1 J2E3C2 ................ J4 C3 J3 C4
2 .... J4E1C2 J3E3C1 J2E4C3 ......... J1 C4
3 .... J3E1C3 J4E3C4 J1E2C2 ......... J2 C1
4 .... J2E1C4 J3E4C2 ................ J1 C1 J4 C3
5 .... J2E2C1 J1E3C3 ................ J3 J4 C2 C4
6 .... J1E4C4 J4E2C3................. J2 J3 C1 C2
7 .... J4E4C1 J3E2C4................. J1 J2 C2 C3";

/// The matrix of 2009: judges in rows, entries in columns.
const MATRIX: [[usize; 4]; 4] = [[1, 2, 3, 4], [4, 1, 2, 3], [3, 4, 1, 2], [2, 3, 4, 1]];

#[test]
fn the_rounds_of_2009_are_those_that_the_rules_print() {
    let rules = Preset::Loebner2009.rules();
    let schedule = Schedule::draw(&rules, 1950);
    assert_eq!(schedule.rounds.len(), 7);
    for (round, line) in (1..).zip(PRINTED.lines()) {
        let mut words = line.split(['.', ' ']).filter(|word| !word.is_empty());
        assert_eq!(words.next().unwrap().parse::<usize>().unwrap(), round);
        let (pairs, excused): (Vec<&str>, Vec<&str>) = words.partition(|word| word.len() > 2);
        let found: Vec<String> =
            schedule.round(round).iter().map(|pair| pair.cell.to_string()).collect();
        assert_eq!(found, pairs, "round {round}");
        let mut excused: Vec<Participant> =
            excused.into_iter().map(|word| word.parse().unwrap()).collect();
        excused.sort();
        assert_eq!(schedule.excused(&rules, round), excused, "round {round}");
    }
}

#[test]
fn the_cells_of_2009_are_those_of_the_matrix() {
    let schedule = Schedule::draw(&Preset::Loebner2009.rules(), 1950);
    assert_eq!(schedule.pairs().count(), 16);
    for (_, pair) in schedule.pairs() {
        let Cell { judge, entry, confederate } = pair.cell;
        assert_eq!(confederate, MATRIX[judge - 1][entry - 1], "{}", pair.cell);
    }
}

#[test]
fn without_printed_rounds_four_by_four_takes_four() {
    for preset in [Preset::Loebner2008, Preset::Loebner2012] {
        let rules = preset.rules();
        let schedule = Schedule::draw(&rules, 7);
        assert_eq!(schedule.rounds.len(), 4);
        assert!((1..=4).all(|round| schedule.excused(&rules, round).is_empty()));
    }
}

#[test]
fn the_seed_decides_the_sides_and_nothing_else() {
    let rules = Preset::Loebner2009.rules();
    let first = Schedule::draw(&rules, 1);
    assert_eq!(first, Schedule::draw(&rules, 1));
    let cells = |schedule: &Schedule| -> Vec<(usize, Cell)> {
        schedule.pairs().map(|(round, pair)| (round, pair.cell)).collect()
    };
    let mut left = 0;
    for seed in 0..1_000 {
        let other = Schedule::draw(&rules, seed);
        assert_eq!(cells(&other), cells(&first));
        left += other.pairs().filter(|(_, pair)| pair.entry_side == Side::Left).count();
    }
    // Six standard deviations of 16,000 fair coins are 380.
    assert!((7_620..=8_380).contains(&left), "{left}");
}

#[test]
fn everybody_finds_their_pair_and_side() {
    let schedule = Schedule::draw(&Preset::Loebner2009.rules(), 3);
    let pair = schedule.pair(2, Participant::Judge(4)).unwrap();
    assert_eq!(pair.cell.to_string(), "J4E1C2");
    assert_eq!(schedule.pair(2, Participant::Entry(1)), Some(pair));
    assert_eq!(schedule.pair(2, Participant::Judge(1)), None);
    for absent in [0, 8] {
        assert_eq!(schedule.pair(absent, Participant::Judge(1)), None);
    }
    assert_eq!(pair.side(Participant::Entry(1)), Some(pair.entry_side));
    assert_eq!(pair.side(Participant::Confederate(2)), Some(pair.entry_side.other()));
    assert_eq!(pair.side(Participant::Judge(4)), None);
    assert_eq!(pair.side(Participant::Entry(2)), None);
    assert_eq!(pair.party(pair.entry_side.other()), Party::Confederate(2));
}

/// Stored schedules must be read for ever.
#[test]
fn a_stored_schedule_keeps_its_spelling() {
    let line = r#"{"seed":9,"rounds":[[{"cell":"J1E1C1","entry_side":"left"}]]}"#;
    let schedule: Schedule = serde_json::from_str(line).unwrap();
    assert_eq!(serde_json::to_string(&schedule).unwrap(), line);
}
