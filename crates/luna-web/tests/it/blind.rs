//! Nothing but the texts tells a seat whether its partner is a machine: two
//! classifiers are trained on everything else over a thousand seeded games,
//! and find nothing.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use luna_core::chance::Chance;
use serde_json::json;

use crate::app::{SECOND, TestApp};
use crate::persona::Persona;
use crate::robot::Robot;

const GAMES: usize = 1_000;
const PEOPLE: usize = 60;
/// Between two people who want to play.
const ARRIVAL_MS: f64 = 9_000.0;
/// How long people take for a move: the median, and the spread of its logarithm.
const MEDIAN_MS: f64 = 120_000.0;
const SPREAD: f64 = 0.8;
/// Until people's times are known, stand-ins are used; nobody is judged by them.
const WARM_UP: usize = 150;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Act {
    Arrive,
    Answer(usize),
    Guess(usize),
}

/// One person in one game, and what they have seen of it.
struct Sitting {
    person: usize,
    game: String,
    asked_at: i64,
    met_at: Option<i64>,
    answered_at: i64,
    judged_at: Option<i64>,
    guessed_at: i64,
    news: u32,
    sizes: Vec<usize>,
    headers: usize,
    machine: bool,
    over_at: Option<i64>,
}

struct World {
    app: TestApp,
    people: Vec<Persona>,
    robots: Vec<Robot>,
    chance: Chance,
    acts: BinaryHeap<Reverse<(i64, usize, Act)>>,
    sittings: Vec<Sitting>,
    seen: BTreeMap<String, String>,
    /// Who it is that a topic is about.
    topics: BTreeMap<String, usize>,
    count: usize,
}

impl World {
    async fn new() -> World {
        let app = TestApp::with(|settings| {
            settings.timing.machine_percent = 50;
            settings.timing.machine_wait_ms = 600 * SECOND;
        })
        .await;
        app.account("owner").await;
        // Everybody writes the same, so that the size of a page can tell something.
        app.only("nobody").await;
        let mut people = Vec::new();
        for nth in 0..PEOPLE {
            people.push(app.guest(&format!("person{nth}")).await);
        }
        let mut robots = Vec::new();
        for nth in 0..3 {
            robots.push(app.robot(&format!("r{nth}"), "owner").await);
        }
        app.db.raw("UPDATE machine SET most_open = 10000, most_daily = 100000 RETURNING way");
        let topics = app
            .db
            .raw("SELECT id, name FROM player WHERE name LIKE 'person%'")
            .into_iter()
            .map(|row| (format!("player:{}", row[0]), row[1][6..].parse().unwrap()))
            .collect();
        let mut world = World {
            app,
            people,
            robots,
            chance: Chance::from_seed(1950),
            acts: BinaryHeap::new(),
            sittings: Vec::new(),
            seen: BTreeMap::new(),
            topics,
            count: 0,
        };
        for robot in world.robots.clone() {
            world.robot_plays(&robot).await;
        }
        world
    }

    fn plan(&mut self, at: i64, act: Act) {
        self.count += 1;
        self.acts.push(Reverse((at, self.count, act)));
    }

    fn thinks_ms(&mut self) -> i64 {
        let ms = MEDIAN_MS * (SPREAD * self.chance.normal()).exp();
        format!("{ms:.0}").parse::<i64>().unwrap().max(5_000)
    }

    /// Until so many games have been seen to their end.
    async fn runs(&mut self) {
        self.plan(self.app.now(), Act::Arrive);
        while !self.enough() {
            let due: i64 =
                self.app.db.column("SELECT COALESCE(MIN(due_at), 0) FROM job")[0].parse().unwrap();
            let Some(Reverse((at, _, act))) = self.acts.peek().copied() else { panic!("all done") };
            if due <= at {
                self.app.later((due - self.app.now()).max(0));
                self.app.work().await;
            } else {
                self.acts.pop();
                self.app.later(at - self.app.now());
                self.act(act).await;
            }
            self.look_around().await;
        }
    }

