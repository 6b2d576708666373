"""The small variants.

Choices where sources differ or are silent:

- goro-goro: the fourth occurrence of a position is a draw, as the booklet says; as in standard
  shogi, a side that gave check with every move of the cycle loses.
- minishogi: at the fourth occurrence the side that made the first move of the game loses, a perpetual
  checker before that.
- dobutsu: the third occurrence is a draw. A lion may be left where it can be taken. The game is
  over when a lion is taken, or stands on its last rank and is not attacked.
- tori: at the third occurrence the player who repeats loses; compulsory promotion.
- kyoto, micro: a piece may be dropped with either side up, anywhere; two pawns on a file and mate
  by a dropped pawn are allowed. On lishogi kyoto's third occurrence is a draw, with or without checks.
- check shogi: a check wins, by a dropped pawn that mates as well; as an option that is illegal.
- euroshogi: promotion is compulsory. yari: mate by a dropped pawn is allowed; the third occurrence
  is a draw.
- shatranj: a bare king loses unless it can bare the other at once; no legal move loses. In
  chaturanga no legal move loses and a bare king plays on. In makruk no legal move is a draw, and a
  pawn that reaches the sixth rank promotes; the counting of moves in endings is not part of this.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .variant import Variant, kinds

SHOGI_KINDS = """
K   -   111 1o1 111 !royal
G   -   111 1o1 .1.
S   +S  111 .o. 1.1
N   +N  ... .o. ... N
L   +L  .*. .o. ...
P   +P  .1. .o. ...
B   +B  *.* .o. *.*
R   +R  .*. *o* .*.
+S  -   111 1o1 .1.
+N  -   111 1o1 .1.
+L  -   111 1o1 .1.
+P  -   111 1o1 .1.
+B  -   *1* 1o1 *1*
+R  -   1*1 *o* 1*1
"""


def shogi_like(name: str, rows: str, zone: int, **rules: Any) -> Variant:
    """A variant with the pieces, drops and promotion of standard shogi."""
    settings: dict[str, Any] = {
        "promotion": "zone",
        "drops": True,
        "max_per_file": {"P": 1},
        "no_drop_mate": ("P",),
    }
    settings.update(rules)
    return Variant(name, rows, kinds(SHOGI_KINDS), zone, **settings)


SHOGI_ROWS = """
l n s g k g s n l
. r . . . . . b .
p p p p p p p p p
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
P P P P P P P P P
. B . . . . . R .
L N S G K G S N L
"""

SHOGI = shogi_like("shogi", SHOGI_ROWS, 3)

CHECK_SHOGI = shogi_like("check-shogi", SHOGI_ROWS, 3, check_wins=True, no_drop_mate=())

CHECK_SHOGI_NO_DROP_MATE = replace(CHECK_SHOGI, name="check-shogi-no-drop-mate", no_drop_mate=("P",))

MINISHOGI = shogi_like(
    "minishogi",
    """
    r b s g k
    . . . . p
    . . . . .
    P . . . .
    K G S B R
    """,
    1,
    repetition="first-loses",
)

GORO_GORO_ROWS = """
s g k g s
. . . . .
. p p p .
. P P P .
. . . . .
S G K G S
"""

GORO_GORO = shogi_like("goro-goro", GORO_GORO_ROWS, 2)

GORO_GORO_PLUS = shogi_like("goro-goro-plus", GORO_GORO_ROWS, 2, hands="L N")

JUDKINS = shogi_like(
    "judkins",
    """
    r b n s g k
    . . . . . p
    . . . . . .
    . . . . . .
    P . . . . .
    K G S N B R
    """,
    2,
)

KYOTO = Variant(
    "kyoto",
    """
    p +n k s +l
    . . . . .
    . . . . .
    . . . . .
    +L S K +N P
    """,
    kinds("""
    K   -   111 1o1 111 !royal
    P   +P  .1. .o. ...
    +P  P   .*. *o* .*.
    S   +S  111 .o. 1.1
    +S  S   *.* .o. *.*
    N   +N  ... .o. ... N
    +N  N   111 1o1 .1.
    L   +L  .*. .o. ...
    +L  L   111 1o1 .1.
    """),
    promotion="always",
    drops=True,
    drop_faces="either",
    drop_stuck=True,
)

KYOTO_LISHOGI = replace(KYOTO, name="kyoto-lishogi", repetition_count=3, perpetual_check="none")

MICRO = Variant(
    "micro",
    """
    k b +r +l
    p . . .
    . . . .
    . . . P
    +L +R B K
    """,
    kinds("""
    K   -   111 1o1 111 !royal
    P   +P  .1. .o. ...
    +P  P   ... .o. ... N
    L   +L  .*. .o. ...
    +L  L   111 .o. 1.1
    B   +B  *.* .o. *.*
    +B  B   111 1o1 .1.
    R   +R  .*. *o* .*.
    +R  R   111 1o1 .1.
    """),
    promotion="capture",
    forced="always",
    drops=True,
    drop_faces="either",
    drop_stuck=True,
)

DOBUTSU = Variant(
    "dobutsu",
    """
    g l e
    . c .
    . C .
    E L G
    """,
    kinds("""
    L   -   111 1o1 111 !royal
    E   -   1.1 .o. 1.1
    G   -   .1. 1o1 .1.
    C   +C  .1. .o. ...
    +C  -   111 1o1 .1.
    """),
    zone=1,
    promotion="zone",
    forced="always",
    drops=True,
    drop_stuck=True,
    answers_check=False,
    safe_goal=True,
    repetition_count=3,
    perpetual_check="none",
)

TORI = Variant(
    "tori",
    """
    r p c k c p l
    . . . f . . .
    s s s s s s s
    . . s . S . .
    S S S S S S S
    . . . F . . .
    L P C K C P R
    """,
    kinds("""
    K   -   111 1o1 111 !royal  # phoenix
    C   -   111 .o. 111         # crane
    P   -   ... .o. 1.1 F@2     # pheasant
    L   -   .*. .o. 1.*         # left quail
    R   -   .*. .o. *.1         # right quail
    F   +F  111 1o1 1.1         # falcon
    S   +S  .1. .o. ...         # swallow
    +F  -   *1* 1o1 2*2         # eagle
    +S  -   ... .o. ... FL@2 FR@2 B@2  # goose
    """),
    zone=2,
    promotion="zone",
    forced="always",
    drops=True,
    max_per_file={"S": 2},
    no_drop_mate=("S",),
    repetition_count=3,
    repetition="mover-loses",
)

EUROSHOGI = Variant(
    "euroshogi",
    """
    . n b g k g n .
    . r . . . . b .
    p p p p p p p p
    . . . . . . . .
    . . . . . . . .
    P P P P P P P P
    . B . . . . R .
    . N G K G B N .
    """,
    kinds("""
    K   -   111 1o1 111 !royal
    G   -   111 1o1 .1.
    N   +N  ... 1o1 ... N
    P   +P  .1. .o. ...
    B   +B  *.* .o. *.*
    R   +R  .*. *o* .*.
    +N  -   111 1o1 .1.
    +P  -   111 1o1 .1.
    +B  -   *1* 1o1 *1*
    +R  -   1*1 *o* 1*1
    """),
    zone=3,
    promotion="zone",
    forced="always",
    drops=True,
    max_per_file={"P": 1},
    no_drop_mate=("P",),
)

YARI = Variant(
    "yari",
    """
    r n n k b b r
    . . . . . . .
    p p p p p p p
    . . . . . . .
    . . . . . . .
    . . . . . . .
    P P P P P P P
    . . . . . . .
    R B B K N N R
    """,
    kinds("""
    K   -   111 1o1 111 !royal
    P   +P  .1. .o. ...
    N   +N  .*. .o. ... N
    B   +B  1*1 .o. ...
    R   +R  .*. *o* ...
    +P  -   111 .o. .*.
    +N  -   111 1o1 .*.
    +B  -   111 1o1 .*.
    +R  -   .*. *o* .*.
    """),
    zone=3,
    promotion="zone",
    drops=True,
    max_per_file={"P": 1},
    repetition_count=3,
)

MAKRUK = Variant(
    "makruk",
    """
    r n s m k s n r
    . . . . . . . .
    p p p p p p p p
    . . . . . . . .
    . . . . . . . .
    P P P P P P P P
    . . . . . . . .
    R N S K M S N R
    """,
    kinds("""
    K   -   111 1o1 111 !royal
    M   -   1.1 .o. 1.1
    S   -   111 .o. 1.1
    N   -   ... .o. ... leaps:1,2
    R   -   .*. *o* .*.
    P   +P  ... .o. ... mF1 cFL1 cFR1
    +P  -   1.1 .o. 1.1
    """),
    zone=3,
    promotion="zone",
    forced="always",
    no_moves="draw",
    repetition_count=3,
    perpetual_check="none",
)

CHESS_KINDS = """
K   -   111 1o1 111 !royal
Q   -   1.1 .o. 1.1
B   -   ... .o. ... D@2
N   -   ... .o. ... leaps:1,2
R   -   .*. *o* .*.
P   +P  ... .o. ... mF1 cFL1 cFR1
+P  -   1.1 .o. 1.1
"""

CHATURANGA = Variant(
    "chaturanga",
    """
    r n b q k b n r
    p p p p p p p p
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    P P P P P P P P
    R N B Q K B N R
    """,
    kinds(CHESS_KINDS),
    zone=1,
    promotion="zone",
    forced="always",
    repetition_count=3,
    perpetual_check="none",
)

SHATRANJ = Variant(
    "shatranj",
    """
    r n b k q b n r
    p p p p p p p p
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    P P P P P P P P
    R N B K Q B N R
    """,
    kinds(CHESS_KINDS),
    zone=1,
    promotion="zone",
    forced="always",
    bare="answered",
    repetition_count=3,
    perpetual_check="none",
)
