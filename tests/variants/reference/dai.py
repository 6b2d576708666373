"""Dai, dai dai, maka dai dai and tai shōgi.

Choices where sources differ or are silent. All: no check need be answered, the game ends when the
last royal is captured; the lion has all its power and no rule of lion trading; the fourth
occurrence of a position is a draw.

- dai: promotion on entering, inside and on leaving five ranks (shogivar, HaChu; English Wikipedia: as
  in chu), once only: a silver that became a vertical mover does not become a flying ox. A piece that
  could never move again promotes. Flying dragon and violent ox move up to two squares.
- dai-dai, tai: a piece that can promote does so when it captures, always. Both follow the piece
  tables of shogivar, of which alone the setup is symmetric.
- maka-dai-dai: promotion by capture is a choice, but compulsory if the piece taken is promoted
  (English Wikipedia; shogivar: always compulsory). Who captures a deva or a teaching king becomes a
  teaching king, who captures a dark spirit or a Buddhist spirit a Buddhist spirit, unless it is
  royal; the move is written without promotion then.
- Lion dog: up to three steps along one line, each of which may capture (Wikipedia, HaChu; shogivar:
  a slide of three squares). It passes over pieces, and never its own square on the way back. The
  furious fiend is lion and lion dog, the teaching king free king and lion dog.
- The emperor may capture only what no other piece protects; an emperor itself protects nothing.
"""

from __future__ import annotations

from .variant import Variant, kinds

DAI_KINDS = """
K    -     111 1o1 111  !royal  # King
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
FK   -     *** *o* ***  # Free King
GB   +GB   .1. .o. .1.  # Go-Between
Ky   +Ky   1.1 .o. 1.1  O@2  # Kylin
Ph   +Ph   .1. 1o1 .1.  D@2  # Phoenix
Ln   -     ... .o. ...  lion  # Lion
RC   +RC   .*. .o. .*.  # Reverse Chariot
SM   +SM   .1. *o* .1.  # Side Mover
VM   +VM   .*. 1o1 .*.  # Vertical Mover
AB   +AB   .1. 1o1 .1.  # Angry Boar
CSw  +CSw  1.1 .o. 1.1  # Cat Sword
EW   +EW   111 1o1 ...  # Evil Wolf
FD   +FD   2.2 .o. 2.2  # Flying Dragon
I    +I    111 .o. ...  # Iron General
St   +St   1.1 .o. ...  # Stone General
VO   +VO   .2. 2o2 .2.  # Violent Ox
N    +N    ... .o. ...  N  # Knight
+P   -     111 1o1 .1.  # Tokin
+L   -     *** .o. .*.  # White Horse
+G   -     .*. *o* .*.  # Rook
+B   -     *1* 1o1 *1*  # Dragon Horse
+R   -     1*1 *o* 1*1  # Dragon King
+BT  -     1*1 1o1 1*1  # Flying Stag
+DH  -     *.* *o* ***  line:F  # Horned Falcon
+DK  -     .*. *o* ***  line:FL line:FR  # Soaring Eagle
+DE  -     111 1o1 111  !royal  # Crown Prince
+FL  -     *.* .o. *.*  # Bishop
+GB  -     111 1o1 1.1  # Drunk Elephant
+Ky  -     ... .o. ...  lion  # Lion
+Ph  -     *** *o* ***  # Free King
+RC  -     .*. .o. ***  # Whale
+SM  -     *.* *o* *.*  # Free Boar
+VM  -     *** .o. ***  # Flying Ox
+AB  -     111 1o1 .1.  # Gold General
+CSw -     111 1o1 .1.  # Gold General
+EW  -     111 1o1 .1.  # Gold General
+FD  -     111 1o1 .1.  # Gold General
+I   -     111 1o1 .1.  # Gold General
+St  -     111 1o1 .1.  # Gold General
+VO  -     111 1o1 .1.  # Gold General
+N   -     111 1o1 .1.  # Gold General
+S   -     .*. 1o1 .*.  # Vertical Mover
+C   -     .1. *o* .1.  # Side Mover
"""

