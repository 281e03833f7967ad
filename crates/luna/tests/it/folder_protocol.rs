//! A judge and an entry in two programs that share nothing but a folder.

use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use luna_testkit::server::{folder, luna};
use serde_json::Value;

/// Replies to each line with the number of lines before it.
const PARROT: &str = "
import json, sys
for line in sys.stdin:
    task = json.loads(line)
    if task['type'] == 'converse':
        text = f\"{task['lines'][-1]['text'].strip()} after {len(task['lines']) - 1} lines…\"
        print(json.dumps({'lines': [text]}), flush=True)
";

/// The same for a machine that takes no conversations.
const ANSWERER: &str = "
import json, sys
for line in sys.stdin:
    task = json.loads(line)
    if task['type'] == 'question':
        context = task.get('context', '')
        text = f\"{task['question']} after {len(context.splitlines())} lines…\"
        print(json.dumps({'answers': [{'answer': text, 'confidence': 1}]}), flush=True)
    elif task['type'] != 'hello':
        print('{}', flush=True)
";

/// Types its replies itself, and takes one letter back.
const TYPIST: &str = "
import json, sys
for line in sys.stdin:
    if json.loads(line)['type'] == 'converse':
        keys = 'Hm\\bi\\n'
        print(json.dumps({'keys': keys, 'delays_ms': [1] * len(keys)}), flush=True)
";

fn entry(talk: &Path, options: &[&str], machine: &[&str]) -> Child {
    let mut command = luna();
    command.args(["bot", "run", "--instant", "--seed", "7", "--lpp"]).arg(talk).args(options);
    command.args(machine).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Types all this as the judge, and returns the output.
fn judge(talk: &Path, options: &[&str], typed: &str) -> Output {
    let mut command = luna();
    command.args(["contest", "judge", "--lpp"]).arg(talk).args(options);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut judge = pipes.spawn().unwrap();
    judge.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    judge.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_program_converses_with_a_judge_through_a_folder() {
    let talk = folder("talk");
    let machine = ["--exec", "python3", "-c", PARROT];
    let entry = entry(&talk, &["--replies", "3"], &machine);
    let judged = judge(&talk, &["--replies", "3"], "Hi thexx\u{8}\u{8}re\n“Well?”\nBye 🌙\n");
    let shown = text(&judged);
    let mut lines: Vec<&str> = shown.lines().collect();
    // The judge typed everything at once; only the order of each side is certain.
    lines.sort_by_key(|line| line.starts_with("entry"));
    let expected = [
        "judge: Hi there",
        "judge: “Well?”",
        "judge: Bye 🌙",
        "entry: Hi there after 0 lines...",
        "entry: \"Well?\" after 2 lines...",
        "entry: Bye after 4 lines...",
    ];
    assert_eq!(lines, expected);
    let told = String::from_utf8_lossy(&judged.stderr);
    assert!(told.contains("“🌙” has no key in the protocol and is left out."), "{told}");
    let logged = text(&entry.wait_with_output().unwrap());
    assert!(logged.contains("judge: Hi there\nparty: Hi there after 0 lines…\n"), "{logged}");
    assert_eq!(std::fs::read_dir(&talk).unwrap().count(), 0);
}

#[test]
fn a_program_that_takes_no_conversations_answers_each_line_as_a_question() {
    let talk = folder("talk");
    let entry = entry(&talk, &["--replies", "2"], &["--exec", "python3", "-c", ANSWERER]);
    text(&judge(&talk, &["--replies", "2"], "Hi there\nBye\n"));
    let output = entry.wait_with_output().unwrap();
    let logged = text(&output);
    assert!(logged.contains("party: Hi there after 0 lines…\n"), "{logged}");
    assert!(logged.contains("party: Bye after 2 lines…\n"), "{logged}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("it does not converse, so it gets questions"), "{told}");
}

#[test]
fn a_program_that_types_itself_has_its_keys_shown_as_sent() {
    let talk = folder("talk");
    let entry = entry(&talk, &["--replies", "1"], &["--exec", "python3", "-c", TYPIST]);
    let shown = text(&judge(&talk, &["--replies", "1"], "Hello\n"));
    assert!(shown.contains("entry: Hi\n"), "{shown}");
    assert!(text(&entry.wait_with_output().unwrap()).contains("party: Hi\n"));
}

#[test]
fn a_house_machine_says_the_same_for_the_same_seed_and_polls_where_it_is_told_to() {
    let mut heard = Vec::new();
    for options in [&["--json"][..], &["--json", "--poll"]] {
        let talk = folder("talk");
        let all = [options, &["--replies", "2"]].concat();
        let entry = entry(&talk, &all, &["--house", "eliza"]);
        let shown = text(&judge(&talk, &all, "I am fond of spiders.\nWhy?\n"));
        let lines = shown.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let said: Vec<Value> = lines.filter(|line| line["by"] == "party").collect();
        assert_eq!(said.len(), 2, "{shown}");
        assert!(text(&entry.wait_with_output().unwrap()).contains("fond of spiders"));
        heard.push(said);
    }
    assert_eq!(heard[0], heard[1]);
}

#[test]
fn leftovers_are_dropped_or_read_as_the_command_says() {
    let talk = folder("talk");
    let old = ["000000000000000001.H.judge", "000000000000000002.Return.judge", "notes"];
    for name in old {
        std::fs::create_dir(talk.join(name)).unwrap();
    }
    let entry = entry(&talk, &["--replies", "1"], &["--exec", "python3", "-c", PARROT]);
    let entry = entry.wait_with_output().unwrap();
    assert_eq!(text(&entry), "judge: H\nparty: H after 0 lines…\n");
    let told = String::from_utf8_lossy(&entry.stderr);
    assert!(told.contains("“notes” is no keypress; it is left alone."), "{told}");
    // Nobody has read the answer. The next judge drops it.
    assert!(std::fs::read_dir(&talk).unwrap().count() > 10);
    let dropped = judge(&talk, &["--leftovers", "drop"], "");
    assert_eq!(text(&dropped), "");
    assert_eq!(std::fs::read_dir(&talk).unwrap().count(), 1);
}

#[test]
fn a_wrong_folder_is_refused_in_a_sentence() {
    let talk = folder("talk").join("missing");
    let refused = |output: Output| {
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    };
    let expected =
        format!("luna: There is no folder {}; create it, or name another.\n", talk.display());
    assert_eq!(refused(judge(&talk, &[], "Hi\n")), expected);
    let entry = entry(&talk, &[], &["--house", "eliza"]);
    assert_eq!(refused(entry.wait_with_output().unwrap()), expected);
    let mut both = luna();
    let both: &mut Command = both.args(["bot", "run", "--house", "eliza", "--lpp", "."]);
    let output = both.args(["--once"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "--once is about games");
}
