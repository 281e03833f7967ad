use std::collections::BTreeSet;

use super::names::NAMES;
use super::plain::{Rewriter, plain};
use super::stamps::Stamps;
use super::*;
use crate::rng::Chance;

/// Every stroke that the protocol has a key for.
fn keys() -> Vec<Stroke> {
    let characters = ('\0'..='\x7f').filter_map(|c| Stroke::from_char(c).ok());
    characters.collect()
}

#[test]
fn ascii_is_covered_and_every_name_leads_back() {
    let keys = keys();
    // 26 letters twice, 10 digits, 36 names.
    assert_eq!(keys.len(), 98);
    let mut names = BTreeSet::new();
    for key in keys {
        let name = names::of(key).unwrap();
        assert_eq!(names::read(&name), Some(key), "{name}");
        names.insert(name.into_owned());
    }
    assert_eq!(names.len(), 98);
    assert!(NAMES.iter().all(|(name, _)| names.contains(*name)));
}

#[test]
fn no_other_character_has_a_name() {
    for c in ('\u{80}'..='\u{1ffff}').filter(|c| Stroke::from_char(*c).is_ok()) {
        assert_eq!(names::of(Stroke::Character(c)), None, "{c:?}");
    }
}

#[test]
fn letters_keep_their_case_and_digits_are_themselves() {
    for (stroke, expected) in [
        (Stroke::Character('a'), "000001234567890123.a.other"),
        (Stroke::Character('A'), "000001234567890123.A.other"),
        (Stroke::Character('7'), "000001234567890123.7.other"),
        (Stroke::Character('['), "000001234567890123.bracketleft.other"),
        (Stroke::Character('.'), "000001234567890123.period.other"),
        (Stroke::Character(' '), "000001234567890123.space.other"),
        (Stroke::Character('\t'), "000001234567890123.Tab.other"),
        (Stroke::Return, "000001234567890123.Return.other"),
        (Stroke::Backspace, "000001234567890123.BackSpace.other"),
    ] {
        let keypress = Keypress { stamp: 1_234_567_890_123, stroke, by: Speaker::Party };
        assert_eq!(keypress.file_name().as_deref(), Some(expected));
    }
    let judge = Keypress { stamp: 0, stroke: Stroke::Return, by: Speaker::Judge };
    assert_eq!(judge.file_name().as_deref(), Some("000000000000000000.Return.judge"));
    let nameless = Keypress { stroke: Stroke::Character('é'), ..judge };
    assert_eq!(nameless.file_name(), None);
    assert!(Keypress { stamp: MOST, ..judge }.file_name().is_some());
    assert_eq!(Keypress { stamp: MOST + 1, ..judge }.file_name(), None);
}

#[test]
fn every_keypress_is_read_as_it_was_written() {
    for stroke in keys() {
        for by in Speaker::BOTH {
            for stamp in [0, 1, 1_337_089_122_032, MOST] {
                let keypress = Keypress { stamp, stroke, by };
                let name = keypress.file_name().unwrap();
                assert_eq!(name.split('.').next().map(str::len), Some(DIGITS));
                assert_eq!(Keypress::read(&name), Ok(keypress), "{name}");
            }
        }
    }
}

/// Reads a name and shows it as stamp, character and sender, or the reason why not.
#[track_caller]
fn read(name: &str, expected: &str) {
    let shown = match Keypress::read(name) {
        Ok(Keypress { stamp, stroke, by }) => format!("{stamp} {stroke:?} {}", by.name()),
        Err(unreadable) => unreadable.to_string(),
    };
    assert_eq!(shown, expected, "{name}");
}

#[test]
fn old_entries_are_understood() {
    read("0000000042.a.other", "42 Character('a') party");
    read("000000000042.a.judge", "42 Character('a') judge");
    read("7.a.judge", "7 Character('a') judge");
    read("7.A.Other", "7 Character('A') party");
    read("7.space.JUDGE", "7 Character(' ') judge");
    read("7.quotedl.other", "7 Character('\"') party");
    read("7.quotedble.other", "7 Character('\"') party");
    read("7.tab.other", "7 Character('\\t') party");
    read("7.backspace.other", "7 Backspace party");
    read("7.RETURN.other", "7 Return party");
    read("7.apostrophe.other", "7 Character('\\'') party");
    read("7.grave.other", "7 Character('`') party");
    read("7.!.other", "7 Character('!') party");
    read("7...other", "7 Character('.') party");
    read("7.é.other", "7 Character('é') party");
}

