//! The machines of an instance and its scorers: sittings that are stored there, sittings that begin,
//! and the scores of people.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use luna_app::battery::attempt::{self, progress};
use luna_app::battery::results::{Sat, count_scorers, of_player, scorers};
use luna_app::battery::{is_for_people, scored_answer};
use luna_core::battery::{Form, HumanScore};
use luna_lab::battery::sitting::{Reply, ScoredAnswer, Sitting};
use luna_machines::common_sense::AnswerKey;
use luna_store::battery::answer::{self, BatteryAnswer};
use luna_store::machine::{self, Machine};
use luna_store::{self as store, Db, Tx, player};
use tokio::runtime::Runtime;

use crate::config::environment;
use crate::config::{Config, Options};
use crate::database;
use crate::failure::Failure;
use crate::terminal::progress::Progress;

/// Pauses between two looks at a sitting under way.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// Looks after which somebody would have asked the first item if a server ran.
const MOST_SILENT: u32 = 4 * 20;

/// An instance by its database.
pub(super) struct InstanceAnswers {
    config: Config,
    db: Db,
    runtime: Runtime,
}

impl InstanceAnswers {
    pub(super) fn open(options: Options) -> Result<InstanceAnswers, Failure> {
        let config = Config::load(options)?;
        environment::start_log(&config);
        let runtime = Runtime::new().map_err(|error| Failure::Other(error.into()))?;
        let db = runtime.block_on(async { database::open(&config) })?;
        Ok(InstanceAnswers { config, db, runtime })
    }

    /// The sitting of a machine: the latest that is stored, or else one that begins now.
    pub(super) fn sitting(&self, name: &str, form: &Form, again: bool) -> Result<Sitting, Failure> {
        self.runtime.block_on(self.sit(name, form, again))
    }

    async fn sit(&self, name: &str, form: &Form, again: bool) -> Result<Sitting, Failure> {
        let letter = form.letter.to_lowercase();
        let machine = self.machine(name).await?;
        let before = self.latest(&machine, &letter).await?;
        if let Some(sat) = before.as_ref().filter(|_| !again) {
            return Ok(of_sat(&machine.name, form, sat));
        }
        self.begin(&machine, &letter).await?;
        self.wait(&machine).await?;
        match self.latest(&machine, &letter).await? {
            Some(sat) if before.is_none_or(|it| it.sitting.id != sat.sitting.id) => {
                Ok(of_sat(&machine.name, form, &sat))
            }
            _ => Err(Failure::Refused(format!(
                "The sitting of {} was given up before it was complete.",
                machine.name
            ))),
        }
    }

    async fn machine(&self, name: &str) -> Result<Machine, Failure> {
        let wanted = name.to_owned();
        let found = self.db.read(move |tx| find(tx, &wanted)).await;
        match found {
            Err(store::Error::NotFound) => {
                Err(Failure::Refused(format!("There is no machine “{name}” in this database.")))
            }
            other => Ok(other?),
        }
    }

    async fn latest(&self, machine: &Machine, letter: &str) -> Result<Option<Sat>, Failure> {
        let (id, letter) = (machine.player_id.clone(), letter.to_owned());
        let all = self.db.read(move |tx| of_player(tx, &id)).await?;
        Ok(all.into_iter().find(|sat| sat.sitting.form == letter))
    }

    /// Begins a sitting in the name of the machine's owner, unless one of this form is under way.
    async fn begin(&self, machine: &Machine, letter: &str) -> Result<(), Failure> {
        let at = environment::context(&self.config);
        let (machine, letter) = (machine.clone(), letter.to_owned());
        let begun = self.db.write(move |tx| {
            let under_way = progress(tx, &machine.player_id)?;
            if under_way.is_some_and(|it| it.attempt.form == letter) {
                return Ok(());
            }
            let Some(owner) = &machine.owner_id else {
                let why = format!(
                    "{} comes with Luna: an administrator lets it sit on the pages for operators, and \
                     this command then finds the result.",
                    machine.name
                );
                return Err(luna_app::Error::Refused(why));
            };
            let owner = player::find(tx, owner)?;
            attempt::begin(tx, &at, &owner, &machine.player_id, &letter).map(drop)
        });
        Ok(begun.await?)
    }

