//! `/quiz/write/{id}`: the question at the left, what the machines make of it at the right.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::consent;
use luna_app::format::wait;
use luna_app::quiz::analysis::{Analysis, Target, analyse};
use luna_app::quiz::assessment::Assessment;
use luna_app::quiz::library::library;
use luna_app::quiz::watching::{self, Extent};
use luna_app::quiz::writing::{Edit, MOST_ANSWER_CHARS};
use luna_app::quiz::{filters, limits, machine_guesses, take_down, writing};
use luna_core::quiz::form::MOST_CHARS;
use luna_core::quiz::question::State as QuestionState;
use luna_store::machine::Machine;
use luna_store::player::Player;
use luna_store::quiz::finding::{self, Finding};
use luna_store::quiz::question::Question;
use luna_store::quiz::round::{self, Round};
use luna_store::quiz::{revision, tossup};
use luna_store::{self as store, Tx, assignment};
use maud::{Markup, html};

use super::form::{edit, fields, filled, terms, watchers};
use super::publication::Publication;
use super::state_words::state_words;
use crate::budget;
use crate::html::notice;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::BareFormRequest;
use crate::http::id::is_id;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};
use crate::quiz::panel::panel;

/// Everything on the page of one question.
struct EditorPage {
    me: Player,
    question: Question,
    rounds: Vec<Round>,
    findings: Vec<Finding>,
    /// The editors' comments on the last submission.
    comments: Vec<String>,
    /// The machines that the writer may choose.
    choices: Vec<Machine>,
    publication: Publication,
    /// The sequence number of the question's topic.
    seen: i64,
}

impl EditorPage {
    fn read(tx: &mut Tx<'_>, visitor: &Visitor, id: &str) -> Result<EditorPage, Error> {
        let me = visitor.logged_in(tx)?;
        let question = store::quiz::question::find(tx, id)?;
        if question.writer_id != me.id {
            return Err(Error::NotFound);
        }
        let decided = question.decided_at.is_some();
        let reviews = assignment::reviews(tx, luna_app::quiz::review::KIND, id)?;
        let comments = reviews.into_iter().filter(|_| decided).map(|review| review.comment);
        Ok(EditorPage {
            comments: comments.filter(|comment| !comment.is_empty()).collect(),
            rounds: round::all(tx)?,
            findings: finding::all(tx, id)?,
            choices: watching::choices(tx, &me, &question.watching)?,
            publication: publication(tx, &question)?,
            seen: store::topic::seq(tx, &store::quiz::question::topic(id))?,
            me,
            question,
        })
    }
}

fn publication(tx: &mut Tx<'_>, question: &Question) -> Result<Publication, Error> {
    let drafts = revision::all(tx, &question.id)?;
    let is_released = match &question.tossup_id {
        Some(id) => tossup::is_public(tx, id)?,
        None => false,
    };
    Ok(Publication {
        has_consent: consent::may_publish(tx, &question.writer_id)?,
        drafts: drafts.len(),
        public_drafts: drafts.iter().filter(|it| it.is_public).count(),
        is_released,
    })
}

pub(super) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    axum::extract::RawQuery(query): axum::extract::RawQuery,
) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let found = app.db.read(move |tx| EditorPage::read(tx, &asking, &id)).await?;
    let form = filled(&found.question);
    let look = look(&app, &visitor, &form, Some(&found.question.id)).await?;
    Ok(page(&app, &visitor, &found, &form, &look, None, query.as_deref()))
}

/// What the machines make of a form.
enum Look {
    Analysis(Box<Analysis>),
    /// There is nothing to guess at.
    Empty,
    Learning,
    /// The writer has this question open in the reading room: a machine that knows it would read the
    /// rest of it to them.
    Playing(String),
}

impl Look {
    fn analysis(&self) -> Option<&Analysis> {
        match self {
            Look::Analysis(analysis) => Some(analysis),
            Look::Empty | Look::Learning | Look::Playing(_) => None,
        }
    }

