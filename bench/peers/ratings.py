"""From a CSV of comparisons to Bradley-Terry ratings with a bootstrap, by what PyPI has.

ratings.py PEER FILE ROUNDS prints one line of JSON: the processor seconds from opening the file
to the ratings ("fit") and to the last round ("all"), without starting Python and importing, and
the strengths, whose mean is zero. Every peer gets the comparisons counted by pair, which is what
is fastest for each; rounds are multinomial draws of the counts.
"""

import importlib
import json
import os
import sys
import time

# One thread each: more would only add to the processor time.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np
import pandas as pd
import pyarrow as pa
from pyarrow import csv


def by_arrow(path):
    """The players, and for each pair: left, right, and the weights of left's, right's and ties.

    Arrow's reader of CSV numbers the words as it reads, which is the fastest of what was tried.
    """
    words = pa.dictionary(pa.int32(), pa.string())
    log = csv.read_csv(
        path,
        read_options=csv.ReadOptions(use_threads=False),
        convert_options=csv.ConvertOptions(
            column_types={column: words for column in ("left", "right", "winner")}
        ),
    )
    columns = [log[name].unify_dictionaries().combine_chunks() for name in ("left", "right", "winner")]
    left, right, winner = (column.dictionary.to_pylist() for column in columns)
    numbers = np.zeros(len(log), dtype=np.int64)
    for column in columns:
        numbers = numbers * len(column.dictionary) + column.indices.to_numpy()
    shape = len(left), len(right), len(winner)
    found = np.bincount(numbers, minlength=np.prod(shape)).reshape(shape)
    names = sorted({*left, *right})
    place = {name: nth for nth, name in enumerate(names)}
    counts = np.zeros((len(names), len(names), 3))
    outcomes = [("left", "right", "tie").index(word) for word in winner]
    counts[np.ix_([place[name] for name in left], [place[name] for name in right], outcomes)] = found
    first, second = np.triu_indices(len(names), 1)
    cells = counts[first, second] + counts[second, first][:, [1, 0, 2]]
    used = cells.sum(axis=1) > 0
    return names, first[used], second[used], cells[used]


def by_pandas(path):
    """The same, as most would write it."""
    log = pd.read_csv(path)
    both = pd.concat([log["left"], log["right"]], ignore_index=True)
    codes, names = pd.factorize(both, sort=True)
    left, right = codes[: len(log)], codes[len(log) :]
    outcome = log["winner"].map({"left": 0, "right": 1, "tie": 2}).to_numpy(dtype=np.int64)
    turned = left > right
    outcome = np.where(turned & (outcome < 2), 1 - outcome, outcome)
    first, second = np.minimum(left, right), np.maximum(left, right)
    players = len(names)
    cells = np.bincount((first * players + second) * 3 + outcome, minlength=players**2 * 3)
    cells = cells.reshape(-1, 3)
    used = np.flatnonzero(cells.sum(axis=1))
    return list(names), used // players, used % players, cells[used].astype(float)


class Scikit:
    needs = "sklearn.linear_model"

    def __init__(self, players, left, right):
        rows = np.arange(len(left))
        design = np.zeros((len(left), players))
        design[rows, left], design[rows, right] = 1, -1
        self.design = np.vstack([design, design])
        self.won = np.repeat([1, 0], len(left))
        self.model = self.module.LogisticRegression(
            C=np.inf, fit_intercept=False, solver="newton-cholesky", tol=1e-8, warm_start=True
        )

    def fit(self, cells):
        wins, losses = cells[:, 0] + cells[:, 2] / 2, cells[:, 1] + cells[:, 2] / 2
        self.model.fit(self.design, self.won, sample_weight=np.concatenate([wins, losses]))
        return self.model.coef_[0]


class Lbfgs(Scikit):
    def __init__(self, players, left, right):
        super().__init__(players, left, right)
        self.model.set_params(solver="lbfgs", tol=1e-9, max_iter=1000)


class Choix:
    needs = "choix"

    def __init__(self, players, left, right):
        self.players, self.left, self.right, self.start = players, left, right, None

    def fit(self, cells):
        wins = np.zeros((self.players, self.players))
        wins[self.left, self.right] = cells[:, 0] + cells[:, 2] / 2
        wins[self.right, self.left] = cells[:, 1] + cells[:, 2] / 2
        fitted = self.module.ilsr_pairwise_dense(wins, initial_params=self.start, tol=1e-9)
        self.start = fitted if self.start is None else self.start
        return fitted


class Evalica:
    needs = "evalica"

    def __init__(self, players, left, right):
        winner = self.module.Winner
        self.index = pd.Index(range(players))
        self.xs, self.ys = np.repeat(left, 3).tolist(), np.repeat(right, 3).tolist()
        self.winners = [winner.X, winner.Y, winner.Draw] * len(left)

    def fit(self, cells):
        weights = cells.ravel().tolist()
        result = self.module.bradley_terry(
            self.xs, self.ys, self.winners, index=self.index, weights=weights, tolerance=1e-9
        )
        return np.log(result.scores.sort_index().to_numpy())


class Arena:
    needs = "arena_rank.models.bradley_terry"

    def __init__(self, players, left, right):
        data = importlib.import_module("arena_rank.utils.data_utils")
        numpy = importlib.import_module("jax.numpy")
        self.players, self.numpy, self.data = players, numpy, data
        self.pairs = numpy.array(np.repeat(np.column_stack([left, right]), 3, axis=0))
        self.outcomes = numpy.array(np.tile([1.0, 0.0, 0.5], len(left)))

    def fit(self, cells):
        counts = self.numpy.array(cells.ravel())
        data = self.data.PairDataset(
            competitors=list(range(self.players)),
            pairs=self.pairs,
            outcomes=self.outcomes,
            counts=counts,
            weights=self.numpy.ones_like(counts),
            opt_weights=counts,
        )
        model = self.module.BradleyTerry(self.players, ftol=0, gtol=1e-9)
        model.fit(data)
        return np.array(model.params["ratings"])


PEERS = {
    "scikit-learn": Scikit,
    "scikit-learn, L-BFGS": Lbfgs,
    "choix": Choix,
    "evalica": Evalica,
    "arena-rank": Arena,
}


def main():
    name, path, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    count = by_pandas if name.endswith(", pandas") else by_arrow
    peer = PEERS[name.removesuffix(", pandas")]
    peer.module = importlib.import_module(peer.needs)
    begun = time.process_time()
    names, left, right, cells = count(path)
    model = peer(len(names), left, right)
    strengths = model.fit(cells)
    fitted = time.process_time() - begun
    random, total = np.random.default_rng(1), int(cells.sum())
    drawn = [
        model.fit(random.multinomial(total, cells.ravel() / total).reshape(cells.shape).astype(float))
        for _ in range(rounds)
    ]
    if drawn:
        np.quantile(np.array(drawn), [0.025, 0.975], axis=0)
    done = time.process_time() - begun
    strengths = strengths - strengths.mean()
    found = {str(name): float(one) for name, one in zip(names, strengths)}
    print(json.dumps({"fit": fitted, "all": done, "strengths": found}))


main()
