# frozen (fuel): Runs a regular expression that tries all ways to cut a text
import re


def play(game):
    re.match("(a|aa)+$", "a" * 60 + "b")