DAI_ROWS = """
l   n   st  i   c   s   g   k   g   s   c   i   st  n   l
rc  .   csw .   fl  .   bt  de  bt  .   fl  .   csw .   rc
.   vo  .   ab  .   ew  ph  ln  ky  ew  .   ab  .   vo  .
r   fd  sm  vm  b   dh  dk  fk  dk  dh  b   vm  sm  fd  r
p   p   p   p   p   p   p   p   p   p   p   p   p   p   p
.   .   .   .   gb  .   .   .   .   .   gb  .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   GB  .   .   .   .   .   GB  .   .   .   .
P   P   P   P   P   P   P   P   P   P   P   P   P   P   P
R   FD  SM  VM  B   DH  DK  FK  DK  DH  B   VM  SM  FD  R
.   VO  .   AB  .   EW  Ky  Ln  Ph  EW  .   AB  .   VO  .
RC  .   CSw .   FL  .   BT  DE  BT  .   FL  .   CSw .   RC
L   N   St  I   C   S   G   K   G   S   C   I   St  N   L
"""

DAI = Variant(
    "dai",
    DAI_ROWS,
    kinds(DAI_KINDS),
    zone=5,
    promotion="zone",
    answers_check=False,
)

DAI_DAI_KINDS = """
K    -     111 1o1 111  !royal  # King
P    -     .1. .o. ...  # Pawn
L    -     .*. .o. ...  # Lance
S    -     111 .o. 1.1  # Silver General
G    -     111 1o1 .1.  # Gold General
C    -     111 .o. .1.  # Copper General
B    -     *.* .o. *.*  # Bishop
R    -     .*. *o* .*.  # Rook
AB   -     .1. 1o1 .1.  # Angry Boar
DH   -     *1* 1o1 *1*  # Dragon Horse
DK   -     1*1 *o* 1*1  # Dragon King
BM   +BM   1.1 1o1 1.1  # Blind Monkey
FL   -     111 .o. 111  # Ferocious Leopard
FK   -     *** *o* ***  # Free King
BD   -     12* *o* .2.  # Blue Dragon
Ky   +Ky   1.1 .o. 1.1  O@2  # Kylin
Ph   +Ph   .1. 1o1 .1.  D@2  # Phoenix
Ln   +Ln   ... .o. ...  lion  # Lion
RC   -     .*. .o. .*.  # Reverse Chariot
SM   -     .1. *o* .1.  # Side Mover
VM   -     .*. 1o1 .*.  # Vertical Mover
WB   +WB   111 2o2 .1.  # Western Barbarian
CSw  +CSw  1.1 .o. 1.1  # Cat Sword
D    -     525 2o2 525  # Dove
EB   +EB   121 1o1 .2.  # Eastern Barbarian
EBa  +EBa  .2. 2o2 ...  # Enchanted Badger
EF   +EF   2.2 .o. .2.  # Enchanted Fox
EW   -     111 1o1 ...  # Evil Wolf
FCh  -     .*. *o* 1*1  # Side Chariot
FD   +FD   2.2 .o. 2.2  # Flying Dragon
FH   +FH   212 1o1 .1.  # Flying Horse
FEl  -     *2* 2o2 222  # Fragrant Elephant
FDe  -     *5* *o* *5*  # Free Demon
FTp  -     *** 5o5 ***  # Free Tapir
GBd  -     3*3 2o2 3*3  # Golden Bird
GD   -     323 *o* 323  # Great Dragon
HM   -     ... .o. ...  hook:R  # Hook Mover
HD   -     .*. .o. .1.  # Howling Dog
I    -     111 .o. ...  # Iron General
LCh  -     **. .o. .1*  # Left Chariot
LG   -     111 .o1 111  # Left General
LD   +LD   ... .o. ... dog:A  # Lion Dog
LGn  -     .1. 1o1 .1.  hook:B  # Long-Nosed Goblin
NK   +NK   111 1o1 1.1  # Neighbouring King
NB   +NB   2.2 1o1 1.1  # Northern Barbarian
OK   +OK   121 2o2 .2.  # Old Kite Hawk
OR   +OR   2.2 .o. .2.  # Old Rat
PS   +PS   ... 1o1 ...  F@2 BL@2 BR@2  # Poisonous Snake
PSt  +PSt  111 2o2 1.1  # Prancing Stag
RCh  -     .** .o. *1.  # Right Chariot
RG   -     111 1o. 111  # Right General
RB   +RB   *** *o* *.*  # Rushing Bird
SaT  -     121 .o. .2.  # Savage Tiger
SD   -     252 5o5 252  # She-Devil
SB   +SB   1.1 1o1 2.2  # Southern Barbarian
SMo  -     1*1 *o* .*.  # Square Mover
SBr  -     *** 2o2 222  # Standard Bearer
St   -     1.1 .o. ...  # Stone General
VBe  -     2.2 1o1 ...  # Violent Bear
VO   -     .2. 2o2 .2.  # Violent Ox
WBf  +WBf  *2* *o* *2*  # Water Buffalo
WE   -     222 2o2 *2*  # White Elephant
WT   -     **1 2o2 .*.  # White Tiger
Wo   -     2.2 .o. ...  # Wood General
+BM  -     *1* .o. ***  # Mountain Witch
+Ky  -     323 *o* 323  # Great Dragon
+Ph  -     3*3 2o2 3*3  # Golden Bird
+Ln  -     ... .o. ... lion dog:A  # Furious Fiend
+WB  -     ... .o. ... dog:A  # Lion Dog
+CSw -     *1* 1o1 *1*  # Dragon Horse
+EB  -     ... .o. ...  lion  # Lion
+EBa -     525 2o2 525  # Dove
+EF  -     252 5o5 252  # She-Devil
+FD  -     1*1 *o* 1*1  # Dragon King
+FH  -     *** *o* ***  # Free King
+LD  -     333 5o5 535  # Great Elephant
+NK  -     *** 2o2 222  # Standard Bearer
+NB  -     *2* 2o2 222  # Fragrant Elephant
+OK  -     .1. 1o1 .1.  hook:B  # Long-Nosed Goblin
+OR  -     *** .o. *1*  # Wizard Stork
+PS  -     ... .o. ...  hook:R  # Hook Mover
+PSt -     1*1 *o* .*.  # Square Mover
+RB  -     *5* *o* *5*  # Free Demon
+SB  -     222 2o2 *2*  # White Elephant
+WBf -     *** 5o5 ***  # Free Tapir
"""

