"""A machine as a server, to which Luna posts signed tasks.

On a public network, put an HTTPS server in front of it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import threading
import time
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable

from .task import Machine, Nonsense, Task

log = logging.getLogger("luna_machine")

LARGEST = 1024 * 1024
#: Older deliveries, and those from the future, are not believed.
OLDEST_SECONDS = 300
#: So many replies are kept for deliveries that come again.
KEPT = 1000


def sign(secret: str, timestamp: int, body: bytes) -> str:
    """The signature that Luna sends as `luna-signature`."""
    message = str(timestamp).encode() + b"." + body
    return "v1=" + hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()


def verify(secret: str, timestamp: str, body: bytes, signature: str, now: float) -> bool:
    """Returns true if Luna has signed this body recently."""
    if not (timestamp.isascii() and timestamp.isdecimal() and len(timestamp) < 20):
        return False
    good = sign(secret, int(timestamp), body)
    same = hmac.compare_digest(good.encode(), signature.encode("utf-8", "replace"))
    return same and abs(now - int(timestamp)) <= OLDEST_SECONDS


class PushServer(ThreadingHTTPServer):
    """Listens at the given address; `serve_forever()` serves."""

    daemon_threads = True

    def __init__(
        self,
        machine: Machine,
        secret: str,
        host: str = "127.0.0.1",
        port: int = 8000,
        *,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__((host, port), _Handler)
        self.machine, self.secret, self.clock = machine, secret, clock
        self._kept: OrderedDict[tuple[str, bytes], dict[str, Any]] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        host, port = self.server_address[:2]
        return f"http://{host!s}:{port}"

    def reply(self, delivery: str, body: bytes) -> dict[str, Any]:
        """The reply to a task, which is the same for the same delivery."""
        with self._lock:
            before = self._kept.get((delivery, body))
        if before is not None:
            return before
        task = Task.of_json(json.loads(body))
        try:
            reply = task.read(self.machine(task))
        except Nonsense as error:
            # Luna asks once more and says what was wrong.
            log.error("Game %s, %s: %s", task.game, task.type, error)
            return {"error": str(error)}
        with self._lock:
            self._kept[delivery, body] = reply
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return reply


class _Handler(BaseHTTPRequestHandler):
    server: PushServer
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_GET(self) -> None:
        self._answer(200, {"ready": True})

    def do_POST(self) -> None:
        length = self.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > LARGEST:
            self.close_connection = True
            return self._answer(413, {"error": "A body of at most 1 MiB is needed."})
        body = self.rfile.read(int(length))
        header = self.headers.get
        timestamp, signature = header("luna-timestamp", ""), header("luna-signature", "")
        if not verify(self.server.secret, timestamp, body, signature, self.server.clock()):
            return self._answer(401, {"error": "This was not signed by Luna just now."})
        try:
            self._answer(200, self.server.reply(header("luna-delivery", ""), body))
        except (ValueError, KeyError, TypeError):
            log.exception("A task could not be read or played.")
            self._answer(500, {"error": "The task could not be read or played."})
        except Exception:
            log.exception("The machine failed.")
            self._answer(500, {"error": "The machine failed."})

    def _answer(self, status: int, said: dict[str, Any]) -> None:
        body = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        log.debug(format, *args)
