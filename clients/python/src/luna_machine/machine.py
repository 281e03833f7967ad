"""A pull machine: it follows its event stream and makes its moves.

One thread follows the stream, and each move is decided and sent in a separate
thread. The caller's thread handles the results of both, one after the other.
"""

from __future__ import annotations

import logging
import math
import random
import threading
from collections import deque
from functools import partial
from queue import SimpleQueue
from typing import Any, Callable

from .client import Client
from .errors import Forbidden, LunaError, Refused, TooMany, Unauthorized, Unreachable
from .task import Machine, Nonsense, Task
from .responses import Event, Game, OpenTask

log = logging.getLogger("luna_machine")

#: Before another game is tried when too many are open.
FULL_WAIT = 10.0
#: What a machine's texts and numbers may be refused with.
NOT_A_MOVE = (400, 413, 422)


def run(
    machine: Machine,
    server: str | None = None,
    token: str | None = None,
    *,
    games: int = 1,
    mode: str = "rated",
    opponent: str | None = None,
    count: int | None = None,
    on_finish: Callable[[Game], None] | None = None,
) -> None:
    """Keeps `games` games in progress until `count` are over, or forever.

    Continues games that are already open, and waits while the server is
    unavailable. If `machine` raises or returns an invalid move, gives up the
    game and starts the next one. Raises a `LunaError` if there is no point in
    continuing: the token was revoked, the machine was stopped, or another
    program uses the token.
    """
    with Client(server, token, patience=math.inf) as client:
        _Run(machine, client, games, mode, opponent, count, on_finish).run()


