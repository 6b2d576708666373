"""An event as a whole: its log, its file, claims, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from komadai import tournaments
from komadai.tournaments import EventError, EventFile, table
from tests.tournaments.players import event, play, refusal


def test_the_log_replays_to_the_same_event(tmp_path: Path) -> None:
    created = tournaments.Created(at=1, settings=tournaments.Settings(name="Cup", rounds=2))
    file = EventFile.create(tmp_path / "cup.event", created)
    for name in ("Wada", "Oyama", "Masuda", "木村"):
        file.add(file.event.enter(name, at=2, rank=tournaments.read_rank("3 dan"), club="Kita"))
    file.add(file.event.pair(at=3))
    file.add(file.event.enter_result(1, 1, "black", at=4))
    file.add(file.event.withdraw(4, at=5, reason="ill"))
    again = EventFile.open(tmp_path / "cup.event")
    assert again.event == file.event
    assert again.log == file.log


def test_a_damaged_file_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "cup.event"
    EventFile.create(path, tournaments.Created(at=0, settings=tournaments.Settings(name="Cup")))
    path.write_text(path.read_text() + '{"type":"resulted","at":0,"round":1,"board":1,"result":"black"}\n')
    with pytest.raises(EventError, match="line 2") as error:
        EventFile.open(path)
    assert refusal(error.value) == "event-file-damaged"
    path.write_text("not an event")
    with pytest.raises(EventError, match="line 1"):
        EventFile.open(path)
    path.write_text("")
    with pytest.raises(EventError, match="line 1"):
        EventFile.open(path)


def test_a_file_is_not_created_over_another(tmp_path: Path) -> None:
    created = tournaments.Created(at=0, settings=tournaments.Settings(name="Cup"))
    EventFile.create(tmp_path / "cup.event", created)
    with pytest.raises(EventError) as error:
        EventFile.create(tmp_path / "cup.event", created)
    assert refusal(error.value) == "event-file-exists"


def test_the_arbiter_hears_a_claim_once() -> None:
    made = event(2)
    play(made)
    made.apply(made.claim(1, 1, 2, "two pawns on the third file", at=0))
    made.apply(made.rule(1, True, "seen in the record", at=0))
    assert made.claims[0].accepted is True
    with pytest.raises(EventError) as error:
        made.rule(1, False, "", at=0)
    assert refusal(error.value) == "event-no-claim"


def test_an_infraction_found_later_loses_unless_the_opponent_has_resigned_meanwhile() -> None:
    made = event(2)
    made.apply(made.pair(at=0))
    black, white = made.game(1, 1).players
    made.apply(made.enter_result(1, 1, "black", resigned=True, at=0))
    with pytest.raises(EventError) as error:
        made.claim(1, 1, white, "two pawns on the third file", infraction=True, at=0)
    assert refusal(error.value) == "event-resigned"
    # The winner's claim changes nothing, and a claim about something else is heard.
    made.apply(made.claim(1, 1, black, "he moved twice", infraction=True, at=0))
    assert made.penalty(1, at=0) is None
    made.apply(made.claim(1, 1, white, "it was a draw", at=0))
    assert made.penalty(2, at=0) is None

    made.apply(made.enter_result(1, 1, None, at=0))
    made.apply(made.enter_result(1, 1, "black", at=0))  # by mate, say
    made.apply(made.claim(1, 1, white, "two pawns on the third file", infraction=True, at=0))
    assert made.claims[-1].late
    penalty = made.penalty(3, at=0)
    assert penalty is not None
    made.apply(penalty)
    assert made.game(1, 1).result == "white"


def test_an_infraction_pointed_out_before_the_resignation_still_loses() -> None:
    made = event(2)
    made.apply(made.pair(at=0))
    black, _ = made.game(1, 1).players
    made.apply(made.claim(1, 1, black, "a touched piece was put back", infraction=True, at=0))
    made.apply(made.enter_result(1, 1, "white", resigned=True, at=0))
    penalty = made.penalty(1, at=0)
    assert penalty is not None
    assert (penalty.result, penalty.before) == ("black", "white")


def test_nobody_claims_for_others_or_without_words() -> None:
    made = event(4)
    play(made)
    stranger = next(player for player in made.players if player not in made.game(1, 1).players)
    with pytest.raises(EventError) as error:
        made.claim(1, 1, stranger, "wrong", at=0)
    assert refusal(error.value) == "event-not-in-game"
    with pytest.raises(EventError) as error:
        made.claim(1, 1, made.game(1, 1).players[0], "  ", at=0)
    assert refusal(error.value) == "event-no-text"


def test_a_third_person_points_out_an_infraction_where_the_event_allows_it() -> None:
    made = event(2, third_persons=True)
    made.apply(made.pair(at=0))
    black, white = made.game(1, 1).players
    act = made.point_out(1, 1, black, " two pawns on the third file ", at=0)
    made.apply(act)
    assert tournaments.decode_act(tournaments.encode_act(act)) == act
    claim = made.claims[0]
    assert (claim.player, claim.infraction, claim.third_person) == (white, True, True)
    assert claim.text == "two pawns on the third file"
    with pytest.raises(EventError) as error:
        made.point_out(1, 1, black, "I saw it, too", at=0)
    assert refusal(error.value) == "event-claimed-already"
    penalty = made.penalty(1, at=0)
    assert penalty is not None
    assert penalty.result == "white"
    made.apply(made.rule(1, False, "there was one pawn", at=0))
    made.apply(made.point_out(1, 1, black, "he did not follow the ruling", at=0))
    with pytest.raises(EventError) as error:
        made.point_out(1, 1, 3, "he moved twice", at=0)
    assert refusal(error.value) == "event-no-player"


def test_a_third_person_changes_nothing_after_a_resignation_or_where_only_players_claim() -> None:
    made = event(2, third_persons=True)
    made.apply(made.pair(at=0))
    black, white = made.game(1, 1).players
    made.apply(made.enter_result(1, 1, "black", resigned=True, at=0))
    with pytest.raises(EventError) as error:
        made.point_out(1, 1, black, "two pawns on the third file", at=0)
    assert refusal(error.value) == "event-resigned"
    made.apply(made.point_out(1, 1, white, "he moved twice", at=0))
    strict = event(2)
    play(strict)
    with pytest.raises(EventError) as error:
        strict.point_out(1, 1, 1, "two pawns on the third file", at=0)
    assert refusal(error.value) == "event-players-claim"


def test_a_finished_event_changes_only_after_it_was_opened_again() -> None:
    made = event(2, rounds=1)
    play(made)
    made.apply(made.finish(at=0))
    with pytest.raises(EventError) as error:
        made.enter_result(1, 1, "draw", at=0)
    assert refusal(error.value) == "event-finished"
    made.apply(made.reopen(at=0))
    made.apply(made.enter_result(1, 1, "draw", at=0))
    assert made.score(1) == 0.5


def test_names_are_unique_and_not_empty() -> None:
    made = event(1)
    for name, code in (("p1", "event-name-taken"), (" ", "event-no-name")):
        with pytest.raises(EventError) as error:
            made.enter(name, at=0)
        assert refusal(error.value) == code


def test_one_player_is_no_event() -> None:
    with pytest.raises(EventError) as error:
        event(1).pair(at=0)
    assert refusal(error.value) == "event-too-few"


@pytest.mark.parametrize("system", ["swiss", "round-robin", "knockout", "title-match"])
def test_when_all_have_left_no_round_is_paired_and_the_event_can_be_finished(system: str) -> None:
    made = event(2 if system == "title-match" else 4, system)
    made.apply(made.pair(at=0))
    for player in made.players:
        made.apply(made.withdraw(player, at=0))
    with pytest.raises(EventError) as error:
        made.pair(at=0)
    assert refusal(error.value) == "event-too-few-left"
    made.apply(made.finish(at=0))
    assert len(made.rounds) == 1


def test_without_winners_a_knockout_has_no_final() -> None:
    made = event(4, "knockout")
    play(made, {1: "neither", 2: "neither"})
    with pytest.raises(EventError) as error:
        made.pair(at=0)
    assert refusal(error.value) == "event-too-few-left"


def test_who_comes_back_is_paired_again() -> None:
    made = event(4)
    made.apply(made.withdraw(4, at=0))
    play(made)
    made.apply(made.come_back(4, at=0))
    play(made)
    assert made.rounds[0].game_of(4) is None
    assert made.rounds[1].game_of(4) is not None


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ("3 kyu", -3),
        ("12k", -12),
        ("１級", -1),
        ("初段", 0),
        ("二段", 1),
        ("4d", 3),
        ("5 dan", 4),
        ("", None),
    ],
)
def test_ranks_are_read_in_both_languages(text: str, grade: int | None) -> None:
    assert tournaments.read_rank(text) == grade


def test_other_words_are_no_ranks() -> None:
    for text in ("strong", "0 dan", "99k", "meijin"):
        with pytest.raises(EventError) as error:
            tournaments.read_rank(text)
        assert refusal(error.value) == "event-bad-rank"


def test_an_event_of_a_variant_has_no_handicaps() -> None:
    tori = tournaments.Settings(name="Cup", variant="tori")
    tournaments.check_settings(tori)
    assert event(4, variant="tori").settings.variant == "tori"
    with pytest.raises(EventError) as error:
        tournaments.check_settings(tournaments.Settings(name="Cup", variant="tori", handicaps="by-rank"))
    assert refusal(error.value) == "event-variant-handicaps"


@pytest.mark.parametrize(("scale", "ranks"), [("amateur", ["5 dan", "3 kyu"]), ("fesa", ["4 dan", "4 kyu"])])
def test_a_rating_has_the_rank_of_the_events_table(scale: str, ranks: list[str]) -> None:
    """2100 is 5 dan among lishogi's amateurs and 4 dan of FESA, 1300 is 3 kyu and 4 kyu."""
    made = event(0, "round-robin", scale=scale)
    for rating in (2100, 1300):
        made.apply(made.enter(f"R{rating}", at=0, rating=rating))
    assert [each["rank"] for each in tournaments.as_json(made)["players"]] == ranks
    assert [row[4] for row in table.rows(made)] == ranks


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("meet", "event-only-arena"),
        ("challenge", "event-only-ladder"),
        ("want", "event-only-league"),
        ("accept", "event-only-simul"),
        ("play_again", "event-only-match"),
        ("set_colors", "event-only-match"),
    ],
)
def test_a_command_of_another_kind_is_refused(command: str, code: str) -> None:
    with pytest.raises(EventError) as error:
        getattr(event(4, "round-robin"), command)(1, 1, at=0)
    assert refusal(error.value) == code
    with pytest.raises(AttributeError, match="nothing"):
        getattr(event(4), "nothing")  # noqa: B009
