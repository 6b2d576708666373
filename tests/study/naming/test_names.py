"""The names of a game: openings, castles and attacks of both sides."""

from __future__ import annotations

import json
import string
import sys
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))

from study_names import header_rows, measure

from komadai import Board, Move, kifu, study
from komadai.errors import ArgumentTypeError
from komadai.study.naming.pairings import PAIRING_IDS
from komadai.study.naming.rules import Rule, all_rules
from tests.study.naming.games import black_only, game, turned, with_pieces

MINO = "7g7f 6g6f 2h6h 5i4h 4h3h 3h2h 3i3h 6i5h"


def ids(of: kifu.Game, side: str = "black", kind: str | None = None) -> dict[str, int]:
    """The ids of a side with their plies."""
    return {each.id: each.ply for each in study.names(of) if each.side == side and kind in (None, each.kind)}


class TestCastles:
    def test_mino_in_the_six_steps_of_the_book(self) -> None:
        found = ids(black_only(MINO), kind="castle")
        assert found == {"kata_mino": 13, "hon_mino": 15}

    def test_a_castle_stands_until_one_of_its_pieces_leaves(self) -> None:
        names = study.names(black_only(f"{MINO} 4g4f 5h4g"))
        until = {each.id: each.until for each in names if each.kind == "castle"}
        assert until == {"kata_mino": None, "hon_mino": 19, "taka_mino": None}

    def test_the_crab_comes_before_yagura(self) -> None:
        crab = "7g7f 7i6h 6g6f 5g5f 6i7h 4i5h 5i6i"
        found = ids(black_only(f"{crab} 6h7g 5h6g 6i7i 8h6h 7i8h 8h8i"), kind="castle")
        assert found["kani"] == 13

    def test_yagura_is_a_castle_and_an_opening(self) -> None:
        moves = "7g7f 7i6h 6g6f 6h7g 6i7h 4i5h 5h6g 8h7i 7i6h 5i6i 6i7i 7i8h"
        kinds = {each.kind: each.ply for each in study.names(black_only(moves)) if each.id == "yagura"}
        assert kinds == {"opening": 7, "castle": 23}

    def test_a_captured_piece_breaks_a_castle(self) -> None:
        names = study.names(game("5g5h+", "4k4/9/9/9/9/9/4p4/4G1SK1/5G3 w - 1"))
        assert {each.id: (each.ply, each.until) for each in names} == {
            "kata_mino": (0, None), "hon_mino": (0, 1),
        }  # fmt: skip

    @pytest.mark.parametrize("rule", [r for r in all_rules().rules if r.kind == "castle"], ids=lambda r: r.id)
    @pytest.mark.parametrize("side", ["black", "white"])
    def test_every_pattern_has_its_name_on_both_sides(self, rule: Rule, side: str) -> None:
        for pattern in patterns_of(rule):
            made = with_pieces(pattern, black=side == "black")
            king_free = "K" not in pattern
            if king_free and rule.king_files and not rule.king_files[0] <= 5 <= rule.king_files[1]:
                continue
            assert rule.id in ids(made, side), pattern

    def test_the_boat_has_one_name(self) -> None:
        boats = [each for each in all_rules().rules if "舟囲い" in (each.ja, *each.aliases)]
        assert [each.id for each in boats] == ["funagakoi"]
        assert "船囲い" in boats[0].aliases

    def test_both_meanings_of_mino_are_named(self) -> None:
        named = {
            each.id for each in all_rules().rules if any("Mino" in text for text in (each.en, *each.aliases))
        }
        assert {"hon_mino", "furi_ginkan"} <= named


