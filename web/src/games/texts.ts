// The texts of the list of one's games.

import { timeLeft } from "../i18n/time_left";
import { inLanguages } from "../i18n";

const en = {
  search: "Search",
  searchHint: "Opponent, result, handicap, date…",
  empty: "No games yet.",
  emptyHint: "Start one on the Play page.",
  none: (query: string): string => `No game matches “${query}”.`,
  resume: "Continue",
  more: "Show more",
  loading: "Loading your games…",
  moves: (n: number): string => (n === 1 ? "1 move" : `${n} moves`),
  playing: "in progress",
  against: (name: string): string => `against ${name}`,
  adjourned: "adjourned",
  proposed: {
    you: "you have proposed to continue",
    opponent: "your opponent proposes to continue",
  } as Record<"you" | "opponent", string>,
  propose: "Propose to continue",
  yourTurn: "your turn",
  theirTurn: "your opponent’s turn",
  days: (n: number): string => (n === 1 ? "1 day a move" : `${n} days a move`),
  left: (ms: number): string => `${timeLeft.en(ms)} left`,
  parts: {
    label: "Which games",
    all: "All",
    waiting: "Your turn",
    running: "In progress",
    correspondence: "Correspondence",
    adjourned: "Adjourned",
    finished: "Finished",
  },
  emptyParts: {
    waiting: "No game waits for you.",
    running: "No game is in progress.",
    correspondence: "No correspondence game is being played. Begin one with people, with days for each move.",
    adjourned: "No game is adjourned.",
    finished: "No game has ended yet.",
  },
  waiting: (n: number): string => (n === 1 ? "1 game waits for you" : `${n} games wait for you`),
  newGame: "New game",
};

const ja: typeof en = {
  search: "検索",
  searchHint: "相手・結果・手合割・日付など",
  empty: "対局はまだありません。",
  emptyHint: "最初の一局を始めましょう。",
  none: (query) => `「${query}」に一致する対局はありません。`,
  resume: "続ける",
  more: "もっと見る",
  loading: "対局を読み込んでいます…",
  moves: (n) => `${n}手`,
  playing: "対局中",
  against: (name) => `対 ${name}`,
  adjourned: "中断中（封じ手）",
  proposed: { you: "再開を申し込み中", opponent: "相手が再開を申し込んでいます" },
  propose: "再開を申し込む",
  yourTurn: "あなたの手番",
  theirTurn: "相手の手番",
  days: (n) => `1手${n}日`,
  left: (ms) => `残り${timeLeft.ja(ms)}`,
  parts: {
    label: "対局の種類",
    all: "すべて",
    waiting: "自分の手番",
    running: "対局中",
    correspondence: "通信対局",
    adjourned: "中断中",
    finished: "終局",
  },
  emptyParts: {
    waiting: "あなたの手番の対局はありません。",
    running: "進行中の対局はありません。",
    correspondence: "通信対局はありません。「人と対局」で1手の日数を選ぶと始められます。",
    adjourned: "中断中の対局はありません。",
    finished: "終局した対局はまだありません。",
  },
  waiting: (n) => `あなたの手番の対局が${n}局あります`,
  newGame: "新しい対局",
};

export const gamesWords = inLanguages({ en, ja });
