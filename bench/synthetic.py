"""Repositories of any size, built by script: same bytes for the same numbers, several languages.

Sizes follow what public repositories show: a median of three kilobytes with a long tail, one file
in sixty registers routes, one commit in forty takes another one back, half are squash merges.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

TOPICS = (
    "ledger", "courier", "tariff", "roster", "meadow", "archive", "signal", "beacon", "harvest",
    "cellar", "lantern", "quarry", "saddle", "timber", "voyage", "willow", "anchor", "barley",
)  # fmt: skip
SHARES = (
    ("py", 30), ("ts", 18), ("go", 14), ("java", 12), ("rb", 6), ("php", 4), ("md", 7), ("json", 5),
    ("yaml", 4),
)  # fmt: skip
BLOCKS = {
    "py": 'def {a}_{n}(value, limit={n}):\n    """Weighs one {b}."""\n'
    "    if value > limit:\n        return {b}_total(value)\n    return value\n\n",
    "ts": "export function {a}{n}(value: number, limit = {n}): number {{\n"
    "  // weighs one {b}\n  if (value > limit) {{\n    return {b}Total(value)\n  }}\n"
    "  return value\n}}\n\n",
    "go": "// {a}{n} weighs one {b}.\nfunc {a}{n}(value int) int {{\n\tif value > {n} {{\n"
    "\t\treturn {b}Total(value)\n\t}}\n\treturn value\n}}\n\n",
    "java": "    /** Weighs one {b}. */\n    static int {a}{n}(int value) {{\n"
    "        return value > {n} ? {b}Total(value) : value;\n    }}\n\n",
    "rb": "  # weighs one {b}\n  def {a}_{n}(value)\n    value > {n} ? {b}_total(value) : value\n"
    "  end\n\n",
    "php": "/** weighs one {b} */\nfunction {a}_{n}($value) {{\n"
    "    return $value > {n} ? {b}_total($value) : $value;\n}}\n\n",
    "md": "## {a} {n}\n\nHow the {b} is weighed, and what a {a} does when there are {n}.\n\n",
    "json": '  "{a}_{n}": {{"{b}": {n}, "of": "{a}"}},\n',
    "yaml": "{a}_{n}:\n  {b}: {n}\n  of: {a}\n",
}
FRAME = {
    "go": ("package {a}\n\n", ""),
    "java": ("package plant.{a};\n\nclass {b}{n} {{\n", "}}\n"),
    "rb": ("module {a}\n", "end\n"),
    "php": ("<?php\n\n", ""),
    "md": ("# {a}\n\n", ""),
    "json": ("{{\n", '  "end": true\n}}\n'),
}
ROUTES = {
    "py": "from fastapi import APIRouter\n\nrouter = APIRouter(prefix='/{a}{n}')\n\n\n"
    "@router.get('/{{ident}}')\ndef read_{a}(ident: int):\n    return ident\n\n\n"
    "@router.post('/')\ndef make_{a}(body: dict):\n    return body\n\n\n",
    "ts": "import express from 'express'\n\nconst router = express.Router()\n"
    "router.get('/{a}{n}/:id', show)\nrouter.delete('/{a}{n}/:id', drop)\n"
    "export default router\n\n",
    "go": 'func {a}Routes() {{\n\thttp.HandleFunc("/{a}{n}", {a}{n})\n}}\n\n',
}
ONE_IN = 60
"""Files of a language with routes among which one registers some."""


def build(folder: Path, files: int, commits: int, seed: int = 1) -> Path:
    """A repository with that many files and commits, checked out, in a new folder."""
    folder.mkdir(parents=True)
    _git(folder, "init", "-q")
    stream = b"".join(_history(files, commits, random.Random(seed)))
    _git(folder, "fast-import", "--quiet", "--force", stdin=stream)
    _git(folder, "reset", "-q", "--hard", "main")
    return folder


def _git(folder: Path, *arguments: str, stdin: bytes = b"") -> None:
    env = {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
        "LC_ALL": "C",
    }
    line = ["git", "-c", "init.defaultBranch=main", "-c", "core.compression=1", *arguments]
    subprocess.run(line, cwd=folder, env=env, input=stdin, check=True, capture_output=True)


def _history(files: int, commits: int, pick: random.Random) -> Iterator[bytes]:
    """The commits as a stream for fast-import: small ones, then one with all the files."""
    for number in range(1, commits):
        a, b = pick.choice(TOPICS), pick.choice(TOPICS)
        subject = f"Weigh the {a} of a {b}" + (f" (#{number})" if number % 2 else "")
        body = f"The {b} was weighed twice when a {a} came late.\n"
        if number % 40 == 0:
            subject = f'Revert "Weigh the {a} of a {b}"'
            body = f"It broke the {b} because the {a} was still open.\n"
        yield _commit(number, f"{subject}\n\n{body}")
        yield _data(f"M 100644 inline notes/{a}.txt\n", f"{number} {b}\n")
    yield _commit(commits, "Everything that is there today\n")
    for path, text in _files(files, pick):
        yield _data(f"M 100644 inline {path}\n", text)


def _commit(number: int, message: str) -> bytes:
    when = 1_600_000_000 + number * 600
    head = f"commit refs/heads/main\ncommitter A Builder <builder@example.org> {when} +0000\n"
    return _data(head, message)


def _data(head: str, text: str) -> bytes:
    raw = text.encode()
    return head.encode() + b"data %d\n" % len(raw) + raw + b"\n"


def _files(count: int, pick: random.Random) -> Iterator[tuple[str, str]]:
    suffixes = [suffix for suffix, share in SHARES for _ in range(share)]
    for number in range(count):
        suffix = pick.choice(suffixes)
        folder = f"part{number % (count // 120 + 1):03d}/{pick.choice(TOPICS)}"
        beginning = "test_" if suffix == "py" and number % 9 == 0 else ""
        name = f"{beginning}{pick.choice(TOPICS)}_{number}.{suffix}"
        yield f"{folder}/{name}", _text(suffix, number, pick)


def _text(suffix: str, number: int, pick: random.Random) -> str:
    size = min(60_000, int(pick.lognormvariate(8.0, 0.9)))
    words = {"a": pick.choice(TOPICS), "b": pick.choice(TOPICS), "n": number}
    head, tail = FRAME.get(suffix, ("", ""))
    parts = [head.format(**words)]
    if suffix in ROUTES and number % ONE_IN == 0:
        parts.append(ROUTES[suffix].format(**words))
    left = size - len(parts[0])
    while left > 0:
        block = BLOCKS[suffix].format(
            a=pick.choice(TOPICS), b=pick.choice(TOPICS), n=pick.randrange(1000)
        )
        parts.append(block)
        left -= len(block)
    return "".join((*parts, tail.format(**words)))
