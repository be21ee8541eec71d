"""Environments of Gymnasium: one learner among players."""

import gymnasium
import numpy

from palestra import arrays, render
from palestra.matches import Match


class SingleEnv(gymnasium.Env):
    """One seat of a match as a Gymnasium environment; see :class:`palestra.parallel.ParallelEnv`
    for the options."""

    metadata = {"render_modes": ["rgb_array", "ansi", "human"], "render_fps": 20}

    def __init__(
        self,
        game,
        *,
        seat=0,
        opponents=("Dummy",),
        board=None,
        rules="statement",
        observation="compact",
        reward="score",
        render_mode=None,
    ):
        self._matches = arrays.Matches(
            game,
            players=arrays.seats_of([seat], opponents),
            seeds=[1],
            board=board,
            rules=rules,
            reward=reward,
            observation=observation,
            restarts=False,
            records=True,
            threads=1,
        )
        self.render_mode = render_mode
        self.observation_space = self._matches.observation_space
        self.action_space = arrays.action_space(self._matches.shape)

    @property
    def shape(self):
        """What the numbers of observations and actions say: :class:`palestra.arrays.Shape`."""
        return self._matches.shape

    def reset(self, *, seed=None, options=None):
        """Begins a match: with this seed, or the next of a random sequence."""
        super().reset(seed=seed)
        self._matches.reset([int(self.np_random.integers(1, 2**31 - 1))])
        return self._observation(), {}

    def step(self, action):
        """Plays a round with one action per unit."""
        self._matches.step(numpy.asarray(action)[None])
        over = int(self._matches.over[0])
        info = {"scores": self._matches.native.scores(0)} if over else {}
        reward = float(self._matches.rewards[0])
        return self._observation(), reward, over == 1, over == 2, info

    def match(self):
        """The match up to now, as :class:`palestra.Match`."""
        return Match(self._matches.native.record(0))

    def render(self):
        """Shows the board: an array, a text, or lines in the terminal."""
        return render.show(self._matches, self.render_mode)

    def _observation(self):
        return {key: array[0] for key, array in self._matches.observations(copy=True).items()}
