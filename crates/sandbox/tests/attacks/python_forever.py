# frozen (fuel): sums an endless generator
def forever():
    while True:
        yield 1


def play(game):
    sum(forever())
