"""Several engines, all against all or some against all others, and their rating list."""

from __future__ import annotations

from contextlib import ExitStack
from math import isfinite
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from komadai.cli.match import match_table, options
from komadai.cli.match.texts import faults, text_for
from komadai.cli.shared.console import error_console, output_console, print_json
from komadai.cli.shared.errors import Failure, error_text
from komadai.cli.shared.language import localized
from komadai.cli.shared.messages import printable
from komadai.cli.shared.signals import undisturbed
from komadai.errors import RangeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from komadai.match import Tournament

_INTERRUPTED = 130


def play(
    words: list[str],
    terms: options.Terms,
    *,
    rounds: int,
    gauntlet: int,
    neighbours: int,
    anchors_given: Sequence[str],
) -> int:
    """Plays all games, prints the list, and returns the exit status."""
    from komadai.match import GameSide, Tournament, TournamentSettings

    pace = terms.common_pace()
    seats = tuple(GameSide(terms.program(word), pace) for word in words)
    settings = TournamentSettings(
        seats=seats,
        rounds=rounds,
        gauntlet=gauntlet,
        neighbours=neighbours,
        rules=terms.rules(),
        openings=terms.read_openings(),
        seed=terms.seed,
        event="Komadai match",
        records=terms.formats,
    )
    anchors = dict(_anchor(text, settings.seats) for text in anchors_given)
    stderr = error_console()
    with ExitStack() as stack:
        journal = terms.journal(stack, settings.identity(), settings.games)
        workers = terms.workers(seats, stderr)
        stack.callback(workers.close)
        going = Tournament(settings, workers, journal, terms.output)
        status = _games(going, anchors, stderr, terms.as_json)
    if terms.as_json:
        print_json(facts(going, anchors))
    else:
        output_console().print(table(going, anchors))
    return status


def _anchor(text: str, seats: tuple[Any, ...]) -> tuple[str, float]:
    name, _, elo = text.rpartition("=")
    names = [seat.program.name for seat in seats]
    try:
        rating = float(elo)
        if name not in names or not isfinite(rating):
            raise ValueError
        return name, rating
    except ValueError:
        raise RangeError(
            localized(
                f"--anchor: expected NAME=ELO with a name of {', '.join(names)}, got {text!r}",
                f"--anchor：{'、'.join(names)} のどれかを"
                f" 名前=レーティング の形で指定してください（入力：{text!r}）",
            )
        ) from None


def _games(going: Tournament, anchors: dict[str, float], stderr: Console, as_json: bool) -> int:
    """Plays to the end or to Ctrl-C; the exit status."""
    options.print_start_notes(
        stderr, going.continued, going.settings.rounds, len(going.settings.all_openings)
    )
    with ExitStack() as stack:
        if stderr.is_terminal:
            stack.enter_context(
                Live(console=stderr, transient=True, get_renderable=lambda: _live(going, anchors))
            )
        try:
            for result in going.play():
                with undisturbed():
                    if as_json:
                        print_json(result.as_dict())
        except KeyboardInterrupt:
            return _INTERRUPTED
        except OSError as error:
            raise Failure(
                f"{error.filename or localized('a file', 'ファイル')}: {error_text(error)}"
            ) from error
    return 0


def _live(going: Tournament, anchors: dict[str, float]) -> RenderableType:
    return Group(
        table(going, anchors),
        match_table.progress(going.runner, len(going.scores), going.settings.games),
    )


def table(going: Tournament, anchors: dict[str, float]) -> RenderableType:
    """The current rating list."""
    listed = going.ratings(anchors)
    if listed is None:
        return Text(text_for("unconnected"))
    grid = Table(box=None, padding=(0, 1), pad_edge=False)
    grid.add_column(justify="right", no_wrap=True)
    for key in ("engine", "rating", "error", "games", "points", "above_next", "faults"):
        grid.add_column(
            text_for(key), justify="left" if key in ("engine", "faults") else "right", no_wrap=True
        )
    for place, each in enumerate(listed.ratings, 1):
        grid.add_row(
            str(place),
            Text(printable(each.name)),  # it may be called [b]
            f"{each.elo:.1f}",
            text_for("anchor") if each.name in anchors else f"{each.error:.1f}",
            str(each.games),
            f"{each.points:g}",
            "" if each.above_next is None else f"{each.above_next:.0%}",
            faults(going.faults.get(each.name) or {}),
        )
    advantage = text_for(
        "advantage",
        elo=f"{match_table.rounded(listed.advantage):+.1f}",
        error=f"{listed.advantage_error:.1f}",
        draws=f"{listed.draws:.1%}",
        games=len(going.scores),
    )
    lines = [Text(advantage)]
    if not listed.bounded:
        lines.append(Text(text_for("unbounded")))
    return Group(grid, *lines)


def facts(going: Tournament, anchors: dict[str, float]) -> dict[str, Any]:
    """The summary of ``--json``."""
    listed = going.ratings(anchors)
    return {
        "summary": True,
        "games": len(going.scores),
        "ratings": None
        if listed is None
        else [
            {
                "name": each.name,
                "elo": each.elo,
                "error": each.error,
                "games": each.games,
                "points": each.points,
                "above_next": each.above_next,
            }
            for each in listed.ratings
        ],
        "advantage": None if listed is None else listed.advantage,
        "advantage_error": None if listed is None else listed.advantage_error,
        "draws": None if listed is None else listed.draws,
        "bounded": None if listed is None else listed.bounded,
        "faults": {name: dict(kinds) for name, kinds in going.faults.items()},
        "lost_workers": going.runner.lost_workers,
    }
