"""``komadai serve``: the page, and the server behind it."""

from __future__ import annotations

import ipaddress
from enum import StrEnum, auto
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from komadai.cli.shared.language import localized
from komadai.cli.shared.options import option

_EVERYWHERE = ("0.0.0.0", "::")


class Registration(StrEnum):
    """The logins that are accepted at the CSA port."""

    OPEN = auto()
    CLOSED = auto()


def serve(
    host: Annotated[
        str,
        option(
            "The address to listen on. With [b]0.0.0.0[/] other machines of your network can connect.",
            "待ち受けるアドレス。[b]0.0.0.0[/] とすると、同じネットワークのほかの機器からも使える。",
            metavar="ADDRESS",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        option(
            "The port. If left out, the first free one from 8123 on.",
            "ポート番号。省略時は8123以降の空いている番号。",
            min=0,
            max=65535,
        ),
    ] = None,
    database: Annotated[
        str | None,
        option(
            "The database, for example PostgreSQL. SQLite in the data folder if left out.",
            "データベース（PostgreSQL など）。省略時はデータフォルダの SQLite。",
            metavar="URL",
        ),
    ] = None,
    data_dir: Annotated[
        Path | None,
        option(
            "The folder in which games are stored. The usual one of your system if left out.",
            "対局を保存するフォルダ。省略時はシステムの標準の場所。",
            metavar="FOLDER",
        ),
    ] = None,
    csa_port: Annotated[
        int | None,
        option(
            "A port on which programs play over CSA's protocol; usual is 4081. Left out, none is opened.",
            "プログラムが CSA プロトコルで対局するポート（通常は4081）。省略時は開かない。",
            min=1,
            max=65535,
        ),
    ] = None,
    csa_registration: Annotated[
        Registration | None,
        option(
            "[b]open[/]: the first login takes a new name of a program with its password (the default at "
            "this machine's own address). [b]closed[/]: only known programs can log in.",
            "[b]open[/]：初めてのログインで名前とパスワードを登録する（自機のアドレスでの既定）。"
            "[b]closed[/]：登録済みのプログラムだけがログインできる。",
        ),
    ] = None,
    csa_round: Annotated[
        int,
        option(
            "The time between the rounds of games named floodgate-….",
            "対局名 floodgate-… の開始間隔。",
            min=1,
            max=1440,
            metavar="MINUTES",
        ),
    ] = 30,
    workers: Annotated[
        int,
        option(
            "The number of processes that share the work. More than one needs PostgreSQL.",
            "処理を分担するプロセスの数。2以上には PostgreSQL が必要。",
            min=1,
            max=64,
        ),
    ] = 1,
    smtp: Annotated[
        str | None,
        option(
            "The mail server, [b]smtp://USER:PASSWORD@HOST:587[/]: for lost passwords and correspondence "
            "games. "
            "Better in the variable KOMADAI_SMTP or the config file, as others can read a command line.",
            "メールサーバー（[b]smtp://ユーザー:パスワード@ホスト:587[/]）。パスワードの再設定と通信対局のお知らせに使う。"
            "コマンドラインはほかの人にも見えるため、環境変数 KOMADAI_SMTP か設定ファイルでの指定が"
            "望ましい。",
            metavar="URL",
        ),
    ] = None,
    mail_from: Annotated[
        str | None,
        option(
            "The sender of mails (KOMADAI_MAIL_FROM).",
            "メールの差出人（KOMADAI_MAIL_FROM）。",
            metavar="ADDRESS",
        ),
    ] = None,
    public_url: Annotated[
        str | None,
        option(
            "The server's address in mails, [b]https://shogi.example.org[/] (KOMADAI_PUBLIC_URL).",
            "メールに書くサーバーのアドレス（[b]https://shogi.example.org[/]、KOMADAI_PUBLIC_URL）。",
            metavar="URL",
        ),
    ] = None,
    no_browser: Annotated[
        bool, option("Do not open a browser.", "ブラウザを開かない。", "--no-browser")
    ] = False,
) -> None:
    from komadai.cli.shared.console import discard_output
    from komadai.server import run
    from komadai.server.http.addresses import network_address
    from komadai.server.mail.setup import MailTable
    from komadai.server.settings import CsaSettings

    def announce(address: str) -> None:
        lines = [
            localized(f"Komadai is at {address} (Ctrl-C ends it)", f"Komadai：{address}（Ctrl-C で終了）")
        ]
        if host in _EVERYWHERE and (own := network_address()):
            link = f"http://{own}:{urlsplit(address).port}/"
            lines.append(
                localized(f"Others on your network: {link}", f"同じネットワークのほかの機器から：{link}")
            )
        if csa_port is not None:
            lines.append(
                localized(
                    f"Programs play at port {csa_port} (CSA)", f"プログラム対局（CSA）：ポート{csa_port}"
                )
            )
        try:
            print("\n".join(lines), flush=True)
        except BrokenPipeError:  # the reader has closed the pipe; the server keeps running
            discard_output()

    if csa_registration is None:
        csa_registration = Registration.OPEN if _is_own(host) else Registration.CLOSED
    run(
        host,
        port,
        database,
        open_browser=not no_browser,
        data_dir=data_dir,
        ready=announce,
        csa_port=csa_port,
        workers=workers,
        mail=MailTable(smtp, mail_from, public_url),
        csa=CsaSettings(
            port=csa_port, open_registration=csa_registration is Registration.OPEN, round_s=60 * csa_round
        ),
    )


def _is_own(host: str) -> bool:
    """Whether only this machine can connect to the address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
