"""Games under the referee: each way in which a game can end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from komadai import BLACK, WHITE, ImpasseRule, Infraction, Move, Termination, kifu
from komadai.errors import EngineUsageError
from komadai.match import EngineSpec, Opening, Result, Rules
from komadai.match.machine import EngineDelays
from komadai.match.worker import Worker
from tests.match.engines import scripted, task

ENTERED = Opening("2+R1K1+B2/1+P+P+P+P+P+P2/2+P+P5/9/9/9/9/9/4k4 b RB4G4S4N4L8P 1")
"""Black's king and ten pieces stand in the zone, with far more than 28 points."""


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()


def test_a_resignation_loses_and_its_time_counts(worker: Worker) -> None:
    result = worker.play(task(scripted("resign", "2"), scripted("none"))).result
    assert (result.outcome.winner, result.outcome.termination) == (WHITE, Termination.RESIGNATION)
    assert result.winner == "none"
    assert len(result.times_ms) == 2
    assert result.fault is None


def test_the_moves_of_a_game_are_all_legal_and_it_ends_by_the_rules_of_shogi(worker: Worker) -> None:
    result = worker.play(task(scripted("none"), scripted("none", name="other"))).result
    board = Opening.parse(result.opening).board()
    for move in result.moves.split():
        assert board.outcome() is None
        board.push_usi(move)
    assert board.outcome() == result.outcome or board.ply == Rules().max_moves
    assert result.plies == board.ply


def test_a_crash_loses_and_the_engine_is_restarted_for_the_next_game(worker: Worker) -> None:
    crashing, other = scripted("crash", "3"), scripted("none")
    report = worker.play(task(crashing, other))
    result = report.result
    assert (result.outcome.winner, result.outcome.termination) == (WHITE, Termination.CONNECTION_LOST)
    assert (result.fault, result.culprit) == ("crash", "crash 3")
    assert "status 3" in result.fault_text
    assert "out of luck" in result.fault_text
    assert "> go nodes 100" in report.transcript
    assert len(result.times_ms) == 4
    again = worker.play(task(other, crashing)).result
    assert (again.outcome.winner, len(again.times_ms)) == (BLACK, 5)


def test_an_illegal_move_loses_with_the_rule_it_breaks(worker: Worker) -> None:
    result = worker.play(task(scripted("none"), scripted("illegal", "2"))).result
    assert (result.outcome.winner, result.outcome.termination) == (BLACK, Termination.ILLEGAL_MOVE)
    assert result.outcome.infraction is Infraction.NO_SUCH_PIECE
    assert (result.fault, result.culprit) == ("illegal", "illegal 2")


def test_an_invalid_answer_counts_as_an_illegal_move(worker: Worker) -> None:
    result = worker.play(task(scripted("nonsense"), scripted("none"))).result
    assert (result.outcome.winner, result.outcome.termination) == (WHITE, Termination.ILLEGAL_MOVE)
    assert result.fault == "illegal"


@pytest.mark.parametrize("pace", ["byoyomi=200ms", "0+200ms", "200ms", "100ms+100ms", "200ms+50ms/move"])
def test_a_move_after_the_time_is_over_loses(worker: Worker, pace: str) -> None:
    result = worker.play(task(scripted("late", "2"), scripted("none"), pace)).result
    assert (result.outcome.winner, result.outcome.termination) == (WHITE, Termination.TIME_FORFEIT)
    assert (result.fault, result.culprit) == ("time", "late 2")


@pytest.mark.parametrize("pace", ["byoyomi=80ms,stop", "movetime=80ms,stop", "0+80ms,stop"])
def test_with_stop_an_engine_is_stopped_when_its_time_is_over(worker: Worker, pace: str) -> None:
    rules = Rules(margin_ms=3000, movetime_margin_ms=3000)
    result = worker.play(task(scripted("late", "2"), scripted("none"), pace, rules)).result
    assert (result.outcome.winner, result.outcome.termination) == (WHITE, Termination.RESIGNATION)
    assert result.fault is None
    # The other engine answered in time.
    assert len(result.times_ms) == 2


def test_an_engine_that_ignores_stop_loses_on_time(worker: Worker) -> None:
    rules = Rules(margin_ms=200)
    result = worker.play(task(scripted("deaf", "2"), scripted("none"), "byoyomi=80ms,stop", rules)).result
    assert (result.outcome.termination, result.fault) == (Termination.TIME_FORFEIT, "time")


