"""The program ``palestra``, which this package starts for matches between players."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from concurrent.futures import ThreadPoolExecutor


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
    ``progress`` a bar of ``tqdm`` shows the progress; without that package the program draws it on
    stderr. Raises CommandError when the program refuses the call.
    """
    command = [program(), *map(str, arguments), "--json"]
    bar = _Bar.made() if progress else None
    errors = bar.end if bar else None if progress else subprocess.PIPE
    environment = {**os.environ, "PALESTRA_PROGRESS": "lines"} if bar else None
    try:
        started = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment
        )
    finally:
        if bar:
            os.close(bar.end)
            bar.start()
    # Another thread reads: Ctrl-C in the middle of a read would lose what was read so far.
    with ThreadPoolExecutor(1) as reader:
        ended = reader.submit(started.communicate)
        while True:
            try:
                said, complaint = ended.result()
                break
            except KeyboardInterrupt:
                continue
    if bar:
        bar.join()
        complaint = "".join(bar.others)
    try:
        return json.loads(said)
    except json.JSONDecodeError:
        raise CommandError((complaint or said).strip() or f"exit code {started.returncode}") from None


class _Bar(threading.Thread):
    """Reads the program's stderr: draws its progress, keeps the other lines."""

    def __init__(self, tqdm):
        super().__init__(daemon=True)
        read, self.end = os.pipe()
        """Where the program writes."""
        self._lines, self._tqdm, self.others = open(read, errors="replace"), tqdm, []

    @classmethod
    def made(cls):
        """A bar, or nothing without ``tqdm``."""
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return None
        return cls(tqdm)

    def run(self):
        with self._lines, self._tqdm(unit="match") as bar:
            for line in self._lines:
                words = line.split()
                if len(words) == 3 and words[0] == "progress":
                    bar.total = int(words[2])
                    bar.update(int(words[1]) - bar.n)
                else:
                    self.others.append(line)


def call(arguments):
    """Runs the program and discards what it prints. Raises CommandError when it fails."""
    command = [program(), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise CommandError(done.stderr.strip() or f"exit code {done.returncode}")
