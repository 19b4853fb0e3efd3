"""Surface 1 beyond Python, Node and Go: one small project each, every package listed beside it."""

from __future__ import annotations

import textwrap

import pytest
from code_files import split, workspace
from hypothesis import given, settings
from hypothesis import strategies as st

from intent_tui.probe.facts import Wanted
from intent_tui.probe.manifest_readers.record import MalformedError
from intent_tui.probe.manifests import READERS, look, read_all
from intent_tui.probe.source import surfaces

CASES: dict[str, tuple[str, str]] = {
    "rust": (
        """
        === Cargo.toml
        [package]
        name = "quay"
        version = "0.3.0"
        [dependencies]
        tokio = { version = "1.37", features = ["full"] }
        # 0.12 dropped blocking
        reqwest = "=0.11.27"
        tide-gauge = { path = "../gauge" }
        [dependencies.serde]
        version = "1.0"
        [dev-dependencies]
        proptest = "1"
        [target.'cfg(unix)'.dependencies]
        nix = "*"
        [profile.release]
        lto = true
        """,
        """
        Cargo.toml:5 tokio 1.37 runtime range
        Cargo.toml:7 reqwest =0.11.27 runtime yes # 0.12 dropped blocking
        Cargo.toml:8 tide-gauge ../gauge runtime range
        Cargo.toml:9 serde 1.0 runtime range
        Cargo.toml:12 proptest 1 development range
        Cargo.toml:14 nix * runtime no
        """,
    ),
    "maven": (
        """
        === pom.xml
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <parent>
            <groupId>org.dock</groupId>
            <artifactId>dock-parent</artifactId>
            <version>3.2.1</version>
          </parent>
          <artifactId>pier</artifactId>
          <properties><crane.version>2.9.0</crane.version></properties>
          <dependencies>
            <dependency>
              <groupId>org.dock</groupId>
              <artifactId>crane</artifactId>
              <version>${crane.version}</version>
              <exclusions><exclusion><groupId>x</groupId><artifactId>rope</artifactId></exclusion></exclusions>
            </dependency>
            <!-- <dependency><groupId>x</groupId><artifactId>gone</artifactId></dependency> -->
            <dependency><groupId>org.t</groupId><artifactId>probe</artifactId><scope>test</scope></dependency>
            <dependency>
              <groupId>org.r</groupId><artifactId>rail</artifactId><version>[1.0,2.0)</version>
            </dependency>
          </dependencies>
          <build><plugins><plugin><artifactId>maven-jar-plugin</artifactId><version>3.4</version></plugin></plugins></build>
        </project>
        """,
        """
        pom.xml:4 org.dock:dock-parent 3.2.1 constraint yes
        pom.xml:12 org.dock:crane 2.9.0 runtime yes
        pom.xml:17 org.t:probe  test no
        pom.xml:19 org.r:rail [1.0,2.0) runtime range
        pom.xml:22 org.apache.maven.plugins:maven-jar-plugin 3.4 build yes
        """,
    ),
    "gradle": (
        """
        === app/build.gradle.kts
        plugins {
            kotlin("jvm") version "1.9.23"
            id("com.example.shade") version "8.1.1"
        }
        dependencies {
            implementation("io.harbor:core:2.3.9") // 2.4 needs a newer runtime
            implementation(project(":yard"))
            api(platform("io.harbor:bom:2.+"))
            testImplementation("org.probe:kit")
            kapt("io.harbor:gen:2.3.9")
            // implementation("io.harbor:old:1.0")
        }
        === app/build.gradle
        dependencies {
            implementation 'io.harbor:groovy:1.5'
            testCompile "org.probe:old:4.13"
        }
        === gradle/libs.versions.toml
        [versions]
        crane = "1.6.0"
        [libraries]
        crane = { module = "io.crane:crane-core", version.ref = "crane" }
        hoist = "io.crane:hoist:2.0"
        bare = { group = "io.crane", name = "bare" }
        [plugins]
        shade = { id = "com.example.shade", version = "8.1" }
        """,
        """
        app/build.gradle.kts:2 jvm 1.9.23 build yes
        app/build.gradle.kts:3 com.example.shade 8.1.1 build yes
        app/build.gradle.kts:6 io.harbor:core 2.3.9 runtime yes # 2.4 needs a newer runtime
        app/build.gradle.kts:8 io.harbor:bom 2.+ runtime range
        app/build.gradle.kts:9 org.probe:kit  test no
        app/build.gradle.kts:10 io.harbor:gen 2.3.9 build yes
        app/build.gradle:2 io.harbor:groovy 1.5 runtime yes
        app/build.gradle:3 org.probe:old 4.13 test yes
        gradle/libs.versions.toml:4 io.crane:crane-core 1.6.0 runtime yes
        gradle/libs.versions.toml:5 io.crane:hoist 2.0 runtime yes
        gradle/libs.versions.toml:6 io.crane:bare  runtime no
        gradle/libs.versions.toml:8 com.example.shade 8.1 build yes
        """,
    ),
    "ruby": (
        """
        === Gemfile
        source "https://example.org"
        gem "sail", "~> 7.1"
        gem 'anchor', '4.3.1' # 4.4 leaks
        gem "rope", require: false
        gem "lint_kit", "1.0", group: :development
        group :development, :test do
          platforms :mri do
            gem "spec_kit"
          end
        end
        gem "winch", ">= 2.0", "< 3"
        # gem "gone"
        === quay.gemspec
        Gem::Specification.new do |spec|
          spec.add_dependency "hull", "~> 2.0"
          spec.add_development_dependency("yardstick", "0.9.36")
        end
        """,
        """
        Gemfile:2 sail ~> 7.1 runtime range
        Gemfile:3 anchor 4.3.1 runtime yes # 4.4 leaks
        Gemfile:4 rope  runtime no
        Gemfile:5 lint_kit 1.0 development yes
        Gemfile:8 spec_kit  development no
        Gemfile:11 winch >= 2.0 runtime range
        quay.gemspec:2 hull ~> 2.0 runtime range
        quay.gemspec:3 yardstick 0.9.36 development yes
        """,
    ),
    "php": (
        """
        === composer.json
        {
          "require": {
            "php": ">=8.2",
            "dock/cargo": "^11.0",
            "dock/bell": "2.1.0"
          },
          "require-dev": { "spec/kit": "*" }
        }
        """,
        """
        composer.json:3 php >=8.2 runtime range
        composer.json:4 dock/cargo ^11.0 runtime range
        composer.json:5 dock/bell 2.1.0 runtime yes
        composer.json:7 spec/kit * development no
        """,
    ),
    "dotnet": (
        """
        === src/Quay.csproj
        <Project Sdk="Microsoft.NET.Sdk">
          <ItemGroup>
            <PackageReference Include="Harbor.Core" Version="8.0.4" />
            <PackageReference Include="Harbor.Exact" Version="[2.1.0]" />
            <PackageReference Include="Harbor.Lint">
              <Version>1.0.0</Version><PrivateAssets>all</PrivateAssets>
            </PackageReference>
            <ProjectReference Include="../Yard/Yard.csproj" />
          </ItemGroup>
        </Project>
        === Directory.Packages.props
        <Project>
          <ItemGroup><PackageVersion Include="Harbor.Central" Version="3.1.1" /></ItemGroup>
        </Project>
        === old/packages.config
        <packages>
          <package id="Harbor.Old" version="1.2.3" targetFramework="net48" />
        </packages>
        """,
        """
        src/Quay.csproj:3 Harbor.Core 8.0.4 runtime range
        src/Quay.csproj:4 Harbor.Exact [2.1.0] runtime yes
        src/Quay.csproj:5 Harbor.Lint 1.0.0 development range
        Directory.Packages.props:2 Harbor.Central 3.1.1 constraint range
        old/packages.config:2 Harbor.Old 1.2.3 runtime yes
        """,
    ),
    "elixir": (
        """
        === mix.exs
        defmodule Quay.MixProject do
          defp deps do
            [
              {:wharf, "~> 1.7.10"},
              {:bosun, "2.3.0"}, # held for the migration
              {:rigging, github: "dock/rigging"},
              {:credence, "~> 1.7", only: [:dev, :test], runtime: false}
            ]
          end
        end
        """,
        """
        mix.exs:4 wharf ~> 1.7.10 runtime range
        mix.exs:5 bosun 2.3.0 runtime yes # held for the migration
        mix.exs:6 rigging  runtime no
        mix.exs:7 credence ~> 1.7 development range
        """,
    ),
    "images": (
        """
        === Dockerfile
        ARG LOFT=3.19
        FROM --platform=linux/amd64 builders/go:1.22 AS build
        RUN make
        FROM build AS test
        # small base
        FROM registry.example.org:5000/base/loft:${LOFT}
        COPY --from=build /a /a
        FROM scratch
        === compose.yaml
        services:
          store:
            image: "wharfdb:16.2"
          mail:
            image: dock/mail
          pinned:
            image: dock/x@sha256:0a1b2c
        === chart/values.yaml
        # image: dock/none
        image:
          repository: dock/quay
          pullPolicy: Always
          tag: "1.4.0"
        side:
          image: dock/side:latest
        """,
        """
        Dockerfile:2 builders/go 1.22 runtime yes
        Dockerfile:6 registry.example.org:5000/base/loft 3.19 runtime yes # small base
        compose.yaml:3 wharfdb 16.2 runtime yes
        compose.yaml:5 dock/mail  runtime no
        compose.yaml:7 dock/x sha256:0a1b2c runtime yes
        chart/values.yaml:3 dock/quay 1.4.0 runtime yes
        chart/values.yaml:7 dock/side latest runtime no
        """,
    ),
    "terraform": (
        """
        === infra/main.tf
        terraform {
          required_version = ">= 1.6"
          required_providers {
            cloud = {
              source  = "dock/cloud"
              version = "~> 5.0" # 6 renames the buckets
            }
            tiny = { source = "dock/tiny", version = "2.2.1" }
          }
        }
        module "net" {
          source  = "dock/net/cloud"
          version = "3.0.0"
          tags = { a = "b" }
        }
        variable "source" { default = "x" }
        provider "cloud" { version = "1" }
        """,
        """
        infra/main.tf:4 dock/cloud ~> 5.0 runtime range
        infra/main.tf:8 dock/tiny 2.2.1 runtime yes
        infra/main.tf:11 dock/net/cloud 3.0.0 module yes
        """,
    ),
}


