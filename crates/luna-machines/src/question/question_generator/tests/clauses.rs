//! Statements within statements, and what must not move out of them.

use super::check_all;

#[test]
fn conjoined_clauses_become_statements() {
    check_all(
        r"
The king died and the queen fled.
? Who died?
? Did the king die?
? Who fled?
? Did the queen flee?
! and

The war ended, and the soldiers returned home.
? Did the war end?
? Did the soldiers return home?
? What ended?
! and

The river froze, but the ships continued.
? Did the river freeze?
? Did the ships continue?
! but

John wrote the music, and Mary wrote the words.
? What did John write?
? What did Mary write?
? Who wrote the music?
? Who wrote the words?

The summer is hot, and the winter is cold.
? Is the summer hot?
? Is the winter cold?

The city grew, and its port became famous.
? Did the city grow?

The experiment failed, so the team built a new machine.
? Did the experiment fail?
? What did the team build?
",
    );
}

#[test]
fn conjoined_predicates_share_the_subject() {
    check_all(
        r"
The queen built a palace and founded a school.
? What did the queen build?
? What did the queen found?
? Who built a palace?
? Who founded a school?
! build a palace and

The church was built in 1200 and was destroyed in 1500.
? When was the church built?
? When was the church destroyed?

The church was built in 1200 and destroyed in 1500.
? When was the church built?
? When was the church destroyed?

The author wrote novels and painted portraits.
? What did the author write?
? What did the author paint?

The ship hit a rock and sank.
? What did the ship hit?
? Did the ship sink?
? What sank?

The man sold his house, bought a boat and left the country.
? What did the man buy?
? What did the man leave?

The bird can swim and fly.
? Can the bird swim?
? Can the bird fly?

The company makes cars and sells engines.
? What does the company make?
? What does the company sell?

Galileo improved the telescope and discovered the moons of Jupiter.
? What did Galileo improve?
? What did Galileo discover?
? Who discovered the moons of Jupiter?

The soldier has lost an arm and received a medal.
? What has the soldier lost?
? What has the soldier received?

Newton studied light and invented a telescope in 1668.
? When did Newton invent a telescope?
? What did Newton invent in 1668?

The queen is old and tired.
? Is the queen old and tired?
! Is the queen tired and
",
    );
}

#[test]
fn nothing_moves_out_of_a_coordination() {
    check_all(
        r"
The boy ate bread and cheese.
? What did the boy eat?
! What did the boy eat bread
! eat and

The king met bishops and dukes.
? Who did the king meet?
! meet and
! What did the king meet

The farm produces milk, butter and cheese.
? What does the farm produce?
! What does the farm produce milk
! produce and

The queen visited London and Paris.
? What did the queen visit?
! visit and

Tom and Jerry found a coin.
? Who found a coin?
? What did Tom and Jerry find?
! Who and
! Did Jerry find
! Did Tom find

The army attacked the town and the castle.
? What did the army attack?
! attack and
",
    );
}

#[test]
fn relative_clauses_become_statements() {
    check_all(
        r"
Marie Curie, who discovered radium, was a physicist.
? Who discovered radium?
? What did Marie Curie discover?
? Was Marie Curie a physicist?
! who discovered

The tower, which stands in Paris, was built in 1889.
? Where does the tower stand?
? When was the tower built?
! which stands

John Smith, who owned the farm, died in 1850.
? What did John Smith own?
? Who owned the farm?
? When did John Smith die?
! who owned

The king, who was ill, left the city.
? Was the king ill?
? Who was ill?
? Did the king leave the city?

The Danube, which crosses Vienna, is a river.
? Is the Danube a river?
? What crosses Vienna?
? Does the Danube cross Vienna?

The book, which Darwin wrote in 1859, changed biology.
? What did Darwin write in 1859?
? What changed biology?
? When did Darwin write the book?
! which Darwin

Mozart, whose father was a musician, wrote operas.
? Who wrote operas?
? Was Mozart's father a musician?
! whose father

The museum, which was founded in 1753, attracts visitors.
? When was the museum founded?
? What attracts visitors?
? Who does the museum attract?

Einstein moved to Princeton, where he died in 1955.
? Where did Einstein move?
? When did Einstein die in Princeton?
! where he

The treaty, which the king signed, ended the war.
? What did the king sign?
? What ended the war?
",
    );
}

