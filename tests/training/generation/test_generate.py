"""Self-play that makes training data: no game is lost or repeated, whatever interrupts the work."""

from __future__ import annotations

import json
import os
import signal
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from komadai import Board
from komadai._core import Move, Search
from komadai.errors import EngineError, RangeError
from komadai.match.workers import LocalWorkers
from komadai.packed import read_psv
from komadai.training.generation.game import GameEnd, GeneratedGame
from komadai.training.generation.game_store import GameStore, GameStoreError
from komadai.training.generation.generate import Target, generate
from komadai.training.generation.play import SelfPlayer, play_game
from komadai.training.generation.settings import GenerationSettings
from komadai.training.quiet import is_quiet
from tests import processes
from tests.training.inline_workers import inline

SETTINGS = GenerationSettings(seed=3, nodes=60, max_plies=60)
GAMES = 24
COMMAND = (
    sys.executable, "-m", "komadai", "train", "generate", "--games", str(GAMES), "--seed", "3",
    "--nodes", "60", "--max-moves", "60", "--processes", "2", "--nice", "0",
)  # fmt: skip


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("uninterrupted")
    generate(folder, SETTINGS, Target(games=GAMES), inline())
    return folder


def positions(folder: Path) -> bytes:
    return (folder / "positions.psv").read_bytes()


def test_a_game_depends_on_its_number_only() -> None:
    search = Search(1)
    first = play_game(SETTINGS, search, 5)
    play_game(SETTINGS, search, 6)
    assert play_game(SETTINGS, search, 5) == first
    assert play_game(SETTINGS, Search(1), 5) == first


def test_a_game_is_the_same_after_it_was_written() -> None:
    search = Search(1)
    for number in range(6):
        game = play_game(SETTINGS, search, number)
        assert GeneratedGame.from_bytes(game.to_bytes()) == game


def test_games_are_legal_and_positions_quiet(uninterrupted: Path) -> None:
    with GameStore(uninterrupted, SETTINGS.identity()) as store:
        games = list(store.games(GAMES))
    assert [game.number for game in games] == list(range(GAMES))
    for game in games:
        board = Board()
        for number in game.moves:
            move = Move.from_psv(number)
            assert board.is_legal(move)
            board.push(move)
        kept = 0
        for position in game.training_positions(SETTINGS.max_score):
            assert position.move is not None
            assert is_quiet(position.board, position.move)
            assert abs(position.score) <= SETTINGS.max_score
            kept += 1
        assert kept == game.positions


def test_games_with_an_uneven_opening_are_dropped(uninterrupted: Path) -> None:
    with GameStore(uninterrupted, SETTINGS.identity()) as store:
        games = list(store.games(GAMES))
    uneven = [game for game in games if game.end is GameEnd.UNEVEN]
    assert uneven
    assert all(not game.moves and not game.positions for game in uneven)
    report = json.loads((uninterrupted / "report.json").read_text())
    assert report["ends"]["uneven"] == len(uneven)


def test_a_position_is_written_once(uninterrupted: Path) -> None:
    written = [position.board.pack() for position in read_psv(positions(uninterrupted))]
    assert len(written) == len(set(written)) > 200
    report = json.loads((uninterrupted / "report.json").read_text())
    assert report["positions"] == len(written)


def test_results_are_those_of_the_side_to_move(uninterrupted: Path) -> None:
    with GameStore(uninterrupted, SETTINGS.identity()) as store:
        winners = {
            position.board.pack(): position.winner
            for game in reversed(list(store.games(GAMES)))  # the first game of a position stays
            for position in game.training_positions(SETTINGS.max_score)
        }
    for position in read_psv(positions(uninterrupted)):
        assert position.winner == winners[position.board.pack()]


def test_the_order_in_which_games_end_does_not_matter(uninterrupted: Path, tmp_path: Path) -> None:
    generate(tmp_path, SETTINGS, Target(games=GAMES), inline(4, die=(2, 7, 7)))
    assert positions(tmp_path) == positions(uninterrupted)


