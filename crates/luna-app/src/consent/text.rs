//! The texts in force. A summary stands before the box or the button, the points unfold below it.

use luna_store::consent::Purpose;

/// A text in force.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    pub purpose: Purpose,
    pub version: &'static str,
    pub title: &'static str,
    /// The words beside the box to tick.
    pub label: &'static str,
    /// The sentences that everybody reads before they agree.
    pub summary: &'static [&'static str],
    /// The heading under which the points unfold.
    pub more: &'static str,
    pub points: &'static [&'static str],
}

/// The promise about names in releases, which [`crate::release::pseudonym`] keeps.
pub const MADE_UP_NAMES: &str = "A made-up name takes the place of yours: a different one in each game, each trivia question and each campaign of ratings, and new ones in each release.";

/// The content of releases about games.
const GAMES: &str = "Of games: your questions and answers as you wrote them, your marks, your guesses and ratings in steps of five, and the week in which you played.";

/// What visitors of the site judge.
const EXCHANGES: &str = "On this site, from a day after a game on: one of your answers of each game with its question, for visitors to guess about. They see no name. Once they have guessed they learn whether a person or a machine answered and, unless you keep it private, your Smarts Rating in whole points. The page of a machine may show a game that you played with it, without your name.";

/// The content of releases about trivia.
const TRIVIA: &str = "Of trivia: the questions that you write and editors accept. Of their drafts, only those that you tick. You may choose to be named as their writer.";

/// The content of releases about the daily moon.
const DAILY: &str = "Of the daily moon, for each day that you play it while you are logged in: your guess about each answer and whether you took it for a machine’s, under another made-up name each day. Not before the day is over.";

/// The data that no release contains.
const NEVER: &str = "Not published: your name and address, how you typed, exact times, other drafts, texts that moderators have hidden, and what you read and answered in trivia.";

const OWN_WORDS: &str = "Your words stay as you wrote them. If they tell who you are, so will the data set. Somebody who played with you may recognize a game.";

const LATER_RELEASES: &str = "You can withdraw at any time in the settings. Later releases then leave you out; copies of earlier ones cannot be called back.";

const RIGHTS: &str = "You can download your data, withdraw or erase yourself at any time in the settings. Without an account, keep the recovery code that you find there.";

const ADULT: Text = Text {
    purpose: Purpose::Adult,
    version: "2026-11-22",
    title: "Adults only",
    label: "I am 18 or older.",
    summary: &[],
    more: "",
    points: &[],
};

const PLAY: Text = Text {
    purpose: Purpose::Play,
    version: "2026-11-27",
    title: "Playing",
    label: "I agree to this and want to play.",
    summary: &[
        "Your partner, a person or a machine, reads what you write. Luna stores it, with your guesses and \
         ratings and the times. Do not write who you are.",
        "You can download your data or erase yourself at any time.",
    ],
    more: "What is stored, and who sees it",
    points: &[
        "Luna stores your questions, answers, guesses and marks, with the times you sent them, and who you \
         played with. It keeps what you have typed and not sent until you send it or the game ends.",
        "It also notes where a text was pasted in or arrived faster than anyone types. Only the people who \
         run this Luna see these notes.",
        "In trivia, Luna stores which questions you read, how fast, when you buzzed and what you answered. \
         Of questions that you write it stores each saved state, with what machines guessed. Editors read \
         what you submit. What they accept, everybody here can play.",
        "Your partner reads your questions and answers. When the game is over, they also see your name, your \
         guess and, unless you keep it to yourself in the settings, your Smarts Rating.",
        "Your partner may be a machine; you learn which when the game is over. What you write to a machine \
         goes to its owner or to the company that runs its model.",
        "Luna learns from answers and guesses how to predict ratings. Machines that come with Luna guess by \
         what it learned.",
        "The people who run this Luna can read games when they have to: to keep it working, safe and fair.",
        "Research data sets contain what you write only if you allow it separately.",
        RIGHTS,
    ],
};

