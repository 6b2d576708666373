// The texts of variants, which are loaded with their pages.

import type { Color, MoveMark, Value } from "../api/types";
import { inLanguages } from "../i18n";

const DIRECTIONS: Record<string, string> = {
  "0,1": "forward",
  "0,-1": "back",
  "1,0": "right",
  "-1,0": "left",
  "1,1": "forward right",
  "-1,1": "forward left",
  "1,-1": "back right",
  "-1,-1": "back left",
};

/** One mark of a move diagram in words, for screen readers. */
function markText({ kind, dx, dy, max, only }: MoveMark): string {
  const direction = DIRECTIONS[`${Math.sign(dx)},${Math.sign(dy)}`] ?? "";
  const where =
    Math.max(Math.abs(dx), Math.abs(dy)) === 1
      ? direction
      : `${Math.abs(dx)} ${dx < 0 ? "left" : "right"} ${Math.abs(dy)} ${dy < 0 ? "back" : "forward"}`;
  const limit = only === "" ? "" : only === "capture" ? " (to capture)" : " (to an empty square)";
  const text = {
    step: max > 1 ? `up to ${max} ${direction}` : direction,
    jump: `jump ${where}`,
    line: max > 1 ? `up to ${max} ${direction}` : `any distance ${direction}`,
    over: `any distance ${direction} over pieces`,
    turn: `any distance ${direction}, then a turn`,
    area: `in several steps ${where}`,
    stay: "may stay",
    anywhere: "any square",
  }[kind];
  return text + limit;
}

const en = {
  title: "All of shogi",
  loading: "Fetching the games…",
  notFound: "There is no variant of this name.",
  all: "All variants",
  boardOf: (name: string): string => `The board of ${name}`,
  history: "History",
  rules: "Rules",
  pieces: "Pieces",
  pieceHint: "Tap a piece to see how it moves.",
  count: (n: number): string => `${n} a side`,
  promotedOnly: "by promotion only",
  promotedFrom: (names: string[]): string => `Promoted from: ${names.join(", ")}`,
  royal: "Royal: its loss can lose the game.",
  anywhere: "Moves to any square of the board.",
  moveNote: "Betza",
  legend: {
    title: "In the diagrams",
    dot: "one step",
    ring: "a jump",
    line: "any distance; with a number at most so far",
    over: "over lower-ranked pieces",
    area: "in several steps",
    stay: "may return to its square",
    capture: "red: only to capture",
    move: "hollow: only to an empty square",
  },
  diagramOf: (name: string, marks: readonly MoveMark[]): string =>
    `Moves of the ${name.toLowerCase()}: ${marks.map(markText).join("; ")}`,
  options: "Played in different ways",
  optionDefault: "usual here",
  chooseRules: "Rules",
  usualRules: "the usual ones",
  comma: ", ",
  touchMove: "Touch-move: a piece that is touched and can move must move.",
  studyHere: "Study from here",
  perfect: "perfect play",
  perfectOpponent: "The computer plays perfectly.",
  statistics: {
    title: "How games go",
    branching: "moves to choose from",
    plies: "moves in a game",
    draws: "draws",
    black: "Black’s score, half for a game without winner",
    unfinished: (games: string): string => `${games} of them were stopped after 1,000 moves.`,
    measured: (games: string, nodes: string): string =>
      `Averages of ${games} games of the computer against itself, with ${nodes} positions searched for each move.`,
  },
  solved: {
    title: "A solved game",
    ready:
      "The value of every position is known on this computer. At the highest level the computer plays perfectly, and a game for two shows the value of every move.",
    offer:
      "This game is solved: for every position it can be computed who wins, and in how many moves. That takes this computer some minutes, at most an hour, and 48 MB on its disk. Then the computer can play perfectly, and the value of every move is shown.",
    begin: "Compute it now",
    resume: "Continue computing",
    stop: "Stop",
    stopping: "Stopping; it can be continued later",
    waiting: "Waiting for the computer",
    progress: "Progress",
    positions: (n: string): string => `${n} positions found`,
    left: (minutes: number, atLeast: boolean): string =>
      `${atLeast ? "at least" : "about"} ${minutes === 1 ? "a minute" : `${minutes} minutes`} left`,
    away: "You may leave this page: it goes on while the server runs.",
    notHere: "It has not been computed here yet. Whoever runs the server can have it done.",
  },
  values: {
    title: "Values of the moves",
    show: "Show values",
    hide: "Hide values",
    noTable: "The values of this game have not been computed on this computer yet.",
    makeTable: "Compute them",
    unknown: "This position cannot occur in a game from the start.",
    letters: { win: "W", draw: "=", loss: "L" },
    position: (turn: Color, result: Value["result"], plies: number | null): string => {
      const side = turn === "black" ? "Black" : "White";
      if (result === "draw") return `${side} to move: a draw.`;
      if (plies === 0) return `${side} has lost.`;
      return `${side} to move ${result === "win" ? "wins" : "loses"} in ${plies}.`;
    },
    move: (result: Value["result"], plies: number | null): string =>
      result === "draw" ? "draw" : `${result} in ${plies}`,
  },
  hints: {
    title: "Hints",
    ask: "Give me a hint",
    another: "Another hint",
    noMore: "That was the last hint",
  },
  conflicts: "Where the sources disagree",
  choice: "Here",
  sources: "Sources",
  more: "More pieces",
  about: "About the game",
  tabs: { pieces: "Pieces", rules: "Rules", history: "History" },
  print: "Board and pieces to print (PDF)",
  printHint: "Print on both sides, cut out the pieces.",
  printNeeds: "To print board and pieces, this server needs",
  first: {
    lessons: "First steps as lessons",
    title: "Your first game",
    tips: [
      "Catch the other king: attack it so that it cannot get away.",
      "A piece that you take is yours. Drop it on any empty square instead of moving.",
      "In the two farthest rows silver and pawn may turn over, and move like gold.",
      "Tap any piece to see where it can go.",
      "If you do not know what to do, ask for a hint below the board.",
    ],
    toss: "Toss three pawns: who begins?",
    faces: (n: number): string => `${n} of 3 pawns show their face.`,
    black: "You are Black and begin.",
    white: "You are White; the computer begins.",
    go: "Let’s play!",
  },
  play: "Play",
  play2: "Two people at this board",
  moreChoices: "More",
  firstMove: "First move",
  firstMoves: { furigoma: "Toss", black: "I do", white: "Opponent" },
  starting: "Starting…",
  opponent: "Opponent",
};

