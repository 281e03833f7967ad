//! Conditions on what has been read.

use super::check;

pub(super) const SCRIPT: &str = "
= the Most Dangerous Game [accept \"The Hounds of Zaroff\" before \"Zaroff\" is mentioned]
+ Hounds of Zaroff
@ In this story a hunter falls off a yacht.
+ Hounds of Zaroff
@ In this story General Zaroff hunts
- Hounds of Zaroff
+ the Most Dangerous Game
@@
- Hounds of Zaroff

= purple [accept indigo until \"dibromoindigo\"; accept pink until “murex” is read, but prompt after; prompt on Tyrian red]
@ This color
+ indigo
+ pink
? Tyrian red
@ This color of dibromoindigo comes from the murex
- indigo
? pink
+ purple
@@
? pink
- indigo

= Grasshopper [accept “cicada” until read; prompt on bug before mention]
@ An insect
+ cicada
? bug
@ Two cicadas and a bug
- cicada
- bug

= rate constant (accept k before it’s given; accept just rate after “constant” is first read)
@ This value
+ k
? rate
@ This constant is written k
- k
+ rate
@?
+ rate
+ k

= fish (accept whale after “Yunus” is read)
@ The creature
- whale
@ The creature that Yunus met
+ whale
@@
+ whale

= Impressionism [accept the Ten or Heidelberg School before mentioned]
@ A movement
+ The Ten
+ Heidelberg School
@ A movement like the Heidelberg School
- Heidelberg School
+ the Ten

= wave-particle duality [accept de Broglie wave until “de Broglie”]
+ de Broglie wave
@ A phenomenon
+ de Broglie wave
@ A phenomenon named by de Broglie
- de Broglie wave

= World’s Fair [before they’re mentioned, accept world's exposition]
@ At one of these
+ world's exposition
@ At one of these, a world exposition
+ World's Fair
@ At one world's exposition
- world's exposition

= lipids [accept triglycerides in the first sentence; prompt on fats until the second sentence]
@ These molecules
+ triglycerides
? fats
@ These molecules store energy. They
- triglycerides
? fats
@ These molecules store energy. They float. They
- fats

= conditioning [prompt on learning after “latent” and before “operant”]
@ A kind
- learning
@ A kind of latent thing
? learning
@ A kind of latent and operant thing
- learning

= Tenerife [accept Canary Islands until “Canary” or “islands” is read]
@ This place
+ Canary Islands
@ These islands
- Canary Islands

= atomic number [or Z before “Z” is read]
@ A number
+ Z
@ The number Z
- Z

= Elizabeth Barrett Browning [accept Elizabeth Browning after “Robert” is read; prompt on Browning before “Robert” is read]
@ This poet
? Browning
@ This wife of Robert
+ Elizabeth Browning

= radar [prompt on radio waves before end of question]
@ These
? radio waves
@@
- radio waves

= <u>mitochondrial</u> fission [accept just <u>dumbbell</u> once “bar” is read]
@ It
- dumbbell
@ It has a bar
+ dumbbell

= Louis-Philippe [or Duke d’Orleans; prompt on “Citizen King” before mentioned]
? Citizen King
@ He was called the Citizen King
- Citizen King
+ Duke of Orleans
";

#[test]
fn conditions_are_held_against_what_was_read() {
    check(SCRIPT);
}
