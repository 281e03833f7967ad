use super::*;
use crate::contest::rules::presets::Preset;
use crate::rng::Chance;

/// Milliseconds of `10:05` or `10:05:30`.
pub(super) fn time(text: &str) -> i64 {
    let parts: Vec<i64> = text.split(':').map(|part| part.parse().unwrap()).collect();
    (parts[0] * 3_600 + parts[1] * 60 + parts.get(2).unwrap_or(&0)) * 1_000
}

pub(super) fn of_2009() -> Contest {
    let rules = Preset::Loebner2009.rules();
    let schedule = Schedule::draw(&rules, 1950);
    Contest::new(rules, schedule)
}

/// Reads the words of a move: `start`, `extend 60`, `close`, `J1 r3 C2` for the verdict that C2 is
/// the human in round 3, `J1 ranks 1=4 3=2`.
fn parse(contest: &Contest, words: &str) -> (Author, Move) {
    let organiser = |command| (Author::Organiser, Move::Clock(command));
    let words: Vec<&str> = words.split_whitespace().collect();
    match words[..] {
        ["start"] => organiser(Command::Start),
        ["pause"] => organiser(Command::Pause),
        ["resume"] => organiser(Command::Resume),
        ["restart"] => organiser(Command::Restart),
        ["extend", seconds] => organiser(Command::Extend { seconds: seconds.parse().unwrap() }),
        ["close"] => (Author::Organiser, Move::Close),
        [judge, "ranks", ref ranks @ ..] => {
            let rank = |word: &&str| {
                let (round, rank) = word.split_once('=').unwrap();
                Rank { round: round.parse().unwrap(), rank: rank.parse().unwrap() }
            };
            (author(judge), Move::Rank(ranks.iter().map(rank).collect()))
        }
        [judge, round, human] => {
            let round = round.strip_prefix('r').unwrap().parse().unwrap();
            let pair = contest.schedule.pair(round, judge.parse().unwrap());
            let side = pair.and_then(|pair| pair.side(human.parse().unwrap()));
            (author(judge), Move::Verdict { round, human: side.unwrap_or(Side::Left) })
        }
        _ => panic!("no such move: {words:?}"),
    }
}

fn author(judge: &str) -> Author {
    Author::Judge(judge.parse::<Participant>().unwrap().number())
}

/// Plays moves such as `10:00 start, 10:12 J1 r1 C1`, separated by commas or line ends.
pub(super) fn play(mut contest: Contest, script: &str) -> Result<Contest, String> {
    let events = script.split([',', '\n']).map(str::trim);
    for event in events.filter(|event| !event.is_empty()) {
        let (at, words) = event.split_once(' ').unwrap();
        let (by, mv) = parse(&contest, words);
        contest =
            contest.play(time(at), by, &mv).map_err(|refusal| format!("{event}: {refusal}"))?;
    }
    Ok(contest)
}

/// Plays a script of 2009 and shows the stage at a time with the number of verdicts and rankings.
#[track_caller]
fn check(script: &str, at: &str, expected: &str) {
    let shown = match play(of_2009(), script) {
        Err(refused) => refused,
        Ok(contest) => {
            let (verdicts, rankings) = (contest.verdicts.len(), contest.rankings.len());
            format!("{}, {verdicts} verdicts, {rankings} rankings", contest.stage(time(at)).name())
        }
    };
    assert_eq!(shown, expected, "{script}");
}

/// A verdict is refused for a reason.
#[track_caller]
fn refuse(script: &str, last: &str, reason: &str) {
    check(&format!("{script}, {last}"), "10:00", &format!("{last}: {reason}"));
}

