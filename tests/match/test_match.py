"""Matches: their games, the order, the counts, and how a match is continued."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from komadai import Outcome, Termination
from komadai.errors import EngineCrashed, EngineUsageError, RangeError, RecordError
from komadai.match import (
    EngineSpec,
    GameSide,
    Journal,
    JournalError,
    LocalWorkers,
    Match,
    Need,
    Opening,
    Result,
    Rules,
    Settings,
    Sprt,
    Tally,
    TimeLimits,
    Tournament,
    TournamentSettings,
    read_program,
    shipped,
)
from komadai.match.openings import in_order, read_openings
from komadai.pieces import BLACK, WHITE, Color
from tests.match.engines import scripted

PACE = TimeLimits.parse("nodes=10")
RESIGNS = GameSide(scripted("resign", "2", name="resigns"), PACE)
PLAYS = GameSide(scripted("none", name="plays"), PACE)


def settings(games: int = 6, first: GameSide = PLAYS, second: GameSide = RESIGNS, **more: object) -> Settings:
    return Settings(first=first, second=second, games=games, **more)  # type: ignore[arg-type]


def test_every_opening_is_played_twice_with_colours_changed() -> None:
    tasks = list(settings(20).tasks())
    assert [task.number for task in tasks] == list(range(1, 21))
    for one, other in zip(tasks[::2], tasks[1::2], strict=True):
        assert one.pair == other.pair
        assert one.opening == other.opening
        assert (one.black, one.white) == (other.white, other.black) == (PLAYS, RESIGNS)
    assert len({task.opening for task in tasks}) == 10


def test_an_odd_number_of_games_becomes_whole_pairs() -> None:
    assert len(list(settings(7).tasks())) == 8


def test_no_opening_is_repeated_before_all_were_played_and_the_seed_sets_their_order() -> None:
    openings = shipped()[:7]
    order = list(islice(in_order(openings, 1), 14))
    assert set(order[:7]) == set(order[7:]) == set(openings)
    assert order[:7] != order[7:]
    assert order == list(islice(in_order(openings, 1), 14))
    assert order != list(islice(in_order(openings, 2), 14))


def test_the_shipped_openings_are_legal_different_and_not_over() -> None:
    boards = [opening.board() for opening in shipped()]
    assert len({board.key for board in boards}) == len(boards) >= 900
    for board in boards:
        assert board.outcome() is None
        assert not board.is_check()
        assert 8 <= board.ply <= 16
        assert board.turn == BLACK


def test_openings_are_read_from_sfens_positions_and_records(tmp_path: Path) -> None:
    (tmp_path / "list.sfen").write_text(
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w - 2\n"
        "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2 moves 3c3d\n"
    )
    (tmp_path / "lines.usi").write_text("startpos moves 7g7f 3c3d 2g2f\nstartpos moves 7g7f 3c3d 2g2f\n")
    (tmp_path / "game.csa").write_text("V2.2\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n-8384FU\n%TORYO\n")
    found = read_openings([tmp_path / name for name in ("list.sfen", "lines.usi", "game.csa")], plies=2)
    assert [len(opening.moves) for opening in found] == [
        0,
        1,
        2,
    ]  # the two begin with the same moves
    assert found[2].usi() == "startpos moves 7g7f 3c3d"
    assert all(Opening.parse(opening.usi()) == opening for opening in found)
    (tmp_path / "mate.sfen").write_text("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1\n")
    with pytest.raises(RecordError, match="no position to begin"):
        read_openings([tmp_path / "mate.sfen"])


def test_a_list_of_openings_may_have_comments_on_any_line(tmp_path: Path) -> None:
    path = tmp_path / "list.usi"
    path.write_text("# mine\nstartpos moves 7g7f\n; and\nstartpos moves 2g2f\n# the end\n")
    assert [each.usi() for each in read_openings([path])] == ["startpos moves 7g7f", "startpos moves 2g2f"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("startpos moves 7g7f 9z9z", "line 2, column 21: .*9z9z"),
        ("startpos moves 7g7f 7g7f", "line 2, column 21: .*7g7f"),
        ("startpos 7g7f", "line 2, column 10: expected moves: '7g7f'"),
        ("junk", "line 2, column 1: expected startpos or sfen"),
        ("lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSN w - 1", "line 2, .*rank 9"),
    ],
)
def test_an_error_of_an_opening_names_its_line(line: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.usi"
    path.write_text(f"startpos moves 2g2f\n{line}\nstartpos moves 5g5f\n")
    with pytest.raises(RecordError, match=rf"lines\.usi: {sentence}"):
        read_openings([path])


def test_the_error_for_a_file_without_openings_names_it(tmp_path: Path) -> None:
    (tmp_path / "good.usi").write_text("startpos moves 2g2f\n")
    (tmp_path / "notes.usi").write_text("milk, eggs\n")
    with pytest.raises(RecordError, match=r"notes\.usi: no game in this text"):
        read_openings([tmp_path])


def test_a_match_is_played_and_counted() -> None:
    match = Match(settings(6), LocalWorkers(2))
    results = list(match.play())
    assert {result.number for result in results} == set(range(1, 7))
    assert (match.tally.wins, match.tally.draws, match.tally.losses) == (6, 0, 0)
    assert match.tally.by_color == [[3, 0, 0], [3, 0, 0]]
    assert match.tally.pairs.counts == (0, 0, 0, 0, 3)
    assert match.tally.endings == {"resignation": 6}
    assert not match.tally.faults


def result(number: int, winner: Color | None, black: str = "a", fault: str | None = None) -> Result:
    return Result(
        number,
        (number + 1) // 2,
        black,
        "b" if black == "a" else "a",
        Outcome(winner, Termination.RESIGNATION if winner is not None else Termination.SENNICHITE),
        "startpos",
        "",
        (),
        (),
        (),
        (),
        fault=fault,
    )


def test_a_pair_counts_when_both_games_are_over_in_any_order() -> None:
    tally = Tally("a", "b")
    tally.add(result(2, BLACK, "b"))
    tally.add(result(3, None))
    assert tally.pairs.pairs == 0
    tally.add(result(4, WHITE, "b"))  # 1½ of 2
    tally.add(result(1, BLACK))  # 1 of 2
    assert tally.pairs.counts == (0, 0, 1, 1, 0)
    assert (tally.wins, tally.draws, tally.losses) == (2, 1, 1)
    assert tally.by_color == [[1, 1, 0], [1, 0, 1]]


def test_faults_are_counted_for_the_loser() -> None:
    tally = Tally("a", "b")
    tally.add(result(1, WHITE, fault="time"))
    tally.add(result(2, WHITE, "b", fault="crash"))
    assert tally.faults == {"a": {"time": 1}, "b": {"crash": 1}}


def test_late_moves_that_were_excused_are_counted_for_their_engine() -> None:
    tally = Tally("a", "b")
    tally.add(replace(result(1, BLACK), excused=(1, 2)))
    tally.add(replace(result(2, BLACK, "b"), excused=(3, 0)))
    assert tally.excused == {"a": 1, "b": 5}


def test_an_sprt_decision_ends_the_match() -> None:
    match = Match(settings(1000, sprt=Sprt(0, 200)), LocalWorkers(2))
    played = len(list(match.play()))
    assert 6 <= played < 60
    assert match.sprt is not None
    assert match.sprt.decision == "H1"


def test_an_interrupted_match_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with Journal(path, settings(8).identity()) as journal:
        workers = LocalWorkers(1)
        first = [each.number for each in islice(Match(settings(8), workers, journal).play(), 3)]
        workers.close()
    with path.open("ab") as file:
        file.write(b'{"game":4,"pair":2,"bla')  # an incomplete last line
    with Journal(path, settings(8).identity()) as journal:
        assert [each.number for each in journal.results] == first
        match = Match(settings(8), LocalWorkers(1), journal)
        assert match.continued == 3
        rest = [each.number for each in match.play()]
    assert sorted(first + rest) == list(range(1, 9))
    assert match.tally.wins == 8
    with Journal(path, settings(12).identity()) as journal:  # more games of the same match
        assert len(journal.results) == 8
    lines = path.read_text().splitlines()
    assert [json.loads(line)["game"] for line in lines[1:]] == first + rest


def test_a_result_is_read_from_the_journal_as_it_was_written(tmp_path: Path) -> None:
    games = settings(2, RESIGNS, GameSide(scripted("illegal", "3", name="cheats"), PACE))
    with Journal(tmp_path / "a" / "games.jsonl", games.identity()) as journal:
        played = {each.number: each for each in Match(games, LocalWorkers(1), journal).play()}
    with Journal(tmp_path / "a" / "games.jsonl", games.identity()) as journal:
        for each in journal.results:
            assert each.as_dict() == played[each.number].as_dict()


def test_the_journal_of_another_match_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with Journal(path, settings(2).identity()) as journal:
        journal.add(result(1, BLACK))
    others = [
        settings(2, rules=Rules(max_moves=100)),
        settings(2, seed=2),
        settings(2, openings=shipped()[:5]),
        settings(2, second=GameSide(RESIGNS.program, TimeLimits.parse("nodes=11"))),
        settings(2, second=GameSide(scripted("resign", "3", name="resigns"), PACE)),
    ]
    for other in others:
        with pytest.raises(JournalError, match="another match"):
            Journal(path, other.identity())
    (tmp_path / "notes.txt").write_text("milk, eggs\n")
    with pytest.raises(JournalError, match="not a journal"):
        Journal(tmp_path / "notes.txt", settings(2).identity())
    assert (tmp_path / "notes.txt").read_text() == "milk, eggs\n"


def test_a_changed_script_is_another_engine(tmp_path: Path) -> None:
    """The program may be an interpreter, which does not change with the script."""
    script = tmp_path / "engine.py"
    script.write_text("old")
    program = read_program(f"{shlex.quote(sys.executable)} {shlex.quote(str(script))} quick")
    before = program.fingerprint()
    assert program.fingerprint() == before
    script.write_text("new")
    assert program.fingerprint() != before


def test_only_one_process_at_a_time_may_open_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with Journal(path, settings(2).identity()) as journal:
        journal.add(result(1, BLACK))
        with pytest.raises(JournalError, match=r"games\.jsonl is in use by another match"):
            Journal(path, settings(2).identity())
        journal.add(result(2, BLACK))
    with Journal(path, settings(2).identity()) as journal:
        assert [each.number for each in journal.results] == [1, 2]


@pytest.mark.parametrize(
    ("number", "sentence"),
    [(1, "line 3: game 1 is there twice"), (3, "line 3: expected a game from 1 to 2, got 3")],
)
def test_a_journal_with_a_wrong_game_number_is_refused(number: int, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with Journal(path, settings(2).identity(), 2) as journal:
        journal.add(result(1, BLACK))
        journal.add(result(number, BLACK))
    with pytest.raises(JournalError, match=sentence):
        Journal(path, settings(2).identity(), 2)


def test_after_a_match_with_refused_options_the_folder_can_be_used_again(tmp_path: Path) -> None:
    wrong = settings(2, GameSide(EngineSpec("plays", PLAYS.program.command, (("Threads", "1000"),)), PACE))
    with (
        Journal(tmp_path / "games.jsonl", wrong.identity()) as journal,
        pytest.raises(EngineUsageError, match="Threads"),
    ):
        list(Match(wrong, LocalWorkers(1), journal, tmp_path).play())
    with Journal(tmp_path / "games.jsonl", settings(2).identity()) as journal:
        list(Match(settings(2), LocalWorkers(1), journal, tmp_path).play())
    with Journal(tmp_path / "games.jsonl", settings(2).identity()) as journal:
        assert len(journal.results) == 2


def test_a_worker_that_is_killed_loses_only_its_game(tmp_path: Path) -> None:
    workers = LocalWorkers(2)
    slow = GameSide(scripted("slow", name="slow"), PACE)
    match = Match(settings(6, slow, RESIGNS), workers)
    going = match.play()
    numbers = [next(going).number]
    os.kill(workers.pids[0], signal.SIGKILL)
    numbers += [each.number for each in going]
    assert sorted(numbers) == [1, 2, 3, 4, 5, 6]
    assert match.runner.lost_workers == 1
    assert match.tally.wins == 6


def test_records_and_transcripts_are_written(tmp_path: Path) -> None:
    games = settings(
        2, GameSide(scripted("crash", "2", name="crashes"), PACE), PLAYS, records=("csa3", "kif")
    )
    list(Match(games, LocalWorkers(1), None, tmp_path).play())
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == [
        "00001.csa",
        "00001.kif",
        "00002.csa",
        "00002.kif",
    ]
    transcript = (tmp_path / "transcripts" / "00001-crash.txt").read_text()
    assert "out of luck" in transcript


def test_an_engine_that_never_starts_ends_the_match_with_its_last_error_line() -> None:
    match = Match(settings(100, GameSide(scripted("nostart", name="broken"), PACE), PLAYS), LocalWorkers(1))
    with pytest.raises(EngineCrashed, match=r"broken does not start.*no licence"):
        list(match.play())
    assert match.tally.games < 10


def test_an_option_that_is_refused_ends_the_match() -> None:
    wrong = GameSide(EngineSpec("wrong", PLAYS.program.command, (("Threads", "1000"),)), PACE)
    with pytest.raises(EngineUsageError, match="Threads"):
        list(Match(settings(4, wrong, PLAYS), LocalWorkers(1)).play())


def test_two_engines_must_have_different_names() -> None:
    with pytest.raises(EngineUsageError, match="another name"):
        settings(2, PLAYS, PLAYS)


@pytest.mark.parametrize(
    ("text", "name", "arguments"),
    [
        ("old=komadai", "old", ()),
        ("b[old]=komadai {Level=3}", "b[old]", ()),
        ("komadai {Level=3}", "komadai Level=3", ()),
        ("old=env A=1 engine", "old", ("A=1", "engine")),
        ("env A=1 engine", "env", ("A=1", "engine")),
        ("/usr/bin/env --unset=A", "env", ("--unset=A",)),
    ],
)
def test_an_engine_may_have_a_name_before_it(text: str, name: str, arguments: tuple[str, ...]) -> None:
    program = read_program(text)
    assert (program.name, program.command[1:]) == (name, arguments)


def test_parallel_games_leave_a_core_for_each_searching_thread_and_time_for_the_referee() -> None:
    assert Need(1).slots(2) == 2
    assert Need(1, 1000).slots(2) == 2
    assert Need(1, 100).slots(2) == 1
    assert Need(1, 100).slots(16) == 15
    assert Need(4, 100).slots(16) == 4
    assert Need(8).slots(4) == 1
    assert not Need(1, 100).is_met(2, 2)
    assert Need(1, 100).is_met(2, 1)
    assert Need(1).is_met(2, 9)


@pytest.mark.parametrize(
    ("pace", "ms"),
    [("byoyomi=100ms", 100), ("movetime=50ms", 50), ("5m+3s/move", 3000), ("10m", 10_000), ("nodes=9", None)],
)
def test_time_limits_have_an_expected_time_for_a_move(pace: str, ms: int | None) -> None:
    assert TimeLimits.parse(pace).move_ms == ms


@pytest.mark.parametrize("text", ["100ms,stop", "movetime=50ms,stop", "5m+3s/move,nodes=9,depth=3,stop"])
def test_time_limits_are_written_as_they_are_read(text: str) -> None:
    pace = TimeLimits.parse(text)
    assert pace.stop
    assert TimeLimits.parse(str(pace)) == pace


@pytest.mark.parametrize(
    "text", ["nodes=5,nodes=7", "byoyomi=1s,byoyomi=2s", "10m,byoyomi=1s", "10m,5m", "1s,stop,stop"]
)
def test_a_repeated_limit_is_refused(text: str) -> None:
    with pytest.raises(EngineUsageError, match="given twice"):
        TimeLimits.parse(text)


@pytest.mark.parametrize("text", ["stop", "nodes=9,stop", "byoyomi=0,stop"])
def test_stop_needs_a_limit_of_time(text: str) -> None:
    with pytest.raises(EngineUsageError, match=r"stop needs a time|no limit"):
        TimeLimits.parse(text)


def test_in_a_ladder_each_engine_plays_only_its_neighbours() -> None:
    seats = tuple(GameSide(scripted("none", name=name), PACE) for name in "abcde")
    pairings = TournamentSettings(seats=seats, neighbours=2).pairings
    met = ["".join(seat.program.name for seat in pairing) for pairing in pairings]
    assert met == ["ab", "ac", "bc", "bd", "cd", "ce", "de"]
    with pytest.raises(RangeError, match="neighbours"):
        TournamentSettings(seats=seats, neighbours=2, gauntlet=1)


def test_in_a_round_robin_all_engines_play_each_other_with_both_colours() -> None:
    seats = tuple(GameSide(scripted("none", name=name), PACE) for name in "abcd")
    tournament = TournamentSettings(seats=seats, rounds=2)
    tasks = list(tournament.tasks())
    assert len(tasks) == tournament.games == 24
    met = [(task.black.program.name, task.white.program.name) for task in tasks]
    assert all(met.count((one, other)) == 2 for one in "abcd" for other in "abcd" if one != other)
    for one, other in zip(tasks[::2], tasks[1::2], strict=True):
        assert one.opening == other.opening
        assert one.pair == other.pair
    assert len({task.opening for task in tasks}) == 2


def test_in_a_gauntlet_only_the_first_engines_play_the_others() -> None:
    seats = tuple(GameSide(scripted("none", name=name), PACE) for name in "abcd")
    tournament = TournamentSettings(seats=seats, rounds=1, gauntlet=1)
    names = [(one.program.name, other.program.name) for one, other in tournament.pairings]
    assert names == [("a", "b"), ("a", "c"), ("a", "d")]


def test_a_tournament_is_played_rated_and_continued(tmp_path: Path) -> None:
    late = GameSide(scripted("resign", "3", name="resigns late"), PACE)
    table = TournamentSettings(seats=(PLAYS, RESIGNS, late), rounds=2)
    with Journal(tmp_path / "games.jsonl", table.identity()) as journal:
        tournament = Tournament(table, LocalWorkers(2), journal)
        assert tournament.ratings() is None
        list(islice(tournament.play(), 5))
    with Journal(tmp_path / "games.jsonl", table.identity()) as journal:
        tournament = Tournament(table, LocalWorkers(2), journal)
        assert tournament.continued >= 5
        list(tournament.play())
    assert len(tournament.scores) == 12
    listed = tournament.ratings({"resigns": 100})
    assert listed is not None
    assert [each.name for each in listed.ratings] == ["plays", "resigns late", "resigns"]
    assert not listed.bounded
