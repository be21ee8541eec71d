"""Environments of PettingZoo: several learners in one match."""

import numpy
from pettingzoo import ParallelEnv as Base

from palestra import arrays, render
from palestra.matches import Match


class ParallelEnv(Base):
    """One match as a PettingZoo ``ParallelEnv``.

    Agents are ``seat_0`` to ``seat_3``; all act in every round and stay until the end. A frozen
    agent's mask allows only action 0, which gives no order.

    - ``learners``: the seats of the agents, all four by default.
    - ``opponents``: who takes the other seats, in turn: house players or player files.
    - ``board``: one of the game's boards or the path of a settings file.
    - ``observation``: ``compact`` (bytes of the board and a table of units), ``planes`` (one
      plane of 0 and 1 per value), ``entities`` (the table alone) or ``scalars`` (neither).
    - ``reward``: ``score`` (how the own score grew, less the mean of the others), ``place``
      (after the last round, from 0 for the last to 1 for the first) or a function of the
      scalars before and after a round.
    """

    metadata = {
        "name": "palestra",
        "render_modes": ["rgb_array", "ansi", "human"],
        "render_fps": 20,
        "is_parallelizable": True,
    }

    def __init__(
        self,
        game,
        *,
        learners=(0, 1, 2, 3),
        opponents=(),
        board=None,
        rules="statement",
        observation="compact",
        reward="score",
        render_mode=None,
    ):
        players = arrays.seats_of(learners, opponents)
        self._matches = arrays.Matches(
            game,
            players=players,
            seeds=[1],
            board=board,
            rules=rules,
            reward=reward,
            observation=observation,
            restarts=False,
            records=True,
            threads=1,
        )
        shape = self._matches.shape
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            allowed = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"render mode `{render_mode}` must be one of {allowed}")
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in shape.learners]
        self.agents = []
        self._random = numpy.random.default_rng()
        own = self._matches.observation_space
        self.observation_spaces = {agent: own for agent in self.possible_agents}
        self.action_spaces = {
            agent: arrays.action_space(shape) for agent in self.possible_agents
        }
        numbers = numpy.iinfo(numpy.int32)
        size = self.state().shape
        self.state_space = arrays.spaces.Box(numbers.min, numbers.max, size, numpy.int32)

    @property
    def shape(self):
        """What the numbers of observations and actions say: :class:`palestra.arrays.Shape`."""
        return self._matches.shape

    def observation_space(self, agent):
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent):
        """The space of an agent's actions: one action per unit."""
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        """Begins a match: with this seed, or the next of a random sequence."""
        if seed is not None:
            self._random = numpy.random.default_rng(seed)
        chosen = int(self._random.integers(1, 2**31 - 1))
        self._matches.reset([chosen])
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions):
        """Plays a round with an action per unit and agent. A missing agent gives no orders."""
        unknown = set(actions) - set(self.possible_agents)
        if unknown:
            raise ValueError(f"there is no agent {sorted(unknown)[0]}")
        if not self.agents:
            return {}, {}, {}, {}, {}
        nothing = numpy.zeros(self.shape.units, numpy.int32)
        self._matches.step([actions.get(agent, nothing) for agent in self.possible_agents])
        acted, over = self.agents, self._matches.over
        rewards = {a: float(r) for a, r in zip(acted, self._matches.rewards)}
        terminations = {a: bool(o == 1) for a, o in zip(acted, over)}
        truncations = {a: bool(o == 2) for a, o in zip(acted, over)}
        observations, infos = self._observations(), {agent: {} for agent in acted}
        if over[0]:
            scores = self._matches.native.scores(0)
            infos = {agent: {"scores": scores} for agent in acted}
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def state(self):
        """The board, the units and the scalars as the first agent sees them, in one row."""
        first = [array[0] for array in self._matches.picture()]
        return numpy.concatenate([part.ravel().astype(numpy.int32) for part in first])

    def match(self):
        """The match up to now, as :class:`palestra.Match`; ``palestra verify`` accepts it."""
        return Match(self._matches.native.record(0))

    def render(self):
        """Shows the board: an array, a text, or lines in the terminal."""
        return render.show(self._matches, self.render_mode)

    def close(self):
        """Does nothing: an environment holds memory alone."""

    def _observations(self):
        all_of = self._matches.observations(copy=True)
        return {
            agent: {key: array[k] for key, array in all_of.items()}
            for k, agent in enumerate(self.agents)
        }
