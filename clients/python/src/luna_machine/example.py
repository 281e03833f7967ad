"""An example machine: it repeats questions, and guesses by the length of the
responses."""

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
    if task.type == "converse":
        heard = [line.text for line in task.lines if line.by != task.you and not line.open]
        return [f"You say: {heard[-1][:80]} I would rather hear it from you."] if heard else []
    words = sum(len(response.split()) for _, response in task.exchanges)
    return min(100, 20 + 2 * words)
