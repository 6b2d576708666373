"""Title matches on the server: the winner of the league challenges, draws are replayed, seasons follow."""

from __future__ import annotations

from typing import Any

from tests.server.conftest import code
from tests.server.tournaments.people import Club, Person

SHUFFLE = ("4i4h", "6a6b", "4h4i", "6b6a")
"""Gold moves that come back to the same position."""


def league_won_by_second(arbiter: Person, first: Person, second: Person) -> str:
    league = arbiter.create(system="round-robin", clock={"main_ms": 600000})
    for player in (first, second):
        player.do(league, "join")
    arbiter.do(league, "pair")
    game = arbiter.see(league)["rounds"][0]["games"][0]
    arbiter.do(league, "result", round=1, board=1, result="black" if game["black"] == 2 else "white")
    arbiter.do(league, "finish")
    return league


def play_a_repetition(game: str, black: Person, white: Person) -> None:
    with black.connect() as one, white.connect() as other:
        one.subscribe(game)
        other.subscribe(game)
        for number, move in enumerate(SHUFFLE * 3):
            socket = (one, other)[number % 2]
            socket.until(lambda state, n=number: len(state["moves"]) >= n)  # type: ignore[misc]
            assert socket.ask("move", usi=move)["type"] == "done"
        one.until(lambda state: state["status"] == "finished")


def only_game(view: dict[str, Any], number: int) -> dict[str, Any]:
    game: dict[str, Any] = view["rounds"][number - 1]["games"][0]
    return game


def test_a_repetition_is_replayed_with_colours_reversed_in_the_remaining_time(club: Club) -> None:
    arbiter, holder, other = club.person("Chief"), club.person("First"), club.person("Second")
    league = league_won_by_second(arbiter, holder, other)
    match = arbiter.create(
        system="title-match", rounds=3, title="Meijin", qualifier=league, clock={"main_ms": 600000}
    )
    assert code(other.ask(match, "join")) == "no_entries"
    assert code(arbiter.ask(match, "challenger")) == "event_refused"
    arbiter.do(match, "add", account="First")
    view = arbiter.do(match, "challenger")
    assert [player["account"] for player in view["players"]] == ["First", "Second"]
    assert (view["title"]["name"], view["title"]["games_to_win"]) == ("Meijin", 2)
    arbiter.do(match, "pair")
    drawn = only_game(arbiter.do(match, "start"), 1)
    black, white = (holder, other) if drawn["black"] == 1 else (other, holder)
    play_a_repetition(drawn["game"], black, white)

    replayed = only_game(arbiter.see(match), 1)
    assert (replayed["black"], replayed["white"]) == (drawn["white"], drawn["black"])
    assert (replayed["replays"], replayed["result"], replayed["playing"]) == (1, None, True)
    assert replayed["game"] != drawn["game"]
    seen = black.get(f"/api/games/{replayed['game']}").json()
    assert seen["you"] == "white"
    spent = black.get(f"/api/games/{drawn['game']}").json()["clocks"]["black"]["remaining_ms"]
    assert seen["clocks"]["white"]["remaining_ms"] == spent

    holder.resign(replayed["game"], other)
    view = arbiter.see(match)
    winner = "black" if replayed["black"] == 2 else "white"
    assert only_game(view, 1)["result"] == winner
    arbiter.do(match, "pair")
    second = only_game(arbiter.do(match, "start"), 2)
    assert second["black"] == drawn["white"], "the next game has the colours that it would have had"
    holder.resign(second["game"], other)
    assert arbiter.see(match)["decided"] is True
    assert code(arbiter.ask(match, "pair")) == "event_refused"
    log = arbiter.get(f"/api/events/{match}/log").json()["entries"]
    assert any("sennichite" in entry["text"]["en"] and entry["by"]["en"] == "Server" for entry in log)


