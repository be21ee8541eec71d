"""The checks of libraries for learning, as they come, for every game with environments."""

import gymnasium
import pyspiel
import pytest
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.connectors.env_to_module import FlattenObservations
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.tune.registry import register_env
from stable_baselines3.common.env_checker import check_env
from torchrl.envs import GymWrapper, PettingZooWrapper
from torchrl.envs.utils import check_env_specs

import palestra
import palestra.open_spiel


# Ray warns of itself in every start.
pytestmark = pytest.mark.filterwarnings("default")

GAMES = [game.id for game in palestra.games() if game.id != "agora"]
assert len(GAMES) >= 5, GAMES
STEPS = 32
"""RLlib draws one action after the other, and a game has up to 128 units."""


def single(game, **options):
    """The environment of one learner."""
    title = palestra.game(game).title.replace(" ", "")
    return gymnasium.make(f"palestra/{title}-v0", **options).unwrapped


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("observation", ["compact", "planes", "entities"])
def test_stable_baselines(game, observation):
    check_env(single(game, observation=observation))


@pytest.mark.parametrize("game", GAMES)
def test_torchrl_with_gymnasium(game):
    check_env_specs(GymWrapper(single(game)))


@pytest.mark.parametrize("game", GAMES)
def test_torchrl_with_pettingzoo(game):
    check_env_specs(PettingZooWrapper(palestra.parallel_env(game), use_mask=False))


@pytest.fixture(scope="module")
def rllib():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.mark.parametrize("game", GAMES)
def test_rllib_trains_some_steps(game, rllib):
    make = lambda config: ParallelPettingZooEnv(palestra.parallel_env(game, observation="entities"))
    register_env(game, make)
    config = (
        PPOConfig()
        .environment(game)
        .env_runners(
            num_env_runners=0,
            env_to_module_connector=lambda *_, **__: FlattenObservations(multi_agent=True),
        )
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda *_, **__: "shared")
        .training(train_batch_size_per_learner=STEPS, minibatch_size=STEPS, num_epochs=1)
    )
    trained = config.build_algo()
    result = trained.train()
    trained.stop()
    assert result["num_env_steps_sampled_lifetime"] >= STEPS
    assert "shared" in result["learners"]


@pytest.mark.parametrize("seed", [1, 2])
def test_open_spiel(seed):
    game = pyspiel.load_game("palestra", {"game": "star-war", "board": "sprint.cnf", "seed": seed})
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    state = game.new_initial_state()
    while not state.is_terminal():
        before, told = state.clone(), str(state)
        state.apply_actions([state.legal_actions(player)[-1] for player in range(4)])
        # A copy stays where it was.
        assert str(before) == told
    assert sum(state.returns()) == pytest.approx(2)
    assert game.max_game_length() == len(state.full_history()) // 4


def test_open_spiel_refuses_boards_with_more_units():
    with pytest.raises(ValueError, match="2 units on default.cnf"):
        palestra.open_spiel.Game({"game": "star-war", "board": "default.cnf"})
