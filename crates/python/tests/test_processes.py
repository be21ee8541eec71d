"""Environments and matches in processes and threads of their own."""

import functools
import multiprocessing
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import gymnasium
import numpy
import pytest

import palestra

ROUNDS = 30


def stepped(seed):
    """The record of some rounds of an environment, and the sum of its last boards."""
    options = {"learners": (0, 2), "opponents": ["Demo"], "copy": True, "records": True}
    env = palestra.vec("dominator", 2, **options)
    observations, _ = env.reset(seed=seed)
    return advanced(env, observations)


def advanced(env, observations):
    """The same of an environment that has begun."""
    for k in range(ROUNDS):
        mask = observations["action_mask"]
        actions = (mask.cumsum(axis=-1) == 1 + k % mask.sum(axis=-1, keepdims=True)).argmax(axis=-1)
        observations, *_ = env.step(actions)
    return env.match(1).to_bytes(), int(observations["cells"].astype(int).sum())


def match(seed):
    """The record of a match of the program."""
    return palestra.play("dominator", ["Demo", "Dummy", "Null", "Demo"], seed=seed).to_bytes()


def test_spawned_processes_play_the_same_matches():
    seeds = [3, 4, 3]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        stepping, playing = pool.map(stepped, seeds), pool.map(match, seeds)
    assert stepping == [stepped(seed) for seed in seeds]
    assert playing == [match(seed) for seed in seeds]
    assert stepping[0] != stepping[1] and playing[0] != playing[1]


def test_a_forked_process_goes_on_with_an_environment():
    options = {"learners": (0, 2), "opponents": ["Demo"], "copy": True, "records": True}
    env = palestra.vec("dominator", 2, threads=1, **options)
    observations, _ = env.reset(seed=3)
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=lambda: there.send(advanced(env, observations)))
    child.start()
    told = here.recv()
    child.join()
    assert child.exitcode == 0
    # The environment here has stayed where it was.
    assert told == advanced(env, observations) == stepped(3)


@pytest.mark.parametrize("context", ["fork", "spawn"])
def test_asynchronous_environments_are_the_same_as_others(context):
    make = functools.partial(gymnasium.make, "palestra:palestra/Dominator-v0", opponents=["Demo"])
    outside = gymnasium.vector.AsyncVectorEnv([make, make], context=context)
    inside = gymnasium.vector.SyncVectorEnv([make, make])
    seen, same = outside.reset(seed=5)[0], inside.reset(seed=5)[0]
    for k in range(ROUNDS):
        assert all((seen[key] == same[key]).all() for key in same)
        actions = (seen["action_mask"][..., 1 + k % 4] > 0) * (1 + k % 4)
        seen, rewards, *_ = outside.step(actions)
        same, rewarded, *_ = inside.step(actions)
        assert (rewards == rewarded).all()
    assert (seen["cells"][0] != seen["cells"][1]).any()
    outside.close()


def test_threads_play_the_same_matches():
    seeds = [3, 4, 5, 3]
    with ThreadPoolExecutor(4) as pool:
        stepping, playing = list(pool.map(stepped, seeds)), list(pool.map(match, seeds))
    assert stepping == [stepped(seed) for seed in seeds]
    assert playing == [match(seed) for seed in seeds]


@pytest.fixture
def patient():
    """Threads that compute keep the interpreter until they wait for something."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    yield
    sys.setswitchinterval(before)


def test_steps_leave_the_interpreter_to_others(patient):
    env = palestra.vec("dominator", 512, opponents=["Demo"])
    env.reset(seed=1)
    actions, stepping, seen = numpy.zeros((512, env.shape.units), numpy.int32), [False], []

    def look(begin):
        begin.wait()
        seen.append(stepping[0])

    # The other thread may wake up late, so there are several attempts. If a step kept the
    # interpreter, the other thread would never run inside one.
    for _ in range(100):
        begin = threading.Event()
        other = threading.Thread(target=look, args=(begin,))
        other.start()
        stepping[0] = True
        begin.set()
        env.step(actions)
        stepping[0] = False
        other.join()
        if seen[-1]:
            break
    assert seen[-1]
