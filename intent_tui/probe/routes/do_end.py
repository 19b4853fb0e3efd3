"""Ruby and Elixir read as a tree of calls: statements by lines, blocks by `do … end`.

Not a grammar of either: an expression is followed as far as calls, literals and blocks go, and
whatever else stands in it is stepped over, so that no source is too odd for the ones after it.
"""

from __future__ import annotations

from functools import lru_cache

from intent_tui.probe.routes.do_end_tokens import tokens
from intent_tui.probe.routes.outline import DEEPEST, Cursor, Node, Token, beside, joined

_OPENERS = frozenset({"if", "unless", "case", "while", "until", "for", "begin", "def", "class",
                      "module"})  # fmt: skip
_MODIFIERS = frozenset({"if", "unless", "while", "until", "rescue", "and", "or"})
_MIDDLES = frozenset({"else", "elsif", "when", "in", "ensure", "rescue", "then", "after"})
_CHOOSING = frozenset({"if", "unless", "case", "cond", "when", "else", "elsif"})
_BINARY = frozenset({"+", "<>", "-", "*", "/", "&&", "||", "==", "!=", "<", ">", "|", "&", "?",
                     ":", "<<", "|>", "and", "or", "..", "...", "<-", "->", "=~", "=", "!",
                     "in", "when"})  # fmt: skip
_NO_ARGUMENT = _MODIFIERS | {"do", "end", "then", "in", "when"}
_JOINING = frozenset({"+", "<>"})


@lru_cache(maxsize=4)
def _openers(language: str) -> frozenset[str]:
    return _OPENERS if language == "ruby" else frozenset()


def outline(source: str, language: str) -> list[Node]:
    """The statements of a source in Ruby or Elixir."""
    return _Reader(tokens(source), _openers(language)).statements(())


