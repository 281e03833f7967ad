//! A campaign with simulated raters, through the same store and the same rules as one with people.
//!
//! The clock is simulated too, and everything follows from the seed.

pub mod outcome;
pub mod rater_type;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use luna_core::question_campaign::{Plan, Screening};
use luna_core::question_rating::QuestionRating;
use luna_core::rng::Chance;
use luna_machines::question_file::{ArticleRecord, Format, QuestionFile, QuestionRecord};
use luna_store::disciplines::ALL;
use luna_store::game::{Context, Timing};
use luna_store::question_campaign::campaign::{self, Campaign};
use luna_store::question_campaign::imported::{self, MachineQuestion};
use luna_store::{Random, Tx, player};

use self::outcome::{Aggregation, SimulationOutcome, caught, mean_r};
use self::rater_type::RaterType;
use super::creation::{create, create_check, open_next};
use super::hand_out::{NextQuestion, RatingInput, Rejection, lease_next, rate, reject_all};
use super::import::import;
use super::joining::{Arrival, join};
use super::monitoring::{CampaignMonitor, Ratings, monitor};
use super::results::{expert_check, results};
use crate::error::Error;
use crate::provenance::Provenance;

/// Quality of questions: with this mean and standard deviation, 12.9 % are above 3.5, as in the paper.
const QUALITY: (f64, f64) = (2.45, 0.93);
/// Ratings of one rater: with this median and spread, their mean is the 33.9 of the paper.
const QUOTA: (f64, f64) = (11.0, 1.5);
/// The most ratings of one rater in the paper.
const MOST: f64 = 395.0;
/// Raters who are at work at a time.
const AT_WORK: usize = 12;
/// Questions of one article.
const PER_ARTICLE: usize = 20;
/// The raters of each question whose mean is compared with the truth.
const MOST_RATERS: u32 = 7;
/// Times that a batch is looked at, and raters who arrive, before the simulation gives up.
const LOOKS: usize = 100;
const MOST_WORKERS: usize = 20_000;
/// The known ratings of gold questions, in turn: those that nobody doubts.
const KNOWN: [QuestionRating; 4] = [
    QuestionRating::Bad,
    QuestionRating::Good,
    QuestionRating::Unacceptable,
    QuestionRating::Acceptable,
];

/// A simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Simulation {
    pub questions: usize,
    /// Raters of each question.
    pub raters: u32,
    pub batch: u32,
    /// Gold questions, and those of them that a rater rates first.
    pub gold: usize,
    pub screening: u32,
    /// Shares of raters who are lazy and who are random; the rest is good.
    pub lazy: f64,
    pub random: f64,
    pub seed: u64,
}

impl Default for Simulation {
    fn default() -> Simulation {
        Simulation {
            questions: 1_200,
            raters: 5,
            batch: 500,
            gold: 0,
            screening: 0,
            lazy: 0.06,
            random: 0.06,
            seed: 1,
        }
    }
}

/// Somebody at work.
struct Worker {
    id: String,
    manner: RaterType,
    left: u32,
    /// The question that they hold, and their rating of it.
    holds: Option<(String, u8)>,
}

struct World<'a, 'c> {
    tx: &'a mut Tx<'c>,
    at: Context,
    chance: Chance,
    simulation: Simulation,
    campaign: Campaign,
    quality: BTreeMap<String, f64>,
    gold: BTreeSet<String>,
    workers: Vec<Worker>,
    /// When each worker acts next.
    due: BinaryHeap<Reverse<(i64, usize)>>,
    /// Workers who would have gone on, and come back when there are more questions.
    waiting: Vec<usize>,
    /// Those who are coming back.
    returning: VecDeque<usize>,
}

