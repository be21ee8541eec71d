# frozen (fuel): Compiles ten thousand brackets inside each other
def play(game):
    eval("-(" * 10000 + "1" + ")" * 10000)
