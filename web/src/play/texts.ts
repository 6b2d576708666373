// The texts of a game that is played.

import { squareName } from "../board/square_name";
import { timeLeft } from "../i18n/time_left";
import { inLanguages } from "../i18n";

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
const secondsJa = (ms: number): string => `${Math.round(ms / 1000)}秒`;

const en = {
  game: {
    you: "You",
    computer: "computer",
    newcomer: "new",
    bot: "bot",
    watching: "You are watching this game.",
    thinking: "is thinking",
    takeBack: "Take back",
    impasse: "Impasse…",
    resign: "Resign",
    moves: "Moves",
    start: "Start",
    looking: (ply: number, of: number): string => `Move ${ply} of ${of}`,
    coach: "Coach: hints in proverbs",
    greeting: "Onegai shimasu – good luck",
    downloads: "Download",
    formats: {
      kif: "KIF",
      "kif-sjis": "KIF (Shift_JIS)",
      csa: "CSA",
      usi: "USI",
      "western-text": "Western text",
      svg: "Picture (SVG)",
    },
    again: "Rematch, colours changed",
    nextGame: "To the next game",
    newGame: "New game",
    loading: "Setting up the board…",
    notFound: "Game not found.",
    notFoundHint: "The address may be incomplete, or the game may belong to another browser.",
    refused: "You cannot open this game.",
    undone: "Move taken back.",
    yourTurn: "Your turn",
  },
  /** What is played, over the moves. */
  conditions: { unrated: "unrated", even: "even", setUp: "set-up position" },
  tools: { moves: "Moves", chat: "Chat", offer: "Offer", more: "More", review: "Review", result: "Result" },
  clock: {
    label: (name: string): string => `Clock of ${name}`,
    byoyomi: (ms: number, periods: number): string => seconds(ms) + (periods > 1 ? ` × ${periods}` : ""),
    increment: (ms: number): string => `+ ${seconds(ms)}`,
    long: timeLeft.en,
    aMove: (days: number): string => (days === 1 ? "1 day a move" : `${days} days a move`),
    resting: (day: string): string => `on vacation until ${day}`,
  },
  furigoma: {
    title: "The toss",
    tosser: (name: string): string => `Furigoma: the pawns are tossed for ${name}.`,
    forYou: "Furigoma: the pawns are tossed for you.",
    forOpponent: "Furigoma: the pawns are tossed for your opponent.",
    pawns: ({ faces, tokins, onSide }: { faces: number; tokins: number; onSide: number }): string =>
      `${faces} of ${faces + tokins} pawn side up` +
      (onSide === 0 ? "" : `; ${onSide} on ${onSide === 1 ? "its" : "their"} side, not counted`),
    tie: ({ faces, onSide }: { faces: number; tokins: number; onSide: number }): string =>
      `A tie, ${faces} to ${faces}` +
      (onSide === 0 ? "" : ` with ${onSide} on ${onSide === 1 ? "its" : "their"} side`) +
      ": tossed again.",
    black: "You are Black and move first.",
    white: "You are White; your opponent moves first.",
    blackOdds: "You are Black; your opponent gives the handicap and moves first.",
    whiteOdds: "You are White: you give the handicap and move first.",
    go: "Start playing",
  },
  spoken: {
    enter: (ms: number): string => `${Math.round(ms / 1000)} seconds per move from here.`,
    periods: (n: number): string => (n === 1 ? "Last period." : `${n} periods left.`),
    count: (s: number): string => String(s),
    used: (s: number): string => `${s} seconds`,
    left: (s: number): string => `${s} seconds`,
  },
  resign: {
    title: "Resign this game?",
    text: "The game ends, and you lose.",
    word: "You say",
    yes: "Resign",
    no: "Play on",
  },
  impasse: {
    title: "Impasse",
    rule: (name: string): string => `Rule: ${name}`,
    met: "met",
    unmet: "not met",
    none: {
      declare: "Nothing to declare yet: the conditions appear once your king has come far forward.",
      agree: "No impasse yet: the conditions appear once your king has come far forward.",
      try: "No try yet: the conditions appear once your king has come far forward.",
    },
    noRule: "This game has no impasse rule.",
    notes: {
      declare: "A declaration that fails loses the game.",
      agree: "Once both kings have entered, the computer agrees and the pieces are counted.",
      try: "Nothing is declared: your king’s move to that square ends the game.",
    },
    declare: "Declare",
    sure: "Declare now?",
    sureText: "Some conditions are not met. If you declare now, you lose.",
    sureGood: "All conditions are met.",
    sureAgree: "The game ends here, and the pieces are counted.",
    close: "Close",
  },
  people: {
    replaying: "The draw is replayed with colours exchanged, in the remaining time.",
    isReplay: "Replay of a drawn game, in the time that was left.",
    headToHead: (black: number, white: number, draws: number): string =>
      `Games between the two so far: Black ${black}, White ${white}${draws === 0 ? "" : `, drawn ${draws}`}`,
    declined: "Your opponent declined.",
    stillHere: (name: string): string => `${name} is still here.`,
    askTakeBack: "Ask to take back",
    abort: "Leave without a result",
    /** On the button itself: part of the whole name. */
    leave: "Leave",
    leaveAndLose: "Leave and lose",
    watching: (n: number): string => `${n} watching`,
    abortLoses: "Leave and lose the game",
    away: "away",
    gone60: "has left",
    notBegun: "The game begins when both players are here.",
    firstMove: (ms: number, loses: boolean): string =>
      `A first move not made within ${
        ms >= 86_400_000
          ? `${ms / 86_400_000} days`
          : ms >= 120_000 && ms % 60_000 === 0
            ? `${ms / 60_000} minutes`
            : `${ms / 1000} seconds`
      } ${loses ? "loses the game" : "ends the game without a result"}.`,
    watchers: (n: number): string => (n === 1 ? "1 person is watching" : `${n} people are watching`),
    moveTo: (piece: string, square: string, promotes: boolean): string =>
      `${piece} to ${square}${promotes ? ", promoted" : ""}`,
    confirm: (move: string): string => `Play ${move}?`,
    confirmYes: "Play",
    confirmNo: "Take it back",
    premove: (piece: string, square: string): string => `Premove: ${piece} to ${square}`,
    premoveHelp: "Played at once after the other’s move. Escape cancels.",
    premoveCancel: "Cancel",
    premoveCancelled: "Premove cancelled.",
    premoveDropped: "Your premove was not legal after this move.",
    askRematch: "Rematch",
    takeRematch: "Accept the rematch",
  },
};

