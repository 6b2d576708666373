"""The definition files of the large variants say what the sources say."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from komadai.variants import Board, Variant

COUNTS = {
    "wa": (11, 11, 27, 17),
    "heian": (9, 8, 18, 6),
    "heian-dai": (13, 13, 34, 13),
    "chu": (12, 12, 46, 21),
    "dai": (15, 15, 65, 29),
    "tenjiku": (16, 16, 78, 36),
    "dai-dai": (17, 17, 96, 64),
    "maka-dai-dai": (19, 19, 96, 50),
    "tai": (25, 25, 177, 93),
    "taikyoku": (36, 36, 402, 209),
}
"""Files, ranks, pieces a side and kinds in the array, as published."""
LARGE = list(COUNTS)
MOVE, CAPTURE, OWN, JUMP, TAKE, UNPROTECTED, ANYWHERE = 1, 2, 4, 8, 16, 32, 64
PLAIN = MOVE | CAPTURE
DIRECTIONS = {
    "F": (0, 1),
    "B": (0, -1),
    "L": (-1, 0),
    "R": (1, 0),
    "FL": (-1, 1),
    "FR": (1, 1),
    "BL": (-1, -1),
    "BR": (1, -1),
}
NEIGHBOURS = set(DIRECTIONS.values())
LION_LEAPS = {(x, y) for x in range(-2, 3) for y in range(-2, 3)} - {(0, 0)}
DATA_IDS = {
    # lishogi's letters for those of the data
    "chu": {
        "BT": "T", "DH": "H", "DK": "D", "DE": "E", "FL": "F", "FK": "Q", "GB": "I", "Ky": "O", "Ph": "X",
        "Ln": "N", "RC": "A", "SM": "M", "VM": "V",
    },
}  # fmt: skip


CORRECTED = {("tai", "TS")}
"""Where the gathered facts repeat a slip of their source: see docs/variants/conflicts.md."""


def back(v: tuple[int, int]) -> tuple[int, int]:
    return -v[0], -v[1]


def rows(sfen: str) -> list[list[str]]:
    """The ids on each rank of an SFEN, empty text for an empty square."""
    ranks = []
    for rank in sfen.split(" ")[0].split("/"):
        squares: list[str] = []
        for number, promoted, one, more in re.findall(r"(\d+)|(\+?)(?:([A-Za-z])|\(([^)]+)\))", rank):
            squares += [""] * int(number) if number else [promoted + one + more]
        ranks.append(squares)
    return ranks


def legs(variant: Variant, kind: str) -> list[list[tuple[int, int, int, int]]]:
    """The paths of a piece as plain tuples: vector, repetitions, mode."""
    return [[(leg.dx, leg.dy, leg.max, leg.mode) for leg in path] for path in variant.pieces[kind].paths]


def plain_ranges(variant: Variant, kind: str) -> dict[tuple[int, int], int]:
    """How far a piece goes in each of the eight directions by a plain step or slide; 0: any distance."""
    ranges: dict[tuple[int, int], int] = {}
    for path in legs(variant, kind):
        if len(path) == 1:
            dx, dy, longest, mode = path[0]
            if (dx, dy) in NEIGHBOURS and mode & PLAIN == PLAIN and not mode & ~PLAIN:
                far = ranges.get((dx, dy))
                ranges[dx, dy] = longest if far is None else 0 if 0 in (far, longest) else max(far, longest)
    return ranges


def leaps(variant: Variant, kind: str) -> set[tuple[int, int]]:
    """The vectors beyond the neighbouring squares to which a piece jumps."""
    return {
        (path[0][0], path[0][1])
        for path in legs(variant, kind)
        if len(path) == 1 and (path[0][0], path[0][1]) not in NEIGHBOURS and path[0][3] == PLAIN
    }


@pytest.mark.parametrize("name", LARGE)
def test_the_board_and_the_number_of_pieces_are_as_published(name: str) -> None:
    files, ranks, pieces, kinds = COUNTS[name]
    variant = Variant.named(name)
    assert (variant.files, variant.ranks) == (files, ranks)
    board = rows(variant.sfen)
    assert len(board) == ranks
    assert {len(rank) for rank in board} == {files}
    black = [piece for rank in board for piece in rank if piece.isupper()]
    assert len(black) == pieces
    assert len(set(black)) == kinds


@pytest.mark.parametrize("name", LARGE)
def test_the_setup_has_rotational_symmetry(name: str) -> None:
    board = rows(Variant.named(name).sfen)
    assert [[piece.swapcase() for piece in reversed(rank)] for rank in reversed(board)] == board


@pytest.mark.parametrize("name", LARGE)
def test_no_piece_of_the_setup_is_promoted(name: str) -> None:
    assert "+" not in Variant.named(name).sfen


@pytest.mark.parametrize("name", LARGE)
def test_every_kind_has_names_a_face_and_a_move(name: str) -> None:
    for piece in Variant.named(name).pieces.values():
        assert all((piece.name, piece.kanji, piece.face, piece.romaji, piece.betza)), piece
        assert piece.paths, piece


@pytest.mark.parametrize("name", LARGE)
def test_a_promoted_piece_does_not_promote_again(name: str) -> None:
    pieces = Variant.named(name).pieces
    for piece in pieces.values():
        if piece.promotes_to is not None:
            assert piece.promotes_to == "+" + piece.id
            assert pieces[piece.promotes_to].promotes_to is None


@pytest.mark.parametrize("name", LARGE)
def test_names_and_faces_of_the_unpromoted_kinds_differ(name: str) -> None:
    unpromoted = [piece for piece in Variant.named(name).pieces.values() if not piece.id.startswith("+")]
    names = Counter(piece.name for piece in unpromoted)
    assert max(names.values()) == 1, names.most_common(3)
    faces = {(piece.kanji, piece.face) for piece in unpromoted}
    assert len({face for _, face in faces}) == len(faces)


@pytest.mark.parametrize("name", LARGE)
def test_each_side_begins_with_its_royals(name: str) -> None:
    variant = Variant.named(name)
    royals = sorted(
        piece
        for rank in rows(variant.sfen)
        for piece in rank
        if piece and variant.pieces[piece.upper()].royal
    )
    expected = {"wa": ["CK"], "tai": ["CP", "E"], "taikyoku": ["CP", "K"]}.get(name, ["K"])
    assert royals == sorted([*expected, *(royal.lower() for royal in expected)])


@pytest.mark.parametrize("name", LARGE)
def test_history_and_summary_exist_in_both_languages(name: str) -> None:
    variant = Variant.named(name)
    for text in (variant.names, variant.history, variant.summary):
        assert all(text[language] for language in ("en", "ja"))
        assert text["en"] != text["ja"]


@pytest.mark.parametrize("name", LARGE)
def test_every_value_of_every_option_gives_a_variant_that_plays(name: str) -> None:
    for option in Variant.named(name).options:
        for value in option.values:
            board = Board(Variant.named(name, **{option.name: value.name}))
            assert list(board.legal_moves)


def data_of(shared_data: Path, name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((shared_data / "variants" / f"{name}-shogi.json").read_text("utf-8"))
    return read


def id_of(name: str, data_id: str) -> str:
    promoted, base = ("+", data_id[1:]) if data_id.startswith("+") else ("", data_id)
    return promoted + DATA_IDS.get(name, {}).get(base, base.upper())


@pytest.mark.parametrize("name", LARGE)
def test_the_setup_is_that_of_the_gathered_facts(name: str, shared_data: Path) -> None:
    data = data_of(shared_data, name)
    ids = {piece["id"] for piece in data["pieces"]}
    expected = [
        [
            "" if not cell else id_of(name, cell) if cell in ids else
            id_of(name, next(each for each in ids if each.lower() == cell)).lower()
            for cell in rank
        ]
        for rank in data["initial_rows"]
    ]  # fmt: skip
    assert rows(Variant.named(name).sfen) == expected


@pytest.mark.parametrize("name", [name for name in LARGE if name != "taikyoku"])
def test_each_move_and_promotion_is_that_of_the_gathered_facts(name: str, shared_data: Path) -> None:
    variant = Variant.named(name)
    data = data_of(shared_data, name)
    by_id = {piece["id"]: piece for piece in data["pieces"]}
    compared = 0
    for fact in data["pieces"]:
        if not fact["initial_count_per_side"]:
            continue
        here = id_of(name, fact["id"])
        if (name, here) not in CORRECTED:
            check_move(variant, here, fact)
        compared += 1
        target = fact["promotes_to"]
        assert (variant.pieces[here].promotes_to is None) == (target is None)
        if target is not None:
            assert variant.pieces[here].promotes_to == "+" + here
            assert variant.pieces["+" + here].kanji == by_id[target]["kanji"]
            check_move(variant, "+" + here, by_id[target])
    assert compared == COUNTS[name][3]


def check_move(variant: Variant, kind: str, fact: dict[str, Any]) -> None:
    special = " ".join(fact.get("special", []))
    if any(word in special for word in ("lion", "free king", "disputed", "teleport", "no move to adjacent")):
        return  # these have tests of their own
    where = (variant.name, kind)
    ranges = {DIRECTIONS[d]: 0 if far == "*" else int(far) for d, far in fact.get("range", {}).items()}
    for direction in fact.get("lion_line", []):
        ranges[DIRECTIONS[direction]] = 1
    if "area move" in special:  # its first step may also be its last
        ranges = dict.fromkeys(NEIGHBOURS, 1) | ranges
    ranges |= {DIRECTIONS[direction]: 0 for direction in fact.get("hook", [])}  # nor need a hook mover turn
    assert plain_ranges(variant, kind) == ranges, where
    expected = {(2 * x, 2 * y) for x, y in (DIRECTIONS[d] for d in fact.get("jump2", []))}
    expected |= {(2 * x, 2 * y) for x, y in (DIRECTIONS[d] for d in fact.get("lion_line", []))}
    for direction in fact.get("knight", []):
        expected |= {(x, 2 if direction == "F" else -2) for x in (-1, 1)}
    assert leaps(variant, kind) == expected, where


LIONS = [("chu", "N"), ("chu", "+O"), ("dai", "LN"), ("tenjiku", "LN"), ("dai-dai", "LN"), ("taikyoku", "LN")]


@pytest.mark.parametrize(("name", "kind"), LIONS)
def test_a_lion_leaps_to_24_squares_and_goes_on_after_a_capture(name: str, kind: str) -> None:
    variant = Variant.named(name)
    singles = {(x, y) for path in legs(variant, kind) if len(path) == 1 for x, y, *_ in path}
    assert singles == LION_LEAPS
    doubles = [path for path in legs(variant, kind) if len(path) == 2]
    assert {(path[0][:2], path[1][:2]) for path in doubles if path[0][3] & CAPTURE} == {
        (first, second) for first in NEIGHBOURS for second in NEIGHBOURS
    }


@pytest.mark.parametrize(("name", "kind"), [("chu", "+H"), ("chu", "+D"), ("tenjiku", "HF"), ("tai", "SE")])
def test_falcon_and_eagle_capture_without_moving_and_twice_along_a_line(name: str, kind: str) -> None:
    variant = Variant.named(name)
    forward = [(0, 1)] if variant.pieces[kind].kanji == "角鷹" else [(-1, 1), (1, 1)]
    doubles = {
        (path[0][:2], path[1][:2]) for path in legs(variant, kind) if len(path) == 2 and path[0][3] & CAPTURE
    }
    assert doubles == {(f, f) for f in forward} | {(f, back(f)) for f in forward}


@pytest.mark.parametrize("name", ["dai-dai", "maka-dai-dai", "tai"])
def test_a_lion_dog_takes_along_one_line_and_not_beyond_its_square(name: str) -> None:
    variant = Variant.named(name)
    ends = set()
    for path in legs(variant, "LD"):
        directions = {(dx // max(abs(dx), abs(dy)), dy // max(abs(dx), abs(dy))) for dx, dy, *_ in path}
        assert len({max(each, back(each)) for each in directions}) == 1
        first = path[0]
        step = max(abs(first[0]), abs(first[1]))
        unit = (first[0] // step, first[1] // step)
        distance = 0
        for dx, dy, longest, _ in path:
            assert longest == 1
            distance += dx * unit[0] or dy * unit[1]
        assert 0 <= distance <= 3
        ends.add(distance)
    assert ends == {0, 1, 2, 3}
    plain = Variant.named(name, lion_dog="slide")
    assert plain_ranges(plain, "LD") == dict.fromkeys(NEIGHBOURS, 3)


def test_a_hook_mover_turns_at_right_angles_after_an_empty_square() -> None:
    variant = Variant.named("dai-dai")
    for path in legs(variant, "HM"):
        if len(path) == 2:
            (ax, ay, a_max, a_mode), (bx, by, b_max, _) = path
            assert ax * bx + ay * by == 0
            assert (a_max, b_max) == (0, 0)
            assert a_mode & PLAIN == MOVE
    assert sum(len(path) == 2 for path in legs(variant, "HM")) == 8


def test_a_fire_demon_burns_and_steps_up_to_three_times() -> None:
    variant = Variant.named("tenjiku")
    for kind in ("FID", "+WBF"):
        assert variant.pieces[kind].burns
        steps = [path for path in legs(variant, kind) if len(path) == 3]
        assert {tuple(leg[:2] for leg in path) for path in steps} == {
            (a, b, c) for a in NEIGHBOURS for b in NEIGHBOURS - {back(a)} for c in NEIGHBOURS - {back(b)}
        }
        assert all(path[0][3] & PLAIN == MOVE and path[1][3] & PLAIN == MOVE for path in steps)


def test_tetrarchs_capture_beside_them_only_without_moving() -> None:
    variant = Variant.named("tenjiku")
    paths = legs(variant, "+CHS")
    assert not [path for path in paths if len(path) == 1 and path[0][:2] in NEIGHBOURS]
    igui = {path[0][:2] for path in paths if len(path) == 2 and path[0][3] & PLAIN == CAPTURE}
    assert igui == NEIGHBOURS
    assert {path[0][:2] for path in paths if len(path) == 1} == {
        (-2, 2), (2, 2), (-2, -2), (2, -2), (-2, 0), (2, 0)
    }  # fmt: skip


def test_the_generals_of_tenjiku_jump_when_they_capture_and_are_ranked() -> None:
    pieces = Variant.named("tenjiku").pieces
    ranks = [pieces[kind].jump_rank for kind in ("K", "GGN", "VGN", "RGN", "BGN", "FK")]
    assert ranks == sorted(ranks, reverse=True)
    assert pieces["RGN"].jump_rank == pieces["BGN"].jump_rank > pieces["FK"].jump_rank == 0
    for kind, number in (("RGN", 4), ("BGN", 4), ("VGN", 4), ("GGN", 8)):
        jumps = [path[0] for path in pieces[kind].paths if path[0][3] & JUMP]
        assert len(jumps) == number
        assert all(not leg[3] & (MOVE | TAKE | OWN) for leg in jumps)


def test_the_generals_of_taikyoku_take_what_they_pass() -> None:
    pieces = Variant.named("taikyoku").pieces
    for kind, number in (("GG", 8), ("VG", 4), ("RO", 4), ("BG", 4), ("VD", 4), ("+RO", 4)):
        takes = [path[0] for path in pieces[kind].paths if path[0][3] & TAKE]
        assert len(takes) == number
        assert all(leg[3] & JUMP and leg[3] & OWN for leg in takes)


@pytest.mark.parametrize(("name", "kind"), [("maka-dai-dai", "+K"), ("tai", "E")])
def test_an_emperor_goes_anywhere_but_takes_only_the_unprotected(name: str, kind: str) -> None:
    piece = Variant.named(name).pieces[kind]
    assert piece.royal
    modes = [path[0][3] for path in piece.paths]
    assert all(mode & ANYWHERE for mode in modes)
    assert all(mode & UNPROTECTED for mode in modes if mode & CAPTURE)
    assert any(mode & CAPTURE for mode in modes)
    assert any(mode & MOVE for mode in modes)


def test_taikyoku_has_301_kinds_and_all_of_them_move() -> None:
    variant = Variant.named("taikyoku")
    assert len({piece.name for piece in variant.pieces.values()}) == 301
    board = Board(variant, "36/" * 17 + "36/" * 18 + "36 b - 1")
    assert not list(board.legal_moves)
    for piece in variant.pieces.values():
        token = ("+" if piece.id.startswith("+") else "") + f"({piece.id.lstrip('+')})"
        lone = Board(variant, "36/" * 17 + f"17{token}18/" + "36/" * 17 + "36 b - 1")
        assert list(lone.legal_moves), piece


def test_the_rule_sets_of_chu_are_an_option() -> None:
    assert Variant.named("chu").rules.lion == "lishogi"
    jcsa = Variant.named("chu", rules="jcsa")
    assert jcsa.rules.lion == "jcsa"
    assert jcsa.rules.bare_king == "chu-jcsa"
    assert jcsa.pieces["L"].promotes_by != Variant.named("chu").pieces["L"].promotes_by


@pytest.mark.parametrize("name", LARGE)
def test_each_kind_writes_which_sources_it_follows_where_they_differ(name: str) -> None:
    variant = Variant.named(name)
    assert variant.sources
    for conflict in variant.conflicts:
        assert conflict.about
        assert conflict.choice
    for option in variant.options:
        assert option.default in {value.name for value in option.values}
        assert all(value.who for value in option.values)


def test_a_lion_dog_captures_twice_and_comes_back_to_the_first_square() -> None:
    empty = "17/" * 6
    board = Board("dai-dai", f"8k8/{empty}8p8/8p8/8(LD)8/{empty}8K8 b - 1")
    before = len(board.piece_map())
    # What it captures where it ends is not named on the way.
    assert board.push_usi("9j9i9h9i+").usi() == "9j9h9i+"
    assert len(board.piece_map()) == before - 2


@pytest.mark.parametrize("name", LARGE)
def test_the_text_of_every_move_of_a_random_game_is_read_as_that_move(name: str) -> None:
    chance = random.Random(name)
    board = Board(name)
    for _ in range(40):
        if board.is_game_over():
            break
        move = chance.choice(list(board.legal_moves))
        other = board.copy()
        assert other.push_usi(move.usi()) == move
        board.push(move)
        assert other.sfen() == board.sfen()
