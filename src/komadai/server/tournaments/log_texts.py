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

    def name(number: int) -> str:
        return event.players[number].name if number in event.players else str(number)

    def because(text: Text, reason: str) -> Text:
        return Text(f"{text.en}: {reason}", f"{text.ja}：{reason}") if reason else text

    def round_of(number: int) -> Text:
        return Text(round_name(event, number, "en"), round_name(event, number, "ja"))

    def board_of(number: int, board: int, seat: int = 0) -> Text:
        place = round_of(number)
        if isinstance(event, TitleMatch | Ladder):
            return place
        if isinstance(event, Simul):
            return Text(f"Board {board}", f"{board}番")
        if seat:
            return Text(f"{place.en}, board {board}.{seat}", f"{place.ja}{board}番の{seat}")
        return Text(f"{place.en}, board {board}", f"{place.ja}{board}番")

    match act:
        case acts.Created():
            return Text("The event was created.", "大会を作成")
        case acts.Entered():
            return Text(f"{act.name} entered.", f"{act.name}さんが参加")
        case acts.Corrected():
            rank = rank_text(act.rank, "en"), rank_text(act.rank, "ja")
            return Text(
                f"{act.before} was corrected to {', '.join(filter(None, (act.name, rank[0])))}.",
                f"{act.before}さんを{act.name}さん{rank[1] and f'（{rank[1]}）'}に訂正",
            )
        case acts.MemberAdded():
            return Text(
                f"{name(act.player)}: {act.member.name} joined the team.",
                f"{name(act.player)}に{act.member.name}さんが加入",
            )
        case acts.LinedUp():
            return Text(f"{name(act.player)} handed in a lineup.", f"{name(act.player)}がオーダーを提出")
        case acts.Accepted() if act.handicap is None:
            return Text(f"{name(act.player)} is not accepted.", f"{name(act.player)}さんの承認を取り消し")
        case acts.Accepted():
            given = handicap_name(Handicap.named(act.handicap or "even"))
            return Text(
                f"{name(act.player)} was accepted: {given.en}.",
                f"{name(act.player)}さんを承認（{given.ja}）",
            )
        case acts.Withdrawn():
            if isinstance(event, Arena):
                return because(
                    Text(f"{name(act.player)} paused", f"{name(act.player)}さんが休憩"), act.reason
                )
            return because(Text(f"{name(act.player)} withdrew", f"{name(act.player)}さんが棄権"), act.reason)
        case acts.Returned():
            return Text(f"{name(act.player)} plays again.", f"{name(act.player)}さんが復帰")
        case acts.SitsOut():
            if act.bye is None:
                return Text(
                    f"{name(act.player)} plays the next round.", f"{name(act.player)}さんが次の回戦に出場"
                )
            return Text(
                f"{name(act.player)} sits out the next round.", f"{name(act.player)}さんが次の回戦を欠場"
            )
        case acts.Forced():
            if act.white is None:
                return because(
                    Text(
                        f"Set by hand: a bye for {name(act.black)}",
                        f"手動で指定：{name(act.black)}さんの不戦勝",
                    ),
                    act.reason,
                )
            pair = f"{name(act.black)} – {name(act.white)}"
            return because(Text(f"Set by hand: {pair}", f"手動で指定：{pair}"), act.reason)
        case acts.Unforced():
            return Text("The games set by hand were taken back.", "手動の組合せを取り消し")
        case acts.Paired() if isinstance(event, Simul):
            return Text(f"The boards were set up: {len(act.pairings)}", f"{len(act.pairings)}面に決定")
        case acts.Started() if isinstance(event, Simul):
            return Text("The simultaneous display began.", "多面指しを開始")
        case acts.Paired():
            place = round_of(act.round)
            return Text(f"{place.en} was paired.", f"{place.ja}の組合せを決定")
        case acts.Unpaired():
            place = round_of(act.round)
            taken = Text(f"{place.en}: the pairings were taken back", f"{place.ja}の組合せを取り消し")
            return because(taken, act.reason)
        case acts.Started() if isinstance(event, Arena):
            return Text("The arena began.", "アリーナを開始")
        case acts.Matched():
            pairs = ", ".join(f"{name(each.black)} – {name(each.white or 0)}" for each in act.pairings)
            return Text(f"Paired: {pairs}", f"組合せ：{pairs}")
        case acts.Started():
            place = round_of(act.round)
            return Text(f"{place.en} began.", f"{place.ja}を開始")
        case acts.Resulted():
            result, before = RESULTS[act.result], RESULTS[act.before]
            place = board_of(act.round, act.board, act.seat)
            if act.before is None:
                return because(Text(f"{place.en}: {result.en}", f"{place.ja}：{result.ja}"), act.reason)
            told = Text(
                f"{place.en}: corrected from {before.en} to {result.en}",
                f"{place.ja}：{before.ja}から{result.ja}に訂正",
            )
            return because(told, act.reason)
        case acts.Wants():
            languages = f" ({', '.join(act.languages)})" if act.languages else ""
            return Text(
                f"{name(act.player)} wants {act.opponents} opponents{languages}.",
                f"{name(act.player)}さんの希望：相手{act.opponents}人{languages}",
            )
        case acts.Challenged():
            return Text(
                f"{name(act.player)} challenged {name(act.opponent)}.",
                f"{name(act.player)}さんが{name(act.opponent)}さんに挑戦",
            )
        case acts.Answered():
            who = Ladder.of(event).challenges[act.challenge - 1]
            said = ANSWERS[act.answer]
            return Text(
                f"{name(who.opponent)} {said.en} the challenge of {name(who.player)}.",
                f"{name(who.opponent)}さんが{name(who.player)}さんの挑戦{said.ja}",
            )
        case acts.ChallengeTakenBack():
            who = Ladder.of(event).challenges[act.challenge - 1]
            return Text(
                f"{name(who.player)} took the challenge back.", f"{name(who.player)}さんが挑戦を取り消し"
            )
        case acts.Slid():
            return Text(
                f"{name(act.player)} was idle and slid down a place.",
                f"{name(act.player)}さんは対局がなく順位が一つ下がる",
            )
        case acts.Replayed():
            place = board_of(act.round, act.board)
            return Text(f"{place.en}: sennichite; replayed with colours reversed.",
                        f"{place.ja}：千日手。先後を入れ替えて指し直し")  # fmt: skip
        case acts.ColorsSet():
            place = board_of(act.round, act.board)
            return Text(f"{place.en}: {name(act.black)} was given Black.",
                        f"{place.ja}：{name(act.black)}さんを先手に指定")  # fmt: skip
        case acts.Claimed():
            place = board_of(act.round, act.board, act.seat)
            if act.third_person:
                other = name(event.game(act.round, act.board).opponent_of(act.player) or 0)
                return Text(
                    f"{place.en}: a third person pointed out an infraction of {other} (claim {act.claim}).",
                    f"{place.ja}：第三者が{other}さんの反則を指摘（申し立て{act.claim}）",
                )
            return Text(f"{place.en}: {name(act.player)} made claim {act.claim}.",
                        f"{place.ja}：{name(act.player)}さんの申し立て{act.claim}")  # fmt: skip
        case acts.Ruled():
            verdict = Text("accepted", "認めた") if act.accepted else Text("refused", "却下")
            return because(
                Text(f"Claim {act.claim} was {verdict.en}", f"申し立て{act.claim}：{verdict.ja}"), act.text
            )
        case acts.Finished():
            return Text("The event is over.", "大会を終了")
        case acts.Reopened():
            return Text("The event was opened again.", "大会を再開")
