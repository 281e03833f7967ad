use std::time::Duration;

use luna_core::game::Move;
use luna_machines::openai::{
    Budget, MaxTokensName, MeteredReply, Model, NoReply, Patience, Prices, Prompts, Usage,
};
use luna_machines::task::{CallError, ConverseTask, Role, TaskLine, Wants};
use serde_json::{Map, Value, json};
use tokio::time::timeout;

use crate::server::{
    Script, ScriptedResponse, answer, answers, ask, conversation, five, guess, http, nobody,
    question, say, silent,
};

const SOON: Duration = Duration::from_millis(1);
const NEVER: Duration = Duration::from_secs(3600);
const LONG: Duration = Duration::from_secs(30);

fn model(url: &str) -> Model {
    Model {
        base_url: format!("{url}/v1/"),
        model: "tiny".to_owned(),
        key: Some("sk-secret".to_owned()),
        prompts: Prompts::default(),
        reasoning_end: None,
        temperature: None,
        max_tokens: 500,
        max_tokens_name: MaxTokensName::default(),
        timeout: Duration::from_secs(5),
        patience: Patience { attempts: 3, first_wait: SOON, longest_wait: SOON },
        extra: Map::new(),
        http: http(true),
    }
}

/// As a server answers, with 100 tokens read and 10 written.
fn writes(text: &str) -> ScriptedResponse {
    let choice = json!({ "index": 0, "message": { "role": "assistant", "content": text }, "finish_reason": "stop" });
    let usage = json!({ "prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110 });
    say(200, json!({ "id": "c1", "choices": [choice], "usage": usage }).to_string())
}

fn used(calls: u64, answers: u64) -> Usage {
    Usage { calls, tokens_in: 100 * answers, tokens_out: 10 * answers }
}

async fn play_guess(model: &Model) -> Result<(String, Usage), NoReply> {
    let played = timeout(LONG, model.call(&guess(), &Budget::default())).await;
    let MeteredReply { reply, usage } = played.expect("it waits too long")?;
    let Move::Guess(guess) = reply else { panic!("no guess") };
    Ok((guess.points.to_string(), usage))
}

fn guessed(points: &str, usage: Usage) -> (String, Usage) {
    (points.to_owned(), usage)
}

#[tokio::test]
async fn a_model_plays_all_three_duties() {
    let numbered = "1. Piped 1?\n2. Piped 2?\n3. Piped 3?\n4. Piped 4?\n5. Piped 5?";
    let list = json!(five("I say")).to_string();
    let (url, script) = Script::start([writes(numbered), writes(&list), writes("62.5/100")]).await;
    let model = model(&url);
    let played = model.call(&ask(), &Budget::default()).await;
    assert_eq!(played, Ok(MeteredReply { reply: Move::Ask(five("Piped")), usage: used(1, 1) }));
    let played = model.call(&answer(), &Budget::default()).await;
    assert_eq!(played, Ok(MeteredReply { reply: Move::Answer(five("I say")), usage: used(1, 1) }));
    assert_eq!(play_guess(&model).await.unwrap(), guessed("62.5", used(1, 1)));

    let heard = script.requests();
    for request in &heard {
        assert_eq!(request.path, "/v1/chat/completions");
        assert_eq!(request.header("authorization"), "Bearer sk-secret");
        let body = request.json();
        let sent: Vec<&String> = body.as_object().unwrap().keys().collect();
        assert_eq!(sent, ["max_tokens", "messages", "model", "stream"]);
        assert_eq!((&body["max_tokens"], &body["stream"]), (&json!(500), &json!(false)));
    }
    let prompt = |nth: usize| heard[nth].json()["messages"][0]["content"].to_string();
    assert!(prompt(0).contains("at most 40 characters"));
    assert!(prompt(1).contains("5. Theirs 5?"));
    assert!(prompt(2).contains("5. Mine 5?") && prompt(2).contains("5. Response 5?"));
}

#[tokio::test]
async fn what_the_owner_has_set_is_sent() {
    let (url, script) = Script::start([writes("<think>Is it 50, or 70?</think>\n62")]).await;
    let mut model = model(&url);
    model.key = None;
    model.temperature = Some(0.5);
    model.max_tokens_name = MaxTokensName::MaxCompletionTokens;
    model.reasoning_end = Some("</think>".to_owned());
    model.extra = Map::from_iter([
        ("seed".to_owned(), json!(7)),
        ("stream".to_owned(), json!(true)),
        ("model".to_owned(), json!("dear")),
    ]);
    model.prompts.guess = "{responses} How smart?".to_owned();
    assert_eq!(play_guess(&model).await.unwrap(), guessed("62", used(1, 1)));
    let request = &script.requests()[0];
    assert!(request.headers.get("authorization").is_none());
    let prompt =
        "1. Response 1?\n2. Response 2?\n3. Response 3?\n4. Response 4?\n5. Response 5? How smart?";
    assert_eq!(
        request.json(),
        json!({
            "model": "tiny", "stream": false, "seed": 7, "temperature": 0.5,
            "max_completion_tokens": 500, "messages": [{ "role": "user", "content": prompt }],
        })
    );
}

#[tokio::test]
async fn a_reply_that_is_not_understood_is_asked_for_again_in_words() {
    let (url, script) = Script::start([writes("62 or 70"), writes(""), writes("65")]).await;
    assert_eq!(play_guess(&model(&url)).await.unwrap(), guessed("65", used(3, 3)));
    let messages = script.requests()[2].json()["messages"].clone();
    let roles: Vec<&Value> = messages.as_array().unwrap().iter().map(|it| &it["role"]).collect();
    assert_eq!(roles, ["user", "assistant", "user", "assistant", "user"]);
    assert_eq!(messages[1]["content"], "62 or 70");
    assert_eq!(messages[3]["content"], "(nothing)");
    let problem = messages[2]["content"].as_str().unwrap();
    assert!(problem.starts_with("There are several numbers in the reply (62; 70)"), "{problem}");
}

#[tokio::test]
async fn too_long_texts_are_asked_for_again_and_never_cut() {
    let mut long = five("Long");
    long[1] = "x".repeat(41);
    let (url, script) = Script::start([
        writes(&json!(long).to_string()),
        writes(&json!(five("Short")).to_string()),
    ])
    .await;
    let played = model(&url).call(&ask(), &Budget::default()).await.unwrap();
    assert_eq!(played.reply, Move::Ask(five("Short")));
    let problem = script.requests()[1].json()["messages"][2]["content"].to_string();
    assert!(problem.contains("Question 2 has 41 characters; the limit is 40."), "{problem}");
}

#[tokio::test]
async fn a_model_that_is_never_understood_is_invalid_and_has_cost_something() {
    let (url, script) =
        Script::start([writes("a"), writes("150"), writes("-3"), writes("62")]).await;
    let NoReply { error, usage, .. } = play_guess(&model(&url)).await.unwrap_err();
    assert_eq!(error, CallError::Invalid("The guess is outside 0 to 100.".to_owned()));
    assert_eq!(usage, used(3, 3));
    assert_eq!(script.requests().len(), 3);
}

#[tokio::test]
async fn a_reply_that_was_cut_off_is_said_to_be() {
    let cut =
        json!({ "choices": [{ "message": { "content": "1. Wh" }, "finish_reason": "length" }] });
    let (url, script) =
        Script::start([say(200, cut.to_string()), writes(&json!(five("Short")).to_string())]).await;
    model(&url).call(&ask(), &Budget::default()).await.unwrap();
    let problem = script.requests()[1].json()["messages"][2]["content"].to_string();
    assert!(problem.contains("cut off after 500 tokens"), "{problem}");
}

#[tokio::test]
async fn thoughts_that_were_cut_off_are_no_reply() {
    let aloud = "<think>1. a\n2. b\n3. c\n4. d\n5. e";
    let cut =
        json!({ "choices": [{ "message": { "content": aloud }, "finish_reason": "length" }] });
    let (url, script) =
        Script::start([say(200, cut.to_string()), writes(&json!(five("Short")).to_string())]).await;
    let mut model = model(&url);
    model.reasoning_end = Some("</think>".to_owned());
    let played = model.call(&ask(), &Budget::default()).await.unwrap();
    assert_eq!((played.usage.calls, script.requests().len()), (2, 2));
}

#[tokio::test]
async fn what_is_written_in_parts_is_one_text() {
    let parts = json!([
        { "type": "thinking", "thinking": "Is it 50?", "text": "50" },
        { "type": "text", "text": "6" },
        { "type": "text", "text": "2" },
    ]);
    let answers = [parts, Value::Null, json!([]), json!(["6", "3"])].map(|content| {
        let choice = json!({ "message": { "role": "assistant", "content": content } });
        let usage = json!({ "prompt_tokens": 100, "completion_tokens": 10 });
        say(200, json!({ "choices": [choice], "usage": usage }).to_string())
    });
    let (url, _) = Script::start(answers).await;
    let model = model(&url);
    assert_eq!(play_guess(&model).await.unwrap(), guessed("62", used(1, 1)));
    assert_eq!(play_guess(&model).await.unwrap(), guessed("63", used(3, 3)));
}

#[tokio::test]
async fn a_busy_server_is_waited_for_as_long_as_it_says() {
    let busy = |status, seconds: &str| say(status, "").with("retry-after", seconds);
    let (url, _) = Script::start([busy(429, "0"), busy(503, "0"), writes("62")]).await;
    let mut model = model(&url);
    model.patience = Patience { attempts: 3, first_wait: NEVER, longest_wait: NEVER };
    assert_eq!(play_guess(&model).await.unwrap(), guessed("62", used(3, 1)));
}

#[tokio::test]
async fn nobody_waits_longer_than_was_set() {
    let (url, _) = Script::start([
        say(429, "").with("retry-after", "86400"),
        say(500, "").with("retry-after", "Fri, 20 Nov 2037 12:00:00 GMT"),
        writes("62"),
    ])
    .await;
    assert_eq!(play_guess(&model(&url)).await.unwrap(), guessed("62", used(3, 1)));
}

#[tokio::test]
async fn a_server_that_stays_away_is_unreachable() {
    let (url, script) =
        Script::start([say(500, "a"), say(502, "b"), say(503, "c"), writes("62")]).await;
    let NoReply { error, usage, .. } = play_guess(&model(&url)).await.unwrap_err();
    assert_eq!(error, CallError::Unreachable("The server answered 503.".to_owned()));
    assert_eq!((usage, script.requests().len()), (used(3, 0), 3));

    let mut slow = model(&silent().await);
    slow.timeout = Duration::from_millis(50);
    let NoReply { error, usage, .. } = play_guess(&slow).await.unwrap_err();
    assert!(matches!(error, CallError::Stalled(_)), "{error:?}");
    // What it has written since may have to be paid.
    assert_eq!((usage.calls, usage.tokens_out), (3, 3 * 500));
    assert!(usage.tokens_in > 0);
    let away = model(&nobody().await);
    let NoReply { error, usage, .. } = play_guess(&away).await.unwrap_err();
    assert!(matches!(error, CallError::Unreachable(_)), "{error:?}");
    assert_eq!(usage, used(3, 0));
}

#[tokio::test]
async fn how_long_a_server_wants_to_be_left_alone_is_told() {
    let at = "Sun, 06 Nov 1994 08:49:37 GMT";
    let (url, _) = Script::start([
        say(429, "").with("retry-after", "77"),
        say(429, ""),
        say(503, "").with("date", at).with("retry-after", "Sun, 06 Nov 1994 08:51:00 GMT"),
        say(503, "").with("date", at).with("retry-after", "Sat, 05 Nov 1994 08:51:00 GMT"),
        say(503, "").with("date", at).with("retry-after", "tomorrow"),
    ])
    .await;
    let mut model = model(&url);
    model.patience.attempts = 1;
    for seconds in [Some(77), None, Some(83), Some(0), None] {
        let wait = play_guess(&model).await.unwrap_err().wait;
        assert_eq!(wait, seconds.map(Duration::from_secs));
    }
}

#[tokio::test]
async fn what_is_set_aside_suffices_for_every_time_it_is_asked_again() {
    let long = "An answer that nobody can read. ".repeat(60);
    let (url, script) = Script::start([writes(&long), writes(&long), writes("62")]).await;
    let model = model(&url);
    let need = model.need(&guess());
    assert!(need.once > 500 && need.whole > 3 * need.once, "{need:?}");
    let budget = Budget { tokens_left: Some(need.whole) };
    let played = model.call(&guess(), &budget).await.unwrap();
    assert_eq!((played.usage.calls, script.requests().len()), (3, 3));
    let little = Budget { tokens_left: Some(need.once - 1) };
    let NoReply { error, usage, .. } = model.call(&guess(), &little).await.unwrap_err();
    assert!(matches!(error, CallError::Spent(_)), "{error:?}");
    assert_eq!(usage, Usage::default());
}

#[tokio::test]
async fn what_will_not_change_is_not_tried_again() {
    let wrong_key = r#"{"error":{"message":"Incorrect API key provided: sk-secret.\u0007"}}"#;
    for (said, sentence) in [
        (say(401, wrong_key), "The server answered 401: Incorrect API key provided: …."),
        (say(404, r#"{"error":"model not found"}"#), "The server answered 404: model not found"),
        (say(405, "<html>"), "The server answered 405."),
        (say(200, "<html>"), "The server's answer is not JSON."),
        (say(200, "{}"), "The server's answer has no message of a model."),
        (say(200, "[]"), "The server's answer has no message of a model."),
        (say(200, "x".repeat(600_000)), "The reply is longer than 512 KiB."),
    ] {
        let (url, script) = Script::start([said]).await;
        let NoReply { error, .. } = play_guess(&model(&url)).await.unwrap_err();
        assert_eq!(error, CallError::Refused(sentence.to_owned()));
        assert_eq!(script.requests().len(), 1);
    }
    let mut unsendable = model("http://127.0.0.1:1");
    unsendable.key = Some("sk-secret\n".to_owned());
    let NoReply { error, .. } = play_guess(&unsendable).await.unwrap_err();
    assert!(matches!(&error, CallError::Refused(_)), "{error:?}");
    assert!(!error.to_string().contains("sk-secret"));
}

/// As hosts answer to what offends: another game may be another matter.
#[tokio::test]
async fn a_refusal_of_one_text_is_an_invalid_reply() {
    for status in [400, 403, 422] {
        let (url, script) = Script::start([say(status, "<html>")]).await;
        let NoReply { error, .. } = play_guess(&model(&url)).await.unwrap_err();
        assert_eq!(error, CallError::Invalid(format!("The server answered {status}.")));
        assert_eq!(script.requests().len(), 1);
    }
}

#[tokio::test]
async fn private_addresses_and_redirects_are_refused() {
    let (secret, secrets) = Script::start([writes("62")]).await;
    let (url, script) = Script::start([say(307, "").with("location", secret)]).await;
    let mut model = model(&url);
    let NoReply { error, usage, .. } = play_guess(&model).await.unwrap_err();
    assert!(matches!(error, CallError::Refused(_)), "{error:?}");
    assert_eq!((usage, secrets.requests().len()), (used(1, 0), 0));
    model.http = http(false);
    let NoReply { error, .. } = play_guess(&model).await.unwrap_err();
    assert!(matches!(error, CallError::Refused(_)), "{error:?}");
    assert_eq!(script.requests().len(), 1);
}

#[tokio::test]
async fn the_budget_is_looked_at_before_each_request() {
    let (url, script) = Script::start([writes("62 or 70"), writes("62")]).await;
    let model = model(&url);
    let budget = |tokens| Budget { tokens_left: Some(tokens) };
    let NoReply { error, usage, .. } = model.call(&guess(), &budget(500)).await.unwrap_err();
    let CallError::Spent(sentence) = error else { panic!("{error:?}") };
    assert!(sentence.ends_with("500 are left in the budget."), "{sentence}");
    assert_eq!((usage, script.requests().len()), (used(0, 0), 0));

    let prompt = sentence.split(' ').find_map(|word| word.parse::<u64>().ok()).unwrap();
    let NoReply { error, usage, .. } = model.call(&guess(), &budget(prompt)).await.unwrap_err();
    assert!(matches!(error, CallError::Spent(_)), "{error:?}");
    assert_eq!((usage, script.requests().len()), (used(1, 1), 1), "enough for one request");
    assert_eq!(model.call(&guess(), &budget(prompt)).await.unwrap().usage, used(1, 1));
}

#[tokio::test]
async fn what_the_server_does_not_count_is_estimated() {
    let answer = json!({ "choices": [{ "message": { "content": "That is 62." } }] });
    let (url, _) = Script::start([say(200, answer.to_string())]).await;
    let mut model = model(&url);
    model.prompts.guess = "x".repeat(41);
    assert_eq!(
        play_guess(&model).await.unwrap(),
        guessed("62", Usage { calls: 1, tokens_in: 11, tokens_out: 3 })
    );
}

#[test]
fn a_cost_is_rounded_up() {
    let prices = Prices { in_micros_per_million: 150_000, out_micros_per_million: 600_000 };
    let micros = |tokens_in, tokens_out| Usage { calls: 1, tokens_in, tokens_out }.micros(&prices);
    assert_eq!(micros(0, 0), 0);
    assert_eq!(micros(1, 0), 1);
    assert_eq!(micros(1_000_000, 500_000), 450_000);
    let dear = Prices { in_micros_per_million: u64::MAX, ..prices };
    assert_eq!(Usage { calls: 1, tokens_in: u64::MAX, tokens_out: 1 }.micros(&dear), u64::MAX);
}

#[tokio::test]
async fn a_model_answers_a_question() {
    let good = r#"[{"answer":"Seine","confidence":0.9},{"answer":"Loire","confidence":0.1}]"#;
    let (url, script) = Script::start([writes("The Seine."), writes(good)]).await;
    let answered = model(&url).call(&question(), &Budget::default()).await.unwrap();
    assert_eq!(answered.reply, answers(&[("Seine", 0.9), ("Loire", 0.1)]));
    assert_eq!(answered.usage, used(2, 2));
    let heard = script.requests();
    let prompt = heard[0].json()["messages"][0]["content"].as_str().unwrap().to_owned();
    assert!(prompt.contains("Question: Which river flows through Paris?"), "{prompt}");
    assert!(
        !prompt.contains("Only these answers") && !prompt.contains('{')
            || prompt.contains("{\"answer\"")
    );
    let again = heard[1].json()["messages"][2]["content"].as_str().unwrap().to_owned();
    assert!(again.starts_with("There is no JSON in the reply"), "{again}");
}

#[tokio::test]
async fn a_model_converses_in_the_roles_of_a_chat() {
    let long = "x".repeat(1_001);
    let (url, script) = Script::start([writes(&long), writes("Because.\n\nAnd you?")]).await;
    let replied = model(&url).call(&conversation(), &Budget::default()).await.unwrap();
    assert_eq!(replied.reply.lines(), ["Because.", "And you?"]);
    assert_eq!(replied.usage, used(2, 2));
    let heard = script.requests();
    let messages = heard[0].json()["messages"].clone();
    let system = messages[0]["content"].as_str().unwrap();
    assert!(system.contains("taken for the person") && system.contains("at most 1000 characters"));
    let said: Vec<(&str, &str)> = messages
        .as_array()
        .unwrap()
        .iter()
        .skip(1)
        .map(|it| (it["role"].as_str().unwrap(), it["content"].as_str().unwrap()))
        .collect();
    let wanted = [("user", "Hello\nHow are you?"), ("assistant", "Fine."), ("user", "Why?")];
    assert_eq!((messages[0]["role"].as_str(), said), (Some("system"), wanted.to_vec()));
    let again = heard[1].json()["messages"][5]["content"].as_str().unwrap().to_owned();
    assert!(again.starts_with("Line 1 has 1001 characters; the limit is 1000."), "{again}");
}

#[tokio::test]
async fn a_model_that_is_to_speak_first_is_told_so() {
    let (url, script) = Script::start([writes("Hello?"), writes("Still there?")]).await;
    let first = ConverseTask::new("t1", "c1", Role::Judge, Wants::Lines, 0, Vec::new());
    model(&url).call(&first, &Budget::default()).await.unwrap();
    let own = vec![TaskLine::new(Role::Judge, "Hello?", 1)];
    let again = ConverseTask::new("t2", "c1", Role::Judge, Wants::Lines, 9, own);
    model(&url).call(&again, &Budget::default()).await.unwrap();
    let roles = |nth: usize| -> Vec<String> {
        let messages = script.requests()[nth].json()["messages"].clone();
        let role = |it: &Value| it["role"].as_str().unwrap().to_owned();
        messages.as_array().unwrap().iter().map(role).collect()
    };
    assert_eq!(roles(0), ["system", "user"]);
    assert_eq!(roles(1), ["system", "user", "assistant", "user"]);
}
