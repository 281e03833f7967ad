//! `luna rating calibrate`: levels of subjects and models of judges, from any log of ratings.

use std::collections::{BTreeMap, HashMap};
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use luna_learn::additive::{self, Additive};
use luna_learn::calibrated::{Guess, Judge};
use luna_learn::judge_review::{Review, review};
use luna_learn::quantile::median;
use luna_learn::reliability::{CollusionGroup, Judgment, Report};
use serde_json::{Value, json};

use super::rating_log::{RatingLog, Row, Scale};
use super::source;
use crate::failure::Failure;
use crate::terminal::print::Printer;

#[derive(Args)]
pub(crate) struct Calibrate {
    /// A file of ratings: CSV or tab-separated, with the columns judge, subject and points,
    /// optionally time (a number; rows are put in its order) and seconds (the response time); may be
    /// compressed with gzip; - is standard input
    file: PathBuf,
    /// The lowest and the highest points possible
    #[arg(long, value_name = "LOW..HIGH", default_value = "0..100", value_parser = Scale::parse)]
    scale: Scale,
    /// Judges are subjects too, under the same names: also look for mutual favours, and for groups
    /// of accounts that raise each other
    #[arg(long)]
    reciprocal: bool,
    /// Print the judges, not the subjects
    #[arg(long)]
    judges: bool,
}

/// The estimates of a subject's level, on the scale of the log.
struct Subject {
    name: String,
    ratings: usize,
    mean: f64,
    median: f64,
    additive: f64,
    calibrated: f64,
    interval: (f64, f64),
}

/// A judge's model and report.
struct JudgeEstimate {
    name: String,
    model: Judge,
    additive: f64,
    report: Report,
    /// The group of accounts that they are one of.
    group: Option<CollusionGroup>,
    /// The brigades that they are probably members of: strength and evidence.
    brigades: Vec<(f64, String)>,
}

pub(crate) fn run(options: &Calibrate, out: &mut Printer) -> Result<(), Failure> {
    let name = options.file.display();
    let unreadable = |why: String| Failure::Refused(format!("cannot read {name}: {why}"));
    let source = source::open(&options.file).map_err(|error| unreadable(error.to_string()))?;
    let log = RatingLog::read(source, options.scale, options.reciprocal).map_err(unreadable)?;
    let estimates = Estimates::new(&log, options.scale, options.reciprocal);
    if out.is_json() {
        for subject in estimates.subjects(&log) {
            out.line(&subject.json())?;
        }
        for judge in estimates.judges(&log) {
            out.line(&judge.json())?;
        }
        return Ok(());
    }
    if options.judges {
        judge_table(&estimates.judges(&log), out)
    } else {
        subject_table(&estimates.subjects(&log), out)
    }
}

struct Estimates {
    review: Review,
    additive: Additive,
    /// The points of each subject.
    points: BTreeMap<u32, Vec<f64>>,
    scale: Scale,
}

impl Estimates {
    fn new(log: &RatingLog, scale: Scale, reciprocal: bool) -> Estimates {
        // The model of judges is for points from 0 to 100.
        let span = scale.high - scale.low;
        let hundred = |points: f64| (points - scale.low) / span * 100.0;
        let guess = |row: &Row| Guess {
            judge: row.judge,
            player: row.subject,
            points: hundred(row.points),
        };
        let guesses: Vec<Guess> = log.rows.iter().map(guess).collect();
        let (mut points, mut received) = (BTreeMap::<u32, Vec<f64>>::new(), HashMap::new());
        let mut judgments = Vec::new();
        for row in &log.rows {
            let Row { judge, subject: player, seconds, .. } = *row;
            let before = received.get(&judge).copied().filter(|_| reciprocal);
            let points_now = hundred(row.points);
            judgments.push(Judgment { judge, player, points: points_now, before, seconds });
            received.insert(player, points_now);
            points.entry(player).or_default().push(row.points);
        }
        Estimates {
            additive: additive::fit(&guesses),
            review: review(&judgments, reciprocal),
            points,
            scale,
        }
    }

    /// A level from 0 to 100, on the scale of the log.
    fn on_scale(&self, level: f64) -> f64 {
        self.scale.low + self.stretch(level)
    }

    fn stretch(&self, points: f64) -> f64 {
        points / 100.0 * (self.scale.high - self.scale.low)
    }

    /// Subjects, the highest calibrated level first.
    fn subjects(&self, log: &RatingLog) -> Vec<Subject> {
        let additive = self.additive.subjects.iter().copied();
        let levels = self.review.calibrated.players.iter().copied().zip(additive);
        let subject =
            |((number, name), (level, additive)): ((u32, &String), (Option<_>, Option<f64>))| {
                let (level, additive): (luna_learn::calibrated::Level, f64) = (level?, additive?);
                let points = self.points.get(&number)?;
                let count = u32::try_from(points.len()).map_or(f64::INFINITY, f64::from);
                Some(Subject {
                    name: name.clone(),
                    ratings: points.len(),
                    mean: points.iter().sum::<f64>() / count,
                    median: median(points)?,
                    additive: self.on_scale(additive),
                    calibrated: self.on_scale(level.rating),
                    interval: (self.on_scale(level.low), self.on_scale(level.high)),
                })
            };
        let mut all: Vec<Subject> =
            (0..).zip(&log.subjects).zip(levels).filter_map(subject).collect();
        all.sort_by(|a, b| b.calibrated.total_cmp(&a.calibrated));
        all
    }

