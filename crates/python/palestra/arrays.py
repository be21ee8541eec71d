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


OBSERVATIONS = {
    "compact": ("cells", "units", "action_mask", "scalars"),
    "planes": ("planes", "units", "action_mask", "scalars"),
    "entities": ("units", "action_mask", "scalars"),
    "scalars": ("scalars",),
}
"""What each kind of observation shows."""


def observation_space(shape, observation):
    """The space of one learner's observation, one of :data:`OBSERVATIONS`."""
    board = (shape.planes, shape.rows, shape.cols)
    low, high = numpy.iinfo(numpy.int16).min, numpy.iinfo(numpy.int16).max
    numbers = numpy.iinfo(numpy.int32)
    planes = (shape.one_hot(), shape.rows, shape.cols)
    parts = {
        "cells": spaces.Box(0, 255, board, numpy.uint8),
        "planes": spaces.Box(0, 1, planes, numpy.uint8),
        "units": spaces.Box(low, high, (shape.units, len(shape.columns)), numpy.int16),
        "scalars": spaces.Box(numbers.min, numbers.max, (shape.scalars,), numpy.int32),
        "action_mask": spaces.Box(0, 1, (shape.units, len(shape.actions)), numpy.uint8),
    }
    return spaces.Dict({key: parts[key] for key in OBSERVATIONS[observation]})


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
        if observation not in OBSERVATIONS:
            allowed = ", ".join(f"`{one}`" for one in OBSERVATIONS)
            raise ValueError(f"observation `{observation}` must be one of {allowed}")
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
        self._n = len(seeds) * len(shape.learners)
        self._arrays = self._made(observation)
        self.cells, self.units, self.mask, self.scalars, self.rewards, self.over = self._arrays

    def _made(self, observation):
        """The arrays that the native part fills; empty ones for what the observation lacks."""
        n, shape, shown = self._n, self.shape, OBSERVATIONS[observation]
        seen = n if "cells" in shown or "planes" in shown else 0
        listed = n if "units" in shown else 0
        return (
            numpy.zeros((seen, shape.planes, shape.rows, shape.cols), numpy.uint8),
            numpy.zeros((listed, shape.units, len(shape.columns)), numpy.int16),
            numpy.zeros((listed, shape.units, len(shape.actions)), numpy.uint8),
            numpy.zeros((n, shape.scalars), numpy.int32),
            numpy.zeros(n, numpy.float32),
            numpy.zeros(n, numpy.uint8),
        )

    def picture(self):
        """Cells, units and scalars of all learners, also where observations lack them."""
        arrays = self._arrays
        if not (self.cells.size and self.units.size):
            arrays = self._made("compact")
            self.native.observe(*arrays)
        cells, units, _, scalars, *_ = arrays
        return cells, units, scalars

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
        before = self.scalars.copy() if callable(self.reward) else None
        self.native.step(_narrow(actions), *self._arrays)
        if callable(self.reward):
            self.rewards[:] = self.reward(before, self.scalars)

    def observations(self, copy):
        """The observations of all learners, with the learner as the first dimension."""
        own = {"cells": self.cells, "units": self.units, "scalars": self.scalars}
        own["action_mask"] = self.mask
        shown = OBSERVATIONS[self.observation]
        if "planes" in shown:
            own["planes"] = expand(self.cells, self.shape.fields)
        return {key: own[key].copy() if copy else own[key] for key in shown}


def _narrow(actions):
    """The actions as the native part takes them. It refuses those that do not exist."""
    if not numpy.can_cast(actions.dtype, numpy.int32):
        least = 0 if actions.dtype.kind == "u" else -1
        actions = numpy.clip(actions, least, numpy.iinfo(numpy.int32).max)
    return numpy.ascontiguousarray(actions, numpy.int32)


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
