"""Conversions between the formats over thousands of positions; detection of a file's format."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from komadai import UnknownStyleError
from komadai.book import FORMATS, BookEntry, BookError, Mark, detect, lost, ordered, save
from komadai.book import open as open_book
from komadai.book.entry import turned, turned_place
from tests.book.samples import entries, positions

COUNT = 2500
_OF_MOVE = {"reply": None, "score": None, "depth": None, "count": None, "wins": None, "losses": None}


@pytest.fixture(scope="module")
def made() -> list[BookEntry]:
    return list(ordered(entries(COUNT, seed=11)))


def without(entry: BookEntry, format: str) -> BookEntry:
    """The entry as the format can hold it."""
    fields: dict[str, object] = {}
    of_moves: dict[str, object] = {}
    for each in FORMATS[format].lacks:
        name, _, of = each.partition(" of ")
        if of == "positions":
            fields[name] = {"comment": "", "evaluations": (), "number": 1}.get(name)
        else:
            of_moves[name] = {"comment": "", "mark": Mark.NONE}.get(name)
    fields.pop("place", None)
    if "games" in fields:
        fields |= {"black_wins": None, "white_wins": None}
    moves = tuple(replace(each, **of_moves) for each in entry.moves)  # type: ignore[arg-type]
    # These formats always store a number: 0 is read as unknown where that is possible.
    if format == "ybb":
        none = 0 if any(each.score or each.depth for each in moves) else None
        moves = tuple(replace(each, score=each.score or none, depth=each.depth or none) for each in moves)
    if format == "apery":
        none = 0 if any(each.score for each in moves) else None
        unknown = 1 if any(each.count for each in moves) else 0
        moves = tuple(
            replace(each, score=each.score or none, count=unknown if each.count is None else each.count)
            for each in moves
        )
    if format == "sbk":
        moves = tuple(replace(each, count=1 if each.count is None else each.count) for each in moves)
    return replace(entry, moves=moves, **fields)  # type: ignore[arg-type]


def numbered(entry: BookEntry, format: str) -> BookEntry:
    """Without the move number where the format computes it from the moves that lead to the position."""
    return replace(entry, number=1) if format == "sbk" else entry


@pytest.mark.parametrize("format", FORMATS)
def test_what_a_format_stores_is_read_back(format: str, made: list[BookEntry], tmp_path: Path) -> None:
    path = tmp_path / f"book{FORMATS[format].suffix}"
    save(reversed(made), path)
    assert detect(path).key == format
    with open_book(path) as book:
        for each in made:
            found = book.entry(each.sfen)
            assert found is not None
            assert numbered(found, format) == numbered(without(each, format), format)


@pytest.mark.parametrize("through", [key for key in FORMATS if key != "apery"])
def test_a_book_is_converted_to_another_format_and_back(
    through: str, made: list[BookEntry], tmp_path: Path
) -> None:
    """Except Apery's, which has no positions."""
    first, second = tmp_path / f"a{FORMATS[through].suffix}", tmp_path / "b.db"
    save(made, first)
    with open_book(first) as book:
        save(book, second)
    with open_book(second) as book:
        found = [numbered(each, through) for each in book]
    assert found == [numbered(without(each, through), through) for each in made]


def test_losses_of_a_conversion_are_named(made: list[BookEntry]) -> None:
    assert lost(made, "yaneuraou") == []
    assert lost(made, "ybb") == [
        "reply of moves", "count of moves", "wins of moves", "losses of moves", "comment of moves",
        "comment of positions", "games of positions",
    ]  # fmt: skip
    assert "place of positions" in lost(made, "apery")
    assert lost(made, "sbk") == [
        "reply of moves", "score of moves", "depth of moves", "wins of moves", "losses of moves",
        "comment of moves",
    ]  # fmt: skip
    assert lost([], "apery") == []
    with pytest.raises(UnknownStyleError, match="expected a format of yaneuraou, ybb, apery, sbk, got 'x'"):
        lost([], "x")


def test_the_format_is_detected_by_content_not_by_name(made: list[BookEntry], tmp_path: Path) -> None:
    for key in FORMATS:
        path = tmp_path / f"{key}.book"
        save(made[:50], path, format=key)
        assert detect(path).key == key


@pytest.mark.parametrize(
    "data", [b"", b"hello\n", bytes(7), b"\xff" * 16, b"PK\3\4" + bytes(60), "定跡".encode()]
)
def test_a_file_that_is_not_a_book_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    path.write_bytes(data)
    with pytest.raises(BookError, match=r"the file is empty|expected a book"):
        open_book(path)


def test_a_folder_or_a_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.db")
    for path in (tmp_path, tmp_path / "pipe.db"):
        with pytest.raises(BookError, match="expected a file"):
            open_book(path)
    with pytest.raises(FileNotFoundError):
        open_book(tmp_path / "none.db")


def test_a_name_without_a_known_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownStyleError, match=r"expected a name that ends in \.db, \.ybb, \.bin, \.sbk"):
        save([], tmp_path / "book.txt")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", [".db", ".sbk"])
def test_a_comment_with_a_lone_surrogate_is_refused_and_no_file_is_left(ending: str, tmp_path: Path) -> None:
    entry = BookEntry(entries(1)[0].place, comment="a \ud83d b")
    with pytest.raises(BookError, match=r"whole characters, got half of one: '\\ud83d'"):
        save([entry], tmp_path / f"book{ending}")
    assert list(tmp_path.iterdir()) == []


def test_a_book_may_replace_its_own_source(made: list[BookEntry], tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    save(made, path)
    with open_book(path) as book:
        save(book, path)
    with open_book(path) as book:
        assert list(book) == made


def test_a_failed_save_leaves_the_old_book(made: list[BookEntry], tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    save(made[:10], path)

    def broken() -> object:
        yield made[0]
        raise BookError("in the midst")

    with pytest.raises(BookError, match="in the midst"):
        save(broken(), path)  # type: ignore[arg-type]
    with open_book(path) as book:
        assert len(list(book)) == 10
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("held", [1, 7, 1000, 100_000])
def test_the_sorted_order_does_not_depend_on_the_memory(held: int, made: list[BookEntry]) -> None:
    entries_twice = [*reversed(made[:300]), *made[:300]]
    ordered_all = list(ordered(entries_twice, held=held))
    assert [each.place for each in ordered_all] == [each.place for each in made[:300]]
    assert ordered_all == list(ordered(entries_twice))


def test_a_rotated_position_has_rotated_moves() -> None:
    for board in positions(400):
        place = board.sfen().rsplit(" ", 1)[0]
        other = turned_place(place)
        assert turned_place(other) == place
        assert type(board)(f"{other} 1").turn != board.turn
        assert len(type(board)(f"{other} 1").legal_moves) == len(board.legal_moves)


def test_a_position_is_found_with_the_board_rotated(made: list[BookEntry], tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    save(made[:100], path)
    with open_book(path) as book:
        for each in made[:100]:
            sfen = f"{turned_place(each.place)} {each.number}"
            if book.entry(sfen) is None:
                found = book.entry(sfen, flipped=True)
                assert found == turned(each)
                assert turned(turned(each)) == each
                assert len(book.get(sfen, flipped=True)) == len(each.moves)
