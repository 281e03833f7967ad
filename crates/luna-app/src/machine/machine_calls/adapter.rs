//! Adapters to machines elsewhere, made from a machine's settings and its secret.

use luna_machines::encryption::Cipher;
use luna_machines::openai::{MeteredReply, Model, NoReply, Patience, Prices, Prompted, Usage};
use luna_machines::task::{CallError, CallFailure};
use luna_machines::webhook::Push;
use luna_store::machine::usage::UsageCounts;
use luna_store::machine::{self, Machine, Transport};
use luna_store::{self as store, Tx};
use serde::de::DeserializeOwned;

use super::adapter_config::{OpenaiSetup, PushSetup};
use super::budget::{Budget, Caps};
use super::panel;
use crate::instance::Instance;

/// The prefix of environment variables with keys; machines cannot name others.
const KEY_PREFIX: &str = "LUNA_KEY_";
const MOST_TOKENS: u32 = 4_000;
/// The upper bound of each figure in one row of usage.
pub(super) const LARGEST: i64 = 1_000_000_000_000;

pub(super) enum Adapter {
    Push(Push),
    Model { model: Box<Model>, caps: Caps, prices: Prices },
}

/// The adapter to the machine in a seat, or the reason why there is none.
pub(super) fn find(
    tx: &mut Tx<'_>,
    app: &Instance,
    machine: &Machine,
) -> store::Result<Result<Adapter, CallError>> {
    let sealed = machine::secret(tx, &machine.player_id)?;
    let opened = sealed.as_deref().map(|sealed| open(app, machine, sealed));
    match machine.declared.way {
        Transport::House | Transport::Pull => {
            Ok(refused("This machine is an API client, so Luna does not call it."))
        }
        Transport::Push => Ok(push(app, machine, opened)),
        Transport::Openai => {
            let setup = match read::<OpenaiSetup>(machine) {
                Ok(setup) => setup,
                Err(error) => return Ok(Err(error)),
            };
            let opened = match opened {
                // A key in the environment may stand in for one that nobody can open.
                Some(Ok(key)) => Ok(Some(key)),
                Some(Err(error)) if setup.key_env.is_empty() => Err(error),
                _ => named(tx, app, machine, &setup.key_env)?,
            };
            Ok(opened.and_then(|key| model(app, machine, setup, key)))
        }
    }
}

fn refused<T>(why: &str) -> Result<T, CallError> {
    Err(CallError::Refused(why.to_owned()))
}

fn read<T: DeserializeOwned>(machine: &Machine) -> Result<T, CallError> {
    serde_json::from_str(&machine.declared.setup).map_err(|error| {
        CallError::Refused(format!("The adapter's settings cannot be read: {error}."))
    })
}

/// Decrypts the secret that all versions of a machine share.
fn open(app: &Instance, machine: &Machine, sealed: &str) -> Result<String, CallError> {
    let Some(secret) = &app.settings.secret else {
        return refused("This instance has no secret to decrypt the machine's key with.");
    };
    match Cipher::new(secret).open(&machine.line, sealed) {
        Some(plain) => Ok(plain),
        None => refused(
            "The machine's key was encrypted with an earlier secret of this instance. Please enter it again.",
        ),
    }
}

fn push(
    app: &Instance,
    machine: &Machine,
    opened: Option<Result<String, CallError>>,
) -> Result<Adapter, CallError> {
    let PushSetup { url } = read(machine)?;
    let secret = opened.unwrap_or_else(|| refused("The machine has no signing secret yet."))?;
    let (http, timeout) = (app.calls.http.clone(), app.calls.timeout);
    Ok(Adapter::Push(Push { url, secret, http, timeout }))
}

/// A key in a variable of the server, which only operators may name.
fn named(
    tx: &mut Tx<'_>,
    app: &Instance,
    machine: &Machine,
    name: &str,
) -> store::Result<Result<Option<String>, CallError>> {
    if name.is_empty() {
        return Ok(Ok(None));
    }
    let trusted = match &machine.owner_id {
        None => true,
        Some(owner) => store::player::find(tx, owner)?.is_admin(),
    };
    if !trusted || !name.starts_with(KEY_PREFIX) {
        return Ok(refused("Only operators may name an environment variable of this server."));
    }
    Ok(match (app.calls.keys)(name) {
        Some(key) => Ok(Some(key)),
        None => Err(CallError::Refused(format!("The variable {name} is not set on this server."))),
    })
}

fn model(
    app: &Instance,
    machine: &Machine,
    setup: OpenaiSetup,
    key: Option<String>,
) -> Result<Adapter, CallError> {
    if setup.base_url.is_empty() || setup.model.is_empty() {
        return refused("The URL or the name of the model is missing.");
    }
    let (caps, max_tokens_name) = (Caps::of(&setup), setup.max_tokens_name());
    let prices = Prices {
        in_micros_per_million: setup.micros_in_per_million,
        out_micros_per_million: setup.micros_out_per_million,
    };
    let model = Model {
        base_url: setup.base_url,
        model: setup.model,
        key,
        prompts: setup.prompts,
        reasoning_end: Some(setup.reasoning_end).filter(|end| !end.is_empty()),
        temperature: setup.temperature,
        max_tokens: if setup.max_tokens == 0 { MOST_TOKENS } else { setup.max_tokens },
        max_tokens_name,
        timeout: app.calls.timeout,
        // The job is tried again, so that a call stays short.
        patience: Patience { attempts: 1, ..Patience::default() },
        extra: setup.extra,
        http: if panel::is(machine) { &app.calls.panel } else { &app.calls.http }.clone(),
    };
    Ok(Adapter::Model { model: Box::new(model), caps, prices })
}

/// Asks the machine for its reply to a task of any kind.
pub(super) async fn call<T: Prompted>(
    app: &Instance,
    adapter: &Result<Adapter, CallError>,
    task: &T,
    budget: &Budget,
) -> Result<MeteredReply<T::Reply>, NoReply> {
    match adapter {
        Err(error) => Err(NoReply { error: error.clone(), usage: Usage::default(), wait: None }),
        Ok(Adapter::Push(push)) => {
            let usage = Usage { calls: 1, ..Usage::default() };
            match push.call(app.now() / 1000, task).await {
                Ok(reply) => Ok(MeteredReply { reply, usage }),
                Err(CallFailure { error, wait }) => Err(NoReply { error, usage, wait }),
            }
        }
        Ok(Adapter::Model { model, .. }) => model.call(task, &budget.tokens()).await,
    }
}

/// A row of usage.
pub(super) fn line(adapter: &Result<Adapter, CallError>, usage: &Usage) -> UsageCounts {
    // A server may say anything; sums of what it says must have room.
    let count = |number: u64| i64::try_from(number).map_or(LARGEST, |number| number.min(LARGEST));
    let micros = match adapter {
        Ok(Adapter::Model { prices, .. }) => usage.micros(prices),
        _ => 0,
    };
    UsageCounts {
        calls: count(usage.calls),
        tokens_in: count(usage.tokens_in),
        tokens_out: count(usage.tokens_out),
        micros: count(micros),
        ..UsageCounts::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_counts_wildly_leaves_room_for_sums() {
        let wild = Usage { calls: 1, tokens_in: u64::MAX, tokens_out: 1 << 62 };
        let line = line(&refused("x"), &wild);
        assert_eq!((line.calls, line.tokens_in, line.tokens_out), (1, LARGEST, LARGEST));
    }
}