DAI_DAI_ROWS = """
l   hm  d   r   smo dk  ftp rg  k   lg  fk  fde dh  fch sd  lgn l
rc  ps  ld  bm  fd  rb  ky  g   nk  g   ph  csw pst or  ln  ok  rc
.   b   .   eba .   fh  .   s   gd  s   .   wbf .   ef  .   vm  .
wt  we  sb  eb  wo  st  i   c   gbd c   i   st  wo  wb  nb  fel bd
rch sm  vo  ab  ew  vbe fl  sat sbr sat fl  vbe ew  ab  vo  sm  lch
p   p   p   p   p   p   p   p   p   p   p   p   p   p   p   p   p
.   .   .   .   .   hd  .   .   .   .   .   hd  .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   HD  .   .   .   .   .   HD  .   .   .   .   .
P   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P
LCh SM  VO  AB  EW  VBe FL  SaT SBr SaT FL  VBe EW  AB  VO  SM  RCh
BD  FEl NB  WB  Wo  St  I   C   GBd C   I   St  Wo  EB  SB  WE  WT
.   VM  .   EF  .   WBf .   S   GD  S   .   FH  .   EBa .   B   .
RC  OK  Ln  OR  PSt CSw Ph  G   NK  G   Ky  RB  FD  BM  LD  PS  RC
L   LGn SD  FCh DH  FDe FK  LG  K   RG  FTp DK  SMo R   D   HM  L
"""

DAI_DAI = Variant(
    "dai-dai",
    DAI_DAI_ROWS,
    kinds(DAI_DAI_KINDS),
    promotion="capture",
    forced="always",
    answers_check=False,
)

