"""Files of every command: one wording and one status if they cannot be read, and folders made for output."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from komadai.atomic_file import NewFile
from komadai.cli.main import app, run

GAME = "position startpos moves 7g7f 3c3d 8h2b+ 3a2b\n"
REASON = {
    "en": "{}: cannot be read: No such file or directory",
    "ja": "{}：読み込めません：ファイルやフォルダがありません",
}
READING = """
analyse none.kif
book build none.kif -o a.db
book merge none.db other.db -o a.db
book show none.db
convert none.kif --check
convert none.kif -o a.csa
db explore none
db import a none.kif
db player none Wada
db query games --pattern none.txt
db query none
engine transition-probabilities none.kif -o a.tsv
event accept none.event 1
event add a.event --list none.csv
event add none.event Wada
event answer none.event 1 accept
event challenge none.event 1 2
event challenger none.event
event colors none.event 1
event correct none.event 1 --name Wada
event export none.event -o a.csv
event finish none.event
event lineup none.event 1 1
event pair none.event
event report none.event
event result none.event 1 1-0
event sit-out none.event 1
event start none.event
event table none.event
event team none.event Team Wada
event title a.event --name A --previous none.event
event wants none.event 1 2
event withdraw none.event 1
lessons check none.toml
match komadai x=komadai --nodes 9 --openings none.kif
names none.kif
restore none.backup --data-dir data
review none.kif
show none.kif
stats none.kif
match komadai x=komadai y=komadai --nodes 9 --openings none.kif
tournament komadai x=komadai --nodes 9 --openings none.kif
train convert none.psv -o a.hcpe
train deduplicate none.psv -o a.psv
train fit none.psv -o a.net
train fit-weights none.psv -o a.weights
train generate --positions 10 --data a --eval none.bin
train inspect none.psv
train quantize none.npz -o a.net
train queue add none.toml --queue a
train rescore none.psv -o a.psv
train run none.toml --data a
train stream a --start none.npz --steps 1
train shuffle none.psv -o a.psv
train vary none.psv -o a.psv
tsume helpmate none.sfen
tsume hisshi none.sfen
tsume inspect none.sfen
tsume mine none.kif
tsume play none.sfen
tsume solve none.sfen
variants check none.toml
variants perft none.toml 2
variants show none.toml
variants solve none.toml -o a
"""
WITHOUT_INPUT_FILES = {
    *(
        "serve",
        "backup",
        "play",
        "board",
        "csa-client",
        "bridge",
        "usi",
        "perft",
        "completion",
        "version",
        "help",
    ),
    *("lessons list", "lessons booklet", "book extend", "event create", "variants list", "db starter"),
    *("train queue run", "train queue stop", "train queue status"),
    *(f"user {command}" for command in ("create", "list", "role", "ban", "logout", "password", "log")),
}
"""``book extend`` begins a book that is not there; the others read no file that is named."""


@pytest.fixture(autouse=True)
def no_input(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with open(os.devnull) as empty:
        monkeypatch.setattr(sys, "stdin", empty)
        yield


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """With a game, a database of it and an event; the working folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.usi").write_text(GAME)
    assert run(["db", "import", "games", "game.usi"]) == 0
    assert run(["event", "create", "a.event", "--name", "Cup"]) == 0
    capsys.readouterr()
    return tmp_path


def commands(command: Any, path: str = "") -> Iterator[str]:
    if hasattr(command, "commands"):
        for name, inner in command.commands.items():
            yield from commands(inner, f"{path} {name}".strip())
    else:
        yield path


READING_LINES = READING.strip().splitlines()


def test_every_command_is_here_or_reads_no_file() -> None:
    known = list(commands(typer.main.get_command(app)))
    read = {max((name for name in known if line.startswith(f"{name} ")), key=len) for line in READING_LINES}
    assert not read & WITHOUT_INPUT_FILES
    assert read | WITHOUT_INPUT_FILES == set(known)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("line", READING_LINES)
