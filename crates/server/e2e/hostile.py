"""Fuzzes the server: its programming interface from the OpenAPI document, and every form and
page that a crawl finds, described in the same way. Nothing may be answered with a failure of ours.

    python hostile.py PALESTRA SCHEMATHESIS SECONDS

The server runs in an empty folder on a free port of this machine and ends with the test.
"""

import json
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from pathlib import Path

# Pages of one kind that are looked at.
ALIKE_MAX = 3
CONFIG = """requests_per_second = 1000000
sign_ins_per_minute = 1000000
sign_ins_per_account = 1000000
"""
# What ends the session of the test itself, or the server's patience with it.
LEFT_OUT = ("/sign-out", "/language/")
ID = re.compile(r"^[0-9a-f]{16,64}$")


def start(program, folder):
    """Starts the server; gives it, its address and the link that makes an admin."""
    Path(folder, "palestra.toml").write_text(CONFIG)
    options = ["serve", folder, "--listen", "127.0.0.1:0", "--workers", "1", "--trust-sources"]
    log = open(Path(folder, "log"), "w")
    server = subprocess.Popen([program, *options], stdout=subprocess.PIPE, stderr=log, text=True)
    url = link = None
    for line in server.stdout:
        if found := re.search(r"Palestra is at (\S+)", line):
            url = found[1]
        if found := re.search(r"(\S+/invitation/[0-9a-f]+)", line):
            link = found[1]
            break
    return server, url, link


class Person:
    """Somebody with a browser, then with a token."""

    def __init__(self):
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        self.browser = urllib.request.build_opener(cookies)
        self.token = None

    def ask(self, url, form=None):
        request = urllib.request.Request(url)
        if form is not None:
            request.data = urllib.parse.urlencode(form).encode()
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        try:
            with self.browser.open(request) as answer:
                return answer.status, answer.headers.get_content_type(), answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers.get_content_type(), error.read()

    def join(self, url, link):
        login = {"login": "ada", "name": "Ada", "password": "a sentence that nobody guesses"}
        self.ask(link, login)
        page = self.ask(f"{url}/account")[2].decode()
        action = re.search(r'action="(/account/tokens\?csrf=[^"]+)"', page)[1]
        page = self.ask(url + action, {"label": "fuzzing", "scope": "organise", "days": 7})[2].decode()
        self.token = re.search(r"PALESTRA_TOKEN=([0-9a-f]+)", page)[1]


