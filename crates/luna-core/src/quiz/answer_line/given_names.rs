//! Given names, by which a person's full name is told from the name of a thing.

use std::sync::LazyLock;

/// Common given names, by which a name in capitals is taken for a person's.
const GIVEN_NAMES: &str = "\
aaron abigail abraham adam adolf adrian agatha agnes akira alan alban albert alberto albrecht \
aldous alejandro aleksandr alessandro alex alexander alexandra alexandre alexei alexis alfonso \
alfred ali alice allen alphonse amadeo amedeo amelia amos amy ana anatole andre andrea andreas \
andrei andres andrew andy angela anish anna anne annie ansel anthony antoine anton antoni \
antonia antonin antonio antony anwar ariel aristide arnold arthur astrid athol august auguste \
augusto augustus ayn barack barbara barry baruch beatrice bela ben benedict benito benjamin \
benny bernard bernardo bernhard bert bertolt bertrand bessie bette betty beverly bill billie \
billy blaise bob bobby boris bret brian brooke bruce bruno buster calvin camille carl carla \
carlo carlos carol carole caroline caspar catherine cecil cesar cesare chaim charles charley \
charlie charlotte chester chinua chris christian christina christine christoph christopher chuck \
cindy claire clara clarence clarice clark claude claudio claus clement clifford clive coco cole \
colin coretta cormac cornelius craig curtis cynthia damien dan dana daniel dante daphne dave \
david davy dean deborah denis denise dennis derek desmond dexter diana diane dick diego dietrich \
dinah djuna dmitri dmitry dolores domenico dominic donald donna dora doris dorothea dorothy doug \
douglas dustin dwight dylan ed eddie edgar edith edmond edmund edna edouard eduard edvard edward \
edwidge edwin eero elaine eleanor elena elias elie elijah elinor elisabeth elisha eliza \
elizabeth ella ellen elvis emil emile emilio emily emma emmanuel enid enoch enrico enrique \
erasmus eric erica erich erik ernest ernestine ernst erskine erving erwin estelle ethan eudora \
eugene eugenie eva evan evelyn ezra fats federico fela felix ferdinand fernand fernando fidel \
filippo fiorello flannery florence frances francesco francis francisco franco francois frank \
franklin franz fred freddie frederic frederick freya frida friedrich fritz fumio fyodor gabriel \
gabriela gabriele gaetano gail gamal gary gautama gene geoff geoffrey georg george georges \
gerald geraldine gerard gerhard gertrude giacomo gian gilbert giles gillian giorgio giovanni \
girolamo giuseppe gloria golda gordon gottfried graham greg gregor gregory greta grover \
guglielmo guido guillaume gunter gus gustav gustave guy gwen gwendolyn haile hank hannah \
hannibal hans harold harper harriet harry haruki harvey hassan hattie hector heidi heinrich \
helen helene henri henrik henry herbert herman hermann hernan hideki hieronymus hilary hilda \
hildegard hillary hiram homer honore horace horatio hosni howard hubert huey hugh hugo humphrey \
ian ida idi igor ilya imelda imre indira ingmar ingrid irene iris irma irvin irving irwin isaac \
isabel isabella isabelle isadora isak isamu isidore isoroku italo ivan jacinda jack jackson \
jacob jacopo jacques jakob james jamie jane janet jared jason jasper javier jawaharlal jean \
jeanne jeff jefferson jennifer jenny jeremy jerome jerry jess jesse jessica jessie jhumpa jill \
jim jimmy joan joanna jodie joe joel joey johann johannes john johnny jomo jon jonas jonathan \
jorge jose josef joseph josephine joshua josiah josip juan judith judy jules julia julian julie \
julio julius kahlil kamala kanye karel karen karl kate katherine kathleen kathryn kay kazuo \
keith kelly ken kenneth kenny kenzaburo kevin kim kirk kristen krzysztof kurt kwame lana \
langston larry lars laszlo laura lauren laurence lawrence lee leigh lemuel lenny leo leon \
leonard leonardo leonhard leonid leopold leos leroy lesley leslie lev lewis liam lillian lily \
linda lisa lloyd lois lola lorenzo loretta lorraine lou louis louisa louise lucas lucia lucian \
lucille lucretia lucy ludovico ludvig ludwig luigi luis luke luther lydia lyndon lynn mabel \
madeleine madeline mae maggie mahatma malala malcolm manfred manuel marc marcel marco marcus \
margaret marguerite maria mariah marian marianne marie marilyn marilynne marina mario marion \
marjane marjorie mark marlene marlon marsha marshall martha martin martina marvin mary mathias \
matt matthew maud maude maurice max maxim maximilian maximilien maya megan mel melissa melvin \
merce meriwether michael michel michelangelo michele mick miguel mike mikhail mildred miles \
milton miriam mitch mohandas molly monica montgomery moses muammar muhammad murray myra nadine \
naguib nancy naomi narendra natalia natalie nathan nathaniel neil nella nelly nelson niccolo \
nicholas nick nicolae nicolas niels nigel nikita nikola nikolai nikos nina nino noah noam nora \
norbert norma norman octavia octavio octavius ogden olaf ole oleg olga oliver olivia omar orhan \
ornette orson oscar oskar oswald otis otto ottorino ousmane owen pablo pamela pascal patricia \
patrick patsy patti paul paula pauline pedro peggy penelope percival percy perry pete peter phil \
philip philippe phillis phyllis pierre piet pieter pietro pina plato porfirio priscilla pyotr \
quentin quincy rabindranath rachel rafael rahul rainer ralph ramon raoul raphael raul ravi ray \
raymond rebecca reinhold rembrandt rene reza ricardo richard rick ringo rita roald rob robert \
roberta roberto robin rod roderick rodney rodrigo roger roland roman ron ronald ronnie rosa \
rosalind rosalynn ross roy ruben rudolf rudyard rufus rupert russell ruth ryan saddam sadie \
sally salman salvador salvatore sam samantha samuel sancho sandra sandro sara sarah satyajit \
saul scott seamus sean sebastian serena sergei seth seymour shane sharon sheila sherwood shinzo \
shirley sid sidney sigmund silas silvia silvio simeon simon simone sinclair sinead sofia sol \
solomon sonia sophia soren spencer spike spiro stan stanislaw stanley stefan steffi stella \
stephane stephen steve steven stewart stuart sue susan susanna sven sylvia tadeusz takashi \
tamara taylor ted teddy terence teresa terry tessa thelonious theo theodor theodore theresa \
thomas thornton thorstein thurgood tim timothy tina titus tobias toby todd tom tomas tomasz \
tommy toni tony toru tracy trevor truman trygve tupac tycho ulrich uma umberto upton ursula \
vaclav valentina valerie vanessa vasco vera vic victor victoria vikram viktor vincent vincenzo \
viola virgil virginia vittorio vivian vivien vladimir wallace wallis walt walter walther wanda \
warner warren washington wassily wayne wendell wendy werner wilbur wilfred wilhelm willa willem \
william willie wilson winifred winslow winston wole wolfgang woodrow woody wyatt wynton wystan \
xavier yasser yasunari yayoi yehudi yoko yukio yuri yves zadie zaha zelda zinedine zoe zoltan \
zora zubin";

pub(super) fn is_given_name(word: &str) -> bool {
    static SORTED: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let mut names: Vec<&str> = GIVEN_NAMES.split(' ').collect();
        names.sort_unstable();
        names
    });
    SORTED.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_things_are_not() {
        assert!(is_given_name("johann") && is_given_name("zora") && !is_given_name("gulf"));
        assert!(!is_given_name(""));
    }
}
