"""The rules of a variant as sentences in both languages, made from its definition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from komadai.messages.text import Text
from komadai.variants import Variant

PROMOTION: Final = {
    "none": Text("No piece promotes.", "駒は成りません。"),
    "zone": Text(
        "A piece may promote when it moves into, inside or out of the farthest {zone} {ranks}.",
        "敵陣は向こうの{zone}段です。敵陣に入る、敵陣の中で動く、敵陣から出るときに成れます。",
    ),
    "enter": Text(
        "A piece may promote when it enters the farthest {zone} {ranks}, and later when it captures there.",
        "敵陣は向こうの{zone}段です。敵陣に入るときに成れ、その後は敵陣で駒を取るときに成れます。",
    ),
    "enter-last": Text(
        "A piece may promote when it enters the farthest {zone} {ranks}, when it captures there, "
        "and when it reaches the last rank.",
        "敵陣は向こうの{zone}段です。敵陣に入るとき、敵陣で駒を取るとき、一段目に達したときに成れます。",
    ),
    "capture": Text("A piece promotes by capturing.", "駒を取ると成ります。"),
    "always": Text("A piece turns over with every move.", "動くたびに駒が裏返ります。"),
}
FORCED: Final = {
    "stuck": Text(
        "It must promote where it could never move again.", "行き所のない駒になるときは必ず成ります。"
    ),
    "always": Text("A piece that can promote must.", "成れるときは必ず成ります。"),
    "never": Text("Promotion is always optional.", "成るかどうかは常に自由です。"),
    "promoted-capture": Text(
        "It must promote when it captures a promoted piece.", "成駒を取るときは必ず成ります。"
    ),
}
CHECK: Final = {
    "mate": Text(
        "A side in check that cannot escape loses; if it overlooks a check, its king is captured.",
        "王手から逃れられなければ負けです。王手を見落とせば王を取られます。",
    ),
    "answer": Text(
        "A check must be answered; checkmate wins.", "王手は防がなければならず、詰ませば勝ちです。"
    ),
    "ignore": Text(
        "A check need not be answered. A side that loses its last royal piece loses the game.",
        "王手を放置してもかまいません。王にあたる駒をすべて取られると負けです。",
    ),
}
NO_MOVES: Final = {
    "loss": Text("A side without a legal move loses.", "指せる手がなければ負けです。"),
    "draw": Text("If a side has no legal move, the game is a draw.", "指せる手がなければ引き分けです。"),
}
TRY: Final = {
    "safe": Text(
        "A {royal} that reaches the last rank and is not attacked there wins.",
        "{royal}が相手の一段目に入り、すぐに取られなければ勝ちです（トライ）。",
    ),
    "any": Text("A {royal} that reaches the last rank wins.", "{royal}が相手の一段目に入れば勝ちです。"),
}
BARE_KING: Final = Text(
    "A side that has only its king left loses, or draws, by the rules of the bare king.",
    "裸玉の規定があり、玉だけになると負け、または引き分けです。",
)
CHECK_WINS: Final = Text("The first check wins.", "先に王手をかければ勝ちです。")
REPETITION: Final = {
    "draw": Text(
        "A position that occurs for the {ordinal} time is a draw.",
        "同じ局面が{count}回現れると引き分けです。",
    ),
    "first-loses": Text(
        "If a position occurs for the {ordinal} time, the side that moved first has lost.",
        "同じ局面が{count}回現れると、先に指し始めた側の負けです。",
    ),
    "second-loses": Text(
        "If a position occurs for the {ordinal} time, the side that moved second has lost.",
        "同じ局面が{count}回現れると、後から指し始めた側の負けです。",
    ),
    "mover-loses": Text(
        "A move must not bring about a position for the {ordinal} time.",
        "同じ局面を{count}回つくる手は指せません。",
    ),
}
PERPETUAL: Final = Text("Perpetual check loses.", "連続王手の千日手は、王手をかけた側の負けです。")
LION: Final = Text(
    "A lion may not always capture a lion: there are rules against trading lions at once.",
    "獅子どうしの取り合いには制限があります（足のある獅子、先獅子）。",
)
DROPS: Final = Text(
    "A captured piece joins the captor’s hand and may be dropped later.",
    "取った駒は持駒になり、後で打てます。",
)
NO_DROPS: Final = Text("Captured pieces leave the game.", "取った駒は使えません（取り捨て）。")
EITHER_FACE: Final = Text("It may be dropped with either side up.", "裏表どちらの面でも打てます。")
MAX_PER_FILE: Final = Text(
    "By a drop, a side may have at most {count} unpromoted {piece} on a file.",
    "同じ筋に打てる{piece}は{count}枚までです（二歩の類）。",
)
DROP_MATE: Final = Text(
    "A {piece} may not be dropped to give checkmate.", "{piece}を打って詰ませるのは反則です。"
)
DROP_STUCK: Final = Text(
    "A piece may not be dropped where it could never move.", "行き所のない所に駒は打てません。"
)
ORDINALS: Final = {2: "second", 3: "third", 4: "fourth"}


def rules_of(variant: Variant) -> list[Text]:
    """The sentences, in the order in which they are read."""
    return [*_promotion(variant), *_drops(variant), *_end(variant), *_repetition(variant)]


def _promotion(variant: Variant) -> Iterator[Text]:
    rules = variant.rules
    ranks = "rank" if variant.zone == 1 else "ranks"
    yield PROMOTION[rules.promotion].filled(zone=variant.zone, ranks=ranks)
    if rules.promotion in ("zone", "enter", "capture"):
        yield FORCED[rules.promotion_forced]


def _drops(variant: Variant) -> Iterator[Text]:
    rules = variant.rules
    if not rules.drops:
        yield NO_DROPS
        return
    yield DROPS
    if rules.drop_faces == "either":
        yield EITHER_FACE
    for piece in variant.kinds:
        name = Text(piece.name.lower(), piece.kanji)
        if piece.max_per_file:
            yield MAX_PER_FILE.filled(piece=name, count=piece.max_per_file)
        if not piece.drop_mate:
            yield DROP_MATE.filled(piece=name)
    if not rules.drop_stuck:
        yield DROP_STUCK


def _end(variant: Variant) -> Iterator[Text]:
    rules = variant.rules
    royals = [piece for piece in variant.kinds if piece.royal]
    yield CHECK[rules.check]
    if len(royals) > 1:
        yield Text(
            f"Royal pieces: {', '.join(dict.fromkeys(piece.name for piece in royals))}.",
            f"王にあたる駒：{'、'.join(dict.fromkeys(piece.kanji for piece in royals))}。",
        )
    yield NO_MOVES[rules.no_moves]
    attempt = rules.try_rule
    if attempt in TRY:
        yield TRY[attempt].filled(royal=Text(royals[0].name.lower(), royals[0].kanji))
    if rules.bare_king != "none":
        yield BARE_KING
    if rules.check_wins:
        yield CHECK_WINS
    if rules.lion != "none":
        yield LION


def _repetition(variant: Variant) -> Iterator[Text]:
    rule = variant.rules.repetition
    count = rule.count
    yield REPETITION[rule.result].filled(ordinal=ORDINALS.get(count, f"{count}th"), count=count)
    if rule.perpetual_check != "none":
        yield PERPETUAL
