"""``komadai convert``: game records of any format to any other, or only checked."""

from __future__ import annotations

import codecs
import json
import os
import sys
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console

from komadai.cli.shared import output
from komadai.cli.shared.console import error_console, write_line
from komadai.cli.shared.input import STDIN, Bar, Inputs, NoRecordError, Sources, games
from komadai.cli.shared.json_list import JsonList
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import Note, counted, in_language
from komadai.cli.shared.options import option
from komadai.errors import KomadaiError

if TYPE_CHECKING:
    from collections.abc import Container
    from typing import TextIO

    from komadai.kifu import Deviation, Format, Game, GameBuilder

JAPANESE: Final = ("kif", "ki2", "csa")
"""The formats that are also written in Shift_JIS."""


ENCODINGS: Final = {"utf-8": "utf-8", "cp932": "cp932", "shift_jis": "cp932"}
"""The encodings of the output, by Python's names."""
_MAX_WARNINGS: Final = 20
"""Warnings that are printed for one file."""


@dataclass(slots=True)
class Summary:
    """Counts of a conversion."""

    files: int = 0
    games: int = 0
    written: int = 0
    warned: int = 0
    failed: int = 0
    lossy: int = 0

    def sentence(self) -> str:
        """For people."""
        return localized(
            f"{counted(self.files, 'file')}, {counted(self.games, 'game')}, {self.written:,} written; "
            f"{counted(self.warned, 'warning')}, {counted(self.failed, 'error')}",
            f"{self.files:,}ファイル、{self.games:,}局、書き出し{self.written:,}局、"
            f"警告{self.warned:,}件、エラー{self.failed:,}件",
        )


class NoteLists:
    """The warnings, errors and losses for ``--json``."""

    def __init__(self, held: ExitStack) -> None:
        """``held`` closes their files."""
        self.warnings: Final = held.enter_context(JsonList())
        self.errors: Final = held.enter_context(JsonList())
        self.losses: Final = held.enter_context(JsonList())

    def write_to(self, stream: TextIO, summary: Summary) -> None:
        """Writes everything as one object in one line."""
        counts = {"files": summary.files, "games": summary.games, "written": summary.written}
        stream.write(json.dumps(counts).removesuffix("}"))
        for name, each in (("warnings", self.warnings), ("errors", self.errors), ("losses", self.losses)):
            stream.write(f', "{name}": ')
            each.write_to(stream)
        stream.write("}\n")


@japanese_help("""例：[b]komadai convert games/ -o games.csa[/]""")
def convert(
    sources: Sources,
    out: Annotated[
        str | None,
        option(
            "A file, a folder (existing, or ending with /) for one file per game, or [b]-[/] for "
            "standard output.",
            "ファイル、フォルダ（既存、または / で終わる名前。1局1ファイル）、[b]-[/] は標準出力。",
            "--output",
            "-o",
            metavar="OUT",
        ),
    ] = None,
    to: Annotated[
        str | None,
        option(
            "The format: kif, ki2, csa, usi, jkf, usen … If left out, the suffix of OUT decides.",
            "形式：kif、ki2、csa、usi、jkf、usen など。省略時は OUT の拡張子による。",
            metavar="FORMAT",
        ),
    ] = None,
    encoding: Annotated[
        str,
        option(
            "The encoding of the output: utf-8, or cp932 (Shift_JIS) for KIF, KI2 and CSA.",
            "出力の文字コード：utf-8、または KIF・KI2・CSA なら cp932（Shift_JIS）も。",
            metavar="NAME",
        ),
    ] = "utf-8",
    variant: Annotated[
        str | None,
        option(
            "The variant of records that do not name one: a name or a definition file.",
            "棋譜に書かれていない場合の変則将棋：名前か定義ファイル。",
            "--variant",
            metavar="NAME",
        ),
    ] = None,
    check: Annotated[
        bool,
        option(
            "Only check the records; exit status 1 if there is a warning.",
            "検査だけを行う。警告があれば終了コード1。",
            "--check",
        ),
    ] = False,
    strict: Annotated[
        bool,
        option(
            "Do not write games with warnings; exit status 1 if there is one.",
            "警告のある対局を書き出さない。警告があれば終了コード1。",
            "--strict",
        ),
    ] = False,
    as_json: Annotated[
        bool, option("Print the summary as JSON.", "集計を JSON で出力する。", "--json")
    ] = False,
) -> None:
    """Records of variants become KIF, USI or Western text.

    Example: [b]komadai convert games/ -o games.csa[/]
    """
    if check and (out is not None or to is not None):
        raise typer.BadParameter(
            localized(
                "--check writes nothing: leave out --output and --to",
                "--check は何も書き出しません。--output と --to は使えません",
            )
        )
    from komadai.cli.shared.variant_name import variant_named
    from komadai.kifu import GameBuilder

    inputs = Inputs(sources)
    format = None if check else output_format(out, to)
    codec = _codec(encoding, format)
    target = output.Output() if format is None else _target(out, format, inputs.identities)
    stderr = error_console()
    with ExitStack() as held:
        lists = NoteLists(held) if as_json else None
        builder = GameBuilder(
            variants=True, variant=None if variant in (None, "shogi") else variant_named(variant)
        )
        run = _Conversion(Summary(), lists, target, format, codec, strict, stderr, builder)
        try:
            run.all(inputs)
            target.close()
        finally:
            target.discard()
        summary = run.summary
        if lists is not None:
            # Standard output has the records.
            lists.write_to(sys.stderr if isinstance(target, output.StdoutOutput) else sys.stdout, summary)
    if not as_json:
        run.print_summary()
    if summary.failed or (summary.warned and (check or strict)):
        raise typer.Exit(1)


