//! People who play through the pages, form by form, without scripts.

use std::io;
use std::time::Duration;

use luna_bench::http::{Client, Response, field};

use crate::stopwatch::patience;

pub struct Person {
    pub client: Client,
    csrf: String,
}

/// A game's page, by what it asks of its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Page {
    Interview,
    Waiting,
    Response,
    Guess,
    Final,
    Gone,
}

impl Person {
    /// Somebody who has agreed and plays as a guest.
    pub fn guest(address: &str) -> Person {
        let mut person = Person { client: Client::new(address), csrf: String::new() };
        person.get("/consent").unwrap();
        assert_eq!(person.post("/guest", &[("adult", "yes")]).unwrap().status, 303);
        person.get("/games").unwrap();
        person
    }

    /// The same browser at another server of the instance.
    pub fn at(&self, address: &str) -> Person {
        let mut client = Client::new(address);
        client.set_cookie("luna", self.client.cookie("luna").unwrap());
        Person { client, csrf: self.csrf.clone() }
    }

    pub fn get(&mut self, path: &str) -> io::Result<String> {
        let response = self.client.get(path)?;
        let text = response.text().into_owned();
        if let Some(csrf) = field(&text, "csrf") {
            self.csrf = csrf;
        }
        Ok(text)
    }

    pub fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> io::Result<Response> {
        let csrf = self.csrf.clone();
        let mut all = vec![("csrf", csrf.as_str())];
        all.extend_from_slice(fields);
        self.client.post_form(path, &all)
    }

    /// The name on their profile.
    pub fn name(&mut self) -> String {
        let profile = self.get("/profile").unwrap();
        let (_, name) = profile.split_once("<h1 dir=\"auto\">").unwrap();
        name.split('<').next().unwrap().to_owned()
    }

    /// A new game; gives its address.
    pub fn start(&mut self) -> io::Result<String> {
        let response = self.post("/games", &[])?;
        assert_eq!(response.status, 303, "{}", response.text());
        Ok(response.header("location").unwrap().to_owned())
    }

    pub fn page(&mut self, game: &str) -> io::Result<Page> {
        let text = self.get(game)?;
        let has = |form: &str| text.contains(&format!("action=\"{game}/{form}\""));
        Ok(match () {
            () if has("questions") => Page::Interview,
            () if has("responses") => Page::Response,
            () if has("guess") => Page::Guess,
            () if text.contains(&format!("{game}/share")) => Page::Final,
            () if text.contains("This page updates itself") => Page::Waiting,
            () => Page::Gone,
        })
    }

    /// Does what a page asks for; true once the server has said it is done.
    pub fn act(&mut self, game: &str, page: Page) -> io::Result<bool> {
        let (form, prefix, word) = match page {
            Page::Interview => ("questions", "q", "What is"),
            Page::Response => ("responses", "r", "It is"),
            Page::Guess => ("guess", "s", ""),
            Page::Waiting | Page::Final | Page::Gone => return Ok(false),
        };
        let names: Vec<String> = (1..=5).map(|nth| format!("{prefix}{nth}")).collect();
        let texts: Vec<String> = (1..=5)
            .map(|nth| match page {
                Page::Guess => (nth * 15).to_string(),
                _ => format!("{word} number {nth}? \u{263e}"),
            })
            .collect();
        let mut fields: Vec<(&str, &str)> =
            names.iter().map(String::as_str).zip(texts.iter().map(String::as_str)).collect();
        if page == Page::Guess {
            fields.push(("guess", "61.5"));
        }
        let response = self.post(&format!("{game}/{form}"), &fields)?;
        Ok(response.status == 303)
    }

    /// Plays whatever there is to do in a game until it is over for both.
    pub fn play_on(&mut self, game: &str) -> Page {
        let patience = patience();
        loop {
            let page = self.page(game).unwrap();
            if page >= Page::Final {
                return page;
            }
            if page == Page::Waiting {
                assert!(patience() < Duration::from_secs(60), "still waiting in {game}");
                pause(Duration::from_millis(20));
            } else {
                assert!(self.act(game, page).unwrap(), "{page:?} was refused");
            }
        }
    }
}

/// Between two looks at a server that works meanwhile.
pub fn pause(time: Duration) {
    std::thread::park_timeout(time);
}
