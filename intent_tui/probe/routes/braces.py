"""Rust, PHP, C#, Java and Kotlin read as a tree of definitions, calls and blocks.

Not a grammar of any of them: calls, literals, closures, types with their attributes and functions
are followed, whatever else stands in a source is stepped over.
"""

from __future__ import annotations

from intent_tui.probe.routes.brace_expressions import PREFIXES, Expressions
from intent_tui.probe.routes.brace_tokens import tokens
from intent_tui.probe.routes.outline import DEEPEST, Node

_MODIFIERS = frozenset({
    "pub", "async", "static", "public", "private", "protected", "internal", "final", "abstract",
    "override", "unsafe", "virtual", "sealed", "partial", "open", "suspend", "inline", "extern",
    "readonly", "export", "data", "required", "default", "synchronized", "lateinit", "operator",
    "global", "companion",
})  # fmt: skip
_TYPES = frozenset({
    "class", "interface", "struct", "enum", "trait", "record", "object", "impl", "mod", "namespace",
    "annotation",
})  # fmt: skip
_FUNCTIONS = frozenset({"fn", "function", "fun"})
_VALUES = frozenset({"let", "var", "val", "const"})
_CHOOSING = frozenset({"if", "else", "match", "switch", "when", "elseif", "catch"})
_FLOW = _CHOOSING | {"for", "while", "try", "loop", "foreach", "finally", "do", "using", "lock"}
_REQUIRES = frozenset({"require", "require_once", "include", "include_once"})


SHORT = 60
"""Tokens of a function that is looked into whatever its words are."""


def outline(
    source: str, language: str, *, bodies: bool = True, words: frozenset[str] = frozenset()
) -> list[Node]:
    """The statements of a source; without `bodies` what functions do is stepped over.

    With `words` a function that is not short is only looked into when it has one of them.
    """
    return _Reader(tokens(source, language), language, bodies, words).statements("")


