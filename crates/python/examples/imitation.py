"""Imitates the Dummy of Dominator: learns from records what it does, with NumPy alone.

A row of numbers says what lies around a unit. One product with a table of weights gives each
action a score, and gradient descent moves the weights until the Dummy's own actions score best.

Run: ``python imitation.py [MATCHES]``. Prints how often the learned player does what the Dummy
does in a match that it has not seen, and the mean difference of scores against three Demos.
"""

import sys

import numpy

import palestra

REACH = 2
RATE, PASSES = 0.5, 60


def inputs(cells, units, shape):
    """One row per unit: who owns each cell nearby, the unit's kind, and a 1."""
    size = shape.rows + 2 * REACH, shape.cols + 2 * REACH
    wall = shape.fields[0]["values"].index("wall")
    board = numpy.full((len(cells), *size), wall, numpy.uint8)
    board[:, REACH:-REACH, REACH:-REACH] = cells[:, 0] & 7
    row, col, kind = (units[..., shape.columns.index(name)] for name in ("row", "col", "kind"))
    span = numpy.arange(2 * REACH + 1)
    turn = numpy.arange(len(cells))[:, None, None, None]
    rows = numpy.clip(row, 0, shape.rows - 1)[..., None, None] + span[:, None]
    cols = numpy.clip(col, 0, shape.cols - 1)[..., None, None] + span
    near = board[turn, rows, cols].reshape(*row.shape, -1)
    owners = (near[..., None] == numpy.arange(6)).reshape(*row.shape, -1)
    kinds = kind[..., None] == numpy.arange(3)
    # Each kind of unit has weights of its own.
    known = numpy.concatenate([owners, numpy.ones((*row.shape, 1), bool)], axis=-1)
    return (known[..., None, :] * kinds[..., :, None]).reshape(*row.shape, -1)


def turns(seed):
    """What the Dummy's units saw and did in a match: inputs, masks, actions."""
    match = palestra.play("dominator", ["Dummy", "Demo", "Dummy", "Demo"], seed=seed)
    lessons, shape = match.lessons(0), match.shape()
    acts = lessons["action_mask"].sum(axis=-1) > 1
    seen = inputs(lessons["cells"], lessons["units"], shape)[acts]
    return seen.astype(numpy.float32), lessons["action_mask"][acts], lessons["actions"][acts]


def odds(seen, mask, weights):
    """Probabilities of the actions."""
    scores = numpy.where(mask > 0, seen @ weights, -1e9)
    scores = numpy.exp(scores - scores.max(axis=-1, keepdims=True))
    return scores / scores.sum(axis=-1, keepdims=True)


def fitted(seen, mask, actions):
    """Weights under which the actions are likely: multinomial logistic regression."""
    weights = numpy.zeros((seen.shape[1], mask.shape[1]), numpy.float32)
    done = numpy.eye(mask.shape[1], dtype=numpy.float32)[actions]
    for _ in range(PASSES):
        weights += RATE * seen.T @ (done - odds(seen, mask, weights)) / len(seen)
    return weights


def difference(weights, seed):
    """The mean difference of scores against three Demos."""
    env = palestra.vec("dominator", 8, opponents=["Demo"])
    observations, _ = env.reset(seed=seed)
    total, random = 0.0, numpy.random.default_rng(seed)
    for _ in range(int(observations["scalars"][0, 1])):
        seen = inputs(observations["cells"], observations["units"], env.shape)
        chances = odds(seen, observations["action_mask"], weights).cumsum(axis=-1)
        drawn = (chances > random.random((*chances.shape[:2], 1))).argmax(axis=-1)
        observations, rewards, _, _, _ = env.step(drawn)
        total += rewards.mean()
    return total


def main():
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    seen, mask, actions = (numpy.concatenate(part) for part in zip(*map(turns, range(1, 1 + matches))))
    weights = fitted(seen, mask, actions)
    seen, mask, actions = turns(1000)
    agreed = (odds(seen, mask, weights).argmax(axis=-1) == actions).mean()
    guessed = (1 / mask.sum(axis=-1)).mean()
    print(f"the same action in {agreed:.1%} of turns, by chance {guessed:.1%}")
    print(f"difference of scores: {difference(weights, 5000):+.1f}")


main()
