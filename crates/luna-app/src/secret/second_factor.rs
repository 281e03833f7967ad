//! The second factor: codes by the time, as RFC 6238 has them (SHA-1, six digits, thirty seconds),
//! and ten recovery codes that stand in for one.

use data_encoding::BASE32_NOPAD;
use luna_machines::encryption::Cipher;
use luna_store::{Random, Tx, second_factor as store, setting};
use ring::hmac;

use crate::error::Error;
use crate::instance::settings::Settings;
use crate::secret::hash;

const STEP_MS: i64 = 30_000;
/// Steps before and after the present one whose codes are taken: clocks differ.
const DRIFT: i64 = 1;
/// Bytes of a secret, as many as SHA-1 gives.
const SECRET_BYTES: usize = 20;
/// The number of recovery codes.
pub const CODES: usize = 10;
/// Letters of a recovery code: 80 bits.
const CODE_LETTERS: usize = 16;

/// The secret that an account and an authenticator app share.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Vec<u8>);

/// The keys that open stored secrets, the one that encrypts first: the instance's `secret` if one is
/// set, and the key in the database.
pub struct Keys(Vec<String>);

/// The way in which somebody has proved to have a second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    Code,
    /// A recovery code; so many are left.
    RecoveryCode {
        left: usize,
    },
}

impl Secret {
    pub fn new(random: &Random) -> Secret {
        let bytes = [(random.0)(), (random.0)()].concat();
        Secret(bytes.into_iter().take(SECRET_BYTES).collect())
    }

    /// The secret as an app takes it when it cannot read the picture.
    pub fn spelled(&self) -> String {
        BASE32_NOPAD.encode(&self.0)
    }

    /// The address in the picture. `instance` is the host and `account` the address of the account.
    pub fn uri(&self, instance: &str, account: &str) -> String {
        let (instance, account) = (encoded(instance), encoded(account));
        let secret = self.spelled();
        format!("otpauth://totp/{instance}:{account}?secret={secret}&issuer={instance}")
    }

    /// The code of a time step.
    fn code(&self, step: i64) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &self.0);
        let tag = hmac::sign(&key, &step.to_be_bytes());
        let bytes = tag.as_ref();
        let offset = bytes.last().map_or(0, |last| usize::from(last & 15));
        let word = bytes.get(offset..).and_then(|rest| rest.first_chunk::<4>());
        let number = word.map_or(0, |word| u32::from_be_bytes(*word) & 0x7fff_ffff);
        format!("{:06}", number % 1_000_000)
    }

    /// The code at a time.
    pub fn code_at(&self, now: i64) -> String {
        self.code(now.div_euclid(STEP_MS))
    }

    /// Returns the time step of a typed code, if it is one of now.
    fn step_of(&self, typed: &str, now: i64) -> Option<i64> {
        let present = now.div_euclid(STEP_MS);
        (present - DRIFT..=present + DRIFT).find(|step| self.code(*step) == typed)
    }

    fn seal(&self, keys: &Keys, random: &Random, player_id: &str) -> String {
        let [nonce @ .., _, _, _, _] = (random.0)();
        let key = keys.0.first().map_or("", String::as_str);
        Cipher::new(key).seal(nonce, &context(player_id), &self.spelled())
    }

    fn open(keys: &Keys, player_id: &str, sealed: &str) -> Option<Secret> {
        let opened =
            keys.0.iter().find_map(|key| Cipher::new(key).open(&context(player_id), sealed))?;
        BASE32_NOPAD.decode(opened.as_bytes()).ok().map(Secret)
    }
}

impl Keys {
    pub fn of(tx: &mut Tx<'_>, settings: &Settings, random: &Random) -> Result<Keys, Error> {
        let key = setting::keep_first(tx, setting::KEY, &random.secret())?;
        Ok(Keys::known(settings, &key))
    }

    /// The same with the key in the database, where it was read before.
    pub fn known(settings: &Settings, key: &str) -> Keys {
        Keys(settings.secret.iter().cloned().chain([key.to_owned()]).collect())
    }
}

fn context(player_id: &str) -> String {
    format!("second factor {player_id}")
}

fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => {
            char::from(byte).to_string()
        }
        other => format!("%{other:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// Begins to set one up. Returns false if the account has one that is on.
pub fn begin(
    tx: &mut Tx<'_>,
    keys: &Keys,
    random: &Random,
    player_id: &str,
    now: i64,
) -> Result<bool, Error> {
    let sealed = Secret::new(random).seal(keys, random, player_id);
    Ok(store::begin(tx, player_id, &sealed, now)?)
}

/// The secret of an account, if it has one that can be read.
pub fn secret(tx: &mut Tx<'_>, keys: &Keys, player_id: &str) -> Result<Option<Secret>, Error> {
    let found = store::find(tx, player_id)?;
    Ok(found.and_then(|it| Secret::open(keys, player_id, &it.secret)))
}

/// Checks what somebody has typed, a code or a recovery code, and spends it. None: it is wrong.
pub fn check(
    tx: &mut Tx<'_>,
    keys: &Keys,
    player_id: &str,
    typed: &str,
    now: i64,
) -> Result<Option<Proof>, Error> {
    let typed: String =
        typed.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    if typed.len() == CODE_LETTERS {
        let spent = store::spend_code(tx, player_id, &hash(&typed))?;
        let left = store::codes_left(tx, player_id)?;
        return Ok(spent.then_some(Proof::RecoveryCode { left }));
    }
    let Some(secret) = secret(tx, keys, player_id)? else { return Ok(None) };
    let Some(step) = secret.step_of(&typed, now) else { return Ok(None) };
    Ok(store::take_step(tx, player_id, step)?.then_some(Proof::Code))
}

/// Replaces the recovery codes and returns the new ones, which are stored as hashes.
pub fn new_codes(tx: &mut Tx<'_>, random: &Random, player_id: &str) -> Result<Vec<String>, Error> {
    let code = || random.secret().chars().rev().take(CODE_LETTERS).collect::<String>();
    let codes: Vec<String> = (0..CODES).map(|_| code()).collect();
    let hashes: Vec<String> = codes.iter().map(|code| hash(code)).collect();
    store::set_codes(tx, player_id, &hashes)?;
    Ok(codes)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn keys(all: &[&str]) -> Keys {
        Keys(all.iter().map(|&key| key.to_owned()).collect())
    }

    /// The values of RFC 6238, appendix B, whose eight digits end in these six.
    #[test]
    fn codes_are_those_of_the_standard() {
        let secret = Secret(b"12345678901234567890".to_vec());
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(secret.code_at(seconds * 1000), code, "{seconds}");
        }
    }

    #[test]
    fn a_code_is_good_one_step_early_and_one_late() {
        let secret = Secret(b"12345678901234567890".to_vec());
        let good = |seconds: i64| secret.step_of("287082", seconds * 1000);
        // The code is that of the seconds from 30 to 59.
        for seconds in [0, 30, 59, 89] {
            assert_eq!(good(seconds), Some(1), "{seconds}");
        }
        for seconds in [-1, 90] {
            assert_eq!(good(seconds), None, "{seconds}");
        }
    }

    #[test]
    fn a_stored_secret_opens_with_either_key_and_for_its_player_alone() {
        let random = Random(Arc::new(|| [7; 16]));
        let secret = Secret::new(&random);
        let sealed = secret.seal(&keys(&["key"]), &random, "ann");
        assert!(!sealed.contains(&secret.spelled()));
        let open = |all: &[&str], id| Secret::open(&keys(all), id, &sealed).is_some();
        assert!(open(&["key"], "ann"));
        assert!(open(&["a secret set later", "key"], "ann"));
        assert!(!open(&["key"], "bob"));
        assert!(!open(&["another"], "ann"));
    }

    #[test]
    fn the_address_in_the_picture_is_what_apps_read() {
        let secret = Secret(b"12345678901234567890".to_vec());
        assert_eq!(
            secret.uri("luna.test", "ann+x@example.org"),
            "otpauth://totp/luna.test:ann%2Bx%40example.org\
             ?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=luna.test"
        );
    }
}