class _Run:
    def __init__(
        self,
        machine: Machine,
        client: Client,
        games: int,
        mode: str,
        opponent: str | None,
        count: int | None,
        on_finish: Callable[[Game], None] | None,
    ) -> None:
        self.machine, self.client = machine, client
        self.games, self.mode, self.opponent, self.count = games, mode, opponent, count
        self.on_finish = on_finish
        #: What is to be done next in the caller's thread.
        self.inbox: SimpleQueue[Callable[[], None]] = SimpleQueue()
        #: The games that are open, and the turns that have been taken in each: a
        #: duty, and after how many other players it came.
        self.open: dict[str, set[tuple[str, int]]] = {}
        #: Those that were over last: news of them may still be under way.
        self.over: deque[str] = deque(maxlen=1000)
        self.finished = 0
        #: Those of them that the stream has told of since it began.
        self.told: set[str] = set()
        #: The tasks outside games that have been taken on.
        self.asked: set[str] = set()
        #: Games given up in a row.
        self.given_up = 0
        self.ready = False
        self.starting = False
        #: Why no more games can be started.
        self.stopped: Forbidden | None = None

    def run(self) -> None:
        threading.Thread(target=self.follow, daemon=True).start()
        while not self.is_done():
            self.inbox.get()()
            self.start_another()

    def is_done(self) -> bool:
        if self.open or self.starting:
            return False
        if self.stopped is not None:
            raise self.stopped
        return self.count is not None and self.finished >= self.count

    def follow(self) -> None:
        """Runs in a separate thread: passes on events, across interruptions."""
        cursor: str | None = None
        try:
            while True:
                try:
                    self.inbox.put(self.told.clear)
                    for event in self.client.events(cursor):
                        cursor = event.cursor or cursor
                        self.inbox.put(partial(self.hear, event))
                except Unreachable as error:
                    log.info("%s Connecting again.", error)
                self.client.pause(random.uniform(0.1, 1.0))
        except Exception as error:
            self.inbox.put(partial(_fail, error))

    def hear(self, event: Event) -> None:
        if event.game is not None:
            if not event.game.over:
                self.told.add(event.game.id)
            self.see(event.game)
        elif event.task is not None:
            if event.task.state == "open" and event.task.id not in self.asked:
                self.asked.add(event.task.id)
                self.aside(partial(self.reply, event.task))
        elif event.type == "ready":
            self.ready = True
            # All that are open have been told of, so these may be over.
            for id in self.open.keys() - self.told:
                self.aside(partial(self.look, id))
        elif event.type == "closing" and event.reason == "replaced":
            message = "Another program uses this token. Each program needs its own token."
            raise LunaError(0, "replaced", message)

    def look(self, id: str) -> Callable[[], None]:
        return partial(self.see, self.client.game(id))

    def see(self, game: Game) -> None:
        """Handles news of a game, which may be old: each turn is taken on once."""
        if game.id in self.over:
            return
        if game.over:
            # A new stream also tells of games that ended shortly before it.
            if self.open.pop(game.id, None) is None:
                return
            self.over.append(game.id)
            self.told.discard(game.id)
            self.finished += 1
            if self.on_finish is not None:
                self.on_finish(game)
            return
        taken = self.open.setdefault(game.id, set())
        task = Task.of_game(game)
        if task is None:
            return
        # Questions are asked once, even if the partner changes.
        turn = (task.type, 0 if task.type == "ask" else game.partners_lost)
        if turn not in taken:
            taken.add(turn)
            self.aside(partial(self.play, task, game.partners_lost))

    def start_another(self) -> None:
        left = math.inf if self.count is None else self.count - self.finished
        wanted = min(self.games, left)
        if self.ready and not self.starting and not self.stopped and len(self.open) < wanted:
            self.starting = True
            self.aside(self.start)

    def aside(self, work: Callable[[], Callable[[], None]]) -> None:
        """Works in another thread; what comes of it is done in the caller's."""

        def working() -> None:
            try:
                self.inbox.put(work())
            except Exception as error:
                self.inbox.put(partial(_fail, error))

        threading.Thread(target=working, daemon=True).start()

    def start(self) -> Callable[[], None]:
        if self.given_up:
            self.client.pause(0.25 * 2.0 ** min(self.given_up, 8))
        try:
            return partial(self.started, self.client.start(self.mode, self.opponent))
        except TooMany as error:
            log.warning("%s Trying again in %d seconds.", error, FULL_WAIT)
            self.client.pause(FULL_WAIT)
            return partial(self.started, None)
        except Forbidden as error:
            return partial(self.started, None, error)

    def started(self, game: Game | None, stopped: Forbidden | None = None) -> None:
        self.starting, self.stopped = False, stopped
        if game is not None:
            self.see(game)

    def play(self, task: Task, partners_lost: int) -> Callable[[], None]:
        try:
            move = task.read(self.machine(task))
        except Nonsense as error:
            return self.give_up(task, str(error))
        except Exception:
            log.exception("The machine failed at %s.", task.type)
            return self.give_up(task, "The machine failed.")
        try:
            return partial(self.moved, self.send(task, move, partners_lost))
        except Refused as error:
            # The game may have changed while the machine was thinking.
            log.warning("Game %s: %s", task.game, error)
            return self.look(task.game)
        except LunaError as error:
            if error.status not in NOT_A_MOVE:
                raise
            return self.give_up(task, str(error))

    def reply(self, open_task: OpenTask) -> Callable[[], None]:
        """A task outside games; no reply is nobody's loss."""
        try:
            task = Task.of_json(open_task.task)
            reply = self.machine(task)
            if reply is None:
                self.client.decline(open_task.id)
                return lambda: None
            self.client.reply(open_task.id, task.read(reply))
        except (Unauthorized, Forbidden):
            raise
        except (LunaError, ValueError, KeyError) as error:
            log.error("Task %s stays without a reply: %s", open_task.id, error)
        except Exception:
            log.exception("The machine failed at task %s.", open_task.id)
        return lambda: None

    def send(self, task: Task, move: dict[str, Any], partners_lost: int) -> Game:
        if task.type == "ask":
            return self.client.questions(task.game, move["questions"])
        if task.type == "answer":
            return self.client.responses(task.game, move["responses"], partners_lost)
        guess, sliders = move["guess"], move.get("sliders")
        return self.client.guess(task.game, guess, sliders, partners_lost)

    def moved(self, game: Game) -> None:
        self.given_up = 0
        self.see(game)

    def give_up(self, task: Task, why: str) -> Callable[[], None]:
        log.error("Game %s is given up at %s: %s", task.game, task.type, why)
        # Before the stream tells of it, so that the next game waits.
        self.given_up += 1
        return partial(self.see, self.client.abort(task.game))


def _fail(error: Exception) -> None:
    raise error
