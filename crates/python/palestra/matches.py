"""Matches: playing one, reading its record."""

import base64
import json
import os
import tempfile

from palestra import _native, command


class Match:
    """A match that was played: its record, and what the record says."""

    def __init__(self, record):
        """Reads the bytes of a match record. Raises ValueError when they are damaged."""
        self._bytes = bytes(record)
        self._record = _native.NativeRecord(self._bytes)
        facts = json.loads(self._record.facts())
        outcome = facts["outcome"] or {}
        self.game = facts["game"]
        """The game's name."""
        self.seed = facts["seed"]
        """The seed, as text."""
        self.rules = facts["rules"]
        """``statement`` or ``kit``."""
        self.players = [player["name"] for player in facts["players"]]
        """Names by seat."""
        self.rounds = facts["rounds"]
        """Rounds that were played."""
        self.scores = outcome.get("scores", [])
        """Scores by seat."""
        self.status = outcome.get("status", [])
        """The share of the judge's computation budget that each seat used, in matches with limits:
        -1 for a frozen player."""
        self.ending = outcome.get("ending")
        """``finished``, or why the match ended early."""
        self.receipts = outcome.get("freezes", [])
        """What froze players, one dictionary each: seat, round, cause, detail, backtrace."""
        self.signature = facts["signature"]
        """Who signed the record, as its last line says: key, host, season, match. ``None`` without
        a signature. Nobody has checked it: ``palestra verify FILE --from https://HOST`` does."""

    @property
    def places(self):
        """Places by seat: 1 is the best. Equal scores share a place."""
        return [1 + sum(other > score for other in self.scores) for score in self.scores]

    def verify(self):
        """Replays the match and compares every round. Raises ValueError at a difference.

        This shows that the record is consistent. It does not check the signature.
        """
        self._record.verify()

    def frames(self):
        """Returns the pictures of the match as dictionaries: the first board, then each round."""
        return [json.loads(frame) for frame in self._record.frames()]

    def orders(self):
        """Returns all orders as a NumPy array of six columns.

        The columns are round (from 0), seat, verb, unit, first and second argument.
        """
        return self._record.orders().reshape(-1, 6)

    def lessons(self, seat):
        """Returns what a player saw and did: one row per turn in each array, by name.

        ``cells``, ``units``, ``scalars`` and ``action_mask`` are what an environment shows a
        learner. ``actions`` has one action per unit. Raises ValueError when there is no such
        seat or the game has no units.
        """
        from palestra.arrays import Shape

        text, cells, units, mask, scalars, actions = self._record.lessons(seat)
        shape = Shape(text)
        return {
            "cells": cells.reshape(-1, shape.planes, shape.rows, shape.cols),
            "units": units.reshape(-1, shape.units, len(shape.columns)),
            "scalars": scalars.reshape(-1, shape.scalars),
            "action_mask": mask.reshape(-1, shape.units, len(shape.actions)),
            "actions": actions.reshape(-1, shape.units),
        }

    def shape(self):
        """Returns what the numbers of :meth:`lessons` say: :class:`palestra.arrays.Shape`."""
        from palestra.arrays import Shape

        return Shape(self._record.lessons(0)[0])

    def to_arrow(self):
        """Returns all orders as a table of Apache Arrow. Needs ``pyarrow``."""
        import pyarrow

        columns = self.orders().T
        names = ["round", "seat", "verb", "unit", "a", "b"]
        return pyarrow.table({name: column for name, column in zip(names, columns)})

    def save(self, path):
        """Writes the record: a ``.match`` file, which the program and the viewer read.

        The file is written beside its place and then renamed, so that a failure leaves no
        damaged file.
        """
        folder = os.path.dirname(os.path.abspath(path))
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
            file.write(self._bytes)
        os.replace(file.name, path)

    def to_bytes(self):
        """Returns the record as bytes."""
        return self._bytes

    def __repr__(self):
        seats = ", ".join(f"{name} {score}" for name, score in zip(self.players, self.scores))
        return f"<Match {self.game}, seed {self.seed}: {seats}>"

    def _repr_html_(self):
        """The viewer, for notebooks."""
        with tempfile.TemporaryDirectory() as folder:
            path, page = os.path.join(folder, "x.match"), os.path.join(folder, "x.html")
            self.save(path)
            command.call(["watch", path, "--no-open", "-o", page])
            with open(page, "rb") as file:
                html = base64.b64encode(file.read()).decode()
        return (
            f'<iframe src="data:text/html;base64,{html}" width="100%" height="640"'
            ' style="border: 0" allow="fullscreen; clipboard-write"></iframe>'
        )


def load(path):
    """Reads a match from a ``.match`` file.

    Raises FileNotFoundError when there is no such file, and ValueError when the file is damaged
    or no match record.
    """
    with open(path, "rb") as file:
        return Match(file.read())


def play(game, players, *, seed=None, board=None, rules="statement", judge=False):
    """Plays a match and returns it.

    ``players`` has one entry per seat: a house player (``"Demo"``), the name of a player in
    this folder, or a path of a source or a module. ``board`` is one of the game's boards or the
    path of a settings file. With ``judge`` the judge's limits hold.

    Raises palestra.CommandError when the program refuses the call.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.match")
        arguments = ["play", game, *players, "--quiet", "--record", path, "--rules", rules]
        if seed is not None:
            arguments += ["--seed", seed]
        if board is not None:
            arguments += ["--input", board]
        if judge:
            arguments.append("--judge")
        command.run(arguments)
        return load(path)
