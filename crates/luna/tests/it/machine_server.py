"""Both kinds of servers that Luna can ask: one that tasks are pushed to, and a language model's."""

import hashlib
import hmac
import http.server
import json

FIVE = ["One?", "Two?", "Three?", "Four?", "Five?"]


def pushed(headers, body, path):
    signed = headers["luna-timestamp"].encode() + b"." + body
    tag = hmac.new(b"a shared secret", signed, hashlib.sha256).hexdigest()
    if path != "/anybody" and not hmac.compare_digest(headers["luna-signature"], "v1=" + tag):
        return 401, {}
    task = json.loads(body)
    if task["type"] == "question":
        return 200, {"answers": answers(task.get("choices"))}
    if task["type"] == "converse":
        return 200, {"lines": ["Yes."]}
    replies = {"ask": {"questions": FIVE}, "answer": {"responses": FIVE}, "guess": {"guess": 1}}
    return 200, replies[task["type"]]


def answers(choices):
    return [{"answer": (choices or ["Seine"])[0], "confidence": 0.9}]


def modelled(headers, body, path):
    if headers["authorization"] != "Bearer a key":
        return 401, {"error": {"message": "Which key?"}}
    prompt = json.loads(body)["messages"][0]["content"]
    if "Now you guess" in prompt:
        said = '{"guess": 42}'
    elif "You are in a conversation" in prompt:
        said = "Yes.\nAnd you?"
    elif "Answer the question" in prompt:
        said = json.dumps(answers(["Loire"] if "1. Loire" in prompt else None))
    else:
        said = json.dumps(FIVE)
    return 200, {"choices": [{"message": {"content": said}, "finish_reason": "stop"}]}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.say(200, {"ready": True})

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        answer = pushed if "luna-signature" in self.headers else modelled
        self.say(*answer(self.headers, body, self.path))

    def say(self, status, reply):
        body = json.dumps(reply).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
