"""The eight figures with numba: one compiled loop over games, ratings kept in
order as they change, means kept as sums. Prints the figures and, last, the
processor seconds of this process for one run after compilation."""

import sys
import time

import numpy as np
from numba import njit

from simulate_crowd import crowd

PLAYERS, STEPS = 100, 1000
HONEST, RANDOM, MINIMUM, MEAN, QUANTILE = range(5)


@njit(inline="always")
def nth_at_most(values, count, limit):
    found = 0
    for i in range(count):
        found += values[i] <= limit
    return found


@njit(inline="always")
def move(order, filled, old, new):
    """Puts `new` into the sorted ratings in the place of `old`."""
    place = np.searchsorted(order[:filled], old)
    while place + 1 < filled and order[place + 1] < new:
        order[place] = order[place + 1]
        place += 1
    while place > 0 and order[place - 1] > new:
        order[place] = order[place - 1]
        place -= 1
    order[place] = new


@njit
def guess(judge, of, step, delay, sd, strategy, truth, own, seen, order, rated, total):
    actual = truth[of] + sd * np.random.standard_normal()
    kind = strategy[judge]
    if kind == RANDOM:
        return 100.0 * np.random.random()
    if kind == MINIMUM:
        return 0.0
    if kind == MEAN:
        return total / rated if rated > 0 else actual
    if kind == QUANTILE:
        past = seen[judge]
        points = actual
        if past > 0 and rated > 0 and step >= delay:
            level = nth_at_most(own[judge], past, actual)
            points = order[max((level * rated + past - 1) // past, 1) - 1]
        own[judge, past] = actual
        seen[judge] = past + 1
        return points
    return actual


@njit
def world(strategy, delay, marks, sd, errors):
    players = len(strategy)
    truth = np.random.random(players) * 100.0
    rating = np.zeros(players)
    count = np.zeros(players, np.int64)
    ordered = False
    for kind in strategy:
        ordered |= kind == QUANTILE
    own = np.empty((players if ordered else 0, marks[-1]), np.float64)
    seen = np.zeros(players, np.int64)
    order = np.empty(players)
    rated, total, mark = 0, 0.0, 0
    pair = np.empty(2, np.int64)
    points = np.empty(2)
    for step in range(marks[-1]):
        a = np.random.randint(players)
        b = np.random.randint(players - 1)
        b += b >= a
        points[0] = guess(a, b, step, delay, sd, strategy, truth, own, seen, order, rated, total)
        points[1] = guess(b, a, step, delay, sd, strategy, truth, own, seen, order, rated, total)
        pair[0], pair[1] = b, a
        for i in range(2):
            of = pair[i]
            old = rating[of]
            count[of] += 1
            new = old + (points[i] - old) / count[of]
            rating[of] = new
            total += new - old
            if count[of] == 1:
                if ordered:
                    order[rated] = np.inf
                    move(order, rated + 1, np.inf, new)
                rated += 1
            elif ordered:
                move(order, rated, old, new)
        if step + 1 == marks[mark]:
            sum_, max_ = 0.0, 0.0
            for p in range(players):
                if count[p] > 0:
                    off = abs(rating[p] - truth[p])
                    sum_ += off
                    max_ = max(max_, off)
            errors[mark, 0] += sum_ / rated
            errors[mark, 1] += max_
            mark += 1


@njit
def trials(strategy, delay, marks, sd, count, seed):
    np.random.seed(seed)
    errors = np.zeros((len(marks), 2))
    for _ in range(count):
        world(strategy, delay, marks, sd, errors)
    return errors / count


def figures(count, sd):
    times = np.array([1, *range(100, STEPS + 1, 100)])
    end = np.array([STEPS])
    shares = np.arange(11) / 10
    all_ = np.full(PLAYERS, QUANTILE, np.int64)
    yield "3.1", trials(np.full(PLAYERS, RANDOM, np.int64), 0, times, sd, count, 1)
    yield "3.2", trials(np.full(PLAYERS, HONEST, np.int64), 0, times, sd, count, 2)
    for name, kinds in [("3.3", [MINIMUM]), ("3.4", [MEAN]), ("3.6", [QUANTILE]),
                        ("3.8", [RANDOM, MINIMUM, MEAN, QUANTILE])]:
        found = [trials(crowd(PLAYERS, h, kinds), 0, end, sd, count, 3) for h in shares]
        yield name, np.concatenate(found)
    yield "3.5", trials(all_, 0, times, sd, count, 4)
    found = [trials(all_, d, np.array([d + STEPS // 2]), sd, count, 5)
             for d in range(0, STEPS + 1, STEPS // 10)]
    yield "3.7", np.concatenate(found)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    sd = 5.0 ** 0.5
    for _ in figures(1, sd):  # compiles
        pass
    start = time.process_time()
    found = list(figures(count, sd))
    seconds = time.process_time() - start
    for name, errors in sorted(found, key=lambda one: one[0]):
        print(name, " ".join(f"{mean:.2f}" for mean in errors[:, 0]), file=sys.stderr)
    print(seconds)


main()
