//! Requests and responses: what every handler takes and returns, and the layers around all of them.

pub(crate) mod card;
pub mod client_address;
pub(crate) mod cookie;
pub(crate) mod download;
pub(crate) mod error;
pub(crate) mod events;
pub(crate) mod form;
pub(crate) mod form_request;
pub(crate) mod headers;
pub(crate) mod health;
pub(crate) mod id;
pub(crate) mod live_stream;
pub(crate) mod metrics;
pub(crate) mod page_request;
pub(crate) mod read_body;
pub(crate) mod request_metrics;
pub(crate) mod return_path;
pub(crate) mod state;
pub(crate) mod static_files;
pub(crate) mod visitor;
