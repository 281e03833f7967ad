//! The settings that each command takes. Its help lists only those, and it refuses others.

use clap::builder::{OsStr, Resettable};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args as _, Command, Id};

use crate::config::Options;

/// The flag of every command that prints results.
const JSON: &str = "json";
const LOG: [&str; 3] = ["config", "log", "log_format"];
const DATABASE: [&str; 2] = ["database", "sqlite_synchronous"];
/// Games go on after an operator has banned or erased somebody, and mails tell of it.
const ADMIN: [&str; 9] = [
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

/// Returns whether the command with this path, such as `admin`, `ban`, takes a flag. A setting that
/// is nowhere here is one of `serve` and `doctor` alone.
fn takes(path: &[&str], flag: &str) -> bool {
    let one_of = |flags: &[&str]| flags.contains(&flag);
    match path {
        ["serve"] => flag != JSON,
        ["doctor"] => true,
        [] | ["completions" | "man" | "help", ..] => false,
        // They write mails, which name the instance and its contact.
        ["admin", "create" | "role" | "reset-password" | "second-factor-off"]
            if one_of(&["public_url", "contact"]) =>
        {
            true
        }
        ["admin", ..] => flag == JSON || one_of(&LOG) || one_of(&DATABASE) || one_of(&ADMIN),
        ["restore"] if flag == "erasure_log" => true,
        // Invitations are mailed.
        ["contest", "new" | "invite"] if flag == "public_url" => true,
        ["bot", "new"] | ["contest", "judge" | "bridge"] => flag == JSON || one_of(&LOG),
        ["backup" | "restore"]
        | ["rating", "rebuild"]
        | ["battery", "run"]
        | ["question", "import" | "campaign"]
        | ["quiz" | "contest", ..] => flag == JSON || one_of(&LOG) || one_of(&DATABASE),
        // The corpus is a flag of its own there.
        ["predict", ..] => flag == JSON || one_of(&["database", "corpus"]) || one_of(&LOG),
        ["bot", "run" | "check"] => flag == JSON || flag == "corpus" || one_of(&LOG),
        _ => flag == JSON,
    }
}

fn flags() -> Vec<Id> {
    let settings = Options::augment_args(Command::new(JSON));
    let ids = settings.get_arguments().map(Arg::get_id).cloned();
    ids.chain([Id::from(JSON)]).collect()
}

/// The command whose help texts list only the settings that each command takes.
pub(crate) fn limited(mut command: Command) -> Command {
    command.build();
    limit(command, &[], &flags())
}

fn limit(command: Command, path: &[&str], flags: &[Id]) -> Command {
    let command = command.mut_args(|arg| {
        if !flags.contains(arg.get_id()) || takes(path, arg.get_id().as_str()) {
            return arg;
        }
        // A command without any settings does not read those of the environment either.
        let arg = arg.hide(true);
        if takes(path, "config") { arg } else { arg.env(Resettable::<OsStr>::Reset) }
    });
    command.mut_subcommands(|sub| {
        let name = sub.get_name().to_owned();
        limit(sub, &[path, &[name.as_str()]].concat(), flags)
    })
}

/// Refuses a typed flag that the command does not take.
pub(crate) fn check(command: &mut Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    let (mut path, mut leaf) = (Vec::new(), matches);
    while let Some((name, below)) = leaf.subcommand() {
        path.push(name);
        leaf = below;
    }
    for id in flags() {
        let id = id.as_str();
        if leaf.value_source(id) == Some(ValueSource::CommandLine) && !takes(&path, id) {
            let (name, flag) = (path.join(" "), id.replace('_', "-"));
            let why = format!(
                "luna {name} does not take --{flag}; `luna help {name}` lists what it takes\n"
            );
            return Err(command.error(ErrorKind::UnknownArgument, why));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_here_is_a_setting() {
        let all = flags();
        for name in LOG.iter().chain(&DATABASE).chain(&ADMIN) {
            assert!(all.iter().any(|id| id == name), "{name}");
        }
    }
}
