"""Each proverb in two positions where it applies and in two near misses."""

from __future__ import annotations

from collections import Counter

import pytest

from komadai.study.proverbs.table import DETECTORS
from tests.study.proverbs.positions import played

# The id, the pieces, the move with what follows, and where they matter the hands and the phase.
FITS: list[tuple[str, str, str, str, str]] = [
    ("igyoku_wo_sakeyo", "K5i G4i G6i P5g k3b", "5g5f", "b", "middle"),
    ("igyoku_wo_sakeyo", "K5i G6i S7g P2f k3b", "2f2e", "r", "end"),
    ("gyokuhi_sekkin_subekarazu", "K4h R3h P5g k3b", "5g5f", "-", "middle"),
    ("gyokuhi_sekkin_subekarazu", "K4i R2h k3b", "4i3i", "-", "middle"),
    ("gyoku_wa_kakusuji_wo_sakeyo", "K7h P7f S6f k3b b4d", "7h8h", "-", "opening"),
    ("gyoku_wa_kakusuji_wo_sakeyo", "K2h G3g k8b +b5e P4f L1g", "4f4e", "-", "middle"),
    ("kaisen_wa_fu_no_tsukisute_kara", "K7h P2e P3f k3b p2c p3d", "3f3e 3d3e 7h8h", "-", "opening"),
    ("kaisen_wa_fu_no_tsukisute_kara", "K6h P4e R2h k3b p4c", "4e4d 4c4d 2h3h", "-", "opening"),
    ("ukigoma_ni_te_ari", "K7h k4a s8c", "B*6e 4a3a 6e8c+", "B", "middle"),
    ("ukigoma_ni_te_ari", "K7h S5f k1a g6c", "N*5e 1a1b 5e6c", "N", "end"),
    ("seme_wa_hikaku_ginkei", "K7h R2h B8h S2e N3g k6a", "3g4e", "-", "middle"),
    ("seme_wa_hikaku_ginkei", "K7h R4h S4f N2e k6a", "4f4e", "B", "opening"),
    ("kei_no_takatobi_fu_no_ejiki", "K7h N3g k6a s4b g3b g5b p4c p2c", "3g4e", "p", "middle"),
    ("kei_no_takatobi_fu_no_ejiki", "K7h N7g k4a g7b g6b p7c p5c p6c", "7g6e 6c6d 7h8h 6d6e", "-", "middle"),
    ("kyo_wa_gedan_kara_ute", "K7h k6a r2c", "L*2i", "L", "middle"),
    ("kyo_wa_gedan_kara_ute", "K7h k5a", "L*5h", "L", "end"),
    ("keito_no_gin", "K7h k3b n4e", "S*4f", "S", "middle"),
    ("keito_no_gin", "K7h S7e k3b n7c", "7e7d", "-", "middle"),
    ("daikoma_wa_chikazukete_ukeyo", "K3h G2i k8b r2b", "P*2e 2b2e", "P", "middle"),
    ("daikoma_wa_chikazukete_ukeyo", "K8h G7h k2b +r6a G6i", "P*6d", "P", "end"),
    ("ote_wa_ou_te", "K8h k2a l1a s3a", "L*2h 2a3b 8h9h", "L", "end"),
    ("ote_wa_ou_te", "K1h k8a l9a g7a", "R*8e 8a7b 1h1i", "R", "end"),
    ("gyoku_wa_tsutsumu_yo_ni_yoseyo", "K8h k5a", "G*5c", "2G", "end"),
    ("gyoku_wa_tsutsumu_yo_ni_yoseyo", "K8h k1a l2a", "G*2c", "2G", "end"),
    ("gyoku_wa_gedan_ni_otose", "K8h k2b", "G*2c 2b1a G*1b", "2G", "end"),
    ("gyoku_wa_gedan_ni_otose", "K8h k5b S5d", "G*5c 5b4a G*4b", "2G", "end"),
    ("gyoku_no_hara_kara_gin_wo_ute", "K8h G4c k2b", "S*3b", "S", "end"),
    ("gyoku_no_hara_kara_gin_wo_ute", "K8h k1c P2d", "S*2c", "S", "end"),
    ("gyoku_no_shiri_kara_gin_wo_ute", "K8h k2c +P3b", "S*2b", "S", "end"),
    ("gyoku_no_shiri_kara_gin_wo_ute", "K8h k5c N6d", "S*5b", "S", "end"),
    ("hishasaki_no_fu_kokan", "K5i R2h P2d k5a p2c", "(2c2d) 2h2d", "-", "opening"),
    ("hishasaki_no_fu_kokan", "K6h R2f P2d k5b p2c b2b", "(2c2d) 2f2d", "-", "opening"),
    ("fu_no_nai_shogi_wa_make_shogi", "K8h k3b", "P*5e", "P4p", "middle"),
    ("fu_no_nai_shogi_wa_make_shogi", "K8h k3b R2h", "P*2c", "P7p", "end"),
    ("kinzoko_no_fu_iwa_yori_katashi", "K7h G6h k3b +r1i", "P*6i", "P", "middle"),
    ("kinzoko_no_fu_iwa_yori_katashi", "K2h G4h k7b", "P*4i", "Pr", "end"),
    ("furibisha_ni_wa_kaku_kokan", "K7h R2h B8h k7b r4b b2b", "8h2b+", "-", "opening"),
    ("furibisha_ni_wa_kaku_kokan", "K6h R2h B7g k7b r5b b3c", "7g3c+", "-", "middle"),
    ("yonmai_no_seme_wa_kirenai", "K8h k2a R2i S3c G4b", "N*1d", "N", "end"),
    ("yonmai_no_seme_wa_kirenai", "K8h k5a +R5d G4c S6c B8e", "8e9d", "-", "middle"),
    ("uma_wa_jijin_ni_hike", "K8h +B3c k5a", "3c7g", "-", "middle"),
    ("uma_wa_jijin_ni_hike", "K2h +B5e k8b", "5e3g", "-", "end"),
    ("kin_wa_ushiro_kara_nerae", "K8h k2b g5c", "S*6b", "S", "middle"),
    ("kin_wa_ushiro_kara_nerae", "K8h k1b g6c", "B*5b 1b1c 5b6c", "B", "end"),
    ("gogo_no_i_wa_tennozan", "K8h k3b p5c n2a", "B*5e", "B", "middle"),
    ("gogo_no_i_wa_tennozan", "K8h P5e k3b p5c S4g", "4g5f", "-", "opening"),
    ("tokin_no_ushiro_ni_fu", "K8h +P4b k2a", "P*4c", "P", "end"),
    ("tokin_no_ushiro_ni_fu", "K8h +P7c k2a g6b", "P*7d", "2P", "middle"),
    ("gyoku_no_nigemichi_wo_akeyo", "K1i L2i G2h P1h k5a +r5i", "1h1g", "-", "end"),
    ("gyoku_no_nigemichi_wo_akeyo", "K2h L1i N2i G3h S3i G1h P1g P2g P3g k5a", "1g1f", "r", "middle"),
    ("hashifu_ni_wa_hashifu", "K2h L1i P1g k8b p1c", "(1c1d) 1g1f", "-", "opening"),
    ("hashifu_ni_wa_hashifu", "K8h L9i P9g k2b p9c", "(9c9d) 9g9f", "-", "opening"),
    ("tairo_wa_fu_de_tate", "K3i S2h N2i k5a r1h", "P*1g", "P", "middle"),
    ("tairo_wa_fu_de_tate", "K3i k5a b1i", "P*2h", "P", "middle"),
    ("hashifu_no_ato_ni_fu", "K8h L1i k2b l1a", "P*1c", "P", "middle"),
    ("hashifu_no_ato_ni_fu", "K2h L9g k8b l9a", "P*9d", "2P", "end"),
]
NEAR_MISSES: list[tuple[str, str, str, str, str]] = [
    # No fight yet; a castle around the king.
    ("igyoku_wo_sakeyo", "K5i G4i G6i P5g k3b", "5g5f", "b", "opening"),
    ("igyoku_wo_sakeyo", "K5i G4h G5h S6h P2f k3b", "2f2e", "r", "middle"),
    # A file lies between; the rook is in the enemy camp.
    ("gyokuhi_sekkin_subekarazu", "K5h R3h P5g k3b", "5g5f", "-", "middle"),
    ("gyokuhi_sekkin_subekarazu", "K4h R3c P5g k8b", "5g5f", "-", "middle"),
    # Another piece guards the one between; two pieces stand between.
    ("gyoku_wa_kakusuji_wo_sakeyo", "K7h P7f S6f G7g k3b b4d", "7h8h", "-", "opening"),
    ("gyoku_wa_kakusuji_wo_sakeyo", "K7h P5e S6f k3b b4d", "7h8h", "-", "opening"),
    # The pawn is retaken; it is not taken.
    ("kaisen_wa_fu_no_tsukisute_kara", "K7h R3h P3f k2b p3d", "3f3e 3d3e 3h3e", "-", "opening"),
    ("kaisen_wa_fu_no_tsukisute_kara", "K7h P2e P3f k3b p2c p3d", "3f3e 3b4b 7h8h", "-", "opening"),
    # A gold guards the silver; it goes away.
    ("ukigoma_ni_te_ari", "K7h k4a s8c g8b", "B*6e 4a3a 6e8c+", "B", "middle"),
    ("ukigoma_ni_te_ari", "K7h k4a s8c", "B*6e 8c8d 7h8h", "B", "middle"),
    # The knight stays at home; there is no bishop.
    ("seme_wa_hikaku_ginkei", "K7h R2h B8h S3f N2i k6a", "3f2e", "-", "middle"),
    ("seme_wa_hikaku_ginkei", "K7h R4h S4f N2e k6a", "4f4e", "-", "opening"),
    # A pawn of White's stands on the file already; it jumps on and takes a silver.
    ("kei_no_takatobi_fu_no_ejiki", "K7h N3g k6a s4b g3b g5b p4a p2c", "3g4e", "p", "middle"),
    ("kei_no_takatobi_fu_no_ejiki", "K7h N3g k6a s5c p4c", "3g4e", "-", "middle"),
    # It is dropped near; it reaches nothing far away.
    ("kyo_wa_gedan_kara_ute", "K7h k6a r2c", "L*2e", "L", "middle"),
    ("kyo_wa_gedan_kara_ute", "K7h k6a s2f", "L*2i", "L", "middle"),
    # The knight is on its first square; a pawn takes the silver.
    ("keito_no_gin", "K7h k4c n2a", "S*2b", "S", "middle"),
    ("keito_no_gin", "K7h k3b n4e p3e s3g", "S*4f", "S", "middle"),
    # The rook does not come nearer to the king; a pawn takes it, too.
    ("daikoma_wa_chikazukete_ukeyo", "K8h k3a r2b", "P*2e 2b2e", "P", "middle"),
    ("daikoma_wa_chikazukete_ukeyo", "K3h G2i k8b r2b p2d", "P*2e 2d2e", "P", "middle"),
    # The attack goes on with a check; the king goes to the corner.
    ("ote_wa_ou_te", "K8h k2a l1a s3a", "L*2h 2a3b G*4b", "LG", "end"),
    ("ote_wa_ou_te", "K8h k2b", "G*2c 2b1a 8h9h", "G", "end"),
    # No gold is left for the mate; the move is a check.
    ("gyoku_wa_tsutsumu_yo_ni_yoseyo", "K8h k5a", "G*5c", "G", "end"),
    ("gyoku_wa_tsutsumu_yo_ni_yoseyo", "K8h k5a P5c", "G*5b", "2G", "end"),
    # It goes up; the attack stops.
    ("gyoku_wa_gedan_ni_otose", "K8h k2b", "S*2a 2b2a G*2c", "SG", "end"),
    ("gyoku_wa_gedan_ni_otose", "K8h k2b", "G*2c 2b1a 8h9h", "G", "end"),
    # Nothing guards the silver; it is not beside the king.
    ("gyoku_no_hara_kara_gin_wo_ute", "K8h k2b", "S*3b", "S", "end"),
    ("gyoku_no_hara_kara_gin_wo_ute", "K8h G4d k2b", "S*3c", "S", "end"),
    # It is in front of the king; a gold is dropped.
    ("gyoku_no_shiri_kara_gin_wo_ute", "K8h k2c P2e", "S*2d", "S", "end"),
    ("gyoku_no_shiri_kara_gin_wo_ute", "K8h k2c +P3b", "G*2b", "G", "end"),
    # A pawn was won, not exchanged; the other file.
    ("hishasaki_no_fu_kokan", "K5i R2h k5a p2d", "(5a4a) 2h2d", "-", "opening"),
    ("hishasaki_no_fu_kokan", "K5i R3h P3d k5a p3c", "(3c3d) 3h3d", "-", "opening"),
    # One pawn is left; the opponent has few.
    ("fu_no_nai_shogi_wa_make_shogi", "K8h k3b", "P*5e", "2P4p", "middle"),
    ("fu_no_nai_shogi_wa_make_shogi", "K8h k3b", "P*5e", "P2p", "middle"),
    # Under a silver; White has no rook to come from the side.
    ("kinzoko_no_fu_iwa_yori_katashi", "K7h S6h k3b +r1i", "P*6i", "P", "middle"),
    ("kinzoko_no_fu_iwa_yori_katashi", "K7h G6h k3b", "P*6i", "Pg", "middle"),
    # Both rooks are static; both range.
    ("furibisha_ni_wa_kaku_kokan", "K7h R2h B8h k4b r8b b2b", "8h2b+", "-", "opening"),
    ("furibisha_ni_wa_kaku_kokan", "K3h R6h B8h k7b r4b b2b", "8h2b+", "-", "opening"),
    # Three pieces; the fourth is a pawn.
    ("yonmai_no_seme_wa_kirenai", "K8h k2a S3c G4b", "N*1d", "N", "end"),
    ("yonmai_no_seme_wa_kirenai", "K8h k2a R2i S3c G4b", "P*1b", "P", "end"),
    # The bishop promotes on the way; the horse goes elsewhere.
    ("uma_wa_jijin_ni_hike", "K8h B3c k5a", "3c7g+", "-", "middle"),
    ("uma_wa_jijin_ni_hike", "K8h +B3c k5a", "3c6f", "-", "middle"),
    # The king guards the square; it attacks from the front.
    ("kin_wa_ushiro_kara_nerae", "K8h k6a g5c", "S*6b", "S", "middle"),
    ("kin_wa_ushiro_kara_nerae", "K8h k2b g5c", "S*5d", "S", "middle"),
    # A pawn attacks the square; no pawn is there.
    ("gogo_no_i_wa_tennozan", "K8h k3b p5d n2a", "B*5e", "B", "middle"),
    ("gogo_no_i_wa_tennozan", "K8h P5g k3b p5c S4g", "4g5f", "-", "opening"),
    # The pawn is beside it; the piece is a promoted silver.
    ("tokin_no_ushiro_ni_fu", "K8h +P4b k2a", "P*3c", "P", "end"),
    ("tokin_no_ushiro_ni_fu", "K8h +S4b k2a", "P*4c", "P", "end"),
    # The king had room; the new square is attacked.
    ("gyoku_no_nigemichi_wo_akeyo", "K5i P4h k5a +r1c", "4h4g", "-", "end"),
    ("gyoku_no_nigemichi_wo_akeyo", "K1i L2i G2h P1h k5a +r5i b4e", "1h1g", "-", "end"),
    # The king is on the other side; the pawn was not pushed just now.
    ("hashifu_ni_wa_hashifu", "K8h L1i P1g k8b p1c", "(1c1d) 1g1f", "-", "opening"),
    ("hashifu_ni_wa_hashifu", "K2h L1i P1g k8b p1d", "(8b8a) 1g1f", "-", "opening"),
    # Nothing guards the pawn; the rook has another way.
    ("tairo_wa_fu_de_tate", "K8h k5a b1i", "P*2h", "P", "middle"),
    ("tairo_wa_fu_de_tate", "K4i S3h N2i k5a r1h", "P*1g", "P", "middle"),
    # White still has the pawn; there is no lance.
    ("hashifu_no_ato_ni_fu", "K8h L1i k2b l1a p1b", "P*1d", "P", "middle"),
    ("hashifu_no_ato_ni_fu", "K8h k2b l1a", "P*1c", "P", "middle"),
]


def test_every_proverb_has_two_positions_and_two_near_misses() -> None:
    for table in (FITS, NEAR_MISSES):
        counts = Counter(each[0] for each in table)
        assert {id for id in DETECTORS if counts[id] < 2} == set()


@pytest.mark.parametrize(("id", "pieces", "moves", "hands", "phase"), FITS)
def test_it_applies(id: str, pieces: str, moves: str, hands: str, phase: str) -> None:
    assert DETECTORS[id](played(pieces, moves, hands=hands, phase=phase)) is not None  # type: ignore[arg-type]


@pytest.mark.parametrize(("id", "pieces", "moves", "hands", "phase"), NEAR_MISSES)
def test_it_stays_silent(id: str, pieces: str, moves: str, hands: str, phase: str) -> None:
    assert DETECTORS[id](played(pieces, moves, hands=hands, phase=phase)) is None  # type: ignore[arg-type]
