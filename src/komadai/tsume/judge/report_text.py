"""The judge's report as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai import notation
from komadai._core import Board
from komadai.pieces import PieceType
from komadai.tsume.judge import labels
from komadai.tsume.judge.report_types import WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from komadai._core import Move
    from komadai.outcome import Language
    from komadai.tsume.judge.report_types import Attack, Defence, Finding, FindingKind, ReportData, Step

    Spell = Callable[[Board, Move, None, Language], str]
    """Writes a move of a board for a text in this language."""

_MOVES_A_LINE = 6


def _spell(board: Board, move: Move, _previous: None, language: Language) -> str:
    return notation.write(board, move, "japanese" if language == "ja" else "western")


def write(report: ReportData, language: Language, spell: Spell = _spell) -> str:
    """The whole report; ``spell`` writes the moves in it."""
    return "\n".join(_Writer(report, language, spell).lines()) + "\n"


def headline(report: ReportData, language: Language) -> str:
    """The verdict in one line."""
    return _Writer(report, language).headline()


def found(report: ReportData, language: Language, spell: Spell = _spell) -> list[str]:
    """The findings, a line for each kind; ``spell`` writes the moves in them."""
    return list(_Writer(report, language, spell).findings())


def in_all(ply: int, plies: int, language: Language) -> str:
    """The length of the whole mate if ``plies`` more moves follow, beginning with this ply."""
    total = ply - 1 + plies
    return f"全{total}手" if language == "ja" else f"{total} plies in all"


def about_defence(ply: int, defence: Defence, language: Language) -> str:
    """A defence at this ply: the length, the pieces left over and the line that it joins."""
    japanese = language == "ja"
    parts = []
    if defence.plies is not None and defence.kind != "futile":
        parts.append(in_all(ply, defence.plies, language))
    if defence.left:
        parts.append(f"{defence.left}枚余り" if japanese else f"{defence.left} left over")
    if defence.joins:
        ply, move = defence.joins
        main, aside = f"then as the main line from move {ply + 1}", f"then as a variation at move {ply}"
        if japanese:
            main, aside = f"{ply + 1}手目以下作意と同じ", f"以下{ply}手目の変化と同じ"
        parts.append(main if move is None else aside)
    if defence.other:
        parts.append("変化余詰あり" if japanese else "other mates inside")
    return ("、" if japanese else ", ").join(parts)


class _Writer:
    def __init__(self, report: ReportData, language: Language, spell: Spell = _spell) -> None:
        self._spell = spell
        self._report = report
        self._language = language
        self._japanese = language == "ja"

    def lines(self) -> Iterator[str]:
        yield self.headline()
        yield self._text_for(f"Position: {self._report.sfen}", f"局面：{self._report.sfen}")
        if self._report.moves:
            yield self._text_for("Main line:", "作意：")
            yield from self._main_line()
        if self._report.result == "mate":
            yield self._uniqueness()
        yield from self.findings()
        yield self._cost()
        if self._report.steps:
            yield ""
            for step in self._report.steps:
                yield from self._step(step)

    def _text_for(self, english: str, japanese: str) -> str:
        return japanese if self._japanese else english

    def headline(self) -> str:
        report = self._report
        verdict = labels.VERDICTS[report.verdict][self._japanese]
        if report.result == "illegal":
            return self._text_for(f"{verdict}: no possible position", f"{verdict}（あり得ない局面）")
        if report.result == "no-mate":
            return self._text_for(f"{verdict}: no mate", f"{verdict}（不詰）")
        if report.result == "unknown":
            return self._text_for("Not solved", "解けず")
        left = self._text_for(f", {report.left} left over", f"、{report.left}枚余り") if report.left else ""
        if report.verdict == "unproved" and any(each.weight == "fault" for each in report.findings):
            verdict = labels.UNSETTLED[self._japanese]
        return self._text_for(
            f"{verdict}: mate in {report.plies}{left}", f"{verdict}（{report.plies}手詰{left}）"
        )

    def _main_line(self) -> Iterator[str]:
        moves = self.moves(Board(self._report.sfen, validate=False), self._report.moves)
        for at in range(0, len(moves), _MOVES_A_LINE):
            row = moves[at : at + _MOVES_A_LINE]
            if self._japanese:
                yield "  " + "　".join(row)
            else:
                yield "  " + " ".join(f"{at + i}.{move}" for i, move in enumerate(row, 1))

    def _uniqueness(self) -> str:
        report = self._report
        if report.unique is False:
            return self._text_for("Other mates: yes", "余詰：あり")
        if report.unique:
            return self._text_for("Other mates: none, proved", "余詰：なし（証明済み）")
        return self._text_for(
            f"Other mates: not proved, {report.open} questions are open",
            f"余詰：未証明（{report.open}件が未解決）",
        )

    def _cost(self) -> str:
        report = self._report
        reason = labels.REASONS[report.reason][self._japanese]
        return self._text_for(
            f"Spent: {report.nodes} nodes, {report.seconds:.1f} s, of {report.memory_mb} MB at most"
            + (f"; {reason}" if reason else ""),
            f"探索：{report.nodes}局面、{report.seconds:.1f}秒、メモリ上限{report.memory_mb}MB"
            + (f"（{reason}）" if reason else ""),
        )

    def findings(self) -> Iterator[str]:
        kinds: dict[FindingKind, dict[tuple[object, ...], list[Finding]]] = {}
        for finding in self._report.findings:
            findings = (finding.ply, finding.plies, finding.left, finding.detail)
            kinds.setdefault(finding.kind, {}).setdefault(findings, []).append(finding)
        for kind, groups in kinds.items():
            weight = labels.WEIGHTS[WEIGHTS[kind]][self._japanese]
            name = labels.FINDINGS[kind][self._japanese]
            details = self._text_for("; ", "、").join(filter(None, map(self._finding, groups.values())))
            if not details:
                yield self._text_for(f"{weight}: {name}", f"{weight}：{name}")
            else:
                yield self._text_for(f"{weight}: {name}: {details}", f"{weight}：{name}（{details}）")

    def _finding(self, findings: list[Finding]) -> str:
        """The place and the details of findings that differ only in the move."""
        finding = findings[0]
        if not finding.ply or not all(each.move for each in findings):
            return self._detail(finding) if finding.detail else ""
        moves = self._text_for(", ", "、").join(
            self._at(each.ply, [each.move])[0] for each in findings if each.move is not None
        )
        if finding.plies is None:
            return self._text_for(f"move {finding.ply} {moves}", f"{finding.ply}手目{moves}")
        left = (
            self._text_for(f", {finding.left} left over", f"・{finding.left}枚余り") if finding.left else ""
        )
        length = in_all(1, finding.plies, self._language)
        return self._text_for(
            f"move {finding.ply} {moves} ({length}{left})", f"{finding.ply}手目{moves}・{length}{left}"
        )

    def _detail(self, finding: Finding) -> str:
        if finding.kind == "illegal":
            return self._text_for(finding.detail, finding.detail_ja)
        if finding.kind == "restoring":
            text = labels.RESTORING[finding.detail][self._japanese]
            return text.format(plies=finding.plies)
        if finding.kind == "side-line-cook":
            return self._text_for(f"in {finding.detail} of them", f"{finding.detail}か所")
        return pieces(finding.detail, self._language)

    def _board(self, ply: int) -> Board:
        """The position before the move of this number, with those before it as its history."""
        board = Board(self._report.sfen, validate=False)
        for move in self._report.moves[: ply - 1]:
            board.push(move)
        return board

    def _at(self, ply: int, line: Iterable[Move]) -> list[str]:
        return self.moves(self._board(ply), line)

    def moves(self, board: Board, line: Iterable[Move]) -> list[str]:
        board = board.copy()
        written = []
        for move in line:
            written.append(self._spell(board, move, None, self._language))
            board.push(move)
        return written

    def _line(self, ply: int, line: Iterable[Move]) -> str:
        return ("" if self._japanese else " ").join(self._at(ply, line))

    # -- the tree

    def _step(self, step: Step) -> Iterator[str]:
        move = "" if step.move is None else self._line(step.ply, [step.move])
        if move or step.attacks or step.defences:
            yield f"{step.ply:4} {move}".rstrip()
        yield from self._attacks(step)
        yield from self._defences(step)

    def _attacks(self, step: Step) -> Iterator[str]:
        refuted: dict[str, list[str]] = {}
        indifferent: dict[str, list[str]] = {}
        for attack in step.attacks:
            if attack.mirror_of:
                continue
            name = labels.ATTACKS[attack.kind][self._japanese]
            if attack.kind == "wrong":
                tried = self._at(step.ply, [attack.move, *attack.line[:1]])
                refuted.setdefault(tried[1] if tried[1:] else "", []).append(tried[0])
            elif attack.kind in ("promotion", "drop-square", "unproved"):
                indifferent.setdefault(name, []).append(self._line(step.ply, [attack.move]))
            else:
                yield f"       {name} {self._mate(step, attack)}"
        for name, moves in indifferent.items():
            yield f"       {name} {self._text_for(', ', '、').join(moves)}"
        name = labels.ATTACKS["wrong"][self._japanese]
        for answer, checks in refuted.items():
            together = ("、" if self._japanese else ", ").join(checks)
            if not answer:
                yield f"       {name} {together}"
            else:
                yield self._text_for(
                    f"       {name} {together}? {answer}!", f"       {name} {together}は{answer}で不詰"
                )

    def _mate(self, step: Step, attack: Attack) -> str:
        line = self._line(step.ply, [attack.move, *attack.line])
        assert attack.plies is not None
        length = in_all(step.ply, attack.plies, self._language)
        at_most = "" if attack.exact else self._text_for("at most ", "以内")
        return self._text_for(f"{line} ({at_most}{length})", f"{line}（{length}{at_most}）")

    def _defences(self, step: Step) -> Iterator[str]:
        for defence in step.defences:
            if defence.same_as or defence.mirror_of:
                continue
            name = labels.DEFENCES[defence.kind][self._japanese]
            line = self._line(step.ply, [defence.move, *defence.line])
            same = [
                self._line(step.ply, [each.move])
                for each in step.defences
                if each.same_as is defence.move or each.mirror_of is defence.move
            ]
            if same:
                together = ("、" if self._japanese else ", ").join(same)
                line += self._text_for(f" [also {together}]", f"［{together}も同じ］")
            about = about_defence(step.ply, defence, self._language)
            yield f"       {name} {line}" + (self._text_for(f" ({about})", f"（{about}）") if about else "")


def pieces(letters: str, language: Language) -> str:
    """``2GP`` as 金二歩, or as it is."""
    if language == "en":
        return letters
    written = ""
    count = ""
    for letter in letters:
        if letter.isdigit():
            count += letter
            continue
        written += PieceType.from_letter(letter).kanji + (_NUMBERS[int(count)] if count else "")
        count = ""
    return written


_NUMBERS = ["", "", *"二三四五六七八九", *(f"十{each}" for each in ["", *"一二三四五六七八"])]
