//! The files of a simulation: a report, numbers and charts.

use std::io::Write as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use luna_lab::attendance::{self, Attendance, Visits, attendance};
use luna_lab::chart::chart;
use luna_lab::claims::{Check, Counts, checks};
use luna_lab::error_kind::BOTH;
use luna_lab::figures::{FigureData, Scale};
use luna_lab::interpretation_search::{Candidate, attempt, combinations};
use luna_lab::judges::{SUBJECTS, Size};
use luna_lab::report::Contents;
use luna_lab::section::ReportSection;
use luna_lab::{export, marks, report, sections};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::file::folder::Folder;
use crate::terminal::print::Printer;
use crate::terminal::progress::Progress;

pub(super) struct Files<'a>(Folder<'a>);

impl Files<'_> {
    pub(super) fn new(path: &Path) -> Result<Files<'_>, Failure> {
        Ok(Files(Folder::new(path)?))
    }

    pub(super) fn report_path(&self) -> PathBuf {
        self.0.path("report.html")
    }

    pub(super) fn report(
        &self,
        contents: Contents<'_>,
        scale: &Scale,
        command: &str,
    ) -> Result<(), Failure> {
        self.0.write("report.html", report::page(contents, scale, command))
    }

    pub(super) fn figures(&self, drawn: &[FigureData], scale: &Scale) -> Result<(), Failure> {
        if drawn.is_empty() {
            return Ok(());
        }
        self.0.write("figures.csv", export::figures_csv(drawn, scale))?;
        self.0.write("figures.json", export::figures_json(drawn, scale))?;
        for one in drawn {
            for which in BOTH {
                let number = [one.figure.number, &one.figure.name];
                let name: Vec<&str> = number.into_iter().filter(|part| !part.is_empty()).collect();
                let name = format!("{}-{}", name.join("-"), which.name());
                let chart = chart(one, which);
                self.0.chart(&name, &chart)?;
            }
        }
        Ok(())
    }

    /// Writes the parts about judges together, and every other one by itself.
    pub(super) fn parts(
        &self,
        parts: &[ReportSection],
        size: Size,
        seed: u64,
    ) -> Result<(), Failure> {
        let is_judges = |part: &ReportSection| SUBJECTS.iter().any(|it| it.name() == part.name);
        let (judges, others): (Vec<_>, Vec<_>) = parts.iter().cloned().partition(is_judges);
        if !judges.is_empty() {
            self.0.write("judges.json", export::sections_json(&judges, size, seed))?;
            judges.iter().try_for_each(|part| self.part("judges-", part))?;
        }
        for part in others {
            let json = export::sections_json(std::slice::from_ref(&part), size, seed);
            self.0.write(&format!("{}.json", part.name), json)?;
            self.part("", &part)?;
        }
        Ok(())
    }

    /// Writes the table and the charts of a part.
    fn part(&self, prefix: &str, part: &ReportSection) -> Result<(), Failure> {
        self.0.write(&format!("{prefix}{}.csv", part.name), part.table.csv())?;
        part.charts
            .iter()
            .try_for_each(|chart| self.0.chart(&format!("{prefix}{}", chart.id()), chart))
    }

    /// Simulates attendance. Writes the table and returns it with the numbers.
    pub(super) fn attended(
        &self,
        scale: &Scale,
        visits: &Visits,
    ) -> Result<(String, Vec<Attendance>), Failure> {
        let all = attendance(visits, scale.trials, scale.seed);
        let csv = attendance::csv(&all);
        self.0.write("attendance.csv", &csv)?;
        Ok((csv, all))
    }

    pub(super) fn attendance(
        &self,
        scale: &Scale,
        per_day: Option<u32>,
        out: &mut Printer,
    ) -> Result<(), Failure> {
        let visits = per_day.map_or_else(Visits::paper, Visits::steady);
        let (csv, all) = self.attended(scale, &visits)?;
        let mut command =
            format!("luna simulate attendance --trials {} --seed {}", scale.trials, scale.seed);
        if let Some(per_day) = per_day {
            command.push_str(&format!(" --per-day {per_day}"));
        }
        let contents = Contents { attendance: &all, ..Contents::default() };
        self.report(contents, scale, &command)?;
        if out.is_json() {
            return attendance::json(&all).iter().try_for_each(|line| out.document(line));
        }
        Ok(write!(out, "{csv}")?)
    }

    /// Measures what marks tell about questions.
    pub(super) fn questions(
        &self,
        scale: &Scale,
        threads: NonZero<usize>,
        out: &mut Printer,
    ) -> Result<(), Failure> {
        let Scale { players, trials, seed, .. } = *scale;
        let begun = Progress::now();
        let part = marks::part(players, trials, threads, seed, &|done, of| begun.tell(done, of));
        begun.end();
        let parts = [part];
        let command =
            format!("luna simulate questions --players {players} --trials {trials} --seed {seed}");
        self.report(Contents { sections: &parts, ..Contents::default() }, scale, &command)?;
        self.0.write("questions.json", sections::json(&parts, seed))?;
        for part in &parts {
            self.0.write("questions.csv", part.table.csv())?;
        }
        if !out.is_json() {
            write!(out, "{}", sections::text(&parts))?;
        }
        summary(&[], &parts, out)
    }

    /// Tries every reading of the paper, and writes them with the nearest first.
    pub(super) fn readings(
        &self,
        scale: &Scale,
        threads: NonZero<usize>,
        out: &mut Printer,
    ) -> Result<(), Failure> {
        let (all, begun) = (combinations(), Progress::now());
        let mut tried = Vec::with_capacity(all.len());
        for &reading in &all {
            tried.push(attempt(reading, scale, threads));
            begun.tell(tried.len(), all.len());
        }
        begun.end();
        tried.sort_by(|one, other| one.distance().total_cmp(&other.distance()));
        let csv = luna_lab::interpretation_search::csv(&tried);
        self.0.write("readings.csv", csv)?;
        if !out.is_json() {
            writeln!(out, "distance  consistent  reading")?;
        }
        for one in tried.iter().take(20) {
            let Candidate { reading, checks } = one;
            let (counts, words, distance) = (one.counts(), reading.words(), one.distance());
            let (fit, of) = (counts.consistent, checks.len());
            let claims = counted(counts);
            let line = json!({ "distance": distance, "claims": claims, "reading": words });
            out.result(&line, format_args!("{distance:8.3}  {fit:>2} of {of:<2}    {words}"))?;
        }
        Ok(())
    }
}

