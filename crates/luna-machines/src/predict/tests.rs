use super::*;

fn asked(key: &[&str]) -> Asked {
    Asked { text: "What?".to_owned(), key: key.iter().map(|&text| text.to_owned()).collect() }
}

fn example(responses: &[&str], rating: f64) -> Example {
    Example { responses: responses.iter().map(|&text| text.to_owned()).collect(), rating }
}

/// Forty people of whom those that know the answers are rated high.
fn crowd() -> (Vec<Asked>, Vec<Example>) {
    let questions = vec![asked(&["the heart pumps blood", "pumping"]), asked(&[])];
    let known =
        ["The heart pumps blood.", "it pumps blood", "a pump for blood", "pumping the blood"];
    let not = ["no idea", "to breathe", "it thinks", "dunno, to breathe?"];
    let of = |nth: usize| {
        let rating = 0.02 * float(nth % 7);
        match nth % 2 {
            0 => example(&[known[nth / 2 % 4], "Paris, of course"], 0.8 + rating),
            _ => example(&[not[nth / 2 % 4], "London maybe"], 0.2 + rating),
        }
    };
    (questions, (0..40).map(of).collect())
}

#[test]
fn who_knows_is_told_from_who_does_not() {
    let (questions, examples) = crowd();
    let learned = Predictor::train(&questions, &examples).unwrap();
    let tried = learned.tried();
    assert!(learned.beats_constant() && tried.error < 0.1 && tried.constant > 0.25, "{tried:?}");
    let high = learned.predict(&["the blood is pumped".to_owned(), "Paris".to_owned()], 0.9);
    let low = learned.predict(&["breathing".to_owned(), "London".to_owned()], 0.9);
    assert!(high.rating > 0.7 && low.rating < 0.4, "{high:?} {low:?}");
    assert!(low.low <= low.rating && low.rating <= low.high && low.high - low.low < 0.4);
}
