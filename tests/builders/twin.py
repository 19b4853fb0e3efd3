"""Twins: the same facts under other nouns, paths and numbers, chosen by a seed.

What passes on a recipe and fails on its twin was fitted to the recipe's words.
"""

from __future__ import annotations

import random
import re

_THINGS = [("saddle", "saddles"), ("voucher", "vouchers"), ("kiln", "kilns"), ("ferry", "ferries")]
_DETAILS = ["rations", "repairs", "permits", "tariffs"]
_FOLDERS = [("source", "web"), ("code", "routes"), ("app", "endpoints"), ("server", "api")]
_CLIENTS = ["common", "infra", "platform", "support"]
_ACCOUNTS = ["larkfield", "ostrava", "pelham", "quillon"]
_CARRIERS = ["AlpenPost", "QuickKarre", "FjordLine", "SteppeVan"]
_CHINESE = {"saddle": "马鞍", "voucher": "代金券", "kiln": "窑炉", "ferry": "渡轮"}
_NUMBERS = ("5530", "5491", "2210", "2187", "0012", "131", "145", "152", "240", "615")


def words(seed: int) -> dict[str, str]:
    """Old word to new word for a seed; 0 changes nothing."""
    if seed == 0:
        return {}
    choice = random.Random(seed)
    one, many = choice.choice(_THINGS)
    top, routes = choice.choice(_FOLDERS)
    swaps = {
        "plant": one,
        "plants": many,
        "Plant": one.capitalize(),
        "Plants": many.capitalize(),
        "watering": choice.choice(_DETAILS),
        "lib": top,
        "http": routes,
        "shared": choice.choice(_CLIENTS),
        "birchwood": choice.choice(_ACCOUNTS),
        "NorthVan": choice.choice(_CARRIERS),
        "STANDARD_EXPIRY_SECONDS": choice.choice(["KEEP_SECONDS", "DEFAULT_TTL", "CACHE_SECONDS"]),
        "植物": _CHINESE[one],
    }
    for number in _NUMBERS:
        swaps[number] = _number(choice, number, set(swaps) | set(swaps.values()))
    return swaps


def _number(choice: random.Random, old: str, taken: set[str]) -> str:
    """Another number of the same length, so that lines stay where they are."""
    low, high = (1, 99) if old.startswith("0") else (10 ** (len(old) - 1), 10 ** len(old) - 1)
    while (new := str(choice.randint(low, high)).zfill(len(old))) in taken:
        pass
    return new


def swap(text: str, seed: int) -> str:
    """The twin's wording of a text or a path. Words are taken whole, at case borders too."""
    table = words(seed)
    if not table:
        return text
    parts = sorted(table, key=len, reverse=True)
    pattern = "|".join(
        rf"(?<![A-Za-z0-9_]){re.escape(one)}(?![a-z0-9_])" if one.isascii() else re.escape(one)
        for one in parts
    )
    # "shared" inside "What is shared is cached" is prose; only the folder carries a slash.
    return re.sub(pattern, lambda found: _keep_prose(text, found, table), text)


def _keep_prose(text: str, found: re.Match[str], table: dict[str, str]) -> str:
    word = found[0]
    if word in ("lib", "http", "shared") and "/" not in text[found.start() - 1 : found.end() + 1]:
        return word
    if word == "http" and text[found.end() : found.end() + 3] == "://":
        return word
    return table[word]
