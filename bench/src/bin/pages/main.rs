//! The time of each page on instances with ten thousand and a million finished games.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a measurement")]

mod copies;
mod fill;
mod play;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use luna_bench::figures::{Times, ms, table};
use luna_bench::http::{Client, field};
use luna_bench::server::{Scratch, Server};

#[derive(Parser)]
#[command(about = "The time of each page on large instances")]
struct Arguments {
    /// The numbers of finished games of the instances
    #[arg(long, value_delimiter = ',', default_value = "10000,1000000")]
    games: Vec<i64>,
    /// The number of requests for each page
    #[arg(long, default_value_t = 300)]
    times: usize,
    /// A folder that keeps the databases for the next run
    #[arg(long)]
    keep: Option<PathBuf>,
    /// A database that was filled before, for example restored from a backup into PostgreSQL
    #[arg(long)]
    database: Option<String>,
}

const AIM: Duration = Duration::from_millis(10);

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let scratch = Scratch::new()?;
    if let Some(database) = &arguments.database {
        return measure(&scratch, database, arguments.times);
    }
    let directory = arguments.keep.as_deref().unwrap_or(scratch.path());
    let directory = std::path::absolute(directory)?;
    std::fs::create_dir_all(&directory)?;
    for &games in &arguments.games {
        let path = directory.join(format!("games-{games}.db"));
        if !path.exists() {
            let begun = Instant::now();
            fill::fill(&path, games)?;
            let megabytes = path.metadata()?.len() / 1_000_000;
            println!("Filled in {:.0} s, {megabytes} MB.", begun.elapsed().as_secs_f64());
        }
        println!("\n{games} finished games:\n");
        measure(&scratch, &format!("sqlite:{}", path.display()), arguments.times)?;
    }
    Ok(())
}

fn measure(scratch: &Scratch, database: &str, times: usize) -> Result<()> {
    let server = Server::start(scratch.path(), database)?;
    let mut rows = Vec::new();
    for (name, who, paths) in pages(server.address())? {
        let mut client = visitor(server.address(), who);
        // One request each, so that all start with warm connections and statements.
        for path in &paths {
            client.get(path)?;
        }
        let (mut took, mut bytes) = (Times::default(), 0);
        for path in paths.iter().cycle().take(times) {
            let page = took.of(|| client.get(path))?;
            ensure!(page.status == 200, "{path} answers {}", page.status);
            bytes = page.body.len();
        }
        let slow = if took.percentile(99) > AIM { "over 10 ms" } else { "" };
        rows.push(vec![
            name,
            format!("{:.1}", f64::from(u32::try_from(bytes)?) / 1000.0),
            ms(took.percentile(50)),
            ms(took.percentile(99)),
            slow.to_owned(),
        ]);
    }
    print!("{}", table(&["page", "KB", "p50 ms", "p99 ms", ""], &rows));
    println!("\nMemory of the server after all of these: {} MB.", server.rss_mb()?);
    server.stop()
}

fn visitor(address: &str, cookie: Option<&str>) -> Client {
    let mut client = Client::new(address);
    if let Some(cookie) = cookie {
        client.set_cookie("luna", cookie);
    }
    client
}

type Page = (String, Option<&'static str>, Vec<String>);

/// Every page: its name, its visitor, and its addresses.
fn pages(address: &str) -> Result<Vec<Page>> {
    let mut all: Vec<Page> = Vec::new();
    let mut add = |name: &str, who, paths: &[String]| {
        all.push((name.to_owned(), who, paths.to_vec()));
    };
    for path in ["/", "/how", "/consent", "/privacy", "/login"] {
        add(path, None, &[path.to_owned()]);
    }
    let (heavy, light, admin) = (Some(fill::HEAVY), Some(fill::LIGHT), Some(fill::ADMIN));
    add("/games, 2,000 games", heavy, &["/games".to_owned()]);
    add("/games, 1 game", light, &["/games".to_owned()]);
    let mut client = visitor(address, heavy);
    add("/games, its page 50", heavy, &[older(&mut client, "/games", 49)?]);
    let open = links(&client.get("/games")?.text());
    for path in open {
        let page = client.get(&path)?;
        let state = between(&page.text(), "data-state=\"", "\"").context("a state")?.to_owned();
        if !state.starts_with("final") {
            let (phase, rest) = state.split_once('-').context("a phase")?;
            let mine = if rest.starts_with("true") { "my move" } else { "waiting" };
            add(&format!("/games/…, {phase}, {mine}"), heavy, &[path]);
        }
    }
    let some = older(&mut client, "/games", 20)?;
    let finished = links(&client.get(&some)?.text());
    let finished = finished.get(finished.len().saturating_sub(20)..).context("games")?.to_vec();
    add("/games/…, final", heavy, &finished);
    add("/profile, 2,000 games", heavy, &["/profile".to_owned()]);
    add("/settings", heavy, &["/settings".to_owned()]);
    for path in
        ["/admin", "/admin/players", "/admin/games", "/admin/jobs", "/admin/mail", "/admin/bans"]
    {
        add(path, admin, &[path.to_owned()]);
    }
    let mut client = visitor(address, admin);
    sit(&mut client)?;
    for path in ["/battery", "/battery/results?form=a", "/machines/house-common-sense"] {
        add(path, None, &[path.to_owned()]);
    }
    for path in ["/admin/players", "/admin/games"] {
        add(&format!("{path}, its page 15"), admin, &[older(&mut client, path, 14)?]);
    }
    Ok(all)
}

/// Has four machines sit the battery.
fn sit(client: &mut Client) -> Result<()> {
    for machine in ["common-sense", "analogyspace", "eliza", "recall"] {
        let page = client.get("/admin/battery")?;
        let token = field(&page.text(), "csrf").context("a token")?;
        let machine = format!("house-{machine}");
        let chosen = [("csrf", token.as_str()), ("machine", &machine), ("form", "a")];
        let done = client.post_form("/admin/battery/sittings", &chosen)?;
        ensure!(done.status == 303, "{machine} does not sit: {}", done.status);
    }
    Ok(())
}

/// Follows the link to older entries `times` times.
fn older(client: &mut Client, path: &str, times: usize) -> Result<String> {
    let mut at = path.to_owned();
    for nth in 0..times {
        let page = client.get(&at)?;
        let query = between(&page.text(), "?before=", "\"").map(str::to_owned);
        let query = query.with_context(|| format!("{path} has only {} pages", nth + 1))?;
        at = format!("{path}?before={query}");
    }
    Ok(at)
}

/// The games that a page links to.
fn links(page: &str) -> Vec<String> {
    let hrefs = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let game = |href: &&str| href.strip_prefix("/games/").is_some_and(|id| !id.contains('/'));
    hrefs.filter(game).map(str::to_owned).collect()
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.split_once(before)?.1.split(after).next()
}
