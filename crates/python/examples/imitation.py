"""Imitates the Dummy of Dominator: learns from records what it does, with NumPy alone.

A network looks at the square of cells around a unit and gives each action a score. Adam moves the
weights until the Dummy's own actions score best. The network then becomes a player.

Run: ``python imitation.py [MATCHES [PASSES]]``. Prints how often the network does what the Dummy
does in a match that it has not seen, and writes the player ``Imitator.wasm``.
"""

import sys

import numpy

import palestra
from palestra.network import Sight

REACH, HIDDEN = 4, 48
RATE, BATCH = 0.002, 256
TURNS = 6
"""One turn in so many is looked at: turns one after the other are much alike."""


def turns(sight, seed):
    """What the Dummy's units saw and did in a match: inputs, masks, actions."""
    match = palestra.play("dominator", ["Dummy", "Demo", "Dummy", "Demo"], seed=seed)
    lessons = {key: array[::TURNS] for key, array in match.lessons(0).items()}
    at, seen = sight.see(lessons)
    own = (at[:, 0], at[:, 1])
    return seen, lessons["action_mask"][own], lessons["actions"][own]


def forward(layers, seen):
    """Hidden values and scores."""
    (first, bias, _), (second, offset, _) = layers
    hidden = numpy.maximum(seen @ first + bias, 0)
    return hidden, hidden @ second + offset


def odds(scores, mask):
    """Probabilities of the accepted actions."""
    scores = numpy.where(mask > 0, scores, -numpy.inf)
    scores = numpy.exp(scores - scores.max(axis=-1, keepdims=True))
    return scores / scores.sum(axis=-1, keepdims=True)


def gradients(layers, seen, mask, actions):
    """How the loss, minus the logarithm of the right actions' odds, changes with the weights."""
    hidden, scores = forward(layers, seen)
    slope = odds(scores, mask)
    slope[numpy.arange(len(actions)), actions] -= 1
    slope /= len(actions)
    inner = (slope @ layers[1][0].T) * (hidden > 0)
    return [seen.T @ inner, inner.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)]


def fitted(seen, mask, actions, passes, random):
    """The layers of a network that gives the actions high odds."""
    shapes = [(seen.shape[1], HIDDEN), (HIDDEN,), (HIDDEN, mask.shape[1]), (mask.shape[1],)]
    numbers = [random.standard_normal(shape) * 0.05 for shape in shapes]
    numbers = [number.astype(numpy.float32) for number in numbers]
    layers = [(*numbers[:2], "relu"), (*numbers[2:], "none")]
    moments = [[numpy.zeros_like(number), numpy.zeros_like(number)] for number in numbers]
    batches = passes * (len(seen) // BATCH)
    for step in range(1, 1 + batches):
        batch = random.integers(len(seen), size=BATCH)
        found = gradients(layers, seen[batch], mask[batch], actions[batch])
        for number, moment, gradient in zip(numbers, moments, found):
            moment[0] += 0.1 * (gradient - moment[0])
            moment[1] += 0.01 * (gradient**2 - moment[1])
            change = moment[0] / (1 - 0.9**step) / ((moment[1] / (1 - 0.99**step)) ** 0.5 + 1e-8)
            number -= RATE * (1 - step / batches) * change
    return layers


def scaled(layers, scale):
    """The same network for inputs that are not scaled."""
    (first, bias, then), *others = layers
    return [(first * scale[:, None], bias, then), *others]


def main():
    matches, passes = (int(word) for word in [*sys.argv[1:], "24", "12"][:2])
    sight, random = Sight("dominator", REACH), numpy.random.default_rng(1)
    lessons = zip(*(turns(sight, seed) for seed in range(1, 1 + matches)))
    seen, mask, actions = (numpy.concatenate(part) for part in lessons)
    # Health and scores are large numbers; no input is above 1 in training.
    scale = 1 / numpy.maximum(1, abs(seen).max(axis=0))
    seen *= scale
    layers = scaled(fitted(seen, mask, actions, passes, random), scale)
    seen, mask, actions = turns(sight, 1000)
    agreed = (odds(forward(layers, seen)[1], mask).argmax(axis=-1) == actions).mean()
    guessed = (1 / mask.sum(axis=-1)).mean()
    print(f"the same action in {agreed:.1%} of turns, by chance {guessed:.1%}")
    palestra.export_player(layers, "dominator", "Imitator.wasm", reach=REACH, choice="draw")


main()
