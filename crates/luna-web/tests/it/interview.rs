//! Questions to begin with: sets of ours and one's own, which never replace what somebody has typed.

use luna_testkit::app::TestApp;
use luna_testkit::persona::Persona;

/// The texts in the fields of an interview.
async fn fields(who: &mut Persona, game: &str) -> Vec<String> {
    let page = who.get(game).await.text();
    let fields = page.split('‹').skip(1).map(|field| field.split('›').next().unwrap().trim());
    fields.map(str::to_owned).collect()
}

/// Presses the button of a set, with what is in the first field.
async fn takes(who: &mut Persona, game: &str, set: &str, first: &str) {
    who.get(game).await;
    let form = [("q1", first), ("then", set)];
    who.post(&format!("{game}/draft"), &form).await.leads_to(game);
}

#[tokio::test]
async fn a_set_fills_what_is_empty_and_another_press_brings_others() {
    let app = TestApp::new().await;
    let mut ann = app.guest("ann").await;
    let game = ann.new_game().await;
    takes(&mut ann, &game, "ideas-playful", "My own question?").await;
    let first = fields(&mut ann, &game).await;
    assert_eq!(first[0], "My own question?");
    assert!(first.iter().all(|it| !it.is_empty()), "{first:?}");
    takes(&mut ann, &game, "ideas-playful", "My own question?").await;
    let second = fields(&mut ann, &game).await;
    assert_eq!(second[0], "My own question?");
    assert!(second[1..].iter().all(|it| !first.contains(it)), "ten have room for two draws");
    // What was taken and changed is one's own.
    let mut changed = second.clone();
    changed[1] = format!("{} And why?", second[1]);
    let form = [("q2", changed[1].as_str()), ("then", "ideas-world")];
    ann.post(&format!("{game}/draft"), &form).await.leads_to(&game);
    let third = fields(&mut ann, &game).await;
    assert_eq!(third[..2], changed[..2]);
    assert!(third[2..].iter().all(|it| !second.contains(it)));
}

#[tokio::test]
async fn earlier_questions_can_be_asked_again_by_who_asked_them() {
    let app = TestApp::new().await;
    let (mut ann, mut bob, [anns, _]) = app.finished("60", "30").await;
    let game = ann.new_game().await;
    let page = ann.get(&game).await.text();
    assert!(page.contains("ann asks 1?") && page.contains("[Ask these again]"), "{page}");
    let seat = anns.rsplit('/').next().unwrap();
    let again = format!("ideas-earlier-{seat}");
    takes(&mut ann, &game, &again, "").await;
    let all: Vec<String> = (1..=5).map(|nth| format!("ann asks {nth}?")).collect();
    assert_eq!(fields(&mut ann, &game).await, all);
    // To anybody else that game does not exist.
    let bobs = bob.new_game().await;
    bob.get(&bobs).await;
    let refused = bob.post(&format!("{bobs}/draft"), &[("then", &again)]).await;
    assert_eq!(refused.status.as_u16(), 404, "{refused}");
    bob.get(&bobs).await;
    let unknown = bob.post(&format!("{bobs}/draft"), &[("then", "ideas-nonsense")]).await;
    assert_eq!(unknown.status.as_u16(), 404);
}
