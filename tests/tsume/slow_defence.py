"""Whether there is a mate of any length, by the rules of the board only, for many positions of one problem.

As :func:`tests.tsume.reference.mate_exists`, but results are stored for later queries, and positions can be
given that count as no mate.
"""

from __future__ import annotations

from collections.abc import Sequence

from komadai import Board, Color, Move
from tests.tsume.reference import KINDS_IN_HAND, checks


class _Node:
    """The attacker to move. The defender is assumed to be safe until all its replies to a check fail."""

    def __init__(self, board: Board) -> None:
        self.board: Board | None = board  # None: expanded already
        self.lost = False
        self.checks: list[_Check] = []
        self.relied_on_by: list[_Check] = []


class _Check:
    """A check, the reply that is assumed to hold, and the replies that have not been tried."""

    def __init__(self, node: _Node, board: Board, replies: list[Move]) -> None:
        self.node = node
        self.board = board
        self.replies = replies
        self.assumed: _Node | None = None


class SlowDefence:
    """Perpetual check is a defence. ``avoiding`` are positions with the attacker to move that count as no
    mate, as well as those in which the attacker has fewer pieces in hand."""

    def __init__(self, attacker: Color, max_positions: int, avoiding: Sequence[Board] = ()) -> None:
        """``max_positions`` is the limit of positions for all queries together."""
        self.total_left = max_positions
        self.left = 0
        self._attacker = attacker
        self._nodes: dict[int, _Node] = {}
        self._avoiding: dict[str, list[Board]] = {}
        for board in avoiding:
            self._avoiding.setdefault(_pieces(board), []).append(board)

    def holds(self, board: Board, positions: int) -> bool | None:
        """Whether the attacker, who is to move, has no mate; None if that takes more positions."""
        self.left = min(positions, self.total_left)
        return self._holds(board)

    def _holds(self, board: Board) -> bool | None:
        root = self._node(board)
        seen = set()
        stack = [root]
        while stack and not root.lost:
            node = stack.pop()
            if node in seen or node.lost:
                continue
            if node.board is not None:
                if self.left == 0:
                    return None
                self.left -= 1
                self.total_left -= 1
                stack += self._expand(node, node.board)
            seen.add(node)
            stack += [check.assumed for check in node.checks if check.assumed]
        return not root.lost

    def holds_after_check(self, board: Board, positions: int) -> bool | None:
        """Whether the defender, who is in check, cannot be mated."""
        self.left = min(positions, self.total_left)
        known = True
        for reply in board.legal_moves:
            board.push(reply)
            holds = self._holds(board)
            board.pop()
            if holds:
                return True
            known &= holds is not None
        return False if known else None

    def _node(self, board: Board) -> _Node:
        if board.key not in self._nodes:
            self._nodes[board.key] = _Node(board.copy())
        return self._nodes[board.key]

    def _expand(self, node: _Node, board: Board) -> list[_Node]:
        """Finds replies to all checks. Returns the positions after the replies that are newly assumed to
        hold."""
        node.board = None
        if self._is_avoided(board):
            return []
        king = board.king(board.turn.opponent)
        assumed: list[_Node] = []
        for move in checks(board):
            board.push(move)
            # The last is tried first: captures leave the fewest positions to search.
            replies = sorted(
                board.legal_moves,
                key=lambda reply: (
                    board.piece_at(reply.to_square) is not None,
                    reply.from_square == king,
                    not reply.drop,
                ),
            )
            check = _Check(node, board.copy(), replies)
            board.pop()
            node.checks.append(check)
            assumed += self._assume_reply(check)
            if node.lost:
                break
        return assumed

    def _assume_reply(self, check: _Check) -> list[_Node]:
        """Finds an reply that holds; if none does, the attacker mates, and others' replies fail with it."""
        assumed = []
        failing = [check]
        while failing:
            check = failing.pop()
            if check.node.lost:
                continue
            check.assumed = None
            while check.replies and check.assumed is None:
                check.board.push(check.replies.pop())
                reply = self._node(check.board)
                check.board.pop()
                if not reply.lost:
                    check.assumed = reply
                    reply.relied_on_by.append(check)
                    assumed.append(reply)
            if check.assumed is None:
                check.node.lost = True
                failing += check.node.relied_on_by
        return assumed

    def _is_avoided(self, board: Board) -> bool:
        hand = board.hand(self._attacker)
        return any(
            all(hand[kind] <= avoided.hand(self._attacker)[kind] for kind in KINDS_IN_HAND)
            for avoided in self._avoiding.get(_pieces(board), ())
        )


def _pieces(board: Board) -> str:
    return board.sfen().split(" ", 1)[0]
