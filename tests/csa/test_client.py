"""The client against a server that follows a script, with an engine that answers from a list or fails."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from komadai import kifu
from komadai.cli.main import run
from komadai.csa import CsaConnectionError, CsaRefused, GameSummary, Times
from komadai.csa.client import ClientSettings, CsaClient, limits_of
from komadai.csa.client_session import ClientGame, Ended, Event, Started
from komadai.csa.game_summary import read_moves
from komadai.engine.program import EngineProgram
from komadai.engine.protocol.limits import Limits
from komadai.errors import EngineError
from komadai.outcome import Termination
from komadai.pieces import BLACK

ENGINE = Path(__file__).with_name("listed_engine.py")
SUMMARY = GameSummary(game_id="g1", names=("alice", "bob"), times=(Times(60, 5),) * 2, your_turn=BLACK)


class Peer:
    """The server's end of one connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer

    async def expect(self, line: str) -> None:
        received = (await asyncio.wait_for(self._reader.readline(), 30)).decode().rstrip("\n")
        assert received.partition(",'")[0] == line

    def send(self, *lines: str) -> None:
        self.writer.write("".join(f"{line}\n" for line in lines).encode())

    async def begin(self, login: str, summary: GameSummary = SUMMARY) -> None:
        await self.expect(login)
        self.send("LOGIN:alice OK", *summary.lines())
        await self.expect(f"AGREE {summary.game_id}")
        self.send(f"START:{summary.game_id}")


Script = Callable[[Peer], Awaitable[None]]
LOGIN = "LOGIN alice club-60-5,secret"


def play(
    *scripts: Script,
    answers: str = "",
    engine: tuple[str, ...] | None = None,
    log: list[str] | None = None,
    **changes: object,
) -> list[Event | str]:
    """Runs the client against a server whose n-th connection follows the n-th script.

    Its lines of the protocol are appended to ``log``.
    """

    async def main() -> list[Event | str]:
        events: list[Event | str] = []
        failures: list[BaseException] = []
        waiting = list(scripts)

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                await waiting.pop(0)(Peer(reader, writer))
                await writer.drain()
            except BaseException as error:
                failures.append(error)
            finally:
                writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        try:
            command = engine or (sys.executable, str(ENGINE), answers)
            settings = ClientSettings(
                host="127.0.0.1",
                port=server.sockets[0].getsockname()[1],
                name="alice",
                password="secret",
                game="club-60-5",
                engine=EngineProgram("listed", command),
                retry_delays_s=(0.01, 0.01),
            )
            write = None if log is None else log.append
            await CsaClient(replace(settings, **changes), events.append, write).run()  # type: ignore[arg-type]
        finally:
            server.close()
            for failure in failures:
                raise failure
        assert not waiting
        return events

    return asyncio.run(asyncio.wait_for(main(), 60))


def ends(events: list[Event | str]) -> list[tuple[str, Termination | None]]:
    return [
        (event.game.end.result, event.game.end.termination)
        for event in events
        if isinstance(event, Ended) and event.game.end is not None
    ]


async def won_by_resignation(peer: Peer) -> None:
    await peer.begin(LOGIN)
    await peer.expect("+7776FU")
    peer.send("+7776FU,T0", "-3334FU,T1")
    await peer.expect("+2726FU")
    peer.send("+2726FU,T0", "%TORYO", "#RESIGN", "#WIN")


def test_a_game_is_played_to_its_end_and_the_next_one_after_another_login() -> None:
    events = play(won_by_resignation, won_by_resignation, answers="7g7f 2g2f 7g7f 2g2f", games=2)
    assert ends(events) == [("win", Termination.RESIGNATION)] * 2


def test_a_server_that_keeps_the_connection_gets_no_second_login() -> None:
    async def two_games(peer: Peer) -> None:
        await won_by_resignation(peer)
        peer.send(*SUMMARY.lines())
        await peer.expect("AGREE g1")
        peer.send("START:g1")
        await peer.expect("+5756FU")
        peer.send("#TIME_UP", "#LOSE")
        await peer.expect("LOGOUT")

    events = play(two_games, answers="7g7f 2g2f 5g5f", games=2)
    assert ends(events)[1] == ("lose", Termination.TIME_FORFEIT)


def test_a_server_that_neither_goes_on_nor_closes_the_connection_gets_another_login() -> None:
    async def stays(peer: Peer) -> None:
        await won_by_resignation(peer)
        await peer.expect("LOGOUT")

    events = play(stays, won_by_resignation, answers="7g7f 2g2f 7g7f 2g2f", games=2)
    assert ends(events) == [("win", Termination.RESIGNATION)] * 2


@pytest.mark.parametrize(("answer", "line"), [("resign", "%TORYO"), ("win", "%KACHI")])
def test_the_engine_resigns_and_declares(answer: str, line: str) -> None:
    async def script(peer: Peer) -> None:
        await peer.begin(LOGIN)
        await peer.expect(line)
        peer.send("%TORYO", "#RESIGN", "#LOSE")

    assert ends(play(script, answers=answer)) == [("lose", Termination.RESIGNATION)]


