"""Machines in one function, in the sandbox of a real server."""

import threading
import unittest
from typing import Any, List

from luna_machine import Client, Game, Invalid, LunaError, Reply, Task, run
from luna_machine import example
from playing import Noting, server, token

WHOLE = ["ask", "answer", "guess"]


def in_thread(machine: Any, name: str, **options: Any) -> "Running":
    running = Running(machine, name, options)
    running.thread.start()
    return running


class Running:
    def __init__(self, machine: Any, name: str, options: Any) -> None:
        self.error: Any = None
        self.thread = threading.Thread(target=self.run, args=(machine, name, options), daemon=True)

    def run(self, machine: Any, name: str, options: Any) -> None:
        try:
            run(machine, server(), token(name), **options)
        except Exception as error:
            self.error = error

    def end(self) -> Any:
        """What it ended with."""
        self.thread.join(60)
        assert not self.thread.is_alive(), "it is still running"
        return self.error


class MachineTest(unittest.TestCase):
    def setUp(self) -> None:
        self.addCleanup(self.leave_all)

    def leave_all(self) -> None:
        for name in ("one", "two"):
            with Client(server(), token(name)) as client:
                for game in list(client.iterate_all("open")):
                    client.abort(game.id)

    def play(self, machine: Any, **options: Any) -> List[Game]:
        over: List[Game] = []
        run(machine, server(), token("one"), mode="sandbox", on_finish=over.append, **options)
        return over

    def test_against_each_house_machine(self) -> None:
        for name in ("gibberish", "eliza", "recall"):
            with self.subTest(name):
                machine = Noting()
                over = self.play(machine, opponent=name, count=2, games=2)
                self.assertEqual([game.ending for game in over], ["final", "final"])
                self.assertEqual({game.partner for game in over}, {name})
                self.assertEqual(machine.tasks, {game.id: WHOLE for game in over})

    def test_the_example(self) -> None:
        (game,) = self.play(example.machine, opponent="eliza", count=1)
        self.assertEqual(game.ending, "final")

    def test_two_machines_against_each_other(self) -> None:
        machines = {"one": Noting(), "two": Noting()}
        options = {"mode": "sandbox", "games": 3, "count": 6}
        both = [
            in_thread(machines["one"], "one", opponent="two", **options),
            in_thread(machines["two"], "two", opponent="one", **options),
        ]
        self.assertEqual([running.end() for running in both], [None, None])
        for machine in machines.values():
            self.assertEqual(list(machine.tasks.values()), [WHOLE] * 6)
        for name in machines:
            with Client(server(), token(name)) as client:
                self.assertEqual(client.games("open").games, ())

    def test_what_fails_costs_one_game_and_no_more(self) -> None:
        good = Noting()
        bad: List[Any] = [RuntimeError("no idea"), ["one"], "text", None, ["a", "", "c", "d", "e"]]

        def machine(task: Task) -> Reply:
            if bad and task.type == "ask":
                reply = bad.pop()
                if isinstance(reply, Exception):
                    raise reply
                return reply  # type: ignore[no-any-return]
            return good(task)

        with self.assertLogs("luna_machine", "ERROR") as logs:
            for _ in range(5):
                # Each run starts fresh, so none waits before the next game.
                (over,) = self.play(machine, opponent="eliza", count=1)
                self.assertEqual(over.ending, "left")
            (over,) = self.play(machine, opponent="eliza", count=1)
        self.assertEqual(over.ending, "final")
        said = "\n".join(logs.output)
        for words in ("no idea", "5 long and not 1", "not 'text'", "not None", "empty"):
            self.assertIn(words, said)

    def test_a_failed_game_is_followed_by_the_next(self) -> None:
        tasks: List[str] = []

        def machine(task: Task) -> Reply:
            tasks.append(task.type)
            return "nonsense" if len(tasks) == 1 else Noting()(task)

        with self.assertLogs("luna_machine", "ERROR"):
            over = self.play(machine, opponent="eliza", count=2)
        self.assertEqual([game.ending for game in over], ["left", "final"])
        self.assertEqual(tasks, ["ask", *WHOLE])

    def test_what_is_open_is_played_on(self) -> None:
        with Client(server(), token("one")) as client:
            game = client.start("sandbox", "eliza")
            client.questions(game.id, ["Why?"] * 5)
        machine = Noting()
        (over,) = self.play(machine, count=1)
        self.assertEqual((over.id, over.ending), (game.id, "final"))
        self.assertEqual(machine.tasks, {game.id: ["answer", "guess"]})

    def test_a_second_program_with_the_token_ends_the_first(self) -> None:
        asked = threading.Event()

        def machine(task: Task) -> Reply:
            asked.set()
            return Noting()(task)

        first = in_thread(machine, "one", mode="rated")
        self.assertTrue(asked.wait(60))
        with Client(server(), token("one")) as client:
            second = client.events()
            next(second)
            error = first.end()
            self.assertIsInstance(error, LunaError)
            self.assertEqual(error.key, "replaced")
            second.close()

    def test_a_wish_that_cannot_be_met_is_said(self) -> None:
        with self.assertRaisesRegex(Invalid, "no machine with this name"):
            self.play(Noting(), opponent="nobody", count=1)


if __name__ == "__main__":
    unittest.main()
