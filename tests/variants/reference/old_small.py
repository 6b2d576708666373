"""Shō, wa, Heian and Heian dai shōgi.

Choices where sources differ or are silent:

- sho: a bare king loses unless it can bare the other side at once. With a king and a prince a side
  need not answer a check: the other royal remains.
- wa: with drops (the issue's default); one sparrow pawn a file and no mate by a dropped one, as in
  standard shogi; no source mentions the latter. The cloud eagle slides forward and backward (two
  sources of three). The treacherous fox steps or leaps to the second square forward, backward and
  on the diagonals.
- heian: 9 files and 8 ranks. The zone has three ranks, because the Nichureki lets pieces become gold
  on entering the third line (shogivar: two). A bare king loses at once, as the Nichureki says.
- heian-dai: three ranks of promotion; a bared king may draw by baring the other side at once.
"""

from __future__ import annotations

from .variant import Variant, kinds

SHO_KINDS = """
K    -     111 1o1 111  !royal  # King
P    +P    .1. .o. ...  # Pawn
L    +L    .*. .o. ...  # Lance
N    +N    ... .o. ...  N  # Knight
S    +S    111 .o. 1.1  # Silver General
G    -     111 1o1 .1.  # Gold General
B    +B    *.* .o. *.*  # Bishop
R    +R    .*. *o* .*.  # Rook
DE   +DE   111 1o1 1.1  # Drunk Elephant
+P   -     111 1o1 .1.  # Tokin
+L   -     111 1o1 .1.  # Gold General
+N   -     111 1o1 .1.  # Gold General
+S   -     111 1o1 .1.  # Gold General
+B   -     *1* 1o1 *1*  # Dragon Horse
+R   -     1*1 *o* 1*1  # Dragon King
+DE  -     111 1o1 111  !royal  # Crown Prince
"""

SHO_ROWS = """
l  n  s  g  k  g  s  n  l
.  r  .  .  de .  .  b  .
p  p  p  p  p  p  p  p  p
.  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .
P  P  P  P  P  P  P  P  P
.  B  .  .  DE .  .  R  .
L  N  S  G  K  G  S  N  L
"""

SHO = Variant(
    "sho",
    SHO_ROWS,
    kinds(SHO_KINDS),
    zone=3,
    promotion="zone",
    bare="answered",
)

WA_KINDS = """
CK   -     111 1o1 111  !royal  # Crane-King
CE   -     3*3 1o1 1*1  # Cloud-Eagle
FFa  +FFa  *1* .o. *.*  # Flying Falcon
BDg  +BDg  1.1 1o1 .1.  # Blind Dog
CM   +CM   111 .o. .1.  # Climbing Monkey
FC   +FC   1.1 1o1 ...  # Flying Cock
FGs  +FGs  111 .o. .1.  # Flying Goose
LH   +LH   .*. .o. .2.  # Liberated Horse
OC   +OC   .*. .o. ...  # Ox Cart
RR   +RR   1*1 .o. 111  # Running Rabbit
SP   +SP   .1. .o. ...  # Sparrow Pawn
SC   +SC   .1. .o. 1.1  # Strutting Crow
SW   +SW   .1. *o* .1.  # Swallow's Wings
SO   +SO   .1. .o. 1.1  # Swooping Owl
TFo  -     111 .o. 111  F@2 B@2 D@2  # Treacherous Fox
VSt  +VSt  111 .o. 1.1  # Violent Stag
VW   +VW   111 1o1 .1.  # Violent Wolf
+FFa -     *** 1o1 ***  # Tenacious Falcon
+BDg -     111 1o1 .1.  # Violent Wolf
+CM  -     111 .o. 1.1  # Violent Stag
+FC  -     1*1 1o1 .*.  # Raiding Falcon
+FGs -     .1. *o* .1.  # Swallow's Wings
+LH  -     ... .o. ...  N NB  # Heavenly Horse
+OC  -     111 1o1 111  # Plodding Ox
+RR  -     111 .o. 111  F@2 B@2 D@2  # Treacherous Fox
+SP  -     111 1o1 .1.  # Golden Bird
+SC  -     *1* .o. *.*  # Flying Falcon
+SW  -     .*. *o* .*.  # Gliding Swallow
+SO  -     3*3 1o1 1*1  # Cloud-Eagle
+VSt -     111 1o1 1.1  # Roaming Boar
+VW  -     111 1o1 111  # Bear's Eyes
"""

