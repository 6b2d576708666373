"""Tenjiku shōgi.

Choices where sources differ or are silent:

- No check need be answered; the game ends when the last royal is captured. No rule of lion trading.
- Promotion on entering, inside and on leaving five ranks.
- The jumping generals pass over pieces of lower rank only when they capture, and capture so only
  a piece of lower rank (shogivar, HaChu); without a jump they capture any. Ranks: king and prince
  4, great general 3, vice general 2, rook and bishop general 1, all others 0.
- Fire demon: slides forward, backward and on the diagonals, and three steps of an area move. It
  burns all enemies beside the square on which it ends; a piece that ends its move beside an enemy
  demon is removed, a demon too, and burns nothing then.
- An area move may end where it began, so that the piece passes its turn (Zillions of Games); as an
  option not (H. G. Muller's Minjiku shogi, mShogi).
- Lion hawk: a lion that also slides as a bishop. Free eagle: a queen that also leaps to the second
  square forward, backward and sideways.
- Heavenly tetrarchs capture on adjacent squares without moving; they leap over the adjacent square
  and slide on along the diagonals, or go to the second or third square sideways (shogivar; English
  Wikipedia lets them slide along the file too).
"""

from __future__ import annotations

from dataclasses import replace

from .variant import Variant, kinds

TENJIKU_KINDS = """
K    -     111 1o1 111  !royal !rank=4  # King
P    +P    .1. .o. ...  # Pawn
L    +L    .*. .o. ...  # Lance
S    +S    111 .o. 1.1  # Silver General
G    +G    111 1o1 .1.  # Gold General
C    +C    111 .o. .1.  # Copper General
B    +B    *.* .o. *.*  # Bishop
R    +R    .*. *o* .*.  # Rook
BT   +BT   1.1 1o1 111  # Blind Tiger
DH   +DH   *1* 1o1 *1*  # Dragon Horse
DK   +DK   1*1 *o* 1*1  # Dragon King
DE   +DE   111 1o1 1.1  # Drunk Elephant
FL   +FL   111 .o. 111  # Ferocious Leopard
FK   +FK   *** *o* ***  # Free King
N    +N    ... .o. ...  N  # Knight
Ky   +Ky   1.1 .o. 1.1  O@2  # Kylin
Ph   +Ph   .1. 1o1 .1.  D@2  # Phoenix
Ln   +Ln   ... .o. ...  lion  # Lion
RC   +RC   .*. .o. .*.  # Reverse Chariot
SM   +SM   .1. *o* .1.  # Side Mover
VM   +VM   .*. 1o1 .*.  # Vertical Mover
Dg   +Dg   .1. .o. 1.1  # Dog
HF   +HF   *.* *o* ***  line:F  # Horned Falcon
SE   +SE   .*. *o* ***  line:FL line:FR  # Soaring Eagle
I    +I    111 .o. ...  # Iron General
ChS  +ChS  *** 2o2 ***  # Chariot Soldier
FEg  -     *** *o* ***  O@2  # Free Eagle
WBf  +WBf  *2* *o* *2*  # Water Buffalo
VSo  +VSo  .*. 2o2 .1.  # Vertical Soldier
SSo  +SSo  .2. *o* .1.  # Side Soldier
BGn  +BGn  ... .o. ...  over:D  !rank=1  # Bishop General
RGn  +RGn  ... .o. ...  over:O  !rank=1  # Rook General
VGn  -     ... .o. ...  over:D area:3  !rank=2  # Vice General
LHk  -     *.* .o. *.*  lion  # Lion Hawk
GGn  -     ... .o. ...  over:A  !rank=3  # Great General
FiD  -     *** .o. ***  !burns area:3  # Fire Demon
+P   -     111 1o1 .1.  # Tokin
+L   -     *** .o. .*.  # White Horse
+S   -     .*. 1o1 .*.  # Vertical Mover
+G   -     .*. *o* .*.  # Rook
+C   -     .1. *o* .1.  # Side Mover
+B   -     *1* 1o1 *1*  # Dragon Horse
+R   -     1*1 *o* 1*1  # Dragon King
+BT  -     1*1 1o1 1*1  # Flying Stag
+DH  -     *.* *o* ***  line:F  # Horned Falcon
+DK  -     .*. *o* ***  line:FL line:FR  # Soaring Eagle
+DE  -     111 1o1 111  !royal !rank=4  # Crown Prince
+FL  -     *.* .o. *.*  # Bishop
+FK  -     *** *o* ***  O@2  # Free Eagle
+N   -     .2. *o* .1.  # Side Soldier
+Ky  -     ... .o. ...  lion  # Lion
+Ph  -     *** *o* ***  # Free King
+Ln  -     *.* .o. *.*  lion  # Lion Hawk
+RC  -     .*. .o. ***  # Whale
+SM  -     *.* *o* *.*  # Free Boar
+VM  -     *** .o. ***  # Flying Ox
+Dg  -     .*. .o. *.*  # Multi General
+HF  -     ... .o. ...  over:D  !rank=1  # Bishop General
+SE  -     ... .o. ...  over:O  !rank=1  # Rook General
+I   -     .*. 2o2 .1.  # Vertical Soldier
+ChS  -     ... .o. ... D@2* L@2+1 R@2+1 igui:A  # Heavenly Tetrarchs
+WBf -     *** .o. ***  !burns area:3  # Fire Demon
+VSo -     *** 2o2 ***  # Chariot Soldier
+SSo -     *2* *o* *2*  # Water Buffalo
+BGn -     ... .o. ...  over:D area:3  !rank=2  # Vice General
+RGn -     ... .o. ...  over:A  !rank=3  # Great General
"""

TENJIKU_ROWS = """
l   n   fl  i   c   s   g   de  k   g   s   c   i   fl  n   l
rc  .   chs chs .   bt  ph  fk  ln  ky  bt  .   chs chs .   rc
sso vso b   dh  dk  wbf fid feg lhk fid wbf dk  dh  b   vso sso
sm  vm  r   hf  se  bgn rgn vgn ggn rgn bgn se  hf  r   vm  sm
p   p   p   p   p   p   p   p   p   p   p   p   p   p   p   p
.   .   .   .   dg  .   .   .   .   .   .   dg  .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   Dg  .   .   .   .   .   .   Dg  .   .   .   .
P   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P
SM  VM  R   HF  SE  BGn RGn GGn VGn RGn BGn SE  HF  R   VM  SM
SSo VSo B   DH  DK  WBf FiD LHk FEg FiD WBf DK  DH  B   VSo SSo
RC  .   ChS ChS .   BT  Ky  Ln  FK  Ph  BT  .   ChS ChS .   RC
L   N   FL  I   C   S   G   K   DE  G   S   C   I   FL  N   L
"""

TENJIKU = Variant(
    "tenjiku",
    TENJIKU_ROWS,
    kinds(TENJIKU_KINDS),
    zone=5,
    promotion="zone",
    answers_check=False,
)

TENJIKU_NO_AREA_PASS = replace(
    TENJIKU,
    name="tenjiku-no-area-pass",
    kinds={
        ident: replace(kind, may_pass="area:" not in kind.powers) for ident, kind in TENJIKU.kinds.items()
    },
)
