"""The eight figures with numpy: every step is done for all trials (and for all
shares of honest players) of a figure at once. Prints the figures and, last,
the processor seconds of this process."""

import sys
import time

import numpy as np

from simulate_crowd import crowd

PLAYERS, STEPS = 100, 1000
HONEST, RANDOM, MINIMUM, MEAN, QUANTILE = range(5)


class Worlds:
    """A row for each world: ratings, counts, and what Quantile players saw."""

    def __init__(self, strategy, delay, steps, sd, rng):
        self.rng, self.sd, self.delay = rng, sd, delay
        self.strategy = strategy
        self.rows = np.arange(len(strategy))
        shape = strategy.shape
        self.truth = rng.random(shape) * 100
        self.rating = np.zeros(shape)
        self.count = np.zeros(shape, np.int64)
        self.present = np.unique(strategy)
        if QUANTILE in self.present:
            room = 40 + 4 * steps // PLAYERS
            self.own = np.full((*shape, room), np.inf, np.float32)
            self.seen = np.zeros(shape, np.int64)
        n = len(strategy)
        self.first = rng.integers(PLAYERS, size=(steps, n))
        second = rng.integers(PLAYERS - 1, size=(steps, n))
        self.second = second + (second >= self.first)
        self.noise = rng.standard_normal((steps, 2, n)) * sd
        if RANDOM in self.present:
            self.random = rng.random((steps, 2, n)) * 100

    def guesses(self, step, which, judge, of, mean, order, rated):
        actual = self.truth[self.rows, of] + self.noise[step, which]
        points = actual
        kind = self.strategy[self.rows, judge]
        if RANDOM in self.present:
            points = np.where(kind == RANDOM, self.random[step, which], points)
        if MINIMUM in self.present:
            points = np.where(kind == MINIMUM, 0.0, points)
        if MEAN in self.present and rated is not None:
            points = np.where(kind == MEAN, mean, points)
        if QUANTILE in self.present:
            r = np.flatnonzero(kind == QUANTILE)
            j, seen = judge[r], self.seen[r, judge[r]]
            own = self.own[r, j]
            if step >= self.delay and rated is not None:
                level = (own <= actual[r, None].astype(np.float32)).sum(1)
                place = np.maximum(-(-level * rated[r] // np.maximum(seen, 1)), 1) - 1
                points = points.copy()
                points[r] = np.where(seen > 0, order[r, place], actual[r])
            self.own[r, j, seen] = actual[r]
            self.seen[r, j] += 1
        return points

    def step(self, step):
        a, b = self.first[step], self.second[step]
        mean = order = rated = None
        if step > 0:
            rated = np.count_nonzero(self.count, axis=1)
            if MEAN in self.present:
                mean = self.rating.sum(1) / rated
            if QUANTILE in self.present and step >= self.delay:
                order = np.sort(np.where(self.count > 0, self.rating, np.inf), axis=1)
        of_b = self.guesses(step, 0, a, b, mean, order, rated)
        of_a = self.guesses(step, 1, b, a, mean, order, rated)
        for of, points in [(b, of_b), (a, of_a)]:
            count = self.count[self.rows, of] + 1
            self.count[self.rows, of] = count
            old = self.rating[self.rows, of]
            self.rating[self.rows, of] = old + (points - old) / count

    def errors(self):
        off = np.where(self.count > 0, np.abs(self.rating - self.truth), np.nan)
        return np.stack([np.nanmean(off, 1), np.nanmax(off, 1)], 1)


def run(strategy, delay, marks, sd, rng):
    worlds = Worlds(strategy, delay, marks[-1], sd, rng)
    found = []
    for step in range(marks[-1]):
        worlds.step(step)
        if step + 1 in marks:
            found.append(worlds.errors())
    return found


def figures(count, sd, rng):
    times = [1, *range(100, STEPS + 1, 100)]
    same = lambda kind: np.full((count, PLAYERS), kind)
    for name, kind in [("3.1", RANDOM), ("3.2", HONEST), ("3.5", QUANTILE)]:
        yield name, [found.mean(0) for found in run(same(kind), 0, times, sd, rng)]
    for name, kinds in [("3.3", [MINIMUM]), ("3.4", [MEAN]), ("3.6", [QUANTILE]),
                        ("3.8", [RANDOM, MINIMUM, MEAN, QUANTILE])]:
        strategy = np.repeat([crowd(PLAYERS, h / 10, kinds) for h in range(11)], count, axis=0)
        found = run(strategy, 0, [STEPS], sd, rng)[0]
        yield name, list(found.reshape(11, count, 2).mean(1))
    delays = range(0, STEPS + 1, STEPS // 10)
    yield "3.7", [run(same(QUANTILE), d, [d + STEPS // 2], sd, rng)[0].mean(0) for d in delays]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    start = time.process_time()
    found = list(figures(count, 5.0 ** 0.5, np.random.default_rng(1)))
    seconds = time.process_time() - start
    for name, errors in sorted(found, key=lambda one: one[0]):
        print(name, " ".join(f"{mean:.2f}" for mean, _ in errors), file=sys.stderr)
    print(seconds)


main()