MAKA_DAI_DAI_KINDS = """
K    +K    111 1o1 111  !royal  # King
P    +P    .1. .o. ...  # Pawn
L    +>G   .*. .o. ...  # Lance
S    +S    111 .o. 1.1  # Silver General
G    +G    111 1o1 .1.  # Gold General
C    +C    111 .o. .1.  # Copper General
B    +>G   *.* .o. *.*  # Bishop
R    +>G   .*. *o* .*.  # Rook
AB   +AB   .1. 1o1 .1.  # Angry Boar
DH   -     *1* 1o1 *1*  # Dragon Horse
DK   -     1*1 *o* 1*1  # Dragon King
BB   +BB   1.1 .o. 1*1  # Blind Bear
FL   +FL   111 .o. 111  # Ferocious Leopard
FK   -     *** *o* ***  # Free King
BT   +BT   1.1 1o1 111  # Blind Tiger
Ky   +Ky   1.1 .o. 1.1  O@2  # Kylin
Ph   +Ph   .1. 1o1 .1.  D@2  # Phoenix
Ln   +Ln   ... .o. ...  lion  # Lion
RC   +>G   .*. .o. .*.  # Reverse Chariot
SM   +>G   .1. *o* .1.  # Side Mover
VM   +>G   .*. 1o1 .*.  # Vertical Mover
BDe  +>G   3.3 1o1 .1.  # Buddhist Devil
CSw  +CSw  1.1 .o. 1.1  # Cat Sword
Ca   +>G   ... .o. ...  hook:B  # Capricorn
CC   +CC   1.1 1o1 .1.  # Chinese Cock
CS   +CS   .1. .o. 111  # Coiled Serpent
DSp  +DSp  1.1 .o1 1.. !contagious=+DSp  # Dark Spirit
EW   +EW   111 1o1 ...  # Evil Wolf
DV   +DV   1.1 1o. ..1 !contagious=+DV  # Deva
FD   +>G   2.2 .o. 2.2  # Flying Dragon
Do   +>G   ... 1o1 ...  F@2 B@2  # Donkey
DE   +DE   111 1o1 1.1  # Drunk Elephant
Ea   +Ea   .1. .o. .1.  # Earth General
GB   +GB   .1. .o. .1.  # Go-Between
GG   +>G   131 3o3 .3.  # Guardian of the Gods
N    +>G   ... .o. ...  N  # Knight
HM   +>G   ... .o. ...  hook:R  # Hook Mover
OM   +OM   1.1 .o. 111  # Old Monkey
I    +I    111 .o. ...  # Iron General
LCh  +>G   **. .o. .1*  # Left Chariot
RD   +RD   .1. 1o1 111  # Reclining Dragon
LD   +>G   ... .o. ... dog:A  # Lion Dog
SF   +>G   1.1 *o* 1.1  # Side Flyer
T    +T    1.1 .o. .1.  # Tile General
Wr   +>G   3.3 1o1 3.3  # Wrestler
RCh  +>G   .** .o. *1.  # Right Chariot
SD   +>G   252 5o5 252  # She-Devil
St   +St   1.1 .o. ...  # Stone General
VO   +>G   .2. 2o2 .2.  # Violent Ox
OR   +OR   2.2 .o. .2.  # Old Rat
+K   -     ... .o. ...  teleport !royal  # Emperor
+P   -     111 1o1 .1.  # Tokin
+>G  -     111 1o1 .1.  # Gold General
+S   -     *** .o. *.*  # Free Silver
+G   -     *** *o* .*.  # Free Gold
+C   -     *** .o. .*.  # Free Copper
+AB  -     *.* *o* *.*  # Free Boar
+BB  -     *.* *o* *.*  FL@2 FR@2  # Free Bear
+FL  -     *** .o. ***  # Free Leopard
+BT  -     *.* *o* ***  # Free Tiger
+Ky  -     323 *o* 323  # Great Dragon
+Ph  -     3*3 2o2 3*3  # Golden Bird
+Ln  -     ... .o. ... lion dog:A  # Furious Fiend
+CSw -     *.* .o. *.*  # Free Cat
+CC  -     *** .o. *1*  # Wizard Stork
+CS  -     .*. .o. ***  # Free Serpent
+DSp -     *** *o* ***  lion !contagious=+DSp  # Buddhist Spirit
+EW  -     *** 5o5 ***  # Free Wolf
+DV  -     *** *o* *** dog:A !contagious=+DV  # Teaching King
+DE  -     111 1o1 111  !royal  # Prince
+Ea  -     .*. .o. .*.  # Free Earth
+GB  -     .*. .o. .*.  # Free Goer
+OM  -     *1* .o. ***  # Mountain Witch
+I   -     *** .o. ...  # Free Iron
+RD  -     *** .o. 111  # Free Dragon
+T   -     *.* .o. .*.  # Free Tile
+St  -     *.* .o. ...  # Free Stone
+OR  -     .*. .o. *.*  # Bat
"""

