"""Container images: build files, compose and cluster files, chart values."""

from __future__ import annotations

import re
from collections.abc import Sequence

from intent_tui.probe.manifest_readers.record import Package, Pinned, comment_at, pin_of

_IMAGE = re.compile(
    r"(?P<name>(?:[\w.-]+(?::\d+)?/)*[\w.-]+)(?::(?P<tag>[\w.-]+))?(?:@(?P<digest>sha256:\w+))?$"
)
_FROM = re.compile(
    r"^\s*FROM\s+(?:--\w+=\S+\s+)*(?P<image>\S+)(?:\s+AS\s+(?P<stage>\S+))?", re.IGNORECASE
)
_KEY = re.compile(
    r"^(?P<lead>\s*(?:-\s+)?)(?P<key>image|repository|tag|digest):\s*(?P<value>\S.*)?$"
)


def _package(text: str, lines: Sequence[str], number: int) -> Package | None:
    met = _IMAGE.fullmatch(text.strip("\"'"))
    if met is None:
        return None
    version = met.group("digest") or met.group("tag") or ""
    pinned: Pinned = "yes" if met.group("digest") else pin_of(version)
    note = comment_at(lines, number, ("#",))
    return Package(met.group("name"), version, number, "runtime", pinned, note)


def read_build(lines: Sequence[str]) -> list[Package]:
    """The images a build file starts from; its own stages and `scratch` are none.

    `${NAME}` is filled in from the defaults of `ARG` lines above.
    """
    stages, values = {"scratch"}, dict[str, str]()
    found = []
    for number, text in enumerate(lines, 1):
        default = re.match(r"^\s*ARG\s+(\w+)=[\"']?([^\s\"']+)", text, re.IGNORECASE)
        if default:
            values[default.group(1)] = default.group(2)
        met = _FROM.match(text)
        if met is None:
            continue
        image = re.sub(
            r"\$\{?(\w+)(?::-[^}]*)?\}?", lambda m: values.get(m.group(1), ""), met.group("image")
        )
        made = _package(image, lines, number) if image.lower() not in stages else None
        if made is not None:
            found.append(made)
        if met.group("stage"):
            stages.add(met.group("stage").lower())
    return found


def read_images(lines: Sequence[str]) -> list[Package]:
    """`image:` lines, and `repository:` with the `tag:` or `digest:` beside it."""
    found: list[Package] = []
    open_at: dict[int, int] = {}
    for number, text in enumerate(lines, 1):
        met = _KEY.match(text)
        if met is None:
            continue
        value = re.sub(r"\s+#.*$", "", met.group("value") or "").strip().strip("\"'")
        depth, key = len(met.group("lead")), met.group("key")
        if key in ("image", "repository") and value and not value.startswith(("{", "$", "http")):
            made = _package(value, lines, number)
            if made is not None:
                open_at = {depth: len(found)} if key == "repository" else {}
                found.append(made)
        elif key in ("tag", "digest") and depth in open_at and value:
            base = found[open_at[depth]]
            pinned: Pinned = "yes" if key == "digest" else pin_of(value)
            found[open_at[depth]] = Package(
                base.name, value, base.line, base.group, pinned, base.comment
            )
    return found
