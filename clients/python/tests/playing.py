"""What the tests play with: a machine that notes what it was asked, and a line
to the server that loses answers."""

from __future__ import annotations

import os
import socket
import threading
from typing import Callable
from urllib.parse import urlsplit

from luna_machine import Reply, Task


def server() -> str:
    return _offered("LUNA_SERVER")


def token(name: str) -> str:
    """That of the machine `one` or `two`."""
    return _offered(f"LUNA_TOKEN_{name.upper()}")


def _offered(name: str) -> str:
    value = os.environ.get(name)
    if value is None:
        raise RuntimeError(f"{name} is not set: these tests are run by `cargo test -p luna python`")
    return value


class Noting:
    """Plays, and notes the tasks of each game in the order they came."""

    def __init__(self) -> None:
        self.tasks: dict[str, list[str]] = {}
        self.lock = threading.Lock()

    def __call__(self, task: Task) -> Reply:
        with self.lock:
            self.tasks.setdefault(task.game, []).append(task.type)
        if task.type == "ask":
            return [f"What is number {nth}? \u263e" for nth in range(task.count)]
        if task.type == "answer":
            return [f"You asked: {question}"[: task.max_chars] for question in task.questions]
        return 62.5


class Lossy:
    """Passes everything on to the server, but cuts the line instead of giving
    the answer to the first few connections."""

    def __init__(self, lost: int) -> None:
        self.lost = lost
        self.taken = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Lossy:
        return self

    def __exit__(self, *_: object) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def _accept(self) -> None:
        while True:
            try:
                line, _ = self.listener.accept()
            except OSError:
                return
            self.taken += 1
            threading.Thread(
                target=self._pass_on, args=(line, self.taken <= self.lost), daemon=True
            ).start()

    def _pass_on(self, line: socket.socket, cut: bool) -> None:
        url = urlsplit(server())
        with line, socket.create_connection((url.hostname or "", url.port or 80)) as onward:
            there = threading.Thread(target=_copy, args=(line, onward.sendall), daemon=True)
            there.start()
            if cut:
                onward.recv(1)  # The server has done it.
                _end(line)
            else:
                _copy(onward, line.sendall)
            _end(line)
            there.join()


def _end(line: socket.socket) -> None:
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # The other side has gone.


def _copy(source: socket.socket, send: Callable[[bytes], None]) -> None:
    try:
        for some in iter(lambda: source.recv(65536), b""):
            send(some)
    except OSError:
        pass  # One side has gone.
