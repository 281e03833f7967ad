use super::*;
use crate::contest::conversation::Conversation;
use crate::contest::rules::presets::Preset;

fn empty() -> KeystrokeLog {
    KeystrokeLog {
        contest: "The Prize".to_owned(),
        notice: "For everybody".to_owned(),
        judge: Some(2),
        program: "Elbot".to_owned(),
        round: Some(4),
        program_side: Side::Right,
        keys: Vec::new(),
    }
}

fn typed(at: i64, by: Speaker, text: &str) -> Vec<Keystroke> {
    let strokes = text.chars().map(|c| Stroke::from_char(c).unwrap());
    (at..).step_by(7).zip(strokes).map(|(at, stroke)| Keystroke { at, by, stroke }).collect()
}

/// The two sides of a pair as they were typed.
fn sides() -> [Vec<Keystroke>; 2] {
    let side = |at| {
        let mut all = typed(at, Speaker::Judge, "Hi ({[<\t~^`'\"|\\/>]})?\u{8}!\n");
        all.extend(typed(at + 3, Speaker::Party, "It is I_@#$%&*+-=.,:;0 A\u{8}\u{8}z\n"));
        all.sort_by_key(|key| key.at);
        all
    };
    [side(1_337_091_529_048), side(1_337_091_529_060)]
}

#[test]
fn a_pair_is_written_and_read_again_without_a_loss() {
    let mut log = empty();
    let sides = sides();
    for (side, keys) in Side::BOTH.into_iter().zip(&sides) {
        log.add(side, keys);
    }
    let text = log.to_string();
    let head = "The Prize\r\nFor everybody\r\nTranscripts of judge 2 program Elbot round 4\r\n\
                Left =human \r\nJ2 013370915290048000 judge left H\r\n\
                J2 013370915290051000 Elbot left I\r\n";
    assert!(text.starts_with(head), "{text}");
    let read = KeystrokeLog::read(text.as_bytes()).unwrap();
    assert_eq!(read, std::slice::from_ref(&log));
    for (side, keys) in Side::BOTH.into_iter().zip(sides) {
        let of_side = read[0].keys.iter().filter(|key| key.side == side);
        let again = of_side.map(|&LoggedKey { at_us, by, stroke, .. }| Keystroke {
            at: at_us / 1_000,
            by,
            stroke,
        });
        assert_eq!(again.collect::<Vec<_>>(), keys);
    }
}

#[test]
fn several_logs_follow_one_another() {
    let mut first = empty();
    first.add(Side::Left, &sides()[0]);
    let second = KeystrokeLog { judge: None, round: None, program_side: Side::Left, ..empty() };
    let third = KeystrokeLog { contest: "J2 1 judge left H".to_owned(), ..first.clone() };
    let all = [first, second, third];
    let text: String = all.iter().map(ToString::to_string).collect();
    assert_eq!(KeystrokeLog::read(text.as_bytes()).unwrap(), all);
    assert_eq!(KeystrokeLog::read(b"").unwrap(), []);
}

#[test]
fn a_character_without_a_key_takes_its_plain_form_and_is_taken_back_as_a_whole() {
    let mut log = empty();
    log.add(Side::Left, &typed(1, Speaker::Party, "é…\u{8}—🌙\u{8}x\n"));
    let keys = log.keys.iter().map(|&LoggedKey { at_us, by, stroke, .. }| Keystroke {
        at: at_us,
        by,
        stroke,
    });
    let talk = Conversation::new(&Preset::Loebner2009.rules(), 1, 1, Side::Left);
    assert_eq!(talk.restore(keys).lines()[0].text, "e--x");
    assert_eq!(KeystrokeLog::read(log.to_string().as_bytes()).unwrap(), [log]);
}

#[test]
fn names_cannot_forge_a_line() {
    let names = [("judge", "judge_"), (" A\r\nJ2 bot ", "A_J2_bot"), ("\u{2028}", "_"), ("É", "É")];
    for (name, written) in names {
        assert_eq!(program_name(name), written);
    }
    let mut log = KeystrokeLog { program: "judge".to_owned(), ..empty() };
    log.contest = "A prize\r\nwith\na line".to_owned();
    log.add(Side::Left, &typed(1, Speaker::Party, "I\n"));
    let read = KeystrokeLog::read(log.to_string().as_bytes()).unwrap().remove(0);
    assert_eq!((read.program.as_str(), read.keys), ("judge_", log.keys));
    assert_eq!(read.contest, "A prize  with a line");
}

#[test]
fn a_line_that_was_cut_off_is_left_out() {
    let mut log = empty();
    log.add(Side::Left, &sides()[0]);
    let text = log.to_string();
    let cut = text.strip_suffix("Return\r\n").unwrap();
    let read = KeystrokeLog::read(cut.as_bytes()).unwrap().remove(0);
    assert_eq!(read.keys[..], log.keys[..log.keys.len() - 1]);
}

#[test]
fn whatever_is_no_log_is_refused_in_a_sentence_with_its_line() {
    let head = "a\nb\nTranscripts of judge 2 program Elbot round 4\nLeft =human \n";
    let refusals = [
        ("a\nb\n", "ends within its heading"),
        ("a\nb\nc\nLeft =human\n", "Line 3 must read: Transcripts"),
        ("a\nb\nTranscripts of judge 02 program E round 4\nLeft =human\n", "Line 3 must read"),
        ("a\nb\nTranscripts of judge 2 program E B round 4\nLeft =human\n", "Line 3 must read"),
        ("a\nb\nTranscripts of judge 2 program judge round 4\nLeft =human\n", "Line 3 must"),
        ("a\nb\nTranscripts of judge 2 program E round 4\nLeft =?\n", "Line 4 must read: Left"),
    ];
    let keys = [
        ("J2 013370915290048000 judge left\n", "Line 5 is not a key."),
        ("J2 13370915290048000 judge left H\n", "Line 5 is not a key."),
        ("J2 013370915291048000 judge left H\n", "Line 5 is not a key."),
        ("J2 013370915290048000 judge up H\n", "Line 5 is not a key."),
        ("J2 013370915290048000 judge left Hyper\n", "Line 5 is not a key."),
        ("J2 013370915290048000 judge left \u{2028}\n", "Line 5 is not a key."),
        ("J3 013370915290048000 judge left H\n", "Line 5 has the judge or the program of another"),
        ("J2 013370915290048000 Eliza left H\n", "Line 5 has the judge or the program of another"),
    ];
    let keys = keys.map(|(line, why)| (format!("{head}{line}"), why));
    let all = refusals.map(|(text, why)| (text.to_owned(), why)).into_iter().chain(keys);
    for (text, why) in all {
        let refusal = KeystrokeLog::read(text.as_bytes()).unwrap_err().to_string();
        assert!(refusal.contains(why), "{text:?}: {refusal}");
    }
    let refusal = KeystrokeLog::read(b"a\nb\xff\n").unwrap_err().to_string();
    assert_eq!(refusal, "Line 2 is not UTF-8.");
}
