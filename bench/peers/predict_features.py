"""Answer features of luna-text, computed with packages from PyPI: NLTK, NumPy and
rapidfuzz.

Each function has its counterpart there and agrees with it to 1e-9. Words and pairs of words are
looked up once, as there; NLTK's own similarities would take some twenty times as long.
"""

import math
import os
import shutil
import tempfile
import unicodedata
import warnings
from collections import Counter
from pathlib import Path

import nltk
import numpy as np
from nltk.corpus.reader.wordnet import WordNetCorpusReader
from rapidfuzz.distance import Levenshtein

STOP = frozenset(
    (Path(__file__).parents[2] / "crates/luna-text/src/stop.txt").read_text().split()
)

ALPHA, BETA, PHI, ETA, DELTA = 0.2, 0.45, 0.2, 0.4, 0.85


def prepared(text):
    """The words of a text: lower case, no apostrophes, no punctuation, no stop words."""
    text = text.lower().replace("'", "").replace("’", "")
    kept = (c if c.isalnum() or unicodedata.category(c)[0] == "M" else " " for c in text)
    return [word for word in "".join(kept).split() if word not in STOP]


def bwo(one, other):
    return 1.0 if set(one) & set(other) else 0.0


def fwo(one, other):
    either = set(one) | set(other)
    return len(set(one) & set(other)) / len(either) if either else 0.0


def ced(one, other):
    return Levenshtein.normalized_similarity(" ".join(one), " ".join(other))


def wed(one, other):
    return Levenshtein.normalized_similarity(one, other)


class Reader(WordNetCorpusReader):
    def map_wn(self, version="wordnet"):
        """Other versions are not needed, and looked for among NLTK's downloads."""


def wordnet(folder):
    """NLTK's reader of WordNet's own files, which wants a few more and a folder it trusts."""
    warnings.simplefilter("ignore")
    copy = tempfile.mkdtemp()
    nltk.data.path.append(copy)
    for part in ("noun", "verb", "adj", "adv"):
        for name in (f"index.{part}", f"data.{part}", f"{part}.exc"):
            if os.path.exists(f"{folder}/{name}"):
                shutil.copyfile(f"{folder}/{name}", f"{copy}/{name}")
            else:
                Path(copy, name).touch()
    Path(copy, "lexnames").write_text("".join(f"{n:02d}\tfile{n}\t1\n" for n in range(45)))
    return Reader(copy, None)


class Snl:
    """Li et al. 2006, as the documentation of luna_text::snl has it."""

    def __init__(self, net, texts):
        """`texts` are those whose prepared words are counted."""
        self.net = net
        self.counts = Counter(word for text in texts for word in prepared(text))
        self.total = sum(self.counts.values())
        self.senses, self.aboves, self.pairs = {}, {}, {}

    def information(self, word):
        if self.total == 0:
            return 1.0
        return 1.0 - math.log(self.counts[word] + 1) / math.log(self.total + 1)

    def above(self, synset):
        """The synset and what it is a kind of, with the fewest steps to each."""
        if synset not in self.aboves:
            steps, todo = {synset: 0}, [synset]
            for below in todo:
                for hypernym in below.hypernyms() + below.instance_hypernyms():
                    if hypernym not in steps:
                        steps[hypernym] = steps[below] + 1
                        todo.append(hypernym)
            self.aboves[synset] = steps
        return self.aboves[synset]

    def alike(self, one, other):
        ours, theirs = self.above(one), self.above(other)
        shared = ours.keys() & theirs.keys()
        if not shared:
            return 0.0
        way = min(ours[synset] + theirs[synset] for synset in shared)
        if way > 1 and not set(one.lemma_names()).isdisjoint(other.lemma_names()):
            way = 1
        depth = max(synset.max_depth() for synset in shared) + (one.pos() != "n")
        return math.exp(-ALPHA * way) * math.tanh(BETA * depth)

    def word_senses(self, word):
        if word not in self.senses:
            self.senses[word] = list(dict.fromkeys(self.net.synsets(word)))
        return self.senses[word]

    def words(self, one, other):
        if one == other:
            return 1.0
        pair = (one, other) if one < other else (other, one)
        if pair not in self.pairs:
            self.pairs[pair] = max(
                (self.alike(a, b) for a in self.word_senses(one) for b in self.word_senses(other)),
                default=0.0,
            )
        return self.pairs[pair]

    def nearest(self, word, places):
        if word in places:
            return word, 1.0
        likeness = [(self.words(word, other), other) for other in places]
        if not likeness:
            return word, 0.0
        most, other = max(likeness, key=lambda pair: pair[0])
        return other, most

    def vectors(self, joint, words):
        places = {}
        for place, word in enumerate(words, 1):
            places.setdefault(word, place)
        meaning, order = [], []
        for word in joint:
            other, likeness = self.nearest(word, places)
            told = self.information(word) * self.information(other)
            meaning.append(likeness * told if likeness > PHI else 0.0)
            order.append(places[other] if likeness > ETA else 0)
        return meaning, order

    def sentences(self, one, other):
        """Of prepared words."""
        joint = list(dict.fromkeys(one + other))
        (meant, placed), (meant_there, placed_there) = self.vectors(joint, one), self.vectors(joint, other)
        norms = math.hypot(*meant) * math.hypot(*meant_there)
        meaning = min(sum(a * b for a, b in zip(meant, meant_there)) / norms, 1.0) if norms else 0.0
        together = math.hypot(*(a + b for a, b in zip(placed, placed_there)))
        order = 1.0 - math.dist(placed, placed_there) / together if together else 0.0
        return DELTA * meaning + (1.0 - DELTA) * order


