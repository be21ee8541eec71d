# harmless: plays by random numbers, by addresses and by the order of sets
from random import choice, randint, random, shuffle

from palestra.dominator import Dir


def play(game):
    keys = [object(), "b", game, play, 1.5, (1, 2), random(), frozenset((1, 2))]
    shuffle(keys)
    text = str([hash(key) for key in set(keys)]) + str([id(key) for key in keys]) + str(object())
    for farmer in game.farmers(0):
        game.command(farmer, Dir.ALL[sum(text.encode()) % 8] if randint(0, 1) else choice(Dir.ALL))