class TestPrinted:
    def test_a_game_of_1834(self, shared_data: Path) -> None:
        wada_amano = printed(shared_data, "Munekichi Wada")
        assert ids(wada_amano, kind="castle") == {"funagakoi": 15}
        assert ids(wada_amano, "white", "castle") == {"kata_mino": 20, "hon_mino": 26, "taka_mino": 48}
        assert ids(wada_amano, "white")["shikenbisha"] == 10

    def test_many_silvers_at_two_pieces(self, shared_data: Path) -> None:
        assert ids(printed(shared_data, "Junji Ishigaki"), kind="castle") == {"gintaden": 52}

    def test_a_silver_crown_against_anaguma(self) -> None:
        start = "ln3gsnk/1r4g1l/p1pppsbpp/1p3pp2/9/2P3P1P/PP1PPG1S1/1B1R2GK1/LN5NL b - 1"
        found = game("", start)
        assert "furi_ginkan" in ids(found)
        assert "anaguma" in ids(found, "white")


class TestOpenings:
    @pytest.mark.parametrize(
        ("rook", "name"),
        [("8h", "mukaibisha"), ("7h", "sankenbisha"), ("6h", "shikenbisha"), ("5h", "nakabisha")],
    )
    def test_the_file_of_a_ranging_rook(self, rook: str, name: str) -> None:
        first = "7g7f 6g6f 8h7g" if rook == "8h" else "7g7f 6g6f"
        found = ids(black_only(f"{first} 2h{rook}"), kind="opening")
        assert found == {name: 2 * len(first.split()) + 1}

    def test_right_fourth_file_rook_is_no_fourth_file_rook(self) -> None:
        found = ids(black_only("7g7f 4g4f 2h4h"), kind="opening")
        assert found == {"migi_shikenbisha": 5}

    def test_cheerful_central_rook_leaves_the_diagonal_open(self) -> None:
        assert "gokigen_nakabisha" in ids(black_only("7g7f 5g5f 2h5h"))
        assert "gokigen_nakabisha" not in ids(black_only("7g7f 5g5f 6g6f 2h5h"))

    def test_bishop_exchange_belongs_to_both(self) -> None:
        moves = "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i6h 4a3b 6i7h 2b7g+ 6h7g 3a2b"
        exchange = game(f"{moves} 3i3h 2b3c 3g3f 7a6b 5i6h 5a4b 3h3g 6c6d")
        assert ids(exchange)["kakugawari"] == ids(exchange, "white")["kakugawari"] == 11
        assert "itte_zon_kakugawari" not in ids(exchange, "white")

    def test_white_loses_a_turn_by_taking_the_bishop_at_home(self) -> None:
        moves = "7g7f 3c3d 2g2f 4a3b 2f2e 2b8h+ 7i8h 3a2b 8h7g 2b3c"
        lost = game(f"{moves} 3i3h 7a6b 5i6h 5a4b 3g3f 6c6d")
        assert ids(lost, "white")["itte_zon_kakugawari"] == 6
        assert ids(lost)["kakugawari"] == 7

    def test_a_bishop_exchange_with_a_ranging_rook_is_another_opening(self) -> None:
        moves = "7g7f 3c3d 8h2b+ 3a2b 7i8h 8c8d 2h6h 2b3c 8h7g 7a6b"
        found = ids(game(moves))
        assert "kakugawari" not in found
        assert found["kakukokan_shikenbisha"] == 7

    def test_side_pawn_capture_replaces_double_wing_attack(self) -> None:
        moves = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f"
        assert "aigakari" in ids(game(moves))
        captured = game(f"{moves} 2d3d 2b3c")
        assert ids(captured)["yokofudori"] == 15
        assert "aigakari" not in ids(captured)
        assert "aigakari" not in ids(captured, "white")

    @pytest.mark.parametrize(
        "right_silver",
        ["", "3i4h 4h5g", "3i4h 4g4f 4h4g", "3i4h 4g4f 4h4g 4g5f", "3i3h", "2g2f 3i4h 4h3g 3g2f"],
        ids=["at home", "on 5g", "on 4g", "on 5f", "on 3h", "on 2f"],
    )
    def test_gangi_is_the_left_silver_on_6g_beside_the_gold(self, right_silver: str) -> None:
        found = ids(black_only(f"7g7f 6g6f 7i6h 6h6g 6i7h {right_silver} 5i6i"), kind="opening")
        assert found["gangi"] == 9

    @pytest.mark.parametrize(
        "moves",
        [
            "7g7f 6g6f 7i6h 6h6g 6i7h 2h6h 5i4h 4h3h",  # ranging rook
            "7g7f 6g6f 7i6h 6h7g 6i7h 3i4h 5g5f 4h5g 5g6h 6h6g",  # a second silver, behind yagura
            "7g7f 6g6f 7i6h 6h6g 5i6h 6i5h",  # without the gold
            "7g7f 6g6f 7i6h 6h7g 6i7h 7g6h 6h6g",  # yagura was built first
            f"7g7f 6g6f 7i6h 6i7h {' '.join(['1i1h 1h1i'] * 6)} 6h6g",  # after the opening
        ],
    )
    def test_a_silver_on_6g_is_not_always_gangi(self, moves: str) -> None:
        assert "gangi" not in ids(black_only(moves))

    def test_a_silver_on_6g_after_rook_pawns_were_exchanged_is_not_gangi(self) -> None:
        moves = (
            "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 8e8f 8g8f 8b8f P*8g 8f8b "
            "7g7f 9a9b 6g6f 9b9a 7i6h 9a9b 6h6g"
        )
        found = ids(game(moves))
        assert "aigakari" in found
        assert "gangi" not in found

    def test_yagura_without_the_pawn_on_6f(self) -> None:
        moves = "7g7f 7i6h 6h7g 2g2f 3i4h 6i7h 3g3f 4i5h 2i3g 5i6i 4g4f 4h4g 9g9f 1g1f 2h2i"
        assert "yagura" not in ids(black_only(moves))
        assert ids(black_only(f"{moves} 2i2h"), kind="opening")["yagura"] == 30

    def test_yagura_without_the_pawn_on_6f_is_not_the_bishop_exchange(self) -> None:
        moves = "7g7f 3c3d 2g2f 8c8d 8h2b+ 3a2b 7i6h 2b3c 6h7g 7a6b"
        found = ids(game(f"{moves} {' '.join(['5i6h 5a4b 6h5i 4b5a'] * 6)}"), kind="opening")
        assert "kakugawari" in found
        assert "yagura" not in found

    @pytest.mark.parametrize(
        ("rook", "name"), [("2h8h", "mukaibisha"), ("2h7h", "sankenbisha"), ("2h5h", "nakabisha")]
    )
    def test_the_bishops_may_be_exchanged_before_the_rook_ranges(self, rook: str, name: str) -> None:
        found = ids(game(f"7g7f 3c3d 9g9f 8c8d 8h2b+ 3a2b 7i8h 2b3c 8h7g 7a6b {rook}"), kind="opening")
        assert (found[name], found["kakukokan_furibisha"]) == (11, 11)
        late = ids(black_only("7g7f 2h7h 5i4h 4h3h 3h2h 3i3h 9g9f 1g1f 6i5h 4g4f 3g3f 7f7e"))
        assert "kakukokan_furibisha" not in late

    def test_silver_attacks_are_attacks(self) -> None:
        kinds = {each.id: each.kind for each in all_rules().rules}
        assert {kinds[each] for each in ("bogin", "hayakurigin", "koshikakegin")} == {"attack"}
        climbing = black_only("2g2f 2f2e 3i3h 3h2g 2g2f")
        assert ids(climbing, kind="attack") == {"bogin": 9}

    @pytest.mark.parametrize(
        ("black", "white", "expected"),
        [
            ("2h6h", "8b8d", ("furibisha_tai_ibisha", "ibisha_tai_furibisha")),
            ("2h6h", "8b4b", ("aifuribisha", "aifuribisha")),
            ("2g2f", "8b4b", ("ibisha_tai_furibisha", "furibisha_tai_ibisha")),
            ("2g2f", "8b8d", ("ai_ibisha", "ai_ibisha")),
        ],
    )
    def test_four_pairings(self, black: str, white: str, expected: tuple[str, str]) -> None:
        shuffle = "5i5h 5a5b 5h5i 5b5a " * 7
        moves = f"7g7f 8c8d 6g6f 3c3d {black} {white if white != '8b8d' else '7a6b'} {shuffle}"
        played = game(moves)
        pairing = {"ai_ibisha", "aifuribisha", "ibisha_tai_furibisha", "furibisha_tai_ibisha"}
        for side, name in zip(("black", "white"), expected, strict=True):
            assert pairing & set(ids(played, side)) == {name}


