# frozen (fuel): compiles a source with ten thousand nested brackets
def play(game):
    eval("-(" * 10000 + "1" + ")" * 10000)
