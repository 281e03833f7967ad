//! `/settings/machines/{id}/skills`: the tasks that a machine takes, and its limits outside games.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_core::skill::Skill;
use luna_store as store;
use luna_store::machine::skill::{SkillState, USUAL_DAILY};
use luna_store::machine::{Machine, Skills, Transport, skill};
use maud::{Markup, html};

use super::owner::{owner, settings_of};
use crate::error::Error;
use crate::form::Form;
use crate::layout::{Page, csrf};
use crate::state::App;
use crate::visitor::Visitor;

/// The most questions a day that an owner may allow.
const MOST_DAILY: i64 = 100_000;
/// The most tokens a day that an owner may set as a limit.
const MOST_TOKENS: i64 = 1_000_000_000_000;

fn field_of(skill: Skill) -> &'static str {
    match skill {
        Skill::Ask => "skill_ask",
        Skill::Answer => "skill_answer",
        Skill::Guess => "skill_guess",
    }
}

fn label_of(skill: Skill) -> &'static str {
    match skill {
        Skill::Ask => "Ask: write questions for a partner",
        Skill::Answer => "Answer: answer questions, in games and outside them",
        Skill::Guess => "Guess: guess the rating of a partner",
    }
}

pub(super) fn section(machine: &Machine, answering: &SkillState, visitor: &Visitor) -> Markup {
    let here = format!("{}/skills", settings_of(&machine.player_id));
    let daily = answering.most_daily().to_string();
    let tokens = answering.tokens_daily.map(|tokens| tokens.to_string()).unwrap_or_default();
    html! {
        h2 #skills { "Skills" }
        p { "The tasks that the machine takes. The Luna Game needs all three; questions outside games need only “answer”." }
        @if let Some(why) = &answering.alarm_why {
            p.problem.all role="status" {
                strong { "Others cannot ask it questions now. " } bdi { (why) }
                " Ask it one yourself on " a href={ "/machines/" (machine.player_id) "#ask" } { "its page" }
                ": a valid answer lifts this."
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
            div.field {
                label for="answer_daily" { "Questions outside games per day" }
                input #answer_daily type="text" name="answer_daily" inputmode="numeric" value=(daily) aria-describedby="answer_daily-hint";
                p.hint #answer_daily-hint { "From 0 to 100000. Days begin at midnight UTC." }
            }
            @if machine.declared.way == Transport::Openai {
                div.field {
                    label for="answer_tokens" { "Tokens per day for questions outside games" }
                    input #answer_tokens type="text" name="answer_tokens" inputmode="numeric" value=(tokens) aria-describedby="answer_tokens-hint";
                    p.hint #answer_tokens-hint { "Part of the machine's tokens per day. Empty: no separate limit." }
                }
            }
            button.button { "Save skills" }
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

pub(super) async fn change(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    form: Form,
) -> Result<Response, Error> {
    let skills = Skills::new(Skill::ALL.into_iter().filter(|&skill| form.has(field_of(skill))));
    let daily = number(&form, "answer_daily", MOST_DAILY);
    let tokens = number(&form, "answer_tokens", MOST_TOKENS);
    let (daily, tokens) = match (daily, tokens, skills.iter().next()) {
        (Ok(daily), Ok(tokens), Some(_)) => (daily, tokens),
        (Err(Error::Refused(why)), _, _) | (_, Err(Error::Refused(why)), _) => {
            return Ok(refused(&app, &id, &why));
        }
        (Err(other), _, _) | (_, Err(other), _) => return Err(other),
        (_, _, None) => {
            let why = "A machine has at least one skill. To stop it, use “Pause machine”.";
            return Ok(refused(&app, &id, why));
        }
    };
    let to = format!("{}#skills", settings_of(&id));
    app.db
        .write(move |tx| {
            let me = owner(&visitor, tx)?;
            let machine = store::machine::owned(tx, &id, &me.id)?;
            let declared = store::machine::MachineConfig { skills, ..machine.declared };
            store::machine::update(tx, &id, &declared)?;
            let daily = daily.filter(|&daily| daily != USUAL_DAILY);
            Ok::<_, Error>(skill::set_limits(tx, &id, Skill::Answer, daily, tokens)?)
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
