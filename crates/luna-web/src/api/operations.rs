//! The operations of the API. Each is one value, from which its route and its part of the document come.

use axum::routing::{MethodRouter, get, post};

use super::{commands, event, queries, stream, tasks};
use crate::http::state::App;

/// An operation of the API.
pub(super) struct Operation {
    pub(super) path: &'static str,
    pub(super) method: &'static str,
    /// Its parameters, responses and scope, as the `OpenAPI` document tells them.
    pub(super) document: &'static str,
    pub(super) route: fn() -> MethodRouter<App>,
}

/// All operations, in the order of the document. Those of one path follow each other.
pub(super) const OPERATIONS: [Operation; 17] = [
    Operation {
        path: "/account",
        method: "get",
        document: include_str!("openapi/operations/account.json"),
        route: || get(queries::account),
    },
    Operation {
        path: "/quotas",
        method: "get",
        document: include_str!("openapi/operations/quotas.json"),
        route: || get(queries::quotas),
    },
    Operation {
        path: "/machines",
        method: "get",
        document: include_str!("openapi/operations/machines.json"),
        route: || get(queries::machines),
    },
    Operation {
        path: "/erasures",
        method: "get",
        document: include_str!("openapi/operations/erasures.json"),
        route: || get(queries::erasures),
    },
    Operation {
        path: "/games",
        method: "get",
        document: include_str!("openapi/operations/games.json"),
        route: || get(queries::games),
    },
    Operation {
        path: "/games",
        method: "post",
        document: include_str!("openapi/operations/start.json"),
        route: || post(commands::start),
    },
    Operation {
        path: "/games/{id}",
        method: "get",
        document: include_str!("openapi/operations/game.json"),
        route: || get(queries::game),
    },
    Operation {
        path: "/games/{id}/questions",
        method: "post",
        document: include_str!("openapi/operations/ask.json"),
        route: || post(commands::questions),
    },
    Operation {
        path: "/games/{id}/responses",
        method: "post",
        document: include_str!("openapi/operations/answer.json"),
        route: || post(commands::responses),
    },
    Operation {
        path: "/games/{id}/guess",
        method: "post",
        document: include_str!("openapi/operations/guess.json"),
        route: || post(commands::guess),
    },
    Operation {
        path: "/games/{id}/abort",
        method: "post",
        document: include_str!("openapi/operations/abort.json"),
        route: || post(commands::abort),
    },
    Operation {
        path: "/games/{id}/stream",
        method: "get",
        document: include_str!("openapi/operations/follow.json"),
        route: || get(stream::game),
    },
    Operation {
        path: "/stream/event",
        method: "get",
        document: include_str!("openapi/operations/events.json"),
        route: || get(event::open),
    },
    Operation {
        path: "/tasks",
        method: "get",
        document: include_str!("openapi/operations/tasks.json"),
        route: || get(tasks::all),
    },
    Operation {
        path: "/tasks/{id}",
        method: "get",
        document: include_str!("openapi/operations/machine_task.json"),
        route: || get(tasks::one),
    },
    Operation {
        path: "/tasks/{id}/reply",
        method: "post",
        document: include_str!("openapi/operations/reply.json"),
        route: || post(tasks::reply),
    },
    Operation {
        path: "/tasks/{id}/decline",
        method: "post",
        document: include_str!("openapi/operations/decline.json"),
        route: || post(tasks::decline),
    },
];
