"""Puts the program, the extension and the module of networks into the wheel, and says for which systems the wheel is."""

import os

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Built(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["pure_python"] = False
        build_data["tag"] = f"cp310-abi3-{os.environ['PALESTRA_PLATFORM']}"
        build_data["shared_scripts"] = {os.environ["PALESTRA_PROGRAM"]: "palestra"}
        build_data["force_include"] = {
            os.environ["PALESTRA_NATIVE"]: "palestra/_native.abi3.so",
            os.environ["PALESTRA_NEURAL"]: "palestra/neural.wasm",
        }
