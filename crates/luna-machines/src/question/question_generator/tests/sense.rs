//! Questions that were ungrammatical, asked with the wrong word, or claimed what no sentence says.

use super::check_all;

#[test]
fn a_last_name_is_that_of_a_person_in_the_whole_text() {
    check_all(
        r"
Lise Meitner was born in Vienna. In 1907 Meitner moved to Berlin.
? Who moved to Berlin in 1907?
! What moved

Lise Meitner met Otto Hahn. Hahn served in the army.
? Who served in the army?
! What served

Tomas saw the lights and knew the harbour.
? Who knew the harbour?
? Who saw the lights?
! What saw

Bela Kovar was a painter. Kovar sold a portrait.
? Who sold a portrait?
! What sold
",
    );
}

#[test]
fn people_are_asked_for_by_who() {
    check_all(
        r"
Seven members supported the plan.
? Who supported the plan?
! What supported

The crew repaired the ship.
? Who repaired the ship?
! What repaired

The villagers ran to the lighthouse.
? Who ran to the lighthouse?
! What ran

The nobles feared the king.
? Who feared the king?
! What feared

The lawyers wrote a report.
? Who wrote a report?

The farmers and the ecologists disagreed.
! What disagreed

The passengers left the train.
? Who left the train?

The divers found a wreck.
? Who found a wreck?
",
    );
}

#[test]
fn base_forms_are_words() {
    check_all(
        r"
The queen travelled to Sweden.
? Did the queen travel to Sweden?
! travelle to

The keeper climbed the stairs.
? What did the keeper climb?
! climbe the

The keeper trimmed the wick.
? What did the keeper trim?
! trimm the

Rain poured into the room.
? Did rain pour into the room?
! poure into

The king founded a town.
? What did the king found?

The crowd filled the square.
? What did the crowd fill?

The king controlled the port.
? What did the king control?

The army marched to Rome.
? Did the army march to Rome?
",
    );
}

#[test]
fn both_verbs_of_a_pair_lose_their_tense() {
    check_all(
        r"
The man married and died in Paris.
! marry and died
",
    );
}

#[test]
fn what_somebody_is_may_stand_before_the_name() {
    check_all(
        r"
The architect Hector Guimard designed the entrances.
? Who designed the entrances?
! What designed

The police questioned the poet Guillaume Apollinaire.
? Who did the police question?
! Who did the police question Guillaume

The lawyer died four months before the line opened.
! die four months?
",
    );
}

#[test]
fn a_conjunct_takes_only_the_helper_that_fits() {
    check_all(
        r"
Additives were introduced in 1961 and cut the cost.
! were cut
! Were additives cut
! What were additives cut

The neighbours have collected signatures and plan a protest.
! Have the neighbours plan
! have plan
! has plan

The bridge was closed in March and lost its traffic.
! was lost
! Was the bridge lost
",
    );
}

#[test]
fn a_verb_agrees_with_the_question_word() {
    check_all(
        r"
Bacteria use hydrogen.
? What uses hydrogen?
! What use hydrogen

The police arrest thieves.
! Who arrest thieves
",
    );
}

#[test]
fn a_common_noun_loses_the_capital_of_the_first_word() {
    check_all(
        r"
Sunlight reaches the upper layer. The plants need sunlight.
? Does sunlight reach the upper layer?
! Sunlight reach

Satellites measure the sea. A satellite has a mirror.
? What do satellites measure?
! Satellites measure

Yeast is a fungus. Bakers use yeast.
? What is yeast?
! Is Yeast

Venus is a planet.
? What is Venus?
",
    );
}

#[test]
fn a_subject_that_denies_is_not_asked_about() {
    check_all(
        r"
Nobody believed the woman.
! Did nobody
! did nobody

No one saw the ship.
! Did no one
! did no one

Nothing stopped the king.
! Did nothing
! did nothing

Not everyone believes the report.
! not everyone

None of the soldiers returned.
! Did none
! did none
",
    );
}

