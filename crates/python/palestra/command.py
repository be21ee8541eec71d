"""The program ``palestra``, which this package starts for matches between players."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig


class CommandError(RuntimeError):
    """The program refused a call. The message is what the program printed."""


def program():
    """Returns the path of the program.

    The variable ``PALESTRA_PROGRAM`` comes first, then this Python environment, then the
    search path. Raises FileNotFoundError when the program is in none of them.
    """
    name = "palestra" + (sysconfig.get_config_var("EXE") or "")
    own = os.path.join(sysconfig.get_path("scripts"), name)
    for path in (os.environ.get("PALESTRA_PROGRAM"), own, shutil.which(name)):
        if path and os.path.isfile(path):
            return path
    raise FileNotFoundError(f"{own} is missing: install palestra again in {sys.prefix}")


def run(arguments, progress=False):
    """Runs the program with ``--json`` and returns what it prints.

    Ctrl-C reaches the program too, which then stops and prints its results so far. With
    ``progress`` the program draws its progress on stderr. Raises CommandError when the
    program refuses the call.
    """
    command = [program(), *map(str, arguments), "--json"]
    errors = None if progress else subprocess.PIPE
    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    while True:
        try:
            said, complaint = started.communicate()
            break
        except KeyboardInterrupt:
            continue
    try:
        return json.loads(said)
    except json.JSONDecodeError:
        raise CommandError((complaint or said).strip() or f"exit code {started.returncode}") from None


def call(arguments):
    """Runs the program and discards what it prints. Raises CommandError when it fails."""
    command = [program(), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise CommandError(done.stderr.strip() or f"exit code {done.returncode}")
