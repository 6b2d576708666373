"""A tree of moves that several people edit at once, as a log of operations.

The tree is a record and the operations on it, in one order that everybody agrees on. The same log gives
the same tree everywhere.
"""

from __future__ import annotations

from komadai.study.shared_tree.errors import TREE_ERRORS, TreeError
from komadai.study.shared_tree.operations import Add, Comment, Delete, Entry, Mark, Operation, Promote, Undo
from komadai.study.shared_tree.record import from_game, to_game
from komadai.study.shared_tree.tree import NOBODY, SharedTree, TreeNode

__all__ = [
    "NOBODY",
    "TREE_ERRORS",
    "Add",
    "Comment",
    "Delete",
    "Entry",
    "Mark",
    "Operation",
    "Promote",
    "SharedTree",
    "TreeError",
    "TreeNode",
    "Undo",
    "from_game",
    "to_game",
]
