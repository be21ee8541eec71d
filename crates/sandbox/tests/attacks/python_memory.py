# frozen (memory): fills its memory with arrays
def play(game):
    all = []
    while True:
        all.append(bytearray(1 << 20))
