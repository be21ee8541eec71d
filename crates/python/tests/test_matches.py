"""Matches through Python are the matches of the program."""

import json
import os
import re
import signal
import subprocess
import sys

import numpy
import pytest

import palestra
from palestra.command import program


def test_every_game_is_listed():
    ids = [game.id for game in palestra.games()]
    listed = subprocess.run([program(), "games"], capture_output=True, text=True, check=True)
    assert len(ids) >= 6
    assert all(id in listed.stdout for id in ids)


def test_matches_need_no_other_package():
    # Modules that are None in this table cannot be imported.
    code = """
import sys
for module in ("gymnasium", "numpy", "pettingzoo", "pyarrow"):
    sys.modules[module] = None
import palestra
palestra.play("dominator", ["Demo", "Null", "Null", "Null"], seed=3).places
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_signed_record_is_read(tmp_path):
    plain = palestra.play("dominator", ["Demo", "Null", "Null", "Null"], seed=3)
    assert plain.signature is None
    words = b"\npalestra signature 1 ed25519 0123 a.example demo 7 " + b"A" * 86 + b"==\n"
    (tmp_path / "x.match").write_bytes(plain.to_bytes() + words)
    match = palestra.load(tmp_path / "x.match")
    match.verify()
    assert match.scores == plain.scores
    expected = {"key": "0123", "host": "a.example", "season": "demo", "match": "7"}
    assert match.signature == expected
    with pytest.raises(ValueError, match="damaged"):
        palestra.Match(match.to_bytes()[:-1])


def test_a_match_is_that_of_the_command(game, tmp_path):
    players = ["Dummy", "Demo", "Demo", "Null"]
    match = palestra.play(game, players, seed=30)
    record = tmp_path / "x.match"
    command = [program(), "play", game, *players, "-s", "30", "-q", "--record", record, "--json"]
    printed = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    assert match.to_bytes() == record.read_bytes()
    assert match.players == players
    assert match.scores == palestra.load(record).scores
    assert all(str(score) in json.dumps(printed) for score in match.scores)
    assert match.places[match.scores.index(max(match.scores))] == 1
    match.verify()
    frames = match.frames()
    assert len(frames) == match.rounds + 1
    orders = match.orders()
    assert orders.shape[1] == 6 and orders[:, 0].max() < match.rounds
    assert set(numpy.unique(orders[:, 1])) == {0, 1, 2}


def test_a_saved_match_is_loaded(tmp_path):
    match = palestra.play("dominator", ["Null"] * 4, seed=1)
    match.save(tmp_path / "a.match")
    again = palestra.load(tmp_path / "a.match")
    assert again.to_bytes() == match.to_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["a.match"]


def test_notebooks_show_the_viewer():
    shown = palestra.play("dominator", ["Null"] * 4, seed=1)._repr_html_()
    assert shown.startswith("<iframe") and len(shown) > 100_000


def test_arrow_tables_hold_the_orders():
    match = palestra.play("dominator", ["Demo"] * 4, seed=1)
    table = match.to_arrow()
    assert table.column_names == ["round", "seat", "verb", "unit", "a", "b"]
    assert table.num_rows == len(match.orders()) > 1000


def test_a_league_is_that_of_the_command():
    players = ["Demo", "Null", "Dummy", "Demo"]
    options = ["-m", "8", "-s", "4", "--json"]
    command = [program(), "league", *players[:3], "--fill", "Null", "-g", "dominator", *options]
    printed = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    standings = palestra.league("dominator", players[:3], fill="Null", matches=8, seed=4)
    assert standings == printed


def test_a_bar_shows_the_progress(capfd, monkeypatch):
    options = {"fill": "Null", "matches": 8, "seed": 4}
    silent = palestra.league("dominator", ["Demo", "Null"], **options)
    assert capfd.readouterr().err == ""
    assert palestra.league("dominator", ["Demo", "Null"], progress=True, **options) == silent
    assert re.search(r"100%.* 8/8 .*match", capfd.readouterr().err)
    with pytest.raises(palestra.CommandError, match="did you mean `Null`"):
        palestra.league("dominator", ["Nul"], progress=True, fill="Null")
    # Without the package the program draws nothing, because stderr is no terminal here.
    capfd.readouterr()
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    assert palestra.league("dominator", ["Demo", "Null"], progress=True, **options) == silent
    assert capfd.readouterr().err == ""


INTERRUPTED = """
import json, palestra
options = {"fill": "Null", "matches": 1_000_000, "seed": 4}
print(json.dumps(palestra.league("dominator", ["Demo", "Null"], progress=True, **options)))
"""


def test_ctrl_c_ends_a_league_with_its_results_so_far():
    # The terminal interrupts all programs in the foreground: Python and what it has started.
    command = [sys.executable, "-c", INTERRUPTED]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, start_new_session=True, **pipes) as started:
        drawn = ""
        while not re.search(r" [1-9]\d*/1000000 ", drawn):
            drawn += started.stderr.read(1)
        os.killpg(started.pid, signal.SIGINT)
        printed, complaint = started.communicate()
    assert started.returncode == 0, complaint
    standings = json.loads(printed)
    assert not standings["complete"]
    assert 0 < len(standings["matches"]) < 1_000_000


PRINTED_BEFORE = """#!{python}
import array, fcntl, os, signal, termios
os.write(1, b'{{"complete": false}}')
unread = array.array("i", [1])
while unread[0]:
    fcntl.ioctl(1, termios.FIONREAD, unread)
os.kill(os.getppid(), signal.SIGINT)
os._exit(130)
"""


def test_ctrl_c_loses_nothing_that_was_read(tmp_path, monkeypatch):
    # The signal comes when Python has read the results and waits for the end of the program.
    stub = tmp_path / "palestra"
    stub.write_text(PRINTED_BEFORE.format(python=sys.executable))
    stub.chmod(0o755)
    monkeypatch.setenv("PALESTRA_PROGRAM", str(stub))
    assert palestra.league("dominator", ["Demo", "Null"]) == {"complete": False}
    assert palestra.league("dominator", ["Demo", "Null"], progress=True) == {"complete": False}


def test_a_comparison_and_a_qualification():
    compared = palestra.compare("dominator", "Demo", "Null", seed=1, max_matches=64)
    assert compared
    assert palestra.qualify("dominator", "Dummy", seed=1, rehearsals=4)


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: palestra.play("chess", ["Null"] * 4), "chess"),
        (lambda: palestra.play("dominator", ["Nul"] * 4), "did you mean `Null`"),
        (lambda: palestra.league("dominator", ["Demo"]), "four"),
    ],
)
def test_refused_calls_say_why(call, words):
    with pytest.raises(palestra.CommandError, match=words):
        call()


def test_damaged_records_are_refused(tmp_path):
    match = palestra.play("dominator", ["Null"] * 4, seed=1)
    damaged = bytearray(match.to_bytes())
    damaged[len(damaged) // 2] ^= 1
    with pytest.raises(ValueError):
        palestra.Match(bytes(damaged))
    with pytest.raises(ValueError):
        palestra.Match(b"")
    with pytest.raises(FileNotFoundError):
        palestra.load(tmp_path / "missing.match")
