"""Every sample in tests/data/records is read as in its index: a file for each special case of a format."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from komadai import STARTPOS, kifu
from komadai.kifu import FORMATS, Report
from komadai.kifu.reading.encoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.kifu import Game, Node

RECORDS = Path(__file__).parents[2] / "data" / "records"
INDEX: dict[str, Any] = json.loads((RECORDS / "index.json").read_text("utf-8"))


def line(node: Node) -> str:
    """The moves from here on; variations in brackets follow the move that they replace."""
    words = []
    while node.children:
        first, *others = node.children
        words.append(str(first.move))
        words += [f"({' '.join(filter(None, [str(other.move), line(other)]))})" for other in others]
        node = first
    return " ".join(words)


def nodes(node: Node) -> Iterator[Node]:
    """The node and all below it, main line first."""
    yield node
    for child in node.children:
        yield from nodes(child)


def told(game: Game) -> dict[str, Any]:
    """A game in the form of the index; absent parts are left out."""
    ending, all_nodes = game.end.ending, list(nodes(game.root))
    everything = {
        "moves": line(game.root),
        "start": game.sfen if game.sfen != STARTPOS else None,
        "headers": game.headers,
        "outcome": str(ending.outcome) if ending and ending.outcome else None,
        "word": ending.word if ending else None,
        "times": [node.time_ms for node in game.main_line()]
        if any(node.time_ms is not None for node in all_nodes)
        else None,
        "end_time": ending.time_ms if ending else None,
        "comments": [node.comment for node in all_nodes if node.comment]
        + ([ending.comment] if ending and ending.comment else []),
        "bookmarks": [node.bookmark for node in all_nodes if node.bookmark],
        "analyses": [
            [
                each.centipawns,
                each.mate,
                " ".join(map(str, each.line)),
                each.depth,
                each.nodes,
                each.time_ms,
                each.engine,
            ]
            for node in all_nodes
            for each in node.analyses
        ],
        "warnings": [f"line {each.line}: {each.message}: {each.text}" for each in game.warnings],
    }
    return {
        key: value
        for key, value in everything.items()
        if key == "moves" or (value is not None and value not in ("", [], {}))
    }


@pytest.mark.parametrize("name", INDEX)
def test_a_sample_is_read_as_in_the_index(name: str) -> None:
    data, expected = (RECORDS / name).read_bytes(), INDEX[name]
    text, encoding = decode(data, Report())
    assert encoding == expected["encoding"]
    assert kifu.detect(text) == expected["format"]
    assert [told(game) for game in kifu.read_all(data)] == expected["games"]


@pytest.mark.parametrize("name", [name for name, each in INDEX.items() if FORMATS[each["format"]].can_write])
def test_a_sample_written_in_its_own_format_loses_nothing(name: str) -> None:
    form = "csa3" if "version3" in name else INDEX[name]["format"]
    for game in kifu.read_all(RECORDS / name):
        text = kifu.write(game, form)
        # USI, USEN and Western text hold little more than moves.
        if form not in ("usi", "usen", "western-text") and "fraction" not in INDEX[name]["shows"]:
            assert kifu.losses(game, text, form.removesuffix("3")) == []
        again = kifu.read(text)
        assert kifu.write(again, form) == text


def test_every_sample_is_in_the_index() -> None:
    assert {path.name for path in RECORDS.iterdir()} == {"index.json", *INDEX}


def test_all_samples_are_found_in_archives_too() -> None:
    names = [name for name in INDEX if not name.endswith(".txt")]
    expected = sum(len(INDEX[name]["games"]) for name in names)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.write(RECORDS / name, f"folder/{name}")
    tarred = io.BytesIO()
    with tarfile.open(fileobj=tarred, mode="w:gz") as archive:
        for name in names:
            archive.add(RECORDS / name, name)
    from komadai.kifu.scan import unpacked

    for stream in (packed, tarred):
        stream.seek(0)
        found = [data for _, data in unpacked("archive", io.BufferedReader(io.BytesIO(stream.read())))]
        games = [game for data in found if isinstance(data, bytes) for game in kifu.read_all(data)]
        assert len(games) == expected