class PlainSnl(Snl):
    """The same by NLTK's own functions alone: what one would write first."""

    def alike(self, one, other):
        shared = one.lowest_common_hypernyms(other)
        if not shared:
            return 0.0
        way = one.shortest_path_distance(other)
        if way > 1 and not set(one.lemma_names()).isdisjoint(other.lemma_names()):
            way = 1
        depth = max(synset.max_depth() for synset in shared) + (one.pos() != "n")
        return math.exp(-ALPHA * way) * math.tanh(BETA * depth)


class Vectors:
    """luna_text::vectors::Vectors::learned, by the eigenvalues of the whole matrix."""

    WINDOW, GAP, SHORTEST = 5, 1e-4, 1e-4

    def __init__(self, texts, dimensions=50):
        """`texts` are lists of prepared words."""
        self.numbers = {word: n for n, word in enumerate(dict.fromkeys(word for text in texts for word in text))}
        size = len(self.numbers)
        values, vectors = np.linalg.eigh(self.information(texts))
        order = np.argsort(-abs(values), kind="stable")
        sizes = np.append(abs(values[order]), 0.0)
        kept = min(dimensions, size)
        while kept and sizes[kept - 1] - sizes[kept] <= self.GAP * sizes[0]:
            kept -= 1
        self.vectors = vectors[:, order[:kept]] * np.sqrt(sizes[:kept])
        self.lengths = np.linalg.norm(self.vectors, axis=1)
        self.least = self.SHORTEST * self.lengths.max(initial=0.0)

    def information(self, texts):
        counts = np.zeros((len(self.numbers), len(self.numbers)))
        for text in texts:
            numbers = [self.numbers[word] for word in text]
            for at, one in enumerate(numbers):
                for apart, other in enumerate(numbers[at + 1 : at + 1 + self.WINDOW], 1):
                    counts[one, other] += 1 / apart
                    counts[other, one] += 1 / apart
        sums = counts.sum(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            bits = np.log(counts / (np.outer(sums, sums) / sums.sum()))
        return np.where(counts > 0, np.maximum(bits, 0), 0)

    def mean(self, words):
        numbers = [self.numbers[word] for word in words if word in self.numbers]
        numbers = [n for n in numbers if self.lengths[n] >= self.least > 0]
        return self.vectors[numbers].mean(axis=0) if numbers else None

    def wcs(self, one, other):
        """The cosine of the means of the vectors of prepared words."""
        ours, theirs = self.mean(one), self.mean(other)
        if ours is None or theirs is None:
            return 0.0
        lengths = np.linalg.norm(ours) * np.linalg.norm(theirs)
        return float(np.clip(ours @ theirs / lengths, -1, 1)) if lengths > 0 else 0.0
