//! The parser of the form about a machine: it collects a problem per field.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use luna_core::name;
use luna_core::text::tidy;
use luna_machines::openai::PROMPTS;
use luna_machines::ssrf_guard::Guard;
use luna_store::machine::MachineConfig;
use serde_json::{Map, Value};

use super::secrets::{OpenaiSetup, PushSetup, Setup};
use crate::http::form::Form;
use crate::http::form::problems::Problems;
use crate::http::state::App;

/// The prefix of environment variables with keys.
const KEY_PREFIX: &str = "LUNA_KEY_";
const MOST_PROMPT: usize = 20_000;
/// The fields of a request that Luna sets itself.
const OURS: [&str; 8] = [
    "model",
    "messages",
    "stream",
    "max_tokens",
    "max_completion_tokens",
    "temperature",
    "n",
    "best_of",
];
/// An upper limit that fits every sum.
const LARGEST: u64 = 1_000_000_000_000;

/// A form being read.
pub(super) struct FormReader<'a> {
    pub(super) form: &'a Form,
    pub(super) problems: Problems,
    guard: Guard,
    /// Operators may name variables of the server's environment.
    admin: bool,
}

impl<'a> FormReader<'a> {
    pub(super) fn new(app: &App, form: &'a Form, admin: bool) -> FormReader<'a> {
        let guard = Guard { private: app.settings.private_machines };
        FormReader { form, problems: Problems::default(), guard, admin }
    }

    pub(super) fn refuse(&mut self, field: &'static str, why: impl Into<String>) {
        self.problems.push(field, why);
    }

    /// Returns true if a field has no problem so far.
    pub(super) fn is_good(&self, field: &str) -> bool {
        self.problems.of(field).is_none()
    }

    fn text(&mut self, name: &'static str, most: usize) -> String {
        let text = tidy(self.form.text(name)).trim_start().to_owned();
        let chars = text.chars().count();
        if chars > most {
            self.refuse(name, format!("This has {chars} characters; the limit is {most}."));
        }
        text
    }

    fn needed(&mut self, name: &'static str, most: usize, missing: &str) -> String {
        let text = self.text(name, most);
        if text.is_empty() {
            self.refuse(name, missing);
        }
        text
    }

    fn number<T>(&mut self, name: &'static str, range: RangeInclusive<T>) -> T
    where
        T: FromStr + PartialOrd + Display + Copy,
    {
        let (low, high) = (*range.start(), *range.end());
        let typed: String =
            self.form.text(name).chars().filter(|c| !matches!(c, ' ' | ',' | '_')).collect();
        let found = typed.parse().ok().filter(|number| range.contains(number));
        found.unwrap_or_else(|| {
            self.refuse(name, format!("Please give a whole number from {low} to {high}."));
            low
        })
    }

    fn money(&mut self, name: &'static str) -> u64 {
        micros(self.form.text(name)).unwrap_or_else(|| {
            self.refuse(name, "Please give an amount such as 2.50, or 0.");
            0
        })
    }

    fn url(&mut self, name: &'static str) -> String {
        let text = self.needed(name, 500, "Please give the URL.");
        if !text.is_empty()
            && let Err(why) = self.guard.url(&text)
        {
            self.refuse(name, why);
        }
        text
    }

    pub(super) fn name(&mut self) -> String {
        let name = self.form.text("name").trim().to_owned();
        if let Err(refusal) = name::check(&name) {
            self.refuse("name", refusal.to_string());
        }
        name
    }

    /// Reads the operational fields, which may change without a new version.
    pub(super) fn operational_fields(&mut self, declared: &mut MachineConfig) {
        declared.about = self.text("about", 500);
        declared.organisation = self.text("organisation", 100);
        declared.licence = self.text("licence", 100);
        declared.link = self.text("link", 300);
        if !declared.link.is_empty() && !is_web(&declared.link) {
            self.refuse("link", "A link must begin with http:// or https://.");
        }
        let missing = "Please enter a contact for this machine.";
        declared.contact = self.needed("contact", 200, missing);
        declared.most_open = self.number("most_open", 1..=50);
        declared.most_daily = self.number("most_daily", 1..=1000);
        let mut setup = Setup::of(declared);
        if let Setup::Openai(model) = &mut setup {
            self.model_terms(model);
        }
        declared.setup = setup.to_json();
    }

    /// Reads the new address of a service. Only its owner knows whether it is the same.
    pub(super) fn moved(&mut self, declared: &mut MachineConfig) {
        let url = self.url("url");
        let setup = Setup::Push(PushSetup { url });
        if setup != Setup::of(declared) && !self.form.has("moved") {
            self.refuse(
                "moved",
                "The URL has changed. Please tick this if the same machine has moved there. If it is \
                 another machine, create a new version.",
            );
        }
        declared.setup = setup.to_json();
    }

    fn model_terms(&mut self, model: &mut OpenaiSetup) {
        model.tokens_per_game = self.number("tokens_per_game", 1..=LARGEST);
        model.tokens_per_day = self.number("tokens_per_day", 1..=LARGEST);
        model.micros_per_game = self.money("money_per_game");
        model.micros_per_day = self.money("money_per_day");
        model.micros_in_per_million = self.money("price_in");
        model.micros_out_per_million = self.money("price_out");
        self.counts_money(model);
    }

    /// Refuses limits on money without prices: they would never be reached.
    fn counts_money(&mut self, model: &OpenaiSetup) {
        if model.micros_in_per_million.max(model.micros_out_per_million) > 0 {
            return;
        }
        for (field, limit) in
            [("money_per_game", model.micros_per_game), ("money_per_day", model.micros_per_day)]
        {
            if limit > 0 {
                self.refuse(
                    field,
                    "With both prices 0 this limit would never be reached. Please give the prices \
                     below, or 0 here.",
                );
            }
        }
    }

    /// Reads the key of a model: one that was typed, or the name of a variable that has one.
    pub(super) fn opens(&mut self, declared: &mut MachineConfig) -> Option<String> {
        let Setup::Openai(mut model) = Setup::of(declared) else { return None };
        self.variable(&mut model);
        declared.setup = Setup::Openai(model).to_json();
        self.key()
    }

    fn variable(&mut self, model: &mut OpenaiSetup) {
        model.key_env = self.text("key_env", 100);
        let letters = |rest: &str| {
            let good = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
            !rest.is_empty() && rest.bytes().all(good)
        };
        if model.key_env.is_empty() {
        } else if !self.admin {
            self.refuse("", "Only operators may name an environment variable of this server.");
        } else if !model.key_env.strip_prefix(KEY_PREFIX).is_some_and(letters) {
            self.refuse(
                "key_env",
                format!(
                    "The name must begin with {KEY_PREFIX} and continue with capital letters, digits \
                     or underscores, so that no other secret of this server can be named here."
                ),
            );
        } else if !self.form.text("key").trim().is_empty() {
            self.refuse("key_env", "Please give a key or the name of a variable, not both.");
        }
    }

    fn key(&mut self) -> Option<String> {
        let key = self.form.text("key").trim().to_owned();
        if key.chars().count() > 500 || key.chars().any(char::is_control) {
            self.refuse("key", "That does not look like a key.");
        }
        (!key.is_empty()).then_some(key)
    }

    /// Reads the fields of the model, whose change makes a new version.
    pub(super) fn model_fields(&mut self, declared: &mut MachineConfig) {
        let missing = "Please name the program or model and its version.";
        declared.model = self.needed("model", 100, missing);
        let mut setup = Setup::of(declared);
        match &mut setup {
            Setup::Nothing => {}
            Setup::Push(push) => push.url = self.url("url"),
            Setup::Openai(model) => self.model_mind(model),
        }
        declared.setup = setup.to_json();
    }

    fn model_mind(&mut self, model: &mut OpenaiSetup) {
        model.base_url = self.url("base_url");
        if model.base_url.trim_end_matches('/').ends_with("/chat/completions") {
            self.refuse("base_url", "Please leave out “/chat/completions”; Luna adds it.");
        }
        let missing = "Please enter the model's id on its server.";
        model.model = self.needed("model_id", 200, missing);
        for field in &PROMPTS {
            let text = self.text(field.name, MOST_PROMPT);
            if let Err(why) = field.check(&text) {
                self.refuse(field.name, why);
            }
            field.set(&mut model.prompts, text);
        }
        model.reasoning_end = self.text("reasoning_end", 50);
        model.max_tokens = self.number("max_tokens", 100..=100_000);
        model.completion_tokens = self.form.has("completion_tokens");
        model.extra = self.extra();
        let typed = self.form.text("temperature").trim().replace(',', ".");
        let read = typed.parse::<f64>().ok().filter(|number| (0.0..=2.0).contains(number));
        model.temperature = read;
        if read.is_none() && !typed.is_empty() {
            self.refuse("temperature", "Please give a number from 0 to 2, or leave this empty.");
        }
    }
}

impl FormReader<'_> {
    /// Reads additional request fields: none that Luna sets itself, and none that makes a model
    /// reply several times.
    fn extra(&mut self) -> Map<String, Value> {
        let typed = self.text("extra", 2_000);
        if typed.trim().is_empty() {
            return Map::new();
        }
        let Ok(Value::Object(extra)) = serde_json::from_str(&typed) else {
            let why = "Please give a JSON object, such as {\"reasoning_effort\": \"low\"}.";
            self.refuse("extra", why);
            return Map::new();
        };
        if let Some(name) = OURS.into_iter().find(|name| extra.contains_key(*name)) {
            self.refuse("extra", format!("Please leave out “{name}”, which Luna sets itself."));
        }
        extra
    }
}

/// The form with the current values of a machine.
pub(super) fn filled(declared: &MachineConfig) -> Form {
    let mut fields = vec![
        ("about", declared.about.clone()),
        ("organisation", declared.organisation.clone()),
        ("licence", declared.licence.clone()),
        ("link", declared.link.clone()),
        ("contact", declared.contact.clone()),
        ("most_open", declared.most_open.to_string()),
        ("most_daily", declared.most_daily.to_string()),
        ("model", declared.model.clone()),
    ];
    match Setup::of(declared) {
        Setup::Nothing => {}
        Setup::Push(push) => fields.push(("url", push.url)),
        Setup::Openai(model) => fields.extend(model_fields(*model)),
    }
    Form::filled(fields)
}

fn model_fields(model: OpenaiSetup) -> Vec<(&'static str, String)> {
    let extra = match model.extra.is_empty() {
        true => String::new(),
        false => Value::Object(model.extra).to_string(),
    };
    let temperature = model.temperature.map_or_else(String::new, |value| value.to_string());
    let mut fields = vec![
        ("base_url", model.base_url),
        ("model_id", model.model),
        ("reasoning_end", model.reasoning_end),
        ("max_tokens", model.max_tokens.to_string()),
        ("temperature", temperature),
        ("tokens_per_game", model.tokens_per_game.to_string()),
        ("tokens_per_day", model.tokens_per_day.to_string()),
        ("money_per_game", money(model.micros_per_game)),
        ("money_per_day", money(model.micros_per_day)),
        ("price_in", money(model.micros_in_per_million)),
        ("price_out", money(model.micros_out_per_million)),
        ("key_env", model.key_env),
        ("extra", extra),
    ];
    for field in &PROMPTS {
        fields.push((field.name, field.get(&model.prompts).to_owned()));
    }
    if model.completion_tokens {
        fields.push(("completion_tokens", "yes".to_owned()));
    }
    fields
}

/// Returns true if a text is a web address; only such texts are shown as links.
pub(super) fn is_web(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.is_empty())
        && !text.chars().any(|c| c.is_whitespace() || c.is_control())
}

