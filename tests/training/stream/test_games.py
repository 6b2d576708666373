"""The games of a stream: their openings, their ends and their positions."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from komadai import Board
from komadai._core import Move, Search
from komadai.packed import read_psv
from komadai.training.generation.game import GameEnd
from komadai.training.generation.settings import GenerationSettings
from komadai.training.quiet import is_quiet
from komadai.training.stream.games import FIRST_PLY, GamesTask, StreamPlayer, play, played
from komadai.training.stream.openings import MAX_GAMES, Openings
from komadai.training.stream.settings import StreamSettings
from komadai.training.tuning.pair import PairTask, PlayedPair
from komadai.training.tuning.variant import Variant

SETTINGS = StreamSettings(nodes=(30, 60))


def opening(number: int, folder: Path) -> tuple[int, ...]:
    return Openings(folder / "openings.bin", SETTINGS.play).choose(number)


def test_a_game_depends_on_its_number_and_opening(tmp_path: Path) -> None:
    search = Search(1)
    moves = opening(2, tmp_path)
    first = play(SETTINGS, search, 5, moves)
    assert play(SETTINGS, search, 6, moves).moves != first.moves
    assert play(SETTINGS, Search(1), 5, moves) == first
    assert first.moves[: len(moves)] == moves != ()


def test_one_game_in_ten_is_played_to_its_end() -> None:
    search = Search(1)
    ends = {number: play(SETTINGS, search, number, ()).end for number in range(30, 61)}
    to_the_end = {GameEnd.RULES, GameEnd.DECLARATION, GameEnd.MAX_PLIES}
    assert all(ends[number] in to_the_end for number in (30, 40, 50, 60))
    assert not {end for number, end in ends.items() if number % 10} <= to_the_end


def test_positions_are_quiet_and_not_of_the_opening() -> None:
    game = play(SETTINGS, Search(1), 3, ())
    record = played(game, 2_500)
    assert record.plies == len(game.moves)
    positions = list(read_psv(record.records))
    assert positions
    for position in positions:
        assert position.board.move_number > FIRST_PLY
        assert position.move is not None
        assert is_quiet(position.board, position.move)
        assert abs(position.score) <= 2_500


def test_a_player_plays_games_and_pairs_of_matches() -> None:
    player = StreamPlayer(SETTINGS)
    games = player.play(GamesTask("material", 7, ((), ())))
    assert isinstance(games, list)
    assert [game.number for game in games] == [7, 8]
    pair = player.play(PairTask(Variant(), Variant(), 0, 30))
    assert isinstance(pair, PlayedPair)


def test_openings_are_legal_and_the_same_for_a_number(tmp_path: Path) -> None:
    openings = Openings(tmp_path / "openings.bin", SETTINGS.play)
    for number in range(50):
        moves = openings.choose(number)
        board = Board()
        for move in moves:
            board.push(Move.from_psv(move))
        assert openings.choose(number) == moves


def test_an_opening_has_sixty_games_at_most(tmp_path: Path) -> None:
    one_move = GenerationSettings(book_plies=0, random_moves=1)  # the start, or one of 30 moves
    path = tmp_path / "openings.bin"
    counts: Counter[tuple[int, ...]] = Counter()
    for first in (0, 150):  # the counts outlive the process
        openings = Openings(path, one_move)
        counts.update(openings.choose(number) for number in range(first, first + 150))
        openings.close()
    assert counts[()] == MAX_GAMES
    assert max(counts.values()) == MAX_GAMES
