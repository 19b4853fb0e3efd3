"""Rust, PHP, C#, Java and Kotlin read as a tree of definitions, calls and blocks.

Not a grammar of any of them: calls, literals, closures, types with their attributes and functions
are followed, whatever else stands in a source is stepped over.
"""

from __future__ import annotations

from intent_tui.probe.routes.brace_tokens import tokens
from intent_tui.probe.routes.outline import DEEPEST, Cursor, Node, Token, beside, joined

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
_PREFIXES = frozenset({"await", "move", "async", "static", "ref", "out", "mut", "throw", "new",
                       "return", "dyn", "params"})  # fmt: skip
_NO_NAMES = frozenset({":", "mut", "ref", "const", "final", "self", "vararg", "val", "this"})
_REQUIRES = frozenset({"require", "require_once", "include", "include_once"})
_ENDS = frozenset({")", "]", "}", ",", ";"})


def outline(source: str, language: str, *, bodies: bool = True) -> list[Node]:
    """The statements of a source; without `bodies` what functions do is stepped over."""
    return _Reader(tokens(source, language), language, bodies).statements("")


class _Reader(Cursor):
    def __init__(self, listed: list[Token], language: str, bodies: bool) -> None:
        super().__init__(listed)
        self.language = language
        self.bodies = bodies
        self.jvm = language in ("java", "kotlin")
        self.typed = self.jvm or language == "dotnet"

    # -- statements ----------------------------------------------------------------------------

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

    def _statements_or_none(self, closing: str) -> list[Node]:
        if self.deep > DEEPEST:
            self.close("{")
            return []
        return self.statements(closing)

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
            if self.bodies and self.deep <= DEEPEST:
                node.body = self.statements("}")
            else:
                self.close("{")
        elif self.sees("=", "=>"):
            sign = self.take()
            value = self.expression()
            if value is not None:
                held = Node("call", line=sign.line, of=Node("name", "return"), args=[value])
                node.body = [held]

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
        if self.peek().kind != "name" or self.peek().text in _PREFIXES | _FLOW:
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

    # -- expressions ---------------------------------------------------------------------------

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
                   self.peek().kind == "name" and self.peek().text in _PREFIXES
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
