use luna_figures::Chart;
use luna_learn::reliability::Kind;

use super::*;
use crate::claims::{Check, Verdict};
use crate::judges::calibration::{Metrics, combined, readings};
use crate::world::strategy::{Crowd, Strategy};

fn crowd(text: &str) -> Crowd {
    Crowd::parse(text).unwrap()
}

fn calibrated(text: &str, trials: u32) -> [Metrics; 2] {
    readings().map(|(_, reading)| calibration::measure(&crowd(text), reading, test_size(trials), 7))
}

#[test]
fn with_half_dishonest_the_error_is_a_seventh_of_the_plain_means() {
    for found in calibrated(&combined(50), 8) {
        assert!(found.plain.value > 10.0, "{found:?}");
        assert!(found.calibrated.value < found.plain.value / 7.0, "{found:?}");
        assert!((0.92..0.98).contains(&found.held.value), "{found:?}");
    }
}

#[test]
fn all_honest_lose_nothing_and_a_fifth_dishonest_little() {
    let fifth = calibrated(&combined(80), 8);
    for (honest, fifth) in calibrated("honest", 8).into_iter().zip(fifth) {
        assert!(honest.calibrated.value < 1.01 * honest.plain.value, "{honest:?}");
        assert!(fifth.calibrated.value < 1.3 * honest.plain.value, "{fifth:?}");
        assert!((0.92..0.98).contains(&honest.held.value), "{honest:?}");
    }
}

#[test]
fn strategies_beyond_the_paper_are_seen_through_while_they_are_few() {
    for other in ["copying", "anchoring", "ring", "many-accounts", "lazy", "biased", "compressed"] {
        for found in calibrated(&format!("honest=80,{other}=20"), 2) {
            assert!(found.calibrated.value < 0.6 * found.plain.value, "{other} {found:?}");
        }
    }
}

#[test]
fn a_ring_of_half_the_players_is_believed() {
    // It cannot be told from the others, and the table says so.
    let [found, _] = calibrated("honest,ring", 2);
    assert!(found.calibrated.value > found.plain.value, "{found:?}");
}

#[test]
fn intervals_of_honest_worlds_hold_what_they_say() {
    let (_, honest, reading) = intervals::worlds().remove(0);
    let size = Size { steps: 6000, ..test_size(20) };
    for (look, found) in intervals::LOOKS.iter().zip(intervals::measure(&honest, reading, size, 3))
    {
        assert!(found.players > 1500.0);
        // Two standard errors of 2,000 players around 94 to 96 percent.
        assert!((0.93..0.97).contains(&found.once.value), "{look} {found:?}");
        assert!(found.watched.value > 0.93, "{look} {found:?}");
        if *look >= 50 {
            assert!(found.watched.value < 0.97, "{look} {found:?}");
            // What one may not do with Student's interval.
            assert!(found.once_always.value < 0.8, "{look} {found:?}");
        }
    }
}

#[test]
fn the_monitor_flags_careless_judges_and_nobody_else() {
    use Kind::{Constant, Minimum, Random};
    for honest in [80, 50] {
        for noise in [5.0, 15.0] {
            let found = monitoring::measure(&crowd(&combined(honest)), noise, 20, test_size(10), 5);
            let share = |strategy, kind| monitoring::flagged(&found, strategy, kind).unwrap().value;
            assert!(share(Strategy::Honest, None) < 0.01, "{found:?}");
            assert!(share(Strategy::Minimum, Some(Minimum)) > 0.99, "{found:?}");
            assert!(share(Strategy::Random, Some(Random)) > 0.8, "{found:?}");
        }
    }
    let found = monitoring::measure(&crowd("honest=80,lazy=20"), 5.0, 20, test_size(5), 5);
    assert!(
        monitoring::flagged(&found, Strategy::Lazy, Some(Constant)).unwrap().value > 0.99,
        "{found:?}"
    );
}

#[test]
fn every_part_is_the_same_on_any_number_of_threads() {
    let small = |threads| Size { players: 20, steps: 60, trials: 3, most_trials: 6, threads };
    let told = std::cell::RefCell::new(Vec::new());
    let on = |threads| {
        told.borrow_mut().clear();
        let tell = |done, of| told.borrow_mut().push((done, of));
        let all = [SUBJECTS.as_slice(), &[Subject::Theory, Subject::Equilibrium]].concat();
        parts(&all, small(NonZero::new(threads).unwrap()), 1, &tell)
    };
    let (one, three) = (on(1), on(3));
    let told = told.borrow();
    assert_eq!(told.last().unwrap(), &(told.len(), told.len()), "progress reaches its end");
    let table = |part: &ReportSection| part.table.clone();
    let svg = |part: &ReportSection| part.charts.iter().map(Chart::svg).collect::<String>();
    for (one, three) in one.iter().zip(&three) {
        assert_eq!(table(one), table(three));
        // A share of nobody is no number, and equals nothing.
        assert_eq!(format!("{:?}", one.checks), format!("{:?}", three.checks));
        assert_eq!(svg(one), svg(three));
        assert!(one.table.rows.iter().all(|row| row.len() == one.table.headers.len()));
        let names: std::collections::BTreeSet<&String> = one.table.headers.iter().collect();
        assert_eq!(names.len(), one.table.headers.len(), "each column has a name of its own");
    }
}