class Page(HTMLParser):
    """Links and forms of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.forms, self.form, self.select = set(), [], None, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        at = dict(attributes)
        if tag == "a" and at.get("href", "").startswith("/"):
            self.links.add(at["href"].split("#")[0])
        elif tag == "form":
            self.form = {"action": at.get("action", ""), "kind": at.get("enctype"), "fields": {}}
            self.forms.append(self.form)
        elif self.form is not None and tag in ("input", "textarea", "select", "button"):
            if name := at.get("name"):
                self.form["fields"][name] = schema(tag, at)
                self.select = self.form["fields"][name] if tag == "select" else None
        elif tag == "option" and self.select is not None and at.get("value"):
            self.select["anyOf"][0]["enum"].append(at["value"])

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None


def schema(tag, at):
    if at.get("type") == "number":
        return {"anyOf": [{"type": "integer"}, {"type": "string"}]}
    if at.get("type") == "checkbox":
        return {"anyOf": [{"enum": [at.get("value", "on")]}, {"type": "string"}]}
    if at.get("type") == "file":
        return {"type": "string", "format": "binary"}
    if tag == "select":
        return {"anyOf": [{"enum": ["?"]}, {"type": "string"}]}
    if at.get("value"):
        return {"anyOf": [{"enum": [at["value"]]}, {"type": "string"}]}
    return {"type": "string"}


def operation(what, path, real):
    """An operation whose open parts are something real or anything."""
    parts = re.findall(r"{(\w+)}", path)
    parameters = what.setdefault("parameters", [])
    named = {p["name"] for p in parameters}
    parameters += [{"name": p, "in": "path", "required": True} for p in parts if p not in named]
    for p in parameters:
        if p["in"] == "path":
            known = sorted(real.get(p["name"], []))
            any_text = {"type": "string", "minLength": 1}
            p["schema"] = {"anyOf": [{"enum": known}, any_text]} if known else any_text
    return what


def opened(path, real):
    """The path with its ids as open parts, which are remembered."""
    parts = path.split("/")
    for k, part in enumerate(parts):
        if ID.match(part):
            name = f"{parts[k - 1]}_id"
            # Whoever revokes the token of this test ends it.
            if name != "tokens_id":
                real.setdefault(name, set()).add(part)
            parts[k] = "{" + name + "}"
    return "/".join(parts)


def crawl(url, who):
    """All pages and forms that can be reached, as a document."""
    paths, real, seen, alike, waiting = {}, {}, set(), Counter(), ["/", "/sign-in"]
    while waiting:
        at = waiting.pop(0)
        bare = at.split("?")[0]
        kind = re.sub(r"/players/.*", "/players", opened(bare, {}))
        if at in seen or alike[kind] == ALIKE_MAX or bare.startswith(LEFT_OUT):
            continue
        seen.add(at)
        alike[kind] += 1
        status, kind, body = who.ask(url + at)
        assert status < 400, f"{at} is linked and answers {status}"
        query = [{"name": n, "in": "query", "schema": {"type": "string"}} for n in ("from", "to")]
        get = {"parameters": query, "responses": {"default": {"description": "any"}}}
        paths.setdefault(opened(bare, real), {})["get"] = get
        if kind != "text/html":
            continue
        page = Page(body.decode())
        waiting += sorted(page.links)
        for form in page.forms:
            action = (form["action"] or bare).split("?")[0]
            if action.startswith(LEFT_OUT):
                continue
            post = paths.setdefault(opened(action, real), {}).setdefault("post", {
                "requestBody": {"content": {form["kind"] or "application/x-www-form-urlencoded": {
                    "schema": {"type": "object", "properties": {}}}}},
                "responses": {"default": {"description": "any"}}})
            for content in post["requestBody"]["content"].values():
                content["schema"]["properties"] |= form["fields"]
    for path, methods in paths.items():
        for what in methods.values():
            operation(what, path, real)
    forms = sum("post" in methods for methods in paths.values())
    print(f"{len(seen)} pages, {forms} forms", flush=True)
    assert forms >= 10, "the crawl finds too few forms: are they still there?"
    return {"openapi": "3.1.0", "info": {"title": "forms", "version": "1"}, "paths": paths}


def interface(url, who):
    """The server's own document, its open parts filled with what there is."""
    document = json.loads(who.ask(f"{url}/api/openapi.json")[2])
    matches = json.loads(who.ask(f"{url}/api/seasons/demo/matches")[2])
    real = {"season": ["demo"], "id": [m["id"] for m in matches][:3]}
    # Streams of events do not end.
    ends = {p: m for p, m in document["paths"].items() if not p.endswith("/events")}
    document["paths"] = ends
    for path, methods in ends.items():
        for what in methods.values():
            operation(what, path, real)
    return document


def fuzz(tool, url, token, document, seconds, checks, folder, name):
    file = Path(folder, f"{name}.json")
    file.write_text(json.dumps(document))
    command = [tool, "run", str(file), "--url", url, "--header", f"Authorization:Bearer {token}",
               "--checks", checks, "--max-time", str(seconds), "--max-examples", "40",
               "--phases", "coverage,fuzzing", "--generation-database", "none", "--seed", "1",
               "--warnings", "off", "--suppress-health-check", "all",
               # With two, one changes the limit of recursion under the other's parser.
               "--workers", "1"]
    return subprocess.run(command, cwd=folder).returncode


def main():
    program, tool, seconds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with tempfile.TemporaryDirectory(prefix="palestra-hostile-") as folder:
        server, url, link = start(program, folder)
        try:
            who = Person()
            who.join(url, link)
            strict = "not_a_server_error,status_code_conformance,content_type_conformance," \
                     "response_schema_conformance"
            failed = fuzz(tool, url, who.token, interface(url, who), seconds // 2, strict,
                          folder, "interface")
            failed |= fuzz(tool, url, who.token, crawl(url, who), seconds - seconds // 2,
                           "not_a_server_error", folder, "forms")
            assert who.ask(f"{url}/health")[0] == 200, "the server is still well"
        finally:
            server.terminate()
            server.wait()
        log = Path(folder, "log").read_text()
        for word in ("panicked", "a request failed"):
            if word in log:
                print(log, file=sys.stderr)
                sys.exit(f"the server's log says `{word}`")
        sys.exit(failed)


if __name__ == "__main__":
    main()
