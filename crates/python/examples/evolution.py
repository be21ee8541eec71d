"""Learns a player of Dominator with NumPy alone: an evolution strategy on many matches at once.

The policy gives every own unit the direction with the best score. The scores are a product of
numbers about the eight cells around the unit and of weights, which are all that is learned.

Run: ``python evolution.py [GENERATIONS]``. Prints the mean difference of scores per generation.
"""

import sys

import numpy

import palestra

PAIRS = 16
"""Pairs of opposite changes of the weights that a generation tries, one match each."""
STEP, NOISE = 0.3, 0.5


def numbers(observations, shape):
    """For every unit and direction: what lies there, as (…, units, directions, 6) of 0 and 1."""
    cells, units = observations["cells"][:, 0], observations["units"]
    row, col = shape.columns.index("row"), shape.columns.index("col")
    steps = {"Bottom": (1, 0), "Right": (0, 1), "Top": (-1, 0), "Left": (0, -1)}
    steps |= {"BR": (1, 1), "RT": (-1, 1), "TL": (-1, -1), "LB": (1, -1)}
    moves = numpy.array([steps.get(word, (0, 0)) for word in shape.actions])
    rows = numpy.clip(units[..., None, row] + moves[:, 0], 0, shape.rows - 1)
    cols = numpy.clip(units[..., None, col] + moves[:, 1], 0, shape.cols - 1)
    match = numpy.arange(len(cells))[:, None, None]
    owner = cells[match, rows, cols] & 7
    return owner[..., None] == numpy.arange(6)


def returns(weights, seed):
    """The difference of scores of each row of weights, in a match of its own."""
    env = palestra.vec("dominator", len(weights), opponents=["Demo"])
    observations, _ = env.reset(seed=seed)
    total, random = numpy.zeros(len(weights)), numpy.random.default_rng(seed)
    for _ in range(int(observations["scalars"][0, 1])):
        scores = numpy.einsum("nudk,nk->nud", numbers(observations, env.shape), weights)
        scores += random.random(scores.shape)
        scores[observations["action_mask"] == 0] = -numpy.inf
        observations, rewards, _, _, _ = env.step(scores.argmax(axis=-1))
        total += rewards
    return total


def main():
    generations = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    random, weights = numpy.random.default_rng(1), numpy.zeros(6)
    for generation in range(generations):
        change = NOISE * random.standard_normal((PAIRS, 6))
        tried = weights + numpy.concatenate([change, -change])
        gained = returns(tried, 1000 * generation)
        better = (gained[:PAIRS] - gained[PAIRS:]) / (gained.std() + 1e-9)
        weights += STEP * (better[:, None] * change).mean(axis=0) / NOISE
        print(f"generation {generation}: {gained.mean():+.1f}", flush=True)
    print("weights", numpy.round(weights, 2).tolist())


main()
