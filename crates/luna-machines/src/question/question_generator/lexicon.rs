//! Lists of words that decide on question words. They are our own, and hold what is frequent.

use std::collections::HashSet;
use std::sync::LazyLock;

use luna_text::reading::{EntityKind, Token, UniversalTag};

/// Words of somebody who speaks or is spoken to.
const SPEAKERS: &str = "i me my mine myself we us our ours you your yours yourself ourselves";

/// Returns true if a word is in a list.
fn has(list: &str, word: &str) -> bool {
    list.split(' ').any(|it| it == word)
}

/// Returns true for a word of somebody who speaks or is spoken to.
pub(super) fn is_speaker(word: &str) -> bool {
    has(SPEAKERS, word)
}

/// Returns true for an adverb that says when.
pub(super) fn is_time_adverb(word: &str) -> bool {
    has(TIME_ADVERBS, word)
}

/// The kind of thing that a noun or a name stands for.
pub(super) fn kind(token: &Token) -> Option<EntityKind> {
    let lemma = token.lemma.to_lowercase();
    let lower = token.form.to_lowercase();
    let lemma = lemma.as_str();
    match token.tag {
        UniversalTag::Noun | UniversalTag::Propn | UniversalTag::Adj | UniversalTag::X => {
            if is_time(&lower) || is_time(lemma) {
                Some(EntityKind::Time)
            } else if is_people_noun(lemma) || is_people_noun(&lower) {
                Some(EntityKind::Person)
            } else if has(PLACES, lemma) {
                Some(EntityKind::Place)
            } else if token.tag == UniversalTag::Propn && is_people_name(&token.form) {
                Some(EntityKind::Person)
            } else {
                None
            }
        }
        UniversalTag::Num if is_year(&token.form) => Some(EntityKind::Time),
        UniversalTag::Adv if is_time(&lower) => Some(EntityKind::Time),
        _ => None,
    }
}

pub(super) fn is_year(form: &str) -> bool {
    let digits = form.trim_end_matches('s');
    digits.len() == 4
        && digits.chars().all(|c| c.is_ascii_digit())
        && digits.parse::<u32>().is_ok_and(|year| (1000..2100).contains(&year))
}

pub(super) fn is_month(form: &str) -> bool {
    has(MONTHS, &form.to_lowercase())
}

pub(super) fn is_time_unit(lemma: &str) -> bool {
    has(UNITS_OF_TIME, lemma)
}

pub(super) fn is_money(lemma: &str) -> bool {
    has(MONEY, lemma)
}

/// Phrases at the start of a sentence that only link it with the one before.
pub(super) fn is_link(phrase: &str) -> bool {
    LINKS.split(", ").any(|link| link == phrase)
        || ["according to", "as a result", "in contrast", "in addition", "instead of"]
            .iter()
            .any(|start| phrase.starts_with(start))
}

pub(super) fn is_nationality(form: &str) -> bool {
    form.starts_with(char::is_uppercase)
        && ["ish", "ese", "ian", "ican", "an"].iter().any(|ending| form.ends_with(ending))
        && form.len() > 5
        && !matches!(
            form,
            "Human"
                | "Roman"
                | "Woman"
                | "Publish"
                | "Finish"
                | "Than"
                | "These"
                | "Began"
                | "Median"
        )
}

/// *The Romans*, *the Normans*.
pub(super) fn is_people_name(form: &str) -> bool {
    ["ans", "ards", "Greeks", "Turks", "Arabs", "Vikings", "Danes", "Swedes", "Poles"]
        .iter()
        .any(|ending| form.ends_with(ending))
        && form.len() > 4
}

fn is_time(word: &str) -> bool {
    has(MONTHS, word) || has(TIMES, word) || has(DAYS, word)
}

/// Adverbs that say when.
const TIME_ADVERBS: &str = "today yesterday tomorrow tonight";

const MONTHS: &str =
    "january february march april may june july august september october november december";