const ja: typeof en = {
  game: {
    you: "あなた",
    computer: "コンピュータ",
    newcomer: "段級位なし",
    bot: "ボット",
    watching: "観戦中です。",
    thinking: "考慮中",
    takeBack: "待った",
    impasse: "入玉宣言",
    resign: "投了",
    moves: "指し手",
    start: "開始局面",
    looking: (ply, of) => `${of}手中 ${ply}手目`,
    coach: "コーチ（格言のヒント）",
    greeting: "お願いします",
    downloads: "保存",
    formats: {
      kif: "KIF",
      "kif-sjis": "KIF（Shift_JIS）",
      csa: "CSA",
      usi: "USI",
      "western-text": "英語式",
      svg: "図（SVG）",
    },
    again: "先後を替えてもう一局",
    nextGame: "次の対局へ",
    newGame: "新しい対局",
    loading: "盤を用意しています…",
    notFound: "この対局は見つかりません。",
    notFoundHint: "アドレスが途中で切れているか、別のブラウザの対局かもしれません。",
    refused: "この対局を開くことはできません。",
    undone: "待ったで手を戻しました。",
    yourTurn: "あなたの番です",
  },
  conditions: { unrated: "レーティング対象外", even: "平手", setUp: "指定局面" },
  tools: {
    moves: "指し手",
    chat: "チャット",
    offer: "申し出",
    more: "その他",
    review: "検討",
    result: "結果",
  },
  clock: {
    label: (name) => `${name}の時計`,
    byoyomi: (ms, periods) => secondsJa(ms) + (periods > 1 ? `×${periods}回` : ""),
    increment: (ms) => `＋${secondsJa(ms)}`,
    long: timeLeft.ja,
    aMove: (days) => `1手${days}日`,
    resting: (day) => `${day}まで休暇`,
  },
  furigoma: {
    title: "振り駒",
    tosser: (name) => `${name}の振り歩先です。`,
    forYou: "あなたの振り歩先です。",
    forOpponent: "相手の振り歩先です。",
    pawns: ({ faces, tokins, onSide }) =>
      `歩が${faces}枚、と金が${tokins}枚` + (onSide === 0 ? "" : `（立った駒${onSide}枚は数えません）`),
    tie: ({ faces, tokins, onSide }) =>
      `歩${faces}枚、と金${tokins}枚${onSide === 0 ? "" : `、立った駒${onSide}枚`}：同数のため振り直しました。`,
    black: "あなたの先手です。",
    white: "あなたは後手です。相手から指します。",
    blackOdds: "あなたは下手です。上手の相手から指します。",
    whiteOdds: "あなたは上手です。あなたから指します。",
    go: "対局を始める",
  },
  spoken: {
    enter: (ms) => `これより一手${Math.round(ms / 1000)}秒以内でお願いします。`,
    periods: (n) => (n === 1 ? "最後の秒読みです。" : `残り${n}回です。`),
    count: (s) => String(s),
    used: (s) => `${s}秒`,
    left: (s) => `残り${s}秒`,
  },
  resign: {
    title: "投了しますか？",
    text: "負けを告げて対局を終えます。",
    word: "告げる言葉",
    yes: "投了する",
    no: "指し続ける",
  },
  impasse: {
    title: "入玉宣言",
    rule: (name) => `ルール：${name}`,
    met: "満たしている",
    unmet: "満たしていない",
    none: {
      declare: "まだ宣言できる形ではありません。玉が敵陣に近づくと条件が表示されます。",
      agree: "まだ持将棋の形ではありません。玉が敵陣に近づくと条件が表示されます。",
      try: "まだトライできる形ではありません。玉が敵陣に近づくと条件が表示されます。",
    },
    noRule: "この対局には持将棋のルールがありません。",
    notes: {
      declare: "条件を満たさない宣言は負けになります。",
      agree: "双方の玉が入玉していればコンピュータは合意し、点数を数えます。",
      try: "宣言はいりません。玉がその地点に入れば終局です。",
    },
    declare: "宣言する",
    sure: "宣言しますか？",
    sureText: "満たしていない条件があります。今宣言すると負けになります。",
    sureGood: "条件をすべて満たしています。",
    sureAgree: "ここで終局とし、点数を数えます。",
    close: "閉じる",
  },
  people: {
    replaying: "先後を入れ替え、残り時間で指し直します。",
    isReplay: "残り時間での指し直し局です。",
    headToHead: (black, white, draws) =>
      `これまでの対戦成績：先手 ${black}勝・後手 ${white}勝${draws === 0 ? "" : `・引き分け${draws}`}`,
    declined: "断られました。",
    stillHere: (name) => `${name}さんはまだ席にいます。`,
    askTakeBack: "待ったを頼む",
    abort: "退出する（対局は中止）",
    leave: "退出",
    leaveAndLose: "不戦敗",
    watching: (n) => `観戦${n}人`,
    abortLoses: "退出する（不戦敗）",
    away: "離席中",
    gone60: "退席",
    notBegun: "両者がそろうと対局が始まります。",
    firstMove: (ms, loses) =>
      `初手を${
        ms >= 86_400_000
          ? `${ms / 86_400_000}日`
          : ms >= 120_000 && ms % 60_000 === 0
            ? `${ms / 60_000}分`
            : `${ms / 1000}秒`
      }以内に指さないと、${loses ? "不戦敗になります" : "対局は中止になります"}。`,
    watchers: (n) => `観戦者 ${n}人`,
    moveTo: (piece, square, promotes) => `${squareName(square)}${piece}${promotes ? "（成り）" : ""}`,
    confirm: (move) => `${move}と指しますか？`,
    confirmYes: "指す",
    confirmNo: "戻す",
    premove: (piece, square) => `先行入力：${squareName(square)}${piece}`,
    premoveHelp: "相手が指すとすぐに指します。Escで取り消し。",
    premoveCancel: "取り消す",
    premoveCancelled: "先行入力を取り消しました。",
    premoveDropped: "先行入力の手は、この局面では指せません。",
    askRematch: "再戦を申し込む",
    takeRematch: "再戦を受ける",
  },
};

export const playWords = inLanguages({ en, ja });
