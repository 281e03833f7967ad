use super::*;

/// Ten honest judges of thirty players, and an eleventh.
fn watched(last: impl Fn(u32) -> Judgment) -> Report {
    let mut monitor = Monitor::reciprocal();
    for player in 0..30 {
        for judge in 0..10 {
            let off = f64::from((player * 7 + judge * 5) % 11) - 5.0;
            monitor.add(seen(judge, player, (3.0 * f64::from(player) + off).clamp(0.0, 100.0)));
        }
        monitor.add(last(player));
    }
    let crowd = monitor.crowd();
    for judge in 0..10 {
        assert_eq!(monitor.report(judge, &crowd).unwrap().flags, [], "an honest judge");
    }
    monitor.report(10, &crowd).unwrap()
}

fn seen(judge: u32, player: u32, points: f64) -> Judgment {
    Judgment { judge, player, points, before: None, seconds: None }
}

fn kinds(report: &Report) -> Vec<Kind> {
    report.flags.iter().map(|flag| flag.kind).collect()
}

#[test]
fn who_gives_the_minimum_is_found() {
    let report = watched(|player| seen(10, player, 0.0));
    assert_eq!(kinds(&report), [Kind::Minimum, Kind::Constant]);
    assert_eq!(report.flags[0].reason, "30 of 30 guesses are one point or less.");
    assert!(report.flags.iter().all(|flag| flag.strength > 10.0));
    assert_eq!((report.guesses, report.mean, report.spread), (30, 0.0, 0.0));
    assert_eq!(report.correlation, None);
}

#[test]
fn who_gives_a_number_that_has_nothing_to_do_with_the_player_is_found() {
    let report = watched(|player| seen(10, player, f64::from(player * 37 % 101)));
    assert_eq!(kinds(&report), [Kind::Random]);
    assert!(report.flags[0].reason.contains("over 30 guesses"), "{}", report.flags[0].reason);
}

#[test]
fn who_copies_is_found() {
    let before = |player: u32| f64::from(player * 53 % 97);
    let report = watched(|player| Judgment {
        before: (player > 0).then(|| before(player)),
        ..seen(10, player, before(player))
    });
    assert!(kinds(&report).contains(&Kind::Copying), "{report:?}");
    let reason = "29 of 29 guesses repeat the guess that the judge had received last.";
    assert_eq!(report.flags.last().unwrap().reason, reason);
}

#[test]
fn severe_mild_and_narrow_judges_are_not_accused() {
    let honest: [fn(f64) -> f64; 4] =
        [|level| level, |level| level - 20.0, |level| level + 20.0, |level| 60.0 + level / 5.0];
    for way in honest {
        let report =
            watched(|player| seen(10, player, way(3.0 * f64::from(player)).clamp(0.0, 100.0)));
        assert_eq!(report.flags, [], "{report:?}");
        assert!(report.correlation.unwrap() > 0.9);
    }
}

#[test]
fn a_ring_is_found_by_its_favours() {
    let mut monitor = Monitor::reciprocal();
    // Judges are players: 0 to 4 favour each other and lower nobody.
    for judge in 0_u32..20 {
        for player in (0_u32..20).filter(|&player| player != judge) {
            let points = if judge < 5 && player < 5 { 100.0 } else { 2.0 * f64::from(player) };
            monitor.add(seen(judge, player, points + f64::from((judge + player) % 3)));
        }
    }
    let crowd = monitor.crowd();
    for judge in 0..20 {
        let report = monitor.report(judge, &crowd).unwrap();
        let ring = report.flags.iter().find(|flag| flag.kind == Kind::Ring);
        assert_eq!(ring.is_some(), judge < 5, "{judge} {report:?}");
        if let Some(ring) = ring {
            assert!(
                ring.reason.ends_with("The group has 5 judges who exchange such favours."),
                "{ring:?}"
            );
        }
    }
}

#[test]
fn players_who_are_alike_may_be_told_so() {
    let mut monitor = Monitor::reciprocal();
    for player in 0..30 {
        for judge in 0..10 {
            monitor.add(seen(judge, player, 50.0 + f64::from((player + judge) % 3)));
        }
    }
    let crowd = monitor.crowd();
    for judge in 0..10 {
        let report = monitor.report(judge, &crowd).unwrap();
        assert!(!kinds(&report).contains(&Kind::Constant), "{report:?}");
    }
}

#[test]
fn little_is_said_of_few_guesses() {
    let mut monitor = Monitor::reciprocal();
    for player in 0..3 {
        monitor.add(Judgment { seconds: Some(4.0 + f64::from(player)), ..seen(0, player, 0.0) });
        monitor.add(seen(1, player, 50.0));
    }
    let report = monitor.report(0, &monitor.crowd()).unwrap();
    assert_eq!((report.flags.len(), report.seconds), (0, Some(5.0)));
    assert_eq!(monitor.report(7, &monitor.crowd()), None);
}

#[test]
fn an_overrated_judge_is_in_no_ring() {
    let mut monitor = Monitor::reciprocal();
    // A ring of two fifths lowers all others so far that the best of them, told the truth,
    // seem to favour each other.
    for judge in 0_u32..40 {
        for player in (0_u32..40).filter(|&player| player != judge) {
            let level = 2.5 * f64::from(player * 17 % 40);
            let points = match (judge < 16, player < 16) {
                (true, true) => 100.0,
                (true, false) => 0.0,
                (false, _) => level + f64::from((judge + player) % 3),
            };
            monitor.add(seen(judge, player, points));
        }
    }
    let crowd = monitor.crowd();
    let ring = |judge| kinds(&monitor.report(judge, &crowd).unwrap()).contains(&Kind::Ring);
    let found: Vec<u32> = (0..40).filter(|&judge| ring(judge)).collect();
    let honest = found.iter().filter(|&&judge| judge >= 16).count();
    // A judge favoured by only some cannot be told from a member.
    assert!(found.len() > 10 && honest <= 1, "{found:?}");
}

#[test]
fn mutual_favours_are_looked_for_only_among_judges_who_are_judged() {
    let rows = |monitor: &mut Monitor| {
        for _ in 0..4 {
            for judge in 0..12_u32 {
                for player in (0..12).filter(|&player| player != judge) {
                    let points = if judge / 3 == player / 3 && judge < 3 { 100.0 } else { 40.0 };
                    let points = points + f64::from(player) + f64::from(judge % 5);
                    let points = f64::min(points, 100.0);
                    monitor.add(Judgment { judge, player, points, before: None, seconds: None });
                }
            }
        }
    };
    let ring = |mut monitor: Monitor| {
        rows(&mut monitor);
        let crowd = monitor.crowd();
        let report = monitor.report(0, &crowd).unwrap();
        report.flags.iter().any(|flag| flag.kind == Kind::Ring)
    };
    assert!(ring(Monitor::reciprocal()));
    assert!(!ring(Monitor::default()));
}