const DAYS: &str = "monday tuesday wednesday thursday friday saturday sunday";
const UNITS_OF_TIME: &str = "second minute hour day week month year decade century night";
const TIMES: &str = "year century decade month week day night morning evening afternoon noon \
    midnight dawn dusk spring summer autumn winter war reign era period age \
    yesterday today tomorrow tonight weekend christmas easter 1990s time \
    renaissance childhood fall";
const MONEY: &str =
    "dollar euro pound cent penny yen franc mark rouble ruble rupee peso shilling $";
const LINKS: &str = "for example, for instance, of course, in fact, in general, in particular, in turn, \
    in short, in other words, on the other hand, on the contrary, after all, at first, \
    at last, by contrast, in the end, for this reason, as well, in this way, \
    at the same time, in conclusion, on the one hand, to be sure, at least";
const PEOPLE: &str = "people police person man men woman women child children boy girl baby soldier farmer \
    worker student settler teacher doctor nurse king queen prince princess duke duchess \
    emperor president minister mayor judge scientist engineer artist painter poet author \
    writer composer musician singer actor actress director explorer sailor captain general \
    officer bishop pope priest monk nun merchant trader hunter fisherman shepherd baker \
    thief pilot astronaut astronomer philosopher mathematician physicist chemist biologist \
    historian lawyer critic voter citizen resident inhabitant visitor tourist passenger \
    prisoner slave servant rebel leader founder inventor owner player coach brother sister \
    mother father son daughter wife husband uncle aunt friend colleague neighbour neighbor \
    professor researcher employee employer customer patient nobleman knight peasant official \
    governor senator politician journalist architect carpenter builder miner driver guest \
    host widow orphan parent couple somebody someone everyone everybody pupil scholar \
    librarian gardener clerk assistant apprentice immigrant refugee pioneer guard spy hero \
    saint prophet chief member crew villager noble lady lord councillor councilor plumber \
    glazier draughtsman engraver photographer ecologist geologist botanist economist \
    psychologist surgeon midwife diver swimmer climber cyclist pedestrian commuter londoner \
    landowner serf stranger innkeeper keeper grandfather grandmother grandson granddaughter \
    nephew niece cousin twin ancestor descendant bride groom audience reader listener viewer \
    reporter spokesman spokeswoman spokesperson developer programmer designer curator \
    conductor dancer sculptor potter weaver smith blacksmith tailor butcher cook chef waiter \
    beginner expert amateur specialist technician mechanic operator inspector detective \
    burglar robber murderer suspect victim witness survivor veteran trapper nomad herder \
    councilman candidate opponent supporter activist protester delegate ambassador diplomat \
    crusader pilgrim missionary abbot landlord landlady tenant warden insurer forecaster lender \
    borrower seller buyer defendant plaintiff juror firefighter fireman policeman policewoman \
    sheriff constable sergeant lieutenant colonel admiral commander recruit cadet archer warrior \
    gladiator mercenary bandit pirate smuggler criminal hostage fugitive shopkeeper grocer brewer \
    miller cobbler shoemaker seamstress dressmaker clockmaker watchmaker cabinetmaker goldsmith \
    silversmith jeweller jeweler banker shareholder investor accountant consultant contractor \
    entrepreneur businessman businesswoman collector dealer vendor subscriber client applicant \
    graduate undergraduate lecturer tutor headmaster headmistress archaeologist anthropologist \
    sociologist linguist zoologist meteorologist palaeontologist paleontologist geographer \
    surveyor naturalist novelist playwright columnist editor filmmaker violinist pianist \
    guitarist drummer athlete footballer boxer skier goalkeeper defender midfielder striker \
    substitute referee spectator manager teammate skipper navigator traveller traveler hiker \
    mountaineer caretaker cleaner maid butler housekeeper nanny magician wizard witch teenager \
    youngster toddler infant adult pensioner elder spouse lover girlfriend boyfriend classmate \
    companion newcomer bystander onlooker foreigner migrant emigrant colonist campaigner reformer \
    dictator tyrant heir heiress successor predecessor regent chancellor treasurer secretary \
    commissioner deputy lawmaker legislator monarch sultan tsar empress baron baroness countess \
    physician dentist pharmacist therapist roaster guerrilla terrorist militant insurgent gunman \
    demonstrator attacker intruder investigator maker newborn chairperson counterpart organiser \
    organizer salesperson driller sailor baker captor rescuer trainer trainee planner reviewer \
    inhabitant islander northerner southerner easterner westerner dweller rider walker runner \
    jockey winemaker shareholder stakeholder householder policyholder leaseholder officeholder \
    grower picker digger labourer laborer foreman typist archivist cyclist motorist florist \
    chemist conservationist environmentalist capitalist communist socialist feminist optimist";
