"""USEN, games in links."""

from __future__ import annotations

import contextlib
import re
from urllib.parse import parse_qs, quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import Board, Color, Infraction, Move, Outcome, Termination
from komadai.errors import KomadaiError, RecordError
from komadai.kifu import Game, GameBuilder, Report, read, read_all
from komadai.kifu.formats.usen import reader as usen_reader
from komadai.kifu.formats.usen.link import link_query
from tests.kifu.samples import tree

BLACK, WHITE = Color.BLACK, Color.WHITE


def usi(game: Game) -> str:
    return " ".join(move.usi() for move in game.moves())


def shape(game: Game) -> list[tuple[int, str]]:
    """The tree of moves: the depth and the move of each node."""
    found, waiting = [], [(game.root, 0)]
    while waiting:
        node, depth = waiting.pop()
        found.append((depth, str(node.move)))
        waiting += [(child, depth + 1) for child in reversed(node.children)]
    return found


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("7g7f", "7ku"),
        ("3c3d", "2jm"),
        ("2g2f", "6y2"),
        ("8h2b+", "8rl"),
        ("P*5e", "bfq"),
        ("G*1a", "b90"),
        ("R*9i", "c4g"),
    ],
)
def test_a_move_in_three_characters(move: str, code: str) -> None:
    assert usen_reader.encode(Move.from_usi(move)) == code
    assert usen_reader.decode(code) is Move.from_usi(move)


def test_a_game_and_its_ending() -> None:
    game = read("~0.7ku2jm6y2.r\n", "usen", strict=True)
    assert usi(game) == "7g7f 3c3d 2g2f"
    assert game.outcome == Outcome(BLACK, Termination.RESIGNATION)
    assert usen_reader.write(game) == "~0.7ku2jm6y2.r\n"


def test_another_start_is_encoded_for_links() -> None:
    game = Game("4k4/9/9/9/4+P4/9/9/9/4K4 w 2Pr 1")
    assert usen_reader.write(game) == "4k4_9_9_9_4zP4_9_9_9_4K4.w.2Pr~0..\n"
    assert read(usen_reader.write(game), "usen", strict=True).sfen == game.sfen


@pytest.mark.parametrize(
    ("letter", "outcome"),
    [
        ("r", Outcome(BLACK, Termination.RESIGNATION)),
        ("t", Outcome(BLACK, Termination.TIME_FORFEIT)),
        ("i", Outcome(BLACK, Termination.ILLEGAL_MOVE)),
        ("j", Outcome(None, Termination.IMPASSE_AGREED)),
        ("p", Outcome(None, Termination.INTERRUPTED)),
        ("", None),
    ],
)
def test_endings(letter: str, outcome: Outcome | None) -> None:
    assert read(f"~0.7ku.{letter}", "usen", strict=True).outcome == outcome


def test_an_illegal_move_follows_its_letter() -> None:
    nifu = usen_reader.encode(Move.from_usi("7g7e"))
    game = read(f"~0.6y22jm.i{nifu}", "usen", strict=True)
    assert usi(game) == "2g2f 3c3d 7g7e"
    assert game.outcome == Outcome(WHITE, Termination.ILLEGAL_MOVE, Infraction.WRONG_MOVEMENT)
    assert usen_reader.write(game) == f"~0.6y22jm.i{nifu}\n"


def test_branches_within_branches_as_shogihome_writes_them() -> None:
    game = Game()
    first = game.extend(map(Move.from_usi, ["7g7f", "3c3d", "2g2f"])).parent
    assert first is not None
    game.root.add(Move.from_usi("2g2f")).add(Move.from_usi("8c8d"))
    branch = game.root.children[1]
    branch.add(Move.from_usi("3c3d"))
    text = usen_reader.write(game)
    assert text == "~0.7ku2jm6y2.~0.6y236e.~1.2jm.\n"
    assert shape(read(text, "usen", strict=True)) == shape(game)


def test_branches_of_the_main_line_in_any_order_as_playground_writes_them() -> None:
    # The second branch cannot be played in the first: 2f2e after 7g7f.
    text = "~0.6y236e5t24be.~0.7ku36e.~2.5t2."
    game = read(text, "usen")
    assert not game.warnings
    line = [game.root, *game.main_line()]
    assert [len(node.children) for node in line] == [2, 1, 2, 1, 0]


@pytest.mark.parametrize(
    "link",
    [
        "https://play.mogproject.com/?u=~0.7ku2jm.r",
        "https://example.org/shogi?usen=%7E0.7ku2jm.r",
        "%7E0.7ku2jm.r",
    ],
)
def test_links(link: str) -> None:
    assert usi(read(link, "usen", strict=True)) == "7g7f 3c3d"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("~0.7ku.x", "an ending that is not known; left out"),
        ("~0.7ku12.", "expected three characters for a move; left out"),
        ("~0.7kuzzz.", "expected a piece that can be dropped"),
        ("~0.7ku7ku.", "illegal move"),
        ("~0.7ku.~5.2jm.", "no such ply in the line before; left out"),
        ("~0.7ku.~0..r", "a branch without a move; left out"),
        ("~0.7ku.~!", "expected a ply, moves and an ending; left out"),
        ("https://x.org/?u=~0.7ku.&x=hi", "a part of the link that is not the game; left out"),
    ],
)
def test_a_deviation_is_reported_and_the_rest_is_read(text: str, message: str) -> None:
    game = read(text, "usen")
    assert usi(game) == "7g7f"
    assert message in str(game.warnings[0])


