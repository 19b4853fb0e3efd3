"""Surface 1, formats beside the common ones: one small project each, its packages beside it."""

from __future__ import annotations

import json

import pytest
from builders.cost import floors
from code_files import split, workspace
from hypothesis import given, settings
from hypothesis import strategies as st

from intent_tui.probe.facts import Wanted
from intent_tui.probe.manifest_readers import json_files, keyed_files, line_files
from intent_tui.probe.manifest_readers.record import MalformedError
from intent_tui.probe.manifests import look, read_all

CASES: dict[str, tuple[str, str]] = {
    "poetry, uv, pdm and hatch": (
        """
        === a/pyproject.toml
        [tool.poetry.dependencies]
        python = "^3.11"
        crane = "^2.0"
        [tool.poetry.group.docs.dependencies]
        quill = "1.4.0"
        [tool.poetry.dev-dependencies]
        oldtest = "*"
        === b/pyproject.toml
        [project]
        dependencies = [
          "winch>=1.4",  # below 1.4 it leaks
        ]
        [dependency-groups]
        dev = ["jig==3.1", {include-group = "docs"}]
        docs = ["quill"]
        [tool.uv]
        dev-dependencies = ["lathe~=2.0"]
        constraint-dependencies = ["rope<4"]
        [tool.pdm.dev-dependencies]
        test = ["gauge==0.9"]
        [tool.hatch.envs.lint]
        dependencies = ["ruler==7"]
        """,
        """
        a/pyproject.toml:3 crane ^2.0 runtime range
        a/pyproject.toml:5 quill 1.4.0 development yes
        a/pyproject.toml:7 oldtest * development no
        b/pyproject.toml:3 winch >=1.4 runtime range # below 1.4 it leaks
        b/pyproject.toml:6 jig ==3.1 development yes
        b/pyproject.toml:7 quill  development no
        b/pyproject.toml:9 lathe ~=2.0 development range
        b/pyproject.toml:10 rope <4 constraint range
        b/pyproject.toml:12 gauge ==0.9 development yes
        b/pyproject.toml:14 ruler ==7 development yes
        """,
    ),
    "setup.py": (
        """
        === setup.py
        from setuptools import setup
        setup(
            name="dock",
            install_requires=[
                "crane>=2",  # lifts
                # "gone==1",
                'winch==1.4; python_version < "3.9"',
            ],
            extras_require={"loud": ["horn"], "all": ["horn", "bell==2"]},
            classifiers=["License :: x"],
        )
        """,
        """
        setup.py:5 crane >=2 runtime range # lifts
        setup.py:7 winch ==1.4 runtime yes # "gone==1",
        setup.py:9 bell ==2 optional yes
        setup.py:9 horn  optional no
        setup.py:9 horn  optional no
        """,
    ),
    "conda": (
        """
        === environment.yml
        name: dock
        channels: [conda-forge]
        dependencies:
          - python=3.11
          - crane=2.0.1
          - pip:
            - winch==1.4
            - rope
        """,
        """
        environment.yml:4 python =3.11 runtime yes
        environment.yml:5 crane =2.0.1 runtime yes
        environment.yml:7 winch ==1.4 runtime yes
        environment.yml:8 rope  runtime no
        """,
    ),
    "node tools and catalogs": (
        """
        === package.json
        {
          "packageManager": "pnpm@9.1.0+sha512.abc",
          "engines": {"node": ">=20"},
          "dependencies": {"crane": "catalog:", "winch": "1.4.0"},
          "resolutions": {"rope": "4.0.0"}
        }
        === pnpm-workspace.yaml
        packages:
          - "apps/*"
        catalog:
          crane: ^2.0.0   # the one we all use
        catalogs:
          old:
            winch: 0.9.0
        === deno.jsonc
        {
          // comments are no fault
          "imports": {
            "@std/tide": "jsr:@std/tide@^1.0.0", /* nor these */
          },
        }
        """,
        """
        deno.jsonc:4 @std/tide jsr:@std/tide@^1.0.0 runtime range
        package.json:2 pnpm 9.1.0 toolchain yes
        package.json:3 node >=20 toolchain range
        package.json:4 crane ^2.0.0 runtime range < pnpm-workspace.yaml:4
        package.json:4 winch 1.4.0 runtime yes
        package.json:5 rope 4.0.0 replace yes
        pnpm-workspace.yaml:4 crane ^2.0.0 constraint range # the one we all use
        pnpm-workspace.yaml:7 winch 0.9.0 constraint yes
        """,
    ),
    "central versions of .NET": (
        """
        === Directory.Packages.props
        <Project>
          <ItemGroup>
            <PackageVersion Include="Crane.Core" Version="2.1.0" />
            <PackageVersion Include="Winch" Version="[1.4.0]" />
          </ItemGroup>
        </Project>
        === src/Dock/Dock.csproj
        <Project Sdk="Microsoft.NET.Sdk">
          <ItemGroup>
            <PackageReference Include="Crane.Core" />
            <PackageReference Include="winch" />
            <PackageReference Include="Rope" Version="3.0.0" />
          </ItemGroup>
        </Project>
        === global.json
        {
          "sdk": {
            "version": "8.0.100"
          }
        }
        """,
        """
        Directory.Packages.props:3 Crane.Core 2.1.0 constraint range
        Directory.Packages.props:4 Winch [1.4.0] constraint yes
        global.json:3 dotnet-sdk 8.0.100 toolchain yes
        src/Dock/Dock.csproj:3 Crane.Core 2.1.0 runtime range < Directory.Packages.props:3
        src/Dock/Dock.csproj:4 winch [1.4.0] runtime yes < Directory.Packages.props:4
        src/Dock/Dock.csproj:5 Rope 3.0.0 runtime range
        """,
    ),
    "parents of Maven": (
        """
        === pom.xml
        <project>
          <properties><winch.version>1.4</winch.version></properties>
          <dependencyManagement><dependencies>
            <dependency>
              <groupId>org.dock</groupId>
              <artifactId>crane</artifactId>
              <version>2.1</version>
            </dependency>
          </dependencies></dependencyManagement>
        </project>
        === quay/pom.xml
        <project>
          <dependencies>
            <dependency>
              <groupId>org.dock</groupId>
              <artifactId>crane</artifactId>
            </dependency>
            <dependency>
              <groupId>org.dock</groupId>
              <artifactId>winch</artifactId>
              <version>${winch.version}</version>
            </dependency>
          </dependencies>
        </project>
        """,
        """
        pom.xml:6 org.dock:crane 2.1 constraint yes
        quay/pom.xml:5 org.dock:crane 2.1 runtime yes < pom.xml:6
        quay/pom.xml:9 org.dock:winch 1.4 runtime yes
        """,
    ),
    "a workspace of Cargo": (
        """
        === Cargo.toml
        [workspace]
        members = ["quay"]
        [workspace.dependencies]
        crane = "2.1"
        === quay/Cargo.toml
        [dependencies]
        crane = { workspace = true }
        winch.workspace = true
        """,
        """
        Cargo.toml:4 crane 2.1 constraint range
        quay/Cargo.toml:2 crane 2.1 runtime range < Cargo.toml:4
        quay/Cargo.toml:3 winch  runtime no
        """,
    ),
    "catalogs and names of Gradle": (
        """
        === gradle/libs.versions.toml
        [versions]
        crane = "2.1"
        [libraries]
        crane = { module = "org.dock:crane", version.ref = "crane" }
        [plugins]
        quay = { id = "org.dock.quay", version = "0.4" }
        === build.gradle.kts
        val winchVersion = "1.4"
        dependencies {
            implementation("org.dock:winch:$winchVersion")
            testImplementation("org.dock:jig:${jigVersion}")
        }
        """,
        """
        build.gradle.kts:3 org.dock:winch 1.4 runtime yes
        build.gradle.kts:4 org.dock:jig ${jigVersion} test range
        gradle/libs.versions.toml:4 org.dock:crane 2.1 runtime yes
        gradle/libs.versions.toml:6 org.dock.quay 0.4 build yes
        """,
    ),
    "images": (
        """
        === Dockerfile
        ARG BASE=3.19
        FROM --platform=linux/amd64 node:20.11-alpine AS build
        FROM alpine:${BASE}
        COPY --from=build /x /x
        FROM build
        === compose.yaml
        services:
          db:
            image: postgres:16.2   # 16.3 breaks the dump
          web:
            build: .
        === charts/dock/values.yaml
        image:
          repository: registry.test/dock
          tag: "1.8.0"
        === charts/dock/Chart.yaml
        name: dock
        dependencies:
          - name: tide
            version: 12.1.9
            repository: https://charts.test
        """,
        """
        Dockerfile:2 node 20.11-alpine runtime yes
        Dockerfile:3 alpine 3.19 runtime yes
        charts/dock/Chart.yaml:3 tide 12.1.9 runtime yes
        charts/dock/values.yaml:2 registry.test/dock 1.8.0 runtime yes
        compose.yaml:3 postgres 16.2 runtime yes # 16.3 breaks the dump
        """,
    ),
    "tools": (
        """
        === .github/workflows/ci.yml
        jobs:
          x:
            steps:
              - uses: tools/checkout@v4
              - uses: "tools/set@0123456789abcdef0123456789abcdef01234567" # v2
              - uses: ./local
        === other/ci.yml
        steps:
          - uses: tools/none@v1
        === .pre-commit-config.yaml
        repos:
          - repo: https://hooks.test/lint
            rev: v0.4.1
            hooks:
              - id: lint
        === .tool-versions
        # pinned for the build
        node 20.11.0
        === .nvmrc
        v20.11.0
        === go.mod
        module dock.test/x
        go 1.22
        """,
        """
        .github/workflows/ci.yml:4 tools/checkout v4 build range
        .github/workflows/ci.yml:5 tools/set 0123456789abcdef0123456789abcdef01234567 build yes # v2
        .nvmrc:1 node 20.11.0 toolchain yes
        .pre-commit-config.yaml:2 https://hooks.test/lint v0.4.1 development yes
        .tool-versions:2 node 20.11.0 toolchain yes # pinned for the build
        go.mod:2 go 1.22 toolchain range
        """,
    ),
    "dart and swift": (
        """
        === pubspec.yaml
        dependencies:
          crane: ^2.0.0
          winch:
            version: 1.4.0
          flutter:
            sdk: flutter
        dev_dependencies:
          jig: any
        === Package.swift
        let package = Package(dependencies: [
          .package(url: "https://code.test/dock/crane.git", from: "2.0.0"),
          // .package(url: "https://a.test/b/gone"),
          .package(url: "https://code.test/dock/winch", exact: "1.4.0"),
        ])
        """,
        """
        Package.swift:2 dock/crane 2.0.0 runtime range
        Package.swift:4 dock/winch 1.4.0 runtime range # .package(url: "https://a.test/b/gone"),
        pubspec.yaml:2 crane ^2.0.0 runtime range
        pubspec.yaml:3 winch 1.4.0 runtime yes
        pubspec.yaml:5 flutter  runtime no
        pubspec.yaml:8 jig any development no
        """,
    ),
}


