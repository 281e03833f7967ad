//! The writer of places: it turns sightings into codes and stores them.

use luna_store::{self as store, place};

use crate::instance::Instance;
use crate::instance::sightings::Whereabouts;
use crate::secret::mac::mac;

/// Players whose places are written in one piece of work.
const AT_ONCE: usize = 50;

/// The code of a place, which cannot be made without the key of the instance.
pub fn codes(key: &str, place: &Whereabouts) -> Vec<String> {
    let code = |letter: &str, what: &str, which: &str| {
        let bytes = mac(key, &["place", what, which]);
        let digits = bytes.iter().take(8).map(|byte| format!("{byte:02x}"));
        std::iter::once(letter.to_owned()).chain(digits).collect::<String>()
    };
    let network = place.network.map(|network| code("a", "address", &network.to_string()));
    let browser = place.browser.as_deref().map(|browser| code("b", "browser", browser));
    network.into_iter().chain(browser).collect()
}

/// The code of the network of a place; none where networks relate nobody.
pub fn network_code(key: &str, place: &Whereabouts) -> Option<String> {
    let network = Whereabouts { network: place.network, browser: None };
    codes(key, &network).pop()
}

/// Writes where one player is now, unless that has been done, and all sightings that wait: an owner's
/// may be among them.
pub async fn write(
    app: &Instance,
    player_id: &str,
    place: &Whereabouts,
) -> Result<(), store::Error> {
    if app.sightings.is_written(player_id, place, app.now()) {
        return Ok(());
    }
    write_waiting(app).await?;
    write_all(app, vec![(player_id.to_owned(), vec![place.clone()])]).await
}

/// Writes all sightings that wait to be written.
pub async fn write_waiting(app: &Instance) -> Result<(), store::Error> {
    let waiting = app.sightings.take();
    if waiting.is_empty() {
        return Ok(());
    }
    for some in waiting.chunks(AT_ONCE) {
        write_all(app, some.to_vec()).await?;
    }
    app.sightings.sweep(app.now());
    Ok(())
}

async fn write_all(
    app: &Instance,
    sightings: Vec<(String, Vec<Whereabouts>)>,
) -> Result<(), store::Error> {
    let (key, now) = (app.key().await?, app.now());
    let work = sightings.clone();
    app.db
        .write(move |tx| {
            for (player_id, places) in &work {
                let mut codes: Vec<String> =
                    places.iter().flat_map(|place| codes(&key, place)).collect();
                codes.sort_unstable();
                codes.dedup();
                match place::note(tx, player_id, &codes, now) {
                    // Nothing is written about somebody who has been erased meanwhile.
                    Err(store::Error::NotFound) => {}
                    noted => noted?,
                }
            }
            Ok::<_, store::Error>(())
        })
        .await?;
    for (player_id, places) in &sightings {
        app.sightings.mark_written(player_id, places, now);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_needs_the_key_and_tells_addresses_from_browsers() {
        let home = Whereabouts {
            network: Some([192, 0, 2, 1].into()),
            browser: Some("192.0.2.1".to_owned()),
        };
        let [address, browser] = codes("key", &home).try_into().unwrap();
        assert!(address.starts_with('a') && browser.starts_with('b'), "{address} {browser}");
        assert_ne!(address[1..], browser[1..]);
        assert_ne!(codes("another", &home)[0], address);
        assert_eq!(codes("key", &Whereabouts { browser: None, ..home }), [address]);
    }
}
