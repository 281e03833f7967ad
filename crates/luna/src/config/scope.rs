//! The settings that each command takes. Its help lists only those, and it refuses others.

use clap::builder::{OsStr, Resettable};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args as _, Command, Id};

use crate::config::Options;

/// The settings that the commands with a path, such as `quiz` or `contest new`, take. Those of the
/// longest path hold. A setting that is nowhere here is one of `serve` and `doctor` alone.
pub(crate) struct Scope {
    pub(crate) path: &'static [&'static str],
    pub(crate) takes: &'static [&'static [&'static str]],
}

/// The flag of every command that prints results.
const JSON: &str = "json";
pub(crate) const LOG: &[&str] = &["config", "log", "log_format"];
pub(crate) const DATABASE: &[&str] = &["database", "sqlite_synchronous"];

/// Returns whether the command with this path, such as `admin`, `ban`, takes a flag.
fn takes(scopes: &[&[Scope]], path: &[&str], flag: &str) -> bool {
    match path {
        ["serve"] => flag != JSON,
        ["doctor"] => true,
        [] | ["completions" | "man" | "help", ..] => false,
        _ => flag == JSON || scope_of(scopes, path).any(|it| it.contains(&flag)),
    }
}

/// The groups of settings that a command takes.
fn scope_of<'a>(
    scopes: &'a [&[Scope]],
    path: &[&str],
) -> impl Iterator<Item = &'a &'static [&'static str]> {
    let all = scopes.iter().copied().flatten();
    let fitting = all.filter(|it| path.starts_with(it.path));
    fitting.max_by_key(|it| it.path.len()).into_iter().flat_map(|it| it.takes)
}

fn flags() -> Vec<Id> {
    let settings = Options::augment_args(Command::new(JSON));
    let ids = settings.get_arguments().map(Arg::get_id).cloned();
    ids.chain([Id::from(JSON)]).collect()
}

/// The command whose help texts list only the settings that each command takes.
pub(crate) fn limited(mut command: Command, scopes: &[&[Scope]]) -> Command {
    command.build();
    limit(command, scopes, &[], &flags())
}

fn limit(command: Command, scopes: &[&[Scope]], path: &[&str], flags: &[Id]) -> Command {
    let command = command.mut_args(|arg| {
        if !flags.contains(arg.get_id()) || takes(scopes, path, arg.get_id().as_str()) {
            return arg;
        }
        // A command without any settings does not read those of the environment either.
        let arg = arg.hide(true);
        if takes(scopes, path, "config") { arg } else { arg.env(Resettable::<OsStr>::Reset) }
    });
    command.mut_subcommands(|sub| {
        let name = sub.get_name().to_owned();
        limit(sub, scopes, &[path, &[name.as_str()]].concat(), flags)
    })
}

/// Refuses a typed flag that the command does not take.
pub(crate) fn check(
    command: &mut Command,
    matches: &ArgMatches,
    scopes: &[&[Scope]],
) -> Result<(), clap::Error> {
    let (mut path, mut leaf) = (Vec::new(), matches);
    while let Some((name, below)) = leaf.subcommand() {
        path.push(name);
        leaf = below;
    }
    for id in flags() {
        let id = id.as_str();
        if leaf.value_source(id) == Some(ValueSource::CommandLine) && !takes(scopes, &path, id) {
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
    use crate::SCOPES;

    #[test]
    fn every_name_here_is_a_setting() {
        let all = flags();
        for scope in SCOPES.iter().copied().flatten() {
            for name in scope.takes.iter().copied().flatten() {
                assert!(all.iter().any(|id| id == name), "{name} of {:?}", scope.path);
            }
        }
    }

    #[test]
    fn the_longest_path_says_what_a_command_takes() {
        let takes = |path: &[&str], flag| takes(SCOPES, path, flag);
        assert!(takes(&["contest", "new"], "public_url") && takes(&["contest", "new"], "database"));
        assert!(!takes(&["contest", "list"], "public_url"));
        assert!(!takes(&["contest", "judge"], "database") && takes(&["contest", "judge"], "log"));
        assert!(!takes(&["battery", "import"], "database"));
    }
}
