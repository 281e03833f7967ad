//! The judge's terminal: the choice of a folder, and the terminal as it was before.

use std::io::Write as _;
use std::path::Path;
use std::process::{Output, Stdio};

use luna_testkit::server::{folder, luna, program};

/// Runs the judge on a terminal of its own, stops it by a signal when it has begun, and prints whether
/// the terminal was changed meanwhile and is as before at the end, and the exit code.
const STOPPED: &str = "
import os, pty, signal, subprocess, sys, termios
parent, child = pty.openpty()
before = termios.tcgetattr(child)
judge = subprocess.Popen(sys.argv[2:], stdin=child, stdout=child, stderr=child)
shown = b''
while b'Ctrl-D ends' not in shown:
    shown += os.read(parent, 1000)
changed = termios.tcgetattr(child) != before
os.kill(judge.pid, getattr(signal, sys.argv[1]))
code = judge.wait(60)
print(changed, termios.tcgetattr(child) == before, code)
";

fn text(output: &Output) -> String {
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    for signal in ["SIGTERM", "SIGINT"] {
        let talk = folder("talk");
        let mut command = program("python3");
        command.args([
            "-c",
            STOPPED,
            signal,
            env!("CARGO_BIN_EXE_luna"),
            "contest",
            "judge",
            "--lpp",
        ]);
        let output = command.arg(&talk).stdin(Stdio::null()).output().unwrap();
        assert_eq!(text(&output), "True True 0\n", "{signal}");
    }
}

/// Runs a command in a place, with lines typed.
fn types(place: &Path, arguments: &[&str], typed: &str) -> Output {
    let mut command = luna();
    command.args(arguments).current_dir(place);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn judge_and_entry_choose_their_folder_from_a_list() {
    let place = folder("place");
    std::fs::create_dir_all(place.join("talks/second")).unwrap();
    std::fs::create_dir_all(place.join("talks/first")).unwrap();
    // What follows the choice is the judge's text.
    let judged = types(&place, &["contest", "judge", "--lpp"], "talks\n2\n.\nHi there!\n");
    assert_eq!(text(&judged), "judge: Hi there!\n");
    let told = String::from_utf8(judged.stderr).unwrap();
    assert!(told.contains("Choose the folder of the entry."), "{told}");
    assert!(told.contains("   1  first\n   2  second\n"), "{told}");
    assert_eq!(std::fs::read_dir(place.join("talks/second")).unwrap().count(), 10);
    let run = ["bot", "run", "--house", "eliza", "--instant", "--replies", "1", "--lpp"];
    let entered = types(&place, &run, "1\n2\n.\n");
    let said = text(&entered);
    assert!(said.starts_with("judge: Hi there!\nparty: "), "{said}");
    let refused = types(&place, &["contest", "judge"], "q\n");
    assert_eq!(refused.status.code(), Some(1));
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.ends_with("luna: no folder was chosen; name one with --lpp FOLDER\n"), "{told}");
}