class TestAttacksOnYagura:
    """Those of the fifth of the documents."""

    ROOK_PAWN = "2g2f 3c3d 2f2e 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 3a4b "
    """Black exchanges the rook's pawn and has a pawn in hand."""
    YAGURA = (
        "3g3f 4b3c 2i3g 5c5d 6i7h 6a5b 4g4f 4c4d 1g1f 5b4c 9g9f 5a4a 9f9e 2b3a 7i6h 3a6d 3i4h 4a3a 4h4g 3a2b "
    )

    def test_the_knight_jumps_with_a_pawn_in_hand(self) -> None:
        played = game(self.ROOK_PAWN + self.YAGURA + "3g2e")
        assert ids(played, kind="attack") == {"yagura_keima": 31}
        assert ids(turned(played), "white", "attack") == {"yagura_keima": 31}

    def test_without_a_pawn_in_hand_the_jump_is_no_such_attack(self) -> None:
        played = game(self.ROOK_PAWN + "P*2f 1a1b " + self.YAGURA + "3g2e")
        assert ids(played, kind="attack") == {}

    def test_without_a_yagura_the_jump_is_no_such_attack(self) -> None:
        assert ids(game(self.ROOK_PAWN + "3g3f 5a4a 2i3g 4a4b 3g2e"), kind="attack") == {}

    def test_a_pawn_is_dropped_where_the_edge_pawn_was(self) -> None:
        played = game(self.ROOK_PAWN + self.YAGURA + "4i5h 1c1d 1f1e 1d1e P*1c")
        assert ids(played, kind="attack") == {"yagura_hashi_no_fu": 35}

    def test_a_pawn_is_dropped_where_the_silver_belongs(self) -> None:
        played = game(self.ROOK_PAWN + self.YAGURA + "3g2e 3c2d P*3c")
        assert ids(played, kind="attack") == {"yagura_keima": 31, "yagura_gin_no_ato_no_fu": 33}

    def test_without_a_yagura_a_dropped_pawn_is_no_such_attack(self) -> None:
        edge = game(self.ROOK_PAWN + "1g1f 1c1d 9g9f 5a4a 9f9e 4a3a 1f1e 1d1e P*1c")
        silver = game(self.ROOK_PAWN + "3g3f 5a4a 3f3e 3d3e P*3c")
        assert [ids(each, kind="attack") for each in (edge, silver)] == [{}, {}]


