"""Sources that are broken, endless or made to harm: read in bounded time, or not at all."""

from __future__ import annotations

import time

import pytest
from code_files import workspace
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from intent_tui.probe.entries import inventory
from intent_tui.probe.routes import braces, declared, do_end
from intent_tui.probe.routes.outline import Node

LANGUAGES = ("rust", "php", "dotnet", "java", "kotlin")
HOSTILE = {
    "open brackets": "get(" * 20_000,
    "open braces": "{" * 50_000,
    "open lists": "x([" * 20_000,
    "open blocks": "scope 'a' do\n" * 10_000,
    "closures": "f(|x| " * 10_000,
    "arrows": "(a) => " * 10_000,
    "quotes": "\"'" * 40_000,
    "escapes": '"' + '\\"' * 100_000,
    "interpolation": '"#{' * 30_000,
    "generics": "a<" * 20_000,
    "attributes": "#[" * 40_000,
    "marks": "@a(" * 20_000,
    "comments": "/*" * 100_000,
    "doc comments": "/**" * 60_000,
    "heredocs": "<<~A\n" * 20_000,
    "ends": "end\n" * 40_000,
    "chain": "a" + ".b(1)" * 20_000,
    "operators": "a" + " + b" * 20_000,
    "words": "%w[" * 40_000,
    "types": "class A extends B {" * 8_000,
    "ifs": "if x {" * 20_000,
    "long word": "a" * 1_000_000,
    "bytes": "\x00\ufffd\u2028" * 40_000,
}
"""Each takes well under a second; what grows with the square of its length takes minutes."""


def _took(read, text: str, *rest: str) -> float:
    start = time.process_time()
    read(text, *rest)
    return time.process_time() - start


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hostile_source_with_braces_costs_no_more_than_its_length(name, language):
    assert _took(braces.outline, HOSTILE[name], language) < 6.0


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("language", ["ruby", "elixir"])
def test_a_hostile_source_in_blocks_costs_no_more_than_its_length(name, language):
    assert _took(do_end.outline, HOSTILE[name], language) < 6.0


def test_comments_that_never_end_cost_no_more_than_their_length():
    for text in ("/**" * 100_000, "/** @Route(" * 30_000, "/** @Route(" + "{" * 200_000 + "*/"):
        assert _took(declared.commented, text) < 4.0


def _held(nodes: list[Node]) -> int:
    """Nodes of a tree, counted without recursion."""
    count, waiting = 0, list(nodes)
    while waiting:
        node = waiting.pop()
        count += 1
        waiting.extend([*node.args, *node.options.values(), *(node.body or ()), *node.marks])
        if node.of is not None:
            waiting.append(node.of)
    return count


PIECES = st.sampled_from(
    ["get", "scope", "do", "end", "{", "}", "(", ")", "[", "]", '"a"', "'b'", ":c", "d:", ",", ".",
     "::", "->", "=>", "|", "if", "class", "fn", "function", "\n", ";", "#[", "@x", "<", ">", "=",
     "&", "!", "%w[", "#{", '"', "//", "/*", "*/", "\\", "return", "new", "use", "impl", "$a"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=60), st.sampled_from(LANGUAGES))
def test_any_text_gives_a_tree_and_the_same_one_again(parts, language):
    text = " ".join(parts)
    first = braces.outline(text, language)
    assert _held(first) == _held(braces.outline(text, language))
    assert _held(braces.outline(text, language, bodies=False)) <= _held(first) + len(parts)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=60), st.sampled_from(["ruby", "elixir"]))
def test_any_blocks_give_a_tree_and_the_same_one_again(parts, language):
    text = " ".join(parts)
    first = do_end.outline(text, language)
    assert _held(first) == _held(do_end.outline(text, language))


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(PIECES, max_size=40))
def test_what_is_broken_before_a_table_does_not_hide_it(tmp_path_factory, parts):
    noise = " ".join(parts).replace("\\", "").replace('"', "").replace("'", "")
    files = {
        "config/routes.rb": "Rails.application.routes.draw do\n  get 'cranes', to: 'a#b'\nend\n",
        "lib/noise.rb": f"{noise}\n# .routes.draw\n",
    }
    found = inventory(workspace(tmp_path_factory.mktemp("w"), files)).entries
    assert "GET /cranes" in {entry.name for entry in found}


