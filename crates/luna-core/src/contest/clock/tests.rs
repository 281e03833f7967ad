use super::*;
use crate::contest::rules::presets::Preset;
use crate::rng::Chance;

/// Milliseconds of `10:05` or `10:05:30`.
fn time(text: &str) -> i64 {
    let parts: Vec<i64> = text.split(':').map(|part| part.parse().unwrap()).collect();
    (parts[0] * 3_600 + parts[1] * 60 + parts.get(2).unwrap_or(&0)) * 1_000
}

fn rules(year: &str) -> (Rules, usize) {
    let rules = Preset::from_name(year).unwrap().rules();
    let rounds = rules.rounds.as_ref().map_or(4, Vec::len);
    (rules, rounds)
}

fn command(words: &str) -> Command {
    match words.split_once(' ') {
        None => match words {
            "start" => Command::Start,
            "pause" => Command::Pause,
            "resume" => Command::Resume,
            "restart" => Command::Restart,
            "end-phase" => Command::EndPhase,
            _ => panic!("no such command: {words}"),
        },
        Some(("extend", seconds)) => Command::Extend { seconds: seconds.parse().unwrap() },
        Some(_) => panic!("no such command: {words}"),
    }
}

fn show(position: Position) -> String {
    let Position { phase, round, attempt, paused, left_ms } = position;
    let mut shown = round.map_or(String::new(), |round| format!("{round} "));
    shown.push_str(phase.name());
    if left_ms > 0 {
        shown.push_str(&format!(" {}:{:02}", left_ms / 60_000, left_ms / 1_000 % 60));
    }
    if attempt > 1 {
        shown.push_str(&format!(" again {attempt}"));
    }
    if paused {
        shown.push_str(" paused");
    }
    shown
}

/// Plays `10:00 start, 10:07 pause, …` and shows the clock at the time of the last entry, which
/// has no command.
#[track_caller]
fn check(year: &str, script: &str, expected: &str) {
    let (rules, rounds) = rules(year);
    let mut clock = Clock::new(&rules, rounds);
    let mut shown = String::new();
    for event in script.split(", ") {
        let Some((at, words)) = event.split_once(' ') else {
            shown = show(clock.position(time(event)));
            break;
        };
        clock = match clock.command(time(at), command(words)) {
            Ok(clock) => clock,
            Err(refusal) => {
                shown = format!("{event}: {refusal}");
                break;
            }
        };
    }
    assert_eq!(shown, expected, "{script}");
}

/// Checks each line `10:00 start, 10:07 pause, 10:08 → 1 right 3:00 paused`.
#[track_caller]
fn check_all(year: &str, lines: &str) {
    for line in lines.trim().lines() {
        let (script, expected) = line.trim().split_once(" → ").unwrap();
        check(year, script, expected);
    }
}

#[test]
fn the_seven_rounds_of_2009_end_at_ten_to_one() {
    let (rules, rounds) = rules("2009");
    let mut clock = Clock::new(&rules, rounds);
    clock = clock.command(time("10:00"), Command::Start).unwrap();
    for round in 1..=7_i64 {
        let begins = time("10:00") + (round - 1) * 25 * 60_000;
        for (minute, phase) in [
            (0, Phase::Left),
            (5, Phase::Right),
            (10, Phase::Review),
            (20, if round == 7 { Phase::Over } else { Phase::Break }),
        ] {
            let at = begins + minute * 60_000;
            let position = clock.position(at);
            assert_eq!(position.phase, phase, "round {round}, minute {minute}");
            let number = (phase != Phase::Over).then(|| usize::try_from(round).unwrap());
            assert_eq!(position.round, number);
            if at > time("10:00") {
                assert_ne!(clock.position(at - 1).phase, phase, "a moment before");
            }
        }
    }
    let planned: u32 = timetable(&rules, rounds).iter().map(|segment| segment.seconds).sum();
    assert_eq!(time("10:00") + i64::from(planned) * 1_000, time("12:50"));
}

#[test]
fn the_timetable_is_the_announced_one() {
    let timetable = |year: &str| -> Vec<String> {
        let (rules, rounds) = rules(year);
        let segments = timetable(&rules, rounds);
        let begins = |segment: &Segment| format!("{} {}", segment.begins, segment.phase.name());
        segments.iter().map(begins).collect()
    };
    let of_2009 = timetable("2009");
    assert_eq!(of_2009.len(), 7 * 4 - 1);
    assert_eq!(
        of_2009[..5],
        ["10:00 left", "10:05 right", "10:10 review", "10:20 break", "10:25 left"]
    );
    assert_eq!(of_2009[24..], ["12:30 left", "12:35 right", "12:40 review"]);
    assert_eq!(timetable("2012")[9..], ["14:45 both", "15:10 review"]);
    assert_eq!(TimeOfDay::new(23, 59).unwrap().after(119).to_string(), "00:00");
}