    /// Waits until a machine is no longer sitting.
    async fn wait(&self, machine: &Machine) -> Result<(), Failure> {
        let (begun, mut looks) = (Progress::now(), 0);
        loop {
            let id = machine.player_id.clone();
            let found = self.db.read(move |tx| progress(tx, &id)).await;
            let Some(it) = found? else { break };
            begun.tell(it.done, it.of);
            if let Some(why) = it.attempt.paused_why {
                begun.end();
                return Err(Failure::Refused(format!(
                    "{} is not asked at the moment. {why} {} of {} questions are done; the server \
                     tries again every hour, and this command then goes on waiting.",
                    machine.name, it.done, it.of
                )));
            }
            looks = if it.asked == 0 { looks + 1 } else { 0 };
            if looks > MOST_SILENT {
                begun.end();
                return Err(Failure::Refused(format!(
                    "Nobody asks {}: `luna serve` has to run on this database. The sitting waits \
                     for it.",
                    machine.name
                )));
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        begun.end();
        Ok(())
    }

    /// Takes the scores that people have given for the same answers.
    pub(super) fn add_scores(&self, sitting: &mut Sitting, form: &Form) -> Result<(), Failure> {
        let answers = answers_of(sitting, form);
        let first: BTreeSet<(String, String)> = (sitting.replies.iter())
            .filter_map(|it| Some((it.item.clone(), it.answers.first()?.text.clone())))
            .collect();
        let (scores, people) = self.runtime.block_on(self.db.read(move |tx| {
            let mut scores: BTreeMap<(String, String), HumanScore> = BTreeMap::new();
            let mut settled: Vec<String> = Vec::new();
            for it in answers {
                match answer::find(tx, &it.id) {
                    Err(store::Error::NotFound) => {}
                    found => {
                        if let Some(score) = found?.by_people {
                            let place = (it.item, it.text);
                            settled.extend(first.contains(&place).then_some(it.id));
                            scores.insert(place, score);
                        }
                    }
                }
            }
            let people = count_scorers(&scorers(tx)?, settled.iter().map(String::as_str));
            Ok::<_, store::Error>((scores, people))
        }))?;
        let score =
            |item: &str, text: &str| scores.get(&(item.to_owned(), text.to_owned())).copied();
        sitting.take_scores(&score);
        sitting.scorers = people;
        Ok(())
    }

    /// Puts the answers that the key doubts to the scorers of the instance, and some others. Returns how
    /// many there are.
    pub(super) fn put_to_scorers(&self, sitting: &Sitting, form: &Form) -> Result<usize, Failure> {
        let now = environment::now();
        let mut answers = answers_of(sitting, form);
        answers.retain(|it| it.waiting_since.is_some() && is_for_people(&it.by_key, &it.id));
        for it in &mut answers {
            it.waiting_since = it.waiting_since.map(|rank| now + rank);
        }
        let count = answers.len();
        let keep = move |tx: &mut Tx<'_>| answers.iter().try_for_each(|it| answer::keep(tx, it));
        self.runtime.block_on(self.db.write(keep))?;
        Ok(count)
    }
}

/// A machine by its name or its id.
fn find(tx: &mut Tx<'_>, name: &str) -> store::Result<Machine> {
    match player::by_name(tx, name) {
        Ok(player) => machine::find(tx, &player.id),
        Err(store::Error::NotFound) => machine::find(tx, name),
        Err(other) => Err(other),
    }
}

/// A stored sitting, to be reported beside others.
fn of_sat(name: &str, form: &Form, sat: &Sat) -> Sitting {
    let given = |answer: &BatteryAnswer| ScoredAnswer {
        text: answer.text.clone(),
        by_key: answer.by_key,
        by_people: answer.by_people,
    };
    let replies = form.items.iter().map(|item| {
        let answers = sat.replies.iter().filter(|reply| reply.item == item.id);
        let after = |clues: usize| {
            let all = sat.by_clue.iter().filter(|reply| reply.item == item.id);
            let mut all = all.filter(|reply| usize::try_from(reply.clues) == Ok(clues));
            all.next().map(|reply| given(&reply.answer))
        };
        Reply {
            item: item.id.clone(),
            subtest: item.subtest,
            most: item.most,
            answers: answers.map(|reply| given(&reply.answer)).collect(),
            by_clue: (1..item.clues.len()).map(after).collect(),
        }
    });
    Sitting {
        answerer: name.to_owned(),
        form: form.letter.to_lowercase(),
        replies: replies.collect(),
        scorers: sat.scorers,
    }
}

/// The answers of a sitting as an instance stores them. In place of the time since when they wait, they
/// have their rank.
fn answers_of(sitting: &Sitting, form: &Form) -> Vec<BatteryAnswer> {
    let mut all = Vec::new();
    for reply in &sitting.replies {
        let Some(item) = form.items.iter().find(|item| item.id == reply.item) else { continue };
        let key = AnswerKey::of(item);
        for (given, rank) in reply.answers.iter().zip(1_i64..) {
            let answer = scored_answer(&sitting.form, item, &key, &given.text);
            all.push(BatteryAnswer { waiting_since: Some(rank), ..answer });
        }
        let by_clue = reply.by_clue.iter().flatten();
        all.extend(by_clue.map(|given| scored_answer(&sitting.form, item, &key, &given.text)));
    }
    all
}
