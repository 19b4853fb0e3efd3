"""The one narrow way to git.

A repository's own configuration can run programs during plain reads, list other folders or
reach for the network. Here the environment is built from nothing, the dangerous settings are
overridden on the command line, only reading sub-commands exist, and what naming the git folder
switches off, git's check of who owns a repository, is done by us.

GitPython could run the same commands, but it adds to the caller's environment instead of
replacing it (every GIT_* variable of the caller would count), has no output limit, starts
children that survive a hang-up, and costs 70 ms to import; so `base.processes` runs git.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from intent_tui.base.display import visible_line
from intent_tui.base.processes import Finished, ProcessFailed, run
from intent_tui.workspace.place import Place

_COMMON = (r"-z", r"--max-count=\d+", r"--count(=\d+)?", r"--format=(?!.*(%G|signature)).*")
_OPTIONS = {
    # Not -m: to see whether a file was changed git runs the filters a repository configures.
    "ls-files": (r"-[ztscod]", r"--exclude-standard"),
    "log": (
        *_COMMON,
        *(r"-[psi]", r"--stat", r"-[SG].+", r"--grep=.+", r"--since=.+", r"--fixed-strings"),
        *(r"--no-merges", r"--first-parent", r"--name-only", r"--name-status", r"--no-renames"),
    ),
    "rev-list": (*_COMMON, r"--parents", r"--first-parent", r"--no-merges"),
    "rev-parse": (r"-q", r"--verify", r"--abbrev-ref", r"--is-shallow-repository"),
    "cat-file": (r"-[ptse]", r"--batch(-check)?"),
    "ls-tree": (r"-[rz]", r"--name-only"),
    "blame": (r"-p", r"-L\d+,\d+", r"--line-porcelain"),
    "for-each-ref": (*_COMMON, r"--sort=-?[a-z]+"),
    "merge-base": (r"--is-ancestor", r"--all"),
}
_ALLOWED = {
    command: re.compile("|".join(f"(?:{option})" for option in options), re.DOTALL)
    for command, options in _OPTIONS.items()
}

COMMANDS = frozenset(_OPTIONS)
"""What may be asked of git: all of these only read. Options are allowed one by one, since git
takes any unique beginning of a dangerous one for it."""

_AFTER_A_HANG = 2.0
_READS_CONTENT = frozenset({"log", "blame"})
_CONTENT_FLAGS = ("--no-ext-diff", "--no-textconv")
_NAME = re.compile(r"[A-Za-z0-9_][\w./-]{0,199}(?:[~^]\d{0,4}){0,8}", re.ASCII)
_REVISION = re.compile(r"(?:HEAD|[0-9a-f]{4,64})(?:\.\.(?:HEAD|[0-9a-f]{4,64}))?")

_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/nonexistent",
    "XDG_CONFIG_HOME": "/nonexistent",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "cat",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_LITERAL_PATHSPECS": "1",
}

_OVERRIDES = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    f"core.attributesFile={os.devnull}",
    f"core.excludesFile={os.devnull}",
    "core.untrackedCache=false",
    "core.quotePath=false",
    "core.sshCommand=false",
    "core.pager=cat",
    "log.showSignature=false",
    "log.mailmap=false",
    "gpg.program=false",
    "gpg.ssh.program=false",
    "gpg.x509.program=false",
    "diff.external=",
    "safe.bareRepository=explicit",
    "protocol.allow=never",
    "credential.helper=",
    "color.ui=false",
    "i18n.logOutputEncoding=UTF-8",
)


class GitFailed(ProcessFailed):
    """git gave no answer or refused.

    Args:
        command: the sub-command.
        reason: one clause.
        remedy: what a person can do about it, as a command or words.
        code: git's exit status, None if it did not come to one.
    """

    def __init__(
        self, command: str, reason: str, remedy: str = "", code: int | None = None
    ) -> None:
        super().__init__(f"git {command}", reason)
        self.remedy = remedy
        self.code = code

    def __str__(self) -> str:
        """The command, the reason, and the remedy if there is one."""
        said = f"{self.argv0}: {self.reason}"
        return f"{said}; {self.remedy}" if self.remedy else said


class Git:
    """Reads one repository.

    Args:
        place: a place with a git folder.
        timeout: seconds one call may take unless it says otherwise.
    """

    def __init__(self, place: Place, timeout: float = 5.0) -> None:
        self._place = place
        self._timeout = timeout
        self._program: str | None = None
        self._hung: dict[str, str] = {}

    def run(
        self,
        command: str,
        options: Sequence[str] = (),
        *,
        revision: str | Sequence[str] = (),
        paths: Sequence[str] = (),
        timeout: float | None = None,
        max_bytes: int = 64 << 20,
        stdin: bytes = b"",
    ) -> Finished:
        """Runs one reading sub-command.

        Args:
            command: one of `COMMANDS`.
            options: options of our own making; no text of a person or a repository.
            revision: HEAD, a hexadecimal id or a range of these; several for merge-base.
            paths: workspace paths, taken literally.
            timeout: seconds, instead of the usual limit.
            max_bytes: output limit; beyond it `truncated` is set and the rest not read.
            stdin: what it is asked, for the commands that answer many things in one call.

        Raises:
            GitFailed: no git, a foreign owner, no answer in time, or a status other than 0.
            ValueError: something that is not allowed was asked for.
        """
        revisions = (revision,) if isinstance(revision, str) else tuple(revision)
        _check(command, options, revisions)
        if command in self._hung:
            raise GitFailed(command, self._hung[command])
        self._check_owner(command)
        argv = [self._found(command), *self._frame(), command]
        argv += _CONTENT_FLAGS if command in _READS_CONTENT else ()
        argv += [*options, *revisions, *(("--", *paths) if paths else ())]
        limit = timeout or self._timeout
        try:
            done = run(
                argv,
                cwd=self._place.root,
                env=_ENVIRONMENT,
                timeout=min(limit, _AFTER_A_HANG) if self._hung else limit,
                max_bytes=max_bytes,
                stdin=stdin,
            )
        except ProcessFailed as error:
            # What hung once hangs again, and the rest may: no second full wait for anything.
            self._hung[command] = error.reason
            raise GitFailed(command, error.reason) from error
        if done.code and not done.truncated:
            reason = f"status {done.code}{_first_line(done.err)}"
            raise GitFailed(command, reason, code=done.code)
        return done

    @property
    def hung(self) -> bool:
        """Whether a call came to no end so far."""
        return bool(self._hung)

    @property
    def shallow(self) -> bool:
        """Whether older commits exist elsewhere and were not brought here.

        Looked up as git does it, by the file that lists where the history was cut: no program is
        started for it.
        """
        home = self._place.common_dir or self._place.git_dir
        try:
            return home is not None and (home / "shallow").stat().st_size > 0
        except OSError:
            return False

    def cut_at(self, commit: str) -> bool:
        """Whether what came before a commit was not brought here: it seems to bring in all."""
        home = self._place.common_dir or self._place.git_dir
        try:
            cut = (home / "shallow").read_text("ascii") if home is not None else ""
        except (OSError, UnicodeDecodeError):
            return False
        return commit in cut.split()

    def commit(self, name: str) -> str | None:
        """The full id of the commit that a branch, a tag or an id means; None for none.

        Takes what a person typed: only the letters that names are made of get to git.
        """
        if not _NAME.fullmatch(name) or ".." in name:
            return None
        self._check_owner("rev-parse")
        argv = [self._found("rev-parse"), *self._frame(), "rev-parse", "-q", "--verify"]
        argv += ["--end-of-options", f"{name}^{{commit}}"]
        try:
            done = run(
                argv, cwd=self._place.root, env=_ENVIRONMENT, timeout=self._timeout, max_bytes=4096
            )
        except ProcessFailed as error:
            raise GitFailed("rev-parse", error.reason) from error
        found = done.out.decode("ascii", "replace").strip()
        return found if done.code == 0 and re.fullmatch(r"[0-9a-f]{40,64}", found) else None

    def _frame(self) -> list[str]:
        """Everything before the sub-command."""
        frame = ["--no-pager", f"--git-dir={self._place.git_dir}"]
        frame.append(f"--work-tree={self._place.root}")
        for setting in _OVERRIDES:
            frame += ["-c", setting]
        return frame

    def _found(self, command: str) -> str:
        if self._program is None:
            self._program = _program(self._place.root)
        if self._program is None:
            raise GitFailed(command, "git was not found", "install git, or put it on PATH")
        return self._program

    def _check_owner(self, command: str) -> None:
        """Refuses a repository of someone else: its configuration is theirs, not this user's."""
        if not hasattr(os, "geteuid"):
            return
        me = os.geteuid()
        for path in self._owned():
            try:
                owner = path.lstat().st_uid
            except OSError as error:
                raise GitFailed(
                    command, f"{visible_line(str(path))} could not be read ({error.strerror})"
                ) from error
            if owner != me:
                root = shlex.quote(str(self._place.root))
                raise GitFailed(
                    command,
                    f"{visible_line(str(path))} belongs to another user ({_name_of(owner)})",
                    visible_line(f'make it yours: sudo chown -R "$(id -u)" {root}'),
                )

    def _owned(self) -> list[Path]:
        place = self._place
        paths = [place.root, place.root / ".git", place.git_dir, place.common_dir]
        return list(dict.fromkeys(path for path in paths if path is not None))


def _check(command: str, options: Sequence[str], revisions: Sequence[str]) -> None:
    if command not in COMMANDS:
        raise ValueError(f"git {command} is not one of the reading commands")
    for option in options:
        if not _ALLOWED[command].fullmatch(option):
            raise ValueError(f"{option!r} is not an option for reading with git {command}")
    for revision in revisions:
        if not _REVISION.fullmatch(revision):
            raise ValueError(f"{revision!r} is neither HEAD nor a hexadecimal id")
    if command == "blame" and not revisions:
        raise ValueError("git blame without a revision reads through the filters: not allowed")


def _first_line(err: bytes) -> str:
    lines = err.decode("utf-8", "surrogateescape").strip().splitlines()
    return f": {visible_line(lines[0])[:200]}" if lines else ""


def _program(root: Path) -> str | None:
    """An absolute git from PATH that does not lie in the workspace."""
    home = Path(os.path.realpath(root))
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        found = shutil.which("git", path=folder) if Path(folder).is_absolute() else None
        if found is not None and not Path(os.path.realpath(found)).is_relative_to(home):
            return found
    return None


def _name_of(owner: int) -> str:
    import pwd

    try:
        return pwd.getpwuid(owner).pw_name
    except KeyError:
        return f"user {owner}"
