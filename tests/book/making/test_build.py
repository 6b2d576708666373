"""Books from game records."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from komadai import Board, Move, RangeError, RecordError, kifu
from komadai.book import MemoryBook, Selection, build
from komadai.book.entry import position_key
from komadai.book.making.record_input import GamesReader

CSA = """V2.2
N+{black}
N-{white}
PI
+
{rates}{moves}
{end}
"""
QUICK = "+7776FU,T1\n-3334FU,T1"
SLOW = "+7776FU,T1\n-8384FU,T1\n+2726FU,T1"


def game(
    folder: Path, number: int, moves: str, end: str = "%TORYO", rates: str = "", black: str = "Sato",
    white: str = "Suzuki",
) -> None:  # fmt: skip
    text = CSA.format(moves=moves, end=end, rates=rates, black=black, white=white)
    (folder / f"{number}.csa").write_text(text, "utf-8")


def counts_of(book: MemoryBook, *usis: str) -> dict[str, tuple[int | None, int | None, int | None]]:
    board = Board()
    for usi in usis:
        board.push_usi(usi)
    return {each.move.usi(): (each.count, each.wins, each.losses) for each in book.get(board)}


def test_moves_are_counted_with_wins_and_losses(tmp_path: Path) -> None:
    game(tmp_path, 1, QUICK)  # Black resigns
    game(tmp_path, 2, QUICK + "\n+2726FU")  # White resigns
    game(tmp_path, 3, SLOW, "%SENNICHITE")
    book = build(tmp_path, selection=Selection(min_games=1))
    assert counts_of(book) == {"7g7f": (3, 1, 1)}
    assert counts_of(book, "7g7f") == {"3c3d": (2, 1, 1), "8c8d": (1, 0, 0)}
    start = book.entry(Board())
    assert start is not None
    assert (start.games, start.black_wins, start.white_wins) == (3, 1, 1)
    assert start.moves[0].reply == Move.from_usi("3c3d")
    assert [len(each.moves) for each in build(tmp_path)] == [1, 1]  # moves played at least twice


def test_the_selection_limits_the_games_and_moves(tmp_path: Path) -> None:
    rates = "'black_rate:a+0123:2500.0\n'white_rate:b+0123:1800.5\n"
    game(tmp_path, 1, QUICK, rates=rates, black="Sato")
    game(tmp_path, 2, SLOW, rates=rates.replace("2500", "1500"), black="Tanaka")
    game(tmp_path, 3, SLOW + "\n-8485FU", "%CHUDAN", black="Sato")

    def of(**chosen: object) -> MemoryBook:
        return build(tmp_path, selection=Selection(min_games=1, **chosen))  # type: ignore[arg-type]

    assert counts_of(of())["7g7f"][0] == 3
    assert counts_of(of(players=("sato",)))["7g7f"][0] == 2
    assert counts_of(of(players=("sato",)), "7g7f") == {}
    assert counts_of(of(min_rating=2000))["7g7f"][0] == 1
    assert counts_of(of(min_rating=1600), "7g7f") == {"3c3d": (1, 1, 0), "8c8d": (1, 0, 1)}
    assert counts_of(of(winners=True))["7g7f"] == (1, 1, 0)
    assert counts_of(of(decided=True))["7g7f"] == (2, 1, 1)
    assert counts_of(of(plies=1), "7g7f") == {}


@pytest.mark.parametrize("numbers", [{"plies": 0}, {"min_games": 0}])
def test_numbers_below_one_are_refused(numbers: dict[str, int]) -> None:
    with pytest.raises(RangeError, match="expected 1 or more, got 0"):
        Selection(**numbers)  # type: ignore[arg-type]


def test_handicap_games_are_counted_only_on_request(tmp_path: Path) -> None:
    start = Board.handicap("lance").sfen()
    (tmp_path / "a.usi").write_text(f"sfen {start} moves 6a7b\nstartpos moves 7g7f\n")
    assert len(build(tmp_path, selection=Selection(min_games=1))) == 1
    assert len(build(tmp_path, selection=Selection(min_games=1, even=False))) == 2


def test_moves_after_an_illegal_move_are_left_out(tmp_path: Path) -> None:
    game(tmp_path, 1, "+7776FU\n-3334FU\n+8822UM\n-9394FU\n+2226UM\n-9495FU\n+2627UM", "%ILLEGAL_MOVE")
    book = build(tmp_path, selection=Selection(min_games=1))
    for entry in book:
        board = Board(entry.sfen)
        assert all(board.is_legal(each.move) for each in entry.moves)


def test_a_repeated_move_is_counted_once_for_each_game(tmp_path: Path) -> None:
    ring = "2h3h 8b7b 3h2h 7b8b "
    (tmp_path / "a.usi").write_text(f"startpos moves {ring * 3}\n")
    assert counts_of(build(tmp_path, selection=Selection(min_games=1))) == {"2h3h": (1, 0, 0)}


def test_an_unreadable_file_is_reported(tmp_path: Path) -> None:
    game(tmp_path, 1, QUICK)
    (tmp_path / "2.zip").write_bytes(b"PK\3\4 and no more of a zip")
    with pytest.raises(RecordError):
        build(tmp_path)
    errors: list[str] = []
    book = build(tmp_path, selection=Selection(min_games=1), on_error=lambda name, error: errors.append(name))
    assert len(book) == 2
    assert [Path(each).name for each in errors] == ["2.zip"]


def test_the_counts_of_a_large_collection_are_those_of_a_simple_count(
    shared_data: Path, tmp_path: Path
) -> None:
    lines = (shared_data / "games" / "gsdb" / "games.jsonl").read_text("utf-8").splitlines()[:500]
    games = [json.loads(line) for line in lines]
    moves = [each["moves"].split() for each in games if not each["start"]]
    (tmp_path / "all.usi").write_text("".join(f"startpos moves {' '.join(each)}\n" for each in moves))
    counts: Counter[tuple[str, str]] = Counter()
    for each in moves:
        board = Board()
        seen = set()
        for usi in each[:20]:
            place = position_key(board)
            counts[place, usi] += place not in seen
            seen.add(place)
            board.push_usi(usi)
    book = build(tmp_path, selection=Selection(plies=20, min_games=3))
    found = {(entry.place, one.move.usi()): one.count for entry in book for one in entry.moves}
    assert found == {key: count for key, count in counts.items() if count >= 3}
    assert len(found) > 200


@pytest.mark.parametrize(
    ("text", "ratings"),
    [
        ("V2.2\nN+a\nN-b\nPI\n+\n'black_rate:a+01:2771.5\n'white_rate:b+9:1500\n+7776FU\n", (2771.5, 1500)),
        ("V2.2\n'black_rate:a+0123:2771.5\nN+a\nN-b\nPI\n+\n+7776FU\n", (2771.5, None)),
        ('[Black "x"]\n[BlackElo "1820"]\n[White "y"]\n1. P-7f P-3d\n', (1820, None)),
        ("先手：x\n後手：y\n後手レート：1500点\n   1 ７六歩(77)\n", (None, 1500)),
        ("startpos moves 7g7f\n", (None, None)),
    ],
)
def test_ratings_are_found_in_each_record_format(
    text: str, ratings: tuple[float | None, float | None]
) -> None:
    reader = GamesReader()
    assert len(list(kifu.parse(text.encode(), reader))) == 1
    assert tuple(reader.ratings) == ratings