const COLLECTIVES: &str = "crew team family staff majority minority number couple pair variety range lot group \
    series rest handful total public audience cattle fish sheep deer aircraft police crowd \
    government committee council class band club company army navy press youth clergy gentry \
    jury board cast choir faculty panel personnel population offspring trout salmon cod herring \
    plankton folk poultry livestock swine majority plenty side squad people";
const PLAIN_ADJECTIVES: &str = "blue red green white black yellow brown grey gray dark light heavy large small big high low \
    new old young early late hot cold warm dry wet fresh raw wild modern ancient local public \
    private special common rare dense thick thin deep shallow long short fast slow strong weak \
    hard soft solid liquid female male adult";
const PLACES: &str = "garden park house museum city town village valley forest desert mountain hill island \
    coast shore beach river lake sea ocean country province region district area kitchen \
    room hall church castle palace temple school university library hospital prison station \
    port harbour harbor street square bridge tower theatre theater building factory farm \
    field capital continent colony state county moon cave camp monastery abbey cathedral \
    cemetery market shop zoo south north east west world system mine bay gulf";

/// Returns true for a noun for something that rises and falls.
pub(super) fn is_measured(lemma: &str) -> bool {
    has(
        "share price rate temperature number level demand cost profit unemployment population wage rent stock \
         value output pressure income sale export import",
        lemma,
    )
}

/// Returns true for a verb of something that happens once to somebody or something.
pub(super) fn happens_once(lemma: &str) -> bool {
    has(
        "bear die found establish open complete finish discover invent introduce abolish launch sink begin \
         start end elect appoint graduate retire enroll enrol marry resign move arrive return vote decide \
         collapse burn demolish destroy build create close emigrate survive settle",
        lemma,
    )
}

/// Returns true for a noun that tells nothing without the sentence before.
pub(super) fn is_general_noun(lemma: &str) -> bool {
    has(
        "process way thing matter case fact method kind type part result reason idea problem event \
         situation one other latter former same rest step effect issue move practice",
        lemma,
    )
}

/// Returns true for a noun for people in the singular.
pub(super) fn is_people_noun(lemma: &str) -> bool {
    static NOUNS: LazyLock<HashSet<&str>> = LazyLock::new(|| PEOPLE.split(' ').collect());
    NOUNS.contains(lemma) || is_man(lemma)
}

/// *Chairman*, *sportswoman*: a compound with *man* or *woman*.
fn is_man(lemma: &str) -> bool {
    let start = lemma.strip_suffix("woman").or_else(|| lemma.strip_suffix("man"));
    start.is_some_and(|start| start.len() > 2 && start.chars().all(char::is_lowercase))
        && !has("german roman ottoman norman human talisman caiman cayman shaman", lemma)
}

/// Returns true for a noun in the singular that can take a verb in the plural.
pub(super) fn is_collective(lower: &str) -> bool {
    has(COLLECTIVES, lower)
}

/// Returns true for a word with the ending of a common noun.
pub(super) fn looks_common(lower: &str) -> bool {
    let ending = [
        "synthesis",
        "tion",
        "sion",
        "ment",
        "ness",
        "ology",
        "onomy",
        "graphy",
        "ism",
        "osis",
        "ysis",
        "hood",
        "ship",
    ];
    lower.len() > 7 && ending.iter().any(|ending| lower.ends_with(ending))
}

/// Returns true for an adjective that is part of few names.
pub(super) fn is_plain_adjective(lower: &str) -> bool {
    has(PLAIN_ADJECTIVES, lower)
}

pub(super) fn is_number(word: &str) -> bool {
    has(NUMBERS, word)
}

