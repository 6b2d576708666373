"""Numbers in records that are negative or beyond 64 bits: the record is read or refused, nothing fails."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from tests.server.conftest import Guest
from tests.server.sample_values import SFEN

POSITION = SFEN.removesuffix(" 1")
KIF = "手合割：平手\n手数----指手---------消費時間--\n"
RECORDS = {
    "kif times": KIF + "{0} ７六歩(77) ({0}:{0}/{0}:{0}:{0})\n",
    "kif analysis": KIF
    + "1 ７六歩(77) (0:01/0:00:01)\n** 解析 時間 {0} 深さ {0}/{0} ノード数 {0} 評価値 {0}\n",
    "kif mate": KIF + "1 ７六歩(77) (0:01/0:00:01)\n**解析 0 ○ 評価値 +詰 {0} 読み筋 △３四歩\n",
    "csa time": "V2.2\nPI\n+\n+7776FU,T{0}\n'** {0} -3334FU\n",
    "csa clock": "V3.0\n$TIME:{0}+{0}+{0}\nPI\n+\n+7776FU\nT{0}\n",
    "sfen": f"sfen {POSITION} {{0}} moves 7g7f",
    "usi": f"position sfen {POSITION} {{0}} moves 7g7f",
    "jkf": '{{"header":{{}},"moves":[{{}},{{"move":{{"color":{0},"from":{{"x":{0},"y":{0}}},'
    '"to":{{"x":7,"y":6}},"piece":"FU"}},"time":{{"now":{{"h":{0},"m":{0},"s":{0}}}}}}}]}}',
}
NUMBERS = (2**31, 2**53, 2**63 - 1, 2**63, 10**30, 10**400, -1, -(2**63) - 1)


@pytest.fixture(autouse=True)
def nothing_fails_inside(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    caplog.set_level(logging.ERROR, "komadai")
    yield
    assert caplog.records == []


@pytest.mark.parametrize("kind", RECORDS)
def test_a_number_in_a_record_makes_no_call_fail(guest: Guest, kind: str) -> None:
    for number in NUMBERS:
        body = RECORDS[kind].format(number).encode()
        read = guest.client.post("/api/records/read", content=body, headers=guest.headers())
        assert read.status_code in (200, 422), (number, read.text)
        for record in read.json().get("games", ()):
            for format in ("kif", "csa", "jkf", "usi"):
                written = guest.post("/api/records/write", {"record": record, "format": format})
                assert written.status_code in (200, 400), (number, format, written.text)
