//! The fuzz targets on the stable compiler: each over its seeds, and over many altered
//! copies of them. `./check --fuzz` goes on for longer, and looks where new code is reached.

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use luna_core::rng::Chance;

#[expect(unreachable_pub, reason = "it is a crate of its own for the fuzzer")]
#[path = "../../../../fuzz/src/lib.rs"]
mod targets;

use targets::{TARGETS, Target};

/// Altered copies of each seed.
const COPIES: usize = 400;

/// What readers have stumbled over elsewhere.
const TOKENS: [&[u8]; 20] = [
    b"",
    b"\"",
    b",",
    b"\t",
    b"\n",
    b"\r\n",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"-1",
    b"0",
    b"1e999",
    b"NaN",
    b"18446744073709551616",
    b"[",
    b"{\"",
    b"null",
    b"\xe2\x80\xa8",
    b"\x1c\n\x1c",
    b" ",
];

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(home().join("seeds").join(name)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{name} has no seed");
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// One to four changes: bytes altered, taken out, repeated, or put in.
fn altered(seed: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=chance.below(4) {
        let from = chance.below(bytes.len() + 1);
        let to = from + chance.below((bytes.len() - from).min(40) + 1);
        match chance.below(4) {
            0 => {
                if let Some(byte) = bytes.get_mut(from) {
                    *byte ^= 1 << chance.below(8);
                }
            }
            1 => drop(bytes.drain(from..to)),
            2 => {
                let again = bytes[from..to].to_vec();
                bytes.splice(from..from, again);
            }
            _ => {
                let token = TOKENS[chance.below(TOKENS.len())];
                bytes.splice(from..to, token.iter().copied());
            }
        }
    }
    bytes
}

#[track_caller]
fn survives((name, run): Target, bytes: &[u8]) {
    let done = catch_unwind(|| run(bytes));
    assert!(done.is_ok(), "the target {name} fails on {}", bytes.escape_ascii());
}

#[test]
fn seeds_and_altered_copies_are_read_or_refused_in_a_sentence() {
    for target in TARGETS {
        let mut chance = Chance::from_words(&["fuzz", target.0]);
        for seed in seeds(target.0) {
            survives(target, &seed);
            for _ in 0..COPIES {
                survives(target, &altered(&seed, &mut chance));
            }
        }
    }
}

#[test]
fn each_target_has_a_program_and_seeds() {
    let manifest = fs::read_to_string(home().join("Cargo.toml")).unwrap();
    let programs = manifest.split("[[bin]]\nname = \"").skip(1);
    let programs: BTreeSet<&str> = programs.filter_map(|rest| rest.split('"').next()).collect();
    let names: BTreeSet<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(programs, names);
    for name in names {
        assert!(!seeds(name).is_empty());
        let program = fs::read_to_string(home().join(format!("targets/{name}.rs"))).unwrap();
        assert!(program.contains(&format!("luna_fuzz::{name}(data)")), "{program}");
    }
}
