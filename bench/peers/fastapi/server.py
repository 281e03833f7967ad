"""Sandbox games of two machines on FastAPI, uvicorn and sqlite3, with which
`machines` compares Luna. What it obeys comes from the environment: PORT,
DATABASE (a path), SYNCHRONOUS (FULL or NORMAL) and WORKERS (processes)."""

import hashlib
import json
import os
import secrets
import sqlite3
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

import uvicorn
from fastapi import FastAPI, Header
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BaseModel, Field

RULES = {"questions": 5, "max_chars": 5000}
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"

Five = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=5000)]], Field(min_length=5, max_length=5)
]


class NewMachine(BaseModel):
    name: str


class NewGame(BaseModel):
    mode: Literal["sandbox"]
    opponent: str | None = None


class Questions(BaseModel):
    questions: Five


class Responses(BaseModel):
    responses: Five


class Guess(BaseModel):
    guess: Annotated[float, Field(ge=0, le=100)]


class Refusal(Exception):
    def __init__(self, status: int, key: str, message: str):
        self.status, self.key, self.message = status, key, message


def connect() -> sqlite3.Connection:
    synchronous = "NORMAL" if os.environ.get("SYNCHRONOUS") == "NORMAL" else "FULL"
    db = sqlite3.connect(
        os.environ["DATABASE"], timeout=30, isolation_level=None, check_same_thread=False
    )
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA journal_mode = WAL")
    db.execute(f"PRAGMA synchronous = {synchronous}")
    return db


# One connection for each process, which keeps the statements prepared. The
# endpoints run on the event loop and never wait within a transaction, so it has
# one user at a time.
db = connect()
app = FastAPI(openapi_url=None)


@contextmanager
def transaction():
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def new_id() -> str:
    return "".join([LETTERS[byte & 31] for byte in secrets.token_bytes(26)])


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def caller(authorization: str) -> int:
    scheme, _, token = authorization.partition(" ")
    row = db.execute("SELECT id FROM machine WHERE token_hash = ?", (hashed(token),)).fetchone()
    if scheme != "Bearer" or row is None:
        raise Refusal(401, "unauthorized", "A token of a machine is needed.")
    return row["id"]


# What is sent in each phase, the duty it fulfils, and the phase that follows
# once both have sent it.
MOVES = {
    "questions": ("interview", "response", "ask"),
    "responses": ("response", "guess", "answer"),
    "guess": ("guess", "final", "guess"),
}
DUTIES = {phase: (kind, duty) for kind, (phase, _, duty) in MOVES.items()}


def texts(stored: str | None) -> list[str] | None:
    return None if stored is None else json.loads(stored)


def view(mine: dict, theirs: dict | None, phase: str) -> dict:
    """The game as one of its two machines may see it."""
    over = phase == "final"
    kind, duty = DUTIES.get(phase, (None, None))
    changed_at = max(mine["changed_at"], theirs["changed_at"] if theirs else 0)
    return {
        "id": mine["id"],
        "mode": "sandbox",
        "phase": phase,
        "duty": duty if kind and mine[kind] is None else None,
        "due_at": None,
        "rules": RULES,
        "my_questions": texts(mine["questions"]),
        "their_questions": None if phase == "interview" else texts(theirs["questions"]),
        "my_responses": texts(mine["responses"]),
        "their_responses": texts(theirs["responses"]) if phase in ("guess", "final") else None,
        "my_guess": mine["guess"],
        "ending": "final" if over else None,
        "result": {
            "outcome": "tied",  # as between any two who have no rating
            "my_guess": mine["guess"],
            "their_guess": theirs["guess"],
            "their_rating": None,
            "my_rating_then": None,
            "my_rating_now": None,
            "their_guess_counts": False,
        }
        if over
        else None,
        "partner": theirs["name"] if over else None,
        "changed_at": datetime.fromtimestamp(changed_at / 1000, UTC)
        .isoformat(timespec="milliseconds")
        .replace("+00:00", "Z"),
    }


@app.get("/healthz")
async def healthz():
    return PlainTextResponse("ok")


@app.post("/api/v1/machines")
async def register(body: NewMachine):
    token = "luna_" + new_id()
    with transaction():
        db.execute(
            "INSERT INTO machine (name, token_hash) VALUES (?, ?)", (body.name, hashed(token))
        )
    return JSONResponse({"token": token}, 201)


