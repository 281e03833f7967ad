//! A random sample of questions, so that a rate in the sample means the rate of the generator.

use luna_core::rng::Chance;
use luna_text::words::all_words;

use super::collection::QuestionFile;

/// The tokens of the shortest and of the longest article that is taken.
pub const SHORTEST_ARTICLE: usize = 250;
pub const LONGEST_ARTICLE: usize = 2_000;

/// Draws questions of each article that is neither too short nor too long: `per_article`, or all where
/// there are fewer. With `articles`, draws that many articles first. The order of the file, which may
/// be a ranking, has no influence.
pub fn sample(
    file: &QuestionFile,
    articles: Option<usize>,
    per_article: usize,
    seed: u64,
) -> QuestionFile {
    let mut chance = Chance::from_seed(seed);
    let fits = |text: &str| (SHORTEST_ARTICLE..=LONGEST_ARTICLE).contains(&all_words(text).len());
    let mut taken: Vec<usize> = (0..file.articles.len())
        .filter(|&at| file.articles.get(at).is_some_and(|it| fits(&it.text)))
        .collect();
    // By name, so that the order of articles in the file has no influence either.
    taken.sort_by_key(|&at| file.articles.get(at).map(|it| it.name.clone()));
    if let Some(most) = articles {
        draw(&mut taken, most, &mut chance);
    }
    let mut sampled = QuestionFile {
        format: file.format,
        articles: Vec::new(),
        questions: Vec::new(),
        repeated: Vec::new(),
    };
    for at in taken {
        let mut own: Vec<_> = file.questions.iter().filter(|it| it.article == at).collect();
        own.sort_by(|a, b| (&a.sentence, &a.question).cmp(&(&b.sentence, &b.question)));
        draw(&mut own, per_article, &mut chance);
        let place = sampled.articles.len();
        sampled.articles.extend(file.articles.get(at).cloned());
        sampled.questions.extend(own.into_iter().map(|it| {
            let mut drawn = it.clone();
            drawn.article = place;
            drawn
        }));
    }
    sampled
}

/// Keeps some of all, each as likely as any other, in a random order.
fn draw<T>(all: &mut Vec<T>, most: usize, chance: &mut Chance) {
    for at in 0..most.min(all.len()) {
        let other = at + chance.below(all.len() - at);
        all.swap(at, other);
    }
    all.truncate(most);
}
