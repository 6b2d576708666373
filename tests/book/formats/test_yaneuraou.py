"""YaneuraOu's text format: its lines, and the search for a position without reading the whole file."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

from komadai import Board, Move
from komadai.book import BookEntry, BookError, BookMove, ordered
from komadai.book import open as open_book
from komadai.book.entry import position_key
from komadai.book.formats import yaneuraou
from komadai.book.formats.yaneuraou import YaneuraOuBook
from tests.book.samples import entries, positions

START = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
SECOND = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2"


def book_file(text: str, folder: Path, encoding: str = "utf-8") -> Path:
    path = folder / "book.db"
    path.write_bytes(text.encode(encoding))
    return path


def test_a_line_has_move_reply_score_depth_and_count(tmp_path: Path) -> None:
    path = book_file(f"#YANEURAOU-DB2016 1.00\n{START}\n7g7f 3c3d 63 27 935\n2g2f none -5 3 0\n", tmp_path)
    with YaneuraOuBook(path) as book:
        first, second = book.get(Board())
    assert first == BookMove(Move.from_usi("7g7f"), Move.from_usi("3c3d"), 63, 27, 935)
    assert second == BookMove(Move.from_usi("2g2f"), None, -5, 3, 0)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("7g7f", BookMove(Move.from_usi("7g7f"))),
        ("7g7f none none none 8", BookMove(Move.from_usi("7g7f"), count=8)),
        ("7g7f none   8", BookMove(Move.from_usi("7g7f"), count=8)),  # ShogiHome leaves columns empty
        ("7g7f\t3c3d\t1\t2\t3", BookMove(Move.from_usi("7g7f"), Move.from_usi("3c3d"), 1, 2, 3)),
        ("7g7f none 1 2 3 #a comment", BookMove(Move.from_usi("7g7f"), None, 1, 2, 3, comment="a comment")),
        ("7g7f none 1 2 3\n#one\n//two", BookMove(Move.from_usi("7g7f"), None, 1, 2, 3, comment="one\ntwo")),
        ("7g7f // why not", BookMove(Move.from_usi("7g7f"), comment=" why not")),
        ("7g7f none 1 2 9 #won 5 lost 4", BookMove(Move.from_usi("7g7f"), None, 1, 2, 9, 5, 4)),
    ],
)
def test_missing_values_are_none(line: str, move: BookMove, tmp_path: Path) -> None:
    with YaneuraOuBook(book_file(f"{START}\n{line}\n", tmp_path)) as book:
        assert book.get(Board()) == (move,)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("header", ["", "#YANEURAOU-DB2016 1.00\n", "#YANEURAOU-DB2016 1.00\n\n#NOE:1\n"])
def test_line_ends_marks_and_headers_do_not_matter(end: str, mark: str, header: str, tmp_path: Path) -> None:
    text = f"{mark}{header}{SECOND}\n#on the position\n3c3d none 1 2 3\n\n{START}\n7g7f none 4 5 6"
    with YaneuraOuBook(book_file(text.replace("\n", end), tmp_path)) as book:
        assert [len(each.moves) for each in book] == [1, 1]
        assert [each.number for each in book] == [2, 1]
        board = Board()
        assert book.get(board)[0].count == 6
        board.push_usi("7g7f")
        assert book.get(board)[0].count == 3
        found = book.entry(board)
        assert found is not None
        assert found.comment == "on the position"


def test_the_same_position_at_several_plies_is_one(tmp_path: Path) -> None:
    later = START.removesuffix("1") + "3"
    text = f"{START}\n7g7f none 1 9 6\n{later}\n7g7f none 2 3 4\n2g2f none 3 3 1\n{SECOND}\n3c3d\n"
    with YaneuraOuBook(book_file(text, tmp_path)) as book:
        assert not book.is_sorted
        moves = book.get(Board())
    assert [(each.move.usi(), each.score, each.count) for each in moves] == [("7g7f", 1, 10), ("2g2f", 3, 1)]


def test_illegal_moves_of_a_book_are_left_out(tmp_path: Path) -> None:
    with YaneuraOuBook(book_file(f"{START}\n7g7e\n1a1b\nP*5e\n2g2f\n", tmp_path)) as book:
        assert [each.move.usi() for each in book.get(Board())] == ["2g2f"]
        assert [len(each.moves) for each in book] == [4]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello\n", "line 1: expected #YANEURAOU-DB2016 1.00 or a position (sfen …): 'hello'"),
        ("#YANEURAOU-DB2016 2.00\n", "line 1: expected #YANEURAOU-DB2016 1.00: '#YANEURAOU-DB2016 2.00'"),
        (f"{START}\n7g7f none x\n", "line 2: expected score, depth and count as whole numbers, or none"),
        (f"{START}\n7g7f\n9z9y\n", "line 3: expected a move and a reply (7g7f 3c3d): '9z9y'"),
        (f"{START}\n7g7f\nsfen what\n", "line 3: expected a position (sfen board turn hands number)"),
        (f"#x\n7g7f\n{START}\n", "line 2: expected a position (sfen …): '7g7f'"),
    ],
)
def test_an_error_names_the_line_and_what_was_expected(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(BookError) as caught, YaneuraOuBook(book_file(text, tmp_path)) as book:
        list(book)
    assert str(caught.value).startswith(sentence)


def test_a_written_book_is_read_back() -> None:
    made = list(ordered(entries(1000)))
    file = io.BytesIO()
    yaneuraou.write(made, file)
    file.seek(0)
    assert list(yaneuraou.read(file)) == made


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, BookEntry]]:
    """A sorted book of 8,000 positions."""
    path = tmp_path_factory.mktemp("book") / "large.db"
    made = {each.place: each for each in entries(8_000, seed=5)}
    with path.open("wb") as file:
        yaneuraou.write((made[place] for place in sorted(made)), file)
    return path, made


@pytest.mark.parametrize("small", [0, 1 << 26], ids=["as a huge file", "as a small one"])
def test_binary_search_finds_what_a_linear_search_finds(
    large: tuple[Path, dict[str, BookEntry]], small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, made = large
    monkeypatch.setattr(yaneuraou, "_SMALL", small)
    with YaneuraOuBook(path) as book:
        assert book.is_sorted
        walked = {each.place: each for each in book}
        assert walked == made
        rng = random.Random(2)
        for place in [min(made), max(made), *rng.sample(sorted(made), 2000)]:
            assert book.entry(f"{place} 1") == walked[place]
        absent = [each for each in positions(2000, seed=99) if position_key(each) not in made]
        assert len(absent) > 500
        assert all(book.entry(each) is None for each in absent)


def test_a_huge_file_is_not_read_to_find_a_position(
    large: tuple[Path, dict[str, BookEntry]], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, made = large
    monkeypatch.setattr(yaneuraou, "_SMALL", 0)
    monkeypatch.setattr(yaneuraou, "_SAMPLES", 20)
    with YaneuraOuBook(path) as book:
        read: list[int] = []
        inner = book._file

        class Counting:
            def read(self, size: int) -> bytes:
                data = inner.read(size)
                read.append(len(data))
                return data

            def readline(self, size: int) -> bytes:
                data = inner.readline(size)
                read.append(len(data))
                return data

            def __getattr__(self, name: str) -> object:
                return getattr(inner, name)

        monkeypatch.setattr(book, "_file", Counting())
        assert book.entry(f"{sorted(made)[4000]} 1") is not None
    assert sum(read) < path.stat().st_size / 10


def test_an_unsorted_book_is_detected_and_searched_linearly(
    large: tuple[Path, dict[str, BookEntry]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list(large[1].values())
    random.Random(3).shuffle(made)
    path = tmp_path / "shuffled.db"
    with path.open("wb") as file:
        yaneuraou.write(made, file)
    with YaneuraOuBook(path) as book:
        assert not book.is_sorted
        assert all(book.entry(each.sfen) == each for each in made[:300])
    monkeypatch.setattr(yaneuraou, "_SMALL", 0)
    with YaneuraOuBook(path) as book:
        assert not book.is_sorted
        with pytest.raises(BookError, match=r"in no order.*sort it first"):
            book.get(Board())


def test_one_unsorted_position_in_a_huge_file_is_reported(
    large: tuple[Path, dict[str, BookEntry]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The samples may miss it, but a binary search that reads it does not."""
    made = [large[1][place] for place in sorted(large[1])]
    made[5000], made[20] = made[20], made[5000]
    path = tmp_path / "odd.db"
    with path.open("wb") as file:
        yaneuraou.write(made, file)
    monkeypatch.setattr(yaneuraou, "_SMALL", 0)
    monkeypatch.setattr(yaneuraou, "_SAMPLES", 1)
    with YaneuraOuBook(path) as book:
        assert book.is_sorted
        for each in (made[20], made[5000]):
            with pytest.raises(BookError, match="in no order") as caught:
                book.entry(each.sfen)
            assert caught.value.offset is not None


