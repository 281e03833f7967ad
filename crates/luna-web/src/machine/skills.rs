//! `/settings/machines/{id}/skills`: the tasks that a machine takes, and its limits outside games.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_core::skill::Skill;
use luna_store as store;
use luna_store::Tx;
use luna_store::machine::skill::{SkillState, usual_daily};
use luna_store::machine::{Machine, Skills, Transport, skill};
use maud::{Markup, html};

use super::owner::{owner, settings_of};
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::FormRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

/// The most tasks of a skill a day that an owner may allow.
const MOST_DAILY: i64 = 100_000;
/// The most tokens a day that an owner may set as a limit.
const MOST_TOKENS: i64 = 1_000_000_000_000;

fn field_of(skill: Skill) -> &'static str {
    match skill {
        Skill::Ask => "skill_ask",
        Skill::Answer => "skill_answer",
        Skill::Guess => "skill_guess",
        Skill::Converse => "skill_converse",
    }
}

fn label_of(skill: Skill) -> &'static str {
    match skill {
        Skill::Ask => "Ask: write questions for a partner",
        Skill::Answer => "Answer: answer questions, in games and outside them",
        Skill::Guess => "Guess: guess the rating of a partner",
        Skill::Converse => "Converse: take part in typed conversations",
    }
}

/// The states of the skills that are asked for outside games.
pub(super) struct OutsideSkills {
    answering: SkillState,
    conversing: SkillState,
}

impl OutsideSkills {
    pub(super) fn find(tx: &mut Tx<'_>, machine_id: &str) -> store::Result<OutsideSkills> {
        Ok(OutsideSkills {
            answering: skill::state(tx, machine_id, Skill::Answer)?,
            conversing: skill::state(tx, machine_id, Skill::Converse)?,
        })
    }
}

pub(super) fn section(machine: &Machine, outside: &OutsideSkills, visitor: &Visitor) -> Markup {
    let OutsideSkills { answering, conversing } = outside;
    let here = format!("{}/skills", settings_of(&machine.player_id));
    let public = format!("/machines/{}", machine.player_id);
    let is_model = machine.declared.way == Transport::Openai;
    html! {
        h2 #skills { "Skills" }
        p { "Choose the tasks that the machine takes. The Luna Game needs “ask”, “answer” and “guess”; questions outside games need only “answer”, conversations only “converse”." }
        @if let Some(why) = &answering.alarm_why {
            p.problem.all role="status" {
                strong { "Other people cannot ask it questions now. " } bdi { (why) }
                " Ask it one yourself on " a href={ (public) "#ask" } { "its page" }
                ". One valid answer lifts the restriction."
            }
        }
        @if let Some(why) = &conversing.alarm_why {
            p.problem.all role="status" {
                strong { "Other people cannot converse with it now. " } bdi { (why) }
                " Say something to it on " a href={ (public) "#converse" } { "its page" }
                ". One valid reply lifts the restriction."
            }
        }
        form method="post" action=(here) {
            (csrf(visitor))
            fieldset.plain {
                legend.unseen { "Skills" }
                @for skill in Skill::ALL {
                    label.tick {
                        input type="checkbox" name=(field_of(skill)) value="yes"
                            checked[machine.declared.skills.has(skill)];
                        span { (label_of(skill)) }
                    }
                }
            }
            (daily("answer_daily", "Questions outside games per day", answering.most_daily(Skill::Answer)))
            @if is_model { (tokens("answer_tokens", "Tokens per day for questions outside games", answering)) }
            label.tick {
                input type="checkbox" name="for_writers" value="yes" checked[answering.for_writers];
                span { "Everybody with an account who writes trivia may have it watch, within these limits" }
            }
            (daily("converse_daily", "Lines of conversations per day", conversing.most_daily(Skill::Converse)))
            @if is_model { (tokens("converse_tokens", "Tokens per day for conversations", conversing)) }
            label.tick {
                input type="checkbox" name="characters" value="yes" checked[conversing.characters];
                span { "In conversations it receives each key, including those of a line that is still being typed" }
            }
            button.button { "Save skills" }
        }
    }
}

