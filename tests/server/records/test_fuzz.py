"""Random records get an answer or an error, and never cause a failure of the server."""

from __future__ import annotations

import gzip
import json
import logging
import random
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient

from komadai import kifu
from komadai.server.records.export import KINDS
from tests.kifu.trees import random_tree
from tests.server.anything import ANYTHING
from tests.server.conftest import Guest

RELAXED = settings(max_examples=120, suppress_health_check=list(HealthCheck))
WRITTEN = [kind for kind in KINDS.values() if kind.format]


@st.composite
def damaged_records(draw: st.DrawFn) -> bytes:
    """A record of some format with pieces cut out, doubled, or replaced."""
    kind = draw(st.sampled_from(WRITTEN))
    game = random_tree(draw(st.integers(0, 40)), plies=20)
    data = bytearray(kifu.write(game, kind.format or "").encode(kind.encoding, "replace"))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 12)))
        data[start:end] = draw(st.binary(max_size=6) | st.just(bytes(data[start:end]) * 3))
    return gzip.compress(bytes(data)) if draw(st.booleans()) and draw(st.booleans()) else bytes(data)


MOVES = st.sampled_from(["7g7f", "3c3d", "8h2b+", "2g2f", "P*5e", "5i5h", "8h8g", "1a1a", "zz"])
WORDS = st.fixed_dictionaries({"en": st.text(max_size=5), "ja": st.text(max_size=5)})
NUMBERS = st.none() | st.integers(-(10**17), 10**17) | st.integers(0, 100_000)
ENDINGS = st.fixed_dictionaries(
    {},
    optional={
        "result": st.none()
        | st.fixed_dictionaries(
            {"termination": st.sampled_from(["resignation", "illegal_move", "try", "sennichite", "x"])},
            optional={
                "winner": st.sampled_from(["black", "white", None]),
                "infraction": st.sampled_from(["nifu", "other", None, "x"]),
                "failed": st.lists(st.text(max_size=9), max_size=3),
                "text": WORDS,
            },
        ),
        "word": st.text(max_size=9) | st.sampled_from(["封じ手", "%MATTA", "７六歩"]),
        "ms": NUMBERS,
        "total_ms": NUMBERS,
        "comment": st.text(max_size=20),
    },
)
ANALYSES = st.fixed_dictionaries(
    {},
    optional={
        "centipawns": NUMBERS,
        "mate": NUMBERS,
        "depth": NUMBERS,
        "nodes": NUMBERS,
        "ms": NUMBERS,
        "engine": st.text(max_size=9),
        "written": st.text(max_size=20),
        "line": st.lists(MOVES, max_size=5),
    },
)
NODES = st.fixed_dictionaries(
    {"parent": st.integers(0, 9), "usi": MOVES},
    optional={
        "comment": st.text(max_size=30),
        "bookmark": st.text(max_size=9),
        "ms": NUMBERS,
        "total_ms": NUMBERS,
        "analyses": st.lists(ANALYSES, max_size=2),
        "ending": ENDINGS | st.none(),
    },
)
ROOTS = st.fixed_dictionaries({}, optional={"comment": st.text(max_size=9), "ending": ENDINGS})
SFENS = st.text("lnsgkrbpLNSGKRBP+123456789/ bw-", max_size=80) | st.sampled_from(
    ["startpos", "9/9/9/9/9/9/9/9/9 b - 1", "4k4/9/9/9/9/9/P8/P8/4K4 w 18p 300", "8R/9/9/9/9/9/9/9/9 b - 0"]
)
HEADERS = st.lists(
    st.fixed_dictionaries(
        {
            "name": st.sampled_from(["black", "started", "#", "手合割", "N+", "変化"]) | st.text(max_size=9),
            "value": st.text(max_size=20),
        }
    ),
    max_size=4,
)
RECORDS = st.fixed_dictionaries(
    {"nodes": st.tuples(ROOTS, st.lists(NODES, max_size=9)).map(lambda parts: [parts[0], *parts[1]])},
    optional={"headers": HEADERS, "start_sfen": SFENS},
)