def shown(found):
    for item in found.declared:
        p = item.package
        note = f" # {p.comment}" if p.comment else ""
        source = f" < {item.source[0]}:{item.source[1]}" if item.source else ""
        yield f"{item.path}:{p.line} {p.name} {p.version} {p.group} {p.pinned}{note}{source}"


@pytest.mark.parametrize("name", CASES)
def test_every_package_is_found_and_nothing_else(tmp_path, name):
    files, expected = CASES[name]
    found = read_all(workspace(tmp_path, split(files)))
    wanted = [line.strip() for line in expected.strip().split("\n")]
    assert sorted(shown(found)) == sorted(wanted)
    assert found.failures == []


LOCKS = {
    "bun.lock": '{\n  "packages": {\n    "crane": ["crane@2.0.3", "", {}, "sha512-x"],\n  }\n}\n',
    "package-lock.json": '{"packages": {\n"node_modules/crane": {\n"version": "2.0.3"}}}\n',
    "yarn.lock": 'crane@^2.0.0:\n  version "2.0.3"\n',
    "pnpm-lock.yaml": "packages:\n\n  crane@2.0.3:\n    resolution: {integrity: x}\n",
}


@pytest.mark.parametrize("lock", LOCKS)
def test_the_exact_version_of_a_lock_stands_beside_the_declaration(tmp_path, lock):
    files = {"package.json": '{"dependencies": {"crane": "^2.0.0"}}\n', lock: LOCKS[lock]}
    facts = look(workspace(tmp_path, files), Wanted("manifests", names=("crane",))).facts
    assert [(f.kind, f.value) for f in facts] == [("dependency", "^2.0.0"), ("locked", "2.0.3")]


