//! A machine at the API: it sends JSON with a token and reads streams.

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use axum::response::Response;
use futures_util::StreamExt as _;
use luna_store::machine::{self, Transport};
use luna_store::player;
use luna_store::token::{self, Scope};
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::app::TestApp;
use crate::instance::player::five;
use crate::machine::{declared, token as key};

#[derive(Clone)]
pub struct Robot {
    router: Router,
    pub token: String,
}

pub struct ApiResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
}

impl ApiResponse {
    /// The body of an answer that is as it should be.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.body);
        self.body
    }

    /// Status, key and sentence of one that is not.
    pub fn problem(&self) -> String {
        let error = &self.body["error"];
        let (key, message) = (error["key"].as_str().unwrap(), error["message"].as_str().unwrap());
        format!("{} {key}: {message}", self.status.as_u16())
    }
}

impl TestApp {
    /// A machine of `owner` with a token, reached by pulling.
    pub async fn robot(&self, name: &str, owner: &str) -> Robot {
        self.robot_as(&format!("id{name}"), name, owner).await
    }

    pub async fn robot_as(&self, id: &str, name: &str, owner: &str) -> Robot {
        let (owner, now) = (owner.to_owned(), self.now());
        let (named, made) = (name.to_owned(), id.to_owned());
        self.db
            .write(move |tx| {
                let owner = player::by_name(tx, &owner)?.id;
                let declared = declared(Transport::Pull);
                machine::register(tx, now, &made, &named, Some(&owner), &declared)
            })
            .await
            .unwrap();
        let token = self.token(id, &format!("luna_{name}"), "play").await;
        Robot { router: self.router.clone(), token }
    }

    pub async fn token(&self, player_id: &str, secret: &str, scope: &str) -> String {
        let scope = if scope == "play" { Scope::Play } else { Scope::Read };
        let token = key(secret, scope, self.now());
        let player_id = player_id.to_owned();
        self.db.write(move |tx| token::create(tx, &player_id, &token)).await.unwrap();
        secret.to_owned()
    }
}

impl Robot {
    pub fn with(&self, token: &str) -> Robot {
        Robot { token: token.to_owned(), ..self.clone() }
    }

    /// The same machine at the process that serves now.
    pub fn at(&self, router: &Router) -> Robot {
        Robot { router: router.clone(), ..self.clone() }
    }

    pub async fn get(&self, path: &str) -> ApiResponse {
        self.send(Request::get(format!("/api/v1{path}")).body(Body::empty()).unwrap()).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> ApiResponse {
        self.post_raw(path, &[("content-type", "application/json")], body.to_string()).await
    }

    pub async fn post_raw(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> ApiResponse {
        let mut request = Request::post(format!("/api/v1{path}"));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(body.into()).unwrap()).await
    }

    pub async fn send(&self, request: Request<Body>) -> ApiResponse {
        let response = self.open(request).await;
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let body = serde_json::from_slice(&bytes)
            .unwrap_or_else(|_| panic!("{status}: {}", String::from_utf8_lossy(&bytes)));
        ApiResponse { status, headers, body }
    }

    pub async fn open(&self, mut request: Request<Body>) -> Response {
        if !self.token.is_empty() {
            let value = format!("Bearer {}", self.token).parse().unwrap();
            request.headers_mut().insert("authorization", value);
        }
        self.router.clone().oneshot(request).await.unwrap()
    }

    pub async fn stream(&self, path: &str) -> Lines {
        let request = Request::get(format!("/api/v1{path}")).body(Body::empty()).unwrap();
        Lines::of(self.open(request).await)
    }

    /// Opens a rated game and asks; it waits for a person.
    pub async fn waits(&self) -> String {
        let game = self.post("/games", &json!({})).await.ok();
        let id = game["id"].as_str().unwrap().to_owned();
        self.post(&format!("/games/{id}/questions"), &json!({ "questions": five("asks") }))
            .await
            .ok();
        id
    }
}

/// The lines of a stream as they come.
pub struct Lines {
    body: axum::body::BodyDataStream,
    read: Vec<u8>,
}

impl Lines {
    #[track_caller]
    pub fn of(response: Response) -> Lines {
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "application/x-ndjson");
        Lines { body: response.into_body().into_data_stream(), read: Vec::new() }
    }

    /// The next line that says more than that there are some; none at the end.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.read.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.read.drain(..=end).collect();
                let line: Value = serde_json::from_slice(&line).unwrap();
                if line["type"] != "alive" {
                    return Some(line);
                }
                continue;
            }
            let bytes: Bytes = self.body.next().await?.unwrap();
            self.read.extend_from_slice(&bytes);
        }
    }

    /// All lines up to and with the first of a type.
    pub async fn until(&mut self, kind: &str) -> Vec<Value> {
        let mut all = Vec::new();
        while let Some(line) = self.next().await {
            let found = line["type"] == kind;
            all.push(line);
            if found {
                return all;
            }
        }
        panic!("the stream ended without {kind}: {all:?}");
    }
}
