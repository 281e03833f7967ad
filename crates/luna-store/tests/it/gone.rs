//! What somebody does while they are erased or banned.

use luna_store::consent::{self, Purpose};
use luna_store::disciplines::ALL;
use luna_store::game::Context;
use luna_store::machine::{self, MachineConfig, Transport};
use luna_store::moderation_log::Act;
use luna_store::token::{self, Token};
use luna_store::{Error, Result, Tx, draft, email_link, erase, mail, player, session};

use crate::erase::{MARK, marked};
use crate::house::House;
use crate::machine::declared;
use crate::meanwhile::Paused;

type Doing = fn(&mut Tx<'_>, &str) -> Result<()>;

fn letter(to: &str) -> mail::Mail {
    mail::Mail {
        id: format!("mail to {to}"),
        player_id: Some(to.to_owned()),
        kind: "reset".to_owned(),
        address: format!("{MARK}@example.org"),
        subject: MARK.to_owned(),
        plain: MARK.to_owned(),
        html: MARK.to_owned(),
        off_url: None,
        about: None,
    }
}

/// Nothing that comes while somebody is erased stays when they are.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_under_way_while_somebody_is_erased_comes_to_nothing() {
    let all: [(&str, Doing); 13] = [
        ("draft", |tx, id| draft::save(tx, id, "seat", "q1", MARK, 1)),
        ("aside", |tx, id| draft::save_aside(tx, id, "seat", "r1", MARK)),
        ("session", |tx, id| session::open(tx, id, id, MARK, 1)),
        ("link", |tx, id| email_link::make(tx, id, email_link::Kind::Verify, id, MARK, 9)),
        ("mail", |tx, id| mail::send(tx, &letter(id), 1)),
        ("rename", |tx, id| player::rename(tx, id, MARK)),
        ("claim", |tx, id| player::claim_email(tx, id, MARK, MARK, 0)),
        ("verify", |tx, id| player::verify_email(tx, id, MARK)),
        ("password", |tx, id| player::set_password(tx, id, MARK)),
        ("consent", |tx, id| consent::give(tx, id, Purpose::Play, MARK, 1)),
        ("mailed", |tx, id| player::note_mail(tx, id, 1)),
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

fn said() -> MachineConfig {
    MachineConfig { about: MARK.to_owned(), ..declared(Transport::Pull) }
}

fn key(id: &str) -> Token {
    Token {
        id: id.to_owned(),
        name: MARK.to_owned(),
        tail: String::new(),
        scope: token::Scope::Play,
        created_at: 1,
        used_at: None,
        revoked_at: None,
    }
}

/// Of an owner who has a machine called like them and `-1`.
const WITH_MACHINES: [(&str, Doing); 5] = [
    ("registers", |tx, owner| {
        let id = format!("{owner}-2");
        machine::register(tx, 1, &id, &format!("{MARK} of {owner}"), Some(owner), &said())
    }),
    ("replaces", |tx, owner| {
        let before = machine::find(tx, &format!("{owner}-1"))?;
        let random = luna_store::Random(std::sync::Arc::new(|| [0; 16]));
        let at = Context { now: 1, random, timing: crate::house::TIMING, disciplines: ALL };
        machine::replace(
            tx,
            &at,
            &before,
            &format!("{owner}-2"),
            &format!("{MARK} of {owner}"),
            &said(),
        )
    }),
    ("amends", |tx, owner| machine::update(tx, &format!("{owner}-1"), &said())),
    ("secret", |tx, owner| machine::set_secret(tx, &format!("{owner}-1"), Some(MARK))),
    ("token", |tx, owner| token::create(tx, &format!("{owner}-1"), &key(owner))),
];

fn goes(
    house: &House,
    owner: &'static str,
    erased: bool,
) -> impl FnOnce(&mut Tx<'_>) -> Result<()> + use<> {
    let at = house.at();
    move |tx| match erased {
        true => erase::erase(tx, &at, owner),
        false => erase::ban(tx, &at, Act::of(owner, "rude")),
    }
}

fn living(house: &House) -> Vec<String> {
    house.db.column("SELECT player_id FROM machine WHERE killed_at IS NULL")
}

#[tokio::test(flavor = "multi_thread")]
async fn no_machine_is_entered_or_changed_while_its_owner_goes() {
    for erased in [false, true] {
        for house in House::each() {
            for (owner, does) in WITH_MACHINES {
                house.people(&[owner]).await;
                house.machine(&format!("{owner}-1"), owner, Transport::Pull).await;
                let going = Paused::start(&house, goes(&house, owner, erased)).await;
                let late = going.then(&house, move |tx| does(tx, owner)).await;
                assert!(matches!(late, Err(Error::NotFound)), "{owner}: {late:?}");
                assert_eq!(marked(&house), Vec::<String>::new(), "{owner}");
                assert_eq!(living(&house), Vec::<String>::new(), "{owner}");
            }
        }
    }
}

/// The other way round.
#[tokio::test(flavor = "multi_thread")]
async fn an_erased_owner_takes_machines_along_that_are_being_entered() {
    for erased in [false, true] {
        for house in House::each() {
            for (owner, does) in WITH_MACHINES {
                house.people(&[owner]).await;
                house.machine(&format!("{owner}-1"), owner, Transport::Pull).await;
                let doing = Paused::start(&house, move |tx| does(tx, owner)).await;
                doing.then(&house, goes(&house, owner, erased)).await.unwrap();
                assert_eq!(living(&house), Vec::<String>::new(), "{owner}");
                let said = house.db.column("SELECT about FROM machine WHERE about = 'Xylophone'");
                let open = house.db.column("SELECT id FROM token WHERE revoked_at IS NULL");
                assert!(!erased || said.is_empty() && open.is_empty(), "{owner}");
            }
        }
    }
}
