"""A position of any variant: its legal moves as USI texts, moves made, results.

Written from the rules and slow on purpose. A position is never changed: `play` returns a new one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .movement import ProtectingScene, Reach, Scene, Square, reaches
from .variant import Board, Kind, Variant, setup

Hands = dict[str, dict[str, int]]


class Play(NamedTuple):
    """A move: of a piece (`origin`), or a drop."""

    origin: Square | None
    reach: Reach
    kind: str  # what stands on the target afterwards, before contagion
    text: str


def letters(rank: int) -> str:
    """a to z, then aa, ab and so on."""
    text = ""
    while rank:
        rank, rest = divmod(rank - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def name(square: Square) -> str:
    return f"{square[0]}{letters(square[1])}"


def distance(one: Square, two: Square) -> int:
    return max(abs(one[0] - two[0]), abs(one[1] - two[1]))


def other(colour: str) -> str:
    return "w" if colour == "b" else "b"


class Position:
    """A position. `struck` is the square on which a piece that is no lion captured a lion in the
    move before (chu)."""

    def __init__(
        self,
        variant: Variant,
        board: Board | None = None,
        hands: Hands | None = None,
        turn: str = "b",
        struck: Square | None = None,
        history: tuple[Position, ...] = (),
    ) -> None:
        self.variant = variant
        self.files = variant.files
        self.ranks = variant.ranks
        self.board = setup(variant) if board is None else board
        if hands is None:
            hands = {"b": {}, "w": {}}
            for kind in variant.hands.split():
                for colour in "bw":
                    hands[colour][kind] = hands[colour].get(kind, 0) + 1
        self.hands = hands
        self.turn = turn
        self.struck = struck
        self.history = (*history, self)
        self._plays: dict[str, Play] | None = None
        self._in_check: bool | None = None
        self._key: object = None

    @property
    def in_check(self) -> bool:
        """Whether a royal of the side to move is attacked. With another royal it need not answer."""
        if self._in_check is None:
            enemy = other(self.turn)
            self._in_check = any(self.attacked(s, enemy) for s in self.royals(self.turn))
        return self._in_check

    def key(self) -> object:
        """What must be equal for a position to count as repeated."""
        if self._key is None:
            self._key = self.contents()
        return self._key

    def contents(self) -> object:
        return (
            frozenset(self.board.items()),
            tuple(tuple(sorted(self.hands[colour].items())) for colour in "bw"),
            self.turn,
            self.struck,
        )

    # ---- what a piece attacks ---------------------------------------------------------------

    def reaches(self, square: Square) -> Iterator[Reach]:
        scene = Scene(self, square)
        yield from reaches(scene, self.variant.kinds[scene.kind].powers)

    def attacked(self, square: Square, by: str, board: Board | None = None) -> bool:
        """Whether a piece of this colour could capture a piece of the other colour there."""
        position = self if board is None else self.with_board(board)
        for origin, (colour, _) in position.board.items():
            if colour != by:
                continue
            for reach in position.reaches(origin):
                if reach.target == square or square in reach.taken:
                    return True
        return False

    def with_board(self, board: Board) -> Position:
        """This position with another board, for questions about attacks only."""
        position = object.__new__(Position)
        position.variant, position.board, position.turn = self.variant, board, self.turn
        position.files, position.ranks = self.files, self.ranks
        position.struck = None
        position.hands = self.hands
        return position

    def protected(self, square: Square, attacker: Square, also_gone: Square | None = None) -> bool:
        """Whether, once the attacker stands on this square, the owner of the piece there could
        take it back. The attacker's old square and `also_gone` are empty, so that hidden
        protectors count."""
        owner = self.board[square][0]
        board = {s: piece for s, piece in self.board.items() if s not in (attacker, also_gone)}
        board[square] = self.board[attacker]
        return self.attacked(square, owner, board)

    def guarded(self, attacker: Square) -> set[Square]:
        """The squares of the other side's pieces that another piece of that side protects, with
        the attacker's own square empty. A piece that teleports protects nothing: it captures only
        what is unprotected, and the question would go round in circles."""
        owner = other(self.board[attacker][0])
        board = {s: piece for s, piece in self.board.items() if s != attacker}
        position = self.with_board(board)
        squares: set[Square] = set()
        for origin, (colour, kind) in board.items():
            if colour == owner:
                powers = self.variant.kinds[kind].powers.replace("teleport", "")
                for reach in reaches(ProtectingScene(position, origin), powers):
                    squares.update({reach.target, *reach.taken} - {origin})
        return {s for s in squares if s in board and board[s][0] == owner}

    def royals(self, colour: str) -> list[Square]:
        kinds = self.variant.kinds
        return [s for s, (owner, kind) in self.board.items() if owner == colour and kinds[kind].royal]

    def attacked_royal(self, colour: str) -> bool:
        """Whether the side is in check: it has one royal left, and that one is attacked."""
        royals = self.royals(colour)
        return len(royals) == 1 and self.attacked(royals[0], other(colour))

    # ---- promotion --------------------------------------------------------------------------

    def in_zone(self, square: Square, colour: str) -> bool:
        depth = square[1] if colour == "b" else self.ranks + 1 - square[1]
        return depth <= self.variant.zone

    def last_rank(self, square: Square, colour: str) -> bool:
        return square[1] == (1 if colour == "b" else self.ranks)

    def stuck(self, square: Square, colour: str, kind: str) -> bool:
        """Whether a piece of this kind could never move from there, on an empty board."""
        scene = Scene(self.with_board({square: (colour, kind)}), square)
        return next(reaches(scene, self.variant.kinds[kind].powers), None) is None

    def faces(self, origin: Square, reach: Reach) -> list[str]:
        """The kinds that the piece may be after the move."""
        variant = self.variant
        colour, kind = self.board[origin]
        promoted = variant.kinds[kind].promotes_to
        if not promoted or variant.promotion == "none":
            return [kind]
        taken = [s for s in (*reach.taken, reach.target) if s in self.board and s != origin]
        inside, enters = self.in_zone(origin, colour), self.in_zone(reach.target, colour)
        stuck = self.stuck(reach.target, colour, kind)
        forced = variant.forced == "always" or (variant.forced == "stuck" and stuck)
        if variant.promotion == "zone":
            may = inside or enters
        elif variant.promotion == "enter":
            if forced and stuck:
                return [promoted]
            may = (enters and not inside) or (bool(taken) and (inside or enters))
            if variant.kinds[kind].promotes_on_last_rank and self.last_rank(reach.target, colour):
                may = True
        elif variant.promotion == "capture":
            may = bool(taken)
            if variant.forced == "promoted-capture":
                values = {k.promotes_to for k in variant.kinds.values()}
                forced = any(self.board[s][1] in values for s in taken)
        else:
            assert variant.promotion == "always"
            may = forced = True
        if not may:
            return [kind]
        return [promoted] if forced else [kind, promoted]

    # ---- moves ------------------------------------------------------------------------------

    def pseudo_legal(self) -> Iterator[Play]:
        for origin, (colour, kind) in list(self.board.items()):
            if colour != self.turn:
                continue
            for reach in self.reaches(origin):
                if not self.trade_allowed(origin, reach):
                    continue
                passes = reach.target == origin and not any(s in self.board for s in reach.taken)
                if passes and not self.variant.kinds[kind].may_pass:
                    continue
                text = name(origin) + "".join(map(name, reach.written)) + name(reach.target)
                caught = self.caught_kinds(origin, reach)
                if any(k.contagious for k in caught) and not self.variant.kinds[kind].royal:
                    yield Play(origin, reach, kind, text)
                    continue
                for face in self.faces(origin, reach):
                    mark = "+" if face != kind else ""
                    yield Play(origin, reach, face, text + mark)
        if self.variant.drops:
            yield from self.drops()

    def caught_kinds(self, origin: Square, reach: Reach) -> list[Kind]:
        squares = (*reach.taken, reach.target)
        return [self.variant.kinds[self.board[s][1]] for s in squares if s in self.board and s != origin]

    def drops(self) -> Iterator[Play]:
        variant = self.variant
        for kind, count in self.hands[self.turn].items():
            if not count:
                continue
            faces = [kind]
            if variant.drop_faces == "either" and variant.kinds[kind].promotes_to:
                faces.append(variant.kinds[kind].promotes_to)
            for face in faces:
                for file in range(1, self.files + 1):
                    if face in variant.max_per_file:
                        same = sum(
                            (file, rank) in self.board and self.board[file, rank] == (self.turn, face)
                            for rank in range(1, self.ranks + 1)
                        )
                        if same >= variant.max_per_file[face]:
                            continue
                    for rank in range(1, self.ranks + 1):
                        square = file, rank
                        if square in self.board:
                            continue
                        if not variant.drop_stuck and self.stuck(square, self.turn, face):
                            continue
                        yield Play(None, Reach(square), face, f"{face}*{name(square)}")

    def plays(self) -> dict[str, Play]:
        if self._plays is None:
            self._plays = {}
            if not self.decided():
                for play in self.pseudo_legal():
                    if play.text in self._plays:
                        assert self.same_effect(play, self._plays[play.text]), play
                        continue
                    if self.legal(play):
                        self._plays[play.text] = play
        return self._plays

    def same_effect(self, one: Play, two: Play) -> bool:
        return one.kind == two.kind and set(one.reach.taken) == set(two.reach.taken)

    def legal_moves(self) -> set[str]:
        """The texts of all legal moves; none once the game is decided on the board."""
        return set(self.plays())

    def legal(self, play: Play) -> bool:
        variant = self.variant
        if not variant.answers_check:
            return True
        board, _, _ = self.after(play)
        if self.with_board(board).attacked_royal(self.turn):
            return False
        if play.origin is None and play.kind in variant.no_drop_mate:
            following = self.following(play, fresh=True)
            royals = following.royals(following.turn)
            in_check = any(following.attacked(square, self.turn) for square in royals)
            if in_check and not any(map(following.legal, following.pseudo_legal())):
                return False
        return True

    def after(self, play: Play) -> tuple[Board, Hands, list[tuple[str, str]]]:
        """Board and hands after a move, and the pieces that it removed."""
        variant = self.variant
        board = dict(self.board)
        hands = {colour: dict(self.hands[colour]) for colour in "bw"}
        target = play.reach.target
        if play.origin is None:
            held = variant.in_hand(play.kind)
            hands[self.turn][held] -= 1
            if not hands[self.turn][held]:
                del hands[self.turn][held]
            board[target] = self.turn, play.kind
            return board, hands, []
        del board[play.origin]
        caught = [board.pop(square) for square in play.reach.taken]
        if target in board:
            caught.append(board.pop(target))
        kind = play.kind
        if not variant.kinds[kind].royal:
            for _, taken in caught:
                kind = variant.kinds[taken].contagious or kind
        board[target] = self.turn, kind
        caught += [board.pop(square) for square in self.burn(board, target)]
        if variant.drops:
            for owner, taken in caught:
                if variant.kinds[taken].royal:
                    continue
                held = variant.in_hand(taken)
                assert owner != self.turn
                hands[self.turn][held] = hands[self.turn].get(held, 0) + 1
        return board, hands, caught

    def burn(self, board: Board, target: Square) -> list[Square]:
        """A piece that ends its move beside an enemy that burns is removed, and burns nothing.
        Otherwise, if it burns, all enemies beside it are removed."""
        kinds = self.variant.kinds
        colour, kind = board[target]
        around = [
            (target[0] + file, target[1] + rank) for file in (-1, 0, 1) for rank in (-1, 0, 1) if file or rank
        ]
        enemies = [s for s in around if s in board and board[s][0] != colour]
        if any(kinds[board[s][1]].burns for s in enemies):
            return [target]
        return enemies if kinds[kind].burns else []

    def following(self, play: Play, fresh: bool = False) -> Position:
        board, hands, _ = self.after(play)
        struck = None
        if self.variant.lion_trading != "none" and play.origin is not None:
            mover = self.variant.kinds[self.board[play.origin][1]]
            if not mover.lion:
                squares = (play.reach.target, *play.reach.taken)
                struck = next((s for s in squares if self.is_lion(s)), None)
        return Position(self.variant, board, hands, other(self.turn), struck, () if fresh else self.history)

    def play(self, text: str) -> Position:
        return self.following(self.plays()[text])

    # ---- lion trading (chu) -----------------------------------------------------------------

    def is_lion(self, square: Square) -> bool:
        return square in self.board and self.variant.kinds[self.board[square][1]].lion

    def trade_allowed(self, origin: Square, reach: Reach) -> bool:
        """Whether the rules of chu on captures of lions allow this.

        A lion may always take an adjacent lion. One at distance two it may take only if nothing
        could take it back, protectors behind its own old square included, or if it takes another
        piece than a pawn or a go-between on the way; a pawn or go-between taken on the way still
        counts as protector.
        The move after a lion fell to a piece that is no lion, a piece that is no lion may not take
        a lion on another square (counter-strike), neither at the end nor on the middle square of
        its move. The Japan Chu Shogi Association lifts this ban where the lion has no protector.
        """
        rules = self.variant.lion_trading
        if rules == "none":
            return True
        lions = [s for s in (*reach.taken, reach.target) if s != origin and self.is_lion(s)]
        if not lions:
            return True
        if self.is_lion(origin):
            target = reach.target
            if target not in lions or distance(origin, target) == 1:
                return True
            middle = reach.taken[0] if reach.taken else None
            if middle is not None and self.board[middle][1] not in self.variant.minor:
                return True
            return not (
                self.protected(target, origin)
                or (middle is not None and self.protected(target, origin, middle))
            )
        if self.struck is None:
            return True
        others = [square for square in lions if square != self.struck]
        if rules == "lishogi":
            return not others
        return not any(self.protected(square, origin) for square in others)

    # ---- results ----------------------------------------------------------------------------

    def decided(self) -> tuple[str, str] | None:
        """The result that the board alone shows: ("b", "w" or "draw", reason)."""
        variant = self.variant
        enemy = other(self.turn)
        mine, theirs = self.royals(self.turn), self.royals(enemy)
        if not mine and not theirs:
            return "draw", "royals"
        if not mine:
            return enemy, "royals"
        if not theirs:
            return self.turn, "royals"
        if variant.safe_goal:
            # A side whose lion can be taken does not lose by the other's lion standing safely:
            # it takes first.
            can_take = any(self.attacked(square, self.turn) for square in theirs)
            for square in mine:
                if self.last_rank(square, self.turn) and not self.attacked(square, enemy):
                    return self.turn, "goal"
            if not can_take:
                for square in theirs:
                    if self.last_rank(square, enemy):
                        return enemy, "goal"
        if variant.check_wins and self.attacked_royal(self.turn):
            return enemy, "check"
        if variant.mate_ends and self.attacked_royal(self.turn) and not self.can_save_royal():
            return enemy, "checkmate"
        return self.bare_result()

    def can_save_royal(self) -> bool:
        """Whether a move leaves no last royal attacked, or takes the last royal of the enemy."""
        for play in self.pseudo_legal():
            position = self.with_board(self.after(play)[0])
            if not position.royals(other(self.turn)) or not position.attacked_royal(self.turn):
                return True
        return False

    def live(self, colour: str) -> list[Square]:
        return [s for s, (owner, _) in self.board.items() if owner == colour]

    def bare_result(self) -> tuple[str, str] | None:
        if self.variant.bare == "none":
            return None
        enemy = other(self.turn)
        if self.variant.bare in ("lishogi", "jcsa"):
            return self.bare_in_chu()
        mine, theirs = len(self.live(self.turn)) == 1, len(self.live(enemy)) == 1
        if mine and theirs:
            return "draw", "bare"
        if self.variant.bare == "loss":
            if mine or theirs:
                return (enemy if mine else self.turn), "bare"
            return None
        assert self.variant.bare == "answered"
        if theirs:
            return self.turn, "bare"  # it had its move to bare the other side
        if mine and not self.can_bare():
            return enemy, "bare"
        return None

    def dead(self, square: Square) -> bool:
        """A piece that can never move again."""
        return self.stuck(square, *self.board[square])

    def alone(self, colour: str) -> Square | None:
        """The square of a side's royal, if that is its only live piece."""
        found = None
        for square in self.live(colour):
            royal = self.variant.kinds[self.board[square][1]].royal
            if not royal and self.dead(square):
                continue
            if found is not None or not royal:
                return None
            found = square
        return found

    def bare_in_chu(self) -> tuple[str, str] | None:
        """Chu: a side whose only live piece is a royal loses against a royal that is not attacked
        and other pieces, pawns, go-betweens and dead pieces not counted. A single other piece does
        not win beside the lone royal, which could take it (under lishogi's rules nor does it win
        while the winner's own royal stands beside the lone one). The Association knows only the
        ending of exactly one piece. Two royals alone, neither attacked: a draw."""
        alone = {c: self.alone(c) for c in "bw"}
        for loser in "bw":
            winner = other(loser)
            lone = alone[loser]
            royals = self.royals(winner)
            if lone is None or not royals:
                continue
            counting = [
                s
                for s in self.live(winner)
                if self.board[s][1] not in self.variant.minor and not self.dead(s)
            ]
            if len(counting) < 2 or (self.variant.bare == "jcsa" and len(counting) != 2):
                continue
            if any(self.attacked(square, loser) for square in royals):
                continue
            if len(counting) == 2 and any(distance(lone, s) == 1 for s in counting):
                continue
            return winner, "bare"
        if (
            alone["b"]
            and alone["w"]
            and not any(self.attacked(square, other(c)) for c, square in alone.items() if square)
        ):
            return "draw", "royals alone"
        return None

    def can_bare(self) -> bool:
        """Whether a legal capture leaves the opponent with a royal alone."""
        for play in self.pseudo_legal():
            if self.legal(play):
                board, _, _ = self.after(play)
                if sum(owner != self.turn for owner, _ in board.values()) == 1:
                    return True
        return False

    def repeated(self) -> tuple[str, str] | None:
        variant = self.variant
        key = self.key()
        earlier = [i for i, position in enumerate(self.history) if position.key() == key]
        if variant.repetition_count == 0 or len(earlier) < variant.repetition_count:
            return None
        if variant.perpetual_check == "loss":
            # All moves of one side since the first occurrence gave check: the positions in which
            # the other side is to move all show it in check.
            cycle = self.history[earlier[0] + 1 :]
            checked = {
                side: all(position.in_check for position in cycle if position.turn == side) for side in "bw"
            }
            if checked["b"] != checked["w"]:  # if both give check every time, it counts for neither
                return ("b" if checked["b"] else "w"), "perpetual check"
        if variant.repetition == "draw":
            return "draw", "repetition"
        began = self.history[0].turn
        if variant.repetition == "first-loses":
            return other(began), "repetition"
        if variant.repetition == "second-loses":
            return began, "repetition"
        assert variant.repetition == "mover-loses"
        return self.turn, "repetition"

    def outcome(self) -> tuple[str, str] | None:
        """(winner "b" or "w", or "draw"; reason), or None while the game goes on."""
        decided = self.decided()
        if decided is not None:
            return decided
        if not self.plays():
            if self.attacked_royal(self.turn):
                return other(self.turn), "checkmate"
            return ("draw" if self.variant.no_moves == "draw" else other(self.turn)), "no moves"
        return self.repeated()

    # ---- text -------------------------------------------------------------------------------

    def placement(self) -> dict[str, str]:
        """Square name → id of the piece, in small letters for White: to compare boards."""
        return {
            name(square): kind if colour == "b" else kind.lower()
            for square, (colour, kind) in self.board.items()
        }

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        if depth == 1:
            return len(self.plays())
        return sum(self.following(play, fresh=True).perft(depth - 1) for play in self.plays().values())
