"""The tasks of a machine and its replies, the same for every way in."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from numbers import Real
from typing import Any, Callable, Mapping, Optional, Sequence, Tuple, Union

from .responses import Game


class Nonsense(ValueError):
    """A machine's reply is not a valid move; the sentence says why."""


@dataclass(frozen=True)
class Guess:
    """A guess, with the marks for the single responses."""

    points: float
    sliders: Optional[Sequence[Optional[float]]] = None


@dataclass(frozen=True)
class Answer:
    """An answer to a question outside a game, with the probability from 0 to 1
    that it is right."""

    text: str
    confidence: float


@dataclass(frozen=True)
class Line:
    """A line of one side in a conversation."""

    #: judge or entry.
    by: str
    text: str
    #: The milliseconds from the beginning of the conversation to its last key.
    at_ms: int
    #: It is still being typed. Only if the machine receives characters.
    open: bool = False
    #: How it was typed, and the pause before each key. Only if the machine receives characters.
    keys: str | None = None
    delays_ms: tuple[int, ...] = ()

    @staticmethod
    def of_json(said: Mapping[str, Any]) -> Line:
        return Line(
            by=said["by"],
            text=said["text"],
            at_ms=said["at_ms"],
            open=said.get("open", False),
            keys=said.get("keys"),
            delays_ms=tuple(said.get("delays_ms", ())),
        )


@dataclass(frozen=True)
class Keys:
    """What a machine types in a conversation, shown as sent: a character for each
    key (a line feed is Return, `\\b` is Backspace), and the pause before each."""

    keys: str
    delays_ms: Sequence[int]


#: Texts for ask and answer; a number from 0 to 100, or a `Guess`, for guess; up
#: to five `Answer`s, or pairs of text and confidence, best first, for question; a
#: line, a list of lines (none: it says nothing) or `Keys` for converse.
#: A machine that plays by pulling declines a question or a conversation with None.
Reply = Union[
    str, Sequence[str], float, Guess, Sequence[Answer], Sequence[Tuple[str, float]], Keys, None
]


@dataclass(frozen=True)
class Task:
    """A request to a machine, with everything that it may know."""

    #: ask, answer or guess in a game; question or converse outside one.
    type: str
    #: The id of the game, of the question or of the conversation.
    game: str
    #: How many texts, or sliders, there are to be; the most answers to a question, and
    #: the most lines to say.
    count: int
    #: The most characters a text may have; not given for a guess.
    max_chars: int | None = None
    #: To answer: those of the other player. To guess from: the machine's own.
    questions: tuple[str, ...] = ()
    #: To guess from: what the other player answered.
    responses: tuple[str, ...] = ()
    their_questions: tuple[str, ...] = ()
    my_responses: tuple[str, ...] = ()
    #: The problem of the previous reply, if the task is sent again.
    problem: str | None = None
    #: Outside a game: the question, the text it is about, and the only answers allowed.
    question: str | None = None
    context: str | None = None
    choices: tuple[str, ...] = ()
    #: In a conversation: the machine's side, judge or entry, and what was said so far.
    you: str | None = None
    lines: tuple[Line, ...] = ()

    @property
    def exchanges(self) -> list[tuple[str, str]]:
        """Each of the machine's questions with the response to it."""
        return list(zip(self.questions, self.responses))

    @staticmethod
    def of_json(said: Mapping[str, Any]) -> Task:
        """The task in a line or body from Luna."""
        kind = said["type"]
        if kind not in _REPLIES:
            raise ValueError(f"There is no task of the type {kind}.")
        task = partial(
            Task, type=kind, max_chars=said.get("max_chars"), problem=said.get("problem")
        )
        if kind == "question":
            return task(
                game=said["id"],
                count=said["max_answers"],
                question=said["question"],
                context=said.get("context"),
                choices=tuple(said.get("choices", ())),
            )
        if kind == "converse":
            return task(
                game=said["conversation"],
                count=said["max_lines"],
                you=said["you"],
                lines=tuple(map(Line.of_json, said["lines"])),
            )
        questions = said["questions"]
        texts = () if kind == "ask" else tuple(questions)
        return task(
            game=said["game"],
            count=questions if kind == "ask" else len(texts),
            questions=texts,
            responses=tuple(said.get("responses", ())),
            their_questions=tuple(said.get("their_questions", ())),
            my_responses=tuple(said.get("my_responses", ())),
        )

    @staticmethod
    def of_game(game: Game) -> Task | None:
        """The task in a game, if it is this machine's turn."""
        rules = game.rules
        if game.duty == "ask":
            return Task("ask", game.id, rules.questions, rules.max_chars)
        if game.duty == "answer":
            asked = game.their_questions or ()
            return Task("answer", game.id, len(asked), rules.max_chars, asked)
        if game.duty == "guess":
            return Task(
                "guess",
                game.id,
                len(game.their_responses or ()),
                questions=game.my_questions or (),
                responses=game.their_responses or (),
                their_questions=game.their_questions or (),
                my_responses=game.my_responses or (),
            )
        return None

    def read(self, reply: Reply) -> dict[str, Any]:
        """The reply in the form that Luna expects. Luna checks the texts."""
        return _REPLIES[self.type](self, reply)


