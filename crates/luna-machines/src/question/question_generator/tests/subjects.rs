//! Questions about subjects.

use super::check_all;

#[test]
fn people_as_subjects_become_who() {
    check_all(
        r"
Marie Curie discovered radium.
? Who discovered radium?
? What did Marie Curie discover?
? Did Marie Curie discover radium?
! What discovered

John built a boat.
? Who built a boat?
? What did John build?
? Did John build a boat?

The teacher opened the door.
? Who opened the door?
? What did the teacher open?
! What opened

The king ruled the country.
? Who ruled the country?
? Did the king rule the country?

Queen Victoria opened the exhibition.
? Who opened the exhibition?
! What opened

The scientist wrote a letter.
? Who wrote a letter?
? What did the scientist write?

Mary sings.
? Who sings?
? Does Mary sing?

The children played in the garden.
? Who played in the garden?
? Did the children play in the garden?

Albert Einstein was a physicist.
? Who was a physicist?
? Was Albert Einstein a physicist?

The women were tired.
? Who was tired?
? Were the women tired?
! Who were

The soldiers have left the city.
? Who has left the city?
? Have the soldiers left the city?
! Who have

The farmers grow wheat.
? Who grows wheat?
? What do the farmers grow?
? Do the farmers grow wheat?
! Who grow wheat

The doctor is sleeping.
? Who is sleeping?
? Is the doctor sleeping?

The president can sign the law.
? Who can sign the law?
? Can the president sign the law?
? What can the president sign?

Charles Darwin and Alfred Wallace described evolution.
? Who described evolution?
! Who did Charles Darwin and
! Did Charles Darwin describe
",
    );
}

#[test]
fn things_as_subjects_become_what() {
    check_all(
        r"
The river crosses the valley.
? What crosses the valley?
? What does the river cross?
? Does the river cross the valley?
! Who

The storm destroyed the bridge.
? What destroyed the bridge?
? What did the storm destroy?
! Who

Rain fell.
? What fell?
? Did rain fall?
! Who

The trees are old.
? What is old?
? Are the trees old?
! What are old

Plants need water.
? What needs water?
? What do plants need?
? Do plants need water?
! What need water

The machines have stopped.
? What has stopped?
? Have the machines stopped?

The book was expensive.
? What was expensive?
? Was the book expensive?

The sun gives light.
? What gives light?
? What does the sun give?

The law forbids slavery.
? What forbids slavery?
? What does the law forbid?

The ship will carry the cargo.
? What will carry the cargo?
? What will the ship carry?
? Will the ship carry the cargo?

The glacier moved slowly.
? What moved slowly?
? Did the glacier move slowly?

Coal is a fuel.
! What is a fuel
? Is coal a fuel?

The museum contains many paintings.
? What contains many paintings?
? Does the museum contain many paintings?

Bats are mammals.
? What are bats?
? Are bats mammals?
! Who are bats

The volcano erupted in 1883.
? What erupted in 1883?
? When did the volcano erupt?
? Did the volcano erupt in 1883?
",
    );
}

#[test]
fn a_number_before_the_subject_becomes_how_many() {
    check_all(
        r"
Three ships reached the island.
? How many ships reached the island?
? Did three ships reach the island?

Twelve men signed the letter.
? How many men signed the letter?

Five rivers cross the country.
? How many rivers cross the country?
! How many rivers crosses

Two hundred soldiers were killed.
? How many soldiers were killed?
! How many soldiers was

Seven planets are visible.
? How many planets are visible?

Forty people died.
? How many people died?

Sixteen students have passed the exam.
? How many students have passed the exam?
! How many students has

Six dogs pulled the sled.
? How many dogs pulled the sled?
? What did six dogs pull?
",
    );
}

#[test]
fn the_owner_in_a_subject_becomes_whose() {
    check_all(
        r"
John's brother bought a farm.
? Whose brother bought a farm?
? What did John's brother buy?
! Whose John

Mary's book won a prize.
? Whose book won a prize?

The king's army lost the battle.
? Whose army lost the battle?

Darwin's theory changed biology.
? Whose theory changed biology?
? What did Darwin's theory change?
",
    );
}

#[test]
fn a_definite_noun_with_a_modifier_becomes_which() {
    check_all(
        r"
The red car won the race.
? Which car won the race?
! Which red

The northern province supported the king.
? Which province supported the king?

The first train left the station.
? Which train left the station?

The old church survived the fire.
? Which church survived the fire?
? What did the old church survive?

The second attempt succeeded.
? Which attempt succeeded?
? Did the second attempt succeed?
",
    );
}

#[test]
fn the_answer_is_the_whole_noun_phrase() {
    check_all(
        r"
The capital of France lies on the Seine.
? What lies on the Seine?
? Does the capital of France lie on the Seine?
! What of France
! Who

The roof of the old house collapsed.
? What collapsed?
? Did the roof of the old house collapse?
! What of the

The son of the king married a princess.
? Who married a princess?
! Who of

The men in the boat saw an island.
? Who saw an island?
? What did the men in the boat see?
! Who in the boat

The leader of the army surrendered.
? Who surrendered?
? Did the leader of the army surrender?

The discovery of gold attracted settlers.
? What attracted settlers?
! Whose

The history of the city is long.
? What is long?
? Is the history of the city long?
",
    );
}
