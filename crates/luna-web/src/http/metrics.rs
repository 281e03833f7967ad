//! Metrics of the server in Prometheus' text format.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

use luna_app::Counts;
use luna_store::figures::Figures;

/// Upper ends of the latency buckets, in milliseconds.
const BUCKETS_MS: [i64; 9] = [1, 2, 5, 10, 25, 50, 100, 500, 2_500];

#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// By method and status, then by route. Both sets are finite, so visitors cannot make this
    /// grow.
    requests: RwLock<BTreeMap<(&'static str, u16), BTreeMap<String, AtomicU64>>>,
    buckets: [AtomicU64; 9],
    slower: AtomicU64,
    total_ms: AtomicU64,
    pub(crate) streams: AtomicI64,
}

impl Metrics {
    pub(crate) fn answered(&self, method: &'static str, route: &str, status: u16, took_ms: i64) {
        if !self.counted(method, route, status) {
            let mut all = self.requests.write().unwrap_or_else(PoisonError::into_inner);
            let routes = all.entry((method, status)).or_default();
            routes.entry(route.to_owned()).or_default().fetch_add(1, Ordering::Relaxed);
        }
        let at = BUCKETS_MS.iter().position(|&end| took_ms <= end);
        at.and_then(|at| self.buckets.get(at))
            .unwrap_or(&self.slower)
            .fetch_add(1, Ordering::Relaxed);
        self.total_ms.fetch_add(u64::try_from(took_ms).unwrap_or(0), Ordering::Relaxed);
    }

    /// Counts a response whose kind has occurred before.
    fn counted(&self, method: &'static str, route: &str, status: u16) -> bool {
        let all = self.requests.read().unwrap_or_else(PoisonError::into_inner);
        let count = all.get(&(method, status)).and_then(|routes| routes.get(route));
        count.map(|count| count.fetch_add(1, Ordering::Relaxed)).is_some()
    }

    /// The counts, by method, route and status.
    fn requests(&self) -> BTreeMap<(&'static str, String, u16), u64> {
        let all = self.requests.read().unwrap_or_else(PoisonError::into_inner);
        let mut sorted = BTreeMap::new();
        for (&(method, status), routes) in &*all {
            for (route, count) in routes {
                sorted.insert((method, route.clone(), status), count.load(Ordering::Relaxed));
            }
        }
        sorted
    }

    /// The page for Prometheus, with figures from the database if it is available.
    pub(crate) fn page(&self, jobs: &Counts, figures: Option<Figures>) -> String {
        let mut page = String::new();
        let mut line = |text: std::fmt::Arguments<'_>| {
            page.push_str(&text.to_string());
            page.push('\n');
        };
        line(format_args!("# HELP luna_requests_total Responses by method, route and status."));
        line(format_args!("# TYPE luna_requests_total counter"));
        for ((method, route, status), count) in self.requests() {
            line(format_args!(
                "luna_requests_total{{method=\"{method}\",route=\"{route}\",status=\"{status}\"}} {count}"
            ));
        }
        line(format_args!("# HELP luna_request_seconds Time from request to response."));
        line(format_args!("# TYPE luna_request_seconds histogram"));
        let mut sum = 0;
        for (end, count) in BUCKETS_MS.iter().zip(&self.buckets) {
            sum += count.load(Ordering::Relaxed);
            line(format_args!("luna_request_seconds_bucket{{le=\"{}\"}} {sum}", seconds(*end)));
        }
        sum += self.slower.load(Ordering::Relaxed);
        line(format_args!("luna_request_seconds_bucket{{le=\"+Inf\"}} {sum}"));
        let total_ms = i64::try_from(self.total_ms.load(Ordering::Relaxed)).unwrap_or(i64::MAX);
        line(format_args!("luna_request_seconds_sum {}", seconds(total_ms)));
        line(format_args!("luna_request_seconds_count {sum}"));
        line(format_args!("# HELP luna_streams Open event streams."));
        line(format_args!("# TYPE luna_streams gauge"));
        line(format_args!("luna_streams {}", self.streams.load(Ordering::Relaxed)));
        for (name, help, count) in [
            ("luna_jobs_done_total", "Jobs done.", &jobs.done),
            ("luna_jobs_failed_total", "Failed attempts at jobs.", &jobs.failed),
            ("luna_mails_sent_total", "Mails sent.", &jobs.mails_sent),
        ] {
            line(format_args!("# HELP {name} {help}"));
            line(format_args!("# TYPE {name} counter"));
            line(format_args!("{name} {}", count.load(Ordering::Relaxed)));
        }
        for (name, help, value) in gauges(figures) {
            line(format_args!("# HELP {name} {help}"));
            line(format_args!("# TYPE {name} gauge"));
            line(format_args!("{name} {value}"));
        }
        line(format_args!("# HELP luna_info The version of the program."));
        line(format_args!("# TYPE luna_info gauge"));
        line(format_args!("luna_info{{version=\"{}\"}} 1", env!("CARGO_PKG_VERSION")));
        page
    }
}

/// Gauges with their names and descriptions.
fn gauges(figures: Option<Figures>) -> Vec<(&'static str, &'static str, String)> {
    let Some(figures) = figures else { return Vec::new() };
    let mut gauges = vec![
        ("luna_open_games", "Games that are not over.", figures.open_games.to_string()),
        ("luna_queued_games", "Games with an empty seat.", figures.queued_games.to_string()),
        (
            "luna_longest_wait_seconds",
            "Age of the oldest of these games.",
            seconds(figures.longest_wait_ms),
        ),
        (
            "luna_oldest_due_job_seconds",
            "Age of the oldest job that is due.",
            seconds(figures.oldest_due_ms),
        ),
        ("luna_database_bytes", "Size of the database.", figures.database_bytes.to_string()),
    ];
    gauges
        .extend(figures.gauges.iter().map(|(name, help, value)| (*name, *help, value.to_string())));
    gauges
}

fn seconds(ms: i64) -> String {
    format!("{}.{:03}", ms / 1000, ms % 1000)
}
