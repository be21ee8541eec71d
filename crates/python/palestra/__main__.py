"""`python -m palestra`: the program in place of this process, and `export`, which needs Python."""

import argparse
import subprocess
import sys
from pathlib import Path

from palestra import export
from palestra.command import program


def records_of(paths):
    """The records of these files and of the folders and their subfolders, sorted by path."""
    for path in map(Path, paths):
        if path.is_dir():
            yield from sorted(path.rglob("*.match"))
        else:
            yield path


def main():
    """Exports records, or starts the program."""
    if sys.argv[1:2] != ["export"]:
        return subprocess.call([program(), *sys.argv[1:]])
    parser = argparse.ArgumentParser(
        prog="python -m palestra export",
        description="Write the observations and actions of the players of recorded matches as Parquet tables.",
    )
    parser.add_argument("records", nargs="+", help="records (.match), or folders with records")
    parser.add_argument("-o", "--output", required=True, help="the folder of the tables")
    options = parser.parse_args(sys.argv[2:])
    records = list(records_of(options.records))
    if not records:
        parser.error(f"there is no .match file in {', '.join(options.records)}")
    try:
        for record in records:
            print(*export([record], options.output), flush=True)
    except (OSError, ValueError) as error:
        return f"error: {error}"
    return 0


sys.exit(main())
