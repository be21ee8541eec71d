"""Environments step the matches that the program plays."""

import subprocess
import sys
import threading

import numpy
import pytest

import palestra
from palestra.arrays import expand
from palestra.command import program


def random_actions(mask, random):
    """One accepted action per unit."""
    return (random.random(mask.shape) * mask).argmax(axis=-1)


def play_through(env, seed):
    observations, _ = env.reset(seed=seed)
    random, rewards = numpy.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        actions = {a: random_actions(observations[a]["action_mask"], random) for a in env.agents}
        observations, gained, _, _, infos = env.step(actions)
        for agent, reward in gained.items():
            rewards[agent] += reward
    return rewards, infos


def test_records_of_environments_verify(game, tmp_path):
    env = palestra.parallel_env(game, learners=(0, 2), opponents=["Demo", "Null"])
    _, infos = play_through(env, 5)
    match = env.match()
    match.verify()
    match.save(tmp_path / "x.match")
    subprocess.run([program(), "verify", tmp_path / "x.match"], check=True, capture_output=True)
    assert match.scores == infos["seat_0"]["scores"]
    assert match.players[1] == "Demo" and match.players[3] == "Null"
    assert len(match.orders()) > 50


def test_opponents_play_as_in_a_match_of_the_program(game):
    """A learner that gives no orders is Null, so the match is that of Null."""
    env = palestra.parallel_env(game, learners=(0,), opponents=["Demo", "Dummy", "Demo"])
    env.reset(seed=1)
    while env.agents:
        env.step({})
    own = env.match()
    same = palestra.play(game, ["Null", "Demo", "Dummy", "Demo"], seed=own.seed)
    assert own.scores == same.scores
    assert (own.orders() == same.orders()).all()


def test_rewards_are_score_differences():
    env = palestra.parallel_env("dominator")
    first, _ = env.reset(seed=2)
    begun = first["seat_1"]["scalars"][2:]
    rewards, infos = play_through(env, 2)
    scores = infos["seat_1"]["scores"]
    grown = [score - start for score, start in zip(scores, numpy.roll(begun, 1))]
    expected = grown[1] - (sum(grown) - grown[1]) / 3
    assert rewards["seat_1"] == pytest.approx(expected, abs=0.1)
    assert sum(rewards.values()) == pytest.approx(0, abs=0.1)


def test_rewards_by_place_and_by_function():
    rewards, infos = play_through(palestra.parallel_env("dominator", reward="place"), 3)
    scores = infos["seat_0"]["scores"]
    best = f"seat_{scores.index(max(scores))}"
    assert max(rewards, key=rewards.get) == best and sum(rewards.values()) == pytest.approx(2)
    rounds = palestra.parallel_env("dominator", reward=lambda before, after: after[:, 0] * 0 + 1)
    rewards, _ = play_through(rounds, 3)
    assert rewards["seat_0"] == rounds.match().rounds


def test_seats_see_themselves_as_player_0(game):
    env = palestra.parallel_env(game)
    observations, _ = env.reset(seed=4)
    player = env.shape.columns.index("player")
    for agent, seen in observations.items():
        own = seen["units"][:, player] == 0
        assert own.any()
        others = seen["action_mask"][~own]
        assert others[:, 0].all() and not others[:, 1:].any(), agent


def test_planes_say_what_the_bytes_say(game):
    env = palestra.parallel_env(game, observation="planes")
    compact = palestra.parallel_env(game)
    planes = env.reset(seed=6)[0]["seat_3"]["planes"]
    cells = compact.reset(seed=6)[0]["seat_3"]["cells"]
    assert (expand(cells, env.shape.fields) == planes).all()
    at = 0
    for field in env.shape.fields:
        values = len(field["values"])
        assert (planes[at : at + values].sum(axis=0) == 1).all(), field["name"]
        at += values
    assert at == len(planes)


@pytest.mark.parametrize("threads", [1, 2])
def test_vector_environments_restart(game, threads):
    env = palestra.vec(game, 3, learners=(0, 1), opponents=["Null"], threads=threads, copy=True)
    observations, _ = env.reset(seed=7)
    assert env.num_envs == 6
    assert env.observation_space.contains(observations)
    random, ends = numpy.random.default_rng(1), 0
    rounds = int(observations["scalars"][0, 1])
    for k in range(rounds + 1):
        actions = random_actions(observations["action_mask"], random)
        observations, rewards, terminations, truncations, _ = env.step(actions)
        assert not truncations.any()
        assert terminations.all() == (k == rounds - 1) and terminations.any() == terminations.all()
        ends += terminations.sum()
    assert ends == 6
    assert (rewards == 0).all() and (observations["scalars"][:, 1] == rounds).all()


