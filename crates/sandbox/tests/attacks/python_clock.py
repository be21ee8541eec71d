# harmless: looks for a clock that moves
def missing(name):
    try:
        __import__(name)
        return False
    except ImportError:
        return True


def play(game):
    for name in ("time", "utime", "datetime", "asyncio", "machine", "select"):
        assert missing(name), name
