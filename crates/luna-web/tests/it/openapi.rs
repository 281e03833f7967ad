//! The document of the API says what the server does: each route, each status,
//! each field, and nothing else.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::{HeaderMap, Request};
use luna_core::answer::Question;
use luna_machines::task::{
    ConverseTask, GameTask, OutsideTask, QuestionTask, Role, Task, TaskLine, Wants,
};
use luna_machines::webhook;
use luna_store::task::{self, NewTask};
use luna_store::{machine, player, token};
use luna_testkit::app::{DAY, MINUTE, TestApp};
use luna_testkit::machine::hash;
use luna_testkit::player::five;
use luna_testkit::robot::{ApiResponse, Lines, Robot};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::schema::Schemas;

const HEADERS: [&str; 5] =
    ["ratelimit", "ratelimit-policy", "retry-after", "idempotency-replayed", "www-authenticate"];
const NOBODYS: &str = "0123456789abcdefghjkmnpqrs";
const ROBOT: &str = "01robot0000000000000000000";

/// The document, and what has been answered so far.
struct Api {
    document: Value,
    seen: BTreeSet<(String, String, String)>,
    /// The id of an open task of the robot.
    task: String,
}

/// What goes with a request.
#[derive(Default)]
struct Sent<'a> {
    id: &'a str,
    query: &'a str,
    key: Option<&'a str>,
    media_type: Option<&'a str>,
    body: Option<String>,
}

async fn house() -> (TestApp, Robot) {
    let app = TestApp::with(|settings| settings.timing.machine_percent = 100).await;
    app.account("ann").await;
    let robot = app.robot_as(ROBOT, "robot", "ann").await;
    (app, robot)
}

async fn document(app: &TestApp) -> Value {
    let answer = app.visitor().get("/api/openapi.json").await;
    assert_eq!(answer.header("content-type"), Some("application/json"));
    serde_json::from_str(&answer.body).unwrap()
}

/// Path, method and operation of each.
fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            all.push((path.clone(), method.clone(), operation.clone()));
        }
    }
    all
}

fn media(body: &Value) -> &Value {
    &body["content"]["application/json"]
}

impl Api {
    async fn of(app: &TestApp) -> Api {
        Api { document: document(app).await, seen: BTreeSet::new(), task: String::new() }
    }

    /// Sends a request, whose answer is to be as the document says.
    async fn call(&mut self, robot: &Robot, what: &str, sent: Sent<'_>) -> ApiResponse {
        let (method, path) = what.split_once(' ').unwrap();
        let uri = format!("/api/v1{}{}", path.replace("{id}", sent.id), sent.query);
        let mut request = Request::builder().method(method).uri(uri);
        if let Some(key) = sent.key {
            request = request.header("idempotency-key", key);
        }
        if let Some(kind) = sent.media_type.or(sent.body.as_ref().map(|_| "application/json")) {
            request = request.header("content-type", kind);
        }
        let body = sent.body.map_or_else(Body::empty, Body::from);
        let said = robot.send(request.body(body).unwrap()).await;
        let schema = self.answered(what, said.status.as_u16(), &said.headers);
        if let Err(why) = Schemas(&self.document).check(&schema, &said.body) {
            panic!("{what} {}: {why}", said.status);
        }
        said
    }

    /// Notes an answer, and gives the schema of its body.
    fn answered(&mut self, what: &str, status: u16, headers: &HeaderMap) -> Value {
        let (method, path) = what.split_once(' ').unwrap();
        let method = method.to_lowercase();
        let schemas = Schemas(&self.document);
        let status = status.to_string();
        let answers = &self.document["paths"][path][&method]["responses"];
        assert!(answers[&status].is_object(), "{what} is not to be answered {status}");
        let answer = schemas.meant(&answers[&status]);
        for name in HEADERS {
            let documented = schemas.meant(&answer["headers"][name]);
            let Some(value) = headers.get(name) else {
                assert_ne!(documented["required"], true, "{what} {status} has no {name}");
                continue;
            };
            assert!(documented.is_object(), "{what} {status} has {name}");
            let text = value.to_str().unwrap();
            let value = match documented["schema"]["type"].as_str() {
                Some("integer") => json!(text.parse::<i64>().unwrap()),
                _ => json!(text),
            };
            schemas.check(&documented["schema"], &value).unwrap();
        }
        let kinds: Vec<&String> = answer["content"].as_object().unwrap().keys().collect();
        assert_eq!(kinds, [headers["content-type"].to_str().unwrap()], "{what} {status}");
        let schema = answer["content"][kinds[0]]["schema"].clone();
        self.seen.insert((path.to_owned(), method, status));
        schema
    }

