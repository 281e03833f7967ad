//! The kinds of data that are stored about people, each with its purpose, legal basis and
//! retention.

use luna_app::format::span;
use luna_store::retention::Retention;
use maud::{Markup, html};

use crate::http::state::{Discipline, StoredData};

pub(crate) const CONSENT: &str = "your consent (Article 6(1)(a) GDPR)";
const CONTRACT: &str = "to give you what you asked for (Article 6(1)(b) GDPR)";
pub(crate) const INTEREST: &str = "our legitimate interest (Article 6(1)(f) GDPR)";
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

impl From<&StoredData> for Kind {
    fn from(it: &StoredData) -> Kind {
        let StoredData { title, what, why, basis, how_long } = *it;
        kind(title, what, why, basis, how_long.to_owned())
    }
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

pub(super) fn all(disciplines: &[&Discipline], retention: &Retention) -> Markup {
    let of_disciplines = disciplines.iter().flat_map(|it| it.stored_data).map(Kind::from).collect();
    let kinds = [people(retention), games(), of_disciplines, learning(), aside(retention)];
    let kinds = kinds.into_iter().flatten();
    html! {
        div.folds {
            @for kind in kinds {
                details {
                    summary { h3 { (kind.title) } }
                    dl.steps {
                        dt { "What" } dd { (kind.what) }
                        dt { "Why" } dd { (kind.why) }
                        dt { "Basis" } dd { (kind.basis) }
                        dt { "How long" } dd { (kind.how_long) }
                    }
                }
            }
        }
    }
}

fn people(retention: &Retention) -> Vec<Kind> {
    vec![
        kind(
            "Who you are here",
            "The name you play under and when you came. With an account, also your email address and a \
             hash of your password from which it cannot be read, and, if you set up a second factor, its \
             encrypted key and hashes of its recovery codes; as a guest, a hash of your recovery code.",
            "So that you can play, come back, and be told when it is your move.",
            CONTRACT,
            here(retention),
        ),
        kind(
            "An address for one game",
            "As a guest, if you leave one while you wait: the email address, for that game alone. Nobody is shown it, and \
             the list of your mails does not contain it.",
            "To tell you by mail when it is your move and when the game is over.",
            CONTRACT,
            "until the last mail about the game has gone, or the game is over without one; you can stop the mails before".to_owned(),
        ),
        kind(
            "Where you are logged in",
            "For each browser: its kind, when you logged in and when you last used it.",
            "So that you stay logged in, and can see where else you are and log out there.",
            CONTRACT,
            "60 days after the last visit, or until you log out".to_owned(),
        ),
        kind(
            "What you agreed to",
            "Each text you agreed to, when you agreed and when you withdrew; for contests, each contest apart. Also that \
             you said you are 18 or older.",
            "So that we do only what you agreed to, and can show that you did.",
            DUTY,
            ERASED.to_owned(),
        ),
        kind(
            "Mails",
            "What was sent to you: address, subject and time, and the text until it is sent.",
            "To confirm your address, to let you set a new password, to tell you when somebody changes your account or logs in from a new browser, to tell you what concerns your machines, and, if you want, to send news about your games.",
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
             which partners you do not want to meet again, and who you ask for a rematch.",
            "To let you play, and to study how people and machines judge each other.",
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
            "Questions you keep",
            "If you keep questions that Luna made from a text: the questions, each with its answer and its sentence, \
             and the name that you gave them. The text itself is not stored.",
            "So that you can ask them in interviews, or have a machine of yours ask them.",
            CONTRACT,
            "until you delete them or erase yourself".to_owned(),
        ),
        kind(
            "Where and when you are here",
            "While it is your move: when you last had a page open. As a guest in a rated game, also two codes of your \
             network address and browser.",
            "So that nobody waits for a player who has left, and nobody meets themselves as a second guest.",
            INTEREST,
            "until the game is over".to_owned(),
        ),
        places(),
        kind(
            "How a text was typed",
            "For each question and response that was pasted, arrived faster than anyone types or was taken from \
             suggestions, and for a whole move of that kind: how many characters it has, how many of them were \
             pasted, typed or suggested, and how long it took. \
             The people who run this Luna can list and download this, without the text. No player sees it.",
            "To study which texts people wrote themselves, and whether they get other marks. It has no other consequences.",
            CONSENT,
            ERASED.to_owned(),
        ),
        kind(
            "Ratings and what is computed from guesses",
            "Your Smarts Rating and other ratings, how your guesses compare with those of others, and signs that \
             somebody does not guess in earnest, alone or together with others.",
            "To rate players fairly. Only a person can decide that your guesses do not count, and your profile tells you.",
            INTEREST,
            "until you erase yourself; your guesses stay as numbers without your name".to_owned(),
        ),
    ]
}

fn places() -> Kind {
    kind(
        "Where you play from",
        "A code of each network address and each browser from which you were here, and when you were last there; \
         the latest 40. The codes cannot be read back without a key of this Luna. Where you share one with the \
         owner of a machine, or with somebody who does, the codes of your other places are also kept for that \
         machine, without you. For each machine and day: how often somebody was not paired with it because of this.",
        "So that nobody raises a machine's rating as a guest: a machine does not meet people from its owner's \
         places, or from the places of such people. Moderators see how often that was so, and which judges of a \
         machine share a place, but not the place.",
        INTEREST,
        "30 days after you were last there, or until you erase yourself".to_owned(),
    )
}

fn learning() -> Vec<Kind> {
    vec![
        kind(
            "Responses lent to Recall",
            "If you allow it: which of your responses Recall may repeat, and who reviewed them. To find the answer that \
             fits, Recall compares what it is asked with the question that was answered, which it never shows.",
            "So that Recall can answer.",
            CONSENT,
            "until you withdraw or erase yourself".to_owned(),
        ),
        kind(
            "Models learned from responses",
            "Weights with which Luna predicts a rating from responses to the questions of its own machines, and how much \
             the responses to a question, and the marks they get, reveal. The weights contain no text and no name.",
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
             has read which game, when and why, and which moderator has which report, appeal or judge at the \
             moment. The reported player does not learn who reported them, and of a report \
             about them reads the decision only, with its day.",
            "To keep people safe and decisions fair.",
            INTEREST,
            moderation(retention),
        ),
        kind(
            "Machines you register",
            "Your description of the machine, how to reach you, its results, and its credentials: tokens as hashes, keys \
             encrypted. Everybody can read your name and your description.",
            "So that your machine can play and its partners know who answers for it.",
            CONTRACT,
            "until you erase yourself; its results stay".to_owned(),
        ),
        kind(
            "Questions to machines and conversations with them",
            "What you ask a machine or say to it on its page: the question, the text it is about and the choices, or \
             the lines of your conversation; which machine it was, when, and what it replied; the latest 1,000. The \
             machine's owner sees what you wrote, but not who you are.",
            "To put it to the machine and show you the reply.",
            CONTRACT,
            questions(retention),
        ),
        kind(
            "Logs and backups",
            "Logs record errors and completed work, without your name or address. Backups contain all of the above as \
             it was that day. A list of the random ids of erased people makes sure that they do not come back \
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
        all.push_str(&format!("; guests are erased if they do not come back for {}", span(age)));
    }
    all
}

fn moderation(retention: &Retention) -> String {
    let mut all = "decisions, until the player they are about is erased".to_owned();
    match retention.report_ms {
        Some(age) => all.push_str(&format!("; a report, for {} after its decision", span(age))),
        None => all.push_str("; a report forever, its text until one of the two players is erased"),
    }
    match retention.reading_ms {
        Some(age) => all.push_str(&format!("; who has read a game, for {}", span(age))),
        None => all.push_str("; who has read a game, forever"),
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
        Some(age) => format!("{} after they were sent", span(age)),
        None => ERASED.to_owned(),
    }
}
