"""The examples run; those that take long in a shorter form."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import palestra

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(folder, name, *arguments):
    command = [sys.executable, EXAMPLES / name, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name, made", [("match.py", "first.match"), ("episode.py", "episode.match")])
def test_examples_of_the_book(tmp_path, name, made):
    assert run(tmp_path, name)
    assert (tmp_path / made).stat().st_size > 1000


def test_speed_prints_a_row_per_game(tmp_path):
    rows = run(tmp_path, "speed.py", "0.01").splitlines()
    assert len(rows) >= 2 + 5
    assert all(re.fullmatch(r"\| [\w ]+ \|( [\d,]+ \|){5}", row) for row in rows[2:]), rows


def test_evolution_learns(tmp_path):
    printed = run(tmp_path, "evolution.py", "6")
    means = [float(mean) for mean in re.findall(r": ([+-][\d.]+)", printed)]
    assert len(means) == 6
    assert means[-1] > means[0], printed


def test_policy_optimisation_learns(tmp_path):
    printed = run(tmp_path, "ppo.py", "3")
    means = [float(mean) for mean in re.findall(r": ([+-][\d.]+)", printed)]
    assert len(means) == 3
    assert means[-1] > means[0] + 500, printed


def test_imitation_makes_a_player_that_beats_demo(tmp_path):
    printed = run(tmp_path, "imitation.py", "6", "4")
    same, guessed = (float(share) for share in re.findall(r"([\d.]+)%", printed))
    assert same > guessed + 20, printed
    player = tmp_path / "Imitator.wasm"
    compared = palestra.compare("dominator", player, "Demo", seed=1, max_matches=200)
    assert compared["verdict"] == "better", compared


def test_fuel_prints_a_row_per_size(tmp_path):
    rows = run(tmp_path, "fuel.py").splitlines()[2:]
    shares = [float(re.fullmatch(r"\| \d \| .+ \| [\d,]+ \| ([\d.]+)% \|", row)[1]) for row in rows]
    assert len(shares) == 5 and all(0 < share < 80 for share in shares), rows
    # Fuel is the same on every machine: these are the figures of the book.
    book = (EXAMPLES.parents[2] / "docs/src/python.md").read_text()
    assert all(row.replace("%", " %") in book for row in rows), rows


def test_the_notebook_ends_with_a_player_that_beats_demo(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cells = json.loads((EXAMPLES / "tour.ipynb").read_text())["cells"]
    names = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            source = "".join(cell["source"])
            if "parameters" in cell["metadata"].get("tags", []):
                source = "MATCHES, COMPARED = 3, 200"
            exec(compile(source, "tour.ipynb", "exec"), names)
    assert names["agreed"] > 0.3
    assert names["compared"]["verdict"] == "better", names["compared"]
