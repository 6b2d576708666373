"""Measures the names of games against labels made by hand, and writes docs/study/names.md.

Needs the games of ../shared/data. Run from the root of the repository: ``python tools/study_names.py``.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any, Final

from komadai import Move, kifu, study
from komadai.study.naming.pairings import RULES as PAIRINGS
from komadai.study.naming.rules import Rule, all_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parents[1]
LABELS: Final = ROOT / "tests" / "data" / "study"
PAGE: Final = ROOT / "docs" / "study" / "names.md"
FIRST_PAWNS: Final = frozenset({"hishasaki_no_tsukiai", "kakumichi_no_akeai"})
AGAINST_YAGURA: Final = frozenset({"yagura_keima", "yagura_hashi_no_fu", "yagura_gin_no_ato_no_fu"})
NOT_LABELLED: Final = (
    frozenset(each.id for each in PAIRINGS.values()) - {"aifuribisha"} | FIRST_PAWNS | AGAINST_YAGURA
)
"""They follow from the other openings, or from six moves, or were added after the games were labelled."""
LABELLED_KINDS: Final = ("opening", "castle", "attack")
_YAGURA: Final = "yagura_castle"
"""How labels write the castle that has the id of an opening."""


@dataclass(slots=True)
class Row:
    """A name and how often labels and program agree about it."""

    id: str
    right: int = 0
    wrong: int = 0
    missed: int = 0
    same_ply: int = 0
    with_ply: int = 0
    """How many of the right ones have a ply in their label."""

    @property
    def labelled(self) -> int:
        return self.right + self.missed


def games(shared_data: Path, wanted: frozenset[str] = frozenset()) -> dict[str, kifu.Game]:
    """The games of the corpora by id; only the wanted ones, if there are any."""
    found: dict[str, kifu.Game] = {}
    for name in ("gsdb", "wcsc28"):
        for line in (shared_data / "games" / name / "games.jsonl").read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            if wanted and entry["id"] not in wanted:
                continue
            game = kifu.Game()
            game.extend(map(Move.from_usi, entry["moves"].split()))
            found[entry["id"]] = game
    return found


def labels(file: str = "labelled_games.toml") -> list[dict[str, Any]]:
    """The labelled games: corpus, id, and for black and white a list such as ``["kani@15", "yagura?"]``."""
    read: list[dict[str, Any]] = tomllib.loads((LABELS / file).read_text(encoding="utf-8"))["game"]
    return read


def split(label: str) -> tuple[str, int | None, bool]:
    """A label as id, ply (None without one) and whether it is sure."""
    name, _, ply = label.rstrip("?").partition("@")
    return name, int(ply) if ply else None, not label.endswith("?")


def measure(shared_data: Path, file: str = "labelled_games.toml") -> list[Row]:
    """A row for each name that is labelled or found in the labelled games."""
    rows: dict[str, Row] = {}
    labelled = labels(file)
    corpus = games(shared_data, frozenset(entry["id"] for entry in labelled))
    for entry in labelled:
        found = [
            each for each in study.names(corpus[entry["id"]], proverbs=False) if each.kind in LABELLED_KINDS
        ]
        for side in ("black", "white"):
            got = {label_of(each): each.ply for each in found if each.side == side}
            _compare(got, list(map(split, entry[side])), rows)
    return list(rows.values())


def label_of(name: study.Name) -> str:
    """The id that labels use."""
    return _YAGURA if (name.kind, name.id) == ("castle", "yagura") else name.id


def _compare(got: dict[str, int], wanted: list[tuple[str, int | None, bool]], rows: dict[str, Row]) -> None:
    sure = {name: ply for name, ply, is_sure in wanted if is_sure}
    unsure = {name for name, _, is_sure in wanted if not is_sure}
    for name in sorted(got.keys() | sure.keys()):
        if name in NOT_LABELLED or name in unsure:
            continue
        row = rows.setdefault(name, Row(name))
        if name not in sure:
            row.wrong += 1
        elif name not in got:
            row.missed += 1
        else:
            row.right += 1
            row.with_ply += sure[name] is not None
            row.same_ply += sure[name] == got[name]


def agreement(file: str) -> tuple[int, int, int]:
    """Compares the games read once more: labels in both readings, only in the first, only in this one.

    Labels that one reading calls unsure are left out.
    """
    first = {entry["id"]: entry for entry in labels()}
    both = only_first = only_second = 0
    for entry in labels(file):
        for side in ("black", "white"):
            sides = [list(map(split, each[side])) for each in (first[entry["id"]], entry)]
            unsure = {name for side_labels in sides for name, _, is_sure in side_labels if not is_sure}
            one, two = ({name for name, _, _ in each} - unsure for each in sides)
            both += len(one & two)
            only_first += len(one - two)
            only_second += len(two - one)
    return both, only_first, only_second


@dataclass(slots=True)
class HeaderRow:
    """An opening, the games whose header names it, and in how many of them the program finds it."""

    id: str
    games: int = 0
    found: int = 0


def header_rows(shared_data: Path) -> list[HeaderRow]:
    """A row for each opening that the headers of records name, the most frequent first.

    A game counts once, whatever the number of records of it; games of fewer than 20 moves do not count.
    """
    rows: dict[str, HeaderRow] = {}
    seen: set[tuple[Move, ...]] = set()
    for header, game in _games_with_header(shared_data):
        moves = tuple(game.moves())
        if len(moves) < _SHORTEST or moves in seen:
            continue
        seen.add(moves)
        found = {each.id for each in study.names(game, proverbs=False) if each.kind == "opening"}
        for opening in _named_in(header):
            row = rows.setdefault(opening, HeaderRow(opening))
            row.games += 1
            row.found += opening in found
    return sorted(rows.values(), key=lambda row: (-row.games, row.id))


def _games_with_header(shared_data: Path) -> Iterator[tuple[str, kifu.Game]]:
    for line in (shared_data / "games" / "gsdb" / "games.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if (entry["note"] or "").startswith("Opening: "):
            game = kifu.Game()
            game.extend(map(Move.from_usi, entry["moves"].split()))
            yield entry["note"].removeprefix("Opening: "), game
    for game in kifu.scan(shared_data / "games" / "odd", on_error=lambda name, error: None):
        if "opening" in game.headers:
            yield game.headers["opening"], game


def _named_in(header: str) -> set[str]:
    """The ids of the openings in a header, such as ``Anaguma vs Shikenbisha`` and ``角換わり腰掛け銀``."""
    if "declined" in header.lower():
        return set()
    return {opening for opening, words in _WORDS.items() if any(word in header.lower() for word in words)}


_SHORTEST: Final = 20
_WORDS: Final = {
    "aifuribisha": ("aifuribisha", "相振"),
    "aigakari": ("aigakari", "相掛"),
    "gangi": ("gangi", "雁木"),
    "hineribisha": ("hineribisha", "ひねり飛車"),
    "kakugawari": ("kakugawari", "角換わり"),
    "kazaguruma": ("kazaguruma", "風車"),
    "mukaibisha": ("mukaibisha", "向飛車", "向かい飛車"),
    "nakabisha": ("nakabisha", "中飛車"),
    "sankenbisha": ("sangenbisha", "三間飛車"),
    "shikenbisha": ("shikenbisha", "四間飛車"),
    "sujichigai_kaku": ("sujichigai", "筋違い角"),
    "yagura": ("yagura", "矢倉"),
    "yokofudori": ("yokofudori", "横歩取"),
}
"""How headers write the openings; GSDB's are in Latin letters."""


