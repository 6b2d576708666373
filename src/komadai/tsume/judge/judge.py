"""Judges a mate problem by the criteria of composers and magazines."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Final

from komadai._core import Board, Move
from komadai.errors import TsumeError, check_type
from komadai.messages import Message
from komadai.pieces import PieceType
from komadai.tsume.judge.alternative_checks import AlternativeChecks, alternative_checks
from komadai.tsume.judge.alternative_defences import AlternativeDefences
from komadai.tsume.judge.max_leftover import MaxLeftover
from komadai.tsume.judge.report import Report
from komadai.tsume.judge.report_types import Finding, Step
from komadai.tsume.judge.solver_queries import InspectProgress, SolverQueries
from komadai.tsume.memory import default_memory_mb
from komadai.tsume.solve import check_limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from komadai.tsume.judge.report_types import Attack, FindingKind, Verdict
    from komadai.tsume.judge.solver_queries import Answer

_ROUNDS: Final = (20_000, 200_000, 2_000_000, None)
"""Node limits of one alternative check. All checks are tried with one limit before the next is used."""
_ENOUGH: Final = 200_000
"""After a cook, checks that need more nodes stay open, because they cannot change the verdict."""

_OTHER_MATES: Final = {"cook", "early", "move-order"}
_EQUAL_LINES: Final = 12
"""The maximum number of judged lines that are equally good for the defender."""

_OLD_LINES: Final = 4
"""The maximum number of judged lines that are two plies shorter."""

_SET: Final = {
    PieceType.PAWN: 18,
    PieceType.LANCE: 4,
    PieceType.KNIGHT: 4,
    PieceType.SILVER: 4,
    PieceType.GOLD: 4,
    PieceType.BISHOP: 2,
    PieceType.ROOK: 2,
}


def inspect(
    board: Board,
    *,
    solution: Sequence[Move] | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    memory_mb: int | None = None,
    thorough: bool = False,
    restoring_is_futile: bool = False,
    progress: Callable[[InspectProgress], object] | None = None,
) -> Report:
    """Judges a mate problem, the attacker to move.

    Args:
        board: The position. An illegal one is a finding, not an error.
        solution: The line that the composer intended; None: the main line is found.
        seconds: Time limit; None: no limit. The report has what was not decided.
        nodes: Node limit; None: no limit.
        memory_mb: Memory limit in MiB; None: a quarter of what is free.
        thorough: Decide every other check after a cook, too. Otherwise hard ones stay open, because they
            cannot change the verdict.
        restoring_is_futile: Restoring interpositions (復元型無駄合) are not defences. The main line is that
            of this rule, and a restoring interposition beside it is futile.
        progress: Called about ten times a second; an exception from it ends the inspection.

    Raises:
        TsumeError: The solution is not a line of checks that ends in mate.
        RangeError: A limit is out of range.
        ArgumentTypeError: An argument has another type.
    """
    return Inspector(memory_mb).inspect(
        board,
        solution=solution,
        seconds=seconds,
        nodes=nodes,
        thorough=thorough,
        restoring_is_futile=restoring_is_futile,
        progress=progress,
    )


class Inspector:
    """A judge with its solver, for one problem after the other; any thread may call :meth:`stop`."""

    def __init__(self, memory_mb: int | None = None) -> None:
        """``memory_mb`` is the memory limit in MiB, at least 1; None: a quarter of what is free.
        Raises RangeError, ArgumentTypeError."""
        check_limits(memory_mb=memory_mb)
        self._queries = SolverQueries(default_memory_mb() if memory_mb is None else memory_mb)

    def stop(self) -> None:
        """Ends the running inspection soon; it returns what it has found."""
        self._queries.stop()

    def inspect(
        self,
        board: Board,
        *,
        solution: Sequence[Move] | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        thorough: bool = False,
        restoring_is_futile: bool = False,
        progress: Callable[[InspectProgress], object] | None = None,
    ) -> Report:
        """See :func:`inspect`."""
        check_type("board", board, Board, "a Board")
        if solution is not None:
            check_type("solution", solution, Iterable, "Moves or None")
            solution = tuple(solution)
            for move in solution:
                check_type("solution", move, Move, "Moves")
        check_limits(progress, seconds, nodes=nodes)
        self._queries.arm()
        self._queries.limit(seconds, nodes, progress)
        position = Board(board.sfen(), validate=False)
        return _Inspection(self._queries, position, thorough, restoring_is_futile).report(solution)


class _Inspection:
    def __init__(
        self, queries: SolverQueries, board: Board, thorough: bool, restoring_is_futile: bool
    ) -> None:
        self._restoring_is_futile = restoring_is_futile
        self._answer: Answer | None = None
        self._queries = queries
        self._thorough = thorough
        self._board = board
        self._max_leftover = MaxLeftover(queries)
        self._findings: list[Finding] = []
        self._steps: list[Step] = []
        self._open = 0

    def report(self, solution: Sequence[Move] | None) -> Report:
        wrong = _wrong_with(self._board)
        for each in wrong:
            self._find("illegal", detail=each.text("en"), detail_ja=each.text("ja"))
        if wrong:
            return self._made("illegal")
        if missing := _missing(self._board):
            self._find("missing-pieces", detail=missing)
        try:
            answer = self._queries.ask(
                self._board, attack=True, restoring_is_futile=self._restoring_is_futile
            )
        except TsumeError as error:
            self._find("illegal", detail=error.text("en"), detail_ja=error.text("ja"))
            return self._made("illegal")
        self._answer = answer
        if answer.restoring == "differs":
            rule = "counts" if self._restoring_is_futile else "futile"
            self._find("restoring", plies=answer.other_plies, detail=rule)
        elif answer.mate and answer.restoring == "undetermined":
            self._find("restoring", detail="undetermined")
        if answer.result == "no-mate":
            self._find("no-mate")
            self._steps = [Step(1, self._board.sfen(), None, alternative_checks(self._board, None), [])]
            self._judge_attacks([self._board], ())
            self._open = 0
        elif answer.mate:
            return self._judge_mate(answer, solution)
        else:
            self._open = 1
        return self._made(answer.result)

    def _judge_mate(self, answer: Answer, solution: Sequence[Move] | None) -> Report:
        self._queries.begin("line")
        plies, shortest, compared = answer.plies, answer.exact, True
        if solution is not None:
            line = tuple(solution)
        else:
            line, compared = answer.line, answer.compared
            if len(line) != plies:  # the solver had no time left to find it
                self._open += 1
                return self._made("mate", plies, shortest, line, settled=False)
        boards = _boards(self._board, line)
        attacker = self._board.turn
        left = boards[-1].hand(attacker).total
        compared |= not left
        intended = solution is not None
        if solution is None and left and compared and (shorter := next(self._old_lines(boards, line), None)):
            line, intended = shorter, True
            boards = _boards(self._board, line)
            left = 0
        if self._restoring_is_futile and answer.restoring != "same":
            intended = True  # by the ordinary rule the defender has longer lines
        if intended and not self._ends_in_mate(boards):
            raise TsumeError("solution-no-mate")
        line = self._judge_best_of_equals(boards, line, intended)
        boards = _boards(self._board, line)
        if not intended and compared and self._faulty_plies():
            self._note_old_custom(boards, line)
        if left and (compared or solution is not None):
            self._find(
                "leftover", ply=len(line), plies=len(line), left=left, detail=_held(boards[-1], attacker)
            )
        elif left:
            self._open += 1
        self._find_unused(boards, line)
        settled = solution is not None or (shortest and compared)
        return self._made("mate", len(line), shortest, line, solution is not None, left, settled)

    def _ends_in_mate(self, boards: list[Board]) -> bool:
        return (
            boards[-1].is_check() and self._queries.ask(boards[-1], attack=False, plies=0).result != "no-mate"
        )

    def _old_lines(self, boards: list[Board], line: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
        """Lines two plies shorter that leave no pieces: by old custom (変長) these are the intended lines."""
        for at in range(len(line) - 4, 0, -2):
            rest = len(line) - at
            board = boards[at].copy()
            for move in board.legal_moves:
                board.push(move)
                answer = self._queries.ask(board, attack=True, plies=rest - 3)
                board.pop()
                if answer.mate and len(answer.line) == rest - 3:
                    shorter = (*line[:at], move, *answer.line)
                    if _boards(self._board, shorter)[-1].hand(self._board.turn).total == 0:
                        yield shorter

    def _note_old_custom(self, boards: list[Board], line: tuple[Move, ...]) -> None:
        """Adds a finding if by old custom another line is the intended one and has no fault. A cook of this
        line is then inside a variation that is two plies longer and leaves pieces."""
        saved = self._findings, self._steps, self._open
        first = min(self._faulty_plies())
        found = None
        lines = (each for each in self._old_lines(boards, line) if each[: first - 1] != line[: first - 1])
        for shorter in islice(lines, _OLD_LINES):
            self._findings, self._open = [], 0
            self._judge_line(_boards(self._board, shorter), shorter, intended=True)
            left = [each.left for each in self._findings if each.kind == "long-variation"]
            if left and not self._open and all(each.weight != "fault" for each in self._findings):
                at = next(at for at, move in enumerate(shorter) if move is not line[at])
                found = Finding("old-custom", at + 1, shorter[at], len(shorter), max(filter(None, left)))
                break
        self._findings, self._steps, self._open = saved
        if found:
            self._findings.append(found)

    def _judge_best_of_equals(
        self, boards: list[Board], line: tuple[Move, ...], intended: bool
    ) -> tuple[Move, ...]:
        """Judges the line; if it has cooks, also the lines that are equally good for the defender.

        The composer intended one of them; the cooks of the other lines are then inside variations. The line
        with the fewest faults is taken, with its findings.
        """
        before = list(self._findings)
        self._judge_line(boards, line, intended)
        best = self._faulty_plies()
        if intended or not best:
            return line
        saved = self._findings, self._steps, self._open
        tried = {line}
        while best and len(tried) <= _EQUAL_LINES and not self._queries.spent:
            other = self._equal_line(line, max(best), tried)
            if other is None:
                break
            tried.add(other)
            self._findings, self._open = list(before), 0
            self._judge_line(_boards(self._board, other), other, intended)
            faulty = self._faulty_plies()
            if self._open <= saved[2] and len(faulty) < len(best):
                line, best = other, faulty
                saved = self._findings, self._steps, self._open
            else:
                self._steps = saved[1]
        self._findings, self._steps, self._open = saved
        return line

    def _faulty_plies(self) -> set[int]:
        return {finding.ply for finding in self._findings if finding.kind in _OTHER_MATES}

    def _equal_line(
        self, line: tuple[Move, ...], before: int, tried: set[tuple[Move, ...]]
    ) -> tuple[Move, ...] | None:
        """A line that differs from this one by an equal defence, as late as possible before this ply."""
        for step in reversed(self._steps[1:before:2]):
            for defence in step.defences:
                if defence.kind != "equal" or defence.same_as or defence.mirror_of:
                    continue
                board = _boards(self._board, line)[step.ply - 1]
                board.push(defence.move)
                rest = self._queries.ask(board, attack=True, plies=len(line) - step.ply)
                other = (*line[: step.ply - 1], defence.move, *rest.line)
                if len(other) == len(line) and other not in tried:
                    return other
        return None

    def _judge_line(self, boards: list[Board], line: tuple[Move, ...], intended: bool) -> None:
        self._queries.forbid([board for at, board in enumerate(boards[:-1]) if at % 2 == 0])
        self._steps = [
            Step(
                at + 1,
                board.sfen(),
                line[at] if at < len(line) else None,
                alternative_checks(board, line[at]) if at % 2 == 0 else [],
                [],
            )
            for at, board in enumerate(boards)
        ]
        defences = AlternativeDefences(
            self._queries, self._max_leftover, boards, line, restoring_is_futile=self._restoring_is_futile
        )
        self._judge_attacks(boards, line, rounds=_ROUNDS[:1])
        self._queries.begin("defences")
        for step in self._steps[1::2]:
            step.defences = defences.defences(step.ply - 1, intended)
        self._judge_attacks(boards, line, rounds=_ROUNDS[1:])
        self._queries.begin("side-lines")
        defences.join(self._steps)
        defences.find_side_cooks(self._steps)
        for step in self._steps:
            for attack in step.attacks:
                self._weigh_attack(step, attack, len(line))
            self._weigh_defences(step, defences, len(line))
        if count := sum(each.other is not None for step in self._steps for each in step.defences):
            self._find("side-line-cook", detail=str(count))

    def _judge_attacks(
        self,
        boards: list[Board],
        line: tuple[Move, ...],
        rounds: Sequence[int | None] = _ROUNDS,
    ) -> None:
        """Tries the undecided checks with increasing node limits. At the last move another mate is allowed,
        so the first round is enough there."""
        judge = AlternativeChecks(self._queries, boards, line)
        for nodes in rounds:
            if not self._thorough and (nodes is None or nodes > _ENOUGH) and self._has_cook():
                return
            unsettled = [
                (step.ply - 1, attack)
                for step in self._steps
                for attack in step.attacks
                if attack.kind == "unproved" and (nodes == _ROUNDS[0] or step.ply != len(line))
            ]
            self._queries.begin("attacks", len(unsettled))
            # From the end: results there help at earlier moves.
            for at, attack in reversed(unsettled):
                if self._queries.spent:
                    return
                judge.judge(at, attack, nodes)

    def _has_cook(self) -> bool:
        return any(attack.kind in _OTHER_MATES for step in self._steps for attack in step.attacks)

    def _weigh_attack(self, step: Step, attack: Attack, plies: int) -> None:
        if attack.kind == "unproved":
            self._open += step.ply != plies
        elif attack.kind != "wrong" and attack.plies is not None:
            self._find(attack.kind, ply=step.ply, move=attack.move, plies=step.ply - 1 + attack.plies)

    def _weigh_defences(self, step: Step, judge: AlternativeDefences, plies: int) -> None:
        for each in step.defences:
            total = None if each.plies is None else step.ply - 1 + each.plies
            kind: FindingKind | None = None
            if each.kind == "no-mate":
                kind = "no-mate"
            elif each.kind == "unproved":
                self._open += 1
            elif each.same_as or each.mirror_of:
                pass  # counted once
            elif each.kind == "longer":
                tolerated = total == plies + 2 and bool(each.left)
                kind = "long-variation" if tolerated else "longer-defence"
            elif each.kind == "equal":
                if judge.interposed_for(step.ply - 1, each):
                    kind = "interposed-piece"
                else:
                    kind = "equal-at-end" if step.ply == plies - 1 else "equal-variation"
            if kind:
                self._find(kind, ply=step.ply, move=each.move, plies=total, left=each.left)

    def _find_unused(self, boards: list[Board], line: tuple[Move, ...]) -> None:
        """Pieces in hand at the start that the main line never drops."""
        attacker = self._board.turn
        unused = ""
        for kind, count in self._board.hand(attacker).items():
            rest = count - sum(move.drop is kind for move in line[::2])
            unused += _letters(kind, rest)
        if unused:
            self._find("unused", detail=unused)

    def _find(
        self,
        kind: FindingKind,
        *,
        ply: int = 0,
        move: Move | None = None,
        plies: int | None = None,
        left: int | None = None,
        detail: str = "",
        detail_ja: str = "",
    ) -> None:
        self._findings.append(Finding(kind, ply, move, plies, left, detail, detail_ja))

    def _made(
        self,
        result: str,
        plies: int | None = None,
        shortest: bool = False,
        line: tuple[Move, ...] = (),
        intended: bool = False,
        left: int | None = None,
        settled: bool = True,
    ) -> Report:
        """``settled``: the line is proved to be the main line, so that the findings beside it count."""
        kinds = {finding.kind for finding in self._findings}
        ran_out = self._open or result == "unknown"
        reason = ""
        if ran_out and self._queries.spent:
            reason = self._queries.reason
        elif ran_out and self._queries.memory_short:
            reason = "memory"
        unique: bool | None = None
        if kinds & _OTHER_MATES and settled:
            unique = False
        elif result == "mate" and not self._open and not kinds & _OTHER_MATES:
            unique = True
        verdict: Verdict = "full" if unique and (shortest or intended) else "unproved"
        if settled and any(finding.weight == "fault" for finding in self._findings):
            verdict = "deficient"
        return Report(
            sfen=self._board.sfen(),
            verdict=verdict,
            result=result,  # type: ignore[arg-type]
            plies=plies,
            shortest=shortest,
            moves=line,
            intended=intended,
            left=left,
            unique=unique,
            open=self._open,
            findings=tuple(self._findings),
            steps=tuple(self._steps),
            nodes=self._queries.nodes,
            seconds=self._queries.seconds,
            reason=reason,
            memory_mb=self._queries.memory_mb,
            restoring=self._answer.restoring if self._answer else "same",
            other_plies=self._answer.other_plies if self._answer else None,
        )


def _boards(board: Board, line: Sequence[Move]) -> list[Board]:
    """The positions before each move and the last one. Raises TsumeError for an invalid line."""
    boards = [board.copy()]
    for at, move in enumerate(line):
        now = boards[-1].copy()
        if not now.is_legal(move):
            raise TsumeError("solution-illegal", {"number": at + 1, "move": move.usi()})
        if at % 2 == 0 and not now.gives_check(move):
            raise TsumeError("solution-no-check", {"number": at + 1, "move": move.usi()})
        now.push(move)
        boards.append(now)
    if len(line) % 2 == 0:
        raise TsumeError("solution-ends-early")
    return boards


def _wrong_with(board: Board) -> list[Message | TsumeError]:
    """Why this cannot be a position of a game; empty if it can."""
    wrong: list[Message | TsumeError] = [*board.problems()]
    if not wrong and len(board.checkers()) > 2:
        wrong.append(TsumeError("too-many-checkers"))
    return wrong


def _missing(board: Board) -> str:
    """The missing pieces of the set, in SFEN letters."""
    there = [piece.type.unpromoted for square in range(81) if (piece := board.piece_at(square))]
    missing = ""
    for kind in reversed(_SET):
        held = sum(board.hand(color)[kind] for color in (board.turn, board.turn.opponent))
        missing += _letters(kind, _SET[kind] - held - there.count(kind))
    return missing


def _held(board: Board, attacker: object) -> str:
    hand = board.hand(board.turn.opponent if board.turn is not attacker else board.turn)
    return "".join(_letters(kind, hand[kind]) for kind in reversed(_SET))


def _letters(kind: PieceType, count: int) -> str:
    return "" if count <= 0 else f"{count if count > 1 else ''}{kind.letter}"
