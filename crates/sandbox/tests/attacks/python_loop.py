# frozen (fuel): Loops without end
def play(game):
    while True:
        pass