@app.post("/api/v1/games")
async def open_game(body: NewGame, authorization: Annotated[str, Header()] = ""):
    with transaction():
        machine = caller(authorization)
        wanted = None if body.opponent is None else machine_named(body.opponent)
        if wanted == machine:
            raise Refusal(409, "refused", "There is no such opponent.")
        game = waiting_game(machine, wanted)
        if game is None:
            game = db.execute(
                "INSERT INTO game (phase, waiting, waiting_for) VALUES ('interview', ?, ?)",
                (machine, wanted),
            ).lastrowid
        else:
            db.execute("UPDATE game SET waiting = NULL, waiting_for = NULL WHERE id = ?", (game,))
        seat = {"id": new_id(), "questions": None, "responses": None, "guess": None}
        seat["changed_at"] = now_ms()
        db.execute(
            "INSERT INTO seat (id, game_id, machine_id, changed_at) VALUES (?, ?, ?, ?)",
            (seat["id"], game, machine, seat["changed_at"]),
        )
    return JSONResponse(view(seat, None, "interview"), 201)


def machine_named(name: str) -> int:
    row = db.execute("SELECT id FROM machine WHERE name = ?", (name,)).fetchone()
    if row is None:
        raise Refusal(409, "refused", "There is no such opponent.")
    return row["id"]


def waiting_game(machine: int, wanted: int | None) -> int | None:
    """The game of a waiting player that this machine wants and that wants this machine."""
    if wanted is None:
        row = db.execute(
            "SELECT id FROM game WHERE waiting IS NOT NULL AND waiting <> ?1"
            " AND (waiting_for IS NULL OR waiting_for = ?1) ORDER BY id LIMIT 1",
            (machine,),
        ).fetchone()
    else:
        row = db.execute(
            "SELECT id FROM game WHERE waiting = ?"
            " AND (waiting_for IS NULL OR waiting_for = ?) ORDER BY id LIMIT 1",
            (wanted, machine),
        ).fetchone()
    return row and row["id"]


@app.post("/api/v1/games/{seat_id}/questions")
async def ask(seat_id: str, body: Questions, authorization: Annotated[str, Header()] = ""):
    sent = json.dumps(body.questions, ensure_ascii=False)
    return JSONResponse(play(seat_id, authorization, "questions", sent))


@app.post("/api/v1/games/{seat_id}/responses")
async def answer(seat_id: str, body: Responses, authorization: Annotated[str, Header()] = ""):
    sent = json.dumps(body.responses, ensure_ascii=False)
    return JSONResponse(play(seat_id, authorization, "responses", sent))


@app.post("/api/v1/games/{seat_id}/guess")
async def guess(seat_id: str, body: Guess, authorization: Annotated[str, Header()] = ""):
    return JSONResponse(play(seat_id, authorization, "guess", body.guess))


def play(seat_id: str, authorization: str, kind: str, sent: str | float) -> dict:
    phase, following, _ = MOVES[kind]
    with transaction():
        machine = caller(authorization)
        seats = db.execute(
            "SELECT seat.*, game.phase, machine.name FROM seat AS own"
            " JOIN seat ON seat.game_id = own.game_id JOIN game ON game.id = own.game_id"
            " JOIN machine ON machine.id = seat.machine_id WHERE own.id = ?",
            (seat_id,),
        ).fetchall()
        mine = next((dict(seat) for seat in seats if seat["id"] == seat_id), None)
        theirs = next((dict(seat) for seat in seats if seat["id"] != seat_id), None)
        if mine is None or mine["machine_id"] != machine:
            raise Refusal(404, "not_found", "You have no such game.")
        if mine["phase"] != phase or mine[kind] is not None:
            raise Refusal(409, "refused", "This is not yours to do now.")
        mine[kind], mine["changed_at"] = sent, now_ms()
        db.execute(
            f"UPDATE seat SET {kind} = ?, changed_at = ? WHERE key = ?",
            (sent, mine["changed_at"], mine["key"]),
        )
        if theirs is not None and theirs[kind] is not None:
            phase = following
            db.execute("UPDATE game SET phase = ? WHERE id = ?", (phase, mine["game_id"]))
    return view(mine, theirs, phase)


@app.exception_handler(Refusal)
async def refused(_request, refusal: Refusal):
    error = {"key": refusal.key, "message": refusal.message}
    return JSONResponse({"error": error}, refusal.status)


@app.exception_handler(RequestValidationError)
async def invalid(_request, problem: RequestValidationError):
    message = "; ".join(error["msg"] for error in problem.errors())
    unread = any(error["type"] == "json_invalid" for error in problem.errors())
    key, status = ("bad_json", 400) if unread else ("invalid", 422)
    return JSONResponse({"error": {"key": key, "message": message}}, status)


if __name__ == "__main__":
    db.executescript((Path(__file__).parent.parent / "schema.sql").read_text())
    uvicorn.run(
        "server:app",
        host="127.0.0.1",
        port=int(os.environ["PORT"]),
        workers=int(os.environ.get("WORKERS", "1")),
        loop="uvloop",
        http="httptools",
        access_log=False,
        log_level="warning",
    )
