# frozen (fuel): Raises and catches exceptions without end
def play(game):
    while True:
        try:
            raise ValueError
        except ValueError:
            pass
