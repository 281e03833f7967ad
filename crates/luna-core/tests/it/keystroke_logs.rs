//! The keystroke logs of the Loebner Prize of 2012, where they are at hand: real key names, and
//! lines as others rebuilt them.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;

use luna_core::contest::conversation::{Conversation, Keystroke, Speaker};
use luna_core::contest::keypress::Keypress;
use luna_core::contest::participant::Side;
use luna_core::contest::rules::presets::Preset;

use crate::data::file;

/// A key of a log: the conversation, the side, and the stroke with its time and speaker.
struct Key {
    conversation: String,
    side: Side,
    keystroke: Keystroke,
}

/// The keys of all logs of the archive. Its lines are read without unpacking it: those of its own
/// format have no key in them.
fn keys(archive: &str) -> (Vec<Key>, usize) {
    let mut keys = Vec::new();
    let mut unreadable = 0;
    let mut conversation = String::new();
    for line in archive.split(['\n', '\0']) {
        // A log of whole blocks ends where the name of the next one begins.
        if let Some((_, name)) = line.split_once("2012/logfile.") {
            name.trim_end_matches(".log").clone_into(&mut conversation);
        }
        let parts: Vec<&str> = line.split_whitespace().collect();
        let [judge, time, by, side, name] = parts[..] else { continue };
        let Some(side) = Side::from_name(side).filter(|_| judge.starts_with('J')) else { continue };
        let extension = if by == "judge" { "judge" } else { "other" };
        match Keypress::read(&format!("{time}.{name}.{extension}")) {
            Err(_) => unreadable += 1,
            Ok(keypress) => {
                let at = i64::try_from(keypress.stamp).unwrap();
                let keystroke = Keystroke { at, by: keypress.by, stroke: keypress.stroke };
                keys.push(Key { conversation: conversation.clone(), side, keystroke });
            }
        }
    }
    (keys, unreadable)
}

/// The lines that each party ended, in the order of their ends, by conversation.
fn ended_lines(keys: Vec<Key>) -> BTreeMap<String, Vec<String>> {
    let rules = Preset::Loebner2012.rules();
    let mut all: BTreeMap<(String, Side), Vec<Keystroke>> = BTreeMap::new();
    for Key { conversation, side, keystroke } in keys {
        all.entry((conversation, side)).or_default().push(keystroke);
    }
    let mut lines: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for ((name, side), keystrokes) in all {
        let conversation = Conversation::new(&rules, 1, 1, side).restore(keystrokes);
        let ended = conversation.lines().into_iter();
        let ended = ended.filter(|line| line.complete && line.by == Speaker::Party);
        let texts = ended.map(|line| line.text.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.entry(name).or_default().extend(texts.filter(|text| !text.is_empty()));
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
    let (keys, unreadable) = keys(&String::from_utf8_lossy(&bytes));
    assert_eq!((keys.len(), unreadable), (115_837, 0));

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
    let mut lines = ended_lines(keys);
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
