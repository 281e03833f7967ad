//! Faults that a teacher found in questions about a life, an article of biology and a news report.

use super::check_all;
use crate::question::question_generator::{Options, generate};

#[test]
fn base_forms_end_as_words_do() {
    check_all(
        r"
The painter enrolled at the college in Riga.
? Did the painter enroll at the college in Riga?
! enrolle at
",
    );
}

#[test]
fn a_participial_describes_the_whole_phrase() {
    check_all(
        r"
The map of the Weldemeer, drawn from 212 soundings, was printed in Kiel.
? How many soundings was the map of the Weldemeer drawn from?
! was the Weldemeer drawn
",
    );
}

#[test]
fn what_was_said_or_told_is_not_lost() {
    check_all(
        r"
Marten said on Tuesday that shops would close.
? What did Marten say on Tuesday?
! said on Tuesday?

Mayor Denis Achterberg told reporters that the bridge was closed.
? Who told reporters that the bridge was closed?
! to?
! tell to
! closed to

The mayor told the reporters the truth.
! Who did the mayor tell?
",
    );
}

#[test]
fn a_verb_is_found_where_the_reader_sees_none() {
    check_all(
        r"
Kordes never married.
? Did Kordes marry?
? Who never married?

Shares fell by 6 percent.
? Did shares fall by 6 percent?
? What fell by 6 percent?

Shares of the company rose by 6 percent after the vote.
? Did shares of the company rise by 6 percent after the vote?

When it is hot, the rate rises until the enzymes lose their shape.
! Do the rate
! do the rate

Plants store glucose. At night they break the starch down.
! brake

The rate rises.
? What rises?

In the first stage, light splits molecules of water into oxygen, protons and electrons.
? What splits molecules of water into oxygen, protons and electrons in the first stage?

The old house on the hill.
0
",
    );
}

#[test]
fn no_answer_is_a_bare_pronoun_or_an_empty_phrase() {
    for text in [
        "She discovered a comet. It was bright. They left. This caused a war.",
        "The court cleared Kordes of blame. A newspaper learned of the matter.",
        "The plant uses this energy. The towns feared that.",
    ] {
        for it in generate(text, &Options::default()).questions {
            let answer = it.answer.to_lowercase();
            let bare = ["she", "it", "they", "this", "that", "this energy", "the matter"];
            assert!(!bare.contains(&answer.as_str()), "{} {}", it.text, it.answer);
            assert!(!answer.ends_with("of blame"), "{} {}", it.text, it.answer);
        }
    }
}

#[test]
fn a_plain_sentence_after_a_quotation_is_asked_about() {
    check_all(
        r#"
"We have waited too long," Achterberg said. Pedestrians used the bridge in May.
? Who used the bridge in May?
! wait

“The bridge is old,” Marten said. “It is narrow. The king built it.”
0
"#,
    );
}

#[test]
fn a_pronoun_within_a_sentence_has_no_capital() {
    check_all(
        r"
“The bridge is old,” Marten said. She will have to leave.
~ Will she have to leave?
! Will She
",
    );
}

#[test]
fn marks_before_a_sentence_are_left_out() {
    check_all(
        r"
🎉 The bridge opened in 1912. ▶ The king built a castle.
? When did the bridge open?
? What did the king build?
! The bridge
! The king
",
    );
}

#[test]
fn what_two_readers_objected_to_in_texts_about_light_and_fire() {
    check_all(
        "
He wrote a treatise, primarily concerning the strength of materials.
! concern the strength
! concerned the strength

Sometimes, the crater fills with water.
! Does the crater fill

It stood more than 300 feet tall and is regarded as one of the seven wonders of the ancient world.
! tall and is regarded

Taal in the Philippines is a crater volcano.
? What is Taal in the Philippines?
! What is a crater volcano?

The Greeks built braziers of iron on hillsides.
? Who built braziers of iron on hillsides?
! What built

Fresnel's design combined the best of both of these features into a single lens.
! What did Fresnel's design combine

The Greeks also built some of the earliest lighthouses.
? Did the Greeks build some of the earliest lighthouses?
! also
",
    );
}

#[test]
fn what_a_reader_objected_to_in_texts_about_lighthouses_botanists_and_kidneys() {
    check_all(
        "
And with more than 120 lighthouses, the state of Michigan possesses more lighthouses than any other state.
? Does the state of Michigan possess more lighthouses than any other state?
! any other state with

In Europe, many lighthouses and watch towers were built, especially by the Romans.
? Were many lighthouses and watch towers built in Europe?
! especially

The kidneys are vital organs responsible for filtering blood.
! What is vital organs

The kidneys clean the blood. This process begins in the nephrons.
~ Does this process begin in the nephrons?

Gambel returned to Philadelphia in 1845, studied medicine for the next three years, and received his medical degree.
? When did Gambel return to Philadelphia?
! return to Philadelphia for

In 1838 Gambel trained under and assisted Thomas Nuttall on an expedition.
! train under in
! trained under in

Gambel was soon thereafter made Assistant Curator of the Academy.
? Was Gambel made Assistant Curator of the Academy?

Douglas became friends with the botanist William Hooker.
? Did Douglas become friends with the botanist William Hooker?
! Who did Douglas become

In 1841 Gambel left the East for California and in July of that year he became the first botanist to collect there.
! of that year he

Mr. Banks was not amused. When Mr. Cook saw that his new deck was gone, he refused to sail.
? Did Mr. Cook refuse to sail?
! Mr. Banks refuse

Aven Nelson was Professor of Botany at the University of Wyoming and founder of the Rocky Mountain Herbarium. He worked in the Rocky Mountains.
? Where did Aven Nelson work?

Navigational charts include a list of patterns, allowing mariners to find their way.
! Does navigational
! Does a list of patterns allow

Due to gravity, glacial ice begins to flow downhill.
! Does due

The story of chocolate starts thousands of years ago in the rain forests.
! What does the story of chocolate start

Such routes were not open to young women.
! What was not open

Other plans failed to mature.
! succeed to

As a glacier moves through a valley, it acts as a bulldozer, reshaping the land.
! reshap the

John Newberry was an American physician. With the Ives Expedition he was the first geologist to see the canyon. He was in another expedition, which explored the river in 1859.
? Was John Newberry in another expedition?
! the Ives Expedition in
",
    );
}
