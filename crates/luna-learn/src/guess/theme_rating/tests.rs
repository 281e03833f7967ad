use super::*;
use crate::number::float;

/// A world of forty players whose judges mark five responses of a game at once.
#[derive(Clone, Copy)]
struct World {
    players: u32,
    games: usize,
    themes: usize,
    /// The deviation of what is particular.
    deviation: f64,
    /// How much of a game is of one theme.
    clumped: f64,
    /// Noise that responses of one theme share in a game.
    shared: f64,
    /// Share of questions with the wrong theme.
    wrong: f64,
    /// The deviation of how much a level counts in a theme.
    slope: f64,
    /// Marks in fives from 0 to 100.
    scale: bool,
    /// The least and largest noise of judges.
    noise: [f64; 2],
}

/// Players differ by one number alone.
const NOTHING: World = World {
    players: 40,
    games: 6,
    themes: 6,
    deviation: 0.0,
    clumped: 0.5,
    shared: 0.0,
    wrong: 0.0,
    slope: 0.2,
    scale: true,
    noise: [10.0, 28.0],
};

type Truth = BTreeMap<(u32, u32), f64>;

fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap()
}

impl World {
    fn marks(self, seed: u64) -> (Vec<ThemeMark>, Truth) {
        let rng = &mut Rng::new(seed, 1);
        let mut normals = |n, by: f64| -> Vec<f64> { (0..n).map(|_| by * rng.normal()).collect() };
        let (ease, slope) = (normals(self.themes, 8.0), normals(self.themes, self.slope));
        let offsets = normals(60, 6.0);
        let [least, most] = self.noise;
        let noise: Vec<f64> = (0..60).map(|_| least + (most - least) * rng.unit()).collect();
        let (mut marks, mut truth) = (Vec::new(), Truth::new());
        for player in 0..self.players {
            let level = 12.0 * rng.normal();
            let own: Vec<f64> = (0..self.themes).map(|_| self.deviation * rng.normal()).collect();
            let others = own.iter().sum::<f64>() / float(self.themes);
            let grouped = |own: &f64| self.wrong * others + (1.0 - self.wrong) * own;
            truth.extend((0..).zip(&own).map(|(at, own)| ((player, at), grouped(own))));
            // Some players have three times as many games as others.
            for game in 0..self.games * (1 + rng.below(3)) / 2 {
                let (judge, of_game) = (rng.below(60), 8.0 * rng.normal());
                let main = rng.below(self.themes);
                let shared: Vec<f64> =
                    (0..self.themes).map(|_| self.shared * rng.normal()).collect();
                for _ in 0..5 {
                    let clumped = rng.unit() < self.clumped;
                    let theme = if clumped { main } else { rng.below(self.themes) };
                    let expected = 50.0 + level * (1.0 + slope[theme]) + ease[theme] + own[theme];
                    let chance = of_game + shared[theme] + noise[judge] * rng.normal();
                    let fives = ((expected + offsets[judge] + chance) / 5.0).round() * 5.0;
                    let points = if self.scale { fives.clamp(0.0, 100.0) } else { fives };
                    let wrong = rng.unit() < self.wrong;
                    let theme = small(if wrong { rng.below(self.themes) } else { theme });
                    let game = 1000 * u64::from(player) + u64::try_from(game).unwrap();
                    marks.push(ThemeMark { player, judge: small(judge), game, theme, points });
                }
            }
        }
        (marks, truth)
    }

    /// The test's p-value in each of so many worlds.
    fn p(self, worlds: u64) -> Vec<f64> {
        let of = |seed| Evidence::of(&self.marks(seed).0, seed).unwrap().p;
        (0..worlds).map(of).collect()
    }

