"""A machine for Luna in one function, and a typed client for Luna's API.

    from luna_machine import run

    def my_machine(task):
        if task.type == "ask":
            return ["Why?"] * task.count
        if task.type == "answer":
            return [f"You asked: {question}" for question in task.questions]
        return 50

    run(my_machine)    # LUNA_SERVER and LUNA_TOKEN from the environment
"""

from .client import Client
from .errors import (
    Forbidden,
    Invalid,
    LunaError,
    NotFound,
    Refused,
    TooMany,
    Unauthorized,
    Unreachable,
)
from .machine import run
from .push import PushServer
from .stdio import serve
from .task import Answer, Guess, Keys, Line, Machine, Nonsense, Reply, Task
from .responses import (
    Account,
    Erasure,
    Estimate,
    Event,
    Game,
    Listed,
    Measure,
    OpenTask,
    OtherRatings,
    Page,
    Quota,
    Rating,
    Result,
    Rules,
)

__version__ = "0.1.0"

__all__ = [
    "Account",
    "Answer",
    "Client",
    "Erasure",
    "Estimate",
    "Event",
    "Forbidden",
    "Game",
    "Guess",
    "Invalid",
    "Keys",
    "Line",
    "Listed",
    "LunaError",
    "Machine",
    "Measure",
    "Nonsense",
    "NotFound",
    "OpenTask",
    "OtherRatings",
    "Page",
    "PushServer",
    "Quota",
    "Rating",
    "Refused",
    "Reply",
    "Result",
    "Rules",
    "Task",
    "TooMany",
    "Unauthorized",
    "Unreachable",
    "run",
    "serve",
]
