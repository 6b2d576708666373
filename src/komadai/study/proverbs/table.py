"""The table of proverbs: their texts, read from ``proverbs.toml``, and the detector of each."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from komadai.study.proverbs import attack, endgame, opening

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from komadai.study.proverbs.evidence import Evidence
    from komadai.study.proverbs.played import Played

    Detector = Callable[[Played], Evidence | None]


class Sentence(NamedTuple):
    """One sentence in English and Japanese; squares are written ``{0}``, ``{1}``, a number ``{number}``."""

    en: str
    ja: str


@dataclass(frozen=True, slots=True)
class Proverb:
    """A proverb and what is said with it."""

    id: str
    """The name in ASCII."""
    ja: str
    en: str
    about: Sentence
    """Its meaning."""
    said: Sentence
    """The sentence about the evidence in the position."""
    hint: Sentence | None
    """The coach's text about a move that it has in mind."""
    chance: Sentence | None
    """The coach's text if the opponent has gone against the proverb."""
    warning: Sentence | None
    """The coach's text if the player has gone against it."""
    breaks: bool
    """Whether the move goes against the proverb."""
    measured: bool
    """Whether it is said only in reviews, with the values of an engine."""


DETECTORS: Final[Mapping[str, Detector]] = {
    "gyoku_wa_gedan_ni_otose": endgame.driven_to_back_rank,
    "gyoku_wa_tsutsumu_yo_ni_yoseyo": endgame.surrounded_king,
    "gyoku_no_shiri_kara_gin_wo_ute": endgame.silver_behind_king,
    "gyoku_no_hara_kara_gin_wo_ute": endgame.silver_at_belly,
    "ote_wa_ou_te": endgame.check_that_chases,
    "yonmai_no_seme_wa_kirenai": endgame.four_piece_net,
    "kei_no_takatobi_fu_no_ejiki": attack.far_jumping_knight,
    "keito_no_gin": attack.silver_at_knights_head,
    "kin_wa_ushiro_kara_nerae": attack.gold_from_behind,
    "kinzoko_no_fu_iwa_yori_katashi": attack.gold_with_pawn_below,
    "tokin_no_ushiro_ni_fu": attack.tokin_with_pawn_behind,
    "tairo_wa_fu_de_tate": attack.retreat_cut_off,
    "daikoma_wa_chikazukete_ukeyo": attack.major_drawn_closer,
    "uma_wa_jijin_ni_hike": attack.horse_home,
    "gyoku_no_nigemichi_wo_akeyo": attack.back_door,
    "hashifu_no_ato_ni_fu": attack.pawn_where_edge_pawn_was,
    "ukigoma_ni_te_ari": attack.unprotected_piece,
    "kyo_wa_gedan_kara_ute": attack.lance_from_afar,
    "gogo_no_i_wa_tennozan": opening.centre_taken,
    "furibisha_ni_wa_kaku_kokan": opening.bishops_exchanged_with_ranging_rook,
    "gyoku_wa_kakusuji_wo_sakeyo": opening.king_on_bishops_diagonal,
    "gyokuhi_sekkin_subekarazu": opening.king_beside_rook,
    "igyoku_wo_sakeyo": opening.sitting_king,
    "fu_no_nai_shogi_wa_make_shogi": opening.last_pawn_spent,
    "kaisen_wa_fu_no_tsukisute_kara": attack.pawn_sacrifice,
    "hishasaki_no_fu_kokan": opening.rook_pawn_exchanged,
    "seme_wa_hikaku_ginkei": attack.rook_bishop_silver_knight,
    "hashifu_ni_wa_hashifu": opening.edge_pawn_answered,
}
"""By the id of the proverb; those that are measured have none."""


@cache
def all_proverbs() -> Mapping[str, Proverb]:
    """The proverbs by id; the more important one first."""
    text = files(__package__).joinpath("proverbs.toml").read_text(encoding="utf-8")
    return {each["id"]: _proverb(each) for each in tomllib.loads(text)["proverb"]}


def _proverb(table: Mapping[str, Any]) -> Proverb:
    def sentence(name: str) -> Sentence | None:
        return Sentence(table[f"{name}_en"], table[f"{name}_ja"]) if f"{name}_en" in table else None

    about, said = sentence("about"), sentence("said")
    assert about is not None, table["id"]
    assert said is not None, table["id"]
    return Proverb(
        id=table["id"],
        ja=table["ja"],
        en=table["en"],
        about=about,
        said=said,
        hint=sentence("hint"),
        chance=sentence("chance"),
        warning=sentence("warning"),
        breaks=table.get("breaks", False),
        measured=table.get("measured", False),
    )
