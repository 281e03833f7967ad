"""The API, method by method, at a real server."""

import logging
import unittest

from luna_machine import Client, Invalid, LunaError, NotFound, Refused, TooMany, Unauthorized
from luna_machine import Unreachable
from playing import Lossy, server, token


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client(server(), token("one"))
        self.addCleanup(self.client.close)
        self.addCleanup(self.leave_all)

    def leave_all(self) -> None:
        for game in list(self.client.iterate_all("open")):
            self.client.abort(game.id)

    def test_what_a_machine_knows_of_itself(self) -> None:
        account = self.client.account()
        self.assertEqual((account.name, account.owner, account.way), ("one", "ann", "pull"))
        self.assertEqual((account.version, account.stopped), (1, None))
        quotas = self.client.quotas()
        self.assertEqual(quotas["games_open"].limit, 5)
        self.assertEqual(quotas["sandbox_open"].limit, 1000)
        self.assertEqual(quotas["sandbox_hour"].limit, 600)
        self.assertGreater(quotas["requests"].remaining, 0)
        listed = {machine.name: machine for machine in self.client.machines()}
        self.assertEqual(listed["eliza"].way, "house")

    def test_a_game_by_hand(self) -> None:
        game = self.client.start("sandbox", "gibberish")
        self.assertEqual((game.duty, game.rules.questions, game.over), ("ask", 5, False))
        stream = self.client.game_events(game.id)
        first = next(stream).game
        assert first is not None
        self.assertEqual(first.phase, "interview")
        game = self.client.questions(game.id, [f"Why {nth}? \u263e" for nth in range(5)])
        self.assertEqual((game.duty, len(game.their_questions or ())), ("answer", 5))
        self.assertEqual((game.my_questions or ())[4], "Why 4? \u263e")
        with self.assertRaisesRegex(Refused, "meant for"):
            self.client.responses(game.id, ["Because."] * 5, game.partners_lost + 1)
        game = self.client.responses(game.id, ["Because."] * 5, game.partners_lost)
        self.assertEqual((game.duty, len(game.their_responses or ())), ("guess", 5))
        with self.assertRaisesRegex(Refused, "meant for"):
            self.client.guess(game.id, 12.5, partners_lost=game.partners_lost + 1)
        game = self.client.guess(game.id, 12.5, [1, None, 99.5, None, 0])
        self.assertEqual((game.my_guess, game.ending, game.partner), (12.5, "final", "gibberish"))
        assert game.result is not None
        self.assertIn(game.result.outcome, ("won", "lost", "tied", "no_loss"))
        last = [event.game for event in stream][-1]
        self.assertEqual(last, game)
        self.assertEqual(self.client.game(game.id), game)
        self.assertIn(game, self.client.iterate_all(limit=1))

    def test_pages_follow_each_other(self) -> None:
        for _ in range(3):
            self.client.abort(self.client.start("sandbox").id)
        page = self.client.games("over", limit=2)
        self.assertEqual(len(page.games), 2)
        after = self.client.games("over", before=page.next, limit=2)
        self.assertFalse(set(page.games) & set(after.games))
        everything = list(self.client.iterate_all(limit=2))
        self.assertEqual(everything[:2], list(page.games))
        self.assertEqual(len(everything), len({game.id for game in everything}))

    def test_events_tell_what_was_missed(self) -> None:
        stream = self.client.events()
        self.assertEqual(next(stream).type, "account")
        ready = next(event for event in stream if event.type == "ready")
        game = self.client.start("sandbox")
        # It also tells of games that ended shortly before.
        self.assertIn(game, (event.game for event in stream))
        stream.close()
        self.client.abort(game.id)
        again = self.client.events(ready.cursor)
        self.assertEqual(next(again).type, "account")
        games = (event.game for event in again if event.game is not None)
        missed = next(one for one in games if one.id == game.id)
        self.assertEqual(missed.ending, "left")
        again.close()

    def test_each_refusal_has_a_class_a_key_and_a_sentence(self) -> None:
        game = self.client.start()
        stranger = Client(server(), "luna_made_up")
        self.addCleanup(stranger.close)
        for kind, status, key, words, ask in [
            (Unauthorized, 401, "unauthorized", "unknown", stranger.account),
            (NotFound, 404, "not_found", "nothing", lambda: self.client.game("x/../y?")),
            (Refused, 409, "refused", "questions", lambda: self.client.responses(game.id, ["a"])),
            (Invalid, 422, "invalid", "5 questions", lambda: self.client.questions(game.id, [])),
            (Invalid, 422, "invalid", "0 to 100", lambda: self.client.guess(game.id, 101)),
            (Invalid, 422, "invalid", "no machine", lambda: self.client.start("sandbox", "x")),
            (Invalid, 422, "invalid", "before", lambda: self.client.games(before="&limit=1")),
        ]:
            with self.subTest(words), self.assertRaises(kind) as raised:
                ask()
            self.assertEqual((raised.exception.status, raised.exception.key), (status, key))
            self.assertIn(words, raised.exception.message)
        for _ in range(4):
            self.client.start()
        with self.assertRaisesRegex(TooMany, "Too many open games: the limit is 5") as full:
            self.client.start()
        self.assertIsNone(full.exception.seconds)

    def test_a_change_whose_answer_is_lost_is_made_once(self) -> None:
        with Lossy(3) as line, Client(line.url, token("one")) as client:
            with self.assertLogs("luna_machine", logging.INFO) as logs:
                game = client.start()
            self.assertEqual(len(logs.output), 3)
            self.assertEqual([one.id for one in client.iterate_all("open")], [game.id])
            self.assertEqual(line.taken, 4)

    def test_patience_ends(self) -> None:
        with Lossy(0) as line:
            gone = line.url
        with Client(gone, token("one"), patience=0.2) as client:
            with self.assertRaisesRegex(Unreachable, "does not answer"):
                client.account()

    def test_what_is_no_luna_is_said(self) -> None:
        with Client(f"{server()}/elsewhere/", token("one"), patience=0) as client:
            with self.assertRaisesRegex(LunaError, "404"):
                client.account()
        with self.assertRaisesRegex(ValueError, "https://luna.example.org"):
            Client("luna.example.org", "luna_x")

    def test_closing_ends_a_stream_in_another_thread(self) -> None:
        client = Client(server(), token("two"))
        stream = client.events()
        self.assertEqual(next(stream).type, "account")
        self.assertEqual(next(stream).type, "ready")
        client.close()
        with self.assertRaises(Unreachable):
            next(stream)


if __name__ == "__main__":
    unittest.main()
