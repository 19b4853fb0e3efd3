"""JavaScript and TypeScript as units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intent_tui.probe.source.code import Class, Expr, Function, Import, Param
from intent_tui.probe.source.walker import Walker, hole, joined

if TYPE_CHECKING:
    from tree_sitter import Node

_THROUGH = frozenset(
    {
        "await_expression",
        "as_expression",
        "satisfies_expression",
        "non_null_expression",
        "parenthesized_expression",
        "type_assertion",
        "expression_statement",
    }
)
_CLOSURES = frozenset(
    {"arrow_function", "function_expression", "function", "generator_function", "method_definition"}
)
_EACH = frozenset({"forEach", "map"})
_CLASSES = frozenset({"class_declaration", "abstract_class_declaration", "class"})


class JavaScript(Walker):
    """Reads one JavaScript or TypeScript file."""

    branches = frozenset({"if_statement", "ternary_expression", "switch_case"})

    def visit(self, node: Node) -> None:
        kind = node.type
        if kind in ("call_expression", "new_expression"):
            self.call(self.expr(node), node.start_point[0] + 1)
        elif kind == "variable_declarator":
            self._declared(node)
        elif kind == "assignment_expression":
            self._assignment(node)
        elif kind in ("function_declaration", "generator_function_declaration"):
            self._function(node)
        elif kind in _CLOSURES:
            self.expr(node)
        elif kind in _CLASSES:
            self._class(node)
        elif kind == "for_in_statement":
            left, over = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None:
                self._over(self.text(left), self.expr(over), self.scope)
            self.children(node)
        elif kind == "import_statement":
            self._import(node)
        elif kind == "enum_declaration":
            self._enum(node)
        elif kind == "export_statement":
            self._export(node)
        elif kind == "return_statement":
            value = node.named_children[0] if node.named_children else None
            if value is not None:
                made = self.expr(value)
                self.returned(made)
                if made.kind == "call":
                    self.call(made, made.line)
        elif kind == "pair":
            self._visit_value(node.child_by_field_name("value"))
        else:
            self.children(node)

    def _visit_value(self, node: Node | None) -> None:
        if node is not None:
            self.visit(node)

    def convert(self, node: Node) -> Expr:
        kind = node.type
        if kind in _THROUGH:
            return self.expr(node.named_children[0]) if node.named_children else self.other(node)
        if kind in ("identifier", "shorthand_property_identifier", "this", "property_identifier"):
            return Expr("name", self.text(node))
        if kind == "string":
            return Expr("text", self.text(node)[1:-1])
        if kind == "template_string":
            return self._template(node)
        if kind in ("call_expression", "new_expression"):
            return self._call(node)
        if kind in ("member_expression", "subscript_expression"):
            return self._member(node)
        if kind in ("object", "object_pattern"):
            return self._object(node)
        if kind == "array":
            listed = [child for child in node.named_children if child.type != "comment"]
            return Expr("list", args=[self.expr(child) for child in listed])
        if kind in _CLOSURES:
            function = self._closure(node)
            return Expr("closure", function.scope, params=function.params)
        if kind == "binary_expression" and self.text(node.child_by_field_name("operator")) == "+":
            left = self.expr(node.child_by_field_name("left"))
            return joined(left, self.expr(node.child_by_field_name("right")))
        if kind == "spread_element" and node.named_children:
            return self.expr(node.named_children[0])
        return self.other(node)

    def _template(self, node: Node) -> Expr:
        text, whole = "", True
        for child in node.named_children:
            if child.type == "template_substitution":
                whole = False
                inner = child.named_children[0] if child.named_children else None
                text += hole(self.expr(inner))
            else:
                text += self.text(child)
        return Expr("text", text, whole=whole)

    def _call(self, node: Node) -> Expr:
        created = node.type == "new_expression"
        callee = node.child_by_field_name("constructor" if created else "function")
        arguments = node.child_by_field_name("arguments")
        args: list[Expr] = []
        if arguments is not None:
            args = [self.expr(c) for c in arguments.named_children if c.type != "comment"]
        options = next((arg.options for arg in args if arg.kind == "table"), {})
        made = Expr("call", of=self.expr(callee), args=args, options=options, created=created)
        if module := required(made):
            self.unit.loaded.append(module)
        each = made.of
        if each is not None and each.kind == "member" and each.text in _EACH and args:
            first = args[0]
            if first.kind == "closure" and first.params and each.of is not None:
                self._over(first.params[0].name, each.of, first.text)
        return made

    def _over(self, pattern: str, over: Expr, scope: str) -> None:
        """Notes the loop names of a pattern: `x`, `[a, b]` or `{a, b: c}`."""
        names = [part.split("=")[0].strip() for part in pattern.strip("[]{} ").split(",")]
        if pattern.startswith("["):
            self.loop(names, [str(place) for place in range(len(names))], over, scope)
        elif pattern.startswith("{"):
            keys = [name.partition(":")[0].strip() for name in names]
            local = [name.rpartition(":")[2].strip() for name in names]
            self.loop(local, keys, over, scope)
        else:
            self.loop([pattern], [""], over, scope)

    def _member(self, node: Node) -> Expr:
        owner = self.expr(node.child_by_field_name("object"))
        inner = node.child_by_field_name("property") or node.child_by_field_name("index")
        name = self.text(inner).strip("\"'`")
        if owner.kind == "name" and owner.text == "this" and self.owner:
            return Expr("name", f"this:{self.owner}.{name}")
        return Expr("member", name, node.end_point[0] + 1 if inner is None else 0, of=owner)

    def _object(self, node: Node) -> Expr:
        options: dict[str, Expr] = {}
        spread = []
        for child in node.named_children:
            if child.type == "pair":
                key = self.text(child.child_by_field_name("key")).strip("\"'`")
                options[key] = self.expr(child.child_by_field_name("value"))
            elif child.type == "shorthand_property_identifier":
                options[self.text(child)] = self.expr(child)
            elif child.type == "method_definition":
                name = self.text(child.child_by_field_name("name"))
                options[name] = self.expr(child)
            elif child.type == "spread_element":
                spread.append(self.expr(child))
        return Expr("table", args=spread, options=options)

    def _params(self, node: Node) -> list[Param]:
        single = node.child_by_field_name("parameter")
        if single is not None:
            return [Param(self.text(single))]
        listed = node.child_by_field_name("parameters")
        found = []
        for child in listed.named_children if listed is not None else ():
            if child.type == "comment":
                continue
            pattern = child.child_by_field_name("pattern") or child
            kind = self.text(child.child_by_field_name("type")).lstrip(": ")
            found.append(Param(self.text(pattern).split("=")[0].strip()[:80], kind))
        return found

    def _closure(self, node: Node) -> Function:
        name = self.text(node.child_by_field_name("name"))
        return self.enter(name, node, self._params(node), node.child_by_field_name("body"))

    def body(self, function: Function, body: Node) -> None:
        if body.type == "statement_block":
            self.children(body)
        else:
            value = self.expr(body)
            function.returns.append(value)
            if value.kind == "call":
                self.call(value, value.line)

    def _function(self, node: Node) -> None:
        self._closure(node)

    def _declared(self, node: Node) -> None:
        target = node.child_by_field_name("name")
        value = node.child_by_field_name("value")
        if target is None or value is None:
            return
        made = self.expr(value)
        line = node.start_point[0] + 1
        if made.kind == "call":
            self.call(made, line)
        if target.type == "object_pattern":
            self._unpacked(target, made)
            return
        name = self.text(target)
        module = required(made)
        if module:
            self.unit.imports[name] = Import(module, "default")
        elif made.kind == "member" and made.of is not None and required(made.of):
            self.unit.imports[name] = Import(required(made.of), made.text)
        else:
            if made.kind == "closure" and made.text in self.unit.bodies:
                self.unit.functions.setdefault((self.scope, name), self.unit.bodies[made.text])
            self.assign(name, made, line)

    def _unpacked(self, target: Node, value: Expr) -> None:
        module = required(value)
        for child in target.named_children:
            if child.type == "pair_pattern":
                key = self.text(child.child_by_field_name("key"))
                local = self.text(child.child_by_field_name("value"))
            else:
                key = local = self.text(child)
            if module:
                self.unit.imports[local] = Import(module, key)
            else:
                self.assign(local, Expr("member", key, value.line, of=value), value.line)

    def _assignment(self, node: Node) -> None:
        left = self.expr(node.child_by_field_name("left"))
        value = self.expr(node.child_by_field_name("right"))
        line = node.start_point[0] + 1
        if value.kind == "call":
            self.call(value, line)
        name = left.dotted()
        if name in ("module.exports", "exports.default") or name == "exports":
            self.unit.exports["default"] = value
            if value.kind == "table":
                self.unit.exports.update(value.options)
        elif name.startswith(("module.exports.", "exports.")):
            self.unit.exports[name.rpartition(".")[2]] = value
        elif name:
            self.assign(name, value, line)

    def _class(self, node: Node) -> None:
        name = self.text(node.child_by_field_name("name"))
        made = Class(name, node.start_point[0] + 1)
        made.decorators = self._decorators(node)
        for child in node.named_children:
            if child.type == "class_heritage":
                text = self.text(child).replace("extends", " ").replace("implements", " ")
                made.bases = [word.split("<")[0].strip() for word in text.split(",")]
        before, self.owner = self.owner, name
        body = node.child_by_field_name("body")
        waiting: list[Expr] = []
        for child in body.named_children if body is not None else ():
            if child.type == "decorator":
                waiting.extend(self._decorators(child, single=True))
            elif child.type == "method_definition":
                self.depth += 1
                function = self._closure(child)
                self.depth -= 1
                function.decorators = waiting + self._decorators(child)
                made.functions.append(function)
                waiting = []
            elif child.type in ("public_field_definition", "field_definition"):
                self._field(child, made)
                waiting = []
        self.owner = before
        if name:
            self.unit.classes[name] = made

    def _enum(self, node: Node) -> None:
        body = node.child_by_field_name("body")
        made = Expr("table", line=node.start_point[0] + 1)
        for child in body.named_children if body is not None else ():
            name = self.text(child.child_by_field_name("name")).strip("\"'")
            if name:
                made.options[name] = self.expr(child.child_by_field_name("value"))
        self.assign(self.text(node.child_by_field_name("name")), made, made.line)

    def _field(self, node: Node, made: Class) -> None:
        names = [c for c in node.named_children if c.type == "property_identifier"]
        name = self.text(node.child_by_field_name("name") or (names[0] if names else None))
        value = node.child_by_field_name("value")
        if name and value is not None:
            expr = self.expr(value)
            made.attributes[name] = expr
            self.assign(f"this:{self.owner}.{name}", expr, node.start_point[0] + 1)

    def _decorators(self, node: Node, single: bool = False) -> list[Expr]:
        nodes = [node] if single else [c for c in node.named_children if c.type == "decorator"]
        if not single and node.parent is not None and node.parent.type == "export_statement":
            nodes += [c for c in node.parent.named_children if c.type == "decorator"]
        return [self.expr(c.named_children[0]) for c in nodes if c.named_children]

    def _import(self, node: Node) -> None:
        module = self.text(node.child_by_field_name("source"))[1:-1]
        clause = next((c for c in node.named_children if c.type == "import_clause"), None)
        if clause is None:
            self.unit.whole_imports.append(module)
            return
        for child in clause.named_children:
            if child.type == "identifier":
                self.unit.imports[self.text(child)] = Import(module, "default")
            elif child.type == "namespace_import" and child.named_children:
                self.unit.imports[self.text(child.named_children[0])] = Import(module, "*")
            elif child.type == "named_imports":
                for item in child.named_children:
                    name = self.text(item.child_by_field_name("name"))
                    alias = self.text(item.child_by_field_name("alias")) or name
                    self.unit.imports[alias] = Import(module, name)

    def _export(self, node: Node) -> None:
        source = node.child_by_field_name("source")
        if source is not None:
            self._export_from(node, self.text(source)[1:-1])
            return
        declaration = node.child_by_field_name("declaration")
        value = node.child_by_field_name("value")
        default = any(child.type == "default" for child in node.children)
        if declaration is not None:
            self.visit(declaration)
            names = [declaration.child_by_field_name("name")]
            if declaration.type in ("lexical_declaration", "variable_declaration"):
                names = [c.child_by_field_name("name") for c in declaration.named_children]
            for found in self._bound(names):
                name = self.text(found)
                self.unit.exports["default" if default else name] = Expr("name", name)
        elif value is not None:
            made = self.expr(value)
            self.unit.exports["default"] = made
            if made.kind == "call":
                self.call(made, made.line)
        for clause in node.named_children:
            if clause.type == "export_clause":
                for item in clause.named_children:
                    name = self.text(item.child_by_field_name("name"))
                    alias = self.text(item.child_by_field_name("alias")) or name
                    self.unit.exports[alias] = Expr("name", name)

    def _bound(self, names: list[Node | None]) -> list[Node]:
        """The names a declaration binds: one, or those it unpacks."""
        found: list[Node] = []
        for name in names:
            if name is not None and name.type == "object_pattern":
                found += [c.child_by_field_name("value") or c for c in name.named_children]
            elif name is not None:
                found.append(name)
        return found

    def _export_from(self, node: Node, module: str) -> None:
        clause = next((c for c in node.named_children if c.type == "export_clause"), None)
        named = next((c for c in node.named_children if c.type == "namespace_export"), None)
        if named is not None and named.named_children:
            name = self.text(named.named_children[0])
            self.unit.imports[f"export {name}"] = Import(module, "*")
            self.unit.exports[name] = Expr("name", f"export {name}")
        elif clause is None:
            self.unit.whole_imports.append(module)
        else:
            for item in clause.named_children:
                name = self.text(item.child_by_field_name("name"))
                alias = self.text(item.child_by_field_name("alias")) or name
                self.unit.imports[f"export {alias}"] = Import(module, name)
                self.unit.exports[alias] = Expr("name", f"export {alias}")


def required(value: Expr) -> str:
    """The module of a `require("…")` or `import("…")` call, else ""."""
    if value.kind == "call" and value.of is not None and value.args:
        name = value.of.text
        if name in ("require", "import") and value.args[0].kind == "text":
            return value.args[0].text
    return ""