def test_an_engine_that_hangs_is_ended_and_restarted(worker: Worker) -> None:
    deaf, other = scripted("deaf", "2"), scripted("none")
    result = worker.play(task(deaf, other, "byoyomi=150ms")).result
    assert (result.winner, result.fault) == ("none", "time")
    result = worker.play(task(other, deaf, "byoyomi=150ms")).result
    assert (result.winner, result.fault, len(result.times_ms)) == ("none", "time", 3)


def test_without_a_clock_an_engine_loses_when_it_stalls(worker: Worker) -> None:
    result = worker.play(task(scripted("deaf"), scripted("none"), "depth=3", Rules(stall_ms=200))).result
    assert (result.outcome.termination, result.fault) == (Termination.TIME_FORFEIT, "stall")


def test_a_delay_within_the_margin_does_not_lose(worker: Worker) -> None:
    rules = Rules(margin_ms=2000, max_moves=14)
    opening = Opening(moves=())
    slow = worker.play(task(scripted("slow"), scripted("none"), "byoyomi=20ms", rules, opening)).result
    assert slow.outcome.termination is Termination.MOVE_LIMIT
    assert max(slow.times_ms[::2]) > 20


def test_delays_of_the_machine_do_not_lose_on_time(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EngineDelays, "ms", property(lambda _: 2000))
    opening = Opening(moves=())
    slow = worker.play(
        task(scripted("slow"), scripted("none"), "byoyomi=20ms", Rules(max_moves=14), opening)
    ).result
    assert slow.outcome.termination is Termination.MOVE_LIMIT
    assert slow.excused == (
        sum(ms >= 20 for ms in slow.times_ms[::2]),
        sum(ms >= 20 for ms in slow.times_ms[1::2]),
    )
    assert slow.excused[0] > 0
    assert Result.from_dict(slow.as_dict()).excused == slow.excused


def test_an_engine_without_an_answer_loses_on_time_on_a_busy_machine_too(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EngineDelays, "ms", property(lambda _: 100))
    result = worker.play(task(scripted("deaf"), scripted("none"), "byoyomi=100ms")).result
    assert (result.winner, result.fault) == ("none", "time")
    assert "the machine delayed it for 100 of " in result.fault_text


def test_each_side_may_have_its_own_limits(worker: Worker) -> None:
    report = worker.play(task(scripted("crash", "2"), scripted("none"), "nodes=7", white_pace="byoyomi=3s"))
    assert "> go nodes 7" in report.transcript
    report = worker.play(task(scripted("none"), scripted("crash", "2"), "nodes=7", white_pace="1m+3s"))
    assert "> go btime " in report.transcript
    assert " byoyomi 3000" in report.transcript


def test_an_engine_that_does_not_start_loses_without_a_move(worker: Worker) -> None:
    result = worker.play(task(scripted("nostart"), scripted("none"))).result
    assert (result.fault, result.winner, result.times_ms) == ("crash", "none", ())
    assert "no licence" in result.fault_text


def test_an_unknown_option_is_a_usage_error_and_not_a_lost_game(worker: Worker) -> None:
    wrong = EngineSpec("wrong", scripted("none").command, (("Nosuch", "1"),))
    with pytest.raises(EngineUsageError, match="Nosuch"):
        worker.play(task(wrong, scripted("none")))


def test_a_declaration_is_checked_by_the_impasse_rule(worker: Worker) -> None:
    winning, other = scripted("win"), scripted("none")
    result = worker.play(task(winning, other, opening=ENTERED)).result
    assert (result.winner, result.outcome.termination) == ("win", Termination.IMPASSE_DECLARATION)
    result = worker.play(task(winning, other)).result
    assert (result.winner, result.outcome.termination) == ("none", Termination.FAILED_DECLARATION)
    assert "points" in result.outcome.failed
    result = worker.play(task(winning, other, opening=ENTERED, rules=Rules(impasse=ImpasseRule.NONE))).result
    assert (result.winner, result.outcome.termination) == ("none", Termination.FAILED_DECLARATION)


def test_the_arena_declares_for_a_side_that_can(worker: Worker) -> None:
    rules = Rules(declare=True)
    result = worker.play(
        task(scripted("none"), scripted("none", name="b"), rules=rules, opening=ENTERED)
    ).result
    assert (result.outcome.winner, result.adjudication) == (BLACK, "impasse")
    assert result.moves == ""


