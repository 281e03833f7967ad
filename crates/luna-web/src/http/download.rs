//! Downloads: the headers of a file, and files of lines that are sent as they are read.

use axum::body::Body;
use axum::http::HeaderName;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use futures_util::stream;
use luna_store::{self as store, Db, Tx};

/// Rows read at a time.
const PIECE: i64 = 1_000;

/// The headers of a download.
pub(crate) fn headers(kind: &str, name: &str) -> [(HeaderName, String); 2] {
    let disposition = format!("attachment; filename=\"{name}\"");
    [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)]
}

/// A file with a line for each row, unless it is left out. `page` reads the rows after a spot, as many as it is
/// told, so the size of the file needs no memory.
pub(crate) fn lines<T: Send + 'static, Spot: Send + 'static>(
    db: Db,
    (header, first): (String, Spot),
    page: impl Fn(&mut Tx<'_>, &Spot, i64) -> store::Result<Vec<T>> + Clone + Send + 'static,
    line: impl Fn(&T) -> Option<String> + Clone + Send + 'static,
    spot: fn(&T) -> Spot,
) -> Body {
    let next = move |from| {
        let (db, page, line) = (db.clone(), page.clone(), line.clone());
        async move {
            let Some((mut text, after)): Option<(String, Spot)> = from else { return Ok(None) };
            let rows = db.read(move |tx| page(tx, &after, PIECE)).await?;
            text.extend(rows.iter().filter_map(line));
            let is_full = i64::try_from(rows.len()).is_ok_and(|found| found >= PIECE);
            let last = rows.last().filter(|_| is_full);
            Ok::<_, store::Error>(Some((text, last.map(|row| (String::new(), spot(row))))))
        }
    };
    Body::from_stream(stream::try_unfold(Some((header, first)), next))
}
