"""Every format writes any game as far as it can, and reads its text back without an error."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import Board, Move
from komadai.errors import ArgumentTypeError, IllegalMoveError, InvalidMoveError
from komadai.kifu import FORMATS, Analysis, Ending, Game, Node, losses, read, save, write
from tests.kifu.trees import random_tree

FORMATS_WRITTEN = [key for key, each in FORMATS.items() if each.can_write]

ODD = (
    *" \n\r\t\\\"'{}[]()*&#=:：,/\x00\x0b\x85\u2028\ufffdé😀",
    *("%TORYO", "+7776FU", "N+x", "V2.2", "$EVENT:x", "T5", "\x1b$B"),
    *("変化：1手", "まで1手で先手の勝ち", "1 ７六歩(77)", "▲７六歩", "手数----指手", "&しおり"),
    *("~0.7ku", "startpos", "1.P7g-7f", "1-0", '[Sente "x"]', "Black Resigns", "a" * 300),
)


WORDS = ("", "封じ手", "不詰", "待った", "%MATTA", "unheard of", "a\nb", "{[(")


def odd(chance: random.Random) -> str:
    return "".join(chance.choice(ODD) for _ in range(chance.randrange(4)))


def anything(seed: int) -> Game:
    """A tree with illegal moves, odd texts, impossible times and analyses of all kinds."""
    chance = random.Random(seed)
    game = random_tree(seed, plies=14, whole_seconds=False)
    for _ in range(chance.randrange(4)):
        game.headers[odd(chance) or "x"] = odd(chance)
    # Comments before and after an analysis may be reordered the first time.
    analysed = chance.random() < 0.5
    waiting = [game.root]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        board = game.board(node)
        if chance.random() < 0.3 and not analysed:
            node.comment = odd(chance)
            node.bookmark = odd(chance)
        if chance.random() < 0.2:
            node.time_ms = chance.choice([0, 1, 999, 10**12, -5])
            node.total_ms = chance.choice([None, 0, 12_345])
        if chance.random() < 0.1 and analysed:
            node.analyses, node.comment = [_analysis(chance, board)], ""
        if chance.random() < 0.1:
            node.ending = Ending(
                word=chance.choice(WORDS), time_ms=chance.choice([None, 1_500]), comment=odd(chance)
            )
        if chance.random() < 0.2:
            _add_illegal(chance, node, board)
    return game


def _analysis(chance: random.Random, board: Board) -> Analysis:
    line = tuple(chance.sample(list(board.legal_moves), k=min(1, len(board.legal_moves))))
    return Analysis(
        chance.choice([None, -30_000, 0, 55]),
        mate=chance.choice([None, 5]),
        line=line,
        depth=chance.choice([None, 12]),
        nodes=chance.choice([None, 10**12]),
        engine=odd(chance),
    )


def _add_illegal(chance: random.Random, node: Node, board: Board) -> None:
    start = chance.choice([*board.pieces(board.turn)])
    try:
        move = Move.normal(start, chance.randrange(81))
        board.push_unchecked(move)
    except (InvalidMoveError, IllegalMoveError):
        return
    node.add(move)


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (lambda game: game.headers.update(black=None), r"headers\['black'\]: expected a str, got None"),
        (lambda game: game.headers.update({3: "x"}), "headers: expected names of type str, got 3"),
        (lambda game: setattr(game, "headers", None), "headers: expected a dict, got None"),
    ],
)
@pytest.mark.parametrize("key", FORMATS_WRITTEN)
def test_headers_that_are_no_texts_are_refused(
    key: str, spoil: Callable[[Game], object], expected: str, tmp_path: Path
) -> None:
    game = Game()
    spoil(game)
    with pytest.raises(ArgumentTypeError, match=expected):
        write(game, key)
    with pytest.raises(ArgumentTypeError, match=expected):
        save(game, tmp_path / "game", key)


@pytest.mark.parametrize("key", ["kif", "ki2", "csa", "csa3", "jkf", "psn"])
def test_a_value_that_was_appended_to_the_analyses_is_refused(key: str) -> None:
    game = Game()
    game.root.add(Move.from_usi("7g7f")).analyses.append(None)  # type: ignore[arg-type]
    with pytest.raises(ArgumentTypeError, match=r"analyses\[0\]: expected an Analysis, got None"):
        write(game, key)


@pytest.mark.parametrize("key", FORMATS_WRITTEN)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_a_written_game_is_read_and_written_identically(key: str, seed: int) -> None:
    game = anything(seed)
    text = write(game, key)
    reader = key if FORMATS[key].can_read else "csa"
    back = read(text, reader)
    losses(game, text, key)
    assert back.sfen == game.sfen
    if not any(node.ending for node in [game.root, *game.main_line()][:-1]):
        assert [str(move) for move in back.moves()] == [str(move) for move in game.moves()]
    # The second time nothing changes; the first time an odd header may become a comment.
    for _ in range(2):
        text = write(read(text, reader), key)
    assert write(read(text, reader), key) == text
