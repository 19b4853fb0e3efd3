"""No credential becomes part of a fact, whatever its shape, wherever it stands."""

from __future__ import annotations

import base64
import random
import string
from itertools import product

import pytest
from builders.cost import floors
from code_files import workspace
from hypothesis import given
from hypothesis import strategies as st

from intent_tui.probe.facts import Fact, Wanted
from intent_tui.probe.plan import Prober
from intent_tui.probe.settings.secrets import (
    HIDDEN,
    cleaned,
    hidden_values,
    holds_secrets,
    made_up,
    masked,
    secret_file,
)

_CHOSEN = random.Random(11)


def _made(alphabet, size):
    return "".join(_CHOSEN.choice(alphabet) for _ in range(size))


_WORDS = string.ascii_letters + string.digits
_JWT = ".".join(
    base64.urlsafe_b64encode(part.encode()).decode().rstrip("=")
    for part in ('{"alg":"HS256"}', '{"sub":"crane"}', "not a signature")
)

# The values are put together here, so that no scanner takes this file for a leak.
SHAPES = {
    "aws id": "AKIA" + _made(string.ascii_uppercase + string.digits, 16),
    "aws session id": "ASIA" + _made(string.ascii_uppercase + string.digits, 16),
    "github": "ghp_" + _made(_WORDS, 36),
    "github fine": "github_pat_" + _made(_WORDS, 50),
    "gitlab": "glpat-" + _made(_WORDS, 20),
    "slack": "xoxb-" + _made(string.digits, 12) + "-" + _made(_WORDS, 24),
    "slack hook": "https://hooks.slack.com/services/T"
    + _made(string.ascii_uppercase, 8)
    + "/B1/x2",
    "stripe": "sk_live_" + _made(_WORDS, 24),
    "model key": "sk-ant-" + _made(_WORDS, 40),
    "google": "AIza" + _made(_WORDS, 35),
    "jwt": _JWT,
    "npm": "npm_" + _made(_WORDS, 36),
    "pypi": "pypi-" + _made(_WORDS, 60),
    "sendgrid": "SG." + _made(_WORDS, 22) + "." + _made(_WORDS, 43),
    "vault": "hvs." + _made(_WORDS, 24),
    "signing": "whsec_" + _made(_WORDS, 32),
    "private key": "-----BEGIN RSA PRIVATE KEY----- " + _made(_WORDS, 40),
    "openssh": "-----BEGIN OPENSSH PRIVATE KEY-----" + _made(_WORDS, 12),
    "address": "harbour:" + _made(_WORDS, 9) + "@db.dock.test",
    "azure": "AccountKey=" + _made(_WORDS, 40) + "==",
    "made up": _made(_WORDS, 30),
    "made up, longer": _made(_WORDS, 64),
}

PLACES = {
    "assignment": "store = '{}'",
    "environment": "STORE={}",
    "yaml": "  store: {}",
    "json": '  "store": "{}",',
    "address": "url: https://{}/x",
    "call": 'connect("{}", 3)',
    "comment": "# use {} here",
}


def _shapes_in_places():
    for shape, place in product(SHAPES, PLACES):
        # Only an address holds a name and a password; there a made-up name is a host.
        if (shape == "address") == (place == "address") or (
            place == "address" and not shape.startswith(("made up", "private"))
        ):
            yield shape, place


@pytest.mark.parametrize(("shape", "place"), _shapes_in_places())
def test_a_credential_is_hidden_by_its_shape(shape, place):
    shown = masked(PLACES[place].format(SHAPES[shape]))
    telling = SHAPES[shape].replace("https://", "").split("@")[0][-8:]
    assert telling not in shown
    assert HIDDEN in shown


NAMED = [
    'password = "hunter2"',
    "DB_PASSWORD=hunter2",
    "  password: hunter2",
    '"clientSecret": "hunter2"',
    "apiKey: 'hunter2',",
    "config['auth_token'] = 'hunter2'",
    "//registry.test/:_authToken=hunter2",
    "_auth = hunter2==",
    "    client-key-data: hunter2",
    "  token: hunter2",
    'private const string ApiKey = "hunter2";',
    "secret_key_base: hunter2",
    'db_password = "hunter2"',
    "export STRIPE_SECRET=hunter2",
    "connectionString: hunter2",
    ':password => "hunter2"',
    "val signingKey = `hunter2`",
]


@pytest.mark.parametrize("text", NAMED)
def test_a_value_given_to_the_name_of_a_credential_is_hidden(text):
    shown = masked(text)
    assert "hunter2" not in shown
    assert HIDDEN in shown


PLAIN = [
    'cache_key = "berths:list"',
    "primary_key: id",
    "TOKEN_TTL = 900",
    "const token = request.headers.authorization;",
    "token: string;",
    "password: str",
    "def authenticate(password: str) -> bool:",
    "  passwordMinLength: 12",
    'image: "registry.test/dock@sha256:' + "ab" * 32 + '"',
    "uses: actions/checkout@" + "0123456789abcdef" * 2 + "01234567",
    "import { createUserWithEmailAndPasswordAgain } from './auth';",
    "class AbstractSingletonProxyFactoryBean2Configuration {}",
    "max_tokens: 100",
    "token = settings.token",
    "password: ${DB_PASSWORD}",
    "api_key: {{ .Values.key }}",
    "git:3f2a9c1 keep the old driver",
    "expect(body.token).toBeDefined()",
    "see docs/decisions/0042-use-tokens-for-login.md",
]


