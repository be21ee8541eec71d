# frozen (exception): searches paths in an array that is too short
def play(game):
    game.distances([], bytearray(3))
