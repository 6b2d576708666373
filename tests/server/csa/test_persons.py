"""A program on the CSA port plays a person on the page, over real connections of both."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from komadai import Board, Move, kifu
from komadai.notation import csa
from komadai.server.app import create_app
from komadai.server.settings import CsaSettings, Settings
from tests.server.conftest import ORIGIN, UNLIMITED, Guest, code
from tests.server.csa.lines import Line


@contextmanager
def dojo(folder: Path, **changes: Any) -> Iterator[tuple[Guest, int]]:
    """A server with a CSA port, and a guest."""
    listener = socket.create_server(("127.0.0.1", 0))
    port: int = listener.getsockname()[1]
    settings = Settings(data_dir=folder, limits=UNLIMITED, csa=CsaSettings(port=port, **changes))
    with TestClient(create_app(settings, listener), base_url=ORIGIN) as client:
        yield Guest(client), port


def waiting(guest: Guest) -> list[str]:
    return [each["name"] for each in guest.get("/api/programs").json()["waiting"]]


def logged_in(port: int, name: str, rest: str) -> Line:
    program = Line(port)
    program.send(f"LOGIN {name} {rest}")
    program.until(f"LOGIN:{name} OK")
    return program


def until_waiting(guest: Guest, program: Line, name: str) -> None:
    """The program's place in the list follows the answer to its login."""
    program.send("")
    program.until("")
    assert name in waiting(guest)


def begun(guest: Guest, program: Line, name: str, color: str | None) -> str:
    """The person asks for a game, and the program agrees."""
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(guest.post, f"/api/programs/{name}/play", {"color": color})
        program.until("END Game_Summary")
        program.send("AGREE")
        program.until("START:")
        answer = asked.result(60)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_whole_game_of_a_person_and_a_program_to_mate(tmp_path: Path) -> None:
    with dojo(tmp_path) as (guest, port):
        program = logged_in(port, "gps", "club-600-10F,pw")
        until_waiting(guest, program, "gps")
        game_id = begun(guest, program, "gps", "black")
        assert waiting(guest) == []
        board = Board()
        with guest.open(game_id) as page:
            assert page.game["you"] == "black"
            assert page.game["white"] == {**page.game["white"], "kind": "computer", "program": True}
            assert page.game["status"] == "playing"
            for number, usi in enumerate(["7g7f", "4a4b", "8h3c+", "6a7b", "3c4b", "5a6a", "G*5b"]):
                move = Move.from_usi(usi)
                text = csa.write(board, move)
                board.push(move)
                if number % 2:
                    program.send(f"{text},'* {-35 - number}")
                    while len(page.game["moves"]) <= number:
                        page.receive()
                else:
                    assert page.ask("move", usi=usi)["type"] == "done"
                    assert program.until(text).startswith(f"{text},T")
            assert board.is_checkmate()
            assert page.game["status"] == "playing"  # the program has to resign
            assert page.game["mated"] == "white"
            assert page.game["analyses"] == [], "the person does not see what the program thinks"
            record = guest.get(f"/api/games/{game_id}/record?format=csa").text
            assert "'**" not in record
            program.send("%TORYO")
            page.until(lambda game: game["result"] is not None)
            assert page.game["result"]["winner"] == "black"
        program.until("#RESIGN")
        assert program.until("#") == "#LOSE"
        assert code(guest.post(f"/api/games/{game_id}/rematch", {})) == "no_rematch"
        assert guest.get("/api/programs").json()["programs"] == []  # not rated
        file = guest.get(f"/api/programs/games/{game_id}/csa").text
        assert "N+guest\nN-gps" in file
        kifu.read(file, "csa", strict=True)
        record = guest.get(f"/api/games/{game_id}/record?format=csa").text
        assert "'** -36" in record, "after the end the record has it"
        program.close()


def test_the_person_resigns_and_the_program_has_won(tmp_path: Path) -> None:
    with dojo(tmp_path) as (guest, port):
        program = logged_in(port, "gps", "club-60-5-B,pw")
        until_waiting(guest, program, "gps")
        assert code(guest.post("/api/programs/gps/play", {"color": "black"})) == "program_gone"
        game_id = begun(guest, program, "gps", None)
        with guest.open(game_id) as page:
            assert page.game["you"] == "white"
            program.send("+7776FU")
            page.until(lambda game: len(game["moves"]) == 1)
            assert page.ask("take_back")["code"] == "no_take_backs"
            assert page.ask("resign")["type"] == "done"
        program.until("#RESIGN")
        assert program.until("#") == "#WIN"
        program.close()


def test_a_program_that_leaves_its_game_with_a_person_loses(tmp_path: Path) -> None:
    with dojo(tmp_path) as (guest, port):
        program = logged_in(port, "gps", "club-60-5,pw")
        until_waiting(guest, program, "gps")
        game_id = begun(guest, program, "gps", "white")
        with guest.open(game_id) as page:
            program.close()
            page.until(lambda game: game["result"] is not None)
            assert page.game["result"]["winner"] == "white"


def test_a_program_that_does_not_agree_or_has_gone(tmp_path: Path) -> None:
    with dojo(tmp_path, agree_person_s=0.2) as (guest, port):
        assert code(guest.post("/api/programs/gps/play", {})) == "program_gone"
        program = logged_in(port, "gps", "club-60-5,pw")
        until_waiting(guest, program, "gps")
        assert code(guest.post("/api/programs/gps/play", {})) == "program_gone"
        program.until("REJECT:")
        program.close()


def test_league_programs_and_games_without_a_limit_are_not_offered_to_persons(tmp_path: Path) -> None:
    with dojo(tmp_path) as (guest, port):
        programs = [
            logged_in(port, name, f"{game},pw")
            for name, game in (("a", "floodgate-300-10F"), ("b", "club-0-0"), ("c", "club-60-5"))
        ]
        until_waiting(guest, programs[2], "c")
        assert waiting(guest) == ["c"]
        for program in programs:
            program.close()


def test_after_a_restart_the_person_and_the_program_of_the_extended_mode_play_on(tmp_path: Path) -> None:
    with dojo(tmp_path) as (guest, port):
        program = logged_in(port, "gps", "pw x1")
        program.send("%%GAME club-600-10F -")
        until_waiting(guest, program, "gps")
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(guest.post, "/api/programs/gps/play", {})
            csa_id = program.until("Game_ID:").removeprefix("Game_ID:")
            token = program.until("Reconnect_Token:").removeprefix("Reconnect_Token:")
            program.send("AGREE")
            game_id = asked.result(60).json()["id"]
        with guest.open(game_id) as page:
            assert page.ask("move", usi="7g7f")["type"] == "done"
        program.until("+7776FU")
        cookie = guest.cookie
    program.close()
    with dojo(tmp_path) as (other, port):
        guest.client, guest.cookie = other.client, cookie
        guest.csrf = guest.get("/api/session").json()["csrf"]
        program = Line(port)
        program.send(f"LOGIN gps pw reconnect:{csa_id}+{token}")
        program.until("END Reconnect_State")
        assert guest.get(f"/api/games/{game_id}").json()["status"] == "playing"
        with guest.open(game_id) as page:
            program.send("-3334FU")
            page.until(lambda game: len(game["moves"]) == 2)
        program.close()
