//! Somebody who follows a document: types its commands, saves its files and compares what appears.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use luna_testkit::control::offered;
use luna_testkit::people::pause;
use luna_testkit::server::{folder, program};
use luna_testkit::stopwatch::patience;

use super::help::{has, help_of};
use super::markdown::{Block, Note, blocks};
use crate::tidy::root;

/// A command that does not end by itself.
struct Endless {
    command: String,
    /// A condition on its output, after which the reader goes on.
    ready: Box<dyn FnMut(&str) -> bool>,
    /// It runs beside the commands that follow.
    stays: bool,
}

/// Seconds after which a command is stopped.
const LIMIT: &str = "100";

pub(super) struct Reader {
    /// The folder in which the commands are typed.
    pub(super) place: PathBuf,
    /// The state of the shell, programs by name, and the output of those that do not end.
    beside: PathBuf,
    variables: Vec<(String, String)>,
    replacements: Vec<(String, String)>,
    endless: Vec<Endless>,
    running: Vec<(String, Child)>,
}

impl Reader {
    pub(super) fn new() -> Reader {
        let beside = folder("reader");
        let programs = beside.join("bin");
        fs::create_dir(&programs).unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_luna"), programs.join("luna")).unwrap();
        // In a virtual environment, `python` is Python 3.
        let python = programs.join("python");
        fs::write(&python, "#!/bin/sh\nexec python3 \"$@\"\n").unwrap();
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(&python, executable).unwrap();
        fs::write(beside.join("state"), "").unwrap();
        let path = format!("{}:{}", programs.display(), offered("PATH").unwrap_or_default());
        let client = root().join("clients/python/src").display().to_string();
        let reader = Reader {
            place: folder("document"),
            beside,
            variables: Vec::new(),
            replacements: Vec::new(),
            endless: Vec::new(),
            running: Vec::new(),
        };
        reader.with("PATH", &path).with("PYTHONPATH", &client).with("PYTHONDONTWRITEBYTECODE", "1")
    }

