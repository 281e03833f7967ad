//! `luna admin`: an operator's actions without a browser.

use luna_store::moderation_log::Act;
use std::io::Read as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use luna_app::Settings;
use luna_app::account_change::AccountChange;
use luna_app::mail::Mailer;
use luna_core::identity::{Email, nickname};
use luna_core::rng::Chance;
use luna_store::paste_detection::Mark;
use luna_store::player::{Player, Role};
use luna_store::{self as store, Db, Tx};
use serde_json::json;

use self::find::find;
use crate::config::Config;
use crate::config::environment;
use crate::config::scope::{DATABASE, LOG, Scope};
use crate::database;
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// Games go on after an operator has banned or erased somebody, and mails tell of it.
const GAMES: &[&str] = &[
    "phase_seconds",
    "silence_seconds",
    "machine_wait_seconds",
    "machine_pace_seconds",
    "mail_quiet_seconds",
    "machine_percent",
    "machines_fill_in",
    "interview_games",
    "erasure_log",
];
/// What the mails name of the instance.
const MAILS: &[&str] = &["public_url", "contact"];

pub(crate) const SCOPES: &[Scope] = &[
    Scope { path: &["admin"], takes: &[LOG, DATABASE, GAMES] },
    Scope { path: &["admin", "create"], takes: &[LOG, DATABASE, GAMES, MAILS] },
    Scope { path: &["admin", "role"], takes: &[LOG, DATABASE, GAMES, MAILS] },
    Scope { path: &["admin", "reset-password"], takes: &[LOG, DATABASE, GAMES, MAILS] },
    Scope { path: &["admin", "second-factor-off"], takes: &[LOG, DATABASE, GAMES, MAILS] },
];

mod figures;
mod find;
mod judges;
mod mails;
mod measures;
mod months;
pub(crate) mod questions;
mod reports;
mod responses;
mod rights;
mod second_factor;
mod themes;
mod typing;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Create an administrator, or make an existing account one.
    Create(Credentials),
    /// Ban a player: sessions end, and partners in open games get new partners.
    Ban {
        /// The player's name or email address
        player: String,
        /// The reason that the player reads
        #[arg(long)]
        why: String,
    },
    /// Lift a ban.
    Unban {
        /// The player's name or email address
        player: String,
    },
    /// Print the latest mails, with the links of unsent ones.
    Mail {
        /// The number of mails
        #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(i64).range(1..=1000))]
        count: i64,
    },
    /// Print the data stored about a player as JSON, at the player's request.
    Export {
        /// The player's name, email address or id
        player: String,
    },
    /// Erase a player for good, at the player's request.
    Erase {
        /// The player's name, email address or id
        player: String,
        /// Erase; without this, only show whose data would be erased
        #[arg(long)]
        yes: bool,
    },
    /// List suspicious judges with the reasons.
    Judges,
    /// List open reports, the most urgent first.
    Reports,
    /// Give an account a role, or remove it. This logs it out everywhere and ends the tokens of its
    /// machines.
    Role {
        /// The player's name or email address
        player: String,
        /// The role. moderator: all pages of operators but figures, Recall, readings, jobs and mail,
        /// so also campaigns with the raters' ids, and stopping machines; administrator:
        /// everything; none: no role
        #[arg(value_parser = ["moderator", "administrator", "none"])]
        role: String,
    },
    /// Print how many people came and came back, games, unique questions, responses and the ratings of
    /// people, up to the last midnight UTC. Visits of pages are not logged.
    Figures,
    /// List questions by how informative their responses are about ratings.
    Questions {
        /// List the questions that people asked by what marks and guesses tell: how far guesses are
        /// from ratings, difficulty and discrimination with 95 % intervals, and whether machines
        /// find them harder
        #[arg(long)]
        marks: bool,
    },
    /// Recompute and print what each test says of machines up to the last midnight UTC, with 95 %
    /// intervals.
    Measures,
    /// List what questions are about, with how often they were asked in each month.
    Themes,
    /// Print the mean guess of each calendar month, for one player or for all house machines, which
    /// show whether the crowd has changed.
    Months {
        /// The player's name or email address [default: all house machines]
        #[arg(long)]
        player: Option<String>,
    },
    /// List questions and responses that were pasted, typed too fast or taken from suggestions.
    Typing {
        /// Only entries with this mark [default: all]
        #[arg(long, value_parser = ["pasted", "fast", "suggested"])]
        mark: Option<String>,
    },
    /// Print every response of finished rated games with its mark and guess, without names.
    Responses {
        /// Write the responses to a file that only you can read
        #[arg(long, value_name = "FILE")]
        csv: Option<PathBuf>,
    },
    /// Remove a person's guesses from all ratings until they are restored.
    Exclude {
        /// The player's name or email address
        player: String,
        /// The reason that the player reads
        #[arg(long)]
        why: String,
    },
    /// Restore a person's guesses.
    Restore {
        /// The player's name or email address
        player: String,
        /// The reason, for the log
        #[arg(long, default_value = "")]
        why: String,
    },
    /// Turn off the second factor of somebody who has lost both the app and the recovery codes.
    SecondFactorOff {
        /// The player's name or email address
        player: String,
    },
    /// Give an account a new password, log it out everywhere and end the tokens of its machines.
    ResetPassword {
        /// The player's name or email address
        player: String,
        #[command(flatten)]
        password: Password,
    },
}

