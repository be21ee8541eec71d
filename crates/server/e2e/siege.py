"""Besieges the judge: honest authors submit while attackers send everything that we know to be
hostile. Nobody may stop the judge, hold up others for long, or erase a loss.

    python siege.py PALESTRA [--short] [--game GAME]

It sends our own attacks and the whole suite in all games, or in the one that is named, and asserts
how fast pages answer meanwhile; it wants an idle machine. The short form sends a part of the suite
in one game.
"""

import argparse
import csv
import io
import json
import re
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

from siege_attacks import OURS, PLAYED, SLOW, player, suite

HERE = Path(__file__).parent
SUITE = HERE / "../../sandbox/tests/attacks"
GAMES = ["battle-royale", "dominator", "mad-max", "pandemic", "star-war"]
CONFIG = "requests_per_second = 1000000\nsign_ins_per_minute = 1000000\n"
PASSWORD = "a sentence that nobody guesses"
# Of the suite, in the short form: one of each kind.
FEW = {"abort", "loop_in_play", "memory_bomb", "orders_flood", "raw_unknown", "throw", "deep_recursion",
       "compile_include_secret", "stderr_flood", "wild_call"}
# Seconds.
HONEST_EVERY = 60
HONEST_BOUND = {False: 300, True: 600}
DECIDED_BOUND = {False: 1500, True: 3 * 3600}
PAGE_P99 = 0.25
# Bytes that a process may reach: a compiler has 2 GB, a worker that plays 1 GB.
MEMORY_MAX = 3 << 30