pub(super) fn is_dimension(word: &str) -> bool {
    matches!(
        word,
        "tall" | "high" | "deep" | "wide" | "long" | "old" | "thick" | "broad" | "heavy" | "large"
    )
}

/// Returns true for a verb that reports what somebody says.
pub(super) fn reports(lemma: &str) -> bool {
    has("say promise explain add reply answer insist declare announce claim", lemma)
}

/// Returns true for an object that is one verb with its verb, as in *took place*.
pub(super) fn is_fixed_object(verb: &str, object: &str) -> bool {
    let list = match verb {
        "take" => {
            "place part toll charge care advantage root shape notice effect office power action control \
             hold command possession refuge shelter precedence aim"
        }
        "give" => "birth way rise",
        "make" => "sense use way progress room love peace war history",
        "catch" => "fire sight",
        "set" => "sail fire foot",
        "lose" => "sight touch track control",
        "pay" => "attention heed",
        "play" => "host part",
        "keep" => "pace track watch",
        "open" | "return" => "fire",
        _ => "place part",
    };
    has(list, object)
}

/// Returns true for a verb whose object can have a complement, as in *named the process fission*.
pub(super) fn takes_complement(lemma: &str) -> bool {
    has("name call consider declare crown dub label", lemma)
}

/// Returns true for a form that is a verb as often as a noun: *makes the dough rise*.
pub(super) fn is_bare_verb(form: &str) -> bool {
    has("rise fall move work grow run stop change burn turn sink swim shine flow melt sleep", form)
}

/// Returns true for a noun that is part of a whole: *half of the oxygen*.
pub(super) fn is_share(lemma: &str) -> bool {
    has("half third quarter fifth tenth percent dozen hundred thousand million", lemma)
}

/// Returns true for a part of a whole that a number stands before: *two thirds*.
pub(super) fn is_fraction(lemma: &str) -> bool {
    has("half third quarter fourth fifth sixth seventh eighth ninth tenth", lemma)
}

/// Returns true for an adverb that limits a number.
pub(super) fn limits_number(word: &str) -> bool {
    has("about around over nearly almost roughly approximately", word)
}

/// Returns true for a verb with an *of* of its own after the object.
pub(super) fn takes_of(lemma: &str) -> bool {
    has(
        "accuse deprive rob inform convict remind warn rid strip cure relieve assure clear acquit absolve \
         suspect notify persuade convince",
        lemma,
    )
}

/// Returns true for a noun without a plural that begins sentences as if it were a name.
pub(super) fn is_mass_noun(lower: &str) -> bool {
    has(
        "sunlight toast bread water trade steel wood rain snow heat gold silver iron copper coal oil \
         bacteria plankton glass paper cotton wool silk sugar salt tea coffee milk cheese beer wine \
         light sound electricity energy oxygen hydrogen nitrogen carbon music art science poetry \
         chess football education money time yeast flour rice wheat corn ice fog fire smoke",
        lower,
    )
}

/// Returns true for a verb whose object can be a clause with *that*.
pub(super) fn takes_clause(lemma: &str) -> bool {
    has(CLAUSE_VERBS, lemma)
}

/// Returns true for a verb with which *how long* asks for a time.
pub(super) fn takes_duration(lemma: &str) -> bool {
    has("last take stay wait live work continue endure run", lemma)
}

/// Returns true for a verb whose object does something: *taught the girl to read*.
pub(super) fn makes_act(lemma: &str) -> bool {
    has(
        "teach persuade ask allow force tell order invite help forbid enable encourage urge cause require \
         want expect permit advise beg challenge command compel convince instruct motivate oblige remind \
         request tempt train warn",
        lemma,
    )
}

/// Returns true for a way to travel or to send: *by boat*.
pub(super) fn is_means(form: &str) -> bool {
    has(
        "boat ship ferry train tram bus car lorry truck taxi plane air sea land road rail bicycle bike \
         horse camel sledge sled helicopter balloon hand mail post letter email phone telephone \
         telegraph telegram radio satellite fax",
        form,
    )
}

/// Returns true for a noun with an *into* of its own: *research into sleep*.
pub(super) fn takes_into(lemma: &str) -> bool {
    has("research inquiry enquiry investigation insight entry window look study", lemma)
}

