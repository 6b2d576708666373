"""Rating lists: maximum-likelihood ratings from the results of many games.

Black's expected score against White is logistic in the difference of their ratings plus the advantage of
moving first (Zermelo 1929, Bradley and Terry 1952; the advantage is a further unknown). A draw is half a win
and half a loss. At the maximum each player's score equals its expected score, and Black's total score equals
the expected one: the same conditions as those of Ordo's ratings.

Because of draws, results vary less than the model assumes, and the two games of a pair are correlated. The
error bars take both into account: they come from Huber's sandwich estimator, with the observed variance of
the pairs. If all pairs of two players had the same score, that variance is nearly 0, although the next pair
may differ. So the variance is taken to be at least that of one different pair, or that of the model if it is
smaller.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from math import erf, exp, log, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from komadai.errors import RangeError
from komadai.match.statistics.elo import Z_95
from komadai.match.statistics.linear import inverse, product

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

_UNIT: Final = 400 / log(10)
"""The Elo of one unit of the logistic scale."""
_TOLERANCE: Final = 1e-10
_MAX_ITERATIONS: Final = 100
_MAX_STEP: Final = 2.0
_VIRTUAL_DRAWS: Final = 0.5
_ONE_PAIR: Final = 1.0
"""The squared deviation of a pair with 2 points where 1 was expected."""


class GameScore(NamedTuple):
    """The result of a game for ratings. Games of the same ``pair`` are correlated."""

    black: str
    white: str
    points: float
    """Black's points: 1, ½ or 0."""
    pair: Hashable = None
    """None for a single game."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player."""

    name: str
    elo: float
    error: float
    """Half the width of the 95 % interval, in Elo; 0 for an anchor."""
    games: int
    points: float
    above_next: float | None
    """The likelihood that it is stronger than the next in the list; None for the last."""


@dataclass(frozen=True, slots=True)
class RatingList:
    """The players, the strongest first."""

    ratings: tuple[Rating, ...]
    advantage: float
    """The advantage of moving first, in Elo."""
    advantage_error: float
    """Half the width of its 95 % interval; 0 if the advantage was given."""
    draws: float
    """The share of games that were drawn."""
    bounded: bool
    """Whether the results alone bound all ratings and the advantage. If not (a player lost every game, or
    Black won all), half a drawn game was added to each pairing or to the advantage, and such a number means
    "at least" or "at most"."""


def rate(
    games: Iterable[GameScore],
    *,
    anchors: Mapping[str, float] | None = None,
    advantage: float | None = None,
) -> RatingList:
    """The rating list of these games.

    ``anchors`` are players whose rating is given; without any, the average of all is 0. ``advantage`` is that
    of moving first in Elo (None: estimated from the games). Raises RangeError for invalid results and if the
    players fall into groups without games between them.
    """
    return _Estimation(list(games), dict(anchors or {}), advantage).solve()


