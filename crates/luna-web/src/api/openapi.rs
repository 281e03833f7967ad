//! The API as an `OpenAPI` 3.1 document: each route with all its parameters and responses. The reference
//! in the documentation is made from it.

mod document;
pub(super) mod json;
pub(super) mod page;
pub(super) mod reference;
mod request;
mod schema;
