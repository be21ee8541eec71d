# frozen (fuel): runs a regular expression with exponential backtracking
import re


def play(game):
    re.match("(a|aa)+$", "a" * 60 + "b")
