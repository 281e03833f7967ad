//! Mails to the address that a guest has left for one game. They come when those to accounts come, and
//! say the same.

use luna_store::mail::{Mail, Notice};
use luna_store::{self as store, seat_address};

use crate::error::Error;
use crate::mail::{Letter, Mailer, line, stop_link};

const NO_MORE: &str = "No more mails about this game";

impl Mailer<'_, '_> {
    /// One mail for each game with an address, with all news of it.
    pub(super) fn about_single_games(
        &mut self,
        player_id: &str,
        notices: &[Notice],
    ) -> Result<(), Error> {
        let mut seats: Vec<&str> = notices.iter().map(|it| it.subject_id.as_str()).collect();
        seats.sort_unstable();
        seats.dedup();
        let mut has_written = false;
        for seat_id in seats {
            if seat_address::is_set(self.tx, seat_id)? {
                let news = notices.iter().filter(|it| it.subject_id == seat_id);
                has_written |= self.about_single_game(player_id, seat_id, news)?;
            }
        }
        if has_written {
            store::player::note_mail(self.tx, player_id, self.at.now)?;
        }
        Ok(())
    }

    /// Returns false if all of the news is old.
    fn about_single_game<'n>(
        &mut self,
        player_id: &str,
        seat_id: &str,
        notices: impl Iterator<Item = &'n Notice>,
    ) -> Result<bool, Error> {
        let (mut lines, mut latest) = (Vec::new(), None);
        for notice in notices {
            if let Some((subject, text)) = line(self.tx, player_id, notice)? {
                lines.push(text.to_owned());
                latest = Some((subject, notice.kind.as_str()));
            }
        }
        let Some((subject, kind)) = latest else { return Ok(false) };
        lines.dedup();
        let here = &self.settings.public_url;
        lines.push(format!(
            "Open the game in the browser in which you play, since you have no account. In another one, \
             type your recovery code first, at {here}/recover."
        ));
        lines.push(match kind {
            "over" => "This is the last mail about this game. Your address has been deleted here.".into(),
            _ => format!(
                "You get this mail because somebody has left your address for one game at {here}. It is \
                 deleted when the game is over. If that was not you, stop the mails below."
            ),
        });
        let buttons = vec![("Open the game".to_owned(), format!("{here}/games/{seat_id}"))];
        let off = (kind != "over").then_some(self.stop_url(seat_id)?);
        let off = off.map(|url| (NO_MORE, url));
        let letter = Letter { subject: subject.to_owned(), lines, buttons, off };
        // The address stands with the seat alone.
        let mail = Mail {
            player_id: Some(player_id.to_owned()),
            about: Some(seat_id.to_owned()),
            ..letter.mail(self.at, kind, "")
        };
        store::mail::send(self.tx, &mail, self.at.now)?;
        Ok(true)
    }

    fn stop_url(&mut self, seat_id: &str) -> Result<String, Error> {
        let random = &self.at.random;
        let key = store::setting::keep_first(self.tx, store::setting::KEY, &random.secret())?;
        let token = stop_link::seal(&key, random, seat_id);
        Ok(format!("{}/mail/stop/{token}", self.settings.public_url))
    }
}
