//! The `luna` command.

mod admin;
mod backup;
mod battery;
mod bot;
mod config;
mod contest;
mod data;
mod database;
mod demo;
mod doctor;
mod failure;
mod file;
mod measure;
mod predict;
mod question;
mod quiz;
mod rating;
mod serve;
mod simulate;
mod terminal;

use std::io::Write;
use std::process::ExitCode;

use clap::parser::ValueSource;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::config::Options;
use crate::config::scope::{self, Scope};
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// Requests and statements make many small allocations.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A place where people and machines judge each other's intelligence.
///
/// Flags override LUNA_… variables, variables override luna.toml, and the file
/// overrides the defaults. Exit codes: 0 success, 1 failure, 2 wrong usage,
/// 3 wrong settings, 4 the database cannot be reached, 5 the database is newer
/// than this program, 6 Luna cannot listen on the address.
#[derive(Parser)]
#[command(name = "luna", version)]
struct Arguments {
    /// Print results as lines of JSON only
    #[arg(long, global = true)]
    json: bool,
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the server: pages, the API and background jobs.
    Serve,
    /// Manage players, reports, judges and mail.
    #[command(subcommand)]
    Admin(admin::Command),
    /// Check an instance and explain each fix, without changing anything.
    Doctor,
    /// Back up the whole database to one file, even while the server runs.
    Backup(backup::Backup),
    /// Restore a backup into an empty SQLite or PostgreSQL database.
    Restore(backup::Restore),
    /// Measure machines with every test that needs no crowd: no server, no database.
    Measure(Box<measure::Measure>),
    /// Rebuild the ratings of an instance, or rate a log of comparisons.
    #[command(subcommand)]
    Rating(rating::Command),
    /// Simulate players who judge each other: the paper's experiments and more.
    Simulate(Box<simulate::Simulate>),
    /// Predict ratings from the words of the answers: the paper's experiment and better models.
    #[command(subcommand)]
    Predict(Box<predict::Command>),
    /// Import trivia questions, release those written here, and evaluate guessers.
    #[command(subcommand)]
    Quiz(quiz::Command),
    /// Import common-sense knowledge, and measure what it predicts.
    #[command(subcommand)]
    Battery(battery::Command),
    /// Import machine-made questions for people to rate, and train rankers on the ratings.
    #[command(subcommand)]
    Question(question::Command),
    /// Organise the imitation game, or judge an entry.
    #[command(subcommand)]
    Contest(contest::Command),
    /// Release what players of the daily moon said.
    #[command(subcommand)]
    Daily(data::daily::Command),
    Demo(demo::Demo),
    /// Fetch public data sets.
    #[command(subcommand)]
    Data(data::Command),
    /// Write, check and run your own machine.
    #[command(subcommand)]
    Bot(Box<bot::Command>),
    /// Print a completion script for a shell.
    Completions {
        shell: clap_complete::Shell,
    },
    /// Print the manual page.
    Man,
    /// Print the version.
    Version,
}

/// The settings of the commands that take any, beside `serve` and `doctor`.
const SCOPES: &[&[Scope]] = &[
    admin::SCOPES,
    backup::SCOPES,
    battery::SCOPES,
    bot::SCOPES,
    contest::SCOPES,
    data::daily::SCOPES,
    demo::SCOPES,
    measure::SCOPES,
    predict::SCOPES,
    question::SCOPES,
    quiz::SCOPES,
    rating::SCOPES,
];

/// What `luna measure` asks about, test by test.
const MEASURED: &[measure::Supplier] = &[battery::measured::supply, quiz::measured::supply];

/// What runs beside a server for these commands.
const COMPANIONS: &[serve::Companion] = &[contest::serve_folders];

fn main() -> ExitCode {
    let mut command = command();
    let matches = command.get_matches_mut();
    scope::check(&mut command, &matches, SCOPES).unwrap_or_else(|error| error.exit());
    let typed = matches.value_source("database") == Some(ValueSource::CommandLine);
    let arguments = Arguments::from_arg_matches(&matches)
        .unwrap_or_else(|error| error.format(&mut command).exit());
    match run(arguments, typed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.is_unread() {
                drop(writeln!(std::io::stderr(), "luna: {failure}"));
            }
            ExitCode::from(failure.code())
        }
    }
}

fn command() -> clap::Command {
    scope::limited(Arguments::command(), SCOPES)
}

/// Runs the command. `typed` means that the command line names the database.
fn run(arguments: Arguments, typed: bool) -> Result<(), Failure> {
    let mut out = Printer::new(arguments.json);
    match arguments.command {
        Command::Completions { shell } => {
            // Written to a pipe that nobody reads, it would panic.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command(), "luna", &mut script);
            return Ok(out.write_all(&script)?);
        }
        Command::Man => {
            return clap_mangen::Man::new(command()).render(&mut out).map_err(Failure::from);
        }
        Command::Version => {
            let version = env!("CARGO_PKG_VERSION");
            let line = serde_json::json!({ "version": version });
            return Ok(out.result(&line, format_args!("luna {version}"))?);
        }
        Command::Simulate(simulate) => return simulate.run(&mut out),
        Command::Predict(command) => {
            let given = predict::GivenSettings { options: arguments.options, typed };
            return predict::run(&command, given, &mut out);
        }
        Command::Battery(command) => return command.run(arguments.options, typed, &mut out),
        Command::Question(question::Command::Files(command)) => return command.run(&mut out),
        Command::Data(data::Command::Fetch(what)) => return what.run(&mut out),
        _ => {}
    }
    let config = config::Config::load(arguments.options)?;
    config::environment::start_log(&config);
    let runtime = tokio::runtime::Runtime::new().map_err(|error| Failure::Other(error.into()))?;
    match arguments.command {
        Command::Serve => runtime.block_on(serve::serve(config, COMPANIONS)),
        Command::Admin(command) => runtime.block_on(admin::run(&config, command, &mut out)),
        Command::Doctor => runtime.block_on(doctor::run(&config, &mut out)),
        Command::Backup(backup) => backup.run(&config, &mut out),
        Command::Restore(restore) => restore.run(&config, &mut out),
        Command::Rating(command) => runtime.block_on(command.run(&config, &mut out)),
        Command::Question(question::Command::Instance(command)) => {
            runtime.block_on(command.run(&config, &mut out))
        }
        Command::Quiz(command) => runtime.block_on(command.run(&config, &mut out)),
        Command::Bot(command) => runtime.block_on(command.run(&config, &mut out)),
        Command::Measure(measure) => runtime.block_on(measure.run(&config, MEASURED, &mut out)),
        Command::Contest(command) => runtime.block_on(command.run(&config, &mut out)),
        Command::Daily(command) => runtime.block_on(command.run(&config, &mut out)),
        Command::Demo(demo) => runtime.block_on(demo.run(&config, &mut out)),
        Command::Completions { .. }
        | Command::Man
        | Command::Version
        | Command::Simulate(_)
        | Command::Predict(_)
        | Command::Battery(_)
        | Command::Question(question::Command::Files(_))
        | Command::Data(_) => Ok(()),
    }
}