#[test]
fn each_aim_has_its_verdict() {
    let size = Size { players: 60, steps: 600, trials: 6, ..test_size(6) };
    let [calibration, watching] = [Subject::Calibration, Subject::Watching]
        .map(|it| parts(&[it], size, 2, &|_, _| ()).remove(0));
    let half = &calibration.checks[0];
    assert!(half.claim.starts_with("With half dishonest"), "{half:?}");
    assert!(half.measured.error() > 0.0 && half.measured.value < 0.25, "{half:?}");
    assert_eq!((calibration.checks.len(), calibration.charts.len()), (8, 4));
    assert_eq!(half.verdict(), Verdict::Consistent, "{half:?}");
    let against = |it: &&Check| it.verdict() == Verdict::Contradicted;
    assert_eq!(watching.checks.iter().find(against), None);
}

#[test]
fn half_of_all_accounts_being_one_persons_is_found_and_can_be_mended() {
    let [_, (_, reading)] = readings();
    let found = accounts::measure(&crowd("honest=50,many-accounts=50"), reading, test_size(6), 1);
    assert!(found.calibrated.value > found.plain.value, "{found:?}");
    assert!(found.planted.value > 0.5 && found.others.value < 0.01, "{found:?}");
    assert!(found.without.value < 0.5 * found.plain.value, "{found:?}");
    assert!(found.as_one.value < 0.5 * found.plain.value, "{found:?}");
}

#[test]
fn no_group_is_told_of_where_all_are_honest_or_of_one_mind() {
    for (_, reading) in readings() {
        for text in ["honest", "honest=80,like-minded=20", "honest=80,compressed=20"] {
            let found = accounts::measure(&crowd(text), reading, test_size(5), 3);
            assert!(found.others.value < 1e-9 && found.wrong.value < 1e-9, "{text} {found:?}");
            assert!((found.without.value - found.calibrated.value).abs() < 1e-9, "{found:?}");
        }
    }
}

#[test]
fn intervals_hold_where_judges_are_as_people_are() {
    let crowds = crowds::all();
    assert_eq!(crowds.len(), 32);
    // The quietest and the loudest, and careless judges beside them.
    for crowd in [crowds[0], crowds[7], crowds[16], crowds[27]] {
        let found = crowds::measure(&crowd, test_size(12), 5);
        for (guesses, found) in crowds::GUESSES.iter().zip(found) {
            // Three standard errors of twelve worlds around 93 to 97 percent, and 90 at first.
            let least = if *guesses < 6 { 0.88 } else { 0.905 };
            assert!((least..0.99).contains(&found.held.value), "{crowd:?} {guesses} {found:?}");
        }
        let [.., many] = found;
        assert!(many.ratio.value < 1.06, "{crowd:?} {many:?}");
    }
}

/// Runs a part that is only run by its name.
fn same_on_any_number_of_threads(subject: Subject) {
    let on = |threads| {
        let threads = NonZero::new(threads).unwrap();
        let small = Size { players: 20, steps: 60, trials: 2, most_trials: 2, threads };
        parts(&[subject], small, 1, &|_, _| ()).remove(0)
    };
    let (one, three) = (on(1), on(3));
    assert_eq!(one.table, three.table);
    assert_eq!(one.name, subject.name());
    assert_eq!(format!("{:?}", one.checks), format!("{:?}", three.checks));
    assert!(one.table.rows.iter().all(|row| row.len() == one.table.headers.len()));
}

#[test]
fn crowds_are_the_same_on_any_number_of_threads() {
    same_on_any_number_of_threads(Subject::Crowds);
}

#[test]
fn a_brigade_against_one_machine_is_named() {
    let habits = people::Habits { noise: (10.0, 14.0), offset: 5.0, slope: 0.1 };
    let found = brigade::measure(&habits, 20, test_size(6), 1);
    assert!(found.found.value > 0.6 && found.others.value < 0.03, "{found:?}");
    assert!(found.mean.value > 4.0, "{found:?}");
    assert!(found.calibrated.value.abs() < 1.5, "{found:?}");
}

#[test]
fn inattentive_judges_are_found_among_loud_ones() {
    let habits = people::Habits { noise: (18.0, 28.0), offset: 5.0, slope: 0.1 };
    let found = attention::measure(&habits, 20, test_size(4), 1);
    assert_eq!(found.len(), 4);
    for (care, metrics) in found {
        let attention::Metrics { test, bound, .. } = metrics;
        if care == people::Care::Earnest {
            assert!(test.value < 0.03 && bound.value < 0.03, "{metrics:?}");
        } else {
            assert!(test.value > 0.6 && bound.value > 0.6, "{care:?} {metrics:?}");
        }
    }
}
