//! Strategies of guessing: those of the paper, and those that a live site meets.

/// The strategy of a player's guesses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Strategy {
    /// The Actual Guess.
    Honest,
    /// Any number from 0 to 100.
    Random,
    /// 0.
    Minimum,
    /// The mean of all ratings.
    Mean,
    /// The opponent's quantile among the players met, looked up among the ratings.
    Quantile,
    /// Honest for this number of steps of the world, then Quantile.
    Delayed(u32),
    /// The last guess of the player by another.
    Copying,
    /// Half way from the Actual Guess to the rating revealed last.
    Anchoring,
    /// 100 for the others of the ring and 0 for the rest.
    Ring,
    /// Accounts of one person: they answer alike and see alike, and give each
    /// other 100.
    ManyAccounts,
    /// Honest, and sees others as all of this strategy do: where noise stays with a pair, they
    /// think the same of everybody.
    LikeMinded,
    /// 50.
    Lazy,
    /// The Actual Guess and so much more.
    Biased(f32),
    /// The Actual Guess on a scale from 60 to 80.
    Compressed,
    /// The Actual Guess, with an offset that grows from 0 to 20 while the
    /// world lasts.
    Drifting,
    /// Honest on a scale of its own, which follows the ratings that it sees after its games.
    Learning,
    /// Honest, and after each game gone for ever with a chance of one in ten.
    Leaving,
    /// Is guessed like anybody; its own guess is not counted.
    Machine,
}

/// With the names they go by.
const NAMED: [(&str, Strategy); 17] = [
    ("honest", Strategy::Honest),
    ("random", Strategy::Random),
    ("minimum", Strategy::Minimum),
    ("mean", Strategy::Mean),
    ("quantile", Strategy::Quantile),
    ("copying", Strategy::Copying),
    ("anchoring", Strategy::Anchoring),
    ("ring", Strategy::Ring),
    ("many-accounts", Strategy::ManyAccounts),
    ("like-minded", Strategy::LikeMinded),
    ("lazy", Strategy::Lazy),
    ("biased", Strategy::Biased(15.0)),
    ("compressed", Strategy::Compressed),
    ("drifting", Strategy::Drifting),
    ("learning", Strategy::Learning),
    ("leaving", Strategy::Leaving),
    ("machine", Strategy::Machine),
];

impl Strategy {
    /// Every one that has a name of its own; `delayed:STEPS` and
    /// `biased:POINTS` are made from a number.
    pub fn all() -> impl Iterator<Item = (&'static str, Strategy)> {
        NAMED.into_iter()
    }

    pub fn parse(text: &str) -> Result<Strategy, String> {
        if let Some((_, strategy)) = NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(*strategy);
        }
        let numbered = match text.split_once(':') {
            Some(("delayed", steps)) => steps.parse().ok().map(Strategy::Delayed),
            Some(("biased", points)) => {
                points.parse().ok().filter(|points: &f32| points.is_finite()).map(Strategy::Biased)
            }
            _ => None,
        };
        numbered.ok_or_else(|| {
            let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
            format!(
                "There is no strategy “{text}”. There are {}, delayed:STEPS and biased:POINTS.",
                names.join(", ")
            )
        })
    }

    pub fn name(self) -> String {
        match self {
            Strategy::Delayed(steps) => format!("delayed:{steps}"),
            Strategy::Biased(points) => format!("biased:{points}"),
            other => NAMED
                .iter()
                .find(|(_, strategy)| *strategy == other)
                .map_or_else(String::new, |(name, _)| (*name).to_owned()),
        }
    }

    /// Looks at the distribution of ratings, at once or later.
    pub(crate) fn is_quantile(self) -> bool {
        matches!(self, Strategy::Quantile | Strategy::Delayed(_))
    }
}

/// A mix of strategies, each with its weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Crowd(Vec<(Strategy, f64)>);

impl Crowd {
    pub fn all(strategy: Strategy) -> Crowd {
        Crowd(vec![(strategy, 1.0)])
    }

    /// Returns a crowd with this share of honest players; the rest is divided evenly among the
    /// others.
    pub fn honest_and(share: f64, others: &[Strategy]) -> Crowd {
        let each = (1.0 - share) / luna_learn::float(others.len().max(1));
        let others = others.iter().map(|&strategy| (strategy, each));
        Crowd([(Strategy::Honest, share)].into_iter().chain(others).collect())
    }