#[test]
fn unknown_keys_are_reported_and_foreign_names_left_alone() {
    read("7.F1.other", "“F1” is not the name of a key; it is skipped.");
    read("7.a.b.other", "“a.b” is not the name of a key; it is skipped.");
    read("7.\u{1b}.other", "“\u{1b}” is not the name of a key; it is skipped.");
    let unknown = Unreadable::UnknownKey { stamp: 7, by: Speaker::Judge, name: "UK".to_owned() };
    assert_eq!(Keypress::read("7.UK.judge"), Err(unknown));
    for foreign in [
        "",
        ".",
        "..",
        "7",
        "7.a",
        "7.a.",
        "7..other",
        ".a.other",
        "-7.a.other",
        "+7.a.other",
        "x.a.other",
        "7 .a.other",
        "7.a.others",
        "7.a.other~",
        ".DS_Store",
        "notes.txt",
        "99999999999999999999999.a.other",
    ] {
        read(foreign, &format!("“{foreign}” is not a keypress; it is left alone."));
    }
}

#[test]
fn stamps_grow_in_name_order_whatever_the_clock_does() {
    let mut stamps = Stamps::default();
    let times = [1_000, 1_000, 1_000, 1_001, 5_000, 4_000, -3, 5_003, 5_003];
    let given: Vec<u64> = times.into_iter().map(|now| stamps.next(now).unwrap()).collect();
    assert_eq!(given, [1_000, 1_001, 1_002, 1_003, 5_000, 5_001, 5_002, 5_003, 5_004]);
    stamps.note(9_000);
    stamps.note(20);
    assert_eq!(stamps.next(6_000), Some(9_001));
    assert_eq!(Stamps::default().next(-1), Some(0));

    let mut chance = Chance::from_seed(18);
    let (mut stamps, mut now, mut before) = (Stamps::default(), 0_i64, String::new());
    for _ in 0..5_000 {
        now += i64::try_from(chance.below(7)).unwrap() - 2;
        let stamp = stamps.next(now).unwrap();
        let keypress = Keypress { stamp, stroke: Stroke::Return, by: Speaker::Judge };
        let name = keypress.file_name().unwrap();
        assert!(name > before, "{name} after {before}");
        before = name;
    }
}

#[test]
fn stamps_end_with_eighteen_digits() {
    let mut stamps = Stamps::default();
    stamps.note(MOST - 1);
    assert_eq!(stamps.next(0), Some(MOST));
    assert_eq!(stamps.next(0), None);
    stamps.note(u64::MAX);
    assert_eq!(stamps.next(0), None);
    assert_eq!(Stamps::default().next(i64::MAX), None);
}

#[test]
fn characters_without_a_name_have_plain_forms() {
    for (c, expected) in [
        ('’', "'"),
        ('“', "\""),
        ('é', "e"),
        ('É', "E"),
        ('—', "--"),
        ('–', "-"),
        ('…', "..."),
        ('ß', "ss"),
        ('½', "1/2"),
        ('ﬁ', "fi"),
        ('Å', "A"),
        ('\u{a0}', " "),
        ('\u{301}', ""),
        ('Ａ', "A"),
        ('ñ', "n"),
        ('×', "x"),
    ] {
        assert_eq!(plain(c).as_deref(), Some(expected), "{c}");
    }
    for c in ['🌙', '語', 'ж', 'λ', '€', '한', 'ا'] {
        assert_eq!(plain(c), None, "{c}");
    }
}

#[test]
fn a_plain_form_is_of_keys_that_have_names() {
    let mut plain_forms = 0;
    for c in '\0'..='\u{1ffff}' {
        let Ok(Stroke::Character(c)) = Stroke::from_char(c) else { continue };
        if let Some(plain) = plain(c) {
            assert!(plain.chars().all(|c| names::of(Stroke::Character(c)).is_some()), "{c:?}");
            assert!(!c.is_ascii() || plain == c.to_string());
            plain_forms += 1;
        }
    }
    assert!(plain_forms > 2_000, "{plain_forms}");
}

/// What the peer shows after some text; `<` is Backspace, `/` Return, and `?` stands for each
/// character that was dropped, at the end.
#[track_caller]
fn rewritten(typed: &str, expected: &str) {
    let (mut rewriter, mut line, mut dropped) = (Rewriter::default(), String::new(), 0);
    for c in typed.chars() {
        let stroke = match c {
            '<' => Stroke::Backspace,
            '/' => Stroke::Return,
            c => Stroke::Character(c),
        };
        let rewritten = rewriter.rewrite(stroke);
        dropped += usize::from(rewritten.dropped);
        for stroke in rewritten.strokes {
            match stroke {
                Stroke::Character(c) => line.push(c),
                Stroke::Return => line.push('/'),
                Stroke::Backspace => {
                    line.pop();
                }
            }
        }
    }
    assert_eq!(line + &"?".repeat(dropped), expected, "{typed}");
}

#[test]
fn a_backspace_takes_back_what_its_character_became() {
    rewritten("it’s", "it's");
    rewritten("wait…<!", "wait!");
    rewritten("a🌙<b", "ab?");
    rewritten("a🌙<<b", "b?");
    rewritten("e\u{301}<e", "ee");
    rewritten("a<<b", "b");
    // A line that has been sent stays, whatever a peer would make of the key.
    rewritten("a/<b", "a/b");
    rewritten("—<<—", "--");
}