@pytest.mark.parametrize("text", PLAIN)
def test_what_is_no_credential_stays_as_it_is(text):
    assert masked(text) == text


def test_a_word_behind_a_name_in_prose_is_a_word():
    assert masked("Password: forgotten", prose=True) == "Password: forgotten"
    assert masked("Password: hunter2", prose=True) == f"Password: {HIDDEN}"


FILES = {
    ".env": "STORE_URL=plainword\nPAGE_TTL=60\n",
    ".env.production": "STORE_URL=plainword\n",
    "deploy/prod.env": "STORE_URL=plainword\n",
    ".npmrc": "//registry.test/:_authToken=plainword\nstore=plainword\n",
    ".pypirc": "[store]\npassword = plainword\n",
    "kubeconfig.yaml": "users:\n- name: store\n  user:\n    store: plainword\n",
    "infra/terraform.tfvars": 'store = "plainword"\n',
    "config/secrets.yml": "store: plainword\n",
    "credentials.json": '{"store": "plainword"}\n',
    "deploy/store.yaml": "kind: Secret\ndata:\n  store: plainword\n",
    ".netrc": "machine store login a password plainword\n",
}
SURFACES = ["conventions", "kin", "tests", "decisions", "manifests", "entries", "records"]


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize("surface", SURFACES)
def test_no_surface_shows_a_value_of_a_file_of_credentials(tmp_path, path, surface):
    files = {path: FILES[path], "app.py": "def store(): return 1\n", "go.mod": "module x\n"}
    found = Prober(workspace(tmp_path, files)).look(
        "x", Wanted(surface, terms=("store",), names=("store", "STORE_URL"))
    )
    assert found is not None
    assert "plainword" not in str(found)


def test_a_measure_of_an_environment_template_is_still_shown(tmp_path):
    files = {".env.example": "PAGE_TTL=60\nSTORE_URL=plainword\n"}
    prober = Prober(workspace(tmp_path, files))
    found = prober.look("x", Wanted("conventions", names=("PAGE_TTL", "STORE_URL")))
    assert found is not None
    assert {(f.name, f.value, f.quote) for f in found.facts} == {
        ("PAGE_TTL", "60", "PAGE_TTL=60"),
        ("STORE_URL", "", "STORE_URL=…"),
    }


def test_a_credential_in_a_source_a_comment_and_a_test_is_hidden_on_every_surface(tmp_path):
    key = SHAPES["aws id"]
    files = {
        "src/store.py": f'STORE_ID = "{key}"\ndef store():\n    return connect("{key}")\n',
        "config/app.yaml": f"store:\n  id: {key}\n",
        "tests/test_store.py": f'def test_store():\n    assert store() == "{key}"\n',
        "docs/adr/0001-store.md": f"# Store\n\nStatus: accepted\n\nUse {key} for the store.\n",
        "requirements.txt": f"store==1.0  # {key}\n",
        "openapi.yaml": f"openapi: 3.0.0\npaths:\n  /store/{key}:\n    get: {{}}\n",
    }
    place = workspace(tmp_path, files)
    for surface in SURFACES:
        found = Prober(place).look("x", Wanted(surface, terms=("store",)))
        assert found is not None
        assert key not in str(found)


@pytest.mark.parametrize(
    ("path", "secret"),
    [(path, True) for path in FILES if path != "deploy/store.yaml"]
    + [("src/secrets_manager.py", False), ("docs/credentials/index.md", False), ("env.py", False)],
)
def test_files_of_credentials_are_known_by_name(path, secret):
    assert secret_file(path) is secret


def test_a_cluster_secret_is_known_by_its_kind():
    assert holds_secrets("apiVersion: v1\nkind: Secret\n")
    assert holds_secrets('{\n  "kind": "Secret"\n}')
    assert not holds_secrets("kind: SecretariatList\n")


@given(st.text(max_size=300))
def test_masking_twice_is_masking_once(text):
    once = masked(text)
    assert masked(once) == once
    hidden_values(text)


@given(st.text(alphabet=string.ascii_lowercase + " .,:=_-()", max_size=200))
def test_a_text_of_small_letters_has_no_made_up_part(text):
    assert not any(made_up(word) for word in text.split())


@given(st.text(alphabet=_WORDS + " =:\"'._-/", max_size=200), st.sampled_from(sorted(SHAPES)))
def test_a_known_shape_is_hidden_in_any_company(text, shape):
    if shape in ("address", "made up", "made up, longer", "private key", "openssh", "azure"):
        return
    fact = Fact("kin", "use", "x", "a.py:1", quote=f"{text[:90]} {SHAPES[shape]} {text[90:]}")
    assert SHAPES[shape][-10:] not in cleaned(fact).quote


def test_a_line_made_to_keep_the_patterns_busy_costs_little():
    parts = ("token_", "a=", "password: ", "eyJ.", "://a:", "secret.secret-", "xoxb-", "AKIA")
    assert floors(lambda: [masked(part * 4_000) for part in parts]) < 60
