"""``komadai review``: every move of a game judged, mistakes explained in words."""

from __future__ import annotations

import json
import os
from contextlib import nullcontext
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from komadai.cli.shared import output
from komadai.cli.shared.console import error_console, output_console, print_json, write_line
from komadai.cli.shared.engine import Engine, EngineOptions, command_words, option_values
from komadai.cli.shared.errors import Failure, error_text
from komadai.cli.shared.input import Bar, Inputs, games
from komadai.cli.shared.language import current_language, japanese_help, localized
from komadai.cli.shared.messages import Note, counted, printable
from komadai.cli.shared.options import AsJson, argument, option, with_groups
from komadai.cli.shared.passed_over import PassedOver
from komadai.cli.shared.signals import undisturbed
from komadai.errors import ReviewError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from komadai.kifu import Game
    from komadai.study import Review
    from komadai.study.game_review.cluster import ClusterEvaluators

NODES: Final = 100_000
_FAILED: Final = 1


@dataclass(frozen=True, slots=True)
class _Settings:
    """How games are reviewed."""

    nodes: int
    engine: list[str] | None
    options: dict[str, str]
    jobs: int
    cluster: ClusterEvaluators | None

    def run(self, game: Game, name: str) -> Review:
        """Reviews a game, with progress on stderr. A stopped review is continued by the next call."""
        from komadai.study import review

        columns = (
            TextColumn(printable(name)),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        console = error_console()
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
            task = bar.add_task("review", total=None)
            done = total = 0

            def progress(now: int, all: int) -> None:
                nonlocal done, total
                done, total = now, all
                bar.update(task, completed=now, total=all)

            journal = self._journal(game)
            try:
                return review(
                    game,
                    nodes=self.nodes,
                    engine=self.engine,
                    options=self.options,
                    processes=self.jobs,
                    cluster=self.cluster,
                    journal=journal,
                    progress=progress,
                )
            except OSError as error:
                raise Failure.not_written(journal or name, error) from error
            except KeyboardInterrupt:
                bar.stop()
                text = localized(
                    f"{name}: stopped after {done} of {total} positions; the same command continues there",
                    f"{name}：{total}局面中{done}局面で中断しました。同じコマンドで続きから再開できます",
                )
                write_line(console, printable(text))
                raise

    def _journal(self, game: Game) -> Path | None:
        """The file of the evaluations so far, in the user's cache folder; None if that cannot be written."""
        import platformdirs

        facts = [
            self.nodes,
            self.engine,
            sorted(self.options.items()),
            game.sfen,
            [move.usi() for move in game.moves()],
        ]
        name = sha256(json.dumps(facts).encode()).hexdigest()[:24]
        folder = Path(platformdirs.user_cache_dir("komadai", appauthor=False)) / "reviews"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return None
        return folder / f"{name}.jsonl" if os.access(folder, os.W_OK) else None


@dataclass(frozen=True, kw_only=True)
class ReviewOptions:
    """How a game is reviewed."""

    as_json: AsJson = False
    html: Annotated[
        str | None,
        option(
            "Write a page with board, graph and mistakes.",
            "盤・グラフ・悪手の一覧のページを書き出す。",
            metavar="FILE",
        ),
    ] = None
    pdf: Annotated[
        str | None, option("Write a PDF to print.", "印刷用の PDF を書き出す。", metavar="FILE")
    ] = None
    kif: Annotated[
        str | None,
        option(
            "Write the record with comments and better lines as variations.",
            "コメントと最善の変化を付けた棋譜を書き出す。",
            metavar="FILE",
        ),
    ] = None
    out: Annotated[
        str | None,
        option(
            "Review every game of the files: a JSON, an HTML and a KIF file for each. Games that are "
            "reviewed already are passed over.",
            "すべての対局を検討し、1局ごとに JSON・HTML・KIF を書き出す。検討済みの対局は飛ばす。",
            "--out",
            metavar="FOLDER",
        ),
    ] = None
    number: Annotated[
        int,
        option(
            "The number of the game in a file with several.",
            "複数の対局があるファイルの何局目か。",
            "--game",
            min=1,
            metavar="N",
        ),
    ] = 1
    nodes: Annotated[
        int, option("Nodes for each position.", "一局面あたりの探索局面数。", min=1, max=10**12)
    ] = NODES
    jobs: Annotated[
        int | None,
        option(
            "Engine processes that share the positions, by default one for each processor but "
            "one, on a cluster one for each core; the result is the same.",
            "局面を分担するエンジンのプロセス数。省略時は CPU の数より一つ少ない数、"
            "クラスタではコア数。結果は変わらない。",
            "--jobs",
            "-j",
            min=1,
            max=256,
            metavar="N",
        ),
    ] = None
    cluster: Annotated[
        str | None,
        option(
            "Evaluate on a Ray cluster: auto, local or its address.",
            "Ray クラスタで評価する：auto、local、またはアドレス。",
            "--cluster",
            metavar="ADDRESS",
        ),
    ] = None
    engine: Engine = None
    options: EngineOptions = None


@japanese_help("""評価値と勝率は先手から見た値。Ctrl-C で止めても、同じコマンドで続きから再開できる。

    例：[b]komadai review game.kif --html review.html[/]""")
@with_groups
def review(
    words: Annotated[
        list[str],
        argument(
            "A record of any format, one in an archive, [b]-[/] for standard input, or a USI "
            "position with moves. With [b]--out[/]: any number of files, folders and archives.",
            "棋譜ファイル（形式は問わない）、書庫の中の棋譜、標準入力の [b]-[/]、"
            "または指し手の付いた USI の position。"
            "[b]--out[/] ではファイル、フォルダ、書庫をいくつでも。",
            metavar="GAME",
        ),
    ],
    options: ReviewOptions,
) -> None:
    """Scores and win rates are Black's. A review that is stopped with Ctrl-C continues when the same command
    is given again.

    Example: [b]komadai review game.kif --html review.html[/]
    """
    if options.out is not None and (options.html or options.pdf or options.kif or options.as_json):
        raise typer.BadParameter(
            localized(
                "it writes files of its own; leave out --json, --html, --pdf and --kif",
                "--json・--html・--pdf・--kif とは同時に指定できません",
            ),
            param_hint="--out",
        )
    command, values = command_words(options.engine), option_values(options.options)
    with _evaluators(options.cluster, options.nodes, command, values, options.jobs) as evaluators:
        processes = options.jobs or max(1, (os.cpu_count() or 1) - 1)
        settings = _Settings(options.nodes, command, values, processes, evaluators)
        if options.out is not None:
            _review_all(words, Path(options.out), settings)
        else:
            _review_one(
                words,
                options.number,
                {".html": options.html, ".pdf": options.pdf, ".kif": options.kif},
                options.as_json,
                settings,
            )


def _evaluators(
    cluster: str | None,
    nodes: int,
    engine: list[str] | None,
    options: dict[str, str],
    count: int | None,
) -> AbstractContextManager[ClusterEvaluators | None]:
    """The evaluators of the cluster, which all games share; None without a cluster."""
    if cluster is None:
        return nullcontext()
    from komadai.study.game_review.cluster import ClusterEvaluators

    return ClusterEvaluators(cluster, nodes, engine, options, count)


def _review_one(
    words: list[str], number: int, targets: dict[str, str | None], as_json: bool, settings: _Settings
) -> None:
    from komadai.cli.shared import show_source
    from komadai.kifu import Game
    from komadai.messages import Message

    found = show_source.find(words, number)
    game = found.game
    if not isinstance(game, Game):
        raise ReviewError(Message("review-variant"))
    inputs = {each for each in [output.identity(found.path) if found.path else None] if each}
    places = {
        suffix: output.place(target, inputs, f"--{suffix[1:]}")
        for suffix, target in targets.items()
        if target is not None
    }
    result = settings.run(game, found.name)
    with undisturbed():
        for suffix, place in places.items():
            _write(place, _file(game, result, suffix))
        if as_json:
            print_json(result.to_json())
        elif not places:
            _print(game, result)


def _review_all(sources: list[str], folder: Path, settings: _Settings) -> None:
    if folder.exists() and not folder.is_dir():
        raise typer.BadParameter(
            localized(f"{folder} is not a folder", f"{folder} はフォルダではありません"), param_hint="--out"
        )
    console = error_console()
    written = passed = failed = 0

    def on_error(note: Note) -> None:
        nonlocal failed
        failed += 1
        write_line(console, str(note))

    for name, label, game in _games(Inputs(sources), on_error):
        place = folder / f"{name}.json"
        if _is_reviewed(place, game, settings.nodes):
            passed += 1
            continue
        try:
            result = settings.run(game, label)
        except ReviewError as error:
            on_error(Note(label, 0, 0, 0, "", error_text(error)))
            continue
        with undisturbed():
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise Failure.not_written(folder, error) from error
            # The JSON file comes last: it marks the game as reviewed.
            for suffix in (".kif", ".html", ".json"):
                _write(place.with_name(name + suffix), _file(game, result, suffix))
            written += 1
    text = localized(
        f"{counted(written, 'game')} reviewed, {passed:,} reviewed before, {counted(failed, 'error')}",
        f"{written:,}局を検討しました（検討済み{passed:,}局、エラー{failed:,}件）",
    )
    write_line(console, text)
    if failed:
        raise typer.Exit(_FAILED)


def _games(inputs: Inputs, on_error: Any) -> Iterator[tuple[str, str, Game]]:
    """Every game with a file name of its own and the text that names it for people."""
    from komadai.kifu import GameBuilder

    names: set[str] = set()
    passed_over = PassedOver()
    with Bar(_quiet()) as bar:
        for source, data in inputs.records(bar):
            for number, game in games(
                source, data, GameBuilder(variants=True), passed_over.report(source), on_error
            ):
                stem = name = output.stem(source) if number == 1 else f"{output.stem(source)}-{number}"
                again = 1
                while name.lower() in names:
                    again += 1
                    name = f"{stem}-{again}"
                names.add(name.lower())
                yield name, source if number == 1 else f"{source} ({number})", game
    passed_over.print_rest()


def _quiet() -> Any:
    """A console that shows nothing: each review has a bar of its own."""
    from rich.console import Console

    return Console(quiet=True)


def _is_reviewed(place: Path, game: Game, nodes: int) -> bool:
    """Whether this file is a review of this game with these nodes."""
    try:
        with place.open(encoding="utf-8") as file:
            stored = json.load(file)
        moves = [each["usi"] for each in stored["plies"]]
        return bool(stored["nodes"] == nodes and moves == [each.usi() for each in game.moves()][: len(moves)])
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _file(game: Game, result: Review, suffix: str) -> bytes:
    """The review as a file of this kind."""
    from komadai.kifu import write
    from komadai.study.game_review.record import annotated

    language: Literal["en", "ja"] = current_language().value
    if suffix == ".json":
        return (json.dumps(result.to_json(), ensure_ascii=False) + "\n").encode()
    if suffix == ".kif":
        return write(annotated(game, result, language), "kif").encode()
    if suffix == ".html":
        from komadai.study.game_review.page import html

        return html(game, result, language=language).encode()
    from komadai.study.game_review.sheet import pdf

    return pdf(game, result, language=language)


def _write(place: Path, data: bytes) -> None:
    with output.appearing(place) as hidden:
        hidden.write_bytes(data)


def _print(game: Game, result: Review) -> None:
    """The summary and the errors, for people."""
    from komadai.pieces import Color
    from komadai.publish import wording
    from komadai.study.game_review.record import side_name, summary
    from komadai.study.game_review.report import CLASS_NAMES, ERRORS, STYLE_NAMES

    language: Literal["en", "ja"] = current_language().value
    index = int(language == "ja")
    stdout = output_console()
    write_line(stdout, summary(game, result)[index])
    for side in Color:
        counts = result.counts(side)
        words = localized(", ", "、").join(f"{CLASS_NAMES[each][index]} {counts[each]}" for each in ERRORS)
        name = side_name(game, side)[index]
        write_line(stdout, f"{name}: {words}" if index == 0 else f"{name}：{words}")
        style = result.style[side]
        if style is not None:
            numbers = (f"{text[index]} {getattr(style, key):.0f}" for key, text in STYLE_NAMES.items())
            write_line(stdout, "  " + localized(", ", "、").join(numbers))
    board = game.board()
    previous = None
    for each in result.moves:
        if each.is_error:
            move = wording.move(board, each.move, previous, language)
            write_line(stdout, "")
            write_line(stdout, f"{each.ply} {move}", "bold")
            write_line(stdout, each.text[index])
        board.push_unchecked(each.move)
        previous = each.move
