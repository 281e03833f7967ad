//! `/questions/guide`: how to rate, with seven worked examples.

use axum::extract::State;
use luna_core::question_campaign::Fault;
use luna_core::question_rating::QuestionRating;
use maud::{Markup, html};

use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::static_pages::page;

/// A sentence, a question that a program made from it, its rating and why.
struct Example {
    sentence: &'static str,
    question: &'static str,
    rating: QuestionRating,
    why: &'static str,
}

const EXAMPLES: [Example; 7] = [
    Example {
        sentence: "The harbour of Marrow froze over in January 1863, and no ship reached the town until April.",
        question: "When did the harbour of Marrow freeze over?",
        rating: QuestionRating::Good,
        why: "It is well put, and the text gives one clear answer.",
    },
    Example {
        sentence: "Ada Thorne, who had trained as a surveyor, drew the first map of the valley.",
        question: "Did Ada Thorne draw the first map of the valley?",
        rating: QuestionRating::Acceptable,
        why: "It asks for little, but it is correct and its answer is clear. A question need not be deep.",
    },
    Example {
        sentence: "Bees that return to the hive describe the way to food in a dance.",
        question: "what do bees that return to the hive describe in a dance ?",
        rating: QuestionRating::Acceptable,
        why: "The small letter and the space are to be ignored. The rest has no fault.",
    },
    Example {
        sentence: "The bridge was closed for repairs in 1951 and was opened again two years later.",
        question: "When was the bridge opened again later?",
        rating: QuestionRating::Borderline,
        why: "One can see what is meant, but “later” is left over from the sentence and may be a fault.",
    },
    Example {
        sentence: "After the storm, he sold the mill to his brother, a baker.",
        question: "Who sold the mill to his brother?",
        rating: QuestionRating::Unacceptable,
        why: "Vague: the only answer in the sentence is “he”, and the question does not say which sale is meant.",
    },
    Example {
        sentence: "Unlike its neighbours, the village of Sallow never had a railway station.",
        question: "Where was the railway station of Sallow?",
        rating: QuestionRating::Bad,
        why: "It takes for granted that there was a station, which the text denies.",
    },
    Example {
        sentence: "The clock in the tower strikes thirteen at one in the afternoon, a joke of its maker.",
        question: "What does the clock in the tower strike at one in the afternoon a joke of?",
        rating: QuestionRating::Bad,
        why: "It is not a sentence of English.",
    },
];

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    page(&app, &visitor, "How to rate questions", |_| {
        html! {
            h1 { "How to rate questions" }
            (instructions())
            p.after { a.button href="/questions" { "Back" } }
        }
    })
    .await
}

/// The instructions, the scale and the examples.
pub(super) fn instructions() -> Markup {
    html! {
        p {
            "A program has made questions from texts. They are meant for a quiz that finds out whether somebody has read the text and "
            "understood what it says. You decide how good each question is for that."
        }
        p.note {
            strong { "English should be your first language." }
            " If it is not, please leave these questions to others: small faults are hard to hear in a language you have learnt."
        }
        ol {
            li { "Read the context, and above all its last sentence: the question was made from it." }
            li { "Read the question." }
            li { "Choose a rating from 1 to 5. If you are not sure what is meant, read the whole article below." }
        }
        p {
            "A good question is correct English and has one clear answer in the text. It need not be deep, hard or interesting. Ignore "
            "capital letters, punctuation, spelling and spaces."
        }
        h3 { "Reasons for a low rating" }
        dl.steps {
            @for fault in Fault::ALL { dt { (fault.title()) } dd { (fault.explanation()) } }
        }
        h3 { "The scale" }
        dl.steps {
            @for rating in QuestionRating::ALL {
                dt { (rating.number()) " " (rating.name()) }
                dd { (rating.meaning()) }
            }
        }
        h3 { "Seven examples" }
        (examples())
    }
}

fn examples() -> Markup {
    html! {
        ul.plain {
            @for it in &EXAMPLES {
                li {
                    p.soft { (it.sentence) }
                    p { strong { (it.question) } }
                    p { strong { (it.rating.number()) " " (it.rating.name()) ". " } (it.why) }
                }
            }
        }
    }
}
