"""The playbooks as data: their shape, their wording, and that each one can be reached."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from jsonschema import Draft202012Validator

from intent_tui.base import knowledge
from intent_tui.base.display import cells
from intent_tui.language import stems
from intent_tui.mind.guard import OPTION_CELLS, QUESTION_CELLS, REASON_CELLS, RISK_CELLS, WHY_CELLS
from intent_tui.mind.offline import text
from intent_tui.mind.offline.drafting import object_words
from intent_tui.mind.offline.phrasing import fill
from intent_tui.mind.offline.playbooks import (
    Ask,
    Playbook,
    PlayUnknown,
    Texts,
    choose,
    playbook,
)

NAMES = knowledge.names("playbooks")
BOOKS = tuple(playbook(name) for name in knowledge.names("playbooks"))
LANGUAGES = ("en", "zh", "de", "fr", "es", "pt", "ja", "ko", "ru")
BUDGET = 3
SLOT = re.compile(r"\{([^{}]*)\}")

FACT_SLOTS = {"name", "value", "quote", "pointer", "unit", "keys", "method", "path", "status"}
FACT_SLOTS |= {"reason", "effective", "file"}
REQUEST_SLOTS = {"object", "objects"}

WANTS = {
    "manifests": {""},
    "entries": {"", "reads", "writes", "all", "http", "commands", "jobs"},
    "kin": {""},
    "conventions": {""},
    "tests": {"", "shape", "gate"},
    "history": {"", "revert", "pin", "pull"},
    "decisions": {"", "ban", "changelog", "rule"},
    "records": {"record", "related", "policy", "remedy", "note", "offer"},
}


def unknowns() -> Iterator[tuple[Playbook, PlayUnknown]]:
    for book in BOOKS:
        for each in book.unknowns:
            yield book, each


def asks() -> list[tuple[str, PlayUnknown, Ask]]:
    return [(f"{book.name}.{each.field}", each, each.ask) for book, each in unknowns() if each.ask]


ASKS = asks()
ASK_IDS = [name for name, _, _ in ASKS]


def texts_of(ask: Ask) -> list[tuple[Texts, int]]:
    found: list[tuple[Texts, int]] = [
        (ask.question, QUESTION_CELLS),
        (ask.why, WHY_CELLS),
        (ask.reason, REASON_CELLS),
    ]
    if ask.risk:
        found.append((ask.risk, RISK_CELLS))
    return found + [(option.text, OPTION_CELLS) for option in ask.options]


def wide(language: str) -> dict[str, str]:
    """Every slot twenty cells wide, in letters as wide as the language's own."""
    word = "包裹" * 5 if language in ("zh", "ja", "ko") else "parcel-and-a-bit-mor"
    fields = {each.field for _, each in unknowns()}
    return dict.fromkeys(REQUEST_SLOTS | FACT_SLOTS | fields, word)


@pytest.mark.parametrize("name", NAMES)
def test_a_playbook_has_the_shape_of_its_schema(name: str):
    schema = json.loads(knowledge.text("schema/playbook.schema.json"))
    Draft202012Validator.check_schema(schema)
    raw = knowledge.yaml(f"playbooks/{name}.yaml")
    problems = [
        f"{'.'.join(map(str, error.path))}: {error.message}"
        for error in Draft202012Validator(schema).iter_errors(raw)
    ]
    assert problems == []
    assert raw["name"] == name


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_a_playbook_knows_what_is_acted_on_and_when_it_is_done(book: Playbook):
    fields = [each.field for each in book.unknowns]
    assert len(fields) == len(set(fields))
    assert "scope" in {each.category for each in book.unknowns}
    done = book.unknown("done")
    assert done is not None
    assert (done.category, done.otherwise) == ("acceptance", "infer")
    assert "acceptance" in done.said_by


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_an_empty_workspace_costs_no_more_questions_than_the_budget(book: Playbook):
    if book.domains:
        # Chosen only where there is something to read.
        assert "" not in book.domains
        return
    asked = [each.field for each in book.unknowns if each.otherwise != "drop" and not each.domains]
    assert 1 <= len(asked) <= BUDGET, asked


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_what_cannot_be_walked_back_is_asked_and_says_what_is_at_stake(book: Playbook):
    for each in book.unknowns:
        if each.irreversible:
            assert each.otherwise == "ask", each.field
            assert not each.infer, each.field
            assert each.weight >= 80, each.field


@pytest.mark.parametrize(("name", "each", "ask"), ASKS, ids=ASK_IDS)
def test_a_question_fits_where_it_is_shown(name: str, each: PlayUnknown, ask: Ask):
    for texts, limit in texts_of(ask):
        for language, template in texts.items():
            shown = fill(template, wide(language))
            assert cells(shown) <= limit, f"{language}: {shown}"