/// Returns true for a verb by which somebody gets something.
pub(super) fn gives(lemma: &str) -> bool {
    has("promise give pay offer donate award lend owe send grant leave bequeath", lemma)
}

/// Returns true for a verb whose first object can stand behind *to*.
pub(super) fn takes_receiver(lemma: &str) -> bool {
    gives(lemma)
        || has(
            "tell show teach sell read write bring throw hand pass deny allow assign serve feed lease rent \
             mail post present issue recommend explain describe sing cede guarantee concede accord afford",
            lemma,
        )
}

/// Forms that are verbs more often than nouns after another noun.
pub(super) fn is_verb_like_noun(form: &str) -> bool {
    matches!(
        form,
        "consists"
            | "belongs"
            | "deals"
            | "rises"
            | "hangs"
            | "lies"
            | "stands"
            | "depends"
            | "flows"
            | "sings"
            | "sleeps"
            | "freezes"
            | "exists"
            | "lives"
            | "begins"
            | "ends"
            | "lasts"
            | "breathes"
            | "shines"
            | "grows"
            | "feeds"
    )
}

pub(super) fn is_person_name(form: &str) -> bool {
    has(NAMES, form)
}

pub(super) fn is_human_verb(lemma: &str) -> bool {
    has(HUMAN_VERBS, lemma)
}

const CLAUSE_VERBS: &str = "say believe think claim argue know show report state suggest announce \
    discover find propose declare conclude predict note write prove demonstrate learn realize \
    realise insist fear hope";
const NUMBERS: &str = "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
    sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty \
    ninety hundred thousand";
const HUMAN_VERBS: &str = "publish write notice invent discover marry paint compose study argue direct design sign \
    know swear volunteer hear smile sit laugh cry remember forget wonder dream whisper sleep \
    learn criticise criticize speak die regret confess pray graduate resign retire emigrate \
    teach think believe say bear found conduct translate elect appoint";
/// First and last names that texts mention often.
const NAMES: &str = "Abraham Ada Alfred Anne Aristotle Bach Beethoven Caesar Cleopatra Columbus Copernicus \
    Curie Dante Darwin Dickens Edison Einstein Emma Euclid Faraday Florence Freud Galileo \
    Gandhi Goethe Handel Haydn Homer Isabella Kepler Leonardo Lincoln Linnaeus Luther Marco \
    Marx Mendel Michelangelo Milton Monet Mozart Neil Newton Nightingale Nobel Orson \
    Pasteur Peter Picasso Plato Raphael Rembrandt Roosevelt Rosa Schubert Shakespeare \
    Shelley Socrates Tesla Tolstoy Turing Verdi Virginia Voltaire Wagner Watt Wren";

/// Returns true for the name or title of a woman, false for that of a man.
pub(super) fn is_woman(form: &str) -> Option<bool> {
    if has(WOMEN, form) {
        Some(true)
    } else if has(MEN, form) {
        Some(false)
    } else {
        None
    }
}

const WOMEN: &str = "Lise Irene Irène Greta Ingrid Clara Ellen Eve Ruby Priya Beth Agnes Agatha Cecilia Edith \
    Ella Elsa Esther Eliza Gertrude Harriet Ida Josephine Judith Julie Katherine Kate Lena \
    Lily Marian Marta Matilda Mathilde Nina Nora Olga Pauline Rebecca Rita Rose Sally Simone \
    Sofia Sonia Stella Susanna Sylvia Teresa Theresa Ursula Vera Wilhelmina Sabina Mina \
    Miriam Mona Ines Elena Beatrix Beatrice Angela Amalia Ada Alice Amelia Anna Anne Barbara \
    Carol Caroline Catherine Charlotte Cleopatra Curie Diana Dorothy Eleanor Elizabeth Emily \
    Emma Eva Florence Frances Frida Grace Hannah Helen Isabella Jane Joan Julia Lady Laura \
    Linda Lovelace Louise Lucy Margaret Maria Marie Martha Mary Miss Mrs Mrs. Ms. Nancy \
    Nightingale Princess Queen Rachel Rosa Rosalind Ruth Sarah Sophie Susan Victoria \
    Virginia Hedda Joyce Brenda Ruth Ingeborg Birgit Astrid Sigrid Hilda Hilde Heidi Petra \
    Claudia Monika Karin Ulrike Sabine Renate Natalia Natasha Tatiana Svetlana Irina Olivia Amy \
    Megan Chloe Hannah Zoe Leah Abigail Isabel Isabelle Camille Juliette Sandra Carla Francesca \
    Giulia Lucia Chiara Carmen Dolores Fatima Aisha Leila Yasmin Mei Yuki Deborah \
    Janet Joanna Nicola Wendy Tracy Sharon Pamela Patricia Jennifer Jessica Melissa Amanda Kathleen \
    Maureen Sheila Bridget Fiona Moira Phoebe Winifred Mildred Maud Millicent";
