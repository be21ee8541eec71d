"""Puts the program into the wheel, and says for which systems the wheel is."""

import os

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Program(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{os.environ['PALESTRA_PLATFORM']}"
        build_data["shared_scripts"] = {os.environ["PALESTRA_PROGRAM"]: "palestra"}
