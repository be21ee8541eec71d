"""Steps and observed bytes a second of Palestra and of other environments, on one core.

All step batches of 256 with random actions, one call from Python per step. A second is a second
of CPU time of all threads of the process. The script makes the virtual environment FOLDER and
installs the other environments into it.

Run: ``python rivals.py FOLDER [SECONDS]``, with Palestra installed. Prints a table in Markdown.
"""

import os
import subprocess
import sys
import time

PINNED = ["envpool==1.2.5", "pgx==2.6.0", "jax==0.10.2", "luxai-s3==0.2.1", "six==1.17.0"]
"""The other environments, and a package that one of them forgets to name."""

BATCH = 256
GAMES_OF_PGX = ["connect_four", "minatar-breakout", "go_9x9", "chess"]


def row(name, rate, observed):
    """Prints steps a second, observed bytes a step and observed megabytes a second."""
    print(f"| {name} | {rate:,.0f} | {observed:,.0f} | {rate * observed / 1e6:,.1f} |", flush=True)


def measure(name, step, seconds):
    """Measures ``step``, which steps a batch and returns the arrays that it observed."""
    observed = sum(array.nbytes for array in step()) / BATCH
    steps, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        step()
        steps += BATCH
    row(name, steps / (time.process_time() - begun), observed)


def measure_palestra(seconds):
    import palestra
    import speed

    assert speed.MATCHES == BATCH
    for game in palestra.games():
        try:
            measured = speed.measure(game.id, seconds, orders=True)
        except ValueError:
            continue
        row(f"Palestra, {game.title}, four learners", *measured)


def measure_envpool(seconds):
    import envpool
    import numpy

    for game in ("CartPole-v1", "Pong-v5"):
        env = envpool.make_gymnasium(game, num_envs=BATCH, num_threads=1)
        env.reset()
        random = numpy.random.default_rng(1)
        actions = random.integers(0, env.action_space.n, BATCH, numpy.int32)
        measure(f"EnvPool, {game}", lambda: [env.step(actions)[0]], seconds)


def measure_pgx(seconds):
    import jax
    import pgx
    from jax import numpy, random
    from pgx.experimental import auto_reset

    for game in GAMES_OF_PGX:
        env = pgx.make(game)
        both = jax.vmap(auto_reset(env.step, env.init))

        @jax.jit
        def advance(state, key):
            key, draw, restart = random.split(key, 3)
            odds = numpy.where(state.legal_action_mask, 0.0, -numpy.inf)
            actions = random.categorical(draw, odds, axis=-1)
            return both(state, actions, random.split(restart, BATCH)), key

        now = [jax.jit(jax.vmap(env.init))(random.split(random.key(0), BATCH)), random.key(1)]

        def step():
            now[:] = jax.block_until_ready(advance(*now))
            return [now[0].observation]

        measure(f"Pgx, {game}", step, seconds)


def measure_lux(seconds):
    import jax
    from jax import random
    from luxai_s3.env import LuxAIS3Env
    from luxai_s3.params import EnvParams

    env, params = LuxAIS3Env(auto_reset=True), EnvParams()
    draw = jax.vmap(env.action_space(params).sample)
    both = jax.vmap(lambda key, state, action: env.step(key, state, action, params))

    @jax.jit
    def advance(seen, state, key):
        key, drawn, restart = random.split(key, 3)
        actions = draw(random.split(drawn, BATCH))
        seen, state, *_ = both(random.split(restart, BATCH), state, actions)
        return seen, state, key

    keys = random.split(random.key(0), BATCH)
    now = [*jax.jit(jax.vmap(lambda key: env.reset(key, params)))(keys), random.key(1)]

    def step():
        now[:] = jax.block_until_ready(advance(*now))
        return jax.tree.leaves(now[0])

    measure("luxai-s3", step, seconds)


def main():
    # Before anything starts threads.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if sys.argv[1] == "--others":
        seconds = float(sys.argv[2])
        measure_envpool(seconds)
        measure_pgx(seconds)
        measure_lux(seconds)
        return
    folder, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 3.0
    python = os.path.join(folder, "bin", "python")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", *PINNED], check=True)
    print("| environment | steps/s | bytes/step | MB/s |\n| --- | --- | --- | --- |", flush=True)
    measure_palestra(seconds)
    subprocess.run([python, "-W", "ignore", __file__, "--others", str(seconds)], check=True)


main()
