//! The kinds of data that are stored about people, each with its purpose, legal basis and
//! retention.

use luna_app::format::span;
use luna_store::retention::Retention;
use maud::{Markup, html};

const CONSENT: &str = "your consent (Article 6(1)(a) GDPR)";
const CONTRACT: &str = "to give you what you asked for (Article 6(1)(b) GDPR)";
const INTEREST: &str = "our legitimate interest (Article 6(1)(f) GDPR)";
const DUTY: &str = "our legal duty to show that you agreed (Articles 6(1)(c) and 7(1) GDPR)";
const ERASED: &str = "until you erase yourself";

/// One kind of data.
struct Kind {
    title: &'static str,
    what: &'static str,
    why: &'static str,
    basis: &'static str,
    how_long: String,
}

fn kind(
    title: &'static str,
    what: &'static str,
    why: &'static str,
    basis: &'static str,
    how_long: String,
) -> Kind {
    Kind { title, what, why, basis, how_long }
}

pub(super) fn all(retention: &Retention) -> Markup {
    let kinds = [people(retention), games(), aside(retention)].into_iter().flatten();
    html! {
        @for kind in kinds {
            h3 { (kind.title) }
            dl.steps {
                dt { "What" } dd { (kind.what) }
                dt { "Why" } dd { (kind.why) }
                dt { "Basis" } dd { (kind.basis) }
                dt { "How long" } dd { (kind.how_long) }
            }
        }
    }
}

fn people(retention: &Retention) -> Vec<Kind> {
    vec![
        kind(
            "Who you are here",
            "The name you play by and when you came. With an account also your e-mail address, and a \
             hash of your password from which it cannot be read; as a guest, such a hash of your recovery \
             code.",
            "So that you can play, come back, and be told when it is your move.",
            CONTRACT,
            here(retention),
        ),
        kind(
            "Where you are logged in",
            "For each browser: its kind, when you logged in and when you last used it.",
            "So that you stay logged in and can see and end it elsewhere.",
            CONTRACT,
            "60 days after the last visit, or until you log out".to_owned(),
        ),
        kind(
            "What you agreed to",
            "Each text you agreed to, when, and when you withdrew; also that you said you are 18 or older.",
            "So that we do only what you agreed to, and can show that you did.",
            DUTY,
            ERASED.to_owned(),
        ),
        kind(
            "Mails",
            "What was sent to you: address, subject and time, and the text until it is sent.",
            "To confirm your address, to let you set a new password, for what concerns your machines, and, if you want them, for news about your games.",
            CONTRACT,
            mails(retention),
        ),
    ]
}

fn games() -> Vec<Kind> {
    vec![
        kind(
            "Your games",
            "Questions, answers, guesses and marks, the times you sent them and how long you took, who you played, \
             and which partners you do not want to meet again.",
            "That is the game. It is also studied how people and machines judge each other.",
            CONSENT,
            ERASED.to_owned(),
        ),
        kind(
            "Your trivia",
            "Which questions you read and when, how fast, by which choices; after how many words you buzzed, what you \
             answered and how it was judged; and whether you said that you were right, which a moderator then reads \
             with your answer.",
            "That is the test: who knows the answer first. It is also studied how people and machines compare.",
            CONSENT,
            ERASED.to_owned(),
        ),
        kind(
            "Drafts",
            "What you typed and have not sent yet.",
            "So that you do not lose it.",
            CONTRACT,
            "until you send it or the game ends".to_owned(),
        ),
        kind(
            "Where and when you are here",
            "While a move is yours, when a page of yours was last open. As a guest in a rated game also two codes of your \
             network address and browser, which cannot be traced back to them.",
            "So that nobody waits for a player who has left, and one person cannot meet themselves as two guests.",
            INTEREST,
            "until the game is over".to_owned(),
        ),
        kind(
            "How a text was typed",
            "For each question and answer that was pasted in or came faster than anyone types, and for a move as a \
             whole that did: how many characters, how many of them were pasted or came by keys, and how long it took. \
             The people who run this Luna can list and download that, without the text. No player sees it.",
            "To study which answers people wrote themselves. Nothing else follows from it.",
            CONSENT,
            ERASED.to_owned(),
        ),
        kind(
            "Ratings and what is computed from guesses",
            "Your Smarts Rating and other ratings, how your guesses compare with those of others, and signs that \
             somebody does not guess in earnest.",
            "To rate players fairly. Only a person can decide that your guesses do not count; you read it on your profile.",
            INTEREST,
            "until you erase yourself; your guesses stay as numbers without your name".to_owned(),
        ),
        kind(
            "Trivia",
            "The questions you play: which, when, how much of each you had heard, what you answered, how it was ruled, \
             and whether you appealed. The questions you write: every saved state, what machines answered to it, what \
             was checked, and what editors decided. As an editor, the questions you were handed and your reviews.",
            "To let you play and write, and to study how people and machines answer.",
            CONSENT,
            "until you erase yourself; your published questions then leave the reading room without their words"
                .to_owned(),
        ),
        kind(
            "Answers lent to Recall",
            "If you allow it: which of your answers Recall may repeat, and who read them before. To find the answer that \
             fits, Recall compares what it is asked with the question that was answered, which it never shows.",
            "So that Recall can answer.",
            CONSENT,
            "until you withdraw or erase yourself".to_owned(),
        ),
        kind(
            "Models learned from answers",
            "Weights by which Luna predicts a rating from answers to the questions of its own machines, and how much \
             the answers to a question tell. The weights hold no text and no name.",
            "So that machines that come with Luna can guess, and to study prediction.",
            CONSENT,
            "retrained from time to time, without the responses of people who were erased"
                .to_owned(),
        ),
    ]
}