MAKA_DAI_DAI_ROWS = """
l   ea  st  t   i   c   s   g   dsp k   dv  g   s   c   i   t   st  ea  l
rc  .   csw .   om  .   rd  fl  bt  de  bt  fl  cs  .   cc  .   csw .   rc
.   or  .   ab  .   bb  .   ew  ph  ln  ky  ew  .   bb  .   ab  .   or  .
do  .   n   .   vo  .   fd  sd  gg  ld  wr  bde fd  .   vo  .   n   .   do
r   rch sm  sf  vm  b   dh  dk  hm  fk  ca  dk  dh  b   vm  sf  sm  lch r
p   p   p   p   p   p   p   p   p   p   p   p   p   p   p   p   p   p   p
.   .   .   .   .   gb  .   .   .   .   .   .   .   gb  .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   GB  .   .   .   .   .   .   .   GB  .   .   .   .   .
P   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P
R   LCh SM  SF  VM  B   DH  DK  Ca  FK  HM  DK  DH  B   VM  SF  SM  RCh R
Do  .   N   .   VO  .   FD  BDe Wr  LD  GG  SD  FD  .   VO  .   N   .   Do
.   OR  .   AB  .   BB  .   EW  Ky  Ln  Ph  EW  .   BB  .   AB  .   OR  .
RC  .   CSw .   CC  .   CS  FL  BT  DE  BT  FL  RD  .   OM  .   CSw .   RC
L   Ea  St  T   I   C   S   G   DV  K   DSp G   S   C   I   T   St  Ea  L
"""

MAKA_DAI_DAI = Variant(
    "maka-dai-dai",
    MAKA_DAI_DAI_ROWS,
    kinds(MAKA_DAI_DAI_KINDS),
    promotion="capture",
    forced="promoted-capture",
    answers_check=False,
)

