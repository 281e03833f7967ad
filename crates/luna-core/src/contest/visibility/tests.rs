use super::super::tests::{WHOLE, of_2009, play, time};
use super::*;

fn viewers() -> Vec<Viewer> {
    let numbers = 1..=4;
    let participants = numbers.flat_map(|number| {
        [Participant::Judge(number), Participant::Entry(number), Participant::Confederate(number)]
    });
    let participants = participants.map(Viewer::Participant);
    [Viewer::Organiser, Viewer::Public].into_iter().chain(participants).collect()
}

/// Every record of a contest, also of pairs that there are not.
fn records() -> Vec<Record> {
    let mut records = vec![Record::Results];
    for judge in 1..=4 {
        records.push(Record::Ranking { judge });
        for round in 1..=7 {
            for side in Side::BOTH {
                records.push(Record::Transcript { round, judge, side });
            }
            records.push(Record::Verdict { round, judge });
            records.push(Record::EntrySide { round, judge });
        }
    }
    records
}

fn show(record: Record) -> String {
    match record {
        Record::Transcript { round, judge, side } => format!("J{judge} r{round} {}", side.name()),
        Record::Verdict { round, judge } => format!("J{judge} r{round} verdict"),
        Record::Ranking { judge } => format!("J{judge} ranks"),
        Record::EntrySide { round, judge } => format!("J{judge} r{round} entry"),
        Record::Results => "results".to_owned(),
    }
}

/// Shows everything that a viewer may see at a time, after the moves of the whole contest that came
/// before it.
#[track_caller]
fn check(at: &str, viewer: &str, expected: &str) {
    let viewer = match viewer {
        "organiser" => Viewer::Organiser,
        "public" => Viewer::Public,
        participant => Viewer::Participant(participant.parse().unwrap()),
    };
    let now = time(at);
    let moves = WHOLE.lines().map(str::trim);
    let script: Vec<&str> =
        moves.filter(|line| time(line.split_once(' ').unwrap().0) <= now).collect();
    let contest = play(of_2009(), &script.join(",")).unwrap();
    let visible = records().into_iter().filter(|record| may_see(&contest, now, viewer, *record));
    let shown: Vec<String> = visible.map(show).collect();
    assert_eq!(shown.join(", "), expected, "{at} {viewer:?}");
}

/// The side of an entry in the first round, which the seed decides.
fn side(round: usize, participant: Participant) -> &'static str {
    let contest = of_2009();
    let pair = contest.schedule().pair(round, participant).unwrap();
    pair.side(participant).unwrap().name()
}

#[test]
fn a_judge_sees_the_current_pair_until_the_review_is_over() {
    check("9:59", "J1", "");
    for at in ["10:00", "10:07", "10:12", "10:19:59"] {
        check(at, "J1", "J1 r1 left, J1 r1 right, J1 r1 verdict");
    }
    check("10:20", "J1", "");
    check("10:51", "J1", "J1 r3 left, J1 r3 right, J1 r3 verdict");
}

#[test]
fn those_who_are_excused_see_nothing() {
    for at in ["10:03", "10:08", "10:15", "10:22"] {
        for excused in ["J3", "J4", "C3", "C4", "E2", "E4"] {
            check(at, excused, "");
        }
    }
    // Nor what they took part in before.
    check("10:27", "J1", "");
}

#[test]
fn a_party_sees_its_conversation_while_it_lasts() {
    for (participant, name) in [(Participant::Entry(1), "E1"), (Participant::Confederate(1), "C1")]
    {
        let expected = format!("J1 r1 {}", side(1, participant));
        let left = expected.ends_with("left");
        check("10:03", name, if left { &expected } else { "" });
        check("10:08", name, if left { "" } else { &expected });
        check("10:15", name, "");
        check("10:22", name, "");
    }
}

#[test]
fn organiser_and_audience_wait_for_the_end() {
    for at in ["9:00", "10:03", "10:15", "10:22", "12:30", "12:52"] {
        check(at, "organiser", "");
        check(at, "public", "");
    }
}

#[test]
fn a_judge_who_ranks_has_their_own_records_at_hand() {
    let contest = play(of_2009(), "10:00 start, 10:11 J1 r1 C1").unwrap();
    let now = time("12:50");
    for record in records() {
        let mine = match record {
            Record::Transcript { judge, .. }
            | Record::Verdict { judge, .. }
            | Record::Ranking { judge } => judge == 1,
            Record::EntrySide { .. } | Record::Results => false,
        };
        let viewer = Viewer::Participant(Participant::Judge(1));
        assert_eq!(may_see(&contest, now, viewer, record), mine, "{record:?}");
        let party = Viewer::Participant(Participant::Confederate(1));
        assert!(!may_see(&contest, now, party, record), "{record:?}");
    }
}

/// At every minute of the contest: nobody sees a verdict or a rank of somebody else, an entry's
/// side or a result before the end; then everybody sees everything.
#[test]
fn nothing_gets_out_before_the_end() {
    let whole = play(of_2009(), WHOLE).unwrap();
    let started = play(of_2009(), "10:00 start, 10:11 J1 r1 C1").unwrap();
    for minute in 0..200 {
        let now = time("9:50") + minute * 60_000;
        for viewer in viewers() {
            for record in records() {
                let own = match (viewer, record) {
                    (
                        Viewer::Participant(Participant::Judge(viewer)),
                        Record::Transcript { judge, .. }
                        | Record::Verdict { judge, .. }
                        | Record::Ranking { judge },
                    ) => viewer == judge,
                    (Viewer::Participant(party), Record::Transcript { round, judge, side }) => {
                        let pair = started.schedule().pair(round, Participant::Judge(judge));
                        pair.is_some_and(|pair| pair.side(party) == Some(side))
                    }
                    _ => false,
                };
                assert!(own || !may_see(&started, now, viewer, record), "{viewer:?} {record:?}");
                assert!(may_see(&whole, time("12:55"), viewer, record));
            }
        }
    }
}