    fn enough(&self) -> bool {
        let machines = self.finished().skip(WARM_UP).filter(|it| it.machine).count();
        let all = self.finished().skip(WARM_UP).count();
        machines.min(all.saturating_sub(machines)) >= GAMES / 2
    }

    fn finished(&self) -> impl Iterator<Item = &Sitting> {
        self.sittings.iter().filter(|sitting| sitting.over_at.is_some())
    }

    async fn act(&mut self, act: Act) {
        let now = self.app.now();
        match act {
            Act::Arrive => {
                let gap = -ARRIVAL_MS * (1.0 - self.chance.unit()).ln();
                self.plan(now + format!("{gap:.0}").parse::<i64>().unwrap(), Act::Arrive);
                let person = self.chance.below(PEOPLE);
                let game = self.people[person].opens("somebody").await;
                self.sittings.push(Sitting {
                    person,
                    game,
                    asked_at: now,
                    met_at: None,
                    answered_at: 0,
                    judged_at: None,
                    guessed_at: 0,
                    news: 0,
                    sizes: Vec::new(),
                    headers: 0,
                    machine: false,
                    over_at: None,
                });
            }
            Act::Answer(nth) => {
                let sitting = &mut self.sittings[nth];
                sitting.answered_at = now;
                self.people[sitting.person].answers(&sitting.game, "somebody").await;
            }
            Act::Guess(nth) => {
                let points = self.chance.below(101).to_string();
                let sitting = &mut self.sittings[nth];
                sitting.guessed_at = now;
                self.people[sitting.person].guesses(&sitting.game, &points).await;
            }
        }
    }

    /// Whoever has news looks at their games; machines do at once what they can.
    async fn look_around(&mut self) {
        let mut news = BTreeSet::new();
        for row in self.app.db.raw("SELECT name, seq FROM topic") {
            if self.seen.get(&row[0]) != Some(&row[1]) {
                self.seen.insert(row[0].clone(), row[1].clone());
                news.insert(row[0].clone());
            }
        }
        for (nth, robot) in self.robots.clone().into_iter().enumerate() {
            if news.contains(&format!("player:idr{nth}")) {
                self.robot_plays(&robot).await;
            }
        }
        let people: BTreeSet<usize> =
            news.iter().filter_map(|topic| self.topics.get(topic)).copied().collect();
        for nth in 0..self.sittings.len() {
            if people.contains(&self.sittings[nth].person) && self.sittings[nth].over_at.is_none() {
                self.look(nth).await;
            }
        }
    }

    async fn look(&mut self, nth: usize) {
        let now = self.app.now();
        let (person, game) = (self.sittings[nth].person, self.sittings[nth].game.clone());
        let page = self.people[person].get(&game).await;
        let id = game.rsplit('/').next().unwrap();
        let row = self.app.db.raw(&format!(
            "SELECT g.phase, s.state, (SELECT p.kind FROM seat o JOIN player p ON p.id = o.player_id
                 WHERE o.game_id = g.id AND o.id <> s.id AND o.here)
             FROM seat s JOIN game g ON g.id = s.game_id WHERE s.id = '{id}'"
        ));
        let (phase, kind) = (row[0][0].as_str(), row[0][2].clone());
        let sitting = &mut self.sittings[nth];
        sitting.news += 1;
        let after = self.chance_of(nth, phase, now);
        let sitting = &mut self.sittings[nth];
        if let Some(act) = after {
            sitting.sizes.push(page.body.len());
            sitting.headers = page.headers.len();
            let thinks = self.thinks_ms();
            self.plan(now + thinks, act);
        } else if phase == "final" {
            sitting.over_at = Some(now);
            sitting.machine = kind == "machine";
        }
    }

    /// What is to be done in a phase seen for the first time.
    fn chance_of(&mut self, nth: usize, phase: &str, now: i64) -> Option<Act> {
        let sitting = &mut self.sittings[nth];
        match phase {
            "response" if sitting.met_at.is_none() => {
                sitting.met_at = Some(now);
                Some(Act::Answer(nth))
            }
            "guess" if sitting.judged_at.is_none() => {
                sitting.judged_at = Some(now);
                Some(Act::Guess(nth))
            }
            _ => None,
        }
    }

    async fn robot_plays(&mut self, robot: &Robot) {
        let open = robot.get("/games?limit=100").await.ok();
        let games = open["games"].as_array().unwrap().clone();
        let waiting = games.iter().filter(|game| game["phase"] == "interview").count();
        for game in games {
            let id = game["id"].as_str().unwrap();
            let (what, body) = match game["duty"].as_str() {
                Some("answer") => ("responses", json!({ "responses": texts("says", '.') })),
                Some("guess") => ("guess", json!({ "guess": 50 })),
                _ => continue,
            };
            robot.post(&format!("/games/{id}/{what}"), &body).await.ok();
        }
        for _ in waiting..3 {
            let game = robot.post("/games", &json!({})).await.ok();
            let id = game["id"].as_str().unwrap();
            let asked = json!({ "questions": texts("asks", '?') });
            robot.post(&format!("/games/{id}/questions"), &asked).await.ok();
        }
    }
}