/// The contest of 2009, from ten in the morning: one entry deceives J1 and another J2.
pub(super) const WHOLE: &str = "\
    10:00 start
    10:10 J1 r1 C1
    10:19 J2 r1 E3
    10:37 J4 r2 C2
    10:38 J3 r2 C1
    10:39 J2 r2 C3
    11:05 J3 r3 C3
    11:06 J4 r3 C4
    11:07 J1 r3 E2
    11:30 J2 r4 C4
    11:31 J3 r4 C2
    11:55 J2 r5 C1
    11:56 J1 r5 C3
    12:20 J1 r6 C4
    12:21 J4 r6 C3
    12:45 J4 r7 C1
    12:49 J3 r7 C4
    12:50 J1 ranks 1=1 3=4 5=3 6=2
    12:51 J2 ranks 1=3 2=1 4=2 5=4
    12:52 J3 ranks 2=3 3=1 4=2 7=4
    12:55 J4 ranks 2=2 3=4 6=3 7=1";

#[test]
fn the_whole_contest_of_2009_comes_to_its_end() {
    check("", "10:00", "before, 0 verdicts, 0 rankings");
    let lines: Vec<&str> = WHOLE.lines().map(str::trim).collect();
    let upto = |count: usize| lines[..count].join(",");
    check(&upto(2), "10:15", "rounds, 1 verdicts, 0 rankings");
    check(&upto(17), "12:49:59", "rounds, 16 verdicts, 0 rankings");
    check(&upto(17), "12:50", "ranking, 16 verdicts, 0 rankings");
    check(&upto(20), "12:59", "ranking, 16 verdicts, 3 rankings");
    check(WHOLE, "12:55", "final, 16 verdicts, 4 rankings");
    let over = format!("{WHOLE}, 12:56 restart");
    check(&over, "", "12:56 restart: This contest is over.");
}

#[test]
fn a_verdict_waits_for_the_review_and_comes_in_it() {
    let early = "Your verdict on round 1 is due in its review, after both conversations.";
    for at in ["10:00", "10:04", "10:09:59"] {
        refuse("10:00 start", &format!("{at} J1 r1 C1"), early);
    }
    check("9:59 J1 r1 C1", "", &format!("9:59 J1 r1 C1: {early}"));
    check("10:00 start, 10:10 J1 r1 C1", "10:10", "rounds, 1 verdicts, 0 rankings");
    check("10:00 start, 10:19:59 J1 r1 C1", "10:20", "rounds, 1 verdicts, 0 rankings");
    refuse("10:00 start", "10:20 J1 r1 C1", "The review of round 1 is over.");
    refuse("10:00 start", "10:36 J1 r1 C1", "The review of round 1 is over.");
    refuse("10:00 start, 10:10 J1 r1 C1", "12:50 J3 r7 C4", "The review of round 7 is over.");
    refuse(
        "10:00 start",
        "10:12 J1 r3 C2",
        "Your verdict on round 3 is due in its review, after both conversations.",
    );
    check(
        "10:00 start, 10:19 extend 600, 10:29 J1 r1 C1",
        "10:29",
        "rounds, 1 verdicts, 0 rankings",
    );
    refuse("10:00 start, 10:12 pause", "10:13 J1 r1 C1", "The contest is paused.");
}

#[test]
fn a_verdict_is_given_once_by_the_judge_of_the_pair() {
    refuse(
        "10:00 start, 10:11 J1 r1 C1",
        "10:12 J1 r1 E1",
        "You have already given your verdict on round 1.",
    );
    refuse("10:00 start", "10:11 J3 r1 C1", "You are excused from round 1.");
    refuse("10:00 start", "10:11 J5 r1 C1", "There is no judge J5 in this contest.");
    refuse("10:00 start", "10:11 J1 r8 C1", "There is no round 8 in this contest.");
    refuse("10:00 start", "10:11 J1 r0 C1", "There is no round 0 in this contest.");
}

