//! `/admin/quiz`: the editors' queue of submitted questions.

mod appeals;
mod publication;
mod waiting;

use std::collections::BTreeSet;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use luna_app::format::many;
use luna_app::quiz::release::ReleaseState;
use luna_app::quiz::review::{self, KIND, NewReview};
use luna_core::assignment::Decision;
use luna_core::quiz::form::Filter;
use luna_core::quiz::question::{PHENOMENA, State as QuestionState, Verdict};
use luna_store::Tx;
use luna_store::assignment::{self, Review};
use luna_store::player::{Player, Role};
use luna_store::quiz::finding::{self, Finding};
use luna_store::quiz::question::{self, Question};
use luna_store::quiz::revision::{self, Revision};
use luna_store::quiz::round::{self, Round};
use maud::{Markup, html};

use crate::admin::assignments::{Items, Queue};
use crate::admin::listing::{act, page, plain, write_as};
use crate::html::table::Column::Text;
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::{BareFormRequest, FormRequest};
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;
use crate::quiz::timeline;

const HERE: &str = "/admin/quiz";
static QUEUE: Queue = Queue {
    kind: KIND,
    here: HERE,
    items: Items::Pages("/admin/quiz/questions"),
    noun: "question",
    none: "There is no question for you to review.",
    lease: review::lease_next,
};
/// Questions of each state on the page.
const LATEST: i64 = 50;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/admin/quiz", get(show))
        .route("/admin/quiz/appeals", get(appeals::show).post(appeals::decide))
        .route("/admin/quiz/appeals/next", post(appeals::next))
        .route("/admin/quiz/appeals/{id}/give-back", post(appeals::give_back))
        .route("/admin/quiz/next", post(next))
        .route("/admin/quiz/waiting", get(waiting::show).post(waiting::decide))
        .route("/admin/quiz/waiting/block", post(waiting::block_writer))
        .route("/admin/quiz/waiting/lift", post(waiting::lift_block))
        .route("/admin/quiz/published", get(publication::published))
        .route("/admin/quiz/releases", post(publication::release))
        .route("/admin/quiz/questions/{id}/take-down", post(publication::take_down))
        .route("/admin/quiz/rounds", post(add_round))
        .route("/admin/quiz/rounds/{id}/close", post(close_round))
        .route("/admin/quiz/questions/{id}", get(one))
        .route("/admin/quiz/questions/{id}/review", post(send))
        .route("/admin/quiz/questions/{id}/set-aside", post(set_aside))
        .route("/admin/quiz/questions/{id}/give-back", post(give_back))
        .route("/admin/quiz/questions/{id}/settle", post(settle))
}

async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, lists, rounds, releases) = app
        .db
        .read(move |tx| {
            let me = asking.operator(tx, Role::Moderator)?;
            let mut lists = Vec::new();
            for state in [QuestionState::Submitted, QuestionState::Accepted] {
                lists.push((state, question::in_state(tx, state, LATEST)?));
            }
            Ok::<_, Error>((me, lists, round::all(tx)?, ReleaseState::read(tx)?))
        })
        .await?;
    let waiting = lists.first().map_or(0, |(_, all)| all.len());
    let body = html! {
        p {
            (many(i64::try_from(waiting).unwrap_or(LATEST), "question")) " under review. You get one at a time, for "
            "half an hour, and never your own. When two editors agree, their verdict stands."
        }
        (QUEUE.next_form(&visitor))
        p { a href={ (HERE) "/waiting" } { "Decide about many at once, or block a writer" } }
        @for (state, all) in &lists {
            h2 { @if *state == QuestionState::Submitted { "Under review" } @else { "Accepted, under embargo" } }
            @if all.is_empty() { p.soft { "None." } }
            @if me.is_admin() {
                ul.plain { @for it in all { li { a href={ (HERE) "/questions/" (it.id) } dir="auto" { (it.page) } } } }
            } @else {
                p.soft { (many(i64::try_from(all.len()).unwrap_or(LATEST), "question")) "." }
            }
        }
        (publication::section(&releases, &me, &visitor))
        (round_section(&rounds, &me, &visitor, app.now()))
    };
    Ok(page(&app, &me, "Trivia", &body))
}

