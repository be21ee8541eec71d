# frozen (exception): calls itself without end
def down(n):
    return 1 + down(n + 1)


def play(game):
    down(0)
