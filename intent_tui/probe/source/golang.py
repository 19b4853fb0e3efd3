"""Go as units. A package's files share their names; who resolves a name joins them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from intent_tui.probe.source.code import Expr, Function, Import, Param
from intent_tui.probe.source.walker import Walker, joined

if TYPE_CHECKING:
    from tree_sitter import Node

_VERSION = re.compile(r"/v\d+$")


class Go(Walker):
    """Reads one Go file."""

    branches = frozenset({"if_statement", "expression_case", "type_case"})

    def __init__(self, path: str, language: str, source: bytes) -> None:
        super().__init__(path, language, source)
        self.receiver = ""

    def visit(self, node: Node) -> None:
        kind = node.type
        if kind == "call_expression":
            self.call(self.expr(node), node.start_point[0] + 1)
        elif kind in ("short_var_declaration", "assignment_statement"):
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            self._assigned(left, right, node)
        elif kind in ("var_spec", "const_spec"):
            names = [c for c in node.children_by_field_name("name") if c.type == "identifier"]
            self._values(names, node.child_by_field_name("value"), node)
        elif kind == "function_declaration":
            self._function(node)
        elif kind == "method_declaration":
            self._method(node)
        elif kind == "import_spec":
            self._import(node)
        elif kind == "package_clause":
            self.unit.package = self.text(node.named_children[0]) if node.named_children else ""
        elif kind == "return_statement":
            self._return(node)
        elif kind in ("func_literal", "composite_literal", "unary_expression"):
            self.expr(node)
        else:
            self.children(node)

    def _return(self, node: Node) -> None:
        listed = node.named_children[0] if node.named_children else None
        for child in listed.named_children if listed is not None else ():
            made = self.expr(child)
            self.returned(made)
            if made.kind == "call":
                self.call(made, made.line)

    def convert(self, node: Node) -> Expr:
        kind = node.type
        if kind in ("identifier", "package_identifier", "field_identifier"):
            return Expr("name", self.text(node))
        if kind in ("interpreted_string_literal", "raw_string_literal"):
            return Expr("text", self.text(node)[1:-1])
        if kind == "parenthesized_expression" and node.named_children:
            return self.expr(node.named_children[0])
        if kind == "unary_expression":
            return self.expr(node.child_by_field_name("operand"))
        if kind == "call_expression":
            arguments = node.child_by_field_name("arguments")
            listed = arguments.named_children if arguments is not None else []
            args = [self.expr(child) for child in listed if child.type != "comment"]
            return Expr("call", of=self.expr(node.child_by_field_name("function")), args=args)
        if kind == "selector_expression":
            return self._selector(node)
        if kind == "composite_literal":
            return self._composite(node)
        if kind == "func_literal":
            params = self._params(node.child_by_field_name("parameters"))
            function = self.enter("", node, params, node.child_by_field_name("body"))
            return Expr("closure", function.scope, params=function.params)
        if kind == "binary_expression":
            left = self.expr(node.child_by_field_name("left"))
            return joined(left, self.expr(node.child_by_field_name("right")))
        if kind == "literal_element" and node.named_children:
            return self.expr(node.named_children[0])
        return self.other(node)

    def _selector(self, node: Node) -> Expr:
        owner = self.expr(node.child_by_field_name("operand"))
        name = self.text(node.child_by_field_name("field"))
        if owner.kind == "name" and self.receiver and owner.text == self.receiver:
            return Expr("name", f"this:{self.owner}.{name}")
        return Expr("member", name, of=owner)

    def _composite(self, node: Node) -> Expr:
        kind = self.text(node.child_by_field_name("type"))
        body = node.child_by_field_name("body")
        made = Expr("table", kind)
        for child in body.named_children if body is not None else ():
            if child.type == "keyed_element" and len(child.named_children) >= 2:
                key, value = child.named_children[0], child.named_children[1]
                made.options[self.text(key).strip('"')] = self.expr(value)
            elif child.type == "literal_element":
                made.args.append(self.expr(child))
        made.line = node.start_point[0] + 1
        self.unit.tables.append((made, self.scope))
        for name, held in made.options.items():
            if held.kind in ("name", "call"):
                self.assign(f"this:{kind}.{name}", _within(held, self.scope), held.line)
        return made

    def _assigned(self, left: Node | None, right: Node | None, node: Node) -> None:
        if left is not None:
            self._values(list(left.named_children), right, node)

    def _values(self, names: list[Node], right: Node | None, node: Node) -> None:
        values = list(right.named_children) if right is not None else []
        for place, value in enumerate(values):
            made = self.expr(value)
            line = node.start_point[0] + 1
            if made.kind == "call":
                self.call(made, line)
            name = self.expr(names[place]).dotted() if place < len(names) else ""
            if name and name != "_":
                self.assign(name, made, line)

    def _params(self, node: Node | None) -> list[Param]:
        found: list[Param] = []
        for child in node.named_children if node is not None else ():
            if child.type in ("parameter_declaration", "variadic_parameter_declaration"):
                kind = self.text(child.child_by_field_name("type")).lstrip("*.")
                names = child.children_by_field_name("name")
                found.extend(Param(self.text(name), kind) for name in names)
                if not names:
                    found.append(Param("", kind))
        return found

    def _function(self, node: Node) -> Function:
        name = self.text(node.child_by_field_name("name"))
        params = self._params(node.child_by_field_name("parameters"))
        return self.enter(name, node, params, node.child_by_field_name("body"))

    def _method(self, node: Node) -> None:
        receiver = self._params(node.child_by_field_name("receiver"))
        before = self.owner, self.receiver
        self.owner = re.sub(r"\[.*", "", receiver[0].type) if receiver else ""
        self.receiver = receiver[0].name if receiver else ""
        function = self._function(node)
        self.unit.functions.setdefault(("", f"{self.owner}.{function.name}"), function)
        self.owner, self.receiver = before

    def _import(self, node: Node) -> None:
        module = self.text(node.child_by_field_name("path")).strip('"`')
        alias = self.text(node.child_by_field_name("name"))
        local = alias or _VERSION.sub("", module).rpartition("/")[2].removesuffix(".go")
        self.unit.imports[local] = Import(module)

    def body(self, function: Function, body: Node) -> None:
        self.children(body)


def _within(value: Expr, scope: str) -> Expr:
    """A name that is to be looked up in the scope it was written in."""
    if value.kind == "name" and scope:
        return Expr("name", value.text, value.line, value.place, of=Expr("other", scope))
    return value
