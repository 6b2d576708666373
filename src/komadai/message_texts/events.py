"""Texts for refusals of an event (a tournament), and for files that cannot be read."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

EVENTS: Final = {
    "event-finished": ("the event is over", "大会は終了しています"),
    "event-not-finished": ("the event is not over", "大会はまだ終了していません"),
    "event-full": ("an event has at most {most} players", "参加者は{most}人までです"),
    "event-begun": (
        "nobody can enter after the first round of this event was paired",
        "1回戦が組まれた後は、この大会に参加できません",
    ),
    "event-no-name": ("a player needs a name", "名前を入力してください"),
    "event-name-taken": ("there is a player {name} already", "{name}さんはすでに参加しています"),
    "event-no-player": ("there is no player {player}", "参加者{player}はいません"),
    "event-withdrawn": ("{name} has withdrawn", "{name}さんは棄権しています"),
    "event-not-withdrawn": ("{name} has not withdrawn", "{name}さんは棄権していません"),
    "event-too-few": ("at least two players are needed", "参加者が2人以上必要です"),
    "event-too-few-left": (
        "fewer than two players are left for round {round}: end the event, or let players come back",
        "{round}回戦を指す参加者が2人に足りません。大会を終了するか、参加者を復帰させてください",
    ),
    "event-too-many-rounds": (
        "a round robin of {players} players has more than {most} rounds; use a Swiss event",
        "{players}人の総当たりは{most}回戦を超えます。スイス式を使ってください",
    ),
    "event-no-more-rounds": ("all rounds were paired", "すべての回戦が組まれています"),
    "event-open-games": (
        "round {round} has games without a result: board {boards}",
        "{round}回戦に結果のない対局があります：{boards}番",
    ),
    "event-only-swiss": ("this can be done only in a Swiss event", "スイス式の大会でのみ使えます"),
    "event-forced-twice": (
        "{name} has a game in the next round already",
        "{name}さんの次の対局はすでに決まっています",
    ),
    "event-same-player": ("a player cannot play against themselves", "自分自身とは対局できません"),
    "event-met-before": (
        "{first} and {second} have met in round {round}",
        "{first}さんと{second}さんは{round}回戦で対局しています",
    ),
    "event-odd-forced": (
        "the players who are left cannot be paired: {count} and a bye is given already",
        "残りの{count}人では組合せができません（不戦勝の人はすでに決まっています）",
    ),
    "event-no-pairing": (
        "no pairing is left without a second game of two players; end the event or set games by hand",
        "同じ相手との再戦なしには組めません。大会を終えるか、手動で組んでください",
    ),
    "event-pairing-busy": (
        "a round of another large event is being paired; try again in a minute",
        "別の大きな大会の組合せを作成中です。1分ほどしてからもう一度お試しください",
    ),
    "event-pairing-stopped": (
        "the pairing was stopped, because the server ends; pair the round again",
        "サーバーの停止により組合せを中断しました。もう一度組んでください",
    ),
    "event-no-round": ("there is no round {round}", "{round}回戦はありません"),
    "event-no-board": ("round {round} has no board {board}", "{round}回戦に{board}番はありません"),
    "event-started": (
        "round {round} has begun, so its pairings stay",
        "{round}回戦は始まっているため、組み直せません",
    ),
    "event-no-draws": (
        "a knockout game needs a winner; replay the draw",
        "トーナメントでは勝者が必要です。指し直してください",
    ),
    "event-goes-on": (
        "round {round} was paired with this result; take its pairings back first",
        "この結果で{round}回戦が組まれています。先に組合せを取り消してください",
    ),
    "event-arena-rounds": ("an arena has no rounds", "アリーナに回戦はありません"),
    "event-only-simul": (
        "this can be done only in a simultaneous display",
        "多面指しでのみ使えます",
    ),
    "event-display-begun": (
        "the display has begun: nobody can be accepted any more",
        "多面指しは始まっているため、承認できません",
    ),
    "event-nobody-accepted": ("no player has been accepted yet", "まだ誰も承認されていません"),
    "event-boards-full": (
        "a simultaneous display has at most {most} boards",
        "多面指しは{most}面までです",
    ),
    "event-only-arena": ("this can be done only in an arena", "アリーナでのみ使えます"),
    "event-nobody-free": (
        "no two players are free who can meet now",
        "いま組める人が2人いません",
    ),
    "event-not-begun": ("the event has not begun", "大会はまだ始まっていません"),
    "event-time-over": (
        "the time is over; games that still run count",
        "時間終了です（進行中の対局は有効です）",
    ),
    "event-match-games": (
        "a match has an odd number of games, at most {most}, not {games}",
        "番勝負の局数は{most}局以下の奇数です（{games}局は不可）",
    ),
    "event-match-handicaps": ("a match is played without handicaps", "番勝負は平手で行います"),
    "event-variant-handicaps": (
        "handicaps exist only in standard shogi, not in {variant}",
        "駒落ちは本将棋だけです（{variant}にはありません）",
    ),
    "event-teams-kind": (
        "teams play round robin or Swiss",
        "団体戦は総当たりかスイス式です",
    ),
    "event-teams-handicaps": ("team matches are played without handicaps", "団体戦は平手で行います"),
    "event-no-members": ("a team needs members", "チームのメンバーを入力してください"),
    "event-no-teams": ("this event has no teams", "この大会は団体戦ではありません"),
    "event-member-twice": (
        "the account of {name} plays in a team already",
        "{name}さんのアカウントはすでにチームに入っています",
    ),
    "event-team-full": ("a team has at most {most} members", "チームのメンバーは{most}人までです"),
    "event-lineup-late": (
        "round {round} has begun with the lineups that were published",
        "{round}回戦は発表されたオーダーで始まっています",
    ),
    "event-lineup-size": ("a lineup has 1 to {most} members", "オーダーは1人から{most}人です"),
    "event-no-member": (
        "{name} has {count} members; a lineup names them by their numbers",
        "{name}のメンバーは{count}人です。番号で指定してください",
    ),
    "event-no-seat": (
        "a match has boards 1 to {boards}, not {board}",
        "席は1番から{boards}番までです（{board}番は不可）",
    ),
    "event-round-not-begun": (
        "round {round} has not begun: start it, which publishes the lineups",
        "{round}回戦はまだ始まっていません。開始するとオーダーが発表されます",
    ),
    "event-whole-match": (
        "enter the results of the boards; only a match without play has one for all of them",
        "席ごとに結果を入力してください。全体の結果を入力できるのは不戦の場合だけです",
    ),
    "event-only-ladder": ("this can be done only in a ladder", "ラダー戦でのみ使えます"),
    "event-ladder-pairs": (
        "a ladder has no rounds; players challenge each other",
        "ラダー戦に回戦はありません。挑戦で対局が決まります",
    ),
    "event-out-of-reach": (
        "a player may challenge those up to {most} places above",
        "挑戦できるのは順位が{most}つ上の人までです",
    ),
    "event-challenge-open": (
        "{name} has an open challenge or game",
        "{name}さんには進行中の挑戦または対局があります",
    ),
    "event-same-challenge": (
        "{name} was challenged last; another player first",
        "前回も{name}さんに挑戦しました。先にほかの人に挑戦してください",
    ),
    "event-no-challenge": (
        "there is no challenge {challenge} that waits for an answer",
        "返事を待っている挑戦{challenge}はありません",
    ),
    "event-only-league": ("this can be done only in a league", "リーグでのみ使えます"),
    "event-nobody-waits": (
        "nobody waits for an opponent who could be found now",
        "いま対局を組める人はいません",
    ),
    "event-only-match": ("this can be done only in a title match", "番勝負でのみ使えます"),
    "event-game-begun": (
        "game {round} has begun; its colours stay",
        "第{round}局は始まっています。先後は変えられません",
    ),
    "event-has-black": ("{name} has Black already", "{name}さんはすでに先手です"),
    "event-has-result": (
        "game {round} has a result; take it back first",
        "第{round}局には結果があります。先に取り消してください",
    ),
    "event-qualifier-open": (
        "{name} is not over; its winner challenges when it is",
        "{name}はまだ終了していません。終了後に挑戦者が決まります",
    ),
    "event-qualifier-tied": (
        "{names} are equal in {name}; let them play it off, or enter the challenger by hand",
        "{name}で{names}が同順位です。決定戦を行うか、挑戦者を手動で登録してください",
    ),
    "event-qualifier-empty": (
        "{name} has no player who could challenge",
        "{name}に挑戦者になれる参加者がいません",
    ),
    "event-no-qualifier": (
        "this match has no challenger event; enter the challenger by hand",
        "挑戦者決定戦が指定されていません。挑戦者を手動で登録してください",
    ),
    "event-no-holder": (
        "enter the holder of the title first",
        "先にタイトル保持者を登録してください",
    ),
    "event-no-title-match": (
        "{name} is no title match that is over",
        "{name}は終了したタイトル戦ではありません",
    ),
    "event-same-result": ("this is the result already", "結果はすでにその通りです"),
    "event-no-claim": ("there is no open claim {claim}", "未処理の申し立て{claim}はありません"),
    "event-resigned": (
        "this game was resigned: an infraction that nobody pointed out before changes nothing",
        "投了した後に反則を指摘しても、結果は変わりません",
    ),
    "event-players-claim": (
        "in this event only the two players may claim that a rule was broken",
        "この大会では、反則を申し立てられるのは対局者だけです",
    ),
    "event-claimed-already": (
        "an infraction of {name} is claimed already; the arbiter answers first",
        "{name}さんの反則はすでに申し立てられています。審判の裁定をお待ちください",
    ),
    "event-which-seat": (
        "this is a match of teams: say on which board",
        "団体戦です。席を指定してください",
    ),
    "event-not-in-game": ("{name} does not play on this board", "{name}さんはこの対局の当事者ではありません"),
    "event-no-text": ("say what happened", "内容を入力してください"),
    "event-bad-rank": (
        "{text} is not a rank; expected one such as 3 kyu, 3k, 2 dan, 2d",
        "{text}は段級位として読めません（例：3級、二段、3k、2d）",
    ),
    "event-text-too-long": (
        "{part}: at most {most} characters",
        "{part}：{most}文字以内で指定してください",
    ),
    "event-list-line": ("{path}, line {line}: {problem}", "{path} {line}行目：{problem}"),
    "event-list-rating": (
        "{text} is not a rating; expected a whole number from 0 to 4,000",
        "{text}はレーティングとして読めません（0〜4,000の整数）",
    ),
    "event-bad-result": (
        "{text} is not a result; expected one of {known}",
        "{text}は結果として読めません（{known}）",
    ),
    "event-file-damaged": (
        "{path} is not the file of an event, or it is damaged: line {line}: {problem}",
        "{path}は大会のファイルではないか、壊れています（{line}行目：{problem}）",
    ),
    "event-file-exists": (
        "{path} exists already; name another file",
        "{path}はすでにあります。別の名前を指定してください",
    ),
    "event-file-not-read": ("{path}: cannot be read: {reason}", "{path}：読み込めません：{reason}"),
    "event-file-not-written": ("{path}: cannot be written: {reason}", "{path}：書き込めません：{reason}"),
}
