"""One request in nine languages: the same question about the same things, in each one's words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from builders.workspaces import build

from intent_tui.ask.pending import Pending
from intent_tui.passes.events import Submit
from intent_tui.passes.session import Session
from intent_tui.spec.model import IntentSpec

TWINS = {
    "caching": {
        "en": "add caching to the plant API",
        "zh": "给植物接口加上缓存",
        "de": "Caching für die Pflanzen-API hinzufügen",
        "es": "añadir caché a la API de plantas",
        "fr": "ajouter un cache pour les plantes de l'API",
        "pt": "adicionar cache à API de plantas",
        "ja": "植物APIにキャッシュを追加する",
        "ko": "식물 API에 캐시를 추가해 줘",
        "ru": "добавить кэширование в API растений",
    },
    "deletion": {
        "en": "delete inactive plants after a year",
        "zh": "一年后删除不活跃的植物",
        "de": "inaktive Pflanzen nach einem Jahr löschen",
        "es": "eliminar las plantas inactivas después de un año",
        "fr": "supprimer les plantes inactives après un an",
        "pt": "excluir plantas inativas depois de um ano",
        "ja": "使われていない植物を一年後に削除する",
        "ko": "1년이 지난 비활성 식물 삭제",
        "ru": "удалять неактивные растения через год",
    },
    "rate_limit": {
        "en": "rate limit POST /api/plants",
        "zh": "给 POST /api/plants 加限流",
        "de": "POST /api/plants drosseln",
        "es": "limitar la tasa de POST /api/plants",
        "fr": "limiter le débit de POST /api/plants",
        "pt": "limitar a taxa de POST /api/plants",
        "ja": "POST /api/plants にレート制限をかける",
        "ko": "POST /api/plants 에 속도 제한을 걸어 줘",
        "ru": "ограничить частоту запросов POST /api/plants",
    },
}
SCRIPTS = {
    "zh": re.compile("[\u4e00-\u9fff]"),
    "ja": re.compile("[\u3041-\u30fe\u4e00-\u9fff]"),
    "ko": re.compile("[\uac00-\ud7a3]"),
    "ru": re.compile("[\u0430-\u044f\u0451]"),
}
Sessions = dict[tuple[str, str], Session]
PAIRS = [(work, language) for work, twins in TWINS.items() for language in twins]


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> Sessions:
    service: Path = build("service", tmp_path_factory.mktemp("nine") / "service")
    found: Sessions = {}
    for work, language in PAIRS:
        session = Session.open(service)
        list(session.run(Submit(TWINS[work][language])))
        found[work, language] = session
    return found


def asked(session: Session) -> Pending:
    assert session.state.pending is not None
    return session.state.pending


def read(session: Session) -> list[str]:
    """Every text of the question that a person reads."""
    question = asked(session).question
    return [question.text, question.why_human, *(each.text for each in question.options)]


def spec_of(session: Session) -> IntentSpec:
    assert session.state.emitted is not None
    assert session.state.emitted.spec is not None
    return session.state.emitted.spec


@pytest.mark.parametrize(("work", "language"), PAIRS)
def test_the_same_is_asked_first_whatever_the_language(
    sessions: Sessions, work: str, language: str
) -> None:
    twin, english = sessions[work, language], sessions[work, "en"]
    assert asked(twin).field == asked(english).field
    assert asked(twin).irreversible == asked(english).irreversible
    assert spec_of(twin).decision.state == spec_of(english).decision.state == "ASK"
    assert asked(twin).question.recommended == asked(english).question.recommended
    assert len(asked(twin).question.options) == len(asked(english).question.options)


@pytest.mark.parametrize(("work", "language"), PAIRS)
def test_the_same_objects_are_found_whatever_the_language(
    sessions: Sessions, work: str, language: str
) -> None:
    assert spec_of(sessions[work, language]).objects == spec_of(sessions[work, "en"]).objects


@pytest.mark.parametrize(("work", "language"), [each for each in PAIRS if each[1] != "en"])
def test_a_question_speaks_the_language_of_its_request(
    sessions: Sessions, work: str, language: str
) -> None:
    own, english = read(sessions[work, language]), read(sessions[work, "en"])
    assert not set(own) & set(english)
    if language in SCRIPTS:
        assert all(SCRIPTS[language].search(each) for each in own), own
    if language == "ja":
        # Kana tell it from Chinese, which shares the other letters.
        assert re.search("[\u3041-\u30fe]", "".join(own))
    for other in {"de", "es", "fr", "pt"} - {language}:
        assert not set(own) & set(read(sessions[work, other])), other
