"""How replies are read: letters, words, delegation, own words, in every language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.ask.answer import MAX_OWN_WORDS, read
from intent_tui.ask.pending import Effect, Pending
from intent_tui.spec.model import Constraint, Option, Question


def pending(*texts: str, recommended: str = "B") -> Pending:
    options = tuple(Option("ABC"[place], text) for place, text in enumerate(texts))
    effects = tuple(Effect((Constraint("asked", text),)) for text in texts)
    question = Question("What then?", "Only you know.", recommended, options)
    return Pending("field", question, "because", effects, False, "failure_behavior")


DELIVERY = pending(
    "retry the delivery three times",
    "drop the message and log it",
    "park the message for a person",
)


@pytest.mark.parametrize(
    ("reply", "option"),
    [
        ("A", "A"),
        ("b", "B"),
        (" c. ", "C"),
        ("(c)", "C"),
        ("2", "B"),
        ("option C", "C"),
        ("I'd go with A", "A"),
        ("Ｂ", "B"),
        ("３", "C"),
        ("the first one", "A"),
        ("the last one", "C"),
        ("yes", "B"),
        ("as recommended", "B"),
        ("park it for a person", "C"),
        ("log and drop", "B"),
        ("A because it is simpler", "A"),
        ("选B", "B"),
        ("第三个", "C"),
        ("die zweite", "B"),
        ("la première", "A"),
        ("второй", "B"),
        ("세 번째", "C"),
        ("no, rather C", "C"),
        ("no, the first one", "A"),
        ("Nope, rather the third one", "C"),
        ("nein, lieber die dritte", "C"),
        ("non, plutôt la première", "A"),
        ("no, mejor la tercera", "C"),
        ("não, antes a primeira", "A"),
        ("不，还是第三个", "C"),
        ("いや、むしろ最初", "A"),
        ("아니, 차라리 세 번째", "C"),
        ("нет, лучше третий", "C"),
        ("number three", "C"),
        ("eins", "A"),
        ("trois", "C"),
        ("三", "C"),
        ("recommendde", "B"),
        ("park it for a preson", "C"),
        ("der drittte", "C"),
        ("lieber A", "A"),
        ("je préfère C", "C"),
        ("ｃ", "C"),
    ],
)
def test_an_option_is_recognised(reply: str, option: str) -> None:
    assert (read(DELIVERY, reply, "en").kind, read(DELIVERY, reply, "en").option) == (
        "option",
        option,
    )


@pytest.mark.parametrize(
    "reply",
    ["you decide", "Your call!", "whatever", "你定", "随便", "entscheide du", "à toi de voir",
     "como quieras", "tanto faz", "お任せします", "알아서 해줘", "решай сам",
     "whatever you think is best", "I'd say you decide on that one", "I leave it to you",
     "you deicde", "no idea", "keine Ahnung", "je vous laisse décider", "lo que tú digas",
     "você que sabe", "不知道", "お好きなように", "모르겠어요", "тебе решать", "понятия не имею"],
)  # fmt: skip
def test_handing_the_choice_back_is_recognised_in_every_language(reply: str) -> None:
    assert read(DELIVERY, reply, "en").kind == "delegated"


@pytest.mark.parametrize(
    "reply",
    [
        "a week at most",
        "2 days",
        "only on Sundays",
        "D",
        "4",
        "ask the customer first",
        "both",
        "any customer who asks twice",
        "either parent may sign",
        "no",
        "no, ask the customer first",
        "rather a postcard",
        "nein, lieber eine Postkarte",
    ],
)
def test_anything_else_stays_as_said(reply: str) -> None:
    found = read(DELIVERY, reply, "en")
    assert (found.kind, found.words) == ("own words", reply)


def test_a_letter_with_a_rule_keeps_both() -> None:
    found = read(DELIVERY, "A, but five times", "en")
    assert (found.kind, found.option, found.words) == ("option", "A", "five times")


def test_a_denied_option_is_not_taken() -> None:
    two = pending("keep the old name working", "remove the old name at once", recommended="A")
    assert read(two, "don't remove the old name at once", "en").option == "A"
    assert read(DELIVERY, "do not drop the message", "en").kind == "own words"


@pytest.mark.parametrize("reply", ["", "   ", "\n", "...", "?"])
def test_nothing_said_is_unusable(reply: str) -> None:
    assert read(DELIVERY, reply, "en").kind == "unusable"


@given(st.text(max_size=800), st.sampled_from(["en", "zh", "de", "ja", "xx"]))
def test_any_reply_is_read_without_loss(reply: str, language: str) -> None:
    found = read(DELIVERY, reply, language)
    if found.kind == "own words":
        assert found.words == reply.strip()[:MAX_OWN_WORDS]
    if found.kind == "option":
        assert found.option in ("A", "B", "C")