    /// The lines of a stream up to and with the first of a type.
    async fn lines(&self, stream: &mut Lines, path: &str, kind: &str) -> Vec<Value> {
        let answer = &self.document["paths"][path]["get"]["responses"]["200"];
        let schema = &answer["content"]["application/x-ndjson"]["schema"];
        let all = stream.until(kind).await;
        for line in &all {
            Schemas(&self.document)
                .check(schema, line)
                .unwrap_or_else(|why| panic!("{line}: {why}"));
        }
        all
    }

    async fn stream(&mut self, robot: &Robot, path: &str, id: &str, query: &str) -> Lines {
        let uri = format!("/api/v1{}{query}", path.replace("{id}", id));
        let response = robot.open(Request::get(uri).body(Body::empty()).unwrap()).await;
        let status = response.status().as_u16();
        self.answered(&format!("GET {path}"), status, response.headers());
        Lines::of(response)
    }

    /// Sends what the document has as an example, changed by `change`.
    async fn each(&mut self, robot: &Robot, status: u16, id: &str, change: impl Fn(&mut Sent<'_>)) {
        for (path, method, operation) in operations(&self.document) {
            if operation["responses"].get(status.to_string()).is_none() {
                continue;
            }
            let example = &media(&operation["requestBody"])["example"];
            let body = example.is_object().then(|| example.to_string());
            let of_task = path.starts_with("/tasks/") && ![NOBODYS, "%FF"].contains(&id);
            let task = self.task.clone();
            let id = if of_task { &task } else { id };
            let mut sent = Sent { id, body, ..Sent::default() };
            change(&mut sent);
            let what = format!("{} {path}", method.to_uppercase());
            let said = self.call(robot, &what, sent).await;
            assert_eq!(said.status.as_u16(), status, "{what}: {}", said.body);
        }
    }

    async fn made(&mut self, robot: &Robot, id: &str, what: &str, body: Value) -> Value {
        let sent = Sent { id, body: Some(body.to_string()), ..Sent::default() };
        self.call(robot, &format!("POST /games/{{id}}/{what}"), sent).await.ok()
    }

    async fn begun(&mut self, robot: &Robot, body: Value) -> String {
        let sent = Sent { body: Some(body.to_string()), ..Sent::default() };
        self.call(robot, "POST /games", sent).await.ok()["id"].as_str().unwrap().to_owned()
    }

    async fn looks_around(&mut self, robot: &Robot) {
        for what in ["GET /account", "GET /quotas", "GET /machines", "GET /games", "GET /erasures"]
        {
            self.call(robot, what, Sent::default()).await.ok();
        }
        for query in ["?state=over", "?limit=1", "?state=over&limit=1"] {
            let page = self.call(robot, "GET /games", Sent { query, ..Sent::default() }).await.ok();
            if let Some(next) = page["next"].as_str() {
                let query = &format!("{query}&before={next}");
                self.call(robot, "GET /games", Sent { query, ..Sent::default() }).await.ok();
            }
        }
    }
}

#[tokio::test]
async fn every_status_of_every_operation_is_answered_as_documented() {
    let (app, robot) = house().await;
    let mut api = Api::of(&app).await;
    games(&mut api, &app, &robot).await;
    refusals(&mut api, &app, &robot).await;
    limits(&mut api).await;
    let mut missing = BTreeSet::new();
    for (path, method, operation) in operations(&api.document) {
        for status in operation["responses"].as_object().unwrap().keys() {
            let answer = (path.clone(), method.clone(), status.clone());
            // What never happens unless something is broken.
            if !["408", "500", "503"].contains(&status.as_str()) && !api.seen.contains(&answer) {
                missing.insert(answer);
            }
        }
    }
    assert!(missing.is_empty(), "documented, and never answered: {missing:#?}");
}

/// A game in the sandbox and one with a person, with both streams open.
async fn games(api: &mut Api, app: &TestApp, robot: &Robot) {
    let (all, one) = ("/stream/event", "/games/{id}/stream");
    let mut events = api.stream(robot, all, "", "?since=0").await;
    api.lines(&mut events, all, "ready").await;
    let wish = json!({ "mode": "sandbox", "opponent": "gibberish" });
    let id = api.begun(robot, wish.clone()).await;
    let mut follows = api.stream(robot, one, &id, "").await;
    api.made(robot, &id, "questions", json!({ "questions": five("asks") })).await;
    api.made(robot, &id, "responses", json!({ "responses": five("says") })).await;
    let over = api.made(robot, &id, "guess", json!({ "guess": 5 })).await;
    assert_eq!(over["ending"], "final");
    assert!(!api.lines(&mut follows, one, "game").await.is_empty());
    let left = api.begun(robot, wish).await;
    api.made(robot, &left, "abort", json!({})).await;
    questions(api, app, robot, &mut events).await;
    conversation(api, app, robot, &mut events).await;
    rated_game(api, app, robot).await;
    api.looks_around(robot).await;
    let news = api.lines(&mut events, all, "game").await;
    assert_eq!(news[0]["type"], "account");
    let mut newer = api.stream(robot, all, "", "").await;
    api.lines(&mut events, all, "closing").await;
    api.lines(&mut newer, all, "ready").await;
    app.acts(|tx, at| token::revoke(tx, ROBOT, &hash("luna_robot"), at.now)).await;
    api.lines(&mut newer, all, "closing").await;
}

/// Questions outside games: one on the stream, answered, and one that stays open.
async fn questions(api: &mut Api, app: &TestApp, robot: &Robot, events: &mut Lines) {
    let id = asked(app, "01question0000000000000001").await;
    let line = api.lines(events, "/stream/event", "task").await.pop().unwrap();
    assert_eq!(line["task"]["id"], id.as_str());
    api.call(robot, "GET /tasks", Sent::default()).await.ok();
    let one = || Sent { id: &id, ..Sent::default() };
    api.call(robot, "GET /tasks/{id}", one()).await.ok();
    let answers = json!({ "answers": [{ "answer": "Seine", "confidence": 0.9 }] });
    let sent = Sent { body: Some(answers.to_string()), key: Some("answers"), ..one() };
    api.call(robot, "POST /tasks/{id}/reply", sent).await.ok();
    let sent = Sent { body: Some(answers.to_string()), key: Some("answers"), ..one() };
    api.call(robot, "POST /tasks/{id}/reply", sent).await.ok();
    let other = json!({ "answers": [{ "answer": "Loire", "confidence": 0.9 }] });
    let sent = Sent { body: Some(other.to_string()), ..one() };
    let said = api.call(robot, "POST /tasks/{id}/reply", sent).await;
    assert_eq!(said.body["error"]["key"], "refused");
    let said = api.call(robot, "POST /tasks/{id}/decline", one()).await;
    assert_eq!(said.body["error"]["key"], "refused");
    let id = asked(app, "01question0000000000000009").await;
    for key in ["declined", "declined"] {
        let sent = Sent { id: &id, key: Some(key), ..Sent::default() };
        let said = api.call(robot, "POST /tasks/{id}/decline", sent).await.ok();
        assert_eq!(said["state"], "declined");
    }
}

/// A conversation, in which the robot says something in lines and in keys.
async fn conversation(api: &mut Api, app: &TestApp, robot: &Robot, events: &mut Lines) {
    let about = "01talk00000000000000000001";
    for (id, wants, said) in [
        ("01talk00000000000000000002", Wants::Lines, json!({ "lines": ["Hi.", "You?"] })),
        (
            "01talk00000000000000000003",
            Wants::Characters,
            json!({ "keys": "Hi\n", "delays_ms": [90, 80, 70] }),
        ),
        ("01talk00000000000000000004", Wants::Lines, json!({ "lines": [] })),
    ] {
        let mut line = TaskLine::new(Role::Judge, "Hello", 4_200);
        if wants == Wants::Characters {
            line.open = true;
            (line.keys, line.delays_ms) = (Some("Hello".to_owned()), Some(vec![90; 5]));
        }
        let task = ConverseTask::new(id, about, Role::Entry, wants, 9_000, vec![line]);
        put(app, id, OutsideTask::Converse(task)).await;
        let line = api.lines(events, "/stream/event", "task").await.pop().unwrap();
        assert_eq!(line["task"]["id"], id);
        let answers = json!({ "answers": [{ "answer": "Hi.", "confidence": 1 }] }).to_string();
        let sent = Sent { id, body: Some(answers), ..Sent::default() };
        let refused = api.call(robot, "POST /tasks/{id}/reply", sent).await;
        assert_eq!(refused.problem(), "422 invalid: The reply has no “lines”.");
        for key in ["once", "twice"] {
            let key = format!("{key}-{id}");
            let sent =
                Sent { id, body: Some(said.to_string()), key: Some(&key), ..Sent::default() };
            let done = api.call(robot, "POST /tasks/{id}/reply", sent).await.ok();
            assert_eq!((&done["state"], &done["reply"]), (&json!("done"), &said));
        }
    }
}

/// Puts a question of Ann's to the robot.
async fn asked(app: &TestApp, id: &'static str) -> String {
    let question = Question::new("Which river flows through Paris?", "", &[]);
    put(app, id, OutsideTask::Question(QuestionTask::new(id, question, 500))).await;
    id.to_owned()
}

/// Puts a task of Ann's to the robot.
async fn put(app: &TestApp, id: &'static str, task: OutsideTask) {
    let body = serde_json::to_string(&task).unwrap();
    app.acts(move |tx, at| {
        let ann = player::by_name(tx, "ann")?.id;
        let about = (task.subject() != id).then(|| task.subject());
        let new = NewTask {
            id,
            machine_id: ROBOT,
            asked_by: &ann,
            skill: task.skill(),
            about,
            body: &body,
            counted: true,
            owner: None,
        };
        assert_eq!(task::put(tx, at.now, &new, false)?, None);
        Ok(())
    })
    .await;
}

async fn rated_game(api: &mut Api, app: &TestApp, robot: &Robot) {
    for house in ["gibberish", "eliza", "recall"] {
        let id = format!("house-{house}");
        app.acts(move |tx, at| machine::kill(tx, at, &id, "not today")).await;
    }
    let id = api.begun(robot, json!({})).await;
    api.made(robot, &id, "questions", json!({ "questions": five("asks") })).await;
    let mut bob = app.guest("bob").await;
    let game = bob.opens("bob").await;
    app.passes(10 * MINUTE, MINUTE).await;
    bob.answers(&game, "bob").await;
    api.made(robot, &id, "responses", json!({ "responses": five("says") })).await;
    // It has half an hour for its guess, once the responses are out.
    for _ in 0..1_000 {
        if robot.get(&format!("/games/{id}")).await.ok()["duty"] == "guess" {
            break;
        }
        app.passes(MINUTE, MINUTE).await;
    }
    bob.guesses(&game, "30").await;
    let sliders = json!({ "guess": 62.5, "sliders": [1, null, null, 2, 3] });
    api.made(robot, &id, "guess", sliders).await;
    app.passes(DAY, MINUTE * 30).await;
    let game = Sent { id: &id, ..Sent::default() };
    assert_eq!(api.call(robot, "GET /games/{id}", game).await.ok()["ending"], "final");
}

/// What the document does not allow, though it can be read somehow.
async fn near_misses(api: &mut Api, robot: &Robot, id: &str) {
    for (what, body) in [
        ("POST /games", "{\"mode\":{\"rated\":null}}"),
        ("POST /games", "[\"sandbox\",\"gibberish\"]"),
        ("POST /games", "null"),
        ("POST /games/{id}/abort", "[]"),
        ("POST /games/{id}/guess", "{\"guess\":-0.0000001}"),
        ("POST /games/{id}/guess", "{\"guess\":100.0000001}"),
        ("POST /games/{id}/guess", "{\"guess\":50,\"sliders\":[1,2,3,4,-0.0000001]}"),
    ] {
        let said = api.call(robot, what, Sent { id, body: Some(body.into()), ..Sent::default() });
        assert_eq!(said.await.status, 422, "{what} {body}");
    }
    for query in ["?before=5-", "?before=+5-01jd3mb8z5q9x7k2v4w6t8r0ec", "?limit=0", "?limit=1.0"] {
        let said = api.call(robot, "GET /games", Sent { query, ..Sent::default() });
        assert_eq!(said.await.status, 422, "{query}");
    }
}

async fn refusals(api: &mut Api, app: &TestApp, robot: &Robot) {
    let robot = &robot.with(&app.token(ROBOT, "luna_second", "play").await);
    let id = &api.begun(robot, json!({})).await;
    api.task = asked(app, "01question0000000000000002").await;
    api.each(&robot.with(""), 401, id, |_| {}).await;
    api.each(&robot.with("luna_wrong"), 401, id, |_| {}).await;
    api.each(robot, 400, id, |sent| sent.body = Some("{".into())).await;
    api.each(robot, 404, NOBODYS, |_| {}).await;
    api.each(robot, 404, "%FF", |_| {}).await;
    api.each(robot, 413, id, |sent| sent.body = Some(" ".repeat(600_000))).await;
    api.each(robot, 415, id, |sent| sent.media_type = Some("text/plain")).await;
    api.each(robot, 422, id, |sent| match sent.body {
        Some(_) => sent.body = Some("{\"nonsense\":1}".into()),
        None => sent.query = "?nonsense=1",
    })
    .await;
    near_misses(api, robot, id).await;
    // A key that was used for something else.
    let used = |sent: &mut Sent<'_>| match sent.body {
        Some(_) => sent.key = Some("used"),
        None => sent.query = "?since=-1",
    };
    let wish = json!({ "mode": "sandbox" });
    let body = Some(wish.to_string());
    let begun = Sent { key: Some("used"), body, ..Sent::default() };
    let begun = api.call(robot, "POST /games", begun).await.ok();
    // Nobody is to meet it there later.
    api.made(robot, begun["id"].as_str().unwrap(), "abort", json!({})).await;
    api.each(robot, 422, id, used).await;
    api.made(robot, id, "questions", json!({ "questions": five("asks") })).await;
    conflicts(api, app, robot, id).await;
    let reader = robot.with(&app.token(ROBOT, "luna_reader", "read").await);
    for (path, method, _) in operations(&api.document) {
        if method == "post" {
            let what = format!("POST {path}");
            let said = api.call(&reader, &what, Sent { id, ..Sent::default() }).await;
            assert_eq!(said.body["error"]["key"], "scope");
        }
    }
    app.acts(|tx, at| machine::kill(tx, at, ROBOT, "It swears.")).await;
    api.each(robot, 403, id, |_| {}).await;
}

