"""``komadai csa-client``: a USI engine plays at a CSA server."""

from __future__ import annotations

import asyncio
import re
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from komadai.cli.shared.console import error_console, output_console, write_line
from komadai.cli.shared.engine import Engine, EngineOptions, command_words, option_values
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import printable
from komadai.cli.shared.options import argument, option, with_groups
from komadai.cli.shared.output import make_folder
from komadai.cli.shared.signals import sigterm_as_ctrl_c

if TYPE_CHECKING:
    from komadai.csa.client_session import ClientGame, Event

_ADDRESS: Final = re.compile(r"(?:\[([^\]]+)\]|([^:\s]+))(?::(\d{1,5}))?")
_WORDS: Final = re.compile(r"[!-~]{1,64}")
"""The characters of a name or password of the protocol."""
OWN_MARGIN_MS: Final = 500
"""The part of each byoyomi that Komadai's engine keeps back, for the way of a move over the network."""


@dataclass(frozen=True, kw_only=True)
class ClientOptions:
    """How the client plays."""

    game: Annotated[
        str | None,
        option(
            "The name of the game with its times, such as [b]club-60-5[/] or [b]floodgate-300-10F[/]. If "
            "left out, the password contains it or the server decides.",
            "持ち時間を含む対局名。[b]club-60-5[/]、[b]floodgate-300-10F[/] など。"
            "省略時はパスワードに含めるか、サーバーが決める。",
            "--game",
            metavar="GAME",
        ),
    ] = None
    games: Annotated[int, option("The number of games to play.", "対局数。", "--games", "-g", min=1)] = 1
    engine: Engine = None
    option: EngineOptions = None
    ponder: Annotated[
        bool,
        option("Think on the opponent's time.", "相手の手番中も考える（先読み）。", "--ponder/--no-ponder"),
    ] = False
    x1: Annotated[
        bool,
        option(
            "Log in to the extended mode, in which a game can be taken up again after a lost connection.",
            "拡張モードでログインする。接続が切れても対局に復帰できる。",
            "--x1",
        ),
    ] = False
    keep_alive: Annotated[
        int,
        option(
            "Send an empty line after this time without a message; 0: never.",
            "この秒数だけ送信がなければ空行を送る。0 なら送らない。",
            "--keep-alive",
            min=0,
            max=3600,
            metavar="SECONDS",
        ),
    ] = 60
    log: Annotated[
        Path | None,
        option(
            "Append all lines of the protocol to this file.",
            "通信の記録をファイルに追記する。",
            "--log",
            metavar="FILE",
        ),
    ] = None
    records: Annotated[
        Path | None,
        option(
            "Save each game as a CSA file in this folder.",
            "各対局を CSA 形式でフォルダに保存する。",
            "--records",
            metavar="FOLDER",
        ),
    ] = None


@japanese_help(
    """例：[b]komadai csa-client localhost:4081 --name alice --password secret --game club-60-5 --games 2[/]

    floodgate：[b]komadai csa-client wdoor.c.u-tokyo.ac.jp --name alice --password secret
    --game floodgate-300-10F --engine /opt/YaneuraOu[/]

    ログインを拒否されたときは終了ステータス 1。Ctrl-C で終了する。"""
)
@with_groups
def csa_client(
    address: Annotated[
        str,
        argument(
            "The server; port 4081 if left out.", "サーバー。ポート省略時は 4081。", metavar="HOST[:PORT]"
        ),
    ],
    name: Annotated[str, option("The login name.", "ログイン名。", "--name", metavar="NAME")],
    password: Annotated[str, option("The password.", "パスワード。", "--password", metavar="PASSWORD")],
    options: ClientOptions,
) -> None:
    """Example: [b]komadai csa-client localhost:4081 --name alice --password secret --game club-60-5
    --games 2[/]

    floodgate: [b]komadai csa-client wdoor.c.u-tokyo.ac.jp --name alice --password secret
    --game floodgate-300-10F --engine /opt/YaneuraOu[/]

    The exit status is 1 if the server refuses the login. Ctrl-C ends it.
    """
    from komadai.csa.client import DEFAULT_PORT, ClientSettings, CsaClient
    from komadai.csa.errors import CsaConnectionError, CsaProtocolError, CsaRefused
    from komadai.engine.program import OWN_COMMAND, EngineProgram

    host, port = _address(address, DEFAULT_PORT)
    _check_word("--name", name)
    _check_word("--password", password)
    _check_word("--game", options.game or "-")
    words = command_words(options.engine)
    values = option_values(options.option)
    if words is None:
        values.setdefault("ByoyomiMargin", str(OWN_MARGIN_MS))
    program = EngineProgram(
        Path(words[0]).name if words else "komadai",
        OWN_COMMAND if words is None else tuple(words),
        tuple(values.items()),
    )
    settings = ClientSettings(
        host=host,
        port=port,
        name=name,
        password=password,
        game=options.game,
        engine=program,
        games=options.games,
        ponder=options.ponder,
        x1=options.x1,
        keep_alive_s=options.keep_alive,
    )
    if options.records is not None:
        make_folder(options.records)
    with ExitStack() as stack:
        write = None
        if options.log is not None:
            make_folder(options.log.parent)
            try:
                file = stack.enter_context(options.log.open("a", encoding="utf-8"))
            except OSError as error:
                raise Failure.not_written(options.log, error) from error

            def write(line: str) -> None:
                file.write(f"{datetime.now().isoformat(timespec='milliseconds')} {printable(line)}\n")
                file.flush()

        reporter = _Reporter(address, options.records)
        stack.enter_context(sigterm_as_ctrl_c())
        try:
            asyncio.run(CsaClient(settings, reporter.report, write).run())
        except CsaRefused as error:
            text = str(error).removeprefix("the server refused the login: ")
            raise Failure(
                localized(
                    f"{address} refused the login: {text}", f"{address} がログインを拒否しました：{text}"
                )
            ) from error
        except CsaConnectionError as error:
            raise Failure(str(error)) from error
        except CsaProtocolError as error:
            raise Failure(f"{address}: {error}") from error


