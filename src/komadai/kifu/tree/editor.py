"""Edits a game's tree, with undo. Moves that must give way become variations, so none are lost.

>>> import komadai
>>> from komadai.kifu import Game
>>> game = Game()
>>> _ = game.extend(map(komadai.Move.from_usi, ["7g7f", "3c3d"]))
>>> editor = Editor(game)
>>> branch = editor.add(game.root, komadai.Move.from_usi("2g2f"))
>>> editor.promote_to_main(branch)
>>> game.moves()
[Move.from_usi('2g2f')]
>>> editor.undo()
True
>>> [move.usi() for move in game.moves()]
['7g7f', '3c3d']
"""

from __future__ import annotations

from copy import copy
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar

from komadai._core import Board, Move, Node
from komadai.errors import EditError, IllegalMoveError
from komadai.kifu.tree.ending_words import ending_word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from komadai.kifu.tree.game import Game
    from komadai.pieces import Color

P = ParamSpec("P")
R = TypeVar("R")

_ANNOTATIONS: Final = ("comment", "bookmark", "time_ms", "total_ms", "analyses", "ending")


class _Change(NamedTuple):
    """A new value of an attribute of a node, or of a header."""

    where: Any
    name: str
    before: Any
    after: Any


def _step(method: Callable[Concatenate[Editor, P], R]) -> Callable[Concatenate[Editor, P], R]:
    """Makes all changes of the method one step of undo; an error reverts them."""

    @wraps(method)
    def step(self: Editor, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if self._step is not None:
            return method(self, *args, **kwargs)
        self._step = []
        try:
            result = method(self, *args, **kwargs)
        except BaseException:
            self._revert(self._step)
            raise
        else:
            if self._step:
                self._undo.append(self._step)
                self._redo.clear()
            return result
        finally:
            self._step = None

    return step


class Editor:
    """Changes a game, step by step; each step can be undone.

    Every method raises EditError for a node that is not of this game, or for the root where a move is
    expected, and IllegalMoveError for a new move that is against the rules (with ``allow_illegal`` only for
    one that cannot be played at all: there is no such piece). After an error the game is unchanged.

    After other code has changed the tree, earlier steps can no longer be undone correctly: call
    :meth:`forget` then.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._undo: list[list[_Change]] = []
        self._redo: list[list[_Change]] = []
        self._step: list[_Change] | None = None

    # -- steps

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return bool(self._redo)

    def undo(self) -> bool:
        """Undoes the last step; False if there is none."""
        if not self._undo:
            return False
        step = self._undo.pop()
        self._revert(step)
        self._redo.append(step)
        return True

    def redo(self) -> bool:
        """Redoes the step that was undone last; False if there is none."""
        if not self._redo:
            return False
        step = self._redo.pop()
        for where, name, _, after in step:
            _put(where, name, after)
        self._undo.append(step)
        return True

    def forget(self) -> None:
        """Deletes all steps: none can be undone or redone."""
        self._undo.clear()
        self._redo.clear()

    def _revert(self, step: list[_Change]) -> None:
        for where, name, before, _ in reversed(step):
            _put(where, name, before)

    def _set(self, where: Any, name: str, value: Any) -> None:
        before = where.get(name) if isinstance(where, dict) else getattr(where, name)
        if before is value or (name != "children" and before == value and type(before) is type(value)):
            return
        assert self._step is not None
        self._step.append(_Change(where, name, before, value))
        _put(where, name, value)

    # -- moves

    @_step
    def add(self, node: Node, move: Move, *, allow_illegal: bool = False) -> Node:
        """A child of this node with the move: the existing one, or a new one.

        A new one is a variation if the line goes on or ends here, else the main line.
        """
        return self.add_line(node, [move], allow_illegal=allow_illegal)

    @_step
    def add_line(self, node: Node, moves: Iterable[Move], *, allow_illegal: bool = False) -> Node:
        """Plays moves one after the other from this node on; returns the last one's node.

        Moves that the tree already has are followed; from the first new one on, they are a new line.
        """
        board = self._board(node)
        for move in moves:
            _play(board, move, allow_illegal=allow_illegal)
            known = next((child for child in node.children if child.move is move), None)
            if known is None:
                known = Node(move, node)
                self._set(node, "children", [*node.children, known])
            node = known
        return node

    @_step
    def insert_before(self, node: Node, *moves: Move, allow_illegal: bool = False) -> Node:
        """Inserts moves before this node's move; returns the last one's node.

        The node and all moves after it follow the inserted moves. If some of them cannot be played there,
        those that can are copied there, and the old line stays as a variation: nothing is lost.
        """
        parent = self._parent(node)
        return self._insert(parent, [node], moves, allow_illegal=allow_illegal)

    @_step
    def insert_after(self, node: Node, *moves: Move, allow_illegal: bool = False) -> Node:
        """Inserts moves after this node, before all moves that follow it; returns the last one's node.

        The moves that follow are treated as by :meth:`insert_before`. The node's ending moves to the last
        inserted move.
        """
        self._board(node)
        ending = node.ending
        last = self._insert(node, list(node.children), moves, allow_illegal=allow_illegal)
        if ending is not None and moves:
            self._set(node, "ending", None)
            self._set(last, "ending", ending)
        return last

    def _insert(self, parent: Node, moved: list[Node], moves: Sequence[Move], *, allow_illegal: bool) -> Node:
        board = self._board(parent)
        if not moves:
            return parent
        first = last = Node(moves[0], parent)
        _play(board, moves[0], allow_illegal=allow_illegal)
        for move in moves[1:]:
            _play(board, move, allow_illegal=allow_illegal)
            last = last.add(move)
        at = parent.children.index(moved[0]) if moved else len(parent.children)
        if all(error is None for node in moved for _, error in _played(board, node, allow_illegal)):
            others = [child for child in parent.children if child not in moved]
            last.children = moved
            for node in moved:
                self._set(node, "parent", last)
        else:
            others = parent.children
            for node in moved:
                _copy_playable(board, node, last, allow_illegal)
        self._set(parent, "children", [*others[:at], first, *others[at:]])
        return last

    @_step
    def delete(self, node: Node) -> None:
        """Deletes the move and everything after it."""
        parent = self._parent(node)
        self._set(parent, "children", [child for child in parent.children if child is not node])

    @_step
    def delete_only(self, node: Node) -> None:
        """Deletes the move only: the moves after it take its place.

        Its ending moves to the move before it, if that has no other children and no ending. Raises
        IllegalMoveError, and deletes nothing, if some of the moves after it could then not be played.
        """
        parent = self._parent(node)
        board = self._board(parent)
        for child in node.children:
            for _, error in _played(board, child, allow_illegal=False):
                if error is not None:
                    raise error
        at = parent.children.index(node)
        siblings = parent.children
        self._set(parent, "children", [*siblings[:at], *node.children, *siblings[at + 1 :]])
        for child in node.children:
            self._set(child, "parent", parent)
        if node.ending is not None and parent.ending is None and siblings == [node]:
            self._set(parent, "ending", node.ending)

    @_step
    def truncate(self, node: Node) -> None:
        """Deletes everything after this node, and the ending of the line here."""
        self._board(node)
        self._set(node, "children", [])
        self._set(node, "ending", None)

    # -- the order of variations

    @_step
    def promote(self, node: Node) -> None:
        """Moves the variation one place up; the first one becomes the main line.

        An ending cannot be a variation: if the promoted line continues after an ending, the ending
        becomes a comment on the move before, such as ``投了``. A node of the main line stays where it is.
        """
        parent = self._parent(node)
        at = parent.children.index(node)
        if at:
            order = list(parent.children)
            order[at - 1], order[at] = order[at], order[at - 1]
            self._set(parent, "children", order)
        else:
            self._remove_ending(parent)

    @_step
    def promote_to_main(self, node: Node) -> None:
        """Makes this node and all before it the main line; endings are treated as by :meth:`promote`."""
        self._parent(node)
        for each in list(node.path()):
            parent = each.parent
            assert parent is not None
            if parent.children[0] is not each:
                others = [child for child in parent.children if child is not each]
                self._set(parent, "children", [each, *others])
            self._remove_ending(parent)

    @_step
    def demote(self, node: Node) -> None:
        """Moves the variation one place down; the last one stays where it is."""
        parent = self._parent(node)
        at = parent.children.index(node)
        if at + 1 < len(parent.children):
            order = list(parent.children)
            order[at], order[at + 1] = order[at + 1], order[at]
            self._set(parent, "children", order)

    def _remove_ending(self, node: Node) -> None:
        """Replaces the ending of this node by a comment: the line goes on."""
        ending = node.ending
        if ending is not None:
            word = ending_word(ending, self._turn(node))
            self._set(node, "ending", None)
            self._set(node, "comment", "\n".join(filter(None, [node.comment, word, ending.comment])))

    # -- annotations

    @_step
    def annotate(self, node: Node, /, **annotations: object) -> None:
        """Sets any of ``comment``, ``bookmark``, ``time_ms``, ``total_ms``, ``analyses`` and ``ending``.

        >>> from komadai.kifu import Game
        >>> game = Game()
        >>> Editor(game).annotate(game.root, comment="第1期", bookmark="開始局面")
        """
        self._board(node)
        for name, value in annotations.items():
            if name not in _ANNOTATIONS:
                raise EditError(f"expected {', '.join(_ANNOTATIONS)}, got {name!r}")
            # The native node checks the types.
            self._set(node, name, list(value) if isinstance(value, list | tuple) else value)

    @_step
    def set_header(self, name: str, value: str | None) -> None:
        """Sets a header; None removes it."""
        self._set(self.game.headers, name, value)

    # -- games

    @_step
    def merge(self, other: Game, at: Node | None = None) -> None:
        """Adds all lines of another game, from the root or from the node ``at``.

        Moves that the tree already has are followed, others become variations. Comments of both games are
        kept; times, bookmarks and endings are copied to nodes that have none. Headers stay as they are. The
        other game is not changed. Raises EditError unless the other game starts from the position of ``at``.
        """
        at = self.game.root if at is None else at
        if self._board(at) != other.board():
            raise EditError("expected a game that starts from this position")
        waiting = [(at, other.root)]
        while waiting:
            ours, theirs = waiting.pop()
            self._merge_annotations(ours, theirs)
            new = []
            known = {child.move: child for child in reversed(ours.children)}
            for child in theirs.children:
                twin = known.get(child.move)
                if twin is None:
                    twin = Node(child.move, ours)
                    new.append(twin)
                waiting.append((twin, child))
            if new:
                # An ending was copied above: it must come before the variations.
                self._set(ours, "children", [*ours.children, *new])

    def _merge_annotations(self, ours: Node, theirs: Node) -> None:
        comments = [] if theirs.comment in ours.comment else [theirs.comment]
        if theirs.ending is not None:
            if ours.ending is None and not ours.children:
                self._set(ours, "ending", copy(theirs.ending))
            elif ours.ending != theirs.ending:
                comments += [ending_word(theirs.ending, self._turn(ours)), theirs.ending.comment]
        self._set(ours, "comment", "\n".join(filter(None, [ours.comment, *comments])))
        for name in ("bookmark", "time_ms", "total_ms"):
            if not getattr(ours, name):
                self._set(ours, name, getattr(theirs, name))
        new = [analysis for analysis in theirs.analyses if analysis not in ours.analyses]
        if new:
            self._set(ours, "analyses", [*ours.analyses, *new])

    # -- nodes and positions

    def _turn(self, node: Node) -> Color:
        return self.game.board(node).turn

    def _parent(self, node: Node) -> Node:
        """The parent. Raises EditError for the root and for a node of another game."""
        self._check_node(node)
        if node.parent is None:
            raise EditError("expected a move, got the root of the game")
        return node.parent

    def _board(self, node: Node) -> Board:
        """The position after this node. Raises EditError for a node of another game."""
        self._check_node(node)
        return self.game.board(node)

    def _check_node(self, node: Node) -> None:
        """Raises EditError for a node of another game, or one that was deleted."""
        at = node
        while at.parent is not None:
            if at not in at.parent.children:
                raise EditError("expected a move of this game, got one that was deleted")
            at = at.parent
        if at is not self.game.root:
            raise EditError("expected a move of this game, got one of another")


def _put(where: Any, name: str, value: Any) -> None:
    if not isinstance(where, dict):
        setattr(where, name, value)
    elif value is None:
        where.pop(name, None)
    else:
        where[name] = value


def _play(board: Board, move: Move, *, allow_illegal: bool) -> None:
    """Plays a move. Raises IllegalMoveError if it may not be played."""
    if allow_illegal:
        board.push_unchecked(move)
    else:
        board.push(move)


def _played(board: Board, first: Node, allow_illegal: bool) -> Iterator[tuple[Node, IllegalMoveError | None]]:
    """This node and all after it, each with None or its error. Nodes after one with an error are left out."""
    board = board.copy()
    start = board.ply
    waiting = [(first, start)]
    while waiting:
        node, ply = waiting.pop()
        while board.ply > ply:
            board.pop()
        assert node.move is not None
        try:
            _play(board, node.move, allow_illegal=allow_illegal)
        except IllegalMoveError as error:
            yield node, error
        else:
            yield node, None
            waiting += [(child, ply + 1) for child in reversed(node.children)]


def _copy_playable(board: Board, first: Node, parent: Node, allow_illegal: bool) -> None:
    """Appends to ``parent`` copies of this node and the nodes after it, as far as they can be played."""
    copies = {first.parent: parent}
    for node, error in _played(board, first, allow_illegal):
        if error is None:
            before = copies[node.parent]
            copies[node] = _copy(node, before)
            before.children.append(copies[node])


def _copy(node: Node, parent: Node) -> Node:
    """A copy of the node with its annotations, without its children."""
    new = Node(node.move, parent)
    for name in _ANNOTATIONS:
        setattr(new, name, getattr(node, name))
    new.analyses = list(node.analyses)
    if node.ending is not None:
        new.ending = copy(node.ending)
    return new