#[test]
fn each_year_has_its_phases() {
    check_all(
        "2009",
        "
        9:59 → before
        10:00 start, 10:04:59 → 1 left 0:01
        10:00 start, 10:05 → 1 right 5:00
        10:00 start, 10:12 → 1 review 8:00
        10:00 start, 10:24 → 1 break 1:00
        10:00 start, 10:25 → 2 left 5:00
        10:00 start, 12:49:59 → 7 review 0:01
        10:00 start, 12:50 → over
        ",
    );
    check_all(
        "2008",
        "
        10:00 start, 10:04 → 1 both 1:00
        10:00 start, 10:05 → 1 review 10:00
        ",
    );
    check_all(
        "2012",
        "
        13:00 start, 13:24 → 1 both 1:00
        13:00 start, 13:29 → 1 review 1:00
        13:00 start, 13:35 → 2 both 25:00
        13:00 start, 15:15 → over
        ",
    );
}

#[test]
fn it_starts_when_it_is_started() {
    check_all(
        "2009",
        "
        23:59 → before
        10:03 start, 10:04 → 1 left 4:00
        10:03 start, 10:04 start → 10:04 start: The contest has already started.
        ",
    );
    for words in ["pause", "resume", "extend 60", "restart"] {
        let script = format!("10:00 {words}");
        check("2009", &script, &format!("{script}: The contest has not started."));
    }
}

#[test]
fn a_pause_stops_everything() {
    check_all(
        "2009",
        "
        10:00 start, 10:02 pause, 10:02 → 1 left 3:00 paused
        10:00 start, 10:02 pause, 11:30 → 1 left 3:00 paused
        10:00 start, 10:02 pause, 11:00 resume, 11:01 → 1 left 2:00
        10:00 start, 10:02 pause, 11:00 resume, 11:03 → 1 right 5:00
        10:00 start, 10:02 pause, 10:03 pause → 10:03 pause: The contest is already paused.
        10:00 start, 10:02 resume → 10:02 resume: The contest is not paused.
        10:00 start, 10:05 pause, 10:30 → 1 right 5:00 paused
        10:00 start, 12:50 pause → 12:50 pause: All rounds are over.
        ",
    );
}

#[test]
fn an_extension_lengthens_the_current_phase_alone() {
    check_all(
        "2009",
        "
        10:00 start, 10:04 extend 120, 10:06 → 1 left 1:00
        10:00 start, 10:04 extend 120, 10:07 → 1 right 5:00
        10:00 start, 10:15 extend 300, 10:24 → 1 review 1:00
        10:00 start, 10:23 extend 60, 10:26 → 2 left 5:00
        10:00 start, 10:01 extend 60, 10:02 extend 60, 10:06 → 1 left 1:00
        10:00 start, 10:02 pause, 10:03 extend 60, 10:10 → 1 left 4:00 paused
        10:00 start, 10:01 extend 0 → 10:01 extend 0: A phase can be extended by 1 to 86400 seconds.
        10:00 start, 12:50 extend 60 → 12:50 extend 60: All rounds are over.
        ",
    );
}

#[test]
fn a_restart_begins_the_round_again() {
    check_all(
        "2009",
        "
        10:00 start, 10:08 restart, 10:08 → 1 left 5:00 again 2
        10:00 start, 10:08 restart, 10:33 → 2 left 5:00
        10:00 start, 10:30 restart, 10:31 → 2 left 4:00 again 2
        10:00 start, 10:22 restart, 10:23 → 1 left 4:00 again 2
        10:00 start, 12:55 restart, 12:56 → 7 left 4:00 again 2
        10:00 start, 12:55 restart, 13:15 → over
        10:00 start, 10:02 pause, 10:08 restart, 10:09 → 1 left 4:00 again 2
        10:00 start, 10:02 extend 60, 10:03 restart, 10:03 → 1 left 5:00 again 2
        10:00 start, 10:01 restart, 10:02 restart, 10:03 → 1 left 4:00 again 3
        ",
    );
}

