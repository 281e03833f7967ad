"""What machines are asked, and what is taken for a reply."""

import unittest
from typing import Any

from luna_machine import Answer, Guess, Keys, Line, Nonsense, Task

ASK = Task("ask", "g", 2, 10)
GUESS = Task("guess", "g", 2, questions=("a", "b"), responses=("c", "d"))


class TaskTest(unittest.TestCase):
    def test_each_type_is_read(self) -> None:
        ask = {"type": "ask", "game": "g", "questions": 2, "max_chars": 10, "more": 1}
        self.assertEqual(Task.of_json(ask), ASK)
        answer = {"type": "answer", "game": "g", "max_chars": 10, "questions": ["a"]}
        self.assertEqual(Task.of_json(answer), Task("answer", "g", 1, 10, ("a",)))
        guess = {"type": "guess", "game": "g", "questions": ["a", "b"], "responses": ["c", "d"]}
        self.assertEqual(Task.of_json(guess), GUESS)
        self.assertEqual(Task.of_json({**ask, "problem": "Why?"}).problem, "Why?")
        self.assertEqual(GUESS.exchanges, [("a", "c"), ("b", "d")])
        with self.assertRaisesRegex(ValueError, "buzz"):
            Task.of_json({**ask, "type": "buzz"})

    def test_good_replies(self) -> None:
        self.assertEqual(ASK.read(("a", "b")), {"questions": ["a", "b"]})
        self.assertEqual(Task("answer", "g", 1).read(["a"]), {"responses": ["a"]})
        self.assertEqual(GUESS.read(50), {"guess": 50.0})
        self.assertEqual(GUESS.read(Guess(0, [None, 1])), {"guess": 0.0, "sliders": [None, 1.0]})

    def test_a_question_outside_a_game(self) -> None:
        said = {"type": "question", "id": "q", "question": "Which river?", "max_answers": 5,
                "max_chars": 500, "choices": ["Seine", "Loire"]}
        task = Task.of_json(said)
        self.assertEqual((task.type, task.question, task.choices), ("question", "Which river?", ("Seine", "Loire")))
        wanted = {"answers": [{"answer": "Seine", "confidence": 0.9}]}
        self.assertEqual(task.read([Answer("Seine", 0.9)]), wanted)
        self.assertEqual(task.read([("Seine", 0.9)]), wanted)
        for reply in [[], "Seine", ["Seine"], [("Seine", 2)], [("a", 0.1)] * 6, 50]:
            unreadable: Any = reply
            with self.subTest(reply=str(reply)), self.assertRaises(Nonsense):
                task.read(unreadable)

    def test_a_conversation(self) -> None:
        said = {"type": "converse", "id": "t", "conversation": "c", "you": "entry", "wants": "lines",
                "lines": [{"by": "judge", "text": "Hello", "at_ms": 4200}], "elapsed_ms": 4200,
                "max_lines": 2, "max_chars": 1000, "max_keys": 2000}
        task = Task.of_json(said)
        self.assertEqual((task.type, task.game, task.you), ("converse", "c", "entry"))
        self.assertEqual(task.lines, (Line("judge", "Hello", 4200),))
        typed = {"by": "judge", "text": "Hi", "at_ms": 1, "open": True, "keys": "Hi", "delays_ms": [0, 9]}
        line = Task.of_json({**said, "lines": [typed]}).lines[0]
        self.assertEqual((line.open, line.keys, line.delays_ms), (True, "Hi", (0, 9)))
        self.assertEqual(task.read("Hi."), {"lines": ["Hi."]})
        self.assertEqual(task.read(["Hi.", "You?"]), {"lines": ["Hi.", "You?"]})
        self.assertEqual(task.read([]), {"lines": []})
        keys = Keys("Hu\bi\n", [400, 90, 120, 80, 300])
        self.assertEqual(task.read(keys), {"keys": "Hu\bi\n", "delays_ms": [400, 90, 120, 80, 300]})
        for reply in [None, 50, ["a", 1], ["a"] * 3, Keys("Hi", [1])]:
            unreadable: Any = reply
            with self.subTest(reply=str(reply)), self.assertRaises(Nonsense):
                task.read(unreadable)

    def test_nonsense(self) -> None:
        for task, reply in [
            (ASK, "ab"),
            (ASK, ["a"]),
            (ASK, ["a", 1]),
            (ASK, 50),
            (ASK, None),
            (GUESS, True),
            (GUESS, "50"),
            (GUESS, float("nan")),
            (GUESS, -0.1),
            (GUESS, 10**400),
            (GUESS, Guess(50, [1])),
            (GUESS, Guess(50, [1, 101])),
        ]:
            unreadable: Any = reply
            with self.subTest(reply=str(reply)[:20]), self.assertRaises(Nonsense):
                task.read(unreadable)


if __name__ == "__main__":
    unittest.main()
