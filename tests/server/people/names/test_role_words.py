"""Which names look like a role on the server, in English and Japanese."""

from __future__ import annotations

import pytest

from komadai.server.people.names.role_words import has_role_word, is_reserved, is_role

ROLES = """
    アドミン サーバー管理 運営スタッフ admin Admin2 AdminTaro adm1n admIn аdmin a-d-m-i-n m0derator mod staff7
    運営の田中 スタッフ田中 田中スタッフ 田中（運営） 駒台運営 駒台サポート 管理部 運営チーム あどみん
    すたっふ ★運営★ モデレ一夕一 Komadai 公式アカウント 審判部 official Ｓｔａｆｆ ŚTAFF ｽﾀｯﾌ 事務局
    サーバー管理者 管理人さん root サポートセンター KomadaiAdmin player You 先手 黒
    adm!n @dmin 4dmin @dm1n ST@FF 5taff $taff ᴀᴅᴍɪɴ 🅰dmin tanakaadmin superuser no-reply postmaster
    運營 運宮 菅理者 菅理人 管埋者 管理员 アドミソ スタツフ モデレ-タ- うんえい かんりしゃ すたっふさん
    運営太郎 運営田中 田中運営 田中管理者 審判長田中 元運営 第一運営 運営二号 鯖管理者 管理者１号
    大会運営 大会本部 実行委員会 主催者 主審 審判団 審判委員 公式記録係 お客様サポート Komadai開発 KomadaiDev
    Komadai_JP KOMADAI_BOT Tournament_Director GameMaster
"""
ROLES_WITH_BLANKS = [
    "Komadai staff", "Komadai Support Team", "運 営", "Server Admin", "Taro Official", "deleted player 3",
    "the mods", "審判長 山田", "Arbiter Tanaka",
]  # fmt: skip
ORDINARY = """
    Taro yamada841 Stafford Staffan Modesto Modric Admiral Officer Teamwork Supporter Rooty Commodore
    Amadeus 駒台
    羽生善治 駒台太郎 管理栄養士 リスク管理 審判の日 非公式戦 サバ スタッカート アドミラル モデル
    長谷川 部長 一郎 黒田官兵衛 白黒 渡辺明 サポーター サーバント 名人A shogi_bot shogi_engine team7
    model_T José こまち
    badminton_fan Falstaff Nomad Comodo Moderna Directorate Komadori Botvinnik Łukasz Борис Καλλιόπη 김철수
    若宮 宮本 菅野 菅原 管弦楽 理人 経営者 国営 運河 運試し 営業部長 野球部員 大会荒らし 主将 観戦者A
    記録破り 審也 公平 局長 事務員 先手党 スタッカー サーブ アドバイス マソン
"""
ORDINARY_WITH_BLANKS = [
    "Komadai fan", "Team Tokyo", "Adminton Club", "Admiral Nelson", "羽生 ファン", "System Tal", "Me and you",
]  # fmt: skip
PROGRAMS = "komadai komadai_v2 test-server black bot YaneuraOu elmo_0.1 team_1 gps support_vector"


@pytest.mark.parametrize("name", [*ROLES.split(), *ROLES_WITH_BLANKS])
def test_a_name_that_looks_like_a_role_is_noticed(name: str) -> None:
    assert is_role(name)


@pytest.mark.parametrize("name", [*ORDINARY.split(), *ORDINARY_WITH_BLANKS])
def test_an_ordinary_name_is_none(name: str) -> None:
    assert not is_role(name)


@pytest.mark.parametrize("name", ["player", "Owner_1", "server2", "spectator"])
def test_the_name_of_an_account_may_be_a_word_that_is_no_displayed_name(name: str) -> None:
    assert not is_reserved(name)


@pytest.mark.parametrize("name", PROGRAMS.split())
def test_the_name_of_a_program_has_no_role_as_a_word(name: str) -> None:
    assert not has_role_word(name)


@pytest.mark.parametrize("name", ["admin", "komadai-staff", "moderator.1", "official_bot"])
def test_a_program_has_no_name_with_a_role_as_a_word(name: str) -> None:
    assert has_role_word(name)
