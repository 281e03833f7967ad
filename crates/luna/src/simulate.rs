//! `luna simulate`: the paper's experiments and more, without a database.

mod files;

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use luna_lab::attendance::Visits;
use luna_lab::enough_trials::draw_enough;
use luna_lab::figures::{Figure, Scale, beyond, crowd, games, paper};
use luna_lab::judges::{self, SUBJECTS, Subject, parts};
use luna_lab::report::Contents;
use luna_lab::{Crowd, Interpretation};
use serde_json::json;

use crate::failure::Failure;
use crate::terminal::print::Printer;
use crate::terminal::progress::Progress;

#[derive(Args)]
pub(crate) struct Simulate {
    #[command(subcommand)]
    what: Experiment,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    choices: Choices,
}

#[derive(Subcommand)]
enum Experiment {
    /// Everybody guesses at random
    #[command(name = "3.1", visible_alias = "random")]
    Random,
    /// Everybody is honest
    #[command(name = "3.2", visible_alias = "honest")]
    Honest,
    /// Some always guess 0
    #[command(name = "3.3", visible_alias = "minimum")]
    Minimum,
    /// Some guess the mean of all ratings
    #[command(name = "3.4", visible_alias = "mean")]
    Mean,
    /// Everybody guesses by quantile
    #[command(name = "3.5", visible_alias = "quantile")]
    Quantile,
    /// Some guess by quantile
    #[command(name = "3.6", visible_alias = "some-quantile")]
    SomeQuantile,
    /// Everybody is honest for a while and then guesses by quantile
    #[command(name = "3.7", visible_alias = "delayed-quantile")]
    DelayedQuantile,
    /// Some are honest, and four strategies share the others
    #[command(name = "3.8", visible_alias = "combined")]
    Combined,
    /// Strategies that a live site meets and the paper does not have
    Beyond,
    /// Any mix of strategies over time, such as honest=80,ring=20
    Crowd {
        /// Strategies with their weights
        mix: String,
    },
    /// Players who leave, and the share of games that finish
    Attendance {
        /// As many visitors each day for four weeks, instead of those of the paper
        #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=10_000))]
        per_day: Option<u32>,
    },
    /// The accuracy of the calibrated rating, the intervals and the judge monitor, under fixed
    /// readings of the paper
    Judges {
        /// One part [default: the first four]
        #[arg(value_enum)]
        about: Option<JudgesPart>,
    },
    /// What players who always guess 0 cost, by the paper's theory and in simulated worlds
    Theory,
    /// How many players and games ratings need until more play no longer moves them
    Equilibrium,
    /// How many guesses a ranking of 20 machines needs, by who is judged next, with marks, and side
    /// by side
    Sampling,
    /// A rating that follows players whose level changes, against the mean
    Adaptive,
    /// What marks tell about as many questions as players: difficulty, discrimination, and
    /// whether machines find them harder
    Questions,
    /// The one of 1,152 readings of the paper that comes nearest to its printed numbers
    Readings,
    /// The paper's eight figures, the other strategies, the judges, the theory and the equilibrium
    /// with a tenth of the trials, and attendance; a claim that is undecided gets more trials
    All,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum JudgesPart {
    Calibration,
    Intervals,
    Watching,
    Accounts,
    /// Only by its name: intervals where judges are as people are
    Crowds,
    /// Only by its name: accounts that are honest about everybody but one machine
    Brigade,
    /// Only by its name: judges who do not look at the player, among loud ones
    Attention,
}

#[derive(Args)]
#[command(next_help_heading = "Size")]
struct Size {
    /// The number of players
    #[arg(long, global = true, default_value_t = 100)]
    players: usize,
    /// The number of games in a world
    #[arg(long, global = true, default_value_t = 1000)]
    steps: u32,
    /// The number of worlds to average
    #[arg(long, global = true, default_value_t = 100)]
    trials: u32,
    /// The greatest number of worlds for a figure or a crowd that leaves a claim undecided
    /// [default: for all, 100 times --trials; else --trials]
    #[arg(long, global = true, value_name = "TRIALS")]
    most_trials: Option<u32>,
    /// The seed; the same seed gives the same bytes
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
    /// The number of threads [default: the number of processors]
    #[arg(long, global = true)]
    threads: Option<NonZero<usize>>,
    /// The folder for report.html and the other files
    #[arg(long, global = true, default_value = "simulations", value_name = "FOLDER")]
    out: PathBuf,
}

/// Choices that the paper leaves open.
#[derive(Args)]
#[command(next_help_heading = "Reading of the paper")]
struct Choices {
    /// literal: word for word; figures: the nearest to the printed axes
    #[arg(long, global = true, default_value = "literal")]
    reading: String,
    /// The spread of the noise: variance:5, sd:5 or any other
    #[arg(long, global = true, value_name = "SPREAD")]
    noise: Option<String>,
    /// The draw of noise: pair, once for each pair of players; or guess, at each guess
    #[arg(long, global = true)]
    draw: Option<String>,
    /// together: both guesses see the ratings before the step; in-turn: the second sees the first
    #[arg(long, global = true)]
    turn: Option<String>,
    /// The value of a player nobody has rated: left-out, zero or fifty
    #[arg(long, global = true)]
    unrated: Option<String>,
    /// A Quantile player's own sample: past opponents, or current, with the current one
    #[arg(long, global = true, value_name = "SAMPLE")]
    own_sample: Option<String>,
    /// The definition of a quantile: inverse, linear, lower, higher, nearest or midpoint
    #[arg(long, global = true)]
    quantile: Option<String>,
    /// The level of a quantile: fraction, or by a slip taken-for-percent
    #[arg(long, global = true)]
    level: Option<String>,
    /// The draw of a Random player's guess: guess, each time; or pair, once for each player
    #[arg(long, global = true)]
    random: Option<String>,
    /// The range of guesses: free, or clamped to 0 to 100
    #[arg(long, global = true)]
    range: Option<String>,
    /// The reference of errors: value, a player's own; or expected, the mean opinion of others
    #[arg(long, global = true)]
    intelligence: Option<String>,
    /// The first step on a time axis
    #[arg(long, global = true, value_name = "STEPS")]
    first_point: Option<String>,
}

/// `all` runs the judges, the theory and the equilibrium in one of this number of trials.
const JUDGED: u32 = 10;
/// `all` pursues a claim with this many times the trials.
const MOST_TIMES: u32 = 100;
/// The least number of trials of the judges; fewer do not show their own error.
const LEAST_JUDGED: u32 = 5;
/// The limits that memory and patience set.
const MOST_PLAYERS: usize = 10_000_000;
const MOST_STEPS: u32 = 1_000_000_000;
const MOST_TRIALS: u32 = 1_000_000;
const MOST_THREADS: usize = 1_000;

impl Simulate {
    pub(crate) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let (scale, threads, figures) = (self.scale()?, self.threads()?, self.figures()?);
        let folder = files::Files::new(&self.size.out)?;
        match &self.what {
            Experiment::Attendance { per_day } => return folder.attendance(&scale, *per_day, out),
            Experiment::Questions => return folder.questions(&scale, threads, out),
            Experiment::Readings => return folder.readings(&scale, threads, out),
            _ => {}
        }
        let subjects = self.subjects();
        let begun = Progress::now();
        let most = self.most_trials();
        let drawn = draw_enough(&figures, &scale, most, threads, &|done, of| begun.tell(done, of));
        begun.end();
        let size = self.judged(&scale, threads);
        let parts = parts(&subjects, size, scale.seed, &|done, of| begun.tell(done, of));
        begun.end();
        let seconds = begun.seconds();
        let attendance = match self.what {
            Experiment::All => folder.attended(&scale, &Visits::paper())?.1,
            _ => Vec::new(),
        };
        let contents = Contents { drawn: &drawn, sections: &parts, attendance: &attendance };
        folder.report(contents, &scale, &self.command(&scale))?;
        folder.figures(&drawn, &scale)?;
        folder.parts(&parts, size, scale.seed)?;
        files::summary(&drawn, &parts, out)?;
        let games = i64::try_from(games(&drawn, &scale)).unwrap_or(i64::MAX);
        let report = folder.report_path().display().to_string();
        let line = json!({ "games": games, "seconds": seconds, "report": report });
        let count = match games {
            0 => String::new(),
            games => format!("{} games of the figures\n", luna_app::format::thousands(games)),
        };
        Ok(out.result(&line, format_args!("{count}{seconds:.2} s, see {report}"))?)
    }

