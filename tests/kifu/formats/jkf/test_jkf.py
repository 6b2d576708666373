"""JKF files, read and written."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import BLACK, Board, Color, Infraction, Move, Outcome, Termination
from komadai.errors import KomadaiError, RecordError
from komadai.kifu import Ending, Game, GameBuilder, Report, losses, read, read_all
from komadai.kifu.formats.jkf import reader as jkf_reader
from komadai.kifu.reading.encoding import text_of
from tests.kifu.samples import GAMES, needs_games, parts, tree


def move(piece: str, to: int, start: int | None = None, **more: Any) -> dict[str, Any]:
    """A move of JKF; squares as two digits."""
    data: dict[str, Any] = {"piece": piece, "to": {"x": to // 10, "y": to % 10}, **more}
    if start is not None:
        data["from"] = {"x": start // 10, "y": start % 10}
    return {"move": data}


def game_of(*entries: Any, **record: Any) -> Game:
    data = {"header": {}, "moves": [{}, *entries], **record}
    return read(json.dumps(data), "jkf")


def usi(game: Game) -> str:
    return " ".join(each.usi() for each in game.moves())


OPENING = (move("FU", 76, 77, color=0), move("FU", 34, 33, color=1))


def test_a_whole_record() -> None:
    game = game_of(
        {
            **OPENING[0],
            "time": {"now": {"m": 1, "s": 5}, "total": {"h": 0, "m": 1, "s": 5}},
            "comments": ["a", "b"],
        },
        {**OPENING[1], "forks": [[move("FU", 84, 83, color=1), move("FU", 26, 27, color=0)]]},
        {"special": "TORYO", "time": {"now": {"m": 0, "s": 3}, "total": {"h": 0, "m": 2, "s": 0}}},
        header={"先手": "A", "後手": "B", "棋戦": "E", "掲載": "X"},
        initial={"preset": "HIRATE"},
    )
    assert not game.warnings
    assert game.headers == {"black": "A", "white": "B", "event": "E", "掲載": "X"}
    first, second = game.main_line()
    assert (usi(game), first.time_ms, first.total_ms, first.comment) == ("7g7f 3c3d", 65_000, None, "a\nb")
    assert [str(node.move) for node in first.variations] == ["8c8d"]
    assert second.ending is not None
    assert second.ending.outcome == Outcome(Color.WHITE, Termination.RESIGNATION)
    assert (second.ending.time_ms, second.ending.total_ms) == (3_000, 120_000)


def test_fields_that_parsers_leave_out_are_found() -> None:
    game = game_of(
        move("FU", 76),  # as from KI2
        move("FU", 34, 33),
        move("UM", 22, 88),  # as from CSA
        {"move": {"piece": "GI", "same": True}},
        move("KI", 58, relative="R"),
        move("KA", 55, relative="H"),
        move("KA", 45),
    )
    assert not game.warnings
    assert usi(game) == "7g7f 3c3d 8h2b+ 3a2b 4i5h B*5e B*4e"


@pytest.mark.parametrize(
    ("initial", "sfen"),
    [
        (None, Board().sfen()),
        ({"preset": "KY"}, Board.handicap("lance").sfen()),
        ({"preset": "6"}, Board.handicap("six-piece").sfen()),
        ({"preset": "7_L"}, Board.handicap("seven-piece-left").sfen()),
    ],
)
def test_starts(initial: Any, sfen: str) -> None:
    assert game_of(initial=initial).sfen == sfen


def test_a_start_written_out() -> None:
    game = Game("4k4/9/9/9/4+P4/9/9/9/4K4 w 2Pr 5")
    assert json.loads(jkf_reader.write(game))["initial"]["preset"] == "OTHER"
    assert read(jkf_reader.write(game), "jkf", strict=True).sfen.split()[:3] == game.sfen.split()[:3]


def test_the_header_of_the_handicap_is_understood() -> None:
    game = game_of(header={"手合割": "二枚落ち", "下手": "A", "上手": "B"})
    assert game.sfen == Board.handicap("two-piece").sfen()
    assert game.headers == {"black": "A", "white": "B"}
    assert json.loads(jkf_reader.write(game))["header"] == {"下手": "A", "上手": "B"}


def test_a_written_move_has_all_fields() -> None:
    game = Game()
    game.extend(map(Move.from_usi, ["7g7f", "3c3d", "8h2b+", "3a2b", "4i5h"]))
    moves = [entry["move"] for entry in json.loads(jkf_reader.write(game))["moves"][1:]]
    assert moves[2] == {
        "color": 0, "piece": "KA", "from": {"x": 8, "y": 8}, "to": {"x": 2, "y": 2},
        "promote": True, "capture": "KA",
    }  # fmt: skip
    assert moves[3]["same"] is True
    assert moves[3]["capture"] == "UM"
    assert moves[4]["relative"] == "R"


def test_variations_to_a_resignation() -> None:
    game = Game()
    last = game.extend([Move.from_usi("7g7f")])
    last.outcome = Outcome(Color.BLACK, Termination.RESIGNATION)
    last.add(Move.from_usi("3c3d"))
    assert parts(read(jkf_reader.write(game), "jkf", strict=True)) == parts(game)


def test_an_illegal_move_is_kept_and_its_side_loses() -> None:
    game = game_of(move("FU", 75, 77, color=0), {"special": "ILLEGAL_MOVE"})
    assert usi(game) == "7g7e"
    assert game.outcome == Outcome(Color.WHITE, Termination.ILLEGAL_MOVE, Infraction.WRONG_MOVEMENT)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (
            {"move": {"piece": "XX", "to": {"x": 1, "y": 1}}},
            "moves[2].move: expected a piece and where it goes",
        ),
        ({"move": {"piece": "FU"}}, "moves[2].move: expected a piece and where it goes"),
        (move("FU", 34, 33, color=0), "moves[2].move: White is to move"),
        (move("KI", 34, 33), "moves[2].move.piece: a pawn stands there"),
        ({**OPENING[1], "mood": "good"}, "moves[2].mood: not part of JKF; left out"),
        ({**OPENING[1], "time": 3}, "moves[2].time: expected an object; left out"),
        ({**OPENING[1], "forks": [3]}, "moves[2].forks[0]: expected a list of moves; left out"),
        ({"special": "WOW"}, "moves[2].special: an ending that is not known; kept"),
        (7, "moves[2]: expected an object; left out"),
        (move("KI", 11, relative="Z"), "moves[2].move: expected relative to be of the letters"),
    ],
)
def test_a_deviation_is_reported_with_its_path(entry: Any, message: str) -> None:
    game = game_of(OPENING[0], entry)
    assert game.warnings[0].message.startswith(message)
    assert usi(game).startswith("7g7f")


def test_other_texts_than_jkf_are_refused() -> None:
    for text in (
        "",
        "{",
        "[]",
        "3",
        '{"header":{}}',
        '{"moves":3}',
        "[" * 100_000,
        '{"moves":[' + "9" * 5000 + "]}",
    ):
        with pytest.raises(RecordError):
            list(jkf_reader.parse(text, GameBuilder(), Report()))


def test_half_a_surrogate_pair_becomes_a_replacement_character() -> None:
    text = r'{"header":{"先手":"\ud800 \ud83d\ude00 \\ud800"},"moves":[{}]}'
    assert read(text, "jkf").headers == {"black": "� 😀 \\ud800"}


def test_several_records_in_an_array() -> None:
    one = json.dumps({"header": {}, "moves": [{}, OPENING[0]]})
    assert [usi(game) for game in read_all(f"[{one},{one}]", "jkf")] == ["7g7f", "7g7f"]


@given(seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_a_written_game_is_read_back(seed: int) -> None:
    game = tree(seed, unit_ms=1000, analyses=True)
    assert parts(read(jkf_reader.write(game), "jkf", strict=True)) == parts(game)


def test_a_variation_to_a_resignation_begins_without_the_time_of_the_resignation() -> None:
    game = Game()
    node = game.root.add(Move.from_usi("7g7f"), time_ms=3000)
    node.ending = Ending(Outcome(BLACK, Termination.RESIGNATION), time_ms=60_000)
    node.add(Move.from_usi("3c3d"), time_ms=5000).add(Move.from_usi("2g2f"), time_ms=1000)
    text = jkf_reader.write(game)
    assert parts(read(text, "jkf", strict=True)) == parts(game)
    assert '"now": {"m": 0, "s": 5}, "total": {"h": 0, "m": 0, "s": 5}' in text


def test_variations_within_variations() -> None:
    game = Game()
    node = game.root
    for _ in range(80):
        board = game.board(node)
        first, second = list(board.legal_moves)[:2]
        node.add(first)
        node = node.add(second)
    assert parts(read(jkf_reader.write(game), "jkf", strict=True)) == parts(game)


_NAMES = (
    "header initial moves move from to x y piece same promote relative special time now total m s comments "
    "forks preset data board hands"
)
KEYS = _NAMES.split()
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.sampled_from(["FU", "UM", "TORYO", "H", "LU", "OTHER"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(KEYS),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(entries=st.lists(json_values, max_size=4), initial=json_values, header=json_values)
@settings(max_examples=300, deadline=None)
def test_any_json_gives_a_game_or_an_error_of_the_package(entries: Any, initial: Any, header: Any) -> None:
    text = json.dumps({"header": header, "initial": initial, "moves": [{}, OPENING[0], *entries]})
    with contextlib.suppress(KomadaiError):
        for game in jkf_reader.parse(text, GameBuilder(), Report()):
            jkf_reader.write(game)


@given(data=st.binary(max_size=100))
@settings(max_examples=200, deadline=None)
def test_any_bytes_give_a_game_or_an_error_of_the_package(data: bytes) -> None:
    for text in (data, b'{"header":{},"moves":[{},' + data + b"]}"):
        with contextlib.suppress(KomadaiError):
            list(read_all(text, "jkf"))


@needs_games
def test_every_jkf_file_of_the_collection_is_written_back() -> None:
    files = sorted(GAMES.rglob("*.jkf"))
    assert files
    for file in files:
        report = Report()
        for game in jkf_reader.parse(text_of(file.read_bytes(), report), GameBuilder(), report):
            assert not game.warnings
            assert parts(read(jkf_reader.write(game), "jkf", strict=True)) == parts(game), file.name


def test_variations_may_be_deeper_than_pythons_json_reads() -> None:
    game, aside = Game(), [Move.from_usi("3i3h"), Move.from_usi("3a3b")]
    cycle = [Move.from_usi(move) for move in ("5i5h", "5a5b", "5h5i", "5b5a")]
    node = game.root
    for ply in range(3000):
        node.add(aside[ply % 2])
        node = node.add(cycle[ply % 4])  # branches from the branch before
    text = jkf_reader.write(game)
    assert losses(game, text, "jkf") == []
    assert read(text, "jkf", strict=True).moves() == aside[:1]


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"moves":[' + '{"forks":[[' * 50_000,
        '{"moves":[{},{"move":' + '{"to":' * 5_000 + "1" + "}" * 5_002 + "]}",
        '{"moves":[{}' + ',{"forks":[[{}' * 2_000 + "]]}" * 2_000 + ']} "behind"',
        '{"moves":[{}' + ',{"forks":[[{}' * 2_000 + "]]} {}" + "]]}" * 1_999 + "]}",
        '{"moves":[{}' + ',{1:2,"forks":[[{}' * 2_000 + "]]}" * 2_000 + "]}",
    ],
)
def test_deeply_nested_json_other_than_jkf_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        read(text, "jkf")


def test_deep_nesting_in_left_out_parts_is_reported() -> None:
    for depth in range(300, 1000, 50):
        deep = "[" * depth + "]" * depth
        with contextlib.suppress(RecordError):
            game = read('{"header":{"a":' + deep + '},"x":' + deep + ',"moves":[{}]}', "jkf")
            assert len(game.warnings) == 2