const MEN: &str = "Max Otto Manne Marc Marcel Marco Hector Harry Oliver Oscar Pierre Jean Hans Heinrich \
    Hermann Wilhelm Gerhard Vincenzo Giovanni Giuseppe Guillaume Alfredo Emil Erik Eric \
    Ernst Felix Fritz Gustav Guglielmo Harold Herbert Howard Hugo Ivan Igor Jakob Johannes \
    Jonas Josef Juan Julius Kurt Lars Leo Leon Leonard Luca Ludovico Marcus Martin Matthew \
    Maurice Niels Nikola Olaf Orville Wilbur Pavel Percy Pietro Ralph Raymond Roger Roland \
    Rudolf Samuel Sigmund Simon Stephen Steven Stefan Theodor Theodore Tim Timothy Tom Tomas \
    Tycho Victor Viktor Vincent Vasco Werner Baldassare Dale Tristram Gregor Enrico Bruno \
    Anton Abraham Adam Albert Alexander Alfred Andrew Anthony Antonio Aristotle Arthur Bach \
    Beethoven Benjamin Caesar Carl Charles Christopher Columbus Copernicus Dante Darwin \
    David Dickens Edison Edward Einstein Ernest Euclid Faraday Francis Franklin Frederick \
    Freud Galileo Gandhi George Goethe Handel Haydn Henry Homer Hugh Isaac Jack Jacob James \
    Johann John Joseph Karl Kepler King Leonardo Lincoln Linnaeus Lord Louis Ludwig Luther \
    Mark Marx Mendel Michael Michelangelo Milton Monet Mozart Mr Mr. Napoleon Neil Newton \
    Nicholas Orson Pablo Pasteur Paul Peter Philip Picasso Plato Prince Raphael Rembrandt \
    Richard Robert Schubert Shakespeare Sir Socrates Tesla Thomas Tolstoy Turing Verdi \
    Voltaire Wagner Walter Watt William Wolfgang Wren Elias Eugene Nathaniel Melvin Barthélemy Randy Luis Kevin Rob Daniel Jan \
    Brian Ian Neville Graham Keith Kenneth Donald Douglas Gordon Alan Allan Barry Colin Derek Dennis \
    Eli Ezra Gabriel Gareth Geoffrey Gilbert Gregory Harvey Horace Jeremy Jeffrey Jerome Joel Jonathan \
    Joshua Julian Justin Lawrence Luke Malcolm Mario Miguel Mohammed Muhammad Nathan Nigel Owen \
    Patrick Pedro Phillip Rafael Rene René Ricardo Roberto Rodney Ronald Rupert Sebastian Sergei Sergey \
    Stuart Terence Thaddeus Tobias Toby Vladimir Wallace Xavier Yuri Zachary Antoine Armand \
    Auguste Bernard Claude Denis Edmond Émile Emile Étienne Eugène Fernand Gaston Georges Guy Henri \
    Jacques Jérôme Jules Léon Louis Lucien Marcel Maurice Michel Nicolas Noël Philippe Raoul Rémy Yves \
    Dieter Ernst Friedrich Günter Heinz Helmut Horst Jürgen Klaus Manfred Matthias Norbert Reinhold \
    Rolf Siegfried Ulrich Uwe Walther";
