//! `luna question campaign --simulate`: simulated campaigns beside the paper.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use luna_app::question_campaign::simulation::outcome::SimulationOutcome as Outcome;
use luna_app::question_campaign::simulation::{Simulation, simulate};
use luna_core::question_campaign::Cost;
use luna_lab::question::{
    self, Campaigns, CaughtRaters, RatedFile, SimulatedCampaign, campaign_sections, paper_doubts,
};
use luna_lab::section::ReportSection;
use luna_store::Db;
use serde_json::json;

use crate::config::environment;
use crate::failure::Failure;
use crate::file::folder::Folder;
use crate::predict::as_typed;
use crate::question::learning_curve::{CurveSize, material};
use crate::question::report::{ReportFiles, print_report};
use crate::question::source::wrong;
use crate::terminal::print::Printer;
use crate::terminal::progress::Progress;

#[derive(Args)]
pub(super) struct SimulationOptions {
    /// Questions of a simulated campaign
    #[arg(long, value_name = "COUNT", default_value_t = 1_200, value_parser = clap::value_parser!(u32).range(10..=5_000))]
    questions: u32,
    /// Raters of each question, before the extension to seven
    #[arg(long, value_name = "COUNT", default_value_t = 5, value_parser = clap::value_parser!(u32).range(2..=25))]
    raters: u32,
    /// Questions in a batch
    #[arg(long, value_name = "COUNT", default_value_t = 500, value_parser = clap::value_parser!(u32).range(10..=500))]
    batch: u32,
    /// Questions besides whose rating is known, which find raters who do not look
    #[arg(long, value_name = "COUNT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=500))]
    gold: u32,
    /// Of these, the questions that a rater rates first; who rates too many wrong may not go on
    #[arg(long, value_name = "COUNT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=20))]
    screening: u32,
    /// The share of raters who do not read and keep to the middle
    #[arg(long, value_name = "SHARE", default_value_t = 0.06)]
    lazy: f64,
    /// The share of raters who click anywhere
    #[arg(long, value_name = "SHARE", default_value_t = 0.06)]
    random: f64,
    /// Campaigns, which differ by chance alone
    #[arg(long, value_name = "COUNT", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    trials: u32,
    /// The seed of the first campaign; the same seed gives the same numbers
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Rated questions to compare with the paper too: a table with article, question and rating, or
    /// lines of JSON
    #[arg(long, value_name = "FILE")]
    rated: Option<PathBuf>,
    /// Also repeat section 6 of the paper with the rated questions, as `luna question
    /// learning-curve` does
    #[arg(long, requires = "rated")]
    learning_curve: bool,
    /// Features of the rated questions computed elsewhere
    #[arg(long, value_name = "FILE", requires = "learning_curve")]
    features: Option<PathBuf>,
    #[command(flatten)]
    curve: CurveSize,
    /// The folder for report.html and the other files; none are written without it
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl SimulationOptions {
    pub(super) async fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let shares = [self.lazy, self.random, self.lazy + self.random];
        if shares.iter().any(|share| !(0.0..=0.5).contains(share)) {
            return Err(Failure::usage("--lazy and --random are shares, together from 0 to 0.5"));
        }
        let file = match &self.rated {
            Some(path) => Some((path, material(path, self.features.as_deref())?)),
            None => None,
        };
        let begun = Progress::now();
        let mut all = Vec::new();
        let trials = u64::from(self.trials);
        for nth in 0..trials {
            all.push(self.simulated(self.seed.saturating_add(nth)).await?);
            begun.tell(all.len(), usize::try_from(trials).unwrap_or(usize::MAX));
        }
        begun.end();
        let rated = file.as_ref().map(|(_, (rated, _))| RatedFile::new(rated));
        let campaigns = Campaigns { all, rated };
        let mut sections = campaign_sections(&campaigns);
        match &file {
            Some((path, (_, material))) if self.learning_curve => {
                let settings = self.curve.settings(self.seed);
                let tell = |done, of| begun.tell(done, of);
                let outcome = question::run(material, &settings, &tell);
                sections.extend(question::sections(&outcome.map_err(|why| wrong(path, why))?));
                begun.end();
            }
            Some(_) | None => sections.push(paper_doubts()),
        }
        self.report(&campaigns, &sections, out)?;
        if let Some(path) = &self.out {
            let folder = Folder::new(path)?;
            let title = "Do the numbers of a campaign of ratings fit?";
            let report = ReportFiles { title, name: "campaign", command: &self.command() };
            report.write(&folder, &sections, self.seed)?;
            let report = folder.path("report.html").display().to_string();
            let line = json!({ "seconds": begun.seconds(), "report": report });
            out.result(&line, format_args!("{:.2} s, see {report}", begun.seconds()))?;
        }
        Ok(())
    }