class _Estimation:
    """The maximum-likelihood problem. Players are numbered from 0; the advantage of moving first is the last
    unknown."""

    def __init__(self, games: list[GameScore], anchors: dict[str, float], advantage: float | None) -> None:
        for game in games:
            if game.black == game.white or not 0 <= game.points <= 1:
                raise RangeError(f"expected two players and 0 to 1 points, got {game!r}")
        self.names = sorted({name for game in games for name in (game.black, game.white)})
        number = {name: index for index, name in enumerate(self.names)}
        self.games = [(number[g.black], number[g.white], g.points) for g in games]
        self.clusters: dict[Hashable, list[int]] = defaultdict(list)
        for index, game in enumerate(games):
            self.clusters[("alone", index) if game.pair is None else ("pair", game.pair)].append(index)
        self.met = {(min(black, white), max(black, white)) for black, white, _ in self.games}
        _check_connected(self.names, self.met)
        self.fixed = {number[name]: elo / _UNIT for name, elo in anchors.items() if name in number}
        self.advantage = None if advantage is None else advantage / _UNIT
        connected = _strongly_connected(len(self.names), self.games)
        # Virtual draws are added only if the games leave a rating, or the advantage, unbounded.
        self.virtual = [] if connected else sorted(self.met)
        self.one_sided = advantage is None and bool(games) and {g.points for g in games} in ({0}, {1})
        self.bounded = connected and not self.one_sided

    def solve(self) -> RatingList:
        count = len(self.names)
        values = [0.0] * (count + 1)
        for index, value in self.fixed.items():
            values[index] = value
        values[count] = self.advantage or 0.0
        # Without anchors one player is fixed; the average is set to 0 at the end.
        fixed = set(self.fixed) or {0}
        free = [index for index in range(count) if index not in fixed]
        if self.advantage is None and self.games:
            free.append(count)
        self._maximize(values, free)
        covariance = self._covariance(values, free)
        if not self.fixed and count:
            covariance = _centred(covariance, count)
            mean = sum(values[:count]) / count
            values = [value - mean for value in values[:count]] + values[count:]
        return self._rating_list(values, covariance)

    def _maximize(self, values: list[float], free: Sequence[int]) -> None:
        """Newton's method. The likelihood is concave, so steps that are short enough always increase it."""
        for _ in range(_MAX_ITERATIONS):
            slope, curve = self._derivatives(values)
            if not free:
                return
            part = [[curve[i][j] for j in free] for i in free]
            step = [sum(row[k] * slope[free[k]] for k in range(len(free))) for row in inverse(part)]
            longest = max(map(abs, step))
            scale = min(1.0, _MAX_STEP / longest) if longest else 1.0
            for index, change in zip(free, step, strict=True):
                values[index] += scale * change
            if longest < _TOLERANCE:
                return

    def _derivatives(self, values: Sequence[float]) -> tuple[list[float], list[list[float]]]:
        """The gradient of the log-likelihood and its negative Hessian."""
        size = len(values)
        slope = [0.0] * size
        curve = [[0.0] * size for _ in range(size)]
        last = size - 1
        grouped: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0.0, 0.0])
        for black, white, points in self.games:
            grouped[black, white][0] += points
            grouped[black, white][1] += 1
        for (black, white), (points, number) in grouped.items():
            expected = _expected(values[black] - values[white] + values[last])
            _add(slope, curve, ((black, 1), (white, -1), (last, 1)), points - number * expected,
                 number * expected * (1 - expected))  # fmt: skip
        for one, other in self.virtual:
            expected = _expected(values[one] - values[other])
            _add(slope, curve, ((one, 1), (other, -1)), _VIRTUAL_DRAWS * (0.5 - expected),
                 _VIRTUAL_DRAWS * expected * (1 - expected))  # fmt: skip
        if self.one_sided:
            expected = _expected(values[last])
            _add(slope, curve, ((last, 1),), _VIRTUAL_DRAWS * (0.5 - expected),
                 _VIRTUAL_DRAWS * expected * (1 - expected))  # fmt: skip
        return slope, curve

    def _covariance(self, values: Sequence[float], free: Sequence[int]) -> list[list[float]]:
        """The covariance matrix of all unknowns; 0 for given values."""
        size = len(values)
        whole = [[0.0] * size for _ in range(size)]
        if not free:
            return whole
        _, curve = self._derivatives(values)
        bread = inverse([[curve[i][j] for j in free] for i in free])
        row_of = {index: row for row, index in enumerate(free)}
        meat = [[0.0] * len(free) for _ in free]
        last = size - 1

        def add_outer_product(signs: Iterable[tuple[int, float]], weight: float) -> None:
            known = [(row_of[index], sign) for index, sign in signs if index in row_of]
            for i, a in known:
                for j, b in known:
                    meat[i][j] += weight * a * b

        # The squared deviations from the expected scores, for each pair of players and for Black: observed
        # and expected.
        observed: dict[tuple[int, int], float] = defaultdict(float)
        model: dict[tuple[int, int], float] = defaultdict(float)
        for members in self.clusters.values():
            slope: dict[int, float] = defaultdict(float)
            between: dict[tuple[int, int], float] = defaultdict(float)
            for game in members:
                black, white, points = self.games[game]
                expected = _expected(values[black] - values[white] + values[last])
                rest = points - expected
                for index, sign in ((black, 1), (white, -1), (last, 1)):
                    slope[index] += sign * rest
                between[min(black, white), max(black, white)] += rest if black < white else -rest
                for pair in ((min(black, white), max(black, white)), (last, last)):
                    model[pair] += expected * (1 - expected)
            add_outer_product(slope.items(), 1.0)
            for pair, rest in between.items():
                observed[pair] += rest * rest
            observed[last, last] += slope[last] ** 2
        for (one, other), expected in model.items():
            lacking = min(expected, _ONE_PAIR) - observed[one, other]
            if lacking > 0:
                add_outer_product(((one, 1),) if one == other else ((one, 1), (other, -1)), lacking)
        # Correct for the degrees of freedom of the unknowns; with too few pairs use the model's variance.
        spare = len(self.clusters) - len(free)
        sandwich = product(product(bread, meat), bread) if spare > 0 else bread
        factor = len(self.clusters) / spare if spare > 0 else 1.0
        for i, row in enumerate(sandwich):
            for j, value in enumerate(row):
                whole[free[i]][free[j]] = factor * value
        return whole

    def _rating_list(self, values: Sequence[float], covariance: list[list[float]]) -> RatingList:
        count = len(self.names)
        played = [0] * count
        points = [0.0] * count
        for black, white, score in self.games:
            played[black] += 1
            played[white] += 1
            points[black] += score
            points[white] += 1 - score
        order = sorted(range(count), key=lambda index: (-values[index], self.names[index]))
        ratings = []
        for at, index in enumerate(order):
            above = None
            if at + 1 < count:
                above = _superiority(values, covariance, index, order[at + 1])
            error = Z_95 * sqrt(max(covariance[index][index], 0.0)) * _UNIT
            ratings.append(
                Rating(self.names[index], values[index] * _UNIT, error, played[index], points[index], above)
            )
        drawn = sum(score == 0.5 for _, _, score in self.games)
        return RatingList(
            tuple(ratings),
            values[count] * _UNIT,
            Z_95 * sqrt(max(covariance[count][count], 0.0)) * _UNIT,
            drawn / len(self.games) if self.games else 0.0,
            self.bounded,
        )