def _codec(name: str, format: Format | None) -> str:
    try:
        codec = ENCODINGS[codecs.lookup(name).name]
    except (LookupError, ValueError):
        raise typer.BadParameter(
            localized(
                f"expected utf-8 or cp932 (sjis), got {name!r}; it is the encoding of the output",
                f"utf-8 か cp932（sjis）を指定してください（入力：{name!r}）。出力の文字コードです",
            ),
            param_hint="--encoding",
        ) from None
    if codec == "cp932" and (format is None or format.key not in JAPANESE):
        raise typer.BadParameter(
            localized("cp932 is only for KIF, KI2 and CSA 2", "cp932 は KIF、KI2、CSA 2 でだけ使えます"),
            param_hint="--encoding",
        )
    return codec


def output_format(out: str | None, to: str | None) -> Format:
    """The format that --to names, or that the suffix of OUT stands for. Raises BadParameter."""
    from komadai.kifu import FORMATS
    from komadai.kifu.formats.registry import current_key

    writable = {key: each for key, each in FORMATS.items() if each.can_write}
    if to is not None:
        to = current_key(to.lower())
        if to not in writable:
            raise typer.BadParameter(
                localized(
                    f"expected one of {', '.join(writable)}, got {to!r}",
                    f"{'、'.join(writable)} のどれかを指定してください（入力：{to!r}）",
                ),
                param_hint="--to",
            )
        return writable[to]
    if out is None:
        raise typer.BadParameter(
            localized(
                "no output given: use -o, --to or --check",
                "出力先がありません。-o、--to、--check のどれかを指定してください",
            )
        )
    suffix = Path(out).suffix.lower()
    for each in writable.values():
        # A .txt may be anything.
        if not _is_folder(out) and suffix != ".txt" and suffix in each.suffixes:
            return each
    raise typer.BadParameter(
        localized(
            f"{out!r} has no suffix of a record format; name the format with --to or the file otherwise",
            f"{out!r} の拡張子からは形式が分かりません。--to で指定するか、名前を変えてください",
        ),
        param_hint="--output",
    )


def _is_folder(out: str) -> bool:
    return out.endswith(("/", os.sep)) or Path(out).is_dir()


def _target(out: str | None, format: Format, inputs: Container[object]) -> output.Output:
    if out is None or out == STDIN:
        return output.StdoutOutput(format)
    if _is_folder(out):
        if Path(out).exists() and not Path(out).is_dir():
            raise typer.BadParameter(
                localized(
                    f"{out.rstrip('/')} is not a folder", f"{out.rstrip('/')} はフォルダではありません"
                ),
                param_hint="--output",
            )
        return output.Folder(Path(out), format, inputs)
    return output.OneFile(output.place(out, inputs, "--output"), format)


