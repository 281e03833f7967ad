//! A guest: a browser with its cookies and the CSRF token of its forms.

use anyhow::{Context as _, Result, ensure};

use crate::http::{Client, Response, field};

pub struct Guest {
    pub client: Client,
    csrf: String,
}

impl Guest {
    /// Agrees to the terms and becomes a guest, as from the landing page.
    pub fn arrive(address: &str) -> Result<Guest> {
        let mut client = Client::new(address);
        let consent = client.get("/consent")?;
        let csrf = field(&consent.text(), "csrf").context("no token on the page of consent")?;
        let made = client.post_form("/guest", &[("csrf", &csrf), ("adult", "yes")])?;
        ensure!(made.status == 303, "no guest was made: {} {}", made.status, made.text());
        let home = client.get("/games")?;
        let csrf = field(&home.text(), "csrf").context("no token on the page of games")?;
        Ok(Guest { client, csrf })
    }

    /// Posts a form of one of Luna's pages.
    pub fn post(&mut self, path: &str, fields: &[(String, String)]) -> Result<Response> {
        let mut all = vec![("csrf", self.csrf.as_str())];
        all.extend(fields.iter().map(|(name, text)| (name.as_str(), text.as_str())));
        Ok(self.client.post_form(path, &all)?)
    }

    /// Takes a seat of a contest with the link of an invitation, and agrees to the text on its page.
    pub fn take_seat(&mut self, invitation: &str) -> Result<()> {
        let path = format!("/contests/join/{invitation}");
        let page = self.client.get(&path)?;
        let text = field(&page.text(), "text").context("no text to agree to on the page")?;
        let fields = [("agree".to_owned(), "yes".to_owned()), ("text".to_owned(), text)];
        let joined = self.post(&path, &fields)?;
        ensure!(joined.status == 303, "no seat was taken: {} {}", joined.status, joined.text());
        Ok(())
    }
}