TAI_KINDS = """
E    -     ... .o. ...  teleport !royal  # Emperor
P    -     .1. .o. ...  # Pawn
L    -     .*. .o. ...  # Lance
S    -     111 .o. 1.1  # Silver General
G    -     111 1o1 .1.  # Gold General
C    -     111 .o. .1.  # Copper General
B    +>G   *.* .o. *.*  # Bishop
R    +>G   .*. *o* .*.  # Rook
AB   -     .1. 1o1 .1.  # Angry Boar
DH   -     *1* 1o1 *1*  # Dragon Horse
DK   -     1*1 *o* 1*1  # Dragon King
BB   -     1.1 .o. 1*1  # Blind Bear
FL   -     111 .o. 111  # Ferocious Leopard
FK   -     *** *o* ***  # Free King
BT   -     1.1 1o1 111  # Blind Tiger
Ky   +Ky   1.1 .o. 1.1  O@2  # Kylin
Ph   +Ph   .1. 1o1 .1.  D@2  # Phoenix
Ln   +Ln   ... .o. ...  lion  # Lion
RC   -     .*. .o. .*.  # Reverse Chariot
SM   +>G   .1. *o* .1.  # Side Mover
VM   +>G   .*. 1o1 .*.  # Vertical Mover
BDe  +>G   3.3 1o1 .1.  # Buddhist Devil
CSw  -     1.1 .o. 1.1  # Cat Sword
Ca   +>G   ... .o. ...  hook:B  # Capricorn
CC   +>WS  1.1 1o1 .1.  # Chinese Cock
CS   -     .1. .o. 111  # Coiled Serpent
DSp  +DSp  1.1 .o1 1..  # Dark Spirit
EW   -     111 1o1 ...  # Evil Wolf
DV   +DV   1.1 1o. ..1  # Deva
FD   +>G   2.2 .o. 2.2  # Flying Dragon
Do   +>G   ... 1o1 ...  F@2 B@2  # Donkey
DE   +DE   111 1o1 1.1  # Drunk Elephant
Ea   -     .1. .o. .1.  # Earth General
GB   -     .1. .o. .1.  # Go-Between
GG   +>G   131 3o3 .3.  # Guardian of the Gods
N    +>G   ... .o. ...  N  # Knight
HM   +>G   ... .o. ...  hook:R  # Hook Mover
OM   -     1.1 .o. 111  # Old Monkey
I    -     111 .o. ...  # Iron General
LCh  -     **. .o. .1*  # Left Chariot
RD   -     .1. 1o1 111  # Reclining Dragon
LD   +LD   ... .o. ... dog:A  # Lion Dog
BD   -     12* *o* .2.  # Blue Dragon
T    -     1.1 .o. .1.  # Tile General
Wr   +>G   3.3 1o1 3.3  # Wrestler
RCh  -     .** .o. *1.  # Right Chariot
SD   +>G   252 5o5 252  # She-Devil
St   -     1.1 .o. ...  # Stone General
VO   -     .2. 2o2 .2.  # Violent Ox
OR   +>WS  2.2 .o. .2.  # Old Rat
BM   +BM   1.1 1o1 1.1  # Blind Monkey
CP   -     111 1o1 111  !royal  # Crown Prince
D    -     525 2o2 525  # Dove
EB   +EB   121 1o1 .2.  # Eastern Barbarian
EBa  +EBa  .2. 2o2 ...  # Enchanted Badger
FH   +FH   212 1o1 .1.  # Flying Horse
FDe  -     *5* *o* *5*  # Free Demon
FTp  -     *** 5o5 ***  # Free Tapir
GBd  -     3*3 2o2 3*3  # Golden Bird
GD   -     323 *o* 323  # Great Dragon
HD   -     .*. .o. .1.  # Howling Dog
LG   -     111 .o1 111  # Left General
RG   -     111 1o. 111  # Right General
LGn  -     .1. 1o1 .1.  hook:B  # Long-Nosed Goblin
NK   +NK   111 1o1 1.1  # Neighbouring King
NB   +NB   2.2 1o1 1.1  # Northern Barbarian
OK   +OK   121 2o2 .2.  # Old Kite Hawk
RB   +RB   *** *o* *.*  # Rushing Bird
SB   +SB   1.1 1o1 2.2  # Southern Barbarian
SBr  -     *** 2o2 222  # Standard Bearer
WBf  +WBf  *2* *o* *2*  # Water Buffalo
WB   +WB   111 2o2 .1.  # Western Barbarian
W    -     .*. .o. ***  # Whale
WE   -     222 2o2 *2*  # White Elephant
WH   -     *** .o. .*.  # White Horse
WT   -     **1 2o2 .*.  # White Tiger
Wo   -     2.2 .o. ...  # Wood General
FE   -     2.2 1o1 2.2  # Fierce Eagle
FO   -     *** .o. ***  # Flying Ox
GDe  -     *.* .o. 2.2  # Golden Deer
HF   -     *.* *o* ***  line:F  # Horned Falcon
PC   -     ... .o. 2.2  hook:FL hook:FR  # Peacock
PS   +PS   ... 1o1 ...  F@2 BL@2 BR@2  # Poisonous Snake
PSt  +PSt  111 2o2 1.1  # Prancing Stag
RS   -     *.* .o. ...  # Ramshead Soldier
SDr  +>G   .*. *o* .1.  # Side Dragon
SCh  -     .*. *o* 1*1  # Sideways Chariot
SDe  -     2.2 .o. *.*  # Silver Demon
SE   -     .*. *o* ***  line:FL line:FR  # Soaring Eagle
So   -     .*. *o* ***  # Soldier
TS   -     *1* .o. 2*2  # Turtle-Snake
VS   -     *** .o. 212  # Vermillion Sparrow
VBe  -     2.2 1o1 ...  # Violent Bear
+>G  -     111 1o1 .1.  # Gold General
+Ky  -     323 *o* 323  # Great Dragon
+Ph  -     3*3 2o2 3*3  # Golden Bird
+Ln  -     ... .o. ... lion dog:A  # Furious Fiend
+>WS -     *** .o. *1*  # Wizard Stork
+DSp -     *** *o* ***  lion  # Buddhist Spirit
+DV  -     *** *o* *** dog:A  # Teaching King
+DE  -     111 1o1 111  !royal  # Crown Prince
+LD  -     333 5o5 535  # Great Elephant
+BM  -     *1* .o. ***  # Mountain Witch
+EB  -     ... .o. ...  lion  # Lion
+EBa -     525 2o2 525  # Dove
+FH  -     *** *o* ***  # Free King
+NK  -     *** 2o2 222  # Standard Bearer
+NB  -     *2* 2o2 222  # Fragrant Elephant
+OK  -     .1. 1o1 .1.  hook:B  # Long-Nosed Goblin
+RB  -     *5* *o* *5*  # Free Demon
+SB  -     222 2o2 *2*  # White Elephant
+WBf -     *** 5o5 ***  # Free Tapir
+WB  -     ... .o. ... dog:A  # Lion Dog
+PS  -     ... .o. ...  hook:R  # Hook Mover
+PSt -     1*1 *o* .*.  # Square Mover
"""