    /// `honest=3,random=1`, or a name alone.
    pub fn parse(text: &str) -> Result<Crowd, String> {
        let part = |part: &str| {
            let (name, weight) = part.split_once('=').unwrap_or((part, "1"));
            let strategy = Strategy::parse(name.trim())?;
            let weight = weight.trim().parse().ok();
            match weight.filter(|weight: &f64| weight.is_finite() && *weight >= 0.0) {
                Some(weight) => Ok((strategy, weight)),
                None => Err(format!("“{part}” does not end in a number of at least 0.")),
            }
        };
        let parts = text.split(',').map(part).collect::<Result<Vec<_>, String>>()?;
        match parts.iter().map(|(_, weight)| weight).sum::<f64>() {
            sum if sum.is_infinite() => Err("The weights of a crowd are too large.".to_owned()),
            sum if sum > 0.0 => Ok(Crowd(parts)),
            _ => Err("A crowd cannot be empty. Give a weight above 0.".to_owned()),
        }
    }

    pub fn name(&self) -> String {
        let parts = self.0.iter().map(|(strategy, share)| format!("{}={share}", strategy.name()));
        parts.collect::<Vec<_>>().join(",")
    }

    /// As people read it.
    pub(crate) fn describe(&self) -> String {
        match self.0.as_slice() {
            [(only, _)] => format!("all {}", only.name()),
            _ => self.name().replace(',', ", "),
        }
    }

    /// Refuses a number of players with which the crowd has nothing to show.
    pub fn check(&self, players: usize) -> Result<(), String> {
        if self.strategies(players).all(|one| one == Strategy::Machine) {
            return Err(format!(
                "None of the {players} players in the crowd “{}” would be a person, and the guesses of \
                 machines never count. Add people, such as honest=1.",
                self.name()
            ));
        }
        Ok(())
    }

    /// Returns a strategy for each player. The ends of shares are rounded.
    pub(crate) fn strategies(&self, players: usize) -> impl Iterator<Item = Strategy> {
        let whole: f64 = self.0.iter().map(|(_, weight)| weight).sum();
        let (mut reached, mut first) = (0.0, 0);
        self.0.iter().flat_map(move |&(strategy, weight)| {
            reached += weight;
            let end = (reached / whole * luna_learn::float(players)).round();
            let before = first;
            while first < players && luna_learn::float(first) < end {
                first += 1;
            }
            std::iter::repeat_n(strategy, first - before)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        let numbered =
            [("delayed:300", Strategy::Delayed(300)), ("biased:-5", Strategy::Biased(-5.0))];
        for (name, strategy) in Strategy::all().chain(numbered) {
            assert_eq!(Strategy::parse(name), Ok(strategy));
            assert_eq!(Strategy::parse(&strategy.name()), Ok(strategy));
        }
        assert!(Strategy::parse("clever").unwrap_err().contains("honest, random"));
        assert!(Crowd::parse("honest=0").is_err() && Crowd::parse("honest=x").is_err());
    }

    #[test]
    fn shares_are_divided_evenly() {
        let count = |crowd: &Crowd, players, strategy| {
            crowd.strategies(players).filter(|&one| one == strategy).count()
        };
        let four = [Strategy::Random, Strategy::Minimum, Strategy::Mean, Strategy::Quantile];
        let crowd = Crowd::honest_and(0.2, &four);
        assert_eq!(count(&crowd, 100, Strategy::Honest), 20);
        assert!(four.iter().all(|&one| count(&crowd, 100, one) == 20));
        let uneven = Crowd::honest_and(0.9, &four);
        assert_eq!(uneven.strategies(100).count(), 100);
        assert!(four.iter().all(|&one| (2..=3).contains(&count(&uneven, 100, one))));
        let mixed = Crowd::parse("honest=3,random").unwrap();
        assert_eq!(count(&mixed, 8, Strategy::Random), 2);
    }

    #[test]
    fn somebody_in_a_crowd_is_a_person() {
        let check = |text: &str, players| Crowd::parse(text).unwrap().check(players);
        assert!(check("machine=100", 50).unwrap_err().contains("“machine=100” would be a person"));
        assert!(check("machine,honest=0", 50).is_err());
        assert!(check("machine=99,honest=1", 40).is_err(), "one in a hundred is nobody of forty");
        assert_eq!(check("machine=99,honest=1", 100), Ok(()));
        assert_eq!(check("random", 2), Ok(()));
    }
}
