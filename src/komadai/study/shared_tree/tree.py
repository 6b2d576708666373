"""The tree that a log of operations gives.

What is in the tree is said of the log as a whole, so it does not depend on the way in which the log was read:

- An operation *counts* unless an undo of it counts.
- A node is *held* by each addition of it that counts and that is later than every deletion that counts of
  the node or of one above it. A node is in the tree if it is held and its parent is in the tree.
- Its comment and its marks are the last that count and are later than every such deletion.
- Siblings stand in the order of their first additions that count, changed by each promotion that counts.

The nodes of the record that the tree begins with are held by nobody's operations, whose numbers are their
ids.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Any, Final

from komadai._core import Board
from komadai.errors import IllegalMoveError, InvalidMoveError
from komadai.kifu import Game, Node, VariantGame
from komadai.messages.text import Text
from komadai.play.boards import read_move
from komadai.study.shared_tree.errors import TreeError
from komadai.study.shared_tree.operations import Add, Comment, Delete, Entry, Mark, Operation, Promote, Undo
from komadai.study.shared_tree.undo_history import UndoHistory

NOBODY: Final = ""
"""The author of the record that a tree begins with."""
ROOT: Final = 0
MAX_NODES: Final = 5_000
"""The maximum number of nodes that operations can bring into a tree; the record may have more."""
MAX_OPERATIONS: Final = 20_000
MAX_COMMENT: Final = 2_000
MAX_NAME: Final = 100
MAX_SHAPES: Final = 40
_SHAPE: Final = re.compile(r"(?:[1-9]\d?[a-z]{1,2}){1,2}")


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node as it is in the tree now."""

    id: int
    parent: int | None
    usi: str | None
    """The move; None at the root."""
    children: tuple[int, ...]
    """The first continues the line, the others are variations."""
    author: str
    """The author who has held the node for the longest time; NOBODY for nodes of the record."""
    comment: str = ""
    name: str = ""
    """The name of its bookmark."""
    shapes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Said:
    """A comment or marks with their author; operations later than all deletions count."""

    number: int
    author: str
    value: Any


