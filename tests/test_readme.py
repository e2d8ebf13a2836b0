"""The README's examples print what it says: python blocks as doctests, `$ hulebook` as shown."""

import contextlib
import doctest
import io
import re
import shlex
import sys
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text("utf8") if README.exists() else ""
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    return [body for name, body in BLOCK.findall(TEXT) if name == language]


pytestmark = pytest.mark.skipif(not TEXT, reason="an installed copy has no README beside it")


def test_python_blocks() -> None:
    source = "\n".join(blocks("python"))
    assert source.count(">>>") > 10
    example = doctest.DocTestParser().get_doctest(source, {}, "README", str(README), 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert result.failed == 0


def console_examples() -> list[tuple[str, str]]:
    """Commands after `$ hulebook` with the output shown below each."""
    found = []
    for block in blocks("console"):
        for part in block.split("$ ")[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.parametrize(("command", "output"), console_examples())
def test_console_blocks(
    command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hulebook.__main__ import main

    program, *arguments = shlex.split(command)
    assert program == "hulebook"
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        (tmp_path / name).write_text(content)
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        main(arguments)
    sys.stdout.flush()
    assert matches(output, out.getvalue())


def matches(shown: str, printed: str) -> bool:
    """Equal line by line; a line of dots stands for any lines."""
    checker = doctest.OutputChecker()
    return checker.check_output(shown, printed, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)


# Files that the console examples name.
FILES = {
    "recorded.csv": """hand,total
"[CCC,1]12356789pWW7p|SS0000|0",9
123456789m345p7s7s|EE0000|0,21
113355m2244p668s8s|EE1000|0,26
222m444p666s888sWW|EE1000|0,66
"[1111s][9999s][1111m,1]7899m9m|EE1000|0",47
123456789m345p7s8s|EE0000|0,8
""",
}
