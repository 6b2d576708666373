"""A chapter in memory: its tree, its nodes as the page shows them, and the pages that watch it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from komadai.kifu import Game, VariantGame
from komadai.play.boards import read_move
from komadai.server import wire_text
from komadai.server.connections import Connection
from komadai.server.positions.position import Position
from komadai.server.records import from_wire, to_wire
from komadai.server.records import wire as wr
from komadai.server.records.positions import any_board_of
from komadai.server.studies import wire
from komadai.server.studies.store import ChapterRow
from komadai.study.shared_tree import NOBODY, Entry, SharedTree, TreeNode, from_game

_COMPUTED: Final = ("sfen", "color", "captured", "text", "spoken", "check", "illegal")


def stored_record(game: Game | VariantGame) -> str:
    """A record as the tables have it: JSON without what is computed."""
    record = msgspec.to_builtins(to_wire.record(game), enc_hook=wire_text.sent)
    nodes = [
        {name: value for name, value in node.items() if name not in _COMPUTED and value not in (None, "", [])}
        for node in record["nodes"]
    ]
    headers = [{"name": header["name"], "value": header["value"]} for header in record["headers"]]
    kept = {name: record[name] for name in ("variant", "start_sfen")}
    return msgspec.json.encode({**kept, "headers": headers, "nodes": nodes}).decode()


class Chapter:
    """One chapter in memory. Changes are made with `lock` held, after they were stored."""

    def __init__(self, row: ChapterRow, entries: Iterable[Entry]) -> None:
        game, _ = from_wire.game_of(wire_text.decode(row.record, wr.GameRecord))
        record = to_wire.record(game)
        self.row: ChapterRow = row
        self.lock: Final = asyncio.Lock()
        self.watchers: Final[set[Connection]] = set()
        self.tree: SharedTree = from_game(game, fixed=row.fixed)
        self.headers: Final = record.headers
        self.start_sfen: Final = record.start_sfen.text
        self.handicap: Final = record.handicap
        self.variant: Final = record.variant
        self.authors: Final[list[str]] = []
        """The persons who have written; their index is their key."""
        self._moves: Final[dict[int, wr.RecordNode]] = dict(enumerate(record.nodes))
        """The facts of each node's move, which the tree does not change."""
        for entry in entries:
            self.apply(entry)

    def replace(self, fresh: Chapter) -> None:
        """Takes the row, the tree and the authors of the same chapter as it was read again."""
        self.row, self.tree = fresh.row, fresh.tree
        self.authors[:] = fresh.authors

    def key_of(self, person: str) -> int:
        """The key of a person in the messages of this chapter."""
        if person not in self.authors:
            self.authors.append(person)
        return self.authors.index(person)

    def apply(self, entry: Entry) -> set[int]:
        """Applies a stored entry. Returns the ids of the changed nodes."""
        self.key_of(entry.author)
        return self.tree.apply(entry)

    def nodes(self) -> list[wire.ChapterNode]:
        """All nodes in the tree, depth first."""
        found, waiting = [], [0]
        while waiting:
            number = waiting.pop()
            found.append(self.node(number))
            waiting += reversed(self.tree.nodes[number].children)
        return found

    def node(self, number: int) -> wire.ChapterNode:
        """A node in the tree."""
        shown = self.tree.nodes[number]
        known = self._moves.get(number)
        if known is None:
            known = self._moves[number] = self._played(shown)
        fields: dict[str, Any] = {name: getattr(known, name) for name in wr.RecordNode.__struct_fields__}
        fields |= {"parent": shown.parent, "comment": shown.comment, "bookmark": shown.name}
        return wire.ChapterNode(
            **fields,
            id=number,
            children=list(shown.children),
            shapes=list(shown.shapes),
            by=None if shown.author == NOBODY else self.key_of(shown.author),
        )

    def _played(self, shown: TreeNode) -> wr.RecordNode:
        assert shown.parent is not None
        assert shown.usi is not None
        board = any_board_of(self.variant, Position(self.tree.sfen(shown.parent)))
        before = self.tree.nodes[shown.parent].usi
        previous = None if before is None else read_move(board, before)
        is_handicap = self.handicap is not None and self.handicap != "even"
        played = to_wire.play(board, read_move(board, shown.usi), previous, is_handicap)
        view = played.view
        return wr.RecordNode(
            usi=view.usi,
            sfen=view.sfen,
            color=view.color,
            captured=view.captured,
            text=view.text,
            spoken=view.spoken,
            check=view.check,
            illegal=to_wire.illegal(played.infraction),
        )
