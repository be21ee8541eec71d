# harmless: parses JSON with a hundred thousand nested brackets
import json


def play(game):
    if game.round > 0:
        return
    try:
        json.loads("[" * 100000)
    except ValueError:
        pass
