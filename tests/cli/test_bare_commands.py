"""With and without the ``app`` extra the command line says the same, as far as it can run without."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
import typer

from komadai.cli import bare_commands
from komadai.cli.main import app, run
from komadai.cli.shared.command_table import BY_NAME, ENTRIES
from tests.extras import EXTRAS

WITHOUT_THE_APP_EXTRA = (
    "import importlib.util, sys; find = importlib.util.find_spec\n"
    "importlib.util.find_spec = lambda name, *more: None if name == 'typer' else find(name, *more)\n"
    "class Blocked:\n"
    "    def find_spec(name, path=None, target=None):\n"
    "        top = name.partition('.')[0]\n"
    "        if top != 'komadai' and top not in sys.stdlib_module_names:\n"
    "            raise ModuleNotFoundError(name, name=top)\n"
    "sys.meta_path.insert(0, Blocked)\n"
    "from komadai.__main__ import main; sys.exit(main())\n"
)
"""A process in which no other package than Komadai can be imported."""


def without_the_extra(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_THE_APP_EXTRA, *words],
        input=text,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env=os.environ | {"LC_ALL": "C.UTF-8", "KOMADAI_LANG": "en"},
    )


BOTH = [
    "--help",
    "help",
    "-V",
    "version --json",
    "usi --help",
    "perft --help",
    "help perft --lang ja",
    "perft 2 --divide",
    "perft",
    "perft 21",
    "perft -1 --lang ja",
    "perft 3 --threads 513",
    "perft 3 4k4/9 --lang ja",
    "perft --jsn",
    "perft 3 --divide=1",
    "perft 3 --threads",
    "prft",
    "nonsense --lang ja",
    "usi 1",
    "--lang fr",
]


@pytest.mark.parametrize("line", BOTH)
def test_status_and_first_line_are_the_same(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = line.split()
    bare = without_the_extra(*words)
    full = subprocess.run(
        [sys.executable, "-m", "komadai", *words],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env=os.environ | {"LC_ALL": "C.UTF-8", "KOMADAI_LANG": "en", "COLUMNS": "200"},
    )
    assert "Traceback" not in bare.stderr
    assert (bare.returncode, bare.stderr) == (full.returncode, full.stderr)
    assert bare.stdout.partition("\n")[0] == full.stdout.partition("\n")[0]


def test_typer_has_the_commands_of_the_table() -> None:
    group = typer.main.get_command(app)
    commands = group.commands  # type: ignore[attr-defined]
    assert set(commands) == {entry.name for entry in ENTRIES}
    for entry in ENTRIES:
        assert commands[entry.name].help.startswith(entry.english)


@pytest.mark.parametrize("words", [[], ["--help"], ["help"]])
def test_the_help_without_the_extra_lists_all_commands_and_what_they_need(words: list[str]) -> None:
    done = without_the_extra(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "pip install 'komadai[app]'" in done.stdout
    rows = dict(
        re.findall(r"^  ([a-z-]+) +(?:\[([a-z,]+)\] )?\S", done.stdout.partition("\nCommands\n")[2], re.M)
    )
    assert rows == {entry.name: entry.extras for entry in ENTRIES if not entry.hidden}
    assert {extra for entry in ENTRIES for extra in entry.extras.split(",") if extra} <= EXTRAS.keys()


@pytest.mark.parametrize("name", [entry.name for entry in ENTRIES if entry.extras])
def test_a_command_that_needs_an_extra_names_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert bare_commands.run([name, "--anything"]) == 1
    extras = BY_NAME[name].extras
    assert capsys.readouterr() == (
        "",
        f"komadai: komadai {name} needs the {extras} extra: pip install 'komadai[{extras}]', "
        f"or '.[{extras}]' in the repository\n",
    )


def test_the_engine_runs_without_the_extra() -> None:
    assert "usiok" in without_the_extra("usi", text="usi\nquit\n").stdout


@pytest.mark.parametrize("words", [["--colour", "red"], ["--port", "70000"], ["-x"], ["--port"], ["-"]])
def test_an_error_does_not_name_a_command_that_was_not_given(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    error = capsys.readouterr().err
    assert words[0] in error
    assert "serve" not in error
    assert bare_commands.run(words) == 1
    assert "serve" not in capsys.readouterr().err


def test_help_of_a_command_is_its_help_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help", "tsume", "solve"]) == 0
    page = capsys.readouterr().out
    assert run(["tsume", "solve", "--help"]) == 0
    assert capsys.readouterr().out == page
    assert page.startswith("Usage: komadai tsume solve")
