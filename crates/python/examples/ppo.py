"""Learns a player of Dominator by proximal policy optimisation, in one file, with NumPy alone.

The policy is a small network. It looks at the cell that each action leads to and at what the unit
is, and scores the nine actions of every own unit. A linear function guesses what is still to be
won. Both learn from whole matches against Demo.

Run: ``python ppo.py [ITERATIONS]``. Prints the mean difference of scores per iteration.
"""

import sys

import numpy

import palestra

MATCHES, EPOCHS, BATCHES = 16, 3, 16
CLIP, RATE, DISCOUNT, TRACE = 0.2, 0.01, 0.97, 0.9
OWNERS, HIDDEN = 6, 24
INPUTS = OWNERS + 2


class Policy:
    """Scores of actions: a network with one hidden layer, the same for all actions."""

    def __init__(self, random):
        self.weights = [
            random.standard_normal((INPUTS, HIDDEN)) / INPUTS**0.5,
            numpy.zeros(HIDDEN),
            random.standard_normal(HIDDEN) * 0.01,
        ]
        self.moments = [[numpy.zeros_like(w), numpy.zeros_like(w)] for w in self.weights]
        self.steps = 0

    def forward(self, inputs, mask):
        """Hidden values and probabilities of (…, actions); the mask's zeros get none."""
        hidden = numpy.tanh(inputs @ self.weights[0] + self.weights[1])
        scores = numpy.where(mask > 0, hidden @ self.weights[2], -1e9)
        odds = numpy.exp(scores - scores.max(axis=-1, keepdims=True))
        return hidden, odds / odds.sum(axis=-1, keepdims=True)

    def backward(self, inputs, hidden, slope):
        """Gradients of the weights, from the slope of the loss by each score."""
        inner = slope[..., None] * self.weights[2] * (1 - hidden**2)
        flat = inner.reshape(-1, HIDDEN)
        return [
            inputs.reshape(-1, INPUTS).T @ flat,
            flat.sum(axis=0),
            slope.reshape(-1) @ hidden.reshape(-1, HIDDEN),
        ]

    def descend(self, gradients):
        """One step of Adam."""
        self.steps += 1
        for weight, moment, gradient in zip(self.weights, self.moments, gradients):
            moment[0] = 0.9 * moment[0] + 0.1 * gradient
            moment[1] = 0.999 * moment[1] + 0.001 * gradient**2
            first = moment[0] / (1 - 0.9**self.steps)
            second = moment[1] / (1 - 0.999**self.steps)
            weight -= RATE * first / (second**0.5 + 1e-8)


def moves(shape):
    """Rows and columns that each action adds to a unit's place."""
    steps = {"Bottom": (1, 0), "Right": (0, 1), "Top": (-1, 0), "Left": (0, -1)}
    steps |= {"BR": (1, 1), "RT": (-1, 1), "TL": (-1, -1), "LB": (1, -1)}
    return numpy.array([steps.get(word, (0, 0)) for word in shape.actions])


def acting(observations, shape):
    """The units that may act: their match, their number, their inputs and their masks."""
    match, unit = numpy.nonzero(observations["action_mask"].sum(axis=-1) > 1)
    units = observations["units"][match, unit]
    row, col, kind = (shape.columns.index(name) for name in ("row", "col", "kind"))
    rows = numpy.clip(units[:, None, row] + moves(shape)[:, 0], 0, shape.rows - 1)
    cols = numpy.clip(units[:, None, col] + moves(shape)[:, 1], 0, shape.cols - 1)
    owner = observations["cells"][match[:, None], 0, rows, cols] & 7
    inputs = numpy.zeros((*owner.shape, INPUTS))
    inputs[..., :OWNERS] = owner[..., None] == numpy.arange(OWNERS)
    inputs[..., OWNERS] = units[:, None, kind]
    inputs[..., OWNERS + 1] = numpy.arange(len(shape.actions)) == 0
    return match, unit, inputs, observations["action_mask"][match, unit]


def played(policy, seed, random):
    """Whole matches: what each unit saw and did, and the rewards by round and match."""
    env = palestra.vec("dominator", MATCHES, opponents=["Demo"])
    observations, _ = env.reset(seed=seed)
    steps, rewards, facts = [], [], []
    for _ in range(int(observations["scalars"][0, 1])):
        match, unit, inputs, mask = acting(observations, env.shape)
        _, odds = policy.forward(inputs, mask)
        drawn = (odds.cumsum(axis=-1) > random.random((len(odds), 1))).argmax(axis=-1)
        facts.append(observations["scalars"].astype(float) / [200, 200, 999, 999, 999, 999])
        actions = numpy.zeros((MATCHES, env.shape.units), numpy.int32)
        actions[match, unit] = drawn
        chance = odds[numpy.arange(len(drawn)), drawn]
        steps.append((match, inputs.astype(numpy.float32), mask, drawn, chance))
        observations, reward, _, _, _ = env.step(actions)
        rewards.append(reward.copy())
    return steps, numpy.array(rewards), numpy.array(facts)


def advantages(rewards, facts):
    """How much better than guessed each round went (generalised advantage estimation)."""
    later, returns = 0, numpy.zeros_like(rewards)
    for k in reversed(range(len(rewards))):
        returns[k] = later = rewards[k] + DISCOUNT * later
    known = numpy.concatenate([facts, numpy.ones((*facts.shape[:2], 1))], axis=-1)
    known = known.reshape(-1, known.shape[-1])
    guess = known @ numpy.linalg.lstsq(known, returns.reshape(-1), rcond=None)[0]
    guess = numpy.append(guess.reshape(rewards.shape), numpy.zeros((1, MATCHES)), axis=0)
    surprise = rewards + DISCOUNT * guess[1:] - guess[:-1]
    trace, found = 0, numpy.zeros_like(rewards)
    for k in reversed(range(len(rewards))):
        found[k] = trace = surprise[k] + DISCOUNT * TRACE * trace
    return (found - found.mean()) / (found.std() + 1e-9)


def learn(policy, steps, gained, random):
    """A few passes over all that the units did, with the clipped objective."""
    worth = numpy.concatenate([gained[k][match] for k, (match, *_) in enumerate(steps)])
    inputs, mask, drawn, chance = (numpy.concatenate(part) for part in list(zip(*steps))[1:])
    for _ in range(EPOCHS):
        for batch in numpy.array_split(random.permutation(len(worth)), BATCHES):
            hidden, odds = policy.forward(inputs[batch], mask[batch])
            here = numpy.arange(len(batch))
            ratio = odds[here, drawn[batch]] / chance[batch]
            value = worth[batch]
            # Beyond the clip nothing more is to be gained.
            moves_on = numpy.where(value > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            slope = odds * (value * ratio * moves_on)[:, None]
            slope[here, drawn[batch]] -= value * ratio * moves_on
            policy.descend(policy.backward(inputs[batch], hidden, slope / len(batch)))


def main():
    iterations = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    random = numpy.random.default_rng(1)
    policy = Policy(random)
    for iteration in range(iterations):
        steps, rewards, facts = played(policy, 1000 * iteration, random)
        learn(policy, steps, advantages(rewards, facts), random)
        print(f"iteration {iteration}: {rewards.sum(axis=0).mean():+.1f}", flush=True)


main()
