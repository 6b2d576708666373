"""The commands of the extended mode, which begin with ``%%``, with the answers of shogi-server."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

import komadai
from komadai._core import Board
from komadai.clock import Clock
from komadai.csa.errors import CsaProtocolError
from komadai.csa.game_name import GameName
from komadai.csa.game_summary import GivenMove, read_moves
from komadai.errors import ClockError
from komadai.notation import csa
from komadai.pieces import BLACK, WHITE
from komadai.server.csa.store import BuoyRow

if TYPE_CHECKING:
    from komadai.server.csa.programs import CsaPrograms
    from komadai.server.csa.session import Session

MAX_CHAT: Final = 200
MAX_BUOY_COUNT: Final = 1000
MAX_BUOYS: Final = 100
"""The number of buoys of one program."""
CHAT_PAUSE_S: Final = 1.0

Command = Callable[["CsaPrograms", "Session", list[str]], Awaitable[None]]


async def run(programs: CsaPrograms, session: Session, line: str) -> None:
    """Runs one command. Unknown ones are answered with an error."""
    word, *arguments = line.split()
    command = COMMANDS.get(word)
    if command is None:
        session.error(f"unknown command: {line[:80]}")
    elif word == "%%CHAT":
        await command(programs, session, [line.removeprefix(word).strip()])
    else:
        await command(programs, session, arguments)


async def _help(programs: CsaPrograms, session: Session, _: list[str]) -> None:
    session.send(*(f"##[HELP] {word} {usage}".rstrip() for word, usage in USAGE.items()), "##[HELP] +OK")


async def _version(programs: CsaPrograms, session: Session, _: list[str]) -> None:
    session.send(f"##[VERSION] Komadai {komadai.__version__}", "##[VERSION] +OK")


async def _who(programs: CsaPrograms, session: Session, _: list[str]) -> None:
    lines = []
    for other in programs.sessions.values():
        words = [other.name, "x1" if other.x1 else "CSA", other.status]
        game = other.game
        if game is not None:
            words += [game.name.text, csa.SIGNS[game.color_of(other)]]
        elif other.waiting_for is not None:
            words += [other.waiting_for.text, "*" if other.color is None else csa.SIGNS[other.color]]
        lines.append("##[WHO] " + " ".join(words))
    session.send(*lines, "##[WHO] +OK")


async def _list(programs: CsaPrograms, session: Session, _: list[str]) -> None:
    session.send(*(f"##[LIST] {csa_id}" for csa_id in programs.games), "##[LIST] +OK")


async def _show(programs: CsaPrograms, session: Session, arguments: list[str]) -> None:
    game = programs.games.get(arguments[0]) if arguments else None
    lines = [] if game is None else game.show()
    session.send(*(f"##[SHOW] {line}" for line in lines), "##[SHOW] +OK")


def _monitor(header: str, on: bool) -> Command:
    async def monitor(programs: CsaPrograms, session: Session, arguments: list[str]) -> None:
        game = programs.games.get(arguments[0]) if arguments else None
        if game is None:
            return
        if not on:
            if game.monitors.get(session) == header:
                del game.monitors[session]
            return
        game.monitors[session] = header
        prefix = f"##[{header}][{game.csa_id}]"
        lines = game.show() if header == "MONITOR" else game.log_lines()
        session.send(*(f"{prefix} {line}" for line in lines), f"{prefix} +OK")

    return monitor


def _game(*, challenge: bool) -> Command:
    async def game(programs: CsaPrograms, session: Session, arguments: list[str]) -> None:
        if session.status not in ("connected", "game_waiting"):
            session.error(
                f"you are in {session.status} status. GAME is valid in connected or game_waiting status"
            )
            return
        if not arguments:
            session.idle()
            return
        if len(arguments) < 2 or arguments[1] not in ("+", "-", "*"):
            session.error(f"A turn identifier is required: {' '.join(arguments)[:80]}")
            return
        name = GameName.parse(arguments[0], programs.settings.least_s)
        if name is None or name.color is not None:
            session.error(f"bad game name: {arguments[0][:80]}.")
            return
        color = {"+": BLACK, "-": WHITE}.get(arguments[1])
        wanted = GameName(name.text, name.event, name.times, color)
        await programs.wait(session, wanted, challenge=challenge)

    return game


async def _chat(programs: CsaPrograms, session: Session, arguments: list[str]) -> None:
    now = time.monotonic()
    if now - session.chatted_at < CHAT_PAUSE_S:
        session.error("one message a second")
        return
    session.chatted_at = now
    text = arguments[0][:MAX_CHAT]
    for other in list(programs.sessions.values()):
        if text and other.x1:
            other.send(f"##[CHAT][{session.name}] {text}")


async def _rating(programs: CsaPrograms, session: Session, _: list[str]) -> None:
    lines = [
        f"##[RATING] {row.name} \t {row.rating:4.0f} @{_day(row.played_ms)}".replace("\t", " ")
        for row in await programs.store.rated_programs()
    ]
    session.send(*lines[:1000], "##[RATING] +OK")


def _day(at_ms: int | None) -> str:
    return time.strftime("%Y-%m-%d", time.localtime((at_ms or 0) / 1000))


# -- buoys


async def _set_buoy(programs: CsaPrograms, session: Session, arguments: list[str]) -> None:
    if len(arguments) < 2:
        session.error("expected a game name, moves, and a count")
        return
    await _add_buoy(
        programs, session, arguments[0], arguments[1], arguments[2] if arguments[2:] else "1", "SETBUOY"
    )


async def _add_buoy(
    programs: CsaPrograms, session: Session, text: str, moves: str, count: str, header: str
) -> None:
    name = GameName.parse(text)
    if name is None or not name.is_buoy or name.color is not None:
        session.error(f"wrong buoy game name: {text[:80]}")
        return
    games = _number(count)
    if games is None or not 1 <= games <= MAX_BUOY_COUNT:
        session.error(f"invalid count: {count[:20]}")
        return
    try:
        given = read_moves(Board(name.handicap.sfen), moves)
        _check_times(name, given)
    except (CsaProtocolError, ClockError):
        session.error(f"wrong moves: {moves[:200]}")
        return
    if not given:
        session.error(f"wrong moves: {moves[:200]}")
        return
    if await programs.store.count_buoys(session.name) >= MAX_BUOYS:
        session.error(f"you have {MAX_BUOYS} buoys; delete one first")
        return
    if not await programs.store.add_buoy(
        BuoyRow(name=name.text, moves=moves, owner=session.name, count=games)
    ):
        session.error(f"duplicated buoy game name: {name.text}")
        return
    session.send(f"##[{header}] +OK")
    await programs.buoy_is_set(name)


def _check_times(name: GameName, given: tuple[GivenMove, ...]) -> None:
    """Raises ClockError if the given moves use up the time of a side."""
    control = name.times.control()
    if control is None:
        return
    board = Board(name.handicap.sfen)
    clock = Clock.new(control).start(board.turn, 0)
    for each in given:
        clock = clock.press(0, -each.spent * 1000)


async def _delete_buoy(programs: CsaPrograms, session: Session, arguments: list[str]) -> None:
    text = arguments[0] if arguments else ""
    buoy = await programs.store.buoy(text)
    if buoy is None:
        session.error(f"buoy game not found: {text[:80]}")
    elif buoy.owner != session.name:
        session.error(f"you are not allowed to delete a buoy game that you did not set: {text[:80]}")
    else:
        await programs.store.delete_buoy(text)
        session.send("##[DELETEBUOY] +OK")


async def _count_buoy(programs: CsaPrograms, session: Session, arguments: list[str]) -> None:
    buoy = await programs.store.buoy(arguments[0] if arguments else "")
    session.send(f"##[GETBUOYCOUNT] {-1 if buoy is None else buoy.count}", "##[GETBUOYCOUNT] +OK")


def _number(text: str) -> int | None:
    """A whole number of at most nine digits, or None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