#[derive(Args)]
pub(crate) struct Credentials {
    /// The email address
    email: String,
    #[command(flatten)]
    password: Password,
}

#[derive(Args)]
pub(crate) struct Password {
    /// Read the password from standard input [default: a random password is printed]
    #[arg(long)]
    password_stdin: bool,
}

pub(crate) async fn run(
    config: &Config,
    command: Command,
    out: &mut Printer,
) -> Result<(), Failure> {
    let db = database::open(config)?;
    let at = environment::context(config);
    match command {
        Command::Create(credentials) => {
            let email = Email::parse(&credentials.email)
                .map_err(|error| Failure::Refused(error.to_string()))?;
            let (password, hash) = credentials.password.take(&db, email.as_str(), "").await?;
            let address = email.as_str().to_owned();
            let settings = config.settings.clone();
            let (name, words) =
                db.write(move |tx| create(tx, &at, &settings, &email, &hash)).await?;
            let line = json!({ "player": name, "address": address, "password": password });
            Ok(out.result(&line, with_password(words, password))?)
        }
        Command::ResetPassword { player, password } => {
            let who = player.clone();
            let found = db.read(move |tx| reset_of(tx, &who)).await?;
            let address = found.email.as_deref().unwrap_or_default();
            let (password, hash) = password.take(&db, address, &found.name).await?;
            let who = player.clone();
            let settings = config.settings.clone();
            db.write(move |tx| {
                let id = reset_of(tx, &who)?.id;
                store::ways_in::lock(tx, &id)?;
                let player = reset_of(tx, &who)?;
                store::player::set_password(tx, &player.id, &hash)?;
                store::ways_in::forget_devices(tx, &player.id)?;
                end_ways_in(tx, &at, &settings, &player.id, &AccountChange::PasswordByOperator)
            })
            .await?;
            let line = json!({ "player": player, "password": password });
            let words = format!("{player} has a new password.");
            Ok(out.result(&line, with_password(words, password))?)
        }
        Command::SecondFactorOff { player } => {
            second_factor::turn_off(&db, at, config.settings.clone(), player, out).await
        }
        Command::Mail { count } => mails::list(&db, count, out).await,
        Command::Export { player } => rights::export(&db, at, player, out).await,
        Command::Erase { player, yes } => {
            rights::erase(&db, at, player, yes, out).await?;
            // This process ends before a background task would do it.
            database::empty_log(config);
            Ok(())
        }
        Command::Judges => judges::list(&db, out).await,
        Command::Figures => figures::list(&db, at.now, out).await,
        Command::Questions { marks: false } => questions::list(&db, out).await,
        Command::Questions { marks: true } => questions::list_marked(&db, at.now, out).await,
        Command::Measures => measures::recompute(&db, out).await,
        Command::Themes => themes::list(&db, out).await,
        Command::Months { player } => months::list(&db, player, out).await,
        Command::Typing { mark } => {
            typing::list(&db, mark.as_deref().and_then(Mark::from_name), out).await
        }
        Command::Responses { csv } => responses::list(&db, csv, out).await,
        Command::Reports => reports::list(&db, out).await,
        Command::Role { player, role } => {
            reports::role(&db, at, config.settings.clone(), (player, &role), out).await
        }
        Command::Exclude { player, why } => {
            judges::decide(&db, at, player, (false, why), out).await
        }
        Command::Restore { player, why } => judges::decide(&db, at, player, (true, why), out).await,
        Command::Ban { player, why } => {
            let settings = config.settings.clone();
            let name = db
                .write(move |tx| {
                    let player = find(tx, &player)?;
                    if player.machine {
                        return Err(Failure::Refused("only people can be banned".into()));
                    }
                    let mut mailer = Mailer { tx, at: &at, settings: &settings };
                    mailer.ban(Act::of(&player.id, &why))?;
                    Ok::<_, Failure>(player.name)
                })
                .await?;
            let line = json!({ "player": name, "banned": true });
            Ok(out.result(&line, format_args!("{name} is banned."))?)
        }
        Command::Unban { player } => {
            let name = db
                .write(move |tx| {
                    let player = find(tx, &player)?;
                    store::erase::unban(tx, &at, None, &player.id)?;
                    Ok::<_, Failure>(player.name)
                })
                .await?;
            let line = json!({ "player": name, "banned": false });
            Ok(out.result(&line, format_args!("{name} may play again."))?)
        }
    }
}