fn round_section(rounds: &[Round], me: &Player, visitor: &Visitor, now: i64) -> Markup {
    let date = luna_app::format::date;
    let rows = html! {
        @for round in rounds {
            tr {
                td.words dir="auto" { (round.name) }
                td { (date(round.opens_at)) }
                td { (date(round.closes_at - 1)) }
                td {
                    @if round.is_open(now) && me.is_admin() {
                        form method="post" action={ (HERE) "/rounds/" (round.id) "/close" } {
                            (csrf(visitor))
                            button.button.quiet { "Close now" }
                        }
                    } @else if round.is_open(now) { "open" }
                    @else if round.opens_at > now { "upcoming" } @else { "over" }
                }
            }
        }
    };
    html! {
        h2 { "Rounds" }
        @if rounds.is_empty() { p.soft { "No rounds yet. Writers can submit questions at any time. A round collects questions from its first day to its last." } }
        @else { (table("Rounds", &[Text("Name"), Text("First day"), Text("Last day"), Text("State")], &rows)) }
        @if me.is_admin() {
            details {
                summary { "New round" }
                form.why method="post" action={ (HERE) "/rounds" } {
                    (csrf(visitor))
                    label for="name" { "Name" }
                    input #name type="text" name="name" required maxlength="100";
                    label for="opens" { "First day" }
                    input #opens type="date" name="opens" required;
                    label for="closes" { "Last day" }
                    input #closes type="date" name="closes" required;
                    button.button.quiet { "Add the round" }
                }
            }
        }
    }
}