def _add(
    slope: list[float],
    curve: list[list[float]],
    signs: Sequence[tuple[int, int]],
    first: float,
    second: float,
) -> None:
    for index, sign in signs:
        slope[index] += sign * first
        for other, other_sign in signs:
            curve[index][other] += sign * other_sign * second


def _expected(difference: float) -> float:
    if difference < 0:
        return 1 - _expected(-difference)
    return 1 / (1 + exp(-difference))


def _superiority(values: Sequence[float], covariance: list[list[float]], one: int, other: int) -> float:
    variance = covariance[one][one] + covariance[other][other] - 2 * covariance[one][other]
    if variance <= 0:
        return 1.0 if values[one] > values[other] else 0.5
    return (1 + erf((values[one] - values[other]) / sqrt(2 * variance))) / 2


def _centred(covariance: list[list[float]], count: int) -> list[list[float]]:
    """The covariance of the ratings minus their average; the last row is the advantage's."""
    size = count + 1
    shift = [
        [(1.0 if i == j else 0.0) - (1 / count if i < count and j < count else 0.0) for j in range(size)]
        for i in range(size)
    ]
    turned = [list(column) for column in zip(*shift, strict=True)]
    return product(product(shift, covariance), turned)


def _check_connected(names: Sequence[str], met: Iterable[tuple[int, int]]) -> None:
    group = list(range(len(names)))
    for i, j in met:
        old, new = group[j], group[i]
        group = [new if each == old else each for each in group]
    for i, j in combinations(range(len(names)), 2):
        if group[i] != group[j]:
            raise RangeError(
                f"{names[i]} and {names[j]} have no opponents in common: they cannot be compared"
            )


def _strongly_connected(count: int, games: Iterable[tuple[int, int, float]]) -> bool:
    """Whether each player has a chain of points (won or drawn games) to every other player."""
    takes: dict[int, set[int]] = defaultdict(set)
    gives: dict[int, set[int]] = defaultdict(set)
    for black, white, points in games:
        for taker, giver, taken in ((black, white, points), (white, black, 1 - points)):
            if taken > 0:
                takes[taker].add(giver)
                gives[giver].add(taker)
    return not count or all(len(_reached(0, links)) == count for links in (takes, gives))


def _reached(start: int, links: Mapping[int, set[int]]) -> set[int]:
    found, waiting = {start}, [start]
    while waiting:
        for following in links.get(waiting.pop(), set()) - found:
            found.add(following)
            waiting.append(following)
    return found
