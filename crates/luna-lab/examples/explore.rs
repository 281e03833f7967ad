use luna_lab::Crowd;
use luna_lab::Reading;
use luna_lab::{Settings, World};
use luna_learn::calibrated::{Guess, calibrate};

fn main() {
    let four = "random=A,minimum=A,mean=A,quantile=A";
    let mut crowds: Vec<String> = Vec::new();
    for honest in [100, 90, 80, 70, 60, 50, 40, 30, 20] {
        let each = f64::from(100 - honest) / 4.0;
        crowds.push(format!("honest={honest},{}", four.replace('A', &each.to_string())));
    }
    for name in [
        "random",
        "minimum",
        "mean",
        "quantile",
        "copying",
        "anchoring",
        "ring",
        "many-accounts",
        "lazy",
        "biased",
        "compressed",
        "drifting",
        "leaving",
        "machine",
    ] {
        for share in [10, 20, 50] {
            crowds.push(format!("honest={},{name}={share}", 100 - share));
        }
    }
    crowds.push("drifting".into());
    crowds.push("biased:-10=20,biased:-5=20,honest=20,biased:5=20,biased:10=20".into());
    crowds.push("biased:-10=10,biased:-5=10,honest=10,biased:5=10,biased:10=10,random=12,minimum=12,mean=12,quantile=12".into());
    let only = std::env::args().nth(1).unwrap_or_default();
    for crowd in crowds.iter().filter(|c| c.contains(&only)) {
        for (label, reading) in [
            ("literal", Reading::literal()),
            ("sd5", Reading { noise: 5.0, draw: luna_lab::Draw::Guess, ..Reading::literal() }),
        ] {
            let (mut plain, mut cal, mut held, mut count, mut rounds, mut width) =
                (0.0, 0.0, 0.0, 0.0, 0, 0.0);
            let trials = 20;
            for trial in 0..trials {
                let settings = Settings {
                    players: 100,
                    steps: 1000,
                    crowd: Crowd::parse(crowd).unwrap(),
                    reading,
                    seed: 1,
                    name: "explore".into(),
                };
                let mut world = World::new(&settings, trial);
                let log: Vec<Guess> = world
                    .log(1000)
                    .into_iter()
                    .map(|g| Guess { judge: g.judge, player: g.of, points: g.points })
                    .collect();
                let found = calibrate(&log);
                rounds += found.rounds;
                let truth = world.truth();
                for (n, rating) in world.ratings().into_iter().enumerate() {
                    let (Some(rating), Some(Some(level))) = (rating, found.players.get(n)) else {
                        continue;
                    };
                    plain += (rating - truth[n]).abs();
                    cal += (level.rating - truth[n]).abs();
                    width += level.high - level.low;
                    held += f64::from(u8::from((level.low..=level.high).contains(&truth[n])));
                    count += 1.0;
                }
            }
            println!(
                "{label:8} {:6.3} {:6.3} {:.3} held {:.3} width {:.2} rounds {} {crowd}",
                plain / count,
                cal / count,
                cal / plain,
                held / count,
                width / count,
                rounds / trials as usize
            );
        }
    }
}
