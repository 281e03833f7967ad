use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use luna_core::contest::conversation::Speaker;
use luna_core::contest::keypress::MOST;
use luna_core::rng::Chance;
use luna_core::typing::stroke::Stroke;
use tempfile::TempDir;

use super::*;

const LONG: Duration = Duration::from_secs(60);
const NOW: i64 = 1_252_231_200_000;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn open(place: &TempDir, side: Speaker) -> Folder {
    Folder::open(place.path(), side, Settings::default()).unwrap()
}

fn polling() -> Settings {
    Settings { notification: Notification::Polling, ..Settings::default() }
}

fn leaving(leftovers: Leftovers) -> Settings {
    Settings { leftovers, ..Settings::default() }
}

/// The names in a folder, sorted.
fn names(place: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(place.path()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names: BTreeSet<String> = names.collect();
    names.into_iter().collect()
}

fn make(place: &TempDir, names: &[&str]) {
    for name in names {
        fs::create_dir(place.path().join(name)).unwrap();
    }
}

fn send(outbox: &mut Outbox, text: &str) -> Vec<Notice> {
    let strokes = text.chars().map(|c| Stroke::from_char(c).unwrap());
    strokes.flat_map(|stroke| outbox.send(NOW, stroke).unwrap()).collect()
}

/// Keys as text; notices in brackets.
fn shown(arrivals: Vec<Arrival>) -> String {
    let shown = arrivals.into_iter().map(|arrival| match arrival {
        Arrival::Key(key) => key.stroke.to_char().to_string(),
        Arrival::Notice(notice) => format!("[{notice}]"),
    });
    shown.collect()
}

fn read(inbox: &mut Inbox) -> String {
    shown(inbox.read().unwrap())
}

/// Waits until so many keys have come.
fn read_keys(inbox: &mut Inbox, keys: usize) -> String {
    let (mut text, mut count) = (String::new(), 0);
    while count < keys {
        let arrivals = inbox.wait(LONG).unwrap();
        assert!(!arrivals.is_empty(), "only {text}");
        count += arrivals.iter().filter(|it| matches!(it, Arrival::Key(_))).count();
        text += &shown(arrivals);
    }
    text
}

#[test]
fn a_line_is_written_as_the_rules_name_its_keys() {
    let place = folder();
    let mut entry = open(&place, Speaker::Party);
    send(&mut entry.outbox, "A[1]\n");
    let expected = [
        "001252231200000.A.other",
        "001252231200001.bracketleft.other",
        "001252231200002.1.other",
        "001252231200003.bracketright.other",
        "001252231200004.Return.other",
    ];
    assert_eq!(names(&place), expected.map(|name| format!("000{name}")));
    let mut judge = Folder::open(place.path(), Speaker::Judge, leaving(Leftovers::Read)).unwrap();
    assert_eq!(read(&mut judge.inbox), "A[1]\n");
    assert_eq!(names(&place), Vec::<String>::new());
    assert_eq!(read(&mut judge.inbox), "");
}

#[test]
fn both_sides_type_at_the_same_time_and_neither_reads_itself() {
    let place = folder();
    let (mut entry, mut judge) = (open(&place, Speaker::Party), open(&place, Speaker::Judge));
    send(&mut judge.outbox, "Hi?");
    send(&mut entry.outbox, "ho");
    assert_eq!(names(&place).len(), 5);
    assert_eq!(read(&mut entry.inbox), "Hi?");
    assert_eq!(read(&mut judge.inbox), "ho");
}

#[test]
fn characters_without_a_key_take_their_plain_form_or_are_left_out_and_reported() {
    let place = folder();
    let (mut entry, mut judge) = (open(&place, Speaker::Party), open(&place, Speaker::Judge));
    let told = send(&mut judge.outbox, "“é”…🌙\u{8}\u{8}!");
    assert_eq!(told, [Notice::LeftOut('🌙')]);
    assert_eq!(read(&mut entry.inbox), "\"e\"...\u{8}\u{8}\u{8}!");
}

#[test]
fn old_names_are_read_in_the_order_of_their_numbers() {
    let place = folder();
    let mut entry = open(&place, Speaker::Party);
    make(&place, &["12.c.judge", "0000000003.a.JUDGE", "000000000007.quotedl.Judge"]);
    make(&place, &["000000000000000100.tab.judge", "9.F1.judge", "11.RETURN.judge"]);
    let expected = "a\"[“F1” is the name of no key; it is skipped.]\nc\t";
    assert_eq!(read(&mut entry.inbox), expected);
    assert_eq!(names(&place), Vec::<String>::new());
}

#[test]
fn foreign_things_are_reported_once_and_left_alone() {
    let place = folder();
    let mut entry = open(&place, Speaker::Party);
    make(&place, &["notes", "1.a.judge", "2.b.judge", "2.b.judge/within"]);
    fs::write(place.path().join(".DS_Store"), "x").unwrap();
    let first = read(&mut entry.inbox);
    for expected in [
        "[“notes” is no keypress; it is left alone.]",
        "[“.DS_Store” is no keypress; it is left alone.]",
        "[“2.b.judge” has the name of a key but is not empty; it is left alone.]",
    ] {
        assert_eq!(first.matches(expected).count(), 1, "{first}");
    }
    assert!(first.contains("]a["), "{first}");
    assert_eq!(read(&mut entry.inbox), "");
    assert_eq!(names(&place), [".DS_Store", "2.b.judge", "notes"]);
    // They do not keep a wait busy either: it ends with its time.
    assert_eq!(shown(entry.inbox.wait(Duration::from_millis(1)).unwrap()), "");
}

#[test]
fn a_crowd_of_foreign_things_is_not_reported_for_ever() {
    let place = folder();
    let mut entry = open(&place, Speaker::Party);
    for nth in 0..250 {
        make(&place, &[&format!("photo {nth}")]);
    }
    let told = entry.inbox.read().unwrap();
    assert_eq!(told.len(), 101);
    assert_eq!(told.last(), Some(&Arrival::Notice(Notice::ManyForeign)));
    make(&place, &["photo 250"]);
    assert_eq!(read(&mut entry.inbox), "");
}

/// Each look would read all of them.
#[test]
fn a_folder_with_hundreds_of_foreign_things_is_given_up() {
    let place = folder();
    let mut entry = open(&place, Speaker::Party);
    for nth in 0..=500 {
        make(&place, &[&format!("photo {nth}")]);
    }
    let read = entry.inbox.read().unwrap_err().to_string();
    assert!(read.contains("more than 500 things in it that are no keys"), "{read}");
    let opened = Folder::open(place.path(), Speaker::Party, Settings::default());
    assert!(matches!(opened, Err(FolderError::Crowded(_))));
}

#[test]
fn files_and_links_with_the_name_of_a_key_are_keys() {
    let place = folder();
    let mut entry = open(&place, Speaker::Party);
    fs::write(place.path().join("1.a.judge"), "").unwrap();
    let kept = folder();
    make(&kept, &["precious"]);
    symlink(kept.path(), place.path().join("2.b.judge")).unwrap();
    assert_eq!(read(&mut entry.inbox), "ab");
    assert_eq!(names(&kept), ["precious"]);
}

#[test]
fn leftovers_are_treated_as_asked() {
    for (leftovers, told, heard, left) in [
        (Leftovers::Read, "of this side, 0 of the other.]", "hi", 0),
        (Leftovers::Drop, "of this side, 2 of the other.]", "", 0),
        (Leftovers::Resume, "", "hi", 1),
    ] {
        let place = folder();
        make(&place, &["1.h.judge", "2.i.judge", "000009999999999999.x.other"]);
        let mut entry = Folder::open(place.path(), Speaker::Party, leaving(leftovers)).unwrap();
        let shown = read(&mut entry.inbox);
        let expected = match told {
            "" => heard.to_owned(),
            told => format!("[Keys of an earlier run were removed: 1 {told}{heard}"),
        };
        assert_eq!(shown, expected, "{leftovers:?}");
        assert_eq!(names(&place).len(), left);
        // The clock is far below the time of the old key; the new one is not.
        send(&mut entry.outbox, "y");
        assert!(names(&place).contains(&"000010000000000000.y.other".to_owned()));
    }
}

#[test]
fn a_time_that_nobody_reaches_blocks_only_who_keeps_it() {
    let last = format!("{MOST}.x.other");
    let place = folder();
    make(&place, &[&last]);
    let mut entry = open(&place, Speaker::Party);
    send(&mut entry.outbox, "y");
    assert_eq!(names(&place), [format!("{NOW:018}.y.other")]);

    let place = folder();
    make(&place, &[&last]);
    let resume = leaving(Leftovers::Resume);
    let mut entry = Folder::open(place.path(), Speaker::Party, resume).unwrap();
    let error = entry.outbox.send(NOW, Stroke::Return).unwrap_err();
    let sentence = error.to_string();
    assert!(sentence.starts_with("The times of 18 digits are used up"), "{sentence}");
}

#[test]
fn a_second_writer_of_the_same_side_loses_no_key() {
    let place = folder();
    let mut one = open(&place, Speaker::Party);
    let mut other = open(&place, Speaker::Party);
    send(&mut one.outbox, "aaaa");
    send(&mut other.outbox, "aaaa");
    assert_eq!(names(&place).len(), 8);
}

#[test]
fn a_folder_that_is_not_there_or_no_folder_is_refused_in_a_sentence() {
    let place = folder();
    let refused = |path: &Path| {
        let opened = Folder::open(path, Speaker::Judge, Settings::default());
        opened.err().unwrap().to_string()
    };
    let missing = place.path().join("missing");
    let expected = format!("There is no folder {}; create it, or name another.", missing.display());
    assert_eq!(refused(&missing), expected);
    let file = place.path().join("file");
    fs::write(&file, "").unwrap();
    assert_eq!(refused(&file), format!("{} is not a folder.", file.display()));
}

#[test]
fn a_folder_that_vanishes_is_made_again() {
    for settings in [Settings::default(), polling()] {
        let place = folder();
        let path = place.path().join("talk");
        fs::create_dir(&path).unwrap();
        let mut entry = Folder::open(&path, Speaker::Party, settings).unwrap();
        fs::remove_dir(&path).unwrap();
        let gone = "[The folder was gone and has been made again; keys that were in it are lost.]";
        // The reader makes it again,
        assert_eq!(shown(entry.inbox.wait(LONG).unwrap()), gone);
        assert!(path.is_dir());
        // and notices what comes into the new one.
        let mut judge = Folder::open(&path, Speaker::Judge, settings).unwrap();
        send(&mut judge.outbox, "a");
        assert_eq!(read_keys(&mut entry.inbox, 1), "a");
        // So does a writer.
        fs::remove_dir(&path).unwrap();
        assert_eq!(send(&mut entry.outbox, "b"), [Notice::Recreated]);
        assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
    }
}

#[test]
fn another_folder_in_the_same_place_is_read() {
    for settings in [Settings::default(), polling()] {
        let place = folder();
        let path = place.path().join("talk");
        fs::create_dir(&path).unwrap();
        let mut entry = Folder::open(&path, Speaker::Party, settings).unwrap();
        fs::rename(&path, place.path().join("old")).unwrap();
        fs::create_dir(&path).unwrap();
        let reader = thread::spawn(move || read_keys(&mut entry.inbox, 2));
        let mut judge = Folder::open(&path, Speaker::Judge, settings).unwrap();
        send(&mut judge.outbox, "ab");
        assert_eq!(reader.join().unwrap(), "ab");
    }
}

#[test]
fn a_folder_that_cannot_be_made_again_is_an_error() {
    let place = folder();
    let path = place.path().join("above/talk");
    fs::create_dir_all(&path).unwrap();
    let mut entry = Folder::open(&path, Speaker::Party, Settings::default()).unwrap();
    fs::remove_dir_all(place.path().join("above")).unwrap();
    let errors =
        [entry.inbox.wait(LONG).unwrap_err(), entry.outbox.send(NOW, Stroke::Return).unwrap_err()];
    for error in errors {
        let sentence = error.to_string();
        assert!(sentence.contains("is gone and cannot be made again: "), "{sentence}");
    }
    // With its place, the key that waited is written.
    fs::create_dir_all(place.path().join("above")).unwrap();
    assert_eq!(entry.outbox.flush(NOW).unwrap(), [Notice::Recreated]);
    assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
}

#[test]
fn a_peer_that_deletes_all_contents_stops_nothing() {
    let place = folder();
    let (mut entry, mut judge) = (open(&place, Speaker::Party), open(&place, Speaker::Judge));
    send(&mut judge.outbox, "lost");
    for name in names(&place) {
        fs::remove_dir(place.path().join(name)).unwrap();
    }
    send(&mut judge.outbox, "kept");
    assert_eq!(read_keys(&mut entry.inbox, 4), "kept");
}

#[test]
fn a_folder_without_permission_is_an_error_in_a_sentence() {
    // Nobody, the superuser included, may create a folder in /sys.
    let place = folder();
    let closed = if rustix::process::geteuid().is_root() {
        Path::new("/sys")
    } else {
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o555)).unwrap();
        place.path()
    };
    let mut entry = Folder::open(closed, Speaker::Party, Settings::default()).unwrap();
    let sentence = entry.outbox.send(NOW, Stroke::Return).unwrap_err().to_string();
    let expected = format!("The folder {} cannot be used: ", closed.display());
    assert!(sentence.starts_with(&expected), "{sentence}");
    assert!(sentence.ends_with("Both sides need the right to read and write it."), "{sentence}");
}

