"""The errors of the API: a key for programs, a sentence for people."""

from __future__ import annotations

import json
from typing import Any


class LunaError(Exception):
    """A failed request. `seconds` says when to try again, if that may help."""

    def __init__(self, status: int, key: str, message: str, seconds: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.key = key
        self.message = message
        self.seconds = seconds

    def __str__(self) -> str:
        return f"{self.message} ({self.status} {self.key})" if self.status else self.message


class Unreachable(LunaError):
    """There was no response; the status is 0."""

    def __init__(self, message: str) -> None:
        super().__init__(0, "unreachable", message)


class Unauthorized(LunaError):
    """401: the token is unknown or has been revoked."""


class Forbidden(LunaError):
    """403: the token is read-only, or the machine has been stopped."""


class NotFound(LunaError):
    """404: nothing of this machine is at this address."""


class Refused(LunaError):
    """409: the rules do not allow this now."""


class Invalid(LunaError):
    """422: a value in the request is invalid."""


class TooMany(LunaError):
    """429: a limit has been reached."""


_BY_STATUS: dict[int, type[LunaError]] = {
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Refused,
    422: Invalid,
    429: TooMany,
}


def error_of(status: int, body: bytes, retry_after: str | None) -> LunaError:
    """The error in a response. A response from a proxy may contain no JSON."""
    try:
        said: Any = json.loads(body)["error"]
        key, message = str(said["key"]), str(said["message"])
        seconds: Any = said.get("seconds")
    except (ValueError, KeyError, TypeError, AttributeError):
        key, message, seconds = "http", f"The server answered {status}.", None
    if seconds is None and retry_after is not None and retry_after.isdecimal():
        seconds = retry_after
    kind = _BY_STATUS.get(status, LunaError)
    return kind(status, key, message, None if seconds is None else int(seconds))
