"""Taikyoku shōgi.

Choices where sources differ or are silent:

- No check need be answered; the game ends when the last royal, king or crown prince, is captured.
- Promotion on entering eleven ranks or by a capture that begins or ends there; forced where the
  piece could never move again. A promoted piece never promotes again.
- Great general, vice general, flying and angle general, fierce dragon and flying crocodile fly over
  pieces of lower rank of both sides, capture all of them, and may end on one of them, an own one
  too; they neither pass nor capture pieces of equal or higher rank. Ranks: king and prince 4, great
  general 3, vice general 2, the other four 1, all others 0.
- Arrows with three bars (gold bird, free bird, ancient dragon, great elephant, king of teachings):
  a slide, or a leap over the first one, two or three squares and a slide from there. The text does
  not explain them; one program lets them pass over any three pieces of the line.
- Where the two piece tables differ, the one that is keyed by kanji is followed. So for:
  Copper Elephant, Fierce Wind, Fierce Wolf, Fowl, Free Bear, Free Chicken, Free Dog, Free Horse,
  Free Leopard, Free Ox, Free Pig, Free Tiger, Great Foal, Great Whale, Leopard Soldier, Prancing
  Stag, Pup General, Running Boar, Running Chariot, Running Leopard, Running Pup, Running Serpent,
  Running Tiger, Soldier, Southern Barbarian, Vertical Soldier, Water Ox, Whale, Wind General.
"""

from __future__ import annotations

from .variant import Variant, kinds

