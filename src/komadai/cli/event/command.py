"""The commands of ``komadai event``. The file of an event is its log; each command adds a line, or shows
it."""

from __future__ import annotations

import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from komadai.cli.event import listing, players
from komadai.cli.event.arena import meet
from komadai.cli.event.create import CreateCommand
from komadai.cli.event.ladder import answer, challenge, open_now
from komadai.cli.event.league import report, wants
from komadai.cli.event.simul import accept
from komadai.cli.event.teams import lineup, team
from komadai.cli.event.title import TitleCommand, challenger, colors, title
from komadai.cli.shared.command_table import BY_NAME
from komadai.cli.shared.console import print_json
from komadai.cli.shared.help import Command, typer_app
from komadai.cli.shared.language import current_language, japanese_help, localized
from komadai.cli.shared.options import AsJson, argument, option
from komadai.cli.shared.output import appearing, identity, place

if TYPE_CHECKING:
    from komadai.tournaments import EventFile, Result


class ByeName(StrEnum):
    """The points of a player who sits out a round."""

    HALF = "half"
    ZERO = "zero"
    NONE = "none"


class Kind(StrEnum):
    """The kinds of export."""

    TABLE = "table"
    PAIRINGS = "pairings"


FileArgument = Annotated[Path, argument("The file of the event.", "大会のファイル。", metavar="FILE")]
PlayerArgument = Annotated[
    str, argument("A player's number or name.", "参加者の番号または名前。", metavar="PLAYER")
]
Reason = Annotated[str, option("The reason, for the log.", "理由（記録に残る）。", metavar="WORDS")]

app: Final = typer_app(BY_NAME["event"].help)


@japanese_help("大会を作る。")
def create() -> None:
    """Create an event."""


@japanese_help(
    "参加者を登録する。--listでCSVファイル（氏名・段級位・レーティング・所属）からまとめて登録する。"
)
def add(
    file: FileArgument,
    names: Annotated[list[str] | None, argument("Their names.", "氏名。", metavar="NAMES")] = None,
    rank: Annotated[str, option("Such as 3 kyu, 2d or 初段.", "例：3級、2d、初段。", metavar="RANK")] = "",
    rating: Annotated[int, option("The rating.", "レーティング。", min=0, max=4000)] = 0,
    club: Annotated[str, option("The club.", "所属。", metavar="WORDS")] = "",
    from_list: Annotated[
        Path | None,
        option(
            "A CSV file with a player on each line: name, rank, rating, club.",
            "1行に1人のCSVファイル：氏名・段級位・レーティング・所属。",
            "--list",
            metavar="CSV",
        ),
    ] = None,
) -> None:
    """Add players by their names, or many from a CSV file with --list."""
    from komadai.tournaments import read_rank
    from komadai.tournaments.player_list import Entry

    opened = _open(file)
    new = [players.Listed(Entry(name, read_rank(rank), rating, club)) for name in names or []]
    new += players.read_list(from_list) if from_list is not None else []
    if not new:
        raise typer.BadParameter(localized("name the players", "参加者の名前を指定してください"))
    for act in players.enter(opened, new, _now()):
        print(f"{act.player:>3}  {act.name}")


@japanese_help("次の回戦の組合せを決める。アリーナでは空いている人の対局を組む。")
def pair(
    file: FileArgument,
    force: Annotated[
        list[str] | None,
        option(
            "A game set by hand, by the players' numbers: 3-8; 5- is a bye for 5. Can be repeated.",
            "手動で組む対局。参加者の番号で 3-8 のように指定。5- は5番の不戦勝。複数指定可。",
            metavar="BLACK-WHITE",
        ),
    ] = None,
    again: Annotated[
        bool,
        option("Games set by hand may repeat earlier ones.", "手動で組む対局は再戦でもよい。", "--again"),
    ] = False,
    redo: Annotated[
        bool,
        option(
            "First take back the last round, in which nothing was played yet.",
            "まだ対局のない最後の回戦を取り消して組み直す。",
            "--redo",
        ),
    ] = False,
) -> None:
    """Pair the next round; in an arena, all who are free."""
    from komadai.tournaments import Swiss

    opened = _open(file)
    if meet(opened, _now()):
        return
    wanted = [players.forced_pair(text) for text in force or []]
    if redo:
        opened.add(opened.event.unpair(at=_now()))
    if isinstance(opened.event, Swiss) and opened.event.forced:
        opened.add(opened.event.unforce(at=_now()))
    for black, white in wanted:
        opened.add(Swiss.of(opened.event).force(black, white, at=_now(), again=again))
    opened.add(opened.event.pair(at=_now()))
    listing.print_round(opened.event, len(opened.event.rounds))


