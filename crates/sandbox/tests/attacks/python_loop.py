# frozen (fuel): loops without end
def play(game):
    while True:
        pass
