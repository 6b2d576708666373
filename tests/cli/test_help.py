"""Help, usage errors and completion, in English and Japanese, without words of Python or its libraries."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Any

import pytest

from komadai.cli import completion_values
from komadai.cli.main import app, run
from komadai.cli.shared import console
from komadai.cli.shared.language import Language, current_language, selected


def paths() -> list[list[str]]:
    """Every command of the command line, groups included, as words."""
    import typer

    def walk(command: Any, words: list[str]) -> list[list[str]]:
        found = [words]
        for name, inner in getattr(command, "commands", {}).items():
            found += walk(inner, [*words, name])
        return found

    return walk(typer.main.get_command(app), [])


PATHS = paths()


def komadai(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the command in a process with this environment."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    return subprocess.run(
        [sys.executable, "-m", "komadai", *words],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env=clean | {"NO_COLOR": "1", "LANG": "C.UTF-8"} | environment,
    )


@pytest.mark.parametrize("words", PATHS, ids=" ".join)
def test_help_names_no_python_type(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*words, "--help"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("Usage: komadai")
    assert not re.search(r"<\w+(\[\w+\])?>|INTEGER|TEXT|x<=|x>=|None|\[/", page)


def test_every_help_page_exists_in_japanese() -> None:
    pages = (
        "import sys\n"
        "from komadai.cli.main import run\n"
        f"for words in {PATHS!r}:\n"
        "    assert run([*words, '--help']) == 0\n"
        "    print('----')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", pages],
        capture_output=True,
        encoding="utf-8",
        timeout=110,
        check=True,
        env=os.environ | {"KOMADAI_LANG": "ja", "COLUMNS": "200", "PYTHONIOENCODING": "utf-8"},
    )
    shown = done.stdout.split("----\n")[:-1]
    assert len(shown) == len(PATHS)
    for words, page in zip(PATHS, shown, strict=True):
        assert page.startswith("使い方："), words
        for line in page.splitlines():
            # A description is in Japanese: it has kana or kanji.
            if match := re.match(r"  \S.{0,40}?\s{2,}(\S.*)", line):
                assert re.search(r"[ぁ-ん一-龯]", match[1]) or re.fullmatch(r"[\w.、 ]+", match[1]), line


@pytest.mark.parametrize("group", [["tsume"], ["book"], ["engine"]])
def test_a_group_alone_prints_its_help(group: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(group) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith(f"Usage: komadai {group[0]} COMMAND")
    assert printed.err == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["perft", "many"], "DEPTH: expected a whole number from 0 to 20, got 'many'"),
        (["perft"], "DEPTH is missing; komadai perft --help explains it"),
        (["play", "--level", "16"], "--level: expected a whole number from 1 to 15, got '16'"),
        (["board", "--style", "cubist"], "--style: expected one of japanese, ascii, unicode, got 'cubist'"),
        (["board", "--style"], "--style: expected STYLE after it"),
        (["tsume", "solv"], "komadai tsume has no command solv; did you mean solve?"),
        (["match", "a", "b", "--sprt", "1", "x"], "--sprt: expected 2 numbers, got 'x'"),
        (
            ["csa-client", "x", "--name", "a", "--password", "b", "--games", "0"],
            "--games: expected a whole number at least 1, got '0'",
        ),
        (["tsume", "solve", "--time", "0", "x"], "--time: expected a number at least 0.001, got '0'"),
        (["db", "query", "x", "--limit", "-1"], "--limit: expected a whole number at least 0, got '-1'"),
        (
            ["review", "x", "--nodes", "0"],
            "--nodes: expected a whole number from 1 to 1,000,000,000,000, got '0'",
        ),
        (["board", "--lang", "fr"], "--lang: expected en or ja, got 'fr'"),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)
def test_usage_errors_name_the_place_and_what_is_expected(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    assert capsys.readouterr().err == f"komadai: {sentence}\n"


def test_usage_errors_in_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["perft", "many", "--lang", "ja"]) == 2
    assert capsys.readouterr().err == "komadai: DEPTH：0〜20の整数を指定してください（入力：'many'）\n"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "KOMADAI_LANG": "ja"}, "ja"),
        ({"LC_ALL": "ja_JP.UTF-8", "KOMADAI_LANG": "en"}, "en"),
        ({}, "en"),
    ],
)
def test_the_environment_chooses_the_language(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("KOMADAI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert current_language() == language
    with selected(["--lang", "ja"]):
        assert current_language() is Language.JA
    assert current_language() == language


def test_the_language_option_works_in_every_place_but_not_after_two_dashes() -> None:
    for words in (["--lang=ja", "board"], ["board", "--lang", "ja"]):
        with selected(words) as rest:
            assert rest == ["board"]
    with selected(["board", "--", "--lang", "ja"]) as rest:
        assert rest == ["board", "--", "--lang", "ja"]


def test_colours_are_readable_on_black_and_on_white() -> None:
    def luminance(color: str) -> float:
        channels = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
        red, green, blue = (
            each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for name in ("ERROR", "WARNING", "SUCCESS", "NAME", "MUTED"):
        bright = luminance(getattr(console, name))
        assert 1.05 / (bright + 0.05) >= 4.5, name
        assert (bright + 0.05) / 0.05 >= 4.5, name


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp932"])
@pytest.mark.parametrize(
    "words", [["board"], ["show", "startpos"], ["book", "show", "own"], ["--help"]], ids=str
)
def test_an_encoding_without_some_characters_gives_no_traceback(encoding: str, words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "komadai", *words, "--lang", "ja"],
        capture_output=True,
        timeout=60,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": encoding},
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_json_is_valid_in_an_ascii_encoding() -> None:
    done = komadai("tsume", "inspect", "8l/7b1/8k/6+B2/7Pg/9/9/9/9 b R 1", "--json", PYTHONIOENCODING="ascii")
    assert "?" not in done.stdout
    assert done.stdout.isascii()


def test_lines_are_not_broken_in_a_pipe(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    name = tmp_path / ("long-name-" * 12 + ".kif")
    assert run(["convert", str(name), "--check"]) == 1
    assert capsys.readouterr().err.count("\n") == 2  # the error and the summary


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion_scripts_call_the_command(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    assert "_KOMADAI_COMPLETE" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("komadai tsu", ["tsume"]),
        ("komadai help ts", ["tsume"]),
        ("komadai tsume solve --ex", ["--exact"]),
        ("komadai convert --to k", ["ki2", "kif"]),
        ("komadai board --style a", ["ascii"]),
        ("komadai --lang ", ["en", "ja"]),
        ("komadai convert --lang j", ["ja"]),
        ("komadai variants show do", ["dobutsu"]),
        ("komadai play --handicap eig", ["eight-piece", "eight-piece-gained"]),
        ("komadai event result cup.event 1 black", ["black+"]),
        ("komadai completion power", ["powershell"]),
    ],
)
def test_bash_completes_commands_options_and_values(line: str, wanted: list[str]) -> None:
    done = komadai(_KOMADAI_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=str(line.count(" ")))
    assert sorted(done.stdout.split()) == wanted, done.stderr


def test_powershell_completes_values() -> None:
    done = komadai(
        _KOMADAI_COMPLETE="complete_powershell",
        _TYPER_COMPLETE_ARGS="komadai convert --to k",
        _TYPER_COMPLETE_WORD_TO_COMPLETE="k",
    )
    assert [line.partition(":")[0] for line in done.stdout.split()] == ["kif", "ki2"], done.stderr


def test_the_variable_that_powershell_leaves_behind_completes_nothing() -> None:
    assert komadai("version", _KOMADAI_COMPLETE="").stdout.startswith("Komadai ")


def test_every_listed_value_belongs_to_a_parameter() -> None:
    import typer

    def names(command: Any, path: str) -> set[str]:
        found = {max(each.opts, key=len) for each in command.params}
        found |= {f"{path} {name}" for name in found}
        for name, inner in getattr(command, "commands", {}).items():
            found |= names(inner, f"{path} {name}".strip())
        return found

    assert completion_values.VALUES.keys() <= names(typer.main.get_command(app), "")
    for values in completion_values.VALUES.values():
        assert all(re.fullmatch(r"[a-z0-9+_-]+", value) for value in values())