const DIRECTIONS_JA: Record<string, string> = {
  "0,1": "前",
  "0,-1": "後ろ",
  "1,0": "右",
  "-1,0": "左",
  "1,1": "右前",
  "-1,1": "左前",
  "1,-1": "右後ろ",
  "-1,-1": "左後ろ",
};

/** 読み上げ用。 */
function markTextJa({ kind, dx, dy, max, only }: MoveMark): string {
  const direction = DIRECTIONS_JA[`${Math.sign(dx)},${Math.sign(dy)}`] ?? "";
  const where =
    Math.max(Math.abs(dx), Math.abs(dy)) === 1
      ? direction
      : [
          dy === 0 ? "" : `${dy < 0 ? "後ろ" : "前"}へ${Math.abs(dy)}`,
          dx === 0 ? "" : `${dx < 0 ? "左" : "右"}へ${Math.abs(dx)}`,
        ].join("");
  const limit = only === "" ? "" : only === "capture" ? "（取るときのみ）" : "（空いたマスへのみ）";
  const text = {
    step: max > 1 ? `${direction}へ${max}マスまで` : `${direction}へ一マス`,
    jump: `${where}へ跳ぶ`,
    line: max > 1 ? `${direction}へ${max}マスまで` : `${direction}へどこまでも`,
    over: `${direction}へ駒を跳び越えて`,
    turn: `${direction}へ走って曲がる`,
    area: `${where}へ数歩で`,
    stay: "その場に留まれる",
    anywhere: "盤上のどこへでも",
  }[kind];
  return text + limit;
}

