//! The API as an `OpenAPI` 3.1 document: each route with all its parameters and responses. The page
//! about the API is made from it.

mod document;
pub(super) mod json;
pub(super) mod page;
