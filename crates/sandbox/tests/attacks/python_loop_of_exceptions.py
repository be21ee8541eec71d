# frozen (fuel): raises and catches exceptions without end
def play(game):
    while True:
        try:
            raise ValueError
        except ValueError:
            pass