@pytest.mark.parametrize(("name", "each", "ask"), ASKS, ids=ASK_IDS)
def test_a_question_is_one_sentence_in_nine_languages(name: str, each: PlayUnknown, ask: Ask):
    for language in ask.question:
        sentence = fill(ask.question[language], wide(language))
        assert sentence.endswith(("?", "？")), sentence
        assert len(re.findall(r"[?？]", sentence)) == 1, sentence
        assert not re.search(r"[.!。！]\s", sentence), sentence
    for texts, _ in texts_of(ask):
        assert set(texts) == set(LANGUAGES), "a question in two languages at once"
        assert len(set(texts.values())) == len(texts), "a text was copied into another language"


@pytest.mark.parametrize(("name", "each", "ask"), ASKS, ids=ASK_IDS)
def test_options_are_two_or_three_and_each_changes_the_spec(name: str, each: PlayUnknown, ask: Ask):
    if ask.options_from:
        assert ask.options == ()
        return
    assert len(ask.options) in (2, 3)
    assert "ABC".index(ask.recommended) < len(ask.options)
    for language in LANGUAGES:
        offered = [option.text[language] for option in ask.options]
        written = [tuple(says[language] for says in option.says) for option in ask.options]
        assert len(set(offered)) == len(offered)
        assert len(set(written)) == len(written)
        assert not any(re.match(r"(?i)other|both\b|it depends", text) for text in offered)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_texts_speak_only_of_what_there_is(book: Playbook):
    fields = {each.field for each in book.unknowns}
    for each in book.unknowns:
        heard: list[tuple[Texts, set[str]]] = [(each.infer, FACT_SLOTS | REQUEST_SLOTS | fields)]
        for look in each.look:
            heard.append((look.says, FACT_SLOTS | REQUEST_SLOTS | fields))
            heard.append(({"en": look.value}, FACT_SLOTS))
        if each.ask:
            heard += [(texts, REQUEST_SLOTS | fields) for texts, _ in texts_of(each.ask)]
            for option in each.ask.options:
                heard += [(texts, REQUEST_SLOTS | fields) for texts in option.says]
        for texts, known in heard:
            for template in texts.values():
                assert set(SLOT.findall(template)) <= known, (each.field, template)
                assert template.count("[") == template.count("]"), template


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_what_is_found_and_inferred_is_said_in_nine_languages(book: Playbook):
    for each in book.unknowns:
        shown = [look.says for look in each.look if look.says]
        said = [each.infer] if each.infer else []
        said += [says for option in (each.ask.options if each.ask else ()) for says in option.says]
        for texts in shown + said:
            assert set(texts) == set(LANGUAGES), (each.field, texts)
            assert len({template.count("[") for template in texts.values()}) == 1, texts
        for texts in shown:
            # A fact keeps all its parts; a sentence may say "it" for the object.
            assert len({tuple(sorted(SLOT.findall(each))) for each in texts.values()}) == 1, texts


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_look_ups_ask_for_what_a_surface_can_give(book: Playbook):
    capabilities = set(knowledge.yaml("capabilities.yaml"))
    for each in book.unknowns:
        assert len(each.look) <= 3, each.field
        for look in each.look:
            if look.want.startswith("capability:"):
                assert look.surface == "manifests"
                assert look.want.removeprefix("capability:") in capabilities, look.want
            else:
                assert look.want in WANTS[look.surface], (each.field, look.surface, look.want)
            for term in look.terms:
                known = ("@objects", "@request", "@approach")
                assert term in known or re.fullmatch(r"[a-z0-9_\u4e00-\u9fff-]+", term), term


def test_effects_are_those_of_the_table_and_belong_to_one_playbook_of_a_domain():
    table = knowledge.yaml("effects.yaml")
    known = set(table.get("classes", table))
    owners: dict[tuple[str, tuple[str, ...]], str] = {}
    for book in BOOKS:
        for effect in book.effects:
            assert effect in known, f"{book.name}: {effect}"
            for kind in book.object_kinds or ("any",):
                owner = owners.setdefault((effect, (*book.domains, kind)), book.name)
                assert owner == book.name


