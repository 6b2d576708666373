"""The statistics of many games as tables in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich import box
from rich.table import Table
from rich.text import Text

from komadai import Board, Move, notation
from komadai.cli.shared.messages import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from komadai.cli.records.stats_texts import Words
    from komadai.kifu.statistics.results import Distribution, GameReference, Opening, Results, Statistics

_FIRST_MOVES: Final = 10
_SHARE: Final = 0.05
"""A reply is listed if at least this part of the games continues with it …"""
_OFTEN: Final = 0.01
"""… and this part of all even games."""
_BAR: Final = 20
"""Cells of the longest bar."""


def show(statistics: Statistics, files: int, words: Words, console: Console) -> None:
    """Prints all tables."""
    games = statistics.games
    console.print(Text(words("title", games=words.games(games), files=words.files(files)), "bold"))
    if not games:
        return
    for table in (
        _results(statistics, words),
        _endings(statistics, words),
        _openings(statistics, words),
        _spreads(statistics, words),
    ):
        if table is not None:
            console.print()
            console.print(table)
    console.print()
    for sentence in _sentences(statistics, words):
        console.print(Text(sentence), soft_wrap=True)


def line_names(openings: tuple[Opening, ...], words: Words) -> list[str]:
    """The last move of each line in the notation of the language: ``P-7f``, ▲7六歩."""
    style = "japanese" if words.key == "ja" else "western"
    names: list[str] = []
    for each in openings:
        board = Board()
        *before, last = map(Move.from_usi, each.moves)
        for move in before:
            board.push_unchecked(move)
        names.append(notation.write(board, last, style))
    return names


def percent(rate: float | None, digits: int = 1) -> str:
    """``53.1 %``; empty without a rate."""
    return "" if rate is None else f"{100 * rate:.{digits}f} %"


def reference(game: GameReference, words: Words) -> str:
    """The players where the record names them, and where it is."""
    where = words("nth", number=game.number, file=game.file) if game.number > 1 else game.file
    if not game.black and not game.white:
        return printable(where)
    return printable(f"{game.black or '?'} – {game.white or '?'} ({where})")


def _table(title: str, first: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    table.show_edge = table.pad_edge = False
    table.add_column(first, no_wrap=True)
    for each in columns:
        table.add_column(each, justify="right", no_wrap=True)
    return table


def _results(statistics: Statistics, words: Words) -> Table:
    keys = ("count", "black", "white", "draws", "unfinished", "rate")
    table = _table(words("results"), "", *map(words, keys))
    groups = [(words("even"), statistics.even)]
    groups += [(words.handicap(each.handicap), each.results) for each in statistics.handicaps]
    groups += [(words("other"), statistics.other_starts)]
    groups = [(name, each) for name, each in groups if each.games]
    for name, each in groups:
        table.add_row(name, *_row(each))
    if len(groups) > 1:
        table.add_section()
        table.add_row(words("all"), *_row(statistics.results))
    return table


def _row(results: Results) -> list[str]:
    counts = (results.games, results.black, results.white, results.draws, results.unfinished)
    return [*(f"{count:,}" for count in counts), _rate(results)]


def _rate(results: Results) -> str:
    """``52.1 % (50–54)``."""
    interval = results.interval
    if interval is None:
        return ""
    return f"{percent(results.black_rate)} ({100 * interval[0]:2.0f}–{100 * interval[1]:2.0f})"


def _endings(statistics: Statistics, words: Words) -> Table:
    table = _table(words("endings"), "", words("count"), words("share"))
    table.add_column("")
    most = statistics.terminations[0].games
    for each in statistics.terminations:
        bar = "█" * max(1, round(_BAR * each.games / most))
        table.add_row(
            words.termination(each.termination),
            f"{each.games:,}",
            percent(each.games / statistics.games),
            Text(bar, "dim"),
        )
    return table


def _openings(statistics: Statistics, words: Words) -> Table | None:
    if not statistics.openings:
        return None
    keys = ("count", "share", "black", "white", "draws", "rate")
    table = _table(words("openings"), words("move"), *map(words, keys))
    names = line_names(statistics.openings, words)
    first = left_out = 0
    hidden: tuple[str, ...] | None = None
    for each, name in zip(statistics.openings, names, strict=True):
        depth = len(each.moves)
        if hidden is not None and each.moves[: len(hidden)] == hidden:
            continue
        first += depth == 1
        often = each.results.games >= _OFTEN * statistics.even.games and each.share >= _SHARE
        if first > _FIRST_MOVES or (depth > 1 and not often):
            hidden = each.moves
            left_out += depth == 1
            continue
        results = each.results
        table.add_row(
            "  " * (depth - 1) + name,
            f"{results.games:,}",
            percent(each.share),
            *(f"{count:,}" for count in (results.black, results.white, results.draws)),
            _rate(results),
            style="" if depth == 1 else "dim",
        )
    if left_out:
        table.add_row(words("fewer", left_out), style="dim")
    return table


def _spreads(statistics: Statistics, words: Words) -> Table | None:
    if statistics.plies is None:
        return None
    keys = ("mean", "median", "half", "most_of_them", "least", "most")
    table = _table(words("spread"), "", *map(words, keys))
    table.add_row(words("length"), *_spread(statistics.plies))
    if statistics.legal_moves is not None:
        table.add_row(words("legal"), *_spread(statistics.legal_moves.positions))
    return table


def _spread(found: Distribution) -> list[str]:
    half, most = ((found.percentile(low), found.percentile(high)) for low, high in ((25, 75), (5, 95)))
    return [
        f"{found.mean:.1f}",
        f"{found.median:g}",
        f"{half[0]}–{half[1]}",
        f"{most[0]}–{most[1]}",
        f"{found.least}",
        f"{found.most}",
    ]


def _clock(milliseconds: float) -> str:
    minutes, seconds = divmod(round(milliseconds / 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _sentences(statistics: Statistics, words: Words) -> Iterator[str]:
    kinds, times, legal = statistics.kinds, statistics.times, statistics.legal_moves
    if kinds.moves:
        keys = ("captures", "drops", "promotions", "checks")
        parts = words("comma").join(words(key, percent(getattr(kinds, key) / kinds.moves)) for key in keys)
        yield words("kinds", moves=words.moves(kinds.moves), parts=parts)
    for key, game in (("longest", statistics.longest), ("shortest", statistics.shortest)):
        if game is not None:
            yield words(key, moves=words.moves(game.plies), game=reference(game, words))
    if legal is not None:
        game = legal.most_in
        yield words("widest", most=legal.positions.most, ply=game.plies, game=reference(game, words))
    if times is not None:
        yield words(
            "times",
            games=words.games(times.games),
            move=times.mean_ms / 1000,
            black=_clock(times.black_ms),
            white=_clock(times.white_ms),
        )
        game = times.longest_in
        yield words(
            "longest_thought",
            time=_clock(times.longest_ms),
            ply=game.plies,
            game=reference(game, words),
        )
    for key in ("repeated", "with_illegal_moves", "with_warnings"):
        count = getattr(statistics, key)
        if count:
            yield words(key, games=words.games(count))
    yield words("rate_note")
    if statistics.handicaps:
        yield words("handicap_note")
