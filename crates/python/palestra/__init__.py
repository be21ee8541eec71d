"""Palestra: an arena for AI programming games.

- Matches: :func:`play`, :func:`load`, :class:`Match`.
- Many matches: :func:`league`, :func:`compare`, :func:`qualify`; tables of records:
  :func:`export`.
- Learning: :func:`parallel_env` (PettingZoo), :func:`vec` and ``gymnasium.make`` (Gymnasium).
- Networks that play: :class:`palestra.network.Sight`, :func:`export_player`.

The functions for learning need NumPy, Gymnasium and PettingZoo: ``pip install palestra[learn]``.
"""

from palestra.command import CommandError, program
from palestra.export import export
from palestra.facts import Game, game, games
from palestra.matches import Match, load, play
from palestra.registration import register
from palestra.series import compare, league, qualify

__all__ = [
    "CommandError",
    "Game",
    "Match",
    "compare",
    "export",
    "export_player",
    "game",
    "games",
    "league",
    "load",
    "parallel_env",
    "play",
    "program",
    "qualify",
    "vec",
]


def parallel_env(game, **options):
    """Makes a PettingZoo ``ParallelEnv``. See :class:`palestra.parallel.ParallelEnv`."""
    from palestra.parallel import ParallelEnv

    return ParallelEnv(game, **options)


def export_player(model, game, path, *, reach, choice="best"):
    """Writes a network as a player. See :func:`palestra.network.export_player`."""
    from palestra.network import export_player

    export_player(model, game, path, reach=reach, choice=choice)


def vec(game, n, **options):
    """Makes a Gymnasium ``VectorEnv`` of ``n`` matches. See :class:`palestra.vector.VectorEnv`."""
    from palestra.vector import VectorEnv

    return VectorEnv(game, n, **options)


register()
del register