#[test]
fn a_round_that_begins_again_forgets_its_verdicts_alone() {
    let first = "10:00 start, 10:11 J1 r1 C1, 10:12 J2 r1 C2";
    check(&format!("{first}, 10:15 restart"), "10:16", "rounds, 0 verdicts, 0 rankings");
    check(
        &format!("{first}, 10:15 restart, 10:26 J1 r1 E1"),
        "10:26",
        "rounds, 1 verdicts, 0 rankings",
    );
    check(&format!("{first}, 10:30 restart"), "10:31", "rounds, 2 verdicts, 0 rankings");
    let late = "12:46 J4 r7 C1, 12:55 restart, 13:06 J4 r7 C1, 13:20 J4 ranks 7=4";
    check(&format!("{first}, {late}"), "13:20", "ranking, 3 verdicts, 1 rankings");
    refuse(
        &format!("{first}, {late}"),
        "13:21 restart",
        "A judge has given ranks, so no round can begin again.",
    );
}

#[test]
fn ranks_are_given_once_after_all_rounds() {
    let verdicts = WHOLE.split_once("    12:50 J1 ranks").unwrap().0.trim_end();
    let early = "Ranks are given when all rounds are over.";
    refuse(verdicts, "12:49:59 J1 ranks 1=1 3=4 5=3 6=2", early);
    refuse(verdicts, "12:50 J1 ranks 1=1 3=4 5=3 6=1", "Rank 1 is given twice.");
    refuse(verdicts, "12:50 J1 ranks 1=1 3=4 5=3", "The party of round 6 has no rank.");
    refuse(verdicts, "12:50 J1 ranks 2=1", "You took nobody for a machine in round 2.");
    let once = format!("{verdicts}\n12:50 J1 ranks 1=1 3=4 5=3 6=2");
    refuse(&once, "12:51 J1 ranks 1=1 3=4 5=3 6=2", "You have already given your ranks.");
}

#[test]
fn the_organiser_need_not_wait_for_ranks() {
    let verdicts = WHOLE.split_once("    12:50 J1 ranks").unwrap().0.trim_end();
    refuse(verdicts, "12:49 close", "The contest can be closed when all rounds are over.");
    check(&format!("{verdicts}\n13:30 close"), "13:30", "final, 16 verdicts, 0 rankings");
    refuse(
        &format!("{verdicts}\n13:30 close"),
        "13:31 J1 ranks 1=1 3=4 5=3 6=2",
        "This contest is over.",
    );
    // Judges who have given no verdict have nothing to rank.
    check("10:00 start, 10:11 J1 r1 C1", "12:50", "ranking, 1 verdicts, 0 rankings");
    check(
        "10:00 start, 10:11 J1 r1 C1, 12:50 J1 ranks 1=4",
        "12:50",
        "final, 1 verdicts, 1 rankings",
    );
    check("10:00 start", "12:50", "ranking, 0 verdicts, 0 rankings");
    refuse(
        "10:00 start",
        "12:50 J1 ranks",
        "You took nobody for a machine, so there is nobody to rank.",
    );
    check("10:00 start, 12:50 close", "12:50", "final, 0 verdicts, 0 rankings");
}

#[test]
fn each_move_has_its_author() {
    let contest = play(of_2009(), "10:00 start").unwrap();
    let refused = |by, mv: &Move| contest.clone().play(time("10:12"), by, mv).unwrap_err();
    for mv in [Move::Clock(Command::Pause), Move::Close] {
        assert_eq!(refused(Author::Judge(1), &mv), Refusal::NotOrganiser);
    }
    for mv in [Move::Verdict { round: 1, human: Side::Left }, Move::Rank(Vec::new())] {
        assert_eq!(refused(Author::Organiser, &mv), Refusal::NotJudge);
        assert_eq!(refused(Author::Judge(0), &mv), Refusal::NoSuchJudge(0));
    }
    let twice = refused(Author::Organiser, &Move::Clock(Command::Start));
    assert_eq!(twice.to_string(), "The contest has already started.");
}