def listed(where):
    found = read_all(where)
    assert found.failures == []
    return [
        f"{item.path}:{p.line} {p.name} {p.version} {p.group} {p.pinned}"
        + (f" # {p.comment}" if p.comment else "")
        for item in found.declared
        for p in (item.package,)
    ]


@pytest.mark.parametrize("name", CASES)
def test_every_package_is_listed_and_nothing_else(tmp_path, name):
    files, expected = CASES[name]
    wanted = [line.strip() for line in expected.strip().split("\n")]
    assert sorted(listed(workspace(tmp_path, split(files)))) == sorted(wanted)


@pytest.mark.parametrize("name", CASES)
def test_lines_put_above_move_every_pointer_by_as_many(tmp_path, name):
    pad = "\n\n"
    files = split(CASES[name][0])
    before = listed(workspace(tmp_path / "a", files))
    root = tmp_path / "b"
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(pad + workspace_text(text), encoding="utf-8")
    after = listed(workspace(root, {}))
    moved = []
    for line in before:
        place, _, rest = line.partition(" ")
        path, _, number = place.rpartition(":")
        moved.append(f"{path}:{int(number) + 2} {rest}")
    assert after == moved


def workspace_text(text):
    return textwrap.dedent(text).lstrip("\n")


LOCKS = [
    ("Cargo.toml", '[dependencies]\nbuoy = "1"\n', "Cargo.lock",
     '[[package]]\nname = "buoy"\nversion = "1.4.2"\n', "buoy", "1.4.2", 2),
    ("Gemfile", 'gem "buoy", "~> 1"\n', "Gemfile.lock",
     "GEM\n  specs:\n    buoy (1.4.2)\n      rope (>= 1)\n    rope (1.0)\n", "buoy", "1.4.2", 3),
    ("composer.json", '{"require": {"dock/buoy": "^1"}}', "composer.lock",
     '{\n "packages": [\n  {\n   "name": "dock/buoy",\n   "version": "v1.4.2"\n  }\n ]\n}\n',
     "dock/buoy", "1.4.2", 4),
    ("mix.exs", '[{:buoy, "~> 1.0"}]\n', "mix.lock",
     '%{\n  "buoy": {:hex, :buoy, "1.4.2", "ab", [:mix], [], "hexpm"},\n}\n', "buoy", "1.4.2", 2),
    ("q.csproj", '<Project><PackageReference Include="Buoy" Version="1.*"/></Project>',
     "packages.lock.json",
     '{\n "dependencies": {\n  "net8.0": {\n   "Buoy": {\n    "resolved": "1.4.2"}}}\n}\n',
     "Buoy", "1.4.2", 4),
    ("build.gradle", "implementation 'io.dock:buoy:1.+'\n", "gradle.lockfile",
     "# header\nio.dock:buoy:1.4.2=runtimeClasspath\n", "io.dock:buoy", "1.4.2", 2),
]  # fmt: skip


