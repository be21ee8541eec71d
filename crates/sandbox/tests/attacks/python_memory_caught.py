# harmless: fills its memory, catches the error, and continues
def play(game):
    if game.round > 0:
        return
    all = []
    try:
        while True:
            all.append(bytearray(1 << 20))
    except MemoryError:
        all = None
