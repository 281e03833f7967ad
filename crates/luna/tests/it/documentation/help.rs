//! The help of each command, which says what there is.

use crate::command::run;

/// The help of a command, if there is such a command.
fn help(path: &[&str]) -> Option<String> {
    let (code, help, _) = run(&[&["help"], path].concat());
    (code == Some(0)).then_some(help)
}

/// The help of a command and of all below it.
pub(super) fn all_help(path: &[&str]) -> String {
    let mut text = help(path).unwrap();
    let below = text.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let names: Vec<String> = below
        .into_iter()
        .flat_map(str::lines)
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !["", "help"].contains(name))
        .map(str::to_owned)
        .collect();
    for name in names {
        text += &all_help(&[path, &[name.as_str()]].concat());
    }
    text
}

/// The help of the command on a line that begins with `luna`, and the words after its name that
/// look like names too.
pub(super) fn help_of(line: &str) -> Option<(String, Vec<&str>)> {
    let is_name = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_alphanumeric())
            && word
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c))
    };
    let names: Vec<&str> = line.split(' ').skip(1).take_while(is_name).collect();
    (1..=names.len()).rev().find_map(|count| {
        let (path, more) = names.split_at(count);
        Some((help(path)?, more.to_vec()))
    })
}

/// Returns whether a help has a flag, or a word among the values of an argument.
pub(super) fn has(help: &str, word: &str) -> bool {
    help.split([' ', '\n', ',', '[', ']', '=']).any(|it| it == word)
}
