"""Two rounds of the league: who plays whom, whole games, and what they do to the ratings."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.csa.programs import Program, Server, play, run, server

GAME = "floodgate-300-10F"


async def joined(here: Server, name: str) -> Program:
    """A program of the extended mode that waits for the next round."""
    program = await here.login(name, f"pw-{name} x1")
    await program.expect("##[LOGIN] +OK x1")
    return program


async def wait_for_round(programs: dict[str, Program]) -> None:
    for program in programs.values():
        program.send(f"%%GAME {GAME} *", "")
        await program.expect("")


async def one_round(here: Server, programs: dict[str, Program]) -> set[frozenset[str]]:
    """A round whose games are won by the name that comes first; who played whom."""
    await here.csa.programs.hold_round()
    games = list(here.csa.programs.games.values())
    for game in games:
        black, white = (programs[name] for name in game.names)
        await here.agree(black, white)
        await play(black, white, "+7776FU -3334FU")
        if game.names[0] > game.names[1]:
            black.send("%TORYO")
        else:
            black.send("+2726FU")
            for program in (black, white):
                await program.until("+2726FU")
            white.send("%TORYO")
        for program in (black, white):
            await program.until("#RESIGN")
            assert await program.line() in ("#WIN", "#LOSE")
    store = here.csa.programs.store
    while await store.running():
        await asyncio.sleep(0.02)
    return {frozenset(game.names) for game in games}


def test_two_rounds_of_four_programs_and_one_who_chooses_a_side(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            programs = {name: await joined(here, name) for name in "abcd"}
            outsider = await joined(here, "e")
            outsider.send(f"%%GAME {GAME} +")
            await outsider.expect(f"##[ERROR] you cannot choose a side in the game {GAME}")
            await wait_for_round(programs)
            first = await one_round(here, programs)
            await wait_for_round(programs)
            second = await one_round(here, programs)
            assert len(first) == len(second) == 2
            assert not first & second
            rows = {row.name: row for row in await here.csa.programs.store.rated_programs()}
            assert set(rows) == set("abcd")
            for row in rows.values():
                assert row.wins + row.losses == 2
            assert rows["a"].wins == 2
            assert rows["d"].losses == 2
            assert rows["a"].rating > 1500 > rows["d"].rating
            assert rows["a"].deviation < 350
            files = list((tmp_path / "csa").rglob("*.csa"))
            assert len(files) == 4
            assert all(GAME in file.name for file in files)

    run(main)
