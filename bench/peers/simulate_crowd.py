"""The players of a figure, honest or not: shared by the two simulations."""

import numpy as np


def crowd(players, honest, others):
    kinds = np.zeros(players, np.int64)
    reached = np.linspace(honest, 1.0, len(others) + 1)
    ends = np.floor(reached * players + 0.5).astype(int)
    for kind, start, end in zip(others, ends, ends[1:]):
        kinds[start:end] = kind
    return kinds
