//! Names of people and places without underlining, titles, initials.

use super::check;

pub(super) const SCRIPT: &str = "
= Heinrich Böll [or Heinrich Theodor Böll]
+ Böll
+ boll
+ Heinrich Boll
+ Heinrich Theodor Böll
- Heinrich
- H

= Johann Sebastian <u>Bach</u>
+ Bach
+ J. S. Bach
+ Johann Bach
- Carl Philipp Emanuel Bach
- Johann Christian Bach
- Johann

= <u>Sartre</u>
+ Jean-Paul Sartre
+ J P Sartre
- Jean Paul
- Sartre Museum of Paris

= Simone de Beauvoir
+ de Beauvoir
+ Beauvoir
- Simone

= Ludwig van Beethoven
+ Beethoven
+ van Beethoven
- Ludwig

= George Gordon Byron, 6th Baron Byron [or Lord Byron]
+ Lord Byron
+ Byron
- Gordon

= Doctor Zhivago
+ Dr. Zhivago
+ Dr Zhivago
+ Zhivago
- Dr
- Doctor

= Dr. Martin Luther King Jr.
+ Martin Luther King
+ Martin Luther King Junior
+ MLK
- Martin Luther

= Saint Augustine
+ St. Augustine
+ Augustine
- saint

= Warren G. Harding
+ Harding
+ Warren Harding
+ Warren G Harding
- Warren

= Robert (Alexander) Schumann
+ Schumann
+ Robert Schumann
+ Robert Alexander Schumann
- Robert

= John Fitzgerald Kennedy
+ JFK
+ Kennedy
+ John F. Kennedy
- John

= Battle of Naseby
+ Naseby
+ the Battle of Naseby
- Battle of Hastings
- battle

= Republic of Guatemala [or Republica de Guatemala]
+ Guatemala
- Republic

= Ural Mountains
+ Urals
+ the Ural Mountains
- mountains

= Nile River
+ Nile
+ the river Nile
- river

= Tulsa, Oklahoma
+ Tulsa
+ Tulsa, Oklahoma
- Oklahoma
- Tulsa, Texas

= Geneva, Switzerland [or Genf]
+ Geneva
+ Genf
- Switzerland

= Mexico
+ Mexico
+ the country of Mexico
- New Mexico

= <u>Korea</u>
- North Korea
- South Korea
+ Korea

= Philip II of Spain [accept Felipe or Filipe in place of “Philip”; prompt on Philip]
+ Philip II
+ Felipe II
+ Felipe II of Spain
? Philip
- Philip III
- Felipe

= President Abraham Lincoln
+ Lincoln
+ Abraham Lincoln
- Abraham

= Isaac Newton
+ Sir Isaac Newton
+ Newton
- Isaac
- Helmut Newton

= Kenya [Republic of Kenya]
+ Republic of Kenya
+ Kenya

= Emily Brontë &lt;BL, British Literature&gt;
+ Bronte
+ Emily Brontë
- British literature

= United States of America
+ USA
+ the US
+ America
+ United States
- United Kingdom

= World War I
+ WWI
+ First World War
+ the Great War
+ World War One
- WWII
- World War II

= Alberto Giacometti
+ Giacometti
- Alberto

= Virginia Plan
? plan
? Virginia
- New Jersey Plan

= Victoria Falls
? Victoria
- Niagara Falls

= IWW [or Industrial Workers of the World]
+ Industrial Workers of the World
+ IWW
- Workers
";

#[test]
fn names_are_recognised_without_underlining() {
    check(SCRIPT);
}