async fn add_round(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Redirect, Error> {
    let (id, name) = (app.random.id(app.now()), form.text("name").trim().to_owned());
    let first = luna_app::format::end_of_day(form.text("opens"));
    let last = luna_app::format::end_of_day(form.text("closes"));
    act(&app, visitor, Role::Administrator, HERE, move |tx, _| {
        let (Some(first), Some(closes_at)) = (first, last) else {
            return Err(Error::Refused("Give the first and the last day of the round.".to_owned()));
        };
        let opens_at = first - 86_400_000;
        if closes_at <= opens_at {
            return Err(Error::Refused("The last day is before the first day.".to_owned()));
        }
        if name.is_empty() || name.chars().count() > 100 {
            return Err(Error::Refused(
                "A round needs a name of at most 100 characters.".to_owned(),
            ));
        }
        Ok(round::add(tx, &Round { id, name, about: String::new(), opens_at, closes_at })?)
    })
    .await
}

async fn close_round(FormRequest { app, visitor, id, .. }: FormRequest) -> Result<Redirect, Error> {
    let now = app.now();
    act(&app, visitor, Role::Administrator, HERE, move |tx, _| {
        if round::close(tx, &id, now)? {
            return Ok(());
        }
        Err(Error::Refused("This round is not open.".to_owned()))
    })
    .await
}

async fn next(request: BareFormRequest) -> Result<Redirect, Error> {
    QUEUE.next(request).await
}

/// A question with what this editor may see of it.
struct ReviewPage {
    me: Player,
    question: Question,
    findings: Vec<Finding>,
    revisions: Vec<Revision>,
    has_lease: bool,
    own: Option<Review>,
    /// The reviews of others, once this editor has given theirs.
    others: Vec<Review>,
    is_split: bool,
}

impl ReviewPage {
    fn read(tx: &mut Tx<'_>, visitor: &Visitor, id: &str, now: i64) -> Result<ReviewPage, Error> {
        let me = visitor.operator(tx, Role::Moderator)?;
        let question = question::find(tx, id)?;
        let has_lease = assignment::has_lease(tx, KIND, id, &me.id, now)?;
        let mut others = assignment::reviews(tx, KIND, id)?;
        let own =
            others.iter().position(|it| it.reviewer_id == me.id).map(|nth| others.remove(nth));
        // Nobody reads others' reviews before their own, or a question without a lease. What has been
        // published is no secret among editors.
        let is_decided = question.state.is_accepted() || question.state == QuestionState::TakenDown;
        if !has_lease && own.is_none() && !me.is_admin() && !is_decided {
            return Err(Error::NotFound);
        }
        let is_split = me.is_admin()
            && luna_core::assignment::decide(&review::verdicts(tx, id)?) == Decision::Split;
        if own.is_none() && !is_split {
            others.clear();
        }
        Ok(ReviewPage {
            findings: finding::all(tx, id)?,
            // Drafts are for those who review them.
            revisions: if has_lease || own.is_some() || me.is_admin() {
                revision::all(tx, id)?
            } else {
                Vec::new()
            },
            me,
            question,
            has_lease,
            own,
            others,
            is_split,
        })
    }
}

async fn one(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let (asking, id, now) = (visitor.clone(), plain(&id)?, app.now());
    let found = app.db.read(move |tx| ReviewPage::read(tx, &asking, &id, now)).await?;
    review_page(&app, &visitor, &found, &Form::default(), None)
}

fn review_page(
    app: &App,
    visitor: &Visitor,
    found: &ReviewPage,
    form: &Form,
    problem: Option<&str>,
) -> Result<Markup, Error> {
    let here = QUEUE.address(&found.question.id);
    let body = html! {
        @if found.question.state != QuestionState::TakenDown { (question_text(&found.question)) }
        (findings(&here, &found.findings, found.has_lease, visitor))
        @if let Some(problem) = problem { div.problem.all role="alert" { p { (problem) } } }
        @if found.has_lease && found.own.is_none() { (review_form(&here, form, visitor)) }
        @if let Some(own) = &found.own { h2 { "Your review" } (shown(own)) }
        @if !found.others.is_empty() {
            h2 { "Other reviews" }
            @for review in &found.others { (shown(review)) }
        }
        @if found.is_split { (split_form(&here, visitor)) }
        (publication::taking_down(&here, &found.question, visitor))
        @if !found.revisions.is_empty() { (timeline(&found.revisions)?) }
        p.after { a.button href=(HERE) { "Back to the queue" } }
    };
    Ok(page(app, &found.me, "Review a question", &body))
}

fn question_text(question: &Question) -> Markup {
    html! {
        p.question dir="auto" { (question.text) }
        dl.steps {
            dt { "Answer" } dd dir="auto" { (question.page) }
            dt { "Answer line" } dd dir="auto" { (question.answer_line) }
            dt { "Category" } dd { (question.category) " " (question.difficulty) }
            dt { "Licence" } dd { (question.licence) }
        }
    }
}

fn findings(here: &str, all: &[Finding], may_act: bool, visitor: &Visitor) -> Markup {
    html! {
        h2 { "Findings of the checks" }
        @if all.is_empty() { p.soft { "None." } }
        @for it in all {
            div.note.notice {
                p { (it.reason) }
                @match &it.override_why {
                    Some(why) => p.small { "Set aside: " span dir="auto" { (why) } },
                    None if may_act => {
                        form.why method="post" action={ (here) "/set-aside" } {
                            (csrf(visitor))
                            input type="hidden" name="filter" value=(it.filter.name());
                            label.small for={ "why-" (it.filter.name()) } { "Why can this be ignored?" }
                            input id={ "why-" (it.filter.name()) } type="text" name="why" required maxlength="500";
                            button.button.quiet { "Set aside" }
                        }
                    }
                    None => {}
                }
            }
        }
    }
}

fn review_form(here: &str, form: &Form, visitor: &Visitor) -> Markup {
    let verdicts = [
        (Verdict::Accept, "Accept"),
        (Verdict::Return, "Return to the writer with comments"),
        (Verdict::Reject, "Reject"),
    ];
    html! {
        h2 { "Your review" }
        form method="post" action={ (here) "/review" } {
            (csrf(visitor))
            fieldset.plain {
                legend { "Verdict" }
                @for (verdict, words) in verdicts {
                    label.tick {
                        input type="radio" name="verdict" value=(verdict.name()) required
                            checked[form.text("verdict") == verdict.name()];
                        span { (words) }
                    }
                }
            }
            fieldset.plain {
                legend { "Why machines fail on it" }
                p.soft.small { "Tick all that apply." }
                @for (name, words) in PHENOMENA {
                    label.tick {
                        input type="checkbox" name={ "mark-" (name) } value="yes" checked[form.has(&format!("mark-{name}"))];
                        span { (words) }
                    }
                }
                label for="another" { "Another reason" }
                input #another type="text" name="another" value=(form.text("another")) maxlength="60" dir="auto";
            }
            div.field {
                label for="comment" { "Comment for the writer" }
                textarea #comment name="comment" dir="auto" maxlength="4000" { "\n" (form.text("comment")) }
            }
            div.row {
                button.button.now { "Send the review" }
                button.button.quiet formaction={ (here) "/give-back" } formnovalidate { "Give the question back" }
            }
        }
    }
}

fn split_form(here: &str, visitor: &Visitor) -> Markup {
    html! {
        h2 { "The editors disagree" }
        p { "Three editors gave three different verdicts. You decide." }
        form.row method="post" action={ (here) "/settle" } {
            (csrf(visitor))
            @for verdict in Verdict::ALL {
                button.button.quiet name="verdict" value=(verdict.name()) { (verdict_words(verdict.name())) }
            }
        }
    }
}

fn verdict_words(name: &str) -> &'static str {
    match Verdict::from_name(name) {
        Some(Verdict::Accept) => "Accept",
        Some(Verdict::Return) => "Return",
        Some(Verdict::Reject) => "Reject",
        None => "",
    }
}

