"""Claims of infractions in games that are played on the server."""

from __future__ import annotations

from tests.server.conftest import code
from tests.server.tournaments.clocks import CLOCK
from tests.server.tournaments.people import Club, Person
from tests.server.tournaments.teams import enter


def paired(club: Club) -> tuple[Person, dict[str, Person], str, str]:
    """An event of two accounts whose game has begun: the arbiter, the players by colour, event and game."""
    arbiter, wada, oyama = club.person("Chief"), club.person("Wada"), club.person("Oyama")
    event = arbiter.create(clock=CLOCK)
    wada.do(event, "join")
    oyama.do(event, "join")
    arbiter.do(event, "pair")
    (game,) = arbiter.do(event, "start")["rounds"][0]["games"]
    black, white = (wada, oyama) if game["black"] == 1 else (oyama, wada)
    return arbiter, {"black": black, "white": white}, event, game["game"]


def test_who_has_resigned_can_no_longer_claim_an_infraction(club: Club) -> None:
    arbiter, player, event, game = paired(club)
    player["black"].resign(game, player["white"])
    infraction = {"round": 1, "board": 1, "text": "he had help", "infraction": True}
    refused = player["black"].ask(event, "claim", **infraction)
    assert code(refused) == "event_refused"
    assert "resigned" in refused.text
    assert arbiter.see(event)["claims"] == []
    view = player["white"].do(event, "claim", **infraction)
    assert [(claim["infraction"], claim["late"]) for claim in view["claims"]] == [(True, True)]


def test_an_accepted_infraction_ends_the_running_game_and_enters_its_result(club: Club) -> None:
    arbiter, player, event, game = paired(club)
    with player["black"].open(game) as first, player["white"].open(game) as second:
        assert first.ask("move", usi="7g7f")["type"] == "done"
        second.until(lambda state: len(state["moves"]) == 1)
        assert second.ask("move", usi="3c3d")["type"] == "done"
        player["white"].do(event, "claim", round=1, board=1, text="he moved twice", infraction=True)
        view = arbiter.do(event, "rule", claim=1, accepted=True, text="I saw it")
        ended = first.until(lambda state: state["status"] == "finished")
    assert ended["result"]["winner"] == "white"
    assert ended["result"]["termination"] == "illegal_move"
    assert view["rounds"][0]["games"][0]["result"] == "white"
    assert [(claim["accepted"], claim["answer"]) for claim in view["claims"]] == [(True, "I saw it")]
    log = [entry["text"]["en"] for entry in arbiter.get(f"/api/events/{event}/log").json()["entries"]]
    assert any("he moved twice" in line for line in log)
    record = player["black"].get(f"/api/games/{game}/record?format=kif").content.decode("utf-8")
    assert "まで2手で先手の反則負け" in record
    assert arbiter.see(event)["rounds"][0]["games"][0]["playing"] is False


def test_a_refused_claim_changes_nothing(club: Club) -> None:
    arbiter, player, event, _ = paired(club)
    player["white"].do(event, "claim", round=1, board=1, text="he moved twice", infraction=True)
    view = arbiter.do(event, "rule", claim=1, accepted=False, text="he did not")
    (shown,) = view["rounds"][0]["games"]
    assert (shown["result"], shown["playing"]) == (None, True)
    assert code(arbiter.ask(event, "rule", claim=1, accepted=True)) == "event_refused"


def test_a_member_of_a_team_claims_on_their_board(club: Club) -> None:
    arbiter, wada, masuda, habu = (club.person(name) for name in ("Chief", "Wada", "Masuda", "Habu"))
    event = arbiter.create(system="round-robin", boards=2, clock=CLOCK)
    enter(arbiter, event, "Kita", wada, "By letter")
    enter(arbiter, event, "Minami", masuda, habu)
    arbiter.do(event, "pair")
    arbiter.do(event, "start")
    said = {"round": 1, "board": 1, "text": "two moves at once", "infraction": True}
    assert code(habu.ask(event, "claim", seat=1, **said)) == "not_arbiter", "that is not his board"
    assert code(wada.ask(event, "claim", seat=1, player=2, **said)) == "not_arbiter"
    assert code(arbiter.ask(event, "claim", player=1, **said)) == "event_refused", "which board?"
    assert [claim["seat"] for claim in wada.do(event, "claim", seat=1, **said)["claims"]] == [1]
    assert masuda.see(event)["claims"] != []
    assert habu.see(event)["claims"] == []
    (match,) = arbiter.do(event, "rule", claim=1, accepted=True)["rounds"][0]["games"]
    board = match["boards"][0]
    assert board[board["result"]] == "Wada"
    assert match["result"] is None, "the second board is not over"


def test_a_third_person_claims_an_infraction_where_the_event_allows_it(club: Club) -> None:
    arbiter, wada, oyama, seen_by = (club.person(name) for name in ("Chief", "Wada", "Oyama", "Masuda"))
    said = {"round": 1, "board": 1, "text": "two pawns on the third file"}
    for allowed in (False, True):
        event = arbiter.create(clock=CLOCK, third_persons=allowed)
        wada.do(event, "join")
        oyama.do(event, "join")
        arbiter.do(event, "pair")
        (game,) = arbiter.do(event, "start")["rounds"][0]["games"]
        assert seen_by.see(event)["points_out"] is allowed
        refused = seen_by.ask(event, "claim", **said)
        assert code(refused) == "not_arbiter", "a claim of one's own needs a game of one's own"
        if not allowed:
            refused = seen_by.ask(event, "claim", against=game["black"], **said)
            assert code(refused) == "event_refused"
            assert (
                "この大会では、反則を申し立てられるのは対局者だけです"
                in refused.json()["error"]["message"]["ja"]
            )
    black, white = (wada, oyama) if game["black"] == 1 else (oyama, wada)
    assert code(white.ask(event, "claim", against=game["black"], **said)) == "not_arbiter"
    view = seen_by.do(event, "claim", against=game["black"], **said)
    assert code(seen_by.ask(event, "claim", against=game["black"], **said)) == "event_refused"
    (claim,) = view["claims"]
    assert (claim["player"], claim["against"], claim["by"]["en"]) == (game["white"], game["black"], "Masuda")
    for person in (arbiter, black, white, seen_by):
        assert person.see(event)["claims"] == [claim]
    assert club.person("Habu").see(event)["claims"] == []
    view = arbiter.do(event, "rule", claim=1, accepted=True, text="the record shows it")
    assert view["rounds"][0]["games"][0]["result"] == "white"
    log = [entry["text"]["en"] for entry in arbiter.get(f"/api/events/{event}/log").json()["entries"]]
    name = view["players"][game["black"] - 1]["name"]
    assert f"Round 1, board 1: a third person pointed out an infraction of {name} (claim 1)." in log


def test_the_name_of_a_third_person_is_read_from_the_log(club: Club) -> None:
    arbiter, seen_by = club.person("Chief"), club.person("Masuda")
    event = arbiter.create(online=False, third_persons=True)
    for name in ("Wada", "Oyama"):
        arbiter.do(event, "add", name=name)
    arbiter.do(event, "pair")
    seen_by.do(event, "claim", round=1, board=1, against=1, text="he did not follow the ruling")
    club.client.app.state.tournaments._loaded.clear()  # as after a restart of the server
    assert [claim["by"]["en"] for claim in seen_by.see(event)["claims"]] == ["Masuda"]
