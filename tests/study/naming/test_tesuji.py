"""Tesuji: each in a position where a move is one, and in a near miss."""

from __future__ import annotations

import pytest

from komadai import kifu, study
from komadai.study.naming.rules import all_rules
from tests.study.naming.games import game, turned

FOUND = [
    ("fundoshi_no_kei", "4k4/9/9/3g1r3/9/9/9/9/4K4 b N 1", "N*5f"),
    ("wariuchi_no_gin", "8k/9/3g1r3/9/9/9/9/9/4K4 b S 1", "S*5b"),
    ("dengaku_zashi", "8k/4r4/9/4n4/9/9/9/9/4K4 b L 1", "L*5h"),
    ("juji_bisha", "4k4/9/9/9/s8/9/9/9/K8 b R 1", "R*5e"),
    ("otebisha", "4k4/1r7/9/9/9/9/9/9/4K4 b B 1", "B*7c"),
    ("haragin", "9/7k1/9/9/9/9/9/9/4K4 b S 1", "S*3b"),
    ("kinzoko_no_fu", "4k4/9/9/9/9/9/9/3G5/5K3 b P 1", "P*6i"),
    ("tsugifu", "4k4/9/7p1/9/7P1/9/9/9/4K4 b P 1", "2e2d 2c2d P*2e"),
    ("ikkenryu", "4k4/9/2+R6/9/9/9/9/9/4K4 b - 1", "7c5c"),
    ("atamakin", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b"),
]
MISSED = [
    ("fundoshi_no_kei", "4k4/9/9/3g1p3/9/9/9/9/4K4 b N 1", "N*5f"),  # the other is a pawn
    ("fundoshi_no_kei", "4k4/9/9/3g1r3/4p4/9/9/9/4K4 b N 1", "N*5f"),  # the knight is lost to a pawn
    ("wariuchi_no_gin", "8k/9/3g1s3/9/9/9/9/9/4K4 b S 1", "S*5b"),  # a silver takes it
    ("dengaku_zashi", "8k/4p4/9/4n4/9/9/9/9/4K4 b L 1", "L*5h"),  # only a pawn behind
    ("juji_bisha", "4k4/9/9/9/s8/9/9/9/K8 b R 1", "R*5f"),  # a check alone
    ("juji_bisha", "l3k4/9/9/9/s8/9/9/9/K8 b R 1", "R*5e"),  # a lance defends the silver
    ("juji_bisha", "4k4/9/1n7/9/s8/9/9/9/K8 b R 1", "R*5e"),  # a knight defends it
    ("otebisha", "4k4/1r1p5/9/9/9/9/9/9/4K4 b B 1", "B*7c"),  # a pawn stands between
    ("haragin", "9/7k1/9/9/9/9/9/9/4K4 b S 1", "S*3c"),
    ("kinzoko_no_fu", "4k4/9/9/9/9/9/9/3S5/5K3 b P 1", "P*6i"),
    ("tsugifu", "4k4/9/9/7p1/9/9/9/9/4K4 b P 1", "P*2e"),  # the pawn has taken nothing
    ("ikkenryu", "4k4/4p4/2+R6/9/9/9/9/9/4K4 b - 1", "7c5c"),
    ("atamakin", "4k4/9/9/9/9/9/9/4G4/4K4 b G 1", "G*5b"),  # the king takes it
]


def tesuji(of: kifu.Game) -> list[tuple[int, str, str]]:
    return [(each.ply, each.side, each.id) for each in study.names(of) if each.kind == "tesuji"]


@pytest.mark.parametrize(("name", "start", "moves"), FOUND, ids=[each[0] for each in FOUND])
def test_a_move_is_named(name: str, start: str, moves: str) -> None:
    played = game(moves, start)
    assert tesuji(played) == [(len(moves.split()), "black", name)]
    assert tesuji(turned(played)) == [(len(moves.split()), "white", name)]


@pytest.mark.parametrize(("name", "start", "moves"), MISSED)
def test_a_near_miss_is_not_named(name: str, start: str, moves: str) -> None:
    assert name not in [each[2] for each in tesuji(game(moves, start))]


def test_every_tesuji_has_a_position_here() -> None:
    assert {each.id for each in all_rules().rules if each.kind == "tesuji"} == {each[0] for each in FOUND}


def test_a_tesuji_is_named_each_time() -> None:
    chase = game("7c5c 5a4a 5c4c", "4k4/9/2+R6/9/9/9/9/9/4K4 b - 1")
    assert tesuji(chase) == [(1, "black", "ikkenryu"), (3, "black", "ikkenryu")]