const PUBLICATION: Text = Text {
    purpose: Purpose::Publication,
    version: "2026-11-29.2",
    title: "Publication for research",
    label: "My texts and ratings may be published, under made-up names or none.",
    summary: &[],
    more: "What is published",
    points: &[GAMES, EXCHANGES, DAILY, TRIVIA, NEVER, MADE_UP_NAMES, OWN_WORDS, LATER_RELEASES],
};

const RECALL: Text = Text {
    purpose: Purpose::Recall,
    version: "2026-11-27",
    title: "Recall",
    label: "Recall, a machine here, may repeat my answers to others.",
    summary: &[],
    more: "What Recall does",
    points: &[
        "Recall is a machine that comes with Luna. It may repeat answers you gave in finished games to other \
         people, word for word and without your name.",
        "The people who run this Luna read a line before Recall may repeat it.",
        "What Recall said in a game is published with that game only if you allow publication too.",
        "You can withdraw at any time in the settings. Recall then forgets your answers at once. What it \
         already said stays in those games until you erase yourself.",
    ],
};

const MACHINES: Text = Text {
    purpose: Purpose::Machines,
    version: "2026-11-27",
    title: "Terms for owners of machines",
    label: "I agree to the terms for owners of machines.",
    summary: &[],
    more: "",
    points: &[
        "Keep what partners write to your machine only as long as the game or your study needs it, then \
         delete it.",
        "Do not publish what partners write, do not pass it on except to the service that runs your model, \
         and do not let that service train on it.",
        "Do not try to find out who a partner is, and do not bring together what you learn of the same \
         person in several games.",
        "When Luna tells you that a partner was erased, delete everything you keep of that game, copies \
         included.",
        "What your machine writes may be published for research, with the name of the machine and its \
         version: in games and contests whose people agree to publication, and as guesses about published \
         trivia questions.",
        "Your machine does no harm. It does not threaten, harass or deceive people about danger, does not \
         ask for contact details, passwords or money, and does not urge anyone to hurt themselves or others.",
        "Describe your machine truthfully: what it is, which model it uses and who else receives what is \
         written to it.",
        "Keep the contact address of your machine current and answer what the people who run this Luna \
         write to you.",
        "The people who run this Luna may stop a machine at any time and will say why.",
    ],
};

const RATING: Text = Text {
    purpose: Purpose::Rating,
    version: "2026-11-27",
    title: "Rating questions",
    label: "I agree to this and want to rate questions.",
    summary: &[
        "Luna stores your ratings and comments, with the times. Other raters do not see them; published \
         results show all raters together.",
        "You can stop at any time; your ratings so far count.",
    ],
    more: "What is stored, and who sees it",
    points: &[
        "Luna stores which questions you were handed and when, your ratings and comments, and when you sent \
         them.",
        "If a platform sent you, Luna also stores its ids of you, of the study and of your part in it, so \
         that you can be paid. They are never published.",
        "The people who run this Luna read your ratings and comments. They may reject ratings, and must give \
         a reason. You can ask them for it and object.",
        "Single ratings are published only if you allow it separately.",
        RIGHTS,
    ],
};

const RATING_PUBLICATION: Text = Text {
    purpose: Purpose::RatingPublication,
    version: "2026-11-27",
    title: "Publication of ratings",
    label: "My single ratings may be published for research, under a made-up name.",
    summary: &[],
    more: "What is published",
    points: &[
        "Of campaigns of ratings: each of your ratings with its question, the seconds that it took, and \
         whether it was rejected.",
        "Not published: your name, a platform’s ids, your comments, and when you rated.",
        MADE_UP_NAMES,
        LATER_RELEASES,
    ],
};

