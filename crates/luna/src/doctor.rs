//! `luna doctor`: checks of an instance. Each finding is good, a warning or wrong, with the fix.
//!
//! It only reads. It creates no file and writes nothing to the database.

mod data;
mod finding;
mod host;
mod server;

use serde_json::json;

use self::finding::{Finding, Level};
use crate::config::Config;
use crate::failure::{Failure, without_password};
use crate::serve::mail;
use crate::terminal::print::Printer;

pub(crate) async fn run(config: &Config, out: &mut Printer) -> Result<(), Failure> {
    let mut findings = vec![address(config), proxy(config), operator(config), help_line(config)];
    findings.extend(data::check(config).await);
    findings.push(smtp(config).await);
    findings.push(host::clock());
    findings.push(host::open_files());
    findings.extend(server::check(config).await);
    for Finding { check, level, words } in &findings {
        let (shown, name) = level.names();
        let line = json!({ "check": check, "result": name, "message": words });
        out.result(&line, format_args!("{check}: {shown}: {words}"))?;
    }
    match findings.iter().filter(|finding| finding.level == Level::Wrong).count() {
        0 => Ok(()),
        1 => Err(Failure::Refused("one thing is wrong; see above".into())),
        more => Err(Failure::Refused(format!("{more} things are wrong; see above"))),
    }
}

fn is_local(listen: &str) -> bool {
    ["127.", "localhost", "[::1]"].iter().any(|start| listen.starts_with(start))
}

/// Returns whether the instance is meant for people elsewhere.
fn is_public(config: &Config) -> bool {
    match &config.public_url {
        None => !is_local(&config.listen),
        Some(url) => !url.contains("//127.") && !url.contains("//localhost"),
    }
}

fn address(config: &Config) -> Finding {
    let check = "settings";
    match &config.public_url {
        None if is_public(config) => Finding::wrong(
            check,
            format!(
                "listening on {} without public_url: links in mails would lead nowhere",
                config.listen
            ),
        ),
        None => {
            Finding::good(check, format!("open on this machine only, at http://{}", config.listen))
        }
        Some(url) if url.starts_with("http://") && is_public(config) => {
            Finding::wrong(check, format!("{url} is not https: passwords could be read in transit"))
        }
        Some(url) => Finding::good(check, format!("open at {url}")),
    }
}

/// Checks that visitors have different addresses.
fn proxy(config: &Config) -> Finding {
    let check = "proxy";
    let https = config.public_url.as_ref().is_some_and(|url| url.starts_with("https://"));
    let (listen, behind_proxy) = (&config.listen, &config.settings.behind_proxy);
    match (https, behind_proxy) {
        (true, false) => Finding::warning(
            check,
            "Luna does not speak TLS, so a proxy serves the public URL, and all visitors seem to \
             come from it: set behind_proxy and have the proxy send X-Forwarded-For",
        ),
        (_, true) if !is_local(listen) => Finding::warning(
            check,
            format!(
                "behind_proxy is set, but visitors who reach {listen} without the proxy can claim \
                 any address: listen on 127.0.0.1"
            ),
        ),
        (_, true) => Finding::good(check, "visitors' addresses come from X-Forwarded-For"),
        (false, false) => Finding::good(check, "no proxy: visitors' addresses are their own"),
    }
}

fn operator(config: &Config) -> Finding {
    let check = "operator";
    let missing = "people have no contact to write to: set contact";
    if let Err(failure) = config.names_its_operator() {
        return Finding::wrong(check, failure.to_string());
    }
    match (config.settings.contact.is_empty(), is_public(config)) {
        (true, true) => Finding::wrong(check, missing),
        (true, false) => Finding::warning(check, missing),
        (false, _) => {
            Finding::good(check, format!("people can write to {}", config.settings.contact))
        }
    }
}

fn help_line(config: &Config) -> Finding {
    let check = "help line";
    match (config.settings.help_line.is_empty(), is_public(config)) {
        (true, true) => Finding::warning(
            check,
            "people in distress see none: set help_line to one in your country",
        ),
        (true, false) => {
            Finding::good(check, "none is set, and the instance is open on this computer only")
        }
        (false, _) => Finding::good(check, format!("people see {}", config.settings.help_line)),
    }
}

async fn smtp(config: &Config) -> Finding {
    let check = "mail";
    let Some(url) = &config.smtp else {
        let words = "no SMTP server is set up; /admin/mail and `luna admin mail` show the mails";
        return match is_public(config) {
            true => Finding::warning(check, format!("{words}, and nobody gets one")),
            false => Finding::good(check, words),
        };
    };
    let (shown, smtp) = (without_password(url), mail::smtp(url));
    let smtp = match mail::deliver(config).and(smtp) {
        Ok(smtp) => smtp,
        Err(failure) => return Finding::wrong(check, failure.to_string()),
    };
    match smtp.test_connection().await {
        Ok(true) => Finding::good(check, format!("{shown} accepts mail")),
        Ok(false) => Finding::wrong(check, format!("{shown} answered, but does not accept mail")),
        Err(error) => Finding::wrong(check, format!("{shown} cannot be reached: {error}")),
    }
}
