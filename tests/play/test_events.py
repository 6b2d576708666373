"""Stored events: logs of earlier versions are read, and every event is written as it was read."""

from __future__ import annotations

import msgspec
import pytest

from komadai import BLACK, WHITE, Color, Move, Outcome, Termination
from komadai.play import events as ev
from komadai.play.boards import read_move
from komadai.play.errors import CommandError
from komadai.play.events import decode_event, encode_event
from komadai.play.game import replay

LOG = """\
{"type":"created","at":1000,"side":"furigoma","engine":"komadai","level":3,"handicap":"even","start_sfen":\
"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1","clock":{"main_ms":60000,\
"byoyomi_ms":10000,"periods":3,"increment_ms":0},"impasse":"27-point","illegal":"lose","take_back":true}
{"type":"thrown","at":1000,"pawns":[true,true,false,true,false]}
{"type":"resumed","at":2000}
{"type":"moved","at":3500,"usi":"7g7f","ms":1500}
{"type":"paused","at":4000}
{"type":"resumed","at":9000}
{"type":"moved","at":9500,"usi":"3c3d","ms":1000}
{"type":"taken_back","at":10000,"color":"black","plies":2}
{"type":"moved","at":10500,"usi":"2g2f","ms":500}
{"type":"moved","at":11000,"usi":"8c8d","ms":500}
{"type":"illegal","at":12000,"color":"black","usi":"P*2d","infraction":"not_in_hand"}
{"type":"ended","at":12000,"winner":"white","termination":"illegal_move","infraction":"not_in_hand","failed":[]}
"""
THROWS = """\
{"type":"thrown","at":1000,"pawns":[true,true,false,null,false]}
{"type":"thrown","at":1000,"pawns":[false,null,false,true,true]}
{"type":"thrown","at":1000,"pawns":[false,null,false,null,true]}
{"type":"thrown_on_side","at":1000,"pawns":[false,null,false,null,true]}
"""
SETTINGS = """\
{"type":"touch_move","at":1}
{"type":"recorded","at":1}
{"type":"correspondence","at":1,"days":3}
{"type":"two_persons","at":1,"first_move_ms":30000}
{"type":"professional_rules","at":1,"replay_draws":true}
{"type":"times_kept","at":1,"clock":[{"main_ms":60000,"periods":1},{"main_ms":5000,"periods":3}]}
{"type":"times_kept","at":1,"clock":[{"main_ms":1,"periods":1},{"main_ms":5,"periods":3}],"of_draw":false}
{"type":"program_rules","at":1,"unit_ms":1000,"least_ms":0}
"""
ENDINGS = """\
{"type":"resigned","at":1,"color":"white"}
{"type":"declared","at":1,"color":"black"}
{"type":"time_given","at":1,"color":"black","ms":15000}
{"type":"adjourned","at":1}
{"type":"sealed","at":1,"color":"black","usi":"7g7f","ms":1500,"lag_ms":20}
{"type":"opened","at":1,"usi":"7g7f"}
{"type":"planned","at":1,"color":"white","lines":[["7g7f","3c3d"],["2g2f","8c8d","2f2e","8d8e"]]}
{"type":"rested","at":1,"color":"black","until":86400001}
{"type":"offered","at":1,"color":"black","offer":"take_back"}
{"type":"declined","at":1,"color":"white","offer":"take_back"}
{"type":"claimed","at":1,"color":"white"}
{"type":"flagged","at":1,"color":"black"}
{"type":"interrupted","at":1,"reason":"engine_failed"}
{"type":"ended","at":1,"winner":null,"termination":"sennichite","infraction":null,"failed":["points"]}
"""


def test_a_log_of_the_first_version_is_read() -> None:
    game = replay(decode_event(line) for line in LOG.splitlines())
    assert game.board.usi_position() == "startpos moves 2g2f 8c8d"
    assert str(game.outcome) == "White wins: Black’s illegal move: the piece is not in hand"
    assert game.human is not None
    assert game.human.key == "black"
    assert game.clock is not None
    assert game.clock.remaining_ms(game.human, 12_000) == 60_000 + 3 * 10_000 - 1_500 - 500 - 500 - 1_000