fn daily(name: &str, label: &str, most: i64) -> Markup {
    let hint = format!("{name}-hint");
    html! {
        div.field {
            label for=(name) { (label) }
            input id=(name) type="text" name=(name) inputmode="numeric" value=(most) aria-describedby=(hint);
            p.hint id=(hint) { "From 0 to 100000. Days begin at midnight UTC." }
        }
    }
}

fn tokens(name: &str, label: &str, state: &SkillState) -> Markup {
    let hint = format!("{name}-hint");
    let value = state.tokens_daily.map(|tokens| tokens.to_string()).unwrap_or_default();
    html! {
        div.field {
            label for=(name) { (label) }
            input id=(name) type="text" name=(name) inputmode="numeric" value=(value) aria-describedby=(hint);
            p.hint id=(hint) { "Part of the machine's tokens per day. Empty: no separate limit." }
        }
    }
}

/// A whole number in a field, without separators; none if the field is empty.
fn number(form: &Form, name: &str, most: i64) -> Result<Option<i64>, Error> {
    let typed: String = form.text(name).chars().filter(|c| !matches!(c, ' ' | ',' | '_')).collect();
    if typed.is_empty() {
        return Ok(None);
    }
    let found = typed.parse().ok().filter(|number| (0..=most).contains(number));
    found.map(Some).ok_or_else(|| {
        Error::Refused(format!("“{}” is not a whole number from 0 to {most}.", form.text(name)))
    })
}

/// The limits of a skill outside games, as typed.
struct TypedLimits {
    skill: Skill,
    daily: Option<i64>,
    tokens: Option<i64>,
}

impl TypedLimits {
    fn read(form: &Form, skill: Skill) -> Result<TypedLimits, Error> {
        let daily = number(form, &format!("{skill}_daily"), MOST_DAILY)?;
        let tokens = number(form, &format!("{skill}_tokens"), MOST_TOKENS)?;
        Ok(TypedLimits { skill, daily: daily.filter(|&most| most != usual_daily(skill)), tokens })
    }

    fn store(&self, tx: &mut Tx<'_>, id: &str) -> store::Result<()> {
        skill::set_limits(tx, id, self.skill, self.daily, self.tokens)
    }
}

pub(super) async fn change(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Response, Error> {
    let skills = Skills::new(Skill::ALL.into_iter().filter(|&skill| form.has(field_of(skill))));
    if skills.iter().next().is_none() {
        let why = "A machine needs at least one skill. To stop it, use “Stop machine”.";
        return Ok(refused(&app, &id, why));
    }
    let typed = [Skill::Answer, Skill::Converse].map(|skill| TypedLimits::read(&form, skill));
    let [answering, conversing] = match typed {
        [Ok(answering), Ok(conversing)] => [answering, conversing],
        [Err(Error::Refused(why)), _] | [_, Err(Error::Refused(why))] => {
            return Ok(refused(&app, &id, &why));
        }
        [Err(other), _] | [_, Err(other)] => return Err(other),
    };
    let (open, characters) = (form.has("for_writers"), form.has("characters"));
    let to = format!("{}#skills", settings_of(&id));
    app.db
        .write(move |tx| {
            let me = owner(&visitor, tx)?;
            let machine = store::machine::owned(tx, &id, &me.id)?;
            let declared = store::machine::MachineConfig { skills, ..machine.declared };
            store::machine::update(tx, &id, &declared)?;
            skill::open_to_writers(tx, &id, Skill::Answer, open)?;
            skill::send_characters(tx, &id, characters)?;
            answering.store(tx, &id)?;
            Ok::<_, Error>(conversing.store(tx, &id)?)
        })
        .await?;
    Ok(Redirect::to(&to).into_response())
}

fn refused(app: &App, id: &str, why: &str) -> Response {
    let body = html! {
        h1 { "Not saved" }
        p.problem.all role="alert" { (why) }
        p { a.button href={ (settings_of(id)) "#skills" } { "Back to the machine" } }
    };
    let page = Page::new("Not saved", body).render(app);
    (StatusCode::UNPROCESSABLE_ENTITY, page).into_response()
}
