//! Steps of those who report a game and of those who decide about it.

use luna_store::player::{self, Role};

use crate::app::TestApp;
use crate::persona::Persona;

impl TestApp {
    /// Somebody who reads reports.
    pub async fn moderator(&self) -> Persona {
        let moderator = self.guest("marshal").await;
        self.acts(|tx, _| {
            let id = player::by_name(tx, "marshal")?.id;
            player::verify_email(tx, &id, "marshal@example.org")?;
            player::set_role(tx, &id, Some(Role::Moderator))
        })
        .await;
        moderator
    }

    /// The latest report.
    pub fn report_id(&self) -> String {
        self.db.column("SELECT id FROM report ORDER BY id DESC")[0].clone()
    }
}

impl Persona {
    pub async fn reports(&mut self, game: &str, fields: &[(&str, &str)]) {
        self.get(&format!("{game}/report")).await;
        let to = format!("{game}/reported");
        self.press("Send this report", fields).await.leads_to(&to);
    }

    /// Opens the latest report and its game.
    pub async fn opens_report(&mut self, id: &str) -> String {
        let page = format!("/admin/reports/{id}");
        self.get(&page).await;
        self.press("Read the game", &[]).await.leads_to(&page);
        self.reads(&page).await
    }
}