def test_blocks_that_never_end_still_give_the_routes_in_them(tmp_path):
    text = "Rails.application.routes.draw do\n  namespace :yard do\n    get 'cranes', to: 'a#b'\n"
    found = inventory(workspace(tmp_path, {"config/routes.rb": text})).entries
    assert [entry.name for entry in found] == ["GET /yard/cranes"]


def test_blocks_deeper_than_anyone_writes_are_left_out_and_the_rest_is_not(tmp_path):
    deep = "scope 'a' do\n" * 300 + "get 'bottom'\n" + "end\n" * 300
    text = f"Rails.application.routes.draw do\n{deep}get 'after', to: 'a#b'\nend\n"
    found = inventory(workspace(tmp_path, {"config/routes.rb": text})).entries
    assert "GET /after" in {entry.name for entry in found}
    assert not any("bottom" in entry.name for entry in found)


def test_routers_that_hold_each_other_end(tmp_path):
    text = """
    use axum::{routing::get, Router};
    pub fn one() -> Router { Router::new().route("/one", get(a)).nest("/two", two()) }
    pub fn two() -> Router { Router::new().route("/two", get(b)).nest("/one", one()) }
    """
    found = inventory(workspace(tmp_path, {"src/lib.rs": text})).entries
    assert {entry.path.rpartition("/")[2] for entry in found} == {"one", "two"}


def test_concerns_and_files_that_name_themselves_end(tmp_path):
    text = """
    Rails.application.routes.draw do
      concern :loop do
        get "again", to: "a#b"
        concerns :loop
      end
      concerns :loop
      draw :self
    end
    """
    files = {"config/routes.rb": text, "config/routes/self.rb": "get 'x', to: 'a#b'\ndraw :self\n"}
    found = inventory(workspace(tmp_path, files)).entries
    assert {entry.name for entry in found} == {"GET /again", "GET /x"}


def test_a_chain_longer_than_anyone_nests_is_followed_to_its_end(tmp_path):
    steps = "".join(f'\n    .route("/r{number}", get(h))' for number in range(400))
    text = f"use axum::{{routing::get, Router}};\nfn main() {{ serve(Router::new(){steps}); }}\n"
    found = inventory(workspace(tmp_path, {"src/main.rs": text})).entries
    assert len(found) == 400


@pytest.mark.parametrize("name", sorted(set(HOSTILE) - {"long word"}))
def test_a_hostile_file_does_not_stop_the_inventory(tmp_path, name):
    broken = HOSTILE[name].replace(" ", "\n").replace(".b", "\n.b")[:60_000]
    files = {
        "src/a.rs": f"use axum::Router; use actix_web::web; use rocket::get;\n{broken}",
        "src/main.rs": 'use axum::Router;\nfn main() { Router::new().route("/up", get(up)); }\n',
        "config/routes.rb": f"Rails.application.routes.draw do\n get 'x', to: 'a#b'\n{broken}",
        "src/A.java": f'@GetMapping("/x")\n{broken}',
        "src/A.cs": f"[HttpGet] app.MapGet(\n{broken}",
        "src/a.php": f"<?php Route::get( #[Route( /** @Route(\n{broken}",
    }
    found = inventory(workspace(tmp_path, files)).entries
    assert "GET /up" in {entry.name for entry in found}


def test_a_line_too_long_is_not_read_and_the_next_file_is(tmp_path):
    files = {
        "src/long.rs": "use axum::Router; // " + "x" * 1_000_000 + "\n",
        "src/main.rs": 'use axum::Router;\nfn main() { Router::new().route("/up", get(up)); }\n',
    }
    found = inventory(workspace(tmp_path, files)).entries
    assert [entry.name for entry in found] == ["GET /up"]
