"""Turns tests of CPython into players: cpython.py LIBRARY SHIM OUT.

LIBRARY is the folder of CPython's library that has `test`. The running CPython lists the tests
of each file. Each test becomes a script: SHIM, which stands for `unittest` and `test.support`, the
file without its other tests, and the call of the test. Scripts that CPython itself does not pass
are left out: they need more than the shim has.
"""

import ast
import os
import pathlib
import signal
import sys
import unittest

FILES = """augassign binop bool bytes class complex contains decorators dict dictcomps enumerate
exceptions float fstring generators grammar int int_literal iter keywordonlyarg list long math
named_expressions opcodes property raise range re richcmp scope set slice sort string struct super
tuple unicode with yield_from""".split()
# Files that other tests take their classes from.
PARTS = ["seq_tests", "list_tests", "mapping_tests", "string_tests"]


def tests_of(suite):
    for one in suite:
        if isinstance(one, unittest.TestSuite):
            yield from tests_of(one)
        else:
            yield one


def is_test(node):
    return isinstance(node, ast.FunctionDef) and node.name.startswith("test")


class Imports(ast.NodeTransformer):
    """Takes modules from the shim, because players cannot add any."""

    def visit_Import(self, node):
        return [self.assignment(one.asname or one.name.split(".")[0],
                                f"_module({(one.name if one.asname else one.name.split('.')[0])!r})")
                for one in node.names]

    def visit_ImportFrom(self, node):
        return [self.assignment(one.asname or one.name, f"_module({node.module!r}).{one.name}")
                for one in node.names if one.name != "*"]

    def assignment(self, name, value):
        return ast.parse(f"{name} = {value}").body[0]


def without_tests(tree, keep):
    """The file without tests but those of this name, with the shim's modules."""
    tree = Imports().visit(tree)
    tree.body = [tried(node) for node in tree.body]
    for node in [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]:
        body = [part for part in node.body if not is_test(part) or part.name == keep]
        node.body = [tried(part) for part in body] or [ast.Pass()]
    return ast.fix_missing_locations(tree)


def tried(node):
    """A statement that may fail: only the tests that need what it makes fail with it."""
    if isinstance(node, ast.FunctionDef) and not node.decorator_list and not node.args.defaults:
        return node
    nothing = ast.ExceptHandler(type=ast.Name("Exception", ast.Load()), name=None, body=[ast.Pass()])
    return ast.Try(body=[node], handlers=[nothing], orelse=[], finalbody=[])


def part(library, name, keep):
    """A file that the test imports, as text."""
    tree = ast.parse((library / f"test/{name}.py").read_text(encoding="utf-8"))
    return ast.unparse(without_tests(tree, keep))


def script(library, shim, path, test):
    keep = test._testMethodName
    tree = without_tests(ast.parse(path.read_text(encoding="utf-8")), keep)
    body = ast.unparse(tree)
    parts = {name: part(library, name, keep) for name in PARTS if any(p in body for p in PARTS)}
    # Texts of parts may need the shim's modules, so they run behind it.
    return (f"{shim}\n_parts({parts!r})\n{body}\n"
            f"_run({type(test).__qualname__}, {keep!r})\n\ndef play(game):\n    pass\n")


def passes(text):
    """Whether CPython itself passes the test as a player has it, in a process of its own."""
    child = os.fork()
    if child == 0:
        signal.alarm(30)
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        os.dup2(1, 2)
        try:
            exec(compile(text, "AITest.py", "exec"), {"__name__": "AITest"})
            os._exit(0)
        except BaseException:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def main():
    library, shim, out = map(pathlib.Path, sys.argv[1:])
    sys.path.insert(0, str(library))
    shim = shim.read_text(encoding="utf-8")
    for name in FILES:
        path = library / f"test/test_{name}.py"
        folder = out / f"test_{name}"
        folder.mkdir(parents=True, exist_ok=True)
        suite = unittest.defaultTestLoader.loadTestsFromName(f"test.test_{name}")
        for test in tests_of(suite):
            kind = type(test)
            if kind.__module__ == f"test.test_{name}" and "<locals>" not in kind.__qualname__:
                text = script(library, shim, path, test)
                if passes(text):
                    named = f"{kind.__qualname__}.{test._testMethodName}.py"
                    (folder / named).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
