"""Manifests in XML: Maven projects, and the projects and package lists of .NET.

Entities and document types are refused, so that no file of a workspace grows in memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax import SAXException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from intent_tui.probe.manifest_readers.record import MalformedError, Package, pin_of

_SCOPES = {"test": "test", "provided": "build", "system": "build", "import": "constraint"}
DEEPEST = 60
"""Elements inside one another that are followed."""


@dataclass(slots=True)
class Element:
    """An element: its tag without a namespace, its attributes, its text and its line."""

    tag: str
    line: int
    attributes: dict[str, str]
    text: str = ""
    inside: list[Element] = field(default_factory=list)

    def child(self, tag: str) -> Element | None:
        """The first element of that tag directly inside this one."""
        return next((each for each in self.inside if each.tag == tag), None)

    def of(self, tag: str) -> str:
        """The text of the element `tag` directly inside this one; "" without it."""
        found = self.child(tag)
        return found.text.strip() if found is not None else ""

    def walk(self, outer: str = "") -> Iterator[tuple[str, Element]]:
        """Every element inside this one with the tags around it, `/a/b`."""
        for each in self.inside:
            where = f"{outer}/{each.tag}"
            yield where, each
            yield from each.walk(where)


class _Builder(ContentHandler):
    def __init__(self) -> None:
        super().__init__()
        self.stack = [Element("", 0, {})]
        self._where: Locator | None = None

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802 (SAX's name)
        self._where = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802 (SAX's name)
        if len(self.stack) > DEEPEST:
            raise SAXException("nested too deeply")
        line = self._where.getLineNumber() if self._where is not None else 1
        made = Element(name.rpartition(":")[2], line or 1, dict(attrs.items()))
        self.stack[-1].inside.append(made)
        self.stack.append(made)

    def endElement(self, name: str) -> None:  # noqa: N802 (SAX's name)
        self.stack.pop()

    def characters(self, content: str) -> None:
        self.stack[-1].text += content


def load(lines: Sequence[str]) -> Element:
    """The elements of an XML file below one that stands for the file.

    Raises:
        MalformedError: not XML, nested too deeply, or a file that declares entities.
    """
    from defusedxml import DefusedXmlException, sax

    builder = _Builder()
    text = "\n".join(lines).lstrip("\ufeff")
    try:
        sax.parseString(text.encode("utf-8", "replace"), builder, forbid_dtd=True)
    except (SAXException, DefusedXmlException, ValueError) as error:
        raise MalformedError("not valid XML") from error
    return builder.stack[0]


def read_maven(lines: Sequence[str]) -> list[Package]:
    """Dependencies, managed versions, plugins and the parent of a Maven project.

    `${name}` is filled in from the properties of the same file; a version kept elsewhere is "".

    Raises:
        MalformedError: see `load`.
    """
    root = load(lines)
    values = _properties(root)
    found = []
    for where, each in root.walk():
        group = _maven_group(where, each)
        owner, name = each.of("groupId"), each.of("artifactId")
        if not group or not name:
            continue
        full = f"{owner or 'org.apache.maven.plugins'}:{name}"
        version = _filled(each.of("version"), values)
        place = each.child("artifactId") or each
        pin = "range" if version[:1] in ("[", "(") or "${" in version else pin_of(version)
        found.append(Package(_filled(full, values), version, place.line, group, pin))
    return found


def _properties(root: Element) -> dict[str, str]:
    return {
        each.tag: each.text.strip()
        for where, each in root.walk()
        if where == f"/project/properties/{each.tag}"
    }


def maven_properties(lines: Sequence[str]) -> dict[str, str]:
    """The properties of a Maven project, which the projects below it may name.

    Raises:
        MalformedError: see `load`.
    """
    return _properties(load(lines))


def filled(text: str, values: Mapping[str, str]) -> str:
    """A text with `${name}` replaced by what the name stands for, if that is known."""
    return _filled(text, values)


def _filled(text: str, values: Mapping[str, str]) -> str:
    return re.sub(r"\$\{([^}]+)\}", lambda met: values.get(met.group(1), met.group(0)), text)


def _maven_group(where: str, each: Element) -> str:
    if where.endswith("/dependencies/dependency"):
        if "/dependencyManagement/" in where:
            return "constraint"
        if "/plugins/" in where:
            return "build"
        return _SCOPES.get(each.of("scope"), "runtime")
    if where.endswith("/plugins/plugin"):
        return "build"
    return "constraint" if where == "/project/parent" else ""


def read_nuget(lines: Sequence[str]) -> list[Package]:
    """`PackageReference`, `PackageVersion` and `package` elements of a .NET project file.

    Raises:
        MalformedError: see `load`.
    """
    found = []
    for where, each in load(lines).walk():
        attributes = each.attributes
        if each.tag in ("PackageReference", "PackageVersion", "GlobalPackageReference"):
            name = attributes.get("Include") or attributes.get("Update") or ""
            version = attributes.get("Version") or attributes.get("VersionOverride") or ""
            version = version or each.of("Version")
            private = (attributes.get("PrivateAssets") or each.of("PrivateAssets")).lower() == "all"
            group = "constraint" if each.tag == "PackageVersion" else "runtime"
            group = "development" if private else group
            # a bare version is the lowest one that will do; only brackets bind exactly
            exact = bool(re.fullmatch(r"\[[^,\]]+\]", version))
            pin = "yes" if exact else pin_of(version, bare_is_exact=False)
        elif where == "/packages/package":
            name, version = attributes.get("id", ""), attributes.get("version", "")
            group = "development" if attributes.get("developmentDependency") == "true" else ""
            group, pin = group or "runtime", pin_of(version)
        else:
            continue
        if name:
            found.append(Package(name, version, each.line, group, pin))
    return found
