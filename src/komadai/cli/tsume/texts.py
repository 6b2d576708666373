"""The texts of ``komadai tsume`` in English and Japanese."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from komadai.cli.shared.language import Language
from komadai.cli.shared.messages import counted
from komadai.diagram.text import japanese_hand

if TYPE_CHECKING:
    from komadai.pieces import Hand


def text_for(key: str, language: Language, **values: object) -> str:
    """The text with this key, with its values filled in."""
    return TEXTS[key][language is Language.JA].format_map(values)


def effort_text(nodes: int, seconds: float, language: Language, memory_mb: int = 0) -> str:
    """The nodes and seconds of an answer, and the memory limit if it is given: ``1 node, 0.00 s``."""
    text = text_for("effort", language, count=counted(nodes, "node"), nodes=nodes, seconds=seconds)
    return text + (text_for("memory_limit", language, memory=memory_mb) if memory_mb else "")


def held_text(hand: Hand, language: Language) -> str:
    """``金　歩二`` or ``G 2P``."""
    if language is Language.JA:
        return japanese_hand(hand)
    return " ".join(
        f"{count if count > 1 else ''}{kind.letter}" for kind, count in reversed(list(hand.items())) if count
    )


TEXTS: Final[Mapping[str, tuple[str, str]]] = {
    "mate": ("Mate in {plies}", "{plies}手詰"),
    "mate_at_most": (
        "Mate in {plies} (not proved to be the shortest)",
        "{plies}手で詰み（最短かどうかは未証明）",
    ),
    "no-mate": ("No mate", "不詰"),
    "unknown": ("Unknown: {reason}", "不明：{reason}"),
    "time": ("the time ran out", "時間切れ"),
    "nodes": ("the nodes ran out", "局面数の上限"),
    "memory": ("the memory ran out", "メモリ不足"),
    "stopped": ("stopped", "中止"),
    "comparison": (
        "which of two defences is longer could not be determined",
        "どの応手が最長か判定できず",
    ),
    "left": ("left in hand: {hand}", "駒余り：{hand}"),
    "effort": ("{count}, {seconds:.2f} s", "{nodes:,}局面　{seconds:.2f}秒"),
    "memory_limit": (", of {memory:,} MB at most", "　メモリ上限{memory:,}MB"),
    "restoring_futile": (
        "mate in {plies} if restoring interpositions are futile",
        "復元型無駄合を無駄とみれば{plies}手詰",
    ),
    "restoring_counts": (
        "mate in {plies} if restoring interpositions count",
        "復元型無駄合を有効とみれば{plies}手詰",
    ),
    "restoring_undetermined": (
        "restoring interpositions: the length by the other rule is not determined",
        "復元型無駄合の扱いによる手数の差は未確定",
    ),
    "completed": (
        "The defender holds every piece that is not shown.",
        "玉方の持駒は残り全部とします。",
    ),
    "summary": (
        "{problems}: {mate:,} mate, {none:,} no mate, {unknown:,} unknown, {failed:,} unreadable;"
        " {nodes:,} nodes, {seconds:.1f} s",
        "{problems}：詰み {mate:,}、不詰 {none:,}、不明 {unknown:,}、読めないもの {failed:,}"
        "（{nodes:,}局面　{seconds:.1f}秒）",
    ),
    "problems": ("{count}", "{number:,}題"),
    "interrupted": ("Stopped; what was known by then:", "中止しました。そこまでの結果："),
    "searching": (
        "{seconds:6.1f} s   {nodes:,} nodes   {speed:,}/s   memory {full:.0f} %",
        "{seconds:6.1f}秒   {nodes:,}局面   毎秒{speed:,}   メモリ {full:.0f} %",
    ),
    "numbers": ("pn {pn}   dn {dn}   {best}", "証明数 {pn}   反証数 {dn}   {best}"),
    "best": ("mate in {plies} found, looking for a shorter one", "{plies}手の詰みを発見、短手数を探索中"),
    "no_best": ("no mate yet", "まだ詰みなし"),
    "done": ("{done:,} done", "{done:,}題終了"),
    "inspect_solve": ("solving: {nodes:,} nodes", "解いています：{nodes:,}局面"),
    "inspect_line": ("finding the main line: {nodes:,} nodes", "本手順を調べています：{nodes:,}局面"),
    "inspect_attacks": ("looking for other mates: {nodes:,} nodes", "余詰を調べています：{nodes:,}局面"),
    "inspect_defences": ("looking at the defences: {nodes:,} nodes", "変化を調べています：{nodes:,}局面"),
    "inspect_side-lines": (
        "looking at the side lines: {nodes:,} nodes",
        "変化の余詰を調べています：{nodes:,}局面",
    ),
    "too-hard": ("some searches needed too many nodes", "判定できない変化がありました"),
    "hisshi_searching": (
        "brinkmate in {plies}: {done} of {total} moves, {nodes:,} nodes",
        "{plies}手必至を調べています：{total}手中{done}手　{nodes:,}局面",
    ),
    "hisshi_brinkmate": ("Brinkmate in {plies}", "{plies}手必至"),
    "hisshi_mate": ("A brinkmate is not needed: mate in {plies}", "必至の必要なし：{plies}手で詰み"),
    "hisshi_no-brinkmate": ("No brinkmate", "必至なし"),
    "hisshi_unknown": ("Unknown: {reason}", "不明：{reason}"),
    "hisshi_firsts": ("First moves: {moves}", "初手：{moves}"),
    "hisshi_open": (
        "There may be other first moves: {reason}.",
        "ほかの初手もあるかもしれません：{reason}。",
    ),
    "hisshi_goes_on": ("{moves} continues", "{moves}で続く"),
    "hisshi_more": (" and {count} more", "　ほか{count}手"),
    "helpmate_searching": ("{nodes:,} nodes, {seconds:.1f} s", "{nodes:,}局面　{seconds:.1f}秒"),
    "helpmate_mate": ("Helpmate in {plies}, one solution", "協力詰{plies}手、解は一つ"),
    "helpmate_mates": ("Helpmate in {plies}, {count:,} solutions", "協力詰{plies}手、解{count:,}通り"),
    "helpmate_no-mates": ("No helpmate", "協力詰なし"),
    "helpmate_unknowns": ("Unknown: {reason}", "不明：{reason}"),
    "helpmate_open": ("There may be more: {reason}.", "ほかにもあるかもしれません：{reason}。"),
    "play_welcome": (
        "Find the mate. Type a move, or help.",
        "詰めてください。指し手か help を入力してください。",
    ),
    "play_solving": ("setting up …", "準備しています…"),
    "play_no_solution": ("{name}: no mate was found here", "{name}：詰みが見つかりません"),
    "play_problem": ("Mate in {plies}  {title}", "{plies}手詰　{title}"),
    "play_prompt": ("{mark} Your move: ", "{mark} 指し手："),
    "play_attacker": ("you", "攻方（あなた）"),
    "play_defender": ("the defence", "玉方"),
    "play_equal": ("Another mate, just as good.", "別の詰みですが、同じ手数なので正解です。"),
    "play_solved": ("Solved!", "正解！"),
    "play_helped": ("Solved, with a hint.", "ヒントありで正解です。"),
    "play_no_check": (
        "{move} is no check: the attacker gives check with every move.",
        "{move}は王手ではありません。",
    ),
    "play_unclear": (
        "{move} – that could not be judged; try another move.",
        "{move}は判定できませんでした。ほかの手をどうぞ。",
    ),
    "play_wrong": ("{move} does not mate in time: {reply}.", "{move}には{reply}で詰みません。"),
    "play_slower": (
        "{move} mates, but {plies} plies later than need be ({reply}).",
        "{move}でも詰みますが、{plies}手長くなります（{reply}）。",
    ),
    "play_hint_piece": ("Hint: a move of {piece}.", "ヒント：{piece}を動かします。"),
    "play_hint_drop": ("Hint: drop {piece}.", "ヒント：{piece}を打ちます。"),
    "play_hint_move": ("Hint: {move}", "ヒント：{move}"),
    "play_answer": ("The solution: {line}", "正解手順：{line}"),
    "play_end": ("{solved} of {seen} solved without help.", "{seen}題中、{solved}題を自力で解きました。"),
    "play_help": (
        """\
A move in any notation (G*5b, 5b金打, G'52, 52ki, 3d2d …), or
  hint   the piece to move; once more: the move     give   show the solution
  next   leave this one and go on                   board  draw the board again
  quit   stop here                                  help   this""",
        """\
指し手はどの書き方でも読めます（52金打、G*5b、3d2d …）。そのほか：
  hint   動かす駒、もう一度で指し手　　　　give   正解手順を見る
  next   次の問題へ　　　　　　　　　　　　board  盤を描き直す
  quit   終わる　　　　　　　　　　　　　　help   この説明""",
    ),
}
