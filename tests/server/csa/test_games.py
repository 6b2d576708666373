"""Games of two programs through the CSA port."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from komadai import kifu
from komadai.outcome import Outcome, Termination
from komadai.pieces import BLACK, WHITE
from komadai.server.csa.csa_game import CsaGame
from tests.server.csa.programs import Program, play, run, server
from tests.server.registries import services_of


def test_two_plain_logins_under_one_name_play_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice = await here.login("alice", "club-60-5,secret")
            bob = await here.login("bob", "club-60-5,password")
            summaries = [await program.summary() for program in (alice, bob)]
            assert {summary["Your_Turn"] for summary in summaries} == {"+", "-"}
            for summary in summaries:
                assert {summary["Name+"], summary["Name-"]} == {"alice", "bob"}
                assert summary["Protocol_Version"] == "1.2"
                assert summary["To_Move"] == "+"
                assert summary["Max_Moves"] == "256"
                assert (summary["Total_Time"], summary["Byoyomi"]) == ("60", "5")
                assert (summary["Increment"], summary["Least_Time_Per_Move"]) == ("0", "0")
                assert "Reconnect_Token" not in summary
                assert summary["Game_ID"].startswith("komadai+club-60-5+")

    run(main)


def test_a_game_to_resignation_and_its_log(tmp_path: Path) -> None:
    async def main() -> str:
        async with server(tmp_path) as here:
            alice, bob, game_id = await here.begin()
            alice.send("+7776FU,'* 35 -3334FU")
            await alice.expect("+7776FU,T0")
            await bob.expect("+7776FU,T0")
            bob.send("-3334FU")
            await alice.expect("-3334FU,T0")
            await bob.expect("-3334FU,T0")
            alice.send("%TORYO")
            await alice.expect("%TORYO", "#RESIGN", "#LOSE")
            await bob.expect("%TORYO", "#RESIGN", "#WIN")
            await alice.ends()
            await bob.ends()
            return game_id

    game_id = run(main)
    (log,) = (tmp_path / "csa").rglob("*.csa")
    year, month, day, name = log.relative_to(tmp_path / "csa").parts
    assert (len(year), len(month), len(day), name) == (4, 2, 2, f"{game_id}.csa")
    text = log.read_text()
    assert text.startswith("V2.2\nN+alice\nN-bob\n")
    assert f"$EVENT:{game_id}\n" in text
    assert "+7776FU\nT0\n'** 35 -3334FU\n-3334FU\nT0\n%TORYO\n" in text
    assert "'summary:toryo:alice lose:bob win\n" in text
    record = kifu.read(log)
    assert record.end.outcome == Outcome(WHITE, Termination.RESIGNATION)
    first = next(node for node in record.main_line() if node.move)
    assert [each.centipawns for each in first.analyses] == [35]


def test_a_game_whose_beginning_cannot_be_stored_is_refused_and_leaves_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async def full(*_: object) -> None:
            raise OperationalError("INSERT", {}, Exception("database or disk is full"))

        async with server(tmp_path) as here:
            monkeypatch.setattr(services_of(here.registry).store, "append", full)
            alice = await here.login("alice", "club-60-5-B,secret")
            bob = await here.login("bob", "club-60-5-W,password")
            for program in (alice, bob):
                await program.summary()
                program.send("AGREE")
            await alice.until("REJECT:")
            (live,) = here.registry._games.values()
            here.clock.ms += 3_600_000
            assert not live.in_use

    run(main)


ILLEGAL = {
    "a wrong move": "+7775FU",
    "the other side's move": "-3334FU",
    "a move of nothing": "+5554FU",
    "an unknown piece": "+7776XX",
    "an unknown command": "%HELLO",
    "a promoted drop": "+0055TO",
}


@pytest.mark.parametrize("move", ILLEGAL.values(), ids=ILLEGAL.keys())
def test_an_illegal_move_loses(tmp_path: Path, move: str) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, _ = await here.begin()
            alice.send(move)
            await alice.expect("#ILLEGAL_MOVE", "#LOSE")
            await bob.expect("#ILLEGAL_MOVE", "#WIN")

    run(main)


def test_repetition_is_a_draw(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, _ = await here.begin()
            cycle = "+2838HI -8272HI +3828HI -7282HI "
            await play(alice, bob, cycle * 3)
            await alice.expect("#SENNICHITE", "#DRAW")
            await bob.expect("#SENNICHITE", "#DRAW")

    run(main)


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Lets all games begin from a position."""

    def start(sfen: str) -> None:
        propose = CsaGame.propose

        def from_position(self: CsaGame) -> None:
            self.summary = replace(self.summary, sfen=sfen)
            propose(self)

        monkeypatch.setattr(CsaGame, "propose", from_position)

    return start


