# frozen (exception): overwrites a function that the library calls
from palestra.dominator import Game

Game.loaded_ = None


def play(game):
    pass