@pytest.fixture(autouse=True)
def nothing_fails_inside(caplog: pytest.LogCaptureFixture) -> Any:
    caplog.set_level(logging.ERROR, "komadai")
    yield
    assert caplog.records == []


@RELAXED
@given(raw=damaged_records() | st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
def test_bytes_are_read_or_refused(client: TestClient[Any], raw: bytes) -> None:
    guest = Guest(client)
    answer = client.post("/api/records/read", content=raw, headers=guest.headers())
    assert answer.status_code in (200, 413, 422), answer.text
    for record in answer.json().get("games", []):
        again = guest.post("/api/records/write", {"record": record, "format": "kif"})
        assert again.status_code == 200, again.text


@RELAXED
@given(record=RECORDS | ANYTHING, format=st.sampled_from([*KINDS, "x"]), node=st.none() | st.integers(-1, 9))
def test_a_tree_is_written_or_refused(
    client: TestClient[Any], record: Any, format: str, node: int | None
) -> None:
    body = json.dumps({"record": record, "format": format, "node": node})
    guest = Guest(client)
    answer = client.post("/api/records/write", content=body, headers=guest.headers())
    assert answer.status_code in (200, 400, 413), answer.text
    if answer.status_code == 200:
        assert isinstance(json.loads(answer.headers["x-komadai-losses"]), list)
    else:
        assert answer.json()["error"]["message"]["ja"]


@RELAXED
@given(
    ask=ANYTHING
    | st.fixed_dictionaries(
        {"sfen": SFENS},
        optional={
            "previous": MOVES | st.none(),
            "play": MOVES,
            "typed": st.text(max_size=12) | st.sampled_from(["76fu", "同銀"]),
            "illegal": st.sampled_from(["refuse", "keep"]),
            "line": st.lists(MOVES, max_size=6),
        },
    )
)
def test_a_position_is_answered_or_refused(client: TestClient[Any], ask: Any) -> None:
    answer = client.post("/api/positions", content=json.dumps(ask), headers=Guest(client).headers())
    assert answer.status_code in (200, 400, 409), answer.text


def test_a_lone_surrogate_causes_no_failure(client: TestClient[Any]) -> None:
    guest = Guest(client)
    broken = '{"header": {"先手": "\\ud800"}, "moves": [{"comments": ["\\udfff"]}]}'
    answer = client.post("/api/records/read", content=broken.encode(), headers=guest.headers())
    assert answer.status_code == 200
    body = b'{"record": {"nodes": [{"comment": "\\ud800"}]}, "format": "kif"}'
    answer = client.post("/api/records/write", content=body, headers=guest.headers())
    assert answer.status_code in (200, 400)


@pytest.mark.parametrize("seed", range(30))
def test_any_board_full_of_pieces_has_its_legal_moves(client: TestClient[Any], seed: int) -> None:
    chance = random.Random(seed)
    letters = chance.choice(["RBGSrbgs", "RrKk", "PpLlNn", "RBGSNLPKrbgsnlpk"])
    squares = [chance.choice(["", "+"]) + chance.choice(letters) for _ in range(81)]
    squares = [each if each[-1] not in "KkGg" else each[-1] for each in squares]
    squares = [each if chance.random() < chance.choice([0.2, 1]) else "1" for each in squares]
    ranks = ["".join(squares[rank * 9 : rank * 9 + 9]) for rank in range(9)]
    board = re.sub("1+", lambda empty: str(len(empty[0])), "/".join(ranks))
    sfen = f"{board} {chance.choice('bw')} {chance.choice(['-', '18R18B18G18S18N18L18P'])} 1"
    answer = Guest(client).post("/api/positions", {"sfen": sfen})
    assert answer.status_code == 200, answer.text
