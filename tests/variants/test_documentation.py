"""The variant that docs/variants.md invents can be played; the records of the page on records can be read."""

import re
from pathlib import Path

import pytest

from komadai import WHITE, Outcome, Termination, kifu
from komadai.variants import NAMES, Board, Variant
from komadai.variants.evaluation_weights import shipped_weights
from komadai.variants.notation import western

PAGE = Path(__file__).parents[2] / "docs" / "variants.md"
RECORDS = PAGE.parent / "variants" / "records.md"
MOVES = "6f6e6f 6a6b 6f6d 6b5a 6d5c6d 5a6a"


def test_the_invented_variant_can_be_played(tmp_path: Path) -> None:
    match = re.search(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert match is not None
    path = tmp_path / "dragonfly.toml"
    path.write_text(match.group(1), "utf-8")
    board = Board(Variant.load(path))
    moves = {move.usi() for move in board.legal_moves}
    assert moves == {"5d5c", "4d4c", "3d3c", "2d2c", "1d1c", "5e4c", "1e2c", "2e3e"}
    board.push_usi("5e4c")
    board.push_usi("4b4c")
    assert board.hand(board.turn.opponent) == {"D": 1}


def test_the_table_of_what_was_checked_has_every_variant_and_no_gap() -> None:
    _, _, section = PAGE.read_text("utf-8").partition("## Checks of each variant\n")
    rows = re.findall(r"^\| `([a-z-]+)` \|(.*)\|$", section.partition("\n## ")[0], re.MULTILINE)
    assert sorted(name for name, _ in rows) == sorted(NAMES)
    for name, rest in rows:
        cells = [cell.strip() for cell in rest.split("|")]
        assert len(cells) == 6, name
        assert all(cells), name
        assert cells[4] == ("learned" if shipped_weights(name) else "estimates"), name


@pytest.mark.parametrize("format", ["kif", "usi", "western-text"])
def test_the_records_of_the_page_are_the_same_game(format: str) -> None:
    match = re.search(rf"```{format}\n(.*?)```", RECORDS.read_text("utf-8"), re.DOTALL)
    assert match is not None
    game = kifu.read(match[1], variants=True)
    assert isinstance(game, kifu.VariantGame)
    assert game.warnings == []
    assert " ".join(move.usi() for move in game.moves()) == MOVES
    if format != "usi":
        assert game.outcome == Outcome(WHITE, Termination.RESIGNATION)
    written = kifu.write(game, format)
    if format == "kif":
        # The page leaves out the diagram.
        written = re.sub(r"後手の持駒.*?先手の持駒：なし\n", "", written, flags=re.DOTALL)
        written = written.replace("  \n", "\n")
    assert written == match[1]


def test_the_moves_of_the_page_are_read_in_every_notation() -> None:
    game = kifu.read("startpos moves 2c2b", variants=True, variant="dobutsu")
    assert [move.usi() for move in game.moves()] == ["2c2b"]
    board = Board("chu")
    assert western.write(board, western.read(board, "P-6h")) == "P-6h"
