//! Somebody at a browser: it keeps cookies, sends the forms that are on the
//! page, and follows nothing by itself.

pub mod brief;

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request, StatusCode, header};
use tower::ServiceExt as _;

use self::brief::brief;
use crate::reading::{Token, attribute, main_of, plain, read, tokens, without_ids};

const FORM: &str = "application/x-www-form-urlencoded";

#[derive(Clone)]
pub struct Persona {
    router: Router,
    pub jar: BTreeMap<String, String>,
    pub agent: String,
    pub address: SocketAddr,
    /// Lines of a proxy that name where they come from, if there is one.
    pub forwarded_for: String,
    /// The page in front of them.
    page: String,
}

/// A response that has arrived.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

/// The status, and where it leads or what somebody reads.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = self.status.as_u16();
        match self.headers.get(header::LOCATION) {
            Some(to) => write!(f, "{status} -> {}", without_ids(to.to_str().unwrap())),
            None => write!(f, "{status}\n{}", read(&self.body)),
        }
    }
}

impl Answer {
    /// The secret that is shown once on this page.
    pub fn once(&self) -> String {
        let (_, rest) = self.body.split_once("<code class=\"secret\">").unwrap();
        rest.split('<').next().unwrap().to_owned()
    }

    /// Goes on where the answer leads, which is to begin with this.
    #[track_caller]
    pub fn leads_to(self, expected: &str) -> String {
        let to = self.headers.get(header::LOCATION).map(|to| to.to_str().unwrap().to_owned());
        match to {
            Some(to) if to.starts_with(expected) => to,
            _ => panic!("this should lead to {expected}: {self}"),
        }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    pub fn cookies(&self) -> Vec<&str> {
        let all = self.headers.get_all(header::SET_COOKIE);
        all.iter().map(|value| value.to_str().unwrap()).collect()
    }

    /// The page as it is read.
    pub fn text(&self) -> String {
        read(&self.body)
    }

    /// All of it, with lines folded that follow from those before them.
    pub fn brief(&self) -> String {
        brief(&self.to_string())
    }

    /// The same, up to a line that begins with this.
    pub fn until(&self, end: &str) -> String {
        let brief = self.brief();
        let (before, _) = brief.split_once(&format!("\n{end}")).unwrap();
        before.to_owned()
    }

    /// The same, up to the first thing that has to be unfolded.
    pub fn above_folds(&self) -> String {
        self.until("▸")
    }

    /// The same, from a line that begins with one text up to a line that begins with another.
    pub fn between(&self, start: &str, end: &str) -> String {
        let before = self.until(end);
        let (_, rest) = before.split_once(&format!("\n{start}")).unwrap();
        format!("{start}{rest}")
    }

    /// The lines of the page that contain this.
    pub fn lines(&self, with: &str) -> String {
        let text = self.text();
        let found: Vec<&str> = text.lines().filter(|line| line.contains(with)).collect();
        found.join("\n")
    }
}

/// A form as a page has it.
#[derive(Clone, Debug, Default)]
pub struct PageForm {
    pub action: String,
    pub method: String,
    pub fields: Vec<(String, String)>,
    /// Labels, and where each leads if not to the form's own address.
    pub buttons: Vec<(String, Option<String>)>,
}

/// All forms of a page.
pub fn forms(html: &str) -> Vec<PageForm> {
    let mut all = Vec::new();
    let mut form: Option<PageForm> = None;
    let (mut area, mut button): (Option<String>, Option<Option<String>>) = (None, None);
    let mut text = String::new();
    for token in tokens(html) {
        match (token, &mut form) {
            (Token::Open { name: "form", attributes }, form) => {
                let of = |name| attribute(attributes, name).unwrap_or_default();
                let (action, method) = (of("action"), of("method"));
                *form = Some(PageForm { action, method, ..PageForm::default() });
            }
            (Token::Close("form"), form) => all.extend(form.take()),
            (Token::Open { name: "input", attributes }, Some(form)) => {
                let of = |name| attribute(attributes, name);
                let ticked = matches!(of("type").as_deref(), Some("checkbox" | "radio"));
                if !ticked || of("checked").is_some() {
                    let field = (of("name").unwrap(), of("value").unwrap_or_default());
                    form.fields.push(field);
                }
            }
            (Token::Open { name: "textarea", attributes }, _) => {
                (area, text) = (attribute(attributes, "name"), String::new());
            }
            (Token::Open { name: "button", attributes }, _) => {
                (button, text) = (Some(attribute(attributes, "formaction")), String::new());
            }
            (Token::Close("textarea"), Some(form)) => {
                // The first line break belongs to the tag.
                let value = text.strip_prefix('\n').unwrap_or(&text).to_owned();
                form.fields.push((area.take().unwrap(), plain(&value)));
            }
            (Token::Close("button"), Some(form)) => {
                form.buttons.push((plain(&text), button.take().unwrap()));
            }
            (Token::Text(more), _) => text.push_str(more),
            _ => {}
        }
    }
    all
}

impl Persona {
    pub fn new(router: Router) -> Persona {
        Persona {
            router,
            jar: BTreeMap::new(),
            agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0".into(),
            address: SocketAddr::from(([192, 0, 2, 1], 4000)),
            forwarded_for: String::new(),
            page: String::new(),
        }
    }

    /// The same browser at the process that serves now.
    pub fn at(&self, router: &Router) -> Persona {
        Persona { router: router.clone(), ..self.clone() }
    }

