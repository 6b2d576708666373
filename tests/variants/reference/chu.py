"""Chu shōgi, by lishogi's rules and by those of the Japan Chu Shogi Association.

Ids are lishogi's letters. Choices:

- By lishogi's rules no check need be answered, and the game ends when the last royal is captured.
  By those of the Association mate ends it too, and leaving the last royal to be taken is not among
  the infractions: it is taken then. Who could take the enemy's last royal is not mated.
- Promotion on entering four ranks from outside, or by a capture that begins or ends there, or on
  the last rank: pawn and lance (lishogi), pawn only (Association, over the board). Never forced.
- An adjacent lion may always be taken by a lion, also after a pawn taken on the way.
- No legal move loses; the Association says nothing about it.
- Repetition: the fourth occurrence is a draw, but a perpetual checker loses.
"""

from __future__ import annotations

from dataclasses import replace

from .variant import Variant, kinds

CHU_KINDS = """
K   -   111 1o1 111 !royal  # King
P   +P  .1. .o. ... !last-rank  # Pawn
L   +L  .*. .o. ... !last-rank  # Lance
S   +S  111 .o. 1.1  # Silver General
G   +G  111 1o1 .1.  # Gold General
C   +C  111 .o. .1.  # Copper General
B   +B  *.* .o. *.*  # Bishop
R   +R  .*. *o* .*.  # Rook
T   +T  1.1 1o1 111  # Blind Tiger
H   +H  *1* 1o1 *1*  # Dragon Horse
D   +D  1*1 *o* 1*1  # Dragon King
E   +E  111 1o1 1.1  # Drunk Elephant
F   +F  111 .o. 111  # Ferocious Leopard
Q   -   *** *o* ***  # Free King
I   +I  .1. .o. .1.  # Go-Between
O   +O  1.1 .o. 1.1 O@2  # Kylin
X   +X  .1. 1o1 .1. D@2  # Phoenix
N   -   ... .o. ... lion !lion  # Lion
A   +A  .*. .o. .*.  # Reverse Chariot
M   +M  .1. *o* .1.  # Side Mover
V   +V  .*. 1o1 .*.  # Vertical Mover
+P  -   111 1o1 .1.  # Tokin
+L  -   *** .o. .*.  # White Horse
+S  -   .*. 1o1 .*.  # Vertical Mover
+G  -   .*. *o* .*.  # Rook
+C  -   .1. *o* .1.  # Side Mover
+B  -   *1* 1o1 *1*  # Dragon Horse
+R  -   1*1 *o* 1*1  # Dragon King
+T  -   1*1 1o1 1*1  # Flying Stag
+H  -   *.* *o* *** line:F  # Horned Falcon
+D  -   .*. *o* *** line:FL line:FR  # Soaring Eagle
+E  -   111 1o1 111 !royal  # Crown Prince
+F  -   *.* .o. *.*  # Bishop
+I  -   111 1o1 1.1  # Drunk Elephant
+O  -   ... .o. ... lion !lion  # Lion
+X  -   *** *o* ***  # Free King
+A  -   .*. .o. ***  # Whale
+M  -   *.* *o* *.*  # Free Boar
+V  -   *** .o. ***  # Flying Ox
"""

CHU_ROWS = """
l f c s g e k g s c f l
a . b . t x o t . b . a
m v r h d q n d h r v m
p p p p p p p p p p p p
. . . i . . . . i . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . I . . . . I . . .
P P P P P P P P P P P P
M V R H D N Q D H R V M
A . B . T O X T . B . A
L F C S G K E G S C F L
"""

CHU = Variant(
    "chu",
    CHU_ROWS,
    kinds(CHU_KINDS),
    zone=4,
    promotion="enter",
    forced="never",
    answers_check=False,
    bare="lishogi",
    lion_trading="lishogi",
)

CHU_JCSA = replace(
    CHU,
    name="chu-jcsa",
    kinds={
        ident: replace(kind, promotes_on_last_rank=ident == "P") for ident, kind in kinds(CHU_KINDS).items()
    },
    mate_ends=True,
    bare="jcsa",
    lion_trading="jcsa",
)