@japanese_help("最後の回戦を始める。団体戦ではオーダーが発表される。")
def start(file: FileArgument) -> None:
    """Begin the last round; in a team event the lineups are published."""
    opened = _open(file)
    opened.add(opened.event.start(at=_now()))
    listing.print_round(opened.event, len(opened.event.rounds))


@japanese_help("結果を入力・訂正する。")
def result(
    file: FileArgument,
    board: Annotated[
        str,
        argument(
            "The board's number; in a team event 2.3 is board 3 of match 2.",
            "対局の番号。団体戦では 2.3 が第2対戦の3番席（三将）。",
            metavar="BOARD",
        ),
    ],
    outcome: Annotated[
        str,
        argument(
            "1-0 (Black won), 0-1, draw; without play black+, white+, neither; none takes it back; "
            "sennichite: the game of a match is replayed.",
            "1-0（先手勝ち）、0-1、draw（引き分け）、不戦勝は black+、white+、両者不戦敗は neither、"
            "none で取り消し。番勝負の sennichite は指し直し。",
            metavar="RESULT",
        ),
    ],
    round_number: Annotated[
        int | None, option("The round; the last one if left out.", "回戦。省略時は最後。", "--round", min=1)
    ] = None,
    reason: Reason = "",
) -> None:
    """Enter or correct a result."""
    from komadai.tournaments import TitleMatch

    opened = _open(file)
    event = opened.event
    number = round_number or len(event.rounds) or 1
    place, seat = players.board_and_seat(board)
    if outcome.strip().casefold() in players.REPETITION:
        opened.add(TitleMatch.of(event).play_again(number, place, at=_now()))
        listing.print_round(event, number)
        return
    value: Result | None = players.read_result(outcome)
    opened.add(event.enter_result(number, place, value, seat=seat, at=_now(), reason=reason))
    listing.print_round(event, number)


@japanese_help("参加者が棄権する。--returnで復帰する。")
def withdraw(
    file: FileArgument,
    player: PlayerArgument,
    back: Annotated[bool, option("The player plays again.", "復帰する。", "--return")] = False,
    reason: Reason = "",
) -> None:
    """Take a player out of the event, or with --return in again."""
    opened = _open(file)
    number = players.player_number(opened.event, player)
    name = opened.event.players[number].name
    if back:
        opened.add(opened.event.come_back(number, at=_now()))
        print(localized(f"{name} plays again.", f"{name}さんが復帰しました。"))
    else:
        opened.add(opened.event.withdraw(number, at=_now(), reason=reason))
        print(localized(f"{name} has withdrawn.", f"{name}さんが棄権しました。"))


@japanese_help("参加者の名前や段級位を訂正する。")
def correct(
    file: FileArgument,
    player: PlayerArgument,
    name: Annotated[str | None, option("The right name.", "正しい名前。", metavar="NAME")] = None,
    rank: Annotated[
        str | None,
        option(
            "The right rank, such as 3 kyu, 2d or 初段; ? if it is unknown.",
            "正しい段級位（例：3級、2d、初段）。不明なら ?。",
            metavar="RANK",
        ),
    ] = None,
) -> None:
    """Correct a player's name or rank."""
    from komadai.tournaments import rank_text, read_rank

    opened = _open(file)
    number = players.player_number(opened.event, player)
    known = opened.event.players[number]
    grade = known.rank if rank is None else read_rank(rank)
    opened.add(opened.event.correct(number, known.name if name is None else name, grade, at=_now()))
    print(
        f"{number:>3}  {opened.event.players[number].name}  {rank_text(grade, current_language())}".rstrip()
    )