/// As people here write them.
fn texts(what: &str, end: char) -> Vec<String> {
    (1..=5).map(|nth| format!("somebody {what} {nth}{end}")).collect()
}

fn features(sitting: &Sitting) -> Vec<f64> {
    let log = |ms: i64| f64::from(i32::try_from(ms.max(0)).unwrap_or(i32::MAX)).ln_1p();
    let number = |n: usize| f64::from(u32::try_from(n).unwrap());
    let (met, judged, over) =
        (sitting.met_at.unwrap(), sitting.judged_at.unwrap(), sitting.over_at.unwrap());
    let id = sitting.game.as_bytes();
    vec![
        log(met - sitting.asked_at),
        if met == sitting.asked_at { 1.0 } else { 0.0 },
        log(judged - met),
        log(judged - sitting.answered_at),
        if judged == sitting.answered_at { 1.0 } else { 0.0 },
        log(over - sitting.guessed_at),
        if over == sitting.guessed_at { 1.0 } else { 0.0 },
        f64::from(sitting.news),
        number(sitting.sizes[0]),
        number(*sitting.sizes.last().unwrap()),
        number(sitting.headers),
        f64::from(id[id.len() - 1]),
        f64::from(id[id.len() - 9]),
        log(judged % 1_000),
        log(over % 1_000),
    ]
}

/// The share of the second half that a classifier trained on the first gets right.
fn accuracy(rows: &[(Vec<f64>, bool)], train: fn(&[(Vec<f64>, bool)]) -> Rule) -> f64 {
    let (known, asked) = rows.split_at(rows.len() / 2);
    let rule = train(known);
    let right = asked.iter().filter(|(row, machine)| (rule(row) > 0.0) == *machine).count();
    f64::from(u32::try_from(right).unwrap()) / f64::from(u32::try_from(asked.len()).unwrap())
}

type Rule = Box<dyn Fn(&[f64]) -> f64>;

/// Logistic regression by gradient descent, a little shrunk.
fn logistic(rows: &[(Vec<f64>, bool)]) -> Rule {
    let many = f64::from(u32::try_from(rows.len()).unwrap());
    let width = rows[0].0.len();
    let mean: Vec<f64> =
        (0..width).map(|at| rows.iter().map(|(row, _)| row[at]).sum::<f64>() / many).collect();
    let spread: Vec<f64> = (0..width)
        .map(|at| {
            let squares: f64 = rows.iter().map(|(row, _)| (row[at] - mean[at]).powi(2)).sum();
            (squares / many).sqrt().max(1e-9)
        })
        .collect();
    let scaled = move |row: &[f64]| -> Vec<f64> {
        row.iter().zip(&mean).zip(&spread).map(|((x, m), s)| (x - m) / s).collect()
    };
    let inputs: Vec<(Vec<f64>, f64)> =
        rows.iter().map(|(row, machine)| (scaled(row), f64::from(u8::from(*machine)))).collect();
    let (mut weights, mut bias) = (vec![0.0; width], 0.0);
    let sum =
        |weights: &[f64], row: &[f64]| -> f64 { weights.iter().zip(row).map(|(w, x)| w * x).sum() };
    for _ in 0..500 {
        let mut slope = vec![0.0; width];
        let mut tilt = 0.0;
        for (row, truth) in &inputs {
            let miss = 1.0 / (1.0 + (-(sum(&weights, row) + bias)).exp()) - truth;
            tilt += miss;
            slope.iter_mut().zip(row).for_each(|(s, x)| *s += miss * x);
        }
        bias -= 0.5 * tilt / many;
        let steps = slope.iter().map(|s| s / many);
        weights.iter_mut().zip(steps).for_each(|(w, s)| *w -= 0.5 * (s + 0.01 * *w));
    }
    Box::new(move |row| sum(&weights, &scaled(row)) + bias)
}

