"""``komadai bridge``: an engine on this machine for one's own analysis on a server."""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from komadai.cli.shared.console import error_console, output_console, write_line
from komadai.cli.shared.engine import Engine, EngineOptions, command_words, option_values
from komadai.cli.shared.errors import Failure, error_text
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import printable
from komadai.cli.shared.options import argument, option
from komadai.cli.shared.signals import sigterm_as_ctrl_c

MAX_NAME: Final = 30

if TYPE_CHECKING:
    from komadai.bridge.client import BridgeEvent


@japanese_help("""例：[b]komadai bridge https://shogi.example.org --token kmd_… --engine /opt/YaneuraOu
    --option Threads=8[/]

    トークンはアカウントのページで作成する。エンジンを使えるのは自分だけで、外から接続を受けることはない。
    Ctrl-C で終了する。""")
def bridge(
    server: Annotated[
        str,
        argument(
            "The address of the server, such as [b]https://shogi.example.org[/].",
            "サーバーのアドレス。[b]https://shogi.example.org[/] など。",
            metavar="SERVER-URL",
        ),
    ],
    token: Annotated[
        str,
        option(
            "A token that allows to offer an engine, from the account page; or the environment variable "
            "KOMADAI_TOKEN.",
            "エンジンを提供できるトークン（アカウントのページで作成）。環境変数 KOMADAI_TOKEN でもよい。",
            "--token",
            metavar="TOKEN",
            envvar="KOMADAI_TOKEN",
            show_envvar=False,
        ),
    ],
    name: Annotated[
        str | None,
        option(
            "What the page calls it; this machine's name if left out.",
            "ページに表示する名前。省略時はこの PC の名前。",
            "--name",
            metavar="NAME",
        ),
    ] = None,
    engine: Engine = None,
    option: EngineOptions = None,
) -> None:
    """Example: [b]komadai bridge https://shogi.example.org --token kmd_… --engine /opt/YaneuraOu
    --option Threads=8[/]

    Nobody else can use it, and nothing is opened to the outside: this command connects to the server, again
    and again if it must. The exit status is 1 if the server refuses the token. Ctrl-C ends it.
    """
    from komadai.bridge.client import Bridge, BridgeSettings
    from komadai.bridge.errors import BridgeError
    from komadai.engine.program import OWN_COMMAND, EngineProgram

    words = command_words(engine)
    program = EngineProgram(
        Path(words[0]).name if words else "komadai",
        OWN_COMMAND if words is None else tuple(words),
        tuple(option_values(option).items()),
    )
    called = (name or "").strip() or socket.gethostname().partition(".")[0][:MAX_NAME] or "komadai"
    if len(called) > MAX_NAME:
        raise typer.BadParameter(
            localized(f"expected at most {MAX_NAME} characters", f"{MAX_NAME}文字以内で指定してください"),
            param_hint="--name",
        )
    settings = BridgeSettings(server=server, token=token, name=called, engine=program)
    with ExitStack() as stack:
        stack.enter_context(sigterm_as_ctrl_c())
        try:
            asyncio.run(Bridge(settings, _Reporter(server).report).run())
        except BridgeError as error:
            raise Failure(error_text(error)) from error


class _Reporter:
    """Prints what happens, a line each."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._output = output_console()
        self._errors = error_console()

    def report(self, event: BridgeEvent) -> None:
        from komadai.bridge.client import Offered, Trouble

        match event:
            case Offered(account, name, engine):
                self._print(
                    localized(
                        f"Offering {engine} as “{name}” to {account} on {self._server}.",
                        f"{self._server} の {account} に {engine} を「{name}」として提供しています。",
                    )
                )
            case Trouble(error, None):
                write_line(self._errors, printable(f"komadai: {error_text(error)}"))
            case Trouble(error, seconds):
                again = localized(f"trying again in {seconds:g} s", f"{seconds:g} 秒後に再接続します")
                write_line(self._errors, printable(f"komadai: {error_text(error)}; {again}"))
            case _:
                pass

    def _print(self, text: str) -> None:
        write_line(self._output, printable(text))
        self._output.file.flush()
