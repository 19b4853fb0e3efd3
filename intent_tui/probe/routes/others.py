"""Commands, jobs and events declared in code: calls, decorators and literals named in the data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from intent_tui.probe.routes.model import Access, Confidence, Entry, Sort
from intent_tui.probe.routes.resolve import Resolver
from intent_tui.probe.routes.rules import is_module
from intent_tui.probe.source.code import Call, Expr, Unit
from intent_tui.probe.source.surfaces import Data, Ecosystem, common
from intent_tui.probe.source.words import parts


def entries(eco: Ecosystem, resolver: Resolver, units: Sequence[Unit]) -> Iterator[Entry]:
    """The commands, jobs and events of one ecosystem."""
    users = [(unit, unit.modules()) for unit in units]
    for section, sort in (("commands", "command"), ("jobs", "job")):
        for row in eco.rows(section):
            kind = cast("Sort", row.get("sort", sort))
            for unit, modules in users:
                if any(is_module(module, row["module"]) for module in modules) or (
                    row.get("decorator") and _derived(resolver, unit, row)
                ):
                    yield from _of_unit(resolver, unit, row, kind)


def _derived(resolver: Resolver, unit: Unit, row: Data) -> bool:
    """Whether a decorator's owner comes from a file of the workspace that imports the module."""
    for call in unit.calls:
        if not call.handler:
            continue
        base = _callee(call.expr)
        head = base.dotted().partition(".")[0]
        imported = unit.imports.get(head)
        if imported is None or base.dotted().rpartition(".")[2] != row["decorator"]:
            continue
        for other in resolver.units.module(unit, imported.module):
            if any(is_module(module, row["module"]) for module in other.modules()):
                return True
    return False


def _of_unit(resolver: Resolver, unit: Unit, row: Data, sort: Sort) -> Iterator[Entry]:
    if "literal" in row:
        yield from _literals(resolver, unit, row, sort)
        return
    for call in unit.calls:
        for expr in call.expr.walk():
            if expr is not call.expr and expr.kind != "call":
                continue
            if _is(expr, call, row):
                made = _entry(resolver, unit, call, expr, row, sort)
                if made is not None:
                    yield made


def _callee(expr: Expr) -> Expr:
    return expr.of if expr.kind == "call" and expr.of is not None else expr


def _is(expr: Expr, call: Call, row: Data) -> bool:
    name = _callee(expr).dotted()
    last = name.rpartition(".")[2] or _callee(expr).text
    if "decorator" in row:
        wanted = str(row["decorator"])
        return (
            bool(call.handler)
            and expr is call.expr
            and (name == wanted or name.endswith("." + wanted))
        )
    if "new" in row:
        return expr.created and last == row["new"]
    return expr.kind == "call" and not expr.created and last == row["call"]


def _entry(
    resolver: Resolver, unit: Unit, call: Call, expr: Expr, row: Data, sort: Sort
) -> Entry | None:
    where = row.get("name")
    named: Expr | None = None
    if isinstance(where, int) and where < len(expr.args):
        named = expr.args[where]
    elif isinstance(where, str):
        named = expr.options.get(where)
    title = ""
    if named is not None:
        title = named.text if named.kind == "text" else named.dotted()
        if sort == "command" and named.kind == "text" and named.text:
            title = named.text.split(" ")[0]
    handler = call.handler
    if not handler and expr.args:
        last = expr.args[-1]
        handler = last.dotted()
    if not title and call.handler:
        title = call.handler.replace("_", "-") if sort == "command" else call.handler
    schedule = ""
    if isinstance(row.get("schedule"), int) and row["schedule"] < len(expr.args):
        schedule = expr.args[row["schedule"]].text
    if not title:
        title = handler or schedule
    if not title or (" " in title.strip() and sort == "command"):
        return None
    line = expr.line or call.line
    confidence: Confidence = "conditional" if call.chosen else "literal"
    return Entry(
        sort,
        "",
        schedule or title,
        title,
        handler,
        unit.path,
        line,
        access_of(title) if sort == "command" else "write",
        str(row["module"]),
        confidence,
    )


def access_of(name: str) -> Access:
    """Whether a command reads or writes, by the words of its name."""
    reads = common()["reading_words"]
    return "read" if any(word in reads for word in parts(name)) else "write"


def _literals(resolver: Resolver, unit: Unit, row: Data, sort: Sort) -> Iterator[Entry]:
    for table, scope in unit.tables:
        if table.text.lstrip("*&") != row["literal"]:
            continue
        named = table.options.get(str(row["name"]))
        if named is None:
            continue
        text = named.text
        if named.kind in ("name", "member"):
            found = resolver.follow(unit, scope, named)
            text = found[2].text if found is not None and found[2].kind == "text" else ""
        if not text:
            continue
        title = text.split(" ")[0]
        runs = [table.options[key] for key in row.get("run") or () if key in table.options]
        handler = runs[0].dotted() if runs else ""
        yield Entry(
            sort,
            "",
            title,
            title,
            handler,
            unit.path,
            named.line or table.line,
            access_of(title),
            str(row["module"]),
        )
