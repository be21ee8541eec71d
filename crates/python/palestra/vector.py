"""Many matches at once, as a vector environment of Gymnasium."""

import numpy
from gymnasium.vector import AutoresetMode, VectorEnv as Base
from gymnasium.vector.utils import batch_space

from palestra import arrays, render
from palestra.matches import Match


class VectorEnv(Base):
    """``n`` matches that are stepped together, without Python's lock, on ``threads`` cores.

    Each learner of each match is one environment: with two learners, environments 2k and 2k + 1
    are the two seats of match k. A match that is over begins anew, with another seed, in the step
    after; that step gives the reward 0.

    Observations are shared buffers: the next step writes into the same arrays. Copy what must
    stay, or pass ``copy=True``. See :class:`palestra.parallel.ParallelEnv` for the other options.
    """

    def __init__(
        self,
        game,
        n,
        *,
        learners=(0,),
        opponents=("Dummy",),
        board=None,
        rules="statement",
        observation="compact",
        reward="score",
        threads=1,
        copy=False,
        records=False,
        render_mode=None,
    ):
        if not isinstance(n, int) or n < 1:
            raise ValueError(f"n is {n}, it must be a whole number from 1")
        self._matches = arrays.Matches(
            game,
            players=arrays.seats_of(learners, opponents),
            seeds=range(1, n + 1),
            board=board,
            rules=rules,
            reward=reward,
            observation=observation,
            restarts=True,
            records=records,
            threads=threads,
        )
        self._copy, self._n = copy, n
        self.render_mode = render_mode
        self.num_envs = n * len(self._matches.shape.learners)
        self.metadata = {
            "autoreset_mode": AutoresetMode.NEXT_STEP,
            "render_modes": ["rgb_array", "ansi", "human"],
        }
        self.single_observation_space = self._matches.observation_space
        self.single_action_space = arrays.action_space(self._matches.shape)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @property
    def shape(self):
        """What the numbers of observations and actions say: :class:`palestra.arrays.Shape`."""
        return self._matches.shape

    def reset(self, *, seed=None, options=None):
        """Begins all matches anew. Match k takes the seed ``seed + k``."""
        super().reset(seed=seed)
        first = int(self.np_random.integers(1, 2**30)) if seed is None else int(seed)
        self._matches.reset([(first + k) % (2**31 - 1) for k in range(self._n)])
        return self._matches.observations(self._copy), {}

    def step(self, actions):
        """Plays a round of every match: one row per environment, one action per unit."""
        self._matches.step(actions)
        over = self._matches.over
        observations = self._matches.observations(self._copy)
        rewards = self._matches.rewards.copy() if self._copy else self._matches.rewards
        return observations, rewards, over == 1, over == 2, {}

    def match(self, k):
        """Match ``k`` up to now, as :class:`palestra.Match`. Needs ``records=True``."""
        return Match(self._matches.native.record(k))

    def scores(self, k):
        """The scores of match ``k``, by seat."""
        return self._matches.native.scores(k)

    def render(self):
        """Shows the first match."""
        shown = render.show(self._matches, self.render_mode)
        return None if shown is None else (shown,)
