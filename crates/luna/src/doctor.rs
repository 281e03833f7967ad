//! `luna doctor`: is everything as it should be?

use std::io::Write;

use luna_store::{self as store, Db};

use crate::config::Config;
use crate::failure::{Failure, without_password};
use crate::{mail, outside};

pub(crate) async fn run(config: &Config, out: &mut impl Write) -> Result<(), Failure> {
    let checks = [
        ("settings", settings(config)),
        ("database", database(config).await),
        ("mail", smtp(config).await),
        ("clock", clock()),
    ];
    let mut wrong = 0;
    for (what, found) in checks {
        match found {
            Ok(words) => writeln!(out, "{what}: good: {words}")?,
            Err(words) => {
                wrong += 1;
                writeln!(out, "{what}: WRONG: {words}")?;
            }
        }
    }
    match wrong {
        0 => Ok(()),
        1 => Err(Failure::Refused("one thing is wrong; see above".into())),
        more => Err(Failure::Refused(format!("{more} things are wrong; see above"))),
    }
}

fn settings(config: &Config) -> Result<String, String> {
    let local = config.listen.starts_with("127.") || config.listen.starts_with("localhost");
    match &config.public_url {
        None if !local => Err(format!(
            "listening on {} without public_url: links in mails would lead nowhere",
            config.listen
        )),
        None => Ok(format!("open on this machine only, at http://{}", config.listen)),
        Some(url)
            if url.starts_with("http://")
                && !url.contains("127.0.0.1")
                && !url.contains("localhost") =>
        {
            Err(format!("{url} is not https: passwords could be read on their way"))
        }
        Some(url) => Ok(format!("open at {url}")),
    }
}

async fn database(config: &Config) -> Result<String, String> {
    let url = without_password(&config.database);
    let db = Db::open(&config.database)
        .map_err(|error| Failure::opening(&config.database, &error).to_string())?;
    let written: Result<(), store::Error> =
        db.write(move |tx| store::setting::set(tx, "doctor", &outside::now().to_string())).await;
    written.map_err(|error| format!("{url} cannot be written to: {error}"))?;
    Ok(format!("{url} can be read and written"))
}

async fn smtp(config: &Config) -> Result<String, String> {
    let Some(url) = &config.smtp else {
        return Ok(
            "no SMTP server is set up: mails are shown in the log and on the admin page".into()
        );
    };
    mail::deliver(config).map_err(|failure| failure.to_string())?;
    let smtp = mail::smtp(url).map_err(|failure| failure.to_string())?;
    match smtp.test_connection().await {
        Ok(true) => Ok(format!("{} takes mail", without_password(url))),
        Ok(false) => Err(format!("{} answered, but does not take mail", without_password(url))),
        Err(error) => Err(format!("{} cannot be reached: {error}", without_password(url))),
    }
}

/// A clock far off makes sessions and deadlines end at the wrong time.
fn clock() -> Result<String, String> {
    const BUILT: i64 = 1_763_000_000_000;
    let now = outside::now();
    if now < BUILT {
        return Err("the clock of this machine is years behind; set it".into());
    }
    Ok(format!("{now} milliseconds since 1970"))
}