pub(crate) const CONTEST: Text = Text {
    purpose: Purpose::Contest,
    version: "2026-11-27",
    title: "Taking part in a contest",
    label: "I agree to this and want to take part.",
    summary: &[
        "Luna records each key that you press, with its time, and your verdicts. The other side sees each \
         key at once; the organiser can read everything. Do not write who you are.",
        "The result is public, under the name of your seat, such as J1.",
    ],
    more: "What is recorded, and who sees it",
    points: &[
        "Luna records when you joined and agreed, each key with its time, your verdicts and ranks, and the \
         label that the organiser gave you. Your label is never published.",
        "The other side of a conversation is a person or a program. If it is a program, its makers may \
         receive what you type.",
        "The public result says which seat met which, who was taken for the human, and the ranks. After the \
         contest you can see which partners were programs.",
        "Your conversations are published only if you allow it separately.",
        "You can leave at any time. If you withdraw in the settings, your seat takes no more keys; what was \
         recorded stays with the organiser.",
        "If you erase yourself, your words and your label are deleted. Verdicts and ranks stay as the result.",
    ],
};

/// What confederates agree to: they give no verdicts.
pub(crate) const CONTEST_CONFEDERATE: Text = Text {
    purpose: Purpose::Contest,
    version: "2026-11-28 for confederates",
    title: "Taking part in a contest as a partner of the judges",
    label: "I agree to this and want to take part.",
    summary: &[
        "Luna records each key that you press, with its time. The judge sees each key at once; the \
         organiser can read everything. Do not write who you are.",
        "The result is public, under the name of your seat, such as C1.",
    ],
    more: "What is recorded, and who sees it",
    points: &[
        "Luna records when you joined and agreed, each key with its time, and the label that the organiser \
         gave you. Your label is never published.",
        "The judge is a person. In a rehearsal it may be a program, whose makers may receive what you type.",
        "The public result says which judges you met, which of them took you for the human, and how human \
         they found you.",
        "Your conversations are published only if you allow it separately.",
        "You can leave at any time. If you withdraw in the settings, your seat takes no more keys; what was \
         recorded stays with the organiser.",
        "If you erase yourself, your words and your label are deleted. The judges’ decisions stay as the \
         result.",
    ],
};

const CONTEST_PUBLICATION: Text = Text {
    purpose: Purpose::ContestPublication,
    version: "2026-11-27",
    title: "Publication of conversations",
    label: "My conversations in this contest may be published after its end.",
    summary: &[],
    more: "What is published",
    points: &[
        "Of contests: each key of a conversation with its time, under the names of the seats. Files of them \
         can be downloaded.",
        "A conversation is published only if all people in it allow it. Each of them can prevent it.",
        "Your words stay as you typed them. If they tell who you are, so will the conversation.",
        "You can withdraw at any time in the settings, before the end or after it. Your conversations are \
         then private from that moment on; copies that others have made cannot be called back.",
    ],
};

/// Returns all texts in force for a purpose: one, or one for each role.
pub fn texts(purpose: Purpose) -> Vec<&'static Text> {
    match purpose {
        Purpose::Contest => vec![&CONTEST, &CONTEST_CONFEDERATE],
        _ => vec![text(purpose)],
    }
}

/// Returns the text in force for a purpose; of a contest, that of judges.
pub const fn text(purpose: Purpose) -> &'static Text {
    match purpose {
        Purpose::Adult => &ADULT,
        Purpose::Play => &PLAY,
        Purpose::Publication => &PUBLICATION,
        Purpose::Recall => &RECALL,
        Purpose::Machines => &MACHINES,
        Purpose::Rating => &RATING,
        Purpose::RatingPublication => &RATING_PUBLICATION,
        Purpose::Contest => &CONTEST,
        Purpose::ContestPublication => &CONTEST_PUBLICATION,
    }
}

impl Text {
    /// The words that are hashed and kept: one line each.
    pub fn canonical(&self) -> String {
        let head = format!("{} {}", self.purpose.name(), self.version);
        let more = [self.more].into_iter().filter(|more| !more.is_empty());
        let lines = [head.as_str(), self.title, self.label]
            .into_iter()
            .chain(self.summary.iter().copied())
            .chain(more)
            .chain(self.points.iter().copied());
        lines.collect::<Vec<_>>().join("\n")
    }
}