class _Reporter:
    """Prints the events of the session, a line each, and saves the games."""

    def __init__(self, address: str, records: Path | None) -> None:
        self._address = address
        self._records = records
        self._games = 0
        self._output = output_console()
        self._errors = error_console()

    def report(self, event: Event | str) -> None:
        from komadai.csa.client_session import Ended, LoggedIn, Rejected, Started

        match event:
            case str():
                write_line(self._errors, printable(f"komadai: {event}"))
            case LoggedIn(name):
                self._print(
                    localized(
                        f"Logged in to {self._address} as {name}.",
                        f"{self._address} に {name} としてログインしました。",
                    )
                )
            case Rejected():
                self._print(localized("The game was rejected.", "対局は成立しませんでした。"))
            case Started(game, resumed=True):
                self._print(
                    localized(
                        f"Game {self._games} goes on after {len(game.summary.given)} moves.",
                        f"{self._games}局目を{len(game.summary.given)}手から再開します。",
                    )
                )
            case Started(game):
                self._games += 1
                black, white = game.summary.names
                control = game.summary.times[0].control()
                times = "" if control is None else control.text("en")
                times_ja = "" if control is None else control.text("ja")
                self._print(
                    localized(
                        f"Game {self._games}: {black} – {white}" + (f", {times}" if times else ""),
                        f"{self._games}局目：{black} 対 {white}" + (f"（{times_ja}）" if times_ja else ""),
                    )
                )
            case Ended(game):
                self._ended(game)
            case _:
                pass

    def _ended(self, game: ClientGame) -> None:
        end = game.end
        assert end is not None
        count = len(game.summary.given) + len(game.moves)
        english = {"win": "won", "lose": "lost", "draw": "drawn", "none": "no result"}[end.result]
        japanese = {"win": "勝ち", "lose": "負け", "draw": "引き分け", "none": "結果なし"}[end.result]
        why_en = "" if end.termination is None else f" ({end.termination.text('en')})"
        why_ja = "" if end.termination is None else f"（{end.termination.text('ja')}）"
        self._print(
            localized(
                f"Game {self._games}: {english}{why_en}, {count} moves",
                f"{self._games}局目：{japanese}{why_ja}、{count}手",
            )
        )
        if self._records is not None:
            self._save(game, self._records)

    def _save(self, game: ClientGame, folder: Path) -> None:
        from komadai import kifu

        name = re.sub(r"[^A-Za-z0-9_@.+-]", "_", game.summary.game_id)[:200] or f"game-{self._games}"
        path = folder / f"{name}.csa"
        try:
            path.write_text(kifu.write(game.record(), "csa"), encoding="utf-8")
        except OSError as error:
            write_line(self._errors, f"komadai: {Failure.not_written(path, error)}")

    def _print(self, text: str) -> None:
        write_line(self._output, printable(text))
        self._output.file.flush()


def _address(text: str, default_port: int) -> tuple[str, int]:
    match = _ADDRESS.fullmatch(text)
    if match is None or not 0 < int(match[3] or default_port) < 65536:
        raise typer.BadParameter(
            localized(
                f"expected HOST or HOST:PORT, got {text!r}",
                f"ホスト名か ホスト名:ポート を指定してください（入力：{text!r}）",
            ),
            param_hint="HOST[:PORT]",
        )
    return match[1] or match[2], int(match[3] or default_port)


def _check_word(option: str, text: str) -> None:
    if not _WORDS.fullmatch(text):
        raise typer.BadParameter(
            localized(
                f"expected 1 to 64 ASCII characters without spaces, got {text!r}",
                f"空白を含まない半角文字（64字まで）で指定してください（入力：{text!r}）",
            ),
            param_hint=option,
        )