/// Runs a campaign until every question has its ratings and no rater is marked. Two experts
/// check it. Then the campaign is extended to seven raters for each question, for what they add.
pub fn simulate(tx: &mut Tx<'_>, simulation: Simulation) -> Result<SimulationOutcome, Error> {
    let mut world = World::new(tx, simulation)?;
    for _ in 0..world.campaign.batches {
        open_next(world.tx, &world.campaign.id, world.at.now)?;
        world.campaign = campaign::find(world.tx, &world.campaign.id)?;
        world.rate_batch()?;
    }
    let ratings = Ratings::read(world.tx, &world.campaign)?;
    let watched = monitor(&world.campaign, &ratings);
    let opened_at = world.campaign.opened_at.unwrap_or(world.campaign.created_at);
    let manners = world.workers.iter().map(|it| (it.id.as_str(), it.manner)).collect();
    let caught = caught(&world.campaign, ratings.gold.len(), &watched, &manners);
    let experts = world.check()?;
    Ok(SimulationOutcome {
        caught,
        check: expert_check(&experts, &ratings),
        expert_r: mean_r(&experts, &world.quality),
        results: results(&ratings, opened_at),
        rejected_ratings: ratings.ordinary().filter(|it| it.rejected_at.is_some()).count(),
        campaign: world.campaign.clone(),
        watched,
        aggregation: world.aggregation()?,
    })
}

impl<'a, 'c> World<'a, 'c> {
    fn new(tx: &'a mut Tx<'c>, simulation: Simulation) -> Result<World<'a, 'c>, Error> {
        let mut chance = Chance::from_words(&["campaign", &simulation.seed.to_string()]);
        let at = context(simulation.seed);
        let name = format!("simulated-{}", simulation.seed);
        let checksum = format!("{name}-{}-{}", simulation.questions, simulation.gold);
        let provenance = Provenance { name: name.clone(), licence: String::new(), checksum };
        import(tx, &at, &file(simulation.questions, simulation.gold), &provenance)?;
        let Some(imported) = imported::by_checksum(tx, &provenance.checksum)? else {
            return Err(Error::NotFound);
        };
        let screening = Screening { questions: simulation.screening, ..Screening::default() };
        let Simulation { raters, batch, .. } = simulation;
        let plan = Plan { raters, batch, screening, ..Plan::default() };
        let campaign = create(tx, &at, &name, &imported.id, plan)?;
        let quality = |it: &MachineQuestion| match it.gold {
            Some(known) => f64::from(known.number()),
            None => (QUALITY.0 + QUALITY.1 * chance.normal()).clamp(1.0, 5.0),
        };
        let questions = imported::questions(tx, &imported.id)?;
        let qualities: Vec<f64> = questions.iter().map(quality).collect();
        let gold =
            questions.iter().filter(|it| it.gold.is_some()).map(|it| it.id.clone()).collect();
        let quality = questions.into_iter().map(|it| it.id).zip(qualities).collect();
        Ok(World {
            tx,
            at,
            chance,
            simulation,
            campaign,
            quality,
            gold,
            workers: Vec::new(),
            due: BinaryHeap::new(),
            waiting: Vec::new(),
            returning: VecDeque::new(),
        })
    }

    /// Raters rate until the batch is complete, and again after each rejection.
    fn rate_batch(&mut self) -> Result<(), Error> {
        for _ in 0..LOOKS {
            let watched = self.watched()?;
            let mut missing = self.missing(&watched);
            if missing == 0 {
                let marked: Vec<String> = watched
                    .raters
                    .into_iter()
                    .filter(|it| it.mark.is_some() && it.rater.rejected_at.is_none())
                    .map(|it| it.rater.player_id)
                    .collect();
                if marked.is_empty() {
                    return Ok(());
                }
                let rejected = |at: &usize| marked.contains(&self.workers[*at].id);
                self.waiting.retain(|at| !rejected(at));
                self.returning.retain(|at| !rejected(at));
                // A gold question that they hold is given back.
                for worker in self.workers.iter_mut().filter(|it| marked.contains(&it.id)) {
                    (worker.left, worker.holds) = (0, None);
                }
                for id in marked {
                    let why = "Marked as a rater who does not look.";
                    let rejection = Rejection { at: &self.at, by: None, why };
                    reject_all(self.tx, &self.campaign.id, &id, rejection)?;
                }
                continue;
            }
            self.returning.extend(self.waiting.drain(..));
            while missing > 0 {
                self.fill_up()?;
                missing -= usize::from(self.step()?);
            }
        }
        Err(Error::Refused("The raters of this simulation never agree.".to_owned()))
    }

