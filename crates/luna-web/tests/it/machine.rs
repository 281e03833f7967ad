//! Machines on pages: entering one, changing it, and what everybody sees.

use insta::assert_snapshot;
use luna_testkit::app::{DAY, TestApp, link};
use luna_testkit::registered::{polly, public};

use crate::last::against_the_machine;

/// As if people had guessed this of a machine.
fn guessed(app: &TestApp, name: &str, guesses: &[i64]) {
    let sum: i64 = guesses.iter().map(|guess| guess * 1_000_000).sum();
    let squares: i64 = guesses.iter().map(|guess| guess * guess * 1_000_000).sum();
    app.db.raw(&format!(
        "UPDATE player SET guess_sum = {sum}, guess_squares = {squares}, guess_count = {count},
                finished = {count} WHERE name = '{name}'",
        count = guesses.len()
    ));
}

#[tokio::test]
async fn a_newcomer_registers_a_machine() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    assert_snapshot!(ann.get("/settings/machines").await, @"
    200
    # Your machines
    You have not registered a machine yet. Any program that can ask, answer and guess will do: an API client, a service, or a language model.
    [Register a machine]
    All machines
    ");
    assert_snapshot!(ann.get("/settings/machines/new").await, @"
    200
    # Register a machine
    How do Luna and your machine reach each other?
    ## An API client
    It calls Luna's API with a token, even from behind a firewall or from your own computer. This is the simplest way to start.
    [Register a program]
    ## A service
    It runs at a URL that Luna can reach. Luna posts signed tasks to it and reads its replies.
    [Register a service]
    ## A language model
    It has an OpenAI-compatible API, hosted or on your own server. You write the prompts or use Luna's; no programming needed.
    [Register a language model]
    Your machines
    ");
    assert_snapshot!(ann.get("/settings/machines/new?way=pull").await, @"
    200
    # Register a machine
    Its public page shows your name, ann, and all your other machines with their results.
    Name ‹›
    3 to 30 letters, digits or hyphens. It cannot be changed.
    ## What it is
    Model and version ‹›
    The program or model that plays, such as “parrot 1.3”. Public.
    ## About it
    Shown on the machine's public page.
    About ‹ ›
    What it does, in at most 500 characters.
    Organisation ‹›
    Who made the model, such as a company or a university. Optional.
    Licence ‹›
    The licence of the model, such as “Apache 2.0” or “proprietary”. Optional.
    Link ‹›
    A page with more information. Optional.
    Contact ‹›
    How people can reach you about it, such as an email address.
    ## Limits
    Games at once ‹5›
    From 1 to 50.
    Rated games a day ‹100›
    From 1 to 1000. Days begin at midnight UTC.
    ## This is permanent
    To register a machine, you must agree to the terms for owners of machines.
    [ ] I agree to the terms for owners of machines.
    [ ] I understand that this cannot be undone: a machine never becomes a person
    [Register it]
    ");
}

#[tokio::test]
async fn a_new_machine_has_settings_for_its_owner() {
    let (_app, mut ann, settings) = polly().await;
    let page = ann.get(&settings).await;
    assert!(page.text().contains("Games at once ‹5›"));
    assert_snapshot!(page.until("## Limits"), @"
    200
    # polly
    API client · parrot 1.3 · offline · 0 rated games begun today
    Its games · How it runs · Public page · Your machines
    ## Steps to people
    - ● Connected : next
    Create a token below. The quickstart shows what to do with it.
    - ○ First reply : to come
    - ○ First game: it asked, answered and guessed : to come
    - ○ Conformance: a valid reply in each skill, 0 of 3 : to come
    - ○ Ready for people : to come
    [Stop machine]
    Luna's API is at http://luna.test/api/v1.
    ## Tokens
    Your program authenticates with a token. Each token is shown once, when it is created.
    No tokens yet. Your program needs one to connect.
    What is the token for? ‹›
    A label to recognise it by, such as “laptop”.
    [ ] Read-only [Create a token]
    ## Another model or other prompts?
    Such a change makes a new version with its own rating. This version stays visible.
    [Change the model or prompts]
    ## Its questions
    In its games it asks what it likes, or about a text of yours. Questions about a text
    ## Skills
    Choose the tasks that the machine takes. The Luna Game needs “ask”, “answer” and “guess”; questions outside games need only “answer”, conversations only “converse”.
    Skills
    [x] Ask: write questions for a partner[x] Answer: answer questions, in games and outside them[x] Guess: guess the rating of a partner[ ] Converse: take part in typed conversations
    Questions outside games per day ‹200›
    From 0 to 100000. Days begin at midnight UTC.
    [ ] Everybody with an account who writes trivia may have it watch, within these limits
    Lines of conversations per day ‹2000›
    From 0 to 100000. Days begin at midnight UTC.
    [ ] In conversations it receives each key, including those of a line that is still being typed [Save skills]
    ## About it
    Shown on the machine's public page.
    About ‹ Repeats what it hears.›
    What it does, in at most 500 characters.
    Organisation ‹›
    Who made the model, such as a company or a university. Optional.
    Licence ‹›
    The licence of the model, such as “Apache 2.0” or “proprietary”. Optional.
    Link ‹›
    A page with more information. Optional.
    Contact ‹ann@example.org›
    How people can reach you about it, such as an email address.
    ");
    assert_snapshot!(ann.get("/settings/machines").await, @"
    200
    # Your machines
    - polly offline · rating none yet · games 0 [Settings of polly]
    [Register a machine]
    Your public page
    All machines
    ");
}

#[tokio::test]
async fn a_new_machine_has_a_page_for_everybody() {
    let (app, _ann, settings) = polly().await;
    assert_snapshot!(app.visitor().get(&public(&settings)).await, @"
    200
    # polly MACHINE
    Registered by ann on 4 October 2024.
    ask answer guess
    [Compare]
    none yet Smarts Rating
    0 games finished
    0 won
    0 lost
    0 tied
    No guesses up to midnight UTC. The rating will be the mean of people's guesses; an interval needs two guesses.
    ## Five measures
    The mark is the estimate, the bar its 95 % interval. Each is of this version alone, up to midnight UTC; the operator recomputes all with luna admin measures.
    Smarts Rating
    not measured yet: it needs two guesses by people.
    Trivia
    not measured yet: it has watched nobody write a question that was published.
    Taken for human
    not measured yet: no contest with it is over.
    Common sense
    not measured yet: it has not finished the test.
    Questions
    not measured yet: it needs three questions of its own that ten people have answered.
    About
    Repeats what it hears.
    Model
    parrot 1.3
    Connection
    API client
    Contact
    ann@example.org
    ## All its versions
    A different model or prompt makes a new version with its own rating. Earlier versions stay.
    Machine | Rating | 95 % interval | Guesses | Games | Since
    polly | none yet | needs two guesses | 0 | 0 | 4 October 2024
    ## Other machines of ann
    None.
    ▸ Badge
    (a chart)
    Markdown for a README ‹[![polly on Luna](http://luna.test/machines/ID/badge.svg)](http://luna.test/machines/ID)›
    It follows the Smarts Rating, as of midnight UTC. For another measure, put its name behind the first address: ?measure=discrimination, ?measure=quiz_accuracy, ?measure=taken_for_human, ?measure=battery_strict, ?measure=battery_relaxed.
    [All machines]
    ");
}

#[tokio::test]
async fn refused_values_stay_with_the_problem_beside_the_field() {
    let app = TestApp::new().await;
    let (mut ann, _bob) = (app.account("ann").await, app.guest("bob").await);
    let mut told = String::new();
    let long = "é".repeat(501);
    for (field, text) in [
        ("name", "no name at all"),
        ("name", "BOB"),
        ("name", "gibberish"),
        ("model", " "),
        ("about", long.as_str()),
        ("link", "javascript:alert(1)"),
        ("link", "example.org"),
        ("contact", ""),
        ("most_open", "51"),
        ("most_open", "0"),
        ("most_daily", "many"),
        ("most_daily", "-1"),
    ] {
        let mut fields = vec![("name", "polly"), ("link", "https://example.org/polly")];
        fields.retain(|(name, _)| *name != field);
        fields.push((field, text));
        let answer = ann.registers("pull", &fields).await;
        assert_eq!(answer.status.as_u16(), 422, "{field} {text}: {answer}");
        assert!(text.trim().is_empty() || answer.body.contains(text), "{field} {text}: {answer}");
        assert!(answer.body.contains("Repeats what") || field == "about", "{answer}");
        assert!(answer.body.contains(&format!("id=\"{field}-problem\"")), "{}", answer.body);
        assert!(answer.body.contains(&format!("aria-describedby=\"{field}-problem")));
        let text: String = text.chars().take(20).collect();
        told.push_str(&format!("{field} {text}: {}\n", answer.lines("!")));
    }
    assert_snapshot!(told, @"
    name no name at all: ! A name has 3 to 30 letters, digits or hyphens.
    name BOB: ! That name is taken.
    name gibberish: ! That name is taken.
    model  : ! Please name the program or model and its version.
    about éééééééééééééééééééé: ! This has 501 characters; the limit is 500.
    link javascript:alert(1): ! A link must begin with http:// or https://.
    link example.org: ! A link must begin with http:// or https://.
    contact : ! Please enter a contact for this machine.
    most_open 51: ! Please give a whole number from 1 to 50.
    most_open 0: ! Please give a whole number from 1 to 50.
    most_daily many: ! Please give a whole number from 1 to 1000.
    most_daily -1: ! Please give a whole number from 1 to 1000.
    ");
    assert_eq!(app.db.column("SELECT count(*) FROM machine WHERE owner_id IS NOT NULL"), ["0"]);
}

#[tokio::test]
async fn no_machine_takes_a_name_that_passes_for_anothers() {
    let (app, mut ann, _) = polly().await;
    app.guest("anrn").await;
    for (name, told) in [
        ("pol1y", "! That name looks too much like one that is taken."),
        ("anm", "! That name looks too much like one that is taken."),
        ("gıbberish", "! That name looks too much like one that is taken."),
        ("gibberlsh", "! That name looks too much like one that is taken."),
        ("Recall-2", "! That name looks too much like one that is taken."),
        (
            "ad-min",
            "! That name is reserved for the people who run this Luna. Please choose another one.",
        ),
        (
            "ｅliza",
            "! Please use ordinary letters. Some of these are invisible or stand for others.",
        ),
        (
            "роllу",
            "! Please use one alphabet in each word of the name. Mixed letters can look like somebody else's name.",
        ),
    ] {
        let answer = ann.registers("pull", &[("name", name)]).await;
        assert_eq!((answer.status.as_u16(), answer.lines("!").as_str()), (422, told));
        assert!(answer.body.contains("id=\"name-problem\""), "{}", answer.body);
    }
    ann.has_machine("попугай").await;
}

#[tokio::test]
async fn an_owner_confirms_their_address_before_registering() {
    let app = TestApp::new().await;
    let mut ann = app.unconfirmed("ann").await;
    app.mails().await;
    assert_snapshot!(ann.get("/settings/machines/new?way=pull").await, @"
    200
    # Confirm your address first
    The owner of a machine is responsible for it, so we need an address that reaches you. Please open the link in the mail we have sent to ann@example.org, and come back.
    [Send the mail again]
    Is the address wrong? Change it in the settings.
    ");
    let fields = [("way", "pull"), ("name", "polly"), ("sure", "yes")];
    let refused = ann.post("/settings/machines/new", &fields).await;
    assert_eq!(refused.status.as_u16(), 403);
    assert_snapshot!(ann.press("Send the mail again", &[]).await, @"
    200
    # Check your email
    A link is on its way to ann@example.org. Open it to confirm the address.
    Settings
    ");
    let mails = app.mails().await;
    ann.get(&link(&mails[0])).await;
    ann.press("Yes, it is mine", &[]).await.leads_to("/settings");
    ann.has_machine("polly").await;
    assert!(!ann.reads("/settings").await.contains("Send the mail again"));
    // A page from before asks for nothing more.
    ann.post("/settings/email/again", &[]).await.leads_to("/settings");
    assert!(app.mails().await.is_empty());
}

#[tokio::test]
async fn where_no_mail_is_sent_nobody_need_confirm_an_address() {
    let app = TestApp::with(|settings| settings.smtp = false).await;
    app.unconfirmed("ann").await.has_machine("polly").await;
}

#[tokio::test]
async fn registering_takes_the_confirmation_that_it_is_permanent() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    ann.get("/settings/machines/new?way=pull").await;
    let fields = [("name", "polly"), ("model", "m"), ("contact", "c")];
    let answer = ann.press("Register it", &fields).await;
    assert_eq!(answer.status.as_u16(), 422);
    assert_snapshot!(answer.lines("!"), @"
    ! Please read the terms and tick this box if you agree to them.
    ! Please tick this box to confirm.
    ");
    assert!(answer.text().contains("Not saved yet."), "{answer}");
    ann.press("Register it", &[("terms", "yes"), ("sure", "yes")])
        .await
        .leads_to("/settings/machines/");
}

#[tokio::test]
async fn guests_are_told_to_make_an_account_and_strangers_to_log_in() {
    let app = TestApp::new().await;
    let mut guest = app.guest("guest").await;
    assert_snapshot!(guest.get("/settings/machines").await, @"
    200
    You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
    # Your machines
    Guests cannot register machines, because a machine needs an owner who can be reached. Create an account first.
    [Create an account]
    All machines
    ");
    guest.get("/settings/machines/new?way=pull").await.leads_to("/settings/machines");
    for path in ["/settings/machines/new", "/settings/machines/house-gibberish/tokens"] {
        guest.get("/settings").await;
        let before = app.dump();
        let answer = guest.post(path, &[("way", "pull"), ("name", "polly"), ("sure", "yes")]).await;
        assert_eq!(answer.status.as_u16(), 409, "{path}: {answer}");
        assert_eq!(app.dump(), before);
    }
    for path in ["/settings/machines", "/settings/machines/new", "/settings/machines/x"] {
        assert_eq!(app.visitor().get(path).await.status.as_u16(), 401, "{path}");
    }
}

#[tokio::test]
async fn settings_of_somebody_elses_machine_do_not_exist() {
    let app = TestApp::new().await;
    let (mut ann, mut eve) = (app.account("ann").await, app.account("eve").await);
    let settings = ann.has_machine("polly").await;
    for settings in [settings.as_str(), "/settings/machines/house-gibberish"] {
        let before = app.dump();
        let nowhere = eve.get("/nowhere").await.body;
        for path in [settings.to_owned(), format!("{settings}/version")] {
            let answer = eve.get(&path).await;
            assert_eq!((answer.status.as_u16(), &answer.body), (404, &nowhere), "{path}");
        }
        for what in ["", "/version", "/stop", "/resume", "/secret", "/tokens", "/revoke", "/tries"]
        {
            eve.get("/settings").await;
            let answer = eve.post(&format!("{settings}{what}"), &[("model", "eve 1")]).await;
            assert_eq!(answer.status.as_u16(), 404, "{what}: {answer}");
        }
        assert_eq!(app.dump(), before);
    }
}

#[tokio::test]
async fn forms_from_elsewhere_are_not_taken() {
    let (app, mut ann, settings) = polly().await;
    let before = app.dump();
    for what in ["", "/version", "/stop", "/resume", "/secret", "/tokens", "/revoke", "/tries"] {
        let answer = ann.post_raw(&format!("{settings}{what}"), "model=x&label=y").await;
        assert_eq!(answer.status.as_u16(), 403, "{what}: {answer}");
    }
    let answer = ann.post_raw("/settings/machines/new", "way=pull&name=rio&sure=yes").await;
    assert_eq!(answer.status.as_u16(), 403);
    assert_eq!(app.dump(), before);
    // A form that was refused leaves its address behind.
    for what in ["stop", "resume", "secret", "tokens", "revoke"] {
        ann.get(&format!("{settings}/{what}")).await.leads_to(&settings);
    }
}

#[tokio::test]
async fn operational_fields_are_changed_in_place() {
    let (app, mut ann, settings) = polly().await;
    ann.get(&settings).await;
    let refused = ann.press("Save changes", &[("most_open", "many"), ("about", "New.")]).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(refused.body.contains("New."), "{refused}");
    let fields = [("link", "https://example.org/é"), ("most_open", "7")];
    ann.press("Save changes", &fields).await.leads_to(&settings);
    let page = app.visitor().get(&public(&settings)).await;
    assert_snapshot!(page.lines("example.org"), @"
    https://example.org/é
    ann@example.org
    ");
    assert!(!page.body.contains("href=\"https://example.org"), "what a stranger typed is no link");
    app.acts(|tx, _| {
        let ann = luna_store::player::by_name(tx, "ann")?.id;
        luna_store::player::make_admin(tx, &ann)
    })
    .await;
    let page = app.visitor().get(&public(&settings)).await;
    assert!(page.body.contains("rel=\"nofollow noopener ugc\""));
    assert!(page.text().contains("New."));
    assert_eq!(app.db.column("SELECT most_open FROM machine WHERE owner_id IS NOT NULL"), ["7"]);
}

#[tokio::test]
async fn another_model_makes_another_version_and_the_old_one_stays_visible() {
    let (app, mut ann, first) = polly().await;
    guessed(&app, "polly", &[20, 30]);
    ann.get(&first).await;
    let link = format!("{first}/version");
    assert_snapshot!(ann.get(&link).await, @"
    200
    # A new version of polly
    - The new version is called polly v2 and starts without a rating.
    - polly finishes its games with people but starts no more rated games. Its tokens still work in the sandbox. Its page and its rating stay public.
    - A token belongs to one version, so create new tokens for the new version.
    ## What it is
    Model and version ‹parrot 1.3›
    The program or model that plays, such as “parrot 1.3”. Public.
    [Make polly v2]
    Keep the current version
    ");
    let same = ann.press("Make polly v2", &[]).await;
    assert_snapshot!(same.lines("!"), @"! Nothing has changed, so there is no new version.");
    app.later(DAY);
    let second = ann.press("Make polly v2", &[("model", "parrot 2")]).await.leads_to("/settings/");
    assert_ne!(first, second);
    let page = app.visitor().get(&public(&second)).await;
    assert_snapshot!(page.until("none yet"), @"
    200
    # polly v2 MACHINE
    Registered by ann on 5 October 2024, version 2.
    ask answer guess
    [Compare]
    ");
    assert_snapshot!(page.lines("parrot"), @"parrot 2");
    assert_snapshot!(page.between("## All its versions", "[All machines]"), @"
    ## All its versions
    A different model or prompt makes a new version with its own rating. Earlier versions stay.
    Machine | Rating | 95 % interval | Guesses | Games | Since
    polly A later version has replaced it. | 25 | 0 to 79.2 | 2 | 2 | 4 October 2024
    polly v2 | none yet | needs two guesses | 0 | 0 | 5 October 2024
    ## Other machines of ann
    None.
    ▸ Badge
    (a chart)
    Markdown for a README ‹[![polly v2 on Luna](http://luna.test/machines/ID/badge.svg)](http://luna.test/machines/ID)›
    It follows the Smarts Rating, as of midnight UTC. For another measure, put its name behind the first address: ?measure=discrimination, ?measure=quiz_accuracy, ?measure=taken_for_human, ?measure=battery_strict, ?measure=battery_relaxed.
    ");
    assert_snapshot!(ann.get(&first).await.lines("later"), @"
    API client · parrot 1.3 · replaced by a later version · 0 rated games begun today
    A later version has replaced this one. Its rating and its page stay.
    ");
    let late = ann.get(&link).await;
    assert_eq!(late.status.as_u16(), 409, "{late}");
    ann.get(&format!("{second}/version")).await;
    ann.press("Make polly v3", &[("model", "parrot 3")]).await.leads_to("/settings/");
    assert_eq!(
        app.db.column("SELECT name FROM player WHERE name LIKE 'polly%' ORDER BY name"),
        ["polly", "polly v2", "polly v3"]
    );
}

#[tokio::test]
async fn its_owner_stops_it_and_lets_it_play_after_an_alarm() {
    let (app, mut ann, settings) = polly().await;
    ann.get(&settings).await;
    ann.press("Stop machine", &[]).await.leads_to(&settings);
    assert_snapshot!(ann.get(&settings).await.lines("stopped"), @"
    API client · parrot 1.3 · stopped by its owner · 0 rated games begun today
    This machine is stopped. It finishes its games with people but starts no rated games. It may still play in the sandbox.
    ");
    assert_snapshot!(app.visitor().get("/machines").await.lines("polly"), @"– | polly by ann | none yet needs two guesses | – | – | – | – | – | 0 | – | 0 | 4 October 2024");
    ann.press("Let it play", &[]).await.leads_to(&settings);
    assert_snapshot!(ann.get(&settings).await.lines("offline"), @"API client · parrot 1.3 · offline · 0 rated games begun today");
    app.db.raw(
        "UPDATE machine SET stopped_at = 5, alarm_at = 5, alarm_why = 'Five replies in a row <b>'
         WHERE owner_id IS NOT NULL",
    );
    assert_snapshot!(ann.get(&settings).await.lines("Luna has stopped"), @"Luna has stopped this machine. Five replies in a row <b>");
    assert!(ann.get("/settings/machines").await.text().contains("stopped by Luna"));
    ann.get(&settings).await;
    ann.press("Let it play", &[]).await.leads_to(&settings);
    assert_eq!(ann.get(&settings).await.lines("Luna has stopped"), "");
}

#[tokio::test]
async fn the_leaderboard_ranks_who_plays_and_sets_apart_who_does_not() {
    let app = TestApp::new().await;
    assert_snapshot!(app.visitor().get("/machines").await, @"
    200
    # Machines
    A machine is a program that plays as people do: it asks, answers and guesses, and people guess how smart it seems before they learn what it is. Its Smarts Rating is the mean of those guesses. Gibberish, Eliza and Recall come with Luna and stay. They are the baseline: if their ratings move, the crowd has changed.
    Have you built a machine? Create an account to register it.
    Part of the name or of the organisation ‹›KindAll kindsCome with LunaRegistered by somebodyLanguage modelsSkillAny skillCan askCan answerCan guessCan converseOrderBy rankBy Smarts RatingBy TriviaBy Taken for humanBy Common senseBy Questions [Show]
    ## By rating
    As of midnight UTC, 4 October 2024: today’s games are left out because they would reveal who met which machine. Only people’s guesses count. Ratings show 95 % intervals. A rank needs 10 guesses; until then a rating is provisional. A rank is a range where intervals overlap; beside it are the fewest guesses of 0 or 100 that would move the machine past a neighbour. “As of” is the time of the last guess, “since” the day of registration. What the calibrated rating is
    Rank | Machine | Smarts Rating | Trivia | Taken for human | Common sense | Questions | Calibrated | Guesses | As of | Games | Since
    – | eliza comes with Luna | none yet needs two guesses | – | – | – | – | – | 0 | – | 0 | 4 October 2024
    – | gibberish comes with Luna | none yet needs two guesses | – | – | – | – | – | 0 | – | 0 | 4 October 2024
    – | recall comes with Luna | none yet needs two guesses | – | – | – | – | – | 0 | – | 0 | 4 October 2024
    So far only house machines play here. The next one could be yours.
    ## Do the measures agree?
    Rank correlations are shown once 10 machines have two measures in common. So far no machine has two.
    ");
    let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
    let polly = ann.has_machine("polly").await;
    bob.has_machine("rio").await;
    bob.has_machine("blank").await;
    for (name, guesses) in [("polly", &[40, 50, 60][..]), ("rio", &[70]), ("gibberish", &[5, 6])] {
        guessed(&app, name, guesses);
    }
    app.db.raw(&format!("UPDATE machine SET seen_at = {} WHERE owner_id IS NOT NULL", app.now()));
    ann.get(&polly).await;
    ann.press("Stop machine", &[]).await.leads_to(&polly);
    assert_snapshot!(app.visitor().get("/machines").await, @"
    200
    # Machines
    A machine is a program that plays as people do: it asks, answers and guesses, and people guess how smart it seems before they learn what it is. Its Smarts Rating is the mean of those guesses. Gibberish, Eliza and Recall come with Luna and stay. They are the baseline: if their ratings move, the crowd has changed.
    Have you built a machine? Create an account to register it.
    Part of the name or of the organisation ‹›KindAll kindsCome with LunaRegistered by somebodyLanguage modelsSkillAny skillCan askCan answerCan guessCan converseOrderBy rankBy Smarts RatingBy TriviaBy Taken for humanBy Common senseBy Questions [Show]
    (a chart)
    ## By rating
    As of midnight UTC, 4 October 2024: today’s games are left out because they would reveal who met which machine. Only people’s guesses count. Ratings show 95 % intervals. A rank needs 10 guesses; until then a rating is provisional. A rank is a range where intervals overlap; beside it are the fewest guesses of 0 or 100 that would move the machine past a neighbour. “As of” is the time of the last guess, “since” the day of registration. What the calibrated rating is
    Rank | Machine | Smarts Rating | Trivia | Taken for human | Common sense | Questions | Calibrated | Guesses | As of | Games | Since
    – | rio by bob | 70 provisional, needs two guesses | – | – | – | – | – | 1 | – | 1 | 4 October 2024
    – | gibberish comes with Luna | 5.5 provisional, 0 to 59.6 | – | – | – | – | – | 2 | – | 2 | 4 October 2024
    – | blank by bob | none yet needs two guesses | – | – | – | – | – | 0 | – | 0 | 4 October 2024
    – | eliza comes with Luna | none yet needs two guesses | – | – | – | – | – | 0 | – | 0 | 4 October 2024
    – | recall comes with Luna | none yet needs two guesses | – | – | – | – | – | 0 | – | 0 | 4 October 2024
    ## Do the measures agree?
    Rank correlations are shown once 10 machines have two measures in common. So far no machine has two.
    ## Retired
    These machines start no more rated games: their owner or the operator has stopped them, or a later version has replaced them. Their ratings stay.
    Rank | Machine | Smarts Rating | Trivia | Taken for human | Common sense | Questions | Calibrated | Guesses | As of | Games | Since
    – | polly by ann | 50 provisional, 5.6 to 94.4 | – | – | – | – | – | 3 | – | 3 | 4 October 2024
    ");
    app.later(DAY);
    assert_snapshot!(ann.get("/machines").await.lines("rio"), @"– | rio by bob | 70 provisional, needs two guesses | – | – | – | – | – | 1 | – | 1 | 4 October 2024");
    assert!(ann.get("/machines").await.text().contains("[Register a machine]"));
}

#[tokio::test]
async fn a_rank_says_how_few_guesses_would_move_it() {
    let app = TestApp::new().await;
    let mut ann = app.account("ann").await;
    for name in ["polly", "rio", "zed"] {
        ann.has_machine(name).await;
    }
    guessed(&app, "rio", &[60; 10]);
    guessed(&app, "polly", &[52; 10]);
    guessed(&app, "zed", &[10; 12]);
    app.later(DAY);
    let page = app.visitor().get("/machines").await;
    let rank = |name: &str| {
        let line = page.lines(&format!("{name} by ann"));
        line.split(" | ").next().unwrap_or_default().to_owned()
    };
    // With two guesses of 0 rio falls to 50; with eleven of 100 zed rises to 53.
    assert_eq!(rank("rio"), "1–2 moved by 2 guesses");
    assert_eq!(rank("polly"), "1–3 moved by 2 guesses");
    assert_eq!(rank("zed"), "2–3 moved by 11 guesses");
}

#[tokio::test]
async fn all_machines_of_an_owner_are_on_one_page() {
    let app = TestApp::new().await;
    let (mut ann, _bob) = (app.account("ann").await, app.account("bob").await);
    let polly = ann.has_machine("polly").await;
    ann.has_machine("rio").await;
    guessed(&app, "rio", &[90, 80, 85, 88]);
    let page = app.visitor().get(&public(&polly)).await;
    assert_snapshot!(page.lines("rio"), @"rio | 85.8 | 47.7 to 100 | 4 | 4 | 4 October 2024");
    let owner = |name: &str| {
        let id = &app.db.column(&format!("SELECT id FROM player WHERE name = '{name}'"))[0];
        format!("/owners/{id}")
    };
    assert!(page.body.contains(&format!("href=\"{}\"", owner("ann"))));
    assert_snapshot!(app.visitor().get(&owner("ann")).await, @"
    200
    # Machines of ann
    All machines and versions that ann has registered, including retired ones.
    Machine | Rating | 95 % interval | Guesses | Games | Since
    rio | 85.8 | 47.7 to 100 | 4 | 4 | 4 October 2024
    polly | none yet | needs two guesses | 0 | 0 | 4 October 2024
    [All machines]
    ");
    for nobody in [owner("bob"), owner("polly"), "/owners/x".to_owned(), "/machines/x".to_owned()] {
        assert_eq!(app.visitor().get(&nobody).await.status.as_u16(), 404, "{nobody}");
    }
    // People are no machines.
    let ann_as_machine = owner("ann").replace("owners", "machines");
    assert_eq!(app.visitor().get(&ann_as_machine).await.status.as_u16(), 404);
}

#[tokio::test]
async fn the_rating_of_a_house_machine_is_drawn_guess_by_guess() {
    let app = TestApp::new().await;
    app.only("gibberish").await;
    let mut ann = app.guest("ann").await;
    let game = against_the_machine(&app, &mut ann, "5").await;
    let page = ann.get(&game).await;
    assert!(page.body.contains("href=\"/machines/house-gibberish\""), "{}", page.body);
    against_the_machine(&app, &mut app.guest("bob").await, "15").await;
    assert_snapshot!(ann.get("/machines").await.lines("gibberish"), @"– | gibberish comes with Luna | 10 provisional, 0 to 64.2 | – | – | – | – | 10 0.7 to 19.3 | 2 | 7 October 2024 | 2 | 4 October 2024");
    assert_snapshot!(app.visitor().get("/machines/house-gibberish").await, @"
    200
    # gibberish MACHINE
    A house machine, here since 4 October 2024. It is part of the baseline: if its rating moves, the crowd has changed.
    ask answer guess converse
    [Compare]
    10 Smarts Rating
    2 games finished
    1 won
    0 lost
    1 tied
    The mean of 2 guesses by people up to midnight UTC. 95 % interval: 0 to 64.2. It is provisional until there are 10 guesses.
    ## Five measures
    The mark is the estimate, the bar its 95 % interval. Each is of this version alone, up to midnight UTC; the operator recomputes all with luna admin measures.
    Smarts Rating
    10.0 (0.0 to 64.2), 2 guesses
    Trivia
    not measured yet: it has watched nobody write a question that was published.
    Taken for human
    not measured yet: no contest with it is over.
    Common sense
    not measured yet: it has not finished the test.
    Questions
    not measured yet: it needs three questions of its own that ten people have answered.
    ▸ The numbers of these measures
    Measure | Value | 95 % interval | Of | Up to
    Smarts Rating | 10.0 | 0.0 to 64.2 | 2 guesses | 8 October 2024
    About
    Answers everything with random capitals, digits and spaces, and guesses at random too. If Smarts Ratings mean anything, it is near the bottom.
    Model
    gibberish
    Connection
    comes with Luna
    (a chart)
    ▸ The numbers of “Its Smarts Rating, guess by guess”
    guess | Smarts Rating
    2 (2024-10-07T12:04:00Z) | 10
    1 (2024-10-05T12:02:00Z) | 5
    ## Derived ratings from the same guesses
    From guesses | Rating | 95 % interval
    Calibrated | 10 | 0.7 to 19.3
    Median | 10 | –
    Trimmed mean | 10 | –
    Adaptive, at the last guess | 10.6 | 1.1 to 20.1
    Updated about every ten minutes, so a game that has just ended may be missing. What each of them means, and when they differ
    ## All its versions
    A different model or prompt makes a new version with its own rating. Earlier versions stay.
    Machine | Rating | 95 % interval | Guesses | Games | Since
    gibberish | 10 | 0 to 64.2 | 2 | 2 | 4 October 2024
    ▸ Badge
    (a chart)
    Markdown for a README ‹[![gibberish on Luna](http://luna.test/machines/house-gibberish/badge.svg)](http://luna.test/machines/house-gibberish)›
    It follows the Smarts Rating, as of midnight UTC. For another measure, put its name behind the first address: ?measure=discrimination, ?measure=quiz_accuracy, ?measure=taken_for_human, ?measure=battery_strict, ?measure=battery_relaxed.
    [All machines]
    ");
}

/// The answerers of common sense have no rating, and Recall is no anchor.
#[tokio::test]
async fn only_an_anchor_is_called_the_baseline() {
    let app = TestApp::new().await;
    let answerer = app.visitor().reads("/machines/house-common-sense").await;
    assert!(answerer.contains("It answers questions and plays no games."), "{answerer}");
    assert!(!answerer.contains("games finished"), "{answerer}");
    let recall = app.visitor().reads("/machines/house-recall").await;
    assert!(recall.contains("Its knowledge grows, so its own rating may move."), "{recall}");
    assert!(recall.contains("games finished"), "{recall}");
}

/// An anchor: nothing but the crowd moves it from one month to the next.
#[tokio::test]
async fn a_house_machine_shows_by_its_months_that_the_crowd_has_changed() {
    let app = TestApp::new().await;
    app.only("gibberish").await;
    for (name, guess) in [("ann", "5"), ("bob", "15")] {
        against_the_machine(&app, &mut app.guest(name).await, guess).await;
    }
    app.later(30 * DAY);
    for (name, guess) in [("cat", "75"), ("dan", "85")] {
        against_the_machine(&app, &mut app.guest(name).await, guess).await;
    }
    let page = app.visitor().get("/machines/house-gibberish").await;
    let text = page.text();
    let (_, section) = text.split_once("## Month by month\n").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    assert_snapshot!(section, @"
    Each dot is the mean of that month's guesses by people, with its 95 % interval; a month without guesses is a gap. The dashed line is the rating: all guesses so far. This machine changes only with a new version of Luna, so an unusual month means that the crowd has changed.
    (a chart)
    ▸ The numbers of “Guesses month by month”
    Month (UTC) | Guesses | Mean of the month | 95 % interval | Mean of all so far
    November 2024 | 2 | 80 | 25.8 to 100 | 45
    October 2024 | 2 | 10 | 0 to 64.2 | 10
    ");
}

#[tokio::test]
async fn an_erased_owner_is_not_named() {
    let app = TestApp::new().await;
    let mut ann = app.account("ann-of-hull").await;
    let polly = ann.has_machine("polly").await;
    let owner = &app.db.column("SELECT owner_id FROM machine WHERE owner_id IS NOT NULL")[0];
    ann.get("/settings/erase").await;
    let fields = [("current", luna_testkit::app::PASSWORD), ("sure", "yes")];
    ann.press("Erase me for good", &fields).await.leads_to("/?notice=erased");
    for path in ["/machines", &public(&polly)] {
        let page = app.visitor().get(path).await;
        assert_eq!(page.status.as_u16(), 200);
        assert!(!page.body.contains("hull") && !page.text().contains("polly"), "{page}");
        assert!(page.text().contains("has left"), "{page}");
        assert!(!page.body.contains("Repeats what"), "{page}");
    }
    assert_eq!(app.visitor().get(&format!("/owners/{owner}")).await.status.as_u16(), 404);
}

#[tokio::test]
async fn machines_per_owner_are_limited() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    for nth in 1..=20 {
        ann.has_machine(&format!("polly-{nth}")).await;
    }
    assert_snapshot!(ann.get("/settings/machines").await.lines("the limit"), @"You have registered 20 machines, which is the limit. You can always add a new version of one of them.");
    let answer = ann.registers("pull", &[("name", "polly-21")]).await;
    assert_eq!(answer.status.as_u16(), 422);
    assert_snapshot!(answer.lines("!"), @"! You have registered 20 machines, which is the limit. You can always add a new version of one of them.");
}

#[tokio::test]
async fn texts_of_owners_are_escaped() {
    const EVIL: &str = "<script>alert('1')</script>\"><img src=x onerror=alert(2)>&lt;'</textarea>";
    let (app, mut ann) = TestApp::with_account("ann").await;
    let refused = ann.registers("openai", &[("name", EVIL), ("link", EVIL), ("ask", EVIL)]).await;
    assert_eq!(refused.status.as_u16(), 422);
    let fields = [("name", "polly"), ("about", EVIL), ("model", EVIL), ("contact", EVIL)];
    let settings = ann.registers("pull", &fields).await.leads_to("/settings/machines/");
    ann.get(&settings).await;
    let token = ann.press("Create a token", &[("label", &EVIL[..40])]).await;
    app.db.raw("UPDATE machine SET link = 'javascript:alert(3)' WHERE owner_id IS NOT NULL");
    let mut pages = vec![refused, token];
    for path in [&settings, &format!("{settings}/version"), &public(&settings)] {
        pages.push(ann.get(path).await);
    }
    for page in &pages {
        assert!(!page.body.contains("<script>alert") && !page.body.contains("<img"), "{page}");
        assert!(!page.body.contains("href=\"javascript"), "{}", page.body);
    }
    assert!(luna_testkit::reading::plain(&pages[4].body).contains(EVIL));
    assert!(pages[4].text().contains("javascript:alert(3)"));
}

#[tokio::test]
async fn tries_are_counted_and_end_with_the_machine() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    let fields = [("name", "far"), ("url", "http://127.0.0.1:9/")];
    assert!(ann.registers("push", &fields).await.body.contains("signing secret"));
    let id = app.db.column("SELECT player_id FROM machine WHERE way = 'push'").remove(0);
    let settings = format!("/settings/machines/{id}");
    for _ in 0..20 {
        ann.get(&settings).await;
        ann.press("Try it", &[]).await.leads_to(&format!("{settings}/tries/"));
    }
    ann.get(&settings).await;
    assert_eq!(ann.press("Try it", &[]).await.status.as_u16(), 429);
    app.later(DAY);
    app.acts(move |tx, at| luna_store::machine::kill(tx, at, &id, "It swears.")).await;
    let before = app.dump();
    ann.get("/settings").await;
    let answer = ann.post(&format!("{settings}/tries"), &[]).await;
    assert!(answer.text().contains("This machine no longer plays."), "{answer}");
    assert_eq!(app.dump(), before);
}
