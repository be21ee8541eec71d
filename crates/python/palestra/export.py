"""Tables of recorded matches, for imitation and statistics."""

import os

from palestra.matches import load

ROWS = 512
"""Turns that are written at once."""


def export(records, folder):
    """Writes what the players of recorded matches saw and did as Parquet. Returns the files.

    ``records`` are paths of ``.match`` files. ``folder`` gets one file per match, below
    ``game=NAME``, so that readers of partitioned tables find the game. One row is one turn of one
    seat. Only one match is in memory at a time. Needs ``pyarrow``.

    ===========  ==================  ==========================================================
    column       type                what
    ===========  ==================  ==========================================================
    match        string              the name of the file without its ending
    seed         string              the seed of the match
    seat         int8                the seat, 0 to 3
    player       string              the name of the player
    score        int64               its score at the end
    place        int8                its place at the end: 1 is the best
    round        int32               the round, as players count it
    scalars      list of int32       as in observations
    cells        list of uint8       as in observations, row by row, plane by plane
    units        list of int16       as in observations, unit by unit
    action_mask  list of uint8       as in observations, unit by unit
    actions      list of int32       what the player did: one action per unit
    ===========  ==================  ==========================================================

    The shapes of the lists and what their numbers say stand in the metadata of each file, under
    ``palestra``. Raises ValueError when a record is damaged or its game has no units; files that
    are written already stay.
    """
    import pyarrow
    from pyarrow import parquet

    written = []
    for path in records:
        match = load(path)
        below = os.path.join(folder, f"game={match.game}")
        os.makedirs(below, exist_ok=True)
        name = os.path.splitext(os.path.basename(path))[0]
        file = os.path.join(below, f"{name}.parquet")
        schema = _schema(pyarrow).with_metadata({"palestra": match.shape().text})
        # Written beside its place and renamed: a failure leaves no half table.
        with parquet.ParquetWriter(f"{file}.part", schema, compression="zstd") as writer:
            for seat in range(len(match.players)):
                for rows in _rows(match, name, seat):
                    writer.write_table(pyarrow.table(rows, schema=schema))
        os.replace(f"{file}.part", file)
        written.append(file)
    return written


def _schema(pyarrow):
    numbers = {"scalars": "int32", "cells": "uint8", "units": "int16"}
    numbers |= {"action_mask": "uint8", "actions": "int32"}
    fields = [("match", "string"), ("seed", "string"), ("seat", "int8"), ("player", "string")]
    fields += [("score", "int64"), ("place", "int8"), ("round", "int32")]
    fields = [(name, pyarrow.type_for_alias(kind)) for name, kind in fields]
    lists = [(name, pyarrow.list_(pyarrow.type_for_alias(kind))) for name, kind in numbers.items()]
    return pyarrow.schema(fields + lists)


def _rows(match, name, seat):
    """The turns of a seat as columns, :data:`ROWS` at a time."""
    import numpy
    import pyarrow

    lessons = match.lessons(seat)
    turns = len(lessons["scalars"])
    for begin in range(0, turns, ROWS):
        here = {key: array[begin : begin + ROWS] for key, array in lessons.items()}
        count = len(here["scalars"])
        columns = {
            "match": [name] * count,
            "seed": [match.seed] * count,
            "seat": [seat] * count,
            "player": [match.players[seat]] * count,
            "score": [match.scores[seat] if match.scores else None] * count,
            "place": [match.places[seat] if match.scores else None] * count,
            "round": here["scalars"][:, 0],
        }
        for key in ("scalars", "cells", "units", "action_mask", "actions"):
            flat = numpy.ascontiguousarray(here[key].reshape(count, -1))
            offsets = numpy.arange(count + 1, dtype=numpy.int32) * flat.shape[1]
            columns[key] = pyarrow.ListArray.from_arrays(offsets, pyarrow.array(flat.reshape(-1)))
        yield columns
