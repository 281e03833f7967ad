//! Checks of the running server: readiness, version, clock and public URL.

use std::time::{Duration, UNIX_EPOCH};

use httpdate::parse_http_date;
use luna_machines::fetch::fetch;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::finding::Finding;
use crate::config::Config;
use crate::config::environment;

const PATIENCE: Duration = Duration::from_secs(5);
/// The maximum length of a response. The API's description, which has the version, is shorter.
const LONGEST: u64 = 4_000_000;

struct Answer {
    status: u16,
    date_ms: Option<i64>,
    body: String,
}

pub(super) async fn check(config: &Config) -> Vec<Finding> {
    let address = reachable(&config.listen);
    let healthy = match get(&address, "/healthz").await {
        Ok(answer) if answer.status == 200 => answer,
        Ok(Answer { status, .. }) => {
            let words = format!("the server at http://{address} is not Luna (status {status})");
            return vec![Finding::wrong("server", words)];
        }
        Err(why) => {
            let words =
                format!("no server answers at http://{address}: {why}; luna serve starts one");
            return vec![Finding::warning("server", words)];
        }
    };
    let mut findings = vec![ready(&address).await, version(&address).await];
    findings.extend(healthy.date_ms.map(clock));
    findings.extend(public(config).await);
    findings
}

/// The address of the server on this computer, if it listens on all addresses.
fn reachable(listen: &str) -> String {
    let local = |port: &str| format!("127.0.0.1:{port}");
    let port = listen.strip_prefix("0.0.0.0:").or_else(|| listen.strip_prefix("[::]:"));
    port.map_or_else(|| listen.to_owned(), local)
}

async fn ready(address: &str) -> Finding {
    match get(address, "/readyz").await {
        Ok(answer) if answer.status == 200 => {
            Finding::good("server", format!("the server at http://{address} is ready"))
        }
        Ok(answer) => Finding::wrong(
            "server",
            format!("the server at http://{address} is not ready: {}", answer.body.trim()),
        ),
        Err(why) => Finding::wrong("server", format!("the server at http://{address}: {why}")),
    }
}

async fn version(address: &str) -> Finding {
    let own = env!("CARGO_PKG_VERSION");
    let document = get(address, "/api/openapi.json").await.ok();
    let document = document.and_then(|it| serde_json::from_str::<Value>(&it.body).ok());
    let theirs = document.as_ref().and_then(|it| it["info"]["version"].as_str());
    match theirs {
        Some(theirs) if theirs == own => Finding::good("version", format!("both are {own}")),
        Some(theirs) => Finding::warning(
            "version",
            format!("the server has version {theirs} and this program {own}: restart the server"),
        ),
        None => Finding::warning("version", "the server does not say which version it is"),
    }
}

fn clock(theirs: i64) -> Finding {
    // The server's date has whole seconds.
    match (environment::now() - theirs).abs() / 1000 {
        0..5 => Finding::good("server clock", "it agrees with the clock of this computer"),
        seconds => Finding::wrong(
            "server clock",
            format!(
                "it differs by {seconds} seconds from the clock of this computer: set both by NTP"
            ),
        ),
    }
}

/// Checks that the public URL leads to a Luna.
async fn public(config: &Config) -> Option<Finding> {
    let url = config.public_url.as_ref()?;
    let fetched = timeout(PATIENCE, fetch(&format!("{url}/healthz"), 1000, |_, _| {})).await;
    Some(match fetched {
        Ok(Ok(body)) if body == b"ok\n" => {
            Finding::good("public URL", format!("{url} leads to a Luna"))
        }
        Ok(Ok(_)) => Finding::wrong("public URL", format!("{url} leads to something else")),
        Ok(Err(why)) => Finding::wrong("public URL", format!("{url} cannot be reached: {why}")),
        Err(_) => Finding::wrong("public URL", format!("{url} does not answer in time")),
    })
}

async fn get(address: &str, path: &str) -> Result<Answer, String> {
    let asked = timeout(PATIENCE, ask(address, path)).await;
    let text = asked.map_err(|_| "it does not answer in time".to_owned())?;
    let text = text.map_err(|error| error.to_string())?;
    parse(&text).ok_or_else(|| "it does not speak HTTP".to_owned())
}

async fn ask(address: &str, path: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET {path} HTTP/1.0\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut bytes = Vec::new();
    stream.take(LONGEST).read_to_end(&mut bytes).await?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn parse(text: &str) -> Option<Answer> {
    let (head, body) = text.split_once("\r\n\r\n")?;
    let mut lines = head.lines();
    let status = lines.next()?.strip_prefix("HTTP/")?.split(' ').nth(1)?.parse().ok()?;
    let mut headers = lines.filter_map(|line| line.split_once(':'));
    let date = headers.find(|(name, _)| name.eq_ignore_ascii_case("date"));
    let date = date.and_then(|(_, value)| parse_http_date(value.trim()).ok());
    let since = date.and_then(|date| date.duration_since(UNIX_EPOCH).ok());
    let date_ms = since.and_then(|since| i64::try_from(since.as_millis()).ok());
    Some(Answer { status, date_ms, body: body.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_taken_apart() {
        let text = "HTTP/1.1 503 Service Unavailable\r\nDate: Thu, 01 Jan 1970 00:00:07 GMT\r\n\
                    content-length: 3\r\n\r\nno\n";
        let answer = parse(text).unwrap();
        assert_eq!(
            (answer.status, answer.date_ms, answer.body.as_str()),
            (503, Some(7000), "no\n")
        );
        assert!(parse("SSH-2.0-OpenSSH\r\n").is_none());
    }

    #[test]
    fn a_server_that_listens_everywhere_is_asked_here() {
        assert_eq!(reachable("0.0.0.0:80"), "127.0.0.1:80");
        assert_eq!(reachable("[::]:80"), "127.0.0.1:80");
        assert_eq!(reachable("192.0.2.1:80"), "192.0.2.1:80");
    }
}