    fn panel(&self, form: &Form) -> Markup {
        html! {
            @match self {
                Look::Analysis(analysis) => {
                    (panel(analysis, form.text("text"), !["page", "answer_line"].iter().all(|it| form.text(it).trim().is_empty())))
                }
                Look::Empty => p.soft { "Write a sentence, and the machines' guesses appear here." },
                Look::Learning => {
                    p.soft data-again { "The search machine is still reading its questions. It will answer in a moment." }
                }
                Look::Playing(id) => {
                    p.note {
                        "The machines wait until your question in the reading room is over. "
                        a href={ "/quiz/read/" (id) } { "Finish it first" } "."
                    }
                }
            }
        }
    }
}

/// The search machine's guesses at what is in a form, and what other machines have said about it, if
/// it is a question that the visitor writes.
async fn look(
    app: &App,
    visitor: &Visitor,
    form: &Form,
    question: Option<&str>,
) -> Result<Look, Error> {
    let mut edit = edit(app, form);
    // More than that cannot be kept, and is not read either.
    for (text, most) in [(&mut edit.text, MOST_CHARS), (&mut edit.answer_line, MOST_ANSWER_CHARS)] {
        if let Some((end, _)) = text.char_indices().nth(most) {
            text.truncate(end);
        }
    }
    if edit.text.trim().is_empty() {
        return Ok(Look::Empty);
    }
    let (asking, id, typed) = (visitor.clone(), question.map(str::to_owned), edit.clone());
    let (open, others) = app
        .db
        .read(move |tx| {
            let Some(me) = asking.player(tx)? else { return Ok((None, Vec::new())) };
            let open = store::quiz::play::open_of(tx, &me.id)?;
            Ok::<_, Error>((open, watchers_of(tx, &me, id.as_deref(), &typed)?))
        })
        .await?;
    if let Some(play) = open {
        return Ok(Look::Playing(play.id));
    }
    let Some(guesser) = library(app).guesser() else { return Ok(Look::Learning) };
    let work = move || {
        let target = Target::new(&edit.page, &edit.answer_line);
        analyse(&guesser, &edit.text, &target)
    };
    let mut done = app.workshop.run(&visitor.payer, budget::QUIZ_GUESSES, work).await?;
    done.machines.extend(others);
    Ok(Look::Analysis(Box::new(done)))
}

/// What the machines that watch a question have said about what is typed; nothing for anyone but its
/// writer.
fn watchers_of(
    tx: &mut Tx<'_>,
    me: &Player,
    id: Option<&str>,
    typed: &Edit,
) -> Result<Vec<Assessment>, Error> {
    let Some(id) = id.filter(|id| is_id(id)) else { return Ok(Vec::new()) };
    if store::quiz::question::find(tx, id)?.writer_id != me.id {
        return Err(Error::NotFound);
    }
    let target = Target::new(&typed.page, &typed.answer_line);
    Ok(machine_guesses::assess(tx, id, &typed.watching, &typed.text, &target)?)
}

fn page(
    app: &App,
    visitor: &Visitor,
    found: &EditorPage,
    form: &Form,
    look: &Look,
    problem: Option<&str>,
    query: Option<&str>,
) -> Markup {
    let (id, state) = (&found.question.id, found.question.state);
    let title =
        if found.question.page.is_empty() { "A new question" } else { &found.question.page };
    let body = html! {
        div.row.apart {
            h1 dir="auto" { (title) }
            span.badge { (state_words(state)) }
        }
        (notice::shown(query))
        @if let Some(problem) = problem { div.problem.all role="alert" { p { (problem) } } }
        (comments(&found.comments))
        (findings(&found.findings))
        div.write {
            section aria-label="Your question" {
                @if state.is_open() {
                    form method="post" action={ "/quiz/write/" (id) } data-guesses="/quiz/write/guesses" data-save="yes"
                        data-topic=(store::quiz::question::topic(id)) data-seen=(found.seen) {
                        (csrf(visitor))
                        input type="hidden" name="question" value=(id);
                        (fields(form, None))
                        (watchers(form, &found.choices, visitor))
                        (terms(form, &found.rounds, visitor.now))
                        (found.publication.terms(id))
                        div.row {
                            button.button.now name="do" value="ask" { "Save and ask the machines" }
                            button.button name="do" value="submit" { "Submit" }
                            @if state != QuestionState::Draft && state != QuestionState::Withdrawn {
                                button.button.quiet name="do" value="withdraw" { "Withdraw" }
                            }
                        }
                        p.small.soft #saved role="status" {}
                    }
                } @else {
                    (fixed(&found.question))
                    (found.publication.state(&found.question, visitor))
                    @if state == QuestionState::Submitted || state == QuestionState::Accepted {
                        form method="post" action={ "/quiz/write/" (id) } {
                            (csrf(visitor))
                            button.button.quiet name="do" value="withdraw" { "Withdraw" }
                        }
                    }
                }
                p.after.row {
                    a href={ "/quiz/write/" (id) "/history" } { "History of this question" }
                    a href="/quiz/write" { "Your questions" }
                }
                (tour())
            }
            (machines(look, form))
        }
    };
    Page::new(title, body).of(Some(&found.me)).wide().scripts(&["write.js"]).render(app)
}

