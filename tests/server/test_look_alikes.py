"""Which words look the same."""

from __future__ import annotations

import pytest

from komadai.server.look_alikes import looks_of, mixes_alphabets


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Alice", "alice"),
        ("аӏісе", "alice"),  # all Cyrillic
        ("ΑΚΙRΑ", "akira"),
        ("Ｈａｂｕ", "habu"),
        ("モデレ一夕一", "モデレーター"),  # kanji for katakana
        ("yamada841.", "yamada841"),
        ("yamada841ˈ", "yamada841"),
        ("yamada841ˑ", "yamada841"),
        ("yamada841\u0323", "yamada841"),
        ("yam-ada841", "yamada841"),
        ("yamada84_1", "yamada841"),
        ("Yamada-８４１", "yamada841"),
        ("yamada841—", "yamada841"),
        ("yamada841ー", "yamada841"),
        ("yamada84l", "yamada841"),
        ("yarnada841", "yamada841"),
        ("yаmаdа841", "yamada841"),
        ("ｙ𝐚𝓂ada841", "yamada841"),
        ("yámàda841", "yamada841"),
        ("Ivan", "lvan"),
        ("O2", "02"),
        ("vv0lf", "w0lf"),
        ("ʏᴀᴍᴀᴅᴀ841", "yamada841"),  # small capitals
        ("ᎽᎪᎷᎪᎠᎪ841", "yamada841"),  # Cherokee
        ("yamaɗa841", "yamada841"),  # a letter with a hook, which Unicode does not take apart
        ("ⱥlice", "alice"),
        ("🅰lice", "alice"),
        ("yamada84❶", "yamada841"),
        ("yamada84❙", "yamada841"),
        ("yamada84丨", "yamada841"),
        ("yamada841゜", "yamada841"),
        ("w○lf", "wolf"),
        ("Al!ce", "alice"),
        ("Alic€", "alice"),
        ("y@mada841", "yamada841"),
        ("yamada841!", "yamada841"),
        ("ソフト", "ンフト"),
        ("カ-ブ", "カーブ"),
        ("【運営】", "運営"),
        ("運 営", "運営"),
        ("・運営・", "運営"),
        ("★運営★", "運営"),
    ],
)
def test_texts_that_are_drawn_alike_have_a_look_in_common(text: str, other: str) -> None:
    assert looks_of(text) & looks_of(other)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("羽生善治", "羽生"),
        ("サーバー", "サーハー"),
        ("コーチ", "コチ"),
        ("佐々木", "佐木"),
        ("一郎", "二郎"),
        ("ivan", "lvan"),
        ("yamada841", "yamada842"),
        ("--", "__"),
        ("☆", "★"),
    ],
)
def test_other_texts_have_none(text: str, other: str) -> None:
    assert not looks_of(text) & looks_of(other)


@pytest.mark.parametrize(
    "text", ["аlice", "alicе", "Ηabu", "good аlice", "x-аlice", "Ꭺlice", "ᗩᗪᗰIᑎ", "yamada84߁", "yamada84ا"]
)
def test_a_word_of_two_alphabets_is_noticed(text: str) -> None:
    assert mixes_alphabets(text)


@pytest.mark.parametrize(
    "text", ["Алиса", "Alice Алиса", "羽生Habu", "Ωmega-Ω"[1:], "名人A", "γ将棋", "김철수A", "٣أحمد"]
)
def test_a_word_of_one_alphabet_is_ordinary(text: str) -> None:
    assert not mixes_alphabets(text)
