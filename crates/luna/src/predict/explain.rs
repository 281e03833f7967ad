//! `luna predict explain`: what a person's rating would be guessed to be, and why.

use std::io::Write;

use clap::Args;
use luna_lab::predict::problem::Problem;
use luna_machines::predict::{Effect, Predictor};

use super::{Source, refused, wrong};
use crate::failure::Failure;

#[derive(Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    source: Source,
    /// Whom to guess about; what is guessed is learned from the others, of more than 1,000 the last
    #[arg(long, value_name = "ID")]
    person: String,
    /// How often the interval is to hold the rating
    #[arg(long, default_value_t = 0.95)]
    level: f64,
}

impl Explain {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        if !(self.level > 0.0 && self.level < 1.0) {
            return Err(wrong("A level lies between 0 and 1, such as 0.95."));
        }
        let mut known = false;
        let all = self.source.read()?;
        for (path, problems) in self.source.paths.iter().zip(&all) {
            for problem in problems {
                let place = problem.people.iter().position(|person| person.id == self.person);
                let Some(place) = place else { continue };
                known = true;
                let scale = self.source.scale(path);
                problem.rated_within_bounds(scale).map_err(refused)?;
                let mut others = problem.examples(scale);
                let person = others.remove(place);
                let learned = Predictor::train(&problem.asked(), &others).map_err(refused)?;
                let guess = learned.predict(&person.responses, self.level);
                writeln!(out, "{}, {}", problem.name, self.person)?;
                let percent = 100.0 * self.level;
                let (low, high) = (guess.low, guess.high);
                writeln!(out, "guessed {:.3}, {percent} %: {low:.3} to {high:.3}", guess.rating)?;
                writeln!(out, "rated   {:.3}", person.rating)?;
                words(problem, &person.responses, learned.explain(&person.responses), out)?;
            }
        }
        if known {
            return Ok(());
        }
        let people = all.iter().flatten().flat_map(|problem| &problem.people);
        let some: Vec<&str> = people.map(|person| person.id.as_str()).take(3).collect();
        let name = &self.person;
        Err(refused(match some.as_slice() {
            [] => "Nobody has answered.".to_owned(),
            some => format!("Nobody is called {name}; the first people are {}.", some.join(", ")),
        }))
    }
}

/// Each word with how far it moves the rating, the strongest first.
fn words(
    problem: &Problem,
    responses: &[String],
    mut effects: Vec<Effect>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    effects.sort_by(|one, other| other.points.abs().total_cmp(&one.points.abs()));
    for Effect { question, at, points } in effects {
        let id = problem.questions.get(question).map_or("", |question| question.id.as_str());
        let text = responses.get(question).and_then(|text| text.get(at)).unwrap_or_default();
        writeln!(out, "{points:>+8.4}  {id:<6} {text}")?;
    }
    Ok(())
}