#: A whole machine.
Machine = Callable[[Task], Reply]


def _questions(task: Task, reply: Reply) -> dict[str, Any]:
    return {"questions": _texts(task, reply)}


def _responses(task: Task, reply: Reply) -> dict[str, Any]:
    return {"responses": _texts(task, reply)}


def _guess(task: Task, reply: Reply) -> dict[str, Any]:
    guess = reply if isinstance(reply, Guess) else Guess(_points(reply))
    body: dict[str, Any] = {"guess": _points(guess.points)}
    if guess.sliders is not None:
        sliders = [None if one is None else _points(one) for one in guess.sliders]
        if len(sliders) != task.count:
            count = len(sliders)
            raise Nonsense(f"A list of sliders is needed, {task.count} long and not {count}.")
        body["sliders"] = sliders
    return body


def _answers(task: Task, reply: Reply) -> dict[str, Any]:
    if not isinstance(reply, (list, tuple)) or not 1 <= len(reply) <= task.count:
        raise Nonsense(f"A list of 1 to {task.count} answers is needed, not {reply!r:.100}.")
    return {"answers": [_answer(answer) for answer in reply]}


def _answer(value: object) -> dict[str, Any]:
    if isinstance(value, tuple) and len(value) == 2:
        value = Answer(*value)
    if not isinstance(value, Answer) or not isinstance(value.text, str):
        raise Nonsense(f"An Answer, or a text and a confidence, is needed, not {value!r:.100}.")
    return {"answer": value.text, "confidence": _number(value.confidence, 1)}


def _said(task: Task, reply: Reply) -> dict[str, Any]:
    if isinstance(reply, Keys):
        if not isinstance(reply.keys, str) or len(reply.keys) != len(reply.delays_ms):
            raise Nonsense("Keys need a text and as many delays as it has characters.")
        return {"keys": reply.keys, "delays_ms": list(reply.delays_ms)}
    lines = [reply] if isinstance(reply, str) else reply
    if not isinstance(lines, (list, tuple)) or not all(isinstance(it, str) for it in lines):
        raise Nonsense(f"A line, a list of lines or Keys are needed, not {reply!r:.100}.")
    if len(lines) > task.count:
        raise Nonsense(f"At most {task.count} lines are said at once, not {len(lines)}.")
    return {"lines": list(lines)}


_REPLIES: dict[str, Callable[[Task, Reply], dict[str, Any]]] = {
    "ask": _questions,
    "answer": _responses,
    "guess": _guess,
    "question": _answers,
    "converse": _said,
}


def _texts(task: Task, reply: Reply) -> list[str]:
    if not isinstance(reply, (list, tuple)) or not all(isinstance(it, str) for it in reply):
        raise Nonsense(f"A list of texts is needed, not {reply!r:.100}.")
    if len(reply) != task.count:
        raise Nonsense(f"A list of texts is needed, {task.count} long and not {len(reply)}.")
    return list(reply)


def _points(value: object) -> float:
    return _number(value, 100)


def _number(value: object, most: int) -> float:
    if isinstance(value, Real) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if 0 <= number <= most:
            return number
    raise Nonsense(f"A number from 0 to {most} is needed, not {value!r:.100}.")