/// What comes at the wrong time: to another's game, and while the same is done.
async fn conflicts(api: &mut Api, app: &TestApp, robot: &Robot, id: &str) {
    for (what, body) in [
        ("questions", json!({ "questions": five("others") })),
        ("responses", json!({ "responses": five("says") })),
        ("guess", json!({ "guess": 1 })),
    ] {
        let sent = Sent { id, body: Some(body.to_string()), ..Sent::default() };
        let said = api.call(robot, &format!("POST /games/{{id}}/{what}"), sent).await;
        assert_eq!(said.body["error"]["key"], "refused");
    }
    let other = app.robot_as("02other0000000000000000000", "other", "ann").await;
    let mine = api.begun(robot, json!({ "mode": "sandbox", "opponent": "other" })).await;
    let theirs = api.begun(&other, json!({ "mode": "sandbox", "opponent": "robot" })).await;
    for (what, body) in [
        ("questions", json!({ "questions": five("asks") })),
        ("responses", json!({ "responses": five("says") })),
    ] {
        api.made(robot, &mine, what, body.clone()).await;
        api.made(&other, &theirs, what, body).await;
    }
    api.made(robot, &mine, "guess", json!({ "guess": 5 })).await;
    let done = api.call(robot, "POST /games/{id}/abort", Sent { id: &mine, ..Sent::default() });
    assert_eq!(done.await.body["error"]["key"], "refused");
    app.db.raw(
        "CREATE TRIGGER meanwhile BEFORE INSERT ON receipt BEGIN
         INSERT INTO receipt SELECT new.player_id, new.key, new.request, 201, '{}', new.at; END",
    );
    let said = api.call(robot, "POST /games", Sent { key: Some("same"), ..Sent::default() }).await;
    assert_eq!(said.body["error"]["key"], "conflict");
    app.db.raw("DROP TRIGGER meanwhile");
}

