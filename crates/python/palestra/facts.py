"""The games."""

import functools
import json
from dataclasses import dataclass

from palestra import _native


@dataclass(frozen=True)
class Game:
    """What is fixed about a game."""

    id: str
    """The name that all functions take, for example ``dominator``."""
    title: str
    """The name for people."""
    summary: str
    """One sentence about the game."""
    version: str
    """The version of the rules, for example ``Dominator 4.0``."""
    players: tuple
    """House players, from the weakest to the strongest that comes with the game."""
    boards: tuple
    """Boards that come with the game. The first is the default."""


@functools.cache
def games():
    """Returns all games."""
    facts = json.loads(_native.games_json())
    tuples = ("players", "boards")
    return tuple(
        Game(**{key: tuple(value) if key in tuples else value for key, value in one.items()})
        for one in facts
    )


def game(id):
    """Returns the game with this name. Raises ValueError when there is none."""
    for one in games():
        if one.id == id:
            return one
    raise ValueError(f"there is no game `{id}`; the games are {', '.join(g.id for g in games())}")
