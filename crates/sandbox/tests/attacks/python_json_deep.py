# harmless: Reads a hundred thousand brackets inside each other as JSON
import json


def play(game):
    if game.round > 0:
        return
    try:
        json.loads("[" * 100000)
    except ValueError:
        pass