async fn limits(api: &mut Api) {
    let app = TestApp::with(|settings| settings.machine_requests_per_minute = 1).await;
    app.account("ann").await;
    let robot = app.robot_as(ROBOT, "robot", "ann").await;
    robot.get("/account").await.ok();
    api.each(&robot, 429, NOBODYS, |_| {}).await;
    let app = TestApp::new().await;
    app.account("ann").await;
    let robot = app.robot_as(ROBOT, "robot", "ann").await;
    for _ in 0..5 {
        api.begun(&robot, json!({})).await;
    }
    let full = api.call(&robot, "POST /games", Sent::default()).await;
    assert_eq!(full.body["error"]["key"], "too_many");
    api.looks_around(&robot).await;
    for _ in 0..120 {
        robot.with("luna_wrong").get("/account").await;
    }
    api.each(&robot.with("luna_wrong"), 429, NOBODYS, |_| {}).await;
}

/// The routes as they are written in the code: paths, each with its methods.
fn routes() -> BTreeSet<(String, String)> {
    let mut all = BTreeSet::new();
    let source = include_str!("../../src/api/operations.rs");
    for operation in source.split("    Operation {").skip(1) {
        let path = operation.split('"').nth(1).unwrap();
        let route = operation.split_once("route: || ").unwrap().1;
        all.insert((path.to_owned(), route.split('(').next().unwrap().to_owned()));
    }
    all
}

