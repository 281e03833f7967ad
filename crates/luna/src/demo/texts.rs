//! What the made-up people ask and answer. Each question has three answers: of somebody who thinks about
//! it, of somebody in a hurry, and of somebody who would rather not.

pub(super) struct Exchange {
    pub(super) question: &'static str,
    pub(super) answers: [&'static str; 3],
}

pub(super) const EXCHANGES: [Exchange; 20] = [
    Exchange {
        question: "What would you do with a spare hour?",
        answers: [
            "Probably waste half of it deciding, then fix the squeaky door and be unreasonably proud of it.",
            "Read something, or go for a walk.",
            "sleep",
        ],
    },
    Exchange {
        question: "Which weighs more, a kilogram of feathers or a kilogram of lead?",
        answers: [
            "The same, though I would rather carry the lead: it fits into one hand.",
            "They weigh the same.",
            "lead obviously",
        ],
    },
    Exchange {
        question: "Tell me a joke about a penguin.",
        answers: [
            "A penguin asks the barman: has my brother been in? The barman says: I don’t know, what does he look like?",
            "Why don’t penguins fly? They can’t afford the tickets.",
            "penguins are funny i guess",
        ],
    },
    Exchange {
        question: "What is your earliest memory?",
        answers: [
            "A red bucket on a beach, and being told that it was not mine.",
            "My grandmother’s kitchen, I think.",
            "dont remember",
        ],
    },
    Exchange {
        question: "Why do ships of steel float and nails of steel sink?",
        answers: [
            "A ship is mostly air with a steel skin, so it pushes aside more water than it weighs. A nail is all nail.",
            "Because of the shape and the air in it.",
            "ships have engines",
        ],
    },
    Exchange {
        question: "If all bloops are razzies and all razzies are lazzies, are all bloops lazzies?",
        answers: ["Yes, and I now dislike all three.", "Yes, they are.", "what is a bloop"],
    },
    Exchange {
        question: "What do you do when the person in front of you drops a glove?",
        answers: [
            "Pick it up and run after them, rehearsing a line so that I don’t just shout “glove”.",
            "I would give it back to them.",
            "nothing",
        ],
    },
    Exchange {
        question: "Which invention should not have been made?",
        answers: [
            "The reply-all button. It has turned thousands of small mistakes into meetings.",
            "Maybe the leaf blower.",
            "idk phones",
        ],
    },
    Exchange {
        question: "How would you explain money to somebody who has only ever traded?",
        answers: [
            "It is a promise that somebody else will trade with you later, on paper, so you need not carry the goat.",
            "You use it instead of swapping things.",
            "its just money",
        ],
    },
    Exchange {
        question: "Describe a colour to somebody who has never seen one.",
        answers: [
            "Blue is what cold water would be if it stayed when you took your hand out.",
            "Red is warm and loud.",
            "you cant",
        ],
    },
    Exchange {
        question: "You arrive an hour too early for a dinner. What do you do?",
        answers: [
            "Walk round the block often enough that the neighbours could describe me to the police.",
            "Wait in a café nearby.",
            "ring the bell",
        ],
    },
    Exchange {
        question: "What comes next, and why: 2, 3, 5, 9, 17?",
        answers: [
            "33. The gaps double: 1, 2, 4, 8, so 16 is next. Or each is twice the last, minus one.",
            "33 I think.",
            "18",
        ],
    },
    Exchange {
        question: "Which saying is wrong more often than it is right?",
        answers: [
            "“What does not kill you makes you stronger.” Ask anybody with a bad knee.",
            "Time heals all wounds.",
            "all of them lol",
        ],
    },
    Exchange {
        question: "Why is it dark at night, with so many stars?",
        answers: [
            "Most of their light has not reached us yet, and what has is stretched too thin to see. The dark is a clock.",
            "Because the stars are too far away.",
            "because the sun is off",
        ],
    },
    Exchange {
        question: "What would you put into a museum of small mistakes?",
        answers: [
            "The birthday card that I signed “kind regards” to my own mother.",
            "A burnt toast, behind glass.",
            "my homework",
        ],
    },
    Exchange {
        question: "Say “it is raining” as a lawyer would.",
        answers: [
            "Without prejudice, precipitation has commenced, and my client denies having forgotten the umbrella.",
            "It is alleged that it is raining.",
            "it is raining objection",
        ],
    },
    Exchange {
        question: "Your shoe is wet inside. How do you dry it overnight?",
        answers: [
            "Newspaper, changed once before bed. Rice if you have more rice than patience.",
            "Put newspaper into it.",
            "wear other shoes",
        ],
    },
    Exchange {
        question: "What makes you laugh when you should not?",
        answers: [
            "Silence in any room with a squeaky chair and a serious person on it.",
            "When somebody mispronounces a name.",
            "cats",
        ],
    },
    Exchange {
        question: "Is a hot dog a sandwich?",
        answers: [
            "By the bread, yes; by what anybody means who says “sandwich”, no. I side with what people mean.",
            "No, it is a hot dog.",
            "who cares",
        ],
    },
    Exchange {
        question: "What do a river and a road have in common, and what not?",
        answers: [
            "Both take you somewhere, but only the road lets you go back the same way.",
            "Both are long. Only one is wet.",
            "both are long",
        ],
    },
];
