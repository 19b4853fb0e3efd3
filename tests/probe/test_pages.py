"""The shipped pages on look-ups and domains say what the data says."""

from __future__ import annotations

from intent_tui.base import knowledge
from intent_tui.probe import pages
from intent_tui.probe.facts import SURFACE_ORDER


def test_the_pages_are_those_that_the_data_makes() -> None:
    assert knowledge.text("probe-surfaces.md") == pages.surfaces_page()
    assert knowledge.text("domains.md") == pages.domains_page()


def test_every_surface_and_every_domain_has_its_place() -> None:
    surfaces, domains = pages.surfaces_page(), pages.domains_page()
    assert all(f"| {name} |" in surfaces for name in SURFACE_ORDER)
    assert all(f"## {name.capitalize()}" in domains for name in knowledge.names("domains"))