/// Prints a line for each figure and each part.
pub(super) fn summary(
    drawn: &[FigureData],
    parts: &[ReportSection],
    out: &mut Printer,
) -> Result<(), Failure> {
    for one in drawn {
        // Without rated players there is no error.
        let mut rated = one.points.iter().filter(|point| point.found.mean.value.is_finite());
        let (Some(first), Some(last)) = (rated.next(), one.points.last()) else { continue };
        let checks = checks(one);
        if out.is_json() {
            let [first, last] = [&first.found, &last.found];
            out.line(&json!({
                "figure": one.figure.number, "title": one.figure.title,
                "mean_error": [first.mean.value, last.mean.value],
                "maximum": [first.max.value, last.max.value],
                "claims": counted(Counts::of(&checks)),
            }))?;
            continue;
        }
        let verdict = match verdict(&checks) {
            none if none.is_empty() => none,
            some => format!(", {some}"),
        };
        let label = format!("{} {}", one.figure.number, one.figure.title);
        writeln!(
            out,
            "{:<40} mean error {:.2} to {:.2}, maximum {:.1} to {:.1}{verdict}",
            label.trim_start(),
            first.found.mean.value,
            last.found.mean.value,
            first.found.max.value,
            last.found.max.value
        )?;
    }
    for part in parts {
        let claims = counted(Counts::of(&part.checks));
        let line = json!({ "part": part.title, "claims": claims });
        out.result(&line, format_args!("{:<40} {}", part.title, verdict(&part.checks)))?;
    }
    Ok(())
}

/// The numbers of claims by verdict.
fn counted(counts: Counts) -> Value {
    let Counts { consistent, contradicted, undecided } = counts;
    json!({ "consistent": consistent, "contradicted": contradicted, "undecided": undecided })
}

fn verdict(checks: &[Check]) -> String {
    match Counts::of(checks) {
        none if none.all() == 0 => String::new(),
        Counts { consistent, contradicted, undecided } => format!(
            "{consistent} of {} claims consistent, {contradicted} contradicted, {undecided} undecided",
            checks.len()
        ),
    }
}
