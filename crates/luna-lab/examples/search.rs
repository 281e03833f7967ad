//! scratch
#![allow(warnings)]
use luna_lab::figures::*;
use luna_lab::search::*;
use luna_lab::*;
fn main() {
    let n: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let scale = Scale { trials: n, ..Scale::default() };
    let th = std::num::NonZero::new(2).unwrap();
    let show = |t: &Tried| {
        println!("{:.3} {}/{} {}", t.distance(), t.held(), t.checks.len(), t.reading.words());
    };
    let mut all: Vec<Tried> = combinations().into_iter().map(|r| attempt(r, &scale, th)).collect();
    all.sort_by(|a, b| a.distance().total_cmp(&b.distance()));
    for t in all.iter().take(25) {
        show(t)
    }
    println!("-- no slip");
    for t in all.iter().filter(|t| !t.reading.fraction_as_percent).take(8) {
        show(t)
    }
    let big = Scale { trials: 100, ..Scale::default() };
    for base in [Reading::literal(), Reading::figures(), all[0].reading] {
        println!("== {}", base.words());
        let t = attempt(base, &big, th);
        show(&t);
        for (n, c) in &t.checks {
            println!("   {n} {:.2} wanted {} {}", c.measured, c.wanted.words(), c.holds());
        }
        for r in neighbours(base) {
            show(&attempt(r, &big, th));
        }
    }
}