class _Conversion:
    """Reads the games and writes them."""

    def __init__(
        self,
        summary: Summary,
        lists: NoteLists | None,
        target: output.Output,
        format: Format | None,
        encoding: str,
        strict: bool,
        console: Console,
        builder: GameBuilder,
    ) -> None:
        self.summary = summary
        self._builder = builder
        self._lists = lists
        self.first_loss = ""
        self._target = target
        self._format = format
        self._encoding = encoding
        self._strict = strict
        self._console = console
        self._print_limit = 0

    def all(self, inputs: Inputs) -> None:
        """Converts everything, with a progress bar."""
        from komadai.kifu import Report

        with Bar(self._console) as bar:
            for name, data in inputs.records(bar):
                self.summary.files += not isinstance(data, NoRecordError)
                report = Report(keeps=False)
                self._print_limit = self.summary.warned + _MAX_WARNINGS
                for number, game in games(name, data, self._builder, report, self._error):
                    self.summary.games += 1
                    self._game(name, number, game)
                    bar.games()
                self._warn(name, 0, report.since_last_game())
                unlisted = self.summary.warned - self._print_limit
                if unlisted > 0 and self._lists is None:
                    self.print_line(
                        localized(
                            f"{name}: {counted(unlisted, 'more warning')} (--json lists them)",
                            f"{name}：ほかに警告{unlisted:,}件（--json で一覧）",
                        )
                    )

    def print_summary(self) -> None:
        """Prints the number of converted games, and the first loss."""
        if self._format and self.first_loss:
            lossy = counted(self.summary.lossy, "game")
            self.print_line(
                localized(
                    f"{self._format.name} cannot hold everything in {lossy} (--json lists it). "
                    f"The first: {self.first_loss}",
                    f"{self.summary.lossy:,}局に {self._format.name} で表せないものがあります"
                    f"（--json で一覧）。最初：{self.first_loss}",
                )
            )
        self.print_line(self.summary.sentence())

    def print_line(self, sentence: str) -> None:
        """A line on stderr, above the progress bar."""
        write_line(self._console, sentence)

    def _game(self, name: str, number: int, game: Game) -> None:
        from komadai.kifu import losses, write

        self._warn(name, number, game.warnings)
        clean = not game.warnings
        if self._format is None or (self._strict and not clean):
            return
        try:
            text = write(game, self._format.key)
        except KomadaiError as error:
            self._error(Note.of_error(name, number, error))
            return
        lost = losses(game, text, self._format.key)
        missing = self._not_encodable(text)
        self._warn(name, number, missing)
        if self._strict and missing:
            return
        self._target.write_game(name, number, text.encode(self._encoding, "replace"))
        self.summary.written += 1
        if lost:
            self.summary.lossy += 1
            if self._lists is not None:
                self._lists.losses.append(
                    {"file": name, "game": number, "lost": [in_language(each) for each in lost]}
                )
            elif not self.first_loss:
                self.first_loss = str(
                    Note(name, number, 0, 0, "", localized(", ", "、").join(map(in_language, lost)))
                )

    def _not_encodable(self, text: str) -> list[Deviation]:
        from komadai.kifu import Deviation
        from komadai.messages import Message

        message = Message("not-encodable", {"encoding": self._encoding}, "question-mark")
        found = [each for each in dict.fromkeys(text) if not _fits(each, self._encoding)]
        return [Deviation(0, 0, each, message) for each in found]

    def _warn(self, name: str, number: int, deviations: list[Deviation]) -> None:
        for each in deviations:
            note = Note.of_deviation(name, number, each)
            self.summary.warned += 1
            if self._lists is not None:
                self._lists.warnings.append(asdict(note))
            elif self.summary.warned <= self._print_limit:
                self.print_line(localized(f"warning: {note}", f"警告：{note}"))

    def _error(self, note: Note) -> None:
        self.summary.failed += 1
        if self._lists is not None:
            self._lists.errors.append(asdict(note))
        else:
            self.print_line(localized(f"error: {note}", f"エラー：{note}"))


def _fits(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
