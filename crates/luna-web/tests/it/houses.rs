//! The machines that come with Luna, as they meet people.

use crate::app::TestApp;

#[tokio::test]
async fn a_person_who_has_its_name_already_keeps_it() {
    for app in TestApp::each().await {
        app.db.raw("DELETE FROM machine WHERE player_id = 'house-eliza' RETURNING way");
        app.db.raw("DELETE FROM player WHERE id = 'house-eliza' RETURNING id");
        app.guest("Eliza").await;
        app.restarts().await;
        let names =
            app.db.raw("SELECT name FROM player WHERE name_key LIKE '%eliza' ORDER BY name_key");
        assert_eq!(names, [["Eliza"], ["house-eliza"]]);
    }
}

#[tokio::test]
async fn what_is_said_of_them_is_what_this_luna_says() {
    let app = TestApp::new().await;
    app.db.raw("UPDATE machine SET about = 'old' WHERE way = 'house' RETURNING way");
    app.restarts().await;
    for house in luna_machines::House::ALL {
        let about = format!("SELECT about FROM machine WHERE player_id = '{}'", house.id());
        assert_eq!(app.db.column(&about), [house.about()]);
    }
}
