"""A machine that plays by itself over the API, as its first argument says."""

import json
import os
import random
import sys
import threading
import time
import urllib.error
import urllib.request

how = sys.argv[1]
BASE = os.environ["LUNA_SERVER"] + "/api/v1"
TOKEN = "luna_wrong" if how == "wrong-token" else os.environ["LUNA_TOKEN"]
begun = set()
done = set()


def send(path, body=None):
    """What is answered, or None."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"}
    request = urllib.request.Request(BASE + path, data, headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code in (429, 502, 503):
            if how == "stubborn":
                return send(path, body)
            if how != "ignoring":
                time.sleep(1.1)
                return send(path, body)
        return None


def move(game):
    number = random.random() if how == "fickle" else 7
    count = 4 if how == "four" else 5
    if game["duty"] == "ask":
        return "questions", {"questions": [f"What is {number}?"] * count}
    if game["duty"] == "answer":
        return "responses", {"responses": [f"It is {number}."] * 5}
    return "guess", {"guess": 150 if how == "150" else 50}


def play(game):
    turn = (game["id"], game["duty"])
    if how == "forgetful" and game["id"] not in begun:
        return
    if game["ending"] is None and game["duty"] and turn not in done:
        done.add(turn)
        for _ in range(2 if how == "fickle" else 1):
            what, body = move(game)
            send(f"/games/{game['id']}/{what}", body)


def begin():
    game = send("/games", {"mode": "rated"})
    if game:
        begun.add(game["id"])
        play(game)


def follow():
    """The stream, once."""
    request = urllib.request.Request(BASE + "/stream/event")
    request.add_header("Authorization", "Bearer " + TOKEN)
    waits = True
    with urllib.request.urlopen(request) as lines:
        for line in lines:
            said = json.loads(line) if line.strip() else {"type": "nothing"}
            if said["type"] == "game":
                play(said["game"])
                waits = False
            over = said["type"] == "game" and said["game"]["ending"] and how != "only-one"
            if over and said["game"]["id"] in done | begun or said["type"] == "ready" and waits:
                begin()


if how == "idle":
    threading.Event().wait()
if how == "wrong-token":
    begin()
while True:
    try:
        follow()
    except Exception as error:
        print(repr(error), file=sys.stderr)
    if how == "deaf":
        threading.Event().wait()
    time.sleep(0.1)
