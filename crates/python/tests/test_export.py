"""Tables of recorded matches hold what learners saw and did."""

import json
import subprocess
import sys

import numpy
import pytest
from pyarrow import parquet

import palestra


def episode(game):
    """A match of one learner: all that it was shown and did, and the record."""
    env = palestra.vec(game, 1, learners=(1,), opponents=["Demo"], records=True, copy=True)
    observations, _ = env.reset(seed=7)
    random, turns = numpy.random.default_rng(3), []
    for _ in range(int(observations["scalars"][0, 1])):
        mask = observations["action_mask"][0]
        drawn = (mask.cumsum(axis=-1) > (random.random(len(mask)) * mask.sum(axis=-1))[:, None])
        actions = drawn.argmax(axis=-1).astype(numpy.int32)
        turns.append(({key: array[0] for key, array in observations.items()}, actions))
        observations, *_ = env.step(actions[None])
    return turns, env.match(0), env.shape


@pytest.mark.parametrize("game", ["dominator", "pandemic"])
def test_a_table_has_what_a_learner_saw_and_did(game, tmp_path):
    turns, match, shape = episode(game)
    match.save(tmp_path / "a.match")
    (file,) = palestra.export([tmp_path / "a.match"], tmp_path / "tables")
    assert file == str(tmp_path / "tables" / f"game={game}" / "a.parquet")
    table = parquet.read_table(tmp_path / "tables", filters=[("seat", "=", 1)])
    assert table["game"].unique().to_pylist() == [game]
    assert table["score"].unique().to_pylist() == [match.scores[1]]
    assert table["place"].unique().to_pylist() == [match.places[1]]
    assert table.num_rows == match.rounds == len(turns)
    for k, (observation, actions) in enumerate(turns):
        row = {key: table[key][k].as_py() for key in (*observation, "actions")}
        for key, array in observation.items():
            assert row[key] == array.reshape(-1).tolist(), (k, key)
        assert row["actions"] == actions.tolist(), k
    told = json.loads(parquet.read_schema(file).metadata[b"palestra"])
    assert told["columns"] == shape.columns and told["actions"] == shape.actions
    assert parquet.read_table(file)["seat"].unique().to_pylist() == [0, 1, 2, 3]


def test_the_command_exports_folders(tmp_path):
    (tmp_path / "deep").mkdir()
    match = palestra.play("dominator", ["Demo", "Null", "Null", "Null"], seed=1)
    match.save(tmp_path / "a.match")
    match.save(tmp_path / "deep" / "b.match")
    command = [sys.executable, "-m", "palestra", "export", tmp_path, "-o", tmp_path / "tables"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    tables = [tmp_path / "tables" / "game=dominator" / f"{name}.parquet" for name in "ab"]
    assert done.stdout.split() == [str(table) for table in tables]
    rows = [parquet.read_metadata(table).num_rows for table in tables]
    assert rows == [4 * match.rounds] * 2
    (tmp_path / "deep" / "c.match").write_bytes(b"palestra")
    refused = subprocess.run(command, capture_output=True, text=True)
    assert refused.returncode == 1 and "error: " in refused.stderr
    empty = subprocess.run([*command[:4], tmp_path / "tables", "-o", "x"], capture_output=True, text=True)
    assert empty.returncode == 2 and "no .match file" in empty.stderr
    # All other words go to the program.
    games = subprocess.run([*command[:3], "games"], capture_output=True, text=True, check=True)
    assert "dominator" in games.stdout


def test_what_cannot_be_exported_is_refused(tmp_path):
    (tmp_path / "broken.match").write_bytes(b"palestra")
    with pytest.raises(ValueError):
        palestra.export([tmp_path / "broken.match"], tmp_path / "tables")
    agora = palestra.play("agora", ["Null"] * 4, seed=1)
    agora.save(tmp_path / "agora.match")
    with pytest.raises(ValueError, match="no units"):
        palestra.export([tmp_path / "agora.match"], tmp_path / "tables")
    with pytest.raises(ValueError, match="seat 4"):
        palestra.play("dominator", ["Null"] * 4, seed=1).lessons(4)
