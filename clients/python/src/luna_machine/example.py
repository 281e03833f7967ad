"""A machine to begin with: it listens a little, and guesses by the length of
what it is told."""

from __future__ import annotations

from .task import Reply, Task

QUESTIONS = (
    "What did you change your mind about last?",
    "Which word would you invent, and for what?",
    "How would you explain rain to a fish?",
    "What is wrong with this question?",
    "What do you hear right now?",
)


def machine(task: Task) -> Reply:
    if task.type == "ask":
        return [QUESTIONS[nth % len(QUESTIONS)] for nth in range(task.count)]
    if task.type == "answer":
        return [f"You ask: {question[:80]} I would rather hear it from you."
                for question in task.questions]
    if task.type == "question":
        return [(choice, 1 / len(task.choices)) for choice in task.choices[: task.count]] or [
            ("I would rather hear it from you.", 0.1)
        ]
    words = sum(len(response.split()) for _, response in task.exchanges)
    return min(100, 20 + 2 * words)