TAIKYOKU_KINDS = """
AB    +FB   1.1 1o1 1.1  # Angry Boar
B     +B    *.* .o. *.*  # Angle Mover
BA    +FBR  .*. 2o2 .*.  # Running Bear
BB    +FSG  1.1 1o1 1.1  # Blind Bear
BC    +BC   222 2o2 2.2  # Beast Cadet
BD    +HT   3.3 1o1 .1.  # Buddhist Devil
BE    +SBR  *** 2o2 .1.  # Bear Soldier
BG    +RDM  ... .o. ... sweep:D !rank=1  # Angle General
BI    +BI   1.1 1o1 .1.  # Blind Dog
BL    +DDR  .** 2o2 .*.  # Blue Dragon
BM    +FSG  1.1 1o1 1.1  # Blind Monkey
BN    +CNG  575 3o3 .1.  # Cannon Soldier
BO    +BBR  333 2o2 3.3  # Beast Officer
BS    +RBO  *** 2o2 .1.  # Boar Soldier
BT    +FSG  1.1 1o1 111  # Blind Tiger
C     +C    111 .o. .1.  # Copper General
CA    +CA   ... .o. ... hook:B  # Capricorn
CC    +WST  1.1 1o1 .1.  # Huai Chicken
CD    -     *2* 2o2 *2*  # Ceramic Dove
CE    +SEA  3*3 1o1 .*.  # Cloud Eagle
CG    +FCK  .4. .o. 1.1  # Chicken General
CH    +HTK  *** 2o2 ***  # Chariot Soldier
CI    +WHR  1*1 2o2 .*.  # Stone Chariot
CK    +RHK  1.1 1o1 ...  # Flying Chicken
CL    +CL   *1* 1o1 ***  # Cloud Dragon
CM    +CM   111 .o. .1.  # Climbing Monkey
CN    +CN   3*3 *o* 3*3  # Center Standard
CO    +FOW  323 2o2 3.3  # Fowl Officer
CP    +CP   111 1o1 111 !royal !rank=4  # Crown Prince
CR    +CEL  3*3 .o. .*.  # Copper Chariot
CS    +CS   1.1 .o. 1.1  # Cat Sword
CT    +CT   333 3o3 3.3  # Fowl Cadet
D     +MUG  111 .o. ...  # Dog
DE    +DE   111 1o1 1.1  # Drunken Elephant
DG    +DG   *** *o* 3*3 O@3 FL@3 FR@3  # Roaring Dog
DH    +DH   *1* 1o1 *1*  # Dragon Horse
DK    +DK   1*1 *o* 1*1  # Dragon King
DL    +LDG  .*. .o. .1.  # Howling Dog (Left)
DM    +FFR  *2* *o* *2*  # Fire Demon
DO    +DO   .2. 2o2 .2.  # Donkey
DR    +RDG  .*. .o. .1.  # Howling Dog (Right)
DS    +BSP  .11 1o1 111  # Dark Spirit
DV    +KTE  11. 1o1 111  # Deva
EA    +EA   .1. .o. .1.  # Earth General
EB    +EB   .2. 2o2 .2.  # Enchanted Badger
EC    +RBI  .*. 1o1 .*.  # Earth Chariot
ED    +ED   121 .o. *1*  # Earth Dragon
EG    +EG   212 1o1 2.2  # Fierce Eagle
EL    +GEA  *** *o* *** FL@2 FR@2  # Flying Eagle
ES    +ES   121 1o1 .2.  # Eastern Barbarian
EW    +PWO  111 1o1 ...  # Evil Wolf
F     +F    131 .o. .3.  # Fire General
FC    +FC   ... .o. 111 F@3 L@3 R@3 FL@3 FR@3  # Flying Cat
FD    +FD   ... .o. ... D@2  # Flying Dragon
FE    -     *** *o* *** A@2* A@3* FL@4* FR@4* igui:A  # Free Eagle
FG    +EKI  222 2o2 222  # Fragrant Elephant
FH    +FH   2.2 .o. 2.2  # Flying Horse
FI    +FI   4*4 *o* 2*2  # Fire Dragon
FL    +FL   111 .o. 111  # Fierce Leopard
FO    +THR  *3* 3o3 .*.  # Forest Demon
FP    +FDG  *** 2o2 1*1  # Free Pup
FR    +FR   *5* *o* *5*  # Free Demon
FS    +FS   *.* .o. .1.  # Flying Swallow
FT    +FT   *** 5o5 ***  # Free Dream-eater
FY    +FY   111 .o. .1.  # Flying Goose
G     +G    111 1o1 .1.  # Gold General
GB    +GB   .1. .o. .1.  # Go-between
GC    +PPR  1*1 2o2 1*1  # Gold Chariot
GD    +ADR  *3* .o. *3*  # Great Dragon
GE    -     *** *o* 3*3  # Great Standard
GG    -     ... .o. ... sweep:A !rank=3  # Great General
GL    +GL   *.* .o. 2.2  # Gold Stag
GM    -     *** 5o5 5*5 FL@3 FR@3 F@3  # Great Master
GN    +GN   2.2 .o. ...  # Wood General
GO    +FBI  .*. 3o3 3*3 far:FL far:FR  # Gold Bird
GR    +GR   *3* 3o3 *3*  # Great Dove
GS    +FST  .*. *o* 2*2 FL@2 FR@2  # Great Stag
GT    +SPT  *** 3o3 *** F@3 B@3  # Great Turtle
GU    +HT   .3. 3o3 .3.  # Guardian of the Gods
H     +FHO  131 .o. .1.  # Horse General
HE    +TSO  *.* .o. .1.  # Ram's-head Soldier
HF    +GHK  *** *o* *** F@2  # Horned Hawk
HM    -     ... .o. ... hook:R  # Hook Mover
HO    +CVL  *** 2o2 .*.  # Horseman
HR    +HR   *** .o. .1. BL@2 BR@2  # Running Horse
HS    +HS   *** 3o3 .1.  # Horse Soldier
I     +I    111 .o. ...  # Iron General
K     -     222 2o2 222 !royal !rank=4  # King
KM    -     *** 3o3 *** F@3 B@3  # Kirin Master
KR    +KR   111 .o. 111 L@2 R@2  # Kirin
L     +L    .*. .o. ...  # Incense Chariot
LB    +LBG  5*5 2o2 .1.  # Longbow Soldier
LC    +LIC  .** 1o. *..  # Left Chariot
LD    +GEL  *** *o* *** A@3  # Lion Dog
LE    +LE   ..* 2o* ..*  # Left Dragon
LG    +LAR  .11 .o1 .11  # Left General
LI    -     *.* .o. *.* lion  # Lion Hawk
LL    +TRT  *** 2o2 *** F@2 B@2  # Little Turtle
LN    +FFI  ... .o. ... lion  # Lion
LO    -     ... .o. ... hook:B  # Tengu
LP    +RLE  *** 2o2 .1.  # Leopard Soldier
LS    +LS   2*2 *o* 1*1  # Little Standard
LT    +LT   1.* .o* 1.*  # Left Tiger
M     +MTA  313 .o. .1.  # Mountain General
MF    +MF   *** *o* 2*2 F@2  # Mountain Hawk
MK    +MK   1.1 *o* .1.  # Side Monkey
ML    +ML   *** *o* **2 FL@2 BL@2  # Left Mountain Eagle
MR    +MR   *** *o* 2** FR@2 BR@2  # Right Mountain Eagle
MS    +MS   313 2o2 .4.  # Mountain Stag
MT    -     *** 3o3 3*3 F@2 B@2 FL@2 FR@2  # Center Master
N     +N    ... .o. ... N  # Cassia Horse
NB    +NB   111 2o2 .1.  # Northern Barbarian
NK    +NK   111 1o1 1.1  # Neighboring King
NT    +BEY  111 1o1 .1.  # Fierce Wolf
O     +FOX  131 .o. .1.  # Ox General
OC    +POX  .*. .o. ...  # Ox Chariot
OK    +OK   2.2 1o1 2.2  # Old Kite
OM    +MWI  1.1 .o. 111  # Old Monkey
OR    +MBI  .1. .o. 1.1  # Old Rat
OS    +ROX  *** 3o3 .1.  # Ox Soldier
OW    +OW   .1. .o. 1.1  # Swooping Owl
OX    +FOI  *** .o. ***  # Flying Ox
P     +P    .1. .o. ...  # Pawn
PC    +PC   ... .o. 2.2 hook:FL hook:FR  # Peacock
PE    -     *** 5o5 5*5 FL@3 FR@3  # Peng Master
PG    +PG   .4. .o. 1.1  # Pup General
PH    +PH   .1. 1o1 .1. D@2  # Phoenix
PI    +FPI  4.4 .o. .2.  # Pig General
PM    -     *** 3o3 *** FL@3 FR@3  # Phoenix Master
PR    +PR   111 2o2 .1.  # Prancing Stag
PS    +PS   121 2o2 .1.  # Poisonous Serpent
Q     +Q    *** *o* ***  # Free King
R     +R    .*. *o* .*.  # Flying Chariot
RA    +RA   111 *o* ***  # Rain Dragon
RB    +RB   121 1o1 1.1  # Rushing Bird
RC    +RIC  **. .o1 ..*  # Right Chariot
RD    +RD   .1. 1o1 .1.  # Reclining Dragon
RE    +HRI  131 .o. .1.  # River General
RG    +RAR  11. 1o. 11.  # Right General
RH    +CCH  .*. *o* .*.  # Running Chariot
RI    +RI   *.. *o2 *..  # Right Dragon
RN    +FST  *.* *o* .2.  # Running Stag
RO    +FCR  ... .o. ... sweep:O !rank=1  # Flying General
RP    +FLE  .*. 1o1 .*.  # Running Pup
RR    +RR   *** .o. 111  # Running Rabbit
RS    +RS   2*2 *o* 2*2  # Rear Standard
RT    +FTI  .*. 2o2 .*.  # Running Tiger
RU    +FSE  .*. 1o1 .*.  # Running Serpent
RV    +RV   .*. .o. .*.  # Reverse Chariot
RW    +FWO  *1* *o* ...  # Running Wolf
S     +S    111 .o. 1.1  # Silver General
SA    +FB   111 *o* 111  # Side Boar
SC    +CBG  353 3o3 .1.  # Crossbow Soldier
SD    +SD   3*3 *o* 3*3  # Front Standard
SE    +SWG  1.1 .o. .1.  # Sword Soldier
SF    +SF   1.1 *o* 1.1  # Side Flyer
SG    +SG   1.1 .o. ...  # Stone General
SI    +RDR  .*. *o* ...  # Side Dragon
SL    +SL   .2. *o* .1.  # Side Soldier
SM    +FB   .1. *o* .1.  # Side Mover
SN    +CDR  .1. .o. 111  # Coiled Serpent
SO    +CVL  .*. *o* .*.  # Soldier
SP    +SPG  .*. 1o1 .1.  # Spear Soldier
SQ    +SCH  .*. *o* .*.  # Square Mover
SR    +SR   2.2 .o. *.*  # Silver Rabbit
SS    +GSH  .3. *o* .1.  # Side Serpent
ST    +FHK  .1. .o. 1.1  # Strutting Crow
SU    +SU   111 2o2 .1.  # Southern Barbarian
SV    +GWI  2*2 .o. 1*1  # Silver Chariot
SW    +GSW  .1. *o* .1.  # Swallow's Wings
SX    +SX   ..1 *o* 1..  # Side Ox
T     +T    1.1 .o. .1.  # Tile General
TC    +RTI  .*1 .o. 1*.  # Tile Chariot
TD    +TD   5.5 1o1 .1.  # Turtle Dove
TF    +MCR  *** .o. *** F@2* B@2* D@2* F@3* B@3* D@3*  # Treacherous Fox
TG    +GTI  .*. .o. ...  # Fierce Tiger
TS    +DTU  11* 1o1 *11  # Turtle-snake
TT    +TT   *.1 *o. *.1  # Right Tiger
VB    +GBR  212 1o1 ...  # Fierce Bear
VD    +VD   .2. 2o2 .2. sweep:D !rank=1  # Fierce Dragon
VE    +FBR  .*. 2o2 .1.  # Vertical Bear
VG    +VG   ... .o. ... O@2 sweep:D !rank=2  # Vice General
VH    +VH   1*1 .o. .1.  # Vertical Horse
VI    +DSP  *11 1o1 11*  # Vermillion Sparrow
VL    +GLE  1*1 1o1 .1.  # Vertical Leopard
VM    +VM   .*. 1o1 .*.  # Vertical Mover
VO    +VO   *1* .o. .1.  # Fierce Ox
VP    +LKI  .*. .o. 111  # Vertical Pup
VR    +VR   .*. 2o2 .1.  # Vertical Soldier
VS    +RUB  111 .o. 1.1  # Fierce Stag
VT    +FTI  .*. .o. .2.  # Vertical Tiger
VW    +VW   .*. 1o1 .3.  # Vertical Wolf
W     +GWH  .*. .o. ***  # Whale
WA    +WA   2*2 *o* 4*4  # Water Dragon
WB    +GDE  *2* *o* *2*  # Water Ox
WC    +WST2 1*. .o. .*1  # Wood Chariot
WD    +FDR  *.* *o* 1.*  # Wind Dragon
WE    +EKI  222 2o2 222  # White Elephant
WF    +FWO  1.. *o* ..1  # Side Wolf
WG    +WG   313 .o. .1.  # Water General
WH    +GFO  *** .o. .*.  # White Foal
WI    +HHO  1*1 .o. .2.  # Wind Horse
WL    +SPE  *** 2o2 2*2  # Woodland Demon
WN    +FWI  131 .o. .1.  # Wind General
WO    -     *2* 2o2 *2* D@3+2  # Wooden Dove
WR    +HT   3.3 .o. 3.3  # Sumo Wrestler
WS    +WS   121 1o1 .2.  # Western Barbarian
WT    +DTI  *2. *o* .2.  # White Tiger
YA    +HT   1.1 3o3 .1.  # Nature Spirit
+ADR  -     *.* .o. *.* far:F far:B  # Ancient Dragon
+BBR  -     *** 3o3 *2*  # Beast Bird
+BEY  -     111 1o1 111  # Bear's Eyes
+BSP  -     *** *o* *** lion  # Buddhist Spirit
+CBG  -     5*5 3o3 .2.  # Crossbow General
+CCH  -     *** 1o1 .*.  # Cannon Chariot
+CDR  -     .*. .o. ***  # Coiled Dragon
+CEL  -     1*1 1o1 1*1  # Copper Elephant
+CNG  -     *** 3o3 .2.  # Cannon General
+CVL  -     *** *o* .*.  # Cavalier
+DDR  -     .** 2o* .*.  # Divine Dragon
+DSP  -     *11 1o1 *1*  # Divine Sparrow
+DTI  -     **. *o* .2.  # Divine Tiger
+DTU  -     11* 1o1 *1*  # Divine Turtle
+EKI  -     *2* 2o2 *2*  # Elephant King
+FBR  -     *** .o. ***  # Free Bear
+FB   -     *** *o* .1.  # Free Boar
+FCK  -     *** 2o2 2*2  # Free Chicken
+FCR  -     3.3 .o. 2.2 sweep:O !rank=1  # Flying Crocodile
+FDG  -     *** 2o2 2*2  # Free Dog
+FDR  -     *.* *o* ***  # Free Dragon
+FFI  -     333 3o3 333 lion  # Furious Fiend
+FFR  -     *5* *o* *5*  # Free Fire
+FHK  -     *1* .o. *.*  # Flying Hawk
+FHO  -     *** 2o2 1*1  # Free Horse
+FLE  -     *** .o. ***  # Free Leopard
+FOW  -     *** 3o3 *2*  # Fowl
+FOX  -     *** 2o2 1*1  # Free Ox
+FOI  -     *** 1o1 ***  # Fire Ox
+FPI  -     *** 2o2 1*1  # Free Pig
+FSE  -     .*. .o. ***  # Free Serpent
+FSG  -     1*1 1o1 1*1  # Flying Stag
+FST  -     *** *o* ***  # Free Stag
+FTI  -     *.* *o* ***  # Free Tiger
+FWI  -     *** 1o1 ***  # Fierce Wind
+FWO  -     *** *o* ...  # Free Wolf
+GBR  -     *** 1o1 .1.  # Great Bear
+GDE  -     *** *o* *** L@3 R@3  # Great Dream-eater
+GEA  -     *** *o* *** FL@2* FR@2*  # Great Eagle
+GEL  -     3.3 .o. ... far:F far:R far:BR far:B far:BL far:L  # Great Elephant
+GFO  -     *** 2o2 .*.  # Great Foal
+GHK  -     *** *o* *** F@2*  # Great Hawk
+GSH  -     5*5 *o* 2*2  # Great Shark
+GSW  -     .*. *o* .*.  # Gliding Swallow
+GTI  -     .1. *o* .*.  # Great Tiger
+GLE  -     3*3 2o2 .1.  # Great Leopard
+GWH  -     *** .o. ***  # Great Whale
+GWI  -     1*1 3o3 1*1  # Goose Wing
+HHO  -     .*. .o. ... N NB  # Heavenly Horse
+HRI  -     *1* *o* *1*  # Huai River
+HT   -     444 4o4 444  # Heavenly Tetrarch
+HTK  -     *** *o* *** A@2*  # Heavenly Tetrarch King
+KTE  -     ... .o. ... far:A  # King of Teachings
+LAR  -     *11 *o1 *11  # Left Army
+LBG  -     *** 5o5 .*.  # Longbow General
+LDG  -     .*. .o. .1*  # Left Dog
+LIC  -     ..* 1o. *.*  # Left Iron Chariot
+LKI  -     555 5o5 555  # Leopard King
+MBI  -     *** .o. .*.  # Mocking Bird
+MCR  -     *** *o* *** A@2* A@3* A@4*  # Mountain Crane
+MTA  -     *5* 5o5 *.*  # Mount Tai
+MUG  -     *** .o. .*.  # Multi General
+MWI  -     *.* .o. ***  # Mountain Witch
+POX  -     1*1 .o. 1*1  # Plodding Ox
+PPR  -     3*3 5o5 2*2  # Playful Parrot
+PWO  -     111 1o1 111  # Poisonous Wolf
+RAR  -     11* 1o* 11*  # Right Army
+RBI  -     .*. 2o2 2*2  # Reed Bird
+RBO  -     .*. 1o1 .*.  # Running Boar
+RDG  -     .*. .o. *1.  # Right Dog
+RDM  -     *3* 2o2 2*2 FL@2>* FR@2>*  # Rain Demon
+RDR  -     *** *o* *5*  # Running Dragon
+RHK  -     1*1 1o1 ...  # Raiding Hawk
+RIC  -     *.. .o1 *.*  # Right Iron Chariot
+RLE  -     *** *o* ...  # Running Leopard
+ROX  -     *** *o* .2.  # Running Ox
+RTI  -     .*. 2o2 .*.  # Running Tile
+RUB  -     111 1o1 1.1  # Rushing Boar
+SBR  -     *** *o* *2*  # Strong Bear
+SCH  -     *** *o* .*.  # Strong Chariot
+SEA  -     *** *o* ***  # Strong Eagle
+SPE  -     *.* 5o5 *.*  # Stone Peng
+SPG  -     .*. 3o3 .2.  # Spear General
+SPT  -     *** *o* *** O@3  # Spirit Turtle
+SWG  -     333 .o. .1.  # Sword General
+THR  -     *** 4o4 .4.  # Thunder Runner
+TRT  -     *** *o* *** O@2  # Treasure Turtle
+TSO  -     *2* .o. .1.  # Tiger Soldier
+WHR  -     2*2 2o2 .*.  # Walking Heron
+WST  -     *.* *o* .*.  # Wizard Stork
+WST2 -     2*2 .o. .*.  # Wind Snapping Turtle
+FBI  -     .*. *o* 3*3 far:FL far:FR  # Free Bird
+B    -     *1* 1o1 *1*  # Dragon Horse
+BC   -     333 2o2 3.3  # Beast Officer
+BI   -     111 .o. 1.1  # Fierce Stag
+C    -     .1. *o* .1.  # Side Mover
+CA   -     ... .o. ... hook:R  # Hook Mover
+CL   -     *3* .o. *3*  # Great Dragon
+CM   -     111 .o. 1.1  # Fierce Stag
+CN   -     3*3 *o* 3*3  # Front Standard
+CP   -     222 2o2 222 !royal !rank=4  # King
+CS   -     *1* 1o1 *1*  # Dragon Horse
+CT   -     323 2o2 3.3  # Fowl Officer
+DE   -     111 1o1 111 !royal !rank=4  # Crown Prince
+DG   -     *** *o* *** A@3  # Lion Dog
+DH   -     *** *o* *** F@2  # Horned Hawk
+DK   -     *** *o* *** FL@2 FR@2  # Flying Eagle
+DO   -     *2* 2o2 *2*  # Ceramic Dove
+EA   -     222 2o2 222  # White Elephant
+EB   -     *2* 2o2 *2*  # Ceramic Dove
+EG   -     *** *o* *** FL@2 FR@2  # Flying Eagle
+ES   -     ... .o. ... lion  # Lion
+F    -     ... .o. ... sweep:A !rank=3  # Great General
+FC   -     .*. *o* .*.  # Flying Chariot
+FD   -     1*1 *o* 1*1  # Dragon King
+FH   -     *** *o* ***  # Free King
+FI   -     *** 3o3 *** F@3 B@3  # Kirin Master
+FL   -     *.* .o. *.*  # Angle Mover
+FR   -     *** *o* ***  # Free King
+FS   -     .*. *o* .*.  # Flying Chariot
+FT   -     *** *o* ***  # Free King
+FY   -     .1. *o* .1.  # Swallow's Wings
+G    -     .*. *o* .*.  # Flying Chariot
+GB   -     111 1o1 1.1  # Drunken Elephant
+GL   -     *** .o. .*.  # White Foal
+GN   -     222 2o2 222  # White Elephant
+GR   -     *2* 2o2 *2* D@3+2  # Wooden Dove
+HR   -     *5* *o* *5*  # Free Demon
+HS   -     *** .o. .1. BL@2 BR@2  # Running Horse
+I    -     222 2o2 222  # White Elephant
+KR   -     .*. 3o3 3*3 far:FL far:FR  # Gold Bird
+L    -     *** .o. .*.  # White Foal
+LE   -     *11 1o1 11*  # Vermillion Sparrow
+LS   -     2*2 *o* 2*2  # Rear Standard
+LT   -     11* 1o1 *11  # Turtle-snake
+MF   -     *** *o* *** F@2  # Horned Hawk
+MK   -     .2. *o* .1.  # Side Soldier
+ML   -     *** *o* *** FL@2 FR@2  # Flying Eagle
+MR   -     *** *o* *** FL@2 FR@2  # Flying Eagle
+MS   -     .*. *o* 2*2 FL@2 FR@2  # Great Stag
+N    -     .2. *o* .1.  # Side Soldier
+NB   -     *2* 2o2 *2* D@3+2  # Wooden Dove
+NK   -     3*3 *o* 3*3  # Front Standard
+OK   -     ... .o. ... hook:B  # Tengu
+OW   -     3*3 1o1 .*.  # Cloud Eagle
+P    -     111 1o1 .1.  # Gold General
+PC   -     ... .o. ... hook:B  # Tengu
+PG   -     *** 2o2 1*1  # Free Pup
+PH   -     .*. 3o3 3*3 far:FL far:FR  # Gold Bird
+PR   -     .*. *o* .*.  # Square Mover
+PS   -     ... .o. ... hook:R  # Hook Mover
+Q    -     ... .o. ... sweep:A !rank=3  # Great General
+R    -     1*1 *o* 1*1  # Dragon King
+RA   -     *3* .o. *3*  # Great Dragon
+RB   -     *5* *o* *5*  # Free Demon
+RD   -     *3* .o. *3*  # Great Dragon
+RI   -     .** 2o2 .*.  # Blue Dragon
+RR   -     *** .o. *** F@2* B@2* D@2* F@3* B@3* D@3*  # Treacherous Fox
+RS   -     3*3 *o* 3*3  # Center Standard
+RV   -     .*. .o. ***  # Whale
+S    -     .*. 1o1 .*.  # Vertical Mover
+SD   -     *** *o* 3*3  # Great Standard
+SF   -     .*. *o* ...  # Side Dragon
+SG   -     222 2o2 222  # White Elephant
+SL   -     *2* *o* *2*  # Water Ox
+SR   -     .*. .o. ***  # Whale
+SU   -     .*. 3o3 3*3 far:FL far:FR  # Gold Bird
+SX   -     *** .o. ***  # Flying Ox
+T    -     222 2o2 222  # White Elephant
+TD   -     *3* 3o3 *3*  # Great Dove
+TT   -     *2. *o* .2.  # White Tiger
+VD   -     *3* .o. *3*  # Great Dragon
+VG   -     ... .o. ... sweep:A !rank=3  # Great General
+VH   -     *1* 1o1 *1*  # Dragon Horse
+VM   -     *** .o. ***  # Flying Ox
+VO   -     *** .o. ***  # Flying Ox
+VR   -     *** 2o2 ***  # Chariot Soldier
+VW   -     *1* *o* ...  # Running Wolf
+WA   -     *** 3o3 *** FL@3 FR@3  # Phoenix Master
+WG   -     ... .o. ... O@2 sweep:D !rank=2  # Vice General
+WS   -     *** *o* *** A@3  # Lion Dog
+ED   -     111 *o* ***  # Rain Dragon
"""

