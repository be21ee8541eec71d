# frozen (fuel): Turns an iterator that never ends into a list of nothing
def forever():
    while True:
        yield 1


def play(game):
    sum(forever())
