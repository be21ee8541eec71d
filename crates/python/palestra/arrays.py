"""What learners are shown: arrays, their shapes, their spaces."""

import json
import os
import tempfile

import numpy
from gymnasium import spaces

from palestra import _native, command
from palestra.facts import game as facts_of

SEATS = 4


class Shape:
    """The shapes of the arrays of one learner, and what their numbers say."""

    def __init__(self, text):
        shape = json.loads(text)
        self.text = text
        """The same as JSON."""
        self.planes, self.rows, self.cols = shape["planes"], shape["rows"], shape["cols"]
        self.fields = shape["fields"]
        """What the bytes of ``cells`` hold: dictionaries with name, plane, shift, values."""
        self.units, self.columns = shape["units"], shape["columns"]
        self.actions = shape["actions"]
        """The words of the actions. Action 0 gives no order."""
        self.learners, self.scalars = shape["learners"], shape["scalars"]

    def one_hot(self):
        """How many planes ``planes`` has: one for each value of each field."""
        return sum(len(field["values"]) for field in self.fields)


def expand(cells, fields):
    """Turns bytes of ``cells`` (…, planes, rows, cols) into one plane of 0 and 1 per value.

    The planes stand in the order of the fields and of their values. The function works for
    arrays of NumPy, PyTorch and JAX alike, on whatever device they are.
    """
    planes = []
    for field in fields:
        values = len(field["values"])
        bits = (1 << (values - 1).bit_length()) - 1
        plane = (cells[..., field["plane"], :, :] >> field["shift"]) & bits
        planes += [plane == value for value in range(values)]
    stack = getattr(planes[0], "stack", None)
    if stack is None and not isinstance(planes[0], numpy.ndarray):
        import torch

        return torch.stack(planes, dim=-3).to(torch.uint8)
    return numpy.stack(planes, axis=-3).astype(numpy.uint8)


def observation_space(shape, observation):
    """The space of one learner's observation: ``compact``, ``planes`` or ``entities``."""
    board = (shape.planes, shape.rows, shape.cols)
    low, high = numpy.iinfo(numpy.int16).min, numpy.iinfo(numpy.int16).max
    numbers = numpy.iinfo(numpy.int32)
    parts = {
        "units": spaces.Box(low, high, (shape.units, len(shape.columns)), numpy.int16),
        "scalars": spaces.Box(numbers.min, numbers.max, (shape.scalars,), numpy.int32),
        "action_mask": spaces.Box(0, 1, (shape.units, len(shape.actions)), numpy.uint8),
    }
    if observation == "compact":
        parts["cells"] = spaces.Box(0, 255, board, numpy.uint8)
    elif observation == "planes":
        planes = (shape.one_hot(), shape.rows, shape.cols)
        parts["planes"] = spaces.Box(0, 1, planes, numpy.uint8)
    elif observation != "entities":
        allowed = "`compact`, `planes` or `entities`"
        raise ValueError(f"observation `{observation}` is not allowed: it must be {allowed}")
    return spaces.Dict(parts)


class Actions(spaces.MultiDiscrete):
    """One action per unit, by identifier. ``sample`` takes the ``action_mask`` as it is."""

    def sample(self, mask=None, probability=None):
        """Draws actions at random; with a mask of units × actions, only those it allows."""
        if isinstance(mask, numpy.ndarray):
            mask = tuple(mask.astype(numpy.int8))
        return super().sample(mask, probability)


def action_space(shape):
    """One action per unit, by identifier."""
    return Actions(numpy.full(shape.units, len(shape.actions), numpy.int64))


class Matches:
    """Matches that are stepped together, and the arrays that they fill."""

    def __init__(
        self, game, *, players, seeds, board, rules, reward, observation, restarts, records, threads
    ):
        facts_of(game)
        if reward not in ("score", "place") and not callable(reward):
            raise ValueError(f"reward `{reward}` must be `score`, `place` or a function")
        self.native = _native.Native(
            id=game,
            board=board,
            players=[_ready(game, player) for player in players],
            seeds=[int(seed) for seed in seeds],
            ruleset=rules,
            reward="score" if callable(reward) else reward,
            restarts=restarts,
            records=records,
            threads=threads,
        )
        self.game, self.reward, self.observation = game, reward, observation
        self.shape = shape = Shape(self.native.shape())
        self.observation_space = observation_space(shape, observation)
        n = len(seeds) * len(shape.learners)
        self.cells = numpy.zeros((n, shape.planes, shape.rows, shape.cols), numpy.uint8)
        self.units = numpy.zeros((n, shape.units, len(shape.columns)), numpy.int16)
        self.mask = numpy.zeros((n, shape.units, len(shape.actions)), numpy.uint8)
        self.scalars = numpy.zeros((n, shape.scalars), numpy.int32)
        self.rewards = numpy.zeros(n, numpy.float32)
        self.over = numpy.zeros(n, numpy.uint8)
        self._arrays = (self.cells, self.units, self.mask, self.scalars, self.rewards, self.over)

    def reset(self, seeds):
        """Begins the matches anew, one seed each."""
        for k, seed in enumerate(seeds):
            self.native.reset(k, int(seed))
        self.native.observe(*self._arrays)

    def step(self, actions):
        """Plays a round. ``actions`` has one row per learner and one action per unit."""
        shape = (len(self.rewards), self.shape.units)
        actions = numpy.asarray(actions)
        if actions.shape != shape:
            raise ValueError(f"actions have the shape {actions.shape}, it must be {shape}")
        if not numpy.issubdtype(actions.dtype, numpy.integer):
            raise ValueError(f"actions are {actions.dtype}, they must be whole numbers")
        most = len(self.shape.actions)
        if actions.size and (actions.min() < 0 or actions.max() >= most):
            wrong = actions[(actions < 0) | (actions >= most)][0]
            raise ValueError(f"there is no action {wrong}: actions are 0 to {most - 1}")
        before = self.scalars.copy() if callable(self.reward) else None
        self.native.step(numpy.ascontiguousarray(actions, numpy.int32), *self._arrays)
        if callable(self.reward):
            self.rewards[:] = self.reward(before, self.scalars)

    def observations(self, copy):
        """The observations of all learners, with the learner as the first dimension."""
        own = {"units": self.units, "scalars": self.scalars, "action_mask": self.mask}
        if self.observation == "compact":
            own["cells"] = self.cells
        elif self.observation == "planes":
            own["planes"] = expand(self.cells, self.shape.fields)
        return {key: array.copy() if copy else array for key, array in own.items()}


def _ready(game, player):
    """A player that the native part can seat: sources are compiled first."""
    if player is None or player in facts_of(game).players:
        return player
    path = str(player)
    if path.endswith(".wasm"):
        return path
    out = os.path.join(tempfile.mkdtemp(prefix="palestra-"), "player.wasm")
    command.call(["build", path, "--game", game, "-o", out])
    return out


def seats_of(learners, opponents):
    """Who sits where: ``None`` for a learner. Opponents take the seats that are left, in turn."""
    taken = sorted(set(learners))
    if not taken or any(seat not in range(SEATS) for seat in taken):
        raise ValueError(f"learners {list(learners)} must be seats from 0 to {SEATS - 1}")
    opponents = list(opponents)
    left = [seat for seat in range(SEATS) if seat not in taken]
    if left and not opponents:
        raise ValueError(f"seats {left} need opponents")
    players = [None] * SEATS
    for k, seat in enumerate(left):
        players[seat] = opponents[k % len(opponents)]
    return players
