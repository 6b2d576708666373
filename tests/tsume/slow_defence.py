"""Is there a mate at all? By the rules of the board alone, many questions about one problem.

As :func:`tests.tsume.reference.mate_exists`, but what was found for one question serves the next, and
positions can be named that count as no mate.
"""

from __future__ import annotations

from collections.abc import Sequence

from komadai import Board, Color, Move
from tests.tsume.reference import KINDS_IN_HAND, checks


class _Node:
    """The attacker to move. The defender is thought to be safe here until all his answers to a check fail."""

    def __init__(self, board: Board) -> None:
        self.board: Board | None = board  # None: looked at
        self.lost = False
        self.checks: list[_Check] = []
        self.asked_by: list[_Check] = []


class _Check:
    """A check, the answer to it that is relied on, and those that are still to be tried."""

    def __init__(self, node: _Node, board: Board, answers: list[Move]) -> None:
        self.node = node
        self.board = board
        self.answers = answers
        self.relied: _Node | None = None


class SlowDefence:
    """Perpetual check is a defence. ``avoiding`` are positions with the attacker to move that count as no
    mate, and with them those in which he holds less."""

    def __init__(self, attacker: Color, most: int, avoiding: Sequence[Board] = ()) -> None:
        """``most`` is how many positions may be looked at for all questions together."""
        self.left_in_all = most
        self.left = 0
        self._attacker = attacker
        self._nodes: dict[int, _Node] = {}
        self._avoiding: dict[str, list[Board]] = {}
        for board in avoiding:
            self._avoiding.setdefault(_pieces(board), []).append(board)

    def holds(self, board: Board, positions: int) -> bool | None:
        """Whether the attacker, who is to move, has no mate; None if that takes more positions."""
        self.left = min(positions, self.left_in_all)
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
                self.left_in_all -= 1
                stack += self._look_at(node, node.board)
            seen.add(node)
            stack += [check.relied for check in node.checks if check.relied]
        return not root.lost

    def holds_after_check(self, board: Board, positions: int) -> bool | None:
        """Whether the defender, who is in check, is not mated in the end."""
        self.left = min(positions, self.left_in_all)
        known = True
        for reply in board.legal_moves:
            board.push(reply)
            answer = self._holds(board)
            board.pop()
            if answer:
                return True
            known &= answer is not None
        return False if known else None

    def _node(self, board: Board) -> _Node:
        if board.key not in self._nodes:
            self._nodes[board.key] = _Node(board.copy())
        return self._nodes[board.key]

    def _look_at(self, node: _Node, board: Board) -> list[_Node]:
        """Finds answers to all checks. Returns those that are relied on now in place of others."""
        node.board = None
        if self._is_avoided(board):
            return []
        king = board.king(board.turn.opponent)
        relied: list[_Node] = []
        for move in checks(board):
            board.push(move)
            # Last is first: what takes a piece leaves least to be looked at.
            answers = sorted(
                board.legal_moves,
                key=lambda reply: (
                    board.piece_at(reply.to_square) is not None,
                    reply.from_square == king,
                    not reply.drop,
                ),
            )
            check = _Check(node, board.copy(), answers)
            board.pop()
            node.checks.append(check)
            relied += self._rely(check)
            if node.lost:
                break
        return relied

    def _rely(self, check: _Check) -> list[_Node]:
        """Finds an answer that holds; if none does, the attacker mates, and others' answers fail with it."""
        relied = []
        failing = [check]
        while failing:
            check = failing.pop()
            if check.node.lost:
                continue
            check.relied = None
            while check.answers and check.relied is None:
                check.board.push(check.answers.pop())
                answer = self._node(check.board)
                check.board.pop()
                if not answer.lost:
                    check.relied = answer
                    answer.asked_by.append(check)
                    relied.append(answer)
            if check.relied is None:
                check.node.lost = True
                failing += check.node.asked_by
        return relied

    def _is_avoided(self, board: Board) -> bool:
        hand = board.hand(self._attacker)
        return any(
            all(hand[kind] <= avoided.hand(self._attacker)[kind] for kind in KINDS_IN_HAND)
            for avoided in self._avoiding.get(_pieces(board), ())
        )


def _pieces(board: Board) -> str:
    return board.sfen().split(" ", 1)[0]
