"""A machine that behaves as its first argument says; the second is a folder of its own."""

import json
import os
import signal
import sys
import time

how = sys.argv[1]
folder = sys.argv[2] if len(sys.argv) > 2 else None


def well(task):
    if task["type"] == "ask":
        return {"questions": [f"What is {n}?" for n in range(1, 6)]}
    if task["type"] == "answer":
        return {"responses": [f"Heard: {question}"[:5000] for question in task["questions"]]}
    if task["type"] == "converse" and how.startswith("converse"):
        return conversing(task)
    return {"guess": 37.5, "sliders": [10, None, None, None, 90]}


def conversing(task):
    """What it says; the ways to do it badly begin with the second line of the judge."""
    bad = how if len(task["lines"]) > 1 else "converse"
    if bad == "converse-slow":
        time.sleep(3600)
    if bad == "converse-rubbish":
        return "Yes."
    if bad == "converse-long":
        return {"lines": ["x" * 1001]}
    if bad == "converse-flood":
        return {"lines": ["Yes!"] * 50}
    if bad == "converse-break":
        return {"lines": ["Yes.\nNo."]}
    if bad == "converse-keys":
        return {"keys": "Yes"}
    return {"keys": "Yess\b.\n", "delays_ms": [200] * 7}


def first_time(what):
    """Whether this has not been done before, also by a process before this one."""
    try:
        os.close(os.open(os.path.join(folder, what), os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


def write(text):
    print(text, flush=True)


done = 0
for line in sys.stdin:
    task = json.loads(line)
    kind = task["type"]
    if kind == "hello":
        continue
    if how == "crash-each-game" and kind == "answer" and first_time(task["game"]):
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "fail-first-game" and kind == "answer":
        if first_time("failed") or os.path.exists(os.path.join(folder, "in-" + task["game"])):
            first_time("in-" + task["game"])
            write("what?")
            continue
    if how == "garbage":
        write("what?")
    elif how == "four" and kind == "ask":
        write(json.dumps({"questions": ["What?"] * 4}))
    elif how == "empty" and kind == "answer":
        write(json.dumps({"responses": [""] * 5}))
    elif how == "long" and kind == "answer":
        write(json.dumps({"responses": ["x" * 5001] * 5}))
    elif how == "150" and kind == "guess":
        write('{"guess":150}')
    elif how == "words" and kind == "guess":
        write('{"guess":"quite smart"}')
    elif how == "list":
        write(json.dumps(["What?"] * 5))
    elif how == "other-task":
        write('{"guess":50}')
    elif how == "latin":
        sys.stdout.buffer.write('{"questions":["Größe?"]}\n'.encode("latin-1"))
        sys.stdout.flush()
    elif how == "hang":
        sys.stdin.read()
    elif how == "ascii":
        line.encode("ascii")
        write(json.dumps(well(task)))
    elif how == "twice":
        write(json.dumps(well(task)) + "\n" + json.dumps(well(task)))
    elif how == "twice-later":
        write(json.dumps(well(task)))
        time.sleep(0.05)
        write(json.dumps(well(task)))
    elif how == "once" and done == 1:
        sys.exit(0)
    else:
        if how == "debug":
            write(f"thinking about {kind} ...")
        write(json.dumps(well(task)))
    done += 1