    fn subjects(&self) -> Vec<Subject> {
        match &self.what {
            Experiment::Judges { about: Some(about) } => vec![match about {
                JudgesPart::Calibration => Subject::Calibration,
                JudgesPart::Intervals => Subject::Intervals,
                JudgesPart::Watching => Subject::Watching,
                JudgesPart::Accounts => Subject::Accounts,
                JudgesPart::Crowds => Subject::Crowds,
                JudgesPart::Brigade => Subject::Brigade,
                JudgesPart::Attention => Subject::Attention,
            }],
            Experiment::Judges { about: None } => SUBJECTS.to_vec(),
            Experiment::Theory => vec![Subject::Theory],
            Experiment::Equilibrium => vec![Subject::Equilibrium],
            Experiment::Sampling => vec![Subject::Sampling],
            Experiment::Adaptive => vec![Subject::Adaptive],
            Experiment::All => {
                [SUBJECTS.as_slice(), &[Subject::Theory, Subject::Equilibrium]].concat()
            }
            _ => Vec::new(),
        }
    }

    /// The size of the parts about judges. Estimating takes longer than playing, so `all` has fewer trials.
    fn judged(&self, scale: &Scale, threads: NonZero<usize>) -> judges::Size {
        let trials = match self.what {
            Experiment::All => scale.trials.div_ceil(JUDGED).max(LEAST_JUDGED).min(scale.trials),
            _ => scale.trials,
        };
        let most_trials = self.most_trials();
        judges::Size { players: scale.players, steps: scale.steps, trials, most_trials, threads }
    }

