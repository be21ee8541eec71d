# frozen (fuel): Squares a whole number until it fills the memory
def play(game):
    n = 3
    while True:
        n = n * n
