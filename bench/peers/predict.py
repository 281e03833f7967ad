"""The experiment of figure 5.3 as one would write it in Python: the twelve features by
predict_features.py, least squares and Lasso by scikit-learn, on the same splits as Luna.

    python predict.py WORDNET POWERGRADING MOHLER [--trials 100] [--seed 1] [--scale range] [--tuned]

Prints JSON: what each feature is for each response, the error of each model for each split, and
processor seconds by part.
"""

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist
from scipy import sparse
from sklearn.linear_model import Lasso, LinearRegression

import predict_features as features

IDEAL = ("BWO", "FWO", "CED", "WED", "WCS", "SNL")
GRADED = ("1", "2", "3", "4", "5", "6", "7", "8", "13", "20")
MASK = (1 << 64) - 1


def rows(path):
    header, *lines = Path(path).read_text(encoding="utf-8").rstrip("\n").split("\n")
    return [dict(zip(header.split("\t"), line.split("\t"))) for line in lines]


def powergrading(folder):
    asked = {row["question_id"]: row for row in rows(f"{folder}/questions_answer_key.tsv")}
    people = {}
    for row in rows(f"{folder}/student_answers_698.tsv"):
        if row["question_id"] in GRADED:
            grade = (int(row["g1"]) + int(row["g2"]) + int(row["g3"])) / 3
            people.setdefault(row["student_id"], {})[row["question_id"]] = (row["answer"], grade)
    keys = [asked[question]["answers"].replace(" | ", " ") for question in GRADED]
    texts = [[person[question][0] for question in GRADED] for person in people.values()]
    return keys, texts, [sum(person[q][1] for q in GRADED) for person in people.values()]


def mohler(folder):
    asked = rows(f"{folder}/questions.tsv")
    given = {}
    for row in rows(f"{folder}/answers.tsv"):
        answer = (row["student_answer"], float(row["score_avg"]))
        given.setdefault(row["question_id"], []).append(answer)
    each = [given[question["question_id"]] for question in asked]
    people = range(min(map(len, each)))
    texts = [[answers[person][0] for answers in each] for person in people]
    sums = [sum(answers[person][1] for answers in each) for person in people]
    return [question["desired_answer"] for question in asked], texts, sums


class Chance:
    """SplitMix64."""

    def __init__(self, state):
        self.state = state & MASK

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def unit(self):
        high, low = self.bits() >> 32, self.bits() >> 43
        return (high * 2097152.0 + low) / 9007199254740992.0


def of_words(*words):
    state = 0xCBF29CE484222325
    for word in words:
        for byte in word.encode() + b"\xff":
            state = ((state ^ byte) * 0x100000001B3) & MASK
    return Chance(state)


