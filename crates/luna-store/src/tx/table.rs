//! Tables: each module declares those it owns, with their backup, export and erasure.

use crate::tx::Tx;
use crate::tx::error::Result;

/// A table of the schema.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    pub name: &'static str,
    /// The primary key.
    pub key: &'static [&'static str],
    /// Every column, by class.
    pub columns: &'static [(Class, &'static [&'static str])],
    pub erasure: Erasure,
}

/// The treatment of a column in the download of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The player finds it in their download.
    Exported,
    /// It is about a player and not in the download, for this reason.
    Withheld(&'static str),
    /// It says nothing about a person.
    NotPersonal,
}

/// The treatment of a table when a player is erased.
#[derive(Clone, Copy, Debug)]
pub enum Erasure {
    /// This function deletes or blanks the rows about the player.
    Erased(fn(&mut Tx<'_>, &str) -> Result<()>),
    /// The same for a function that takes the time.
    ErasedAt(fn(&mut Tx<'_>, &str, i64) -> Result<()>),
    /// Its rows are erased with those of another table, or with what is named.
    With(&'static str),
    /// Its rows stay, for this reason.
    Stays(&'static str),
    /// It says nothing about a person.
    NotPersonal,
}

/// Reasons to withhold a column from a download.
pub(crate) mod reason {
    pub(crate) const SECRET: &str = "Passwords, keys, codes, links and session cookies. They are stored as hashes or encrypted, and a \
         download that falls into the wrong hands must not open your account.";
    pub(crate) const PARTNER: &str = "Who your partners are, beyond the name that the final page showed you. That is their data, and \
         during a game it would reveal a machine.";
    pub(crate) const JUDGING: &str = "The statistics that reveal careless judges, and accounts that raise each other's ratings. Somebody who \
         knew them could stay just below the limits. If operators act on them, you are told what they did and why.";
    pub(crate) const LETTER: &str = "The text of mails that have not been sent yet. It is deleted once they are sent, and contains links that \
         open your account.";
    pub(crate) const OPERATORS: &str = "Which operator acted on your account. You are told what was done and why, and the operators \
         answer for each other.";
    pub(crate) const INTERNAL: &str = "Work that has not been done yet, such as sending a mail or ending a phase. It contains ids of what is \
         listed elsewhere and is gone once it is done.";

    pub(crate) const PLACE: &str = "Codes of the networks and browsers that people come from, and what follows for machines. Somebody \
         who knew which places are related could choose another one to raise a machine's rating.";
    pub(crate) const REPORTER: &str = "Who reported you, when, in which game and in which words. Nobody should be afraid to \
         report others. After a decision you are told its day, what the report was for and what was decided.";
}