TAIKYOKU_ROWS = """
l  wt rr w  dm mr lo bc hr fr ed wo ft q  rs rg g  cp k  g  lg rs q  ft cd ed fr hr bc lo ml dm w  rr ts l
rv fg td fs co ra fo ms rp ru ss gr rt ba ya gu s  de nk s  wr bd ba rt gr ss ru rp ms fo ra co fs td we rv
gc si rn rw bg ro tt ri bo wd fp rb ok pc wa fi c  pm km c  fi wa pc ok rb fp wd bo le lt ro bg rw rn si gc
sv ve n  pi cg pg h  o  cn sa sr gl ln ct gs vd wl vg gg wl vd gs ct ln gl sr sa cn o  h  pg cg pi n  ve sv
ci ce b  r  wf fc mf vt so ls cl cr rh he vo gd go ds dv go gd vo he rh cr cl ls so vt mf fc wf r  b  ce ci
wc wh dr sm pr wb fl eg fd ps fy st bi wg f  ph hm ll gt ca kr f  wg bi st fy ps fd eg fl wb pr sm dl wh wc
tc vw sx do fh vb ab ew wi ck om cc nb su vs nt tf mt pe tf nt vs es ws cc om ck wi ew ab vb fh do sx vw tc
ec vi eb ho ow cm cs sw bm bt oc sf bb or sq sn rd fe li rd sn sq or bb sf oc bt bm sw cs cm ow ho eb bl ec
ch sl vr wn re m  sd hs gn os ea bs sg lp t  be i  ge gm i  be t  lp sg bs ea os gn hs sd m  re wn vr sl ch
rc mk vm ox lb vp vh bn dh dk se hf el sp vl tg sc dg ld sc tg vl sp el hf se dk dh bn vh vp lb ox vm mk lc
p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p  p
.  .  .  .  .  d  .  .  .  .  gb .  .  .  d  .  .  .  .  .  .  d  .  .  .  gb .  .  .  .  d  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
.  .  .  .  .  D  .  .  .  .  GB .  .  .  D  .  .  .  .  .  .  D  .  .  .  GB .  .  .  .  D  .  .  .  .  .
P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P
LC MK VM OX LB VP VH BN DH DK SE HF EL SP VL TG SC LD DG SC TG VL SP EL HF SE DK DH BN VH VP LB OX VM MK RC
CH SL VR WN RE M  SD HS GN OS EA BS SG LP T  BE I  GM GE I  BE T  LP SG BS EA OS GN HS SD M  RE WN VR SL CH
EC BL EB HO OW CM CS SW BM BT OC SF BB OR SQ SN RD LI FE RD SN SQ OR BB SF OC BT BM SW CS CM OW HO EB VI EC
TC VW SX DO FH VB AB EW WI CK OM CC WS ES VS NT TF PE MT TF NT VS SU NB CC OM CK WI EW AB VB FH DO SX VW TC
WC WH DL SM PR WB FL EG FD PS FY ST BI WG F  KR CA GT LL HM PH F  WG BI ST FY PS FD EG FL WB PR SM DR WH WC
CI CE B  R  WF FC MF VT SO LS CL CR RH HE VO GD GO DV DS GO GD VO HE RH CR CL LS SO VT MF FC WF R  B  CE CI
SV VE N  PI CG PG H  O  CN SA SR GL LN CT GS VD WL GG VG WL VD GS CT LN GL SR SA CN O  H  PG CG PI N  VE SV
GC SI RN RW BG RO LT LE BO WD FP RB OK PC WA FI C  KM PM C  FI WA PC OK RB FP WD BO RI TT RO BG RW RN SI GC
RV WE TD FS CO RA FO MS RP RU SS GR RT BA BD WR S  NK DE S  GU YA BA RT GR SS RU RP MS FO RA CO FS TD FG RV
L  TS RR W  DM ML LO BC HR FR ED CD FT Q  RS LG G  K  CP G  RG RS Q  FT WO ED FR HR BC LO MR DM W  RR WT L
"""

TAIKYOKU = Variant(
    "taikyoku",
    TAIKYOKU_ROWS,
    kinds(TAIKYOKU_KINDS),
    zone=11,
    promotion="enter",
    answers_check=False,
    sweeps_onto_own=True,
)