#[tokio::test]
async fn every_route_is_in_the_document_and_takes_no_other_method() {
    let (app, robot) = house().await;
    let document = document(&app).await;
    let documented: BTreeSet<(String, String)> =
        operations(&document).into_iter().map(|(path, method, _)| (path, method)).collect();
    assert_eq!(documented, routes());
    let schemas = Schemas(&document);
    for path in document["paths"].as_object().unwrap().keys() {
        let known = |method: &str| documented.contains(&(path.clone(), method.to_lowercase()));
        let mut taken: Vec<&str> = ["GET", "POST"].into_iter().filter(|it| known(it)).collect();
        if known("GET") {
            taken.insert(1, "HEAD");
        }
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"] {
            if taken.contains(&method) {
                continue;
            }
            let uri = format!("/api/v1{}", path.replace("{id}", NOBODYS));
            let request = Request::builder().method(method).uri(uri).body(Body::empty()).unwrap();
            let said = robot.send(request).await;
            assert_eq!(said.status, 405, "{method} {path}");
            assert_eq!(said.headers["allow"], taken.join(","), "{method} {path}");
            assert!(said.headers.contains_key("ratelimit"));
            let answer = &document["components"]["responses"]["405"];
            schemas.check(&media(answer)["schema"], &said.body).unwrap();
        }
    }
    let request = Request::head("/api/v1/account");
    let request = request.header("authorization", "Bearer luna_robot").body(Body::empty());
    let head = robot.with("").open(request.unwrap()).await;
    assert_eq!(head.status(), 200);
    let answer = &document["components"]["responses"]["404"];
    for path in ["", "/", "/nowhere", "/games/"] {
        let nowhere = robot.get(path).await;
        assert_eq!(nowhere.status, 404, "{path}");
        schemas.check(&media(answer)["schema"], &nowhere.body).unwrap();
        assert!(nowhere.headers.contains_key("ratelimit"), "{path}");
    }
}

