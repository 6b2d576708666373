"""The options of ``komadai match`` for all its engines, and the objects made from them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from komadai.cli.match.texts import text_for
from komadai.cli.shared.console import write_line
from komadai.cli.shared.errors import Failure, error_text
from komadai.cli.shared.language import localized
from komadai.cli.shared.messages import counted
from komadai.cli.shared.options import option
from komadai.cli.shared.passed_over import PassedOver
from komadai.errors import RangeError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import ExitStack

    from rich.console import Console

    from komadai.match import EngineSpec, GameSide, Journal, Opening, Rules, TimeLimits, Workers

DEFAULT_PACE = "byoyomi=1s"
_MAX_MOVES = 320
_LONGEST_STALL = 86_400.0
"""Seconds: a day."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The options: limits of the engines, rules, where games are played and saved."""

    pace: Annotated[
        str | None,
        option(
            "10m+30s, 5m+3s/move, byoyomi=100ms, movetime=1s, nodes=5000, depth=8, or several "
            "separated by commas. With ,stop the engine is sent [b]stop[/] when its time is over. "
            "byoyomi=1s if left out.",
            "10m+30s、5m+3s/move、byoyomi=100ms、movetime=1s、nodes=5000、depth=8、"
            "またはコンマ区切りで複数。,stop を付けると、時間が来たときにエンジンへ [b]stop[/] "
            "を送る。省略時は byoyomi=1s。",
            "--time",
            "-t",
            metavar="LIMIT",
        ),
    ] = None
    nodes: Annotated[
        int | None, option("Nodes for each move.", "一手あたりの探索局面数。", "--nodes", min=1)
    ] = None
    depth: Annotated[
        int | None,
        option(
            "The search depth for each move.", "一手あたりの探索深さ。", "--depth", min=1, metavar="PLIES"
        ),
    ] = None
    movetime: Annotated[
        int | None,
        option(
            "Milliseconds for each move.", "一手あたりの時間（ミリ秒）。", "--movetime", min=1, metavar="MS"
        ),
    ] = None
    byoyomi: Annotated[
        int | None,
        option(
            "A clock with this byoyomi in milliseconds and no main time.",
            "秒読みだけの時計（ミリ秒）。",
            "--byoyomi",
            min=1,
            metavar="MS",
        ),
    ] = None
    variant: Annotated[
        str,
        option(
            "The variant that is played, such as minishogi or chu; its games begin with random moves.",
            "対局する将棋の種類（minishogi、chu など）。初手から数手は乱数で決める。",
            "--variant",
            metavar="NAME",
        ),
    ] = "shogi"
    openings: Annotated[
        list[str] | None,
        option(
            "Files of SFENs, USI positions or records to take openings from, instead of Komadai's own.",
            "開始局面のファイル（SFEN、USI の position、棋譜）。省略時は Komadai 付属のもの。",
            "--openings",
            metavar="PATH",
        ),
    ] = None
    plies: Annotated[
        int,
        option(
            "The number of moves taken from each record as its opening.",
            "棋譜から開始局面として取る手数。",
            "--plies",
            min=0,
        ),
    ] = 24
    seed: Annotated[
        int,
        option(
            "The seed for the order of the openings.",
            "開始局面の順番の乱数の種。",
            "--seed",
            metavar="NUMBER",
        ),
    ] = 1
    impasse: Annotated[
        str,
        option(
            "The impasse rule: 27-point, 24-point, try, try-one-king, agreed, 27-plain, protected, "
            "all-in or none.",
            "持将棋・入玉宣言の規則：27-point、24-point、try、try-one-king、agreed、27-plain、protected、all-in、none。",
            "--impasse",
            metavar="RULE",
        ),
    ] = "27-point"
    max_moves: Annotated[
        int | None,
        option(
            "The game is drawn after this number of moves; 0: no limit. "
            "320 if left out, more on large boards.",
            "この手数で引き分け。0 は制限なし。省略時は320（大きい盤ではそれ以上）。",
            "--max-moves",
            min=0,
        ),
    ] = None
    resign: Annotated[
        tuple[int, int] | None,
        option(
            "Adjudicate a loss once both engines scored it as lost by CP centipawns for COUNT moves each.",
            "両エンジンの評価値が COUNT 手続けて CP 以上の差なら、負けと判定する。",
            "--resign",
            metavar="COUNT CP",
        ),
    ] = None
    draw: Annotated[
        tuple[int, int, int] | None,
        option(
            "Adjudicate a draw once, from move MOVE on, both engines scored within CP centipawns "
            "for COUNT moves each.",
            "MOVE 手目以降、両エンジンの評価値が COUNT 手続けて CP 以内なら、引き分けと判定する。",
            "--draw",
            metavar="MOVE COUNT CP",
        ),
    ] = None
    mate: Annotated[
        bool,
        option(
            "End the game once both engines report a mate for the same side.",
            "両エンジンが同じ側の詰みを読んだら終局とする。",
            "--mate",
        ),
    ] = False
    declare: Annotated[
        bool,
        option(
            "End the game with a win for a side that can declare an impasse, even if it does not declare.",
            "入玉宣言の条件を満たした側を、宣言がなくても勝ちとする。",
            "--declare",
        ),
    ] = False
    margin: Annotated[
        int,
        option(
            "The tolerance in milliseconds before a late move loses.",
            "時間切れまでの猶予（ミリ秒）。",
            "--margin",
            min=0,
            metavar="MS",
        ),
    ] = 0
    stall: Annotated[
        float,
        option(
            "Without a clock, a move that takes longer than this loses.",
            "時計を使わないとき、これより長く考えると負け。",
            "--stall",
            min=0.1,
            metavar="SECONDS",
        ),
    ] = 60.0
    ponder: Annotated[
        bool,
        option("Engines think during their opponents' time.", "相手の手番中も先読みさせる。", "--ponder"),
    ] = False
    parallel: Annotated[
        int,
        option(
            "The number of games played at the same time; 0: as many as the cores allow.",
            "同時に行う対局数。0 はコア数に合わせる。",
            "--parallel",
            "-j",
            min=0,
            metavar="GAMES",
        ),
    ] = 0
    output: Annotated[
        Path | None,
        option(
            "Save games and results in this folder. The same command continues an interrupted run.",
            "対局と結果を保存するフォルダ。同じコマンドで続きから再開する。",
            "--output",
            "-o",
            metavar="FOLDER",
        ),
    ] = None
    records: Annotated[
        bool,
        option(
            "Save each game as CSA and KIF too, of a variant as KIF.",
            "各対局を CSA と KIF でも保存する（変則将棋は KIF）。",
            "--records/--no-records",
        ),
    ] = True
    cluster: Annotated[
        str | None,
        option(
            "Play on a Ray cluster: auto, local or its address.",
            "Ray クラスタで対局する：auto、local、またはアドレス。",
            "--cluster",
            metavar="ADDRESS",
        ),
    ] = None
    as_json: Annotated[
        bool,
        option(
            "Print a line of JSON for each game and one for the summary.",
            "1局ごとに1行、最後に集計を JSON で出力する。",
            "--json",
        ),
    ] = False

    def common_pace(self) -> TimeLimits:
        """The limits that the options give together. Raises EngineUsageError."""
        from komadai.match import TimeLimits

        parts = [self.pace] if self.pace else []
        for name, value, unit in (
            ("nodes", self.nodes, ""),
            ("depth", self.depth, ""),
            ("movetime", self.movetime, "ms"),
            ("byoyomi", self.byoyomi, "ms"),
        ):
            if value is not None:
                parts.append(f"{name}={value}{unit}")
        return TimeLimits.parse(",".join(parts or [DEFAULT_PACE]))

    def program(self, text: str) -> EngineSpec:
        """An engine as the command line names it. Raises EngineUsageError."""
        from komadai.match import read_program

        return read_program(text, _known_programs(), elsewhere=self.cluster is not None)

    def rules(self) -> Rules:
        """The rules of the games. Raises RangeError."""
        from komadai import ImpasseRule
        from komadai.match import Rules

        resign, draw = self.resign or (0, 0), self.draw or (0, 0, 0)
        if self.impasse not in list(ImpasseRule):
            raise RangeError(
                localized(
                    f"--impasse: expected one of {', '.join(ImpasseRule)}, got {self.impasse!r}",
                    f"--impasse：{'、'.join(ImpasseRule)} のどれかを"
                    f"指定してください（入力：{self.impasse!r}）",
                )
            )
        if any(number < 0 for number in (*resign, *draw)):
            raise RangeError(
                localized(
                    "--resign, --draw: expected numbers of 0 or more",
                    "--resign、--draw：0以上の数を指定してください",
                )
            )
        if resign[0] and not resign[1]:
            # With a limit of 0 an engine would resign at an equal score.
            raise RangeError(
                localized(
                    "--resign: expected 1 centipawn or more, got 0",
                    "--resign：評価値は1以上を指定してください",
                )
            )
        if not self.stall <= _LONGEST_STALL:
            raise RangeError(
                localized(
                    f"--stall: expected 0.1 to {_LONGEST_STALL:g} seconds, got {self.stall:g}",
                    f"--stall：0.1〜{_LONGEST_STALL:g}秒を指定してください（入力：{self.stall:g}）",
                )
            )
        return Rules(
            ImpasseRule(self.impasse) if self.variant == "shogi" else ImpasseRule.NONE,
            self._max_moves(),
            self.margin,
            resign_count=resign[0],
            resign_cp=resign[1],
            draw_from=draw[0],
            draw_count=draw[1],
            draw_cp=draw[2],
            mate=self.mate,
            declare=self.declare,
            stall_ms=round(self.stall * 1000),
            ponder=self.ponder,
            variant=self.variant,
        )

    def _max_moves(self) -> int:
        """The limit of moves: as given, or by the size of the board. Raises VariantError."""
        if self.max_moves is not None:
            return self.max_moves
        from komadai.variants import Variant

        variant = Variant.named(self.variant)
        return max(_MAX_MOVES, _MAX_MOVES * variant.files * variant.ranks // 81)

    def read_openings(self) -> tuple[Opening, ...]:
        """The openings of the files named; none: Komadai's own. Raises Failure, RecordError."""
        from komadai.match import read_openings

        if not self.openings:
            return ()
        if self.variant != "shogi":
            raise Failure(
                localized(
                    "--openings: files are read for standard shogi only; a variant begins with random moves",
                    "--openings：本将棋のときだけ使えます（変則将棋の初手は乱数で決めます）",
                )
            )
        passed_over = PassedOver()
        try:
            found = read_openings(
                self.openings, self.plies, on_warning=lambda name, each: passed_over.deviations(name, [each])
            )
        except OSError as error:
            raise Failure.not_read(error.filename, error) from error
        passed_over.print_rest()
        return found

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats in which each game is saved."""
        if self.output is None or not self.records:
            return ()
        return ("csa3", "kif") if self.variant == "shogi" else ("kif",)

    def journal(self, stack: ExitStack, identity: dict[str, Any], games: int) -> Journal | None:
        """The journal of ``games`` games, closed with the stack. Raises Failure, JournalError."""
        from komadai.match import Journal

        if self.output is None:
            return None
        try:
            return stack.enter_context(Journal(self.output / "games.jsonl", identity, games))
        except OSError as error:
            raise Failure(f"{self.output}: {error_text(error)}") from error

    def workers(self, seats: Sequence[GameSide], stderr: Console) -> Workers:
        """The workers: --parallel of them, or as many as the cores allow beside the match itself."""
        from komadai.match import LocalWorkers, Need, cores, engine_spec
        from komadai.match.cluster import Cluster

        machines = None if self.cluster is None else Cluster(self.cluster)
        ask = engine_spec.inspect if machines is None else machines.inspect
        threads = [ask(each, self.variant).threads for each in dict.fromkeys(seat.program for seat in seats)]
        # Only one side thinks at a time, unless the other ponders.
        each = sum(sorted(threads)[-2:]) if self.ponder else max(threads)
        paces = [pace for seat in seats if (pace := seat.pace.move_ms) is not None]
        need = Need(each, min(paces, default=None))
        there = cores() if machines is None else machines.cores
        places = self.parallel or need.slots(there)
        if not need.is_met(there, places):
            write_line(
                stderr,
                f"{counted(places, 'game')} at a time on {counted(there, 'core')}: "
                "there is not room for all, and engines may be kept waiting",
            )
        return LocalWorkers(places) if machines is None else machines.workers(places, each)


def _known_programs() -> dict[str, EngineSpec]:
    """The engines that config.toml names."""
    from komadai.engine.config import default_config_file, load_config
    from komadai.engine.program import OUR_ENGINE
    from komadai.match import EngineSpec

    engines, _ = load_config(default_config_file())
    return {
        each.name: EngineSpec(each.name, each.command, each.options, each.protocol)
        for each in engines
        if each.name != OUR_ENGINE
    }


def print_start_notes(stderr: Console, continued: int, pairs: int, known: int) -> None:
    """Prints notes at the start of a match."""
    if continued:
        write_line(stderr, text_for("continued", games=counted(continued, "game")))
    if pairs > known:
        again = text_for("openings_again", openings=counted(known, "opening"), pairs=counted(pairs, "pair"))
        write_line(stderr, again)
