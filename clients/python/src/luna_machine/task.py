"""What Luna asks of a machine and how it replies, the same for every way in."""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Real
from typing import Any, Callable, Mapping, Optional, Sequence, Tuple, Union

from .words import Game


class Nonsense(ValueError):
    """A machine's reply is no move; the sentence says why."""


@dataclass(frozen=True)
class Guess:
    """A guess, with the sliders beside the responses it was made from."""

    points: float
    sliders: Optional[Sequence[Optional[float]]] = None


@dataclass(frozen=True)
class Answer:
    """An answer to a question outside a game, with the probability from 0 to 1
    that it is right."""

    text: str
    confidence: float


#: Texts for ask and answer; a number from 0 to 100, or a `Guess`, for guess; up
#: to five `Answer`s, or pairs of text and confidence, best first, for question.
#: A machine that plays by pulling declines a question with None.
Reply = Union[Sequence[str], float, Guess, Sequence[Answer], Sequence[Tuple[str, float]], None]


@dataclass(frozen=True)
class Task:
    """What a machine is to do, and all that it may know for it."""

    #: ask, answer or guess in a game; question outside one.
    type: str
    #: The id of the game, or of the question.
    game: str
    #: How many texts, or sliders, there are to be; the most answers to a question.
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

    @property
    def exchanges(self) -> list[tuple[str, str]]:
        """To guess from: each of the machine's questions with its response."""
        return list(zip(self.questions, self.responses))

    @staticmethod
    def of_json(said: Mapping[str, Any]) -> Task:
        """The task in a line or body from Luna."""
        kind = said["type"]
        if kind not in _REPLIES:
            raise ValueError(f"There is no task of the type {kind}.")
        if kind == "question":
            return Task(
                type=kind,
                game=said["id"],
                count=said["max_answers"],
                max_chars=said["max_chars"],
                problem=said.get("problem"),
                question=said["question"],
                context=said.get("context"),
                choices=tuple(said.get("choices", ())),
            )
        questions = said["questions"]
        texts = () if kind == "ask" else tuple(questions)
        return Task(
            type=kind,
            game=said["game"],
            count=questions if kind == "ask" else len(texts),
            max_chars=said.get("max_chars"),
            questions=texts,
            responses=tuple(said.get("responses", ())),
            their_questions=tuple(said.get("their_questions", ())),
            my_responses=tuple(said.get("my_responses", ())),
            problem=said.get("problem"),
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
        """The reply as Luna takes it. What is in the texts, Luna judges."""
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


_REPLIES: dict[str, Callable[[Task, Reply], dict[str, Any]]] = {
    "ask": _questions,
    "answer": _responses,
    "guess": _guess,
    "question": _answers,
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
