//! `luna contest new` and `luna contest rehearse`.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::Args;
use luna_app::contest::creation::{self, NewContest, Purpose};
use luna_app::contest::file::{self, ContestFile};
use luna_app::contest::invitation::{Invitation, mail_links};
use luna_app::contest::rehearsal;
use luna_core::contest::rules::presets::Preset;
use luna_core::identity::Email;
use serde_json::{Value, json};

use crate::config::Config;
use crate::config::environment;
use crate::database;
use crate::failure::Failure;
use crate::terminal::print::Printer;

#[derive(Args, Debug)]
pub(crate) struct New {
    /// The file with the rules and the seats
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct Rehearse {
    /// The file with the rules to rehearse [default: the rules of 2009]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl New {
    pub(super) async fn run(&self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        let file = read(&self.file)?;
        let at = environment::context(config);
        let url = links_begin(config, !file.addresses.is_empty())?;
        let work = move |tx: &mut luna_store::Tx<'_>| {
            let created = creation::create(tx, &at, None, &file, Purpose::Contest)?;
            mail_links(tx, &at, &url, &created.id, &created.invitations)?;
            Ok::<_, luna_app::Error>(created)
        };
        let created = database::open(config)?.write(work).await?;
        print(&created, config, out)
    }
}

impl Rehearse {
    pub(super) async fn run(&self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        let rules = match &self.file {
            Some(path) => read(path)?.rules,
            None => Preset::Loebner2009.rules(),
        };
        let at = environment::context(config);
        let work = move |tx: &mut luna_store::Tx<'_>| rehearsal::start(tx, &at, None, &rules);
        let created = database::open(config)?.write(work).await?;
        print(&created, config, out)
    }
}

/// An invitation as results show it. Its token is shown this once.
pub(super) fn invitation(it: &Invitation) -> Value {
    json!({
        "seat": it.participant.to_string(), "name": it.label, "invitation": it.token,
        "mailed_to": it.email.as_ref().map(Email::as_str),
    })
}

/// An invitation in a line, with the whole link where the settings have the address of the site.
pub(super) fn words(it: &Invitation, config: &Config) -> String {
    let mailed = it.email.as_ref().map(|email| format!("\tmailed to {}", email.as_str()));
    let mailed = mailed.unwrap_or_default();
    let site = config.public_url.as_deref().unwrap_or_default();
    format!("{}\t{}\t{site}{}{mailed}", it.participant, it.label, it.path())
}

/// The beginning of the links in mails: the address of the site, if there are mails to write.
pub(super) fn links_begin(config: &Config, has_mails: bool) -> Result<String, Failure> {
    match &config.public_url {
        Some(url) => Ok(url.clone()),
        None if !has_mails => Ok(String::new()),
        None => Err(Failure::Settings(
            "invitations by mail need the address of the site; set public_url".to_owned(),
        )),
    }
}

fn print(created: &NewContest, config: &Config, out: &mut Printer) -> Result<(), Failure> {
    let id = &created.id;
    let invitations: Vec<Value> = created.invitations.iter().map(invitation).collect();
    let lines = created.invitations.iter().map(|it| format!("\n{}", words(it, config)));
    let lines: String = lines.collect();
    let value = json!({ "contest": id, "invitations": invitations });
    Ok(out.result(&value, format_args!("Contest {id} is created.{lines}"))?)
}

fn read(path: &Path) -> Result<ContestFile, Failure> {
    let cannot = |why: &dyn std::fmt::Display| Failure::reading(path, why);
    let limit = u64::try_from(file::LONGEST).unwrap_or(u64::MAX) + 1;
    let mut bytes = Vec::new();
    let opened = fs::File::open(path).map_err(|error| cannot(&error))?;
    opened.take(limit).read_to_end(&mut bytes).map_err(|error| cannot(&error))?;
    ContestFile::read(&bytes).map_err(|error| cannot(&error))
}