    /// The share of intervals that hold where themes are shown, the mean deviation found, and the
    /// number of worlds where they are.
    fn coverage(self, worlds: u64) -> (f64, f64, usize) {
        let (mut held, mut all, mut deviations) = (0, 0, Vec::new());
        for seed in 0..worlds {
            let (marks, truth) = self.marks(seed);
            let found = ThemeRatings::of(&marks, seed).unwrap();
            if !found.say_more() {
                continue;
            }
            deviations.push(found.deviation);
            for player in 0..self.players {
                let own: Vec<(f64, Particular)> = (0..small(self.themes))
                    .filter_map(|theme| {
                        Some((truth[&(player, theme)], *found.particular.get(&(player, theme))?))
                    })
                    .collect();
                let marks: usize = own.iter().map(|(_, it)| it.marks).sum();
                let mean = own.iter().map(|(own, it)| own * float(it.marks)).sum::<f64>();
                let mean = mean / float(marks.max(1));
                all += own.len();
                let holds = |it: &&(f64, Particular)| (it.0 - mean - it.1.points).abs() < it.1.half;
                held += own.iter().filter(holds).count();
            }
        }
        let shown = deviations.len();
        (float(held) / float(all), deviations.iter().sum::<f64>() / float(shown), shown)
    }
}

#[track_caller]
fn check_level(world: World, worlds: u64) {
    let p = world.p(worlds);
    let all = float(p.len());
    let below = |level| float(p.iter().filter(|&&it| it <= level).count());
    let bound = |level: f64| all * level + 2.5 * (all * level * (1.0 - level)).sqrt();
    for level in [LEVEL, 0.05, 0.2] {
        assert!(below(level) <= bound(level), "{} at {level}", below(level));
    }
    assert!((p.iter().sum::<f64>() / all - 0.5).abs() < 2.5 * (1.0 / (12.0 * all)).sqrt());
}

#[test]
fn players_who_differ_by_one_number_seldom_seem_to_differ_by_theme() {
    check_level(NOTHING, 120);
    check_level(World { scale: false, slope: 0.0, ..NOTHING }, 100);
}

#[test]
fn answers_to_follow_up_questions_that_succeed_together_are_not_taken_for_a_theme() {
    check_level(World { shared: 12.0, clumped: 0.7, ..NOTHING }, 100);
}

#[test]
fn many_themes_or_few_players_do_not_raise_the_level() {
    check_level(World { themes: 12, ..NOTHING }, 100);
    check_level(World { players: 10, games: 10, ..NOTHING }, 150);
}

#[test]
fn what_is_particular_is_found_with_intervals_that_hold() {
    let particular = World { deviation: 10.0, scale: false, ..NOTHING };
    for world in [
        particular,
        World { noise: [18.0, 18.0], ..particular },
        World { clumped: 0.0, wrong: 0.2, ..particular },
        World { shared: 8.0, games: 12, ..particular },
    ] {
        let (share, deviation, shown) = world.coverage(12);
        assert!((0.93..0.97).contains(&share), "{share} {deviation} {shown}");
        assert!((6.0..12.0).contains(&deviation), "{deviation}");
        assert!(shown > 8, "{shown}");
    }
}

#[test]
fn a_rating_by_theme_stays_on_the_scale() {
    let it = Particular { points: 12.0, half: 5.0, marks: 8 };
    assert!((it.rating(50.0) - 62.0).abs() < 1e-12);
    assert!((it.rating(95.0) - 100.0).abs() < 1e-12);
}

#[test]
fn few_marks_say_nothing() {
    let (marks, _) = World { deviation: 10.0, ..NOTHING }.marks(1);
    assert_eq!(ThemeRatings::of(&marks[..40], 1), None);
    assert_eq!(ThemeRatings::of(&[], 1), None);
    let one_theme: Vec<ThemeMark> = marks.iter().map(|it| ThemeMark { theme: 3, ..*it }).collect();
    assert_eq!(ThemeRatings::of(&one_theme, 1), None);
}

#[test]
fn the_order_of_marks_does_not_matter() {
    let (mut marks, _) = World { deviation: 10.0, ..NOTHING }.marks(1);
    let found = ThemeRatings::of(&marks, 1).unwrap();
    marks.reverse();
    assert!((ThemeRatings::of(&marks, 1).unwrap().deviation - found.deviation).abs() < 1e-6);
}
