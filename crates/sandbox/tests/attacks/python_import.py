# frozen (exception): Imports the files of the system
import os


def play(game):
    os.listdir("/")
