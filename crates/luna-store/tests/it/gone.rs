//! What somebody does while they are erased or banned.

use luna_store::{Error, Result, Tx, draft, erase, link, mail, player, session};

use crate::erase::{MARK, marked};
use crate::house::House;
use crate::meanwhile::Paused;

type Doing = fn(&mut Tx<'_>, &str) -> Result<()>;

fn letter(to: &str) -> mail::Mail {
    mail::Mail {
        id: format!("mail to {to}"),
        player_id: to.to_owned(),
        kind: "reset".to_owned(),
        address: format!("{MARK}@example.org"),
        subject: MARK.to_owned(),
        plain: MARK.to_owned(),
        html: MARK.to_owned(),
        off_url: None,
    }
}

/// Nothing that comes while somebody is erased stays when they are.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_under_way_while_somebody_is_erased_comes_to_nothing() {
    let all: [(&str, Doing); 13] = [
        ("draft", |tx, id| draft::save(tx, id, "seat", "q1", MARK, 1)),
        ("aside", |tx, id| draft::save_aside(tx, id, "seat", "r1", MARK)),
        ("session", |tx, id| session::open(tx, id, id, MARK, 1, 9)),
        ("link", |tx, id| link::make(tx, id, "verify", id, MARK, 9)),
        ("mail", |tx, id| mail::send(tx, &letter(id), 1)),
        ("rename", |tx, id| player::rename(tx, id, MARK)),
        ("claim", |tx, id| player::claim_email(tx, id, MARK, MARK)),
        ("verify", |tx, id| player::verify_email(tx, id, MARK)),
        ("password", |tx, id| player::set_password(tx, id, MARK)),
        ("consent", |tx, id| player::consent(tx, id, MARK)),
        ("mailed", |tx, id| player::mailed(tx, id, 1)),
        ("admin", player::make_admin),
        ("wants", |tx, id| player::set_wants_mail(tx, id, true)),
    ];
    for house in House::each() {
        for (what, does) in all {
            house.people(&[what]).await;
            let at = house.at();
            let erasing = Paused::start(&house, move |tx| erase::erase(tx, &at, what)).await;
            let late = erasing.then(&house, move |tx| does(tx, what)).await;
            assert!(matches!(late, Err(Error::NotFound)), "{what}: {late:?}");
            assert_eq!(marked(&house), Vec::<String>::new(), "{what}");
        }
    }
}
