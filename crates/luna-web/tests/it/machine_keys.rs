//! What lets machines in, and what Luna shows to machines: each is shown once.

use insta::assert_snapshot;
use luna_machines::encryption::Cipher;
use luna_testkit::app::{HOUR, TestApp};
use luna_testkit::registered::polly;

const MODEL: [(&str, &str); 7] = [
    ("money_per_day", "5"),
    ("name", "polly"),
    ("base_url", "https://api.example.org/v1"),
    ("model_id", "parrot-large"),
    ("price_in", "2.50"),
    ("price_out", "10"),
    ("temperature", "0,7"),
];

#[tokio::test]
async fn a_token_is_shown_once_and_kept_as_a_hash() {
    let (app, mut ann, settings) = polly().await;
    ann.get(&settings).await;
    let answer = ann.press("Create a token", &[("label", "laptop")]).await;
    let token = answer.once();
    assert!(token.starts_with("luna_") && token.len() == 31, "{token}");
    assert_snapshot!(answer.to_string().replace(&token[5..], "ID"), @"
    200
    # New token
    This is shown only once. Keep it where nobody else can read it.
    luna_ID
    Anyone who has it can play as polly. Your program sends it with each request: Authorization: Bearer luna_ID If it is lost or leaked, revoke it in the settings and create another.
    ## A first game
    Luna’s own command writes a machine to start from, and plays a game in the sandbox with it, where nothing counts:
    luna bot new python mine export LUNA_SERVER=http://luna.test LUNA_TOKEN=luna_… luna bot run --mode sandbox --opponent eliza --once --exec python3 mine/machine.py
    The command, a Python package and their documentation are part of Luna’s source. In any other language, your program uses the API. The machine’s page ticks off each step as it happens.
    [I’ve saved it]
    ");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let id = app.db.column("SELECT id FROM token");
    assert_eq!(id[0].len(), 64);
    assert!(!app.dump().contains(&token[5..]), "only its hash is kept");
    for path in [settings.as_str(), "/settings/machines", "/settings/data"] {
        assert!(!ann.get(path).await.body.contains(&token[5..]), "{path}");
    }
    ann.get(&settings).await;
    ann.press("Create a token", &[("read", "yes")]).await;
    app.later(HOUR);
    app.db.raw(&format!("UPDATE token SET used_at = {} WHERE name = 'laptop'", app.now()));
    let page = ann.get(&settings).await;
    let tail = &token[27..];
    assert!(page.text().contains(&format!("laptop …{tail} may play")), "{page}");
    let second = page.lines("read only");
    assert!(second.starts_with("- unnamed …"), "{second}");
    assert!(second.ends_with(" read only · made 4 October 2024 · never used"), "{second}");
    ann.press("Revoke laptop", &[]).await.leads_to(&settings);
    assert_snapshot!(ann.get(&settings).await.lines("laptop …").replace(tail, "TAIL"), @"- laptop …TAIL may play · made 4 October 2024 · last used just now revoked");
    assert_eq!(app.db.column("SELECT count(*) FROM token WHERE revoked_at IS NOT NULL"), ["1"]);
}

#[tokio::test]
async fn nobody_revokes_the_tokens_of_others() {
    let app = TestApp::new().await;
    let (mut ann, mut eve) = (app.account("ann").await, app.account("eve").await);
    let (anns, eves) = (ann.has_machine("polly").await, eve.has_machine("rio").await);
    ann.get(&anns).await;
    ann.press("Create a token", &[]).await;
    let id = &app.db.column("SELECT id FROM token")[0];
    eve.get(&eves).await;
    eve.post(&format!("{eves}/revoke"), &[("id", id)]).await.leads_to(&eves);
    assert_eq!(app.db.column("SELECT count(*) FROM token WHERE revoked_at IS NULL"), ["1"]);
}

#[tokio::test]
async fn a_service_is_told_a_signing_secret_once_that_all_versions_share() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    let fields = [("name", "polly"), ("url", "https://polly.example.org/luna")];
    let answer = ann.registers("push", &fields).await;
    let secret = answer.once();
    assert_snapshot!(answer.to_string().replace(&secret, "SECRET"), @"
    200
    # Its signing secret
    This is shown only once. Keep it where nobody else can read it.
    ID
    Luna signs every request to polly with it, so that your service can verify where a request comes from. If it is lost or leaked, create a new one in the settings.
    [I’ve saved it]
    ");
    let opened = |version: i64| {
        let row = &app.db.raw(&format!(
            "SELECT line, secret FROM machine WHERE owner_id IS NOT NULL AND version = {version}"
        ))[0];
        Cipher::new("a secret of the tests").open(&row[0], &row[1])
    };
    assert_eq!(opened(1).as_ref(), Some(&secret));
    assert!(!app.dump().contains(&secret));
    let line = &app.db.column("SELECT line FROM machine WHERE owner_id IS NOT NULL")[0];
    let settings = format!("/settings/machines/{line}");
    ann.get(&format!("{settings}/version")).await;
    let second = ann.press("Make polly v2", &[("model", "2")]).await.leads_to("/settings/");
    assert_eq!(opened(2).as_ref(), Some(&secret));
    ann.get(&second).await;
    let fresh = ann.press("Create a new signing secret", &[]).await.once();
    assert_ne!(fresh, secret);
    assert_eq!(opened(2), Some(fresh));
    assert_eq!(
        app.db.column("SELECT setup FROM machine WHERE owner_id IS NOT NULL"),
        ["{\"url\":\"https://polly.example.org/luna\"}"; 2]
    );
}

#[tokio::test]
async fn where_no_secret_is_set_no_key_is_kept() {
    let app = TestApp::with(|settings| settings.secret = None).await;
    let mut ann = app.account("ann").await;
    let fields = [("name", "polly"), ("url", "https://polly.example.org")];
    let answer = ann.registers("push", &fields).await;
    assert_eq!(answer.status.as_u16(), 422);
    assert_snapshot!(answer.lines("!"), @"! This instance cannot store keys: its operator has not configured a secret.");
    assert_snapshot!(ann.get("/settings/machines/new").await.lines("cannot sign requests"), @"This instance cannot sign requests: its operator has not configured a secret.");
    let with_key: Vec<(&str, &str)> = MODEL.into_iter().chain([("key", "sk-1")]).collect();
    assert_eq!(ann.registers("openai", &with_key).await.status.as_u16(), 422);
    assert_eq!(app.db.column("SELECT count(*) FROM machine WHERE owner_id IS NOT NULL"), ["0"]);
    // A model that needs no key needs no secret.
    ann.registers("openai", &MODEL).await.leads_to("/settings/machines/");
}

#[tokio::test]
async fn services_on_this_network_are_refused_unless_the_operator_allows_them() {
    let app = TestApp::with(|settings| settings.private_machines = false).await;
    let mut ann = app.account("ann").await;
    let mut told = String::new();
    for url in ["http://127.0.0.1:9/", "http://10.1.2.3", "ftp://example.org", "polly", ""] {
        let answer = ann.registers("push", &[("name", "polly"), ("url", url)]).await;
        assert_eq!(answer.status.as_u16(), 422, "{url}");
        told.push_str(&format!("{url}: {}\n", answer.lines("!")));
    }
    assert_snapshot!(told, @"
    http://127.0.0.1:9/: ! 127.0.0.1 has no address on the public internet.
    http://10.1.2.3: ! 10.1.2.3 has no address on the public internet.
    ftp://example.org: ! The URL must begin with http:// or https://.
    polly: ! This is not a URL: relative URL without a base.
    : ! Please give the URL.
    ");
}

#[tokio::test]
async fn a_language_model_is_described_and_its_key_never_shown() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    let form = ann.get("/settings/machines/new?way=openai").await;
    assert_snapshot!(form.between("Base URL", "## About it"), @r#"
    Base URL ‹›
    The address of the model's server, up to “/chat/completions”, such as https://api.example.org/v1.
    The model's id ‹›
    The name that its server uses.
    Maximum tokens in a reply ‹4000›
    From 100 to 100000. Reasoning tokens count.
    [ ] Its server calls this limit max_completion_tokens, not max_tokens
    Temperature ‹›
    From 0 to 2. Empty: the server's default.
    End of the reasoning ‹›
    For reasoning models: the text that ends the reasoning, such as </think>. Everything up to it is dropped.
    More settings ‹ ›
    As JSON, sent along with each request, such as {"reasoning_effort": "low"}. Empty: none.
    ### Prompts
    Leave a prompt empty to use Luna's own. Placeholders:
    To ask ‹ ›
    {count}, {max_chars}
    To answer ‹ ›
    {questions}, {count}, {max_chars}
    To guess ‹ ›
    {questions}, {responses}, {count}
    To answer one question outside games ‹ ›
    {question}, {context}, {choices}, {count}, {max_chars}
    To converse: the system's message before the conversation ‹ ›
    {role}, {max_lines}, {max_chars}
    "#);
    assert_snapshot!(form.between("## API key", "## This is permanent"), @"
    ## API key
    Key ‹›
    Stored encrypted and never shown again. Leave it empty if the server needs no key.
    ## Budget
    When a daily limit is reached, the machine starts no more games until midnight UTC. The maximum cost of a call is reserved before the call is made.
    Tokens per game ‹60000›
    Input and output tokens of all calls in one game.
    Tokens per day ‹1000000›
    Money per game ‹0›
    In your currency, such as 0.25, at the prices below. 0: only tokens are limited.
    Money per day ‹0›
    In your currency, such as 2.50, at the prices below. 0: only tokens are limited.
    Price per million input tokens ‹0›
    0 if it is free.
    Price per million output tokens ‹0›
    0 if it is free.
    ");
    let refused = ann.registers("openai", &[("name", "x"), ("key", "sk-secret")]).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(!refused.body.contains("sk-secret"), "a key is not shown again");
    let fields: Vec<(&str, &str)> = MODEL.into_iter().chain([("key", "sk-secret")]).collect();
    let settings = ann.registers("openai", &fields).await.leads_to("/settings/machines/");
    assert_snapshot!(app.db.column("SELECT setup FROM machine WHERE way = 'openai'")[0], @r#"{"answer":"","ask":"","base_url":"https://api.example.org/v1","completion_tokens":false,"extra":{},"guess":"","key_env":"","max_tokens":4000,"micros_in_per_million":2500000,"micros_out_per_million":10000000,"micros_per_day":5000000,"micros_per_game":0,"model":"parrot-large","reasoning_end":"","temperature":0.7,"tokens_per_day":1000000,"tokens_per_game":60000}"#);
    let row = &app.db.raw("SELECT line, secret FROM machine WHERE way = 'openai'")[0];
    let seal = Cipher::new("a secret of the tests");
    assert_eq!(seal.open(&row[0], &row[1]).as_deref(), Some("sk-secret"));
    // Nothing of it changes by itself, and the key stays when none is typed.
    let page = ann.get(&settings).await;
    assert!(page.text().contains("A key is stored, encrypted"), "{page}");
    ann.press("Save changes", &[]).await.leads_to(&settings);
    assert_eq!(&app.db.raw("SELECT line, secret FROM machine WHERE way = 'openai'")[0], row);
    ann.get(&settings).await;
    ann.press("Save changes", &[("key", "sk-other")]).await.leads_to(&settings);
    let row = &app.db.raw("SELECT line, secret FROM machine WHERE way = 'openai'")[0];
    assert_eq!(seal.open(&row[0], &row[1]).as_deref(), Some("sk-other"));
    for path in [settings.as_str(), &luna_testkit::registered::public(&settings), "/settings/data"]
    {
        let body = ann.get(path).await.body;
        assert!(!body.contains("sk-other") && !body.contains(&row[1]), "{path}");
    }
    let body = app.visitor().get(&luna_testkit::registered::public(&settings)).await.body;
    assert!(!body.contains("api.example.org"), "where a model is stays with its owner");
}

#[tokio::test]
async fn problems_of_a_model_are_shown_beside_the_field() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    let mut told = String::new();
    for (field, text) in [
        ("base_url", "https://api.example.org/v1/chat/completions"),
        ("base_url", "file:///etc/passwd"),
        ("model_id", ""),
        ("ask", "Ask {many} questions"),
        ("guess", "{questions} {responses} {their_guess}"),
        ("max_tokens", "1"),
        ("temperature", "hot"),
        ("temperature", "3"),
        ("temperature", "NaN"),
        ("tokens_per_game", "0"),
        ("tokens_per_day", "1e9"),
        ("money_per_day", "much"),
        ("price_in", "-1"),
        ("extra", "low"),
        ("extra", "[1]"),
        ("extra", "{\"seed\": 7, \"n\": 9}"),
        ("extra", "{\"max_completion_tokens\": 9}"),
        ("key_env", "LUNA_KEY_PARROT"),
    ] {
        let mut fields = MODEL.to_vec();
        fields.retain(|(name, _)| *name != field);
        fields.push((field, text));
        let answer = ann.registers("openai", &fields).await;
        assert_eq!(answer.status.as_u16(), 422, "{field} {text}: {answer}");
        told.push_str(&format!("{field} {text}: {}\n", answer.lines("!")));
    }
    assert_snapshot!(told, @r#"
    base_url https://api.example.org/v1/chat/completions: ! Please leave out “/chat/completions”; Luna adds it.
    base_url file:///etc/passwd: ! The URL must begin with http:// or https://.
    model_id : ! Please enter the model's id on its server.
    ask Ask {many} questions: ! The prompt “To ask” has {many}, which is not known there; known are {count}, {max_chars}.
    guess {questions} {responses} {their_guess}: ! The prompt “To guess” has {their_guess}, which is not known there; known are {questions}, {responses}, {count}.
    max_tokens 1: ! Please give a whole number from 100 to 100000.
    temperature hot: ! Please give a number from 0 to 2, or leave this empty.
    temperature 3: ! Please give a number from 0 to 2, or leave this empty.
    temperature NaN: ! Please give a number from 0 to 2, or leave this empty.
    tokens_per_game 0: ! Please give a whole number from 1 to 1000000000000.
    tokens_per_day 1e9: ! Please give a whole number from 1 to 1000000000000.
    money_per_day much: ! Please give an amount such as 2.50, or 0.
    price_in -1: ! Please give an amount such as 2.50, or 0.
    extra low: ! Please give a JSON object, such as {"reasoning_effort": "low"}.
    extra [1]: ! Please give a JSON object, such as {"reasoning_effort": "low"}.
    extra {"seed": 7, "n": 9}: ! Please leave out “n”, which Luna sets itself.
    extra {"max_completion_tokens": 9}: ! Please leave out “max_completion_tokens”, which Luna sets itself.
    key_env LUNA_KEY_PARROT: ! Only operators may name an environment variable of this server.
    "#);
}

#[tokio::test]
async fn operators_name_a_variable_with_a_key_and_no_other_variable() {
    let app = TestApp::new().await;
    let mut boss = app.admin().await;
    let mut told = String::new();
    for name in ["LUNA_SECRET", "PATH", "LUNA_KEY_", "LUNA_KEY_a", "LUNA_KEY_A B"] {
        let fields: Vec<(&str, &str)> = MODEL.into_iter().chain([("key_env", name)]).collect();
        let answer = boss.registers("openai", &fields).await;
        assert_eq!(answer.status.as_u16(), 422, "{name}");
        told = answer.lines("!");
    }
    assert_snapshot!(told, @"! The name must begin with LUNA_KEY_ and continue with capital letters, digits or underscores, so that no other secret of this server can be named here.");
    let both: Vec<(&str, &str)> =
        MODEL.into_iter().chain([("key_env", "LUNA_KEY_A"), ("key", "sk-1")]).collect();
    assert_snapshot!(boss.registers("openai", &both).await.lines("!"), @"! Please give a key or the name of a variable, not both.");
    let fields: Vec<(&str, &str)> = MODEL.into_iter().chain([("key", "sk-1")]).collect();
    let settings = boss.registers("openai", &fields).await.leads_to("/settings/machines/");
    boss.get(&settings).await;
    boss.press("Save changes", &[("key_env", "LUNA_KEY_A_1")]).await.leads_to(&settings);
    // The variable takes the place of the key.
    assert_eq!(app.db.column("SELECT secret FROM machine WHERE way = 'openai'"), ["NULL"]);
    // Who is no operator any more keeps no variable.
    app.db.raw("UPDATE player SET role = NULL WHERE name = 'operator'");
    boss.get(&settings).await;
    boss.press("Save changes", &[]).await.leads_to(&settings);
    let setup = &app.db.column("SELECT setup FROM machine WHERE way = 'openai'")[0];
    assert!(setup.contains("\"key_env\":\"\""), "{setup}");
}
