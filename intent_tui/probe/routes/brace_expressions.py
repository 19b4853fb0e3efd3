"""Expressions of Rust, PHP, C#, Java and Kotlin: calls, literals, closures, attributes."""

from __future__ import annotations

from abc import ABC, abstractmethod

from intent_tui.probe.routes.outline import DEEPEST, Cursor, Node, Token, beside, joined

PREFIXES = frozenset({"await", "move", "async", "static", "ref", "out", "mut", "throw", "new",
                       "return", "dyn", "params"})  # fmt: skip
_NO_NAMES = frozenset({":", "mut", "ref", "const", "final", "self", "vararg", "val", "this"})
_ENDS = frozenset({")", "]", "}", ",", ";"})


class Expressions(Cursor, ABC):
    """Reads expressions; statements are read by the class below."""

    def __init__(
        self, listed: list[Token], language: str, bodies: bool, words: frozenset[str]
    ) -> None:
        super().__init__(listed)
        self.language = language
        self.bodies = bodies
        self.words = words
        self.jvm = language in ("java", "kotlin")
        self.typed = self.jvm or language == "dotnet"

    @abstractmethod
    def statements(self, closing: str) -> list[Node]:
        """The statements up to a closing brace, which is taken."""

    @abstractmethod
    def _flow(self) -> Node:
        """`if`, `match`, `for` and the like with what stands in their blocks."""

    def _statements_or_none(self, closing: str) -> list[Node]:
        if self.deep > DEEPEST:
            self.close("{")
            return []
        return self.statements(closing)

    def _marked(self) -> bool:
        token, after = self.peek(), self.peek(1)
        if token.kind != "sign":
            return False
        if token.text == "#":
            return after.text in ("[", "!")
        if token.text == "@":
            return after.kind == "name" and after.text != "interface"
        return token.text == "[" and self.language == "dotnet"

    def _marks(self, marks: list[Node]) -> None:
        """The attributes ahead: `#[a(b)]`, `[A("b"), C]`, `@A("b")`."""
        if self.sees("@"):
            self.take()
            if self.peek(1).text == ":":  # a use-site target: @field:Name
                self.at += 2
            name = self._path()
            node = Node("call", line=name.line, of=name)
            if self.sees("("):
                self._called(node)
            marks.append(node)
            return
        while self.sees("#", "!"):
            self.take()
        self.take()
        while self.peek().kind != "end" and not self.sees("]"):
            if self.sees(","):
                self.take()
                continue
            if self.peek().kind != "name":
                self.take()
                continue
            if self.peek(1).text == ":":
                self.at += 2
            name = self._path()
            node = Node("call", line=name.line, of=name)
            if self.sees("("):
                self._called(node)
            marks.append(node)
        self.take()

    def _path(self) -> Node:
        token = self.take()
        node = Node("name", token.text, token.line)
        while self.sees("::", ".") and self.peek(1).kind == "name":
            self.take()
            node = Node("member", self.peek().text, self.take().line, of=node)
        return node

    def _params(self, node: Node) -> None:
        """The parameters up to the closing bracket: their names and their types."""
        names: list[str] = []
        depth = 0

        def kept() -> None:
            if names:
                post = self.language == "rust" or ":" in names
                bare = [each for each in names if each not in _NO_NAMES]
                if bare:
                    node.params.append(bare[0] if post else bare[-1])
                    node.bases.append(bare[-1] if post else " ".join(bare[:-1]))
            names.clear()

        while self.peek().kind != "end":
            token = self.take()
            if token.kind == "sign":
                if token.text == ")" and depth == 0:
                    break
                if token.text in ("<", "(", "[", "{"):
                    depth += 1
                elif token.text in (">", ")", "]", "}"):
                    depth -= 1
                elif token.text == "," and depth == 0:
                    kept()
                elif token.text == "=" and depth == 0:
                    self._default()
                elif token.text == ":" and depth == 0:
                    names.append(":")
            elif token.kind == "name" and depth <= 0:
                names.append(token.text)
        kept()

    def _default(self) -> None:
        """Steps over the default value of a parameter."""
        while self.peek().kind != "end" and not self.sees(",", ")"):
            token = self.take()
            if token.text in ("(", "[", "{") and token.kind == "sign":
                self.close(token.text)

    def _generic(self) -> bool:
        """Whether `<…>` ahead holds types only."""
        far, depth = 1, 1
        while depth and far < 60:
            token = self.peek(far)
            if token.kind == "sign" and token.text in ("<", ">"):
                depth += 1 if token.text == "<" else -1
            elif token.kind not in ("name", "tick") and token.text not in (
                ",", ".", "::", "?", "[", "]", "&", "*", ":", "(", ")", "\\", "'", "->", "+",
            ):  # fmt: skip
                return False
            far += 1
        return depth == 0

    def expression(self) -> Node | None:
        """One expression, operators stepped over."""
        node = self._operand()
        while node is not None and self.peek().kind in ("sign", "name"):
            token = self.peek()
            if token.kind == "name":
                if token.text in ("as", "is", "instanceof", "in", "to", "or", "and", "switch"):
                    self.take()
                    right = self._operand()
                    pair = token.text == "to" and right is not None
                    if pair and right is not None:
                        node = Node("pair", line=node.line, args=[node, right])
                    continue
                return node
            if token.text in _ENDS or token.text in ("=>", ":", "{", "#", "@"):
                return node
            if token.text == "=" and node.kind in ("name", "member"):
                self.take()
                value = self.expression()
                held = [value] if value is not None else []
                return Node("assign", node.dotted(), node.line, args=held)
            self.take()
            right = self._operand()
            if token.text in ("+", ".") and right is not None and "text" in (node.kind, right.kind):
                node = joined(node, right)
            else:
                node = beside(node, right)
        return node

    def _operand(self) -> Node | None:
        while (self.peek().kind == "sign" and self.peek().text in
               ("&", "*", "!", "-", "..", "...", "@", "+", "&&", "~", "?", "??")) or (
                   self.peek().kind == "name" and self.peek().text in PREFIXES
                   and not (self.peek().text == "static" and self.peek(1).text == "::")
                   and self.peek(1).text not in ("=>", ".", "=")):  # fmt: skip
            self.take()
        made = self.peek(-1).text == "new" and self.at > 0
        if made and self.sees("["):
            self.take()
            self.close("[")
        if made and self.sees("{"):
            return self._followed(self._listed("}"))
        node = self._primary(self.peek())
        if node is not None and made and node.kind in ("name", "member"):
            return self._created(node)
        return self._followed(node) if node is not None else None

    def _created(self, node: Node) -> Node:
        """`new Name(…)`, `new Name[] {…}`: a call of the name, or the list it holds."""
        while self.sees(".", "::") and self.peek(1).kind == "name":
            self.take()
            node = Node("member", self.peek().text, self.take().line, of=node)
        if self.sees("<") and self._generic():
            self.take()
            self.close("<")
        if self.sees("["):
            self.take()
            self.close("[")
            if self.sees("{"):
                return self._followed(self._listed("}"))
        call = Node("call", line=node.line, of=Node("member", "new", node.line, of=node))
        if self.sees("("):
            self._called(call)
        if self.sees("{") and self.language == "dotnet":
            self.take()
            self._arguments(call, "}")
        return self._followed(call)

    def _primary(self, token: Token) -> Node | None:
        if token.kind == "text":
            self.take()
            return Node("text", token.text, token.line, whole=token.whole)
        if token.kind in ("number", "other", "tick"):
            self.take()
            return Node("other", token.text, token.line)
        if token.kind == "name":
            if token.text in ("function", "fn", "fun") and self.peek(1).text in ("(", "&"):
                return self._closure()
            if token.text in ("if", "match", "switch", "when", "unsafe", "try", "loop"):
                return self._flow()
            if self.peek(1).text in ("=>", "->") and self.typed:
                return self._arrow()
            self.take()
            return Node("name", token.text, token.line)
        if token.kind != "sign":
            return None
        if token.text in ("|", "||") and self.language == "rust":
            return self._bars()
        if token.text == "(":
            return self._arrow() if self._is_arrow() else self._listed(")")
        if token.text == "[":
            return self._listed("]")
        if token.text == "{":
            return self._braced()
        return None

    def _is_arrow(self) -> bool:
        """Whether the brackets ahead are the parameters of a closure."""
        if self.language not in ("dotnet", "jvm"):
            return False
        far, depth = 1, 1
        while depth and far < 400:
            token = self.peek(far)
            if token.kind == "end":
                return False
            if token.kind == "sign":
                depth += (token.text == "(") - (token.text == ")")
            far += 1
        return self.peek(far).text in ("=>", "->")

    def _arrow(self) -> Node:
        token = self.peek()
        node = Node("closure", line=token.line)
        if self.sees("("):
            self.take()
            self._params(node)
        else:
            node.params.append(self.take().text)
        self.take()
        self._closed(node)
        return node

    def _closure(self) -> Node:
        token = self.take()
        node = Node("closure", line=token.line)
        if self.sees("&"):
            self.take()
        self.take()
        self._params(node)
        while self.peek().kind != "end" and not self.sees("{", "=>", ";", ")"):
            each = self.take()
            if each.text == "(":
                self.close("(")
        if self.sees("=>"):
            self.take()
        self._closed(node)
        return node

    def _bars(self) -> Node:
        token = self.take()
        node = Node("closure", line=token.line)
        while token.text == "|" and self.peek().kind != "end":
            each = self.take()
            if each.text == "|":
                break
            if each.kind == "name" and not node.params:
                node.params.append(each.text)
        if self.sees("->"):
            while self.peek().kind != "end" and not self.sees("{"):
                self.take()
        self._closed(node)
        return node

    def _closed(self, node: Node) -> None:
        """The body of a closure: a block or an expression."""
        while self.peek().text in ("async", "move") and self.peek().kind == "name":
            self.take()
        if self.sees("{"):
            self.take()
            node.body = self._statements_or_none("}")
            return
        self.deep += 1
        value = self.expression() if self.deep <= DEEPEST else None
        self.deep -= 1
        if value is not None:
            node.body = [Node("call", line=node.line, of=Node("name", "return"), args=[value])]

    def _braced(self) -> Node:
        token = self.take()
        node = Node("closure", line=token.line)
        far = 0
        while self.jvm and far < 12 and self.peek(far).kind != "end":
            if self.peek(far).text == "->":
                node.params = [self.peek(n).text for n in range(far) if self.peek(n).kind == "name"]
                self.at += far + 1
                break
            if self.peek(far).kind != "name" and self.peek(far).text not in (",", ":", "."):
                break
            far += 1
        node.body = self._statements_or_none("}")
        return node

    def _listed(self, closing: str) -> Node:
        opening = self.take()
        if self.deep > DEEPEST:
            self.close(opening.text)
            return Node("other", line=opening.line)
        holder = Node("call", line=opening.line)
        self._arguments(holder, closing)
        if closing == ")" and len(holder.args) == 1 and not holder.options:
            return holder.args[0]
        kind = "table" if holder.options or any(e.kind == "pair" for e in holder.args) else "list"
        made = Node("table" if kind == "table" else "list", line=opening.line)
        made.args, made.options = holder.args, holder.options
        return made

    def _followed(self, node: Node) -> Node:
        """What follows an operand: members, arguments, blocks."""
        while self.peek().kind == "sign":
            token = self.peek()
            if token.text in ("::", "->", "?->", "?.") or (
                token.text == "." and self.language != "php"
            ):
                self.take()
                if self.sees("<"):
                    self.take()
                    self.close("<")
                    continue
                if self.peek().kind not in ("name", "number"):
                    return node
                name = self.take()
                node = Node("member", name.text, name.line, of=node)
            elif token.text == "(":
                call = Node("call", line=node.line, of=node)
                self._called(call)
                node = call
            elif token.text == "!" and self.language == "rust" and self.peek(1).text in ("[", "("):
                self.take()
                node.text += "!"
                call = Node("call", line=node.line, of=node)
                self._called(call)
                node = call
            elif token.text == "<" and node.kind in ("name", "member") and self._generic():
                self.take()
                self.close("<")
            elif token.text == "{" and self._blocked(node):
                inner = self._braced()
                if node.kind != "call":
                    node = Node("call", line=node.line, of=node)
                node.args.append(inner)
            elif token.text == "[" and self.language != "rust" and node.kind != "text":
                self.take()
                self.close("[")
            elif token.text in ("?", "!") and self.language != "php" and (
                self.peek(1).text in (".", ";", ")", ",", "}", "!", "?.")
            ):  # fmt: skip
                self.take()
            else:
                return node
        return node

    def _blocked(self, node: Node) -> bool:
        """Whether a brace ahead is the last argument of a call (Kotlin)."""
        return self.jvm and node.kind in ("name", "member", "call")

    def _called(self, node: Node) -> None:
        opening = self.take()
        if self.deep > DEEPEST:
            self.close(opening.text)
            return
        self._arguments(node, {"(": ")", "[": "]"}[opening.text])

    def _arguments(self, node: Node, closing: str) -> None:
        self.deep += 1
        while self.peek().kind != "end":
            if self.sees(closing):
                self.take()
                break
            if self.sees(",", ";"):
                self.take()
                continue
            before = self.at
            self._argument(node)
            if self.at == before:
                self.take()
        self.deep -= 1

    def _argument(self, node: Node) -> None:
        token, after = self.peek(), self.peek(1)
        if self._marked() and self.sees("@", "#"):
            self._marks([])
        named = token.kind == "name" and after.kind == "sign" and after.text in (":", "=")
        if named and self.peek(2).text != "=":
            self.at += 2
            value = self.expression()
            if value is not None:
                known = node.options.get(token.text)
                if known is not None:  # `method = "GET", method = "POST"`
                    value = Node("list", line=known.line, args=[*_items(known), value])
                node.options[token.text] = value
            return
        value = self.expression()
        if value is None:
            return
        if self.sees("=>", ":"):
            self.take()
            held = self.expression() or Node("other", line=token.line)
            if value.kind == "text":
                node.options[value.text] = held
            node.args.append(Node("pair", line=value.line, args=[value, held]))
            return
        node.args.append(value)


def _items(node: Node) -> list[Node]:
    return node.args if node.kind == "list" else [node]
