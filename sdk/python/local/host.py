# Runs a player in Python as a program of this machine: in CPython, without the sandbox. It speaks
# the bytes of ../../cpp/palestra.cc, over its standard input and output or over files. With files
# it stops in a debugger in one of the rounds.

import __future__
import builtins
import os
import pdb
import struct
import sys
import traceback

import natives

BEGIN = 1
FAILED, EXITED, THREW = 1, 0, 2
FOLDER = os.path.dirname(os.path.abspath(__file__))
# What the sandbox allows, about.
DEPTH = 1250


# What the folder of the player says: the module that it imports, and its file.
def facts():
    with open(os.path.join(FOLDER, "facts"), encoding="utf-8") as lines:
        return lines.read().split("\n")[:2]


def source_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


# Types in declarations are never evaluated in the sandbox.
def compiled(path, name):
    flags = __future__.annotations.compiler_flag
    return compile(source_of(path), name, "exec", flags=flags, dont_inherit=True)


# The modules of the arena come before those of CPython.
def import_(name, globals=None, locals=None, fromlist=(), level=0):
    if name in natives.modules:
        return natives.modules[name]
    return builtins.__import__(name, globals, locals, fromlist, level)


class Player:
    def __init__(self, path):
        self.path = path
        self.game = self.play = None
        module, _ = facts()
        self.library = {"__name__": module, "native": natives}
        exec(compiled(os.path.join(FOLDER, "library.py"), "library.py"), self.library)
        # A path as debuggers write it: they look for its lines.
        self.code = compiled(path, path)
        scope = dict(vars(builtins), __import__=import_)
        self.globals = {"__name__": "__main__", "__builtins__": scope, "__file__": path}

    def begin(self, intro):
        natives.start_reading(intro)
        self.game = self.library["begin"]()
        exec(self.code, self.globals)
        self.play = self.globals.get("play")
        if not callable(self.play):
            file = os.path.basename(self.path)
            raise TypeError(f"{file} has no function play: write `def play(game):`")

    # Everything of a round before the player's own code.
    def load(self, stream, view):
        natives.draws.start(stream)
        natives.orders.start()
        natives.start_reading(view)
        self.library["load"](self.game)


# What an exception says, and in which line of the player it arose.
def receipt(path, error):
    calls = traceback.extract_tb(error.__traceback__)
    lines = [call.lineno for call in calls if call.filename == path]
    if isinstance(error, SyntaxError):
        lines = [error.lineno]
    place = f"{os.path.basename(path)}:{lines[-1]}: " if lines else ""
    return place + traceback.format_exception_only(type(error), error)[-1].strip()


# --- The bytes ------------------------------------------------------------------------------


class Arena:
    def __init__(self, source, sink):
        self.source, self.sink = source, sink

    # What comes next: whether it is the intro, the stream and the other bytes. None at the end.
    def take(self):
        head = self.source.read(12)
        if len(head) < 12:
            return None
        what, first, second = struct.unpack("<3I", head)
        if what == BEGIN:
            return True, b"", self.source.read(first)
        stream = self.source.read((first + 7) & ~7)[:first]
        return False, stream, self.source.read(second)

    def answer(self, kind, count, flags, rest):
        self.sink.write(struct.pack("<3I", kind, count, flags) + rest)
        self.sink.flush()

    def reply(self, size):
        kept = natives.orders.kept
        rest = natives.draws.back(size).ljust((size + 7) & ~7, b"\0")
        rest += b"".join([struct.pack("<4i", *order) for order in kept])
        self.answer(0, len(kept), natives.orders.warned, rest)

    def fail(self, kind, text):
        text = text.encode()
        self.answer(FAILED, len(text), kind, text)


# --- The debugger ---------------------------------------------------------------------------


# Shows the lines of the author only.
class Debugger(pdb.Pdb):
    def __init__(self, path, commands):
        super().__init__(skip=["host", "natives", "palestra*"], readrc=not commands)
        self.path = path
        # The last one: a debugger with commands has no terminal.
        self.cmdqueue += [*commands, "quit"] if commands else []

    def get_stack(self, frame, calls):
        stack, _ = super().get_stack(frame, calls)
        own = [call for call in stack if call[0].f_code.co_filename == self.path] or stack
        return own, len(own) - 1

    # From now on the breakpoint 1 stops at the first line of each call of this function.
    def watch(self, function):
        code = getattr(function, "__code__", None) or type(function).__call__.__code__
        self.set_break(self.path, code.co_firstlineno, funcname=code.co_name)
        self.reset()
        self.botframe = sys._getframe()
        self.set_continue()
        sys.settrace(self.trace_dispatch)

    def post_mortem(self, error):
        sys.settrace(None)
        self.message(receipt(self.path, error))
        self.reset()
        self.interaction(None, error.__traceback__)


# The rounds of the record by turn: their numbers, and the orders, where they are known.
def recorded(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            round, _, orders = line.rstrip("\n").partition(":")
            yield round, None if orders == "?" else orders.split()


def compared(round, known):
    given = ["/".join([str(number) for number in order]) for order in natives.orders.kept]
    if known is None:
        return f"round {round}: the record does not have its orders"
    if given == known:
        return f"round {round}: the recorded orders ({len(known)})"
    pairs = zip(given + ["none"] * len(known), known + ["none"] * len(given))
    k, (own, other) = next((k, pair) for k, pair in enumerate(pairs) if pair[0] != pair[1])
    return f"round {round}: order {k + 1} is {own}, recorded {other} (verb/unit/a/b)"


def debug(path, source, turns, turn, commands):
    player, arena = Player(path), Arena(source, None)
    debugger = Debugger(path, commands)
    try:
        # The first message is the intro.
        player.begin(arena.take()[2])
        for k, (round, known) in enumerate(turns):
            _, stream, view = arena.take()
            player.load(stream, view)
            if k == turn:
                debugger.watch(player.play)
            player.play(player.game)
            if k < turn:
                continue
            # A player may have caught the end.
            if debugger.quitting:
                return
            debugger.message(compared(round, known))
    except pdb.bdb.BdbQuit:
        return
    except Exception as error:
        debugger.post_mortem(error)
        return
    finally:
        sys.settrace(None)
    debugger.message("the match is over")


# --- A match --------------------------------------------------------------------------------


def serve(path, arena):
    player = None
    while True:
        taken = arena.take()
        if taken is None:
            return
        begins, stream, rest = taken
        if begins:
            player = Player(path)
            player.begin(rest)
            arena.answer(0, 0, 0, b"")
        else:
            player.load(stream, rest)
            player.play(player.game)
            arena.reply(len(stream))


def play_match(path, arena):
    try:
        serve(path, arena)
    except BrokenPipeError:
        # The match is over.
        return
    except SystemExit as end:
        arena.fail(EXITED, f"exit({end.code})")
    except BaseException as error:
        arena.fail(THREW, receipt(path, error))


def main():
    sys.setrecursionlimit(DEPTH)
    if len(sys.argv) > 1:
        path, script, turns, turn = sys.argv[1:5]
        with open(script, "rb") as source:
            debug(os.path.abspath(path), source, recorded(turns), int(turn), sys.argv[5:])
        return
    # The player finds no input, and its output goes where its errors go.
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    play_match(os.path.join(FOLDER, facts()[1]), Arena(source, sink))
