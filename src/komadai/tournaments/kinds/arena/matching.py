"""Pairs: as many as possible, at the least cost.

networkx is imported when something is matched. Without it the pairs are good, but not always the cheapest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

Costs = Mapping[tuple[int, int], int]
"""The costs of the pairs that are allowed, as (smaller, larger). Integers, so that the result is exact."""


def matching(costs: Costs) -> list[tuple[int, int]]:
    """Pairs that have no member twice, in order. The same costs give the same pairs."""
    try:
        import networkx
    except ImportError:
        return without_networkx(costs)
    graph = networkx.Graph()
    graph.add_weighted_edges_from((first, second, -cost) for (first, second), cost in costs.items())
    return sorted((min(pair), max(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True))


def without_networkx(costs: Costs) -> list[tuple[int, int]]:
    """One after the other takes the cheapest partner who is free, then alternating paths add more pairs."""
    near: dict[int, list[int]] = defaultdict(list)
    for (first, second), _ in sorted(costs.items(), key=lambda item: (item[1], item[0])):
        near[first].append(second)
        near[second].append(first)
    partner: dict[int, int] = {}
    for member in sorted(near):
        if member not in partner:
            free = next((other for other in near[member] if other not in partner), None)
            if free is not None:
                partner[member], partner[free] = free, member
    for member in sorted(near):
        if member not in partner:
            _pair_by_path(member, near, partner)
    return sorted((first, second) for first, second in partner.items() if first < second)


def _pair_by_path(member: int, near: Mapping[int, list[int]], partner: dict[int, int]) -> None:
    """Pairs a member whose possible partners are taken, if these can be given others."""
    came: dict[int, tuple[int, int] | None] = {member: None}
    """Those who would be left, with who would be so before, and whose partner they are."""
    queue = [member]
    for left in queue:
        for other in near[left]:
            if other in came:
                continue
            if other in partner:
                if partner[other] not in came:
                    came[partner[other]] = left, other
                    queue.append(partner[other])
                continue
            step: tuple[int, int] | None = (left, other)
            while step is not None:
                one, taken = step
                step = came[one]
                partner[one], partner[taken] = taken, one
            return
