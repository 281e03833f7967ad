//! Settings of an adapter, stored as JSON with the machine. Its key or signing secret is stored
//! separately and encrypted.

use luna_machines::encryption::Cipher;
use luna_store::machine::{MachineConfig, Transport};
use luna_store::{self as store, Tx};

use crate::http::error::Error;
use crate::http::state::App;
pub(crate) use luna_app::machine_calls::adapter_config::{OpenaiSetup, PushSetup};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Setup {
    /// An API client or a house machine has no setup.
    Nothing,
    Push(PushSetup),
    Openai(Box<OpenaiSetup>),
}

impl Setup {
    /// A setup that cannot be read shows as an empty one, for the owner to fill in.
    pub(super) fn of(declared: &MachineConfig) -> Setup {
        let text = &declared.setup;
        match declared.way {
            Transport::House | Transport::Pull => Setup::Nothing,
            Transport::Push => Setup::Push(serde_json::from_str(text).unwrap_or_default()),
            Transport::Openai => Setup::Openai(serde_json::from_str(text).unwrap_or_default()),
        }
    }

    pub(super) fn to_json(&self) -> String {
        match self {
            Setup::Nothing => "{}".to_owned(),
            Setup::Push(push) => serde_json::json!(push).to_string(),
            Setup::Openai(model) => serde_json::json!(model).to_string(),
        }
    }
}

/// Seals a secret for all versions of a machine, which share it.
pub(super) fn seal(app: &App, line: &str, plain: &str) -> Result<String, Error> {
    let Some(secret) = &app.settings.secret else {
        return Err(Error::Refused(
            "This instance cannot store keys: its operator has not configured a secret.".into(),
        ));
    };
    let [nonce @ .., _, _, _, _] = (app.random.0)();
    Ok(Cipher::new(secret).seal(nonce, line, plain))
}

/// The fate of a model's stored key.
pub(super) enum Secret {
    Stays,
    Becomes(Option<String>),
}

impl Secret {
    /// A typed key replaces the stored one, and a variable replaces any key.
    pub(super) fn of(
        app: &App,
        line: &str,
        declared: &MachineConfig,
        key: Option<String>,
    ) -> Result<Secret, Error> {
        let named =
            matches!(Setup::of(declared), Setup::Openai(model) if !model.key_env.is_empty());
        Ok(match key {
            Some(key) => Secret::Becomes(Some(seal(app, line, &key)?)),
            None if named => Secret::Becomes(None),
            None => Secret::Stays,
        })
    }

    pub(super) fn keep(&self, tx: &mut Tx<'_>, id: &str) -> store::Result<()> {
        match self {
            Secret::Stays => Ok(()),
            Secret::Becomes(sealed) => store::machine::set_secret(tx, id, sealed.as_deref()),
        }
    }
}

#[cfg(test)]
mod tests {
    use luna_store::machine::Skills;

    use super::*;

    fn declared(way: Transport, setup: &str) -> MachineConfig {
        MachineConfig {
            about: String::new(),
            model: String::new(),
            organisation: String::new(),
            licence: String::new(),
            link: String::new(),
            contact: String::new(),
            way,
            setup: setup.to_owned(),
            most_open: 1,
            most_daily: 1,
            skills: Skills::all(),
        }
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let push = Setup::Push(PushSetup { url: "https://a.example/\"é".into() });
        let model = Setup::Openai(Box::new(OpenaiSetup {
            model: "m".into(),
            temperature: Some(0.7),
            micros_per_day: 1_500_000,
            ..OpenaiSetup::default()
        }));
        for (way, setup) in
            [(Transport::Push, push), (Transport::Openai, model), (Transport::Pull, Setup::Nothing)]
        {
            assert_eq!(Setup::of(&declared(way, &setup.to_json())), setup);
        }
    }

    /// Stored setups must stay readable, and an owner who was erased has `{}`.
    #[test]
    fn the_names_in_the_json_stay() {
        assert_eq!(
            Setup::Openai(Box::default()).to_json(),
            "{\"answer\":\"\",\"ask\":\"\",\"base_url\":\"\",\"completion_tokens\":false,\"extra\":{},\"guess\":\"\",\"key_env\":\"\",\
             \"max_tokens\":0,\"micros_in_per_million\":0,\"micros_out_per_million\":0,\
             \"micros_per_day\":0,\"micros_per_game\":0,\"model\":\"\",\"reasoning_end\":\"\",\"temperature\":null,\
             \"tokens_per_day\":0,\"tokens_per_game\":0}"
        );
        for text in ["{}", "", "nonsense"] {
            assert_eq!(
                Setup::of(&declared(Transport::Push, text)),
                Setup::Push(PushSetup::default()),
                "{text}"
            );
        }
    }
}
