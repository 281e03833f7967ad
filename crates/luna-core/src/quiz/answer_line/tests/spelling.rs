//! Spelling: accents, plurals, British and American forms, slips.

use super::check;

pub(super) const SCRIPT: &str = "
= <u>Frédéric Chopin</u> [or Fryderyk <u>Szopen</u>]
+ Frederic Chopin
+ FREDERIC CHOPIN
+ Szopen
+ Frederick Chopin
- Franz Liszt

= Ngũgĩ wa Thiong'o
+ Ngugi wa Thiong’o
- Thing

= Bahá’í
+ bahai
+ baha'i
- Bali

= universities
+ university
- universe

= <u>Mouse</u>
+ mice
- moose

= crises
+ crisis
- Christ

= theatre
+ theater
- theatrics

= colour vision
+ color vision
- color television

= sulphur
+ sulfur
- sulfide

= organisation
+ organization
- organism

= Tchaikovsky
+ Tchaikovski
+ Tchaykovsky
- Mussorgsky

= Schopenhauer
+ Shopenhauer
+ Schopenhaur
- Schumacher

= Muhammed
+ Mohamad
+ Mohammed
- Mahdi

= Nietzsche
+ Nietsche
+ Neitzsche
- Nietzche's sister Elisabeth

= Monet
+ Monnet
- Manet

= Iran
- Iraq
- Ira

= Iceland
- Ireland
+ Icleand

= Slovakia
- Slovenia

= Ruslan and Lyudmila
+ Ruslan and Ludmilla
? Ruslan
- Ludwig

= Second Continental Congress [prompt on Continental Congress]
+ second contentinal congress
? Continental Congress
- First Continental Congress

= ethene
- ethane
- ethyne
+ ethene

= sulfate
- sulfite
- sulfide

= macroeconomics
- microeconomics
+ macroeconomcis

= symmetric
- asymmetric
+ symetric

= hypotension
- hypertension

= <u>Einstein</u>
- Eisenstein
+ Einstien

= jumping out of a window
+ jump out of a window
- jump

= hypothesis <u>test</u>
+ testing
+ hypothesis testing
- hypothesis

= primatology [or word forms]
+ primatologist
+ primatologists
- primogeniture

= recognition [accept word forms such as recognize]
+ recognizing
+ recognise
- cognition

= IR spectroscopy
+ ir spec
? ir
- NMR spectroscopy

= The Cabinet of Dr. Caligari
+ Cabinet of Doctor Caligari
+ tcodc
? cabinet
- Dr. Mabuse

= cosmic microwave background
+ CMB
- CMS
- cosmic
";

#[test]
fn spelling_is_forgiven_and_other_words_are_not() {
    check(SCRIPT);
}
