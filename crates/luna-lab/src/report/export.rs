//! The numbers of figures and sections as CSV and JSON.

use serde::Serialize;

use crate::claims::{Check, Measured, checks};
use crate::figures::error_kind::{BOTH, ErrorKind};
use crate::figures::printed::{PrintedPoints, printed};
use crate::figures::{FigureData, Scale};
use crate::format::csv_file::CsvFile;
use crate::format::json::{Cell, Decimal, Object, document};
use crate::format::plain;
use crate::judges::Size;
use crate::section::ReportSection;
use crate::trials::Estimate;

/// Returns a line for each point of each figure, then the points of the paper
/// as a series of their own. Errors are standard errors over trials.
pub fn figures_csv(drawn: &[FigureData], scale: &Scale) -> String {
    let mut csv = CsvFile::new();
    csv.record([
        "figure",
        "name",
        "x",
        "mean",
        "mean_error",
        "max",
        "max_error",
        "trials",
        "seed",
        "series",
    ]);
    for one in drawn {
        let FigureData { figure, trials, points } = one;
        let record = |numbers: [f64; 5], [trials, seed, series]: [&str; 3]| {
            let [x, mean, mean_error, max, max_error] = numbers.map(plain);
            let names = [figure.number.to_owned(), figure.name.clone()];
            let rest = [trials, seed, series].map(str::to_owned);
            names.into_iter().chain([x, mean, mean_error, max, max_error]).chain(rest)
        };
        for point in points {
            let (mean, max) = (point.found.mean, point.found.max);
            let numbers = [point.x, mean.value, mean.error, max.value, max.error];
            let (trials, seed) = (trials.to_string(), scale.seed.to_string());
            csv.record(record(numbers, [&trials, &seed, "simulated"]));
        }
        for which in BOTH {
            for (x, y) in printed(one, which).into_iter().flat_map(|it| it.points) {
                let none = f64::NAN;
                let numbers = match which {
                    ErrorKind::Mean => [x, y, none, none, none],
                    ErrorKind::Max => [x, none, none, y, none],
                };
                csv.record(record(numbers, ["", "", "the paper"]));
            }
        }
    }
    csv.text()
}

/// Returns settings, points, claims and verdicts.
pub fn figures_json(drawn: &[FigureData], scale: &Scale) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        #[serde(flatten)]
        run: RunJson,
        reading: Object<&'static str, String>,
        figures: Vec<FigureJson<'a>>,
    }
    let &Scale { players, steps, trials, seed, .. } = scale;
    document(&Document {
        run: RunJson { players, steps, trials, seed },
        reading: scale.reading.choices().into_iter().collect(),
        figures: drawn.iter().map(FigureJson::new).collect(),
    })
}

/// The settings from which a document can be computed again.
#[derive(Serialize)]
struct RunJson {
    players: usize,
    steps: u32,
    trials: u32,
    seed: u64,
}

#[derive(Serialize)]
struct FigureJson<'a> {
    figure: &'a str,
    name: &'a str,
    title: &'a str,
    x: &'a str,
    trials: u32,
    points: Vec<PointJson>,
    /// The paper's points of each chart, by its name.
    paper: Object<&'static str, PrintedJson>,
    claims: Vec<ClaimJson>,
}

#[derive(Serialize)]
struct PointJson {
    x: Decimal,
    mean: [Decimal; 2],
    max: [Decimal; 2],
}

#[derive(Serialize)]
struct PrintedJson {
    source: &'static str,
    points: Vec<[Decimal; 2]>,
}

#[derive(Serialize)]
struct ClaimJson {
    claim: String,
    wanted: String,
    bounds: [Decimal; 2],
    source: &'static str,
    /// The value and its standard error, which a proportion does not have.
    measured: [Decimal; 2],
    interval: [Decimal; 2],
    trials: Option<u32>,
    verdict: &'static str,
    trials_needed: Option<Decimal>,
}

/// One section in JSON: its claims and every number.
#[derive(Serialize)]
pub(crate) struct SectionJson<'a> {
    name: &'a str,
    title: &'a str,
    claims: Vec<ClaimJson>,
    columns: &'a [String],
    rows: Vec<Vec<Cell<'a>>>,
}

