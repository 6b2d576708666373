"""The state of a match as a table and as JSON."""

from __future__ import annotations

from datetime import timedelta
from math import isfinite
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from komadai.cli.match.texts import ending, faults, listed, text_for
from komadai.cli.shared.messages import counted, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from komadai.match import Match, Tally
    from komadai.match.runner import Runner


def table(match: Match, *, final: bool = False) -> RenderableType:
    """The current state of the match."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold")
    grid.add_column()
    for name, value in rows(match):
        grid.add_row(name, Text(printable(value)))  # an engine may be called [b]
    if final:
        return grid
    games = match.settings.games
    return Group(grid, progress(match.runner, match.tally.games, games + games % 2))


def progress(runner: Runner, games: int, total: int) -> RenderableType:
    """A bar, and how fast it grows."""
    line = text_for("progress", games=games, all=total, running=runner.running)
    if runner.played:
        left = timedelta(seconds=round((total - games) * runner.seconds / runner.played))
        line += text_for("pace", pace=_pace(runner.played / runner.seconds), left=left)
    return Group(ProgressBar(total=total, completed=games, width=40), Text(line, style="dim"))


def _pace(games_a_second: float) -> str:
    if games_a_second >= 1:
        return text_for("a_second", games=f"{games_a_second:.1f}")
    return text_for("a_minute", games=f"{60 * games_a_second:.1f}")


def rows(match: Match) -> list[tuple[str, str]]:
    """The lines of the table: their heading and text in the current language."""
    tally = match.tally
    points = f"{tally.score:g} – {tally.games - tally.score:g}"
    won = _won(tally.wins, tally.draws, tally.losses)
    lines = [
        (text_for("match"), f"{tally.first} – {tally.second}"),
        (text_for("limits"), _limits(match)),
        (text_for("score"), text_for("score_of", points=points, won=won, games=counted(tally.games, "game"))),
    ]
    if tally.games:
        black, white = (_won(*results) for results in tally.by_color)
        share = f"{_black(tally):.1%}"
        lines.append((text_for("colours"), text_for("colours_of", black=black, white=white, share=share)))
    lines += [*_elo_rows(tally), *_sprt_rows(match)]
    if tally.games:
        ended = listed(f"{ending(key)} {count}" for key, count in tally.endings.most_common())
        moves = f"{tally.plies / tally.games:.0f}"
        lines.append((text_for("endings"), text_for("endings_of", endings=ended, moves=moves)))
    faulty = [f"{name}: {faults(kinds)}" for name, kinds in tally.faults.items()]
    lines.append((text_for("faults"), "; ".join(faulty) or text_for("none")))
    if tally.excused:
        late = listed(f"{name} {count}" for name, count in tally.excused.items())
        lines.append((text_for("excused"), text_for("excused_of", moves=late)))
    if match.runner.lost_workers:
        lines.append((text_for("lost"), text_for("lost_of", count=match.runner.lost_workers)))
    return lines


def _elo_rows(tally: Tally) -> Iterator[tuple[str, str]]:
    estimate = tally.estimate
    if estimate is None:
        return
    low, high = _elo(estimate.low), _elo(estimate.high)
    yield text_for("elo"), text_for("elo_of", elo=_elo(estimate.elo), low=low, high=high)
    yield (
        "",
        text_for(
            "normalized",
            elo=_elo(estimate.normalized),
            error=f"{estimate.normalized_error:.1f}",
            superiority=f"{estimate.superiority:.1%}",
        ),
    )
    yield text_for("pairs"), text_for("pair_points", counts=" ".join(map(str, tally.pairs.counts)))


def _sprt_rows(match: Match) -> Iterator[tuple[str, str]]:
    test, state = match.settings.sprt, match.sprt
    if test is None or state is None:
        return
    elos = {"elo0": f"{test.elo0:g}", "elo1": f"{test.elo1:g}"}
    verdict = {"H0": "rejected", "H1": "accepted", None: "open"}[state.decision]
    yield (
        text_for("sprt"),
        text_for(
            "ratio",
            hypotheses=text_for(
                "normalized_hypotheses" if test.model == "normalized" else "elo_hypotheses", **elos
            ),
            llr=f"{state.llr:+.2f}",
            lower=f"{state.lower:.2f}",
            upper=f"{state.upper:.2f}",
            verdict=text_for(verdict, **elos),
        ),
    )


def _won(wins: int, draws: int, losses: int) -> str:
    return text_for("won", wins=wins, draws=draws, losses=losses)


def facts(match: Match) -> dict[str, Any]:
    """The summary of ``--json``."""
    tally, estimate, state = match.tally, match.tally.estimate, match.sprt
    test = match.settings.sprt
    return {
        "summary": True,
        "first": tally.first,
        "second": tally.second,
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "as_black": tally.by_color[0],
        "as_white": tally.by_color[1],
        "pairs": list(tally.pairs.counts),
        "elo": None if estimate is None else _finite(estimate.elo),
        "elo_low": None if estimate is None else _finite(estimate.low),
        "elo_high": None if estimate is None else _finite(estimate.high),
        "normalized_elo": None if estimate is None else estimate.normalized,
        "normalized_elo_error": None if estimate is None else estimate.normalized_error,
        "superiority": None if estimate is None else estimate.superiority,
        "sprt": None
        if test is None or state is None
        else {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "model": test.model,
            "llr": state.llr,
            "lower": state.lower,
            "upper": state.upper,
            "decision": state.decision,
        },
        "endings": dict(tally.endings),
        "faults": {name: dict(kinds) for name, kinds in tally.faults.items()},
        "excused": dict(tally.excused),
        "lost_workers": match.runner.lost_workers,
        "plies": tally.plies,
    }


def _limits(match: Match) -> str:
    first, second = str(match.settings.first.pace), str(match.settings.second.pace)
    return first if first == second else text_for("two_limits", first=first, second=second)


def _black(tally: Tally) -> float:
    won, drawn, _ = tally.by_color[0]
    _, drawn_white, lost_white = tally.by_color[1]
    return (won + lost_white + (drawn + drawn_white) / 2) / tally.games


def _elo(elo: float) -> str:
    return f"{rounded(elo):+.1f}" if isfinite(elo) else "+∞" if elo > 0 else "-∞"


def rounded(elo: float) -> float:
    """Rounded to one decimal, without a negative zero."""
    return round(elo, 1) + 0.0


def _finite(number: float) -> float | None:
    """None for an infinite number, which JSON does not have."""
    return number if isfinite(number) else None