    /// One campaign.
    async fn simulated(&self, seed: u64) -> Result<SimulatedCampaign, Failure> {
        let simulation = Simulation {
            questions: usize::try_from(self.questions).unwrap_or(usize::MAX),
            raters: self.raters,
            batch: self.batch,
            gold: usize::try_from(self.gold).unwrap_or(usize::MAX),
            screening: self.screening,
            lazy: self.lazy,
            random: self.random,
            seed,
        };
        let folder = Scratch::new()?;
        let database = format!("sqlite:{}", folder.0.join("luna.db").display());
        let db = Db::open(&database).map_err(|error| Failure::opening(&database, &error))?;
        let found = db.write(move |tx| simulate(tx, simulation)).await;
        Ok(figures(found.map_err(Failure::refused)?))
    }

    fn report(
        &self,
        campaigns: &Campaigns,
        sections: &[ReportSection],
        out: &mut Printer,
    ) -> Result<(), Failure> {
        let SimulationOptions { questions, raters, lazy, random, seed, trials, .. } = self;
        writeln!(
            out,
            "{trials} campaigns of {questions} questions, {raters} raters each, {:.0} % of raters lazy and {:.0} % random, seed {seed}.\n",
            100.0 * lazy,
            100.0 * random,
        )?;
        print_report(sections, *seed, out)?;
        if out.is_json() {
            for (it, nth) in campaigns.all.iter().zip(1..) {
                for caught in &it.caught {
                    out.line(&json!({
                        "campaign": nth, "raters": caught.manner, "count": caught.raters,
                        "screened_out": caught.screened_out,
                        "measured": caught.measured, "rejected": caught.rejected,
                        "noted": caught.noted,
                    }))?;
                }
                for (r, count) in it.r_by_raters.iter().zip(1..) {
                    out.line(&json!({ "campaign": nth, "mean_of": count, "r": r }))?;
                }
            }
        }
        Ok(())
    }

    /// The command that repeats this run.
    fn command(&self) -> String {
        let SimulationOptions { questions, raters, batch, gold, screening, .. } = self;
        let SimulationOptions { lazy, random, trials, seed, .. } = self;
        let mut words = vec![format!(
            "luna question campaign --simulate --questions {questions} --raters {raters} --batch {batch} --gold {gold} --screening {screening} --lazy {lazy} --random {random} --trials {trials} --seed {seed}"
        )];
        words.extend(self.rated.iter().map(|path| format!("--rated {}", as_typed(path))));
        if self.learning_curve {
            words.push(format!("--learning-curve {}", self.curve.words()));
            words.extend(self.features.iter().map(|path| format!("--features {}", as_typed(path))));
        }
        words.join(" ")
    }
}

/// The numbers of a simulated campaign that the report compares.
fn figures(found: Outcome) -> SimulatedCampaign {
    let Outcome { campaign, caught, watched, results, check, expert_r, aggregation, .. } = found;
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let questions = results.questions.len();
    let cost =
        Cost::of(&campaign.plan, count(questions), count(results.ratings), watched.mean_seconds);
    let with_crowd: Vec<f64> = check.with_crowd.iter().filter_map(|it| it.r).collect();
    let experts = f64::from(count(with_crowd.len()));
    SimulatedCampaign {
        questions,
        ratings: results.ratings,
        rejected: found.rejected_ratings,
        cents: cost.question / f64::from(campaign.plan.raters),
        hourly_cents: cost.hourly_wage,
        raters: results.raters.raters,
        each_mean: results.raters.mean,
        each_sd: results.raters.sd,
        each_median: results.raters.median,
        each_most: results.raters.max,
        busy: results.raters.busy,
        busy_r: results.raters.busy_r,
        rest_r: results.raters.rest_r,
        over_time: results.over_time,
        per_hour: results.per_hour,
        acceptable: results.acceptable,
        histogram: results.histogram.to_vec(),
        alpha: results.agreement.alpha,
        experts_r: check.experts.r,
        experts_kappa: check.experts.kappa,
        expert_crowd_r: (!with_crowd.is_empty()).then(|| with_crowd.iter().sum::<f64>() / experts),
        expert_truth_r: expert_r,
        r_by_raters: aggregation.r_by_raters,
        r_unmonitored: aggregation.r_unmonitored,
        caught: caught
            .into_iter()
            .map(|(manner, it)| CaughtRaters {
                manner: manner.name(),
                raters: it.raters,
                screened_out: it.screened_out,
                measured: it.measured,
                rejected: it.rejected,
                noted: it.noted,
            })
            .collect(),
    }
}

/// A folder that is removed when dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch, Failure> {
        let name = format!("luna-campaign-{}", environment::random().secret());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path)?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}