/// Reads `2.50` as 2,500,000 millionths.
fn micros(text: &str) -> Option<u64> {
    let text = text.trim().replace(',', ".");
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || decimals.len() > 6 || !digits(whole) || !digits(decimals) {
        return None;
    }
    let fraction: u64 = format!("{decimals:0<6}").parse().ok()?;
    let units: u64 = whole.parse().ok()?;
    units.checked_mul(1_000_000)?.checked_add(fraction).filter(|&micros| micros <= LARGEST)
}

/// Millionths as people write amounts.
fn money(micros: u64) -> String {
    let text = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_people_write_them() {
        for (text, expected) in [
            ("2.50", Some(2_500_000)),
            (" 2,5 ", Some(2_500_000)),
            ("0", Some(0)),
            ("0.000001", Some(1)),
            ("1000000", Some(LARGEST)),
            ("1000000.1", None),
            ("0.0000001", None),
            ("", None),
            (".5", None),
            ("-1", None),
            ("1e3", None),
            ("99999999999999999999", None),
            ("+1", None),
        ] {
            assert_eq!(micros(text), expected, "{text:?}");
        }
        assert_eq!([0, 1, 2_500_000, 3_000_000].map(money), ["0", "0.000001", "2.5", "3"]);
    }

    #[test]
    fn only_addresses_on_the_web_are_links() {
        for good in ["https://example.org", "HTTP://example.org/a?b#c"] {
            assert!(is_web(good), "{good}");
        }
        for bad in [
            "",
            "https://",
            "javascript:alert(1)",
            "JavaScript:alert(1)//https://x",
            " javascript:alert(1)",
            "data:text/html,x",
            "//example.org",
            "example.org",
            "https://a b",
            "java\nscript:x",
            "ftp://example.org",
        ] {
            assert!(!is_web(bad), "{bad:?}");
        }
    }
}