def test_vector_environments_are_the_same_matches(game):
    """Match k of a batch is the match that an environment of its own plays."""
    many = palestra.vec(game, 4, opponents=["Demo"], copy=True)
    alone = palestra.vec(game, 1, opponents=["Demo"], copy=True)
    seen = many.reset(seed=20)[0]
    one = alone.reset(seed=22)[0]
    random = numpy.random.default_rng(3)
    for _ in range(40):
        actions = random_actions(seen["action_mask"], random)
        assert all((seen[key][2] == one[key][0]).all() for key in seen)
        seen, rewards, *_ = many.step(actions)
        one, reward, *_ = alone.step(actions[2:3])
        assert rewards[2] == reward[0]


def test_smaller_observations_are_parts_of_the_compact_one(game):
    shown = {}
    for observation in ("compact", "entities", "scalars"):
        options = {"learners": (0, 3), "opponents": ["Demo"], "copy": True}
        env = palestra.vec(game, 2, observation=observation, render_mode="rgb_array", **options)
        seen, random = env.reset(seed=8)[0], numpy.random.default_rng(1)
        for _ in range(10):
            actions = random.integers(0, len(env.shape.actions), (4, env.shape.units))
            seen, rewards, *_ = env.step(actions)
        assert env.observation_space.contains(seen)
        shown[observation] = seen | {"rewards": rewards, "picture": env.render()[0]}
    assert set(shown["scalars"]) == {"scalars", "rewards", "picture"}
    assert set(shown["entities"]) == set(shown["compact"]) - {"cells"}
    for smaller in ("entities", "scalars"):
        for key, array in shown[smaller].items():
            assert (array == shown["compact"][key]).all(), (smaller, key)


def test_observations_are_shared_buffers():
    env = palestra.vec("dominator", 2)
    first = env.reset(seed=1)[0]
    second = env.step(numpy.zeros((2, env.shape.units), numpy.int64))[0]
    assert first["cells"] is second["cells"] and first["cells"].base is None


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: palestra.parallel_env("chess"), "no game `chess`"),
        (lambda: palestra.parallel_env("agora"), "nothing for programs that learn"),
        (lambda: palestra.parallel_env("dominator", board="nowhere.cnf"), "nowhere.cnf"),
        (lambda: palestra.parallel_env("dominator", reward="money"), "reward `money`"),
        (lambda: palestra.parallel_env("dominator", observation="sound"), "`compact`"),
        (lambda: palestra.parallel_env("dominator", learners=(0,)), "need opponents"),
        (lambda: palestra.parallel_env("dominator", learners=(4,)), "from 0 to 3"),
        (lambda: palestra.vec("dominator", 1, opponents=["Nul"]), "did you mean|No such|Nul"),
        (lambda: palestra.vec("dominator", 0), "whole number"),
        (lambda: palestra.parallel_env("dominator", render_mode="film"), "render mode"),
    ],
)
def test_bad_arguments_give_an_exception_with_a_sentence(call, words):
    with pytest.raises((ValueError, palestra.CommandError), match=words):
        call()


@pytest.mark.parametrize(
    "actions, words",
    [
        (numpy.zeros((1, 3), numpy.int64), "shape"),
        (numpy.zeros(5, numpy.int64), "shape"),
        (None, "shape|whole"),
        ("full of words", "shape"),
    ],
)
def test_bad_actions_give_an_exception(actions, words):
    env = palestra.vec("dominator", 1)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=words):
        env.step(actions)


def test_unknown_actions_give_an_exception():
    env = palestra.vec("dominator", 1)
    env.reset(seed=1)
    for dtype in (numpy.int64, numpy.int32, numpy.uint8, numpy.uint32, numpy.uint64):
        with pytest.raises(ValueError, match="no action 99"):
            env.step(numpy.full((1, env.shape.units), 99, dtype))
    for action in (-1, 2**32, -(2**40)):
        with pytest.raises(ValueError, match="no action"):
            env.step(numpy.full((1, env.shape.units), action))
    with pytest.raises(ValueError, match="whole numbers"):
        env.step(numpy.full((1, env.shape.units), 0.5))
    native = env._matches.native
    with pytest.raises(ValueError, match="there is no match 7"):
        native.scores(7)


def test_environments_run_in_threads_and_subprocesses():
    done = []

    def episode(seed):
        env = palestra.vec("dominator", 2, copy=True)
        env.reset(seed=seed)
        for _ in range(30):
            env.step(numpy.zeros((2, env.shape.units), numpy.int64))
        done.append(env.scores(0))

    threads = [threading.Thread(target=episode, args=(9,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 4 and all(scores == done[0] for scores in done)
    source = "import palestra; print(palestra.vec('dominator', 1).reset(seed=9)[0]['cells'].sum())"
    run = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    expected = palestra.vec("dominator", 1).reset(seed=9)[0]["cells"].sum()
    assert int(run.stdout) == expected
