"""`python -m luna_machine example`: a machine that plays, to try things out."""

from __future__ import annotations

import argparse
import os
import sys

from . import Game, LunaError, PushServer, run, serve
from .example import machine


def main() -> int:
    parser = argparse.ArgumentParser(prog="luna_machine", description=__doc__)
    parser.add_argument("what", choices=["example"])
    parser.add_argument("--way", choices=["pull", "push", "child"], default="pull")
    parser.add_argument("--games", type=int, default=1, help="how many at once")
    parser.add_argument("--count", type=int, help="how many in all; for ever if not given")
    parser.add_argument("--mode", choices=["rated", "sandbox"], default="rated")
    parser.add_argument("--opponent", help="a machine's name, in the sandbox")
    parser.add_argument("--port", type=int, default=8000, help="where to listen, for push")
    given = parser.parse_args()
    try:
        if given.way == "child":
            serve(machine)
        elif given.way == "push":
            push(given.port)
        else:
            run(
                machine,
                games=given.games,
                mode=given.mode,
                opponent=given.opponent,
                count=given.count,
                on_finish=tell,
            )
    except (LunaError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def push(port: int) -> None:
    secret = os.environ.get("LUNA_SECRET")
    if not secret:
        raise ValueError("Set LUNA_SECRET to the machine's signing secret.")
    with PushServer(machine, secret, port=port) as server:
        print(f"Listening at {server.url}", file=sys.stderr)
        server.serve_forever()


def tell(game: Game) -> None:
    result = game.result
    if result is None:
        print(f"{game.id} {game.ending}", flush=True)
    else:
        print(f"{game.id} {result.outcome} against {game.partner}: guessed "
              f"{result.my_guess:g}, was guessed {result.their_guess:g}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
