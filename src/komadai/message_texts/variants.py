"""Definitions of variants and their positions (:mod:`komadai.variants`)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

VARIANTS: Final = {
    # Names and options
    "variant-unknown": (
        "no variant is named {name}; known are {known}",
        "「{name}」という変則将棋はありません（{known}）",
    ),
    "variant-no-option": (
        "no option is named {name}; this variant has {known}",
        "「{name}」という選択肢はありません（{known}）",
    ),
    "variant-option-value": (
        "option {name}: expected one of {known}, got {value}",
        "選択肢「{name}」の値は{known}のいずれかです（{value}は不可）",
    ),
    # Definition files
    "variant-option-values": (
        "expected at most {limit} values of options, got {count}",
        "選択肢の値は合わせて{limit}個までです（{count}個あります）",
    ),
    "variant-option-twice": ("option {name} is defined twice", "選択肢「{name}」が二度定義されています"),
    "variant-option-sets": (
        "an option sets keys of board, rules, setup or a piece (rules.lion, piece.P.betza); got {key}",
        "選択肢が変えられるのは board、rules、setup と駒のキーです（{key}は不可）",
    ),
    "variant-file-too-large": (
        "a definition file has at most {limit} bytes",
        "定義ファイルの大きさは{limit}バイトまでです",
    ),
    "variant-not-utf8": (
        "expected UTF-8, byte {position} is not",
        "UTF-8ではありません（{position}バイト目）",
    ),
    "variant-not-toml": ("no TOML: {reason}", "TOMLとして読めません：{reason}"),
    "variant-toml-excess": (
        "no TOML: a number of thousands of digits, or brackets nested too deeply",
        "TOMLとして読めません：数の桁が多すぎるか、括弧の入れ子が深すぎます",
    ),
    "variant-name": (
        "{where}: {key}: expected up to 40 small letters and digits, with hyphens between words, got {value}",
        "{where}：{key}は英小文字・数字とハイフンで40文字までです（{value}は不可）",
    ),
    "variant-repetition-once": (
        "{where}: {key}: expected 0 (repetition does not matter) or a number from 2, got 1",
        "{where}：{key}は0（千日手なし）か2以上の数です（1は不可）",
    ),
    "variant-tables": ("expected tables [[{name}]]", "[[{name}]]の表が必要です"),
    "variant-key-missing": ("{where}: {key} is missing", "{where}：{key}がありません"),
    "variant-key-type": (
        "{where}: {key}: expected {toml_type}, got {value}",
        "{where}：{key}には{toml_type}が必要です（{value}は不可）",
    ),
    "variant-key-range": (
        "{where}: {key}: expected a number from {low} to {high}, got {value}",
        "{where}：{key}は{low}から{high}までの数です（{value}は不可）",
    ),
    "variant-key-choice": (
        "{where}: {key}: expected one of {known}, got {value}",
        "{where}：{key}は{known}のいずれかです（{value}は不可）",
    ),
    "variant-key-unknown": (
        "{where}: unknown key {key}; expected one of {known}",
        "{where}：{key}というキーはありません（{known}）",
    ),
    "variant-no-pieces": (
        "expected 1 to {limit} pieces, got {count}",
        "駒は1種類から{limit}種類までです（{count}種類あります）",
    ),
    "variant-piece-id": (
        "the id of a piece is one to five capital letters or digits, after + if it is promoted; got {id}",
        "駒のidは英大文字と数字で5文字まで、成駒は先頭に+を付けます（{id}は不可）",
    ),
    "variant-piece-twice": ("piece {id} is defined twice", "駒「{id}」が二度定義されています"),
    "variant-alias-taken": (
        "piece {id}: alias: another piece is already written {alias}",
        "駒「{id}」の別名「{alias}」は、ほかの駒に使われています",
    ),
    "variant-no-piece": ("there is no piece {name}", "駒「{name}」はありません"),
    "variant-promotes-to-nothing": (
        "piece {id}: there is no piece {target} that it could become",
        "駒「{id}」の成る先「{target}」がありません",
    ),
    "variant-no-royal": (
        "no piece has royal = true; a game needs a piece whose loss ends it",
        "royal = true の駒がありません（取られると負けになる駒が必要です）",
    ),
    "variant-promotes-to-itself": ("piece {id} promotes to itself", "駒「{id}」の成る先が自分自身です"),
    "variant-never-promoted": (
        "piece {id}: no piece has it as promotes_to, so a captor could not drop it (hand says what to drop)",
        "駒「{id}」に成る駒がないため、取っても打てません（handで持駒を指定できます）",
    ),
    "variant-hand-unclear": (
        "piece {id}: {origins} promote to it; hand must say which of them its captor gets",
        "駒「{id}」に成る駒が複数あります（{origins}）。取ったときの持駒をhandで指定してください",
    ),
    "variant-royal-promotes-away": (
        "piece {id}: a royal piece cannot become {target}, which is not royal",
        "駒「{id}」：玉将にあたる駒は、そうでない駒「{target}」に成れません",
    ),
    "variant-betza": ("piece {id}: betza: {reason}", "駒「{id}」の動き（betza）が読めません：{reason}"),
    "variant-paths": (
        "piece {id}: the pieces have more than {limit} moves by their notation",
        "駒「{id}」：動きの総数が{limit}を超えています",
    ),
    "variant-setup": ("setup: {reason}", "初期配置：{reason}"),
    "variant-setup-without-royal": (
        "setup: {side} has no royal piece",
        "初期配置：{side}に玉将にあたる駒がありません",
    ),
    "variant-setup-royal-attacked": (
        "setup: {side}, who moves first, can take the royal piece on {square}",
        "初期配置：先に指す{side}が{square}の玉将にあたる駒を取れます",
    ),
    "variant-unsymmetric": (
        "setup: the piece on {square} has no counterpart on {other} (symmetric = false allows that)",
        "初期配置：{square}の駒に対応する駒が{other}にありません（symmetric = false で許可）",
    ),
    "variant-hand-kinds": (
        "expected at most {limit} kinds of pieces that can be in hand, got {count}",
        "持駒になる駒は{limit}種類までです（{count}種類あります）",
    ),
    "variant-rules": ("the rules cannot be compiled: {reason}", "規則を組み立てられません：{reason}"),
    # SFEN of variants
    "variant-sfen-squares": (
        "has {count} squares; expected {files}",
        "マスが{count}個です（{files}個必要です）",
    ),
    "variant-sfen-too-many-squares": ("has more than {files} squares", "マスが{files}個を超えています"),
    "variant-diagram-rank": (
        "expected a rank of {files} squares with pieces of the variant, got {text}",
        "{files}マスの段が必要です（{text}）",
    ),
    "variant-sfen-ranks": ("expected {ranks} ranks", "段は{ranks}段です"),
    "variant-sfen-piece": (
        "expected a piece, a number or /, got {text}",
        "駒、数字または/が必要です（{text}）",
    ),
    "variant-sfen-counterstrike": (
        "expected - or the square of a captured lion, got {text}",
        "-または獅子が取られたマスが必要です（{text}）",
    ),
    "variant-sfen-count": ("not a count of pieces: {text}", "枚数が正しくありません（{text}）"),
    "variant-sfen-hand-piece": ("not a piece that can be in hand: {text}", "持駒にできない駒です（{text}）"),
    "variant-sfen-number": ("expected a number from 1, got {text}", "1以上の数が必要です（{text}）"),
    "variant-sfen-more": ("expected nothing after it, got {text}", "後に余分な文字があります（{text}）"),
}
