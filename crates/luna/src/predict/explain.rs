//! `luna predict explain`: a person's predicted rating and the effect of each word.

use std::io::Write as _;

use clap::Args;
use luna_app::format::thousands;
use luna_lab::predict::dataset::Problem;
use luna_machines::predict::{Effect, MOST, Predictor};
use serde_json::json;

use super::source::{DataSource, GivenSettings, RatedProblems, SourceArgs};
use crate::failure::Failure;
use crate::terminal::print::Printer;

#[derive(Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    source: SourceArgs,
    /// The person; in an instance a name or a number. The model learns from at most the latest
    /// 1,000 others
    #[arg(long, value_name = "ID")]
    person: String,
    /// The probability that the interval contains the rating
    #[arg(long, default_value_t = 0.95)]
    level: f64,
}

impl Explain {
    pub(super) fn run(&self, given: GivenSettings, out: &mut Printer) -> Result<(), Failure> {
        if !(0.001..=0.999_999).contains(&self.level) {
            return Err(Failure::usage("A level lies between 0.001 and 0.999999, such as 0.95."));
        }
        let mut known = false;
        let place = self.source.place(given)?;
        let (all, wanted) = self.source.read_with(&place, &self.person)?;
        for RatedProblems { scale, problems } in &all {
            for problem in problems {
                let at = problem.people.iter().position(|person| person.id == wanted);
                let Some(at) = at else { continue };
                known = true;
                problem.rated_within_bounds(*scale).map_err(Failure::refused)?;
                let mut others = problem.examples(*scale);
                let person = others.remove(at);
                let learned =
                    Predictor::train(&problem.asked(), &others).map_err(Failure::refused)?;
                let guess = learned.predict(&person.responses, self.level);
                if out.is_json() {
                    out.line(&json!({
                        "data": problem.name, "person": self.person, "guess": guess.rating,
                        "low": guess.low, "high": guess.high, "level": self.level,
                        "rating": person.rating, "learned_from": others.len().min(MOST),
                    }))?;
                    words(problem, &person.responses, learned.explain(&person.responses), out)?;
                    continue;
                }
                writeln!(out, "{}, {}", problem.name, self.person)?;
                if let Some(sentence) = limit_sentence(others.len()) {
                    writeln!(out, "{sentence}")?;
                }
                // The decimal number as typed, without the error of its binary form.
                let percent = format!("{:.10}", 100.0 * self.level);
                let percent = percent.trim_end_matches('0').trim_end_matches('.');
                let (low, high) = (guess.low, guess.high);
                writeln!(out, "guessed {:.3}, {percent} %: {low:.3} to {high:.3}", guess.rating)?;
                writeln!(out, "rated   {:.3}", person.rating)?;
                words(problem, &person.responses, learned.explain(&person.responses), out)?;
            }
        }
        if known {
            return Ok(());
        }
        Err(Failure::refused(self.nobody(&place, &all)))
    }

    /// The refusal of an unknown person.
    fn nobody(&self, place: &DataSource, all: &[RatedProblems]) -> String {
        let problems = all.iter().flat_map(|set| &set.problems);
        let name = &self.person;
        if let (DataSource::Instance(_), Some(one)) = (place, problems.clone().next()) {
            let (asker, people) = (&one.name, one.people.len());
            return format!(
                "No rated person who has answered {asker} has the name or number {name}; the numbers \
                 are 1 to {people}."
            );
        }
        let people = problems.flat_map(|problem| &problem.people);
        let some: Vec<&str> = people.map(|person| person.id.as_str()).take(3).collect();
        match some.as_slice() {
            [] => "Nobody has answered.".to_owned(),
            some => format!("Nobody is called {name}; the first people are {}.", some.join(", ")),
        }
    }
}

/// A line for a model that has not learned from everybody.
fn limit_sentence(others: usize) -> Option<String> {
    let shown = |count: usize| i64::try_from(count).map_or_else(|_| count.to_string(), thousands);
    let (most, all) = (shown(MOST), shown(others));
    (others > MOST).then(|| format!("learned from the last {most} of the {all} other people"))
}

/// Prints each word with its effect on the rating, the strongest first.
fn words(
    problem: &Problem,
    responses: &[String],
    mut effects: Vec<Effect>,
    out: &mut Printer,
) -> Result<(), Failure> {
    effects.sort_by(|one, other| other.points.abs().total_cmp(&one.points.abs()));
    for Effect { question, at, points } in effects {
        let id = problem.questions.get(question).map_or("", |question| question.id.as_str());
        let text = responses.get(question).and_then(|text| text.get(at)).unwrap_or_default();
        let line = json!({ "question": id, "word": text, "points": points });
        out.result(&line, format_args!("{points:>+8.4}  {id:<6} {text}"))?;
    }
    Ok(())
}