fn aside(retention: &Retention) -> Vec<Kind> {
    vec![
        kind(
            "Reports and what moderators do",
            "Reports by you or about you, and what was decided, by which moderator, when and why; also which moderator \
             has read which game, when and why. The reported player does not learn who reported them.",
            "To keep people safe and decisions fair.",
            INTEREST,
            moderation(retention),
        ),
        kind(
            "Machines you enter",
            "What you say of your machine, how to reach you, how it does, and what lets it in: tokens as hashes, keys \
             encrypted. Your name and what you say of it can be read by everybody.",
            "So that your machine can play and its partners know who answers for it.",
            CONTRACT,
            "until you erase yourself; its results stay".to_owned(),
        ),
        kind(
            "Questions to machines outside games",
            "What you ask a machine on its page: the question, the text it is about, the choices, which machine you \
             asked and when, and its answers. The machine's owner gets the question, and not who asks.",
            "To put your question to the machine and show you its answers.",
            CONTRACT,
            questions(retention),
        ),
        kind(
            "Logs and backups",
            "Logs record errors and that work was done, without your name or address. Backups hold all of the above as \
             it was that day. A list of the random ids of people who were erased sees to it that they do not come back \
             with a backup.",
            "To keep this Luna running and to restore it after a failure.",
            INTEREST,
            "as long as the people who run this Luna keep them".to_owned(),
        ),
    ]
}

fn here(retention: &Retention) -> String {
    let mut all = ERASED.to_owned();
    if let Some(age) = retention.unconfirmed_ms {
        all.push_str(&format!("; an address that is not confirmed, for {}", span(age)));
    }
    if let Some(age) = retention.idle_guest_ms {
        all.push_str(&format!(
            "; guests are erased when they have not come back for {}",
            span(age)
        ));
    }
    all
}

fn moderation(retention: &Retention) -> String {
    let mut all = "what was decided, until the player it is about is erased".to_owned();
    match retention.report_ms {
        Some(age) => all.push_str(&format!("; a report, for {} from its decision", span(age))),
        None => all.push_str("; a report for good, its text until one of the two is erased"),
    }
    match retention.reading_ms {
        Some(age) => all.push_str(&format!("; who has read a game, for {}", span(age))),
        None => all.push_str("; who has read a game, for good"),
    }
    all
}

fn questions(retention: &Retention) -> String {
    match retention.question_ms {
        Some(age) => format!("{}, or until you erase yourself", span(age)),
        None => ERASED.to_owned(),
    }
}

fn mails(retention: &Retention) -> String {
    match retention.mail_ms {
        Some(age) => format!("{} from when they were sent", span(age)),
        None => ERASED.to_owned(),
    }
}
