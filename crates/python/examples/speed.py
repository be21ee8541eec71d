"""Environment steps a second on one core, for every game.

An environment step is one round of one match. Batches have 256 matches, which begin anew when
they are over; all seats without a learner are Null.

- raw: one learner that gives no orders and is shown the scalars (the scores) alone.
- observed: four learners with compact observations and masks. They give no orders, or random
  orders that the rules accept. Drawing the orders is not measured.

Run: ``python speed.py [SECONDS]``. Prints a table in Markdown, with observed megabytes a second.
"""

import sys
import time

import numpy

import palestra

MATCHES = 256


def measure(game, seconds, *, learners=(0, 1, 2, 3), observation="compact", orders=False):
    """Steps a second, and observed bytes a step."""
    env = palestra.vec(
        game, MATCHES, learners=learners, opponents=["Null"], observation=observation
    )
    observations, _ = env.reset(seed=1)
    random, count = numpy.random.default_rng(1), len(env.shape.actions)
    actions = numpy.zeros((env.num_envs, env.shape.units), numpy.int32)
    observed = sum(array.nbytes for array in observations.values()) / MATCHES
    steps, spent = 0, 0.0
    while spent < seconds:
        if orders:
            drawn = random.integers(0, count, actions.shape, numpy.int32)
            mask = observations["action_mask"]
            actions = drawn * numpy.take_along_axis(mask, drawn[..., None], axis=-1)[..., 0]
        begun = time.process_time()
        env.step(actions)
        spent += time.process_time() - begun
        steps += MATCHES
    return steps / spent, observed


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    print("| game | raw, steps/s | observed, no orders | MB/s | observed, random orders | MB/s |")
    print("| --- | --- | --- | --- | --- | --- |")
    for game in palestra.games():
        try:
            raw, _ = measure(game.id, seconds, learners=[0], observation="scalars")
        except ValueError:
            continue
        seen = [measure(game.id, seconds, orders=orders) for orders in (False, True)]
        cells = " | ".join(f"{rate:,.0f} | {rate * size / 1e6:,.0f}" for rate, size in seen)
        print(f"| {game.title} | {raw:,.0f} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
