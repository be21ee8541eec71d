"""The program `palestra` of this Python environment."""

import os
import sys
import sysconfig


def program():
    """Returns the path of the program. Raises FileNotFoundError when the file is missing."""
    name = "palestra" + (sysconfig.get_config_var("EXE") or "")
    path = os.path.join(sysconfig.get_path("scripts"), name)
    if not os.path.isfile(path):
        raise FileNotFoundError(f"{path} is missing: install palestra again in {sys.prefix}")
    return path
