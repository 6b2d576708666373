"""Perpetual check in a book: positions in which one side can force the other to give perpetual check.

A side that gives check with every move of a repetition loses, unless the other side does so, too. So a side
wins if it can stay for ever among positions where the other side has only checks, or moves that lose as much,
and in each cycle makes at least one move that is not a check.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from komadai.book.search.edge import Edge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

N = TypeVar("N", bound=Hashable)


class State(NamedTuple, Generic[N]):
    """A position, and whether the side to move gives the checks; otherwise it escapes them."""

    node: N
    checks: bool


class CheckCycles(Generic[N]):
    """The positions of a book among which one side can give check for ever. Most books have none."""

    def __init__(self, known: Mapping[N, Mapping[int, Edge[N]]], in_check: Collection[N]) -> None:
        """``in_check``: the positions whose side to move is in check."""
        self._known = known
        self._in_check = in_check
        self._states = self._in_cycles()

    def __bool__(self) -> bool:
        return bool(self._states)

    def decided(
        self, settled: Collection[N], is_lost: Callable[[Edge[N]], bool]
    ) -> dict[State[N], int | None]:
        """The states that perpetual check decides now, in favour of the side in check.

        ``is_lost`` says whether an edge is no better than perpetual check for the side that takes it. Each
        state of the side in check comes with the edge that keeps the win.
        """
        inside = {state for state in self._states if state.node not in settled}
        while inside:
            self._remove_escapes(inside, is_lost)
            quiet = self._with_quiet_moves(inside)
            if len(quiet) == len(inside):
                return quiet
            inside = set(quiet)
        return {}

    def _successors(self, state: State[N]) -> Iterator[tuple[int, State[N]]]:
        """The edges that can belong to a cycle of checks."""
        for index, edge in self._known[state.node].items():
            to = edge.to
            if to is not None and to in self._known and (to in self._in_check or not state.checks):
                yield index, State(to, not state.checks)

    def _in_cycles(self) -> set[State[N]]:
        """The states from which checks can continue for ever. Dead ends are removed until there are none."""
        after: dict[State[N], set[State[N]]] = {}
        before: dict[State[N], list[State[N]]] = {}
        queue = [
            State(node, True)
            for node, edges in self._known.items()
            if any(edge.to in self._in_check for edge in edges.values())
        ]
        while queue:
            state = queue.pop()
            if state in after:
                continue
            after[state] = {each for _, each in self._successors(state)}
            for each in after[state]:
                before.setdefault(each, []).append(state)
                queue.append(each)
        dead = [state for state, those in after.items() if not those]
        while dead:
            gone = dead.pop()
            del after[gone]
            for state in before.get(gone, ()):
                after[state].discard(gone)
                if not after[state]:
                    dead.append(state)
        return set(after)

    def _remove_escapes(self, inside: set[State[N]], is_lost: Callable[[Edge[N]], bool]) -> None:
        """Removes states in which one side must leave the cycle, or the checking side can do so safely."""
        before = 0
        while before != len(inside):
            before = len(inside)
            for state in list(inside):
                stay = {index for index, each in self._successors(state) if each in inside}
                edges = self._known[state.node]
                if not stay or (
                    state.checks and not all(index in stay or is_lost(edges[index]) for index in edges)
                ):
                    inside.discard(state)

    def _with_quiet_moves(self, inside: set[State[N]]) -> dict[State[N], int | None]:
        """The states from which the side in check reaches a move that is not a check."""
        found: dict[State[N], int | None] = {}
        before = -1
        while before != len(found):
            before = len(found)
            for state in inside - found.keys():
                stay = [(index, each) for index, each in self._successors(state) if each in inside]
                if state.checks:
                    if all(each in found for _, each in stay):
                        found[state] = None
                    continue
                for index, each in stay:
                    if each.node not in self._in_check or each in found:
                        found[state] = index
                        break
        return found