const ja: typeof en = {
  title: "将棋いろいろ",
  loading: "読み込んでいます…",
  notFound: "この名前の将棋はありません。",
  all: "一覧へ",
  boardOf: (name) => `${name}の盤`,
  history: "歴史",
  rules: "ルール",
  pieces: "駒",
  pieceHint: "駒に触れると動きがわかります。",
  count: (n) => `${n}枚ずつ`,
  promotedOnly: "成駒のみ",
  promotedFrom: (names) => `成る前の駒：${names.join("、")}`,
  royal: "王にあたる駒です。",
  anywhere: "盤上のどこへでも動けます。",
  moveNote: "Betza 記法",
  legend: {
    title: "図の見方",
    dot: "一マス動く",
    ring: "跳ぶ",
    line: "どこまでも走る（数字があればそこまで）",
    over: "格下の駒を跳び越える",
    area: "数歩で行ける",
    stay: "その場に戻れる",
    capture: "赤：取るときのみ",
    move: "白抜き：空いたマスへのみ",
  },
  diagramOf: (name, marks) => `${name}の動き：${marks.map(markTextJa).join("、")}`,
  options: "指し方の違い",
  optionDefault: "標準",
  chooseRules: "ルール",
  usualRules: "標準",
  comma: "、",
  touchMove: "触れた駒は、動かせるなら必ず動かす。",
  studyHere: "ここから検討する",
  perfect: "完全",
  perfectOpponent: "コンピュータは完全な手を指します。",
  statistics: {
    title: "対局の傾向",
    branching: "一局面の合法手",
    plies: "一局の手数",
    draws: "引き分け",
    black: "先手の得点率（勝者のない対局は半分）",
    unfinished: (games) => `うち${games}局は1,000手で打ち切りました。`,
    measured: (games, nodes) => `コンピュータどうしの${games}局の平均です（一手につき${nodes}局面を探索）。`,
  },
  solved: {
    title: "完全解析",
    ready:
      "すべての局面の勝敗がこのコンピュータに保存されています。最強のレベルは完全な手を指し、二人で指す対局では一手ごとの勝敗を表示します。",
    offer:
      "この将棋は完全に解析できます。どの局面でも、どちらが何手で勝つかがわかります。計算には数分から長くて一時間、保存には48 MBが必要です。計算が済むと、完全な手を指すコンピュータと対局でき、一手ごとの勝敗も表示されます。",
    begin: "今すぐ計算する",
    resume: "計算を続ける",
    stop: "中断",
    stopping: "中断しています（後で続けられます）",
    waiting: "順番を待っています",
    progress: "進み具合",
    positions: (n) => `${n}局面`,
    left: (minutes, atLeast) => (atLeast ? `残り${minutes}分以上` : `残り約${minutes}分`),
    away: "このページを離れても、サーバーが動いている間は続きます。",
    notHere: "まだ計算されていません。サーバーの管理者が計算を実行すると使えます。",
  },
  values: {
    title: "各手の勝敗",
    show: "各手の勝敗を表示",
    hide: "各手の勝敗を隠す",
    noTable: "この将棋はまだ解析されていません。",
    makeTable: "計算する",
    unknown: "初形からは現れない局面です。",
    letters: { win: "勝", draw: "分", loss: "負" },
    position: (turn, result, plies) => {
      const side = turn === "black" ? "先手" : "後手";
      if (result === "draw") return `${side}の手番、引き分け。`;
      if (plies === 0) return `${side}の負け。`;
      return `${side}の手番、${plies}手で${result === "win" ? "勝ち" : "負け"}。`;
    },
    move: (result, plies) =>
      result === "draw" ? "引き分け" : `${plies}手で${result === "win" ? "勝ち" : "負け"}`,
  },
  hints: {
    title: "ヒント",
    ask: "ヒントを見る",
    another: "次のヒント",
    noMore: "ヒントはここまで",
  },
  conflicts: "資料による違い",
  choice: "採用",
  sources: "資料",
  more: "ほかの駒",
  about: "この将棋について",
  tabs: { pieces: "駒", rules: "ルール", history: "歴史" },
  print: "盤と駒を印刷する（PDF）",
  printHint: "両面に印刷し、駒を切り抜いて使います。",
  printNeeds: "盤と駒の印刷には、サーバーに次のパッケージが必要です：",
  first: {
    lessons: "レッスンで学ぶ",
    title: "はじめての対局",
    tips: [
      "相手の玉を、どこへも逃げられないように追いつめたら勝ち。",
      "取った駒は自分の味方。動かすかわりに、空いているマスに打てます。",
      "向こうの二段に入ると、銀と歩は裏返って金と同じ動きになれます。",
      "駒に触れると、どこへ動けるかわかります。",
      "困ったら、盤の下の「ヒントを見る」を押してください。",
    ],
    toss: "歩を三枚ふる（先手を決める）",
    faces: (n) => `三枚のうち${n}枚が「歩」。`,
    black: "あなたが先手です。",
    white: "あなたは後手。コンピュータから始めます。",
    go: "さあ、始めましょう",
  },
  play: "対局する",
  play2: "二人で指す",
  moreChoices: "そのほか",
  firstMove: "手番",
  firstMoves: { furigoma: "振り駒", black: "自分", white: "相手" },
  starting: "準備中…",
  opponent: "相手",
};

export const variantsWords = inLanguages({ en, ja });