impl FigureJson<'_> {
    fn new(drawn: &FigureData) -> FigureJson<'_> {
        let both = |Estimate { value, error }| [value, error].map(Decimal);
        let points = drawn.points.iter().map(|point| PointJson {
            x: Decimal(point.x),
            mean: both(point.found.mean),
            max: both(point.found.max),
        });
        let printed = |which: ErrorKind| {
            let PrintedPoints { points, source, .. } = printed(drawn, which)?;
            let points = points.into_iter().map(|(x, y)| [x, y].map(Decimal)).collect();
            Some((which.name(), PrintedJson { source, points }))
        };
        let figure = &drawn.figure;
        FigureJson {
            figure: figure.number,
            name: &figure.name,
            title: &figure.title,
            x: figure.x_label(),
            trials: drawn.trials,
            points: points.collect(),
            paper: BOTH.into_iter().filter_map(printed).collect(),
            claims: checks(drawn).iter().map(ClaimJson::new).collect(),
        }
    }
}

impl ClaimJson {
    fn new(check: &Check) -> ClaimJson {
        let (least, most) = check.wanted.bounds();
        let Measured { value, from, to, trials, .. } = check.measured;
        ClaimJson {
            claim: check.claim.clone(),
            wanted: check.wanted.words(),
            bounds: [least, most].map(Decimal),
            source: check.source,
            measured: [value, check.measured.error()].map(Decimal),
            interval: [from, to].map(Decimal),
            trials,
            verdict: check.verdict().word(),
            trials_needed: check.trials_needed().map(Decimal),
        }
    }
}

impl SectionJson<'_> {
    pub(crate) fn new(section: &ReportSection) -> SectionJson<'_> {
        SectionJson {
            name: section.name,
            title: section.title,
            claims: section.checks.iter().map(ClaimJson::new).collect(),
            columns: &section.table.headers,
            rows: (section.table.rows.iter())
                .map(|row| row.iter().map(|cell| Cell(cell)).collect())
                .collect(),
        }
    }
}

/// Returns the claims and numbers about judges.
pub fn sections_json(sections: &[ReportSection], size: Size, seed: u64) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        #[serde(flatten)]
        run: RunJson,
        parts: Vec<SectionJson<'a>>,
    }
    let Size { players, steps, trials, .. } = size;
    let parts = sections.iter().map(SectionJson::new).collect();
    document(&Document { run: RunJson { players, steps, trials, seed }, parts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{Point, paper};
    use crate::trials::Summary;

    #[test]
    fn the_papers_points_are_a_series_of_their_own() {
        let figure = paper().into_iter().find(|figure| figure.number == "3.2").unwrap();
        let found = |value: f64| Estimate { value, error: 0.01 };
        let point =
            |(x, mean, max)| Point { x, found: Summary { mean: found(mean), max: found(max) } };
        let drawn = [FigureData {
            figure,
            trials: 7,
            points: [(100.0, 3.0, 12.0), (1000.0, 0.9, 2.0)].map(point).into(),
        }];
        let scale = Scale { trials: 7, seed: 3, ..Scale::default() };
        let expected = "figure,name,x,mean,mean_error,max,max_error,trials,seed,series\n\
                        3.2,honest,100,3,0.01,12,0.01,7,3,simulated\n\
                        3.2,honest,1000,0.9,0.01,2,0.01,7,3,simulated\n\
                        3.2,honest,100,3,,,,,,the paper\n\
                        3.2,honest,1000,0.5,,,,,,the paper\n\
                        3.2,honest,100,,,12,,,,the paper\n\
                        3.2,honest,1000,,,2,,,,the paper\n";
        assert_eq!(figures_csv(&drawn, &scale), expected);
        let json: serde_json::Value = serde_json::from_str(&figures_json(&drawn, &scale)).unwrap();
        let figure = &json["figures"][0];
        assert_eq!(figure["paper"]["max"]["points"], serde_json::json!([[100, 12], [1000, 2]]));
        assert!(figure["paper"]["mean"]["source"].as_str().unwrap().starts_with("page 42"));
        let claims = figure["claims"].as_array().unwrap();
        let verdicts: Vec<&str> = claims.iter().map(|it| it["verdict"].as_str().unwrap()).collect();
        assert_eq!(verdicts, ["consistent", "contradicted", "consistent", "consistent"]);
        assert_eq!((&claims[0]["trials"], &claims[0]["trials_needed"]), (&7.into(), &().into()));
        assert_eq!(claims[1]["interval"], serde_json::json!([0.87, 0.93]));
        assert_eq!(claims[1]["bounds"], serde_json::json!([0.25, 0.75]));
        assert!(claims[1]["source"].as_str().unwrap().contains("half a line of its grid"));
    }
}
