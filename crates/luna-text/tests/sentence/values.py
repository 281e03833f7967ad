"""The vectors that src/sentence/tests.rs expects of its small model, by NumPy and SciPy in 64 bits."""

import numpy as np
from scipy.special import erf

HIDDEN, HEADS, INNER, LAYERS, PLACES, WORDS, KINDS = 8, 2, 12, 2, 12, 24, 2


def shapes():
    yield "embeddings.word_embeddings.weight", (WORDS, HIDDEN)
    yield "embeddings.position_embeddings.weight", (PLACES, HIDDEN)
    yield "embeddings.token_type_embeddings.weight", (KINDS, HIDDEN)
    parts = [("embeddings.LayerNorm", (HIDDEN,))]
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}."
        for part in ("query", "key", "value"):
            parts.append((f"{name}attention.self.{part}", (HIDDEN, HIDDEN)))
        parts.append((f"{name}attention.output.dense", (HIDDEN, HIDDEN)))
        parts.append((f"{name}attention.output.LayerNorm", (HIDDEN,)))
        parts.append((f"{name}intermediate.dense", (INNER, HIDDEN)))
        parts.append((f"{name}output.dense", (HIDDEN, INNER)))
        parts.append((f"{name}output.LayerNorm", (HIDDEN,)))
    for name, shape in parts:
        yield f"{name}.weight", shape
        yield f"{name}.bias", shape[:1]


def weights():
    tensors, count = {}, 0
    for name, shape in shapes():
        size = int(np.prod(shape))
        numbers = np.arange(count, count + size)
        numbers = ((numbers * 31 + 7) * numbers % 1009).astype(np.float32)
        numbers = (numbers / np.float32(1009) - np.float32(0.5)) * np.float32(4)
        tensors[name] = numbers.reshape(shape).astype(float)
        count += size
    return tensors


W = weights()


def norm(x, name):
    x = x - x.mean(axis=-1, keepdims=True)
    x = x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-12)
    return x * W[f"{name}.LayerNorm.weight"] + W[f"{name}.LayerNorm.bias"]


def linear(x, name):
    return x @ W[f"{name}.weight"].T + W[f"{name}.bias"]


def embed(pieces):
    x = W["embeddings.word_embeddings.weight"][pieces]
    x = x + W["embeddings.position_embeddings.weight"][: len(pieces)]
    x = norm(x + W["embeddings.token_type_embeddings.weight"][0], "embeddings")
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}."
        query, key, value = (
            linear(x, f"{name}attention.self.{part}").reshape(len(x), HEADS, -1).swapaxes(0, 1)
            for part in ("query", "key", "value")
        )
        look = np.exp(query @ key.swapaxes(1, 2) / np.sqrt(HIDDEN // HEADS))
        found = look / look.sum(axis=2, keepdims=True) @ value
        found = found.swapaxes(0, 1).reshape(len(x), -1)
        x = norm(x + linear(found, f"{name}attention.output.dense"), f"{name}attention.output")
        inner = linear(x, f"{name}intermediate.dense")
        inner = inner / 2 * (1 + erf(inner / np.sqrt(2)))
        x = norm(x + linear(inner, f"{name}output.dense"), f"{name}output")
    return [of / np.linalg.norm(of) for of in (x.mean(axis=0), x[0])]


if __name__ == "__main__":
    for pieces in ([2, 4, 5, 6, 7, 3], [2, 3], [2, 7, 11, 10, 12, 13, 14, 1, 20, 21, 22, 3]):
        for pooling, vector in zip(("mean", "first"), embed(pieces)):
            print(pieces, pooling, [round(float(x), 7) for x in vector])
