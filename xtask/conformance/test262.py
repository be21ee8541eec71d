"""Turns JavaScript tests into players: test262.py JS2PY PARSER OUT.

JS2PY is a folder with test262 as of ECMAScript 5, PARSER has the parser tests of TC39. Each test
becomes a script that throws when the test fails. Its text runs through indirect eval, because a
player is a module.
"""

import json
import pathlib
import re
import sys

WRAPPED = """const text = %s;
let caught;
try { (0, eval)(text) } catch (error) { caught = { error } }
const name = caught && String(caught.error && caught.error.name || caught.error);
if (!(%s)) throw new Error(caught ? "caught " + name + ": " + caught.error : "caught nothing");
export function play(game) {}
"""


def write(out, group, name, text, expected):
    folder = out / group
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(WRAPPED % (json.dumps(text), expected), encoding="utf-8")


def field(head, name):
    found = re.search(rf"^{name}:(.*(?:\n[ -].*)*)", head, re.M)
    return found[1].strip() if found else ""


def conformance(folder, out):
    """The group of a test is its folder below `built-ins` or `language`."""
    cases, includes = folder / "tests/test_cases", folder / "tests/includes"
    for path in sorted(cases.rglob("*.js")):
        text = path.read_text(encoding="utf-8", errors="replace")
        head = re.search(r"/\*---(.*?)---\*/", text, re.S)[1]
        used = ["init.js", *re.findall(r"[\w$.-]+\.js", field(head, "includes"))]
        parts = [(includes / name).read_text(encoding="utf-8") for name in used]
        if "onlyStrict" in field(head, "flags"):
            parts.insert(0, '"use strict";')
        negative = field(head, "negative")
        expected = f"name && {json.dumps(negative)}.includes(name)" if negative else "!caught"
        if negative in (".", "expected_message", "NotEarlyError"):
            expected = "caught"
        group, *rest = path.relative_to(cases).parts[1:]
        group = f"{path.relative_to(cases).parts[0]}/{group}"
        write(out, group, "-".join(rest), "\n".join([*parts, text]), expected)


def parser(folder, out):
    """A text that parses reaches the `throw` before it. Modules are left out."""
    for kind, expected in [("pass", "name === 'parsed'"), ("fail", "name === 'SyntaxError'"),
                           ("early", "name === 'SyntaxError'")]:
        for path in sorted((folder / kind).glob("*.js")):
            if not path.name.endswith(".module.js"):
                text = path.read_text(encoding="utf-8")
                # Behind a statement a directive means nothing.
                strict = '"use strict"; ' if re.match(r"(['\"])use strict\1", text) else ""
                text = strict + "throw 'parsed';\n" + text
                write(out, f"parser/{kind}", path.name, text, expected)


if __name__ == "__main__":
    js2py, parsers, target = map(pathlib.Path, sys.argv[1:])
    conformance(js2py, target)
    parser(parsers, target)