#[test]
fn failures_of_the_system_have_sentences() {
    let path = Path::new("talk");
    for (code, expected, may_pass) in [
        (28, "There is no room for a key in the folder talk: No space left on device", true),
        (122, "There is no room for a key in the folder talk: ", true),
        (31, "There is no room for a key in the folder talk: Too many links", true),
        (13, "The folder talk cannot be used: Permission denied", false),
        (30, "The folder talk cannot be used: Read-only file system", false),
        (20, "talk is not a folder.", false),
        (5, "The folder talk cannot be used: Input/output error", false),
    ] {
        let error = FolderError::of(path, io::Error::from_raw_os_error(code));
        let sentence = error.to_string();
        assert!(sentence.starts_with(expected), "{sentence}");
        assert_eq!(error.may_pass(), may_pass, "{sentence}");
    }
}

/// The variable that names a folder on a small disk to the test below.
const SMALL: &str = "LUNA_TEST_SMALL_DISK";

/// Runs itself again in a namespace of its own with a small disk, where the system allows that.
#[test]
fn a_full_disk_holds_keys_up_and_loses_none() {
    let Some(path) = std::env::var_os(SMALL) else {
        let allowed = Command::new("unshare").args(["-rm", "true"]).status();
        if !allowed.is_ok_and(|status| status.success()) {
            return;
        }
        let place = folder();
        let script = "mount -t tmpfs -o nr_inodes=20 none \"$1\" && shift && exec \"$@\"";
        let again = Command::new("unshare")
            .args(["-rm", "sh", "-c", script, "sh"])
            .arg(place.path())
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", "contest::lpp::tests::a_full_disk_holds_keys_up_and_loses_none"])
            .env(SMALL, place.path())
            .output()
            .unwrap();
        let out = String::from_utf8_lossy(&again.stdout);
        assert!(again.status.success() && out.contains("1 passed"), "{out}");
        return;
    };
    let path = PathBuf::from(path);
    let mut entry = Folder::open(&path, Speaker::Party, Settings::default()).unwrap();
    let mut judge = Folder::open(&path, Speaker::Judge, Settings::default()).unwrap();
    let text: String = ('a'..='z').collect();
    let mut errors = 0;
    for c in text.chars() {
        if let Err(error) = entry.outbox.send(NOW, Stroke::Character(c)) {
            assert!(error.may_pass(), "{error}");
            errors += 1;
        }
    }
    assert!((1..26).contains(&errors), "{errors}");
    let mut heard = read(&mut judge.inbox);
    assert_eq!(heard.len(), 26 - errors);
    entry.outbox.flush(NOW).unwrap();
    heard += &read(&mut judge.inbox);
    assert_eq!(heard, text);
}