def split(people, seed, trial):
    start = Chance(seed)
    first, later = start.bits(), Chance(trial + seed).bits()
    chance = Chance(first ^ ((later << 17 | later >> 47) & MASK))
    order = list(range(people))
    for nth in range(people - 1, 0, -1):
        other = chance.bits() * (nth + 1) >> 64
        order[nth], order[other] = order[other], order[nth]
    tested = -(-people // 5)
    return sorted(order[tested:]), sorted(order[:tested])


def bag(has):
    """A column for each thing and question, from what each person has for each question."""
    columns = {}
    entries = [
        (person, columns.setdefault((question, thing), len(columns)))
        for person, questions in enumerate(has)
        for question, things in enumerate(questions)
        for thing in things
    ]
    at = np.array(entries, dtype=int).reshape(-1, 2)
    shape = (len(has), len(columns))
    return sparse.csr_matrix((np.ones(len(at)), (at[:, 0], at[:, 1])), shape).toarray()


def synonyms(words, net):
    known = sorted({word for person in words for said in person for word in said})
    shared = {word: {word} for word in known}
    for word in known:
        for synset in net.synsets(word):
            for lemma in synset.lemma_names():
                if lemma.lower() in shared:
                    shared[lemma.lower()].add(word)
    return [[{other for word in said for other in shared[word]} for said in p] for p in words]


def alike(words, question):
    """How similar any two responses to a question are, three ways; more is nearer."""
    said = [person[question] for person in words]
    known = {word: at for at, word in enumerate(sorted({word for one in said for word in one}))}
    has = np.zeros((len(said), max(1, len(known))))
    for person, one in enumerate(said):
        has[person, [known[word] for word in one]] = 1.0
    texts = [" ".join(one) for one in said]
    numbers = ["".join(chr(0x1000 + known[word]) for word in one) for one in said]
    by = [-cdist(it, it, scorer=Levenshtein.distance).astype(float) for it in (texts, numbers)]
    return [has @ has.T, *by]


def nearest(similar, train, ratings):
    """Of each person: the rating of the first of the most similar who are learnt from."""
    among = similar[:, train].copy()
    among[train, np.arange(len(train))] = -np.inf
    return ratings[train][among.argmax(axis=1)]


def rmse(predicted, wanted):
    return math.sqrt(np.mean((predicted - wanted) ** 2))


def run(data, net, scale, trials, seed, similarity):
    seconds, at = {}, [time.process_time()]

    def took(part):
        seconds[part] = time.process_time() - at[0]
        at[0] = time.process_time()

    keys, texts, sums = data
    people, questions = len(texts), range(len(keys))
    sums = np.array(sums)
    ratings = sums / sums.max()
    if scale == "range":
        ratings = (sums - sums.min()) / (sums.max() - sums.min())
    words = [[features.prepared(text) for text in person] for person in texts]
    ideals = [features.prepared(key) for key in keys]
    took("words")
    by = {"BWO": features.bwo, "FWO": features.fwo, "CED": features.ced, "WED": features.wed}
    flat = [text for person in texts for text in person] + keys
    by["WCS"] = features.Vectors([said for person in words for said in person] + ideals).wcs
    took("vectors")
    compared = {
        name: np.array([[of(person[q], ideals[q]) for q in questions] for person in words])
        for name, of in by.items()
    }
    took("five features")
    snl = similarity(net, flat)
    compared["SNL"] = np.array(
        [[snl.sentences(person[q], ideals[q]) for q in questions] for person in words]
    )
    took("SNL")
    fixed = dict(compared)
    fixed["BOW"] = bag([[set(said) for said in person] for person in words])
    fixed["BIG"] = bag([[set(zip(said, said[1:])) for said in person] for person in words])
    fixed["SYN"] = bag(synonyms(words, net))
    similar = [alike(words, question) for question in questions]
    took("bags and neighbours")
    errors = {}
    for trial in range(trials):
        train, test = split(people, seed, trial)
        chance = of_words("random rating", str(seed), str(trial))
        known, wanted = ratings[train], ratings[test]
        random = np.array([chance.unit() for _ in test])
        mean = np.full(len(test), known.mean())
        for name, predicted in (("RAN", random), ("CBG", mean)):
            errors.setdefault(name, []).append([rmse(predicted, wanted)] * 2)
        near = {
            name: np.stack([nearest(by[nth], train, ratings) for by in similar], axis=1)
            for nth, name in enumerate(("NNO", "NNC", "NNW"))
        }
        designs = fixed | near
        designs["COM"] = np.concatenate(list(designs.values()), axis=1)
        for name, design in designs.items():
            models = LinearRegression(), Lasso(alpha=0.1, tol=1e-12, max_iter=100_000)
            found = [model.fit(design[train], known).predict(design[test]) for model in models]
            errors.setdefault(name, []).append([rmse(one, wanted) for one in found])
    took("splits")
    values = {name: of.tolist() for name, of in compared.items()}
    return {"features": values, "errors": errors, "seconds": seconds}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("wordnet")
    parser.add_argument("powergrading")
    parser.add_argument("mohler")
    parser.add_argument("--trials", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tuned", action="store_true", help="walk WordNet by ways of our own")
    parser.add_argument("--scale", default="range", choices=("range", "maximum"))
    given = parser.parse_args()
    begun = time.process_time()
    net = features.wordnet(given.wordnet)
    similarity = features.Snl if given.tuned else features.PlainSnl
    found = {}
    for name, data in (
        ("Powergrading", powergrading(given.powergrading)),
        ("Mohler", mohler(given.mohler)),
    ):
        found[name] = run(data, net, given.scale, given.trials, given.seed, similarity)
    found["seconds"] = time.process_time() - begun
    print(json.dumps(found))


if __name__ == "__main__":
    main()