class SharedTree:
    """A record and the operations on it.

    ``fixed``: the moves of the record can neither be deleted nor be moved from the first place, as in a game
    that was played.
    """

    def __init__(self, game: Game | VariantGame, *, fixed: bool = False) -> None:
        self.game: Final = game
        self.fixed: Final = fixed
        self.originals: Final[list[Node[Any]]] = []
        """The nodes of the record; their index is their id."""
        self._entries: dict[int, Entry] = {}
        self._history = UndoHistory()
        self._ids: dict[tuple[int, str], int] = {}
        self._parents: dict[int, int | None] = {}
        self._moves: dict[int, str | None] = {}
        self._boards: dict[int, str] = {}
        self._below: dict[int, list[int]] = defaultdict(list)
        self._adds: dict[int, list[tuple[int, str]]] = defaultdict(list)
        self._deletes: dict[int, list[int]] = defaultdict(list)
        self._comments: dict[int, list[_Said]] = defaultdict(list)
        self._marks: dict[int, list[_Said]] = defaultdict(list)
        self._placements: dict[int, list[tuple[int, int, Promote | None]]] = defaultdict(list)
        """The additions (None) and promotions of each parent's children, in order."""
        self._shown: dict[int, TreeNode] = {}
        self._read(game)
        self._count = len(self.originals)
        self._refresh(ROOT)

    @property
    def nodes(self) -> dict[int, TreeNode]:
        """The nodes in the tree by their id; the root is 0. Not to be changed."""
        return self._shown

    @property
    def count(self) -> int:
        """The number that the next operation gets."""
        return self._count

    def sfen(self, node: int) -> str:
        """The position of a node that is or was in the tree."""
        return self._boards[node]

    def id_of(self, parent: int, usi: str) -> int | None:
        """The id that this move has below this node, whether it is in the tree now or not."""
        return self._ids.get((parent, usi))

    def node_of(self, number: int) -> int:
        """The id of the node that an operation is about."""
        match self._operation(number):
            case Add(parent, usi):
                return self._ids[parent, usi]
            case Undo(operation):
                return self.node_of(operation)
            case operation:
                return operation.node

    def entries(self, since: int = 0) -> list[Entry]:
        """The operations from this number on."""
        return [entry for number, entry in self._entries.items() if number >= since]

    def undoable(self, author: str) -> int:
        """The author's last operation that counts. Raises TreeError ``no_such_operation``."""
        return _existing(self._history.undoable(author))

    def redoable(self, author: str) -> int:
        """The undo that the author can undo: none after another operation. Raises TreeError."""
        return _existing(self._history.redoable(author))

    def can_undo(self, author: str) -> bool:
        """Whether there is something to undo for this author."""
        return self._history.undoable(author) is not None

    def can_redo(self, author: str) -> bool:
        """Whether there is something to redo for this author."""
        return self._history.redoable(author) is not None

    # -- operations

    def append(self, author: str, operation: Operation) -> Entry:
        """Checks and applies a new operation; returns its entry. Raises TreeError."""
        self.check(author, operation)
        entry = Entry(self._count, author, operation)
        self.apply(entry)
        return entry

    def check(self, author: str, operation: Operation) -> None:
        """Raises TreeError if this author cannot do this now."""
        if len(self._entries) >= MAX_OPERATIONS:
            raise TreeError("tree_full")
        match operation:
            case Add():
                self._check_add(operation)
            case Delete():
                if operation.node == ROOT or operation.node not in self._shown:
                    raise TreeError("no_such_node")
                if self.fixed and operation.node < len(self.originals):
                    raise TreeError("fixed")
            case Promote():
                self._check_promote(operation)
            case Comment():
                self._check_shown(operation.node)
                if len(operation.text) > MAX_COMMENT:
                    raise TreeError("text_too_long", most=MAX_COMMENT)
            case Mark():
                self._check_shown(operation.node)
                if len(operation.name) > MAX_NAME:
                    raise TreeError("text_too_long", most=MAX_NAME)
                shapes = operation.shapes
                if len(shapes) > MAX_SHAPES or not all(_SHAPE.fullmatch(shape) for shape in shapes):
                    raise TreeError("bad_marks", most=MAX_SHAPES)
            case Undo():
                self._check_undo(author, operation.operation)

    def apply(self, entry: Entry) -> set[int]:
        """Applies the next entry of the log, which must have been checked. Returns the ids of changed nodes.

        A changed node may have left the tree.
        """
        if entry.number != self._count:
            raise ValueError(f"expected operation {self._count}, got {entry.number}")
        operation = entry.operation
        self._entries[entry.number] = entry
        self._history.add(entry)
        self._count += 1
        match operation:
            case Add():
                return self._refresh(self._added(entry.number, entry.author, operation))
            case Delete():
                self._deletes[operation.node].append(entry.number)
                return self._refresh(operation.node)
            case Promote():
                parent = self._parents[operation.node]
                assert parent is not None
                self._placements[parent].append((entry.number, operation.node, operation))
                return self._refresh(operation.node, below=False)
            case Comment():
                self._comments[operation.node].append(_Said(entry.number, entry.author, operation.text))
                return self._refresh(operation.node, below=False)
            case Mark():
                marks = _Said(entry.number, entry.author, (operation.name, operation.shapes))
                self._marks[operation.node].append(marks)
                return self._refresh(operation.node, below=False)
            case Undo():
                return self._refresh(self.node_of(operation.operation))

    # -- checks

    def _check_shown(self, node: int) -> TreeNode:
        shown = self._shown.get(node)
        if shown is None:
            raise TreeError("no_such_node")
        return shown

    def _check_add(self, add: Add) -> None:
        self._check_shown(add.parent)
        if len(self._shown) >= max(MAX_NODES, len(self.originals)) or len(self._parents) > 2 * MAX_OPERATIONS:
            raise TreeError("tree_full")
        if (add.parent, add.usi) not in self._ids:
            self._play(add.parent, add.usi)

    def _check_promote(self, promote: Promote) -> None:
        node = self._check_shown(promote.node)
        if node.parent is None:
            raise TreeError("no_such_node")
        siblings = self._shown[node.parent].children
        if promote.before is not None and (promote.before not in siblings or promote.before == promote.node):
            raise TreeError("no_such_node")
        first = siblings[0]
        if self.fixed and 0 < first < len(self.originals) and promote.before in (None, first):
            raise TreeError("fixed")

    def _check_undo(self, author: str, number: int) -> None:
        entry = self._entries.get(number)
        if entry is None:
            raise TreeError("not_your_operation" if number < len(self.originals) else "no_such_operation")
        if entry.author != author:
            raise TreeError("not_your_operation")
        if not self._counts(number):
            raise TreeError("no_such_operation")
        first, operation = number, entry.operation
        if isinstance(operation, Undo):
            first, operation = operation.operation, self._operation(operation.operation)
        if isinstance(operation, Undo):
            raise TreeError("no_such_operation")  # what was redone is undone by its own number
        if isinstance(operation, Add) and self._counts(first):
            self._check_not_built_upon(first, author, operation)

    def _check_not_built_upon(self, number: int, author: str, add: Add) -> None:
        """Raises TreeError if only this operation holds a node to which others have added something."""
        node = self._ids[add.parent, add.usi]
        holders = self._holders(node, self._deleted_after(node))
        if node not in self._shown or any(held != number for held, _ in holders):
            return
        waiting = [node]
        while waiting:
            each = waiting.pop()
            after = self._deleted_after(each)
            authors = {holder for _, holder in self._holders(each, after)}
            for said in (self._said(self._comments[each], after), self._said(self._marks[each], after)):
                if said is not None and said.value not in ("", ("", ())):
                    authors.add(said.author)
            if authors != {author}:
                raise TreeError("built_upon")
            waiting += self._shown[each].children

    def _play(self, parent: int, usi: str) -> str:
        """The position after a legal move. Raises TreeError."""
        board = self._board(parent)
        try:
            move = read_move(board, usi)
        except InvalidMoveError as error:
            raise TreeError("unreadable_move", why=Text.of_error(error)) from error
        infraction = board.infraction(move)
        if infraction is not None:
            raise TreeError("illegal_move", why=Text.of(infraction))
        try:
            board.push_unchecked(move)
        except IllegalMoveError as error:
            raise TreeError("illegal_move", why=Text.of(error.infraction)) from error
        return str(board.sfen())

    def _board(self, node: int) -> Any:
        sfen = self._boards[node]
        if isinstance(self.game, Game):
            return Board(sfen, validate=False)
        from komadai import variants

        return variants.Board(self.game.variant, sfen)

    # -- what the log says

    def _operation(self, number: int) -> Operation:
        return self._entries[number].operation

    def _counts(self, number: int) -> bool:
        return self._history.counts(number)

    def _deleted_after(self, node: int) -> int:
        """The number of the last deletion of the node or of one above it; -1: there is none."""
        last, at = -1, node
        while at is not None:
            last = max([last, *(each for each in self._deletes.get(at, ()) if self._counts(each))])
            at = self._parents[at]  # type: ignore[assignment]
        return last

    def _holders(self, node: int, after: int) -> list[tuple[int, str]]:
        return [
            (number, author) for number, author in self._adds[node] if number > after and self._counts(number)
        ]

    def _said(self, said: list[_Said], after: int) -> _Said | None:
        counting = (each for each in reversed(said) if each.number > after and self._counts(each.number))
        return next(counting, None)

    def _order(self, parent: int) -> tuple[int, ...]:
        order: list[int] = []
        for number, node, promote in self._placements[parent]:
            if not self._counts(number):
                continue
            if promote is None:
                if node not in order:
                    order.append(node)
            elif node in order and (promote.before is None or promote.before in order):
                order.remove(node)
                order.insert(0 if promote.before is None else order.index(promote.before), node)
        return tuple(node for node in order if node in self._shown)

    # -- keeping up

    def _read(self, game: Game | VariantGame) -> None:
        """Takes the nodes of the record, depth first. One board plays and undoes the moves."""
        board: Any = game.board()
        root: Node[Any] = game.root
        waiting: list[tuple[Node[Any], int | None, int]] = [(root, None, 0)]
        while waiting:
            node, parent, ply = waiting.pop()
            while board.ply >= max(ply, 1):
                board.pop()
            own = len(self.originals)
            usi = None if node.move is None else str(node.move.usi())
            if node.move is not None:
                board.push_unchecked(node.move)
            self.originals.append(node)
            self._place(own, parent, usi, str(board.sfen()))
            self._adds[own].append((own, NOBODY))
            if parent is not None:
                self._placements[parent].append((own, own, None))
            text, shapes = split_shapes(node.comment)
            if text:
                self._comments[own].append(_Said(own, NOBODY, text))
            if node.bookmark or shapes:
                self._marks[own].append(_Said(own, NOBODY, (node.bookmark, shapes)))
            waiting += [(child, own, ply + 1) for child in reversed(node.children)]

    def _place(self, node: int, parent: int | None, usi: str | None, sfen: str) -> None:
        self._parents[node] = parent
        self._moves[node] = usi
        self._boards[node] = sfen
        if parent is not None and usi is not None:
            self._ids.setdefault((parent, usi), node)
            self._below[parent].append(node)

    def _added(self, number: int, author: str, add: Add) -> int:
        node = self._ids.get((add.parent, add.usi))
        if node is None:
            node = number
            self._place(node, add.parent, add.usi, self._play(add.parent, add.usi))
        self._adds[node].append((number, author))
        self._placements[add.parent].append((number, node, None))
        return node

    def _refresh(self, node: int, *, below: bool = True) -> set[int]:
        """Brings the node up to date, with those below and its parent. Returns the ids that have changed."""
        found: list[int] = []
        before: dict[int, TreeNode | None] = {}
        waiting = [(node, self._deleted_after(node))]
        while waiting:
            at, after = waiting.pop()
            parent = self._parents[at]
            holders = self._holders(at, after)
            before[at] = self._shown.pop(at, None)
            if holders and (parent is None or parent in self._shown):
                comment = self._said(self._comments.get(at, []), after)
                marks = self._said(self._marks.get(at, []), after)
                name, shapes = ("", ()) if marks is None else marks.value
                self._shown[at] = TreeNode(
                    at,
                    parent,
                    self._moves[at],
                    () if below or before[at] is None else before[at].children,  # type: ignore[union-attr]
                    holders[0][1],
                    "" if comment is None else comment.value,
                    name,
                    shapes,
                )
            elif before[at] is None and at != node:
                continue  # nothing below it was in the tree, and nothing will be
            found.append(at)
            if below:
                for child in self._below.get(at, ()):
                    deleted = [each for each in self._deletes.get(child, ()) if self._counts(each)]
                    waiting.append((child, max([after, *deleted])))
        parent = self._parents[node]
        if parent is not None and parent in self._shown:
            before[parent] = self._shown[parent]
            found.append(parent)
        for at in found if below else found[-1:]:
            shown = self._shown.get(at)
            if shown is not None:
                self._shown[at] = _with_children(shown, self._order(at))
        return {at for at, was in before.items() if self._shown.get(at) != was}


def _with_children(node: TreeNode, children: tuple[int, ...]) -> TreeNode:
    return TreeNode(
        node.id, node.parent, node.usi, children, node.author, node.comment, node.name, node.shapes
    )


def _existing(number: int | None) -> int:
    if number is None:
        raise TreeError("no_such_operation")
    return number


_SHAPES_LINE: Final = re.compile(r"(?:\A|\n)\[marks ([^\]\n]*)\]\s*\Z")


def split_shapes(comment: str) -> tuple[str, tuple[str, ...]]:
    """A comment of a record without its last line ``[marks 5e 7g7f]``, and the shapes in it."""
    found = _SHAPES_LINE.search(comment)
    if found is None:
        return comment, ()
    shapes = found[1].split()
    if not all(_SHAPE.fullmatch(shape) for shape in shapes):
        return comment, ()
    return comment[: found.start()], tuple(shapes[:MAX_SHAPES])
