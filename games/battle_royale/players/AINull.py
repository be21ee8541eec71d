# The smallest player: it gives no orders.

from palestra.battle_royale import Game

# Variables of the file last the whole match.


def play(game: Game) -> None:
    """Called once a round: look around and give your orders."""
