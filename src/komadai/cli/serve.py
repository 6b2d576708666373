"""``komadai serve``: the page, and the server behind it."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from komadai.cli.shared.language import japanese_help, localized

_EVERYWHERE = ("0.0.0.0", "::")


@japanese_help("""ブラウザで対局する：サーバーを起動してページを開く。Ctrl-C で終了（対局は保存される）。""")
def serve(
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help=localized(
                "The address to listen on. With [b]0.0.0.0[/] other machines of your network can connect.",
                "待ち受けるアドレス。[b]0.0.0.0[/] とすると、同じネットワークのほかの機器からも使える。",
            ),
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            metavar="NUMBER",
            help=localized(
                "The port. If left out, the first free one from 8123 on.",
                "ポート番号。省略時は8123以降の空いている番号。",
            ),
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help=localized(
                "The database, for example PostgreSQL. SQLite in the data folder if left out.",
                "データベース（PostgreSQL など）。省略時はデータフォルダの SQLite。",
            ),
        ),
    ] = None,
    data_dir: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help=localized(
                "The folder in which games are stored. The usual one of your system if left out.",
                "対局を保存するフォルダ。省略時はシステムの標準の場所。",
            ),
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help=localized("Do not open a browser.", "ブラウザを開かない。"))
    ] = False,
) -> None:
    """Play in the browser: start the server and open its page. Ctrl-C ends it; the games are saved."""
    from komadai.server import run

    def announce(address: str) -> None:
        print(
            localized(f"Komadai is at {address} (Ctrl-C ends it)", f"Komadai：{address}（Ctrl-C で終了）"),
            flush=True,
        )
        if host in _EVERYWHERE and (own := _own_address()):
            print(
                localized(
                    f"Others on your network: http://{own}:{urlsplit(address).port}/",
                    f"同じネットワークのほかの機器から：http://{own}:{urlsplit(address).port}/",
                ),
                flush=True,
            )

    run(host, port, database, open_browser=not no_browser, data_dir=data_dir, ready=announce)


def _own_address() -> str | None:
    """This machine's address in its network, as far as it can be known without asking anyone."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: this only chooses a route
        except OSError:
            return None
        return str(probe.getsockname()[0])
