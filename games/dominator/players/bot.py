"""A player of Dominator in Python, for `palestra play dominator "cmd:python3 bot.py" …`.

It reads one line of JSON per round and answers with one line of JSON: farmers go to the nearest
land that is not ours, knights and witches wander. You are always player 0.
"""

import json
import random
import sys
from collections import deque

STRAIGHT = {"Bottom": (1, 0), "Right": (0, 1), "Top": (-1, 0), "Left": (0, -1)}
ALL = ["Bottom", "BR", "Right", "RT", "Top", "TL", "Left", "LB"]


def way(board, haunted, taken, start):
    """The first step of a shortest way to land of another colour; None when there is none."""
    seen = {start}
    pending = deque([(start, None)])
    while pending:
        (row, col), first = pending.popleft()
        if board[row][col] != "0":
            return first
        for word, (down, right) in STRAIGHT.items():
            place = (row + down, col + right)
            if not (0 <= place[0] < len(board) and 0 <= place[1] < len(board[0])):
                continue
            free = board[place[0]][place[1]] != "X" and haunted[place[0]][place[1]] == "."
            if free and place not in seen and place not in taken:
                seen.add(place)
                pending.append((place, first or word))
    return None


def play(state):
    """The orders of one round: a list of [unit, word]."""
    random.seed(state["seed"])  # the same match again gives the same numbers
    taken = {(unit["row"], unit["col"]) for unit in state["units"]}
    orders = []
    for unit in state["units"]:
        if unit["player"] != 0:
            continue
        if unit["kind"] == "farmer":
            start = (unit["row"], unit["col"])
            word = way(state["board"], state["haunted"], taken, start)
        elif unit["kind"] == "knight":
            word = random.choice(ALL)
        else:
            word = random.choice(list(STRAIGHT))
        if word:
            orders.append([unit["id"], word])
    return orders


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "begin":
        print("I play", message["game"], file=sys.stderr)
    elif message["type"] == "round":
        print(json.dumps(play(message)), flush=True)