def test_several_threads_may_search_a_book(large: tuple[Path, dict[str, BookEntry]]) -> None:
    from concurrent.futures import ThreadPoolExecutor

    path, made = large
    wanted = list(made.values())[:400]
    with open_book(path) as book, ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda each: book.entry(each.sfen), wanted)) == wanted


@pytest.mark.parametrize("blank", ["\n", " \r\n\n", "\ufeff\n"])
def test_blank_lines_before_everything_do_not_matter(blank: str, tmp_path: Path) -> None:
    for header in ("", "#YANEURAOU-DB2016 1.00\n"):
        with open_book(book_file(f"{blank}{header}{START}\n7g7f\n", tmp_path)) as book:
            assert [each.move.usi() for each in book.get(Board())] == ["7g7f"]
            assert len(list(book)) == 1


def reread(entry: BookEntry) -> BookEntry:
    return next(yaneuraou.read(io.BytesIO(f"{yaneuraou.HEADER}\n{yaneuraou.entry_text(entry)}".encode())))


def test_a_comment_that_looks_like_numbers_is_read_as_a_comment() -> None:
    place = position_key(Board())
    move = BookMove(Move.from_usi("7g7f"), comment="won 3 lost 4\nwon 5 lost 6")
    entry = BookEntry(place, (move,), comment="games 9 black 5 white 4")
    again = reread(entry)
    assert (again.games, again.black_wins, again.comment) == (None, None, " games 9 black 5 white 4")
    assert again.moves == (BookMove(move.move, comment=f" {move.comment}"),)
    told = BookEntry(
        place,
        (BookMove(move.move, wins=1, losses=2, comment=move.comment),),
        comment=entry.comment,
        games=3,
        black_wins=1,
        white_wins=2,
    )
    assert reread(told) == told


def test_comments_longer_than_the_readable_maximum_are_refused() -> None:
    place = position_key(Board())
    for comment in ("駒" * 21844 + "x", "\n".join(["駒"] * 10_000)):
        assert reread(BookEntry(place, comment=comment)).comment == comment
    with pytest.raises(BookError, match="lines of at most 65533 bytes"):
        yaneuraou.entry_text(BookEntry(place, comment="駒" * 21844 + "xy"))
    with pytest.raises(BookError, match=r"at most 10000 lines .* got 10001"):
        yaneuraou.entry_text(BookEntry(place, (BookMove(Move.from_usi("7g7f"), comment="\n" * 9999),)))
