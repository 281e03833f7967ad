//! Steps of personas in games and with accounts, a page at a time.

use crate::persona::{Answer, Persona};

/// `ann asks 1?` to `ann asks 5?`, under `q1` to `q5`.
pub fn questions(name: &str) -> Vec<(String, String)> {
    (1..=5).map(|nth| (format!("q{nth}"), format!("{name} asks {nth}?"))).collect()
}

pub fn responses(name: &str) -> Vec<(String, String)> {
    (1..=5).map(|nth| (format!("r{nth}"), format!("{name} says {nth}."))).collect()
}

pub fn lent(fields: &[(String, String)]) -> Vec<(&str, &str)> {
    fields.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect()
}

impl Persona {
    pub async fn named(&mut self, name: &str) {
        self.get("/settings").await;
        self.press("Change name", &[("name", name)]).await.leads_to("/settings?notice=renamed");
    }

    pub async fn signs_up(&mut self, email: &str, password: &str) -> Answer {
        self.get("/signup").await;
        let fields = [("email", email), ("password", password), ("adult", "yes"), ("agree", "yes")];
        self.press("Create my account", &fields).await
    }

    pub async fn logs_in(&mut self, email: &str, password: &str) -> Answer {
        self.get("/login").await;
        self.press("Log in", &[("email", email), ("password", password)]).await
    }

    /// Starts a game; gives its address.
    pub async fn new_game(&mut self) -> String {
        self.get("/games").await;
        self.press("New game", &[]).await.leads_to("/games/")
    }

    pub async fn practice(&mut self) -> String {
        self.get("/games").await;
        self.press("Practise with a machine", &[]).await.leads_to("/games/")
    }

    pub async fn asks(&mut self, game: &str, name: &str) -> Answer {
        self.get(game).await;
        self.press("Send my questions", &lent(&questions(name))).await
    }

    pub async fn answers(&mut self, game: &str, name: &str) -> Answer {
        self.get(game).await;
        self.press("Send my responses", &lent(&responses(name))).await
    }

    pub async fn guesses(&mut self, game: &str, points: &str) -> Answer {
        self.get(game).await;
        self.press("Make this my guess", &[("guess", points)]).await
    }

    pub async fn leaves(&mut self, game: &str) -> Answer {
        self.get(game).await;
        self.press("Leave this game for good", &[]).await
    }

    /// Opens a game and sends the questions.
    pub async fn opens(&mut self, name: &str) -> String {
        let game = self.new_game().await;
        self.asks(&game, name).await.leads_to(&game);
        game
    }
}

/// Two who meet at once, up to where both have questions to answer.
pub async fn paired(ann: &mut Persona, bob: &mut Persona) -> [String; 2] {
    [ann.opens("ann").await, bob.opens("bob").await]
}

/// Up to where both have something to guess from.
pub async fn answered(ann: &mut Persona, bob: &mut Persona) -> [String; 2] {
    let [anns, bobs] = paired(ann, bob).await;
    ann.answers(&anns, "ann").await.leads_to(&anns);
    bob.answers(&bobs, "bob").await.leads_to(&bobs);
    [anns, bobs]
}

/// A whole game; what Ann guesses of Bob, and Bob of Ann.
pub async fn finished(
    (ann, hers): (&mut Persona, &str),
    (bob, his): (&mut Persona, &str),
) -> [String; 2] {
    let [anns, bobs] = answered(ann, bob).await;
    ann.guesses(&anns, hers).await.leads_to(&anns);
    bob.guesses(&bobs, his).await.leads_to(&bobs);
    [anns, bobs]
}
