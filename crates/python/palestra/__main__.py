"""`python -m palestra`: the program in place of this process."""

import subprocess
import sys

from palestra.command import program

sys.exit(subprocess.call([program(), *sys.argv[1:]]))