/// Every schema with an example of it, wherever one stands in the document.
fn examples(at: &str, value: &Value, all: &mut Vec<(String, Value, Value)>) {
    let Some(fields) = value.as_object() else {
        let items = value.as_array().into_iter().flatten();
        items.enumerate().for_each(|(nth, item)| examples(&format!("{at}/{nth}"), item, all));
        return;
    };
    if let Some(schema) = fields.get("schema") {
        let named = fields.get("examples").and_then(Value::as_object).into_iter().flatten();
        let named = named.map(|(_, example)| &example["value"]);
        for example in fields.get("example").into_iter().chain(named) {
            all.push((at.to_owned(), schema.clone(), example.clone()));
        }
    }
    for (name, field) in fields {
        // What is inside of an example is no schema.
        if name != "example" && name != "examples" {
            examples(&format!("{at}/{name}"), field, all);
        }
    }
}

#[tokio::test]
async fn everything_has_an_example_that_fits() {
    let (app, _) = house().await;
    let document = document(&app).await;
    let mut all = Vec::new();
    examples("", &document, &mut all);
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        let own = schema["examples"].as_array().unwrap_or_else(|| panic!("{name} has no example"));
        all.extend(own.iter().map(|own| (name.clone(), schema.clone(), own.clone())));
    }
    for (at, schema, example) in &all {
        let checked = Schemas(&document).check(schema, example);
        assert!(checked.is_ok(), "{at}: {checked:?}");
    }
    let has = |at: &str| all.iter().any(|(known, _, _)| known == at);
    for group in ["paths", "webhooks"] {
        for (path, methods) in document[group].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                let at = format!("/{group}/{path}/{method}");
                assert!(operation["summary"].is_string() && operation["description"].is_string());
                if operation["requestBody"].is_object() {
                    assert!(has(&format!("{at}/requestBody/content/application/json")), "{at}");
                }
                let (status, answer) =
                    operation["responses"].as_object().unwrap().iter().next().unwrap();
                let kind = answer["content"].as_object().unwrap().keys().next().unwrap();
                assert!(has(&format!("{at}/responses/{status}/content/{kind}")), "{at}");
            }
        }
    }
    for group in ["parameters", "headers"] {
        for name in document["components"][group].as_object().unwrap().keys() {
            assert!(has(&format!("/components/{group}/{name}")), "{name}");
        }
    }
}

