use luna_core::contest::conversation::Conversation;
use luna_core::contest::participant::Side;
use luna_core::contest::rules::presets::Preset;
use serde_json::json;

use super::*;

fn line(by: Role, text: &str, at_ms: i64) -> TaskLine {
    TaskLine::new(by, text, at_ms)
}

fn task(lines: Vec<TaskLine>) -> ConverseTask {
    ConverseTask::new("t1", "c1", Role::Entry, Wants::Lines, 9_000, lines)
}

fn read(reply: &Value) -> Result<Utterance, String> {
    task(vec![line(Role::Judge, "Hello", 4_200)]).read_value(reply)
}

#[test]
fn a_task_has_the_conversation_so_far() {
    let lines = vec![line(Role::Judge, "Hello", 4_200), line(Role::Entry, "Hi.", 8_000)];
    let sent = serde_json::to_value(task(lines.clone())).unwrap();
    let wanted = json!({
        "type": "converse", "id": "t1", "conversation": "c1", "you": "entry", "wants": "lines",
        "lines": [
            { "by": "judge", "text": "Hello", "at_ms": 4_200 },
            { "by": "entry", "text": "Hi.", "at_ms": 8_000 },
        ],
        "elapsed_ms": 9_000, "max_lines": 10, "max_chars": 1_000, "max_keys": 2_000,
    });
    assert_eq!(sent, wanted);
    let read: ConverseTask = serde_json::from_value(sent).unwrap();
    assert_eq!(read, task(lines));
    assert_eq!((read.subject(), read.delivery().as_str()), ("c1", "t1-converse"));
    assert_eq!(read.again("No.").problem.as_deref(), Some("No."));
}

#[test]
fn a_long_conversation_keeps_its_end() {
    let many = (0..300).map(|nth| line(Role::Judge, &nth.to_string(), nth)).collect();
    let task_of_many = task(many);
    assert_eq!(task_of_many.lines.len(), MOST_LINES);
    assert_eq!(task_of_many.lines.last().unwrap().text, "299");
    let long = (0..30).map(|nth| line(Role::Judge, &"x".repeat(1_000), nth)).collect();
    assert_eq!(task(long).lines.len(), MOST_CHARS / 1_000);
}

#[test]
fn unanswered_are_the_lines_since_the_machine_last_spoke() {
    let mut lines = vec![line(Role::Judge, "a", 1), line(Role::Entry, "b", 2)];
    assert_eq!(task(lines.clone()).unanswered().count(), 0);
    lines.extend([line(Role::Judge, "c", 3), line(Role::Judge, "d", 4)]);
    lines.push(TaskLine { open: true, ..line(Role::Judge, "half", 5) });
    let task = task(lines);
    assert_eq!(task.unanswered().collect::<Vec<_>>(), ["c", "d"]);
    assert_eq!(task.own().collect::<Vec<_>>(), ["b"]);
}

#[test]
fn a_reply_is_lines_or_keys() {
    let lines =
        |lines: &[&str]| Utterance::Lines(lines.iter().map(|&line| line.to_owned()).collect());
    assert_eq!(read(&json!({ "lines": [] })), Ok(lines(&[])));
    assert_eq!(
        read(&json!({ "lines": ["Hi. ", "You?"], "of_later": 1 })),
        Ok(lines(&["Hi.", "You?"]))
    );
    let sent = json!({ "keys": "Hy\u{8}i\n", "delays_ms": [400, 90, 120, 80, 300] });
    let said = read(&sent).unwrap();
    assert_eq!(said.lines(), ["Hi"]);
    assert_eq!(to_json(&said), sent);
    assert_eq!(to_json(&lines(&["Hi."])), json!({ "lines": ["Hi."] }));
    assert_eq!(read(&json!({ "keys": "", "delays_ms": [] })), Ok(Utterance::Keys(Vec::new())));
}