#[cfg(target_os = "linux")]
#[test]
fn without_notification_the_folder_is_polled() {
    let place = folder();
    let (mut entry, mut judge) = (open(&place, Speaker::Party), open(&place, Speaker::Judge));
    // As on a file system of another machine, whose changes the kernel does not see.
    let watch::Watch::Kernel(queue) = &mut entry.inbox.watch else { panic!("no notification") };
    rustix::fs::inotify::remove_watch(&queue.fd, queue.watch).unwrap();
    queue.watch = -1;
    queue.drain();
    let reader = thread::spawn(move || {
        let mut text = read_keys(&mut entry.inbox, 2);
        assert!(matches!(entry.inbox.watch, watch::Watch::Polling { .. }));
        text += &read(&mut entry.inbox);
        text
    });
    send(&mut judge.outbox, "a");
    while !names(&place).is_empty() {
        thread::yield_now();
    }
    send(&mut judge.outbox, "X");
    let text = reader.join().unwrap();
    assert!(text.contains("[There is no notification of changes here"), "{text}");
    assert!(text.starts_with('a') && text.contains('X'), "{text}");
}

/// A random text of characters with keys.
fn text(chance: &mut Chance, keys: usize) -> String {
    let all: Vec<char> = ('\0'..='\x7f').filter(|c| Stroke::from_char(*c).is_ok()).collect();
    let typed = all.iter().filter(|c| **c != '\u{8}').copied().collect::<Vec<char>>();
    (0..keys).filter_map(|_| chance.pick(&typed).copied()).collect()
}

