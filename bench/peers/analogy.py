"""The first singular triplets of a sparse matrix by scipy's PROPACK.

Reads a file of little-endian numbers: rows, columns, entries and k as 32-bit integers, then the
rows, the columns and the values of the entries. Prints the processor seconds of the decomposition,
the largest memory of the process in megabytes, and the singular values."""

import json
import resource
import sys
import time

import numpy as np
import scipy.sparse
import scipy.sparse.linalg


def main():
    with open(sys.argv[1], "rb") as file:
        rows, columns, entries, k = np.fromfile(file, "<u4", 4)
        row = np.fromfile(file, "<u4", entries)
        column = np.fromfile(file, "<u4", entries)
        value = np.fromfile(file, "<f8", entries)
    matrix = scipy.sparse.csr_matrix((value, (row, column)), shape=(rows, columns))
    begun = time.process_time()
    _, values, _ = scipy.sparse.linalg.svds(
        matrix, k=int(k), solver="propack", rng=np.random.default_rng(1)
    )
    seconds = time.process_time() - begun
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
    values = sorted(map(float, values), reverse=True)
    json.dump({"seconds": seconds, "megabytes": memory, "values": values}, sys.stdout)


main()
