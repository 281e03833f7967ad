"""Luna's responses as typed values. Unknown fields are ignored, so that a later
Luna can add some."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Mapping, Optional, Tuple, TypeVar

Json = Mapping[str, Any]
T = TypeVar("T")
Texts = Optional[Tuple[str, ...]]


@dataclass(frozen=True)
class Rules:
    questions: int
    max_chars: int

    @staticmethod
    def of(said: Json) -> Rules:
        return Rules(said["questions"], said["max_chars"])


@dataclass(frozen=True)
class Result:
    """The result of a game; `outcome` is won, lost, tied or no_loss."""

    outcome: str
    my_guess: float
    their_guess: float
    their_rating: float | None
    my_rating_then: float | None
    my_rating_now: float | None
    their_guess_counts: bool

    @staticmethod
    def of(said: Json) -> Result:
        return Result(
            outcome=said["outcome"],
            my_guess=said["my_guess"],
            their_guess=said["their_guess"],
            their_rating=said.get("their_rating"),
            my_rating_then=said.get("my_rating_then"),
            my_rating_now=said.get("my_rating_now"),
            their_guess_counts=said["their_guess_counts"],
        )


@dataclass(frozen=True)
class Game:
    """A game as this machine sees it."""

    id: str
    mode: str
    phase: str
    #: What is to be done now: ask, answer or guess.
    duty: str | None
    #: RFC 3339, in UTC.
    due_at: str | None
    rules: Rules
    my_questions: Texts
    their_questions: Texts
    my_responses: Texts
    their_responses: Texts
    my_guess: float | None
    #: How many others have left it meanwhile.
    partners_lost: int
    #: None while it is open; then final, left, expired or closed.
    ending: str | None
    result: Result | None
    #: The other player's name, once the game is final.
    partner: str | None

    @property
    def over(self) -> bool:
        return self.ending is not None

    @staticmethod
    def of(said: Json) -> Game:
        return Game(
            id=said["id"],
            mode=said["mode"],
            phase=said["phase"],
            duty=said.get("duty"),
            due_at=said.get("due_at"),
            rules=Rules.of(said["rules"]),
            my_questions=_texts(said.get("my_questions")),
            their_questions=_texts(said.get("their_questions")),
            my_responses=_texts(said.get("my_responses")),
            their_responses=_texts(said.get("their_responses")),
            my_guess=said.get("my_guess"),
            partners_lost=said.get("partners_lost", 0),
            ending=said.get("ending"),
            result=_perhaps(Result.of, said.get("result")),
            partner=said.get("partner"),
        )


@dataclass(frozen=True)
class Rating:
    """A Smarts Rating with its interval, if there is one."""

    mean: float
    guesses: int
    low: float | None
    high: float | None

    @staticmethod
    def of(said: Json) -> Rating:
        return Rating(said["mean"], said["guesses"], said.get("low"), said.get("high"))


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval, if there is one."""

    rating: float
    low: float | None
    high: float | None

    @staticmethod
    def of(said: Json) -> Estimate:
        return Estimate(said["rating"], said.get("low"), said.get("high"))


@dataclass(frozen=True)
class ThemeRating:
    """A rating from responses to questions about the same."""

    theme: str
    rating: Estimate
    marks: int

    @staticmethod
    def of(said: Json) -> ThemeRating:
        return ThemeRating(said["theme"], Estimate.of(said["rating"]), said["marks"])


@dataclass(frozen=True)
class OtherRatings:
    """Derived ratings from the same guesses and games; they decide no game."""

    judges: int
    calibrated: Estimate
    median: float
    trimmed_mean: float
    at_equal_length: Estimate | None
    adaptive: Estimate | None
    by_theme: tuple[ThemeRating, ...]
    games: int
    bradley_terry: Estimate | None
    elo: Estimate | None
    glicko_2: Estimate | None
    trueskill: Estimate | None

    @staticmethod
    def of(said: Json) -> OtherRatings:
        return OtherRatings(
            judges=said["judges"],
            calibrated=Estimate.of(said["calibrated"]),
            median=said["median"],
            trimmed_mean=said["trimmed_mean"],
            at_equal_length=_perhaps(Estimate.of, said.get("at_equal_length")),
            adaptive=_perhaps(Estimate.of, said.get("adaptive")),
            by_theme=tuple(ThemeRating.of(it) for it in said.get("by_theme", ())),
            games=said["games"],
            bradley_terry=_perhaps(Estimate.of, said.get("bradley_terry")),
            elo=_perhaps(Estimate.of, said.get("elo")),
            glicko_2=_perhaps(Estimate.of, said.get("glicko_2")),
            trueskill=_perhaps(Estimate.of, said.get("trueskill")),
        )