#[test]
fn a_clock_that_is_set_back_repeats_nothing() {
    check_all(
        "2009",
        "
        10:00 start, 10:04 extend 60, 10:01 → 1 left 2:00
        10:00 start, 10:07 pause, 10:01 resume, 10:02 → 1 right 3:00
        10:00 start, 10:07 pause, 10:01 resume, 10:08 → 1 right 2:00
        ",
    );
}

#[test]
fn a_break_of_no_length_is_skipped() {
    let (mut rules, rounds) = rules("2009");
    rules.break_seconds = 0;
    let clock = Clock::new(&rules, rounds).command(0, Command::Start).unwrap();
    assert_eq!(show(clock.position(20 * 60_000)), "2 left 5:00");
    assert_eq!(show(clock.position(20 * 60_000 - 1)), "1 review 0:00");
    assert_eq!(show(clock.position(140 * 60_000)), "over");
}

#[test]
fn a_side_is_open_in_its_phase_and_not_in_a_pause() {
    for (year, at, open) in [
        ("2009", "10:01", [true, false]),
        ("2009", "10:06", [false, true]),
        ("2009", "10:11", [false, false]),
        ("2009", "10:21", [false, false]),
        ("2008", "10:01", [true, true]),
        ("2008", "10:06", [false, false]),
    ] {
        let (rules, rounds) = rules(year);
        let clock = Clock::new(&rules, rounds).command(time("10:00"), Command::Start).unwrap();
        let now = time(at);
        assert_eq!(Side::BOTH.map(|side| clock.position(now).is_open(side)), open, "{year} {at}");
        let paused = clock.command(now, Command::Pause).unwrap();
        assert!(!Side::BOTH.into_iter().any(|side| paused.position(now).is_open(side)));
    }
}

#[test]
fn a_phase_that_is_ended_gives_way_to_the_next_one_with_its_whole_time() {
    let (rules, rounds) = rules("2009");
    let clock = Clock::new(&rules, rounds).command(time("10:00"), Command::Start).unwrap();
    let clock = clock.command(time("10:01"), Command::EndPhase).unwrap();
    let found = clock.position(time("10:01"));
    assert_eq!((found.phase, found.left_ms), (Phase::Right, 5 * 60_000));
    // A pause stays one.
    let paused = clock.clone().command(time("10:02"), Command::Pause).unwrap();
    let ended = paused.command(time("10:03"), Command::EndPhase).unwrap();
    let found = ended.position(time("10:30"));
    assert_eq!((found.phase, found.paused, found.round), (Phase::Review, true, Some(1)));
    let over = (0..40).try_fold(clock, |clock, _| clock.command(time("10:04"), Command::EndPhase));
    assert_eq!(over, Err(Refusal::Over));
}

/// For any log of commands the clock runs forwards, and the end of a phase is where it said.
#[test]
fn time_runs_forwards_through_any_log() {
    let (rules, rounds) = rules("2009");
    let mut chance = Chance::from_seed(2009);
    for _ in 0..300 {
        let mut clock = Clock::new(&rules, rounds);
        let mut log = Vec::new();
        let mut now = 0_i64;
        for _ in 0..30 {
            now += i64::try_from(chance.below(15 * 60_000)).unwrap();
            let words = *chance
                .pick(&[
                    "start",
                    "pause",
                    "resume",
                    "extend 90",
                    "restart",
                    "end-phase",
                    "start",
                    "resume",
                ])
                .unwrap();
            if let Ok(next) = clock.clone().command(now, command(words)) {
                clock = next;
                log.push((now, command(words)));
            }
            let position = clock.position(now);
            if let Some(ends) = position.ends_at(now) {
                assert!(position.left_ms > 0, "{position:?}");
                assert_eq!(clock.position(ends - 1).phase, position.phase);
                assert_ne!(clock.position(ends).phase, position.phase, "{position:?}");
            }
            let later = clock.position(now + 60_000);
            let round = |position: Position| (position.round.unwrap_or(8), position.attempt);
            assert!(position.round.is_none() || round(later) >= round(position));
        }
        assert_eq!(Clock::replay(&rules, rounds, &log), Ok(clock));
    }
}

/// Each command ever stored must be read for ever.
#[test]
fn stored_commands_keep_their_spelling() {
    for line in [
        r#""start""#,
        r#""pause""#,
        r#""resume""#,
        r#"{"extend":{"seconds":60}}"#,
        r#""restart""#,
        r#""end_phase""#,
    ] {
        let command: Command = serde_json::from_str(line).unwrap();
        assert_eq!(serde_json::to_string(&command).unwrap(), line);
    }
}