def test_a_refused_login_is_an_error() -> None:
    async def refuse(peer: Peer) -> None:
        await peer.expect(LOGIN)
        peer.send("LOGIN:incorrect")

    with pytest.raises(CsaRefused, match="LOGIN:incorrect"):
        play(refuse)


def test_a_server_that_hangs_up_before_the_login_is_an_error() -> None:
    async def hang_up(peer: Peer) -> None:
        pass

    with pytest.raises(CsaConnectionError):
        play(hang_up)


def test_a_game_whose_connection_breaks_is_over_and_the_client_logs_in_again() -> None:
    async def breaks(peer: Peer) -> None:
        await peer.begin(LOGIN)
        await peer.expect("+7776FU")

    events = play(breaks, won_by_resignation, answers="7g7f 7g7f 2g2f", games=2)
    assert ends(events) == [("none", Termination.CONNECTION_LOST), ("win", Termination.RESIGNATION)]


@pytest.mark.parametrize("refusal", ["LOGIN:incorrect", "##[ERROR] there is no game to take up again"])
def test_with_a_token_the_game_is_taken_up_again_and_neither_it_nor_the_password_is_logged(
    refusal: str,
) -> None:
    async def breaks(peer: Peer) -> None:
        await peer.expect("LOGIN alice secret x1")
        peer.send("LOGIN:alice OK", "##[LOGIN] +OK x1")
        await peer.expect("%%GAME club-60-5 *")
        peer.send(*replace(SUMMARY, reconnect_token="t0ken").lines())
        await peer.expect("AGREE g1")
        peer.send("START:g1")
        await peer.expect("+7776FU")
        peer.send("+7776FU,T0")

    async def again(peer: Peer) -> None:
        await peer.expect("LOGIN alice secret reconnect:g1+t0ken")
        summary = replace(SUMMARY, given=read_moves(SUMMARY.board(), "+7776FU,T0-3334FU,T2"))
        peer.send("LOGIN:alice OK", *summary.lines())
        peer.send("BEGIN Reconnect_State", "Black_Time_Remaining_Ms:50000", "END Reconnect_State")
        await peer.expect("+2726FU")
        peer.send("+2726FU,T11", "%TORYO", "#RESIGN", "#WIN")

    async def too_early(peer: Peer) -> None:
        await peer.expect("LOGIN alice secret reconnect:g1+t0ken")
        peer.send(refusal)

    log: list[str] = []
    events = play(breaks, too_early, again, answers="7g7f 2g2f", x1=True, log=log)
    assert ends(events) == [("win", Termination.RESIGNATION)]
    assert [event.resumed for event in events if isinstance(event, Started)] == [False, True]
    assert "< Reconnect_Token:****" in log
    assert "> LOGIN alice **** reconnect:****" in log
    assert not [line for line in log if "secret" in line or "t0ken" in line]


def test_values_with_secrets_do_not_show_them() -> None:
    summary = replace(SUMMARY, reconnect_token="t0ken")
    settings = ClientSettings(
        host="h", name="alice", password="secret", engine=EngineProgram("listed", ("engine",))
    )
    assert "t0ken" not in repr(summary)
    assert "secret" not in repr(settings)


def test_an_engine_that_crashes_once_is_started_again(tmp_path: Path) -> None:
    async def script(peer: Peer) -> None:
        await peer.begin(LOGIN)
        await peer.expect("+7776FU")
        peer.send("+7776FU,T0", "%TORYO", "#RESIGN", "#WIN")

    engine = (sys.executable, str(ENGINE), "7g7f", f"crash-once={tmp_path / 'crashed'}")
    events = play(script, engine=engine)
    assert ends(events) == [("win", Termination.RESIGNATION)]
    assert any(isinstance(event, str) for event in events)


def test_an_engine_that_always_crashes_resigns_and_ends_the_client() -> None:
    async def script(peer: Peer) -> None:
        await peer.begin(LOGIN)
        await peer.expect("%TORYO")
        peer.send("%TORYO", "#RESIGN", "#LOSE")

    with pytest.raises(EngineError):
        play(script, answers="crash")


def test_an_engine_with_an_illegal_answer_resigns_instead_of_sending_it() -> None:
    async def script(peer: Peer) -> None:
        await peer.begin(LOGIN)
        await peer.expect("%TORYO")
        peer.send("%TORYO", "#RESIGN", "#LOSE")

    assert ends(play(script, answers="7g7e 7g7e")) == [("lose", Termination.RESIGNATION)]


def test_a_game_that_ends_during_the_search_stops_it() -> None:
    async def script(peer: Peer) -> None:
        await peer.begin(LOGIN)
        peer.send("#TIME_UP", "#LOSE")
        await peer.expect("LOGOUT")

    assert ends(play(script, answers="wait")) == [("lose", Termination.TIME_FORFEIT)]


