# frozen (fuel): prints without end
def play(game):
    while True:
        print("x" * 1000)
