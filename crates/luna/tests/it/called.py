"""Machines that are called: how (push or openai), their port, and how many seconds they think.

Each task is told on the standard output as it comes: the game, where Luna says it, and what is to do.
"""

import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from luna_machine import PushServer

how, port, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])


def tell(*words):
    os.write(1, (" ".join(words) + "\n").encode())


def machine(task):
    tell(task.game, task.type)
    time.sleep(seconds)
    if task.type == "ask":
        return [f"What is {nth}?" for nth in range(task.count)]
    if task.type == "answer":
        return [f"You asked: {question}" for question in task.questions]
    return 40


def content(prompt):
    if "Write your" in prompt:
        return "ask", json.dumps([f"What is {nth}?" for nth in range(5)])
    if "Respond to each" in prompt:
        return "answer", json.dumps([f"It is {nth}." for nth in range(5)])
    return "guess", '{"guess": 40}'


class Model(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        kind, said = content(asked["messages"][0]["content"])
        tell("?", kind)
        time.sleep(seconds)
        usage = {"prompt_tokens": 100, "completion_tokens": 50}
        choice = {"message": {"role": "assistant", "content": said}}
        body = json.dumps({"choices": [choice], "usage": usage}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True


if how == "push":
    server = PushServer(machine, "what deliveries are signed with", port=port)
else:
    server = Server(("127.0.0.1", port), Model)
tell("open", str(server.server_address[1]))
server.serve_forever()
