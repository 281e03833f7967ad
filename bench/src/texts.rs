//! Texts of the players in the measurements, about a hundred characters each.

pub const QUESTIONS: [&str; 10] = [
    "If you had to explain to a child why the moon changes its shape, without a drawing, what would you say?",
    "My brother is older than my sister, who is younger than me. Which of us was born first, or can't you tell?",
    "What is a thing that almost everybody believes about your job, or your studies, and that is simply wrong?",
    "Somebody returns a borrowed book with coffee on every page and says nothing. What would you do, and why?",
    "Which would you rather carry up a hill: a bucket half full of water, or the same weight in a backpack?",
    "How many piano tuners might there be in a city of three million people? Tell me how you arrive at it.",
    "Please finish this so that it rhymes: the cat that sat upon the mat had never met so grand a rat...",
    "What was the last thing that made you change your mind about something important, and how did it do that?",
    "If all clocks in the world stopped tonight, what is the first thing that would go wrong tomorrow morning?",
    "Why is it funny when somebody slips on a banana skin, and when exactly would it stop being funny at all?",
];

pub const ANSWERS: [&str; 10] = [
    "The sun lights one half of it, always. We walk around it, so to say, and see more or less of that half.",
    "You can't tell about you and your brother. Your sister is the youngest of you three, that is all I know.",
    "That one sits in a library all day. In truth I spend most of it on the phone, asking people for money.",
    "I would ask whether it was good coffee. If they laugh and say sorry it is fine, books are for being read.",
    "The backpack, since both hands stay free and the weight is near my spine; a bucket swings and it spills.",
    "One piano for fifty people, tuned once a year, four a day per tuner: sixty thousand pianos, so about 60.",
    "...who bowed and said: good day, Sir Cat, I see you have no use for that, so may I have your velvet hat?",
    "My daughter asked why we keep things that nobody uses. I had no answer, so half of the attic is gone now.",
    "Hardly anything, for an hour. Then trains: nobody would dare to let two of them share a track by feeling.",
    "Because dignity falls with him, and he gets up again. When he does not get up it has stopped being funny.",
];

/// Five consecutive texts from a position on, wrapping around.
pub fn five(texts: &[&'static str; 10], first: usize) -> [&'static str; 5] {
    std::array::from_fn(|nth| texts[(first + nth) % texts.len()])
}

/// The five fields of a form, named `q1` to `q5` for the prefix `q`.
pub fn fields(prefix: &str, texts: [&'static str; 5]) -> Vec<(String, String)> {
    (1..)
        .zip(texts)
        .map(|(nth, text): (u32, _)| (format!("{prefix}{nth}"), text.to_owned()))
        .collect()
}
