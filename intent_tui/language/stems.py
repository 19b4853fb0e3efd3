"""Words, stems and the parts of identifiers: the same folding for requests and repositories.

The folding is deliberately small. It only has to bring `cache`, `cached`, `caches` and `caching`
to one form on both sides of a search, and every stem stays a prefix of the words it came from (as
far as the language allows), so that it can be looked for as it is.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_PART: Final = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_A-Za-z]+")
_VOWEL: Final = re.compile(r"[aeiouy]")
_WIDE: Final = re.compile(r"[぀-ヿ㐀-䶿一-鿿]+")
_WIDE_RUN: Final = 6

_WHOLE_WORDS: Final = """
setting string thing nothing something anything everything warning heading morning evening
building meeting spring during embed speed feed need seed shed sled hundred red bed wed led
this his its was has does as is us yes gas bus plus status canvas alias atlas bias news
always perhaps whereas thus pricing billing shipping ceiling wing ring king sing bring
version session station million billion union region religion opinion onion question
position option action section function condition transaction
"""
_WHOLE: Final = frozenset(_WHOLE_WORDS.split())
_IRREGULAR: Final = {
    "people": "person", "children": "child", "indices": "index", "men": "man", "women": "woman",
    "sent": "send", "kept": "keep", "built": "build", "written": "write", "wrote": "write",
    "hidden": "hide", "shown": "show", "ran": "run", "paid": "pay", "sold": "sell",
    "thrown": "throw", "threw": "throw", "gone": "go", "made": "make", "given": "give",
    "taken": "take", "lost": "lose", "left": "leave", "swept": "sweep", "split": "split",
    "statuses": "status", "aliases": "alias", "data": "data", "media": "media",
}  # fmt: skip

_ENDINGS: Final[dict[str, tuple[str, ...]]] = {
    "de": ("ungen", "ung", "ieren", "iert", "ier", "test", "ten", "tet", "est", "end", "ern",
           "en", "er", "em", "es", "te", "st", "et", "e", "n", "s", "t"),
    "fr": ("issements", "issement", "ations", "ation", "ements", "ement", "issent", "issez",
           "antes", "ante", "ants", "ant", "erez", "eront", "aient", "ions", "ees", "ee", "ent",
           "ez", "er", "es", "ir", "is", "it", "e", "s", "x"),
    "es": ("aciones", "acion", "amientos", "amiento", "imiento", "adores", "ador", "andose",
           "ando", "iendo", "arlos", "arlas", "arlo", "arla", "arse", "aran", "aria", "aban",
           "adas", "ados", "idas", "idos", "amos", "emos", "ada", "ado", "ida", "ido", "ara",
           "ar", "er", "ir", "an", "en", "as", "es", "os", "a", "e", "o", "s"),
    "pt": ("acoes", "acao", "amentos", "amento", "imento", "adores", "ador", "ando", "endo",
           "indo", "aria", "avam", "adas", "ados", "idas", "idos", "amos", "emos", "ada", "ado",
           "ida", "ido", "ara", "ar", "er", "ir", "am", "em", "as", "es", "os", "a", "e", "o",
           "s"),
    "ru": ("ироваться", "ированием", "ирования", "ирование", "ировать", "ируйте", "ируем",
           "ируется", "ированы", "иями", "ения", "ение", "ению", "ании", "ания", "ание", "аться",
           "иться", "ываться", "ывать", "ивать", "айте", "яйте", "уйте", "ется", "ются", "ится",
           "ать", "ить", "еть", "ять", "уть", "ите", "ами", "ями", "ого", "его", "ому", "ему",
           "ыми", "ими", "ует", "ают", "ает", "ена", "ены", "ено", "ов", "ев", "ей", "ам", "ям",
           "ах", "ях", "ой", "ый", "ий", "ая", "яя", "ое", "ее", "ую", "юю", "ые", "ие", "ых",
           "их", "ым", "им", "ом", "ем", "ию", "ия", "ии", "ть", "й", "а", "я", "о", "е", "и",
           "ы", "у", "ю", "ь"),
    "ko": ("으로", "에서", "에게", "까지", "부터", "하고", "하는", "하기", "해줘", "해서", "합니다",
           "해주세요", "하세요", "을", "를", "이", "가", "은", "는", "에", "의", "도", "로", "와",
           "과", "만"),
}  # fmt: skip
_SHORTEST: Final = {"ko": 2, "ru": 3}

_ZH_BREAK: Final = re.compile(
    "的话|请把|请给|请将|不要|不能|不得|必须|应该|需要|可以|如果|时候|或者|以及|并且|而且|我们|他们|"
    "这个|那个|这些|那些|一个|所有|每个|全部|[的了在是和与或给把将被对从到为请让就也都很及并但而能会要时后前里"
    "上下中个些吗呢吧加]"
)
_JA_BREAK: Final = re.compile("[ぁ-ゟ]+")


@lru_cache(maxsize=20_000)
def stem(word: str, language: str = "en") -> str:
    """The folded form of one word, lower case.

    Args:
        word: a single word; anything else is only lower-cased.
        language: two-letter code; a word in plain ASCII that another script's language meets
            is folded as English, because it is a code word there.
    """
    low = word.lower().replace("’", "'").removesuffix("'s")
    if language in ("zh", "ja", "ko", "ru") and low.isascii():
        language = "en"
    if language in ("en", "zh", "ja"):
        return _english(low) if low.isascii() else low
    return _by_endings(plain(low), language)


@lru_cache(maxsize=20_000)
def plain(word: str) -> str:
    """The word without accents (`é` to `e`, `ß` to `ss`); other scripts stay as they are."""
    if word.isascii():
        return word
    if any(char >= "぀" for char in word) or any("Ѐ" <= char <= "ӿ" for char in word):
        return word.replace("ё", "е")
    parts = unicodedata.normalize("NFKD", word.replace("ß", "ss").replace("œ", "oe"))
    return "".join(char for char in parts if not unicodedata.combining(char))


def _english(word: str) -> str:
    if word in _IRREGULAR:
        word = _IRREGULAR[word]
    if len(word) <= 3:
        return word
    word = _singular(word)
    if word in _WHOLE:
        return word
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= 3 and _VOWEL.search(rest) and not word.endswith("eed"):
            word = rest
            break
    if word.endswith("ification"):
        word = word.removesuffix("cation")
    elif word.endswith(("tion", "sion")) and len(word) >= 7:
        word = word.removesuffix("ion")
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    if len(word) > 3 and word.endswith("y") and word[-2] not in "aeiou":
        word = word[:-1] + "i"
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiou":
        word = word[:-1]
    return word


def _singular(word: str) -> str:
    if word in _WHOLE or len(word) <= 3:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "zzes", "ches", "shes")) and not word.endswith("aches"):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _by_endings(word: str, language: str) -> str:
    shortest = _SHORTEST.get(language, 4)
    for ending in _ENDINGS.get(language, ()):
        if word.endswith(ending) and len(word) - len(ending) >= shortest:
            return word[: -len(ending)]
    return word


def fold(word: str) -> str:
    """Singular form, lower case: `parcels` and `parcel`, `categories` and `category` agree."""
    low = word.lower()
    return _singular(_IRREGULAR.get(low, low)) if low.isascii() else low


def parts(identifier: str) -> tuple[str, ...]:
    """The words of an identifier or path, lower case: camel, snake, kebab, dots and slashes."""
    return tuple(map(str.lower, _PART.findall(identifier)))


def words(text: str, language: str = "en") -> tuple[str, ...]:
    """The words of a text in order, lower case.

    Chinese and Japanese runs have no blanks: they are cut at function words and kana, and what
    is left comes in pieces of two to four characters.
    """
    if language not in ("zh", "ja"):
        return tuple(found.group().lower() for found in _WORD.finditer(text))
    found_words: list[str] = []
    for found in _WORD.finditer(text):
        run = found.group()
        place = 0
        for wide in _WIDE.finditer(run):
            if wide.start() > place:
                found_words.append(run[place : wide.start()].lower())
            found_words.extend(_pieces(wide.group(), language))
            place = wide.end()
        if place < len(run):
            found_words.append(run[place:].lower())
    return tuple(found_words)


def _pieces(run: str, language: str) -> list[str]:
    chunks = (_ZH_BREAK if language == "zh" else _JA_BREAK).split(run)
    found: list[str] = []
    for chunk in chunks:
        if len(chunk) < 2:
            continue
        if len(chunk) <= _WIDE_RUN:
            found.append(chunk)
        else:
            found.extend(chunk[place : place + 2] for place in range(0, len(chunk) - 1, 2))
    return found
