"""Themes are data: one file each below `themes/`, and only the chosen one is read.

A file is YAML with two levels and scalars only, so that a few lines can read it: the YAML
library would cost a start more than the rest of the theme does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from intent_tui.base import knowledge
from intent_tui.base.problem import Problem

if TYPE_CHECKING:
    from textual.theme import Theme

DEFAULT = "intent-dark"
LIGHT = "intent-light"
NO_COLOUR = "mono"

MEANINGS = ("found", "yours", "guess", "wrong")
_COLOURS = ("paper", "ink", *MEANINGS, "heading-paper", "heading-ink")
_TOP = ("name", "dark", "heading-style")
_LINE = re.compile(r"^( {2})?([a-z-]+):(?: (?:\"([^\"]*)\"|([A-Za-z0-9_ -]+)))?$")
_COLOUR = re.compile(r"#[0-9a-f]{6}|ansi_[a-z_]+")
_STYLE = re.compile(r"(none|bold|underline|italic|reverse)( (bold|underline|italic|reverse))*")


@dataclass(frozen=True, slots=True)
class Colours:
    """What a theme file says. `paper` and `ink` may be the terminal's own: `ansi_default`."""

    name: str
    dark: bool
    heading_style: str
    colours: Mapping[str, str]


def chosen(environ: Mapping[str, str]) -> str:
    """The theme for this terminal before any setting is read.

    No colour at all where `NO_COLOR` is set (whatever its value, as its convention says), else
    light or dark by what the terminal says of itself in `COLORFGBG`, else dark.
    """
    if "NO_COLOR" in environ:
        return NO_COLOUR
    ground = environ.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if ground in ("7", "15") else DEFAULT


def load(name: str) -> Colours:
    """The shipped theme `name`.

    Raises:
        Problem: there is none of that name, or its file is not as a theme file must be.
    """
    if not re.fullmatch(r"[a-z][a-z-]*", name) or not _path(name).is_file():
        raise Problem(f'no theme "{name}"', f"there are: {', '.join(names())}")
    return parse(_path(name).read_text(encoding="utf-8"), f"themes/{name}.yaml")


def names() -> tuple[str, ...]:
    """The shipped themes, from their file names alone."""
    return tuple(sorted(path.stem for path in knowledge.folder("themes").glob("*.yaml")))


def parse(text: str, where: str) -> Colours:
    """A theme from the text of its file.

    Raises:
        Problem: a line that is no `key: value`, an unknown or missing key, a bad colour. Checked
            here because a bad colour would only show inside the screen library, as a crash.
    """
    top: dict[str, str] = {}
    colours: dict[str, str] = {}
    inside = False
    for number, row in enumerate(text.splitlines(), 1):
        if not row.strip() or row.lstrip().startswith("#"):
            continue
        found = _LINE.fullmatch(row.rstrip())
        value = (found[3] if found[3] is not None else found[4]) if found else None
        if found and not found[1] and found[2] == "colours" and value is None:
            inside = True
        elif found and value is not None and bool(found[1]) == inside:
            (colours if inside else top)[found[2]] = value
        else:
            raise Problem(f"{where} line {number}: not a line of a theme", "key: value")
    return _checked(top, colours, where)


def _checked(top: Mapping[str, str], colours: Mapping[str, str], where: str) -> Colours:
    for wanted, given in ((_TOP, top), (_COLOURS, colours)):
        for key in sorted({*wanted} ^ {*given}):
            said = "is missing" if key in wanted else "is not a key"
            raise Problem(f'{where}: "{key}" {said}', f"keys: {', '.join(wanted)}")
    for key, value in colours.items():
        if not _COLOUR.fullmatch(value):
            raise Problem(f'{where}: {key} is no colour: "{value}"', "#rrggbb or ansi_default")
    if not _STYLE.fullmatch(top["heading-style"]) or top["dark"] not in ("true", "false"):
        raise Problem(f"{where}: dark is true or false, heading-style like bold underline")
    return Colours(top["name"], top["dark"] == "true", top["heading-style"], dict(colours))


def textual_theme(given: Colours) -> Theme:
    """The theme as the screen library takes it."""
    from textual.theme import Theme

    colour = given.colours
    own = {f"intent-{name}": colour[name] for name in (*MEANINGS, "heading-paper", "heading-ink")}
    return Theme(
        name=given.name,
        ansi=True,
        dark=given.dark,
        primary=colour["yours"],
        secondary=colour["guess"],
        success=colour["found"],
        warning=colour["yours"],
        error=colour["wrong"],
        accent=colour["found"],
        foreground=colour["ink"],
        background=colour["paper"],
        variables={
            **own,
            "intent-heading-style": given.heading_style,
            # The screen library's own sheets name these, and it only knows them of its own themes.
            "ansi-background": colour["paper"],
            "ansi-foreground": colour["ink"],
            "input-cursor-foreground": colour["ink"],
            "input-cursor-background": colour["paper"],
            "scrollbar": colour["heading-paper"],
            "scrollbar-hover": colour["heading-paper"],
            "scrollbar-active": colour["ink"],
            "scrollbar-background": colour["paper"],
            "scrollbar-background-hover": colour["paper"],
            "scrollbar-background-active": colour["paper"],
            "scrollbar-corner-color": colour["paper"],
        },
    )


def _path(name: str) -> Path:
    return knowledge.folder("themes") / f"{name}.yaml"
