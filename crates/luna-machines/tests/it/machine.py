"""A machine that behaves as its first argument says."""

import json
import os
import subprocess
import sys

how, told = sys.argv[1], sys.argv[2:]


def reply(task):
    if task["type"] == "ask":
        return {"questions": [f"Piped {n}?" for n in range(1, 6)]}
    if task["type"] == "answer":
        return {"responses": task["questions"]}
    if task["type"] == "question":
        return {"answers": [{"answer": task["question"], "confidence": 0.25}]}
    if task["type"] == "converse":
        return {"lines": [f"{len(task['lines'])} lines, the last: {task['lines'][-1]['text']}"]}
    return {"guess": 37.5}


def write(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if how == "noisy":
    write("Loading...")
first = json.loads(sys.stdin.readline())
assert first == {"type": "hello", "machine": "piped"}, first
if how == "crash-at-start":
    sys.exit(4)

for count, line in enumerate(sys.stdin, 1):
    task = json.loads(line)
    if how == "crash-once" and not os.path.exists(told[0]):
        open(told[0], "w").close()
        sys.exit(3)
    elif how == "crash":
        sys.exit(3)
    elif how == "close":
        os.close(1)
        sys.stdin.read()
    elif how == "pids" and task["type"] == "ask":
        other = subprocess.Popen(["sleep", "1000"])
        pids = [str(os.getpid()), str(other.pid)]
        write(json.dumps({"questions": pids + ["3", "4", "5"]}))
    elif how in ("hang", "pids"):
        sys.stdin.read()
    elif how == "long":
        write("x" * 600_000)
    elif how == "endless":
        try:
            while True:
                os.write(1, b"x" * 65_536)
        except BrokenPipeError:
            sys.stdin.read()
    elif how == "bytes":
        sys.stdout.buffer.write(b"\xff\xfe\n")
        sys.stdout.flush()
    elif how == "twice":
        text = json.dumps({"questions": [f"Task {count}, {n}?" for n in range(1, 6)]}) + "\n"
        os.write(1, (text + text).encode())
    elif how == "garbage":
        write("what?")
    elif how == "corrigible" and "problem" not in task:
        write('{"guess":150}')
    elif how == "corrigible":
        number = {"The guess is outside 0 to 100.": 99}[task["problem"]]
        write(json.dumps({"guess": number}))
    else:
        write(json.dumps(reply(task)))