impl Password {
    /// The password, if it was generated here, and its hash.
    async fn take(
        self,
        db: &Db,
        address: &str,
        name: &str,
    ) -> Result<(Option<String>, String), Failure> {
        let password = if self.password_stdin {
            let mut typed = String::new();
            std::io::stdin().read_to_string(&mut typed)?;
            typed.trim_end_matches(['\r', '\n']).to_owned()
        } else {
            environment::random().secret()
        };
        luna_app::password::check(&password, &[address, name]).await.map_err(Failure::Refused)?;
        let made_up = (!self.password_stdin).then(|| password.clone());
        let fresh = environment::random().secret();
        let key = db.write(move |tx| store::setting::keep_first(tx, store::setting::KEY, &fresh));
        let salt = luna_app::password::Salt::of(&key.await?, address);
        let hash = luna_app::password::hash(password, salt).await;
        let hash =
            hash.ok_or_else(|| Failure::Refused("the password could not be hashed".into()))?;
        Ok((made_up, hash))
    }
}

fn with_password(words: String, password: Option<String>) -> String {
    match password {
        Some(password) => format!("{words}\nPassword: {password}"),
        None => words,
    }
}

fn create(
    tx: &mut Tx<'_>,
    at: &store::game::Context,
    settings: &Settings,
    email: &Email,
    hash: &str,
) -> Result<(String, String), Failure> {
    let address = email.as_str();
    if let Some(player) = store::player::by_verified_email(tx, address)? {
        store::ways_in::lock(tx, &player.id)?;
        store::player::make_admin(tx, &player.id)?;
        store::player::set_password(tx, &player.id, hash)?;
        store::ways_in::forget_devices(tx, &player.id)?;
        let role = AccountChange::Role(Some(Role::Administrator));
        end_ways_in(tx, at, settings, &player.id, &role)?;
        let mut mailer = Mailer { tx, at, settings };
        mailer.account_changed(&player.id, &AccountChange::PasswordByOperator)?;
        let words = format!("{} ({address}) is an administrator now.", player.name);
        return Ok((player.name, words));
    }
    let id = at.random.id(at.now);
    let name = nickname(&mut Chance::from_words(&[&id]), 2);
    store::player::create(tx, &id, false, &name, at.now)?;
    store::player::claim_email(tx, &id, address, hash, at.now)?;
    store::player::verify_email(tx, &id, address)?;
    store::player::make_admin(tx, &id)?;
    let words = format!("{name} ({address}) is an administrator.");
    Ok((name, words))
}

/// Ends all ways into an account whose password or role has changed, and tells its owner.
fn end_ways_in(
    tx: &mut Tx<'_>,
    at: &store::game::Context,
    settings: &Settings,
    player_id: &str,
    change: &AccountChange<'_>,
) -> Result<(), Failure> {
    store::ways_in::end_all(tx, player_id, at.now)?;
    Ok(Mailer { tx, at, settings }.account_changed(player_id, change)?)
}

/// The player to get a new password.
fn reset_of(tx: &mut Tx<'_>, who: &str) -> Result<Player, Failure> {
    let player = find(tx, who)?;
    may_be_reset(&player, who)?;
    Ok(player)
}

/// Refuses a reset if only an unconfirmed address says whose account it is. The operator may know
/// more and name the player.
fn may_be_reset(player: &Player, who: &str) -> Result<(), Failure> {
    let Some(address) = &player.email else {
        let name = &player.name;
        let why = format!("{name} has no account: there is no address to log in with");
        return Err(Failure::Refused(why));
    };
    let Ok(email) = Email::parse(who) else { return Ok(()) };
    if email.as_str() != address {
        return Err(Failure::Refused(format!("there is no account with the address {who}")));
    }
    if player.verified {
        return Ok(());
    }
    Err(Failure::Refused(format!(
        "the address {address} is unconfirmed: anybody may have typed it, so it does not show whose \
         account this is; if you know that, give the player's name, {}",
        player.name
    )))
}
