"""The rating table of programs and their games, over HTTP."""

from __future__ import annotations

import socket
import time
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from komadai import kifu
from komadai.server.app import create_app
from komadai.server.settings import CsaSettings, Settings
from tests.server.conftest import ORIGIN, Guest, code, start_server
from tests.server.csa.lines import Line


def test_without_a_csa_port_the_table_is_empty(tmp_path: Path) -> None:
    with start_server(tmp_path) as client:
        answer = Guest(client).get("/api/programs").json()
        assert answer == {
            "open": False,
            "port": None,
            "waiting": [],
            "programs": [],
            "running": [],
            "days": [],
        }


def test_the_table_the_games_of_a_day_and_their_files(tmp_path: Path) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    settings = Settings(data_dir=tmp_path, csa=CsaSettings(port=port))
    with TestClient(create_app(settings, listener), base_url=ORIGIN) as client:
        guest = Guest(client)
        alice, bob = Line(port), Line(port)
        alice.send("LOGIN alice club-60-5-B,a")
        bob.send("LOGIN bob club-60-5-W,b")
        for program in (alice, bob):
            program.until("END Game_Summary")
            program.send("AGREE")
        alice.until("START:")
        alice.send("+7776FU,'* 35 -3334FU")
        bob.until("+7776FU")
        (running,) = guest.get("/api/programs").json()["running"]
        assert (running["black"], running["white"], running["plies"]) == ("alice", "bob", 1)
        assert running["result"] is None
        with guest.open(running["id"]) as watched:
            (said,) = watched.game["analyses"]
            assert (said["ply"], said["centipawns"]) == (1, 35)
            assert [move["japanese"] for move in said["line"]] == ["△3四歩"]
            bob.send("-8384FU,'* -20 +2726FU -8485FU #1000")
            watched.until(lambda game: len(game["moves"]) == 2)
            assert [each["ply"] for each in watched.game["analyses"]] == [1, 2]
            assert watched.game["analyses"][1]["nodes"] == 1000
        alice.until("-8384FU")
        alice.send("+2726FU,'* no analysis")
        bob.until("+2726FU")
        bob.send("%TORYO")
        alice.until("#WIN")
        alice.close()
        bob.close()
        view = rated(guest)
        assert view["open"]
        assert [(row["name"], row["wins"], row["losses"]) for row in view["programs"]] == [
            ("alice", 1, 0),
            ("bob", 0, 1),
        ]
        (day,) = view["days"]
        assert day["games"] == 1
        (game,) = guest.get(f"/api/programs/days/{day['day']}").json()["games"]
        assert game["winner"] == "black"
        assert game["result"]["text"]["en"] == "Black wins: White’s resignation"
        file = guest.get(f"/api/programs/games/{game['id']}/csa")
        assert file.headers["content-disposition"] == f'attachment; filename="{game["csa_id"]}.csa"'
        assert "+7776FU\nT" in file.text
        assert "'** 35 -3334FU" in file.text
        kifu.read(file.text, "csa", strict=True)
        page = guest.get(f"/api/games/{game['id']}").json()
        assert (page["black"]["name"]["en"], page["you"]) == ("alice", None)
        assert code(guest.get("/api/programs/games/nothing/csa")) == "not_found"
        assert code(guest.get("/api/programs/days/yesterday")) == "not_found"
        assert code(guest.get("/api/programs/days/2026-13-45")) == "not_found"


def rated(guest: Guest) -> dict[str, Any]:
    """The table when the game has been rated, which follows its end."""
    for _ in range(600):
        view: dict[str, Any] = guest.get("/api/programs").json()
        if view["programs"]:
            return view
        time.sleep(0.05)
    raise AssertionError("the game was not rated")
