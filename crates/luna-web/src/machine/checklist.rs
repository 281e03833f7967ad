//! The way from a registered machine to one that meets people: steps that tick off by themselves.

use luna_core::skill::Skill;
use luna_store::machine::usage_report::problems;
use luna_store::machine::{Machine, Transport, skill};
use luna_store::token::Token;
use luna_store::{self as store, Tx, player};
use maud::{Markup, html};

use super::status::ALL_STOPPED;

/// A machine's first steps, as far as they are known.
pub(super) struct Checklist {
    way: Transport,
    id: String,
    plays: bool,
    has_token: bool,
    connected: bool,
    /// Its skills, each with true once it has given a valid reply.
    skills: Vec<(Skill, bool)>,
    /// Why it would not be paired with people, if it were ready otherwise.
    held_up: Option<String>,
    /// The last problem with one of its games or tasks.
    problem: Option<String>,
}

/// One step, and what to do when it does not come.
struct Step {
    name: String,
    done: bool,
    advice: Markup,
}

impl Checklist {
    pub(super) fn read(
        tx: &mut Tx<'_>,
        machine: &Machine,
        tokens: &[Token],
        begun_today: i64,
        all_stopped: bool,
    ) -> store::Result<Checklist> {
        let id = &machine.player_id;
        // Before first replies were noted, a finished game took one in each skill of the game.
        let has_played = player::tally(tx, id)?.finished > 0;
        let mut skills = Vec::new();
        for it in machine.declared.skills.iter() {
            let replied = skill::state(tx, id, it)?.replied_at.is_some();
            skills.push((it, replied || has_played && Skill::GAME.contains(&it)));
        }
        let at_limit = begun_today >= machine.declared.most_daily;
        let held_up = if all_stopped {
            Some(ALL_STOPPED.to_owned())
        } else if machine.plays() && machine.idle_because().is_none() && at_limit {
            Some("It has begun as many rated games today as its daily limit allows.".to_owned())
        } else {
            machine.idle_because()
        };
        Ok(Checklist {
            way: machine.declared.way,
            id: id.clone(),
            plays: machine.plays(),
            has_token: tokens.iter().any(|token| token.revoked_at.is_none()),
            connected: machine.standing.seen_at > 0 || tokens.iter().any(|it| it.used_at.is_some()),
            skills,
            held_up,
            problem: problems(tx, id, 1)?.pop().map(|it| it.problem),
        })
    }

    /// A fingerprint: the page is read again when it changes.
    pub(super) fn state(&self) -> String {
        let ticks =
            self.steps().iter().map(|it| if it.done { '1' } else { '0' }).collect::<String>();
        let replied = self.skills.iter().filter(|(_, replied)| *replied).count();
        format!("{ticks}-{replied}-{}", self.problem.is_some())
    }

    pub(super) fn section(&self) -> Markup {
        let steps = self.steps();
        let next = steps.iter().position(|step| !step.done);
        let list = html! {
            ol.plain {
                @for (nth, step) in steps.iter().enumerate() {
                    li {
                        @if step.done { span aria-hidden="true" { "✓ " } (step.name) span.unseen { ": done" } }
                        @else if next == Some(nth) {
                            span aria-hidden="true" { "● " } strong { (step.name) } span.unseen { ": next" }
                            p.small { (step.advice) }
                        }
                        @else { span aria-hidden="true" { "○ " } (step.name) span.unseen { ": to come" } }
                    }
                }
            }
        };
        html! {
            @match next {
                None => details { summary { "All " (steps.len()) " steps to people are done" } (list) },
                Some(_) => section.sheet #steps {
                    h2 { "Steps to people" }
                    (list)
                }
            }
        }
    }

    fn steps(&self) -> Vec<Step> {
        let replied = |skill: Skill| self.skills.contains(&(skill, true));
        let step = |name: &str, done: bool, advice| Step { name: name.to_owned(), done, advice };
        let mut steps = vec![
            step("Connected", self.connected, self.to_connect()),
            step("First reply", self.skills.iter().any(|(_, it)| *it), self.to_reply()),
        ];
        if self.plays {
            let game = Skill::GAME.into_iter().all(replied);
            steps.push(step("First game: it asked, answered and guessed", game, self.to_finish()));
        }
        let (many, all) = (self.skills.iter().filter(|(_, it)| *it).count(), self.skills.len());
        let name = format!("Conformance: a valid reply in each skill, {many} of {all}");
        steps.push(step(&name, many == all, self.to_conform()));
        let ready = self.held_up.is_none() && steps.iter().all(|step| step.done);
        steps.push(step("Ready for people", ready, self.to_be_ready()));
        steps
    }

    fn is_called(&self) -> bool {
        matches!(self.way, Transport::Push | Transport::Openai)
    }

    fn to_connect(&self) -> Markup {
        html! {
            @match self.way {
                Transport::Push => {
                    "Luna asks the machine’s URL now and then whether it is ready: a GET request must return "
                    code { "{\"ready\":true}" } ". Check that the service runs and that the URL is right."
                }
                Transport::Openai => "Luna has not reached the model yet. Check the base URL, the model’s id and the key, then choose “Try it”.",
                Transport::Pull | Transport::House if self.has_token => {
                    "Start your program with the token; the " a href="/docs/quickstart" { "quickstart" }
                    " has commands to copy. Status 401 means that the token is mistyped or revoked: create another one below."
                }
                Transport::Pull | Transport::House => {
                    "Create a token below. The " a href="/docs/quickstart" { "quickstart" } " shows what to do with it."
                }
            }
        }
    }

    fn to_reply(&self) -> Markup {
        html! {
            @if self.is_called() { "Choose “Try it” below: Luna then plays a game in the sandbox with it." }
            @else {
                "Open a game in the sandbox, where nothing counts, as in the " a href="/docs/quickstart#play-a-game" { "quickstart" } "."
            }
            (self.last_problem())
        }
    }

    fn to_finish(&self) -> Markup {
        let missing = self.missing(|skill| Skill::GAME.contains(&skill));
        html! {
            "Still missing: " (missing) ". "
            @if self.is_called() { "Choose “Try it” below for a whole game." }
            @else { "Play a whole game in the sandbox; the message of a refused move says what is wrong with it." }
            (self.last_problem())
        }
    }

    fn to_conform(&self) -> Markup {
        html! {
            "Still missing: " (self.missing(|_| true)) ". "
            @if self.skills.contains(&(Skill::Converse, false)) {
                a href={ "/machines/" (self.id) "/conversations" } { "Converse with it" } ". "
            } @else if self.skills.contains(&(Skill::Answer, false)) {
                a href={ "/machines/" (self.id) "/questions" } { "Ask it a question" } ". "
            }
            "On your computer, " a href="/docs/bot#check" { code { "luna bot check" } }
            " gives it hard tasks of each kind and explains each fault."
        }
    }

    fn to_be_ready(&self) -> Markup {
        html! {
            @match &self.held_up {
                Some(why) => { bdi { (why) } },
                None => "The steps above come first.",
            }
        }
    }

    /// The skills without a valid reply so far.
    fn missing(&self, wanted: impl Fn(Skill) -> bool) -> String {
        let missing = self.skills.iter().filter(|(skill, replied)| !replied && wanted(*skill));
        missing.map(|(skill, _)| skill.name()).collect::<Vec<_>>().join(", ")
    }

    fn last_problem(&self) -> Markup {
        html! {
            @if let Some(problem) = &self.problem { " The last problem: " bdi { (problem) } }
        }
    }
}
