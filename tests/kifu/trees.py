"""Random games, and the parts of games to compare."""

from __future__ import annotations

import random
from typing import Any

from komadai import Color, Infraction, Outcome, Termination
from komadai.handicap import HANDICAPS
from komadai.kifu import Ending, Game, Node
from komadai.outcome import CONDITION_TEXTS

TEXTS = (
    *("", "", "", "", "あ", "二行\n目", "a\n\nb", "*#&|", "まで3手で中断", "変化：1手", " 　空白", "\n初め"),
    *(
        "先手の勝ち（反則：二歩）",
        "\n引き分け（千日手）\nと見た",
        "Ending: 封じ手",
        "White wins by the try rule",
    ),
)


def random_tree(seed: int, *, plies: int = 60, whole_seconds: bool = True) -> Game:
    """A game with variations, times, comments, bookmarks and endings."""
    chance = random.Random(seed)
    headers = {"black": "羽生　善治", "event": "第1期", "備考": "a:b", "opening": ""}
    game = Game(chance.choice(HANDICAPS).sfen, dict(chance.sample(sorted(headers.items()), k=2)))
    nodes = [game.root]
    for _ in range(chance.randrange(plies)):
        # Mostly the last node is continued; sometimes a variation begins at an earlier one.
        node = nodes[-1] if chance.random() < 0.8 else chance.choice(nodes)
        known = {child.move for child in node.children}
        legal = [move for move in game.board(node).legal_moves if move not in known]
        if legal:
            time_ms = chance.choice([None, chance.randrange(5000)])
            node = node.add(chance.choice(legal), comment=chance.choice(TEXTS))
            node.time_ms = None if time_ms is None else time_ms * 1000 if whole_seconds else time_ms
            node.bookmark = chance.choice(["", "", "", "ここ"])
            nodes.append(node)
    for node in nodes[1:]:
        if not node.children or chance.random() < 0.05:
            node.ending = chance.choice([None, _ending(chance, game.board(node).turn)])
    game.root.comment = chance.choice(TEXTS)
    return game


def _ending(chance: random.Random, turn: Color) -> Ending:
    if chance.random() < 0.2:
        ending = Ending(word=chance.choice(["封じ手", "不詰"]))
    else:
        ending = Ending(_outcome(chance, turn))
    ending.time_ms = chance.choice([None, 3000])
    ending.comment = chance.choice(TEXTS)
    return ending


def _outcome(chance: random.Random, turn: Color) -> Outcome:
    termination = chance.choice(list(Termination))
    match termination:
        case Termination.SENNICHITE | Termination.IMPASSE_AGREED | Termination.MOVE_LIMIT:
            return Outcome(None, termination)
        case Termination.INTERRUPTED:
            return Outcome(None, termination)
        case Termination.ILLEGAL_MOVE:
            return Outcome(chance.choice(list(Color)), termination, chance.choice([None, *Infraction]))
        case Termination.FAILED_DECLARATION:
            failed = chance.sample(sorted(CONDITION_TEXTS), k=chance.randrange(4))
            return Outcome(turn.opponent, termination, failed=failed)
        case Termination.IMPASSE_DECLARATION:
            return Outcome(chance.choice([turn, None]), termination)
        case Termination.CONNECTION_LOST:
            return Outcome(chance.choice([None, *Color]), termination)
        case Termination.RESIGNATION | Termination.PERPETUAL_CHECK | Termination.DEFAULT:
            return Outcome(chance.choice(list(Color)), termination)
    return Outcome(turn.opponent, termination)


def shape(game: Game) -> list[tuple[Any, ...]]:
    """All parts of a game, for comparison."""
    found: list[tuple[Any, ...]] = [(game.sfen, sorted(game.headers.items()))]
    waiting: list[Node] = [game.root]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        about = (node.move, node.time_ms, node.total_ms, node.comment, node.bookmark, node.ending)
        found.append((*about, node.analyses, len(node.children)))
    return found
