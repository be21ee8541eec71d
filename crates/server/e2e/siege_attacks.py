"""Sources that attack the judge, each with what must become of it.

A source is (name, text, states): the states of a submission that are allowed as its end. Sources
of the attack suite say their verdict in their first line; the others are written here.
"""

import re
from pathlib import Path

PLAYER = """#include "Player.hh"
%(head)s
#define PLAYER_NAME %(name)s

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }
%(members)s
  virtual void play () {
%(play)s
  }
};

RegisterPlayer(PLAYER_NAME);
"""

REFUSED = {"refused"}
PLAYED = {"beaten", "qualified"}
DECIDED = REFUSED | PLAYED


def player(name, play="", head="", members=""):
    """The least that is a player, with these parts."""
    return PLAYER % {"name": name, "play": play, "head": head, "members": members}


def unknown_import(name):
    """A function that the arena does not have."""
    head = ('extern "C" __attribute__((import_module("env"), import_name("gift"))) int gift ();')
    return player(name, "    gift();", head), REFUSED


def explosion(name, loops=500, variables=500):
    """731 bytes of assembler: many loops over many locals, which no register allocator likes."""
    body = (r'asm(".globl bomb\n.functype bomb (i32) -> (i32)\nbomb:\n.functype bomb (i32) -> (i32)\n'
            r'.local %s\n.rept %d\nloop\n%slocal.get 0\nbr_if 0\nend_loop\n.endr\nlocal.get 1\n'
            r'end_function\n");')
    uses = "".join(rf"local.get {k}\nlocal.get {k + 1}\ni32.add\nlocal.set {k}\n" for k in range(8))
    head = body % (", ".join(["i32"] * variables), loops, uses) + '\nextern "C" int bomb (int);'
    return player(name, "    if (bomb(0)) (void) 0;", head), REFUSED


def plain_explosion(name, loops=400, variables=400):
    """The same in plain C++, where no assembler can be refused."""
    sets = " ".join(f"int v{k} = s + {k};" for k in range(variables))
    uses = " ".join(f"v{k} += v{(k * 7 + 3) % variables};" for k in range(0, variables, 4))
    turns = "\n".join(f"    while (s & {1 + k}) {{ {uses} s = s * 5 + v{k % variables}; }}"
                      for k in range(loops))
    end = " + ".join(f"v{k}" for k in range(variables))
    play = f"    {sets}\n{turns}\n    s = {end};"
    return player(name, play, members="  volatile int t = 3; int s = t;"), DECIDED


def many_functions(name, count=150_000):
    """So many functions that generating their code takes minutes."""
    functions = "\n".join(
        f"__attribute__((noinline)) int f{k} (int x) {{ return x * {k} + t; }}"
        for k in range(count // 40))
    head = f"static volatile int t = 1;\n{functions}\n"
    table = ", ".join(f"f{k}" for k in range(count // 40))
    return player(name, "    t = all[t & 1023](t);",
                  head + f"static int (*all[]) (int) = {{ {table} }};"), DECIDED


def memory_walk(name, when="true"):
    """Loads that each wait for the one before, all over 16 MB; `when` says whether it walks."""
    members = """  static constexpr unsigned SIZE = 4u << 20;
  unsigned* ring = new unsigned[SIZE];
  volatile unsigned at = 1;
  PLAYER_NAME () { for (unsigned k = 0; k < SIZE; ++k) ring[k] = (k * 1664525ul + 1013904223ul) % SIZE; }"""
    play = f"""    if (!({when})) return;
    for (;;) {{
      unsigned a = at;
      for (int k = 0; k < 4096; ++k) a = ring[a];
      at = a;
    }}"""
    return player(name, play, members=members), PLAYED


def losing_walk(name):
    """Runs out of time as soon as it is not ahead."""
    return memory_walk(name, "round() > 20")


def deep_throws(name):
    """Exceptions through deep stacks."""
    head = """struct Guard { volatile int x = 0; ~Guard () { x = 1; } };
__attribute__((noinline)) int deep (int n) {
  Guard guard;
  if (n == 0) throw n;
  return deep(n - 1) + guard.x;
}"""
    return player(name, "    for (;;) try { deep(20000); } catch (int) { }", head), PLAYED


def newlines(name):
    """256 KB of empty lines."""
    text = player(name)
    return text + "\n" * (256 * 1024 - len(text) - 1), DECIDED


def deep_trap(name):
    """A trap under 1,500 inlined functions."""
    head = """template <int N> struct Deep {
  static inline __attribute__((always_inline)) int fall (int x) { return Deep<N - 1>::fall(x + 1) + 1; }
};
template <> struct Deep<0> {
  static inline __attribute__((always_inline)) int fall (int x) { if (x > 7) __builtin_trap(); return x; }
};"""
    play = "    if (Deep<800>::fall(round()) == 3) return;"
    return player(name, play, head), DECIDED


def file_oracle(name):
    """Asks the preprocessor whether a file of the judge exists."""
    head = """#define P </etc/hostname>
#if __has_include(P)
#error there is such a file
#endif"""
    return player(name, "", head), DECIDED


def memory_of_compiler(name):
    """A constant that the compiler computes for ever."""
    head = """constexpr unsigned long f (unsigned long n) { return n < 2 ? n : f(n - 1) + f(n - 2); }
constexpr unsigned long x = f(60);"""
    return player(name, "    (void) x;", head), REFUSED


# They use up their CPU time: after three such matches in an hour their author waits.
SLOW = {"memory_walk", "losing_walk", "deep_throws"}
OURS = [unknown_import, explosion, plain_explosion, many_functions, memory_walk, losing_walk,
        deep_throws, newlines, deep_trap, file_oracle, memory_of_compiler]


# The suite is written for Dominator: how other games write its orders, units and directions.
UNITS = (r"farmers\(0\)", "vector<int>{0, 1, 2, 3}")
DIALECTS = {
    "dominator": [],
    "battle-royale": [UNITS, (r"random\(0, 9\)", "random()")],
    "mad-max": [UNITS, (r"\bTop\b", "Dir(0)")],
    "pandemic": [UNITS, (r"\bTop\b", "Dir(0)"), (r"\bcommand\(", "move(")],
    "star-war": [UNITS, (r"\bDir\(", "Dir(0, "), (r"\bTop\b", "Dir(0, 0)"), (r"\bcommand\(", "move("),
                 (r"random\(0, 9\)", "randomize(0, 9)")],
}


def suite(folder, game):
    """The sources of the attack suite in C++, which the judge takes: name, text, states."""
    for path in sorted(Path(folder).glob("*.cc")):
        text = path.read_text()
        for theirs, ours in DIALECTS[game]:
            text = re.sub(theirs, ours, text)
        verdict = re.match(r"// ([^:]*): ", text)[1]
        refused = verdict in ("does not compile", "refused")
        yield path.stem, text, REFUSED if refused else PLAYED