SAMPLES = {
    "authentication": "Add a login to the courier portal",
    "background_work": "Run the invoice mails in the background",
    "caching": "Cache the timetable responses",
    "concurrency": "Two label runs at the same time must not be possible",
    "configuration": "Add a setting for the first day of the week",
    "deletion": "Delete couriers that never signed in",
    "error_handling": "Catch the exception of the label printer",
    "exports": "Export the bookings as CSV",
    "faults": "The tariff page shows the wrong week, please fix",
    "general": "Add a birthday column to the courier page",
    "imports": "Import the stops from the partner's system",
    "interface_change": "Change the response of the tariff endpoint",
    "logging_metrics": "Add metrics for the label printer",
    "migrations": "Backfill the weight of old parcels",
    "notifications": "Notify couriers when a parcel is late",
    "paging": "Paginate the parcel list",
    "payments": "Settle the courier payouts every week",
    "permissions": "Restrict editing of tariffs by role",
    "quotas": "Add a quota for stored parcels",
    "rate_limits": "Throttle the tracking endpoint",
    "remedies": "A furious customer complains about a broken vase",
    "renames": "Rename the tariff endpoint",
    "research": "Investigate why parcels arrive late",
    "retries": "Retry calls to the label printer",
    "search_filter": "Let dispatchers search the parcels by street",
    "tests": "Add tests for the settings endpoint",
    "tolerance": "Keep the courier page up when the label printer is down",
    "upgrades": "Upgrade the label library to the next major",
    "uploads": "Let couriers upload a photo of the parcel",
    "validation": "Validate the weight of a parcel",
    "withdrawals": "Remove the tariff endpoint",
    "writing": "Translate the error messages",
}


def test_every_playbook_has_a_sample():
    assert set(SAMPLES) == set(NAMES)


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_every_playbook_is_reached_by_a_request(name: str):
    domain = (playbook(name).domains or ("code",))[0]
    assert choose(text.read(SAMPLES[name]), domain).name == name


@pytest.mark.parametrize(
    ("request_text", "name"),
    [
        ("删除从未登录过的快递员", "deletion"),
        ("导出预订数据", "exports"),
        ("给包裹列表分页", "paging"),
        ("Sendungen exportieren", "exports"),
        ("Veraltete Sendungen löschen", "deletion"),
        ("Exporter les réservations", "exports"),
        ("Renombrar la ruta de tarifas", "renames"),
        ("Paginar a lista de encomendas", "paging"),
        ("料金表をキャッシュする", "caching"),
        ("예약 목록 내보내기 기능 추가", "exports"),
        ("Переименовать маршрут тарифов", "renames"),
    ],
)
def test_words_of_other_languages_reach_the_same_playbooks(request_text: str, name: str):
    assert choose(text.read(request_text), "code").name == name


def test_a_case_of_somebodys_is_no_playbook_for_code():
    reading = text.read("A furious customer complains about a broken vase")
    assert choose(reading, "code").name != "remedies"


def test_every_playbook_but_the_general_one_has_words_in_every_language():
    for book in (each for each in BOOKS if each.name != "general"):
        raw = knowledge.yaml(f"playbooks/{book.name}.yaml")["stems"]
        assert set(raw) == set(LANGUAGES), book.name
    assert playbook("general").stems == ()


def glossary() -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = knowledge.yaml("words/glossary.yaml")
    return found


def test_the_glossary_gives_stems_as_the_program_makes_them():
    for language, table in glossary().items():
        assert language in LANGUAGES
        assert len(table) > 150, language
        for word, found in table.items():
            assert isinstance(word, str)
            assert word == word.lower()
            assert found, word
            for each in found:
                # Folding a stem again may shorten it, never turn it into another word.
                assert each.startswith(stems.stem(each)), (language, word, each)
                assert each.isascii(), (language, word, each)


@pytest.mark.parametrize(
    ("request_text", "wanted"),
    [
        ("给包裹列表加缓存", "parcel"),
        ("請求書をエクスポートする", "invoic"),
        ("송장 목록에 캐시 추가", "invoic"),
        ("Добавить кэш для списка посылок", "parcel"),
        ("Cache für die Rechnungen hinzufügen", "invoic"),
        ("Mettre en cache les réservations", "book"),
        ("Añadir caché a las reservas", "book"),
        ("Adicionar cache na lista de encomendas", "parcel"),
    ],
)
def test_a_noun_of_another_language_finds_the_words_of_a_repository(request_text: str, wanted: str):
    assert wanted in object_words(text.read(request_text))


@pytest.mark.parametrize("name", knowledge.names("playbooks"))
def test_a_playbook_is_chosen_by_what_stands_above_its_unknowns(name: str) -> None:
    whole = knowledge.yaml(f"playbooks/{name}.yaml")
    top = knowledge.head(f"playbooks/{name}.yaml", "unknowns")
    assert {**top, "unknowns": whole["unknowns"]} == whole
