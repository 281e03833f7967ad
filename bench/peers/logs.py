"""Real logs of comparisons rated by Luna and by what PyPI has: how far the ratings differ.

logs.py LUNA FOLDER, with the command and the folder of logs. Bradley-Terry is compared where all players
have beaten each other, if only through others, as SciPy finds them; strengths have mean zero there.
Its sandwich errors are compared with what NumPy makes of Luna's strengths.
"""

import io
import os
import subprocess
import sys
import tempfile
import warnings

os.environ["OPENBLAS_NUM_THREADS"] = "1"
warnings.filterwarnings("ignore")

import choix
import evalica
import numpy as np
import pandas as pd
import trueskill
from scipy.sparse import coo_matrix, vstack
from scipy.sparse.csgraph import connected_components
from sklearn.linear_model import LogisticRegression


def models(folder):
    log = pd.read_csv(f"{folder}/llmfao_crowd_comparisons.csv")
    return log.rename(columns={"worker": "judge"})[["left", "right", "winner", "judge"]]


def translations(folder):
    log = pd.read_csv(f"{folder}/wmt13_fr_en_rankings.tsv.gz", sep="\t")
    parts = []
    for one in range(1, 6):
        for other in range(one + 1, 6):
            ahead = np.sign(log[f"rank{other}"] - log[f"rank{one}"])
            winner = ahead.map({1: "left", -1: "right", 0: "tie"})
            sides = {"left": log[f"sys{one}"], "right": log[f"sys{other}"]}
            parts.append(pd.DataFrame({**sides, "winner": winner, "judge": log["judge"]}))
    log = pd.concat(parts).sort_index(kind="stable")
    return log[log["left"] != log["right"]]


def tennis(folder):
    log = pd.read_csv(f"{folder}/tennis_atp_2000_2024.tsv.gz", sep="\t")
    sides = {"left": log["winner_id"].astype(str), "right": log["loser_id"].astype(str)}
    return pd.DataFrame({**sides, "winner": "left", "judge": log["tourney_id"]})


def chess(folder):
    log = pd.read_csv(f"{folder}/lichess_games_20k.tsv.gz", sep="\t", keep_default_na=False)
    winner = log["winner"].map({"white": "left", "black": "right", "draw": "tie"})
    sides = {"left": log["white_id"], "right": log["black_id"]}
    log = pd.DataFrame({**sides, "winner": winner, "judge": log["game_id"]})
    return log[log["left"] != log["right"]]


LOGS = {"language models": models, "translations": translations, "tennis": tennis, "chess": chess}


