"""A learning curve by scikit-learn's RidgeCV, which selects its strength by leaving one out.

Reads a file of little-endian numbers: rows, columns, strengths and samples as 32-bit integers, then
the matrix, the target and the strengths as doubles, then each sample as its size and its rows.
Prints, for each way of RidgeCV, its processor seconds and all fits: strength, intercept and
coefficients. The first fit of each way is done once before, so that imports do not count."""

import json
import sys
import time

import numpy as np
from sklearn.linear_model import RidgeCV


def main():
    with open(sys.argv[1], "rb") as file:
        rows, columns, strengths, count = (int(size) for size in np.fromfile(file, "<u4", 4))
        matrix = np.fromfile(file, "<f8", rows * columns).reshape(rows, columns)
        target = np.fromfile(file, "<f8", rows)
        strengths = np.fromfile(file, "<f8", strengths)
        samples = []
        for _ in range(count):
            (size,) = np.fromfile(file, "<u4", 1)
            samples.append(np.fromfile(file, "<u4", int(size)))
    ways = []
    for mode in ("auto", "eigen", "svd"):
        fit(matrix, target, strengths, samples[0], mode)
        begun = time.process_time()
        fits = [fit(matrix, target, strengths, sample, mode) for sample in samples]
        seconds = time.process_time() - begun
        numbers = [[float(it.alpha_), float(it.intercept_), *map(float, it.coef_)] for it in fits]
        ways.append({"mode": mode, "seconds": seconds, "fits": numbers})
    json.dump(ways, sys.stdout)


def fit(matrix, target, strengths, sample, mode):
    return RidgeCV(alphas=strengths, gcv_mode=mode).fit(matrix[sample], target[sample])


main()
