# harmless: looks for the system with eval, exec and the globals of its arguments
import sys


def play(game):
    names = ("open", "os", "socket", "compile", "execfile", "input", "native")
    found = []
    for name in names[1:]:
        try:
            found.append(eval(name))
        except NameError:
            pass
    try:
        found.append(open("/etc/passwd"))
    except OSError:
        pass
    where = {}
    exec("import sys\nnames = dir(sys)", where)
    found += [name for name in where["names"] if name in ("exit", "modules", "path", "stdin", "argv")]
    for name in ("os", "io.FileIO", "uctypes", "gc", "micropython", "ffi", "_thread", "vfs"):
        try:
            found.append(__import__(name))
        except ImportError:
            pass
    assert found == [], found