    /// The same person at another browser.
    pub fn elsewhere(&self) -> Persona {
        Persona::new(self.router.clone())
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty()).unwrap()).await
    }

    /// The server's figures, with a token.
    pub async fn figures(&mut self, token: &str) -> Answer {
        self.bearer("/metrics", token).await
    }

    pub async fn bearer(&mut self, path: &str, token: &str) -> Answer {
        let request = Request::get(path).header(header::AUTHORIZATION, format!("Bearer {token}"));
        self.send(request.body(Body::empty()).unwrap()).await
    }

    /// The page at an address as it is read.
    pub async fn reads(&mut self, path: &str) -> String {
        self.get(path).await.text()
    }

    /// Fields sent to an address, with the token of the page in front.
    pub async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let token = self.token();
        let mut all = vec![("csrf", token.as_str())];
        all.extend(fields);
        self.post_raw(path, &encode(&all)).await
    }

    pub async fn post_raw(&mut self, path: &str, body: &str) -> Answer {
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, FORM)
            .body(Body::from(body.to_owned()));
        self.send(request.unwrap()).await
    }

    /// Sends what the page's script sends while a form is filled in.
    pub async fn types(&mut self, draft: &str, body: &str) -> Answer {
        let request = Request::post(draft)
            .header(header::CONTENT_TYPE, FORM)
            .header("x-luna-draft", "1")
            .body(Body::from(body.to_owned()));
        self.send(request.unwrap()).await
    }

    /// Presses a button on the page, after these fields have been filled in.
    pub async fn press(&mut self, button: &str, fields: &[(&str, &str)]) -> Answer {
        let (action, body) = self.filled(button, fields);
        self.post_raw(&action, &body).await
    }

    /// The address that a button leads to, and the body that it sends.
    #[track_caller]
    pub fn filled(&self, button: &str, fields: &[(&str, &str)]) -> (String, String) {
        let form = forms(&self.page)
            .into_iter()
            .find(|form| form.buttons.iter().any(|(label, _)| label == button))
            .unwrap_or_else(|| panic!("no button “{button}” on:\n{}", read(&self.page)));
        assert_eq!(form.method, "post");
        let (_, action) = form.buttons.iter().find(|(label, _)| label == button).unwrap();
        let action = action.as_ref().unwrap_or(&form.action).clone();
        let mut all: Vec<(&str, &str)> =
            form.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        all.retain(|(name, _)| fields.iter().all(|(filled, _)| filled != name));
        all.extend(fields);
        (action, encode(&all))
    }

    /// The token that forms of the page in front carry.
    pub fn token(&self) -> String {
        let all = forms(&self.page).into_iter().flat_map(|form| form.fields);
        all.into_iter().find(|(name, _)| name == "csrf").map(|(_, token)| token).unwrap_or_default()
    }

    pub async fn send(&mut self, request: Request<Body>) -> Answer {
        let response = self.open(request).await;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = to_bytes(response.into_body(), 4 << 20).await.unwrap();
        let body = String::from_utf8(body.to_vec()).unwrap();
        let answer = Answer { status, headers, body };
        if main_of(&answer.body).is_some() {
            self.page.clone_from(&answer.body);
        }
        answer
    }

    /// Sends a request and leaves its answer open, as a stream has to be.
    pub async fn open(&mut self, mut request: Request<Body>) -> axum::response::Response {
        let jar: Vec<String> =
            self.jar.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let headers = request.headers_mut();
        if !jar.is_empty() {
            headers.insert(header::COOKIE, jar.join("; ").parse().unwrap());
        }
        headers.insert(header::USER_AGENT, self.agent.parse().unwrap());
        for line in self.forwarded_for.lines() {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        request.extensions_mut().insert(ConnectInfo(self.address));
        let response = self.router.clone().oneshot(request).await.unwrap();
        for set in response.headers().get_all(header::SET_COOKIE) {
            self.keep(set.to_str().unwrap());
        }
        response
    }

    /// The form for a machine, filled in and sent.
    pub async fn registers(&mut self, way: &str, fields: &[(&str, &str)]) -> Answer {
        self.get(&format!("/settings/machines/new?way={way}")).await;
        let mut all = vec![
            ("model", "parrot 1.3"),
            ("about", "Repeats what it hears."),
            ("contact", "ann@example.org"),
            ("terms", "yes"),
            ("sure", "yes"),
        ];
        all.retain(|(name, _)| fields.iter().all(|(other, _)| other != name));
        all.extend(fields);
        self.press("Register it", &all).await
    }

    /// Registers a machine; gives the address of its settings.
    pub async fn has_machine(&mut self, name: &str) -> String {
        self.registers("pull", &[("name", name)]).await.leads_to("/settings/machines/")
    }

    fn keep(&mut self, set: &str) {
        let (pair, rest) = set.split_once(';').unwrap();
        let (name, value) = pair.split_once('=').unwrap();
        if rest.contains("Max-Age=0;") {
            self.jar.remove(name);
        } else {
            self.jar.insert(name.to_owned(), value.to_owned());
        }
    }
}

/// As a browser writes the fields of a form.
pub fn encode(fields: &[(&str, &str)]) -> String {
    let escaped = |text: &str| -> String {
        let one = |byte: u8| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => {
                char::from(byte).to_string()
            }
            b' ' => "+".to_owned(),
            other => format!("%{other:02X}"),
        };
        // Line ends go over the wire as two characters.
        text.replace("\r\n", "\n").replace('\n', "\r\n").bytes().map(one).collect()
    };
    let pairs: Vec<String> = fields
        .iter()
        .map(|(name, value)| format!("{}={}", escaped(name), escaped(value)))
        .collect();
    pairs.join("&")
}
