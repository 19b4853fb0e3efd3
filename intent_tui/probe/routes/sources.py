"""What the outlines of one ecosystem hold by name: functions, constants, what names stand for."""

from __future__ import annotations

from dataclasses import dataclass, field

from intent_tui.probe.routes.outline import DEEPEST, Node

_NO_MODULE = frozenset({"mod", "lib", "main", "src", "index"})
_NO_HINT = frozenset({"crate", "self", "super", "Self", "this", "static"})


@dataclass(slots=True, eq=False)
class Defined:
    """A function: where it stands and in which type or module."""

    file: str
    owner: str
    node: Node
    called: bool = False


@dataclass(slots=True)
class Names:
    """The names of many outlines."""

    functions: dict[str, list[Defined]] = field(default_factory=dict)
    constants: dict[str, list[tuple[str, Node]]] = field(default_factory=dict)
    used: dict[str, dict[str, str]] = field(default_factory=dict)

    def gather(self, path: str, nodes: list[Node], owner: str = "", deep: int = 0) -> None:
        """Adds what a file defines; code that is only compiled for tests is left out."""
        for node in nodes:
            if deep > DEEPEST or only_tested(node):
                continue
            if node.kind == "define":
                self.functions.setdefault(node.text, []).append(Defined(path, owner, node))
                self.gather(path, node.body or [], owner, deep + 1)
            elif node.kind == "owner":
                self.gather(path, node.body or [], node.text or owner, deep + 1)
            elif node.kind == "assign" and node.args and node.args[0].kind == "text":
                for name in (node.text, f"{owner}.{node.text}"):
                    self.constants.setdefault(name, []).append((path, node.args[0]))
            elif node.kind == "other" and node.text == "use":
                known = self.used.setdefault(path, {})
                known.update((name, where.text) for name, where in node.options.items())
            elif node.kind == "call" and node.body is not None:
                self.gather(path, node.body, owner, deep + 1)

    def constant(self, file: str, name: str) -> Node | None:
        """The text a name stands for in a file, when there is only one that is nearest."""
        parts = name.split(".")
        found = self.constants.get(".".join(parts[-2:])) if len(parts) > 1 else None
        found = found or self.constants.get(parts[-1]) or []
        if not found:
            return None
        best = max(shared(each, file) for each, _ in found)
        near = [node for each, node in found if shared(each, file) == best]
        return near[0] if len({node.text for node in near}) == 1 else None

    def function(self, file: str, name: str, owner: str = "") -> Defined | None:
        """The function a dotted name means in a file: by its module or type, then by nearness."""
        parts = name.split(".")
        used = self.used.get(file, {})
        if parts[0] in used:
            parts = [*used[parts[0]].split("."), *parts[1:]]
        if parts[-1] not in self.functions:
            parts = self._elsewhere(parts)
        found = self.functions.get(parts[-1], [])
        if len(found) < 2:
            return found[0] if found else None
        hints = [part for part in parts[:-1] if part not in _NO_HINT]
        if not hints and owner:
            hints = [owner]
        return max(found, key=lambda each: (*_rank(each, hints, file), -found.index(each)))

    def _elsewhere(self, parts: list[str]) -> list[str]:
        """The path behind a name that another file gives to a function (`pub use a::b as c`)."""
        best: list[str] = parts
        for file in sorted(self.used):
            behind = self.used[file].get(parts[-1], "")
            steps = file.rpartition(".")[0].split("/")
            if behind and behind.rpartition(".")[2] != parts[-1] and (
                best is parts or any(part in steps for part in parts[:-1])
            ):  # fmt: skip
                best = behind.split(".")
        return best


def _rank(each: Defined, hints: list[str], file: str) -> tuple[int, int, bool, int]:
    """How well a function fits the path it is called by: its module first, then its nearness."""
    steps = each.file.rpartition(".")[0].split("/")
    module = next((step for step in reversed(steps) if step not in _NO_MODULE), "")
    own = sum(hint in (each.owner, module) for hint in hints[-1:])
    around = sum(
        any(hint == step or hint.endswith(f"_{step}") for step in (each.owner, *steps))
        for hint in hints
    )
    return own, around, each.file == file, shared(each.file, file)


def shared(one: str, other: str) -> int:
    """How many steps two paths have in common from the root; all of them make one more."""
    if one == other:
        return len(one)
    steps = 0
    for mine, theirs in zip(one.split("/"), other.split("/"), strict=False):
        if mine != theirs:
            break
        steps += 1
    return steps


def only_tested(node: Node) -> bool:
    """Whether a definition is only compiled for tests (`#[cfg(test)]`)."""
    return any(mark.callee() == "cfg" and any(arg.text == "test" for arg in mark.args)
               for mark in node.marks)  # fmt: skip
