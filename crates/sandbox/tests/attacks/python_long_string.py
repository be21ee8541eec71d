# frozen (memory): Makes a text of a thousand million letters
def play(game):
    text = "x" * 2 ** 20
    text = text * 1000
