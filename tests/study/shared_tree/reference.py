"""A slow shared tree, computed from the whole log each time, straight from its definition."""

from __future__ import annotations

from komadai.study.shared_tree import Add, Comment, Delete, Entry, Mark, Promote, Undo


def tree_of(
    start: list[tuple[int | None, str | None]], entries: list[Entry]
) -> dict[int, tuple[object, ...]]:
    """The nodes: parent, move, children, comment, bookmark, marks; ``start`` has the places of the first."""
    counting: list[Entry] = []
    undone: set[int] = set()
    for entry in reversed(entries):  # an undo stands behind what it undoes
        if entry.number in undone:
            continue
        if isinstance(entry.operation, Undo):
            undone.add(entry.operation.operation)
        else:
            counting.insert(0, entry)
    ids = {place: number for number, place in enumerate(start)}
    for entry in entries:
        if isinstance(entry.operation, Add):
            ids.setdefault((entry.operation.parent, entry.operation.usi), entry.number)
    places = {number: place for place, number in ids.items()}

    def above(node: int | None) -> list[int]:
        return [] if node is None else [node, *above(places[node][0])]

    def born(node: int) -> list[int]:
        return ([node] if node < len(start) else []) + [
            entry.number
            for entry in counting
            if isinstance(entry.operation, Add) and ids[entry.operation.parent, entry.operation.usi] == node
        ]

    def died(node: int) -> int:
        return max(
            [
                entry.number
                for entry in counting
                if isinstance(entry.operation, Delete) and entry.operation.node in above(node)
            ],
            default=-1,
        )

    def stands(node: int) -> bool:
        return all(any(number > died(each) for number in born(each)) for each in above(node))

    def last(node: int, kind: type[Comment] | type[Mark]) -> Comment | Mark | None:
        said = [
            entry.operation
            for entry in counting
            if isinstance(entry.operation, kind)
            and entry.operation.node == node
            and entry.number > died(node)
        ]
        return said[-1] if said else None

    def children(node: int) -> tuple[int, ...]:
        order = [number for number in range(1, len(start)) if start[number][0] == node]
        for entry in counting:
            operation = entry.operation
            if isinstance(operation, Add) and operation.parent == node:
                child = ids[node, operation.usi]
                order += [] if child in order else [child]
            if not isinstance(operation, Promote) or places[operation.node][0] != node:
                continue
            if operation.node in order and (operation.before is None or operation.before in order):
                order.remove(operation.node)
                place = 0 if operation.before is None else order.index(operation.before)
                order.insert(place, operation.node)
        return tuple(child for child in order if stands(child))

    nodes: dict[int, tuple[object, ...]] = {}
    for node, (parent, usi) in places.items():
        if stands(node):
            comment, mark = last(node, Comment), last(node, Mark)
            nodes[node] = (
                parent,
                usi,
                children(node),
                comment.text if isinstance(comment, Comment) else "",
                mark.name if isinstance(mark, Mark) else "",
                mark.shapes if isinstance(mark, Mark) else (),
            )
    return nodes


def undoable_of(author: str, entries: list[Entry]) -> tuple[int | None, int | None]:
    """What an author can undo and redo, looked for in the whole log."""
    counting: dict[int, bool] = {}
    undone: set[int] = set()
    for entry in reversed(entries):
        counting[entry.number] = entry.number not in undone
        if counting[entry.number] and isinstance(entry.operation, Undo):
            undone.add(entry.operation.operation)
    own = [entry for entry in entries if entry.author == author]
    changes = [entry.number for entry in own if not isinstance(entry.operation, Undo)]
    undoable = [number for number in changes if counting[number]]
    redoable = [
        entry.number
        for entry in own
        if isinstance(entry.operation, Undo)
        and counting[entry.number]
        and entry.number > max(changes, default=-1)
        if entry.operation.operation in changes
    ]
    return undoable[-1] if undoable else None, redoable[-1] if redoable else None
