"""After a game of two persons: both go over it on one board, spectators watch, either may decline."""

from __future__ import annotations

from typing import Any

from litestar.testing import TestClient

from tests.server.conftest import Guest, begin_two, code
from tests.server.studies.going_over import go_over, played
from tests.server.studies.studies import Study, register, together


def test_both_players_write_on_one_board_whose_first_line_is_the_game(client: TestClient[Any]) -> None:
    black, white, game_id = played(client)
    first, second = together(lambda: go_over(black, game_id), lambda: go_over(white, game_id))
    assert first.json() == second.json()
    mine = Study(black, first.json())
    theirs = mine.of(white)
    with mine.page() as page, theirs.page() as other:
        assert [node["usi"] for node in page.chapter["nodes"]] == [None, "7g7f", "3c3d"]
        assert page.chapter["nodes"][2]["ending"]["result"]["termination"] == "resignation"
        assert page.chapter["fixed"]
        node = theirs.do("add", node=1, usi="8c8d")
        assert page.until(4)[1]["children"] == [2, node]
        assert code(mine.ask("delete", node=2)) == "fixed"
        names = {person["color"]: person for person in other.people}
        assert names["white"]["you"]
        assert names["black"]["here"]
        assert names["black"]["name"] == {"en": "Black", "ja": "先手"}


def test_the_record_names_accounts_and_leaves_the_word_for_a_guest_to_the_readers_language(
    client: TestClient[Any],
) -> None:
    black, white, game_id = played(client)
    register(black, "st_aoki")
    record = Study(white, go_over(white, game_id).json()).seen()
    names = {header["name"]: header["value"] for header in record["headers"]}
    assert names["black"] == "st_aoki"
    assert "white" not in names


def test_where_one_goes_is_shown_to_the_other_and_to_those_who_watch(client: TestClient[Any]) -> None:
    black, white, game_id = played(client)
    mine = Study(black, go_over(black, game_id).json())
    watcher = Guest(client)

    def look(guest: Guest, node: int, **more: bool) -> Any:
        return guest.post(f"/api/studies/{game_id}/chapters/{game_id}/look", {"node": node, **more})

    with mine.of(white).page() as page, mine.of(watcher).page() as other:
        for follows in (False, True):
            assert look(black, 2, follows=follows).status_code == 200
            for each in (page, other):
                message = each.socket.receive()
                while message["type"] != "chapter_look":
                    message = each.socket.receive()
                by = next(person["key"] for person in each.people if person["color"] == "black")
                assert (message["node"], message["by"], message["follows"]) == (2, by, follows)
    assert look(black, 99).status_code == 200, "a node that has just gone is no error"
    assert code(look(watcher, 1)) == "cannot_write"


def test_spectators_watch_and_do_not_write(client: TestClient[Any]) -> None:
    black, _, game_id = played(client)
    watcher = Guest(client)
    seen = Study(watcher, go_over(watcher, game_id).json())
    assert seen.view.json()["game"] == game_id
    assert seen.view.json()["can_write"] is False
    assert code(seen.ask("add", node=0, usi="2g2f")) == "cannot_write"
    assert seen.of(black).do("add", node=0, usi="2g2f")
    assert seen.of(black).view.json()["mine"]


def test_either_player_may_decline_and_still_come_later(client: TestClient[Any]) -> None:
    black, white, game_id = played(client)
    mine = Study(black, go_over(black, game_id).json())
    with mine.page() as page:
        assert white.post(f"/api/games/{game_id}/study/decline", {}).status_code == 200
        while not any(person["declined"] for person in page.people):
            page.socket.receive()
        with mine.of(white).page():
            while any(person["declined"] for person in page.people):
                page.socket.receive()
    assert code(Guest(client).post(f"/api/games/{game_id}/study/decline", {})) == "not_yours"


def test_only_finished_games_of_two_persons_are_gone_over(client: TestClient[Any]) -> None:
    black, white = Guest(client), Guest(client)
    with_computer = black.begin()
    running = begin_two(black, white)
    assert code(go_over(black, running)) == "playing"
    assert code(go_over(black, with_computer)) == "not_found"
    assert code(go_over(black, "2" * 12)) == "not_found"


def test_a_private_game_is_gone_over_in_private(client: TestClient[Any]) -> None:
    _, white, game_id = played(client, visibility="private")
    stranger = Guest(client)
    assert code(go_over(stranger, game_id)) == "not_found"
    assert code(stranger.post(f"/api/games/{game_id}/study/decline", {})) == "not_found"
    study = Study(white, go_over(white, game_id).json())
    assert code(study.of(stranger).view) == "not_found"
    study.do("add", node=0, usi="2g2f")


def test_a_game_of_a_variant_is_gone_over_by_its_rules(client: TestClient[Any]) -> None:
    black, white = Guest(client), Guest(client)
    game_id = begin_two(black, white, variant="minishogi")
    with black.open(game_id) as socket, white.open(game_id):
        assert socket.ask("resign")["type"] == "done"
    study = Study(black, go_over(black, game_id).json())
    assert study.seen()["variant"] == "minishogi"
    assert code(study.ask("add", node=0, usi="9i9h")) == "unreadable_move"
    game = black.get(f"/api/games/{game_id}").json()
    assert game["status"] == "finished"