def test_perpetual_check_loses(tmp_path: Path, start: Callable[[str], None]) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, _ = await here.begin()
            await play(alice, bob, "+4959HI -5141OU +5949HI -4151OU " * 3)
            await alice.expect("#OUTE_SENNICHITE", "#LOSE")
            await bob.expect("#OUTE_SENNICHITE", "#WIN")

    start("4k4/9/9/9/9/9/9/9/5R2K b - 1")
    run(main)


def test_a_mated_program_must_resign(tmp_path: Path, start: Callable[[str], None]) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, _ = await here.begin()
            await play(alice, bob, "+0052KI")
            await waits(alice)
            bob.send("%TORYO")
            await alice.expect("%TORYO", "#RESIGN", "#WIN")
            await bob.expect("%TORYO", "#RESIGN", "#LOSE")

    start("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    run(main)


def test_a_right_declaration_wins(tmp_path: Path, start: Callable[[str], None]) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, _ = await here.begin()
            alice.send("%KACHI")
            await alice.expect("%KACHI", "#JISHOGI", "#WIN")
            await bob.expect("%KACHI", "#JISHOGI", "#LOSE")

    start("R3K3B/PPPPPPPPP/9/9/9/9/9/9/4k4 b RB 1")
    run(main)


def test_a_wrong_declaration_loses(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, _ = await here.begin()
            alice.send("%KACHI")
            await alice.expect("%KACHI", "#ILLEGAL_MOVE", "#LOSE")
            await bob.expect("%KACHI", "#ILLEGAL_MOVE", "#WIN")

    run(main)


def test_the_limit_of_moves_ends_without_a_result(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path, max_moves=3) as here:
            alice, bob, _ = await here.begin()
            await play(alice, bob, "+7776FU -3334FU +2726FU")
            for program in (alice, bob):
                await program.expect("#MAX_MOVES", "#CENSORED")

    run(main)


def test_time_up_is_judged_by_whole_seconds(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, _ = await here.begin("club-0-1")
            here.clock.ms += 1_000
            await alice.expect("#TIME_UP", "#LOSE")
            await bob.expect("#TIME_UP", "#WIN")

    run(main)


def test_seconds_are_rounded_down_and_charged(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, _ = await here.begin("club-3-0")
            for after_ms, line in ((1_999, "+7776FU,T1"), (2_999, "-3334FU,T2"), (1_999, "+2726FU,T1")):
                here.clock.ms += after_ms
                mover = alice if line[0] == "+" else bob
                mover.send(line.partition(",")[0])
                await alice.expect(line)
                await bob.expect(line)
            here.clock.ms += 1_000
            bob.send("-8384FU")  # the third of three seconds
            await bob.expect("#TIME_UP", "#LOSE")
            await alice.expect("#TIME_UP", "#WIN")

    run(main)


def test_the_least_time_per_move_is_charged(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path, least_s=1) as here:
            alice, bob, _ = await here.begin("club-2-0")
            for move, program in (("+7776FU", alice), ("-3334FU", bob)):
                program.send(move)
                await alice.expect(f"{move},T1")
                await bob.expect(f"{move},T1")
            alice.send("+2726FU")  # the second of two seconds
            await alice.expect("#TIME_UP", "#LOSE")

    run(main)


def test_main_time_zero_with_an_increment_gives_time_for_the_first_move(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, game_id = await here.begin("club-0-10F")
            await play(alice, bob, "+7776FU -3334FU")
            clock = here.csa.programs.games[game_id].live.game.clock  # type: ignore[union-attr]
            assert clock is not None
            assert clock.remaining_ms(BLACK, clock.since or 0) == 20_000

    run(main)


def test_a_program_that_disconnects_loses(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, _ = await here.begin()
            await play(alice, bob, "+7776FU")
            alice.writer.close()
            await bob.expect("%TORYO", "#RESIGN", "#WIN")
            await bob.ends()

    run(main)


def test_logout_during_a_game_loses_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, _ = await here.begin()
            alice.send("LOGOUT")
            await alice.expect("LOGOUT:completed")
            await bob.expect("%TORYO", "#RESIGN", "#WIN")

    run(main)


def test_a_rejected_game_does_not_begin(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice = await here.login("alice", "club-60-5,a")
            bob = await here.login("bob", "club-60-5,b")
            game_id = (await alice.summary())["Game_ID"]
            await bob.summary()
            alice.send(f"AGREE {game_id}")
            bob.send(f"REJECT {game_id}")
            for program in (alice, bob):
                await program.expect(f"REJECT:{game_id} by bob")
                await program.ends()
            assert not here.csa.programs.games

    run(main)


def test_a_program_that_does_not_agree_in_time_is_rejected(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path, agree_s=0.2) as here:
            alice = await here.login("alice", "club-60-5,a")
            await here.login("bob", "club-60-5,b")
            game_id = (await alice.summary())["Game_ID"]
            alice.send("AGREE")
            await alice.expect(f"REJECT:{game_id} by the Server (timed out)")

    run(main)


def test_both_programs_may_stop_a_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, _ = await here.begin()
            await play(alice, bob, "+7776FU -3334FU")
            alice.send("%CHUDAN")
            await play(alice, bob, "+2726FU")
            bob.send("%CHUDAN")
            await alice.expect("#CHUDAN")
            await bob.expect("#CHUDAN")

    run(main)


def test_a_line_that_comes_too_early_is_read_when_it_is_the_programs_turn(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, _ = await here.begin()
            bob.send("-3334FU")
            await asyncio.sleep(0.1)
            alice.send("+7776FU")
            for program in (alice, bob):
                await program.expect("+7776FU,T0", "-3334FU,T0")

    run(main)


def test_a_side_can_be_chosen_and_the_other_one_waits_for_a_rival(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice = await here.login("alice", "club-60-5-W,a")
            bob = await here.login("bob", "club-60-5-W,b")
            carol = await here.login("carol", "club-60-5-B,c")
            summary = await carol.summary()
            assert (summary["Name+"], summary["Name-"]) == ("carol", "alice")
            await alice.summary()
            bob.send("")
            await bob.expect("")  # still waiting

    run(main)


def test_a_handicap_game_begins_with_white(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice = await here.login("alice", "hc2p_club-60-5-B,a")
            bob = await here.login("bob", "hc2p_club-60-5-W,b")
            summary = await alice.summary()
            assert summary["To_Move"] == "-"
            assert "\nP2 *  *  *  *  *  *  *  *  * \n" in summary[""]
            await bob.summary()
            alice.send("AGREE")
            bob.send("AGREE")
            await bob.until("START:")
            bob.send("-3132GI")
            await bob.expect("-3132GI,T0")

    run(main)


def test_a_game_is_one_of_the_pages_games_and_everyone_may_watch_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, game_id = await here.begin()
            await play(alice, bob, "+7776FU")
            row = here.csa.programs.games[game_id].row
            assert row is not None
            view = await (await here.registry.game(row.game_id)).view("0" * 32)
            assert (view.black.name.en, view.white.name.en) == ("alice", "bob")
            assert view.you is None
            assert [move.usi for move in view.moves] == ["7g7f"]

    run(main)


async def waits(program: Program) -> None:
    """The program has no game: a keep-alive is all that it gets."""
    program.send("")
    await program.expect("")


def test_programs_under_different_names_do_not_play(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            for name, game in (("alice", "club-60-5"), ("bob", "club-60-6"), ("carol", "club2-60-5")):
                await waits(await here.login(name, f"{game},x"))

    run(main)
