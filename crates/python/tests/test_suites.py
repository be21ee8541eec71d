"""The test suites of PettingZoo and Gymnasium, as they come, for every game."""

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    state_test,
)
from pettingzoo.utils import parallel_to_aec

import palestra


def test_parallel_api(game):
    parallel_api_test(palestra.parallel_env(game), num_cycles=30)


def test_api_through_aec(game):
    api_test(parallel_to_aec(palestra.parallel_env(game)), num_cycles=30)


def test_seeds(game):
    parallel_seed_test(lambda: palestra.parallel_env(game), num_cycles=20)


def test_state(game):
    env = palestra.parallel_env(game)
    state_test(parallel_to_aec(env), env)


def test_render(game):
    render_test(
        lambda render_mode=None: parallel_to_aec(
            palestra.parallel_env(game, render_mode=render_mode)
        )
    )


@pytest.mark.parametrize("observation", ["compact", "planes", "entities"])
def test_gymnasium(game, observation):
    title = palestra.game(game).title.replace(" ", "")
    env = gymnasium.make(f"palestra/{title}-v0", observation=observation)
    check_env(env.unwrapped, skip_render_check=False)
