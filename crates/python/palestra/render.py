"""Pictures of boards, as arrays and as text."""

import colorsys
import sys

import numpy

CELL = 8
"""Pixels per cell and side."""

_OWN = [(0.60, 0.75, 0.85), (0.03, 0.80, 0.90), (0.33, 0.65, 0.75), (0.13, 0.85, 0.95)]
_GROUND = (236, 232, 222)


def _colour(value, k, count):
    """The colour of a field's value: players have fixed colours, the others a scale of grey."""
    players = {"own": 0, "next": 1, "second": 2, "third": 3}
    word = value.split()[0]
    if word in players:
        return tuple(int(255 * part) for part in colorsys.hsv_to_rgb(*_OWN[players[word]]))
    if word in ("nobody", "no", "empty", "desert", "grass", "0"):
        return _GROUND
    if word in ("wall", "asteroid"):
        return (60, 58, 56)
    shade = 210 - int(120 * k / max(1, count - 1))
    return (shade, shade, min(255, shade + 20))


def picture(matches, learner=0):
    """The board as one learner sees it: an array of rows × columns × 3 bytes, red first."""
    shape, (cells, units, _) = matches.shape, matches.picture()
    cells = cells[learner]
    image = numpy.empty((shape.rows, shape.cols, 3), numpy.uint8)
    image[:] = _GROUND
    for field in shape.fields:
        values = field["values"]
        bits = (1 << (len(values) - 1).bit_length()) - 1
        plane = (cells[field["plane"]] >> field["shift"]) & bits
        for k, value in enumerate(values):
            colour = _colour(value, k, len(values))
            if colour != _GROUND:
                image[plane == k] = colour
    image = image.repeat(CELL, axis=0).repeat(CELL, axis=1)
    column = {name: k for k, name in enumerate(shape.columns)}
    for unit in units[learner]:
        row, col = int(unit[column["row"]]), int(unit[column["col"]])
        inside = 0 <= row < shape.rows and 0 <= col < shape.cols
        if inside and ("alive" not in column or unit[column["alive"]]):
            player = ("own", "next", "second", "third")[int(unit[column["player"]]) % 4]
            colour = [part * 3 // 5 for part in _colour(player, 0, 1)]
            i, j = row * CELL, col * CELL
            image[i + 2 : i + CELL - 2, j + 2 : j + CELL - 2] = colour
    return image


def show(matches, mode, learner=0, k=0):
    """What ``render`` of an environment returns in this mode."""
    if mode == "rgb_array":
        return picture(matches, learner)
    if mode == "ansi":
        return matches.native.text(k)
    if mode == "human":
        sys.stdout.write("\x1b[2J\x1b[H" + matches.native.text(k))
        sys.stdout.flush()
    return None