/// Forty yes-or-no questions about one feature each, chosen and weighed by
/// what those before get wrong (as `AdaBoost` does).
fn stumps(rows: &[(Vec<f64>, bool)]) -> Rule {
    let mut weights = vec![1.0; rows.len()];
    let mut chosen: Vec<(usize, f64, f64)> = Vec::new();
    for _ in 0..40 {
        let total: f64 = weights.iter().sum();
        let mut best = (0.5 * total, 0, 0.0, 0.0);
        for at in 0..rows[0].0.len() {
            let mut ends: Vec<f64> = rows.iter().map(|(row, _)| row[at]).collect();
            ends.sort_by(f64::total_cmp);
            for &end in ends.iter().step_by(25) {
                let wrong: f64 = rows
                    .iter()
                    .zip(&weights)
                    .filter(|((row, machine), _)| (row[at] > end) != *machine)
                    .map(|(_, weight)| weight)
                    .sum();
                for (wrong, sign) in [(wrong, 1.0), (total - wrong, -1.0)] {
                    if wrong < best.0 {
                        best = (wrong, at, end, sign);
                    }
                }
            }
        }
        let (wrong, at, end, sign) = best;
        let say = 0.5 * ((total - wrong + 1e-9) / (wrong + 1e-9)).ln();
        for ((row, machine), weight) in rows.iter().zip(&mut weights) {
            let right = ((row[at] > end) == (sign > 0.0)) == *machine;
            *weight *= if right { (-say).exp() } else { say.exp() };
        }
        chosen.push((at, end, sign * say));
    }
    Box::new(move |row| {
        chosen.iter().map(|&(at, end, say)| if row[at] > end { say } else { -say }).sum()
    })
}

#[tokio::test]
async fn a_classifier_that_sees_all_but_the_texts_finds_nothing() {
    let mut world = World::new().await;
    world.runs().await;
    let of = |machine: bool| {
        let met = world.finished().skip(WARM_UP).filter(move |it| it.machine == machine);
        met.map(move |it| (features(it), machine))
    };
    // As many of each, so that always saying the same is right in one half.
    let rows: Vec<(Vec<f64>, bool)> =
        of(true).zip(of(false)).flat_map(|(one, other)| [one, other]).collect();
    assert!(rows.len() >= GAMES, "{} games", rows.len());
    let half = f64::from(u32::try_from(rows.len() / 2).unwrap());
    let classifiers: [(&str, fn(&[(Vec<f64>, bool)]) -> Rule); 2] =
        [("logistic", logistic), ("stumps", stumps)];
    for (name, train) in classifiers {
        let right = accuracy(&rows, train);
        let margin = 1.96 * (right * (1.0 - right) / half).sqrt();
        assert!((right - 0.5).abs() < margin, "{name} is right in {right} ± {margin}");
    }
    // The same rows with one telling feature: the classifiers can find something.
    let told: Vec<(Vec<f64>, bool)> = rows
        .into_iter()
        .map(|(mut row, machine)| {
            row[10] += f64::from(u8::from(machine));
            (row, machine)
        })
        .collect();
    assert!(accuracy(&told, logistic) > 0.6 && accuracy(&told, stumps) > 0.6);
}