@pytest.mark.parametrize("case", LOCKS, ids=lambda case: case[2])
def test_the_lock_says_which_version_is_installed(tmp_path, case):
    manifest, text, lock, locked, name, version, line = case
    where = workspace(tmp_path, {manifest: text, lock: locked})
    facts = look(where, Wanted("manifests", names=(name,))).facts
    assert [(f.kind, f.name, f.pointer) for f in facts] == [
        (
            "dependency",
            name,
            f"{manifest}:{text.count(chr(10), 0, text.lower().index('buoy')) + 1}",
        ),
        ("locked", name, f"{lock}:{line}"),
    ]
    assert facts[1].value == version


@pytest.mark.parametrize(
    ("name", "short"), [("maven", "crane"), ("php", "cargo"), ("images", "loft")]
)
def test_the_last_part_of_a_name_is_enough(tmp_path, name, short):
    where = workspace(tmp_path, split(CASES[name][0]))
    facts = look(where, Wanted("manifests", names=(short,))).facts
    assert [fact.name.replace(":", "/").rpartition("/")[2] for fact in facts] == [short]
    assert look(where, Wanted("manifests", names=("absent",))).hits == 0


BOMB = """<!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>
<project><dependencies><dependency><groupId>&b;</groupId></dependency></dependencies></project>"""


