"""Engines of other authors in games of variants; skipped where one is not installed.

HaChu and Sjaak II are Debian packages. Fairy-Stockfish is looked for in the environment variable
KOMADAI_FAIRY_STOCKFISH: Debian's has few of the variants.
"""

from __future__ import annotations

import os
import shutil

import pytest

from komadai.engine import Limits, UsiEngine
from komadai.engine.client.engine_client import EngineClient
from komadai.engine.client.xboard_engine import XBoardEngine
from komadai.errors import EngineProtocolError, EngineUsageError
from komadai.variants import Board
from tests.engine.client.fakes import move_of, run

MOVE = Limits(movetime=40)


def program(name: str) -> str:
    """The engine's path, or the reason for skipping."""
    found = shutil.which(name) or shutil.which(name, path="/usr/games")
    if found is None:
        pytest.skip(f"{name} is not installed (apt install it, on Debian)")
    return found


def fairy() -> str:
    path = os.environ.get("KOMADAI_FAIRY_STOCKFISH", "")
    if not path:
        pytest.skip("KOMADAI_FAIRY_STOCKFISH does not name a Fairy-Stockfish")
    return path


async def play_itself(engine: EngineClient, variant: str, plies: int) -> Board:
    """A game of an engine against itself; every move is checked by our rules."""
    await engine.set_variant(variant)
    await engine.new_game()
    board = Board(variant)
    for _ in range(plies):
        search = await engine.start(board, MOVE)
        move = move_of(await search.result(30))
        if move is None:
            break
        board.push(move)
        if board.is_game_over():
            break
    return board


@pytest.mark.parametrize("variant", ["chu", "dai"])
def test_hachu_plays_large_games_with_its_lion(variant: str) -> None:
    async def main() -> Board:
        async with await XBoardEngine.open(program("hachu")) as engine:
            return await play_itself(engine, variant, 60)

    assert run(main()).ply == 60


def placement(board: Board) -> str:
    """The SFEN without the move number."""
    return board.sfen().rsplit(" ", 1)[0]


def test_hachu_understands_double_moves_and_passes() -> None:
    """HaChu forbids to repeat a position, which two passes in succession do; by lishogi's rules only
    the fourth occurrence ends the game. So the moves here repeat no position."""

    async def main() -> None:
        async with await XBoardEngine.open(program("hachu")) as engine:
            await engine.set_variant("chu")
            board = Board("chu")
            seen = {placement(board)}
            for _ in range(30):
                special = [move for move in board.legal_moves if move.via]
                for move in special + board.legal_moves[board.ply % 20 :]:
                    board.push(move)
                    if placement(board) not in seen:
                        break
                    board.pop()
                seen.add(placement(board))
            assert sum(bool(move.via) for move in board.history) >= 5
            search = await engine.start(board, MOVE)
            assert (await search.result(30)).kind in ("move", "resign")

    run(main())


def test_hachu_forbids_to_repeat_a_position_by_passes() -> None:
    async def main() -> None:
        async with await XBoardEngine.open(program("hachu")) as engine:
            await engine.set_variant("chu")
            board = Board("chu")
            lion, pawn = ["6i6h", "7d7e", "7j8h", "6c5e"], ("8h9g8h", "5e4f5e")
            for usi in (*lion, *pawn):
                board.push_usi(usi)
            with pytest.raises(EngineProtocolError, match="Illegal move"):
                await (await engine.start(board, MOVE)).result(30)

    run(main())


def test_hachu_has_no_tori() -> None:
    async def main() -> None:
        async with await XBoardEngine.open(program("hachu")) as engine:
            with pytest.raises(EngineUsageError, match="it offers chu"):
                await engine.set_variant("tori")

    run(main())


@pytest.mark.parametrize("variant", ["minishogi", "tori", "judkins"])
def test_sjaak_plays_small_games(variant: str) -> None:
    async def main() -> Board:
        async with await XBoardEngine.open(program("sjaakii")) as engine:
            return await play_itself(engine, variant, 10)

    assert run(main()).ply == 10


FAIRY_VARIANTS = (
    "goro-goro minishogi dobutsu tori sho kyoto judkins micro check-shogi euroshogi "
    "yari makruk chaturanga shatranj shogi"
)


@pytest.mark.parametrize("variant", FAIRY_VARIANTS.split())
@pytest.mark.parametrize("client", [UsiEngine, XBoardEngine])
def test_fairy_stockfish_plays_with_both_protocols(variant: str, client: type[EngineClient]) -> None:
    async def main() -> Board:
        async with await client.open(fairy()) as engine:
            return await play_itself(engine, variant, 12)

    assert run(main()).ply > 3
