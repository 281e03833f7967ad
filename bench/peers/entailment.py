"""Do cheap proxies of paraphrase and entailment predict the grade of a response any better?

The share of the key's words that are in the response stands for entailment (the response implies
the key), the share of the response's words that are in the key for the other direction, and the
smaller of both for a paraphrase: by word, by stem of five letters, and by synonyms of WordNet.
They are added to the features that chapter 5 has: words in common (BWO, FWO) and length. Each
question, or in Mohler's data each assignment, is left out at a time; least squares. The interval
of a gain is a bootstrap over what was left out. The standard library is enough.

    python3 entailment.py POWERGRADING MOHLER WORDNET
"""

import csv
import random
import re
import sys
from collections import defaultdict

STOP = set(
    "a an the of to in on for and or is are was were be been it its this that these those by with as at from "
    "which what who whom when where how do does did can could will would may might has have had not no".split()
)


def words(text):
    return [word for word in re.findall(r"[a-z0-9]+", text.lower().replace("'", "")) if word not in STOP]


def wordnet(folder):
    synsets = defaultdict(set)
    for part in ("noun", "verb", "adj", "adv"):
        for line in open(f"{folder}/index.{part}", encoding="utf-8"):
            if line.startswith(" "):
                continue
            cells = line.split()
            count, pointers = int(cells[2]), int(cells[3])
            for offset in cells[4 + pointers + 2 :][:count]:
                synsets[cells[0]].add(part[0] + offset)
    return synsets


def share(part, whole, same):
    if not part:
        return 0.0
    return sum(any(same(one, other) for other in whole) for one in part) / len(part)


def features(response, keys, synsets):
    said = sorted(set(words(response)))
    base, added = [], []
    for key in keys:
        key = sorted(set(words(key)))
        both = len(set(said) & set(key))
        base.append((float(both > 0), both / max(1, len(set(said) | set(key)))))
        row = []
        same = [
            lambda one, other: one == other,
            lambda one, other: one[:5] == other[:5],
            lambda one, other: one == other or bool(synsets.get(one, set()) & synsets.get(other, set())),
        ]
        for how in same:
            there, back = share(key, said, how), share(said, key, how)
            row += [there, back, min(there, back)]
        added.append(row)
    best = max(range(len(keys)), key=lambda nth: added[nth][0])
    return [1.0, *base[best], min(len(said), 40) / 40], added[best]


def solve(rows, target):
    """Least squares with a trace of ridge, by Gaussian elimination."""
    many = len(rows[0])
    table = [
        [sum(row[i] * row[j] for row in rows) + (1e-6 if i == j else 0) for j in range(many)]
        + [sum(row[i] * y for row, y in zip(rows, target))]
        for i in range(many)
    ]
    for i in range(many):
        pivot = max(range(i, many), key=lambda at: abs(table[at][i]))
        table[i], table[pivot] = table[pivot], table[i]
        for other in range(many):
            if other != i:
                factor = table[other][i] / table[i][i]
                table[other] = [a - factor * b for a, b in zip(table[other], table[i])]
    return [table[i][many] / table[i][i] for i in range(many)]


def predict(rows, target, groups):
    found = [0.0] * len(rows)
    for out in sorted(set(groups)):
        train = [nth for nth, group in enumerate(groups) if group != out]
        weights = solve([rows[nth] for nth in train], [target[nth] for nth in train])
        for nth, group in enumerate(groups):
            if group == out:
                found[nth] = min(1.0, max(0.0, sum(w * x for w, x in zip(weights, rows[nth]))))
    return found


def pearson(one, other):
    a, b = sum(one) / len(one), sum(other) / len(other)
    top = sum((x - a) * (y - b) for x, y in zip(one, other))
    low = (sum((x - a) ** 2 for x in one) * sum((y - b) ** 2 for y in other)) ** 0.5
    return top / low if low else float("nan")


def rmse(found, target, rows=None):
    rows = range(len(found)) if rows is None else rows
    rows = list(rows)
    return (sum((found[nth] - target[nth]) ** 2 for nth in rows) / len(rows)) ** 0.5


def gain(before, after, target, groups):
    """The fall of the error, with a 95 % bootstrap interval over groups."""
    by_group = defaultdict(list)
    for nth, group in enumerate(groups):
        by_group[group].append(nth)
    names, chance, rounds = sorted(by_group), random.Random(1), []
    for _ in range(1000):
        rows = [nth for _ in names for nth in by_group[chance.choice(names)]]
        rounds.append(rmse(before, target, rows) - rmse(after, target, rows))
    rounds.sort()
    return rmse(before, target) - rmse(after, target), rounds[25], rounds[974]


def report(name, data, synsets):
    pairs = [features(response, keys, synsets) for response, keys, _, _ in data]
    target, groups = [grade for _, _, grade, _ in data], [group for *_, group in data]
    base = [base for base, _ in pairs]
    before = predict(base, target, groups)
    print(f"{name}: {len(data)} responses, {len(set(groups))} parts")
    names = ["key in response", "response in key", "both"]
    for nth, how in enumerate(("word", "stem", "synonym")):
        for part, label in enumerate(names):
            print(f"  r of {label} by {how}: {pearson([added[3 * nth + part] for _, added in pairs], target):.3f}")
    print(f"  chapter 5: r {pearson(before, target):.3f}, error {rmse(before, target):.4f}")
    for label, columns in (("word", range(3)), ("word and stem", range(6)), ("word, stem and synonym", range(9))):
        after = predict([b + [a[c] for c in columns] for b, a in pairs], target, groups)
        fall, low, high = gain(before, after, target, groups)
        print(
            f"  with both directions by {label}: r {pearson(after, target):.3f}, error {rmse(after, target):.4f}, "
            f"less than the line before by {fall:.4f} ({low:.4f} to {high:.4f})"
        )
        before = after


def powergrading(folder):
    keys = {}
    for row in csv.DictReader(open(f"{folder}/questions_answer_key.tsv", encoding="utf-8"), delimiter="\t"):
        keys[row["question_id"]] = [key.strip() for key in row["answers"].split("|")]
    data = []
    for row in csv.DictReader(open(f"{folder}/student_answers_698.tsv", encoding="utf-8"), delimiter="\t"):
        grades = [row[it] for it in ("g1", "g2", "g3")]
        if all(grade in ("0", "1") for grade in grades):
            data.append((row["answer"] or "", keys[row["question_id"]], sum(map(int, grades)) / 3, row["question_id"]))
    return data


def mohler(folder):
    questions = {}
    for row in csv.DictReader(open(f"{folder}/questions.tsv", encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE):
        questions[row["question_id"]] = row
    data = []
    for row in csv.DictReader(open(f"{folder}/answers.tsv", encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE):
        if row["used_in_paper"] == "1":
            key = questions[row["question_id"]]
            data.append((row["student_answer"] or "", [key["desired_answer"]], float(row["score_avg"]) / 5, key["assignment"]))
    return data


if __name__ == "__main__":
    first, second, net = sys.argv[1:]
    synsets = wordnet(net)
    report("Powergrading", powergrading(first), synsets)
    report("Mohler", mohler(second), synsets)