TAI_ROWS = """
l   wt  w   fd  lgn d   r   dh  dk  fk  g   dsp e   dv  g   fk  dk  dh  r   d   lgn fd  w   ts  l
rc  sdr se  n   ps  ftp b   fe  we  fde s   rg  cp  lg  s   fde we  fe  b   ftp ps  n   se  sdr rc
sch wh  rs  vo  csw bb  sde gde bm  bt  sd  gg  nk  wr  bde bt  bm  gde sde bb  csw vo  rs  wh  sch
so  wbf fl  nb  sb  cc  hf  om  rb  pc  gbd ph  ln  ky  gd  pc  ok  om  hf  cc  eb  wb  fl  wbf so
rch vs  wo  ea  st  t   i   c   or  cs  rd  hm  de  ca  rd  cs  or  c   i   t   st  ea  wo  bd  lch
hd  fh  eba do  fo  sm  vm  vbe sbr pst ab  ew  ld  ew  ab  pst sbr vbe vm  sm  fo  do  eba fh  hd
p   p   p   p   p   p   p   p   p   p   p   p   p   p   p   p   p   p   p   p   p   p   p   p   p
.   .   .   .   .   .   .   gb  .   .   .   .   .   .   .   .   .   gb  .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
.   .   .   .   .   .   .   GB  .   .   .   .   .   .   .   .   .   GB  .   .   .   .   .   .   .
P   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P   P
HD  FH  EBa Do  FO  SM  VM  VBe SBr PSt AB  EW  LD  EW  AB  PSt SBr VBe VM  SM  FO  Do  EBa FH  HD
LCh BD  Wo  Ea  St  T   I   C   OR  CS  RD  Ca  DE  HM  RD  CS  OR  C   I   T   St  Ea  Wo  VS  RCh
So  WBf FL  WB  EB  CC  HF  OM  OK  PC  GD  Ky  Ln  Ph  GBd PC  RB  OM  HF  CC  SB  NB  FL  WBf So
SCh WH  RS  VO  CSw BB  SDe GDe BM  BT  BDe Wr  NK  GG  SD  BT  BM  GDe SDe BB  CSw VO  RS  WH  SCh
RC  SDr SE  N   PS  FTp B   FE  WE  FDe S   LG  CP  RG  S   FDe WE  FE  B   FTp PS  N   SE  SDr RC
L   TS  W   FD  LGn D   R   DH  DK  FK  G   DV  E   DSp G   FK  DK  DH  R   D   LGn FD  W   WT  L
"""

TAI = Variant(
    "tai",
    TAI_ROWS,
    kinds(TAI_KINDS),
    promotion="capture",
    forced="always",
    answers_check=False,
)
