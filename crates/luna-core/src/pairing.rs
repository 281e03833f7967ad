//! Who plays whom.

/// Somebody whose questions are in and whose other seat is empty.
#[derive(Clone, Copy, Debug)]
pub struct Waiting<'a> {
    pub player: &'a str,
    pub last_partner: Option<&'a str>,
}

/// Whom `me` is paired with, given everyone waiting in the order of the queue:
/// the first who is somebody else and was not the partner last time, or else
/// the first who is somebody else.
pub fn choose(me: Waiting<'_>, queue: &[Waiting<'_>]) -> Option<usize> {
    let other = |w: &Waiting<'_>| w.player != me.player;
    let fresh = |w: &Waiting<'_>| {
        other(w) && me.last_partner != Some(w.player) && w.last_partner != Some(me.player)
    };
    queue.iter().position(fresh).or_else(|| queue.iter().position(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(me: (&str, &str), queue: &[(&str, &str)], expected: Option<usize>) {
        let queue: Vec<Waiting<'_>> =
            queue.iter().map(|w| Waiting { player: w.0, last_partner: Some(w.1) }).collect();
        let me = Waiting { player: me.0, last_partner: Some(me.1) };
        assert_eq!(choose(me, &queue), expected);
    }

    #[test]
    fn the_oldest_comes_first() {
        check(("me", ""), &[("ann", ""), ("bob", "")], Some(0));
        check(("me", ""), &[], None);
    }

    #[test]
    fn nobody_plays_with_themselves() {
        check(("me", ""), &[("me", "")], None);
        check(("me", ""), &[("me", ""), ("me", ""), ("bob", "")], Some(2));
    }

    #[test]
    fn the_last_partner_comes_last() {
        check(("me", "ann"), &[("ann", ""), ("bob", "")], Some(1));
        check(("me", ""), &[("ann", "me"), ("bob", "")], Some(1));
        check(("me", "ann"), &[("me", ""), ("ann", "me")], Some(1));
    }
}