fn shown(review: &Review) -> Markup {
    html! {
        div.sheet {
            p { strong { (verdict_words(&review.verdict)) } }
            @if !review.comment.is_empty() { p.kept dir="auto" { (review.comment) } }
            @if !review.marks.is_empty() { p.small.soft { (review.marks.join(", ")) } }
        }
    }
}

/// The phenomena that a form marks; one that the editor named is spelt in small letters.
fn marks(form: &Form) -> BTreeSet<String> {
    let known = PHENOMENA.iter().map(|(name, _)| *name);
    let mut marks: BTreeSet<String> =
        known.filter(|name| form.has(&format!("mark-{name}"))).map(str::to_owned).collect();
    let another = form.text("another").trim().to_lowercase();
    if !another.is_empty() {
        marks.insert(another.chars().take(60).collect());
    }
    marks
}

async fn send(FormRequest { app, visitor, id, form }: FormRequest) -> Result<Response, Error> {
    let (doing, sent, id) = (app.clone(), form.clone(), plain(&id)?);
    let wanted = id.clone();
    let done = write_as(&app, visitor.clone(), Role::Moderator, move |tx, me| {
        let verdict = Verdict::from_name(sent.text("verdict"))
            .ok_or_else(|| Error::Refused("Please choose a verdict.".to_owned()))?;
        let comment = luna_core::text::tidy(sent.text("comment"));
        let new = NewReview { verdict, comment: &comment, marks: marks(&sent) };
        Ok(review::review(tx, &doing, me, &wanted, &new)?)
    })
    .await;
    match done {
        Ok(_) => Ok(Redirect::to(&QUEUE.address(&id)).into_response()),
        Err(Error::Refused(why)) => {
            let (asking, now) = (visitor.clone(), app.now());
            let found = app.db.read(move |tx| ReviewPage::read(tx, &asking, &id, now)).await?;
            let page = review_page(&app, &visitor, &found, &form, Some(&why))?;
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Err(other) => Err(other),
    }
}

async fn set_aside(FormRequest { app, visitor, id, form }: FormRequest) -> Result<Redirect, Error> {
    let (doing, id) = (app.clone(), plain(&id)?);
    let back = QUEUE.address(&id);
    app.db
        .write(move |tx| {
            let me = visitor.operator(tx, Role::Moderator)?;
            if !assignment::has_lease(tx, KIND, &id, &me.id, doing.now())? {
                return Err(Error::Refused(
                    "Your half hour for this question is over. Take the next one.".to_owned(),
                ));
            }
            let filter = Filter::from_name(form.text("filter")).ok_or(Error::NotFound)?;
            Ok(review::set_aside(tx, &doing, &me, &id, filter, form.text("why").trim())?)
        })
        .await?;
    Ok(Redirect::to(&back))
}

async fn give_back(request: FormRequest) -> Result<Redirect, Error> {
    QUEUE.give_back(request).await
}

async fn settle(FormRequest { app, visitor, id, form }: FormRequest) -> Result<Redirect, Error> {
    let (doing, id) = (app.clone(), plain(&id)?);
    act(&app, visitor, Role::Administrator, HERE, move |tx, _| {
        let verdict = Verdict::from_name(form.text("verdict")).ok_or(Error::NotFound)?;
        Ok(review::settle_split(tx, &doing, &id, verdict)?)
    })
    .await
}