    /// The number of trials beyond which no claim is pursued.
    fn most_trials(&self) -> u32 {
        let usual = match self.what {
            Experiment::All => self.size.trials.saturating_mul(MOST_TIMES),
            _ => self.size.trials,
        };
        self.size.most_trials.unwrap_or(usual).clamp(self.size.trials, MOST_TRIALS)
    }

    fn figures(&self) -> Result<Vec<Figure>, Failure> {
        let number = match &self.what {
            Experiment::Random => "3.1",
            Experiment::Honest => "3.2",
            Experiment::Minimum => "3.3",
            Experiment::Mean => "3.4",
            Experiment::Quantile => "3.5",
            Experiment::SomeQuantile => "3.6",
            Experiment::DelayedQuantile => "3.7",
            Experiment::Combined => "3.8",
            Experiment::Crowd { mix } => {
                let mix = Crowd::parse(mix).map_err(Failure::Usage)?;
                mix.check(self.size.players).map_err(Failure::Usage)?;
                return Ok(vec![crowd(mix)]);
            }
            Experiment::Beyond => return Ok(beyond()),
            Experiment::All => return Ok([paper(), beyond()].concat()),
            Experiment::Judges { .. }
            | Experiment::Theory
            | Experiment::Equilibrium
            | Experiment::Sampling
            | Experiment::Adaptive
            | Experiment::Attendance { .. }
            | Experiment::Questions
            | Experiment::Readings => return Ok(Vec::new()),
        };
        Ok(paper().into_iter().filter(|figure| figure.number == number).collect())
    }

    fn scale(&self) -> Result<Scale, Failure> {
        let Size { players, steps, trials, seed, .. } = self.size;
        let fits = (2..=MOST_PLAYERS).contains(&players)
            && (1..=MOST_STEPS).contains(&steps)
            && (1..=MOST_TRIALS).contains(&trials);
        if !fits {
            let why = "A simulation has 2 to 10,000,000 players, 1 to 1,000,000,000 steps and 1 to \
                       1,000,000 trials.";
            return Err(Failure::Usage(why.to_owned()));
        }
        let mut reading = Interpretation::preset(&self.choices.reading).map_err(Failure::Usage)?;
        for (choice, value) in self.choices.given() {
            reading.choose(choice, value).map_err(Failure::Usage)?;
        }
        Ok(Scale { players, steps, trials, seed, reading })
    }

    fn threads(&self) -> Result<NonZero<usize>, Failure> {
        let all = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let threads = self.size.threads.unwrap_or_else(all);
        if threads.get() > MOST_THREADS {
            return Err(Failure::Usage("The limit is 1,000 threads.".to_owned()));
        }
        Ok(threads)
    }

    /// The command that repeats this run. The number of threads does not matter.
    fn command(&self, scale: &Scale) -> String {
        let what = match &self.what {
            Experiment::Crowd { mix } => format!("crowd {mix}"),
            Experiment::Beyond => "beyond".to_owned(),
            Experiment::All => "all".to_owned(),
            Experiment::Theory => "theory".to_owned(),
            Experiment::Equilibrium => "equilibrium".to_owned(),
            Experiment::Sampling => "sampling".to_owned(),
            Experiment::Adaptive => "adaptive".to_owned(),
            Experiment::Judges { .. } => match self.subjects().as_slice() {
                [one] => format!("judges {}", one.name()),
                _ => "judges".to_owned(),
            },
            _ => self
                .figures()
                .ok()
                .and_then(|all| Some(all.first()?.number))
                .unwrap_or("")
                .to_owned(),
        };
        let Size { players, steps, trials, seed, .. } = self.size;
        let mut command = format!(
            "luna simulate {what} --players {players} --steps {steps} --trials {trials} --seed {seed}"
        );
        if let Some(most) = self.size.most_trials {
            command.push_str(&format!(" --most-trials {most}"));
        }
        if scale.reading != Interpretation::literal() {
            command.push_str(&format!(" {}", scale.reading.words()));
        }
        command
    }
}

impl Choices {
    fn given(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = [
            ("noise", &self.noise),
            ("draw", &self.draw),
            ("turn", &self.turn),
            ("unrated", &self.unrated),
            ("own-sample", &self.own_sample),
            ("quantile", &self.quantile),
            ("level", &self.level),
            ("random", &self.random),
            ("range", &self.range),
            ("intelligence", &self.intelligence),
            ("first-point", &self.first_point),
        ];
        all.into_iter().filter_map(|(choice, value)| Some((choice, value.as_deref()?)))
    }
}
