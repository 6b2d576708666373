"""Every text of people in a game is read back unchanged, or reported as lost.

Comments, bookmarks and headers that look like a move, an ending, a variation, or like what we write
ourselves beside an ending: none of them may change the game.
"""

from __future__ import annotations

import re
from typing import Final

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from komadai import Color, Infraction, Move, Outcome, Termination, kifu
from komadai.kifu import Ending, Game, Node

SIX: Final = ("kif", "ki2", "csa", "csa3", "jkf", "psn")

WORDS: Final = (
    *" \t\n\r:：*#&　'\"{}()[];,.|+-/\\",
    *(
        "先手",
        "後手",
        "変化：3手",
        "変化:3手",
        "まで3手で",
        "まで2手で先手の勝ち",
        "手合割：香落ち",
        "手数＝5",
    ),
    *("+7776FU", "%TORYO", "T5", "N+x", "$EVENT:x", "V2.2", "'*x", "P1", "-", "+", "/"),
    *(
        "1 ７六歩(77)",
        "▲７六歩",
        "投了",
        "２ 投了",
        "手数----指手",
        "後手番",
        "後手の持駒：なし",
        "|",
        "#KIF",
    ),
    *("1-0", "*", "$2", "1.P7g-7f", "Black Resigns", "resign", '[Result "0-1"]', "Sennichite", "(1:00)"),
    *("\r\n", "\n\n", "a", "香", "é", "Ending: x", "Ending: ", "No result: interruption", "中断"),
    *("#評価値=5", "* 123 +7776FU", "** 5 ▲７六歩", "先手の勝ち（反則：二歩）", "引き分け（千日手）"),
    *("White wins by resignation", "Black wins: White’s illegal move", "Draw by agreed impasse (jishogi)"),
)
HEADER_NAMES: Final = (
    *(
        "black",
        "started",
        "opening",
        "手合割",
        "先手",
        "上手",
        "開始日時",
        "対局日",
        "変化",
        "手数",
        "まで3手で",
    ),
    *(
        "Result",
        "SFEN",
        "FEN",
        "Handicap",
        "Sente",
        "Event",
        "#",
        "$EVENT",
        "$NOTE",
        "N+",
        "備考",
        "後手の持駒",
    ),
)
# Text files have no NUL, and no byte order mark after a line end: their loss is reported.
PRINTED: Final = st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff")
TEXTS: Final = st.one_of(
    st.sampled_from(WORDS),
    st.lists(st.sampled_from(WORDS), max_size=4).map("".join),
    st.text(PRINTED, max_size=4),
)
VALUES: Final = st.one_of(
    TEXTS, st.sampled_from(("0-1", "1-0", "*", "香落ち", "4k4/9/9/9/9/9/9/9/4K4 w - 1", "甲 / 後手：乙"))
)
NAMES: Final = st.one_of(TEXTS, st.sampled_from(HEADER_NAMES))

OUTCOMES: Final = [
    *(Outcome(winner, Termination.RESIGNATION) for winner in Color),
    *(Outcome(winner, Termination.TIME_FORFEIT) for winner in Color),
    *(Outcome(winner, Termination.ILLEGAL_MOVE) for winner in Color),
    *(Outcome(winner, Termination.ILLEGAL_MOVE, Infraction.NIFU) for winner in Color),
    *(Outcome(winner, Termination.PERPETUAL_CHECK) for winner in Color),
    *(Outcome(winner, Termination.DEFAULT) for winner in Color),
    *(Outcome(winner, Termination.CONNECTION_LOST) for winner in (None, *Color)),
    *(Outcome(winner, Termination.IMPASSE_DECLARATION) for winner in (None, *Color)),
    Outcome(Color.WHITE, Termination.FAILED_DECLARATION, failed=["points"]),
    *(Outcome(winner, Termination.CHECKMATE) for winner in Color),
    *(Outcome(winner, Termination.TRY) for winner in Color),
    Outcome(None, Termination.SENNICHITE),
    Outcome(None, Termination.IMPASSE_AGREED),
    Outcome(None, Termination.MOVE_LIMIT),
    Outcome(None, Termination.INTERRUPTED),
]
ENDINGS: Final = [
    None,
    *((outcome, "") for outcome in OUTCOMES),
    *((None, word) for word in ("封じ手", "不詰", "待った")),
]


