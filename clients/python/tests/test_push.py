"""The server for machines that Luna calls."""

import http.client
import json
import threading
import unittest
from typing import Any, Dict, Optional, Tuple

from luna_machine import PushServer, Reply, Task
from luna_machine.push import LARGEST, sign
from playing import Noting

SECRET = "a signing secret"
NOW = 1700000000
ASK = b'{"type":"ask","game":"g","questions":5,"max_chars":5000}'
#: By `openssl dgst -sha256 -hmac`, of "1700000000." and the body above.
KNOWN = "v1=5710541b1745ac5b39503cd604c64cc922596dfceadb10d74f8bbb1fea4b95b8"


class PushTest(unittest.TestCase):
    def setUp(self) -> None:
        self.machine: Any = Noting()
        self.now = NOW
        self.server = PushServer(self.call, SECRET, port=0, clock=lambda: self.now)
        thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        host, port = self.server.server_address[:2]
        self.line = http.client.HTTPConnection(str(host), port, timeout=20)
        self.addCleanup(self.line.close)

    def call(self, task: Task) -> Reply:
        return self.machine(task)  # type: ignore[no-any-return]

    def post(
        self,
        body: bytes,
        signature: Optional[str] = None,
        timestamp: str = str(NOW),
        delivery: str = "d1",
    ) -> Tuple[int, Any]:
        headers: Dict[str, str] = {
            "luna-timestamp": timestamp,
            "luna-signature": sign(SECRET, NOW, body) if signature is None else signature,
            "luna-delivery": delivery,
            "content-type": "application/json",
        }
        self.line.request("POST", "/any/path", body, headers)
        response = self.line.getresponse()
        return response.status, json.loads(response.read())

    def test_ready(self) -> None:
        self.line.request("GET", "/")
        response = self.line.getresponse()
        self.assertEqual((response.status, json.loads(response.read())), (200, {"ready": True}))

    def test_a_whole_exchange(self) -> None:
        self.assertEqual(sign(SECRET, NOW, ASK), KNOWN)
        status, said = self.post(ASK, KNOWN)
        self.assertEqual((status, len(said["questions"])), (200, 5))
        answer = {"type": "answer", "game": "g", "max_chars": 5000, "questions": ["Why? \u263e"]}
        status, said = self.post(json.dumps(answer, ensure_ascii=False).encode())
        self.assertEqual((status, said), (200, {"responses": ["You asked: Why? \u263e"]}))
        guess = {"type": "guess", "game": "g", "questions": ["a"], "responses": ["b"],
                 "their_questions": ["c"], "my_responses": ["d"]}
        self.assertEqual(self.post(json.dumps(guess).encode()), (200, {"guess": 62.5}))

    def test_what_luna_has_not_signed_is_refused(self) -> None:
        other = sign("another secret", NOW, ASK)
        for signature in ("", "v1=", KNOWN[:-1], KNOWN[:-1] + "9", KNOWN[3:], other, "v1=\u00e9"):
            with self.subTest(signature):
                self.assertEqual(self.post(ASK, signature)[0], 401)
        self.assertEqual(self.post(ASK + b" ", KNOWN)[0], 401)
        for timestamp in ("", "x", "-1", "1e9", str(NOW + 1)):
            with self.subTest(timestamp):
                self.assertEqual(self.post(ASK, KNOWN, timestamp)[0], 401)
        for now, status in [(-301, 401), (-300, 200), (300, 200), (301, 401)]:
            self.now = NOW + now
            self.assertEqual(self.post(ASK, KNOWN)[0], status)

    def test_a_delivery_that_comes_again_is_played_once(self) -> None:
        first, again = self.post(ASK), self.post(ASK)
        self.assertEqual(first, again)
        self.assertEqual(self.machine.tasks, {"g": ["ask"]})
        self.post(ASK, delivery="d2")
        self.assertEqual(self.machine.tasks, {"g": ["ask", "ask"]})

    def test_what_fails_is_said_and_the_server_goes_on(self) -> None:
        with self.assertLogs("luna_machine", "ERROR"):
            self.machine = lambda task: ["one"]
            status, said = self.post(ASK)
            self.assertEqual(status, 200)
            self.assertEqual(said["error"], "A list of texts is needed, 5 long and not 1.")
            self.machine = lambda task: 1 // 0
            self.assertEqual(self.post(ASK)[0], 500)
            self.assertEqual(self.post(b"not JSON")[0], 500)
            self.assertEqual(self.post(b'{"type":"buzz","game":"g","questions":5}')[0], 500)
        self.machine = Noting()
        self.assertEqual(self.post(ASK)[0], 200)
        self.line.request("POST", "/", headers={"content-length": str(LARGEST + 1)})
        self.assertEqual(self.line.getresponse().status, 413)


if __name__ == "__main__":
    unittest.main()
