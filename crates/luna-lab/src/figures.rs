//! The figures of the paper, 3.1 to 3.8, and the same for the strategies that
//! a live site meets: which worlds each is made of.

pub mod chart;
pub mod error_kind;
pub mod printed;

use std::num::NonZero;

use crate::trials::{Plan, Summary, run};
use crate::world::Settings;
use crate::world::interpretation::Interpretation;
use crate::world::strategy::{Crowd, Strategy};

/// The settings that all figures of one run share.
#[derive(Clone, Debug)]
pub struct Scale {
    pub players: usize,
    pub steps: u32,
    pub trials: u32,
    pub seed: u64,
    pub reading: Interpretation,
}

impl Default for Scale {
    /// The paper's size, and its words taken literally.
    fn default() -> Scale {
        Scale {
            players: 100,
            steps: 1000,
            trials: 100,
            seed: 1,
            reading: Interpretation::literal(),
        }
    }
}

/// The variable along the x axis.
#[derive(Clone, Debug, PartialEq)]
pub enum Sweep {
    /// The steps, with one crowd.
    Time(Crowd),
    /// The share of honest players; the rest is divided among these.
    Honest(Vec<Strategy>),
    /// The number of honest steps before the Quantile steps, which are half as many as a world has.
    Delay,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// `3.1`, or nothing for a figure that is not the paper's.
    pub number: &'static str,
    pub name: String,
    pub title: String,
    pub along: Sweep,
}

/// A point of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub found: Summary,
}

/// A figure and its points.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureData {
    pub figure: Figure,
    pub trials: u32,
    pub points: Vec<Point>,
}

/// The strategies that the rest of the players are divided among.
pub const COMBINED: [Strategy; 4] =
    [Strategy::Random, Strategy::Minimum, Strategy::Mean, Strategy::Quantile];

/// In the order of the paper.
pub fn paper() -> Vec<Figure> {
    let time = |strategy| Sweep::Time(Crowd::all(strategy));
    let figure = |number, name: &str, title: &str, along| Figure {
        number,
        name: name.to_owned(),
        title: title.to_owned(),
        along,
    };
    vec![
        figure("3.1", "random", "Random guessing", time(Strategy::Random)),
        figure("3.2", "honest", "Honest guessing", time(Strategy::Honest)),
        figure("3.3", "minimum", "Minimum guessing", Sweep::Honest(vec![Strategy::Minimum])),
        figure("3.4", "mean", "Mean guessing", Sweep::Honest(vec![Strategy::Mean])),
        figure("3.5", "quantile", "Quantile guessing by all", time(Strategy::Quantile)),
        figure("3.6", "some-quantile", "Quantile guessing by some", {
            Sweep::Honest(vec![Strategy::Quantile])
        }),
        figure("3.7", "delayed-quantile", "Quantile guessing after a delay", Sweep::Delay),
        figure("3.8", "combined", "All strategies together", Sweep::Honest(COMBINED.to_vec())),
    ]
}

/// One for each strategy that is not the paper's.
pub fn beyond() -> Vec<Figure> {
    let own =
        [Strategy::Honest, Strategy::Random, Strategy::Minimum, Strategy::Mean, Strategy::Quantile];
    // Only the search for groups and the equilibrium ask about these, who are honest too.
    let elsewhere = [Strategy::LikeMinded, Strategy::Learning];
    let others = Strategy::all()
        .filter(|(_, strategy)| !own.contains(strategy) && !elsewhere.contains(strategy));
    let figure = |(name, strategy): (&str, Strategy)| Figure {
        number: "",
        name: name.to_owned(),
        title: format!("Honest and {}", name.replace('-', " ")),
        along: Sweep::Honest(vec![strategy]),
    };
    others.map(figure).collect()
}

/// Any crowd, as time goes on.
pub fn crowd(crowd: Crowd) -> Figure {
    let title = format!("A crowd of {}", crowd.describe());
    Figure { number: "", name: "crowd".to_owned(), title, along: Sweep::Time(crowd) }
}

/// Simulates all worlds of these figures.
pub fn draw(
    figures: &[Figure],
    scale: &Scale,
    threads: NonZero<usize>,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<FigureData> {
    let worlds: Vec<Vec<World>> = figures.iter().map(|figure| figure.worlds(scale)).collect();
    let plans: Vec<Plan> = worlds.iter().flatten().map(|world| world.plan.clone()).collect();
    let mut found = run(&plans, scale.trials, threads, progress).into_iter();
    let drawn = figures.iter().zip(&worlds).map(|(figure, worlds)| {
        let of_world = |world: &World| {
            let found = found.next().unwrap_or_default();
            let points: Vec<Point> =
                world.xs.iter().zip(found).map(|(&x, found)| Point { x, found }).collect();
            points
        };
        let points = worlds.iter().flat_map(of_world).collect();
        FigureData { figure: figure.clone(), trials: scale.trials, points }
    });
    drawn.collect()
}

/// Returns the number of games in all worlds of these figures.
pub fn games(drawn: &[FigureData], scale: &Scale) -> u64 {
    let last = |world: World| world.plan.marks.last().copied().map_or(0, u64::from);
    let of = |drawn: &FigureData| {
        let steps: u64 = drawn.figure.worlds(scale).into_iter().map(last).sum();
        steps * u64::from(drawn.trials)
    };
    drawn.iter().map(of).sum()
}

/// A world of a figure, and where its marks lie on the x axis.
struct World {
    plan: Plan,
    xs: Vec<f64>,
}

impl Figure {
    pub fn x_label(&self) -> &'static str {
        match self.along {
            Sweep::Time(_) => "time steps",
            Sweep::Honest(_) => "honest players in percent",
            Sweep::Delay => "honest steps before Quantile guessing",
        }
    }

    fn worlds(&self, scale: &Scale) -> Vec<World> {
        let world = |crowd: Crowd, marks: Vec<u32>, xs: Vec<f64>| {
            let name = format!("{} {}", self.name, crowd.name());
            let steps = marks.last().copied().unwrap_or(0);
            let Scale { players, seed, reading, .. } = *scale;
            let settings = Settings { players, steps, crowd, reading, seed, name };
            World { plan: Plan { settings, marks }, xs }
        };
        match &self.along {
            Sweep::Time(crowd) => {
                let marks = times(scale);
                let xs = marks.iter().copied().map(f64::from).collect();
                vec![world(crowd.clone(), marks, xs)]
            }
            Sweep::Honest(others) => (0..=10_u8)
                .map(|tenths| {
                    let share = f64::from(tenths) / 10.0;
                    world(
                        Crowd::honest_and(share, others),
                        vec![scale.steps],
                        vec![f64::from(10 * tenths)],
                    )
                })
                .collect(),
            Sweep::Delay => tenths(scale.steps)
                .map(|delay| {
                    let crowd = Crowd::all(Strategy::Delayed(delay));
                    world(crowd, vec![delay + scale.steps / 2], vec![f64::from(delay)])
                })
                .collect(),
        }
    }
}

/// Every tenth of these steps, starting at 0.
fn tenths(steps: u32) -> impl Iterator<Item = u32> {
    (0..=10_u64).map(move |tenth| u32::try_from(u64::from(steps) * tenth / 10).unwrap_or(u32::MAX))
}

/// After which steps an axis of time has a point.
fn times(scale: &Scale) -> Vec<u32> {
    let first = scale.reading.first_point.min(scale.steps);
    let rest = tenths(scale.steps).filter(|&step| step > first);
    [first].into_iter().chain(rest).collect()
}