fn machines(look: &Look, form: &Form) -> Markup {
    html! {
        section #machines aria-label="Machines" aria-live="polite" aria-busy="false" { (look.panel(form)) }
    }
}

/// The introduction for a first visit; it stays below the form.
fn tour() -> Markup {
    html! {
        details.after #tour {
            summary { "How to trick a machine" }
            ol.hints {
                li { "Pick an answer that people know well." }
                li { "Write a clue. The machine's guesses appear beside it, with the passages that gave it away." }
                li { "Marked words speak for your answer. Say the same thing in other words, describe a name instead of "
                    "naming it, or combine two facts that a person can put together." }
                li { "Continue until the machine is wrong, while a person would still get it at the end. Spelling mistakes "
                    "and odd letters do not count as tricks." }
                li { "Submit. Two editors read the question before it is published." }
            }
        }
    }
}

fn comments(all: &[String]) -> Markup {
    html! {
        @if !all.is_empty() {
            div.note {
                strong { "What the editors say" }
                @for comment in all { p.kept dir="auto" { (comment) } }
            }
        }
    }
}

fn findings(all: &[Finding]) -> Markup {
    html! {
        @if !all.is_empty() {
            div.note {
                strong { "What the checks found" }
                ul.hints {
                    @for it in all {
                        li {
                            (it.reason)
                            @if let Some(why) = &it.override_why { " An editor set this aside: " (why) }
                        }
                    }
                }
            }
        }
    }
}

fn fixed(question: &Question) -> Markup {
    html! {
        p.question dir="auto" { (question.text) }
        p { strong { "Answer: " } span dir="auto" { (question.page) } }
        p.soft dir="auto" { (question.answer_line) }
    }
}

/// What a form does: a script only saves, unless it says more.
fn action(form: &Form, by_script: bool) -> &str {
    match form.text("do") {
        "" if by_script => "save",
        "" => "ask",
        other => other,
    }
}

/// The beginnings that the machines are asked about.
fn extent(action: &str) -> Option<Extent> {
    match action {
        "ask" | "submit" => Some(Extent::All),
        "sentence" => Some(Extent::LastSentence),
        _ => None,
    }
}