    /// Sets a variable of the environment.
    pub(super) fn with(mut self, name: &str, value: &str) -> Reader {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Types something of our own where the document has an example.
    pub(super) fn replacing(mut self, example: &str, ours: &str) -> Reader {
        self.replacements.push((example.to_owned(), ours.to_owned()));
        self
    }

    /// Starts a command beside the others, and goes on once it is ready.
    pub(super) fn beside(
        mut self,
        command: &str,
        ready: impl FnMut(&str) -> bool + 'static,
    ) -> Reader {
        let command = command.to_owned();
        self.endless.push(Endless { command, ready: Box::new(ready), stays: true });
        self
    }

    /// Starts a command, and stops it after something has happened.
    pub(super) fn until(
        mut self,
        command: &str,
        ready: impl FnMut(&str) -> bool + 'static,
    ) -> Reader {
        let command = command.to_owned();
        self.endless.push(Endless { command, ready: Box::new(ready), stays: false });
        self
    }

    /// Follows a whole document.
    pub(super) fn follow(&mut self, document: &str) {
        let text = fs::read_to_string(root().join(document)).unwrap();
        let all = blocks(&text);
        assert!(!all.is_empty(), "{document} has no blocks");
        for block in all {
            let options = match &block.note {
                Some(Note::NotRun(_)) => continue,
                Some(Note::Options(options)) => options.as_slice(),
                None => &[],
            };
            let name = format!("{document}:{}", block.line);
            match (block.language.as_str(), file_name(&block)) {
                ("sh", _) => self.type_all(&name, &block, options),
                ("console", _) => self.compare(&name, &block.text),
                ("json", _) => drop(values(&name, &block.text)),
                (_, Some(file)) => {
                    fs::write(self.place.join(file), self.ours(&block.text)).unwrap();
                }
                ("python", None) => self.interpret(&name, &block.text),
                (other, None) => panic!("{name}: nobody knows how to try {other:?}"),
            }
        }
        while !self.running.is_empty() {
            self.stop_last();
        }
    }

    fn type_all(&mut self, name: &str, block: &Block, options: &[(String, String)]) {
        let text = block.text.replace("\\\n", "");
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
        for line in lines {
            let line = adjusted(line, options);
            let done = self.shell(&line);
            if let Some(done) = done {
                assert!(done.status.success(), "{name}: {line}\n{}", shown(&done));
            }
        }
    }

    /// Tries each command of a transcript; what it shows must appear.
    fn compare(&mut self, name: &str, text: &str) {
        for part in format!("\n{text}").split("\n$ ").skip(1) {
            let (command, expected) = part.split_once('\n').unwrap_or((part, ""));
            let done = self.shell(command).unwrap();
            let [out, err] =
                [&done.stdout, &done.stderr].map(|it| String::from_utf8_lossy(it).into_owned());
            let wanted: Vec<&str> = expected.lines().collect();
            let [out, err] = [&out, &err].map(|text| text.lines().collect::<Vec<&str>>());
            if let Err(why) = appears(&wanted, &out, &err) {
                panic!("{name}: {command}\n{why}\n{}", shown(&done));
            }
        }
    }

    fn interpret(&mut self, name: &str, text: &str) {
        fs::write(self.place.join("sample.py"), self.ours(text)).unwrap();
        let done = self.shell("python sample.py").unwrap();
        assert!(done.status.success(), "{name}: {}", shown(&done));
    }

    /// Runs a command in the shell of all commands before it. One that does not end has no output.
    fn shell(&mut self, line: &str) -> Option<Output> {
        let command = line.split("  #").next().unwrap().trim_end();
        let endless = self.endless.iter().position(|it| it.command == command);
        let state = self.beside.join("state");
        let ours = self.ours(line);
        let Some(nth) = endless else {
            let script = format!(
                "set -euo pipefail; . '{0}'\n{ours}\n\
                 {{ export -p; umask -p; printf 'cd %q\\n' \"$PWD\"; }} >'{0}'",
                state.display()
            );
            return Some(self.bash(&["timeout", LIMIT, "bash"], &script).output().unwrap());
        };
        let log = self.beside.join(format!("log {nth}"));
        let script = format!(". '{}'; exec {ours}", state.display());
        let mut bash = self.bash(&["bash"], &script);
        let file = fs::File::create(&log).unwrap();
        let child = bash.stdout(file.try_clone().unwrap()).stderr(file).spawn().unwrap();
        self.running.push((command.to_owned(), child));
        let patience = patience();
        loop {
            let text = fs::read_to_string(&log).unwrap();
            if (self.endless[nth].ready)(&text) {
                if !self.endless[nth].stays {
                    self.stop_last();
                }
                return None;
            }
            let ended = self.running.last_mut().unwrap().1.try_wait().unwrap();
            assert!(ended.is_none(), "{command} has ended: {text}");
            assert!(patience() < Duration::from_secs(60), "{command} is not ready: {text}");
            pause(Duration::from_millis(20));
        }
    }

    fn bash(&self, command: &[&str], script: &str) -> Command {
        let mut bash = program(command[0]);
        bash.args(&command[1..]).args(["-c", script]).current_dir(&self.place).stdin(Stdio::null());
        bash.envs(self.variables.iter().map(|(name, value)| (name, value)));
        bash
    }

    fn ours(&self, text: &str) -> String {
        let all = self.replacements.iter();
        all.fold(text.to_owned(), |text, (example, ours)| text.replace(example, ours))
    }

    /// Stops the command that was started last, which must still be running.
    fn stop_last(&mut self) {
        let (command, mut child) = self.running.pop().unwrap();
        let ended = child.try_wait().unwrap();
        drop(child.kill());
        drop(child.wait());
        assert!(ended.is_none(), "{command} has ended");
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        for (_, mut child) in self.running.drain(..) {
            drop(child.kill());
            drop(child.wait());
        }
    }
}

/// The file that a reader saves the block in: the last one named before it.
fn file_name(block: &Block) -> Option<&str> {
    let names = block.before.split('`').skip(1).step_by(2);
    let is_file = |name: &&str| {
        let kind = Path::new(name).extension().and_then(|kind| kind.to_str());
        matches!((kind, block.language.as_str()), (Some("py"), "python") | (Some("toml"), "toml"))
    };
    names.filter(is_file).last()
}

/// The values of a block with one on each line.
pub(super) fn values(name: &str, text: &str) -> Vec<serde_json::Value> {
    let read = |line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{name}: {why}"));
    text.lines().map(read).collect()
}

/// A line with other values of the options that its command has.
fn adjusted(line: &str, options: &[(String, String)]) -> String {
    let ends = ["  #", " >", " |"].iter().filter_map(|end| line.find(end)).min();
    let (command, rest) = line.split_at(ends.unwrap_or(line.len()));
    let mut command = command.trim_end().to_owned();
    let help = if options.is_empty() { None } else { help_of(&command) };
    let (help, _) = help.unwrap_or_default();
    for (name, value) in options.iter().filter(|(name, _)| has(&help, name)) {
        let with = format!("{name} {value}");
        command = match command.split_once(&format!("{name} ")) {
            Some((before, after)) => {
                let after = after.split_once(' ').map_or("", |(_, after)| after);
                format!("{before}{with} {after}")
            }
            None => format!("{command} {with}"),
        };
    }
    format!("{command} {rest}")
}

/// Compares lines of a document with what was printed. `…` stands for any number of lines. A line
/// on standard error may be shown or left out.
fn appears(wanted: &[&str], out: &[&str], err: &[&str]) -> Result<(), String> {
    let Some((first, rest)) = wanted.split_first() else {
        return match out.first() {
            None => Ok(()),
            Some(more) => Err(format!("the document does not show: {more}")),
        };
    };
    if *first == "…" {
        let tried = (0..=out.len()).map(|from| appears(rest, &out[from..], err));
        return tried.reduce(Result::or).unwrap();
    }
    match out.split_first() {
        Some((line, more)) if form(line) == form(first) => appears(rest, more, err),
        _ if err.iter().any(|line| form(line) == form(first)) => appears(rest, out, err),
        _ => Err(format!("not printed: {first}")),
    }
}

/// The part of a line that is the same each time: a game has another id and another result.
fn form(line: &str) -> String {
    let is_id = |word: &str| word.len() == 26 && word.starts_with("01");
    match line.split_once(' ') {
        Some((id, result)) if is_id(id) => {
            result.chars().filter(|c| !c.is_ascii_digit() && *c != '.').collect()
        }
        _ => line.to_owned(),
    }
}

fn shown(done: &Output) -> String {
    let [out, err] = [&done.stdout, &done.stderr].map(|it| String::from_utf8_lossy(it));
    format!("{}\n{out}\n{err}", done.status)
}

#[test]
fn output_is_compared_line_by_line() {
    let game = "01m7wbbyva0m2vjqc7gjw95az1 tied against eliza: guessed 59, was guessed 71";
    let other = "01m8wbbyva0m2vjqc7gjw95az1 tied against eliza: guessed 9.5, was guessed 100";
    let recall = "01m8wbbyva0m2vjqc7gjw95az1 tied against recall: guessed 9.5, was guessed 100";
    let same = |wanted: &[&str], out: &[&str], err: &[&str]| appears(wanted, out, err).is_ok();
    assert!(same(&["a", "…", "d", "luna: no"], &["a", "b", "c", "d"], &["more", "luna: no"]));
    assert!(same(&[game], &[other], &[]));
    assert!(!same(&[game], &[recall], &[]));
    assert!(!same(&["a"], &["a", "b"], &[]));
    assert!(!same(&["a", "b"], &["a"], &[]));
    assert!(!same(&["b", "a"], &["a", "b"], &[]));
    assert!(same(&[], &[], &["progress"]));
}

#[test]
fn options_take_the_place_of_those_in_the_document() {
    let options = [("--trials".to_owned(), "1".to_owned())];
    let line = |line| adjusted(line, &options);
    assert_eq!(line("luna simulate all   # all"), "luna simulate all --trials 1   # all");
    let given = "luna predict run x --trials 2000 --seed 1 > y";
    assert_eq!(line(given), "luna predict run x --trials 1 --seed 1  > y");
    assert_eq!(line("luna predict features x"), "luna predict features x ");
}
