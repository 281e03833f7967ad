"""A machine as a child process: tasks come in as lines, replies go out as
lines, as `luna bot run --exec` speaks them."""

from __future__ import annotations

import contextlib
import json
import logging
import sys
from typing import Any, BinaryIO

from .task import Machine, Nonsense, Task

log = logging.getLogger("luna_machine")


def serve(
    machine: Machine, lines: BinaryIO | None = None, replies: BinaryIO | None = None
) -> None:
    """Replies until the input ends. What the machine prints goes to the
    standard error, since the standard output is for replies."""
    lines = lines or sys.stdin.buffer
    replies = replies or sys.stdout.buffer
    with contextlib.redirect_stdout(sys.stderr):
        for line in iter(lines.readline, b""):
            reply = _reply(machine, line)
            if reply is not None:
                replies.write(json.dumps(reply).encode() + b"\n")
                replies.flush()


def _reply(machine: Machine, line: bytes) -> dict[str, Any] | None:
    """What Luna cannot take for a move it asks for once more, saying why."""
    try:
        said = json.loads(line)
        if said["type"] == "hello":
            return None
        task = Task.of_json(said)
    except (ValueError, KeyError, TypeError) as error:
        log.error("A line was not understood: %r", error)
        return {"error": "This line was not understood."}
    try:
        return task.read(machine(task))
    except Nonsense as error:
        log.error("Game %s, %s: %s", task.game, task.type, error)
        return {"error": str(error)}
    except Exception:
        log.exception("The machine failed at %s.", task.type)
        return {"error": "The machine failed."}