/// Loses time at random: nothing, the rest of a time slice, or up to a millisecond.
fn dawdle(chance: &mut Chance, often: usize) {
    match chance.below(often) {
        0 => pause::sleep(Duration::from_micros(chance.bits() % 1_000)),
        1 | 2 => thread::yield_now(),
        _ => {}
    }
}

/// Sends keys through a folder in both directions at once, with writers and readers that dawdle and
/// are opened again at random, and compares what arrives.
fn hostile(seed: u64, keys: usize, settings: Settings, slow: (usize, usize)) {
    let place = folder();
    let settings = Settings { leftovers: Leftovers::Resume, ..settings };
    let mut chance = Chance::from_seed(seed);
    let texts = [text(&mut chance, keys), text(&mut chance, keys)];
    let open = |side| Folder::open(place.path(), side, settings).unwrap();
    thread::scope(|scope| {
        for (side, sent) in Speaker::BOTH.into_iter().zip(&texts) {
            let mut chance = Chance::from_words(&[&seed.to_string(), side.name(), "writer"]);
            scope.spawn(move || {
                let mut outbox = open(side).outbox;
                for (nth, c) in sent.chars().enumerate() {
                    let now = NOW + i64::try_from(nth / 3).unwrap();
                    outbox.send(now, Stroke::from_char(c).unwrap()).unwrap();
                    dawdle(&mut chance, slow.0);
                    if chance.below(5_000) == 0 {
                        outbox = open(side).outbox;
                    }
                }
            });
        }
        for (side, sent) in [Speaker::Party, Speaker::Judge].into_iter().zip(&texts) {
            let mut chance = Chance::from_words(&[&seed.to_string(), side.name(), "reader"]);
            scope.spawn(move || {
                let mut inbox = open(side).inbox;
                let mut received = String::new();
                while received.len() < sent.len() {
                    let before = received.len();
                    received += &shown(inbox.wait(LONG).unwrap());
                    assert!(received.len() > before, "nothing comes after {before} keys");
                    assert!(sent.starts_with(&received), "keys differ before {}", received.len());
                    dawdle(&mut chance, slow.1);
                    if chance.below(1_000) == 0 {
                        inbox = open(side).inbox;
                    }
                }
                assert_eq!(received.len(), sent.len());
            });
        }
    });
    assert_eq!(names(&place), Vec::<String>::new());
}

#[test]
fn a_hundred_thousand_keys_arrive_once_and_in_order() {
    hostile(1, 25_000, Settings::default(), (40, 1_000));
    hostile(2, 25_000, Settings::default(), (1_000, 4));
}

#[test]
fn keys_arrive_once_and_in_order_where_the_folder_is_polled() {
    let settings = Settings { interval: Duration::from_micros(200), ..polling() };
    hostile(3, 10_000, settings, (100, 100));
}

/// A listing while keys are made may have a later key without an earlier one, so a reader that
/// trusted one listing would fail here.
#[test]
fn a_reader_that_never_rests_takes_keys_in_order() {
    let place = folder();
    let (mut judge, mut entry) = (open(&place, Speaker::Judge), open(&place, Speaker::Party));
    let sent = text(&mut Chance::from_seed(9), 20_000);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            send(&mut judge.outbox, &sent);
            done.store(true, Ordering::Release);
        });
        let mut received = String::new();
        while !done.load(Ordering::Acquire) {
            received += &read(&mut entry.inbox);
        }
        while received.len() < sent.len() {
            received += &read(&mut entry.inbox);
        }
        assert!(received == sent);
    });
}
