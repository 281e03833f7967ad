//! Questions about prepositional phrases, times, agents and reasons.

use super::check_all;

#[test]
fn places_become_where() {
    check_all(
        r"
The scientist worked in Berlin.
? Where did the scientist work?
? Who worked in Berlin?
? Did the scientist work in Berlin?

Napoleon died in Saint Helena.
? Where did Napoleon die?
? Who died in Saint Helena?

The river rises in Switzerland.
? Where does the river rise?
? Does the river rise in Switzerland?

The family lived in London.
? Where did the family live?
? Did the family live in London?

The train arrived in Paris.
? Where did the train arrive?

The battle took place near Leipzig.
? Where did the battle take place?

The author was born in Dublin.
? Where was the author born?
? Was the author born in Dublin?
! Where did the author

The company moved to California.
? Where did the company move?
? Did the company move to California?

The boy sleeps in the garden.
? Where does the boy sleep?

The treaty was signed in Vienna.
? Where was the treaty signed?
? What was signed in Vienna?

The statue stands in the park.
? Where does the statue stand?
? What stands in the park?

The lions live in Africa.
? Where do the lions live?
? Do the lions live in Africa?

The poet studied at Oxford University.
? Where did the poet study?

The ship sailed to Jamaica.
? Where did the ship sail?

Penguins live in Antarctica.
? Where do penguins live?
? What lives in Antarctica?
! What live in

The workers came from Ireland.
? Where did the workers come from?
? Did the workers come from Ireland?

The village lies in a valley.
? Where does the village lie?

The painting hangs in the museum.
? Where does the painting hang?
? Does the painting hang in the museum?
",
    );
}

#[test]
fn times_become_when() {
    check_all(
        r"
The war ended in 1945.
? When did the war end?
? In which year did the war end?
? What ended in 1945?
! Where did the war

The king died in 1715.
? When did the king die?
? Who died in 1715?
! Where did the king die

Einstein was born in 1879.
? When was Einstein born?
? In which year was Einstein born?
? Who was born in 1879?

The meeting begins on Monday.
? When does the meeting begin?

The theatre opened in May 1890.
? When did the theatre open?
! Where did the theatre open

The city was founded in the 12th century.
? When was the city founded?
? In which century was the city founded?

The museum opened in June.
? When did the museum open?
? In which month did the museum open?

The earthquake happened on April 18, 1906.
? When did the earthquake happen?

The colony became independent in 1960.
? When did the colony become independent?
? What became independent in 1960?

The leaves fall in autumn.
? When do the leaves fall?

The bridge collapsed last year.
? When did the bridge collapse?
? What collapsed last year?

The team won the title in 1998.
? When did the team win the title?
? What did the team win in 1998?
? What won the title in 1998?

The law changed in 2003.
? When did the law change?

The school closed during the war.
? When did the school close?

The train leaves at noon.
? When does the train leave?

The treaty was signed in 1648.
? When was the treaty signed?
? In which year was the treaty signed?

The store opened yesterday.
? When did the store open?
? Did the store open yesterday?
",
    );
}

#[test]
fn other_prepositional_phrases_leave_their_preposition() {
    check_all(
        r"
The king fought against the rebels.
? Who did the king fight against?
? Did the king fight against the rebels?

The price depends on the weather.
? What does the price depend on?
? What depends on the weather?

The poem deals with death.
? What does the poem deal with?

The scientist worked with Marie Curie.
? Who did the scientist work with?
? Who worked with Marie Curie?

The house belongs to the queen.
? Who does the house belong to?
! Where does the house belong

The committee consists of seven members.
? Who does the committee consist of?
? How many members does the committee consist of?

The animals look for food.
? What do the animals look for?
? What looks for food?

The term refers to a disease.
? What does the term refer to?
? Does the term refer to a disease?

The bowl is made of wood.
? What is the bowl made of?
? What is made of wood?

The novel was written by Jane Austen.
? Who was the novel written by?
? Who wrote the novel?
? What was written by Jane Austen?

The song is about love.
? What is the song about?
? Is the song about love?
",
    );
}

#[test]
fn two_phrases_leave_one_in_place() {
    check_all(
        r"
Mozart moved to Vienna in 1781.
? When did Mozart move to Vienna?
? Where did Mozart move in 1781?
? Who moved to Vienna in 1781?
? Did Mozart move to Vienna in 1781?

The army crossed the river in March.
? When did the army cross the river?
? What did the army cross in March?

The painter lived in Paris for ten years.
? Where did the painter live for ten years?
? How long did the painter live in Paris?

The ship left the port in 1912.
? When did the ship leave the port?
? What did the ship leave in 1912?
? What left the port in 1912?

The writer met the president in Washington.
? Where did the writer meet the president?
? Who did the writer meet in Washington?

The museum opened a new wing in 2010.
? When did the museum open a new wing?
? What did the museum open in 2010?
",
    );
}

#[test]
fn passives_have_an_active_question() {
    check_all(
        r"
Radium was discovered by Marie Curie.
? Who discovered radium?
? Who was radium discovered by?
? What was discovered by Marie Curie?
? Was radium discovered by Marie Curie?

The city was destroyed by a fire.
? What destroyed the city?
? What was the city destroyed by?
! Who destroyed

The church was built by the Normans.
? Who built the church?
? Was the church built by the Normans?

The play was written by Shakespeare.
? Who wrote the play?
? Was the play written by Shakespeare?

The tunnel was dug by workers.
? Who dug the tunnel?

The president was chosen by the people.
? Who chose the president?
? Was the president chosen by the people?

The company was sold in 1999.
? When was the company sold?
? What was sold in 1999?
? Was the company sold in 1999?
! Who sold

The prisoners were freed by the army.
? Were the prisoners freed by the army?
! Who was the army freed

The film was directed by Orson Welles in 1941.
? Who directed the film in 1941?
? When was the film directed by Orson Welles?
",
    );
}

#[test]
fn reasons_become_why() {
    check_all(
        r"
The crops failed because the summer was dry.
? Why did the crops fail?
? Was the summer dry?
? Did the crops fail?

The bridge fell because the river rose.
? Why did the bridge fall?
! Why did the river

The king fled because the people revolted.
? Why did the king flee?
",
    );
}
