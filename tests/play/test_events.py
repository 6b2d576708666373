"""The log's text is for ever: games written by the first version must always be read."""

from __future__ import annotations

import pytest

from komadai.play import events as ev
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
ENDINGS = """\
{"type":"resigned","at":1,"color":"white"}
{"type":"declared","at":1,"color":"black"}
{"type":"flagged","at":1,"color":"black"}
{"type":"interrupted","at":1,"reason":"engine_failed"}
{"type":"ended","at":1,"winner":null,"termination":"sennichite","infraction":null,"failed":["points"]}
"""


def test_a_log_of_the_first_version_is_read() -> None:
    game = replay(decode_event(line) for line in LOG.splitlines())
    assert game.board.usi_position() == "startpos moves 2g2f 8c8d"
    assert str(game.outcome) == "White wins: Black’s illegal move: the piece is not in hand"
    assert game.person is not None
    assert game.person.key == "black"
    assert game.clock is not None
    assert game.clock.remaining_ms(game.person, 12_000) == 60_000 + 3 * 10_000 - 1_500 - 500 - 500 - 1_000


@pytest.mark.parametrize("line", (LOG + ENDINGS).splitlines())
def test_every_event_is_written_as_it_was(line: str) -> None:
    assert encode_event(decode_event(line)) == line


def test_every_kind_is_among_them() -> None:
    kinds = {type(decode_event(line)) for line in (LOG + ENDINGS).splitlines()}
    assert kinds == set(ev.Event.__args__)
