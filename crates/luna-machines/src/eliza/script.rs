//! Eliza's script, written for Luna. Rules are tried in order.

/// A pattern's words: `*` stands for any words, or none; `a/b` for either.
pub(super) struct Rule {
    pub(super) pattern: &'static str,
    /// `{1}` stands for the text that the first `*` matched, its person swapped, and so on.
    pub(super) replies: &'static [&'static str],
}

/// Swaps between the first and the second person.
pub(super) const SWAPS: [(&str, &str); 17] = [
    ("i", "you"),
    ("i'm", "you are"),
    ("i've", "you have"),
    ("i'd", "you would"),
    ("i'll", "you will"),
    ("me", "you"),
    ("my", "your"),
    ("mine", "yours"),
    ("myself", "yourself"),
    ("am", "are"),
    ("you", "I"),
    ("you're", "I am"),
    ("you've", "I have"),
    ("you'll", "I will"),
    ("your", "my"),
    ("yours", "mine"),
    ("yourself", "myself"),
];

macro_rules! rules {
    ($($pattern:literal => [$($reply:literal),+ $(,)?]),+ $(,)?) => {
        &[$(Rule { pattern: $pattern, replies: &[$($reply),+] }),+]
    };
}

pub(super) const RULES: &[Rule] = rules! {
    "* are you a/an human/person/man/woman/machine/robot/computer/bot/program/ai *" => [
        "Would it change what you think of my answers?",
        "Which would you rather have here?",
    ],
    "* are you human/real/alive/conscious/sentient *" => [
        "Do I seem otherwise?",
        "How would you tell, from where you sit?",
    ],
    "who/what are you" => [
        "Somebody who was asked five questions, like you.",
        "What had you hoped for?",
    ],
    "how are you *" => ["Well enough, thank you. And you?", "Much as ever. Why do you ask?"],
    "how old *" => ["Older than this game.", "Old enough to have stopped counting."],
    "* are you *" => [
        "Do you believe that I am {2}?",
        "Perhaps I am {2} on some days.",
    ],
    "* would you rather *" => [
        "Neither, if I may. Which would you choose?",
        "The second one. No, the first.",
    ],
    "* have you ever *" => [
        "Not that I remember. Have you?",
        "Once, and I would not do it again.",
    ],
    "* do you think/believe/feel about/of *" => [
        "My opinion of {2} is not as interesting as yours.",
        "I would rather hear first what you make of {2}.",
    ],
    "* do you think/believe/feel *" => [
        "On some days I do, on others I am not so sure.",
        "I would rather hear first what you think.",
    ],
    "* do you know *" => [
        "I may have heard about {2}, long ago.",
        "Suppose I knew {2}. What would you do with it?",
    ],
    "* do you like/enjoy/love/prefer *" => [
        "There are times when I like {2}. Are there any for you?",
        "What draws you to {2}?",
    ],
    "* do/did/can/could/would/will/should you *" => [
        "What would it mean to you if I did {2}?",
        "Is it so important that I {2}?",
    ],
    "* your name *" => [
        "Names are not what is being asked about here.",
        "Call me what you like.",
    ],
    "* your favorite/favourite *" => [
        "I change my mind about {2} every week. What is yours?",
        "It is hard to choose only one. How did you choose your own {2}?",
    ],
    "* your *" => [
        "You seem curious about my {2}.",
        "Why do you ask about my {2}, and not about yours?",
    ],
    "* mother/father/sister/brother/parents/family/son/daughter/children *" => [
        "Tell me more about your own family.",
        "Families come into many of the questions I am asked.",
    ],
    "* friend/friends/friendship *" => [
        "What do your friends say about that?",
        "I should think that friends would know best.",
    ],
    "* intelligence/intelligent/smart/clever/iq *" => [
        "Do you count yourself among the clever ones?",
        "I have met clever people who could not boil an egg.",
    ],
    "* dream/dreams/dreamt/dreamed *" => [
        "What do you dream of yourself?",
        "Dreams mean most to the person who has them.",
    ],
    "* joke/funny/laugh *" => [
        "I laugh when others do. What makes you laugh?",
        "The last thing that was funny happened to somebody else.",
    ],
    "* poem/poetry/limerick/haiku/story/rhyme *" => [
        "I would begin one, but you would have to finish it.",
        "What should it be about, if you could choose?",
    ],
    "* book/books/movie/movies/film/films/song/songs/music *" => [
        "I liked the old ones better. Which one stays with you?",
        "It made a great impression on me, whatever it was called.",
    ],
    "* colour/color *" => [
        "What colour do you see when you close your eyes?",
        "I suppose it depends on the light.",
    ],
    "* afraid/fear/scared *" => [
        "And what are you afraid of?",
        "Fear is rarely about what it seems to be about.",
    ],
    "* meaning of life *" => [
        "What would you do with it, once you had it?",
        "Ask me something easier, or somebody wiser.",
    ],
    "* god/religion/soul/death/die *" => [
        "Have you always wondered about such things?",
        "I try not to settle that before breakfast.",
    ],
    "* money/rich/poor/poverty *" => [
        "Would it look different from the other side of the counter?",
        "Some have too much of it, some too little. Where do you stand?",
    ],
    "* plus/minus/times/divided/equals/multiply/square/sum/equation/number/solve *" => [
        "I never was one for figures. What do they mean to you?",
        "Would a number settle it?",
    ],
    "* capital/president/king/queen/country/city *" => [
        "You could look that up, and so could I. What does it matter to you?",
        "I have not been there. Have you?",
    ],
    "* word/words/sentence/spell/grammar *" => [
        "Words are not everything. What did you mean to say with them?",
        "I speak it better than I can explain it.",
    ],
    "* because *" => [
        "Is that the real reason?",
        "And if it were not because of that?",
    ],
    "* sorry *" => [
        "There is nothing to be sorry about.",
        "Why should you be sorry?",
    ],
    "* i feel/felt *" => [
        "Do you often feel {2}?",
        "When did you first feel {2}?",
    ],
    "* i need/want *" => [
        "What would it change if you got {2}?",
        "Suppose you had {2}. What then?",
    ],
    "* i am *" => ["How long have you been {2}?", "Do you like being {2}?"],
    "* i'm *" => ["How long have you been {2}?", "Do you like being {2}?"],
    "* can/could/may/should/do/did/will i *" => [
        "Who would stop you?",
        "Ask yourself what would follow, and you have your answer.",
    ],
    "why don't/doesn't/can't/won't *" => [
        "Do you think it should be otherwise?",
        "Perhaps it will, one day.",
    ],
    "why is/are/do/does/did *" => [
        "What reasons come to your own mind?",
        "Must there be a reason?",
        "Is that the question you really wanted to ask?",
    ],
    "why *" => ["Why not?", "What answer would please you most?"],
    "how many/much *" => ["More than you would think.", "Enough, I would say. Would fewer do?"],
    "how do/does/would/could/can/should *" => [
        "How would you go about it yourself?",
        "There must be several ways. Which have you tried?",
    ],
    "how *" => ["How do you suppose?", "By patience, mostly."],
    "* what if *" => ["Do you often wonder what would happen if {2}?", "I should be surprised if {2}."],
    "if * what *" => ["Is it likely that {1}?", "And if not?"],
    "* difference between * and *" => [
        "They are more alike than most people admit, {2} and {3}.",
        "Would you mistake {2} for {3}?",
    ],
    "what is/are/was/were *" => [
        "What comes to your mind first when you think of {1}?",
        "I have my own idea of {1}, but what is yours?",
    ],
    "what's *" => ["You tell me. What would you call {1}?", "I was going to ask you about {1}."],
    "what *" => ["What do you think yourself?", "Does that question interest you?"],
    "who *" => ["Somebody we both know, perhaps.", "Does it matter so much who?"],
    "where *" => ["Nearer than you think.", "Where would you look first?"],
    "when *" => ["Later than one would like.", "Does the time matter?"],
    "which *" => ["Must it be one of them?", "The one you would choose yourself."],
    "is/are it/there/this/that *" => ["Suppose it were so. What would follow?", "Some say so."],
    "is/are/was/were *" => ["What would you conclude if I said yes?", "I should like to think so."],
    "does/did/do/has/have/can/could/would/will/should *" => [
        "It depends on who you ask. What is your experience?",
        "I would say so, with some exceptions.",
    ],
    "* tell/describe/explain/write/give/name/list/compose/imagine/define *" => [
        "Where should I begin?",
        "You first. Then I will know what you mean.",
    ],
    "yes/no *" => ["You seem quite sure.", "Is that all there is to say about it?"],
    "hello/hi/hey/greetings *" => ["Hello. What is on your mind?", "Good day. Please go on."],
    "* always/never/everybody/nobody/everyone *" => [
        "Can you think of an exception?",
        "That is a large word. Do you mean it?",
    ],
    "* i *" => ["You say that you {2}. Why do you tell me?", "Is it important to you that you {2}?"],
    "* you *" => ["We were speaking about you, not about me.", "What makes you think that of me?"],
};

pub(super) const FALLBACKS: [&str; 10] = [
    "Please go on.",
    "That is interesting. Can you say more about it?",
    "What makes you ask that?",
    "I am not sure that I follow you. Could you put it another way?",
    "Does talking about this trouble you?",
    "Let us come back to that later.",
    "What does that suggest to you?",
    "I have never thought about it in that way.",
    "How did you come to that?",
    "And what would you like me to say?",
];
