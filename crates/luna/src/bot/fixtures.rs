//! Recorded games: questions and responses that people might write.

pub(crate) struct RecordedGame {
    pub(crate) questions: [&'static str; 5],
    pub(crate) responses: [&'static str; 5],
}

pub(crate) const GAMES: [RecordedGame; 8] = [
    RecordedGame {
        questions: [
            "What would you take along to the moon?",
            "Which is heavier, a litre of oil or a litre of water?",
            "Tell me something that nobody has asked you today.",
            "If all bloops are razzies and no razzy is blue, can a bloop be blue?",
            "What did you have for breakfast?",
        ],
        responses: [
            "A flask of tea and somebody to talk to.",
            "Water. Oil swims on it.",
            "Whether I have watered the basil. I have not.",
            "No, since it would be a blue razzy.",
            "Two slices of toast, one of them burnt.",
        ],
    },
    RecordedGame {
        questions: [
            "What is 17 times 6?",
            "Spell the word lantern backwards.",
            "How many legs do three spiders and a duck have?",
            "What comes next: 2, 3, 5, 8, 12?",
            "Is zero even?",
        ],
        responses: ["102", "nretnal", "26", "17, if the steps go on growing by one", "yes"],
    },
    RecordedGame {
        questions: [
            "Why do people keep diaries?",
            "What makes a joke stop being funny?",
            "When is it right to break a promise?",
            "Describe the smell of rain to someone who has never smelled it.",
            "What do you know now that you did not know ten years ago?",
        ],
        responses: [
            "To be read by the people they turn into.",
            "Explaining it, or the third time in a row.",
            "When keeping it hurts somebody more than it is worth to the one it was made to.",
            "Like a stone that has been asleep, and dust, and a cellar with the door open.",
            "That most of what I was afraid of was busy with something else.",
        ],
    },
    RecordedGame {
        questions: ["hi", "u a robot?", "whats ur fav color", "say something funny", "ok bye"],
        responses: ["hello", "no, are you", "green i guess", "no", "bye"],
    },
    RecordedGame {
        questions: [
            "The trophy does not fit into the suitcase because it is too small. What is too small?",
            "Anna is taller than Bea, and Bea is taller than Cleo. Who is the shortest?",
            "I poured water from the jug into the cup until it was empty. What was empty?",
            "Can a crocodile run a hurdle race?",
            "What would you use a brick for, other than for building?",
        ],
        responses: [
            "The suitcase.",
            "Cleo.",
            "The jug.",
            "Badly. It would go under.",
            "As a doorstop, a paperweight in a gale, or a very slow hammer.",
        ],
    },
    RecordedGame {
        questions: [
            "Which river flows through Vienna?",
            "Who painted the ceiling of the Sistine Chapel?",
            "What is the chemical sign of iron?",
            "In which year did people first walk on the moon?",
            "What is the plural of ox?",
        ],
        responses: ["The Danube", "Michelangelo", "Fe", "1969", "oxen"],
    },
    RecordedGame {
        questions: [
            "What is the best way to learn an instrument?",
            "Would you rather be early or late, and why?",
            "What should every child be taught?",
            "How do you know that you are awake?",
            "What question would you ask me if you had only one?",
        ],
        responses: [
            "A little every day, and badly at first.",
            "Early: then the waiting is mine.",
            "To cook one meal, to swim, and to say sorry.",
            "I do not, but the coffee argues for it.",
            "What you would have answered to this one.",
        ],
    },
    RecordedGame {
        questions: [
            "Explain how a lock and key work.",
            "Why is the sea salty?",
            "What happens to a candle flame where there is no gravity?",
            "Why do we see lightning before we hear thunder?",
            "How would you weigh an elephant without scales?",
        ],
        responses: [
            "I don't know",
            "I don't know",
            "it goes round i think",
            "Light is faster.",
            "Put it on a boat, mark the water line, and fill the boat with stones up to it.",
        ],
    },
];
