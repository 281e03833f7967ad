//! Passwords: checked for strength, hashed with argon2id outside the request threads, and compared
//! in a time that reveals nothing about accounts.
//!
//! All accounts of one address share a salt, so that one hash of the typed password finds the
//! account, even if many people have claimed the address.

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher as _, PasswordVerifier as _};
use luna_core::identity::{Email, check_password};
use luna_store::player;
use tokio::sync::Semaphore;
use zxcvbn::Score;
use zxcvbn::feedback::Warning;

use crate::error::Error;
use crate::instance::Instance;
use crate::secret::mac::mac;

/// The number of concurrent hashes; each takes 19 MB.
static AT_ONCE: Semaphore = Semaphore::const_new(4);
/// The number of characters that are rated for strength; rating long passwords is slow.
const JUDGED_CHARS: usize = 40;

/// The salt of an address.
#[derive(Clone, Copy, Debug)]
pub struct Salt([u8; 16]);

impl Salt {
    /// Without the instance's key nobody can compute hashes in advance.
    pub fn of(key: &str, address: &str) -> Salt {
        let mac = mac(key, &["salt", address]);
        let mut salt = [0; 16];
        salt.iter_mut().zip(mac).for_each(|(byte, from)| *byte = from);
        Salt(salt)
    }
}

/// The salt of an address on this instance.
pub async fn salt(app: &Instance, address: &str) -> Result<Salt, Error> {
    Ok(Salt::of(&app.key().await?, address))
}

/// The hash that is stored.
pub async fn hash(password: String, Salt(salt): Salt) -> Option<String> {
    let _permit = AT_ONCE.acquire().await.ok()?;
    tokio::task::spawn_blocking(move || {
        let hash: PasswordHash =
            Argon2::default().hash_password_with_salt(password.as_bytes(), &salt).ok()?;
        Some(hash.to_string())
    })
    .await
    .ok()?
}

/// An account that has been found by its password.
pub struct MatchedAccount {
    pub id: String,
    /// The hash that is stored.
    pub stored: String,
    /// The same password with the salt of the address.
    pub salted: String,
}

/// Finds the account of an address by its password. A refusal takes the time of two hashes, even if
/// nobody has the address.
pub async fn find(
    app: &Instance,
    email: &Email,
    password: String,
) -> Result<Option<MatchedAccount>, Error> {
    let Some(salted) = hash(password.clone(), salt(app, email.as_str()).await?).await else {
        return Ok(None);
    };
    // `$argon2id$…$SALT$HASH`
    let beginning = salted.rsplit_once('$').map_or("", |(beginning, _)| beginning).to_owned();
    let (address, wanted) = (email.as_str().to_owned(), salted.clone());
    let (known, others) = app
        .db
        .read(move |tx| {
            let known = player::by_password(tx, &address, &wanted)?;
            let mut others = player::first_hashes(tx, &address)?;
            others.retain(|(_, hash)| !hash.starts_with(&beginning));
            Ok::<_, Error>((known, others))
        })
        .await?;
    if let Some(id) = known {
        return Ok(Some(MatchedAccount { id, stored: salted.clone(), salted }));
    }
    let found = compare(password, others).await;
    Ok(found.map(|(id, stored)| MatchedAccount { id, stored, salted }))
}

/// Takes as long as [`find`] does for an address that nobody has.
pub async fn find_nobody(password: String) {
    let salt = Salt::of("", "");
    drop(hash(password.clone(), salt).await);
    drop(compare(password, Vec::new()).await);
}

/// The first candidate with this password, with the hash. Without candidates the time of one
/// comparison passes as well.
pub async fn compare(
    password: String,
    candidates: Vec<(String, String)>,
) -> Option<(String, String)> {
    let _permit = AT_ONCE.acquire().await.ok()?;
    tokio::task::spawn_blocking(move || {
        let fits = |hash: &str| {
            PasswordHash::new(hash).is_ok_and(|hash| {
                Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()
            })
        };
        if candidates.is_empty() {
            drop(Argon2::default().hash_password(password.as_bytes()));
        }
        candidates.into_iter().find(|(_, hash)| fits(hash))
    })
    .await
    .ok()?
}

/// Refuses a password that is too short, too long or easy to guess, in a sentence that helps. Facts
/// about its owner make a password easier to guess.
pub async fn check(password: &str, about: &[&str]) -> Result<(), String> {
    check_password(password).map_err(|refusal| refusal.to_string())?;
    let beginning: String = password.chars().take(JUDGED_CHARS).collect();
    let about: Vec<String> = about.iter().flat_map(|text| parts(text)).collect();
    let unjudged = || "The password could not be checked. Please try again.".to_owned();
    let _permit = AT_ONCE.acquire().await.map_err(|_| unjudged())?;
    let judged = tokio::task::spawn_blocking(move || judge(&beginning, &about)).await;
    judged.map_err(|_| unjudged())?
}

/// A text and the words in it.
fn parts(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2);
    std::iter::once(text).chain(words).map(str::to_owned).collect()
}

fn judge(password: &str, about: &[String]) -> Result<(), String> {
    let about: Vec<&str> = about.iter().map(String::as_str).collect();
    let estimate = zxcvbn::zxcvbn(password, &about);
    if estimate.score() >= Score::Three {
        return Ok(());
    }
    let weakness = estimate.feedback().and_then(zxcvbn::feedback::Feedback::warning);
    let why = weakness.map_or("", weakness_in_words);
    Err(format!(
        "This password is easy to guess{why}. Use three or four words that have nothing to do \
         with each other, or let your browser suggest one."
    ))
}

fn weakness_in_words(weakness: Warning) -> &'static str {
    match weakness {
        Warning::StraightRowsOfKeysAreEasyToGuess
        | Warning::ShortKeyboardPatternsAreEasyToGuess => ": its keys are next to each other",
        Warning::RepeatsLikeAaaAreEasyToGuess
        | Warning::RepeatsLikeAbcAbcAreOnlySlightlyHarderToGuess => ": it repeats itself",
        Warning::ThisIsATop10Password
        | Warning::ThisIsATop100Password
        | Warning::ThisIsACommonPassword => ": many people use it",
        Warning::ThisIsSimilarToACommonlyUsedPassword => {
            ": it is similar to one that many people use"
        }
        Warning::SequencesLikeAbcAreEasyToGuess => ": it follows the alphabet or counts",
        Warning::RecentYearsAreEasyToGuess | Warning::DatesAreOftenEasyToGuess => {
            ": it is mostly a date"
        }
        Warning::AWordByItselfIsEasyToGuess => ": it is one word",
        Warning::NamesAndSurnamesByThemselvesAreEasyToGuess
        | Warning::CommonNamesAndSurnamesAreEasyToGuess => ": it is a name",
    }
}