    /// Judges, those with flags first, then by name.
    fn judges(&self, log: &RatingLog) -> Vec<JudgeEstimate> {
        let Review { calibrated, reports, groups } = &self.review;
        let models = calibrated.judges.iter().zip(&self.additive.judges).zip(reports);
        let brigades = |number: u32| {
            let own = calibrated.brigades.iter().filter_map(move |brigade| {
                brigade.judges.iter().find(|&&(judge, _)| judge == number)?;
                let subject = log.subjects.get(usize::try_from(brigade.player).ok()?)?;
                Some((brigade.strength, format!("{subject}: {}", brigade.reason())))
            });
            own.collect()
        };
        let judge = |((number, name), ((model, additive), report)): (
            (u32, &String),
            ((&Option<Judge>, &Option<f64>), &Option<Report>),
        )| {
            let model = (*model)?;
            let group = groups.iter().find(|group| group.judges.contains(&number));
            Some(JudgeEstimate {
                name: name.clone(),
                model: Judge {
                    offset: self.stretch(model.offset),
                    noise: self.stretch(model.noise),
                    ..model
                },
                additive: self.stretch((*additive)?),
                report: report.clone()?,
                group: group.cloned(),
                brigades: brigades(number),
            })
        };
        let mut all: Vec<JudgeEstimate> =
            (0..).zip(&log.judges).zip(models).filter_map(judge).collect();
        all.sort_by(|a, b| {
            let key = |it: &JudgeEstimate| (it.flags().is_empty(), it.name.clone());
            key(a).cmp(&key(b))
        });
        all
    }
}

impl Subject {
    fn json(&self) -> Value {
        json!({
            "subject": self.name, "ratings": self.ratings, "mean": self.mean,
            "median": self.median, "additive": self.additive, "calibrated": self.calibrated,
            "low": self.interval.0, "high": self.interval.1,
        })
    }
}

impl JudgeEstimate {
    /// Each reason to look at the judge, with its kind and strength.
    fn flags(&self) -> Vec<(String, f64, String)> {
        let alone = self.report.flags.iter();
        let alone = alone.map(|flag| (flag.kind.to_string(), flag.strength, flag.reason.clone()));
        let group = self.group.iter();
        let group = group.map(|group| ("accounts".to_owned(), group.strength, group.reason()));
        let brigades = self.brigades.iter();
        let brigades =
            brigades.map(|(strength, reason)| ("brigade".to_owned(), *strength, reason.clone()));
        alone.chain(group).chain(brigades).collect()
    }

    fn json(&self) -> Value {
        let Judge { offset, scale, noise, earnest, weight, players } = self.model;
        let flags = self.flags().into_iter().map(|(kind, strength, reason)| {
            json!({ "kind": kind, "strength": strength, "reason": reason })
        });
        json!({
            "judge": self.name, "ratings": self.report.guesses, "subjects": players,
            "offset": offset, "scale": scale, "noise": noise, "attentive": earnest,
            "weight": weight, "additive_offset": self.additive,
            "correlation": self.report.correlation, "flags": flags.collect::<Vec<_>>(),
        })
    }
}

fn subject_table(subjects: &[Subject], out: &mut Printer) -> Result<(), Failure> {
    let width = width(subjects.iter().map(|subject| subject.name.as_str()));
    writeln!(
        out,
        "{:<width$} {:>8} {:>8} {:>8} {:>8} {:>10}  {:>17}",
        "subject", "ratings", "mean", "median", "additive", "calibrated", "95 %"
    )?;
    for Subject { name, ratings, mean, median, additive, calibrated, interval } in subjects {
        let interval = format!("{:.2} to {:.2}", interval.0, interval.1);
        writeln!(
            out,
            "{name:<width$} {ratings:>8} {mean:>8.2} {median:>8.2} {additive:>8.2} {calibrated:>10.2}  {interval:>17}"
        )?;
    }
    Ok(())
}

fn judge_table(judges: &[JudgeEstimate], out: &mut Printer) -> Result<(), Failure> {
    let width = width(judges.iter().map(|judge| judge.name.as_str()));
    writeln!(
        out,
        "{:<width$} {:>8} {:>8} {:>6} {:>7} {:>9} {:>7}",
        "judge", "ratings", "offset", "scale", "noise", "attentive", "weight"
    )?;
    for judge in judges {
        let JudgeEstimate { name, model, report, .. } = judge;
        let Judge { offset, scale, noise, earnest, weight, .. } = model;
        writeln!(
            out,
            "{name:<width$} {:>8} {offset:>+8.2} {scale:>6.2} {noise:>7.2} {earnest:>9.2} {weight:>7.2}",
            report.guesses
        )?;
        for (kind, _, reason) in judge.flags() {
            writeln!(out, "{:<width$} {kind}: {reason}", "")?;
        }
    }
    Ok(())
}

fn width<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0).max(7)
}