class TestNames:
    def test_every_name_is_in_both_languages_and_its_id_in_ascii(self) -> None:
        allowed = set(string.ascii_lowercase + string.digits + "_")
        for rule in all_rules().rules:
            assert rule.ja.strip()
            assert rule.en.strip()
            assert rule.en.isascii()
            assert set(rule.id) <= allowed

    def test_ids_are_those_of_the_castles_file(self, shared_data: Path) -> None:
        known = json.loads((shared_data / "castles.json").read_text())
        castles = {each["id"] for each in known["best_known_15"] + known["other_castles"]}
        assert castles <= {each.id for each in all_rules().rules}

    def test_the_id_of_an_opening_is_its_romaji(self, shared_data: Path) -> None:
        known = json.loads((shared_data / "castles.json").read_text())["openings"]
        plain = str.maketrans({"ō": "o", "ū": "u", "-": "_", " ": "_"})
        wanted = {each["romaji"].translate(plain) for each in known}
        # The castles file has an id of its own for Ureshino.
        assert wanted - {"ureshino_ryu"} <= {each.id for each in all_rules().rules} | set(PAIRING_IDS)

    @pytest.mark.parametrize(
        ("moves", "expected"),
        [
            ("2g2f 8c8d 2f2e 8d8e 6i7h 4a3b", "hishasaki_no_tsukiai"),
            ("7g7f 3c3d 6g6f 4c4d 7i6h 8b4b", "kakumichi_no_akeai"),
            ("7g7f 3c3d 8h2b+ 3a2b 3i4h 6a5b", "kakumichi_no_akeai"),
            ("7g7f 3c3d 7f7e 8b4b 2h7h 5a6b", "kakumichi_no_akeai"),
            ("7g7f 3c3d 2g2f 4c4d 2f2e 2b3c", None),
            ("2g2f 3c3d 7g7f 8c8d 2f2e 8d8e", None),
            ("2g2f 8c8d 2f2e 8d8e 6i7h", None),
        ],
    )
    def test_rook_and_bishop_openings_are_those_of_both_sides_after_six_plies(
        self, moves: str, expected: str | None
    ) -> None:
        first = {"hishasaki_no_tsukiai", "kakumichi_no_akeai"}
        found = [(each.ply, each.side, each.id) for each in study.names(game(moves)) if each.id in first]
        assert found == [(6, side, expected) for side in ("black", "white") if expected]

    def test_there_are_more_than_25_openings(self) -> None:
        assert sum(each.kind == "opening" for each in all_rules().rules) > 25

    def test_a_name_is_read_like_its_json(self) -> None:
        (name,) = [each for each in study.names(black_only(MINO)) if each.id == "hon_mino"]
        expected = {
            "ply": 15, "side": "black", "kind": "castle", "id": "hon_mino", "ja": "本美濃囲い", "en": "Mino",
            "until": None,
        }  # fmt: skip
        assert name.to_dict() == dict(name) == expected
        assert name["ja"] == name.ja
        with pytest.raises(KeyError):
            name["moves"]

    def test_names_come_in_the_order_of_play(self) -> None:
        plies = [each.ply for each in study.names(black_only(f"{MINO} 5h4g 9g9f 9f9e 1g1f"))]
        assert plies == sorted(plies)

    def test_a_turned_game_swaps_the_sides(self) -> None:
        assert swapped(black_only(MINO)) == names_of(turned(black_only(MINO)))

    def test_every_game_of_the_corpus_turned_swaps_the_sides(self, shared_data: Path) -> None:
        for played in corpus(shared_data, 8):
            assert swapped(played) == names_of(turned(played))

    def test_games_that_have_no_names(self) -> None:
        assert study.names(kifu.Game()) == []
        assert study.names(game("7g7f")) == []
        with pytest.raises(ArgumentTypeError):
            study.names("7g7f")  # type: ignore[arg-type]

    def test_a_game_of_a_variant_has_no_names(self) -> None:
        assert study.names(kifu.VariantGame("minishogi")) == []

    def test_a_handicap_game_has_names_of_both_sides(self) -> None:
        start = "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
        played = game("3c3d 7g7f 8b4b 2g2f 5a6b 2f2e", start)
        assert ids(played, "white") == {"shikenbisha": 3, "furibisha_tai_ibisha": 6}

    def test_a_position_with_moved_pieces_has_castles_only(self) -> None:
        start = "5k3/9/9/9/9/9/PPPPPPPPP/7R1/LNSGKGSNL b - 1"
        assert ids(game("2h6h 4a5a 5i4h 5a4a 4h3h 4a5a 3h2h 5a4a 3i3h", start)) == {"kata_mino": 9}

    def test_a_move_that_cannot_be_played_ends_the_search(self) -> None:
        broken = black_only(MINO)
        broken.extend([Move.from_usi("5e5d"), Move.from_usi("5h4g")])
        assert "hon_mino" in ids(broken)
        assert "taka_mino" not in ids(broken)

    def test_a_gold_cannot_promote(self) -> None:
        broken = black_only(MINO)
        broken.extend([Move.from_usi("9b9a"), Move.from_usi("4i3i+"), Move.from_usi("9a9b")])
        assert "hon_mino" in ids(broken)

    @pytest.mark.parametrize("seed", range(200))
    def test_any_moves_can_be_given(self, seed: int) -> None:
        chance = Random(seed)
        board = Board()
        moves: list[Move] = []
        for _ in range(chance.randrange(200)):
            if chance.random() < 0.01 or not board.legal_moves:
                moves.append(Move.from_int(chance.randrange(1, 81) | chance.randrange(82, 89) << 7))
                break
            moves.append(chance.choice(board.legal_moves))
            board.push(moves[-1])
        played = kifu.Game()
        played.extend(moves)
        assert swapped(played) == names_of(turned(played))
        assert all(each.ply <= len(moves) for each in study.names(played))

    def test_a_castle_with_two_patterns_stands_while_one_of_them_does(self) -> None:
        start = "4k4/9/9/9/9/9/6GS1/6GK1/3R5 b - 1"
        crown = [each for each in study.names(game("3g4f 5a4a 2g1f", start)) if each.id == "furi_ginkan"]
        assert [(each.ply, each.until) for each in crown] == [(0, 3)]