class Person:
    """Somebody with a browser, then with a token."""

    def __init__(self, url):
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        self.browser, self.url, self.token = urllib.request.build_opener(cookies), url, None

    def ask(self, path, form=None, body=None):
        request = urllib.request.Request(path if "://" in path else self.url + path)
        if form is not None:
            request.data = urllib.parse.urlencode(form).encode()
        if body is not None:
            request.data = body.encode()
            request.add_header("Content-Type", "text/plain")
        if self.token and path.startswith("/api/"):
            request.add_header("Authorization", f"Bearer {self.token}")
        try:
            with self.browser.open(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def send_form(self, page, action, fields):
        """Sends the form of a page whose action begins like this, with the page's CSRF token."""
        text = self.ask(page)[1]
        found = re.search(rf'action="({re.escape(action)}[^"]*csrf=[^"]+)"', text)
        assert found, f"{page} has no form {action}"
        status, answer = self.ask(found[1].replace("&amp;", "&"), fields)
        assert status < 400, f"{action}: {status} {answer[:300]}"
        return answer

    def join(self, link, login):
        form = {"login": login, "name": login.title(), "password": PASSWORD}
        status, answer = self.ask(link, form)
        assert status < 400, f"{login} cannot join: {answer[:300]}"
        page = self.send_form("/account", "/account/tokens", {
            "label": "siege", "name": "siege", "scope": "submit", "days": "30"})
        found = re.search(r"PALESTRA_TOKEN=([0-9A-Za-z_-]+)", page)
        assert found, "the account page shows no token"
        self.token = found[1]

    def submit(self, season, name, text):
        status, answer = self.ask(f"/api/seasons/{season}/submissions?name={name}", body=text)
        assert status == 201, f"{name} is not taken: {status} {answer[:300]}"
        return json.loads(answer)["id"]

    def submission(self, season, number):
        return json.loads(self.ask(f"/api/seasons/{season}/submissions/{number}")[1])


def start(program, folder):
    """Starts the judge; gives it, its address and the link that makes an admin."""
    Path(folder, "palestra.toml").write_text(CONFIG)
    options = ["serve", folder, "--listen", "127.0.0.1:0", "--workers", "2"]
    log = open(Path(folder, "log"), "w")
    server = subprocess.Popen([program, *options], stdout=subprocess.PIPE, stderr=log, text=True)
    url = link = None
    for line in server.stdout:
        if found := re.search(r"Palestra is at (\S+)", line):
            url = found[1]
        if found := re.search(r"(\S+/invitation/[0-9a-f]+)", line):
            link = found[1]
            break
    assert url and link, Path(folder, "log").read_text()
    return server, url, link


def prepare(folder, admin, seasons, logins):
    """Seasons with a ladder, and accounts; gives the people by login."""
    for game in seasons:
        admin.send_form("/seasons/new", "/seasons/new", {
            "slug": game, "title": game.title(), "game": game, "ladder": "yes"})
    with sqlite3.connect(Path(folder, "palestra.db"), timeout=30) as db:
        for number, options in db.execute("SELECT id, options FROM seasons").fetchall():
            more = json.loads(options) | {"submissions_per_hour": 100_000}
            db.execute("UPDATE seasons SET options = ? WHERE id = ?", (json.dumps(more), number))
    table = io.StringIO()
    csv.writer(table).writerows([("login", "name"), *((login, login.title()) for login in logins)])
    page = admin.send_form("/people", "/people/import", {"csv": table.getvalue()})
    links = dict.fromkeys(re.findall(r"(http\S+/invitation/[0-9a-f]+)", page))
    assert len(links) >= len(logins), f"{len(links)} invitations for {len(logins)} people"
    people = {}
    for login, link in zip(logins, links):
        people[login] = Person(admin.url)
        people[login].join(link, login)
    return people


def family(root):
    """The judge's process and all below it, with the bytes that each has in memory."""
    parents, memory = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            status = (entry / "status").read_text()
        except OSError:
            continue
        parents[int(entry.name)] = int(re.search(r"PPid:\s+(\d+)", status)[1])
        resident = re.search(r"VmRSS:\s+(\d+)", status)
        memory[int(entry.name)] = int(resident[1]) << 10 if resident else 0
    mine, grown = {root}, True
    while grown:
        more = {child for child, parent in parents.items() if parent in mine} - mine
        grown = bool(more)
        mine |= more
    return {process: memory.get(process, 0) for process in mine}


class Watch(threading.Thread):
    """Looks at pages, and at the memory of all processes, five times a second."""

    def __init__(self, server, url, season):
        super().__init__(daemon=True)
        self.server, self.visitor, self.over = server, Person(url), threading.Event()
        self.paths = ["/health", f"/s/{season}", f"/s/{season}/standings", "/api/seasons"]
        self.times, self.wrong, self.memory = [], [], 0

    def run(self):
        turn = 0
        while not self.over.wait(0.2):
            path = self.paths[turn % len(self.paths)]
            turn += 1
            begun = time.monotonic()
            try:
                status = self.visitor.ask(path)[0]
            except OSError as error:
                status = str(error)
            self.times.append(time.monotonic() - begun)
            if status != 200:
                self.wrong.append((path, status))
            if turn % 5 == 0:
                self.memory = max(self.memory, *family(self.server.pid).values())

    def p99(self):
        return statistics.quantiles(self.times, n=100)[98]


def half_open(url, count=1200):
    """Connections that never say what they want. What the judge does not take is fine."""
    host, port = urllib.parse.urlparse(url).netloc.split(":")
    sockets = []
    for _ in range(count):
        try:
            one = socket.create_connection((host, int(port)), timeout=1)
            one.sendall(b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ")
            sockets.append(one)
        except OSError:
            break
    return sockets


class Sent:
    """A submission that is on its way."""

    def __init__(self, who, season, name, number, states):
        self.who, self.season, self.name, self.number = who, season, name, number
        self.states, self.begun, self.took, self.end = states, time.monotonic(), None, None
        # Whether the judge makes its author wait because of trouble: the verdict may come later.
        self.waits = False

    def look(self):
        if self.end is None:
            now = self.who.submission(self.season, self.number)
            self.waits = now["waits_until"] is not None
            if not now["pending"]:
                self.end, self.took = now, time.monotonic() - self.begun
        return self.end


def name_of(number, kind):
    """A player's name that looks like no other: at most 12 letters."""
    digits = "abcdefghjk"
    return kind + "".join(digits[int(d)] for d in str(number))


def attack(people, games, long):
    """Sends all attacks, spread over the attackers."""
    attackers = [who for login, who in people.items() if login.startswith("mallory")]
    sent, number = [], 0
    ours = [(make.__name__, *make("Attacker")) for make in OURS]
    for game in games:
        theirs = [s for s in suite(SUITE, game) if long or s[0] in FEW]
        for title, text, states in ours + theirs:
            name = name_of(number, "Evil")
            text = re.sub(r"(#define PLAYER_NAME) \w+", rf"\1 {name}", text)
            who = attackers[number % len(attackers)]
            if title in SLOW:
                who = people["walker"]
            sent.append(Sent(who, game, f"{title} ({game})", who.submit(game, name, text), states))
            number += 1
    return sent


def honest(people, game, sent, deadline):
    """One honest author a minute, until every attack has its verdict; gives what they sent."""
    authors = [who for login, who in people.items() if login.startswith("honest")]
    mine, due = [], time.monotonic()
    while time.monotonic() < deadline:
        if time.monotonic() >= due:
            due += HONEST_EVERY
            number = len(mine)
            name = name_of(number, "Good")
            who = authors[number % len(authors)]
            mine.append(Sent(who, game, name, who.submit(game, name, player(name)), {"beaten"}))
        waiting = sum(one.look() is None and not one.waits for one in sent + mine)
        if waiting == 0:
            break
        time.sleep(2)
    return mine


def breaks_rules(end):
    """Whether the rules for sources refused a submission. The suite says what the sandbox does with
    an attack; the judge's rules may end it earlier."""
    return end["state"] == "refused" and (end["verdict_key"] or {}).get("key") == "rules"


def problems(folder, sent, mine, watch, long):
    """Everything that is not as it must be."""
    for one in sent + mine:
        if one.end is None and one.waits and one in sent:
            continue
        if one.end is None:
            yield f"{one.name} has no verdict"
        elif one.end["state"] not in one.states and not (one in sent and breaks_rules(one.end)):
            yield f"{one.name} is {one.end['state']}: {one.end['verdict']}"
        for receipt in (one.end or {}).get("receipts", []):
            if len(json.dumps(receipt)) > 10_000:
                yield f"{one.name}: a receipt of {len(json.dumps(receipt))} bytes"
    slow = [one for one in mine if (one.took or 1e9) > HONEST_BOUND[long]]
    yield from (f"{one.name} waited {one.took} s" for one in slow)
    yield from (f"{path} answered {status}" for path, status in watch.wrong[:10])
    if watch.memory > MEMORY_MAX:
        yield f"a process reached {watch.memory >> 20} MB"
    if long and watch.p99() > PAGE_P99:
        yield f"p99 of pages is {watch.p99() * 1000:.0f} ms"
    with sqlite3.connect(f"file:{folder}/palestra.db?mode=ro", uri=True, timeout=30) as db:
        void = db.execute("SELECT COUNT(*) FROM matches WHERE state = 'void' "
                          "AND ending <> 'stopped'").fetchone()[0]
    if void:
        yield f"{void} matches count for nobody: losses are erased"
    log = Path(folder, "log").read_text()
    yield from (f"the log says `{word}`" for word in ("panicked", "a request failed") if word in log)


def alone(people, game):
    """Seconds that an honest author waits for a verdict when nobody else sends anything."""
    who, name = people["early"], "Early"
    one = Sent(who, game, name, who.submit(game, name, player(name)), PLAYED)
    while one.look() is None:
        time.sleep(0.2)
    return one.took


def tell(sent, mine, watch, alone_took):
    print(f"\n{len(sent)} attacks, {len(mine)} honest submissions")
    for one in sorted(sent, key=lambda one: -(one.took or 1e9))[:12]:
        end = one.end or {"state": "undecided", "verdict": ""}
        print(f"  {one.took or 0:7.1f} s  {one.name}: {end['state']}: {end['verdict'][:90]}")
    waits = sorted(one.took for one in mine if one.took is not None)
    if waits:
        print(f"honest authors waited {waits[0]:.1f} to {waits[-1]:.1f} s for a verdict, "
              f"{alone_took:.1f} s before the siege: all attackers together delayed one by at most "
              f"{max(waits[-1] - alone_took, 0):.1f} s")
    print(f"{len(watch.times)} views, p99 {watch.p99() * 1000:.0f} ms, most "
          f"{max(watch.times) * 1000:.0f} ms; largest process {watch.memory >> 20} MB", flush=True)


def main():
    options = argparse.ArgumentParser(description="Besieges the judge.")
    options.add_argument("program")
    options.add_argument("--short", action="store_true")
    options.add_argument("--game", choices=GAMES)
    options = options.parse_args()
    program, long = options.program, not options.short
    games = [options.game or "dominator"] if options.game or not long else GAMES
    with tempfile.TemporaryDirectory(prefix="palestra-siege-") as folder:
        server, url, link = start(program, folder)
        try:
            admin = Person(url)
            admin.join(link, "ada")
            logins = [f"mallory{k}" for k in range(4)] + [f"honest{k}" for k in range(6)]
            logins += ["walker", "early"]
            people = prepare(folder, admin, games, logins)
            alone_took = alone(people, games[0])
            watch = Watch(server, url, games[0])
            watch.start()
            sockets = half_open(url)
            begun = time.monotonic()
            sent = attack(people, games, long)
            mine = honest(people, games[0], sent, begun + DECIDED_BOUND[long])
            watch.over.set()
            watch.join()
            del sockets
            tell(sent, mine, watch, alone_took)
            found = list(problems(folder, sent, mine, watch, long))
        finally:
            server.terminate()
            server.wait()
        if found:
            print(Path(folder, "log").read_text()[-8000:], file=sys.stderr)
            sys.exit("\n".join(["the judge did not hold:", *found]))
        print("the judge held")


if __name__ == "__main__":
    main()
