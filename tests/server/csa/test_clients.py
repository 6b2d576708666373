"""Two clients of ours with the engine Komadai play whole games through the port."""

from __future__ import annotations

import asyncio
from pathlib import Path

from komadai import kifu
from komadai.csa.client import ClientSettings, CsaClient
from komadai.csa.client_session import ClientGame, Ended, Event
from komadai.engine.program import OWN_COMMAND, EngineProgram
from tests.server.csa.programs import Server, run, server


async def plays(here: Server, name: str, *, x1: bool, games: list[ClientGame]) -> None:
    settings = ClientSettings(
        host="127.0.0.1",
        port=here.port,
        name=name,
        password=f"pw-{name}",
        game="club-60-5",
        engine=EngineProgram("komadai", OWN_COMMAND, (("Level", "1"), ("OwnBook", "false"))),
        games=2,
        x1=x1,
        retry_delays_s=(0.05,) * 20,
    )

    def report(event: Event | str) -> None:
        if isinstance(event, Ended):
            games.append(event.game)

    await CsaClient(settings, report).run()


def test_two_clients_play_two_games_and_agree_about_them(tmp_path: Path) -> None:
    async def main() -> None:
        alices: list[ClientGame] = []
        bobs: list[ClientGame] = []
        async with server(tmp_path, max_moves=40) as here:
            await asyncio.gather(
                plays(here, "alice", x1=False, games=alices), plays(here, "bob", x1=True, games=bobs)
            )
        assert len(alices) == len(bobs) == 2
        for mine, theirs in zip(alices, bobs, strict=True):
            assert mine.board.usi_position() == theirs.board.usi_position()
            assert mine.remaining.left == theirs.remaining.left
            assert mine.end is not None
            assert theirs.end is not None
            assert mine.end.termination is theirs.end.termination is not None
            assert mine.end.outcome(mine.color) == theirs.end.outcome(theirs.color)

    run(main)
    logs = list((tmp_path / "csa").rglob("*.csa"))
    assert len(logs) == 2
    for log in logs:
        assert any(node.analyses for node in kifu.read(log).main_line())
