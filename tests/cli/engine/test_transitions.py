"""``komadai engine transitions``: transition probabilities counted in records."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path

import pytest

from komadai import STARTPOS
from komadai.cli.main import run
from komadai.engine.transitions import CATEGORIES, Counter, Transitions
from komadai.kifu.statistics.game_facts import Facts

GAME = "startpos moves 7g7f 3c3d 8h2b+ 3a2b\n"


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """No colours, a wide terminal, English."""
    for name, value in (("NO_COLOR", "1"), ("COLUMNS", "120"), ("LC_ALL", "C.UTF-8")):
        monkeypatch.setenv(name, value)


def count(*arguments: str | Path) -> int:
    return run(["engine", "transition-probabilities", *map(str, arguments)])


def row(table: str, name: str) -> list[str]:
    """The cells of the row with this name."""
    found = next(line for line in table.splitlines() if line.strip().startswith(f"{name} "))
    return re.split(r"\s{2,}", found.strip())


def test_the_table_has_how_often_moves_were_legal_and_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games.usi").write_text(GAME * 3)
    assert count(tmp_path, "-o", tmp_path / "table.tsv") == 0
    output = capsys.readouterr()
    assert row(output.out, "recapture") == ["recapture", "3", "3", "100.00 %"]
    assert row(output.out, "pawn-on-edge") == ["pawn-on-edge", "12", "0", "0.00 %"]
    assert row(output.out, "king-takes-checker") == ["king-takes-checker", "0", "0", "–"]
    assert output.err == "3 games, 12 positions\n"
    table = Transitions.load(tmp_path / "table.tsv")
    assert (table.games, table.positions, table.probability("recapture")) == (3, 12, 1)


def test_a_book_is_no_game_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = tmp_path / "mine.db"
    book.write_text(f"#YANEURAOU-DB2016 1.00\nsfen {STARTPOS}\n7g7f none 1 1 1\n")
    assert count(book, "-o", tmp_path / "table.tsv") == 2
    assert "is a book, not a game record" in capsys.readouterr().err
    assert not (tmp_path / "table.tsv").exists()


def test_the_table_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "games.usi").write_text(GAME)
    (tmp_path / "damaged.kif.gz").write_bytes(b"\x1f\x8b, and no more")
    assert count(tmp_path, "--json") == 1
    output = json.loads(capsys.readouterr().out)
    assert [each["category"] for each in output["categories"]] == list(CATEGORIES)
    assert (output["games"], output["positions"], output["interrupted"]) == (1, 4, False)
    assert [each["file"] for each in output["errors"]] == [str(tmp_path / "damaged.kif.gz")]
    found = {each["category"]: each for each in output["categories"]}
    assert found["recapture"] == {"category": "recapture", "legal": 1, "played": 1, "probability": 1.0}
    assert found["king-takes-checker"]["probability"] is None


def test_no_record_is_overwritten_by_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = tmp_path / "games.usi"
    games.write_text(GAME)
    assert count(games, "-o", games) == 2
    assert count(tmp_path / "nothing.kif", "-o", tmp_path / "table.tsv") == 1
    assert not (tmp_path / "table.tsv").exists()
    assert games.read_text() == GAME
    assert "it is not overwritten" in capsys.readouterr().err


def test_ctrl_c_shows_the_counts_so_far(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games.usi").write_text(GAME * 20)
    add = Counter.add

    def add_and_interrupt(counter: Counter, facts: Facts) -> bool:
        added = add(counter, facts)
        if counter.games == 5:
            os.kill(os.getpid(), signal.SIGINT)
        return added

    monkeypatch.setattr(Counter, "add", add_and_interrupt)
    with pytest.raises(KeyboardInterrupt):  # which main() makes the exit status 130
        count(tmp_path, "-o", tmp_path / "table.tsv", "--json")
    found = json.loads(capsys.readouterr().out)
    assert found["interrupted"]
    table = Transitions.load(tmp_path / "table.tsv")
    assert (table.games, table.positions) == (found["games"], found["positions"]) == (5, 20)
