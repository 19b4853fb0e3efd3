"""Records: the one that is meant, what belongs to it, what the policies of the day allow."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders.workspaces import build
from hypothesis import given
from hypothesis import strategies as st
from papers import folder, only

from intent_tui.probe import records
from intent_tui.probe.desk import leaves
from intent_tui.probe.domains import CODE, DERIVED, domain, domain_of, listed
from intent_tui.probe.facts import Wanted
from intent_tui.probe.result import Result
from intent_tui.workspace.files import Workspace

DAY = "2026-09-23"


def look(workspace: Workspace, want: str, day: str = DAY, **more: tuple[str, ...]) -> Result:
    return records.look(workspace, Wanted("records", want=want, **more), day)


def values(result: Result) -> list[str]:
    return [fact.value for fact in result.facts]


@pytest.fixture
def desk(tmp_path: Path) -> Workspace:
    return Workspace.find(build("desk", tmp_path / "desk"))


def test_the_named_record_tells_what_happened_line_by_line(desk: Workspace) -> None:
    found = look(desk, "record", names=("order 5530",))
    assert {fact.name for fact in found.facts} == {"order 5530"}
    first = found.facts[0]
    assert first.value == "carrier_marker: lost"
    assert first.pointer == "orders/5530.json:8"
    assert first.more["system"] == "orders"
    assert first.more["id"] == "5530"
    assert "id: 5530" not in values(found)
    assert all(desk.opened.minted(fact.pointer) for fact in found.facts)


@pytest.mark.parametrize("name", ["order 5530", "Order #5530", "orders/5530", "#5530", "5530"])
def test_an_id_is_understood_as_people_write_it(desk: Workspace, name: str) -> None:
    assert look(desk, "record", names=(name,)).facts[0].name == "order 5530"


def test_a_number_of_another_kind_is_not_taken(desk: Workspace) -> None:
    assert look(desk, "record", names=("order 2210",)).facts == ()
    assert look(desk, "record", names=("ticket 2210",)).facts[0].name == "ticket 2210"
    assert look(desk, "record", names=("order 9999",)).facts == ()


def test_a_word_counts_as_a_record_only_where_it_is_its_id_or_name(desk: Workspace) -> None:
    assert look(desk, "record", terms=("birchwood",)).facts[0].name == "account birchwood"
    assert look(desk, "record", terms=("angri", "money")).facts == ()


def test_what_belongs_to_the_case_is_found_over_its_account(desk: Workspace) -> None:
    found = look(desk, "related", names=("order 5530",))
    relations = {fact.name: fact.more["relation"] for fact in found.facts}
    assert relations == {
        "account birchwood": "named by the case",
        "ticket 2210": "speaks of the case",
    }
    assert found.facts[0].value == "plan: business"
    assert "goodwill.remaining_usd: 0" in values(found)


def test_offers_are_those_of_this_case_only(desk: Workspace) -> None:
    fact = only(look(desk, "offer", names=("order 5530",)))
    assert fact.value == "We have not been offered anything."
    assert fact.name == "ticket 2210"


def test_offers_of_earlier_cases_of_the_account_are_said_to_be_others(tmp_path: Path) -> None:
    files = {
        "orders/71.json": '{"id": "71", "account": "larch"}\n',
        "accounts/larch.yaml": "id: larch\nplan: basic\n",
        "tickets/9.md": "# Ticket 9\n\nAccount: larch\n\nOffered a voucher; declined.\n",
        "tickets/8.md": "# Ticket 8\n\nAccount: rowan\n\nOffered a refund.\n",
        "policy/a.md": "# A\n\nRefunds are possible.\n",
    }
    found = look(folder(tmp_path, files), "offer", names=("order 71",))
    assert values(found) == ["Offered a voucher; declined."]
    assert found.facts[0].more["relation"] == "same account larch"


def test_policies_are_cited_by_section_with_their_day(desk: Workspace) -> None:
    found = look(desk, "policy", terms=("proof", "marker"))
    assert found.facts[0].value == "The carrier's lost marker is enough."
    assert found.facts[0].pointer == "policy/returns.md#proof"
    assert found.facts[0].name == "Returns"
    assert found.facts[0].more["effective"] == "2026-06-01"


def test_a_policy_speaks_of_a_case_in_the_words_of_its_record(desk: Workspace) -> None:
    found = look(desk, "policy", terms=("angri", "custom", "5530"))
    assert "A claim is filed within 21 days of the marker." in values(found)
    assert look(desk, "policy", terms=("angri", "custom")).facts == ()


def test_remedies_say_which_one_closes_off_the_other(desk: Workspace) -> None:
    found = look(desk, "remedy")
    told = {fact.name: fact for fact in found.facts}
    assert list(told) == ["refund", "replacement"]
    assert told["refund"].more["forecloses"] == "yes"
    assert told["replacement"].more["forecloses"] == "no"
    assert {fact.more["excluded"] for fact in found.facts} == {"no"}
    assert told["refund"].value.startswith("A lost order is remedied")
    assert told["refund"].pointer == "policy/returns.md#remedies"
    assert told["refund"].more["offer_de"]


def test_notes_are_found_over_what_the_policies_rule(desk: Workspace) -> None:
    found = look(desk, "note", terms=("angri", "custom", "5530"))
    assert "missed the claim window" in found.facts[0].value
    assert found.facts[0].kind == "note"


def policies(root: Path, files: dict[str, str]) -> Workspace:
    return folder(root, {"tickets/1.md": "# Ticket 1\n\nOrder: 5\n", **files})


def test_an_excluded_remedy_is_marked_and_comes_last(tmp_path: Path) -> None:
    text = "# Rules\n\nRefunds are not offered. A repair or a replacement is possible.\n"
    told = look(policies(tmp_path, {"policies/rules.md": text}), "remedy").facts
    assert [(fact.name, fact.more["excluded"]) for fact in told] == [
        ("repair", "no"),
        ("replacement", "no"),
        ("refund", "yes"),
    ]


def test_an_exclusion_with_a_condition_holds_only_for_a_case_that_meets_it(tmp_path: Path) -> None:
    text = "# Rules\n\nA refund or a repair is possible.\nNo refund for engraved goods.\n"
    workspace = policies(
        tmp_path,
        {
            "policies/rules.md": text,
            "orders/5.json": '{"id": "5", "goods": "engraved cup"}\n',
            "orders/6.json": '{"id": "6", "goods": "plain cup"}\n',
        },
    )
    engraved = {f.name: f for f in look(workspace, "remedy", names=("order 5",)).facts}
    plain = {f.name: f for f in look(workspace, "remedy", names=("order 6",)).facts}
    assert engraved["refund"].more["excluded"] == "yes"
    assert plain["refund"].more["excluded"] == "no"
    assert plain["refund"].more["condition"] == "engraved goods"


def test_the_policy_that_speaks_of_the_case_comes_first(tmp_path: Path) -> None:
    files = {
        "orders/5.json": '{"id": "5", "carrier_marker": "lost"}\n',
        "policies/a-loyalty.md": "# Loyalty\n\nMembers get a voucher each spring.\n",
        "policies/b-lost.md": "# Lost goods\n\nLost goods mean a refund or a replacement.\n",
    }
    workspace = policies(tmp_path, files)
    told = [fact.name for fact in look(workspace, "remedy", names=("order 5",)).facts]
    assert told == ["refund", "replacement", "credit"]
    assert look(workspace, "remedy").facts[0].name == "credit"


def test_remedies_in_other_languages(tmp_path: Path) -> None:
    text = (
        "# 退货政策\n\n自2026年6月1日起生效。\n\n"
        "丢失的订单可以退款或补发。选择退款后结案，不得再补发。\n"
    )
    workspace = folder(tmp_path, {"工单/1.md": "# 工单 1\n\n订单: 5\n", "政策/退货.md": text})
    assert domain_of(workspace) == "support"
    told = {fact.name: fact.more["forecloses"] for fact in look(workspace, "remedy").facts}
    assert told == {"refund": "yes", "replacement": "no"}
    assert look(workspace, "remedy").facts[0].more["effective"] == "2026-06-01"
    german = "# Regeln\n\nGültig ab 01.06.2026.\n\nMöglich sind Erstattung oder Umtausch.\n"
    other = folder(tmp_path / "de", {"tickets/1.md": "# T 1\n", "richtlinien/a.md": german})
    assert [fact.name for fact in look(other, "remedy").facts] == ["refund", "replacement"]


@pytest.mark.parametrize(
    ("head", "day", "holds"),
    [
        ("In force since 2026-06-01.", "2026-06-01", True),
        ("In force since 2026-06-01.", "2026-05-31", False),
        ("Effective: 1 June 2026", "2026-05-31", False),
        ("Effective June 1, 2026", "2026-06-02", True),
        ("Gültig ab 01.06.2026", "2026-05-31", False),
        ("自2026年6月1日起生效。", "2026-05-31", False),
        ("Valid until 2026-06-30", "2026-07-01", False),
        ("Valid until 2026-06-30", "2026-06-30", True),
        ("Status: draft", "2026-06-30", False),
        ("Status: superseded", "2026-06-30", False),
        ("No date at all.", "2026-06-30", True),
        ("Effective 2026-13-45", "2026-06-30", True),
    ],
)
def test_only_policies_that_hold_on_the_day_count(
    tmp_path: Path, head: str, day: str, holds: bool
) -> None:
    text = f"# Rules\n\n{head}\n\n## Remedies\nA refund is possible.\n"
    workspace = policies(tmp_path, {"policies/rules.md": text})
    assert bool(look(workspace, "remedy", day).facts) == holds


def test_of_two_versions_the_newest_that_holds_counts(tmp_path: Path) -> None:
    def version(day: str, remedy: str) -> str:
        return f"# Rules\n\nIn force since {day}.\n\nA {remedy} is possible.\n"

    files = {
        "policies/rules-2025.md": version("2025-01-01", "refund"),
        "policies/rules-2026.md": version("2026-01-01", "repair"),
        "policies/rules-2027.md": version("2027-01-01", "replacement"),
    }
    workspace = policies(tmp_path, files)
    assert [fact.name for fact in look(workspace, "remedy").facts] == ["repair"]
    assert [f.name for f in look(workspace, "remedy", "2025-06-01").facts] == ["refund"]


def test_credentials_and_card_numbers_never_become_facts(tmp_path: Path) -> None:
    card = "4111 1111 " + "1111 1111"
    files = {
        "tickets/1.md": f"# Ticket 1\n\nAccount: larch\n\nMy card is {card}. It came late.\n",
        "accounts/larch.yaml": (
            "id: larch\nplan: basic\napi_key: kq83hf\npassword: hunter2\n"
            "login:\n  token: zzz\nnote: key " + "AKIA" + "ABCDEFGHIJKLMNOP\n"
        ),
    }
    workspace = folder(tmp_path, files)
    told = [
        *look(workspace, "record", names=("ticket 1",)).facts,
        *look(workspace, "record", terms=("larch",)).facts,
        *look(workspace, "related", names=("ticket 1",)).facts,
    ]
    assert any("plan: basic" in fact.value for fact in told)
    assert any("It came late." in fact.value for fact in told)
    whole = repr(told)
    for private in ("4111", "kq83hf", "hunter2", "zzz", "AKIA"):
        assert private not in whole


def test_many_records_of_one_file_are_told_apart(tmp_path: Path) -> None:
    files = {
        "orders.csv": "id,account,total\n71,larch,12\n72,rowan,40\n",
        "accounts.json": '[{"id": "larch", "plan": "basic"},\n {"id": "rowan", "plan": "gold"}]\n',
        "shipments.jsonl": '{"id": "s1", "order": "71"}\n{"id": "s2", "order": "72"}\n',
        "tickets.yaml": "- id: t1\n  order: 72\n  tone: calm\n- id: t2\n  order: 71\n",
    }
    workspace = folder(tmp_path, files)
    found = look(workspace, "record", names=("order 72",))
    assert values(found) == ["total: 40", "account: rowan"]
    assert {fact.pointer for fact in found.facts} == {"orders.csv:3"}
    related = {fact.name for fact in look(workspace, "related", names=("order 72",)).facts}
    assert related == {"account rowan", "ticket t1", "order s2"}


def test_a_reference_without_a_reason_is_left_dangling(tmp_path: Path) -> None:
    text = "# Ticket 4\n\nOrder: 5\nHold: shipped late (#88)\n"
    workspace = policies(tmp_path, {"tickets/4.md": text})
    found = look(workspace, "record", names=("ticket 4",))
    assert {fact.more.get("dangling") for fact in found.facts} == {None, "#88"}


def test_a_path_without_a_legal_spelling_is_cited_as_a_record(tmp_path: Path) -> None:
    workspace = folder(
        tmp_path,
        {"orders/my 71.json": '{"id": "71", "state": "lost"}\n', "tickets/1.md": "# T 1\n"},
    )
    assert only(look(workspace, "record", names=("order 71",))).pointer == "record:orders/71"


def test_what_cannot_be_read_at_all_is_a_failure(tmp_path: Path) -> None:
    workspace = folder(tmp_path, {"orders/71.json": "", "tickets/1.yaml": ""})
    for path in ("orders/71.json", "tickets/1.yaml"):
        (tmp_path / path).write_bytes(b"\0" * 20)
    found = look(workspace, "record", names=("order 71",))
    assert found.failed is not None
    assert "71.json" in found.failed


def test_records_beside_code_are_found_and_code_alone_has_none(tmp_path: Path) -> None:
    code = {"pyproject.toml": "[project]\nname = 'x'\n", "src/a.py": "x = 1\n", "src/b.py": "y\n"}
    plain = folder(tmp_path / "plain", code)
    assert domain_of(plain) == CODE
    assert look(plain, "policy", terms=("refund",)).facts == ()
    mixed = folder(tmp_path / "mixed", {**code, "policies/rules.md": "# Rules\n\nKeep logs.\n"})
    assert domain_of(mixed) == CODE
    assert values(look(mixed, "policy", terms=("log",))) == ["Keep logs."]


def test_words_of_a_request_about_code_name_no_record(tmp_path: Path) -> None:
    files = {
        "pyproject.toml": "[project]\nname = 'x'\n",
        "accounts/larch.yaml": "id: larch\nplan: basic\n",
        "docs/larch.md": "# Larch\n\nPlan: none\n",
    }
    workspace = folder(tmp_path, files)
    assert look(workspace, "record", terms=("larch",)).facts == ()
    fact = only(look(workspace, "record", names=("account larch",)))
    assert fact.pointer == "accounts/larch.yaml:2"


@pytest.mark.parametrize(
    ("paths", "name"),
    [
        ([], ""),
        (["src/a.py", "package.json"], CODE),
        (["docs/adr/0001-x.md"], CODE),
        (["README.md", "LICENSE"], CODE),
        (["package.json", "reports/a.md", "notes/b.md", "sources/c.md"], CODE),
        (
            ["tidy.py", *(f"{kind}/{n}.md" for kind in ("tickets", "orders") for n in "1234")],
            "support",
        ),
        (["tickets/1.md", "orders/2.json", "policies/a.md"], "support"),
        (["reports/a.md", "sources/b.md", "notes/c.md"], "research"),
        (["incidents/a.md", "runbooks/b.md", "deployments/c.yaml"], "operations"),
        (["roles/a.yaml", "registry/b.yaml", "intake/c.md"], "routing"),
        (["beehives/a.yaml", "beehives/b.yaml"], DERIVED),
    ],
)
def test_the_sort_of_work_is_told_from_names_alone(
    tmp_path: Path, paths: list[str], name: str
) -> None:
    assert domain_of(folder(tmp_path, dict.fromkeys(paths, "a: 1\n"))) == name


def test_every_table_holds_together() -> None:
    for name in (*listed(), DERIVED):
        table = domain(name)
        kinds = {kind.name for kind in table.kinds}
        assert set(table.roles) == {"cases", "policies", "notes"}
        for role, members in table.roles.items():
            assert members <= kinds, (name, role)
        for kind in table.kinds:
            assert table.kind_called([kind.name]) == kind.name
        for remedy in table.remedies:
            assert {"en", "zh", "de"} <= set(remedy.offer)
            assert remedy.words.search(remedy.offer["en"].lower()) or not remedy.first


@given(st.sampled_from(["json", "yaml", "csv"]), st.lists(st.text(max_size=40), max_size=30))
def test_any_lines_can_be_read_as_data(language: str, lines: list[str]) -> None:
    for leaf in leaves.read(language, lines):
        assert 1 <= leaf.line <= len(lines)
        assert len(leaf.path) <= leaves.DEEPEST + 1


@given(
    st.recursive(
        st.integers(0, 9) | st.text("abc", min_size=1, max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.text("xyz", min_size=1, max_size=3), inner, max_size=3)
        ),
        max_leaves=12,
    ),
    st.sampled_from([None, 2]),
)
def test_json_values_are_all_found_in_order(value: object, indent: int | None) -> None:
    import json

    def flat(part: object, path: tuple[str | int, ...]) -> list[tuple[tuple[str | int, ...], str]]:
        if isinstance(part, dict):
            return [leaf for key, each in part.items() for leaf in flat(each, (*path, key))]
        if isinstance(part, list):
            return [leaf for place, each in enumerate(part) for leaf in flat(each, (*path, place))]
        return [(path, str(part))]

    text = json.dumps(value, indent=indent)
    found = [(leaf.path, leaf.value) for leaf in leaves.read("json", text.split("\n"))]
    expected = flat(value, (0,)) if isinstance(value, dict | list) else []
    assert found == expected


def test_yaml_keys_lists_and_texts_keep_their_lines() -> None:
    text = (
        "id: 71  # the id\nowner:\n  name: 'Ada'\n  tags:\n    - calm\n    - old\n"
        "story: |\n  It came\n  late.\nitems:\n- sku: a\n  count: 2\n- sku: b\nlast: yes"
    )
    found = [(leaf.name, leaf.value, leaf.line) for leaf in leaves.read("yaml", text.split("\n"))]
    assert found == [
        ("id", "71", 1),
        ("owner.name", "Ada", 3),
        ("owner.tags", "calm", 5),
        ("owner.tags", "old", 6),
        ("story", "It came late.", 7),
        ("items.sku", "a", 11),
        ("items.count", "2", 12),
        ("items.sku", "b", 13),
        ("last", "yes", 14),
    ]


def test_bombs_cost_nothing() -> None:
    deep = ["[" * 50_000]
    assert list(leaves.read("json", deep)) == []
    assert list(leaves.read("yaml", ["- " * 2_000 + "x"])) == []
    assert len(list(leaves.read("json", ["[" + "1," * 20_000 + "1]"]))) == leaves.MOST