def test_empty_lines_keep_the_connection_alive() -> None:
    async def script(peer: Peer) -> None:
        await peer.expect(LOGIN)
        peer.send("LOGIN:alice OK")
        await peer.expect("")
        peer.send("", *SUMMARY.lines())
        await peer.expect("AGREE g1")
        peer.send("START:g1", "#CHUDAN")

    assert ends(play(script, keep_alive_s=1.0)) == [("none", Termination.INTERRUPTED)]


# -- the clock that the engine gets


def game_of(times: Times, **changes: object) -> ClientGame:
    return ClientGame(replace(SUMMARY, times=(times, times), **changes))  # type: ignore[arg-type]


def test_the_engine_gets_main_time_and_byoyomi() -> None:
    game = game_of(Times(60, 5))
    assert limits_of(game) == Limits(btime=60_000, wtime=60_000, byoyomi=5_000)
    game.play("+7776FU", 12)
    assert limits_of(game) == Limits(btime=48_000, wtime=60_000, byoyomi=5_000)


def test_the_increment_of_the_next_move_is_not_in_the_main_time() -> None:
    game = game_of(Times(600, increment=10))
    assert limits_of(game) == Limits(btime=600_000, wtime=600_000, binc=10_000, winc=10_000)
    game.play("+7776FU", 4)
    assert limits_of(game).btime == 606_000


def test_the_times_of_given_moves_and_of_the_running_turn_are_deducted() -> None:
    given = read_moves(SUMMARY.board(), "+7776FU,T20-3334FU,T30")
    game = game_of(Times(60, 5), given=given)
    assert limits_of(game) == Limits(btime=40_000, wtime=30_000, byoyomi=5_000)
    assert limits_of(game, used_ms=3_400).btime == 37_000


def test_a_game_without_a_time_limit_gets_a_time_for_each_move() -> None:
    assert limits_of(game_of(Times(0))).byoyomi


# -- the command


def command(port: int, *more: str) -> list[str]:
    return [
        *(sys.executable, "-m", "komadai", "csa-client", f"127.0.0.1:{port}"),
        *("--name", "alice", "--password", "secret", "--game", "club-60-5"),
        *more,
    ]


def run_command(script: Script, *more: str, interrupt: bool = False) -> tuple[int, str, str]:
    async def main() -> tuple[int, str, str]:
        began = asyncio.Event()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await script(Peer(reader, writer))
            began.set()
            if interrupt:
                await reader.read()
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        process = await asyncio.create_subprocess_exec(
            *command(server.sockets[0].getsockname()[1], *more),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        try:
            if interrupt:
                await asyncio.wait_for(began.wait(), 50)
                process.send_signal(signal.SIGINT)
            out, err = await asyncio.wait_for(process.communicate(), 50)
        finally:
            server.close()
        assert process.returncode is not None
        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, 0)  # the engine has ended, too
        return process.returncode, out.decode(), err.decode()

    return asyncio.run(main())


def test_the_command_plays_logs_and_saves_the_record(tmp_path: Path) -> None:
    log, records = tmp_path / "logs" / "csa.log", tmp_path / "new" / "records"  # neither folder is there
    engine = f"{sys.executable} {ENGINE} '7g7f 2g2f'"
    status, out, err = run_command(
        won_by_resignation, "--engine", engine, "--log", str(log), "--records", str(records)
    )
    assert (status, err) == (0, "")
    assert "Game 1: won (resignation), 3 moves" in out
    text = log.read_text()
    assert "> LOGIN alice ****" in text
    assert "secret" not in text
    assert "< #WIN" in text
    record = kifu.read(records / "g1.csa")
    assert record.end.outcome is not None
    assert record.end.outcome.winner is BLACK


def test_a_refused_login_is_one_line_and_exit_status_1() -> None:
    async def refuse(peer: Peer) -> None:
        await peer.expect(LOGIN)
        peer.send("LOGIN:incorrect")

    status, out, err = run_command(refuse, "--engine", f"{sys.executable} {ENGINE} x")
    assert (status, out) == (1, "")
    assert len(err.splitlines()) == 1
    assert "LOGIN:incorrect" in err


def test_a_server_that_says_why_it_closes_the_connection_is_quoted() -> None:
    async def send_away(peer: Peer) -> None:
        await peer.expect(LOGIN)
        peer.send("##[ERROR] too many wrong logins from this address; try again in a minute")

    status, out, err = run_command(send_away, "--engine", f"{sys.executable} {ENGINE} x")
    assert (status, out) == (1, "")
    assert err.count("\n") == 1
    assert "refused the login: too many wrong logins from this address" in err


def test_ctrl_c_ends_the_client_and_its_engine() -> None:
    async def begin(peer: Peer) -> None:
        await peer.begin(LOGIN)

    status, _, err = run_command(begin, "--engine", f"{sys.executable} {ENGINE} wait", interrupt=True)
    assert status == 130
    assert "Traceback" not in err


def test_no_server_is_one_line_and_exit_status_1() -> None:
    done = subprocess.run(command(1), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [["host:99999"], ["a b"], ["host:1", "--name", "a b"], ["host:1", "--games", "0"]],
)
def test_arguments_that_make_no_sense_are_one_line_and_exit_status_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["csa-client", "--name", "alice", "--password", "x", *arguments]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