@pytest.mark.parametrize(
    ("side", "players", "colors", "human"),
    [
        ("black", (ev.Person(), ev.EnginePlayer("komadai", 3)), "fixed", BLACK),
        ("white", (ev.EnginePlayer("komadai", 3), ev.Person()), "fixed", WHITE),
        ("furigoma", (ev.Person(), ev.EnginePlayer("komadai", 3)), "furigoma", None),
    ],
)
def test_a_game_of_the_first_version_is_one_of_a_person_and_an_engine(
    side: str, players: tuple[ev.Participant, ev.Participant], colors: str, human: Color | None
) -> None:
    created = decode_event(LOG.splitlines()[0].replace('"furigoma"', f'"{side}"'))
    assert isinstance(created, ev.Created)
    assert (created.players, created.colors, created.max_moves) == (players, colors, None)
    assert created.engine == ev.EnginePlayer("komadai", 3)
    game = replay([created])
    assert game.human == human
    assert decode_event(encode_event(created)) == created


def test_two_persons_or_two_programs_can_play() -> None:
    first = decode_event(LOG.splitlines()[0])
    assert isinstance(first, ev.Created)
    for players in ((ev.Person(), ev.Person()), (ev.ProgramPlayer("a"), ev.ProgramPlayer("b"))):
        created = msgspec.structs.replace(first, players=players, colors="fixed")
        assert decode_event(encode_event(created)) == created
        game = replay([created])
        assert (game.player(BLACK), game.player(WHITE)) == players
        assert not game.engines_turn


def test_games_of_earlier_versions_are_standard_shogi() -> None:
    first = decode_event(LOG.splitlines()[0])
    assert isinstance(first, ev.Created)
    assert first.variant == "shogi"
    older = encode_event(first).replace(',"variant":"shogi"', "")
    assert "variant" not in older
    assert decode_event(older) == first


def test_a_game_of_a_variant_is_played_by_its_rules_and_read_back_from_its_log() -> None:
    first = decode_event(LOG.splitlines()[0])
    assert isinstance(first, ev.Created)
    created = msgspec.structs.replace(
        first,
        players=(ev.Person(), ev.Person()),
        colors="fixed",
        clock=None,
        impasse="none",
        variant="chu",
        start_sfen="6k5/12/12/p11/6p5/6N5/12/12/12/12/12/6K5 b - 1",
    )
    log: list[ev.Event] = [created, ev.Resumed(at=created.at)]
    game = replay(log)
    assert game.both_human
    for event in game.move(BLACK, read_move(game.board, "6f6e"), 2000):
        game.apply(event)
        log.append(event)
    for usi in ("12d12e", "6e6c"):
        for event in game.move(game.turn, read_move(game.board, usi), 3000):
            game.apply(event)
            log.append(event)
    again = replay([decode_event(encode_event(event)) for event in log])
    assert again.board.sfen() == game.board.sfen()
    assert [played.move.usi() for played in again.moves] == [played.move.usi() for played in game.moves]
    assert again.outcome is None
    with pytest.raises(CommandError, match="cannot_declare"):
        game.declare(game.turn, 4000)


def test_the_move_limit_ends_the_game_in_a_draw() -> None:
    first = decode_event(LOG.splitlines()[0])
    assert isinstance(first, ev.Created)
    game = replay(
        [msgspec.structs.replace(first, colors="fixed", clock=None, max_moves=2), ev.Resumed(at=1000)]
    )
    for usi in ("7g7f", "3c3d"):
        for event in game.move(game.turn, Move.from_usi(usi), 2000):
            game.apply(event)
    assert game.outcome == Outcome(None, Termination.MOVE_LIMIT)


@pytest.mark.parametrize("line", (LOG + THROWS + SETTINGS + ENDINGS).splitlines()[1:])
def test_every_event_is_written_as_it_was(line: str) -> None:
    assert encode_event(decode_event(line)) == line


def test_every_kind_is_among_them() -> None:
    kinds = {type(decode_event(line)) for line in (LOG + THROWS + SETTINGS + ENDINGS).splitlines()}
    assert kinds == set(ev.Event.__args__)
