"""Plays random games on the engine and on the reference, and reports the first difference.

Before every move the legal moves of both are compared as sets of USI texts, then the result, the
occupied squares and the hands. Half of the games of variants in which no check need be answered
begin in a scattered position: pieces of all kinds, promoted ones too, on random squares, so that
the rare powers meet. Moves that use such a power are played more often than others. In a quarter
of all games the engine's search chooses most moves: in sensible games pieces are pinned, checks are
answered and royals are driven across the board far more often than in random ones.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from komadai.enums import Color
from komadai.variants.board import Board
from komadai.variants.search import Engine
from komadai.variants.variant import Variant as EngineVariant
from tests.variants.reference import Play, Position, Variant, variant
from tests.variants.reference.movement import Scene, Square
from tests.variants.reference.position import name

FEATURES = (
    "igui",
    "pass",
    "two captured",
    "burning",
    "burnt",
    "contagion",
    "hook capture",
    "range capture",
    "area capture",
    "lion captured",
    "teleport capture",
    "drop",
    "promotion",
    "royal captured",
)
SEARCH_NODES = 150
SEARCH_NOISE_CP = 150
"""A search for a move of a searched game, and the random change of its evaluations."""
SPECIAL = frozenset(FEATURES) - {"drop", "promotion", "royal captured", "pass"}


@dataclass
class Report:
    """One game: how it went, which powers it used, and the first difference if there was one."""

    variant: str
    seed: int
    scattered: bool
    searched: bool
    plies: int = 0
    result: str = "unfinished"
    used: Counter[str] = field(default_factory=Counter)
    difference: str = ""


def straight(one: Square, two: Square) -> bool:
    file, rank = one[0] - two[0], one[1] - two[1]
    return file == 0 or rank == 0 or abs(file) == abs(rank)


def features(position: Position, play: Play) -> set[str]:
    """Which of FEATURES the move uses."""
    if play.origin is None:
        return {"drop"}
    kinds = position.variant.kinds
    found = set()
    reach, board = play.reach, position.board
    kind = kinds[board[play.origin][1]]
    taken = [s for s in (*reach.taken, reach.target) if s in board and s != play.origin]
    if reach.target == play.origin:
        found.add("igui" if taken else "pass")
    if len(reach.written) and len(taken) > 1:
        found.add("two captured")
    if len(reach.taken) > len(reach.written):
        found.add("range capture")
    if taken and "over:" in kind.powers and reach.target in taken:
        scene = Scene(position, play.origin)
        file, rank = ((b > a) - (b < a) for a, b in zip(play.origin, reach.target, strict=True))
        if straight(play.origin, reach.target):
            for square in scene.ray(play.origin, (file, rank)):
                if square == reach.target:
                    break
                if square in board:
                    found.add("range capture")
    if taken and "hook:" in kind.powers and not straight(play.origin, reach.target):
        found.add("hook capture")
    if taken and "area:" in kind.powers and not straight(play.origin, reach.target):
        found.add("area capture")
    if taken and "teleport" in kind.powers:
        found.add("teleport capture")
    if any(kinds[board[s][1]].lion for s in taken):
        found.add("lion captured")
    if any(kinds[board[s][1]].royal for s in taken):
        found.add("royal captured")
    after, _, caught = position.after(play)
    if len(caught) > len(taken):
        found.add("burning" if reach.target in after else "burnt")
    if any(kinds[board[s][1]].contagious for s in taken) and not kind.royal:
        found.add("contagion")
    if play.kind != kind.id:
        found.add("promotion")
    return found


OPTIONS = {
    "chu-jcsa": ("chu", {"rules": "jcsa"}),
    "check-shogi-no-drop-mate": ("check-shogi", {"drop-mate": "forbidden"}),
    "tenjiku-no-area-pass": ("tenjiku", {"area-pass": "forbidden"}),
    "kyoto-lishogi": ("kyoto", {"repetition": "threefold"}),
}
"""The reference's names of variants with options: what the engine calls them."""


