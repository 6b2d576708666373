"""An event in memory: what an act would make of it."""

from __future__ import annotations

import copy
import random

import pytest

from komadai.server.tournaments.session import replay_with
from komadai.tournaments import Member, Tournament, acts
from komadai.tournaments.acts import Act
from komadai.tournaments.core.rounds import Pairing
from tests.tournaments.players import event


def with_acts(kind: str) -> tuple[Tournament, list[Act]]:
    """An event in which games are played, and what may happen next."""
    members = tuple(Member(name=f"m{number}") for number in range(3))
    if kind == "teams":
        made = event(0, "round-robin", boards=3)
        for number in range(4):
            made.apply(made.enter(f"T{number}", at=0, members=members))
    else:
        made = event(2 if kind == "title-match" else 6, kind)
    next_acts: list[Act] = [acts.Withdrawn(at=0, player=2), acts.Finished(at=0)]
    if kind == "ladder":
        for number in (1, 2):
            made.apply(acts.Challenged(at=0, challenge=number, player=2 * number, opponent=2 * number - 1))
        pairing = Pairing(black=2, white=1)
        made.apply(acts.Answered(at=0, challenge=1, answer="accepted", pairing=pairing))
        next_acts += [
            acts.Answered(at=0, challenge=2, answer="refused"),
            acts.ChallengeTakenBack(at=0, challenge=2),
        ]
    elif kind == "arena":
        made.apply(made.start(at=0))
        made.apply(acts.Matched(at=0, pairings=(Pairing(black=1, white=2), Pairing(black=3, white=4))))
    else:
        made.apply(made.pair(at=0))
        made.apply(made.start(at=0))
    seat = 1 if kind == "teams" else 0
    made.apply(made.claim(1, 1, made.game(1, 1).players[0], "wrong", at=0, seat=seat))
    next_acts += [
        acts.Resulted(at=0, round=1, board=1, seat=seat, result="black", resigned=True),
        acts.Ruled(at=0, claim=1, accepted=True, text=""),
        acts.Claimed(at=0, claim=2, round=1, board=1, seat=seat, player=1, text="late"),
    ]
    if kind == "swiss":
        next_acts += [acts.SitsOut(at=0, player=1), acts.Forced(at=0, black=1, white=2)]
        next_acts.append(acts.Unpaired(at=0, round=1))
    if kind == "title-match":
        next_acts.append(acts.Replayed(at=0, round=1, board=1))
        next_acts.append(acts.ColorsSet(at=0, round=1, board=1, black=2))
    return made, next_acts


@pytest.mark.parametrize(
    "kind", ["swiss", "round-robin", "knockout", "title-match", "ladder", "arena", "teams"]
)
def test_what_an_act_would_make_of_an_event_changes_nothing_in_it(kind: str) -> None:
    made, next_acts = with_acts(kind)
    random.Random(46).shuffle(next_acts)
    for act in next_acts:
        before = copy.deepcopy(made)
        after = replay_with(made, act)
        assert made == before, act
        before.apply(act)
        assert after == before, act


def test_it_copies_none_of_the_games_that_stay() -> None:
    made, _ = with_acts("arena")
    after = replay_with(made, acts.Withdrawn(at=0, player=5))
    assert after.players[5].withdrawn
    assert all(new is old for new, old in zip(after.rounds[0].games, made.rounds[0].games, strict=True))