def test_where_a_version_is_fixed_is_a_second_pointer(tmp_path):
    place = workspace(tmp_path, split(CASES["central versions of .NET"][0]))
    fact = look(place, Wanted("manifests", names=("crane.core",))).facts[0]
    assert (fact.pointer, fact.value) == ("src/Dock/Dock.csproj:3", "2.1.0")
    assert fact.more["from"] == "Directory.Packages.props:3"


def test_a_version_is_not_taken_from_a_neighbour(tmp_path):
    files = split(CASES["parents of Maven"][0])
    files["other/pom.xml"] = files.pop("pom.xml")
    found = {
        (item.path, item.package.name): item.package.version
        for item in read_all(workspace(tmp_path, files)).declared
    }
    assert found["quay/pom.xml", "org.dock:crane"] == ""
    assert found["quay/pom.xml", "org.dock:winch"] == "${winch.version}"


@given(st.text(alphabet="ab:- \n\"'{}[]#=.1", max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_text_gives_packages_at_lines_it_has(text):
    lines = text.split("\n")
    row = {"maps": {"a": "x", "b.*": "x"}, "lists": {"b": "y"}}
    made = keyed_files.read(lines, row)
    made += line_files.read_setup(["install_requires=[", *lines])
    for package in made:
        assert 1 <= package.line <= len(lines) + 1
    try:
        json_files.load(lines)
    except MalformedError:
        return


@given(
    st.dictionaries(
        st.text(alphabet='ab/*,"\\ ', max_size=6),
        st.text(alphabet='c//*,}"', max_size=8),
        max_size=4,
    )
)
@settings(max_examples=200, deadline=None)
def test_json_that_looks_like_comments_is_read_as_it_is(data):

    text = json.dumps(data, indent=1)
    assert json_files.load(text.split("\n")) == data
    loose = "// first\n" + text.replace("\n}", ",\n}" if data else "\n}") + "\n/* last */"
    assert json_files.load(loose.split("\n")) == data


BOMB = "\n".join(
    ["a: &a [x, x]"] + [f"b{n}: &b{n} [*a, *a]" for n in range(60)] + ["dependencies: *b59"]
)


HARM = {
    "pubspec.yaml": BOMB,
    "environment.yml": "dependencies:\n" + "  - " * 400 + "x\n",
    "setup.py": "install_requires=[" + "'a', (" * 40_000,
    "deno.jsonc": '{"imports": ' + "/* " * 60_000,
    "package.json": '{"engines": {"node": "' + '\\"' * 60_000,
    "pom.xml": '<!DOCTYPE x [<!ENTITY a "aaaa">]><project>&a;</project>',
    "Directory.Packages.props": "<Project>" + "<a>" * 5_000,
    ".github/workflows/ci.yml": "- uses: " + "a/" * 40_000,
}


@pytest.mark.parametrize("path", HARM)
def test_a_manifest_made_to_harm_costs_little(tmp_path, path):
    place = workspace(tmp_path, {path: HARM[path]})
    assert floors(lambda: look(place, Wanted("manifests"))) < 400