def luna(command, path, model, *more):
    line = [command, "rating", "compare", path, "--model", model, "--format", "csv"]
    output = subprocess.run([*line, *more], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    rated = pd.read_csv(io.BytesIO(output.stdout), dtype={"player": str}, keep_default_na=False)
    return rated.set_index("player")


# Half a 95 % interval is so many standard errors.
WIDE = 1.959963984540054


def errors(rated):
    return ((rated["high"].astype(float) - rated["low"].astype(float)) / 2 / WIDE).to_numpy()


def strengths(rated, names):
    ratings = rated.loc[names, "rating"].astype(float).to_numpy()
    return (ratings - ratings.mean()) * np.log(10) / 400


def linked(left, right, winner, players):
    """The largest group whose members all took something from each other."""
    took, gave = winner != "right", winner != "left"
    rows, columns = np.concatenate([left[took], right[gave]]), np.concatenate([right[took], left[gave]])
    links = coo_matrix((np.ones(len(rows)), (rows, columns)), shape=(players, players))
    _, group = connected_components(links, connection="strong")
    return group == np.bincount(group).argmax()


def by_choix(left, right, winner, players):
    # A win is two, a tie one each: half the wins, and the same strengths.
    wins = [*zip(left[winner == "left"], right[winner == "left"])] * 2
    wins += [*zip(right[winner == "right"], left[winner == "right"])] * 2
    ties = winner == "tie"
    wins += [*zip(left[ties], right[ties]), *zip(right[ties], left[ties])]
    return choix.ilsr_pairwise(players, wins, max_iter=1000, tol=1e-10)


def by_evalica(left, right, winner, players, rate=evalica.bradley_terry):
    names = {"left": evalica.Winner.X, "right": evalica.Winner.Y, "tie": evalica.Winner.Draw}
    winners = [names[one] for one in winner]
    index = pd.Index(range(players))
    result = rate(left.tolist(), right.tolist(), winners, index=index, tolerance=1e-12, limit=100_000)
    return np.log(result.scores.sort_index().to_numpy())


def by_scikit(left, right, winner, players):
    rows = np.arange(len(left))
    values = np.concatenate([np.ones(len(left)), -np.ones(len(left))])
    columns = np.concatenate([left, right])
    design = coo_matrix((values, (np.tile(rows, 2), columns)), shape=(len(left), players)).tocsr()
    won = pd.Series(winner).map({"left": 1.0, "tie": 0.5, "right": 0.0}).to_numpy()
    design, answer = vstack([design, design]), np.repeat([1, 0], len(left))
    model = LogisticRegression(C=np.inf, fit_intercept=False, solver="newton-cg", tol=1e-11, max_iter=1000)
    model.fit(design, answer, sample_weight=np.concatenate([won, 1 - won]))
    return model.coef_[0]


def difference(one, other):
    return np.abs(one - one.mean() - (other - other.mean())).max()


def unbalanced(ours, left, right, winner):
    """The most that a player's score differs from what its strength says: zero where likelihood is greatest."""
    score = pd.Series(winner).map({"left": 1.0, "tie": 0.5, "right": 0.0}).to_numpy()
    above = score - 1 / (1 + np.exp(ours[right] - ours[left]))
    return np.abs(np.bincount(left, above, len(ours)) - np.bincount(right, above, len(ours))).max()


def sandwich(ours, left, right, winner):
    """The errors of strengths less their mean, after Huber and White, each row by itself."""
    score = pd.Series(winner).map({"left": 1.0, "tie": 0.5, "right": 0.0}).to_numpy()
    expected = 1 / (1 + np.exp(ours[right] - ours[left]))
    bend, pulls = np.zeros((2, len(ours), len(ours)))
    for matrix, much in ((bend, expected * (1 - expected)), (pulls, (score - expected) ** 2)):
        for one, other, sign in ((left, left, 1), (right, right, 1), (left, right, -1), (right, left, -1)):
            np.add.at(matrix, (one, other), sign * much)
    # The pseudoinverse: nothing is known of a strength that all have more.
    inverse = np.linalg.inv(bend + 1 / len(ours)) - 1 / len(ours)
    return np.sqrt(np.diag(inverse @ pulls @ inverse))


def by_trueskill(left, right, winner, players):
    model = trueskill.TrueSkill(draw_probability=0.1, backend="scipy")
    beliefs = [model.create_rating() for _ in range(players)]
    for one, other, won in zip(left, right, winner):
        if won == "right":
            one, other = other, one
        beliefs[one], beliefs[other] = model.rate_1vs1(beliefs[one], beliefs[other], drawn=won == "tie")
    return np.array([(belief.mu, belief.sigma) for belief in beliefs])


def compared(command, name, log, path):
    both, names = pd.factorize(pd.concat([log["left"], log["right"]]), sort=True)
    left, right = both[: len(log)], both[len(log) :]
    winner = log["winner"].to_numpy()
    rated = luna(command, path, "bradley-terry", "--bootstrap", "0")
    group = linked(left, right, winner, len(names))
    assert set(rated.index[rated["standing"] == "rated"]) == set(names[group]), "other players are rated"
    inside = group[left] & group[right]
    number = np.cumsum(group) - 1
    part = number[left[inside]], number[right[inside]], winner[inside]
    size, ours = group.sum(), strengths(rated, names[group])
    known = sandwich(ours, *part)
    wrong = np.abs(errors(rated.loc[names[group]]) * np.log(10) / 400 - known).max()
    row = [name, f"{len(log):,}", f"{len(names):,}", f"{size:,}", f"{unbalanced(ours, *part):.0e}"]
    for peer in (by_choix, by_evalica, by_scikit):
        # Their steps go over a matrix of all pairs; choix may give up after 1,000.
        dense = peer is not by_scikit and size > 2500 or peer is by_evalica and size > 100
        try:
            row.append("" if dense else f"{difference(ours, peer(*part, size)):.0e}")
        except RuntimeError:
            row.append("gives up")
    if size <= 100:
        davidson = strengths(luna(command, path, "davidson", "--bootstrap", "0"), names[group])
        newman = by_evalica(*part, size, evalica.newman)
        row.append(f"{difference(davidson, newman):.0e}")
    else:
        row.append("")
    elo = luna(command, path, "elo", "--bootstrap", "0").loc[names, "rating"].astype(float).to_numpy()
    words = {"left": evalica.Winner.X, "right": evalica.Winner.Y, "tie": evalica.Winner.Draw}
    theirs = evalica.elo(
        left.tolist(), right.tolist(), [words[one] for one in winner],
        index=pd.Index(range(len(names))), initial=1500, k=32,
    )
    row.append(f"{np.abs(elo - theirs.scores.sort_index().to_numpy()).max():.0e}")
    row.append(f"{wrong:.0e}")
    believed = luna(command, path, "trueskill", "--bootstrap", "0").loc[names]
    believed = np.column_stack([believed["rating"].astype(float), errors(believed)])
    row.append(f"{np.abs(believed - by_trueskill(left, right, winner, len(names))).max():.0e}")
    return row


def main():
    command, folder = sys.argv[1:]
    head = ["log", "rows", "players", "rated", "unbalanced", "choix", "evalica", "scikit-learn"]
    head += ["Davidson: evalica", "Elo: evalica", "sandwich: NumPy", "TrueSkill: trueskill"]
    print("| " + " | ".join(head) + " |")
    print("| --- |" + " ---: |" * (len(head) - 1))
    with tempfile.TemporaryDirectory() as scratch:
        for name, read in LOGS.items():
            log = read(folder)
            path = os.path.join(scratch, "log.csv")
            log.to_csv(path, index=False)
            print("| " + " | ".join(compared(command, name, log, path)) + " |", flush=True)


main()
