# frozen (exception): imports the module `os`
import os


def play(game):
    os.listdir("/")
