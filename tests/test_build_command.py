"""`hulebook-build`: writes all files or none, says what differs, ends with the right status."""

import io
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import hulebook_data
from hulebook.tables.content_hash import read_parquet
from hulebook.tables.file import MEND, read_tables
from hulebook.tables.manifest import PARQUET
from hulebook.tables.verify import verify
from hulebook_builder import build, store
from hulebook_builder.__main__ import main
from hulebook_builder.pack import pack
from hulebook_builder.progress import Progress
from hulebook_builder.store import Files

DATA = Path(hulebook_data.__file__).parent
NAMES = ("tables.bin", "manifest.json", *(f"{n}.parquet" for n in PARQUET))
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}


@pytest.fixture
def shipped() -> Files:
    return Files(
        {name: read_parquet(str(DATA / f"{name}.parquet")) for name in PARQUET},
        (DATA / "tables.bin").read_bytes(),
        (DATA / "manifest.json").read_text("utf8"),
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped tables."""
    for name in NAMES:
        shutil.copy(DATA / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def instant(shipped: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build that takes no time and makes what is shipped."""

    def steps(step: object) -> None:
        assert callable(step)
        step("shapes")

    monkeypatch.setattr(build, "build", steps)
    monkeypatch.setattr(store, "files_of", lambda built: shipped)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.usefixtures("instant")
def test_a_build_fills_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--out", str(tmp_path / "new" / "tables")]) == 0
    assert sorted(contents(tmp_path / "new" / "tables")) == sorted(NAMES)
    assert verify(str(tmp_path / "new" / "tables")) == []
    assert main(["--out", str(tmp_path / "new" / "tables"), "--check"]) == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("instant")
def test_check_names_what_differs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "fans.parquet").unlink()
    shutil.copy(folder / "rules.parquet", folder / "winds.parquet")
    (folder / "manifest.json").write_text("{}", "utf8")
    (folder / "tables.bin").write_bytes((folder / "tables.bin").read_bytes()[:-1])
    before = contents(folder)
    assert main(["--out", str(folder), "--check", "--quiet"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"{folder}/fans.parquet cannot be read (No such file or directory)",
        f"{folder}/winds.parquet has other rows than a new build",
        f"{folder}/tables.bin is cut short or altered (its SHA-256 does not match); {MEND}",
        f"{folder}/manifest.json is not the manifest of a new build",
    ]
    assert contents(folder) == before


def test_check_names_the_tables_that_differ(shipped: Files, folder: Path) -> None:
    old = read_tables(str(folder / "tables.bin"))
    tables = {name: np.array(column) for name, column in old.columns.items()}
    tables["words"][5] += 1
    tables["more"] = np.zeros(3, np.uint8)
    other = shipped._replace(table_file=pack(tables, {**old.facts, "parquet.fans": "0"}))
    assert store.differences(other, folder) == [
        f"{folder / 'tables.bin'}: {name} differs"
        for name in ("table words", "table more", "fact parquet.fans")
    ]


@pytest.mark.usefixtures("instant")
@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_folder_that_cannot_be(
    place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main(["--out", str(tmp_path / place)]) == 1
    assert capsys.readouterr() == (
        "",
        f"hulebook-build: cannot write {tmp_path / 'file'}: it is no folder\n",
    )


@pytest.mark.usefixtures("instant")
def test_a_folder_without_permission(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(prefix: str, dir: Path) -> str:
        raise PermissionError(13, "Permission denied", str(dir / prefix))

    monkeypatch.setattr(store, "mkdtemp", refused)
    assert main(["--out", str(tmp_path)]) == 1
    assert capsys.readouterr().err == (
        f"hulebook-build: cannot write {tmp_path}/.hulebook-build-: Permission denied\n"
    )


@pytest.mark.usefixtures("instant")
def test_a_full_disk_leaves_the_old_tables(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(table: object, path: Path) -> None:
        raise OSError(28, "Error writing bytes to file")  # as pyarrow says it

    before = contents(folder)
    monkeypatch.setattr(store, "write_parquet", full)
    assert main(["--out", str(folder)]) == 1
    assert capsys.readouterr().err == (
        f"hulebook-build: cannot write {folder}: No space left on device\n"
    )
    assert contents(folder) == before


@pytest.mark.usefixtures("instant")
def test_ctrl_c_leaves_the_old_tables(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(table: object, path: Path) -> None:
        raise KeyboardInterrupt

    before = contents(folder)
    monkeypatch.setattr(store, "write_parquet", interrupted)
    assert main(["--out", str(folder)]) == 130
    assert capsys.readouterr().err == (
        "hulebook-build: interrupted, the old tables are as they were\n"
    )
    assert contents(folder) == before


@pytest.mark.usefixtures("instant")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_leaves_nothing_behind(
    number: int,
    status: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ended(table: object, path: Path) -> None:
        assert path.parent.is_dir()
        signal.raise_signal(number)

    monkeypatch.setattr(store, "write_parquet", ended)
    assert main(["--out", str(tmp_path)]) == status
    assert capsys.readouterr().err == "hulebook-build: interrupted, no tables are written\n"
    assert list(tmp_path.iterdir()) == []
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


@pytest.mark.usefixtures("instant")
def test_without_the_package_of_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "hulebook_data", None)
    for arguments in ([], ["--check"]):
        assert main(arguments) == 1
        assert capsys.readouterr().err == (
            "hulebook-build: hulebook_data is not installed; install hulebook again, "
            "or name a folder with --out\n"
        )
    assert main(["--out", str(tmp_path)]) == 0
    assert verify(str(tmp_path)) == []


@pytest.mark.parametrize("arguments", [["--no-such"], ["extra"], ["--out"], ["--out", ""]])
def test_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert "usage: hulebook-build" in capsys.readouterr().err


@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_help_and_version(argument: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([argument])
    assert end.value.code == 0
    assert "hulebook-build" in capsys.readouterr().out


# Writes other tables over those of a folder and kills itself before the nth file is put there.
KILLED = """
import os, signal, sys
from pathlib import Path
from hulebook.tables.content_hash import read_parquet
from hulebook.tables.manifest import PARQUET
from hulebook.tables.file import MEND, read_tables
from hulebook_builder import store
from hulebook_builder.manifest import manifest_text
from hulebook_builder.pack import pack
from hulebook_builder.parquet import stamped
import numpy as np

folder, left = Path(sys.argv[1]), int(sys.argv[2])
parquet = {n: read_parquet(str(folder / f"{n}.parquet")) for n in PARQUET}
parquet["fans"] = stamped(parquet["fans"].slice(1))
old = read_tables(str(folder / "tables.bin"))
facts = {**old.facts, "parquet.fans": parquet["fans"].schema.metadata[b"sha256"].decode()}
table_file = pack({n: np.array(c) for n, c in old.columns.items()}, facts)
replace = Path.replace

def dying(path, target):
    global left
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
    left -= 1
    return replace(path, target)

Path.replace = dying
store.write(store.Files(parquet, table_file, manifest_text(parquet, table_file)), folder)
"""


def write_and_die(folder: Path, after: int) -> int:
    command = [sys.executable, "-c", KILLED, str(folder), str(after)]
    return subprocess.run(command, env=ENVIRONMENT, check=False).returncode


@pytest.mark.parametrize("after", [0, 12, 13, 14])
def test_a_build_killed_while_it_puts_files_in_place(
    after: int, folder: Path, shipped: Files
) -> None:
    """Before the first the old tables stand, after the last the new ones; between, the file
    that the runtime reads is still one or the other, and the mix is found."""
    before = contents(folder)
    killed = write_and_die(folder, after) == -signal.SIGKILL
    now = {name: data for name, data in contents_of_files(folder).items() if name in NAMES}
    assert killed == (after < len(NAMES))
    read_tables(str(folder / "tables.bin"))
    if after == 0:
        assert now == before
    if after in (0, len(NAMES)):
        assert verify(str(folder)) == []
    else:
        assert verify(str(folder)) != []
    assert (now["tables.bin"] == before["tables.bin"]) == (after < 13)
    left = list(folder.glob(".hulebook-build-*"))
    assert len(left) == killed
    for path in left:
        os.utime(path, (0, 0))
    store.write(shipped, folder)
    assert sorted(path.name for path in folder.iterdir()) == sorted(NAMES)
    assert verify(str(folder)) == []


def contents_of_files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


STATUS = {signal.SIGKILL: -signal.SIGKILL, signal.SIGINT: 130, signal.SIGTERM: 143}


@pytest.mark.parametrize("number", STATUS)
def test_the_command_killed_while_it_builds(number: int, folder: Path) -> None:
    before = contents(folder)
    command = [sys.executable, "-m", "hulebook_builder", "--out", str(folder)]
    with subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE) as process:
        time.sleep(2.5)
        assert process.poll() is None
        process.send_signal(number)
        assert process.wait(30) == STATUS[number]
    assert contents(folder) == before


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("rich", [True, False])
def test_progress_on_a_terminal(rich: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if rich:
        pytest.importorskip("rich")
    else:
        monkeypatch.setitem(sys.modules, "rich.console", None)
    stream = Terminal()
    with Progress(stream=stream) as step:
        step("shapes")
        step("rule set mcr")
    assert "s  shapes\n" in stream.getvalue()
    assert "s  rule set mcr\n" in stream.getvalue()


@pytest.mark.parametrize(("stream", "quiet"), [(io.StringIO(), False), (Terminal(), True)])
def test_no_progress_when_piped_or_quiet(stream: io.StringIO, quiet: bool) -> None:
    with Progress(quiet, stream) as step:
        step("shapes")
    assert stream.getvalue() == ""


@pytest.mark.exhaustive
def test_two_builds_are_the_same_and_the_shipped_one(tmp_path: Path) -> None:
    """Whatever the order in which Python's sets happen to be."""
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-m", "hulebook_builder", "--out", str(tmp_path / seed)],
            env={**ENVIRONMENT, "PYTHONHASHSEED": seed},
            check=True,
        )
    assert contents(tmp_path / "1") == contents(tmp_path / "2")
    assert main(["--check"]) == 0
