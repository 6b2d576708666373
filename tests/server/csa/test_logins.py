"""Names, passwords, second logins, and what the port does with lines that make no sense."""

from __future__ import annotations

import asyncio
import random
import socket
import struct
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from komadai.server.csa.commands import COMMANDS
from komadai.server.moderation import administration
from komadai.server.people.accounts import passwords
from komadai.server.people.store import PeopleStore
from komadai.server.rate_limits import Rate
from komadai.server.settings import CsaSettings
from tests.server.csa.programs import Program, play, run, server


async def refused(program: Program, line: str) -> None:
    program.send(line)
    await program.expect("LOGIN:incorrect")


async def sent_away(program: Program, line: str, why: str) -> None:
    """The login is refused for another reason than a wrong password."""
    program.send(line)
    await program.expect(f"##[ERROR] {why}")
    await program.ends()


def test_the_first_login_takes_the_name_with_its_password(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            first = await here.login("alice", "club-60-5,secret")
            first.send("LOGOUT")
            await first.expect("LOGOUT:completed")
            await first.ends()
            await refused(await here.connect(), "LOGIN alice club-60-5,other")
            await refused(await here.connect(), "LOGIN alice club-60-5")
            await here.login("alice", "other-60-5,secret")  # the password does not depend on the game
            await here.login("bob", "secret x1")
        async with server(tmp_path) as here:
            await refused(await here.connect(), "LOGIN alice club-60-5,other")
            await here.login("alice", "club-60-5,secret")

    run(main)


def test_closed_registration_knows_only_registered_names(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path, open_registration=False) as here:
            await refused(await here.connect(), "LOGIN alice club-60-5,secret")
            people = PeopleStore(here.database)
            await administration.create(people, "alice", "a-long-secret", 0, kind="program")
            await here.login("alice", "club-60-5,a-long-secret")

    run(main)


def test_a_name_in_other_capitals_is_not_another_name(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            await here.login("alice", "club-60-5,secret")
            await refused(await here.connect(), "LOGIN Alice club-60-5,other")
            why = "this name is registered with other capitals"
            await sent_away(await here.connect(), "LOGIN Alice club-60-5,secret", why)

    run(main)


@pytest.mark.parametrize("name", ["ali-ce", "alice.", "a_l_i_c_e", "al1ce", "Komadai_staff", "admin"])
def test_a_new_name_looks_like_no_other_program_and_no_role(tmp_path: Path, name: str) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            await here.login("alIce", "club-60-5,secret")
            why = "this name looks like that of another program, or has a word for a role; take another one"
            await sent_away(await here.connect(), f"LOGIN {name} club-60-5,other", why)
            await sent_away(await here.connect(), f"LOGIN {name} club-60-5", why)  # without a password, too
            await here.login("bob", "club-60-5,secret")

    run(main)


@pytest.mark.parametrize(
    "line",
    [
        "HELLO",
        "LOGIN",
        "LOGIN alice",
        "LOGIN al!ce club-60-5,x",
        f"LOGIN {'a' * 33} club-60-5,x",
        "LOGIN アリス club-60-5,x",
        "LOGIN alice x y z",
        "login alice club-60-5,x",
        "LOGIN alice secret reconnect:",
    ],
)
def test_other_lines_are_no_login(tmp_path: Path, line: str) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            program = await here.connect()
            await refused(program, line)

    run(main)


@pytest.mark.parametrize("game", ["club-60-5x", "floodgate-600-10F-B"])
def test_a_game_that_there_is_not_is_no_wrong_password(tmp_path: Path, game: str) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            why = "expected a game such as club-60-5, or without a side such as floodgate-600-10F"
            await sent_away(await here.connect(), f"LOGIN alice {game},x", why)

    run(main)


def test_a_program_whose_account_is_closed_is_told_so(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            await here.login("alice", "club-60-5,secret")
            people = PeopleStore(here.database)
            account = await people.account_named("alice", "program")
            assert account is not None
            async with people.engine.begin() as connection:
                await people.change_account(connection, account.id, banned_until_ms=2**60)
            await refused(await here.connect(), "LOGIN alice club-60-5,other")
            await sent_away(await here.connect(), "LOGIN alice club-60-5,secret", "this account is closed")

    run(main)


def test_a_login_without_a_name_of_a_game_waits_for_the_default_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice = await here.login("alice", "secret")
            await here.login("bob", "default-1500-0,x")
            assert (await alice.summary())["Total_Time"] == "1500"

    run(main)


def test_a_second_login_replaces_the_first_unless_it_plays(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            old = await here.login("alice", "club-60-5,secret")
            new = await here.login("alice", "club-60-5,secret")
            await old.ends()
            await here.login("bob", "club-60-5,b")
            assert "alice" in (await new.summary())[""]
            why = "this name is playing a game; log in when it is over"
            for rest in ("club-60-5,secret", "secret x1"):
                await sent_away(await here.connect(), f"LOGIN alice {rest}", why)
            await refused(await here.connect(), "LOGIN alice club-60-5,other")

    run(main)


def test_a_program_does_not_play_itself(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            await here.login("alice", "club-60-5,secret")
            again = await here.login("alice", "club-60-5,secret")
            again.send("")
            await again.expect("")

    run(main)


def test_after_its_game_a_program_may_log_in_again_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            for _ in range(2):
                alice, bob, _ = await here.begin()
                alice.send("%TORYO")
                await bob.expect("%TORYO", "#RESIGN", "#WIN")
                await bob.ends()

    run(main)


def test_lines_may_end_with_crlf(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            program = await here.connect()
            program.writer.write(b"LOGIN alice club-60-5,secret\r\n\r\n")
            await program.expect("LOGIN:alice OK", "")

    run(main)


def test_a_connection_that_does_not_log_in_is_closed(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path, login_s=0.2) as here:
            silent, slow = await here.connect(), await here.connect()
            slow.writer.write(b"LOGIN ali")
            await silent.ends()
            await slow.ends()

    run(main)


def test_blank_lines_do_not_postpone_the_end_of_a_connection_that_does_not_log_in(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path, login_s=0.2) as here:
            program = await here.connect()

            async def send_blank_lines() -> None:
                with suppress(ConnectionError):
                    while True:
                        program.writer.write(b"\n" * 1000)
                        await program.writer.drain()

            sending = asyncio.create_task(send_blank_lines())
            with suppress(ConnectionError):  # the server closes it with lines that it has not read
                await program.ends()
            sending.cancel()

    run(main)


def test_an_idle_connection_is_closed_but_not_in_a_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            alice, bob, _ = await here.begin()
            here.csa.settings = replace(here.csa.settings, idle_s=0.1)
            await play(alice, bob, "+7776FU")
            idle = await here.login("carol", "other-60-5,x")
            await idle.ends()
            await play(bob, alice, "-3334FU")

    run(main)


def test_a_line_longer_than_a_kibibyte_ends_the_connection(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as here:
            before, after = await here.connect(), await here.login("alice", "club-60-5,x")
            before.send("LOGIN " + "a" * 2000)
            await before.ends()
            after.writer.write(b"+" * 100_000)
            await after.ends()

    run(main)


def test_a_program_that_sends_too_many_lines_is_ended(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path, lines=Rate(0.001, 5)) as here:
            program = await here.login("alice", "club-60-5,x")
            program.send(*[""] * 10)
            with pytest.raises((ConnectionError, AssertionError)):
                await program.expect(*[""] * 10)

    run(main)


async def told_to_wait(program: Program, line: str, why: str) -> None:
    await sent_away(program, line, f"{why}; try again in a minute")


def test_right_logins_from_one_address_are_never_counted_as_wrong(tmp_path: Path) -> None:
    async def main() -> None:
        usual = CsaSettings()
        async with server(
            tmp_path, connections_per_address=200, wrong_logins=usual.wrong_logins, logins=usual.logins
        ) as here:
            for number in range(60):
                await here.login(f"program{number}", "club-60-5")
            for _ in range(60):
                program = await here.login("alice", "secret x1")
                await program.expect("##[LOGIN] +OK x1")

    run(main)


def test_after_too_many_wrong_logins_an_address_is_told_to_wait(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path, wrong_logins=Rate(0.5, 2)) as here:
            await here.login("alice", "club-60-5,x")
            await here.login("alice", "club-60-5,x")
            for _ in range(2):
                await refused(await here.connect(), "LOGIN alice club-60-5,wrong")
            why = "too many wrong logins from this address"
            await told_to_wait(await here.connect(), "LOGIN alice club-60-5,x", why)
            await told_to_wait(await here.connect(), "LOGIN alice club-60-5,wrong", why)
            here.clock.ms += 2_000
            await here.login("alice", "club-60-5,x")

    run(main)


def test_passwords_tried_at_the_same_time_are_counted_one_by_one(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path, wrong_logins=Rate(0.001, 2)) as here:
            await here.login("alice", "club-60-5,x")
            programs = [await here.connect() for _ in range(8)]
            for program in programs:
                program.send("LOGIN alice club-60-5,wrong")
            answers = [await program.line() for program in programs]
            assert answers.count("LOGIN:incorrect") == 2

    run(main)


def test_lines_that_are_no_login_are_not_counted_as_wrong_passwords(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path, wrong_logins=Rate(0.001, 1)) as here:
            for line in ("HELLO", "LOGIN", "LOGIN alice x y z"):
                await refused(await here.connect(), line)
            await here.login("alice", "club-60-5,x")

    run(main)


def test_all_logins_from_one_address_have_a_limit_that_is_not_a_wrong_password(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path, logins=Rate(0.001, 2)) as here:
            for _ in range(2):
                await here.login("alice", "club-60-5,x")
            why = "too many logins from this address"
            await told_to_wait(await here.connect(), "LOGIN alice club-60-5,x", why)

    run(main)


def test_a_login_that_cannot_be_checked_now_is_not_called_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with server(tmp_path, wrong_logins=Rate(0.001, 1)) as here:
            await here.login("alice", "club-60-5,x")
            with monkeypatch.context() as patch:
                patch.setattr(passwords, "MAX_WAITING", 0)
                why = "the server is checking too many passwords"
                await told_to_wait(await here.connect(), "LOGIN alice club-60-5,x", why)
            await here.login("alice", "club-60-5,x")

    run(main)


def test_connections_from_one_address_are_limited(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path, connections_per_address=1) as here:
            await here.login("alice", "club-60-5,x")
            await (await here.connect()).ends()

    run(main)


def test_garbage_harms_neither_the_server_nor_a_game(tmp_path: Path) -> None:
    async def main() -> None:
        rng = random.Random(7)
        async with server(tmp_path) as here:
            alice, bob, _ = await here.begin()
            for _ in range(20):
                noise = await here.connect()
                noise.writer.write(rng.randbytes(rng.randrange(3_000)))
                if rng.random() < 0.5:  # a reset instead of an orderly end
                    raw: socket.socket = noise.writer.get_extra_info("socket")
                    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                noise.writer.close()
            words = ["AGREE", "REJECT x", "START:", "#WIN", "%%WHO", "%%%X", "LOGIN a b", " ", "\x00", "あ"]
            bob.send(*rng.choices(words, k=100))
            await play(alice, bob, "+7776FU -3334FU")

    run(main)


@pytest.mark.parametrize("seed", range(3))
def test_random_lines_of_logged_in_programs_never_stop_the_server(tmp_path: Path, seed: int) -> None:
    async def main() -> None:
        rng = random.Random(seed)
        words = [*COMMANDS, "%%NO", "+7776FU", "-3334FU", "+0055KA", "%TORYO", "%KACHI", "%CHUDAN", "%X"]
        words += ["AGREE", "REJECT", "CHALLENGE", "+", "-", "%", "*", "1", "-1", "999999999999", "'", ","]
        words += ["club-60-5", "buoy_a-60-5"]
        async with server(tmp_path) as here:
            for _ in range(5):
                programs = []
                for name in ("alice", "bob"):
                    program = await here.login(name, f"pw-{name} x1")
                    program.send("%%GAME club-60-5 *")
                    programs.append(program)
                for program in programs:
                    program.send("AGREE")
                    for _ in range(60):
                        program.send(" ".join(rng.choices(words, k=rng.randrange(1, 5))))
                    program.send("LOGOUT")
                for program in programs:
                    await program.until("LOGOUT:completed")
            await here.login("carol", "club-60-5,x")

    run(main)