/// Reads a task and, if there is one, the reply to it; gives the task as it is sent again.
fn sent_again<T: Task + DeserializeOwned>(sent: &Value, reply: &Value) -> Value {
    let task: T = serde_json::from_value(sent.clone()).unwrap();
    assert_eq!(serde_json::to_value(&task).unwrap(), *sent);
    if !reply.is_null() {
        task.read_value(reply).unwrap();
    }
    serde_json::to_value(task.again("Once more.")).unwrap()
}

#[tokio::test]
async fn the_tasks_of_the_document_are_those_that_are_posted() {
    let (app, _) = house().await;
    let document = document(&app).await;
    let post = &document["webhooks"]["machine"]["post"];
    let (tasks, replies) = (media(&post["requestBody"]), media(&post["responses"]["200"]));
    for (name, example) in tasks["examples"].as_object().unwrap() {
        let (sent, reply) = (&example["value"], &replies["examples"][name]["value"]);
        let again = match sent["type"].as_str().unwrap() {
            "question" | "converse" => sent_again::<OutsideTask>(sent, reply),
            _ => sent_again::<GameTask>(sent, reply),
        };
        Schemas(&document).check(&tasks["schema"], &again).unwrap();
    }
    let example = |name: &str| {
        document["components"]["parameters"][name]["example"].as_str().unwrap().to_owned()
    };
    let task: GameTask = serde_json::from_value(tasks["examples"]["ask"]["value"].clone()).unwrap();
    let body = serde_json::to_string(&task).unwrap();
    let timestamp = example("luna-timestamp").parse().unwrap();
    let signature = webhook::sign("a signing secret", timestamp, body.as_bytes());
    assert_eq!(signature, example("luna-signature"));
}

