# frozen (memory): makes a string of a thousand million letters
def play(game):
    text = "x" * 2 ** 20
    text = text * 1000