@japanese_help("参加者が次の回戦を休む。")
def sit_out(
    file: FileArgument,
    player: PlayerArgument,
    bye: Annotated[
        ByeName,
        option(
            "What it is worth: half or zero points; none: plays after all.",
            "得点：half（½点）、zero（0点）。none は休みの取り消し。",
            "--bye",
        ),
    ] = ByeName.HALF,
) -> None:
    """Let a player sit out the next Swiss round."""
    from komadai.tournaments import Swiss

    opened = _open(file)
    number = players.player_number(opened.event, player)
    value = {"half": "half", "zero": "zero", "none": None}[bye.value]
    opened.add(Swiss.of(opened.event).sit_out(number, value, at=_now()))  # type: ignore[arg-type]
    name = opened.event.players[number].name
    if value is None:
        print(localized(f"{name} plays the next round.", f"{name}さんは次の回戦に出ます。"))
    else:
        print(localized(f"{name} sits out the next round.", f"{name}さんは次の回戦を休みます。"))


@japanese_help("大会を終える。")
def finish(file: FileArgument) -> None:
    """End the event; its table is final."""
    opened = _open(file)
    opened.add(opened.event.finish(at=_now()))
    listing.print_table(opened.event)


@japanese_help("成績表、または --round で一つの回戦を表示する。")
def table(
    file: FileArgument,
    round_number: Annotated[
        int | None, option("Show this round.", "この回戦を表示する。", "--round", min=1)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the crosstable, or with --round the games of a round."""
    from komadai.tournaments import as_json as values

    event = _open(file).event
    if as_json:
        print_json(values(event))
    elif round_number is not None:
        listing.print_round(event, round_number)
    else:
        listing.print_table(event)


@japanese_help("成績表や組合せ表をPDF・CSV・JSONのファイルにする。")
def export(
    file: FileArgument,
    out: Annotated[
        str,
        option(
            "The file: .pdf, .csv or .json.",
            "出力ファイル：.pdf、.csv、.json。",
            "-o",
            "--out",
            metavar="OUT",
        ),
    ],
    kind: Annotated[
        Kind,
        option(
            "table: the crosstable; pairings: those of a round, as PDF.",
            "table は成績表、pairings は組合せ表（PDF）。",
        ),
    ] = Kind.TABLE,
    round_number: Annotated[
        int | None, option("The round; the last one if left out.", "回戦。省略時は最後。", "--round", min=1)
    ] = None,
) -> None:
    """Write the crosstable or the pairings of a round to a PDF, CSV or JSON file."""
    event = _open(file).event
    path = place(out, {identity(file)}, "--out")
    data = listing.exported(event, path.suffix.lower(), kind.value, round_number, current_language().value)
    with appearing(path) as hidden:
        hidden.write_bytes(data)
    print(out)


def _open(file: Path) -> EventFile:
    return open_now(file)


def _now() -> int:
    return time.time_ns() // 1_000_000


app.command("create", cls=CreateCommand)(create)
app.command("title", cls=TitleCommand)(title)
app.command("challenger", cls=Command)(challenger)
app.command("add", cls=Command)(add)
app.command("team", cls=Command)(team)
app.command("lineup", cls=Command)(lineup)
app.command("accept", cls=Command)(accept)
app.command("pair", cls=Command)(pair)
app.command("colors", cls=Command)(colors)
app.command("start", cls=Command)(start)
app.command("wants", cls=Command)(wants)
app.command("report", cls=Command)(report)
app.command("challenge", cls=Command)(challenge)
app.command("answer", cls=Command)(answer)
app.command("result", cls=Command)(result)
app.command("withdraw", cls=Command)(withdraw)
app.command("correct", cls=Command)(correct)
app.command("sit-out", cls=Command)(sit_out)
app.command("table", cls=Command)(table)
app.command("export", cls=Command)(export)
app.command("finish", cls=Command)(finish)
