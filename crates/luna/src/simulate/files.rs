//! What a simulation leaves behind: a report, numbers and charts.

use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use luna_lab::attendance::{self, Visits, attendance};
use luna_lab::chart::{BOTH, chart};
use luna_lab::claims::{Check, checks};
use luna_lab::figures::{Drawn, Scale};
use luna_lab::judges::{Part, Size};
use luna_lab::report::Contents;
use luna_lab::search::{Tried, attempt, combinations};
use luna_lab::{report, table};

use super::progress::Begun;
use crate::failure::Failure;

pub(super) struct Folder<'a>(&'a Path);

impl Folder<'_> {
    pub(super) fn new(path: &Path) -> Result<Folder<'_>, Failure> {
        std::fs::create_dir_all(path).map_err(|error| {
            Failure::Refused(format!("cannot make {}: {error}", path.display()))
        })?;
        Ok(Folder(path))
    }

    pub(super) fn report_path(&self) -> PathBuf {
        self.0.join("report.html")
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
        let path = self.0.join(name);
        std::fs::write(&path, bytes)
            .map_err(|error| Failure::Refused(format!("cannot write {}: {error}", path.display())))
    }

    pub(super) fn report(
        &self,
        contents: Contents<'_>,
        scale: &Scale,
        command: &str,
    ) -> Result<(), Failure> {
        self.write("report.html", report::page(contents, scale, command))
    }

    pub(super) fn figures(&self, drawn: &[Drawn], scale: &Scale) -> Result<(), Failure> {
        if drawn.is_empty() {
            return Ok(());
        }
        self.write("figures.csv", table::csv(drawn, scale))?;
        self.write("figures.json", table::json(drawn, scale))?;
        for one in drawn {
            for which in BOTH {
                let number = [one.figure.number, &one.figure.name];
                let name: Vec<&str> = number.into_iter().filter(|part| !part.is_empty()).collect();
                let name = format!("{}-{}", name.join("-"), which.name());
                let chart = chart(one, which);
                self.chart(&name, chart.svg(), chart.png())?;
            }
        }
        Ok(())
    }

    /// A CSV for each part, one JSON for all.
    pub(super) fn parts(&self, parts: &[Part], size: Size, seed: u64) -> Result<(), Failure> {
        if parts.is_empty() {
            return Ok(());
        }
        self.write("judges.json", table::parts_json(parts, size, seed))?;
        for part in parts {
            self.write(&format!("judges-{}.csv", part.name), part.table.csv())?;
            for chart in &part.charts {
                self.chart(&format!("judges-{}", chart.id()), chart.svg(), chart.png())?;
            }
        }
        Ok(())
    }

    fn chart(&self, name: &str, svg: String, png: Vec<u8>) -> Result<(), Failure> {
        self.write(&format!("{name}.svg"), svg)?;
        self.write(&format!("{name}.png"), png)
    }

    /// A table, and a section of the report.
    pub(super) fn attended(&self, scale: &Scale) -> Result<(String, String), Failure> {
        let visits = Visits::paper();
        let all = attendance(&visits, scale.trials, scale.seed);
        let csv = attendance::csv(&all);
        self.write("attendance.csv", &csv)?;
        Ok((csv, attendance::section(&all, &visits)))
    }

    pub(super) fn attendance(&self, scale: &Scale, out: &mut impl Write) -> Result<(), Failure> {
        let (csv, section) = self.attended(scale)?;
        let command =
            format!("luna simulate attendance --trials {} --seed {}", scale.trials, scale.seed);
        let contents = Contents { attendance: &section, ..Contents::default() };
        self.report(contents, scale, &command)?;
        Ok(write!(out, "{csv}")?)
    }

    /// Every reading, the nearest first.
    pub(super) fn readings(
        &self,
        scale: &Scale,
        threads: NonZero<usize>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let (all, begun) = (combinations(), Begun::now());
        let mut tried = Vec::with_capacity(all.len());
        for &reading in &all {
            tried.push(attempt(reading, scale, threads));
            begun.tell(tried.len(), all.len());
        }
        begun.end();
        tried.sort_by(|one, other| one.distance().total_cmp(&other.distance()));
        let csv = luna_lab::search::csv(&tried);
        self.write("readings.csv", csv)?;
        writeln!(out, "distance  borne out  reading")?;
        for one in tried.iter().take(20) {
            let Tried { reading, checks } = one;
            let (held, words) = (one.held(), reading.words());
            writeln!(out, "{:8.3}  {held:>2} of {:<2}   {words}", one.distance(), checks.len())?;
        }
        Ok(())
    }
}

/// A line for each figure, and one for each part.
pub(super) fn summary(
    drawn: &[Drawn],
    parts: &[Part],
    out: &mut impl Write,
) -> Result<(), Failure> {
    for one in drawn {
        // Where nobody is rated there is no error.
        let mut rated = one.points.iter().filter(|point| point.found.mean.value.is_finite());
        let (Some(first), Some(last)) = (rated.next(), one.points.last()) else { continue };
        let verdict = match verdict(&checks(one)) {
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
        writeln!(out, "{:<40} {}", part.title, verdict(&part.checks))?;
    }
    Ok(())
}

fn verdict(checks: &[Check]) -> String {
    let held = checks.iter().filter(|check| check.holds()).count();
    match checks.len() {
        0 => String::new(),
        all => format!("{held} of {all} claims borne out"),
    }
}
