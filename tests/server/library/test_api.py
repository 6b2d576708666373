"""The reading room over HTTP: the same for everybody, with and without a session."""

from __future__ import annotations

from komadai.study import library
from tests.server.conftest import Guest, code


def test_the_glossary_has_all_terms_with_their_positions(guest: Guest) -> None:
    terms = guest.get("/api/reading/glossary").json()["terms"]
    assert [term["id"] for term in terms] == [term.id for term in library.terms()]
    mate = next(term for term in terms if term["id"] == "tsumeshogi")
    assert [move["usi"] for move in mate["example"]["moves"]] == ["R*1b", "1a1b", "3d2d"]
    assert mate["example"]["moves"][0]["check"]


def test_the_room_names_the_documents_of_its_facts(guest: Guest) -> None:
    room = guest.get("/api/reading").json()
    assert room["timeline"]
    assert all(set(event["sources"]) <= set(room["sources"]) for event in room["timeline"])
    assert {figure["id"] for figure in room["figures"]} >= {"branching", "length", "draws"}


def test_the_world_and_the_links_name_their_documents_and_years(guest: Guest) -> None:
    room = guest.get("/api/reading").json()
    assert {section["id"] for section in room["world"]} >= {"arrival", "professionals", "disagreements"}
    entries = [entry for section in room["world"] for entry in section["entries"]]
    links = [link for group in room["links"] for link in group["links"]]
    assert all(each["sources"] and set(each["sources"]) <= set(room["sources"]) for each in entries + links)
    assert all(link["as_of"]["en"] and link["as_of"]["ja"] for link in links)
    assert "https://lishogi.org/" in {link["address"] for link in links}


def test_a_famous_game_is_told_with_its_moves(guest: Guest) -> None:
    game = guest.get("/api/reading/games/wada-amano-1834").json()
    moves = game["example"]["moves"]
    assert (len(moves), moves[0]["text"]["japanese"]) == (114, "▲7六歩")
    told = guest.get("/api/reading/games/nakahara-kato-1982").json()
    assert told["example"] is None
    assert code(guest.get("/api/reading/games/unknown")) == "not_found"


def test_a_handicap_game_is_written_by_the_giver_first(guest: Guest) -> None:
    game = guest.get("/api/reading/games/hobara-ito-1756").json()
    first = game["example"]["moves"][0]
    assert (first["color"], first["text"]["japanese"]) == ("white", "△6二銀")


def test_a_lesson_leads_to_its_terms(guest: Guest) -> None:
    lesson = guest.get("/api/lessons/nifu").json()
    assert [term["id"] for term in lesson["terms"]] == ["nifu"]


def test_a_name_in_a_record_leads_to_its_term(guest: Guest) -> None:
    moves = ["7g7f", "3c3d", "6g6f", "8c8d", "2h6h"]
    names = guest.post("/api/names", {"moves": moves}).json()["names"]
    assert "shikenbisha" in {name["term"] for name in names}


def test_games_are_measured_with_their_results(guest: Guest) -> None:
    for collection in guest.get("/api/thinking/measured").json()["collections"]:
        assert 0 < collection["draws"] + collection["decided"] <= collection["games"]
        assert all(0 < each["black_wins"] < each["games"] for each in collection["first_moves"])
