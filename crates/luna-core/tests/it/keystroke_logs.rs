//! The keystroke logs of the Loebner Prize of 2012, where they are at hand: each is written as it
//! was read, and its lines are as others rebuilt them.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;

use luna_core::contest::conversation::{Conversation, Keystroke, Speaker};
use luna_core::contest::keystroke_log::{KeystrokeLog, LoggedKey};
use luna_core::contest::participant::Side;
use luna_core::contest::rules::presets::Preset;

use crate::data::file;

/// The logs of the archive, each with the name of its conversation and its text.
fn logs(archive: &[u8]) -> Vec<(String, String)> {
    let mut logs = Vec::new();
    let mut rest = archive;
    // A block of 512 bytes with the name and the length, and the file in whole blocks.
    while let Some(head) = rest.get(..BLOCK).filter(|head| head[0] != 0) {
        let field = |from: usize, to: usize| {
            let text = str::from_utf8(&head[from..to]).unwrap();
            text.trim_end_matches(['\0', ' ']).to_owned()
        };
        let length = usize::from_str_radix(&field(124, 136), 8).unwrap();
        let text = str::from_utf8(&rest[BLOCK..BLOCK + length]).unwrap().to_owned();
        if let Some((_, name)) = field(0, 100).split_once("logfile.") {
            logs.push((name.trim_end_matches(".log").to_owned(), text));
        }
        rest = &rest[BLOCK + length.next_multiple_of(BLOCK)..];
    }
    logs
}

const BLOCK: usize = 512;

/// The lines that each party ended, in the order of their ends, by conversation.
fn ended_lines(logs: &[(String, KeystrokeLog)]) -> BTreeMap<String, Vec<String>> {
    let rules = Preset::Loebner2012.rules();
    let mut all: BTreeMap<(&String, Side), Vec<Keystroke>> = BTreeMap::new();
    for (name, log) in logs {
        for &LoggedKey { at_us: at, by, side, stroke } in &log.keys {
            all.entry((name, side)).or_default().push(Keystroke { at, by, stroke });
        }
    }
    let mut lines: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for ((name, side), keystrokes) in all {
        let conversation = Conversation::new(&rules, 1, 1, side).restore(keystrokes);
        let ended = conversation.lines().into_iter();
        let ended = ended.filter(|line| line.complete && line.by == Speaker::Party);
        let texts = ended.map(|line| line.text.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.entry(name.clone()).or_default().extend(texts.filter(|text| !text.is_empty()));
    }
    lines
}

#[test]
fn real_logs_are_read_and_give_the_lines_that_others_rebuilt() {
    let Some(path) = file("loebner/2012_keystroke_logs.tar.gz") else { return };
    let Some(messages) = file("loebner/2012_messages.tsv") else { return };
    let packed = fs::read(path).unwrap();
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(packed.as_slice()).read_to_end(&mut bytes).unwrap();
    let mut read = Vec::new();
    let mut cut = 0;
    for (name, text) in logs(&bytes) {
        let log = KeystrokeLog::read(text.as_bytes()).unwrap().remove(0);
        // What is written is what was read, but for a line that was cut off, and keys without a name.
        let written = log.to_string();
        let named = text.split_inclusive('\n').filter(|line| !line.ends_with("  \r\n"));
        let text: String = named.collect();
        let rest = text.strip_prefix(written.as_str());
        let rest = rest.unwrap_or_else(|| panic!("{name} is not written as it was read"));
        assert!(!rest.contains('\n'), "{name}: {rest}");
        cut += usize::from(!rest.is_empty());
        read.push((name, log));
    }
    let keys: usize = read.iter().map(|(_, log)| log.keys.len()).sum();
    assert_eq!((read.len(), keys, cut), (24, 115_837, 3));

    let mut rebuilt: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut reader =
        csv::ReaderBuilder::new().delimiter(b'\t').quoting(false).from_path(messages).unwrap();
    for record in reader.records() {
        let record = record.unwrap();
        let [conversation, speaker, ended, text] = [0, 4, 5, 6].map(|at| record.get(at).unwrap());
        if speaker != "judge" && ended == "1" {
            let name = conversation.strip_prefix("2012_").unwrap();
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            rebuilt.entry(name.to_owned()).or_default().push(text);
        }
    }
    let mut lines = ended_lines(&read);
    let mut compared = 0;
    for (name, mut expected) in rebuilt {
        let mut found = lines.remove(&name).unwrap();
        found.sort();
        expected.sort();
        compared += expected.len();
        assert_eq!(found, expected, "{name}");
    }
    assert_eq!(compared, 1_102);
}
