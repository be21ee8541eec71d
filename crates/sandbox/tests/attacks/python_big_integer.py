# frozen (fuel): squares an integer until the memory is full
def play(game):
    n = 3
    while True:
        n = n * n
