# frozen (exception): Searches ways over an array that is too short
def play(game):
    game.distances([], bytearray(3))
