//! The most memory that a process has used: a calibration adds little to the guesses that it is
//! given. The test is alone in its process, since the kernel measures whole processes.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot measure should stop")]

use luna_learn::calibrated::{Guess, calibrate};

const JUDGES: u32 = 4_000;
/// The number of players that each judge guesses.
const EACH: u32 = 100;
/// A guess has 16 bytes. Groups of another size, or all observations at once, would take as much
/// again for 24 or 32 bytes each.
const MOST_GROWN_KB: u64 = 5_000;

/// The most that was resident so far, in KB.
fn peak_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().strip_suffix(" kB").unwrap().parse().unwrap()
}

fn guesses() -> Vec<Guess> {
    (0..JUDGES * EACH)
        .map(|nth| {
            let judge = nth % JUDGES;
            let player = (judge * 31 + nth / JUDGES * 37) % JUDGES;
            let noise = f64::from(nth.wrapping_mul(2_654_435_761) % 1_000) / 100.0;
            Guess { judge, player, points: 5.0 + f64::from(player % 80) + noise }
        })
        .collect()
}

#[test]
fn a_calibration_takes_little_more_than_its_guesses() {
    let guesses = guesses();
    let before = peak_kb();
    let found = calibrate(guesses);
    let settled = |judge| found.observations(judge).filter(|it| it.others.is_some()).count();
    assert!((0..JUDGES).all(|judge| settled(judge) > 0));
    let grown = peak_kb() - before;
    assert!(grown < MOST_GROWN_KB, "it has grown by {grown} KB");
}
