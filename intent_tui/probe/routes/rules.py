"""The framework rows of references/surfaces as records the engines work with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from intent_tui.probe.source.surfaces import Data, ecosystems


@dataclass(frozen=True, slots=True)
class Mount:
    """How a router is put under another one: where its prefix and its children stand.

    `named` is the option that may hold the child instead.
    """

    prefix: str
    children: str
    option: str = ""
    replaces: bool = False
    named: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """One framework of the shape `receiver_call`."""

    id: str
    ecosystem: str
    modules: tuple[str, ...]
    constructors: Mapping[str, Data]
    verbs: Mapping[str, str]
    mounts: Mapping[str, Mount]
    groups: Mapping[str, Data]
    listed: Mapping[str, Data]
    multi: Mapping[str, Data]
    objects: Mapping[str, Data]
    setters: Mapping[str, int]
    chains: frozenset[str]
    same: frozenset[str]
    ends: frozenset[str]
    wrappers: frozenset[str]
    param_types: frozenset[str]
    method_step: str = ""
    method_in_path: bool = False
    module_router: str = ""
    strip: frozenset[str] = field(default_factory=frozenset)
    named: tuple[str, ...] = ()
    views: bool = False

    def steps(self) -> frozenset[str]:
        """Every method name that means something to this framework."""
        steps = {step for row in self.groups.values() if (step := row.get("step"))}
        return frozenset(
            {*self.verbs, *self.mounts, *self.groups, *self.listed, *self.multi, *self.objects}
            | {*self.setters, *self.chains, *self.same, *self.ends, *steps, self.method_step}
        ) - {""}


def _rules(ecosystem: str, row: Data) -> Rules:
    mounts = {
        name: Mount(
            str(data["prefix"]),
            str(data["children"]),
            str(data.get("option", "")),
            bool(data.get("replaces", False)),
            str(data.get("named", "")),
        )
        for name, data in (row.get("mounts") or {}).items()
    }
    return Rules(
        id=str(row["id"]),
        ecosystem=ecosystem,
        modules=tuple(row["modules"]),
        constructors={str(item["call"]): item for item in row.get("constructors") or ()},
        verbs=dict(row.get("verbs") or {}),
        mounts=mounts,
        groups=dict(row.get("groups") or {}),
        listed=dict(row.get("listed") or {}),
        multi=dict(row.get("multi") or {}),
        objects=dict(row.get("objects") or {}),
        setters=dict(row.get("setters") or {}),
        chains=frozenset(row.get("chains") or ()),
        same=frozenset(row.get("same") or ()),
        ends=frozenset(row.get("ends") or ()),
        wrappers=frozenset(row.get("wrappers") or ()),
        param_types=frozenset(row.get("param_types") or ()),
        method_step=str(row.get("method_step", "")),
        method_in_path=bool(row.get("method_in_path", False)),
        module_router=str(row.get("module_router", "")),
        strip=frozenset(row.get("strip") or ()),
        named=tuple(row.get("named") or ()),
        views=bool(row.get("views", False)),
    )


@lru_cache(maxsize=1)
def receiver_rules() -> Mapping[str, tuple[Rules, ...]]:
    """The frameworks of the shape `receiver_call`, by ecosystem."""
    return {
        eco.name: tuple(
            _rules(eco.name, row)
            for row in eco.rows("frameworks")
            if row["shape"] == "receiver_call"
        )
        for eco in ecosystems()
    }


@lru_cache(maxsize=8)
def is_module(imported: str, module: str) -> bool:
    """Whether an import is the module or lies inside it (`gin/v2`, `starlette.routing`)."""
    return imported == module or imported.startswith((module + "/", module + "."))
