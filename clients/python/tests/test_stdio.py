"""A machine as a child process, with real pipes."""

import json
import subprocess
import sys
import unittest
from typing import Any, List, Tuple

HELLO = {"type": "hello", "machine": "one"}
ASK = {"type": "ask", "game": "g", "questions": 5, "max_chars": 5000}
ANSWER = {"type": "answer", "game": "g", "max_chars": 5000, "questions": ["Why? \u263e"]}
GUESS = {"type": "guess", "game": "g", "questions": ["a"], "responses": ["b c"]}

QUESTION = {"type": "question", "id": "q", "question": "Which?", "max_answers": 5, "max_chars": 500,
            "choices": ["a", "b"]}

EXAMPLE = ["-m", "luna_machine", "example", "--way", "child"]
NOISY = """
from luna_machine import serve

def machine(task):
    print("thinking about", task.type)
    if task.problem is not None:
        return ["Sorry."] * task.count
    if task.type == "ask":
        raise RuntimeError("no idea")
    return ["too", "many"] if task.type == "answer" else 7

serve(machine)
"""


class StdioTest(unittest.TestCase):
    def talk(self, program: List[str], lines: List[Any]) -> Tuple[List[Any], str]:
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        done = subprocess.run(
            [sys.executable, *program], input=text.encode(), capture_output=True, timeout=60
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()

    def test_a_whole_game(self) -> None:
        replies, said = self.talk(EXAMPLE, [HELLO, ASK, ANSWER, GUESS, QUESTION])
        self.assertEqual(len(replies), 4, "hello needs none")
        self.assertEqual(len(replies[0]["questions"]), 5)
        self.assertIn("Why? \u263e", replies[1]["responses"][0])
        self.assertEqual(replies[2], {"guess": 24.0})
        answers = [{"answer": "a", "confidence": 0.5}, {"answer": "b", "confidence": 0.5}]
        self.assertEqual(replies[3], {"answers": answers})
        self.assertEqual(said, "")

    def test_each_reply_comes_before_the_next_task(self) -> None:
        with subprocess.Popen(
            [sys.executable, *EXAMPLE], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as child:
            assert child.stdin is not None and child.stdout is not None
            for task in (ASK, GUESS, ANSWER):
                child.stdin.write(json.dumps(task).encode() + b"\n")
                child.stdin.flush()
                self.assertTrue(json.loads(child.stdout.readline()))
            child.stdin.close()
            self.assertEqual(child.wait(60), 0)

    def test_failures_are_said_and_the_program_goes_on(self) -> None:
        again = {**ASK, "problem": "The reply has no \u201cquestions\u201d."}
        lines = [HELLO, ASK, again, ANSWER, ["no task"], {"type": "buzz"}, GUESS]
        replies, said = self.talk(["-c", NOISY], lines)
        self.assertEqual(replies[0], {"error": "The machine failed."})
        self.assertEqual(replies[1], {"questions": ["Sorry."] * 5})
        self.assertEqual(replies[2], {"error": "A list of texts is needed, 1 long and not 2."})
        self.assertEqual(replies[3], {"error": "This line was not understood."})
        self.assertEqual(replies[4], {"error": "This line was not understood."})
        self.assertEqual(replies[5:], [{"guess": 7.0}])
        self.assertIn("no idea", said)
        self.assertIn("thinking about ask", said)


if __name__ == "__main__":
    unittest.main()
