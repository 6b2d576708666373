// The texts of reviews of games, which are loaded with the pages that show them.

import type { Color, MilestoneKind, MoveClass } from "../api/types";
import { inLanguages } from "../i18n";

const SIDES: Record<Color, string> = { black: "Black", white: "White" };

const en = {
  title: "Review of the game",
  lead: "The engine searches every position and explains the mistakes: what they allowed, and what was better.",
  depth: "Search depth",
  depths: {
    quick: (nodes: number): string => `Quick (${nodes / 1000}k nodes)`,
    normal: (nodes: number): string => `Normal (${nodes / 1000}k nodes)`,
    deep: (nodes: number): string => `Deep (${nodes / 1000}k nodes)`,
  },
  begin: "Begin",
  beginAgain: "Review again",
  stop: "Stop",
  waiting: "Waiting…",
  progress: (done: number, total: number): string => `${done} of ${total} positions`,
  finished: "The review is finished.",
  stopped: "The review was stopped.",
  onlyFirst: (moves: number): string => `It was stopped: this is the review of the first ${moves} moves.`,
  graph: "Win rate of Black by move",
  legend:
    "Above the middle Black is better. Circles: Black’s mistakes; diamonds: White’s; triangles: milestones.",
  ply: (ply: number): string => (ply === 0 ? "Start" : `Move ${ply}`),
  blackWins: (percent: number): string => `Black ${percent} %`,
  side: (color: Color, _odds: boolean): string => SIDES[color],
  accuracy: "Accuracy",
  classes: {
    best: "Best moves",
    good: "Good moves",
    inaccuracy: "Inaccuracy",
    mistake: "Mistake",
    blunder: "Blunder",
    missed_mate: "Missed mate",
  } as Record<MoveClass, string>,
  /** Of each number of the style: its name, and what it means. */
  styles: {
    attack: [
      "Attack",
      "Share of moves that check, capture or reach the last three ranks, from the first clash on",
    ],
    drops: ["Drops", "Share of these moves that are drops"],
    defence: ["Defence", "Generals near the king during these moves; 100 is four or more"],
    sharpness: ["Sharpness", "How much the win rate varies around the moves"],
  } satisfies Record<string, readonly [string, string]> as Record<
    "attack" | "drops" | "defence" | "sharpness",
    readonly [string, string]
  >,
  mistakes: "Mistakes",
  sideChoice: "Whose mistakes",
  both: "Both sides",
  none: "No mistakes found.",
  addLine: "Add the better line to the record",
  milestones: "Milestones",
  milestoneNames: {
    castle_completed: "Castle completed",
    opening_left: "Opening left",
    first_clash: "First clash",
    entering_king: "Entering king",
    mate_available: "Mate available",
  } as Record<MilestoneKind, string>,
  downloads: "Download:",
  files: { html: "Page (HTML)", pdf: "PDF", kif: "KIF with comments", json: "JSON" },
  by: (engine: string, nodes: number): string =>
    `${engine}, ${nodes.toLocaleString("en")} nodes a position. Downloads work for ten minutes.`,

  learn: "Learn from mistakes",
  exercise: (number: number, count: number): string => `${number} of ${count}`,
  played: (ply: number, move: string, kind: string): string => `move ${ply}, ${move}: ${kind}`,
  find: (color: Color, _odds: boolean): string => `Find a better move for ${SIDES[color]}.`,
  checking: "The engine checks your move…",
  correct: "Well done.",
  notBetter: "Not yet.",
  solution: "The engine’s line:",
  again: "Try again",
  showSolution: "Show the solution",
  next: "Next",
  close: "Close",
  learned: (found: number, count: number): string => `Done: you found ${found} of ${count}.`,
};

const side = (color: Color, odds: boolean): string =>
  odds ? (color === "black" ? "下手" : "上手") : color === "black" ? "先手" : "後手";

const ja: typeof en = {
  title: "対局の検討",
  lead: "エンジンがすべての局面を読み、疑問手や悪手を解説します。何を許したのか、どう指せばよかったのかが分かります。",
  depth: "読みの深さ",
  depths: {
    quick: (nodes) => `速い（${nodes / 10000}万ノード）`,
    normal: (nodes) => `標準（${nodes / 10000}万ノード）`,
    deep: (nodes) => `深い（${nodes / 10000}万ノード）`,
  },
  begin: "開始",
  beginAgain: "もう一度検討する",
  stop: "中止",
  waiting: "順番を待っています…",
  progress: (done, total) => `${total}局面中${done}局面`,
  finished: "検討が終わりました。",
  stopped: "検討を中止しました。",
  onlyFirst: (moves) => `途中で中止したため、${moves}手目までの検討です。`,
  graph: "先手の勝率の推移",
  legend: "中央より上は先手が有利。丸は先手、菱形は後手の緩手・疑問手・悪手、三角は節目。",
  ply: (ply) => (ply === 0 ? "開始局面" : `${ply}手目`),
  blackWins: (percent) => `先手の勝率${percent}％`,
  side,
  accuracy: "正確さ",
  classes: {
    best: "最善手",
    good: "良い手",
    inaccuracy: "緩手",
    mistake: "疑問手",
    blunder: "悪手",
    missed_mate: "詰み逃し",
  },
  styles: {
    attack: ["攻め", "開戦後の手のうち、王手・駒取り・敵陣三段目以内の手の割合"],
    drops: ["駒打ち", "そのうち駒を打った手の割合"],
    defence: ["守り", "その間、玉の近くにいる金銀の枚数（4枚以上で100）"],
    sharpness: ["激しさ", "指し手の前後で勝率がどれだけ動くか"],
  },
  mistakes: "悪手と疑問手",
  sideChoice: "どちらの手か",
  both: "両者",
  none: "見つかりませんでした。",
  addLine: "最善の手順を棋譜に加える",
  milestones: "節目",
  milestoneNames: {
    castle_completed: "囲いの完成",
    opening_left: "定跡を外れる",
    first_clash: "開戦",
    entering_king: "入玉",
    mate_available: "詰みが発生",
  },
  downloads: "保存：",
  files: { html: "ページ（HTML）", pdf: "PDF", kif: "コメント付きKIF", json: "JSON" },
  by: (engine, nodes) => `${engine}、1局面${nodes.toLocaleString("ja")}ノード。保存できるのは10分間です。`,

  learn: "悪手から学ぶ",
  exercise: (number, count) => `${count}問中${number}問目`,
  played: (ply, move, kind) => `${ply}手目 ${move}（${kind}）`,
  find: (color, odds) => `${side(color, odds)}のより良い手を見つけてください。`,
  checking: "エンジンが確かめています…",
  correct: "正解です。",
  notBetter: "もう一息です。",
  solution: "エンジンの読み筋：",
  again: "もう一度",
  showSolution: "答えを見る",
  next: "次へ",
  close: "閉じる",
  learned: (found, count) => `終わりです。${count}問中${found}問正解でした。`,
};

export const reviewWords = inLanguages({ en, ja });
