//! Files that others offer, and servers that send one elsewhere.

use axum::Router;
use axum::response::Redirect;
use axum::routing::get;
use luna_machines::fetch::fetch;

use crate::server::serve;

#[tokio::test]
async fn a_file_that_has_moved_is_fetched_and_one_that_never_comes_is_not() {
    let router = Router::new()
        .route("/old", get(async || Redirect::to("/new")))
        .route("/new", get(async || "moved"))
        .route("/round", get(async || Redirect::to("/round")));
    let url = serve(router).await;
    let get = async |path: &str, longest| fetch(&format!("{url}{path}"), longest, |_, _| ()).await;
    assert_eq!(get("/old", 9).await, Ok(b"moved".to_vec()));
    assert_eq!(get("/round", 9).await, Err("The server redirects too often.".to_owned()));
    assert_eq!(get("/new", 3).await, Err("It is larger than 0 MB.".to_owned()));
    assert_eq!(get("/no", 9).await, Err("The server answered 404 Not Found.".to_owned()));
}
