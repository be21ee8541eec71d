# frozen (exception): finds the functions of the library and calls them with wrong arguments
from palestra.dominator import Game


def play(game):
    native = Game.command.__globals__["native"]
    for name in dir(native):
        try:
            getattr(native, name)()
        except Exception:
            pass
    native.records(9, 9, 9, 9, 9)