def test_other_texts_than_usen_are_refused() -> None:
    for text in ("", "hello", "xyz~0.7ku."):
        with pytest.raises(RecordError):
            list(usen_reader.parse(text, GameBuilder(), Report()))


@given(seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_a_written_game_is_read_back(seed: int) -> None:
    game = tree(seed, unit_ms=0, comments=False)
    back = read(usen_reader.write(game), "usen", strict=True)
    assert (back.sfen, shape(back)) == (game.sfen, shape(game))


@given(data=st.binary(max_size=100), text=st.text(alphabet="~.0123456789abcdefrtipjzku", max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_text_gives_a_game_or_an_error_of_the_package(data: bytes, text: str) -> None:
    for source in (data, text, "~0." + text, "~0.7ku2jm.~" + text, b"~0." + data):
        with contextlib.suppress(KomadaiError):
            for game in read_all(source, "usen"):
                usen_reader.write(game)


def test_a_megabyte_is_read_in_linear_time() -> None:
    """A reader in quadratic time would exceed the time limit of tests."""
    shuffle = "".join(usen_reader.encode(Move.from_usi(move)) for move in ("5i5h", "5a5b", "5h5i", "5b5a"))
    for text in ("~0." + shuffle * 80_000, "~0.7ku." + "~0." * 300_000, "~" * 500_000, "~0.x\n" * 100_000):
        with contextlib.suppress(RecordError):
            list(usen_reader.parse(text, GameBuilder(), Report()))


def test_a_start_against_the_rules_is_reported() -> None:
    game = read("9_9_9_9_9_9_9_PP7_PP7.b.-~0..", "usen")
    assert "against the rules" in game.warnings[0].message
    assert Board(game.sfen, validate=False).piece_at(80) is not None


def test_players_and_comments_in_playgrounds_links() -> None:
    game = read(
        "https://play.mogproject.com/?u=~0.7ku2jm6y2.r~1.36e.&bn=%E7%BE%BD%E7%94%9F%20x&wn=B%2BC&c0=start"
        "&c2=two%0Alines&c1.2=%E6%82%AA%E6%89%8B&move=1.2&mlang=ja&flip=true",
        "usen",
        strict=True,
    )
    assert game.headers == {"black": "羽生 x", "white": "B+C"}
    first, second, _ = game.main_line()
    assert (game.root.comment, second.comment, first.variations[0].comment) == ("start", "two\nlines", "悪手")


def test_shogihomes_links() -> None:
    game = read("https://x.org/i.html?usen=~0.7ku.&branch=0&ply=1&bname=A+B&wname=&mobile", strict=True)
    assert (game.headers, usi(game)) == ({"black": "A B"}, "7g7f")


def test_playgrounds_branches_of_branches_are_written_from_the_main_line_on() -> None:
    game = read("https://x.org/?u=~0.7ku2jm6y2.~0.6y236e5t2.~0.6y22jm.t&c1.1=a&c2.2=b", strict=True)
    branch = game.root.children[1]
    assert (branch.comment, [str(node.move) for node in branch.children]) == ("a", ["8c8d", "3c3d"])
    assert branch.children[1].comment == "b"
    assert branch.children[1].outcome == Outcome(WHITE, Termination.TIME_FORFEIT)


def test_playgrounds_main_line_may_begin_with_another_ply() -> None:
    game = read("https://x.org/?u=~30.7ku2jm.~31.36e.&c30=start&c31=first", strict=True)
    assert (game.root.comment, [node.comment for node in game.main_line()]) == ("start", ["first", ""])
    assert len(game.root.children[0].children) == 2


def test_a_comment_without_a_move_is_reported() -> None:
    game = read("https://x.org/?u=~0.7ku.&c5=lost")
    assert "a comment on a move that the game does not have" in str(game.warnings[0])


@given(seed=st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_a_link_has_the_whole_tree(seed: int) -> None:
    game = tree(seed, unit_ms=0)
    query = link_query(game)
    assert re.fullmatch(r"[\w.~%&=-]+", query, re.ASCII)
    back = read(f"https://example.org/?{query}", "usen", strict=True)
    assert (back.sfen, sorted(shape(back))) == (game.sfen, sorted(shape(game)))
    assert sorted(comments(back)) == sorted(comments(game))
    for name in ("black", "white"):
        assert back.headers.get(name, "") == game.headers.get(name, "")


def comments(game: Game) -> list[tuple[str, str]]:
    found, waiting = [], [game.root]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        found.append((" ".join(move.usi() for move in node.moves()), node.comment))
    return found


@given(seed=st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_usen_needs_no_escapes_in_a_query(seed: int) -> None:
    text = usen_reader.write(tree(seed, unit_ms=0, comments=False)).strip()
    assert quote(text, safe="") == text
    assert parse_qs(f"u={text}") == {"u": [text]}


def test_an_ending_without_a_letter_becomes_an_interruption_as_in_shogihome() -> None:
    for termination in Termination:
        winner = None if termination in (Termination.SENNICHITE, Termination.INTERRUPTED) else WHITE
        game = Game()
        game.extend([Move.from_usi("7g7f"), Move.from_usi("3c3d")]).outcome = Outcome(winner, termination)
        letter = usen_reader.write(game).strip()[-1]
        expected = {"RESIGNATION": "r", "TIME_FORFEIT": "t", "IMPASSE_AGREED": "j", "MOVE_LIMIT": "j"}
        assert letter == expected.get(termination.name, "p")
