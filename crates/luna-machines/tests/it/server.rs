//! Servers on this machine, and the tasks they are given.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use luna_core::answer::{Answer, Question};
use luna_machines::http::Http;
use luna_machines::ssrf_guard::Guard;
use luna_machines::task::{ConverseTask, GameTask, QuestionTask, Role, TaskLine, Wants};
use serde_json::Value;
use tokio::net::TcpListener;

/// Answers as it was told, one after the other, and keeps what it was sent.
#[derive(Clone)]
pub(crate) struct Script(Arc<Mutex<Lines>>);

struct Lines {
    answers: VecDeque<ScriptedResponse>,
    requests: Vec<RecordedRequest>,
}

pub(crate) struct ScriptedResponse {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: String,
}

#[derive(Clone)]
pub(crate) struct RecordedRequest {
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

pub(crate) fn say(status: u16, body: impl Into<String>) -> ScriptedResponse {
    ScriptedResponse { status, headers: Vec::new(), body: body.into() }
}

impl ScriptedResponse {
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> ScriptedResponse {
        self.headers.push((name, value.into()));
        self
    }
}

impl RecordedRequest {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }
}

impl Script {
    pub(crate) async fn start(
        answers: impl IntoIterator<Item = ScriptedResponse>,
    ) -> (String, Script) {
        let lines = Lines { answers: answers.into_iter().collect(), requests: Vec::new() };
        let script = Script(Arc::new(Mutex::new(lines)));
        let url = serve(Router::new().fallback(next).with_state(script.clone())).await;
        (url, script)
    }

    pub(crate) fn requests(&self) -> Vec<RecordedRequest> {
        self.0.lock().unwrap().requests.clone()
    }
}

async fn next(State(script): State<Script>, request: Request) -> impl IntoResponse {
    let (head, body) = request.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap().to_vec();
    let mut lines = script.0.lock().unwrap();
    let path = head.uri.path().to_owned();
    let query = head.uri.query().unwrap_or_default().to_owned();
    lines.requests.push(RecordedRequest { path, query, headers: head.headers, body });
    let said = lines.answers.pop_front().unwrap_or_else(|| say(418, "nothing left to say"));
    let mut headers = HeaderMap::new();
    for (name, value) in said.headers {
        headers.insert(name, value.parse().unwrap());
    }
    (StatusCode::from_u16(said.status).unwrap(), headers, said.body)
}

pub(crate) async fn serve(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async { axum::serve(listener, router).await.unwrap() });
    url
}

/// Takes connections and closes them again.
pub(crate) async fn hang_up() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { while listener.accept().await.is_ok() {} });
    url
}

/// Takes connections and never answers.
pub(crate) async fn silent() -> String {
    serve(Router::new().fallback(async || std::future::pending::<()>().await)).await
}

/// An address at which nothing listens.
pub(crate) async fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

pub(crate) fn http(private: bool) -> Http {
    Http::new(Guard { private }, Duration::from_secs(5)).unwrap()
}

pub(crate) fn five(text: &str) -> Vec<String> {
    (1..=5).map(|nth| format!("{text} {nth}?")).collect()
}

pub(crate) fn ask() -> GameTask {
    GameTask::Ask { game: "g1".to_owned(), questions: 5, max_chars: 40, problem: None }
}

pub(crate) fn answer() -> GameTask {
    let (game, questions) = ("g1".to_owned(), five("Theirs"));
    GameTask::Answer { game, max_chars: 40, questions, problem: None }
}

pub(crate) fn question() -> QuestionTask {
    let question = Question::new("Which river flows through Paris?", "", &[]);
    QuestionTask::new("q1", question, 40)
}

/// A conversation in which the judge has spoken last.
pub(crate) fn conversation() -> ConverseTask {
    let line = |by, text, at_ms| TaskLine::new(by, text, at_ms);
    let lines = vec![
        line(Role::Judge, "Hello", 1_000),
        line(Role::Judge, "How are you?", 2_000),
        line(Role::Entry, "Fine.", 5_000),
        line(Role::Judge, "Why?", 9_000),
    ];
    ConverseTask::new("t1", "c1", Role::Entry, Wants::Lines, 9_000, lines)
}

pub(crate) fn answers(all: &[(&str, f64)]) -> Vec<Answer> {
    let answer = |&(text, confidence): &(&str, f64)| Answer { text: text.to_owned(), confidence };
    all.iter().map(answer).collect()
}

pub(crate) fn guess() -> GameTask {
    GameTask::Guess {
        game: "g1".to_owned(),
        questions: five("Mine"),
        responses: five("Response"),
        their_questions: five("Theirs"),
        my_responses: five("My response"),
        problem: None,
    }
}