def played(end: tuple[Outcome | None, str] | None) -> Game:
    """Two moves, another answer to the first of them, and an ending."""
    game = Game()
    first = game.root.add(Move.from_usi("7g7f"))
    first.add(Move.from_usi("3c3d"))
    first.add(Move.from_usi("8c8d"))
    if end is not None:
        game.end.ending = Ending(*end)
    return game


def back(text: str, format: str) -> Game:
    return kifu.read(text, "csa" if format == "csa3" else format)


def moves(node: Node) -> object:
    return [(str(child.move), moves(child)) for child in node.children]


def how_it_ended(game: Game) -> object:
    """The ending of the main line, without its comment."""
    ending = game.end.ending
    return ending and (ending.outcome, ending.word)


def agree(game: Game, format: str) -> Game:
    """Writes and reads the game: moves and ending are the same, all other differences are reported."""
    text = kifu.write(game, format)
    found = back(text, format)
    assert found.sfen == game.sfen
    assert how_it_ended(found) == how_it_ended(game)
    lost = kifu.losses(game, text, format)
    if format in ("csa", "csa3"):
        assert found.moves() == game.moves()
    else:
        assert moves(found.root) == moves(game.root)
    kinds = {re.sub(r"^\d+ |s$", "", each) for each in lost}
    for kind, differs in {
        "comment": comments(found) != comments(game) and format not in ("csa", "csa3"),
        "bookmark": found.end.bookmark != game.end.bookmark,
        "header": any(found.headers.get(key, "") != value for key, value in game.headers.items()),
    }.items():
        assert not differs or kind in kinds, (kind, text, lost)
    return found


def comments(game: Game) -> list[str]:
    waiting, found = [game.root], []
    while waiting:
        node = waiting.pop()
        waiting += node.children
        found += [node.comment, node.ending.comment if node.ending else ""]
    return found


@pytest.mark.parametrize("format", SIX)
@given(text=TEXTS, end=st.sampled_from(ENDINGS))
@example(text="先手の勝ち（反則：二歩）", end=(OUTCOMES[0], ""))
@example(text="Ending: x", end=(OUTCOMES[0], ""))
@example(text="resign", end=None)
@settings(max_examples=150)
def test_comments_on_an_ending_are_read_back_and_change_no_ending(
    format: str, text: str, end: tuple[Outcome | None, str] | None
) -> None:
    game = played(end)
    if game.end.ending is None:
        game.end.comment = text
    else:
        game.end.ending.comment = text
    found = agree(game, format)
    if game.end.ending is not None and found.end.ending is not None:
        assert found.end.ending.comment == game.end.ending.comment


@pytest.mark.parametrize("format", SIX)
@given(text=TEXTS, end=st.sampled_from(ENDINGS[1:]))
@settings(max_examples=50)
def test_comments_on_endings_without_moves_or_in_variations_are_read_back(
    format: str, text: str, end: tuple[Outcome | None, str]
) -> None:
    empty, branched = Game(), played(None)
    empty.root.ending = Ending(*end, comment=text)
    assert agree(empty, format).root.ending == empty.root.ending
    if format not in ("csa", "csa3"):
        branched.root.children[0].children[1].ending = Ending(*end, comment=text)
        assert agree(branched, format).root.children[0].children[1].ending == Ending(*end, comment=text)


@pytest.mark.parametrize("format", SIX)
@given(start=TEXTS, first=TEXTS, other=TEXTS, end=st.sampled_from(ENDINGS))
@settings(max_examples=150)
def test_comments_on_moves_are_read_back_or_reported(
    format: str, start: str, first: str, other: str, end: tuple[Outcome | None, str] | None
) -> None:
    game = played(end)
    game.root.comment, game.root.children[0].comment = start, first
    game.root.children[0].children[1].comment = other
    agree(game, format)


@pytest.mark.parametrize("format", SIX)
@given(name=TEXTS, end=st.sampled_from(ENDINGS))
@settings(max_examples=100)
def test_bookmarks_are_read_back_if_the_format_has_them(
    format: str, name: str, end: tuple[Outcome | None, str] | None
) -> None:
    game = played(end)
    game.end.bookmark = name
    found = agree(game, format)
    assert found.end.bookmark == (game.end.bookmark if format in ("kif", "ki2") else "")


@pytest.mark.parametrize("format", SIX)
@given(headers=st.dictionaries(NAMES, VALUES, max_size=3), end=st.sampled_from(ENDINGS))
@settings(max_examples=150)
def test_headers_are_read_back_or_reported(
    format: str, headers: dict[str, str], end: tuple[Outcome | None, str] | None
) -> None:
    game = played(end)
    game.headers |= headers
    agree(game, format)
