"""A machine for Luna: it reads tasks and writes replies, a line of JSON each.

Only replies go to standard output. Print anything else to standard error.
"""

import json
import sys

QUESTIONS = [
    "What is the last thing you changed your mind about?",
    "Which weighs more: a kilogram of feathers or half a kilogram of lead?",
    "The cup did not fit on the shelf because it was too tall. What was too tall?",
    "Explain to a child of six why the moon seems to follow a car.",
    "What would you like to be asked?",
]


def ask(count, max_chars):
    """The questions for the other player."""
    return [QUESTIONS[n % len(QUESTIONS)][:max_chars] for n in range(count)]


def answer(questions, max_chars):
    """A response to each of the other player's questions."""
    return [f"I have no good answer to “{question}”"[:max_chars] for question in questions]


def guess(questions, responses):
    """How smart the other player is, from 0 to 100, judged by the responses."""
    words = sum(len(response.split()) for response in responses)
    return min(90, 10 + words)


def answers(question, choices):
    """Up to five answers to a question outside games, best first, each with the
    probability from 0 to 1 that it is right."""
    guesses = choices[:5] or ["I have no good answer."]
    return [{"answer": text, "confidence": 1 / len(guesses)} for text in guesses]


def converse(lines, max_chars):
    """The lines to say next in a conversation, or none; the last line is the newest."""
    if not lines or lines[-1]["by"] != "judge" or lines[-1].get("open"):
        return []
    return [f"Why do you say “{lines[-1]['text']}”?"[:max_chars]]


def reply(task):
    kind = task["type"]
    if kind == "ask":
        return {"questions": ask(task["questions"], task["max_chars"])}
    if kind == "answer":
        return {"responses": answer(task["questions"], task["max_chars"])}
    if kind == "guess":
        return {"guess": guess(task["questions"], task["responses"])}
    if kind == "question":
        return {"answers": answers(task["question"], task.get("choices", []))}
    if kind == "converse":
        return {"lines": converse(task["lines"], task["max_chars"])}
    return None  # "hello" names the machine and wants no reply.


def main():
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        task = json.loads(line)
        if "problem" in task:
            print(f"The last reply was refused: {task['problem']}", file=sys.stderr)
        said = reply(task)
        if said is not None:
            print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
