use luna_lab::{Crowd, Draw, Reading, Settings, World};
use luna_learn::calibrated::{Guess, calibrate};
fn main() {
    let settings = Settings {
        players: 10000,
        steps: 1_000_000,
        crowd: Crowd::parse("honest=50,random=12.5,minimum=12.5,mean=12.5,quantile=12.5").unwrap(),
        reading: Reading { noise: 5.0, draw: Draw::Guess, ..Reading::literal() },
        seed: 1,
        name: "explore".into(),
    };
    let mut world = World::new(&settings, 0);
    let log: Vec<Guess> = world
        .log(1_000_000)
        .into_iter()
        .map(|g| Guess { judge: g.judge, player: g.of, points: g.points })
        .collect();
    let peak = || {
        std::fs::read_to_string("/proc/self/status")
            .unwrap()
            .lines()
            .filter(|l| l.starts_with("VmHWM") || l.starts_with("VmRSS"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    println!("before: {}", peak());
    let t = std::time::Instant::now();
    let found = calibrate(&log);
    println!(
        "{} guesses, {} rounds, {:?}, after: {}",
        log.len(),
        found.rounds,
        t.elapsed(),
        peak()
    );
    let truth = world.truth();
    let e: f64 =
        found.players.iter().zip(&truth).map(|(l, t)| (l.unwrap().rating - t).abs()).sum::<f64>()
            / 1e4;
    println!("error {e:.4} plain {:.4}", world.errors().mean);
}
