//! Questions about measures, and the form of the verb: auxiliaries, negation, agreement.

use super::check_all;

#[test]
fn times_that_last_become_how_long() {
    check_all(
        r"
The war lasted six years.
? How long did the war last?
? What lasted six years?
? Did the war last six years?

The trip takes three hours.
? How long does the trip take?
! What does the trip take

The siege lasted two months.
? How long did the siege last?

The king ruled for forty years.
? How long did the king rule?
? Did the king rule for forty years?

The patient waited for two hours.
? How long did the patient wait?

The show lasts ninety minutes.
? How long does the show last?

The couple lived in Rome for five years.
? How long did the couple live in Rome?

The workers stayed for three weeks.
? How long did the workers stay?
",
    );
}

#[test]
fn measures_of_adjectives_become_how() {
    check_all(
        r"
The tower is 300 metres tall.
? How tall is the tower?
? What is 300 metres tall?
? Is the tower 300 metres tall?

The wall is ten feet high.
? How high is the wall?
? Is the wall ten feet high?

The river is 500 kilometres long.
? How long is the river?
! When

The lake is forty metres deep.
? How deep is the lake?

The road was six metres wide.
? How wide was the road?

The girl is twelve years old.
? How old is the girl?
? Who is twelve years old?

The temple is 2,000 years old.
? How old is the temple?
? Is the temple 2,000 years old?
",
    );
}

#[test]
fn existence_is_asked_with_there() {
    check_all(
        r"
There are eight planets in the system.
? How many planets are there in the system?
? Are there eight planets in the system?
! Who

There were three windows in the room.
? How many windows were there in the room?
? Were there three windows in the room?

There is a lake near the village.
? What is there near the village?
? Is there a lake near the village?

There are twenty schools in the city.
? How many schools are there in the city?
! Where are there twenty schools in

There was a castle on the hill.
? Was there a castle on the hill?
? What was there on the hill?
",
    );
}

#[test]
fn negations_stay_out_of_yes_no_questions() {
    check_all(
        r"
The king did not sign the treaty.
? Did the king sign the treaty?
? Who did not sign the treaty?
! Did the king not
! What did the king sign?

The whale is not a fish.
? Is the whale a fish?
! Is the whale not

The soldiers didn't leave the city.
? Did the soldiers leave the city?
! n't

The bridge can't carry trucks.
? Can the bridge carry trucks?
! ca the

The ship won't sink.
? Will the ship sink?
! Wo

The mayor has not read the report.
? Has the mayor read the report?
? Who has not read the report?

The snake isn't dangerous.
? Is the snake dangerous?

The treaty was not signed in Paris.
? Was the treaty signed in Paris?
! Where was the treaty signed?

The company never paid the workers.
? Did the company pay the workers?
! Did the company never

The law does not protect animals.
? Does the law protect animals?
? What does not protect animals?
",
    );
}

#[test]
fn auxiliaries_move_alone() {
    check_all(
        r"
The crew has been waiting for help.
? Has the crew been waiting for help?
! Has been the

The house will be sold in May.
? Will the house be sold in May?
? When will the house be sold?
? What will be sold in May?

The child may have seen the wolf.
? May the child have seen the wolf?
? What may the child have seen?
? Who may have seen the wolf?

The road could have been closed.
? Could the road have been closed?
? What could have been closed?

The scientists are studying the virus.
? What are the scientists studying?
? Who is studying the virus?
? Are the scientists studying the virus?

The animals were being moved.
? Were the animals being moved?
? What was being moved?

The painter should have finished the portrait.
? What should the painter have finished?
? Should the painter have finished the portrait?

The girl had been singing.
? Had the girl been singing?
? Who had been singing?

The team would win the final.
? What would the team win?
? Would the team win the final?

The bread has been eaten.
? What has been eaten?
? Has the bread been eaten?
",
    );
}

#[test]
fn irregular_verbs_find_their_base_form() {
    check_all(
        r"
The boy broke the window.
? What did the boy break?
? Did the boy break the window?
! broked

The teacher taught Latin.
? What did the teacher teach?
? Did the teacher teach Latin?

The bird flew over the house.
? Did the bird fly over the house?
? What flew over the house?

The hunter shot a deer.
? What did the hunter shoot?

The baker sold bread.
? What did the baker sell?

The queen knew the secret.
? What did the queen know?
? Who knew the secret?

The child drew a house.
? What did the child draw?

The fire began in the kitchen.
? Where did the fire begin?
? Did the fire begin in the kitchen?

The man stole the money.
? What did the man steal?
? Who stole the money?

The wind blew.
? Did the wind blow?
? What blew?

The army fought the enemy.
? Did the army fight the enemy?

The sailor swam to the shore.
? Did the sailor swim to the shore?
? Who swam to the shore?

The girl chose a dress.
? What did the girl choose?
? Did the girl choose a dress?

The stone sank.
? What sank?
? Did the stone sink?

The farmer grew corn.
? What did the farmer grow?

The monks kept bees.
? What did the monks keep?
? Did the monks keep bees?

The city lay in ruins.
? Did the city lie in ruins?

The prince rode a horse.
? What did the prince ride?

The poor woman lost her ring.
? What did the poor woman lose?

The wolf bit the shepherd.
? Who did the wolf bite?
? What bit the shepherd?
",
    );
}

#[test]
fn agreement_follows_the_subject_of_the_question() {
    check_all(
        r"
The cat watches the birds.
? What does the cat watch?
? What watches the birds?
? Does the cat watch the birds?

The cats watch the birds.
? What do the cats watch?
? What watches the birds?
? Do the cats watch the birds?

The nurse carries the baby.
? Who carries the baby?
? Does the nurse carry the baby?

The nurses carry the baby.
? Who carries the baby?
? Do the nurses carry the baby?
! carrys

The boys go to school.
? Who goes to school?
? Do the boys go to school?
! gos

The girls do the work.
? Who does the work?
? What do the girls do?

The bees were making honey.
? What were the bees making?
? What was making honey?

The students have finished the test.
? What have the students finished?
? Who has finished the test?

The wolves kill sheep.
? What do the wolves kill?
? What kills sheep?

The waves reach the wall.
? What reaches the wall?
? What do the waves reach?
",
    );
}

#[test]
fn what_repeats_becomes_how_often() {
    check_all(
        r"
The tourists visit the shrine every year.
? How often do the tourists visit the shrine?
! When do

The painters paint the tower every seven years.
? How often do the painters paint the tower?
! How long
",
    );
}

#[test]
fn nothing_is_asked_about_what_is_denied() {
    check_all(
        r"
There is no evidence for this claim.
! Is there no
! What is there for

Mercury has no moons.
? What has no moons?
! Does Mercury
! What does Mercury have

Neither the king nor the queen attended the wedding.
! Did neither
! Who attended
",
    );
}
