"""An event on paper: the pairings of a round to pin up, with room for the results, and the crosstable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from komadai.errors import UnknownStyleError
from komadai.handicap import Handicap
from komadai.publish import typeset, wording
from komadai.publish.sheet import PAPERS, Paper
from komadai.tournaments import league_report, teams
from komadai.tournaments import table as tables

if TYPE_CHECKING:
    from datetime import date

    from komadai.outcome import Language
    from komadai.tournaments import Game, League, Tournament

WORDS: Final[dict[str, tuple[str, str]]] = {
    "table": ("Table after {round}", "{round}終了時の成績"),
    "standings": ("Table", "成績"),
    "entries": ("Entries", "参加者"),
    "board": ("Board", "番"),
    "black": ("▲ Black", "▲先手"),
    "white": ("△ White", "△後手"),
    "handicap": ("Handicap", "手合割"),
    "result": ("Result", "結果"),
    "bye": ("bye", "不戦勝"),
    "report": ("Strengths on {day}", "{day}の棋力"),
    "name": ("Name", "氏名"),
    "strength": ("Strength", "棋力"),
    "change": ("Change", "増減"),
    "won": ("Won", "勝"),
    "drawn": ("Drawn", "分"),
    "lost": ("Lost", "敗"),
    "languages": ("Languages", "言語"),
    "half": ("½ point", "½点"),
    "zero": ("not paired", "休"),
    "even": ("even", "平手"),
}

RESULTS: Final = {
    "black": "1 – 0",
    "white": "0 – 1",
    "draw": "½ – ½",
    "black-walkover": "+ – −",
    "white-walkover": "− – +",
    "neither": "− – −",
}


def pairings_pdf(
    event: Tournament, round_number: int, *, paper: Paper = "a4", language: Language = "en"
) -> bytes:
    """The pairings of a round as a PDF; results that are missing have an empty box.

    Raises EventError for a round that there is not, UnknownStyleError for other paper, MissingPackageError.
    """
    each = event.round(round_number)
    heads = [_word(key, language) for key in ("board", "black", "", "white", "result")]
    with_handicaps = event.settings.handicaps != "none"
    if with_handicaps:
        heads.insert(4, _word("handicap", language))
    rows = [
        row
        for game in each.games
        for row in (_pairing(event, game, with_handicaps, language), *_team_boards(event, game))
    ]
    data = {
        **_page(event, paper, language),
        "heading": tables.round_name(event, round_number, language),
        "kind": "pairings",
        "heads": heads,
        "columns": ["auto", "1fr", "auto", "1fr", *(["auto"] if with_handicaps else []), "auto"],
        "align": ["right", "left", "left", "left", *(["left"] if with_handicaps else []), "center"],
        "rows": rows,
        "wide": False,
    }
    return typeset.pdf("event.typ", data)


def crosstable_pdf(event: Tournament, *, paper: Paper = "a4", language: Language = "en") -> bytes:
    """The crosstable as a PDF: upright for few rounds, else across.

    Raises UnknownStyleError for other paper, MissingPackageError.
    """
    heads = tables.heads(event, language)
    rows = tables.rows(event, language)
    # Columns that are empty for everyone are left out: clubs, ranks, ratings.
    name = 1 + tables.names_lines(event)
    shown = [number for number in range(len(heads)) if number <= name or any(row[number] for row in rows)]
    heads = ["" if number == 0 else heads[number] for number in shown]
    played = sum(not each.open_boards for each in event.rounds)
    after = tables.round_name(event, played, language)
    after = after[0].lower() + after[1:]
    if event.columns in ("games", "points") and event.rounds:
        heading = _word("standings", language)
    else:
        heading = _word("table" if played else "entries", language).format(round=after)
    data = {
        **_page(event, paper, language),
        "heading": heading,
        "kind": "table",
        "heads": heads,
        "columns": ["1fr" if number == name else "auto" for number in shown],
        "align": [
            "right" if number < name else "left" if number <= name + 2 else "center" for number in shown
        ],
        "rows": [[row[number] for number in shown] for row in rows],
        "wide": len(shown) > 12 + name,
    }
    return typeset.pdf("event.typ", data)


def report_pdf(event: League, day: date, *, paper: Paper = "a4", language: Language = "en") -> bytes:
    """The report of a league at the end of a day: strengths, and the games since the report before.

    Raises UnknownStyleError for other paper, MissingPackageError.
    """
    lines = league_report.report(event, day)
    keys = ("", "name", "strength", "change", "won", "drawn", "lost", "languages")
    data = {
        **_page(event, paper, language),
        "heading": _word("report", language).format(day=day.isoformat()),
        "kind": "table",
        "heads": [_word(key, language) for key in keys],
        "columns": ["auto", "1fr", *["auto"] * 6],
        "align": ["right", "left", "right", "right", "center", "center", "center", "left"],
        "rows": [
            [
                str(line.place),
                event.players[line.player].name,
                str(line.strength),
                "" if line.change is None else f"{line.change:+d}".replace("-", "−"),
                *(str(count) for count in (line.won, line.drawn, line.lost)),
                ", ".join(line.languages),
            ]
            for line in lines
        ],
        "wide": False,
    }
    return typeset.pdf("event.typ", data)


def _page(event: Tournament, paper: Paper, language: Language) -> dict[str, Any]:
    wording.check(language)
    if paper not in PAPERS:
        raise UnknownStyleError(f"expected a paper of {', '.join(PAPERS)}, got {paper!r}")
    settings = event.settings
    place = " · ".join(
        text for text in (_variant(settings.variant, language), settings.date, settings.place) if text
    )
    return {"lang": language, "paper": PAPERS[paper], "title": settings.name, "place": place}


def _variant(key: str, language: Language) -> str:
    """The name of the variant; empty for standard shogi."""
    if key == "shogi":
        return ""
    from komadai.play.boards import variant_of

    names = variant_of(key).names
    return names.get(language, names["en"])


def _pairing(event: Tournament, game: Game, with_handicaps: bool, language: Language) -> list[str]:
    black, white = game.pairing.black, game.pairing.white
    if white is None:
        bye = {"half": "half", "zero": "zero"}.get(game.pairing.bye or "full", "bye")
        handicap = [""] if with_handicaps else []
        return ["", _name(event, black, game, language), "", "", *handicap, _word(bye, language)]
    handicap = []
    if with_handicaps:
        key = game.pairing.handicap
        named = Handicap.named(key)
        shown = named.japanese if language == "ja" else named.english
        handicap = [_word("even", language) if key == "even" else shown]
    return [
        str(game.board),
        _name(event, black, game, language),
        "–",
        _name(event, white, game, language),
        *handicap,
        " – ".join(map(tables.number_text, teams.points(game)))
        if game.boards
        else RESULTS.get(game.result or "", ""),
    ]


def _team_boards(event: Tournament, game: Game) -> list[list[str]]:
    """The boards of a team match that has begun: Black left, White right."""
    rows = []
    for seat, result in enumerate(game.boards, 1):
        black, white = (tables.member_name(event, who) for who in teams.members_on(game, seat))
        rows.append([f"{game.board}.{seat}", f"▲ {black}", "–", f"△ {white}", RESULTS.get(result or "", "")])
    return rows


def _name(event: Tournament, number: int, game: Game, language: Language) -> str:
    """Name, rank, and the points before the round."""
    player = event.players[number]
    score = tables.number_text(event.score(number, game.round - 1))
    rank = tables.rank_shown(event, player, language)
    return f"{player.name}{f'  {rank}' if rank else ''}  ({score})"


def _word(key: str, language: Language) -> str:
    return WORDS[key][language == "ja"] if key else ""
