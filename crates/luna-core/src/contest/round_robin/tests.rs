use super::*;

fn sizes(judges: usize, entries: usize, confederates: usize) -> Sizes {
    Sizes { judges, entries, confederates }
}

/// Reads rounds such as `J1E1C1 J2E2C2 | J1E2C2 J2E1C1`.
fn rounds(text: &str) -> Vec<Vec<Cell>> {
    let round = |round: &str| round.split_whitespace().map(|cell| cell.parse().unwrap()).collect();
    text.split('|').map(round).collect()
}

#[track_caller]
fn faults(sizes: Sizes, text: &str, expected: &[&str]) {
    let found: Vec<String> = check(sizes, &rounds(text)).iter().map(Fault::to_string).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn every_size_gets_a_fair_schedule_in_as_few_rounds_as_possible() {
    for judges in 1..=12 {
        for entries in 1..=12 {
            for confederates in 1..=12 {
                let sizes = sizes(judges, entries, confederates);
                let rounds = draw_up(sizes);
                assert_eq!(check(sizes, &rounds), [], "{sizes:?}");
                assert_eq!(rounds.len(), rounds_needed(sizes), "{sizes:?}");
                // Nobody is in two pairs of a round, so this is the least there can be.
                let least = (judges * entries).div_ceil(confederates).max(judges).max(entries);
                assert_eq!(rounds.len(), least, "{sizes:?}");
            }
        }
    }
}

/// The wishes of 2009: each entry is compared with every confederate, and each judge meets every
/// confederate.
#[test]
fn in_contests_of_equal_numbers_everybody_meets_everybody() {
    for size in [1, 3, 4, 5, 7, 8, 9, 11, 16] {
        let rounds = draw_up(sizes(size, size, size));
        let mut met = BTreeSet::new();
        met.extend(rounds.iter().flatten().flat_map(|&cell| pairs(cell)));
        assert_eq!(met.len(), 2 * size * size, "{size}");
    }
}

/// The keystroke logs of 2012 name judge, entry and round, one of them the wrong round, as its time
/// shows. With the entries of Embar, Wilcox, Allan and Burke as E1 to E4, these were the rounds.
#[test]
fn four_by_four_meet_as_in_2012() {
    let held = [
        "J1E1 J2E2 J3E3 J4E4",
        "J1E2 J2E1 J3E4 J4E3",
        "J1E3 J2E4 J3E1 J4E2",
        "J1E4 J2E3 J3E2 J4E1",
    ];
    let round = |round: &Vec<Cell>| -> String {
        let cells: Vec<String> =
            round.iter().map(|cell| format!("J{}E{}", cell.judge, cell.entry)).collect();
        cells.join(" ")
    };
    let drawn: Vec<String> = draw_up(sizes(4, 4, 4)).iter().map(round).collect();
    assert_eq!(drawn, held);
}

#[test]
fn a_confederate_is_not_spared_for_long() {
    let rounds = draw_up(sizes(2, 3, 5));
    let shown: Vec<Vec<String>> =
        rounds.iter().map(|round| round.iter().map(Cell::to_string).collect()).collect();
    assert_eq!(shown, [["J1E1C1", "J2E2C2"], ["J1E2C3", "J2E3C4"], ["J1E3C5", "J2E1C1"]]);
}

#[test]
fn nobody_to_meet_is_no_schedule() {
    for (judges, entries, confederates) in [(0, 4, 4), (4, 0, 4), (4, 4, 0)] {
        assert!(draw_up(sizes(judges, entries, confederates)).is_empty());
    }
}

#[test]
fn the_flaws_of_a_schedule_are_named() {
    let two = sizes(2, 2, 2);
    faults(two, "J1E1C1 J2E2C2 | J1E2C1 J2E1C2", &[]);
    faults(
        two,
        "J1E1C1 J2E2C2 | J1E2C1",
        &["J2 meets E1 0 times; every judge meets every entry once."],
    );
    faults(
        two,
        "J1E1C1 J2E2C1 | J1E2C2 J2E1C2",
        &["C1 is in two pairs of round 1.", "C2 is in two pairs of round 2."],
    );
    faults(two, "J1E1C1 J1E2C2 | J2E1C1 | J2E2C2", &["J1 is in two pairs of round 1."]);
    faults(
        two,
        "J1E1C1 | J1E1C2 J2E2C1 | J1E2C1 | J2E1C2 |",
        &["Round 5 has no pair.", "J1 meets E1 2 times; every judge meets every entry once."],
    );
    faults(
        two,
        "J1E1C1 J2E2C3 | J1E2C1 J2E1C2",
        &["Round 1 names C3, who is not in this contest."],
    );
    faults(
        two,
        "J1E1C1 | J2E2C1 | J1E2C1 | J2E1C2",
        &["C1 is in 3 pairs and C2 in 1; the numbers may differ by one."],
    );
}

/// The contest of 2009 as it was held: an entry had withdrawn, and four rounds were enough.
#[test]
fn the_contest_with_three_entries_is_fair() {
    let held = "J1E1C1 J2E3C2 J3E2C4 | J1E3C3 J2E2C1 J4E1C2 \
                | J1E2C2 J3E1C3 J4E3C4 | J2E1C4 J3E3C1 J4E2C3";
    faults(sizes(4, 3, 4), held, &[]);
    assert_eq!(rounds_needed(sizes(4, 3, 4)), 4);
}