def engine_variant(name: str) -> str | EngineVariant:
    """What the engine calls a variant of the reference."""
    if name not in OPTIONS:
        return name
    engine_name, options = OPTIONS[name]
    return EngineVariant.named(engine_name, **options)


class Names:
    """The ids that the engine uses for the kinds of the reference, found from the setup."""

    def __init__(self, rules: Variant) -> None:
        self.ids: dict[str, str] = {}
        self.rules = rules
        board = Board(engine_variant(rules.name))
        files, ranks = rules.files, rules.ranks
        pieces = {
            (square // ranks + 1, square % ranks + 1): piece for square, piece in board.piece_map().items()
        }
        position = Position(rules)
        assert set(pieces) == set(position.board), "the setups differ"
        assert files * ranks == files * board.variant.ranks
        pairs = [(kind, pieces[square].kind) for square, (_, kind) in position.board.items()]
        for colour, color in (("b", Color.BLACK), ("w", Color.WHITE)):
            ours, theirs = position.hands[colour], board.hand(color)
            assert sorted(ours.values()) == sorted(theirs.values()), "the hands differ"
            pairs += [(kind, board.variant.pieces[kind]) for kind in ours]
        while pairs:
            ident, kind = pairs.pop()
            if ident in self.ids or rules.kinds[ident].royal != bool(kind.royal):
                continue  # king and queen exchanged in a setup are still king and queen
            self.ids[ident] = kind.id
            promoted = rules.kinds[ident].promotes_to
            if promoted and kind.promotes_to:  # whether only one of them promotes shows in games
                pairs.append((promoted, board.variant.pieces[kind.promotes_to]))

    def kind_in_hand(self, engine_id: str) -> str:
        """The reference's id of a piece in the engine's hand: the engine may name its other face."""
        for ident, theirs in self.ids.items():
            if theirs == engine_id:
                return self.rules.in_hand(ident)
        raise KeyError(engine_id)

    def text(self, usi: str) -> str:
        ident, star, square = usi.partition("*")
        return self.ids[ident] + star + square if star else usi

    def sfen(self, position: Position) -> str:
        rows = []
        for rank in range(1, position.ranks + 1):
            row, empty = "", 0
            for file in range(position.files, 0, -1):
                if (file, rank) not in position.board:
                    empty += 1
                    continue
                colour, ident = position.board[file, rank]
                row += str(empty) if empty else ""
                empty = 0
                letters = self.ids[ident].lstrip("+")
                plus = self.ids[ident][: -len(letters)]
                letters = letters if colour == "b" else letters.lower()
                row += plus + (letters if len(letters) == 1 else f"({letters})")
            rows.append(row + (str(empty) if empty else ""))
        hands = "".join(
            (str(count) if count > 1 else "") + (ident if colour == "b" else ident.lower())
            for colour in "bw"
            for ident, count in position.hands[colour].items()
        )
        return f"{'/'.join(rows)} {position.turn} {hands or '-'} 1"


def scattered(rules: Variant, names: Names, dice: random.Random) -> Position:
    """A position with some of the pieces of the setup, some promoted, on random squares."""
    start = Position(rules)
    squares = [(f, r) for f in range(1, rules.files + 1) for r in range(1, rules.ranks + 1)]
    dice.shuffle(squares)
    board = {}
    part = dice.choice((0.15, 0.3, 0.5))
    special = [k.id for k in rules.kinds.values() if k.burns or k.contagious or "lion" in k.powers]
    for colour in "bw":
        pieces = [kind for owner, kind in start.board.values() if owner == colour]
        royals = [kind for kind in pieces if rules.kinds[kind].royal]
        others = [kind for kind in pieces if not rules.kinds[kind].royal]
        kept = royals + dice.sample(others, max(2, int(len(others) * part)))
        kept += dice.choices(special, k=2) if special else []
        for kind in kept:
            ident = kind
            if rules.kinds[kind].promotes_to and dice.random() < 0.3:
                ident = rules.kinds[kind].promotes_to
            if ident not in names.ids:
                continue
            for square in squares:
                if not start.stuck(square, colour, ident):
                    board[square] = colour, ident
                    squares.remove(square)
                    break
    return Position(rules, board, {"b": {}, "w": {}}, dice.choice("bw"))


def choose(position: Position, dice: random.Random) -> Play:
    """A random move; more often one that captures or uses a special power, seldom the last."""
    plays = [play for _, play in sorted(position.plays().items())]
    sort = dice.random()
    if sort < 0.6:
        special, captures = [], []
        for play in dice.sample(plays, min(len(plays), 400)):
            if play.origin is None:
                continue
            taken = [s for s in (*play.reach.taken, play.reach.target) if s in position.board]
            taken = [s for s in taken if s != play.origin]
            kind = position.variant.kinds[position.board[play.origin][1]]
            if not taken and not kind.burns:
                continue
            found = features(position, play)
            if "royal captured" in found and dice.random() < 0.9:
                continue
            if found & SPECIAL:
                special.append(play)
            elif taken:
                captures.append(play)
        if special and sort < 0.35:
            return dice.choice(special)
        if captures:
            return dice.choice(captures)
    return dice.choice(plays)


def choose_by_search(engine: Engine, board: Board, names: Names, position: Position, seed: int) -> Play:
    """The move of a short search with noise. It depends only on the position and the seed."""
    engine.new_game()
    move, _, _ = engine.native.go(board, nodes=SEARCH_NODES, noise=SEARCH_NOISE_CP, seed=seed)
    assert move is not None
    return next(play for text, play in position.plays().items() if names.text(text) == move.usi())


WINNERS = {None: "draw", Color.BLACK: "b", Color.WHITE: "w"}


def compare_position(position: Position, board: Board, names: Names) -> str:
    """The difference between reference and engine in this position, or an empty text."""
    expected = position.outcome()
    outcome = board.outcome()
    ours = expected[0] if expected else "none"
    theirs = WINNERS[outcome.winner] if outcome else "none"
    if ours != theirs:
        reason = outcome.termination.name if outcome else ""
        return f"result: reference {expected}, engine {theirs} {reason}"
    if expected is None:
        legal = {names.text(text) for text in position.legal_moves()}
        actual = [move.usi() for move in board.legal_moves]
        if len(set(actual)) != len(actual):
            twice = [text for text, count in Counter(actual).items() if count > 1]
            return f"moves listed twice: {sorted(twice)[:8]}"
        if legal != set(actual):
            missing, surplus = sorted(legal - set(actual)), sorted(set(actual) - legal)
            return f"moves: only the reference {missing[:12]}, only the engine {surplus[:12]}"
    ranks = position.ranks
    pieces = {
        (square // ranks + 1, square % ranks + 1): "b" if piece.color is Color.BLACK else "w"
        for square, piece in board.piece_map().items()
    }
    if pieces != {square: colour for square, (colour, _) in position.board.items()}:
        changed = set(pieces.items()) ^ {(s, c) for s, (c, _) in position.board.items()}
        return f"occupied squares: {sorted((name(s), c) for s, c in changed)}"
    if position.variant.lion_trading != "none":
        struck = name(position.struck) if position.struck else "-"
        if board.sfen().split()[2] != struck:
            return f"square of the captured lion: reference {struck}, engine {board.sfen()}"
    for colour, color in (("b", Color.BLACK), ("w", Color.WHITE)):
        hand = {names.kind_in_hand(kind): count for kind, count in board.hand(color).items()}
        if hand != position.hands[colour]:
            return f"hand of {colour}: reference {position.hands[colour]}, engine {hand}"
    return ""


def compare_game(variant_name: str, seed: int, plies: int = 200) -> Report:
    """One game on both. The same seed gives the same game as long as both agree: by random moves from
    the setup, in two of four seeds from a scattered position where the variant allows it, in one of
    four mostly by moves of the engine's search."""
    rules = variant(variant_name)
    dice = random.Random(f"{variant_name} {seed}")
    # A position of dobutsu in which a lion stands on its last rank is only reached by the last move.
    may_scatter = not rules.answers_check and not rules.safe_goal
    report = Report(variant_name, seed, scattered=may_scatter and seed % 2 == 1, searched=seed % 4 == 2)
    try:
        names = Names(rules)
    except AssertionError as error:
        report.difference = f"setup: {error}"
        return report
    position = scattered(rules, names, dice) if report.scattered else Position(rules)
    board = Board(engine_variant(variant_name), names.sfen(position))
    play_game(report, position, board, names, dice, plies)
    if not report.difference:
        report.difference = compare_undone(board)
    return report


def compare_undone(board: Board) -> str:
    """Takes all moves back: each position must be that of a new board to which they are played."""
    moves = [move.usi() for move in board.history]
    again = Board(board.variant, board.root_sfen())
    seen = [again.sfen()]
    for usi in moves:
        again.push_usi(usi)
        seen.append(again.sfen())
    for sfen in reversed(seen):
        if board.sfen() != sfen:
            return f"after taking moves back: {board.sfen()} instead of {sfen}"
        if sfen is not seen[0]:
            board.pop()
    return ""


def play_game(
    report: Report, position: Position, board: Board, names: Names, dice: random.Random, plies: int
) -> None:
    engine = Engine(board.variant, hash_mb=1) if report.searched else None
    while True:
        difference = compare_position(position, board, names)
        if difference:
            moves = " ".join(move.usi() for move in board.history)
            report.difference = f"{difference}\n  in {board.sfen()}\n  after {moves or 'no move'}"
            return
        outcome = position.outcome()
        if outcome is not None:
            report.result = " ".join(outcome)
            return
        if report.plies >= plies:
            return
        if report.plies > 8 and dice.random() < 0.01:
            undone = repeat(position, board, names, dice)
            if undone is not None:
                position, report.difference = undone
                if report.difference:
                    return
                continue
        if engine is not None and dice.random() < 0.85:
            play = choose_by_search(engine, board, names, position, dice.getrandbits(32))
        else:
            play = choose(position, dice)
        for feature in features(position, play):
            report.used[feature] += 1
        board.push_usi(names.text(play.text))
        position = position.play(play.text)
        report.plies += 1


def repeat(
    position: Position, board: Board, names: Names, dice: random.Random
) -> tuple[Position, str] | None:
    """Both sides move a piece out and back again, until the position repeats often enough to end
    the game. None if that is impossible here."""
    steps = []
    here = position
    for _ in range(2):
        quiet = [
            play
            for _, play in sorted(here.plays().items())
            if play.origin is not None
            and play.kind == here.board[play.origin][1]
            and play.reach.target not in here.board
            and not play.reach.written
            and not play.reach.taken
            and len(here.after(play)[2]) == 0
        ]
        if not quiet:
            return None
        play = dice.choice(quiet)
        assert play.origin is not None
        steps.append((play.text, name(play.reach.target) + name(play.origin)))
        here = here.play(play.text)
    if here.outcome() is not None:
        return None
    cycle = [steps[0][0], steps[1][0], steps[0][1], steps[1][1]]
    for _ in range(position.variant.repetition_count):
        for text in cycle:
            if position.outcome() is not None or text not in position.legal_moves():
                return position, ""
            position = position.play(text)
            board.push_usi(text)
            difference = compare_position(position, board, names)
            if difference:
                moves = " ".join(move.usi() for move in board.history)
                return position, f"{difference}\n  in {board.sfen()}\n  after {moves}"
    return position, ""
