"""A simultaneous display: the host plays all whom they have accepted, with a handicap on each board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from komadai.tournaments import Act, EventError, Simul, as_csv, crosstable, replay, standings
from komadai.tournaments.core.table import heads, rows
from komadai.tournaments.kinds.simul import rules as simul
from tests.tournaments.players import event, refusal


def display(applicants: int, **settings: Any) -> Simul:
    """P1 is the host."""
    return Simul.of(event(1 + applicants, "simul", **settings))


def begun(*handicaps: str) -> Simul:
    made = display(len(handicaps))
    for player, handicap in enumerate(handicaps, 2):
        made.apply(made.accept(player, handicap, at=0))
    made.apply(made.pair(at=0))
    made.apply(made.start(at=0))
    return made


def test_the_host_is_white_on_every_board_with_its_own_handicap() -> None:
    made = begun("two-piece", "even", "6-piece")
    (only,) = made.rounds
    assert [(game.board, *game.players, game.pairing.handicap) for game in only.games] == [
        (1, 2, 1, "two-piece"),
        (2, 3, 1, "even"),
        (3, 4, 1, "six-piece"),
    ]
    assert only.started
    assert not made.can_enter, "the boards are set up"


def test_only_accepted_players_play_in_the_order_of_their_acceptance() -> None:
    made = display(4)
    for player in (4, 2, 3):
        made.apply(made.accept(player, "even", at=0))
    made.apply(made.accept(4, "lance", at=0))  # another handicap, the same board
    made.apply(made.accept(2, None, at=0))
    assert made.accepted == {4: "lance", 3: "even"}
    made.apply(made.withdraw(3, at=0))
    made.apply(made.pair(at=0))
    assert [game.players for game in made.rounds[0].games] == [(4, 1)]
    made.apply(made.unpair(at=0))
    made.apply(made.accept(5, "even", at=0))
    made.apply(made.pair(at=0))
    assert [game.players for game in made.rounds[0].games] == [(4, 1), (5, 1)]


def test_the_table_has_the_host_first_then_the_boards() -> None:
    made = begun("even", "rook", "even", "even")
    for board, result in ((1, "white"), (2, "black"), (3, "draw")):
        made.apply(made.enter_result(1, board, result, at=0))  # type: ignore[arg-type]
    assert simul.sheet(made) == (1, 1, 1, 1)
    assert [(line.player, line.points) for line in standings(made)] == [
        (1, 1.5),
        (2, 0),
        (3, 1),
        (4, 0.5),
        (5, 0),
    ]
    assert [[cell and cell.text() for cell in line.cells] for line in crosstable(made)] == [
        ["2+w", "3-w", "4=w", "5w"],
        ["1-b"],
        ["1+b"],
        ["1=b"],
        ["1b"],
    ]
    assert heads(made)[6:] == ["Games", "Points"]
    assert rows(made)[0][6:] == ["2+w 3-w 4=w 5w", "1½"]
    assert "P1" in as_csv(made, "ja")


def test_a_game_that_counts_for_nobody_is_no_loss() -> None:
    made = begun("even")
    made.apply(made.enter_result(1, 1, "neither", at=0))
    assert simul.sheet(made) == (0, 0, 0, 0)
    made.apply(made.finish(at=0))
    assert made.finished


def test_handicaps_are_proposed_by_rank_if_the_event_plays_with_them() -> None:
    made = event(0, "simul", handicaps="by-rank")
    for name, rank in (("Host", 5), ("Beginner", -5), ("Shodan", 0), ("Stronger", 7), ("Unknown", None)):
        made.apply(made.enter(name, at=0, rank=rank))
    assert [simul.proposed(made, player) for player in (2, 3, 4, 5)] == [
        "six-piece",
        "rook-lance",
        "even",
        "even",
    ]
    assert simul.proposed(display(1), 2) == "even"


def test_an_event_that_is_read_again_is_the_same() -> None:
    made = display(2)
    log: list[Act] = []
    for command in (
        lambda: made.accept(3, "bishop", at=1),
        lambda: made.pair(at=2),
        lambda: made.start(at=2),
        lambda: made.enter_result(1, 1, "white", at=3),
        lambda: made.finish(at=4),
    ):
        log.append(command())
        made.apply(log[-1])
    from komadai.tournaments import Created, decode_act, encode_act

    entries: list[Act] = [Created(at=0, settings=made.settings)]
    again = Simul.of(replay(entries))
    for number in (1, 2, 3):
        again.apply(again.enter(f"P{number}", at=0, rating=2000 - 10 * number))
    for act in log:
        again.apply(decode_act(encode_act(act)))
    assert (again.rounds, again.accepted, again.finished) == (made.rounds, made.accepted, True)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (lambda made: made.pair(at=0), "event-nobody-accepted"),
        (lambda made: made.accept(1, "even", at=0), "event-same-player"),
        (lambda made: made.accept(9, "even", at=0), "event-no-player"),
        (lambda made: made.accept(2, "all pieces", at=0), "handicap-expected"),
        (lambda made: Simul.of(event(2)), "event-only-simul"),
        (lambda made: begun("even").accept(2, "rook", at=0), "event-display-begun"),
        (lambda made: display(1, variant="tori").accept(2, "rook", at=0), "event-variant-handicaps"),
    ],
)
def test_what_cannot_be_done_is_refused(command: Callable[[Simul], object], code: str) -> None:
    with pytest.raises(EventError) as error:
        command(display(1))
    assert refusal(error.value) == code


def test_there_are_twenty_boards_at_most() -> None:
    made = display(21)
    for player in range(2, 22):
        made.apply(made.accept(player, "even", at=0))
    with pytest.raises(EventError) as error:
        made.accept(22, "even", at=0)
    assert refusal(error.value) == "event-boards-full"
    made.apply(made.accept(2, "lance", at=0))  # who is accepted can get another handicap