def frequencies(shared_data: Path) -> tuple[int, Counter[tuple[str, str]], float]:
    """The number of games, the games with each (kind, id), and games named per second of one processor."""
    corpus = games(shared_data)
    counts: Counter[tuple[str, str]] = Counter()
    begin = process_time()
    for game in corpus.values():
        counts.update({(each.kind, each.id) for each in study.names(game, proverbs=False)})
    return len(corpus), counts, len(corpus) / (process_time() - begin)


def main() -> None:
    shared_data = ROOT.parent / "shared" / "data"
    if not shared_data.is_dir():
        sys.exit(f"{shared_data}: the games to measure are missing")
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(shared_data), encoding="utf-8")


def page(shared_data: Path) -> str:
    """The text of docs/study/names.md."""
    rows = {row.id: row for row in measure(shared_data)}
    number, counts, speed = frequencies(shared_data)
    frequent = sorted(rows.values(), key=lambda row: (-row.labelled, row.id))[:30]
    right = sum(row.right for row in frequent)
    wrong = sum(row.wrong for row in frequent)
    missed = sum(row.missed for row in frequent)
    same = sum(row.same_ply for row in rows.values())
    with_ply = sum(row.with_ply for row in rows.values())
    lines = [_HEAD]
    lines += [
        f"- **The 30 most frequent names:** precision {right / (right + wrong):.3f}, "
        f"recall {right / (right + missed):.3f} ({right} right, {wrong} wrong, {missed} missed).",
        f"- **All {len(rows)} names that occur:** {sum(row.right for row in rows.values())} right, "
        f"{sum(row.wrong for row in rows.values())} wrong, {sum(row.missed for row in rows.values())} missed."
        " Most of the wrong ones are rare castles that do stand, but were overlooked in the reading.",
        f"- **The ply** is the labelled one in {same} of {with_ply} cases.",
    ]
    for file, text in (("second_reading.toml", _SECOND), ("fresh_reading.toml", _FRESH)):
        both, first, second = agreement(file)
        lines.append(
            f"- {text} {both} labels are in both readings, {first} only in the first, {second} only in this "
            f"one (agreement {2 * both / (2 * both + first + second):.3f})."
        )
    fresh = measure(shared_data, "fresh_reading.toml")
    right, wrong, missed = (sum(getattr(row, each) for row in fresh) for each in ("right", "wrong", "missed"))
    lines[-1] += (
        f" Against this reading the program has precision {right / (right + wrong):.3f} and recall "
        f"{right / (right + missed):.3f} over all names ({right} right, {wrong} wrong, {missed} missed). "
        "Most differences are variants of the boat castle, and whether a side pawn capture is the opening of "
        "both."
    )
    headers = header_rows(shared_data)
    names = {each.id: each for each in (*all_rules().rules, *PAIRINGS.values()) if each.kind == "opening"}
    lines.append(_HEADERS.format(games=sum(row.games for row in headers)))
    lines += [
        f"| {names[row.id].ja} | `{row.id}` | {row.games} | {row.found} | {row.games - row.found} |"
        for row in headers
    ]
    lines += [_TABLE.format(games=number)]
    rules = {(each.kind, each.id): each for each in (*all_rules().rules, *PAIRINGS.values())}.values()
    for rule in sorted(
        rules, key=lambda rule: (_KINDS.index(rule.kind), -counts[rule.kind, rule.id], rule.id)
    ):
        lines.append(_line(rule, rows, counts[rule.kind, rule.id] / number))
    lines.append(f"\n{_TAIL.format(speed=round(speed, -2))}")
    return "\n".join(lines)


