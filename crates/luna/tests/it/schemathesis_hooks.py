"""Gives each request of Schemathesis an Idempotency-Key of its own where it has
a good one: otherwise most are refused for sending one again, and what else is
wrong with them is never looked at."""

import itertools
import re

import schemathesis

numbers = itertools.count(1)


@schemathesis.hook
def before_call(_context, case, _kwargs):
    key = (case.headers or {}).get("Idempotency-Key")
    # A request that is changed gets back the token that it is to be without.
    without_token = getattr(case.meta.phase.data, "parameter", None) == "Authorization"
    if isinstance(key, str) and re.fullmatch("[!-~]{1,64}", key) and not without_token:
        case.headers["Idempotency-Key"] = f"request-{next(numbers)}"