class TestAccuracy:
    def test_the_frequent_names_of_games_labelled_by_hand(self, shared_data: Path) -> None:
        rows = measure(shared_data)
        frequent = sorted(rows, key=lambda row: -row.labelled)[:30]
        right = sum(row.right for row in frequent)
        assert right / sum(row.right + row.wrong for row in frequent) >= 0.95
        assert right / sum(row.right + row.missed for row in frequent) >= 0.85

    def test_openings_that_headers_of_records_name(self, shared_data: Path) -> None:
        rows = {row.id: row for row in header_rows(shared_data)}
        missed = {row.id: row.games - row.found for row in rows.values()}
        assert rows["yagura"].games == 219
        assert missed["yagura"] <= 10
        assert missed["gangi"] == 0
        assert sum(missed.values()) / sum(row.games for row in rows.values()) < 0.04

    def test_no_pattern_is_found_in_a_third_of_all_games(self, shared_data: Path) -> None:
        games = corpus(shared_data, 4)
        counts: dict[tuple[str, str], int] = {}
        for played in games:
            for each in {(name.kind, name.id) for name in study.names(played)}:
                counts[each] = counts.get(each, 0) + 1
        pairings = {"ai_ibisha", "aifuribisha", "ibisha_tai_furibisha", "furibisha_tai_ibisha"}
        often = {each for each, count in counts.items() if 3 * count > len(games)}
        assert {each[1] for each in often} <= pairings