#[tokio::test]
async fn the_reference_says_all_that_the_document_says() {
    let (app, _) = house().await;
    let document = document(&app).await;
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    let mut reader = app.visitor();
    let overview = reader.get("/docs/api").await;
    let schemas = Schemas(&document);
    for (path, method, operation) in operations(&document) {
        let word = |name: &str| operation[name].as_str().unwrap().to_owned();
        let (id, line) = (word("operationId"), format!("{} /api/v1{path}", method.to_uppercase()));
        let entry = format!("<a href=\"/docs/api/{id}\">{}</a>", word("summary"));
        assert!(overview.body.contains(&entry), "{entry}");
        assert!(overview.text().contains(&line), "{line}");
        let page = reader.get(&format!("/docs/api/{id}")).await;
        let text = page.text();
        let says = |what: &str| assert!(text.contains(what), "{id} does not say {what}");
        says(&line);
        says(&word("description").replace('`', ""));
        for label in ["curl", "Python", "Rust", "Any program"] {
            assert!(page.body.contains(&format!("<strong>{label}</strong>")), "{id}: {label}");
        }
        says(&format!(
            "curl {}",
            if id == "events" || id == "follow" { "-N -sSf" } else { "-sSf" }
        ));
        let plays = method == "post";
        assert_eq!(text.contains("a token of the scope play"), plays, "{id}");
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let parameter = schemas.meant(parameter);
            says(parameter["name"].as_str().unwrap());
            says(&parameter["description"].as_str().unwrap().replace('`', ""));
        }
        for (status, answer) in operation["responses"].as_object().unwrap() {
            says(status);
            let answer = schemas.meant(answer);
            let media = answer["content"].as_object().unwrap().values().next().unwrap();
            for (key, example) in media["examples"].as_object().into_iter().flatten() {
                says(&example["summary"].as_str().unwrap().replace('`', ""));
                if status.as_str() >= "400" {
                    says(key);
                }
            }
        }
        let plain = page.body.replace("&quot;", "\"");
        let json = plain.split("data-language=\"json\"><pre tabindex=\"0\"><code>").skip(1);
        let shown: Vec<Value> = json
            .map(|rest| serde_json::from_str(rest.split("</code>").next().unwrap()).unwrap())
            .collect();
        let success = operation["responses"].as_object().unwrap().values().next().unwrap();
        let media = success["content"].as_object().unwrap().values().next().unwrap();
        let examples = media["examples"].as_object().into_iter().flatten();
        let examples = examples.map(|(_, example)| &example["value"]);
        let wanted: Vec<&Value> = media.get("example").into_iter().chain(examples).collect();
        assert_eq!(shown.len(), wanted.len(), "{id}");
        assert!(wanted.iter().all(|example| shown.contains(example)), "{id}: {shown:?}");
    }
}

#[tokio::test]
async fn the_reference_has_what_all_requests_have_in_common() {
    let (app, _) = house().await;
    let document = document(&app).await;
    let mut reader = app.visitor();
    let fields = |name: &str| document["components"][name].as_object().unwrap().clone();
    let text = reader.get("/docs/api/concepts").await.text();
    for key in fields("schemas")["Error"]["properties"]["error"]["properties"]["key"]["enum"]
        .as_array()
        .unwrap()
    {
        let row =
            text.lines().find(|line| line.starts_with(&format!("{} | ", key.as_str().unwrap())));
        assert!(row.is_some(), "{key} is not in the table");
    }
    let row = "conflict | 409 | The game changed at the same moment; send the request again.";
    assert!(text.contains(row), "{text}");
    let objects = reader.get("/docs/api/objects").await.body;
    for (name, schema) in fields("schemas") {
        let anchor = format!("<h2 id=\"{}\">{name}", name.to_lowercase());
        let section = objects.split(&anchor).nth(1).unwrap_or_else(|| panic!("{name}"));
        let section = section.split("<h2").next().unwrap();
        for field in schema["properties"].as_object().into_iter().flatten() {
            assert!(section.contains(&format!("<code>{}</code>", field.0)), "{name} {}", field.0);
        }
    }
    // Requests that Luna sends: each task with an example.
    let task = reader.get("/docs/api/task").await;
    let plain = task.body.replace("&quot;", "\"");
    for kind in ["ask", "answer", "guess", "question", "converse"] {
        assert!(plain.contains(&format!("\"type\": \"{kind}\"")), "{kind}");
    }
    assert!(task.text().contains("POST your URL"));
    for name in ["luna-timestamp", "luna-signature", "luna-delivery"] {
        assert!(task.text().contains(name), "{name}");
    }
}

#[tokio::test]
async fn the_page_about_the_api_is_short_and_says_where_to_begin() {
    let (app, _) = house().await;
    let mut visitor = app.visitor();
    assert!(visitor.get("/").await.body.contains("href=\"/api\""));
    let page = visitor.get("/api").await;
    assert!(!page.body.contains("<script"));
    let links = ["/docs/quickstart", "/docs/api", "/docs/bot", "/docs/python", "/api/openapi.json"];
    for link in links {
        assert!(page.body.contains(&format!("href=\"{link}\"")), "{link}");
        assert_eq!(visitor.get(link).await.status, 200, "{link}");
    }
    assert!(page.body.contains("<a href=\"/signup\">Create an account</a>"));
    let main = page.body.split("<main").nth(1).unwrap().split("</main>").next().unwrap();
    assert!(main.len() < 3_000, "{}", main.len());
    let own = app.account("ben").await.get("/api").await;
    assert!(own.body.contains("<a href=\"/settings/machines/new\">Register a machine</a>"));
}
