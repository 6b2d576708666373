"""The operations on a shared tree, as immutable values that are stored in its log.

``node`` and ``parent`` are ids of nodes, ``operation`` is the number of an operation.
"""

from __future__ import annotations

from typing import Annotated

from komadai.extras import extra

with extra("events"):
    import msgspec

Id = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class Add(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="add"):
    """Adds a move below a node, as its last variation.

    The id of the node is that of the first operation that ever added this move here: the same move of two
    authors is one node.
    """

    parent: Id
    usi: Annotated[str, msgspec.Meta(max_length=32)]


class Delete(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="delete"):
    """Deletes a node with all nodes below it, their comments and marks."""

    node: Id


class Promote(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="promote"):
    """Places a node before one of its siblings; None: before all of them."""

    node: Id
    before: Id | None = None


class Comment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="comment"):
    """Replaces the comment of a node; an empty text removes it."""

    node: Id
    text: str


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="mark"):
    """Replaces the bookmark of a node, and the squares and arrows that are marked on its board."""

    node: Id
    name: str = ""
    """The name of the bookmark; empty: none."""
    shapes: tuple[str, ...] = ()
    """Squares (``5e``) and arrows from square to square (``7g7f``)."""


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="undo"):
    """Undoes an operation of the same author: the tree becomes what it would be without it.

    To undo an undo is to redo.
    """

    operation: Id


Operation = Add | Delete | Promote | Comment | Mark | Undo


class Entry(msgspec.Struct, frozen=True):
    """An operation in the log."""

    number: int
    """Its place in the log. The numbers of a tree begin where the ids of its record end."""
    author: str
    operation: Operation