def test_a_try_wins_at_once(worker: Worker) -> None:
    opening = Opening("9/4K4/9/9/9/9/9/9/k8 b - 1", (Move.from_usi("5b5a"),))
    engines = scripted("none"), scripted("none", name="b")
    result = worker.play(task(*engines, rules=Rules(impasse=ImpasseRule.TRY), opening=opening)).result
    assert (result.outcome.winner, result.outcome.termination) == (BLACK, Termination.TRY)
    result = worker.play(task(*engines, rules=Rules(max_moves=2), opening=opening)).result
    assert result.outcome.termination is Termination.MOVE_LIMIT


def test_the_move_limit_counts_the_opening_and_draws(worker: Worker) -> None:
    rules = Rules(max_moves=20)
    result = worker.play(task(scripted("none"), scripted("none", name="b"), rules=rules)).result
    assert (result.outcome.winner, result.outcome.termination) == (None, Termination.MOVE_LIMIT)
    assert result.plies == 20


def test_a_game_scored_lost_by_both_ends_on_the_losers_turn(worker: Worker) -> None:
    rules = Rules(resign_count=3, resign_cp=900)
    sure, hopeless = scripted("none", "1", "1000", name="up"), scripted("none", "1", "-1000", name="down")
    result = worker.play(task(sure, hopeless, rules=rules)).result
    assert (result.winner, result.adjudication) == ("up", "score")
    assert result.outcome.termination is Termination.RESIGNATION
    # Three scores of each side. Black made the last move, because White has lost.
    assert len(result.times_ms) == 7
    doubtful = scripted("none", "1", "800", name="not so sure")
    result = worker.play(
        task(doubtful, hopeless, rules=Rules(resign_count=3, resign_cp=900, max_moves=40))
    ).result
    assert result.adjudication is None


def test_a_draw_is_adjudicated_only_from_the_given_move_on(worker: Worker) -> None:
    rules = Rules(draw_from=30, draw_count=2, draw_cp=10)
    result = worker.play(task(scripted("none"), scripted("none", name="b"), rules=rules)).result
    assert (result.outcome.winner, result.adjudication) == (None, "draw")
    assert result.plies == 33


def test_a_mate_that_both_report_ends_the_game(worker: Worker) -> None:
    mating, mated = (
        scripted("none", "1", "mate 7", name="mating"),
        scripted("none", "1", "mate -6", name="mated"),
    )
    result = worker.play(task(mated, mating, rules=Rules(mate=True))).result
    assert (result.winner, result.adjudication) == ("mating", "mate")
    assert result.scores == ("mate -6", "mate 7")


def test_engines_ponder_on_the_move_they_expect(worker: Worker) -> None:
    rules = Rules(ponder=True, max_moves=40)
    crashing = scripted("crash", "6")
    report = worker.play(task(crashing, scripted("none"), "10s", rules))
    assert "> setoption name USI_Ponder value true" in report.transcript
    assert "> go ponder btime" in report.transcript
    # Both engines play the same moves in the same positions, so each expects the move that the other plays.
    assert "> ponderhit" in report.transcript
    assert len(report.result.times_ms) == 10


def test_the_record_has_players_times_analyses_and_the_outcome(worker: Worker) -> None:
    rules = Rules(resign_count=2, resign_cp=100)
    up, down = scripted("none", "1", "150", name="up"), scripted("none", "1", "-120", name="down")
    report = worker.play(task(down, up, rules=rules, records=("csa3", "kif")))
    assert [format for format, _ in report.records] == ["csa3", "kif"]
    for _, text in report.records:
        game = next(iter(kifu.read_all(text.encode())))
        assert (game.headers["black"], game.headers["white"]) == ("down", "up")
        assert game.outcome == report.result.outcome
        assert [str(move) for move in game.moves()] == [
            *map(str, Opening.parse(report.result.opening).moves),
            *report.result.moves.split(),
        ]
        last = game.end
        assert last.time_ms is not None
        assert last.analyses[0].centipawns in (-120, -150)  # from Black's view, with either engine
        assert "Adjudicated: score" in (last.ending.comment if last.ending else "")


def test_the_engines_of_the_last_games_run_on_and_older_ones_are_ended(worker: Worker) -> None:
    names = [scripted("resign", "2", name=f"engine {number}") for number in range(6)]
    pids: dict[str, int | None] = {}
    for one, other in ((0, 1), (2, 3), (0, 1), (4, 5)):
        worker.play(task(names[one], names[other]))
        running = {key[0].name: player.pid for key, player in worker._players.items()}
        assert len(running) <= 4
        assert all(pids.get(name, pid) == pid for name, pid in running.items())
        pids = running
    assert set(pids) == {"engine 0", "engine 1", "engine 4", "engine 5"}
