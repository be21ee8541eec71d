"""Environments and matches in processes and threads of their own."""

import multiprocessing
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy
import pytest

import palestra

ROUNDS = 30


def stepped(seed):
    """Scores and the sum of the last board, after some rounds of an environment."""
    env = palestra.vec("dominator", 2, learners=(0, 2), opponents=["Demo"], copy=True)
    observations, _ = env.reset(seed=seed)
    for k in range(ROUNDS):
        mask = observations["action_mask"]
        actions = (mask.cumsum(axis=-1) == 1 + k % mask.sum(axis=-1, keepdims=True)).argmax(axis=-1)
        observations, *_ = env.step(actions)
    return env.scores(0), env.scores(1), int(observations["cells"].astype(int).sum())


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