@pytest.mark.parametrize("text", [BOMB, "<a>" * 5000, "<project>", "not xml", ""])
def test_hostile_xml_is_a_failure_and_no_fact(tmp_path, text):
    found = read_all(workspace(tmp_path, {"pom.xml": text + "\n"}))
    assert found.declared == []
    assert found.failures == ["pom.xml: not valid XML"]


NEW = ("rust", "jvm", "ruby", "php", "dotnet", "elixir", "containers", "terraform")
ROWS = [
    row
    for eco in surfaces.ecosystems()
    if eco.name in NEW
    for section in ("manifests", "locks")
    for row in eco.rows(section)
]
PIECES = st.sampled_from(
    ['gem "a", "1"', "FROM a:1", "image: b:2", "{", "}", "[dependencies]", 'a = "1"', "do", "end",
     "tag: 3", '{:a, "1"}', "<project>", "</project>", '"packages": [', "# note", 'module "m" {']
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(PIECES, st.text(max_size=30)), max_size=14))
def test_any_text_gives_packages_on_its_own_lines_or_a_refusal(texts):
    lines = "\n".join(texts).split("\n")
    for row in ROWS:
        try:
            packages = READERS[row["reader"]](lines, row)
        except MalformedError:
            continue
        for package in packages:
            assert package.name
            assert 1 <= package.line <= len(lines)
