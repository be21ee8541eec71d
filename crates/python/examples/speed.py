"""Environment steps per second on one core, for every game.

An environment step is one round of one match. Raw steps show nobody anything; the others write
the compact observations and masks of the learners.

Run: ``python speed.py [SECONDS]``. Prints a table in Markdown, with observed megabytes a second.
"""

import sys
import time

import numpy

import palestra

MATCHES = 256


def measure(game, learners, seconds):
    """Steps a second, and observed bytes a step, of 256 matches."""
    env = palestra.vec(game, MATCHES, learners=learners, opponents=["Null"])
    env.reset(seed=1)
    actions = numpy.zeros((env.num_envs, env.shape.units), numpy.int32)
    observed = sum(a.nbytes for a in env.step(actions)[0].values()) / MATCHES
    steps, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        env.step(actions)
        steps += MATCHES
    return steps / (time.process_time() - begun), observed


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    print("| game | one learner, steps/s | MB/s | four learners, steps/s | MB/s |")
    print("|---|---|---|---|---|")
    for game in palestra.games():
        try:
            one = measure(game.id, [0], seconds)
            four = measure(game.id, [0, 1, 2, 3], seconds)
        except ValueError:
            continue
        cells = [f"{rate:,.0f} | {rate * size / 1e6:,.0f}" for rate, size in (one, four)]
        print(f"| {game.title} | {' | '.join(cells)} |", flush=True)


main()
