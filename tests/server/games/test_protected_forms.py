"""A protected position is refused by every call that helps, in every form in which it can be written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from litestar.testing import TestClient

from komadai import STARTPOS, Board
from komadai.kifu import Game
from komadai.server import wire_text
from komadai.server.http import openapi
from komadai.server.http.calls import body_type
from komadai.server.records import to_wire
from tests.server.conftest import Guest, begin_two, code
from tests.server.games.bots import Bot, listening
from tests.server.games.openings import OPENING, play_opening

BOARD = Board(f"startpos moves {' '.join(OPENING)}")
"""The position of the protected game, after the moves that are free."""
SFEN = BOARD.sfen()


def link(sfen: str) -> str:
    return "https://lishogi.org/analysis/" + sfen.replace(" ", "_")


def sides_exchanged() -> str:
    return BOARD.mirror().sfen()


def one_line(*moves: str) -> str:
    return f"startpos moves {' '.join([*OPENING, *moves])}"


FORMS: dict[str, str] = {
    "an SFEN": SFEN,
    "an SFEN with another number": SFEN.rpartition(" ")[0] + " 77",
    "an SFEN without a number": SFEN.rpartition(" ")[0],
    "sfen …": f"sfen {SFEN}",
    "position sfen …": f"position sfen {SFEN}",
    "position sfen … moves …": f"position sfen {SFEN} moves 2f2e",
    "startpos moves …": one_line(),
    "position startpos moves …": f"position {one_line()}",
    "with a move of the game's next": one_line("2f2e"),
    "on the way to another position": one_line("2f2e", "9c9d", "2e2d"),
    "underscores in place of blanks": one_line().replace(" ", "_"),
    "with blanks around it": f"  {SFEN}\n",
    "a link": link(SFEN),
    "rotated with the colours exchanged": sides_exchanged(),
    "rotated, as a position command": f"position sfen {sides_exchanged()} moves",
    "left and right exchanged": BOARD.mirror_files().sfen(),
    "rotated, left and right exchanged": BOARD.mirror().mirror_files().sfen(),
}
"""The texts that `Board` reads as the protected position, or as one from which it is known."""

CALLS: dict[str, Callable[[str], Any]] = {
    "/api/analysis/jobs": lambda text: {"engines": ["good"], "start_sfen": text},
    "/api/analysis/brinkmate": lambda text: {"sfen": text},
    "/api/thinking/jobs": lambda text: {"sfen": text, "modes": ["full-width"]},
    "/api/tsume/jobs": lambda text: {"kind": "solve", "sfen": text, "seconds": 1},
    "/api/tsume/step": lambda text: {"sfen": text},
    "/api/explorer": lambda text: {"database": "here", "sfen": text},
    "/api/explorer/like": lambda text: {"database": "here", "start_sfen": text, "moves": []},
    "/api/coach": lambda text: {"start_sfen": text, "moves": []},
    "/api/reviews/jobs": lambda text: {"record": {"start_sfen": text, "nodes": [{}]}, "nodes": 1000},
    "/api/games": lambda text: {"side": "black", "engine": "good", "sfen": text},
}
"""The calls that help, each with the body for a position. Those of variants are below."""
QUERIES = ("/api/variants/{name}/hints", "/api/variants/{name}/values")
PATTERNS = ("/api/explorer/pattern",)


@pytest.fixture(scope="module")
def players(client: TestClient[Any]) -> tuple[Guest, Guest]:
    """The players of the protected game, which is played by correspondence."""
    black, white = Guest(client), Guest(client)
    play_opening(black, white, begin_two(black, white, days=3), range(len(OPENING)))
    return black, white


@pytest.mark.parametrize("form", FORMS)
def test_no_call_helps_its_players(players: tuple[Guest, Guest], form: str) -> None:
    for guest in players:
        for path, body in CALLS.items():
            answer = guest.post(path, body(FORMS[form]))
            assert (answer.status_code, code(answer)) == (403, "playing"), path


def test_others_may_ask(client: TestClient[Any], players: tuple[Guest, Guest]) -> None:
    assert Guest(client).post("/api/coach", CALLS["/api/coach"](SFEN)).status_code == 200


def test_its_players_may_ask_about_another_position(players: tuple[Guest, Guest]) -> None:
    before = f"startpos moves {' '.join(OPENING[:11])}"
    for text in (before, Board(before).sfen(), STARTPOS, "startpos"):
        assert players[0].post("/api/coach", CALLS["/api/coach"](text)).status_code == 200


def test_the_first_moves_of_a_game_are_free(client: TestClient[Any]) -> None:
    black, white = Guest(client), Guest(client)
    game_id = begin_two(black, white, days=3)
    play_opening(black, white, game_id, range(11))
    before = f"startpos moves {' '.join(OPENING[:11])}"
    assert white.post("/api/coach", CALLS["/api/coach"](before)).status_code == 200
    play_opening(black, white, game_id, range(11, 12))
    assert code(white.post("/api/coach", CALLS["/api/coach"](one_line()))) == "playing"


def rows(board: Board, empty: str) -> str:
    """The board as nine rows of a pattern."""
    pieces = board.piece_map()
    return "\n".join(
        " ".join(str(pieces.get(file * 9 + rank, empty)) for file in range(8, -1, -1)) for rank in range(9)
    )


def pattern_of(guest: Guest, text: str) -> Any:
    return guest.post("/api/explorer/pattern", {"database": "here", "pattern": text})


@pytest.mark.parametrize("flags", ["", "\nturn: black", "\nboth sides: yes", "\nmirror: yes\nplies: 300-400"])
@pytest.mark.parametrize("empty", ["_", "."])
def test_it_cannot_be_searched_for_as_nine_rows(players: tuple[Guest, Guest], empty: str, flags: str) -> None:
    boards = (BOARD, BOARD.mirror(), BOARD.mirror_files())
    for board in boards if "turn" not in flags else (BOARD,):
        answer = pattern_of(players[0], rows(board, empty) + flags)
        assert (answer.status_code, code(answer)) == (403, "playing")


def test_nor_as_most_of_the_nine_rows(players: tuple[Guest, Guest]) -> None:
    lines = rows(BOARD, "_").splitlines()
    most = [*lines[:6], *[" ".join("." * 9)] * 3]
    assert code(pattern_of(players[0], "\n".join(most))) == "playing"
    empty = [" ".join("_" if cell == "_" else "." for cell in line.split()) for line in lines]
    assert code(pattern_of(players[0], "\n".join(empty))) == "playing"


def test_a_castle_of_the_game_can_be_searched_for(
    client: TestClient[Any], players: tuple[Guest, Guest]
) -> None:
    wild = [" ".join("." * 9)] * 6
    castle = "\n".join([*wild, *(f"{line[:7]} . . . . ." for line in rows(BOARD, ".").splitlines()[6:])])
    assert pattern_of(players[0], castle).status_code == pattern_of(Guest(client), castle).status_code == 200


def record(*moves: str, **more: Any) -> Any:
    """A record on the wire with these moves after one another."""
    nodes = [{"parent": None}, *({"parent": at, "usi": usi} for at, usi in enumerate(moves))]
    return {"record": {"nodes": nodes, **more}, "nodes": 1000}


def test_a_record_of_the_game_is_not_reviewed(players: tuple[Guest, Guest]) -> None:
    for guest in players:
        assert code(guest.post("/api/reviews/jobs", record(*OPENING))) == "playing"
        assert code(guest.post("/api/reviews/jobs", record(*OPENING, "2f2e", "9c9d"))) == "playing"


def test_nor_one_that_begins_after_some_of_its_moves(players: tuple[Guest, Guest]) -> None:
    start = f"startpos moves {' '.join(OPENING[:6])}"
    assert code(players[0].post("/api/reviews/jobs", record(*OPENING[6:], start_sfen=start))) == "playing"


def test_nor_one_that_has_it_in_a_variation(players: tuple[Guest, Guest]) -> None:
    asked = record("2g2f", "8c8d")
    nodes = asked["record"]["nodes"]
    for usi in OPENING:
        nodes.append({"parent": len(nodes) - 1 if usi != OPENING[0] else 0, "usi": usi})
    assert code(players[0].post("/api/reviews/jobs", asked)) == "playing"


def test_nor_one_that_reaches_it_by_an_illegal_move(players: tuple[Guest, Guest]) -> None:
    before = Board(SFEN)
    before.set_turn(before.turn.opponent)
    before.set_piece("5d", before.piece_at("5c"))
    before.set_piece("5c", None)
    asked = record("5d5c", start_sfen=before.sfen())
    assert code(players[0].post("/api/reviews/jobs", asked)) == "playing"


def test_nor_one_whose_sides_are_exchanged(players: tuple[Guest, Guest]) -> None:
    moves = [move.mirror().usi() for move in BOARD.history]
    asked = record(*moves, start_sfen=Board().mirror().sfen())
    assert code(players[0].post("/api/reviews/jobs", asked)) == "playing"


@pytest.mark.parametrize("format", ["kif", "csa", "usi"])
def test_a_file_of_the_game_can_be_read_but_is_not_reviewed(
    client: TestClient[Any], players: tuple[Guest, Guest], format: str
) -> None:
    game = Game()
    game.extend(BOARD.history)
    made = players[0].post(
        "/api/records/write",
        {"record": wire_text.decode(wire_text.encode(to_wire.record(game)), dict), "format": format},
    )
    assert made.status_code == 200, made.text
    read = client.post("/api/records/read", content=made.content, headers=players[0].headers())
    assert read.status_code == 200, read.text
    asked = {"record": read.json()["games"][0], "nodes": 1000}
    assert code(players[0].post("/api/reviews/jobs", asked)) == "playing"


def test_a_chapter_of_the_game_can_be_written_but_is_not_analysed(players: tuple[Guest, Guest]) -> None:
    made = players[0].post("/api/studies", {"name": "ours", "record": record(*OPENING)["record"]})
    assert made.status_code == 201, made.text
    with players[0].connect() as page:
        page.session.send_json(
            {"type": "subscribe", "id": "1", "topic": {"type": "chapter", "id": made.json()["chapter"]}}
        )
        while (message := page.receive())["type"] != "chapter":
            pass
    chapter = message["chapter"]
    moves = [node["usi"] for node in chapter["nodes"] if node["usi"]]
    analysis = {"engines": ["good"], "start_sfen": chapter["start_sfen"], "moves": moves}
    assert code(players[0].post("/api/analysis/jobs", analysis)) == "playing"
    review = {"record": {"start_sfen": chapter["start_sfen"], "nodes": record(*moves)["record"]["nodes"]}}
    assert code(players[0].post("/api/reviews/jobs", review)) == "playing"


def test_a_line_through_a_protected_position_has_no_proverbs(client: TestClient[Any]) -> None:
    player, start = Guest(client), "4k4/9/9/9/5n3/9/9/9/4K4 b S 1"
    begin_two(player, Guest(client), days=3, sfen=start)
    line = {"start_sfen": f"sfen {start}", "moves": ["S*4f"]}
    found = [guest.post("/api/names", line).json() for guest in (player, Guest(client))]
    assert found[0]["names"] == found[1]["names"]
    assert (found[0]["proverbs"] == [], found[1]["proverbs"] == []) == (True, False)


@pytest.mark.parametrize("form", FORMS)
def test_no_bot_plays_on_from_it(client: TestClient[Any], players: tuple[Guest, Guest], form: str) -> None:
    bot = Bot(client)
    with listening(bot):
        ask = {"to": bot.name, "sfen": FORMS[form], "side": "white"}
        assert code(players[0].post("/api/challenges", ask)) == "playing"


def test_no_rematch_with_the_computer_begins_from_it(client: TestClient[Any]) -> None:
    player, start = Guest(client), "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
    before = player.begin(sfen=start)
    with player.open(before) as page:
        assert page.ask("move", usi="G*5b")["type"] == "done"
        page.until(lambda game: game["status"] == "finished")
    begin_two(player, Guest(client), days=3, sfen=start)
    assert code(player.post(f"/api/games/{before}/rematch")) == "playing"


def test_the_position_of_a_variant_is_refused_in_every_image(client: TestClient[Any]) -> None:
    sfen = "1lg/1c1/1C1/ELG b e 1"
    rotated = "gle/1c1/1C1/GL1 w E 1"
    mirrored = "gl1/1c1/1C1/GLE b e 1"
    player = Guest(client)
    begin_two(player, Guest(client), days=3, variant="dobutsu", sfen=sfen)
    for text in (sfen, rotated, mirrored, sfen.rpartition(" ")[0], f" {sfen}"):
        for path in ("hints", "values"):
            asked = f"/api/variants/dobutsu/{path}?sfen={quote(text)}"
            assert code(player.get(asked)) == "playing", text
        against = {"side": "black", "variant": "dobutsu", "engine": "good", "sfen": text}
        assert code(player.post("/api/games", against)) == "playing", text
    assert code(player.get("/api/variants/dobutsu/values?sfen=x")) != "playing"


def test_a_shogi_position_is_refused_under_the_name_of_a_variant_on_its_board(
    players: tuple[Guest, Guest],
) -> None:
    against = {"side": "black", "variant": "check-shogi", "engine": "good", "sfen": SFEN}
    assert code(players[0].post("/api/games", against)) == "playing"


def test_every_call_with_a_position_that_helps_is_tested(client: TestClient[Any]) -> None:
    helping = set()
    for path, _, handler in openapi.calls(client.app.routes):
        if handler.opt.get("helps") and ("query" in handler.opt or body_type(handler) is not bytes):
            helping.add(path)
    without_position = {path for path in helping if path.endswith(("/stop", "/files/{kind}", "/review"))}
    assert helping - without_position == {*CALLS, *QUERIES, *PATTERNS} - {"/api/games"}


def test_what_is_checked_is_what_the_call_gets(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check decodes the body as the type that the handler names, and so does the handler."""
    calls = openapi.calls(client.app.routes)
    named = {path: body_type(handler) for path, method, handler in calls if method == "POST"}
    decode = wire_text.decode
    kinds: list[Any] = []

    def recorded(message: bytes | str, kind: type) -> Any:
        kinds.append(kind)
        return decode(message, kind)

    monkeypatch.setattr(wire_text, "decode", recorded)
    guest = Guest(client)
    bodies = {path: body("nonsense") for path, body in CALLS.items()}
    bodies["/api/explorer/pattern"] = {"database": "x", "pattern": "nonsense"}
    for path, body in bodies.items():
        kinds.clear()
        assert guest.post(path, body).status_code in (400, 404), path
        assert kinds == [named[path]], path
