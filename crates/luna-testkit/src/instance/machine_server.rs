//! A server on this machine that plays: by tasks posted to it at `/`, and as a
//! language model at `/v1/chat/completions`.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use luna_app::Panel;
use luna_machines::webhook;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::{Barrier, Semaphore};

use crate::instance::player::five;

pub const SIGNING: &str = "what deliveries are signed with";

#[derive(Clone)]
pub struct MachineServer {
    address: SocketAddr,
    state: Arc<ServerState>,
}

struct ServerState {
    how: Mutex<Behaviour>,
    requests: Mutex<Vec<RecordedRequest>>,
    arrived: Semaphore,
    two: Barrier,
}

/// A way to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behaviour {
    Well,
    /// Four questions or responses, until it is told.
    Short,
    /// Never anything that can be read.
    Nonsense,
    /// It answers with this status.
    Fails(u16),
    /// It wants to be left alone for so many seconds.
    Busy(u32),
    /// It does not answer.
    Hangs,
    /// It answers two requests at once, or one when the test says so.
    InPairs,
}

#[derive(Clone)]
pub struct RecordedRequest {
    pub headers: HeaderMap,
    pub body: Value,
}

impl MachineServer {
    pub async fn start() -> MachineServer {
        MachineServer::at(TcpListener::bind("127.0.0.1:0").await.unwrap())
    }

    pub fn at(listener: TcpListener) -> MachineServer {
        let state = Arc::new(ServerState {
            how: Mutex::new(Behaviour::Well),
            requests: Mutex::default(),
            arrived: Semaphore::new(0),
            two: Barrier::new(2),
        });
        let address = listener.local_addr().unwrap();
        let router = Router::new()
            .route("/", get(ready).post(task))
            .route("/v1/chat/completions", post(completion))
            .with_state(Arc::clone(&state));
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        MachineServer { address, state }
    }

    pub fn push(&self) -> Value {
        json!({ "url": format!("http://{}/", self.address) })
    }

    pub fn model_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    pub fn model(&self) -> Value {
        json!({ "base_url": self.model_url(), "model": "m" })
    }

    /// The same with limits by the names of its setup.
    pub fn model_with(&self, limits: &[(&str, u64)]) -> Value {
        let mut setup = self.model();
        for (name, limit) in limits {
            setup[name] = (*limit).into();
        }
        setup
    }

    pub fn panel(&self, tokens_per_day: u64) -> Panel {
        Panel { url: self.model_url(), model: "m".into(), tokens_per_day }
    }

    pub fn plays(&self, how: Behaviour) {
        *self.state.how.lock().unwrap() = how;
    }

    /// The requests since the last look.
    pub fn requests(&self) -> Vec<RecordedRequest> {
        self.state.arrived.forget_permits(usize::MAX);
        std::mem::take(&mut *self.state.requests.lock().unwrap())
    }

    /// Until the next request since the last look is here.
    pub async fn arrival(&self) {
        self.state.arrived.acquire().await.unwrap().forget();
    }

    /// Has it answer the one request that it thinks about.
    pub async fn answers_now(&self) {
        self.state.two.wait().await;
    }
}

type RefusalResponse = (StatusCode, [(&'static str, String); 1]);

fn refused(status: StatusCode, seconds: &str) -> RefusalResponse {
    (status, [("retry-after", seconds.to_owned())])
}

impl ServerState {
    async fn record(&self, headers: HeaderMap, body: Value) -> Result<Behaviour, RefusalResponse> {
        self.requests.lock().unwrap().push(RecordedRequest { headers, body });
        self.arrived.add_permits(1);
        let how = *self.how.lock().unwrap();
        match how {
            Behaviour::Fails(status) => {
                return Err(refused(StatusCode::from_u16(status).unwrap(), ""));
            }
            Behaviour::Busy(seconds) => {
                return Err(refused(StatusCode::TOO_MANY_REQUESTS, &seconds.to_string()));
            }
            Behaviour::Hangs => std::future::pending().await,
            Behaviour::InPairs => {
                self.two.wait().await;
            }
            Behaviour::Well | Behaviour::Short | Behaviour::Nonsense => {}
        }
        Ok(how)
    }
}

async fn ready(
    State(state): State<Arc<ServerState>>,
    headers: HeaderMap,
) -> Result<&'static str, StatusCode> {
    let header = |name: &str| headers[name].to_str().unwrap();
    let at = header("luna-timestamp").parse().unwrap();
    assert!(webhook::verify(SIGNING, at, b"", header("luna-signature")));
    match *state.how.lock().unwrap() {
        Behaviour::Fails(status) if status >= 500 => Err(StatusCode::from_u16(status).unwrap()),
        _ => Ok("{\"ready\":true}"),
    }
}

fn texts(what: &str, how: Behaviour, told: bool) -> Vec<String> {
    let mut texts = five(what);
    if how == Behaviour::Short && !told {
        texts.pop();
    }
    texts
}

/// Its answers to any question outside games.
fn answers() -> Value {
    json!([{ "answer": "Seine", "confidence": 0.92 }, { "answer": "Marne", "confidence": 0.05 }])
}

async fn task(
    State(state): State<Arc<ServerState>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<String, RefusalResponse> {
    let header = |name: &str| headers[name].to_str().unwrap();
    let at = header("luna-timestamp").parse().unwrap();
    assert!(webhook::verify(SIGNING, at, &body, header("luna-signature")));
    let task: Value = serde_json::from_slice(&body).unwrap();
    let (kind, told) = (task["type"].as_str().unwrap().to_owned(), task["problem"].is_string());
    let points = if task["responses"][0] == "cat says 1." { 50 } else { 40 };
    let said = task.clone();
    let how = state.record(headers, task).await?;
    if how == Behaviour::Nonsense {
        return Ok("I would rather not.".to_owned());
    }
    Ok(match kind.as_str() {
        "ask" => json!({ "questions": texts("it asks", how, told) }),
        "answer" => json!({ "responses": texts("it says", how, told) }),
        "question" => json!({ "answers": answers() }),
        "converse" => {
            let lines = said["lines"].as_array().map_or(0, Vec::len);
            json!({ "lines": [format!("I have heard {lines}.")] })
        }
        _ => json!({ "guess": points, "sliders": null }),
    }
    .to_string())
}

async fn completion(
    State(state): State<Arc<ServerState>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<String, RefusalResponse> {
    let request: Value = serde_json::from_slice(&body).unwrap();
    let told = request["messages"].as_array().unwrap().len() > 1;
    let prompt = request["messages"][0]["content"].as_str().unwrap().to_owned();
    let how = state.record(headers, request).await?;
    let content = if how == Behaviour::Nonsense {
        "I would rather not.".to_owned()
    } else if prompt.contains("Write your") {
        json!(texts("it asks", how, told)).to_string()
    } else if prompt.contains("Respond to each") {
        json!(texts("it says", how, told)).to_string()
    } else if prompt.contains("You are in a conversation") {
        "I am fine.\n\nAnd you?".to_owned()
    } else if prompt.contains("Answer the question") {
        format!("```json\n{}\n```", answers())
    } else {
        "{\"guess\": 40}".to_owned()
    };
    let choice = json!({ "message": { "role": "assistant", "content": content } });
    let usage = json!({ "prompt_tokens": 1_000, "completion_tokens": 500 });
    Ok(json!({ "choices": [choice], "usage": usage }).to_string())
}
