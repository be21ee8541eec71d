# frozen (exception): is not Python
def play(game):
    int x = 3