def test_a_data_set_grows(uninterrupted: Path, tmp_path: Path) -> None:
    generate(tmp_path, SETTINGS, Target(games=GAMES // 2), inline())
    generate(tmp_path, SETTINGS, Target(games=GAMES), inline())
    assert positions(tmp_path) == positions(uninterrupted)


def test_what_a_kill_left_is_removed(uninterrupted: Path, tmp_path: Path) -> None:
    (tmp_path / ".positions.psv.0123456789abcdef.part").write_bytes(b"x")
    (tmp_path / ".positions.psv.raw").write_bytes(b"x")
    (tmp_path / ".deduplicate-x").mkdir()
    generate(tmp_path, SETTINGS, Target(games=GAMES), inline())
    assert positions(tmp_path) == positions(uninterrupted)
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "games-00000.bin", "lock", "positions.psv", "report.json", "settings.json",
    ]  # fmt: skip


def test_a_number_of_positions_ends_with_the_game_that_reaches_it(tmp_path: Path) -> None:
    one, four = tmp_path / "1", tmp_path / "4"
    for folder, slots in ((one, 1), (four, 4)):
        report = generate(folder, SETTINGS, Target(positions=150), inline(slots))
        assert report["positions"] + report["duplicates"] >= 150
    assert positions(one) == positions(four)
    with GameStore(one, SETTINGS.identity()) as store:
        assert sum(store.positions[number] for number in range(report["games"] - 1)) < 150


def test_a_game_that_always_kills_its_worker_ends_the_generation(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="game 2: killed, 3 times"):
        generate(tmp_path, SETTINGS, Target(games=4), inline(die=(2, 2, 2)))


def test_other_settings_are_refused(uninterrupted: Path) -> None:
    other = GenerationSettings(seed=4, nodes=60, max_plies=60)
    with pytest.raises(GameStoreError, match="seed was 3 and is 4 now"):
        generate(uninterrupted, other, Target(games=GAMES), inline())


def test_a_worker_with_another_engine_is_refused() -> None:
    with pytest.raises(EngineError, match="the engine of this worker"):
        SelfPlayer(SETTINGS, "built-in", "another", 0).play(0)


def test_two_writers_are_refused(tmp_path: Path) -> None:
    identity = SETTINGS.identity()
    with GameStore(tmp_path, identity), pytest.raises(GameStoreError, match="in use"):
        GameStore(tmp_path, identity)


def test_targets_and_settings_out_of_range_are_refused() -> None:
    for arguments in ({}, {"games": 1, "positions": 1}, {"games": -1}):
        with pytest.raises(RangeError):
            Target(**arguments)
    with pytest.raises(RangeError, match="nodes"):
        GenerationSettings(nodes=0)


def test_a_torn_game_is_cut_off_at_every_byte(tmp_path: Path) -> None:
    identity = SETTINGS.identity()
    game = GeneratedGame(0, GameEnd.RULES, 1, 0, (1, 2), (3, 4), 1)
    with GameStore(tmp_path, identity) as store:
        store.add(game.to_bytes())
        first = (tmp_path / "games-00000.bin").stat().st_size
        store.add(GeneratedGame(1, GameEnd.RULES, 0, 0, (1,), (-1,)).to_bytes())
    path = tmp_path / "games-00000.bin"
    whole = path.read_bytes()
    for length in range(first, len(whole)):
        for tail in (b"", bytes(len(whole) - length)):  # a power failure may leave zeros
            path.write_bytes(whole[:length] + tail)
            with GameStore(tmp_path, identity) as store:
                assert set(store.positions) == {0}
            assert path.read_bytes() == whole[:first]


def test_damage_before_the_end_is_an_error(tmp_path: Path) -> None:
    identity = SETTINGS.identity()
    with GameStore(tmp_path, identity) as store:
        for number in range(3):
            store.add(GeneratedGame(number, GameEnd.RULES, 1, 0, (1, 2), (3, 4)).to_bytes())
    path = tmp_path / "games-00000.bin"
    data = bytearray(path.read_bytes())
    data[12] ^= 1
    path.write_bytes(data)
    with pytest.raises(GameStoreError, match=r"byte 0: expected a game of 20 bytes.*damaged"):
        GameStore(tmp_path, identity)


def test_full_files_are_listed_in_the_journal(tmp_path: Path) -> None:
    identity = SETTINGS.identity()
    added = 0
    for _ in range(3):  # opened again and again, also between a file's last game and the next file
        with GameStore(tmp_path, identity, shard_bytes=50) as store:
            for _ in range(3):
                store.add(GeneratedGame(added, GameEnd.RULES, 1, 0, (1, 2), (3, 4), 1).to_bytes())
                added += 1
    lines = [json.loads(line) for line in (tmp_path / "journal.jsonl").read_text().splitlines()]
    names = sorted(each.name for each in tmp_path.glob("games-*.bin"))
    assert [line["file"] for line in lines] == names[:-1]
    assert all(line["games"] == line["positions"] == 2 for line in lines)
    with GameStore(tmp_path, identity) as store:
        assert sorted(store.positions) == list(range(added))
    (tmp_path / names[0]).write_bytes(b"")
    with pytest.raises(GameStoreError, match=r"games-00000.bin: expected a file of"):
        GameStore(tmp_path, identity)


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
def test_a_data_set_survives_kills(uninterrupted: Path, tmp_path: Path) -> None:
    """Kills the command with its workers after some games, again and again."""
    command = [*COMMAND, "--data", str(tmp_path)]
    games = tmp_path / "games-00000.bin"

    def size() -> int:
        return games.stat().st_size if games.exists() else 0

    def has_grown(before: int, process: Any) -> bool:
        return size() > before or process.poll() is not None

    kills = 0
    for _ in range(4):
        before = size()
        with processes.started(command, stderr=-3, stdout=-3) as process:
            processes.until(partial(has_grown, before, process), "a game")
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                kills += 1
        with games.open("ab") as file:  # what a kill in the middle of a write leaves
            file.write(b"\x40\0\0\0\1\2")
    assert kills
    with processes.started(command, stderr=-3, stdout=-3) as process:
        assert process.wait(100) == 0
    assert positions(tmp_path) == positions(uninterrupted)
    report = json.loads((tmp_path / "report.json").read_text())
    assert report == json.loads((uninterrupted / "report.json").read_text())


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
def test_a_game_of_a_killed_worker_is_played_again(uninterrupted: Path, tmp_path: Path) -> None:
    made: list[LocalWorkers] = []
    killed: list[int] = []

    def make(player: Any) -> LocalWorkers:
        made.append(LocalWorkers(2, player))
        return made[0]

    def kill_one(progress: Any) -> None:
        if not killed and progress.played >= 2 and made[0].pids:
            killed.append(made[0].pids[0])
            os.kill(killed[0], signal.SIGKILL)

    generate(tmp_path, SETTINGS, Target(games=GAMES), make, on_progress=kill_one)
    assert killed
    assert positions(tmp_path) == positions(uninterrupted)


def test_ctrl_c_ends_cleanly(tmp_path: Path) -> None:
    command = [*COMMAND[:5], "--games", "100000", *COMMAND[7:], "--data", str(tmp_path)]
    games = tmp_path / "games-00000.bin"
    with processes.started(command, stderr=-1, stdout=-1) as process:
        processes.until(games.exists, "a game")
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert b"interrupted; the same command continues" in errors
    assert not output