class _Reader(Expressions):
    """Reads statements: definitions, values, what is done under a condition."""

    def statements(self, closing: str) -> list[Node]:
        """The statements up to a closing brace, which is taken."""
        found: list[Node] = []
        marks: list[Node] = []
        self.deep += 1
        while self.peek().kind != "end":
            if self.sees(";", ","):
                self.take()
            elif closing and self.sees(closing):
                self.take()
                break
            elif self._marked():
                self._marks(marks)
            elif self.peek().kind == "name" and self.peek().text in _MODIFIERS and self._modifies():
                self.take()
                word = self.peek(-1)
                if self.typed:
                    marks.append(Node("name", word.text, word.line))
                if self.peek().text == "(" and self.peek(2).text == ")":
                    self.at += 3
            elif self.sees("@"):  # `@interface Name`: an annotation of one's own
                self.take()
            else:
                before = self.at
                node = self._statement()
                if node is not None:
                    node.marks, marks = marks, []
                    found.append(node)
                if self.at == before:
                    self.take()
        self.deep -= 1
        return found

    def _modifies(self) -> bool:
        """Whether the word ahead is a modifier, not a name that is spelt the same."""
        after = self.peek(1)
        return after.kind == "name" or after.text in ("(", "[", "@", "#")

    def _statement(self) -> Node | None:
        token = self.peek()
        if token.kind == "name":
            if token.text in _TYPES and self.peek(1).kind == "name":
                return self._type()
            if token.text in ("impl", "object", "namespace") and self.peek(1).text in ("<", "{"):
                return self._type()
            if token.text in _FUNCTIONS and self.peek(1).kind in ("name", "sign"):
                known = self._function()
                if known is not None:
                    return known
            if token.text in _VALUES and self.peek(1).kind in ("name", "sign"):
                return self._value()
            if token.text in _FLOW:
                return self._flow()
            if token.text == "return":
                return self._return()
            if token.text in _REQUIRES and self.language == "php":
                self.take()
                value = self.expression()
                held = [value] if value is not None else []
                return Node("call", line=token.line, of=Node("name", "require"), args=held)
            if token.text == "use" and self.language in ("rust", "php"):
                return self._use()
            if token.text in ("import", "package") and self.jvm:
                while self.peek().kind != "end" and self.peek().line == token.line:
                    self.take()
                return None
            if self.typed:
                declared = self._declared()
                if declared is not None:
                    return declared
        if token.kind == "sign" and token.text == "{":
            self.take()
            body = self._statements_or_none("}")
            return Node("call", line=token.line, of=Node("name", "{"), body=body)
        node = self.expression()
        if node is not None and self.language == "rust" and self.sees("}"):
            return Node("call", line=node.line, of=Node("name", "return"), args=[node])
        return node

    def _return(self) -> Node:
        token = self.take()
        value = self.expression()
        args = [value] if value is not None else []
        return Node("call", line=token.line, of=Node("name", "return"), args=args)

    def _use(self) -> Node:
        """`use a::b::{c, d as e};`: the names it gives and the paths behind them."""
        token = self.take()
        node = Node("other", "use", token.line)
        parts: list[str] = []
        heads: list[int] = []
        while self.peek().kind != "end" and not self.sees(";"):
            each = self.take()
            if each.text == "as" and self.peek().kind == "name" and parts:
                node.options[self.take().text] = Node("name", ".".join(parts))
            elif each.kind == "name":
                parts.extend(each.text.split("\\"))
                if not self.sees("::", "as", "\\"):
                    node.options[parts[-1]] = Node("name", ".".join(parts))
            elif each.text == "{":
                heads.append(len(parts))
            elif each.text in (",", "}"):
                parts = parts[: heads[-1]] if heads else []
                if each.text == "}" and heads:
                    heads.pop()
        return node

    def _type(self) -> Node:
        """A type, a module or an implementation: its name, its bases, what is in it."""
        token = self.take()
        while self.sees("class", "struct", "interface") and self.peek(1).kind == "name":
            self.take()
        node = Node("owner", "", token.line, word=token.text in ("interface", "trait"))
        while self.peek().kind != "end" and not self.sees("{", ";"):
            each = self.take()
            if each.text in ("(", "[", "<"):
                self.close(each.text)
            elif each.kind == "name" and each.text not in ("extends", "implements", "for", "where"):
                name = each.text
                while self.sees("::", ".") and self.peek(1).kind == "name":
                    self.take()
                    name = self.take().text
                if not node.text or (token.text == "impl" and self.peek(-2).text == "for"):
                    node.text = name
                else:
                    node.bases.append(name)
            elif each.text == "=" or (self.jvm and self._ended()):
                break
        if self.sees("{"):
            self.take()
            node.body = self._statements_or_none("}")
        return node

    def _ended(self) -> bool:
        return self.peek().kind == "name" and self.peek().text in _TYPES | _FUNCTIONS | _MODIFIERS

    def _function(self) -> Node | None:
        start = self.at
        token = self.take()
        while self.sees("<", "&"):
            if self.take().text == "<":
                self.close("<")
        name = ""
        owner = ""
        while self.peek().kind == "name" or self.sees(".", "?"):
            part = self.take()
            if part.kind == "name":
                owner, name = name, part.text
            if self.sees("<"):
                self.take()
                self.close("<")
        if not name or not self.sees("("):
            self.at = start
            return None
        node = Node("define", name, token.line)
        if owner:
            node.params.append("this")
            node.bases.append(owner)
        self.take()
        self._params(node)
        self._body(node)
        return node

    def _body(self, node: Node) -> None:
        """What a function does: a block, an expression, or nothing."""
        while self.peek().kind != "end" and not self.sees("{", ";", "=", "=>", "}"):
            token = self.take()
            if token.text in ("(", "<", "[") and token.kind == "sign":
                self.close(token.text)
            if self.typed and self.jvm and self._ended():
                return
        if self.sees("{"):
            self.take()
            if self.bodies and self.deep <= DEEPEST and self._matters():
                node.body = self.statements("}")
            else:
                self.close("{")
        elif self.sees("=", "=>"):
            sign = self.take()
            value = self.expression()
            if value is not None:
                held = Node("call", line=sign.line, of=Node("name", "return"), args=[value])
                node.body = [held]

    def _matters(self) -> bool:
        """Whether the block just opened is short or has one of the words that are sought."""
        if not self.words:
            return True
        depth = 1
        for place in range(self.at, len(self.tokens)):
            token = self.tokens[place]
            if token.kind == "sign":
                depth += (token.text == "{") - (token.text == "}")
                if not depth:
                    return place - self.at <= SHORT
            elif token.kind == "name" and token.text in self.words:
                return True
        return True

    def _value(self) -> Node | None:
        """`let x: T = y`, `val x = y`, `const X: T = y`: a name and what it is given."""
        token = self.take()
        last = ""
        if self.sees("("):  # `let (a, b) = …`: the first of them
            last = next((each.text for each in self.tokens[self.at + 1 : self.at + 4]
                         if each.kind == "name" and each.text != "mut"), "")  # fmt: skip
        while self.peek().kind != "end" and not self.sees("=", ";", "{", "}"):
            each = self.take()
            if each.text in ("(", "<", "[") and each.kind == "sign":
                self.close(each.text)
            elif each.text == ":" and self.language != "dotnet":
                while self.peek().kind != "end" and not self.sees("=", ";", "{", "}"):
                    if self.jvm and self.peek().line != self.peek(-1).line:
                        return None
                    inner = self.take()
                    if inner.text in ("(", "<", "[") and inner.kind == "sign":
                        self.close(inner.text)
            elif each.kind == "name" and each.text not in ("mut", "const"):
                last = each.text
        if not self.sees("="):
            return None
        self.take()
        value = self.expression()
        return Node("assign", last, token.line, args=[value] if value is not None else [])

    def _flow(self) -> Node:
        token = self.take()
        header: list[Node] = []
        if self.language == "rust":
            while self.peek().kind != "end" and not self.sees("{", ";", "}"):
                each = self.take()
                if each.text in ("(", "[") and each.kind == "sign":
                    self.close(each.text)
        elif self.sees("("):
            self.take()
            if token.text in ("foreach", "for", "using"):
                holder = Node("call", line=token.line)
                self._arguments(holder, ")")
                header = holder.args
            else:
                self.close("(")
        node = Node("call", line=token.line, of=Node("name", token.text), args=header)
        node.chosen = token.text in _CHOOSING
        if self.sees("{"):
            self.take()
            node.body = self._statements_or_none("}")
        elif self.sees(":") and self.language == "php":
            self.take()
            node.body = []
        elif not self.sees(";", "}"):
            inner = self._statement() if self.deep <= DEEPEST else None
            node.body = [inner] if inner is not None else []
        return node

    def _declared(self) -> Node | None:
        """`Type name(…) {…}` or `Type name = …`: a function or a value of a typed language."""
        start = self.at
        self._type_name()
        if self.at > start and self.peek().kind == "name":
            ahead = self.tokens[start : self.at]
            kind = next(token for token in reversed(ahead) if token.kind == "name")
            name = self.take()
            if self.sees("<"):
                self.take()
                self.close("<")
            if self.sees("("):
                self.take()
                given = Node("name", kind.text, kind.line)
                node = Node("define", name.text, name.line, of=given)
                self._params(node)
                self._body(node)
                return node
            if self.sees("="):
                self.take()
                value = self.expression()
                held = [value] if value is not None else []
                return Node("assign", name.text, name.line, args=held)
            if self.sees("{", "=>"):
                if self.take().text == "{":
                    self.close("{")
                if self.sees("="):
                    self.take()
                    self.expression()
                return Node("other", name.text, name.line)
        self.at = start
        return self._constructor()

    def _constructor(self) -> Node | None:
        """`Name(…) {…}` in a type: a constructor."""
        if self.peek(1).text != "(" or not self.peek().text[:1].isupper():
            return None
        start = self.at
        name = self.take()
        self.take()
        node = Node("define", name.text, name.line)
        self._params(node)
        if not self.sees("{", ":", "throws"):
            self.at = start
            return None
        self._body(node)
        return node

    def _type_name(self) -> None:
        """Steps over the name of a type: `a.B<C, D>[]?`."""
        if self.peek().kind != "name" or self.peek().text in PREFIXES | _FLOW:
            return
        self.take()
        while True:
            if self.sees(".", "::") and self.peek(1).kind == "name":
                self.at += 2
            elif self.sees("<") and self._generic():
                self.take()
                self.close("<")
            elif self.sees("[") and self.peek(1).text in ("]", ","):
                self.take()
                self.close("[")
            elif self.sees("?") and self.peek(1).kind == "name":
                self.take()
            else:
                return