    /// Two experts rate questions of the campaign, through the same pages as the others.
    fn check(&mut self) -> Result<Ratings, Error> {
        let check = create_check(self.tx, &self.at, &self.campaign.id)?;
        open_next(self.tx, &check.id, self.at.now)?;
        let check = campaign::find(self.tx, &check.id)?;
        for nth in 1..=check.plan.raters {
            let id = self.joins(&check, &format!("expert-{nth}"))?;
            while let NextQuestion::Question(question) =
                lease_next(self.tx, &check, &id, None, self.at.now)?
            {
                self.at.now += milliseconds(RaterType::Expert.seconds(&mut self.chance));
                let quality = self.quality.get(&question).copied().unwrap_or(3.0);
                let rating = RaterType::Expert.rating(quality, &mut self.chance).to_string();
                let given = RatingInput { question_id: &question, rating: &rating, comment: "" };
                rate(self.tx, &check.id, &id, given, self.at.now)?;
            }
        }
        Ratings::read(self.tx, &check)
    }

    /// Extends the campaign to seven raters for each question, and compares them with the truth.
    fn aggregation(&mut self) -> Result<Aggregation, Error> {
        if self.campaign.plan.raters < MOST_RATERS {
            self.campaign.plan.raters = MOST_RATERS;
            campaign::update(self.tx, &self.campaign)?;
            self.rate_batch()?;
        }
        let ratings = Ratings::read(self.tx, &self.campaign)?;
        Ok(Aggregation::of(&ratings, &self.quality, self.campaign.plan.panel().most))
    }

    fn watched(&mut self) -> Result<CampaignMonitor, Error> {
        let ratings = Ratings::read(self.tx, &self.campaign)?;
        Ok(monitor(&self.campaign, &ratings))
    }

    /// The ratings that the open batches lack.
    fn missing(&self, watched: &CampaignMonitor) -> usize {
        let open = watched.batches.iter().filter(|it| it.number <= self.campaign.opened);
        let wanted = self.campaign.plan.panel().most;
        open.map(|it| it.questions * wanted - it.ratings).sum()
    }

    /// As many are at work as there always are: first those who come back, then others.
    fn fill_up(&mut self) -> Result<(), Error> {
        while self.due.len() < AT_WORK {
            match self.returning.pop_front() {
                Some(at) => self.begins(at),
                None => self.arrive()?,
            }
        }
        Ok(())
    }

    /// A worker begins within a minute.
    fn begins(&mut self, at: usize) {
        let wait = milliseconds(60.0 * self.chance.unit());
        self.due.push(Reverse((self.at.now + wait, at)));
    }

    /// Somebody new begins.
    fn arrive(&mut self) -> Result<(), Error> {
        if self.workers.len() >= MOST_WORKERS {
            let why = "Hardly anybody in this simulation passes the screening, so it does not end.";
            return Err(Error::Refused(why.to_owned()));
        }
        let drawn = self.chance.unit();
        let manner = if drawn < self.simulation.random {
            RaterType::Random
        } else if drawn < self.simulation.random + self.simulation.lazy {
            RaterType::Lazy
        } else {
            RaterType::Good
        };
        let quota = QUOTA.0 * (QUOTA.1 * self.chance.normal()).exp();
        let left = (1..=400_u32).take_while(|&it| f64::from(it) <= quota.min(MOST)).count().max(1);
        let campaign = self.campaign.clone();
        let id = self.joins(&campaign, &self.workers.len().to_string())?;
        let left = u32::try_from(left).unwrap_or(1);
        self.workers.push(Worker { id, manner, left, holds: None });
        self.begins(self.workers.len() - 1);
        Ok(())
    }