#[test]
fn a_clock_that_is_set_back_does_not_reopen_a_phase() {
    let contest = play(of_2009(), "10:00 start, 10:11 J1 r1 C1").unwrap();
    assert_eq!(contest.position(time("10:02")).phase, Phase::Review);
    let contest = play(contest, "10:01 J2 r1 C2").unwrap();
    assert_eq!(contest.verdict(1, 2).map(|verdict| verdict.at), Some(time("10:11")));
}

#[test]
fn everybody_finds_their_pair_of_the_moment() {
    let contest = play(of_2009(), "10:00 start").unwrap();
    let pair = |at: &str, participant: &str| {
        let pair = contest.pair(time(at), participant.parse().unwrap());
        pair.map(|pair| pair.cell.to_string())
    };
    assert_eq!(pair("10:07", "C2").as_deref(), Some("J2E3C2"));
    assert_eq!(pair("10:07", "J3"), None);
    assert_eq!(pair("10:19", "J1").as_deref(), Some("J1E1C1"));
    assert_eq!(pair("10:22", "J1"), None);
    assert_eq!(pair("10:27", "J3").as_deref(), Some("J3E3C1"));
    assert_eq!(pair("12:50", "J3"), None);
}

/// Any moves in any order never bring a contest into a state that its own log does not give again,
/// and never let a verdict in outside a review.
#[test]
fn random_moves_never_break_a_contest() {
    let mut chance = Chance::from_seed(2009);
    for _ in 0..100 {
        let mut contest = of_2009();
        let (mut log, mut now) = (Vec::new(), time("10:00"));
        for _ in 0..120 {
            now += i64::try_from(chance.below(200_000)).unwrap();
            let judge = 1 + chance.below(4);
            let round = contest.position(now).round.unwrap_or(1);
            let human = Side::BOTH[chance.below(2)];
            let commands = [Command::Pause, Command::Resume, Command::Extend { seconds: 30 }];
            let (by, mv) = match chance.below(20) {
                0 | 1 => (Author::Organiser, Move::Clock(Command::Start)),
                2 => (Author::Organiser, Move::Clock(*chance.pick(&commands).unwrap())),
                3..=5 => (Author::Organiser, Move::Clock(Command::Resume)),
                6 if chance.below(5) == 0 => (Author::Organiser, Move::Clock(Command::Restart)),
                7 => {
                    let rounds = contest.rounds_to_rank(judge);
                    let ranks = rounds.into_iter().zip((1..=4).rev());
                    let ranks = ranks.map(|(round, rank)| Rank { round, rank }).collect();
                    (Author::Judge(judge), Move::Rank(ranks))
                }
                8 => (Author::Organiser, Move::Close),
                _ => (Author::Judge(judge), Move::Verdict { round, human }),
            };
            let before = contest.position(now);
            let Ok(next) = contest.clone().play(now, by, &mv) else { continue };
            if matches!(mv, Move::Verdict { .. }) {
                assert_eq!((before.phase, before.paused), (Phase::Review, false));
            }
            assert!(next.stage(now) >= contest.stage(now) || mv == Move::Clock(Command::Restart));
            contest = next;
            log.push((now, by, mv));
        }
        let moves = log.iter().map(|(at, by, mv)| (*at, *by, mv));
        let again = Contest::replay(contest.rules.clone(), contest.schedule.clone(), moves);
        assert_eq!(again, Ok(contest));
    }
}

/// Each kind of move ever stored must be read for ever.
#[test]
fn stored_moves_keep_their_spelling() {
    for line in [
        r#"{"clock":"start"}"#,
        r#"{"clock":{"extend":{"seconds":60}}}"#,
        r#"{"verdict":{"round":1,"human":"left"}}"#,
        r#"{"rank":[{"round":1,"rank":4}]}"#,
        r#""close""#,
    ] {
        let mv: Move = serde_json::from_str(line).unwrap();
        assert_eq!(serde_json::to_string(&mv).unwrap(), line);
    }
}
