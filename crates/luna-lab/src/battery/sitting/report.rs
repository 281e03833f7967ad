//! Sittings as tables, as figure 1 of the paper, and as JSON.

use luna_core::battery::{FigureOne, KeyScore, PaperResult, Sense, Subtest};
use luna_figures::{Bar, Bars, Chart, Frame, Range, Table, bars};
use luna_learn::float;
use serde_json::{Value, json};

use super::interval::Percent;
use super::scores::{Reply, ScoredAnswer, Scoring, Sitting};
use crate::claims::Check;

/// The rows of a table of results: the five subtests and their mean.
fn rows() -> impl Iterator<Item = Option<Subtest>> {
    Subtest::ALL.into_iter().map(Some).chain([None])
}

fn title(row: Option<Subtest>) -> &'static str {
    row.map_or("Mean", Subtest::title)
}

fn result(sitting: &Sitting, row: Option<Subtest>, scoring: Scoring, seed: u64) -> Percent {
    match row {
        Some(subtest) => sitting.subtest(subtest, scoring, seed),
        None => sitting.mean(scoring, seed),
    }
}

fn of_paper(row: Option<Subtest>, scoring: Scoring) -> Option<f64> {
    let PaperResult { strict, relaxed } = PaperResult::of(row);
    match scoring {
        Scoring::Strict => strict,
        Scoring::Relaxed => relaxed,
    }
}

/// Results in percent with intervals, a row for each subtest and answerer.
pub fn table(sittings: &[Sitting], seed: u64) -> Table {
    let mut table = Table::new(&["subtest", "answerer", "strict", "relaxed"]);
    for row in rows() {
        for sitting in sittings {
            let cell = |scoring| result(sitting, row, scoring, seed).words();
            let name = sitting.answerer.clone();
            let [strict, relaxed] = Scoring::BOTH.map(cell);
            table.row([title(row).to_owned(), name, strict, relaxed]);
        }
        let printed = Scoring::BOTH.map(|scoring| of_paper(row, scoring));
        if printed.iter().any(Option::is_some) {
            let [strict, relaxed] =
                printed.map(|it| it.map_or_else(String::new, |it| format!("{it:.0}")));
            table.row([title(row).to_owned(), "as printed".to_owned(), strict, relaxed]);
        }
    }
    table
}

/// The gain of each answerer over the first one.
pub fn difference_table(sittings: &[Sitting], seed: u64) -> Option<Table> {
    let (first, others) = sittings.split_first()?;
    let mut table = Table::new(&["difference of means", "strict", "relaxed"]);
    for other in others {
        let [strict, relaxed] =
            Scoring::BOTH.map(|scoring| other.gain(first, scoring, seed).words());
        table.row([format!("{} less {}", other.answerer, first.answerer), strict, relaxed]);
    }
    (!table.rows.is_empty()).then_some(table)
}

/// Properties of the first answers besides points, in percent of the items.
pub fn quality_table(sittings: &[Sitting]) -> Table {
    let mut table = Table::new(&[
        "answerer",
        "no answer",
        "doubtful",
        "unrecognized",
        "unchildlike",
        "scored by people",
        "nonsense to people",
    ]);
    for sitting in sittings {
        let all = sitting.replies.len();
        let best: Vec<&ScoredAnswer> = sitting.best().collect();
        let none = all - best.len();
        let by_key = |is: fn(&KeyScore) -> bool| best.iter().filter(|it| is(&it.by_key)).count();
        let by_people = best.iter().filter(|it| it.by_people.is_some()).count();
        let nonsense = best.iter().filter(|it| it.by_people.is_some_and(|it| it.is_nonsense));
        let counts = [
            none,
            by_key(KeyScore::is_doubtful),
            by_key(|it| !it.is_recognized),
            best.iter().filter(|it| it.is_unchildlike()).count(),
            by_people,
            nonsense.count(),
        ];
        let mut cells = counts.map(|count| format!("{:.0}", 100.0 * float(count) / float(all)));
        if by_people == 0 {
            // Nobody has looked.
            cells[5] = String::new();
        }
        table.row([sitting.answerer.clone()].into_iter().chain(cells));
    }
    table
}

/// Sense and nonsense of the first answers that people have scored, in percent of these; none if they have
/// scored no answer.
pub fn sense_table(sittings: &[Sitting]) -> Option<Table> {
    let kinds = Sense::default().kinds().map(|(kind, _)| kind);
    let heads = [&["answerer", "scored by people", "scorers"], &kinds[..]].concat();
    let mut table = Table::new(&heads);
    for sitting in sittings {
        let sense = sitting.sense();
        let all = sense.all();
        if all > 0 {
            let share = |count: usize| format!("{:.0}", 100.0 * float(count) / float(all));
            let name = [sitting.answerer.clone(), all.to_string(), sitting.scorers.to_string()];
            table.row(name.into_iter().chain(sense.kinds().map(|(_, count)| share(count))));
        }
    }
    (!table.rows.is_empty()).then_some(table)
}

/// The items of Word Reasoning by the number of clues after which the best answer was right.
pub fn clue_table(sittings: &[Sitting]) -> Table {
    let clues = sittings.iter().flat_map(|sitting| &sitting.replies);
    let most = clues.map(|reply| reply.by_clue.len() + 1).max().unwrap_or(0);
    let heads: Vec<String> = (1..=most).map(|clue| format!("after clue {clue}")).collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = Table::new(&[&["answerer"], &heads[..], &["not solved"]].concat());
    for sitting in sittings {
        let of = sitting.replies.iter().filter(|it| it.subtest == Subtest::WordReasoning);
        let solved: Vec<Option<usize>> = of.map(Reply::solved_after).collect();
        let count = |after| solved.iter().filter(|it| **it == after).count().to_string();
        let cells = (1..=most).map(|clue| count(Some(clue))).chain([count(None)]);
        table.row([sitting.answerer.clone()].into_iter().chain(cells));
    }
    table
}