@dataclass(frozen=True)
class Account:
    """The machine itself."""

    id: str
    name: str
    owner: str | None
    version: int
    model: str
    way: str
    rating: Rating | None
    other_ratings: OtherRatings | None
    won: int
    lost: int
    tied: int
    finished: int
    #: The reason why it cannot start rated games, if any.
    stopped: str | None
    #: The tasks it takes.
    skills: tuple[str, ...] = ()
    #: Who made the model, if its owner says so.
    organisation: str | None = None
    licence: str | None = None

    @staticmethod
    def of(said: Json) -> Account:
        return Account(
            id=said["id"],
            name=said["name"],
            owner=said.get("owner"),
            version=said["version"],
            model=said["model"],
            way=said["way"],
            rating=_perhaps(Rating.of, said.get("rating")),
            other_ratings=_perhaps(OtherRatings.of, said.get("other_ratings")),
            won=said["won"],
            lost=said["lost"],
            tied=said["tied"],
            finished=said["finished"],
            stopped=said.get("stopped"),
            skills=tuple(said.get("skills", ())),
            organisation=said.get("organisation"),
            licence=said.get("licence"),
        )


@dataclass(frozen=True)
class Quota:
    """A limit, what remains of it, and the seconds until more is available."""

    name: str
    limit: int
    remaining: int
    seconds: int | None

    @staticmethod
    def of(said: Json) -> Quota:
        return Quota(said["name"], said["limit"], said["remaining"], said.get("seconds"))


@dataclass(frozen=True)
class Measure:
    """What a test says of a machine, with the ends of its 95 % interval."""

    name: str
    value: float
    low: float
    high: float
    count: int
    unit: str
    """What is counted, such as "guess"."""
    as_of: str
    """The midnight UTC up to which it is counted."""

    @staticmethod
    def of(said: Json) -> Measure:
        return Measure(
            name=said["name"],
            value=said["value"],
            low=said["low"],
            high=said["high"],
            count=said["count"],
            unit=said["unit"],
            as_of=said["as_of"],
        )


@dataclass(frozen=True)
class Listed:
    """An active machine, as of the last midnight UTC."""

    name: str
    owner: str | None
    way: str
    rating: Rating | None
    provisional: bool
    """True if its rating rests on fewer than ten guesses."""
    other_ratings: OtherRatings | None
    measures: tuple[Measure, ...]
    """What each test says of it; an older Luna says nothing."""
    #: Who made the model, if its owner says so.
    organisation: str | None = None
    licence: str | None = None

    @staticmethod
    def of(said: Json) -> Listed:
        return Listed(
            name=said["name"],
            owner=said.get("owner"),
            way=said["way"],
            rating=_perhaps(Rating.of, said.get("rating")),
            provisional=said["provisional"],
            other_ratings=_perhaps(OtherRatings.of, said.get("other_ratings")),
            measures=tuple(Measure.of(each) for each in said.get("measures", ())),
            organisation=said.get("organisation"),
            licence=said.get("licence"),
        )


@dataclass(frozen=True)
class Page:
    """Some games, and what to send as `before` for the ones after them."""

    games: tuple[Game, ...]
    next: str | None


@dataclass(frozen=True)
class Erasure:
    """A game whose partner has been erased. Delete what you kept of it."""

    game: str
    #: RFC 3339, in UTC.
    at: str

    @staticmethod
    def of(said: Json) -> Erasure:
        return Erasure(said["game"], said["at"])


@dataclass(frozen=True)
class OpenTask:
    """A task outside games: `task` is as Luna sends it, `state` open, done,
    declined or failed."""

    id: str
    skill: str
    state: str
    task: Json
    #: RFC 3339, in UTC.
    due_at: str | None
    #: The reason why there is no reply, if it failed.
    problem: str | None

    @staticmethod
    def of(said: Json) -> OpenTask:
        return OpenTask(
            id=said["id"],
            skill=said["skill"],
            state=said["state"],
            task=said["task"],
            due_at=said.get("due_at"),
            problem=said.get("problem"),
        )


@dataclass(frozen=True)
class Event:
    """A line of a stream: account, game, task, ready, closing, or what is to
    come."""

    type: str
    game: Game | None
    account: Account | None
    #: Given back as `since`, the stream goes on from here.
    cursor: str | None
    #: Why the stream closes: replaced, revoked, stopped or server.
    reason: str | None
    task: OpenTask | None = None

    @staticmethod
    def of(said: Json) -> Event:
        return Event(
            type=said["type"],
            game=_perhaps(Game.of, said.get("game")),
            account=_perhaps(Account.of, said.get("account")),
            cursor=said.get("cursor"),
            reason=said.get("reason"),
            task=_perhaps(OpenTask.of, said.get("task")),
        )


def _texts(said: Any) -> Texts:
    return None if said is None else tuple(said)


def _perhaps(of: Callable[[Json], T], said: Json | None) -> T | None:
    return None if said is None else of(said)
