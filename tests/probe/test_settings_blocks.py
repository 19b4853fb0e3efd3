"""Variables of Terraform, values of charts and services of compose files as settings."""

from __future__ import annotations

import pytest
from code_files import workspace
from hypothesis import given, settings
from hypothesis import strategies as st

from intent_tui.probe.conventions import look
from intent_tui.probe.facts import Wanted
from intent_tui.probe.plan import Prober
from intent_tui.probe.settings import blocks

TERRAFORM = """
# how many cranes one quay has
variable "crane_count" {
  type    = number
  default = 4 # five do not fit
}

variable "region" {
  description = "where the docks are"
  type        = string
}

variable "db_password" {
  type    = string
  default = "hunter2"
}

variable "store_login" {
  default   = "plainword"
  sensitive = true
}

locals {
  retention_days = 30
  name           = "dock-${var.region}"
  labels = {
    crane_count = 9
  }
  quays = ["north", "south"]
}

resource "x_dock" "main" {
  default = 12
}
"""


def test_the_variables_and_locals_of_a_configuration_are_found():
    found = [(b.name, b.value, b.line, b.comment) for b in blocks.read(TERRAFORM.split("\n"))]
    assert found == [
        ("var.crane_count", "4", 5, "five do not fit"),
        ("var.region", "", 8, "where the docks are"),
        ("var.db_password", "", 13, ""),
        ("var.store_login", "", 18, ""),
        ("local.retention_days", "30", 24, ""),
        ("local.quays", '["north", "south"]', 29, ""),
    ]


def test_a_variable_is_a_fact_with_its_line_and_no_credential_is_one(tmp_path):
    place = workspace(tmp_path, {"infra/main.tf": TERRAFORM.lstrip("\n")})
    names = ("crane_count", "db_password", "store_login")
    lookup = Prober(place).look("x", Wanted("conventions", names=names, terms=("crane", "store")))
    assert lookup is not None
    facts = {fact.name: fact for fact in lookup.facts}
    assert (facts["var.crane_count"].value, facts["var.crane_count"].pointer) == (
        "4",
        "infra/main.tf:4",
    )
    assert "hunter2" not in str(lookup)
    assert "plainword" not in str(lookup)


@pytest.mark.parametrize(
    "path", ["charts/dock/values.yaml", "dock-chart/values.yaml", "values.yml"]
)
def test_the_values_of_a_chart_are_settings(tmp_path, path):
    text = "replicaCount: 3\ncrane:\n  timeoutSeconds: 30  # the lock gives up after 35\n"
    facts = look(workspace(tmp_path, {path: text}), Wanted("conventions", terms=("crane",))).facts
    assert [(f.name, f.value, f.pointer) for f in facts] == [
        ("crane.timeoutSeconds", "30", f"{path}:3")
    ]
    assert facts[0].more["comment"] == "the lock gives up after 35"


def test_the_services_of_a_compose_file_are_settings(tmp_path):
    text = "services:\n  crane:\n    image: dock/crane:2.1\n    mem_limit: 512m\n"
    place = workspace(tmp_path, {"compose.yaml": text})
    facts = look(place, Wanted("conventions", terms=("crane",))).facts
    assert {(f.name, f.value) for f in facts} == {
        ("services.crane.image", "dock/crane:2.1"),
        ("services.crane.mem_limit", "512m"),
    }


@given(st.text(alphabet='variable locals{}="\n #x1', max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_text_gives_settings_at_lines_it_has(text):
    lines = text.split("\n")
    assert all(1 <= each.line <= len(lines) for each in blocks.read(lines))
