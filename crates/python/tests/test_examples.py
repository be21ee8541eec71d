"""The examples run; those that take long in a shorter form."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

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
    assert all(re.fullmatch(r"\| [\w ]+ \|( [\d,]+ \|){4}", row) for row in rows[2:]), rows


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


def test_imitation_does_what_its_model_does(tmp_path):
    printed = run(tmp_path, "imitation.py", "4")
    same, guessed = (float(share) for share in re.findall(r"([\d.]+)%", printed))
    assert same > guessed + 10, printed
    assert re.search(r"difference of scores: [+-]\d", printed), printed
