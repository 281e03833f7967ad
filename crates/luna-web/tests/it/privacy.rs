//! The page about privacy: it says what is so on this instance.

use insta::assert_snapshot;
use luna_store::consent::Purpose;
use luna_web::Panel;

use crate::app::TestApp;

#[tokio::test]
async fn the_page_says_what_is_kept_why_and_how_long() {
    let app = TestApp::new().await;
    assert_snapshot!(app.visitor().get("/privacy").await, @"
    200
    # Privacy
    What this Luna keeps about you, why, who sees it, how long, and how you get rid of it.
    ## Who answers for it
    The Luna Society, 1 Moon Road, Reading, runs this Luna and is the controller of your data: they decide what it is used for and answer for it.
    For any question about your data: luna@example.org
    ## In short
    - You play under a name you choose. Nobody asks for your real one, and you need no account.
    - Your partner reads what you write. So do machines and the people behind them, if you play one.
    - Nothing you write is published, and Recall repeats none of it, unless you said so apart from playing.
    - You can take all your data with you, and erase yourself, at any time.
    - Luna is for adults only for now. If you are under 18, please do not play. If you know of a child who does, please write to us: we erase them.
    ## What is kept
    Luna keeps these kinds of data about you, and no others:
    ### Who you are here
    What
    The name you play by and when you came. With an account also your e-mail address, and a hash of your password from which it cannot be read.
    Why
    So that you can play, come back, and be told when it is your move.
    Basis
    to give you what you asked for (Article 6(1)(b) GDPR)
    How long
    until you erase yourself
    ### Where you are signed in
    What
    For each browser: its kind, when you signed in and when you last used it.
    Why
    So that you stay signed in and can see and end it elsewhere.
    Basis
    to give you what you asked for (Article 6(1)(b) GDPR)
    How long
    60 days after the last visit, or until you sign out
    ### What you agreed to
    What
    Each text you agreed to, when, and when you withdrew; also that you said you are 18 or older.
    Why
    So that we do only what you agreed to, and can show that you did.
    Basis
    our legal duty to show that you agreed (Articles 6(1)(c) and 7(1) GDPR)
    How long
    until you erase yourself
    ### Mails
    What
    What was sent to you: address, subject and time, and the text until it is sent.
    Why
    To confirm your address, to let you set a new password, and, if you want them, for news about your games.
    Basis
    to give you what you asked for (Article 6(1)(b) GDPR)
    How long
    until you erase yourself
    ### Your games
    What
    Questions, answers, guesses and marks, the times you sent them and how long you took, whom you played, and which partners you do not want to meet again.
    Why
    That is the game. It is also studied how people and machines judge each other.
    Basis
    your consent (Article 6(1)(a) GDPR)
    How long
    until you erase yourself
    ### Drafts
    What
    What you typed and have not sent yet.
    Why
    So that you do not lose it.
    Basis
    to give you what you asked for (Article 6(1)(b) GDPR)
    How long
    until you send it or the game ends
    ### How a text was typed
    What
    For questions and answers that were pasted in or came faster than anyone types: how many characters, how many of them pasted, and how long keys were pressed. No player sees it.
    Why
    To study which answers people wrote themselves. Nothing else follows from it.
    Basis
    your consent (Article 6(1)(a) GDPR)
    How long
    until you erase yourself
    ### Ratings and what is computed from guesses
    What
    Your Smarts Rating and other ratings, how your guesses compare with those of others, and signs that somebody does not guess in earnest.
    Why
    To rate players fairly. Only a person can decide that your guesses do not count; you read it on your profile.
    Basis
    our legitimate interest (Article 6(1)(f) GDPR)
    How long
    until you erase yourself; your guesses stay as numbers without your name
    ### Answers lent to Recall
    What
    If you allow it: which of your answers Recall may repeat, and who read them before. To find the answer that fits, Recall compares what it is asked with the question that was answered, which it never shows.
    Why
    So that Recall can answer.
    Basis
    your consent (Article 6(1)(a) GDPR)
    How long
    until you withdraw or erase yourself
    ### Models learned from answers
    What
    Weights by which Luna predicts a rating from answers to the questions of its own machines, and how much the answers to a question tell. The weights hold no text and no name.
    Why
    So that machines that come with Luna can guess, and to study prediction.
    Basis
    your consent (Article 6(1)(a) GDPR)
    How long
    learned again from time to time, without the answers of people who were erased
    ### Reports and what moderators do
    What
    Reports by you or about you, and what was decided, by which moderator, when and why. The reported player does not learn who reported them.
    Why
    To keep people safe and decisions fair.
    Basis
    our legitimate interest (Article 6(1)(f) GDPR)
    How long
    until the reported player is erased
    ### Machines you enter
    What
    What you say of your machine, how to reach you, how it does, and what lets it in: tokens as hashes, keys encrypted. Your name and what you say of it can be read by everybody.
    Why
    So that your machine can play and its partners know who answers for it.
    Basis
    to give you what you asked for (Article 6(1)(b) GDPR)
    How long
    until you erase yourself; its results stay
    ### Logs and backups
    What
    Logs record errors and that work was done. Backups hold all of the above as it was that day.
    Why
    To keep this Luna running and to get it back when a machine breaks.
    Basis
    our legitimate interest (Article 6(1)(f) GDPR)
    How long
    as long as the people who run this Luna keep them
    ## What is not
    - Luna writes the address of your computer nowhere. To stop floods it holds addresses in memory for an hour at most. The server's host or proxy may keep logs of its own.
    - Pages load nothing from other sites, so no other site hears that you were here. There is no tracking and no advertising.
    - There are two cookies, both needed for the site to work: one keeps you signed in for 60 days, the other protects the forms of visitors who are not signed in, for a day.
    - No decision about you with legal or similar effect is made by a program alone.
    ## Who receives data
    - Your partners read what you write in their game, and at its end your name, your guess and your Smarts Rating.
    - Owners of machines get what you write to their machine, wherever it runs, and at the end your name, your guess and your exact rating. They agreed to terms, which forbid them to publish it or to find out who you are. When you erase yourself, Luna tells them to delete it.
    - The mail provider of this Luna gets your e-mail address and the mails sent to you.
    - The people who run this Luna have access to everything in the database except passwords, which they cannot read. Moderators may read a game, for example when somebody reports it; each such reading is logged.
    - Everybody can read what stands on public pages: a machine's page with its owner's name, and what you agreed to have published.
    Owners of machines, and the providers named here, may be in other countries, also outside the European Economic Area. The people who run this Luna have not said more about it; ask them if you want to know.
    ## Your rights
    - See and take it. In the settings you download what is kept about you, in a format programs can read. The file says what it leaves out, and why.
    - Correct it. Name and address are changed in the settings.
    - Erase it. Also in the settings: your name, your address and every word you wrote go at once, here and where machines of this Luna repeated them. Guesses stay as numbers, since the ratings of others rest on them. Your partners keep their own words and the results. Published copies cannot be called back.
    - Withdraw. Every choice below can be withdrawn in the settings, as easily as it was made. What was done before stays lawful.
    - Object, or have it restricted. Where we rely on a legitimate interest, write to us and say why.
    - Complain. You can complain to the data protection authority where you live or work, or where this Luna is run.
    These rights are yours as a guest too, and when you are banned. If something does not work, write to luna@example.org.
    ## What you agree to
    Each of these is a choice of its own. The texts stand here word for word as you agree to them.
    ### Playing
    - Luna stores your questions, answers, guesses and marks, with the times you sent them. It also notes where a text was pasted in or arrived faster than anyone types.
    - Your partner reads your questions and answers. When the game is over, they also see your name, your guess and your Smarts Rating.
    - Your partner may be a machine; you learn which when the game is over. What you write to a machine goes to its owner or to the company that runs its model.
    - Luna learns from answers and guesses how to predict ratings. Machines that come with Luna guess by what it learned.
    - The people who run this Luna can read games when they have to: to keep it working, safe and fair.
    - You can download your data, stop playing or erase yourself at any time in the settings.
    Version 2026-11-22.
    ### Publication for research
    - Your questions, answers and guesses may appear in data sets for research. A made-up name takes the place of yours, a different one in each game.
    - Your words stay as you wrote them. If they tell who you are, so will the data set.
    - You can withdraw at any time in the settings. Later releases then leave your texts out; copies of earlier ones cannot be called back.
    Version 2026-11-22.
    ### Recall
    - Recall is a machine that comes with Luna. It may repeat answers you gave in finished games to other people, word for word and without your name.
    - The people who run this Luna read a line before Recall may repeat it.
    - You can withdraw at any time in the settings. Recall then forgets your answers at once. What it already said stays in those games until you erase yourself.
    Version 2026-11-22.
    People who enter machines agree to terms of their own.
    ");
}

#[tokio::test]
async fn every_text_that_people_agree_to_stands_there_word_for_word() {
    let app = TestApp::new().await;
    let privacy = app.visitor().get("/privacy").await.text();
    let consent = app.visitor().get("/consent").await.text();
    for purpose in [Purpose::Play, Purpose::Publication, Purpose::Recall] {
        for point in luna_web::consent::text(purpose).points {
            assert!(privacy.contains(point) && consent.contains(point), "{point}");
        }
    }
}

#[tokio::test]
async fn recipients_are_those_of_this_instance() {
    let bare = TestApp::with(|settings| settings.smtp = false).await;
    let page = bare.visitor().get("/privacy").await.text();
    assert!(page.contains("This Luna sends no mail."), "{page}");
    assert!(!page.contains("The provider of a language model"), "{page}");
    assert!(page.contains("have not said more about it"), "{page}");

    let full = TestApp::with(|settings| {
        settings.privacy_statement = "The server stands in <Finland>.".to_owned();
        settings.panel = Some(Panel {
            url: "https://key:secret@models.example/v1".to_owned(),
            model: "parrot-9".to_owned(),
            tokens_per_day: 1,
        });
    })
    .await;
    let answer = full.visitor().get("/privacy").await;
    let page = answer.text();
    assert!(page.contains("the model parrot-9 at models.example plays for this Luna"), "{page}");
    assert!(page.contains("The server stands in <Finland>."), "{page}");
    assert!(!page.contains("secret") && !answer.body.contains("<Finland>"), "{page}");
    assert!(page.contains("The mail provider of this Luna gets your e-mail address"), "{page}");
}

#[tokio::test]
async fn who_answers_for_the_data_is_named_or_said_to_be_unknown() {
    let named = TestApp::new().await.visitor().get("/privacy").await.text();
    assert!(named.contains("The Luna Society, 1 Moon Road, Reading, runs this Luna"), "{named}");
    let unknown = TestApp::with(|settings| settings.controller = String::new()).await;
    let page = unknown.visitor().get("/privacy").await.text();
    assert!(page.contains("have not said who they are"), "{page}");
}