WA_ROWS = """
lh  cm  so  fc  vst ck  vw  fgs sc  bdg oc
.   ce  .   .   .   sw  .   .   .   ffa .
sp  sp  sp  rr  sp  sp  sp  tfo sp  sp  sp
.   .   .   sp  .   .   .   sp  .   .   .
.   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .
.   .   .   SP  .   .   .   SP  .   .   .
SP  SP  SP  TFo SP  SP  SP  RR  SP  SP  SP
.   FFa .   .   .   SW  .   .   .   CE  .
OC  BDg SC  FGs VW  CK  VSt FC  SO  CM  LH
"""

WA = Variant(
    "wa",
    WA_ROWS,
    kinds(WA_KINDS),
    zone=3,
    promotion="zone",
    drops=True,
    max_per_file={"SP": 1},
    no_drop_mate=("SP",),
)

HEIAN_KINDS = """
K    -     111 1o1 111  !royal  # King
P    +P    .1. .o. ...  # Pawn
L    +L    .*. .o. ...  # Lance
N    +N    ... .o. ...  N  # Knight
S    +S    111 .o. 1.1  # Silver General
G    -     111 1o1 .1.  # Gold General
+P   -     111 1o1 .1.  # Tokin
+L   -     111 1o1 .1.  # Gold General
+N   -     111 1o1 .1.  # Gold General
+S   -     111 1o1 .1.  # Gold General
"""

HEIAN_ROWS = """
l n s g k g s n l
p p p p p p p p p
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
P P P P P P P P P
L N S G K G S N L
"""

HEIAN = Variant(
    "heian",
    HEIAN_ROWS,
    kinds(HEIAN_KINDS),
    zone=3,
    promotion="zone",
    bare="loss",
)

HEIAN_DAI_KINDS = """
K    -     111 1o1 111  !royal  # King
P    +P    .1. .o. ...  # Pawn
L    +L    .*. .o. ...  # Lance
N    +N    ... .o. ...  N  # Knight
S    +S    111 .o. 1.1  # Silver General
G    -     111 1o1 .1.  # Gold General
C    +C    111 .o. .1.  # Copper General
FT   +FT   1.1 .o. 1.1  # Fierce Tiger
FD   +FD   *.* .o. *.*  # Flying Dragon
GB   +GB   .1. .o. .1.  # Go-Between
FC   +FC   .*. .o. .*.  # Free Chariot
SM   +SM   .1. *o* .1.  # Side Mover
I    +I    111 .o. ...  # Iron General
+P   -     111 1o1 .1.  # Tokin
+L   -     111 1o1 .1.  # Gold General
+N   -     111 1o1 .1.  # Gold General
+S   -     111 1o1 .1.  # Gold General
+C   -     111 1o1 .1.  # Gold General
+FT  -     111 1o1 .1.  # Gold General
+FD  -     *1* 1o1 *1*  # Promoted Dragon
+GB  -     111 1o1 .1.  # Gold General
+FC  -     111 1o1 .1.  # Gold General
+SM  -     111 1o1 .1.  # Gold General
+I   -     111 1o1 .1.  # Gold General
"""

HEIAN_DAI_ROWS = """
l  n  i  c  s  g  k  g  s  c  i  n  l
fc fd .  .  ft .  sm .  ft .  .  fd fc
p  p  p  p  p  p  p  p  p  p  p  p  p
.  .  .  .  .  .  gb .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  GB .  .  .  .  .  .
P  P  P  P  P  P  P  P  P  P  P  P  P
FC FD .  .  FT .  SM .  FT .  .  FD FC
L  N  I  C  S  G  K  G  S  C  I  N  L
"""

HEIAN_DAI = Variant(
    "heian-dai",
    HEIAN_DAI_ROWS,
    kinds(HEIAN_DAI_KINDS),
    zone=3,
    promotion="zone",
    bare="answered",
)
