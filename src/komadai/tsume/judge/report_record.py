"""The judge's report as a game record: the solution with its variations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai._core import Board
from komadai.kifu import Ending, Game
from komadai.outcome import Outcome, Termination
from komadai.tsume.judge import labels
from komadai.tsume.judge.report_text import about_defence, found, headline, in_all

if TYPE_CHECKING:
    from collections.abc import Iterable

    from komadai._core import Move, Node
    from komadai.outcome import Language
    from komadai.tsume.judge.report_types import ReportData, Step


def build(report: ReportData, language: Language) -> Game:
    """The record's main line is the solution's; other checks and the defences to be shown are variations."""
    game = Game(report.sfen) if report.result != "illegal" else _unchecked(report.sfen)
    game.root.comment = "\n".join([headline(report, language), *found(report, language)])
    attacker = Board(report.sfen, validate=False).turn
    mated = Outcome(attacker, Termination.CHECKMATE)
    node = game.root
    for step in report.steps:
        after = node.add(step.move) if step.move is not None else node
        _add_attacks(node, step, mated, language)
        _add_defences(node, step, mated, language)
        if after is node and report.moves:
            node.outcome = mated
        node = after
    return game


def _unchecked(sfen: str) -> Game:
    game = Game()
    game.sfen = sfen
    return game


def _add(node: Node, line: Iterable[Move], comment: str) -> Node:
    """Adds a variation with a comment on its first move. Returns its last node."""
    first = None
    for move in line:
        node = node.add(move)
        first = first or node
    assert first is not None
    first.comment = comment
    return node


def _add_attacks(node: Node, step: Step, mated: Outcome, language: Language) -> None:
    for attack in step.attacks:
        if attack.mirror_of or attack.kind == "unproved":
            continue
        comment = labels.ATTACKS[attack.kind][language == "ja"]
        if attack.plies is not None:
            comment += " " + in_all(step.ply, attack.plies, language)
        end = _add(node, [attack.move, *attack.line], comment)
        if attack.kind == "wrong":
            end.ending = Ending(word="不詰")
        else:
            end.outcome = mated


def _add_defences(node: Node, step: Step, mated: Outcome, language: Language) -> None:
    japanese = language == "ja"
    for defence in step.defences:
        if defence.same_as or defence.mirror_of or defence.kind == "unproved":
            continue
        about = about_defence(step.ply, defence, language)
        name = labels.DEFENCES[defence.kind][japanese]
        end = _add(node, [defence.move, *defence.line], f"{name} {about}".rstrip())
        if defence.kind == "no-mate":
            end.ending = Ending(word="不詰")
        elif defence.line and not defence.joins:
            end.outcome = mated
