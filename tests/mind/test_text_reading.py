"""The request is read by its form: act, roles, effects, silence items, rules and defects."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intent_tui.mind.offline.text import read

COMPLETE = (
    "Cache GET /invoices and GET /invoices/:id with the redis client already there, using the "
    "120-second constant; POST drops the list key; any cache read, write or invalidation failure "
    "answers uncached and the request succeeds; 404s are not cached; bodies unchanged; finished "
    "when both GETs come from the cache and the existing tests pass."
)


def categories(text: str) -> dict[str, str]:
    return {each.text: each.category for each in read(text).stated}


def effect(text: str) -> str:
    found = read(text).effects
    return found[0].name if found else ""


# speech act -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "add a cache to the invoice list",
        "could you sort the invoice list by date?",
        "is there a way to make the importer survive a broken row?",
        "I'd like invoices to be archived after a year",
        "The invoice list should show the due date.",
        "look into why the nightly import is slow and recommend a fix",
        "can we drop support for the old upload form?",
        "When a draft is older than a week, delete it.",
        "给发票列表加分页",
        "能不能把发票列表按日期排序？",
        "希望发票可以导出成表格",
        "Füge der Rechnungsliste eine Suche hinzu",
        "Kannst du alte Entwürfe löschen?",
        "Ajoute un filtre à la liste des factures",
        "Peux-tu exporter les factures ?",
        "Añade un filtro a la lista de facturas",
        "¿Puedes exportar las facturas?",
        "Adicione um filtro na lista de faturas",
        "請求書の一覧に検索を追加してください",
        "古い下書きを削除してもらえますか？",
        "청구서 목록에 검색을 추가해 주세요",
        "Добавь поиск в список счетов",
        "Можешь удалить старые черновики?",
    ],
)
def test_orders_start(text: str) -> None:
    assert read(text).act == "order"
    assert read(text).start


@pytest.mark.parametrize(
    "text",
    [
        "what does the importer do?",
        "why is the nightly import slow?",
        "explain the invoice cache module",
        "Where is the retry interval set?",
        "How does the login check work",
        "I wonder why the export takes so long",
        "发票缓存是怎么实现的？",
        "为什么导入这么慢？",
        "请问超时时间在哪里设置？",
        "Was macht die Funktion parse_rows?",
        "Warum ist der Import so langsam?",
        "Pourquoi l'import est-il lent ?",
        "¿Cómo funciona la caché?",
        "Por que a importação está lenta?",
        "キャッシュはどうやって実装されていますか？",
        "캐시는 어떻게 동작하나요?",
        "Почему импорт такой медленный?",
    ],
)
def test_questions_do_not_start(text: str) -> None:
    reading = read(text)
    assert reading.act == "question"
    assert not reading.start
    assert not reading.effects


def test_order_and_question_are_a_mix() -> None:
    reading = read("Sort the invoice list by date. Why is it unsorted today?")
    assert reading.act == "mix"
    assert reading.start


def test_an_effort_question_changes_nothing() -> None:
    assert read("Add a search box to the invoice list. How hard would that be?").act == "order"


@pytest.mark.parametrize(
    "text", ["The search does not work any more.", "Die Suche funktioniert nicht mehr."]
)
def test_a_complaint_starts(text: str) -> None:
    reading = read(text)
    assert reading.act == "complaint"
    assert reading.start


@pytest.mark.parametrize(
    "text", ["fix the typo in the readme", "改一下注释里的错别字", "Corrige la errata del título"]
)
def test_a_typo_is_trivial(text: str) -> None:
    assert read(text).act == "trivial"
    assert not read(text).start


def test_a_typo_in_a_contract_is_not_trivial() -> None:
    assert read("fix the typo in the status field of the api response").act != "trivial"


def test_a_story_is_no_evidence() -> None:
    story = (
        "Last year the importer failed with errors and was finished when all tests passed using "
        "the old client."
    )
    bare = read("Import the supplier list.")
    told = read(f"{story} Import the supplier list.")
    assert told.silence.acceptance.ok == bare.silence.acceptance.ok is False
    assert told.silence.failure.ok == bare.silence.failure.ok is False
    assert told.silence.approach.ok == bare.silence.approach.ok is False
    assert [each.role for each in told.sentences] == ["narrative", "order"]


# effects --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("add caching to the invoice API", "copy"),
        ("put a cache in front of the supplier list", "copy"),
        ("delete drafts older than a week", "remove"),
        ("get rid of stale sessions", "remove"),
        ("rename parse_row to read_row", "rename"),
        ("cap uploads at 20 files per user", "limit"),
        ("add rate limiting to the sign-up endpoint", "limit"),
        ("upgrade left-pad to the next major", "migrate"),
        ("move widgetlib to its newest major release", "migrate"),
        ("email the owner when an invoice is overdue", "message"),
        ("log every failed sign-in", "signal"),
        ("import suppliers from the CSV feed", "pull"),
        ("export the invoices as PDF", "export"),
        ("refund the annual fee", "money"),
        ("backfill the country column", "history"),
        ("only admins may open the audit page", "gate"),
        ("retry the webhook three times", "tolerate"),
        ("paginate the supplier list", "derive"),
        ("run the report every night", "schedule"),
        ("let people upload a logo", "store"),
        ("look into why imports fail and recommend a change", "research"),
        ("split the billing module", "refactor"),
        ("make the report faster", "improve"),
        ("给发票接口加缓存", "copy"),
        ("删除一年前的草稿", "remove"),
        ("把 parse_row 重命名为 read_row", "rename"),
        ("限制每个用户最多上传 20 个文件", "limit"),
        ("导出发票", "export"),
        ("失败时重试三次", "tolerate"),
        ("Lösche alte Entwürfe", "remove"),
        ("Supprime les vieux brouillons", "remove"),
        ("Elimina los borradores antiguos", "remove"),
        ("Exclua os rascunhos antigos", "remove"),
        ("古い下書きを削除してください", "remove"),
        ("오래된 초안을 삭제해 주세요", "remove"),
        ("Удали старые черновики", "remove"),
    ],
)
def test_the_strongest_effect_names_the_intent(text: str, name: str) -> None:
    assert effect(text) == name


@pytest.mark.parametrize(
    ("text", "not_this"),
    [
        ("sort the cached invoices by date", "copy"),
        ("rename CacheEntry to Entry", "copy"),
        ("show the deletion date", "remove"),
        ("fix the login page", "gate"),
        ("优化一下登录页面", "gate"),
        ("把看板导出成表格，只包括未归档的", "remove"),
        ("move `delete_row` to another module", "remove"),
    ],
)
def test_a_mentioned_word_orders_nothing(text: str, not_this: str) -> None:
    assert not_this not in [each.name for each in read(text).effects]


def test_what_no_class_knows_is_said() -> None:
    reading = read("yodel the invoices")
    assert not reading.effects
    assert [span.text for span in reading.not_understood] == ["yodel"]
    reading = read("Users should be able to yodel within a minute")
    assert [span.text for span in reading.not_understood] == ["yodel"]


def test_a_record_and_an_upset_person_need_a_remedy() -> None:
    for text in (
        "a guest is complaining about reservation 90017, sort it out",
        "an angry customer is writing about shipment 5512, get it fixed",
        "一个客户在投诉订单 90017，处理一下",
    ):
        reading = read(text)
        assert reading.effects[0].name == "remedy"
        assert reading.start
        assert not reading.defects
        assert [each.kind for each in reading.mentions if each.named] == ["record"]


# silence --------------------------------------------------------------------------------------


def test_a_complete_request_ticks_all_four() -> None:
    silence = read(COMPLETE).silence
    assert silence.complete
    assert silence.objects.words[0].text == "GET /invoices"


def test_a_complete_request_in_chinese() -> None:
    text = (
        "用现有的 redis 客户端缓存 GET /invoices；任何读写或失效失败都直接返回未缓存的数据；"
        "返回内容保持不变；当所有测试通过就算完成。"
    )
    assert read(text).silence.complete


@pytest.mark.parametrize(
    ("left_out", "item"),
    [
        ("GET /invoices and GET /invoices/:id", "objects"),
        (
            "any cache read, write or invalidation failure answers uncached "
            "and the request succeeds; ",
            "failure",
        ),
        ("finished when both GETs come from the cache and the existing tests pass", "acceptance"),
    ],
)
def test_leaving_one_item_out_flips_it(left_out: str, item: str) -> None:
    text = COMPLETE.replace(left_out, "the invoices" if item == "objects" else "")
    if item == "objects":
        text = text.replace("both GETs come", "they come").replace("the list key", "it")
    silence = read(text).silence
    assert not getattr(silence, item).ok


@pytest.mark.parametrize(
    "text",
    [
        "put a cache in front of the invoice API",
        "speed up all endpoints",
        "help this customer",
        "给发票接口加缓存",
    ],
)
def test_collectives_are_no_objects(text: str) -> None:
    assert not read(text).silence.objects.ok


@pytest.mark.parametrize(
    "text",
    [
        "sort src/views/invoice_list.py rows by date",
        "refund order 90017",
        "set MAX_ROWS to 40",
        "add `--dry` to the tool",
    ],
)
def test_anchors_are_objects(text: str) -> None:
    assert read(text).silence.objects.ok


def test_an_anchor_in_the_acceptance_line_is_no_object() -> None:
    text = "Cache the supplier list. Done when tests/test_suppliers.py asserts a second read."
    assert not read(text).silence.objects.ok


def test_a_lifetime_is_no_acceptance() -> None:
    assert not read("Cache GET /invoices with a TTL of 120 seconds").silence.acceptance.ok


def test_no_fallible_step_needs_no_failure_rule() -> None:
    assert read("rename parse_row to read_row").silence.failure.ok
    uncovered = read("import the suppliers nightly").silence.failure
    assert not uncovered.ok
    assert uncovered.uncovered


# stated rules ---------------------------------------------------------------------------------


def test_qualifiers_are_stated_and_the_order_is_not() -> None:
    found = categories(
        "Cache the invoices with the redis client already there, using the 120-second constant; if "
        "invalidation fails answer uncached; response bodies stay the same."
    )
    assert found == {
        "with the redis client already there": "approach",
        "using the 120-second constant": "approach",
        "if invalidation fails answer uncached": "failure_behavior",
        "response bodies stay the same": "data_compatibility",
    }


def test_stated_rules_in_chinese() -> None:
    found = categories("缓存发票列表，失败时直接返回未缓存的数据，返回内容保持不变，不要新增依赖")
    assert found == {
        "失败时直接返回未缓存的数据": "failure_behavior",
        "返回内容保持不变": "data_compatibility",
        "不要新增依赖": "non_goals_constraints",
    }


def test_a_failure_rule_may_list_its_steps() -> None:
    rule = "any failure of a cache read, write or invalidation answers uncached"
    reading = read(f"Cache GET /invoices; {rule}; bodies unchanged")
    assert categories(reading.text)[rule] == "failure_behavior"
    assert not reading.not_understood
    assert reading.silence.failure.ok


def test_an_example_and_courtesy_state_nothing() -> None:
    found = categories("Generate a short code of, say, six letters. Thanks a lot!")
    assert not any("six" in text or "hanks" in text for text in found)


def test_the_order_alone_states_nothing() -> None:
    assert categories("put a cache in front of the invoice API") == {}


# defects --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "axis"),
    [
        (
            "cache the invoices, always return the newest write, and add no invalidation",
            "freshness",
        ),
        ("缓存发票列表，始终返回最新的写入，不要加失效", "freshness"),
        ("Keep all drafts forever and delete drafts older than 30 days", "retention"),
        ("Votes must be anonymous, and each user may only vote once", "identity"),
        ("Reject the whole file if one row is bad; skip bad rows and import the rest", "atomic"),
        ("Add no new dependencies, and install the fastcsv package", "dependencies"),
    ],
)
def test_poles_collide(text: str, axis: str) -> None:
    found = read(text).defects
    assert found[0].issue == "conflict"
    assert found[0].name == axis
    assert len(found[0].quotes) == 2


@pytest.mark.parametrize(
    "text",
    [
        "cache the invoices, always return the newest write, clear the key on every write",
        "cache the invoices for 120 seconds",
        "Keep all drafts forever except unless asked; delete drafts older than 30 days",
        "skip bad rows and import the rest",
        COMPLETE,
    ],
)
def test_poles_that_do_not_collide(text: str) -> None:
    assert not [each for each in read(text).defects if each.issue == "conflict"]


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("make the invoice API cheaper for tablets", "metric"),
        ("improve it", "metric"),
        ("让发票接口更便宜一些", "metric"),
        ("deal with the old drafts", "placeholder"),
        ("处理一下发票接口", "placeholder"),
        ("mute the noisy suppliers", "outcome"),
        ("Mach die Rechnungsliste günstiger", "metric"),
    ],
)
def test_words_that_read_two_ways(text: str, family: str) -> None:
    found = read(text).defects
    assert [each.issue for each in found] == ["ambiguous"]
    assert found[0].name == family


@pytest.mark.parametrize(
    "text",
    [
        "make the invoice list load in 200 ms",
        "improve the response time of the report",
        "mute the noisy suppliers: hide them from the list",
        "handle timeouts by returning 503",
        "add caching to the invoice API",
        "把首页响应时间优化到 200 毫秒",
    ],
)
def test_words_made_plain(text: str) -> None:
    assert not read(text).defects


# taste ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "rework the invoice page so that it feels modern",
        "make the report look beautiful",
        "The form looks old and needs something fresher.",
        "让发票页面看起来更现代一些",
        "Mach die Oberfläche moderner",
    ],
)
def test_taste_is_found(text: str) -> None:
    found = read(text).ungrillable
    assert found is not None
    assert text[found.start : found.end] == found.text


@pytest.mark.parametrize(
    "text",
    [
        "A dark theme would be nice",
        "support modern browsers",
        "make the contrast at least 4.5",
        "add a compact variant of the invoice page",
        "the list should look the same as the supplier page",
        "给页面加深色模式",
        "delete drafts older than a week",
    ],
)
def test_what_can_be_checked_is_no_taste(text: str) -> None:
    assert read(text).ungrillable is None


# spoken options -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "add a cache, no questions",
        "improve it, and ask me nothing",
        "just do it: add a cache",
        "don't ask me anything. Add a cache",
        "加缓存，别问",
        "Baue einen Cache ein, keine Rückfragen",
        "Ajoute un cache, sans questions",
        "Añade una caché y no me preguntes nada",
        "Добавь кэш, без вопросов",
    ],
)
def test_no_questions(text: str) -> None:
    reading = read(text)
    assert reading.no_ask
    assert reading.ask_budget == 0
    assert not any("question" in each.text or "ask" in each.text for each in reading.stated)


@pytest.mark.parametrize(
    "text",
    [
        "add a page that has no questions",
        "the survey must work with no questions answered",
        "add a field for asking about allergies",
        "新增一个问题列表页面",
    ],
)
def test_questions_as_content(text: str) -> None:
    reading = read(text)
    assert not reading.no_ask
    assert reading.ask_budget is None


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("add a cache, ask up to 5 questions", 5),
        ("add a cache, one question at most", 1),
        ("加缓存，最多问两个问题", 2),
        ("Baue einen Cache ein, höchstens eine Frage", 1),
    ],
)
def test_budget(text: str, budget: int) -> None:
    reading = read(text)
    assert reading.ask_budget == budget
    assert not reading.no_ask


def test_the_program_is_named_and_left_out() -> None:
    reading = read("intent-tui: add a cache to the invoice list")
    assert reading.program_named
    assert reading.effects[0].name == "copy"
    assert not read("add a cache to the intent list").program_named


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("write a plan for moving the invoices", "plan"),
        ("look into why imports fail and recommend a change", "research"),
        ("reply to the customer about order 90017", "respond"),
        ("escalate order 90017 to the carrier team", "escalate"),
        ("add a cache to the invoice list", None),
    ],
)
def test_target(text: str, target: str | None) -> None:
    assert read(text).target == target


def test_alternatives_of_the_request() -> None:
    reading = read("Archive drafts after a month, either for everyone or per team.")
    assert [span.text for span in reading.alternatives] == ["for everyone", "per team"]
    assert not read("Archive drafts or notes after a month").alternatives


# terms and mentions ---------------------------------------------------------------------------


def test_terms_hold_the_subject_and_not_the_small_words() -> None:
    terms = read("please add caching to the supplier API").terms
    assert set(terms) == {"cach", "supplier"}
    assert len(read(COMPLETE * 3).terms) <= 12


def test_kinds_of_mentions() -> None:
    reading = read(
        "Change MAX_ROWS in src/list.py to 40 rows, add --wide and drop ?old= from GET /rows/:id"
    )
    found = {each.span.text: each.kind for each in reading.mentions}
    assert found["MAX_ROWS"] == "symbol"
    assert found["src/list.py"] == "path"
    assert found["40 rows"] == "value"
    assert found["--wide"] == "flag"
    assert found["?old="] == "flag"
    assert found["GET /rows/:id"] == "route"


def test_a_package_is_named_by_the_upgrade() -> None:
    found = [
        each.span.text
        for each in read("upgrade left-pad to the next major").mentions
        if each.kind == "package"
    ]
    assert found == ["left-pad"]


# robustness -----------------------------------------------------------------------------------

_SEEDS = (
    *("cache ", "the invoices ", "if it fails ", "must ", "never ", "always newest "),
    *("，", "。", "失败时", "キャッシュ", "`x`", "GET /a/:b ", "order 90017 "),
    *("no questions", "ask up to 3", "\n", "- ", ": ", "İ", "\ue000", "“", "ß"),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(_SEEDS), st.text(max_size=12)), max_size=25).map("".join))
def test_every_span_quotes_the_text(text: str) -> None:
    reading = read(text)
    spans = [
        each.span
        for each in (*reading.sentences, *reading.effects, *reading.mentions, *reading.stated)
    ]
    spans += [quote for defect in reading.defects for quote in defect.quotes]
    spans += [*reading.alternatives, *reading.not_understood]
    silence = reading.silence
    for item in (silence.objects, silence.approach, silence.failure, silence.acceptance):
        spans += item.words
    if reading.ungrillable:
        spans.append(reading.ungrillable)
    assert all(text[span.start : span.end] == span.text for span in spans)
    assert all(each.text == each.span.text for each in reading.stated)
    assert read(text) == reading


@pytest.mark.parametrize(
    "piece",
    [
        COMPLETE + " ",
        "a",
        "a.",
        "a/",
        "[a]",
        "缓存失败",
        "if error ",
        "always newest cache ",
        "ask ",
    ],
)
def test_a_long_request_stays_cheap(piece: str) -> None:
    text = (piece * 100_000)[:100_000]
    read("add a cache")
    started = time.process_time()
    read(text)
    assert time.process_time() - started < 1.5