#[test]
fn a_quantity_keeps_its_adverb() {
    check_all(
        r"
The shipyard employed up to 16,000 workers.
! employ up to?
! workers did the shipyard employ up to

The plants produce about half of the oxygen.
? What do the plants produce?
! produce about?

The storm destroyed roughly 30 houses.
! destroy roughly?

The plague killed about 46,000 people.
? How many people did the plague kill?
! kill about?
",
    );
}

#[test]
fn the_object_of_a_verb_with_a_complement_is_not_split() {
    check_all(
        r"
Frisch named the process fission.
! Which fission
! What did Frisch name?

The gas makes the dough rise.
! Which rise
! What does the gas make?

Trade made the republic powerful.
! What did trade make?

The company makes the engines.
? What does the company make?
",
    );
}

#[test]
fn a_measure_is_no_subject_of_an_apposition() {
    check_all(
        r"
The crust turns brown at 150 degrees, a process named after a chemist.
! degrees a process
! Is 150 degrees
! Was 150 degrees
",
    );
}

#[test]
fn a_phrase_stays_with_its_noun() {
    check_all(
        r"
The nobles feared the power of the king.
? What did the nobles fear?
! fear of

The king feared the loss of a province.
! fear of

She was elected by a procedure that involved nine rounds.
! by that
! What was she elected by that
",
    );
}

#[test]
fn what_is_no_clause_of_its_own_makes_no_question() {
    check_all(
        r"
That is why many seas turn green in spring.
! Is that why
! What is why

By the ninth century Venetian merchants were sailing to Alexandria.
! Were by
! Who was by
? Where were Venetian merchants sailing by the ninth century?

Lise Meitner was born in Vienna in 1878, the third of eight children.
? Where was Lise Meitner born in 1878?
! the third of

The merchants bought and sold houses.
? Did the merchants buy and sell houses?
! buy and sold

The keeper climbed the steps, lit the lamp and left the tower.
? What did the keeper leave?
! steps, lit

Newspapers printed the picture, and long queues formed in the street.
! and long queues formed

Where the current meets the ice, thick fog forms.
! thick fog forms?

When water is added to flour, two proteins join.
! Is water added to flour, two proteins

Brandt's grandfather was one of the workers, and two of his friends died.
! and two of his friends died

It goes stale not because it dries out but because its starch forms crystals.
! not?
! stale not
! Does it dry out but

The supports have lost a third of their strength.
! support have lost
! supports have lost a third of their strength?

If his party wins, Whitmore promised, the bridge will be open again.
! promise if
! promised if
",
    );
}

#[test]
fn nobody_is_asked_for_a_pronoun_by_an_object() {
    check_all(
        r"
The passport no longer protected her.
! Who did the passport

The children followed him.
! Who did the children follow
",
    );
}

#[test]
fn an_owner_in_the_predicate_is_vague() {
    check_all(
        r"
Otto Frisch was her nephew.
~ Was Otto Frisch her nephew?

Philipp Meitner was her father.
~ Was Philipp Meitner her father?
",
    );
}

#[test]
fn what_the_subject_cannot_own_is_vague() {
    check_all(
        r"
Workers removed its bells.
~ Did workers remove its bells?

The king sold its walls.
~ Did the king sell its walls?

The castle lost her flag.
~ Did the castle lose her flag?

The woman lost hers.
~ Did the woman lose hers?
",
    );
}

#[test]
fn the_past_of_an_irregular_verb_is_past() {
    check_all(
        r"
A strong earthquake shook the coast of Marlena early on Friday.
? Did a strong earthquake shake the coast of Marlena early on Friday?
! Does a strong
",
    );
}

#[test]
fn two_places_in_a_row_are_asked_for_together() {
    check_all(
        r"
The woman died in a nursing home in Cambridge.
! Where did the woman die in a nursing home
",
    );
}
