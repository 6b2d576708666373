"""The state of a match as a table and as JSON."""

from __future__ import annotations

from datetime import timedelta
from math import isfinite
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from komadai.cli.shared.messages import printable

if TYPE_CHECKING:
    from rich.console import RenderableType

    from komadai.arena import Match, Tally
    from komadai.arena.runner import Runner


def table(match: Match, *, final: bool = False) -> RenderableType:
    """The current state of the match."""
    tally, settings = match.tally, match.settings
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold")
    grid.add_column()
    for name, value in rows(match):
        grid.add_row(name, Text(printable(value)))  # an engine may be called [b]
    if final:
        return grid
    most = settings.games + settings.games % 2
    return Group(grid, progress(match.runner, tally.games, most))


def progress(runner: Runner, games: int, most: int) -> RenderableType:
    """A bar, and how fast it grows."""
    text = f"{games} of {most} games, {runner.running} under way"
    if runner.played:
        left = timedelta(seconds=round((most - games) * runner.seconds / runner.played))
        text += f", {_pace(runner.played / runner.seconds)}, {left} left"
    return Group(ProgressBar(total=most, completed=games, width=40), Text(text, style="dim"))


def _pace(games_a_second: float) -> str:
    if games_a_second >= 1:
        return f"{games_a_second:.1f} games a second"
    return f"{60 * games_a_second:.1f} games a minute"


def rows(match: Match) -> list[tuple[str, str]]:
    """The lines of the table."""
    tally, settings = match.tally, match.settings
    lines = [
        ("Match", f"{tally.first} – {tally.second}"),
        ("Limits", _limits(match)),
        (
            "Score",
            f"{tally.score:g} – {tally.games - tally.score:g}   (+{tally.wins} ={tally.draws} -{tally.losses}"
            f" in {_counted(tally.games)})",
        ),
    ]
    if tally.games:
        as_black, as_white = (f"+{won} ={drawn} -{lost}" for won, drawn, lost in tally.by_color)
        lines.append(
            ("Colours", f"as Black {as_black}, as White {as_white}; Black scored {_black(tally):.1%}")
        )
    estimate = tally.estimate
    if estimate is not None:
        lines.append(("Elo", f"{_elo(estimate.elo)} {_bounds(estimate.low, estimate.high)} with 95 %"))
        lines.append(
            (
                "",
                f"normalized {_elo(estimate.normalized)} ± {estimate.normalized_error:.1f}, "
                f"stronger with {estimate.superiority:.1%}",
            )
        )
        lines.append(("Pairs", " ".join(map(str, tally.pairs.counts)) + "   (0, ½, 1, 1½, 2 points)"))
    test, state = settings.sprt, match.sprt
    if test is not None and state is not None:
        ratio = f"LLR {state.llr:+.2f} between {state.lower:.2f} and {state.upper:.2f}"
        hypotheses = (
            f"{test.elo0:g} or {test.elo1:g} {'normalized ' if test.model == 'normalized' else ''}Elo"
        )
        verdict = {
            "H0": f"at most {test.elo0:g}: rejected",
            "H1": f"at least {test.elo1:g}: accepted",
            None: "open",
        }
        lines.append(("SPRT", f"{hypotheses}: {ratio}: {verdict[state.decision]}"))
    if tally.games:
        ended = ", ".join(f"{word.replace('_', ' ')} {count}" for word, count in tally.endings.most_common())
        lines.append(("Endings", f"{ended}; {tally.plies / tally.games:.0f} moves on average"))
    faults = [
        f"{name}: " + ", ".join(f"{kind} {count}" for kind, count in kinds.items())
        for name, kinds in tally.faults.items()
    ]
    lines.append(("Faults", "; ".join(faults) or "none"))
    if tally.excused:
        moves = ", ".join(f"{name} {count}" for name, count in tally.excused.items())
        lines.append(("Excused", f"late moves of engines that the machine delayed: {moves}"))
    if match.runner.lost_workers:
        lines.append(("Lost", f"{match.runner.lost_workers} worker processes; their games were played again"))
    return lines


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
    return first if first == second else f"{first} against {second}"


def _black(tally: Tally) -> float:
    won, drawn, _ = tally.by_color[0]
    _, drawn_white, lost_white = tally.by_color[1]
    return (won + lost_white + (drawn + drawn_white) / 2) / tally.games


def _elo(elo: float) -> str:
    return f"{rounded(elo):+.1f}" if isfinite(elo) else "+∞" if elo > 0 else "-∞"


def rounded(elo: float) -> float:
    """Rounded to one decimal, without a negative zero."""
    return round(elo, 1) + 0.0


def _bounds(low: float, high: float) -> str:
    return f"({_elo(low)} to {_elo(high)})"


def _finite(number: float) -> float | None:
    """None for an infinite number, which JSON does not have."""
    return number if isfinite(number) else None


def _counted(games: int) -> str:
    return f"{games} game" if games == 1 else f"{games} games"