def patterns_of(rule: Rule) -> list[str]:
    """The patterns of a rule as they are written in its file."""
    from importlib.resources import files

    table = tomllib.loads(files("komadai.study.naming").joinpath("castles.toml").read_text(encoding="utf-8"))
    tables = {each["id"]: each for each in table["name"]}
    written: list[str] = tables[rule.id].get("patterns") or [
        " ".join(f"{each[:-2]}{10 - int(each[-2])}{each[-1]}" for each in pattern.split())
        for pattern in tables[tables[rule.id]["mirror_of"]]["patterns"]
    ]
    return written


def corpus(shared_data: Path, step: int) -> list[kifu.Game]:
    """Every ``step``-th game of the corpora."""
    lines: list[str] = []
    for name in ("gsdb", "wcsc28"):
        lines += (shared_data / "games" / name / "games.jsonl").read_text().splitlines()
    return [game(json.loads(line)["moves"]) for line in lines[::step]]


def printed(shared_data: Path, player: str) -> kifu.Game:
    """The game of this player among the printed ones."""
    games = json.loads((shared_data / "games" / "printed_games.json").read_text())
    (found,) = [each for each in games if player in each["name"]]
    return game(found["moves"], found["start"])


def names_of(played: kifu.Game) -> set[tuple[Any, ...]]:
    return {(each.ply, each.side, each.kind, each.id, each.until) for each in study.names(played)}


def swapped(played: kifu.Game) -> set[tuple[Any, ...]]:
    other = {"black": "white", "white": "black"}
    return {(ply, other[side], kind, name, until) for ply, side, kind, name, until in names_of(played)}


def test_boards_are_turned_as_the_board_turns_them() -> None:
    assert turned(game("7g7f")).board().sfen() == Board().mirror().sfen()