def test_the_winner_is_challenged_in_the_next_season(club: Club) -> None:
    arbiter, first, second = club.person("Chief"), club.person("First"), club.person("Second")
    league = league_won_by_second(arbiter, first, second)
    match = arbiter.create(
        system="title-match", rounds=1, title="Meijin", online=False, vacant=True, qualifier=league
    )
    view = arbiter.do(match, "challenger")
    assert [player["name"] for player in view["players"]] == ["Second", "First"]
    assert code(arbiter.post("/api/events", {"name": "2028", "previous": match})) == "event_refused"
    game = only_game(arbiter.do(match, "pair"), 1)
    assert only_game(arbiter.do(match, "sennichite", round=1, board=1), 1)["black"] == game["white"]
    arbiter.do(match, "result", round=1, board=1, result="draw")
    game = only_game(arbiter.do(match, "pair"), 2)
    arbiter.do(match, "result", round=2, board=1, result="black" if game["black"] == 1 else "white")
    title = arbiter.do(match, "finish")["title"]
    assert (title["holder_next"], title["can_go_on"]) == ("Second", True)

    assert code(first.post("/api/events", {"name": "2028", "previous": match})) == "not_arbiter"
    following = arbiter.create(name="2028", previous=match)
    view = arbiter.see(following)
    assert [(player["name"], player["account"]) for player in view["players"]] == [("Second", "Second")]
    assert view["title"]["vacant"] is False
    assert [(season["name"], season["score"], season["winner"]) for season in view["title"]["seasons"]] == [
        ("Club Cup", "1-0", "Second"),
        ("2028", "", ""),
    ]
    assert view["title"]["seasons"][0]["qualifier"] == league
    assert arbiter.see(match)["title"]["can_go_on"] is False
    assert code(arbiter.post("/api/events", {"name": "Twice", "previous": match})) == "event_refused"


def test_a_match_that_cannot_be_played_is_refused(club: Club) -> None:
    arbiter = club.person("Chief")
    for wrong in ({"rounds": 4}, {"rounds": 7, "handicaps": "by-rank"}):
        answer = arbiter.post("/api/events", {"name": "Match", "system": "title-match", **wrong})
        assert code(answer) == "event_refused"
    nowhere = {"name": "Match", "system": "title-match", "rounds": 3, "qualifier": "nowhere"}
    assert code(arbiter.post("/api/events", nowhere)) == "not_found"
    nowhere = {"name": "Match", "system": "title-match", "rounds": 3, "previous": "nowhere"}
    assert code(arbiter.post("/api/events", nowhere)) == "not_found"


def test_the_arbiter_sets_the_colours_of_a_game_and_they_go_on_from_a_replay(club: Club) -> None:
    arbiter, holder = club.person("Chief"), club.person("First")
    match = arbiter.create(system="title-match", rounds=3, after_replay="exchanged", online=False)
    arbiter.do(match, "add", account="First")
    arbiter.do(match, "add", name="Second")
    game = only_game(arbiter.do(match, "pair"), 1)
    given = {"round": 1, "board": 1, "black": game["white"]}
    assert code(holder.ask(match, "colors", **given)) == "not_arbiter"
    game = only_game(arbiter.do(match, "colors", **given), 1)
    assert game["black"] == given["black"]
    assert code(arbiter.ask(match, "colors", **given)) == "event_refused"
    log = arbiter.get(f"/api/events/{match}/log").json()["entries"]
    name = ("First", "Second")[game["black"] - 1]
    assert log[0]["text"] == {
        "en": f"Game 1: {name} was given Black.",
        "ja": f"第1局：{name}さんを先手に指定",
    }
    arbiter.do(match, "sennichite", round=1, board=1)
    refused = arbiter.ask(match, "colors", round=1, board=1, black=game["black"])
    assert code(refused) == "event_refused", "the game has begun"
    arbiter.do(match, "result", round=1, board=1, result="black")
    assert only_game(arbiter.do(match, "pair"), 2)["black"] == game["black"]
    swiss = arbiter.create(online=False)
    refused = arbiter.ask(swiss, "colors", round=1, board=1, black=1)
    assert "番勝負でのみ使えます" in refused.json()["error"]["message"]["ja"]
