"""The verbs from end to end, each in a process of its own."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
import yaml
from builders.program import command, environment, run
from builders.workspaces import build

REQUEST = "add caching to the plant API"
RECORD = "an angry customer is complaining about order 5530, get it fixed"


@pytest.fixture
def service(tmp_path: Path) -> Path:
    return build("service", tmp_path / "service")


@pytest.fixture
def asked(service: Path, home: Path) -> tuple[Path, str]:
    """A workspace with a saved spec that waits on a question, and the name of the spec."""
    done = run("grill", REQUEST, "--json", cwd=service, home=home)
    assert done.code == 3, done.err
    return service, done.json()["spec"]["intent"]


class TestGrill:
    def test_text_is_prose_a_fenced_spec_and_the_saved_path(self, service: Path, home: Path):
        done = run("grill", REQUEST, cwd=service, home=home)
        assert done.code == 3
        found = re.fullmatch(r"(.+)\n```yaml\n(.+)```\n(\S+\.intent\.yaml)\n(.*)", done.out, re.S)
        assert found is not None, done.out
        assert 3 <= len([line for line in found[1].splitlines() if line]) <= 6
        file = service / found[3]
        assert file.read_text(encoding="utf-8") == found[2]
        assert yaml.safe_load(found[2])["decision"]["state"] == "ASK"
        assert "intent-tui answer" in done.err

    def test_the_json_document_has_exactly_the_keys_of_the_product_page(
        self, service: Path, home: Path
    ):
        document = run("grill", REQUEST, "--json", cwd=service, home=home).json()
        assert list(document) == [
            "outcome", "reason", "silence", "next", "advisories", "spec", "spec_path", "summary",
            "notices", "questions_sent", "lookups",
        ]  # fmt: skip
        assert set(document["silence"]) == {
            "objects", "approach", "failure_behavior", "acceptance", "premise",
        }  # fmt: skip
        assert set(document["lookups"][0]) == {
            "field", "surface", "action", "hits", "evidence", "ms", "failed",
        }  # fmt: skip

    def test_events_are_one_json_object_a_line(self, service: Path, home: Path):
        from intent_tui.passes.events import decode, encode

        done = run("grill", REQUEST, "--events", cwd=service, home=home)
        rows = [json.loads(line) for line in done.out.splitlines()]
        assert [encode(decode(row)) for row in rows] == rows
        assert rows[-1]["kind"] == "Emitted"
        assert "Asked" in [row["kind"] for row in rows]

    def test_silence_explains_itself_in_one_line_beside_an_empty_result(
        self, service: Path, home: Path
    ):
        done = run("grill", "explain the redis module", cwd=service, home=home)
        assert (done.code, done.out) == (0, "")
        assert len(done.err.splitlines()) == 1
        assert not (service / ".intent").exists()

    def test_no_save_writes_nothing(self, service: Path, home: Path):
        done = run("grill", REQUEST, "--no-save", "--json", cwd=service, home=home)
        assert done.json()["spec_path"] is None
        assert not (service / ".intent").exists()

    def test_replies_that_were_not_needed_are_named(self, service: Path, home: Path):
        answers = ["--answer", "A"] * 9
        done = run("grill", REQUEST, *answers, cwd=service, home=home)
        assert done.code == 0, done.err
        assert "not needed" in done.err

    def test_the_repository_around_the_folder_is_the_workspace(self, service: Path, home: Path):
        done = run("grill", REQUEST, "--json", cwd=service / "lib" / "store", home=home)
        assert (service / done.json()["spec_path"]).is_file()

    def test_twenty_runs_give_the_same_bytes(self, service: Path, home: Path):
        locales = ["C", "C.UTF-8", "POSIX", "en_US.ISO-8859-1"]
        seen = set()
        for number in range(20):
            shutil.rmtree(service / ".intent", ignore_errors=True)
            shutil.rmtree(home / "state", ignore_errors=True)
            done = run(
                "grill", REQUEST, cwd=service, home=home,
                PYTHONHASHSEED=str(number * 37), LC_ALL=locales[number % 4],
            )  # fmt: skip
            files = sorted((service / ".intent").iterdir())
            seen.add((done.code, done.out, *(file.read_bytes() for file in files)))
        assert len(seen) == 1


class TestAnswer:
    def test_a_reply_in_a_new_process_closes_the_question(
        self, asked: tuple[Path, str], home: Path
    ):
        folder, intent = asked
        done = run("answer", intent, "A", "--by", "Mei", "--json", cwd=folder, home=home)
        spec = done.json()["spec"]
        assert done.code in (0, 3), done.err
        assert spec["resolution"]["asked"] == 1

    def test_a_reply_for_another_question_is_refused(self, asked: tuple[Path, str], home: Path):
        folder, intent = asked
        before = (folder / f".intent/{intent}.intent.yaml").read_bytes()
        done = run("answer", intent, "A", "--question", "colour", cwd=folder, home=home)
        assert done.code in (2, 3)
        assert "colour" in done.err
        assert (folder / f".intent/{intent}.intent.yaml").read_bytes() == before

    def test_the_same_reply_twice_is_harmless(self, asked: tuple[Path, str], home: Path):
        folder, intent = asked
        field = yaml.safe_load((folder / f".intent/{intent}.intent.yaml").read_text())
        name = field["unknown"][0]["field"]
        first = run("answer", intent, "A", "--question", name, "--json", cwd=folder, home=home)
        saved = (folder / f".intent/{intent}.intent.yaml").read_bytes()
        again = run("answer", intent, "A", "--question", name, "--json", cwd=folder, home=home)
        assert again.code == first.code, again.err
        assert (folder / f".intent/{intent}.intent.yaml").read_bytes() == saved

    def test_two_people_at_once_leave_one_whole_file_and_one_of_them_is_told(
        self, asked: tuple[Path, str], home: Path
    ):
        folder, intent = asked
        running = [
            subprocess.Popen(
                command("answer", intent, reply, "--json"), cwd=folder, env=environment(home),
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )
            for reply in ("A", "C")
        ]  # fmt: skip
        ended = [(*process.communicate(timeout=60), process.returncode) for process in running]
        assert run("check", cwd=folder, home=home).code == 0
        kept = yaml.safe_load((folder / f".intent/{intent}.intent.yaml").read_text())
        said = [row["text"] for row in kept["constraints"] if row["source"] == "asked"]
        documents = [json.loads(out) for out, _, _ in ended if out]
        theirs = [
            [row["text"] for row in one["spec"]["constraints"] if row["source"] == "asked"]
            for one in documents
        ]
        assert said in theirs
        told = [code != 0 for _, _, code in ended]
        told += [bool(one["notices"]) for one in documents]
        assert any(told), ended

    def test_a_comment_of_a_person_survives_the_next_save(
        self, asked: tuple[Path, str], home: Path
    ):
        folder, intent = asked
        path = folder / f".intent/{intent}.intent.yaml"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("objects:", "# agreed with Mei\nobjects:"), encoding="utf-8")
        done = run("answer", intent, "A", cwd=folder, home=home)
        assert done.code == 0, done.err
        assert "# agreed with Mei\nobjects:" in path.read_text(encoding="utf-8")

    def test_the_same_request_again_asks_nothing_that_was_answered(
        self, asked: tuple[Path, str], home: Path
    ):
        folder, intent = asked
        assert run("answer", intent, "A", cwd=folder, home=home).code == 0
        again = run("grill", REQUEST, "--json", cwd=folder, home=home).json()
        assert again["outcome"] == "ROUTE"
        assert again["questions_sent"] == 0
        assert len(list((folder / ".intent").iterdir())) == 1

    def test_an_agent_cannot_close_what_cannot_be_undone(self, tmp_path: Path, home: Path):
        folder = build("desk", tmp_path / "desk")
        document = run("grill", RECORD, "--json", cwd=folder, home=home).json()
        path = folder / document["spec_path"]
        before = path.read_bytes()
        done = run(
            "answer", document["spec"]["intent"], "A", "--by", "agent", cwd=folder, home=home
        )
        assert done.code == 3
        assert "undone" in done.err
        assert path.read_bytes() == before


class TestSaved:
    def test_specs_lists_name_state_and_request(self, asked: tuple[Path, str], home: Path):
        folder, intent = asked
        done = run("specs", cwd=folder, home=home)
        assert done.out.split(maxsplit=2)[0] == intent
        assert REQUEST in done.out
        rows = run("specs", "--json", cwd=folder, home=home).json()
        assert rows["version"] == 1
        assert [row["state"] for row in rows["specs"]] == ["asked"]

    def test_show_prints_the_file_and_a_prefix_is_enough(self, asked: tuple[Path, str], home: Path):
        folder, intent = asked
        text = (folder / f".intent/{intent}.intent.yaml").read_text(encoding="utf-8")
        assert run("show", intent, cwd=folder, home=home).out == text
        assert run("show", intent[:5], cwd=folder, home=home).out == text

    def test_check_of_a_fresh_spec_is_clean_and_a_lost_file_is_not(
        self, asked: tuple[Path, str], home: Path
    ):
        folder, intent = asked
        assert run("check", intent, cwd=folder, home=home).code == 0
        (folder / "lib" / "shared" / "redis.ts").unlink()
        done = run("check", "--json", cwd=folder, home=home)
        assert done.code == 6
        states = {row["pointer"]: row["state"] for row in done.json()["specs"][0]["evidence"]}
        lost = [state for name, state in states.items() if name.startswith("lib/shared/redis.ts")]
        assert lost
        assert set(lost) == {"missing"}

    def test_counts_that_do_not_add_up_are_found(self, asked: tuple[Path, str], home: Path):
        folder, intent = asked
        path = folder / f".intent/{intent}.intent.yaml"
        text = path.read_text(encoding="utf-8")
        wrong = re.sub(r"unknowns_found: \d+", "unknowns_found: 99", text)
        path.write_text(wrong, encoding="utf-8")
        checked = run("check", "--json", cwd=folder, home=home)
        assert checked.code == 6
        details = [row["detail"] for row in checked.json()["specs"][0]["findings"]]
        assert any("99" in detail for detail in details)
        assert run("specs", "--json", cwd=folder, home=home).code == 0
        assert path.read_text(encoding="utf-8") == wrong

    def test_a_superseded_spec_stays_and_a_second_time_changes_nothing(
        self, asked: tuple[Path, str], home: Path
    ):
        folder, intent = asked
        assert run("supersede", intent, cwd=folder, home=home).code == 0
        path = folder / f".intent/{intent}.intent.yaml"
        assert yaml.safe_load(path.read_text())["verification_status"] == "superseded"
        saved = path.read_bytes()
        assert run("supersede", intent, cwd=folder, home=home).code == 0
        assert path.read_bytes() == saved

    def test_a_veto_re_opens_a_guess(self, asked: tuple[Path, str], home: Path):
        folder, intent = asked
        done = run("answer", intent, "A", "--json", cwd=folder, home=home)
        guesses = [row for row in done.json()["spec"]["constraints"] if row["source"] == "inferred"]
        assert guesses, "this workspace leaves a guess to veto"
        said = "the tests of every route still pass"
        vetoed = run("veto", intent, "1", "--say", said, "--json", cwd=folder, home=home)
        assert vetoed.code in (0, 3), vetoed.err
        rows = vetoed.json()["spec"]["constraints"]
        assert guesses[0] not in rows
        assert any(said in row["text"] for row in rows)
        refused = run("veto", intent, "99", cwd=folder, home=home)
        assert refused.code == 2
        assert "99" in refused.err

    def test_the_schema_is_the_one_that_is_shipped(self, tmp_path: Path, home: Path):
        shipped = Path(__file__).parents[2] / "references/schema/intentspec.schema.json"
        assert run("schema", cwd=tmp_path, home=home).out == shipped.read_text(encoding="utf-8")


class TestStreams:
    def test_a_reader_that_leaves_costs_no_traceback_and_keeps_the_exit_code(
        self, service: Path, home: Path
    ):
        process = subprocess.Popen(
            command("grill", REQUEST), cwd=service, env=environment(home),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        process.stdout.close()
        _, err = process.communicate(timeout=60)
        assert b"Traceback" not in err
        assert b"BrokenPipe" not in err
        assert process.returncode == 3

    @pytest.mark.parametrize(
        ("closed", "arguments", "code"),
        [
            ("0<&-", ["grill", REQUEST], 3),
            ("1>&-", ["grill", REQUEST], 3),
            ("2>&-", ["grill", REQUEST], 3),
            ("0<&-", ["--plain", REQUEST], 3),
            ("0<&-", [REQUEST], 2),
        ],
    )
    def test_a_closed_stream_changes_nothing_else(
        self, closed: str, arguments: list[str], code: int, service: Path, home: Path
    ):
        line = ["sh", "-c", f'exec "$@" {closed}', "sh", *command(*arguments)]
        done = subprocess.run(
            line, cwd=service, env=environment(home), capture_output=True, check=False, timeout=60
        )
        assert done.returncode == code, done.stderr
        assert b"Traceback" not in done.stderr
        assert b"something inside went wrong" not in done.stderr

    def test_a_full_disk_under_the_result_is_said(self, service: Path, home: Path):
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                command("schema"), cwd=service, env=environment(home), stdout=full,
                stderr=subprocess.PIPE, check=False,
            )  # fmt: skip
        assert done.returncode == 1
        assert b"could not be written" in done.stderr
        assert b"Traceback" not in done.stderr

    def test_ctrl_c_ends_with_130_and_no_traceback(self, service: Path, home: Path):
        process = subprocess.Popen(
            command("--plain"), cwd=service, env=environment(home), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert process.stderr is not None
        assert b"What should be done?" in process.stderr.readline()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
        assert process.returncode == 130
        assert b"Traceback" not in err
