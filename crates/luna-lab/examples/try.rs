//! scratch
#![allow(warnings)]
use luna_lab::figures::*;
use luna_lab::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let reading = if a[1] == "figures" { Reading::figures() } else { Reading::literal() };
    let scale = Scale { reading, trials: a[2].parse().unwrap(), ..Scale::default() };
    let figs: Vec<_> = if a.get(3).map(|s| s.as_str()) == Some("beyond") {
        beyond()
    } else {
        paper().into_iter().filter(|f| a.len() < 4 || f.number == a[3]).collect()
    };
    for f in &figs {
        let t = std::time::Instant::now();
        let d =
            draw(std::slice::from_ref(f), &scale, std::num::NonZero::new(1).unwrap(), &|_, _| ());
        let g = games(std::slice::from_ref(f), &scale);
        println!(
            "{} {} games {} {:.1} ns/game",
            f.number,
            f.name,
            g,
            t.elapsed().as_nanos() as f64 / g as f64
        );
        for d in d {
            print!("  mean");
            for p in &d.points {
                print!(" {}:{:.2}", p.x, p.found.mean.value)
            }
            print!("\n  max ");
            for p in &d.points {
                print!(" {:.1}", p.found.max.value)
            }
            println!();
        }
    }
}
