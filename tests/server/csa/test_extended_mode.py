"""The commands of the extended mode, and coming back to a game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from komadai.outcome import Outcome, Termination
from komadai.pieces import WHITE, Color
from tests.server.csa.programs import Program, Server, play, run, server


async def watcher(here: Server, name: str = "watcher") -> Program:
    program = await here.login(name, "secret x1")
    await program.expect("##[LOGIN] +OK x1")
    return program


async def ask(program: Program, command: str) -> list[str]:
    """The answer to a command, without its last line."""
    program.send(command)
    return await _answer(program)


async def _answer(program: Program) -> list[str]:
    lines: list[str] = []
    while True:
        line = await program.line()
        assert line is not None
        if line.endswith("+OK"):
            return lines
        lines.append(line)


def test_who_list_show_version_help_rating(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            program = await watcher(here)
            alice, bob, game_id = await here.begin()
            await play(alice, bob, "+7776FU -3334FU")
            await here.login("carol", "other-60-5-B,x")
            who = await ask(program, "%%WHO")
            assert "##[WHO] watcher x1 connected" in who
            assert "##[WHO] alice CSA game club-60-5 +" in who
            assert "##[WHO] carol CSA game_waiting other-60-5 +" in who
            assert await ask(program, "%%LIST") == [f"##[LIST] {game_id}"]
            show = await ask(program, f"%%SHOW {game_id}")
            assert f"##[SHOW] Game_ID:{game_id}" in show
            assert "##[SHOW] Remaining_Time+:60" in show
            assert "##[SHOW] Last_Move:-3334FU,T0" in show
            assert "##[SHOW] Current_Turn:2" in show
            assert "##[SHOW] P3-FU-FU-FU-FU-FU-FU * -FU-FU" in show
            assert await ask(program, "%%SHOW nothing") == []
            assert (await ask(program, "%%VERSION"))[0].startswith("##[VERSION] Komadai ")
            assert any("%%MONITOR2ON" in line for line in await ask(program, "%%HELP"))
            assert await ask(program, "%%RATING") == []
            program.send("%%NO")
            await program.expect("##[ERROR] unknown command: %%NO")

    run(main)


def test_plain_connections_have_no_extended_commands(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            program = await here.login("alice", "club-60-5,x")
            program.send("%%WHO", "")
            await program.expect("")

    run(main)


def test_a_watcher_gets_the_game_so_far_and_each_move(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            program = await watcher(here)
            alice, bob, game_id = await here.begin()
            await play(alice, bob, "+7776FU")
            prefix = f"##[MONITOR2][{game_id}]"
            log = await ask(program, f"%%MONITOR2ON {game_id}")
            assert log[:2] == [f"{prefix} V2.2", f"{prefix} N+alice"]
            assert log[-2:] == [f"{prefix} +7776FU", f"{prefix} T0"]
            bob.send("-3334FU,'* 20 +2726FU")
            await program.expect(
                f"{prefix} -3334FU", f"{prefix} T0", f"{prefix} '** 20 +2726FU", f"{prefix} +OK"
            )
            await alice.until("-3334FU")
            alice.send("%TORYO")
            await program.expect(f"{prefix} %TORYO", f"{prefix} #RESIGN", f"{prefix} +OK")

    run(main)


@pytest.mark.parametrize("end", ["\u2028", "\x85", "\x0b", "\x1e", "\r"])
def test_a_remark_cannot_begin_a_line_of_its_own(tmp_path: Path, end: str) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            program = await watcher(here)
            alice, bob, game_id = await here.begin()
            await play(alice, bob, "+7776FU")
            bob.send(f"-3334FU,'* 20{end}+2726FU")
            await alice.until("-3334FU")
            log = await ask(program, f"%%MONITOR2ON {game_id}")
            prefix = f"##[MONITOR2][{game_id}]"
            assert log[-3:] == [f"{prefix} -3334FU", f"{prefix} T0", f"{prefix} '** 20 +2726FU"]

    run(main)


def test_monitoron_shows_the_position_after_each_move_until_it_is_turned_off(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            program = await watcher(here)
            alice, bob, game_id = await here.begin()
            prefix = f"##[MONITOR][{game_id}]"
            assert f"{prefix} Current_Turn:0" in await ask(program, f"%%MONITORON {game_id}")
            await play(alice, bob, "+7776FU")
            assert f"{prefix} Current_Turn:1" in await _answer(program)
            program.send(f"%%MONITOROFF {game_id}", "")
            await program.expect("")
            await play(bob, alice, "-3334FU")
            program.send("")
            await program.expect("")

    run(main)


def test_challenge_needs_a_rival_and_game_waits_for_one(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob = await watcher(here, "alice"), await watcher(here, "bob")
            alice.send("%%CHALLENGE club-60-5 *")
            await alice.expect("##[ERROR] can't find rival for club-60-5")
            bob.send("%%GAME club-60-5 -")
            await ask(bob, "%%LIST")
            alice.send("%%CHALLENGE club-60-5 *")
            summary = await alice.summary()
            assert summary["Name-"] == "bob"
            assert len(summary["Reconnect_Token"]) == 32
            alice.send("%%GAME club-60-5 *")
            await alice.until("##[ERROR] you are in agree_waiting status")
            for wrong in ("club", "club-60-5 x", "club-60-5-B +"):
                bob.send(f"%%GAME {wrong}")
                await bob.until("##[ERROR]")

    run(main)


def test_an_extended_program_stays_connected_after_its_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, _ = await here.begin(x1=True)
            alice.send("%TORYO")
            await alice.expect("%TORYO", "#RESIGN", "#LOSE")
            await bob.expect("%TORYO", "#RESIGN", "#WIN")
            alice.send("%%GAME club-60-5 -")
            bob.send("%%GAME club-60-5 *")
            assert (await alice.summary())["Name+"] == "bob"

    run(main)


def test_chat_reaches_the_extended_programs(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob = await watcher(here, "alice"), await watcher(here, "bob")
            alice.send("%%CHAT hello  world")
            for program in (alice, bob):
                await program.expect("##[CHAT][alice] hello  world")
            alice.send("%%CHAT again")
            await alice.expect("##[ERROR] one message a second")

    run(main)


def test_a_buoy_begins_with_its_moves_and_their_times(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            owner = await watcher(here, "owner")
            alice = await here.login("alice", "buoy_test-60-0-B,a")
            bob = await here.login("bob", "buoy_test-60-0-W,b")
            for wrong in ("test-60-0 +7776FU", "buoy_test-60-0 +7775FU", "buoy_test-60-0 +7776FU,T60", "x"):
                owner.send(f"%%SETBUOY {wrong}")
                await owner.until("##[ERROR]")
            assert await ask(owner, "%%SETBUOY buoy_test-60-0 +7776FU,T12-3334FU,T3 2") == []
            summary = await alice.summary()
            assert "+7776FU,T12\n-3334FU,T3\nEND Position" in summary[""]
            assert await ask(owner, "%%GETBUOYCOUNT buoy_test-60-0") == ["##[GETBUOYCOUNT] 1"]
            await bob.summary()
            alice.send("AGREE")
            bob.send("AGREE")
            await alice.until("START:")
            await bob.until("START:")
            await play(alice, bob, "+2726FU")
            (game_id,) = here.csa.programs.games
            show = await ask(owner, f"%%SHOW {game_id}")
            assert "##[SHOW] Remaining_Time+:48" in show
            assert "##[SHOW] Remaining_Time-:57" in show
            assert await ask(owner, "%%DELETEBUOY buoy_test-60-0") == []
            assert await ask(owner, "%%GETBUOYCOUNT buoy_test-60-0") == ["##[GETBUOYCOUNT] -1"]

    run(main)


def test_a_program_has_a_limited_number_of_buoys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("komadai.server.csa.commands.MAX_BUOYS", 2)

    async def main() -> None:
        async with server(tmp_path) as here:
            program, other = await watcher(here), await watcher(here, "other")
            for number in range(2):
                assert await ask(program, f"%%SETBUOY buoy_{number}-60-5 +7776FU") == []
            program.send("%%SETBUOY buoy_2-60-5 +7776FU")
            await program.expect("##[ERROR] you have 2 buoys; delete one first")
            assert await ask(other, "%%SETBUOY buoy_2-60-5 +7776FU") == []
            assert await ask(program, "%%DELETEBUOY buoy_0-60-5") == []
            assert await ask(program, "%%SETBUOY buoy_3-60-5 +7776FU") == []

    run(main)


@pytest.mark.parametrize("count", ["0", "-1", "1001", "²", str(2**63), "1" * 500, "000000001" + "0" * 20])
def test_a_number_that_is_too_large_is_refused(tmp_path: Path, count: str) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            program = await watcher(here)
            alice, bob, game_id = await here.begin()
            await play(alice, bob, "+7776FU -3334FU")
            program.send(f"%%SETBUOY buoy_a-60-5 +7776FU {count}", f"%%FORK {game_id} buoy_b-60-5 {count}")
            await program.expect(
                f"##[ERROR] invalid count: {count[:20]}",
                "##[ERROR] number of moves to fork is out of range: 2.",
            )
            program.send(f"%%SETBUOY buoy_a-60-5 +7776FU,T{count}", "%%GETBUOYCOUNT buoy_a-60-5")
            (answer, *_) = await program.until("##[GETBUOYCOUNT] +OK")
            assert answer.startswith("##[SETBUOY] +OK" if count in ("0",) else "##[ERROR] wrong moves")

    run(main)


def test_a_fork_is_a_buoy_of_a_running_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            owner = await watcher(here, "owner")
            alice, bob, game_id = await here.begin()
            await play(alice, bob, "+7776FU -3334FU +2726FU")
            answer = await ask(owner, f"%%FORK {game_id}")
            assert answer == ["##[FORK]: new buoy game name: buoy_club_2-60-5"]
            assert await ask(owner, f"%%FORK {game_id} buoy_mine-60-5 1") == []
            buoy = await here.csa.programs.store.buoy("buoy_mine-60-5")
            assert buoy is not None
            assert buoy.moves == "+7776FU,T0"
            other = await watcher(here, "other")
            other.send("%%DELETEBUOY buoy_mine-60-5")
            await other.until("##[ERROR] you are not allowed")

    run(main)


# -- coming back


def test_a_program_comes_back_to_its_game_by_its_token(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            programs = []
            for name, sign in (("alice", "+"), ("bob", "-")):
                program = await watcher(here, name)
                program.send(f"%%GAME club-60-5 {sign}")
                programs.append(program)
            alice, bob = programs
            summary = await alice.summary()
            game_id, token = summary["Game_ID"], summary["Reconnect_Token"]
            await bob.summary()
            alice.send("AGREE")
            bob.send("AGREE")
            await bob.until("START:")
            await alice.until("START:")
            await play(alice, bob, "+7776FU")
            alice.writer.close()
            bob.send("-3334FU")
            await bob.expect("-3334FU,T0")
            for wrong in (f"{game_id}+{'0' * 32}", f"x+{token}", token):
                stranger = await here.connect()
                stranger.send(f"LOGIN alice secret reconnect:{wrong}")
                await stranger.expect("##[ERROR] there is no game to take up again with this token")
                await stranger.ends()
            stranger = await here.connect()
            stranger.send(f"LOGIN alice wrong reconnect:{game_id}+{token}")
            await stranger.expect("LOGIN:incorrect")
            again = await here.login("alice", f"secret reconnect:{game_id}+{token}")
            summary = await again.summary()
            assert "+7776FU,T0\n-3334FU,T0\nEND Position" in summary[""]
            state = await again.until("END Reconnect_State")
            assert "Current_Turn:+" in state
            assert "White_Time_Remaining_Ms:60000" in state
            again.send("+2726FU")
            await again.expect("+2726FU,T0")
            await bob.expect("+2726FU,T0")

    run(main)


def test_a_program_comes_back_though_the_server_has_not_noticed_that_it_was_gone(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path, reconnect_s=0.2) as here:
            alice, bob, game_id = await here.begin(x1=True)
            await play(alice, bob, "+7776FU")
            token = here.csa.programs.token(game_id, Color.BLACK)
            again = await here.login("alice", f"pw-alice reconnect:{game_id}+{token}")
            await again.until("END Reconnect_State")
            assert await alice.line() is None, "the old connection is ended"
            await asyncio.sleep(0.5)  # longer than who is gone may stay away
            bob.send("-3334FU")
            await again.until("-3334FU,T0")
            again.send("+2726FU")
            await bob.until("+2726FU,T0")

    run(main)


def test_a_program_that_does_not_come_back_loses(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path, reconnect_s=0.2) as here:
            alice, bob, _ = await here.begin(x1=True)
            alice.writer.close()
            await bob.expect("%TORYO", "#RESIGN", "#WIN")

    run(main)


def test_after_a_restart_both_programs_come_back_and_the_game_goes_on(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, game_id = await here.begin(x1=True)
            await play(alice, bob, "+7776FU")
        async with server(tmp_path) as here:
            tokens = [here.csa.programs.token(game_id, color) for color in Color]
            bob = await here.login("bob", f"pw-bob reconnect:{game_id}+{tokens[1]}")
            await bob.until("END Reconnect_State")
            bob.send("-3334FU")  # the game is paused until both are here
            await asyncio.sleep(0.1)
            alice = await here.login("alice", f"pw-alice reconnect:{game_id}+{tokens[0]}")
            await bob.expect("-3334FU,T0")
            await alice.until("END Reconnect_State")
            await alice.until("-3334FU,T0")
            alice.send("%TORYO")
            await bob.expect("%TORYO", "#RESIGN", "#WIN")

    run(main)


def test_after_a_restart_games_of_plain_connections_have_no_result(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, game_id = await here.begin()
            await play(alice, bob, "+7776FU")
        async with server(tmp_path) as here:
            assert not here.csa.programs.games
            await until_ended(here, game_id)
            row = await here.csa.programs.store.by_csa_id(game_id)
            assert row is not None
            game = (await here.registry.game(row.game_id)).game
            assert game.outcome == Outcome(None, Termination.INTERRUPTED)
            assert game.interruption == "server_stopped"
        assert list((tmp_path / "csa").rglob("*.csa"))

    run(main)


def test_after_a_restart_a_game_to_which_one_program_returns_has_no_result(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            _, _, game_id = await here.begin(x1=True)
        async with server(tmp_path, return_s=0.5) as here:
            token = here.csa.programs.token(game_id, WHITE)
            bob = await here.login("bob", f"pw-bob reconnect:{game_id}+{token}")
            await bob.until("END Reconnect_State")
            await bob.expect("#CHUDAN")

    run(main)


# -- the league


def test_floodgate_names_wait_for_the_round(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            programs = [
                await here.login(name, f"floodgate-300-10F,{name}") for name in ("a", "b", "c", "d", "e")
            ]
            for program in programs:
                program.send("")
                await program.expect("")
            await here.csa.programs.hold_round()
            assert len(here.csa.programs.games) == 2
            waiting = [each for each in here.csa.programs.sessions.values() if each.status == "game_waiting"]
            assert len(waiting) == 1

    run(main)


def test_a_round_begins_by_itself(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path, round_s=1) as here:
            alice = await here.login("alice", "floodgate-300-10F,a")
            await here.login("bob", "floodgate-300-10F,b")
            summary = await alice.summary()
            assert summary["Increment"] == "10"

    run(main)


def test_a_rated_game_changes_both_ratings_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            program = await watcher(here)
            alice, bob, game_id = await here.begin()
            bob.send("")
            await bob.expect("")
            alice.send("%TORYO")
            await bob.until("#WIN")
            store = here.csa.programs.store
            await until_ended(here, game_id)
            rows = await store.rated_programs()
            assert [row.name for row in rows] == ["bob", "alice"]
            assert (rows[0].wins, rows[0].losses, rows[1].losses) == (1, 0, 1)
            assert rows[0].rating > 1500 > rows[1].rating
            row = await store.by_csa_id(game_id)
            assert row is not None
            await store.end_game(row.game_id, 1.0, 0)
            assert await store.rated_programs() == rows
            (first, _) = await ask(program, "%%RATING")
            assert first.startswith("##[RATING] bob")

    run(main)


def test_a_program_without_a_password_is_not_rated(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice = await here.login("alice", "club-60-5-B,secret")
            bob = await here.login("bob", "club-60-5-W")
            _, _, game_id = await here.agree(alice, bob)
            alice.send("%TORYO")
            await bob.until("#WIN")
            await until_ended(here, game_id)
            assert await here.csa.programs.store.rated_programs() == []

    run(main)


async def until_ended(here: Server, game_id: str) -> None:
    while True:
        row = await here.csa.programs.store.by_csa_id(game_id)
        if row is not None and row.ended:
            return
        await asyncio.sleep(0.01)