def _line(rule: Rule, rows: dict[str, Row], share: float) -> str:
    row = rows.get(_YAGURA if (rule.kind, rule.id) == ("castle", "yagura") else rule.id)
    if rule.id in NOT_LABELLED:
        row = None
    figures = f"{row.right} | {row.wrong} | {row.missed}" if row else " | | "
    also = f" ({', '.join(rule.aliases)})" if rule.aliases else ""
    return f"| {rule.kind} | `{rule.id}` | {rule.ja} | {rule.en}{also} | {100 * share:.1f} % | {figures} |"


_KINDS: Final = ("opening", "castle", "attack", "tesuji", "formation")

_HEAD: Final = """# Names that are recognized

<!-- Made by tools/study_names.py. Do not edit. -->

`komadai names` and `komadai.study.names` recognize the names in the table below. The rules are data, in
`src/komadai/study/naming/*.toml`; [Study](../how-to/study.md) shows how to use them.

## Measured

100 games (80 of the 1950s to 2000s by amateurs and professionals, 20 by programs) were labelled by hand
before there was a program to recognize anything. A label counts if the program gives the same name to the
same side of the same game. Names that two players could see differently are marked so in the labels, and
count neither way. The rules were then corrected with these games in view, so expect somewhat less on other
games.
"""

_SECOND: Final = (
    "**Second reading:** the same reader labelled 30 of the games again, from turned boards and without a "
    "look at the first labels."
)
_FRESH: Final = (
    "**Fresh reading:** another reader, who knew the list of names but neither the labels nor the rules, "
    "labelled the same 30 games."
)

_HEADERS: Final = """
Headers of records are a second measure: games of at least 20 moves whose header names an opening
({games} names), most of them of GSDB, whose editor wrote the names. A header names one opening of a game,
so what the program finds besides it cannot be judged by them. Few of these games are of the 2010s, when
gangi came back: its rule follows the use of the name since then, the left silver on 6g beside the gold on 7h.

| opening | id | games | found | missed |
| --- | --- | ---: | ---: | ---: |"""

_TABLE: Final = """
## All names

*Share*: the part of {games:,} games (amateurs, professionals, programs) in which at least one side has the
name. The four pairings of static and ranging rook divide all games; every other name is in less than a third.
*Right*, *wrong*, *missed*: in the labelled games; empty where the name occurs in none, and for formations and
tesuji, which were not labelled.

| kind | id | Japanese | English | share | right | wrong | missed |
| --- | --- | --- | --- | ---: | ---: | ---: | ---: |"""

_TAIL: Final = """## Speed

About {speed:,.0f} games a second on one processor of the machine that made this page, without the time to
read the records.
"""

if __name__ == "__main__":
    main()