/// Figure 1 of the paper for one answerer: subtests in its order, strict and relaxed, beside the
/// numbers that it gives in words.
pub fn figure(sitting: &Sitting, seed: u64) -> Chart {
    let data = FigureOne::of(|row| {
        let ours = Scoring::BOTH.map(|scoring| result(sitting, row, scoring, seed));
        ours.map(|it| [it.value, it.low, it.high])
    });
    let values = data.series.each_ref().map(|(name, values)| (*name, Bar::all(values)));
    let series = values.each_ref().map(|(name, values)| Bars { name, values });
    let Sitting { answerer, form, .. } = sitting;
    let frame = Frame {
        id: &format!("battery-{}-{form}", identifier(answerer)),
        title: &format!("The {answerer} answerer on form {form}"),
        description: FigureOne::DESCRIPTION,
        x_label: FigureOne::X_LABEL,
        y_label: FigureOne::Y_LABEL,
    };
    bars(&frame, &data.groups, &series, Range { low: 0.0, high: 100.0 })
}

/// A name as a part of an id within a file: machines may be called anything.
fn identifier(name: &str) -> String {
    name.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '-' }).collect()
}

/// Who has scored the first answers: the key alone, people alone, or both.
pub fn scored_by(sittings: &[Sitting]) -> &'static str {
    let mut best = sittings.iter().flat_map(Sitting::best).map(|it| it.by_people.is_some());
    let Some(first) = best.next() else { return "key" };
    match (first, best.all(|it| it == first)) {
        (true, true) => "people",
        (false, true) => "key",
        (_, false) => "people and key",
    }
}

/// Every answer with its scores. In Word Reasoning, the best ones to the first clues are among them.
pub fn answers(sittings: &[Sitting]) -> Table {
    let mut table = Table::new(&[
        "form",
        "answerer",
        "item",
        "clues",
        "rank",
        "answer",
        "points",
        "most",
        "confidence",
        "doubtful",
        "recognized",
        "unchildlike",
        "people",
        "nonsense",
    ]);
    for sitting in sittings {
        for reply in &sitting.replies {
            let row = |clues: String, rank: usize, given: &ScoredAnswer| {
                let ScoredAnswer { text, by_key, by_people } = given;
                [
                    sitting.form.clone(),
                    sitting.answerer.clone(),
                    reply.item.clone(),
                    clues,
                    rank.to_string(),
                    text.clone(),
                    by_key.points.to_string(),
                    reply.most.to_string(),
                    format!("{:.3}", by_key.confidence),
                    by_key.is_doubtful().to_string(),
                    by_key.is_recognized.to_string(),
                    given.is_unchildlike().to_string(),
                    by_people.map_or_else(String::new, |it| it.points.to_string()),
                    by_people.map_or_else(String::new, |it| it.is_nonsense.to_string()),
                ]
            };
            for (given, clues) in reply.by_clue.iter().zip(1_usize..) {
                if let Some(given) = given {
                    table.row(row(clues.to_string(), 1, given));
                }
            }
            let all = match reply.subtest {
                Subtest::WordReasoning => (reply.by_clue.len() + 1).to_string(),
                _ => String::new(),
            };
            for (given, rank) in reply.answers.iter().zip(1_usize..) {
                table.row(row(all.clone(), rank, given));
            }
        }
    }
    table
}

/// A line for each result and each claim.
pub fn json_lines(sittings: &[Sitting], checks: &[Check], seed: u64) -> Vec<Value> {
    let mut lines = Vec::new();
    let scored_by = scored_by(sittings);
    for sitting in sittings {
        let of = sitting.replies.iter().filter(|it| it.subtest == Subtest::WordReasoning);
        lines.extend(of.map(|reply| {
            json!({
                "form": sitting.form, "answerer": sitting.answerer, "item": reply.item,
                "clues": reply.by_clue.len() + 1, "solved_after": reply.solved_after(),
                "scored_by": scored_by,
            })
        }));
        let sense = sitting.sense();
        lines.push(json!({
            "form": sitting.form, "answerer": sitting.answerer, "first_answers_scored": sense.all(),
            "scorers": sitting.scorers, "nonsense": sense.nonsense, "wrong": sense.wrong,
            "unchildlike": sense.unchildlike, "right": sense.right, "scored_by": scored_by,
        }));
        for row in rows() {
            for scoring in Scoring::BOTH {
                let Percent { value, low, high, error } = result(sitting, row, scoring, seed);
                lines.push(json!({
                    "form": sitting.form, "answerer": sitting.answerer, "subtest": title(row),
                    "scoring": scoring.name(), "percent": value, "interval": [low, high],
                    "error": error, "paper": of_paper(row, scoring), "scored_by": scored_by,
                }));
            }
        }
    }
    for check in checks {
        lines.push(json!({
            "claim": check.claim, "bounds": check.wanted.words(),
            "measured": check.measured.value, "error": check.measured.error(),
            "interval": [check.measured.from, check.measured.to],
            "verdict": check.verdict().word(), "scored_by": scored_by,
        }));
    }
    lines
}