#[test]
fn each_fault_of_a_reply_has_a_sentence() {
    let many: Vec<u32> = vec![0; 3_000];
    for (reply, sentence) in [
        (json!("Hi"), "The reply is not a JSON object."),
        (json!({ "line": "Hi" }), "The reply has no “lines”."),
        (json!({ "lines": "Hi" }), "“lines” is not a list of texts."),
        (json!({ "lines": ["Hi", 5] }), "“lines” is not a list of texts."),
        (json!({ "lines": [""] }), "Line 1 is still empty."),
        (json!({ "lines": ["a\nb"] }), "Line 1 contains a line break; send it as several lines."),
        (json!({ "lines": ["x".repeat(1_001)] }), "Line 1 has 1001 characters; the limit is 1000."),
        (json!({ "lines": vec!["x"; 11] }), "There are 11 lines; the limit is 10."),
        (
            json!({ "lines": ["a\u{1b}[2J"] }),
            "Line 1 cannot be typed. The character U+001B cannot be typed here; it is invisible \
             or reverses text.",
        ),
        (
            json!({ "lines": ["Hi"], "keys": "Hi", "delays_ms": [1, 1] }),
            "The reply has both “lines” and “keys”; send one of them.",
        ),
        (json!({ "keys": "Hi" }), "The reply has no “delays_ms”."),
        (json!({ "keys": 5, "delays_ms": [] }), "“keys” is not a text."),
        (json!({ "keys": "Hi", "delays_ms": 5 }), "“delays_ms” is not a list of numbers."),
        (json!({ "keys": "Hi", "delays_ms": [5] }), "There is 1 delay; 2 are needed."),
        (
            json!({ "keys": "Hi", "delays_ms": [5, -5] }),
            "Delay 2 is not a whole number of milliseconds, 0 or more.",
        ),
        (
            json!({ "keys": "Hi", "delays_ms": [5, 100_000] }),
            "Delay 2 is 100000 milliseconds; the limit is 60000.",
        ),
        (
            json!({ "keys": "a\u{202e}", "delays_ms": [5, 5] }),
            "Key 2: The character U+202E cannot be typed here; it is invisible or reverses text.",
        ),
        (
            json!({ "keys": "x\n".repeat(1_500), "delays_ms": many }),
            "There are 3000 keys, counting one for the end of each line; the limit is 2000.",
        ),
    ] {
        assert_eq!(read(&reply), Err(sentence.to_owned()), "{reply:.60}");
    }
}

/// A conversation of which this was typed, a key each 100 ms.
fn typed(keys: &[(Speaker, &str)]) -> Conversation {
    let rules = Preset::Loebner2009.rules();
    let mut at = 5_000;
    let strokes = keys
        .iter()
        .flat_map(|&(by, keys)| keys.chars().map(move |c| (by, Stroke::from_char(c).unwrap())));
    let stored: Vec<Keystroke> = strokes
        .map(|(by, stroke)| {
            at += 100;
            Keystroke { at, by, stroke }
        })
        .collect();
    Conversation::new(&rules, 1, 0, Side::Left).restore(stored)
}

#[test]
fn a_machine_receives_lines_or_every_key() {
    let conversation = typed(&[
        (Speaker::Judge, "Hu\u{8}i\n\n"),
        (Speaker::Party, "Yes\n"),
        (Speaker::Judge, "An"),
    ]);
    let lines = Wants::Lines.lines(&conversation);
    assert_eq!(lines, [line(Role::Judge, "Hi", 400), line(Role::Entry, "Yes", 900)]);
    let all = serde_json::to_value(Wants::Characters.lines(&conversation)).unwrap();
    let wanted = json!([
        { "by": "judge", "text": "Hi", "at_ms": 400, "keys": "Hu\u{8}i\n", "delays_ms": [0, 100, 100, 100, 100] },
        { "by": "judge", "text": "", "at_ms": 500, "keys": "\n", "delays_ms": [100] },
        { "by": "entry", "text": "Yes", "at_ms": 900, "keys": "Yes\n", "delays_ms": [0, 100, 100, 100] },
        { "by": "judge", "text": "An", "at_ms": 1_100, "open": true, "keys": "An", "delays_ms": [500, 100] },
    ]);
    assert_eq!(all, wanted);
}