    /// Somebody new takes part in a campaign. Returns the player's id.
    fn joins(&mut self, campaign: &Campaign, name: &str) -> Result<String, Error> {
        let id = self.at.random.id(self.at.now);
        let name = format!("{}-{name}", self.campaign.name);
        player::create(self.tx, &id, false, &name, self.at.now)?;
        join(self.tx, campaign, &id, &Arrival::from_site(), self.at.now)?;
        Ok(id)
    }

    /// The next worker sends the rating of what they hold and takes the next question. Returns true if
    /// there was a rating that the campaign lacked.
    fn step(&mut self) -> Result<bool, Error> {
        let Some(Reverse((now, at))) = self.due.pop() else { return Ok(false) };
        self.at.now = now;
        let Some(worker) = self.workers.get_mut(at) else { return Ok(false) };
        let held = worker.holds.take();
        if let Some((question, rating)) = &held {
            let rating = rating.to_string();
            let given = RatingInput { question_id: question, rating: &rating, comment: "" };
            rate(self.tx, &self.campaign.id, &worker.id, given, now)?;
            worker.left -= 1;
        }
        if worker.left > 0 {
            match lease_next(self.tx, &self.campaign, &worker.id, None, now)? {
                NextQuestion::Question(id) => {
                    let quality = self.quality.get(&id).copied().unwrap_or(3.0);
                    worker.holds = Some((id, worker.manner.rating(quality, &mut self.chance)));
                    let seconds = worker.manner.seconds(&mut self.chance);
                    self.due.push(Reverse((now + milliseconds(seconds), at)));
                }
                NextQuestion::Nothing | NextQuestion::Crowded => self.waiting.push(at),
                NextQuestion::Refused(_) | NextQuestion::Closed => {}
            }
        }
        Ok(held.is_some_and(|(question, _)| !self.gold.contains(&question)))
    }
}

fn milliseconds(seconds: f64) -> i64 {
    let duration = Duration::try_from_secs_f64(seconds.clamp(0.0, 10_000.0)).unwrap_or_default();
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// A simulated clock and ids that follow from the seed.
fn context(seed: u64) -> Context {
    let chance = Mutex::new(Chance::from_words(&["ids", &seed.to_string()]));
    let random = Random(Arc::new(move || {
        let mut chance = chance.lock().unwrap_or_else(PoisonError::into_inner);
        let (high, low) = (chance.bits(), chance.bits());
        ((u128::from(high) << 64) | u128::from(low)).to_be_bytes()
    }));
    let timing = Timing {
        phase_ms: 0,
        silence_ms: 0,
        machine_wait_ms: 0,
        machine_pace_ms: 0,
        mail_quiet_ms: 0,
        machine_percent: 0,
        machines_fill_in: true,
        interview_games: 1,
    };
    Context { now: 1_000_000_000_000, random, timing, disciplines: ALL }
}

/// Ordinary questions, then gold ones.
fn file(questions: usize, gold: usize) -> QuestionFile {
    let sentence = |number: usize| format!("Sentence {number} of the text is here.");
    let articles = (questions + gold).div_ceil(PER_ARTICLE);
    let text = |article: usize| {
        let sentences: Vec<String> = (0..PER_ARTICLE).map(sentence).collect();
        format!("This is article {article}. {}", sentences.join(" "))
    };
    let known = KNOWN.into_iter().cycle().take(gold).map(Some);
    let known = std::iter::repeat_n(None, questions).chain(known);
    let question = |(number, gold): (usize, Option<QuestionRating>)| QuestionRecord {
        article: number / PER_ARTICLE,
        sentence: sentence(number % PER_ARTICLE),
        question: format!("What is in sentence {number}?"),
        answer: String::new(),
        generator: "simulated".to_owned(),
        gold,
    };
    QuestionFile {
        format: Format::Json,
        articles: (0..articles)
            .map(|it| ArticleRecord { name: format!("Article {it}"), text: text(it) })
            .collect(),
        questions: (0..).zip(known).map(question).collect(),
        repeated: Vec::new(),
    }
}
