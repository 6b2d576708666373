"""The reading room: the core agrees with every position, and every link leads somewhere."""

from __future__ import annotations

import pytest

from komadai import Board
from komadai.messages.text import Text
from komadai.study import all_proverbs, library
from komadai.study.library import Claims, Example, check_example
from komadai.study.naming.rules import all_rules


def test_everything_is_true_and_linked() -> None:
    assert library.check_room() == []


WORDS = """
tokin kiki mochigoma tegoma komadai senpo joseki joban chuban shuban ukigoma tsumero hisshi yose
ai-nyugyoku igyoku nifu uchifuzume byoyomi
"""


@pytest.mark.parametrize("word", WORDS.split())
def test_the_words_of_the_documents_are_explained(word: str) -> None:
    term = library.terms_by_id()[word]
    assert term.romaji
    assert term.about.en != term.about.ja


def test_every_castle_and_every_proverb_has_an_entry() -> None:
    known = library.terms_by_id()
    for rule in all_rules().rules:
        assert library.term_of(rule.kind, rule.id) in known, rule.id
    assert set(all_proverbs()) <= set(known)


def test_a_castle_stands_on_a_full_board() -> None:
    for term in library.terms():
        if term.topic == "castles":
            assert term.example is not None
            board = Board(term.example.sfen)
            assert sum(board.piece_at(place) is not None for place in range(81)) == 40, term.id


def test_the_printed_games_have_their_length() -> None:
    games = {game.id: game for game in library.famous_games()}
    lengths = {"wada-amano-1834": 114, "hobara-ito-1756": 113, "ishigaki-oyama-1973": 134}
    for id, plies in lengths.items():
        example = games[id].example
        assert example is not None
        assert len(example.moves) == plies
        assert not games[id].ours


def test_a_board_that_is_not_printed_is_marked_as_ours() -> None:
    printed = {"wada-amano-1834", "hobara-ito-1756", "ishigaki-oyama-1973", "first-jishogi-1731"}
    printed |= {"printed-opening", "printed-tsume"}
    for game in library.famous_games():
        assert game.ours == (game.example is not None and game.id not in printed), game.id


MATE = Example(sfen="4k4/9/4P4/9/9/9/9/9/9 b G 1", moves=("G*5b",))


@pytest.mark.parametrize(
    ("claims", "why"),
    [
        (Claims(mate_in=1, ends="checkmate"), None),
        (Claims(mate_in=3, ends="checkmate"), "the mate takes 1"),
        (Claims(no_mate=True, ends="checkmate"), "there is a mate"),
        (Claims(ends="sennichite"), "the game ends by checkmate, not sennichite"),
        (Claims(ends="checkmate", checkers=2), "1 pieces give check"),
        (Claims(ends="checkmate", named="wariuchi_no_gin"), "the moves are not wariuchi_no_gin"),
        (Claims(ends="checkmate", stands=("yagura",)), "yagura does not stand"),
        (Claims(ends="checkmate", legal={"G*5c": "legal"}), "G*5c is occupied_drop, not legal"),
    ],
)
def test_what_is_not_true_is_found(claims: Claims, why: str | None) -> None:
    found = check_example(Example(sfen=MATE.sfen, moves=MATE.moves, claims=claims))
    assert found == [] if why is None else why in found[0]


def test_a_position_that_cannot_be_is_found() -> None:
    assert check_example(Example(sfen="4k4/9/9/9/9/9/9/9/9", text=Text("a", "b"), moves=("7g7f",)))
    assert check_example(Example(sfen="nonsense"))