class _Reader(Cursor):
    def __init__(self, listed: list[Token], openers: frozenset[str]) -> None:
        super().__init__(listed)
        self.openers = openers

    # -- statements ----------------------------------------------------------------------------

    def statements(self, closing: tuple[str, ...]) -> list[Node]:
        """The statements up to a closing word, which is taken."""
        found: list[Node] = []
        chosen = False
        self.deep += 1
        while self.peek().kind != "end":
            token = self.peek()
            if token.kind == "line":
                self.take()
            elif token.kind in ("name", "sign") and token.text in closing:
                self.take()
                break
            elif token.kind == "name" and token.text in _MIDDLES:
                self.take()
                chosen = True
            else:
                before = self.at
                node = self._statement()
                if self.at == before:
                    self.take()
                if node is not None:
                    node.chosen = node.chosen or chosen
                    found.append(node)
        self.deep -= 1
        return found

    def _statement(self) -> Node | None:
        token = self.peek()
        if token.kind == "name" and token.text in self.openers:
            return self._opened(self.take())
        node = self._expression(command=True)
        if self.peek().kind == "name" and self.peek().text in _MODIFIERS:
            self.take()
            self._line()
            if node is not None:
                node.chosen = True
        return node

    def _line(self) -> None:
        """Steps over the rest of a statement's line; a block in it is closed before."""
        while self.peek().kind not in ("line", "end") and not self.sees("end", "}"):
            before = self.at
            self._expression(command=False)
            if self.at == before:
                self.take()

    def _opened(self, opener: Token) -> Node:
        """`if … end`, `class X < Y … end`, `def f(a) … end`: what stands between."""
        if self.deep > DEEPEST:
            return self._passed(opener)
        if opener.text in ("class", "module"):
            return self._owner(opener)
        if opener.text == "def":
            return self._defined(opener)
        while self.peek().kind not in ("line", "end") and not self.sees("then", "do"):
            before = self.at
            self._expression(command=False)
            if self.at == before:
                self.take()
        if self.sees("then", "do"):
            self.take()
        body = self.statements(("end",))
        node = Node("call", line=opener.line, of=Node("name", opener.text), body=body)
        node.chosen = opener.text in _CHOOSING
        return node

    def _passed(self, opener: Token) -> Node:
        depth = 1
        while depth and self.peek().kind != "end":
            token = self.take()
            if token.kind == "name":
                depth += (token.text == "do" or token.text in self.openers) - (token.text == "end")
        return Node("other", line=opener.line)

    def _owner(self, opener: Token) -> Node:
        if self.sees("<<"):
            self._line()
            return Node("owner", "", opener.line, body=self.statements(("end",)))
        name = self._dotted()
        bases = []
        if self.sees("<"):
            self.take()
            bases.append(self._dotted())
        self._line()
        return Node("owner", name, opener.line, bases=bases, body=self.statements(("end",)))

    def _dotted(self) -> str:
        parts = []
        while self.peek().kind in ("name", "label") or self.sees("::", ":: ", "."):
            token = self.take()
            if token.kind != "sign":
                parts.append(token.text)
        return "::".join(parts)

    def _defined(self, opener: Token) -> Node:
        name = self._dotted().rpartition("::")[2]
        params: list[str] = []
        if self.sees("("):
            self.take()
            params = self._names(")")
        node = Node("define", name, opener.line, params=params)
        if self.sees("="):
            self._line()
            return node
        self._line()
        node.body = self.statements(("end",))
        return node

    def _names(self, closing: str) -> list[str]:
        """The names up to a closing sign, which is taken."""
        found = []
        while self.peek().kind not in ("line", "end"):
            token = self.take()
            if token.kind == "sign" and token.text == closing:
                break
            if token.kind in ("name", "label"):
                found.append(token.text)
        return found

    # -- expressions ---------------------------------------------------------------------------

    def _expression(self, *, command: bool) -> Node | None:
        """One expression; `command`: a name may be called without brackets."""
        node = self._operand(command)
        while node is not None and self.peek().kind in ("sign", "name"):
            sign = self.peek().text
            if sign not in _BINARY or (sign in _MODIFIERS and self.peek().kind == "name"):
                break
            self.take()
            self.skip("line")
            if self.sees("=") and sign in ("||", "&&", "+", "<<"):
                self.take()
                sign = "="
            right = self._operand(command and sign == "=")
            if sign == "=" and node.kind in ("name", "member") and right is not None:
                target = node.dotted()
                node = Node("assign", target, node.line, args=[self._more(right, command)])
            elif sign in _JOINING and right is not None and "text" in (node.kind, right.kind):
                node = joined(node, right)
            else:
                node = beside(node, right)
        return node

    def _more(self, node: Node, command: bool) -> Node:
        """The operands joined to the right side of an assignment."""
        while self.peek().kind == "sign" and self.peek().text in _JOINING:
            self.take()
            self.skip("line")
            right = self._operand(command)
            if right is None:
                break
            node = joined(node, right)
        return node

    def _operand(self, command: bool) -> Node | None:
        token = self.peek()
        while token.kind == "sign" and token.text in ("!", "&", "*", "**", "-", "%", "^"):
            self.take()
            token = self.peek()
        node = self._primary(token)
        if node is None:
            return None
        return self._followed(node, command)

    def _primary(self, token: Token) -> Node | None:
        if token.kind in ("text", "atom"):
            self.take()
            return Node(
                "text", token.text, token.line, whole=token.whole, word=token.kind == "atom"
            )
        if token.kind == "words":
            self.take()
            items = [Node("text", word, token.line) for word in token.text.split()]
            return Node("list", line=token.line, args=items)
        if token.kind in ("number", "other"):
            self.take()
            return Node("other", token.text, token.line)
        if token.kind == "name" and token.text not in ("do", "end", "then"):
            if token.text == "fn":
                return self._function()
            self.take()
            if token.text in self.openers and token.text in ("if", "case", "unless", "begin"):
                return self._opened(token)
            return Node("name", token.text, token.line)
        if token.kind == "sign" and token.text in ("(", "[", "{", "->", "::", ":: "):
            return self._bracket(self.take())
        return None

    def _function(self) -> Node:
        token = self.take()
        while self.peek().kind not in ("line", "end") and not self.sees("->"):
            self.take()
        if self.sees("->"):
            self.take()
        body = self.statements(("end",)) if self.deep < DEEPEST else []
        return Node("closure", line=token.line, body=body)

    def _bracket(self, opening: Token) -> Node | None:
        if opening.text.startswith("::"):
            return self._primary(self.peek())
        if opening.text == "->":
            params: list[str] = []
            if self.sees("("):
                self.take()
                params = self._names(")")
            node = Node("closure", line=opening.line, params=params)
            self._block(node)
            return node
        if self.deep > DEEPEST:
            self.close(opening.text)
            return Node("other", line=opening.line)
        holder = Node("call", line=opening.line)
        self._arguments(holder, {"(": ")", "[": "]", "{": "}"}[opening.text])
        if opening.text == "(" and len(holder.args) == 1 and not holder.options:
            return holder.args[0]
        kind = "list" if opening.text == "[" and not holder.options else "table"
        return Node(
            "list" if kind == "list" else "table", line=opening.line, args=holder.args,
            options=holder.options,
        )  # fmt: skip

    def _followed(self, node: Node, command: bool) -> Node:
        """What follows an operand: members, arguments, blocks."""
        while True:
            token = self.peek()
            if token.kind == "line" and self._goes_on():
                self.skip("line")
                continue
            if token.kind == "sign" and token.text in (".", "&.", "::"):
                self.take()
                self.skip("line")
                name = self.peek()
                if name.kind not in ("name", "label"):
                    return node
                if name.kind == "label":
                    return node
                self.take()
                node = Node("member", name.text, name.line, of=node)
            elif token.kind == "sign" and token.text == "(":
                node = self._called(node)
            elif command and node.kind in ("name", "member") and self._begins():
                node = self._commanded(node)
            elif self._opens(node, command):
                if node.kind in ("name", "member"):
                    node = Node("call", line=node.line, of=node)
                self._block(node)
                if node.kind != "call":
                    return node
            else:
                return node

    def _goes_on(self) -> bool:
        """Whether the next line begins with a dot or a pipe."""
        far = 1
        while self.peek(far).kind == "line":
            far += 1
        token = self.peek(far)
        return token.kind == "sign" and token.text in (".", "&.")

    def _opens(self, node: Node, command: bool) -> bool:
        token = self.peek()
        if token.kind == "name" and token.text == "do":
            return command
        known = node.kind in ("call", "member") or (command and node.kind == "name")
        return known and token.kind == "sign" and token.text == "{"

    def _begins(self) -> bool:
        """Whether the next token can begin an argument without brackets."""
        token = self.peek()
        if token.kind in ("text", "atom", "words", "label", "number", "other"):
            return True
        if token.kind == "name":
            return token.text not in _NO_ARGUMENT
        return token.kind == "sign" and token.text in ("[", "->", "%", ":: ", "*", "&")

    def _called(self, callee: Node) -> Node:
        opening = self.take()
        node = Node("call", line=callee.line, of=callee)
        if self.deep > DEEPEST:
            self.close(opening.text)
            return node
        self._arguments(node, ")")
        return node

    def _commanded(self, callee: Node) -> Node:
        node = Node("call", line=callee.line, of=callee)
        self._arguments(node, "")
        return node

    def _arguments(self, node: Node, closing: str) -> None:
        """The arguments up to a closing sign, or without one to the end of the statement."""
        self.deep += 1
        while self.peek().kind != "end":
            if closing:
                self.skip("line")
            if closing and self.peek().kind == "sign" and self.peek().text == closing:
                self.take()
                break
            before = self.at
            self._argument(node, command=bool(closing))
            if self.sees(","):
                self.take()
                self.skip("line")
            elif not closing:
                break
            elif self.at == before:
                self.take()
        self.deep -= 1

    def _argument(self, node: Node, *, command: bool) -> None:
        token = self.peek()
        quoted = token.kind == "text" and self.peek(1) == Token("sign", ":", token.line)
        if token.kind == "label" or quoted:
            self.take()
            if quoted:
                self.take()
            self.skip("line")
            value = self._expression(command=False)
            node.options[token.text] = value or Node("other", line=token.line)
            return
        value = self._expression(command=command and self.peek().kind == "name")
        if value is None:
            return
        if self.sees("=>"):
            self.take()
            self.skip("line")
            held = self._expression(command=False) or Node("other", line=token.line)
            if value.kind == "text" and value.word:
                node.options[value.text] = held
                return
            value = Node("pair", line=value.line, args=[value, held])
        node.args.append(value)

    def _block(self, node: Node) -> None:
        """The block of a call or a lambda: `do |x| … end` or `{ |x| … }`."""
        closing = "end" if self.sees("do") else "}" if self.sees("{") else ""
        if not closing:
            return
        opener = self.take()
        if self.deep > DEEPEST:
            if opener.text == "{":
                self.close("{")
            else:
                self._passed(opener)
            return
        if self.sees("|"):
            self.take()
            node.params = self._names("|")
        node.body = self.statements((closing,))
