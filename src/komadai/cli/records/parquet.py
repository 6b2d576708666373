"""A Parquet file with a row for each game, for pandas, Polars, DuckDB and other readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from komadai.extras import package

if TYPE_CHECKING:
    from pathlib import Path

    from komadai.kifu.statistics.game_facts import Facts, MoveCounts

Row = dict[str, Any]

_GROUP: Final = 5_000
"""Rows that are held in memory and written at once."""
_COLUMNS: Final = (
    ("file", "string"),
    ("game", "int32"),
    ("black", "string"),
    ("white", "string"),
    ("event", "string"),
    ("site", "string"),
    ("started", "string"),
    ("time_limit", "string"),
    ("handicap", "string"),
    ("sfen", "string"),
    ("plies", "int32"),
    ("winner", "string"),
    ("termination", "string"),
    ("first_move", "string"),
    ("second_move", "string"),
    ("moves", "string"),
    ("legal_moves", "list<int32>"),
    ("mean_legal_moves", "double"),
    ("captures", "int32"),
    ("drops", "int32"),
    ("promotions", "int32"),
    ("checks", "int32"),
    ("times_ms", "list<int64>"),
    ("black_ms", "int64"),
    ("white_ms", "int64"),
    ("illegal_ply", "int32"),
    ("warnings", "int32"),
    ("key", "uint64"),
)
"""docs/how-to/stats.md describes them."""
_HEADERS: Final = ("black", "white", "event", "site", "started", "time_limit")


def row(file: str, number: int, facts: Facts, counts: MoveCounts) -> Row:
    """The row of a game."""
    outcome = facts.outcome
    handicap = facts.handicap
    moves = [move.usi() for move in facts.moves]
    black_ms, white_ms = facts.spent_ms()
    legal = counts.legal
    return {
        "file": _text(file),
        "game": number,
        **{name: _text(facts.headers.get(name)) for name in _HEADERS},
        "handicap": handicap and handicap.key,
        "sfen": facts.sfen,
        "plies": len(moves),
        "winner": None if outcome is None or outcome.winner is None else outcome.winner.key,
        "termination": outcome and outcome.termination.value,
        "first_move": moves[0] if moves else None,
        "second_move": moves[1] if len(moves) > 1 else None,
        "moves": " ".join(moves),
        "legal_moves": legal,
        "mean_legal_moves": sum(legal) / len(legal) if legal else None,
        "captures": counts.captures,
        "drops": counts.drops,
        "promotions": counts.promotions,
        "checks": counts.checks,
        "times_ms": facts.times_ms if black_ms is not None else None,
        "black_ms": black_ms,
        "white_ms": white_ms,
        "illegal_ply": facts.illegal_moves[0] if facts.illegal_moves else None,
        "warnings": len(facts.warnings),
        "key": facts.key,
    }


def _text(text: str | None) -> str | None:
    # Parquet does not accept half of a surrogate pair, which names of files and JSON can contain.
    return None if text is None else text.encode("utf-8", "replace").decode()


class Parquet:
    """A Parquet file that grows by groups of rows."""

    def __init__(self, path: Path) -> None:
        """Raises MissingPackageError without pyarrow, OSError if the file cannot be written."""
        arrow = package("pyarrow", "research")
        types = {
            "string": arrow.string(),
            "int32": arrow.int32(),
            "int64": arrow.int64(),
            "uint64": arrow.uint64(),
            "double": arrow.float64(),
            "list<int32>": arrow.list_(arrow.int32()),
            "list<int64>": arrow.list_(arrow.int64()),
        }
        self._schema = arrow.schema([(name, types[kind]) for name, kind in _COLUMNS])
        self._table = arrow.Table
        self._writer = package("pyarrow.parquet", "research").ParquetWriter(
            path, self._schema, compression="zstd"
        )
        self._rows: list[Row] = []

    def put(self, row: Row) -> None:
        """Adds a row."""
        self._rows.append(row)
        if len(self._rows) >= _GROUP:
            self._flush()

    def close(self) -> None:
        """Writes what is left and the end of the file."""
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        if self._rows:
            self._writer.write_table(self._table.from_pylist(self._rows, schema=self._schema))
            self._rows = []
