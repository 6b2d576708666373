"""The log of a tournament in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from komadai.handicap import Handicap
from komadai.messages.text import Text
from komadai.server.games.views import handicap_name, iso
from komadai.server.people.profiles import display_name
from komadai.server.people.store import Account
from komadai.server.tournaments import wire
from komadai.server.tournaments.result_names import RESULTS
from komadai.server.tournaments.session import TournamentSession
from komadai.server.tournaments.store import StoredAct
from komadai.tournaments import Act, Arena, Ladder, Simul, TitleMatch, Tournament, acts, rank_text
from komadai.tournaments.core.table import round_name

SERVER: Final = Text("Server", "サーバー")
ANSWERS: Final = {
    "accepted": Text("accepted", "を受ける"),
    "refused": Text("refused", "を断る"),
    "expired": Text("did not answer", "に期限までに答えず"),
}
TEXTS: Final[dict[type, Text]] = {
    acts.Created: Text("The event was created.", "大会を作成"),
    acts.Entered: Text("{act.name} entered.", "{act.name}さんが参加"),
    acts.Corrected: Text("{act.before} was corrected to {corrected}.", "{act.before}さんを{corrected}に訂正"),
    acts.MemberAdded: Text(
        "{player}: {act.member.name} joined the team.", "{player}に{act.member.name}さんが加入"
    ),
    acts.LinedUp: Text("{player} handed in a lineup.", "{player}がオーダーを提出"),
    acts.Accepted: Text("{player} was accepted: {handicap}.", "{player}さんを承認（{handicap}）"),
    acts.Withdrawn: Text("{player} withdrew", "{player}さんが棄権"),
    acts.Returned: Text("{player} plays again.", "{player}さんが復帰"),
    acts.SitsOut: Text("{player} sits out the next round.", "{player}さんが次の回戦を欠場"),
    acts.Forced: Text("Set by hand: {black} – {white}", "手動で指定：{black} – {white}"),
    acts.Unforced: Text("The games set by hand were taken back.", "手動の組合せを取り消し"),
    acts.Paired: Text("{place} was paired.", "{place}の組合せを決定"),
    acts.Unpaired: Text("{place}: the pairings were taken back", "{place}の組合せを取り消し"),
    acts.Matched: Text("Paired: {pairs}", "組合せ：{pairs}"),
    acts.Started: Text("{place} began.", "{place}を開始"),
    acts.Resulted: Text("{place}: {result}", "{place}：{result}"),
    acts.Wants: Text(
        "{player} wants {act.opponents} opponents{languages}.",
        "{player}さんの希望：相手{act.opponents}人{languages}",
    ),
    acts.Challenged: Text("{player} challenged {opponent}.", "{player}さんが{opponent}さんに挑戦"),
    acts.Answered: Text(
        "{opponent} {answer} the challenge of {player}.", "{opponent}さんが{player}さんの挑戦{answer}"
    ),
    acts.ChallengeTakenBack: Text("{player} took the challenge back.", "{player}さんが挑戦を取り消し"),
    acts.Slid: Text("{player} was idle and slid down a place.", "{player}さんは対局がなく順位が一つ下がる"),
    acts.Replayed: Text(
        "{place}: sennichite; replayed with colours reversed.", "{place}：千日手。先後を入れ替えて指し直し"
    ),
    acts.ColorsSet: Text("{place}: {black} was given Black.", "{place}：{black}さんを先手に指定"),
    acts.Claimed: Text(
        "{place}: {player} made claim {act.claim}.", "{place}：{player}さんの申し立て{act.claim}"
    ),
    acts.Ruled: Text("Claim {act.claim} was {verdict}", "申し立て{act.claim}：{verdict}"),
    acts.Finished: Text("The event is over.", "大会を終了"),
    acts.Reopened: Text("The event was opened again.", "大会を再開"),
}
"""The sentence of each act, with its fields and with `_values`; a reason follows it."""
TEXTS_OF_KIND: Final[dict[tuple[type, type], Text]] = {
    (Arena, acts.Withdrawn): Text("{player} paused", "{player}さんが休憩"),
    (Arena, acts.Started): Text("The arena began.", "アリーナを開始"),
    (Simul, acts.Paired): Text("The boards were set up: {boards}", "{boards}面に決定"),
    (Simul, acts.Started): Text("The simultaneous display began.", "多面指しを開始"),
}
CLAIM_OF_THIRD_PERSON: Final = Text(
    "{place}: a third person pointed out an infraction of {accused} (claim {act.claim}).",
    "{place}：第三者が{accused}さんの反則を指摘（申し立て{act.claim}）",
)
NOT_ACCEPTED: Final = Text("{player} is not accepted.", "{player}さんの承認を取り消し")
NO_BYE: Final = Text("{player} plays the next round.", "{player}さんが次の回戦に出場")
FORCED_BYE: Final = Text("Set by hand: a bye for {black}", "手動で指定：{black}さんの不戦勝")
CORRECTED_RESULT: Final = Text(
    "{place}: corrected from {before} to {result}", "{place}：{before}から{result}に訂正"
)


def log(
    loaded: TournamentSession, stored: list[StoredAct], accounts: Mapping[str, Account]
) -> wire.TournamentLog:
    """Tells the acts of an event, newest first."""
    return wire.TournamentLog(
        [
            wire.TournamentLogEntry(
                at=iso(each.at_ms),
                by=SERVER if not each.person_id else display_name(accounts.get(each.person_id)),
                text=_told(loaded.event, each.act),
            )
            for each in reversed(stored)
        ]
    )


def _told(event: Tournament, act: Act) -> Text:
    """An act in words."""
    text = _sentence(event, act).filled(act=act, **_values(event, act))
    reason = act.text if isinstance(act, acts.Ruled) else getattr(act, "reason", "")
    return Text(f"{text.en}: {reason}", f"{text.ja}：{reason}") if reason else text


def _sentence(event: Tournament, act: Act) -> Text:
    match act:
        case acts.Accepted() if act.handicap is None:
            return NOT_ACCEPTED
        case acts.SitsOut() if act.bye is None:
            return NO_BYE
        case acts.Forced() if act.white is None:
            return FORCED_BYE
        case acts.Resulted() if act.before is not None:
            return CORRECTED_RESULT
        case acts.Claimed() if act.third_person:
            return CLAIM_OF_THIRD_PERSON
    return TEXTS_OF_KIND.get((type(event), type(act))) or TEXTS[type(act)]


def _values(event: Tournament, act: Act) -> dict[str, str | Text]:
    """The words for a sentence that are not fields of the act."""

    def name(number: int) -> str:
        return event.players[number].name if number in event.players else str(number)

    numbers = {field: getattr(act, field, None) for field in ("player", "opponent", "black", "white")}
    values: dict[str, str | Text] = {
        field: name(number) for field, number in numbers.items() if number is not None
    }
    match act:
        case acts.Corrected():
            rank = rank_text(act.rank, "ja")
            values["corrected"] = Text(
                ", ".join(filter(None, (act.name, rank_text(act.rank, "en")))),
                f"{act.name}さん{rank and f'（{rank}）'}",
            )
        case acts.Accepted():
            values["handicap"] = handicap_name(Handicap.named(act.handicap or "even"))
        case acts.Paired():
            values["boards"] = str(len(act.pairings))
            values["place"] = _round(event, act.round)
        case acts.Unpaired() | acts.Started():
            values["place"] = _round(event, act.round)
        case acts.Matched():
            values["pairs"] = ", ".join(
                f"{name(each.black)} – {name(each.white or 0)}" for each in act.pairings
            )
        case acts.Resulted():
            values["place"] = _board(event, act.round, act.board, act.seat)
            values["result"], values["before"] = RESULTS[act.result], RESULTS[act.before]
        case acts.Wants():
            values["languages"] = f" ({', '.join(act.languages)})" if act.languages else ""
        case acts.Answered() | acts.ChallengeTakenBack():
            who = Ladder.of(event).challenges[act.challenge - 1]
            values |= {"player": name(who.player), "opponent": name(who.opponent)}
            values["answer"] = ANSWERS[act.answer] if isinstance(act, acts.Answered) else ""
        case acts.Replayed() | acts.ColorsSet():
            values["place"] = _board(event, act.round, act.board)
        case acts.Claimed():
            values["place"] = _board(event, act.round, act.board, act.seat)
            if act.third_person:
                values["accused"] = name(event.game(act.round, act.board).opponent_of(act.player) or 0)
        case acts.Ruled():
            values["verdict"] = Text("accepted", "認めた") if act.accepted else Text("refused", "却下")
    return values


def _round(event: Tournament, number: int) -> Text:
    return Text(round_name(event, number, "en"), round_name(event, number, "ja"))


def _board(event: Tournament, number: int, board: int, seat: int = 0) -> Text:
    place = _round(event, number)
    if isinstance(event, TitleMatch | Ladder):
        return place
    if isinstance(event, Simul):
        return Text(f"Board {board}", f"{board}番")
    if seat:
        return Text(f"{place.en}, board {board}.{seat}", f"{place.ja}{board}番の{seat}")
    return Text(f"{place.en}, board {board}", f"{place.ja}{board}番")