#[test]
fn nothing_moves_out_of_a_relative() {
    check_all(
        r"
The man who stole the car left the country.
? Who left the country?
? What did the man who stole the car leave?
! What did the man who stole leave

The woman married a man who owned a ship.
? Who did the woman marry?
! What did the woman marry a man

The dog that bit the boy ran away.
? Did the dog that bit the boy run away?
! Who did the dog that bit run

The people who lived in the valley grew wheat.
? What did the people who lived in the valley grow?
! Where did the people who lived grow

The company bought a building that housed a theatre.
? What did the company buy?
! What did the company buy a building

The teacher praised the girl who wrote the poem.
? Who did the teacher praise?
! What did the teacher praise

The king rewarded the men who saved the ship.
? Who did the king reward?
! reward the men who saved?

The report that John wrote surprised the mayor.
? Who did the report that John wrote surprise?
! Who did the report that wrote
",
    );
}

#[test]
fn nothing_moves_out_of_an_adverbial_clause() {
    check_all(
        r"
The queen slept while the king read a book.
? Did the queen sleep?
? Did the king read a book?
! What did the queen sleep while

The crowd left after the band played the song.
? Did the crowd leave?
? What did the band play?
! What did the crowd leave after the band

The man laughed when he saw the dog.
? Did the man laugh?
! What did the man laugh when

The city fell before the army reached the gate.
? Did the city fall?
! What did the city fall before the army
",
    );
}

#[test]
fn conditions_are_not_stated() {
    check_all(
        r"
If it rains, the game is cancelled.
! Does it rain
! Is the game cancelled?

The plant dies if the soil is dry.
! Is the soil dry?
! Does the plant die?

Unless the king agrees, the law fails.
! Does the king agree
! Does the law fail?

If the dam breaks, the valley will flood.
! Does the dam break
! Will the valley flood?
",
    );
}

#[test]
fn appositions_become_statements() {
    check_all(
        r"
Albert Einstein, a physicist, lived in Princeton.
? Who was a physicist?
? Was Albert Einstein a physicist?
? Where did Albert Einstein live?
! a physicist, live

Paris, the capital of France, attracts tourists.
? What is the capital of France?
? Is Paris the capital of France?
? What attracts tourists?

John Adams, the second president, was born in Massachusetts.
? Who was the second president?
? Was John Adams the second president?
? Where was John Adams born?

The Nile, a river in Africa, floods the valley.
? Is the Nile a river in Africa?
? What floods the valley?
? What does the Nile flood?

The company bought Acme, a small firm.
? Was Acme a small firm?
? What did the company buy?

Mary Shelley, the author of the novel, died in 1851.
? Who was the author of the novel?
? When did Mary Shelley die?

Mercury, the smallest planet, has no moons.
? What is the smallest planet?
? Is Mercury the smallest planet?

The general captured Toledo, the old capital.
? Was Toledo the old capital?
? What did the general capture?
",
    );
}

#[test]
fn participials_become_statements() {
    check_all(
        r"
The castle, built in 1200, attracts visitors.
? When was the castle built?
? In which year was the castle built?
? What attracts visitors?
! built in 1200, attract

Born in Ulm, Einstein moved to Switzerland.
? Where was Einstein born?
? Where did Einstein move?
! Born in

The novel, published in 1925, became famous.
? When was the novel published?
? Did the novel become famous?

The bridge, designed by John Roebling, opened in 1883.
? Who designed the bridge?
? When did the bridge open?
? Who was the bridge designed by?

Founded in 1636, the university attracts many students.
? When was the university founded?
? What attracts many students?

The bell, cast in London, cracked.
? Where was the bell cast?
? Did the bell crack?

Leaving the city, the army crossed the river.
? Did the army cross the river?
? What did the army leave?
! Leaving

The king died in 1603, leaving no children.
? When did the king die?
! leaving

Inspired by the sea, the painter moved to Cornwall.
? What inspired the painter?
? Where did the painter move?

Written in Latin, the book was popular.
? Was the book popular?
! Written in
",
    );
}

#[test]
fn adverbial_clauses_of_fact_become_statements() {
    check_all(
        r"
When the war ended, the soldiers went home.
? Did the war end?
? Did the soldiers go home?
? What ended?
! When the war

Although the king was young, the people respected him.
? Was the king young?
! Although

After the storm destroyed the harbour, the merchants left the town.
? What destroyed the harbour?
? What did the merchants leave?
! After the storm

While the queen slept, the servants cleaned the hall.
? Did the queen sleep?
? What did the servants clean?

Because the soil is poor, the farmers grow potatoes.
? Is the soil poor?
? What do the farmers grow?
? Why do the farmers grow potatoes?

The pilot landed the plane, although the engine was broken.
? What did the pilot land?
? Was the engine broken?
",
    );
}