def test_a_missing_file_is_said_in_one_way_with_status_1(
    line: str, language: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = line.split()
    if words[:2] == ["event", "title"]:
        words[2] = "b.event"
    assert run([*words, "--lang", language]) == 1
    printed = capsys.readouterr()
    name = next(word for word in words if word.startswith("none"))
    assert REASON[language].format(name) in printed.err + printed.out
    assert not (folder / "none").exists()


@pytest.mark.parametrize(
    "line",
    [
        "book show x.db",
        "convert x.kif --check",
        "db explore x.kif",
        "db query games --pattern x.kif",
        "event add a.event --list x.kif",
        "event table x.event",
        "lessons check x.toml",
        "restore x.kif --data-dir data",
        "show x.kif",
        "train generate --positions 10 --data a --eval x.kif",
        "train inspect x.psv",
        "train queue add x.toml --queue a",
        "train run x.toml --data a",
        "variants show x.toml",
    ],
)
def test_a_file_of_another_kind_has_status_1(
    line: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("x.db", "x.event", "x.kif", "x.toml", "x.psv"):
        (folder / name).write_bytes(bytes(range(160, 240)))
    assert run(line.split()) == 1
    printed = capsys.readouterr()
    assert next(word for word in line.split() if word.startswith("x.")) in printed.err


@pytest.mark.parametrize(
    "line",
    [
        "perft x",
        "board 4k4",
        "show --ply x game.usi",
        "db query games --from yesterday",
        "convert game.usi -o a.xyz",
        "serve --smtp nonsense --no-browser --data-dir data",
        "serve --database nonsense --no-browser --data-dir data",
        "play --record game.xyz",
    ],
)
def test_a_wrong_command_line_has_status_2(
    line: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(line.split()) == 2
    assert capsys.readouterr().err.startswith("komadai: ")


@pytest.mark.parametrize(
    "line",
    [
        "analyse game.usi --nodes 9 -o new/folder/a.kif",
        "board --svg new/folder/a.svg",
        "backup new/folder/a.backup --data-dir data",
        "book build game.usi -o new/folder/a.db",
        "book extend new/folder/a.db --nodes 9 --positions 1",
        "convert game.usi -o new/folder/a.kif",
        "convert game.usi --to kif -o new/folder/",
        "db import new/folder/db game.usi",
        "csa-client localhost:1 --name A --password B --records new/folder",
        "csa-client localhost:1 --name A --password B --log new/folder/a.log",
        "engine transition-probabilities game.usi -o new/folder/a.tsv",
        "event create new/folder/a.event --name Cup",
        "event title new/folder/a.event --name Match",
        "event export a.event -o new/folder/a.csv",
        "match komadai x=komadai --nodes 9 --games 2 --output new/folder/match",
        "review game.usi --nodes 9 --html new/folder/a.html",
        "review game.usi --nodes 9 --kif new/folder/a.kif",
        "review game.usi --nodes 9 --out new/folder",
        "show game.usi --ply 2 --svg -o new/folder/a.svg",
        "stats game.usi --parquet new/folder/a.parquet",
        "stats game.usi --plot new/folder/a.svg",
        "tsume mine game.usi -o new/folder/a.jsonl",
    ],
)
def test_the_folder_of_an_output_is_made(line: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = run(line.split())
    assert status in (0, 1), capsys.readouterr().err  # 1: nothing was found
    assert (folder / "new" / "folder").is_dir()


def test_a_folder_that_cannot_be_made_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["board", "--svg", "game.usi/a.svg"]) == 1
    assert "game.usi: cannot be written: " in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are of POSIX")
def test_a_pipe_is_written_to_and_not_replaced(folder: Path) -> None:
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run(["board", "--svg", "pipe"]) == 0
        assert os.read(reader, 4) == b"<svg"
        assert not Path("pipe").is_file()
        with pytest.raises(FileExistsError):
            NewFile(Path("pipe"))
    finally:
        os.close(reader)
