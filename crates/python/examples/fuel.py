"""What networks cost a player: the share of the judge's fuel in a match, by size.

Plays Dominator with random networks, which draw their actions. Run: ``python fuel.py``. Prints a
table in Markdown.
"""

import numpy

import palestra
from palestra.network import Sight

SIZES = [(2, [16]), (4, [48]), (4, [128, 64]), (6, [256, 128]), (4, [(16, 3), 64])]
"""Reach, and outputs of the layers but for the last; (channels, kernel) is a convolution."""


def network(sight, sizes):
    """Random layers."""
    random, layers = numpy.random.default_rng(1), []
    shape, flat = len(sight.channels), None
    for size in [*sizes, sight.actions]:
        if isinstance(size, tuple):
            channels, kernel = size
            weights = random.standard_normal((channels, shape, kernel, kernel))
            layers.append((0.1 * weights, numpy.zeros(channels), "relu", kernel // 2))
            shape = channels
            continue
        inputs = flat or shape * sight.side**2 + sight.inputs - sight.square
        layers.append((0.1 * random.standard_normal((inputs, size)), numpy.zeros(size), "relu"))
        flat = size
    # Scores of 0 are equal odds: all sizes play alike.
    weights, bias, *_ = layers[-1]
    return [*layers[:-1], (weights * 0, bias, "none")]


def main():
    print("| reach | layers | weights | fuel |\n|---|---|---|---|")
    for reach, sizes in SIZES:
        sight = Sight("dominator", reach)
        layers = network(sight, sizes)
        palestra.export_player(layers, "dominator", "Fuel.wasm", reach=reach, choice="draw")
        match = palestra.play("dominator", ["Fuel.wasm"] + ["Demo"] * 3, seed=1, judge=True)
        words = [f"{size[0]} channels {size[1]}×{size[1]}" if isinstance(size, tuple) else str(size) for size in sizes]
        count = sum(layer[0].size for layer in layers)
        print(f"| {reach} | {', '.join(words)} | {count:,} | {match.status[0]:.1%} |", flush=True)


main()
