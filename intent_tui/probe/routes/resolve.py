"""What a name in a source file stands for: followed through scopes, imports and exports."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from intent_tui.probe.source.code import Assigned, Class, Expr, Function, Import, Unit, outer
from intent_tui.probe.source.javascript import required
from intent_tui.probe.source.units import Units

Found = tuple[Unit, str, Expr]
"""An expression with the unit and the scope it stands in."""

FARTHEST = 12
"""Names followed in a row."""

_VERSION = re.compile(r"/v\d+(?=$|\.)")


@dataclass(slots=True)
class Package:
    """What the files of a package (for Go: a folder, else one file) call by which name."""

    assigned: dict[str, tuple[Unit, str, Assigned]] = field(default_factory=dict)
    functions: dict[str, tuple[Unit, Function]] = field(default_factory=dict)
    methods: dict[str, list[tuple[Unit, Function]]] = field(default_factory=dict)


class Resolver:
    """Follows names over the files of one workspace."""

    def __init__(self, units: Units) -> None:
        self.units = units
        self._packages: dict[str, Package] = {}
        self._exporting: set[tuple[str, str]] = set()
        self._making: set[tuple[str, int]] = set()
        self._classes: dict[tuple[str, str], tuple[Unit, Class] | None] = {}

    def package(self, unit: Unit) -> Package:
        """The names of the package a file belongs to, joined once."""
        name = unit.path.rpartition("/")[0] if unit.language == "go" else unit.path
        if name not in self._packages:
            made = self._packages[name] = Package()
            for other in self.units.package(unit):
                for (scope, text), values in other.assigned.items():
                    if not scope:
                        made.assigned.setdefault(text, (other, "", values[0]))
                for (scope, text), function in other.functions.items():
                    if not scope:
                        made.functions.setdefault(text, (other, function))
                        if function.owner:
                            method = text.rpartition(".")[2]
                            made.methods.setdefault(method, []).append((other, function))
        return self._packages[name]

    def assigned(self, unit: Unit, scope: str, name: str) -> tuple[Unit, str, Assigned] | None:
        """The value a name is given, looked for from the scope outwards."""
        place: str | None = scope
        while place is not None:
            values = unit.assigned.get((place, name))
            if values:
                return unit, place, values[0]
            place = outer(place)
        if unit.language == "go":
            return self.package(unit).assigned.get(name)
        return None

    def parameter(self, unit: Unit, scope: str, name: str) -> Function | None:
        """The nearest function around a scope that has the name as a parameter."""
        place: str | None = scope
        while place:
            function = unit.bodies.get(place)
            if function is not None and any(item.name == name for item in function.params):
                return function
            if (place, name) in unit.assigned:
                return None
            place = outer(place)
        return None

    def canonical(self, unit: Unit, scope: str, expr: Expr) -> str:
        """`module.name` of what an expression names, when it comes from an import."""
        if expr.kind == "call" and (module := required(expr)):
            return module
        if expr.kind == "name":
            imported = unit.imports.get(expr.text)
            if imported is None:
                return ""
            plain = imported.name in ("*", "default")
            full = imported.module if plain else f"{imported.module}.{imported.name}"
            return _VERSION.sub("", full)
        if expr.kind == "member" and expr.of is not None:
            owner = self.canonical(unit, scope, expr.of)
            return f"{owner}.{expr.text}" if owner else ""
        return ""

    def function(
        self, unit: Unit, scope: str, expr: Expr, far: int = 0
    ) -> tuple[Unit, Function] | None:
        """The function an expression names, in this file or another."""
        if expr.kind == "closure":
            return (unit, unit.bodies[expr.text]) if expr.text in unit.bodies else None
        if expr.kind == "name":
            place: str | None = scope
            while place is not None:
                if (place, expr.text) in unit.functions:
                    return unit, unit.functions[(place, expr.text)]
                place = outer(place)
            if expr.text in self.package(unit).functions:
                return self.package(unit).functions[expr.text]
        target = self.follow(unit, scope, expr) if far < FARTHEST else None
        if target is not None and target[2] is not expr and target[2].kind in ("name", "closure"):
            return self.function(*target, far + 1)
        if expr.kind == "member" and expr.of is not None:
            return self._method(unit, scope, expr)
        return None

    def _method(self, unit: Unit, scope: str, expr: Expr) -> tuple[Unit, Function] | None:
        """A method by its name, when only one type has it where its owner was made."""
        found = self.package(unit).methods.get(expr.text, [])
        made = self.value(unit, scope, expr.of) if expr.of is not None else None
        if made is not None and made[2].kind == "table" and made[2].text:
            kind, joiner, name = made[2].text.rpartition(".")
            where = made[0]
            if joiner and kind in where.imports:
                others = self.units.module(where, where.imports[kind].module)
                where = others[0] if others else where
            held = self.package(where).functions.get(f"{name}.{expr.text}")
            if held is not None:
                return held
        if made is not None and made[2].kind == "call" and made[2].of is not None:
            head = made[2].of.dotted().partition(".")[0]
            imported = made[0].imports.get(head)
            for other in self.units.module(made[0], imported.module) if imported else ():
                found = self.package(other).methods.get(expr.text, [])
                break
        return found[0] if len(found) == 1 else None

    def follow(self, unit: Unit, scope: str, expr: Expr, far: int = 0) -> Found | None:
        """One step towards what an expression stands for; None at a dead end."""
        if far > FARTHEST:
            return None
        if expr.kind == "name":
            within = expr.of.text if expr.of is not None and expr.of.kind == "other" else scope
            held = self.assigned(unit, within, expr.text)
            if held is not None:
                return held[0], held[1], held[2].expr
            imported = unit.imports.get(expr.text)
            if imported is not None:
                return self.imported(unit, imported, far)
            return None
        if expr.kind == "call" and (module := required(expr)):
            return self.imported(unit, Import(module, "default"), far)
        if expr.kind == "member" and expr.of is not None:
            return self._member(unit, scope, expr, far)
        return None

    def value(self, unit: Unit, scope: str, expr: Expr) -> Found | None:
        """What a name stands for in the end: followed until it is no name of something else."""
        here: Found | None = (unit, scope, expr)
        for _ in range(FARTHEST):
            if here is None or here[2].kind not in ("name", "member"):
                return here
            further = self.follow(*here)
            here = further if further is not None and further[2] is not here[2] else None
        return here

    def _member(self, unit: Unit, scope: str, expr: Expr, far: int) -> Found | None:
        owner = expr.of
        if owner is None:
            return None
        if owner.kind == "name" and owner.text in unit.imports:
            for other in self._modules(unit, unit.imports[owner.text]):
                found = self._exported(other, expr.text, far + 1)
                if found is not None:
                    return found
        here: Found | None = (unit, scope, owner)
        for _ in range(FARTHEST):
            if here is None or here[2].kind not in ("name", "member"):
                break
            further = self.follow(*here, far + 1)
            here = further if further is not None and further[2] is not here[2] else None
        if here is None:
            return self._instance(unit, scope, expr, owner)
        target = here[2]
        if target.kind == "table" and expr.text in target.options:
            return here[0], here[1], target.options[expr.text]
        return self._instance(here[0], here[1], expr, target)

    def _instance(self, unit: Unit, scope: str, expr: Expr, made: Expr) -> Found | None:
        """A member of a class or a struct of the workspace, or of an object made from one."""
        held = self._of_classes(unit, scope, expr, made)
        if held is not None:
            return held
        name = made.text if made.kind == "table" else ""
        if made.kind == "call" and made.of is not None:
            name = made.of.dotted().rpartition(".")[2]
            imported = unit.imports.get(made.of.text) if made.of.kind == "name" else None
            if imported is not None and imported.name != "*":
                for other in self.units.module(unit, imported.module):
                    wanted = sorted(other.classes) if imported.name == "default" else [name]
                    for item in wanted:
                        found = self._of_class(other, item, expr.text)
                        if found is not None:
                            return found
        return self._of_class(unit, name, expr.text) if name else None

    def _of_classes(self, unit: Unit, scope: str, expr: Expr, made: Expr) -> Found | None:
        """What stands under a name in the body of a class, or of one that it is made from."""
        called = made.kind == "call"
        name = (made.of.dotted() if made.of is not None else "") if called else made.dotted()
        if not name or unit.language == "go":
            return None
        found = self.class_named(unit, name)
        asking = (unit.path, made.place)
        if found is None and called and made.of is not None and asking not in self._making:
            self._making.add(asking)
            target = self.function(unit, scope, made.of)
            self._making.discard(asking)
            if target is not None and target[1].gives:
                found = self.class_named(target[0], target[1].gives.strip("\"'"))
        for where, each in self.line_of(found):
            if expr.text in each.attributes:
                return where, "", each.attributes[expr.text]
        return None

    def class_named(self, unit: Unit, dotted: str, far: int = 0) -> tuple[Unit, Class] | None:
        """The class a name stands for, in this file or the one it is imported from."""
        key = (unit.path, dotted)
        if key not in self._classes:
            self._classes[key] = None
            self._classes[key] = self._find_class(unit, dotted, far)
        return self._classes[key]

    def _find_class(self, unit: Unit, dotted: str, far: int) -> tuple[Unit, Class] | None:
        head, _, rest = dotted.partition(".")
        name = rest.rpartition(".")[2] or head
        if not rest and head in unit.classes:
            return unit, unit.classes[head]
        imports = [unit.imports[head]] if head in unit.imports else []
        imports += [Import(module, name) for module in unit.whole_imports]
        for imported in imports if far < FARTHEST else ():
            joiner = "" if imported.module.endswith(".") else "."
            modules = [imported.module]
            if imported.name != "*":
                modules.append(f"{imported.module}{joiner}{imported.name}")
                name = name if rest or imported.name == "default" else imported.name
            for module in modules:
                for other in self.units.module(unit, module):
                    if other is not unit:
                        found = self.class_named(other, name, far + 1)
                        if found is not None:
                            return found
        return None

    def line_of(self, found: tuple[Unit, Class] | None) -> list[tuple[Unit, Class]]:
        """A class and all it is made from, as far as they lie in the workspace, nearest first."""
        line = [found] if found is not None else []
        for unit, made in line:
            for base in made.bases:
                next_one = self.class_named(unit, base)
                if next_one is not None and all(next_one[1] is not each for _, each in line):
                    line.append(next_one)
        return line

    def _of_class(self, unit: Unit, name: str, member: str) -> Found | None:
        """A member that a class's functions assign, or that stands in its body."""
        text = f"this:{name}.{member}"
        held = self.package(unit).assigned.get(text)
        if held is not None:
            return held[0], "", Expr("name", text)
        made = unit.classes.get(name)
        if made is not None and member in made.attributes:
            return unit, "", made.attributes[member]
        return None

    def _modules(self, unit: Unit, imported: Import) -> list[Unit]:
        """The files whose names are members of what an import brings in."""
        if imported.name in ("*", "default"):
            return self.units.module(unit, imported.module)
        if unit.language == "python":
            joiner = "" if imported.module.endswith(".") else "."
            return self.units.module(unit, f"{imported.module}{joiner}{imported.name}")
        return []

    def imported(self, unit: Unit, imported: Import, far: int = 0) -> Found | None:
        """What an import brings in; None for what lies outside the workspace."""
        if far > FARTHEST:
            return None
        for other in self.units.module(unit, imported.module):
            found = self._exported(other, imported.name, far + 1)
            if found is not None:
                return found
        return None

    def _exported(self, unit: Unit, name: str, far: int) -> Found | None:
        key = (unit.path, name)
        if far > FARTHEST or key in self._exporting:
            return None
        self._exporting.add(key)
        found = self._export(unit, name, far)
        self._exporting.discard(key)
        return found

    def _export(self, unit: Unit, name: str, far: int) -> Found | None:
        if name in unit.exports:
            return unit, "", unit.exports[name]
        if unit.language != "javascript":
            if ("", name) in unit.assigned or ("", name) in unit.functions:
                return unit, "", Expr("name", name)
            if name in unit.imports:
                return self.imported(unit, unit.imports[name], far)
        if name == "default" and "default" not in unit.exports and unit.exports:
            return unit, "", Expr("table", options=dict(unit.exports))
        default = unit.exports.get("default")
        if default is not None:
            found = self._of_default(unit, default, name, far)
            if found is not None:
                return found
        for module in unit.whole_imports:
            for other in self.units.module(unit, module):
                found = self._exported(other, name, far + 1)
                if found is not None:
                    return found
        return None

    def _of_default(self, unit: Unit, default: Expr, name: str, far: int) -> Found | None:
        """A name of what a module exports as a whole: another module, or a table."""
        if module := required(default):
            for other in self.units.module(unit, module):
                found = self._exported(other, name, far + 1)
                if found is not None:
                    return found
        target = self.follow(unit, "", default, far + 1)
        if target is not None and target[2].kind == "table" and name in target[2].options:
            return target[0], target[1], target[2].options[name]
        return None
