"""Plays a match, looks at it and keeps its record."""

import palestra

match = palestra.play("dominator", ["Dummy", "Demo", "Demo", "Null"], seed=30)
print(match.scores)  # by seat
print(match.places)  # 1 is the best
print(match.receipts)  # what froze players: round, cause, backtrace
print(len(match.frames()))  # what the viewer draws, one dictionary per round
print(match.orders().shape)  # round, seat, verb, unit, two arguments
match.save("first.match")
palestra.load("first.match").verify()