pub(super) async fn send(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    headers: axum::http::HeaderMap,
    form: Form,
) -> Result<Response, Error> {
    let by_script = headers.contains_key("x-luna-draft");
    let asking = visitor.clone();
    let me = app.db.read(move |tx| asking.logged_in(tx)).await?;
    if let Err(luna_app::Error::TooOften(seconds)) =
        app.limits.take(limits::SAVES, &me.id, visitor.now)
    {
        let why = format!(
            "You have saved too often. Keep a copy of what you typed, and save again in {}.",
            wait(seconds)
        );
        return refused(&app, &visitor, id, (&form, by_script), &Look::Empty, why).await;
    }
    let look = look(&app, &visitor, &form, Some(&id)).await?;
    let machines = look.analysis().map(|it| it.machines.clone()).unwrap_or_default();
    let (doing, asking, sent, wanted) = (app.clone(), visitor.clone(), form.clone(), id.clone());
    let done = app
        .db
        .write(move |tx| {
            let (me, consents) = asking.playing(tx)?;
            let action = action(&sent, by_script);
            // Nobody has to agree to anything to take something back.
            match action {
                "withdraw" => return Ok(writing::withdraw(tx, &doing, &me, &wanted)?),
                "take-down" => return Ok(take_down::by_writer(tx, &doing, &me, &wanted)?),
                _ if !consents => {
                    return Err(Error::ConsentFirst { back: asking.path.clone() });
                }
                "submit" => count_submission(&doing, &asking)?,
                _ => {}
            }
            let edit = edit(&doing, &sent);
            // Without guesses of the search machine the others wait too.
            let ask = extent(action).filter(|_| !machines.is_empty());
            writing::save(tx, &doing, &me, &wanted, &edit, &machines, ask)?;
            if action == "submit" {
                let question = store::quiz::question::find(tx, &wanted)?;
                let others = filters::other_texts(tx, &wanted)?;
                let guesser = library(&doing).guesser();
                let found = filters::check(&question, guesser.as_deref(), &others);
                writing::submit(tx, &doing, &me, &wanted, &found)?;
            }
            Ok(())
        })
        .await;
    match done {
        Ok(()) if by_script => Ok(StatusCode::NO_CONTENT.into_response()),
        Ok(()) => Ok(Redirect::to(&format!("/quiz/write/{id}")).into_response()),
        Err(Error::Refused(why)) => {
            refused(&app, &visitor, id, (&form, by_script), &look, why).await
        }
        Err(other) => Err(other),
    }
}

/// The reason for the page's script, or the page with it and with what was typed.
async fn refused(
    app: &App,
    visitor: &Visitor,
    id: String,
    (form, by_script): (&Form, bool),
    look: &Look,
    why: String,
) -> Result<Response, Error> {
    if by_script {
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, why).into_response());
    }
    let asking = visitor.clone();
    let found = app.db.read(move |tx| EditorPage::read(tx, &asking, &id)).await?;
    let page = page(app, visitor, &found, form, look, Some(&why), None);
    Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
}

/// Counts a submission against the limit of a network.
fn count_submission(app: &App, visitor: &Visitor) -> Result<(), Error> {
    let network = visitor.address.to_string();
    match app.limits.take(limits::SUBMISSIONS_NETWORK, &network, visitor.now) {
        Err(luna_app::Error::TooOften(seconds)) => {
            let why = format!(
                "People at your internet address have submitted many questions. This one is saved; submit it in {}.",
                wait(seconds)
            );
            Err(Error::Refused(why))
        }
        other => Ok(other?),
    }
}

/// The panel for what is typed, for the page's script. It keeps nothing.
pub(super) async fn guesses(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Markup, Error> {
    let question = Some(form.text("question")).filter(|id| !id.is_empty());
    Ok(look(&app, &visitor, &form, question).await?.panel(&form))
}

/// The page for somebody who is not logged in, before anything is typed.
pub(super) fn blank(app: &App, visitor: &Visitor) -> Markup {
    trying(app, visitor, &Form::default(), &Look::Empty)
}

/// The same with what was typed: the machines guess, and nothing is kept.
fn trying(app: &App, visitor: &Visitor, form: &Form, look: &Look) -> Markup {
    let body = html! {
        h1 { "Write a question" }
        p.lead { "Write a trivia question that people can answer and machines cannot." }
        div.write {
            section aria-label="Your question" {
                form method="post" action="/quiz/write/try" data-guesses="/quiz/write/guesses" {
                    (csrf(visitor))
                    (fields(form, None))
                    div.row { button.button.now { "Ask the machines" } }
                }
                p.note.after {
                    "Try it out: nothing is saved here. To keep a question and submit it, "
                    a href="/consent?back=/quiz/write" { "play as a guest" } ", "
                    a href="/login?back=/quiz/write" { "log in" } " or "
                    a href="/signup" { "create an account" } "."
                }
                (tour())
            }
            (machines(look, form))
        }
    };
    Page::new("Write a question", body).wide().scripts(&["write.js"]).render(app)
}

pub(super) async fn try_out(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Markup, Error> {
    let look = look(&app, &visitor, &form, None).await?;
    Ok(trying(&app, &visitor, &form, &look))
}
