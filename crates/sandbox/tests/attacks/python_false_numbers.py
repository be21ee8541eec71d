# frozen (exception): passes objects instead of numbers
class Wild:
    def __index__(self):
        raise ValueError("no number")


def play(game):
    for wild in (None, "3", 2 ** 70, 1e300, Wild()):
        try:
            game.command(wild, None)
        except (TypeError, OverflowError):
            pass
        try:
            game.random(wild, wild)
        except (TypeError, OverflowError):
            pass
    game.unit(Wild())