async def _fork(programs: CsaPrograms, session: Session, arguments: list[str]) -> None:
    """``%%FORK game [new name] [n]``: a buoy with the first n moves of a game, by default all but one."""
    source = arguments[0] if arguments else ""
    game = programs.games.get(source)
    if game is None or game.live is None:
        session.error(f"wrong source game name: {source[:200]}")
        return
    rest = arguments[1:]
    new_name = rest.pop(0) if rest and not rest[0].isdigit() else ""
    moves = game.live.game.moves
    number = _number(rest[0]) if rest else len(moves) - 1
    if number is None or not 1 <= number <= len(moves):
        session.error(f"number of moves to fork is out of range: {len(moves)}.")
        return
    if not new_name:
        event = re.sub(r"^buoy_", "", game.name.event)[:20]
        times = game.name.text.removeprefix(game.name.event)
        new_name = f"buoy_{event}_{number}{times}"
        session.send(f"##[FORK]: new buoy game name: {new_name}")
    board = Board(game.summary.sfen)
    text = ""
    for played in moves[:number]:
        text += f"{csa.write(board, played.move)},T{played.ms // 1000}"
        board.push(played.move)
    await _add_buoy(programs, session, new_name, text, "1", "FORK")


USAGE: Final = {
    "%%GAME": "[<game> +|-|*]",
    "%%CHALLENGE": "<game> +|-|*",
    "%%WHO": "",
    "%%LIST": "",
    "%%SHOW": "<game id>",
    "%%MONITORON": "<game id>",
    "%%MONITOROFF": "<game id>",
    "%%MONITOR2ON": "<game id>",
    "%%MONITOR2OFF": "<game id>",
    "%%CHAT": "<text>",
    "%%RATING": "",
    "%%VERSION": "",
    "%%SETBUOY": "<game> <moves> [<count>]",
    "%%DELETEBUOY": "<game>",
    "%%GETBUOYCOUNT": "<game>",
    "%%FORK": "<game id> [<new game>] [<number of moves>]",
    "%%HELP": "",
}
COMMANDS: Final[dict[str, Command]] = {
    "%%GAME": _game(challenge=False),
    "%%CHALLENGE": _game(challenge=True),
    "%%WHO": _who,
    "%%LIST": _list,
    "%%SHOW": _show,
    "%%MONITORON": _monitor("MONITOR", True),
    "%%MONITOROFF": _monitor("MONITOR", False),
    "%%MONITOR2ON": _monitor("MONITOR2", True),
    "%%MONITOR2OFF": _monitor("MONITOR2", False),
    "%%CHAT": _chat,
    "%%RATING": _rating,
    "%%VERSION": _version,
    "%%SETBUOY": _set_buoy,
    "%%DELETEBUOY": _delete_buoy,
    "%%GETBUOYCOUNT": _count_buoy,
    "%%FORK": _fork,
    "%%HELP": _help,
}
