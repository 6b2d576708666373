"""Who plays whom in a round of the league."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from komadai.server.csa import pairing
from komadai.server.csa.pairing import Entrant, pair


@pytest.mark.parametrize("count", range(10))
def test_every_program_plays_once_and_one_of_an_odd_number_waits(count: int) -> None:
    entrants = [Entrant(f"p{number}", 1500 + 40 * number) for number in range(count)]
    pairs = pair(entrants, random.Random(1))
    playing = [each.name for both in pairs for each in both]
    assert len(playing) == len(set(playing)) == count // 2 * 2


def test_four_times_as_many_programs_cost_four_times_as_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """All have just met their neighbour. Distances are counted, not time."""
    counted = 0
    measure = pairing._distance

    def distance(a: Entrant, b: Entrant) -> float:
        nonlocal counted
        counted += 1
        return measure(a, b)

    def distances(count: int) -> int:
        entrants = [Entrant(f"p{number}", 10.0 * number, f"p{number ^ 1}") for number in range(count)]
        before = counted
        assert not any(one.last_opponent == other.name for one, other in pair(entrants, random.Random(1)))
        return counted - before

    monkeypatch.setattr(pairing, "_distance", distance)
    assert distances(400) < 6 * distances(100)


def test_programs_of_similar_ratings_play() -> None:
    ratings = {"a": 1000, "b": 1010, "c": 2000, "d": 2010}
    pairs = pair([Entrant(name, rating) for name, rating in ratings.items()], random.Random(1))
    assert {frozenset(each.name for each in both) for both in pairs} == {frozenset("ab"), frozenset("cd")}


def test_the_same_two_do_not_meet_again_if_others_are_near() -> None:
    entrants = [
        Entrant("a", 1500, "b"),
        Entrant("b", 1500, "a"),
        Entrant("c", 1510, "d"),
        Entrant("d", 1510, "c"),
    ]
    for seed in range(20):
        for both in pair(entrants, random.Random(seed)):
            assert both[0].last_opponent != both[1].name


def test_two_programs_alone_play_again() -> None:
    assert len(pair([Entrant("a", 1500, "b"), Entrant("b", 1500, "a")], random.Random(1))) == 1


@pytest.mark.parametrize("seed", range(5))
def test_no_other_pairing_of_six_is_much_better(seed: int) -> None:
    rng = random.Random(seed)
    entrants = [Entrant(str(number), rng.uniform(1000, 2000)) for number in range(6)]

    def total(pairs: list[tuple[Entrant, Entrant]]) -> float:
        return sum(abs(a.rating - b.rating) for a, b in pairs)

    best = min(
        total([(order[0], order[1]), (order[2], order[3]), (order[4], order[5])])
        for order in permutations(entrants)
    )
    assert total(pair(entrants, rng)) == pytest.approx(best)
