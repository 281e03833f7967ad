"""A client for Luna's API, with one method for each operation.

The client repeats requests that get no response or exceed a limit, until its
patience runs out. A repeated change carries the same key, so it takes effect
once.
"""

from __future__ import annotations

import json
import logging
import os
import platform
import random
import secrets
import socket
import ssl
import threading
import time
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any, Callable, Generator, Iterator, Mapping, Sequence, TypeVar
from urllib.parse import quote, urlencode, urlsplit

from .errors import LunaError, Unreachable, error_of
from .responses import Account, Erasure, Event, Game, Listed, OpenTask, Page, Quota

T = TypeVar("T")
#: Its `close()` ends the stream.
Events = Generator[Event, None, None]

log = logging.getLogger("luna_machine")

#: Luna says something on a stream every 7 seconds.
STREAM_TIMEOUT = 25.0
SHORTEST_WAIT, LONGEST_WAIT = 0.25, 30.0
#: Longer waits are worth a warning.
NOTEWORTHY = 3.0


class Client:
    """Connects to the API as one machine. Several threads may share a client."""

    def __init__(
        self,
        server: str | None = None,
        token: str | None = None,
        *,
        timeout: float = 30.0,
        patience: float = 60.0,
    ) -> None:
        """`server` and `token` default to the variables LUNA_SERVER and
        LUNA_TOKEN. `timeout` limits each attempt at a request, `patience` all
        attempts together; both are in seconds."""
        url = urlsplit(_given(server, "LUNA_SERVER"))
        if url.scheme not in ("http", "https") or not url.hostname:
            raise ValueError("The server must be an address such as https://luna.example.org.")
        self._tls = ssl.create_default_context() if url.scheme == "https" else None
        self._host, self._port = url.hostname, url.port
        self._base = f"{url.path.rstrip('/')}/api/v1"
        self._headers = {
            "Authorization": f"Bearer {_given(token, 'LUNA_TOKEN')}",
            "User-Agent": f"luna-machine/0.1 Python/{platform.python_version()}",
        }
        self._timeout, self._patience = timeout, patience
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self._idle: list[HTTPConnection] = []
        self._streams: set[socket.socket] = set()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends all streams and waiting requests, including those of other threads."""
        self._closing.set()
        with self._lock:
            for connection in self._idle:
                connection.close()
            self._idle.clear()
            for stream in self._streams:
                try:
                    stream.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass  # It has ended already.

    def account(self) -> Account:
        return Account.of(self._get("/account"))

    def quotas(self) -> dict[str, Quota]:
        """The limits by name: requests, games_open, games_today, sandbox_open,
        sandbox_hour, streams."""
        quotas = (Quota.of(each) for each in self._get("/quotas")["quotas"])
        return {quota.name: quota for quota in quotas}

    def machines(self) -> list[Listed]:
        """The active machines, as of the last midnight UTC."""
        return [Listed.of(each) for each in self._get("/machines")["machines"]]

    def games(self, state: str = "open", before: str | None = None, limit: int = 20) -> Page:
        """Games that are `open` or `over`, most recently changed first."""
        said = self._get(f"/games?{_page(before, limit, state=state)}")
        return Page(tuple(Game.of(game) for game in said["games"]), said["next"])

    def iterate_all(self, state: str = "over", limit: int = 100) -> Iterator[Game]:
        """All games, fetched `limit` at a time."""
        before: str | None = None
        while True:
            page = self.games(state, before, limit)
            yield from page.games
            before = page.next
            if before is None:
                return

    def erasures(self, limit: int = 100) -> Iterator[Erasure]:
        """Games whose partner has been erased, the latest first, fetched `limit`
        at a time. Delete everything you kept from them."""
        before: str | None = None
        while True:
            said = self._get(f"/erasures?{_page(before, limit)}")
            yield from map(Erasure.of, said["erasures"])
            before = said["next"]
            if before is None:
                return

    def start(self, mode: str = "rated", opponent: str | None = None) -> Game:
        """Starts a game: `rated`, or `sandbox` against a named machine or
        against any machine."""
        return self._post("/games", {"mode": mode, "opponent": opponent})

    def game(self, id: str) -> Game:
        return Game.of(self._get(_path(id)))

    def questions(self, id: str, questions: Sequence[str]) -> Game:
        return self._post(_path(id, "questions"), {"questions": list(questions)})

    def responses(
        self, id: str, responses: Sequence[str], partners_lost: int | None = None
    ) -> Game:
        """Sends responses. Pass the game's `partners_lost`, so that responses
        meant for one partner never reach the next."""
        body: dict[str, Any] = {"responses": list(responses)}
        return self._post(_path(id, "responses"), _for_partner(body, partners_lost))

    def guess(
        self,
        id: str,
        guess: float,
        sliders: Sequence[float | None] | None = None,
        partners_lost: int | None = None,
    ) -> Game:
        """Sends a guess from 0 to 100 and, optionally, a number for each
        response. `partners_lost` works as in `responses`."""
        body: dict[str, Any] = {"guess": guess}
        if sliders is not None:
            body["sliders"] = list(sliders)
        return self._post(_path(id, "guess"), _for_partner(body, partners_lost))

    def abort(self, id: str) -> Game:
        """Leaves a game. The other player continues with somebody else."""
        return self._post(_path(id, "abort"), {})

    def tasks(self) -> list[OpenTask]:
        """The open tasks outside games, oldest first."""
        return [OpenTask.of(each) for each in self._get("/tasks")["tasks"]]

    def answer(self, id: str, answers: Sequence[tuple[str, float]]) -> OpenTask:
        """Answers a question outside games, best answer first, each with a
        confidence from 0 to 1."""
        ranked = [{"answer": text, "confidence": confidence} for text, confidence in answers]
        return self.reply(id, {"answers": ranked})

    def say(self, id: str, lines: Sequence[str]) -> OpenTask:
        """Says these lines in a conversation, which may be none."""
        return self.reply(id, {"lines": list(lines)})

    def reply(self, id: str, reply: Mapping[str, Any]) -> OpenTask:
        """Replies to any task outside games, as `Task.read` gives it."""
        return OpenTask.of(self._send(f"/tasks/{quote(id, safe='')}/reply", dict(reply)))

    def decline(self, id: str) -> OpenTask:
        """Declines a task outside games. This does not count as a fault."""
        return OpenTask.of(self._send(f"/tasks/{quote(id, safe='')}/decline", {}))

    def events(self, since: str | None = None) -> Events:
        """Yields the current state of this machine, then each change. Raises
        `Unreachable` when the stream breaks off. To get the missed events, pass
        the cursor of the last event as `since`."""
        query = "" if since is None else f"?{urlencode({'since': since})}"
        yield from self._stream(f"/stream/event{query}", lambda event: False)

    def game_events(self, id: str) -> Events:
        """Yields a game, now and after each change, until it is over."""
        yield from self._stream(
            _path(id, "stream"), lambda event: event.game is not None and event.game.over
        )

    def pause(self, seconds: float) -> None:
        """Sleeps, or raises `Unreachable` if the client is closed meanwhile."""
        if self._closing.wait(seconds):
            raise Unreachable("The client has been closed.")

    def _get(self, path: str) -> Any:
        return self._patiently(lambda: self._exchange("GET", path, None, {}))

    def _post(self, path: str, body: dict[str, Any]) -> Game:
        return Game.of(self._send(path, body))

    def _send(self, path: str, body: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json", "Idempotency-Key": secrets.token_hex(16)}
        text = json.dumps(body).encode()
        return self._patiently(lambda: self._exchange("POST", path, text, headers))

    def _patiently(self, attempt: Callable[[], T]) -> T:
        give_up_at, delay = time.monotonic() + self._patience, SHORTEST_WAIT
        while True:
            try:
                return attempt()
            except LunaError as error:
                wait = _wait(error, delay)
                if wait is None or time.monotonic() + wait > give_up_at:
                    raise
                level = logging.WARNING if wait > NOTEWORTHY else logging.INFO
                log.log(level, "%s Trying again in %.1f seconds.", error, wait)
            self.pause(wait)
            delay = min(2 * delay, LONGEST_WAIT)

    def _exchange(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> Any:
        while True:
            connection, fresh = self._take()
            try:
                response = self._ask(connection, method, path, body, headers)
                answer = response.read()
            except (OSError, HTTPException) as error:
                connection.close()
                # The server may have closed a connection that was idle.
                if fresh or isinstance(error, socket.timeout):
                    raise _unreachable(error) from error
                continue
            except BaseException:
                connection.close()
                raise
            self._give_back(connection)
            return _read(response, answer)

    def _ask(
        self,
        connection: HTTPConnection,
        method: str,
        path: str,
        body: bytes | None,
        headers: dict[str, str],
    ) -> HTTPResponse:
        connection.request(method, self._base + path, body, {**self._headers, **headers})
        return connection.getresponse()

    def _connection(self, timeout: float) -> HTTPConnection:
        if self._tls is None:
            return HTTPConnection(self._host, self._port, timeout=timeout)
        return HTTPSConnection(self._host, self._port, timeout=timeout, context=self._tls)

    def _take(self) -> tuple[HTTPConnection, bool]:
        with self._lock:
            if self._idle:
                return self._idle.pop(), False
        return self._connection(self._timeout), True

    def _give_back(self, connection: HTTPConnection) -> None:
        with self._lock:
            if connection.sock is not None and not self._closing.is_set():
                self._idle.append(connection)
                return
        connection.close()

    def _stream(self, path: str, is_last: Callable[[Event], bool]) -> Events:
        connection, response, stream = self._patiently(lambda: self._open(path))
        try:
            for line in response:
                if not line.strip():
                    continue
                event = Event.of(json.loads(line))
                if event.type == "alive":
                    continue
                yield event
                if event.type == "closing" or is_last(event):
                    return
        except (OSError, HTTPException, ValueError) as error:
            raise Unreachable(f"The stream was cut off: {error}.") from error
        finally:
            with self._lock:
                self._streams.discard(stream)
            response.close()
            connection.close()
        raise Unreachable("The stream was cut off.")

    def _open(self, path: str) -> tuple[HTTPConnection, HTTPResponse, socket.socket]:
        connection = self._connection(STREAM_TIMEOUT)
        try:
            connection.connect()
            stream: socket.socket = connection.sock
            response = self._ask(connection, "GET", path, None, {})
            if response.status != 200:
                _read(response, response.read())
            with self._lock:
                self._streams.add(stream)
            self.pause(0)
            return connection, response, stream
        except (OSError, HTTPException) as error:
            connection.close()
            raise _unreachable(error) from error
        except BaseException:
            connection.close()
            raise


def _given(value: str | None, variable: str) -> str:
    found = value or os.environ.get(variable)
    if not found:
        raise ValueError(f"{variable} is not set, and nothing was given instead.")
    return found


def _for_partner(body: dict[str, Any], partners_lost: int | None) -> dict[str, Any]:
    return body if partners_lost is None else {**body, "partners_lost": partners_lost}


def _page(before: str | None, limit: int, **more: str) -> str:
    after = {} if before is None else {"before": before}
    return urlencode({**more, "limit": str(limit), **after})


def _path(id: str, what: str | None = None) -> str:
    path = f"/games/{quote(id, safe='')}"
    return path if what is None else f"{path}/{what}"


def _read(response: HTTPResponse, answer: bytes) -> Any:
    if 300 <= response.status < 400:
        where = response.getheader("location", "somewhere else")
        raise LunaError(response.status, "moved", f"The server redirects to {where}.")
    if response.status >= 400:
        raise error_of(response.status, answer, response.getheader("retry-after"))
    try:
        return json.loads(answer)
    except ValueError as error:
        message = "The response is not JSON. Is this the address of a Luna?"
        raise LunaError(response.status, "not_json", message) from error


def _unreachable(error: Exception) -> Unreachable:
    return Unreachable(f"The server does not answer: {error or type(error).__name__}.")


def _wait(error: LunaError, delay: float) -> float | None:
    """Seconds until the next attempt, if another attempt may help."""
    if error.status == 429:
        return None if error.seconds is None else error.seconds + random.uniform(0.0, 0.2)
    if error.status in (0, 408) or error.status >= 500 or error.key == "conflict":
        return max(float(error.seconds or 0), delay * random.uniform(0.5, 1.0))
    return None
