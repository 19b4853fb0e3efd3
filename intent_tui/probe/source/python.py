"""Python as units."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from intent_tui.probe.source.code import Class, Expr, Function, Import, Param
from intent_tui.probe.source.walker import Walker, hole, joined

if TYPE_CHECKING:
    from tree_sitter import Node

_QUOTES = re.compile(r"^[A-Za-z]*(\"\"\"|'''|\"|')(.*)\1$", re.DOTALL)


class Python(Walker):
    """Reads one Python file."""

    branches = frozenset({"if_statement", "conditional_expression", "try_statement"})

    def visit(self, node: Node) -> None:
        kind = node.type
        if kind == "call":
            self.call(self.expr(node), node.start_point[0] + 1)
        elif kind == "assignment":
            self._assignment(node)
        elif kind == "augmented_assignment":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            self.assign(self._target(left), self.expr(right), node.start_point[0] + 1)
        elif kind == "decorated_definition":
            self._decorated(node)
        elif kind == "function_definition":
            self._function(node, [])
        elif kind == "class_definition":
            self._class(node, [])
        elif kind == "for_statement":
            self._loop(node)
        elif kind == "import_statement":
            self._import(node)
        elif kind == "import_from_statement":
            self._import_from(node)
        elif kind == "return_statement" and node.named_children:
            made = self.expr(node.named_children[0])
            self.returned(made)
            if made.kind == "call":
                self.call(made, made.line)
        else:
            self.children(node)

    def _loop(self, node: Node) -> None:
        left, over = node.child_by_field_name("left"), self.expr(node.child_by_field_name("right"))
        if left is not None and left.type == "identifier":
            self.loop([self.text(left)], [""], over, self.scope)
        elif left is not None and left.type in ("pattern_list", "tuple_pattern"):
            names = [self.text(child) for child in left.named_children]
            self.loop(names, [str(place) for place in range(len(names))], over, self.scope)
        self.children(node)

    def convert(self, node: Node) -> Expr:
        kind = node.type
        if kind in ("await", "parenthesized_expression") and node.named_children:
            return self.expr(node.named_children[0])
        if kind == "identifier":
            return Expr("name", self.text(node))
        if kind == "string":
            return self._string(node)
        if kind == "concatenated_string":
            made = Expr("text")
            for child in node.named_children:
                made = joined(made, self.expr(child))
            return made
        if kind == "call":
            return self._call(node)
        if kind == "attribute":
            return self._attribute(node)
        if kind in ("list", "tuple", "set"):
            return Expr("list", args=[self.expr(c) for c in node.named_children if _real(c)])
        if kind == "dictionary":
            return self._dictionary(node)
        if kind in ("list_splat", "dictionary_splat") and node.named_children:
            return self.expr(node.named_children[0])
        if kind == "binary_operator":
            return self._added(node)
        return self.other(node)

    def _added(self, node: Node) -> Expr:
        left = self.expr(node.child_by_field_name("left"))
        right = self.expr(node.child_by_field_name("right"))
        if "list" in (left.kind, right.kind):
            return Expr("list", args=[left, right])
        return joined(left, right)

    def _string(self, node: Node) -> Expr:
        text, whole, content = "", True, False
        for child in node.named_children:
            if child.type == "string_content":
                content = True
                text += self.text(child)
            elif child.type == "interpolation":
                whole, content = False, True
                inner = child.named_children[0] if child.named_children else None
                text += hole(self.expr(inner))
        if not content:
            found = _QUOTES.match(self.text(node))
            text = found.group(2) if found else ""
        if not whole:
            text = text.replace("{{", "{").replace("}}", "}")
        return Expr("text", text, whole=whole)

    def _call(self, node: Node) -> Expr:
        args: list[Expr] = []
        options: dict[str, Expr] = {}
        arguments = node.child_by_field_name("arguments")
        for child in arguments.named_children if arguments is not None else ():
            if child.type == "keyword_argument":
                name = self.text(child.child_by_field_name("name"))
                options[name] = self.expr(child.child_by_field_name("value"))
            elif _real(child):
                args.append(self.expr(child))
        callee = self.expr(node.child_by_field_name("function"))
        return Expr("call", of=callee, args=args, options=options)

    def _attribute(self, node: Node) -> Expr:
        owner = self.expr(node.child_by_field_name("object"))
        name = self.text(node.child_by_field_name("attribute"))
        if owner.kind == "name" and owner.text in ("self", "cls") and self.owner:
            return Expr("name", f"this:{self.owner}.{name}")
        return Expr("member", name, of=owner)

    def _dictionary(self, node: Node) -> Expr:
        options: dict[str, Expr] = {}
        for child in node.named_children:
            if child.type == "pair":
                key = self.expr(child.child_by_field_name("key"))
                options[key.text] = self.expr(child.child_by_field_name("value"))
        return Expr("table", options=options)

    def _target(self, node: Node | None) -> str:
        return self.expr(node).dotted()

    def _assignment(self, node: Node) -> None:
        right = node.child_by_field_name("right")
        if right is None:
            return
        if right.type == "assignment":
            self._assignment(right)
            right = right.child_by_field_name("right") or right
        made = self.expr(right)
        line = node.start_point[0] + 1
        if made.kind == "call":
            self.call(made, line)
        name = self._target(node.child_by_field_name("left"))
        if name:
            self.assign(name, made, line)
            if self.owner and self.owner in self.unit.classes and not self.scope:
                self.unit.classes[self.owner].attributes[name] = made

    def _params(self, node: Node) -> list[Param]:
        listed = node.child_by_field_name("parameters")
        found = []
        for child in listed.named_children if listed is not None else ():
            if child.type == "comment":
                continue
            kind = self.text(child.child_by_field_name("type"))
            first = child.child_by_field_name("name") or (
                child.named_children[0] if child.named_children else child
            )
            name = self.text(first)
            if name not in ("self", "cls"):
                found.append(Param(name[:80], kind))
        return found

    def _function(self, node: Node, decorators: list[Expr]) -> None:
        name = self.text(node.child_by_field_name("name"))
        line = node.start_point[0] + 1
        for decorator in decorators:
            self.call(decorator, decorator.line, name, line)
        body = node.child_by_field_name("body")
        owner = self.owner
        function = self.enter(name, node, self._params(node), body)
        function.decorators = decorators
        function.gives = self.text(node.child_by_field_name("return_type"))[:80]
        if owner in self.unit.classes and not function.outer:
            self.unit.classes[owner].functions.append(function)

    def _class(self, node: Node, decorators: list[Expr]) -> None:
        name = self.text(node.child_by_field_name("name"))
        made = Class(name, node.start_point[0] + 1, decorators=decorators)
        bases = node.child_by_field_name("superclasses")
        if bases is not None:
            made.bases = [self.text(c).split("[")[0] for c in bases.named_children]
        self.unit.classes[name] = made
        for decorator in decorators:
            self.call(decorator, decorator.line, name, made.line)
        before, self.owner = self.owner, name
        body = node.child_by_field_name("body")
        if body is not None:
            self.children(body)
        self.owner = before

    def _decorated(self, node: Node) -> None:
        marks = [c for c in node.named_children if c.type == "decorator" and c.named_children]
        decorators = [self.expr(mark.named_children[0]) for mark in marks]
        definition = node.child_by_field_name("definition")
        if definition is None:
            return
        if definition.type == "class_definition":
            self._class(definition, decorators)
        else:
            self._function(definition, decorators)

    def _import(self, node: Node) -> None:
        for child in node.named_children:
            if child.type == "aliased_import":
                module = self.text(child.child_by_field_name("name"))
                self.unit.imports[self.text(child.child_by_field_name("alias"))] = Import(module)
            else:
                module = self.text(child)
                self.unit.imports[module.split(".")[0]] = Import(module.split(".")[0])
                self.unit.imports[module] = Import(module)

    def _import_from(self, node: Node) -> None:
        module = self.text(node.child_by_field_name("module_name"))
        for child in node.named_children[1:]:
            if child.type == "wildcard_import":
                self.unit.whole_imports.append(module)
            elif child.type == "aliased_import":
                name = self.text(child.child_by_field_name("name"))
                alias = self.text(child.child_by_field_name("alias"))
                self.unit.imports[alias] = Import(module, name)
            elif child.type == "dotted_name":
                name = self.text(child)
                self.unit.imports[name] = Import(module, name)

    def body(self, function: Function, body: Node) -> None:
        self.children(body)


def _real(node: Node) -> bool:
    return node.type != "comment"
