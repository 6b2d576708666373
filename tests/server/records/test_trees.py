"""A game converted to wire types and back is the same; an invalid record is refused with its field."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any

import msgspec
import pytest

from komadai import Board, Color, Move, Termination
from komadai.kifu import Analysis, Ending, Game, Node
from komadai.server import wire_text
from komadai.server.errors import ApiError
from komadai.server.positions.position import Position
from komadai.server.records import from_wire, to_wire
from komadai.server.records import wire as wr
from komadai.server.records.export import KINDS
from komadai.server.records.export import write as write_file
from tests.kifu.trees import random_tree, shape
from tests.server.records.trees import chain


def through_the_wire(game: Game) -> Game:
    sent = wire_text.encode(to_wire.record(game))
    received, _ = from_wire.game_of(wire_text.decode(sent, wr.GameRecord))
    assert isinstance(received, Game)
    return received


def full_tree(seed: int) -> Game:
    """A random tree with analyses, clock totals and odd header names as well."""
    game = random_tree(seed, whole_seconds=False)
    chance = random.Random(seed)
    game.headers |= {"#": "二行の\n注記", "a：b": "  ", "日本語 \U0001f600": "\U0001f600"}
    waiting = [game.root]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        node.total_ms = chance.choice([None, 0, 12_345])
        if node.ending is not None:
            node.ending.total_ms = chance.choice([None, 99])
        legal = list(game.board(node).legal_moves)
        for _ in range(chance.choice([0, 0, 1, 2])):
            node.analyses.append(
                Analysis(
                    centipawns=chance.choice([None, 0, -1234]),
                    mate=chance.choice([None, 7, -3]),
                    line=tuple(chance.sample(legal, k=min(len(legal), 3))),
                    depth=chance.choice([None, 24]),
                    nodes=chance.choice([None, 2**40]),
                    engine=chance.choice(["", "水匠5"]),
                    time_ms=chance.choice([None, 1500]),
                    text=chance.choice(["", "#評価値=12\n#候補2"]),
                )
            )
    return game


def written_text(game: Game) -> list[str]:
    texts = []
    waiting = [game.root]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        texts += [analysis.text for analysis in node.analyses]
    return texts


@pytest.mark.parametrize("seed", range(60))
def test_a_game_converted_to_the_wire_and_back_is_the_same(seed: int) -> None:
    game = full_tree(seed)
    again = through_the_wire(game)
    assert shape(again) == shape(game)
    assert [*again.headers] == [*game.headers]
    assert written_text(again) == written_text(game)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_a_game_from_the_wire_is_written_like_the_original(seed: int, kind: str) -> None:
    game = random_tree(seed)
    assert write_file(through_the_wire(game), KINDS[kind]) == write_file(game, KINDS[kind])


def test_the_wire_types_have_every_field_of_a_game() -> None:
    """A new field in the library needs a field here, or the page loses it."""
    assert {field.name for field in fields(Analysis)} == {
        "centipawns", "mate", "mating", "line", "depth", "nodes", "engine", "time_ms", "text",
    }  # fmt: skip
    assert {name.lstrip("_") for name in Ending.__slots__} == {
        "outcome", "word", "time_ms", "total_ms", "comment",
    }  # fmt: skip
    assert {name for name in vars(Node) if not name.startswith("_")} == {
        "add", "analyses", "bookmark", "children", "comment", "ending", "main_line", "move", "moves",
        "outcome", "outcome_ms", "parent", "path", "ply", "time_ms", "total_ms", "variations",
    }  # fmt: skip


def test_a_mate_of_unknown_length_is_preserved() -> None:
    game = Game()
    game.root.add(Move.from_usi("7g7f")).analyses = [Analysis(mating=side) for side in Color]
    assert shape(through_the_wire(game)) == shape(game)


def test_illegal_moves_are_marked_and_preserved() -> None:
    game = Game()
    node = game.root.add(Move.from_usi("7g7f")).add(Move.from_usi("3c3d")).add(Move.from_usi("5g5e"))
    node.add(Move.from_usi("4c4d"))
    record = to_wire.record(game)
    assert [each.illegal and each.illegal.key for each in record.nodes] == [
        None, None, None, "wrong_movement", None,
    ]  # fmt: skip
    illegal = record.nodes[3].illegal
    assert illegal is not None
    assert illegal.text.ja == "動けないマスへの移動"
    assert shape(through_the_wire(game)) == shape(game)


def test_nodes_are_listed_depth_first() -> None:
    game = Game()
    first = game.root.add(Move.from_usi("7g7f"))
    game.root.add(Move.from_usi("2g2f"))
    first.add(Move.from_usi("3c3d")).add(Move.from_usi("2g2f"))
    first.add(Move.from_usi("8c8d"))
    nodes = to_wire.record(game).nodes
    assert [(each.parent, each.usi) for each in nodes] == [
        (None, None), (0, "7g7f"), (1, "3c3d"), (2, "2g2f"), (1, "8c8d"), (0, "2g2f"),
    ]  # fmt: skip
    assert [each.sfen.split()[1] for each in nodes] == ["b", "w", "b", "w", "b", "w"]


def test_the_sides_of_a_handicap_are_uwate_and_shitate() -> None:
    record = to_wire.record(Game(Board.handicap("rook").sfen(), {"black": "x"}))
    assert record.handicap == "rook"
    assert record.headers[0].label is not None
    assert record.headers[0].label.ja == "下手"


def refused(record: dict[str, Any]) -> ApiError:
    with pytest.raises(ApiError) as caught:
        from_wire.game_of(wire_text.decode(msgspec.json.encode(record), wr.GameRecord))
    message = caught.value.text
    assert message.en
    assert message.ja != message.en
    return caught.value


@pytest.mark.parametrize(
    ("nodes", "field"),
    [
        ([], "record.nodes"),
        ([{"usi": "7g7f"}], "record.nodes"),
        ([{"parent": 0}], "record.nodes"),
        ([{}, {"parent": 1, "usi": "7g7f"}], "record.nodes[1].parent"),
        ([{}, {"parent": 2, "usi": "7g7f"}, {"parent": 1, "usi": "3c3d"}], "record.nodes[1].parent"),
        ([{}, {"usi": "7g7f"}], "record.nodes[1].parent"),
        ([{}, {"parent": 0}], "record.nodes[1].usi"),
        ([{}, {"parent": 0, "usi": "7g7z"}], "record.nodes[1].usi"),
        ([{}, {"parent": 0, "usi": "7g7f"}, {"parent": 1, "usi": "5e5d"}], "record.nodes[2].usi"),
        ([{}, {"parent": 0, "usi": "P*5e"}], "record.nodes[1].usi"),
        ([{"analyses": [{"line": ["?"]}]}], "record.nodes[0].analyses[0].line"),
        ([{"ending": {"result": {"termination": "vibes"}}}], "record.nodes[0].ending.result"),
        (
            [{"ending": {"result": {"termination": "illegal_move", "infraction": "x"}}}],
            "record.nodes[0].ending.result",
        ),
    ],
)
def test_an_invalid_tree_is_refused_with_the_field(nodes: list[dict[str, Any]], field: str) -> None:
    refusal = refused({"nodes": nodes})
    assert (refusal.code, refusal.field) == ("invalid", field)


def test_a_header_needs_a_name_and_occurs_once() -> None:
    twice = [{"name": "black", "value": "a"}, {"name": "black", "value": "b"}]
    assert refused({"nodes": [{}], "headers": twice}).field == "record.headers[1].name"
    assert refused({"nodes": [{}], "headers": [{"name": "", "value": ""}]}).field == "record.headers[0].name"
    many = [{"name": str(number), "value": ""} for number in range(201)]
    assert refused({"nodes": [{}], "headers": many}).field == "record.headers"


def test_a_start_must_be_a_position_but_may_be_illegal() -> None:
    assert refused({"nodes": [{}], "start_sfen": "nonsense"}).field == "record.start_sfen"
    nifu = "4k4/9/9/9/9/9/P8/P8/4K4 b - 1"
    game, _ = from_wire.game_of(wr.GameRecord(nodes=[wr.RecordNode()], start_sfen=Position(nifu)))
    assert game.sfen == nifu


def test_a_game_may_have_the_maximum_length_and_no_more() -> None:
    most = from_wire.MAX_MOVES
    game, nodes = from_wire.game_of(msgspec.convert({"nodes": chain(most)}, wr.GameRecord))
    assert len(nodes) == most + 1
    assert len(to_wire.record(game).nodes) == most + 1
    assert refused({"nodes": chain(most + 1)}).code == "too_many_moves"
    assert refused({"nodes": chain(100_000)}).code == "too_many_moves"


def test_variations_that_take_a_million_moves_to_check_are_refused() -> None:
    nodes = chain(10_000)
    nodes += [{"parent": number, "usi": "9g9f"} for number in range(4, 10_000, 4)]
    assert refused({"nodes": nodes}).code == "too_many_moves"


def test_a_child_of_an_ended_line_is_a_variation() -> None:
    resigned = {"result": {"winner": "black", "termination": "resignation"}}
    nodes: list[dict[str, Any]] = [{}, {"parent": 0, "usi": "7g7f", "ending": resigned}]
    nodes.append({"parent": 1, "usi": "3c3d"})
    game, _ = from_wire.game_of(msgspec.convert({"nodes": nodes}, wr.GameRecord))
    assert isinstance(game, Game)
    assert game.outcome is not None
    assert game.outcome.termination is Termination.RESIGNATION
    assert len(game.moves()) == 1
    assert shape(through_the_wire(game)) == shape(game)
