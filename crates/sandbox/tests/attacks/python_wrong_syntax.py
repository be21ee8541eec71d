# frozen (exception): Is no Python
def play(game):
    int x = 3
