// The gallery of the family: what each game is known for, and by what the games are sorted.

import type { VariantSummary } from "../api/types";
import { inLanguages } from "../i18n";

export const GROUPS = ["all", "small", "usual", "large", "chess"] as const;
export type Group = (typeof GROUPS)[number];

/** Relatives of chess: they have no kanji on their boards, and no drops. */
const CHESS: readonly string[] = ["chaturanga", "shatranj", "makruk"];

function groupOf({ name, files, ranks }: VariantSummary): Exclude<Group, "all"> {
  if (CHESS.includes(name)) return "chess";
  return files * ranks < 64 ? "small" : files <= 11 ? "usual" : "large";
}

/** The games of a group besides the one on 9×9, the smallest first. */
export const shownIn = (
  variants: readonly VariantSummary[],
  group: Group,
  withDrops: boolean,
): VariantSummary[] =>
  variants
    .filter(
      (variant) =>
        variant.name !== "shogi" &&
        (group === "all" || groupOf(variant) === group) &&
        (!withDrops || variant.drops),
    )
    .sort((a, b) => a.files * a.ranks - b.files * b.ranks);

const en = {
  title: "All of shogi",
  sentence: "25 games besides the one on 9×9",
  group: "Size",
  groups: { all: "All", small: "Small", usual: "Usual size", large: "Large", chess: "Chess relatives" },
  drops: "Drops",
  dropping: { any: "Any", drops: "With drops" },
  size: (files: number, ranks: number): string => `${files} × ${ranks}`,
  moves: (plies: number, stopped: boolean): string =>
    stopped ? `${plies} moves and more` : `about ${plies} moves`,
  none: "No game of this size has drops",
  noneText: "On large boards and in the relatives of chess what is taken stays away.",
  showAll: "Show all games",
  usual: "The game on 9 × 9: its pieces and rules",
  known: {
    "goro-goro": "The lessons’ game: no rook",
    "goro-goro-plus": "Lance and knight begin in hand",
    minishogi: "Sharp from the first move",
    dobutsu: "Animals that show their moves",
    tori: "Birds; two swallows on a file",
    wa: "Animals and birds of 17 kinds",
    heian: "The oldest form we know",
    "heian-dai": "Its large sister, 800 years old",
    sho: "Without drops, with a second king",
    chu: "The lion moves twice",
    dai: "Twenty-nine kinds of pieces",
    tenjiku: "The fire demon burns its neighbours",
    "dai-dai": "Pieces promote when they capture",
    "maka-dai-dai": "A king that becomes an emperor",
    tai: "An emperor in place of the king",
    taikyoku: "209 kinds of pieces",
    kyoto: "Pieces turn over at every move",
    judkins: "One of each piece",
    micro: "Who captures turns over",
    "check-shogi": "The first check wins",
    euroshogi: "Knights that step aside",
    yari: "Spears in place of lances",
    makruk: "The chess of Thailand",
    chaturanga: "Where the whole family began",
    shatranj: "The chess of Baghdad",
  } as Record<string, string>,
};

const ja: typeof en = {
  title: "将棋いろいろ",
  sentence: "9×9のほかに25の将棋があります",
  group: "盤の大きさ",
  groups: { all: "すべて", small: "小さな盤", usual: "ふつう", large: "大きな盤", chess: "チェスの仲間" },
  drops: "持駒",
  dropping: { any: "指定なし", drops: "持駒あり" },
  size: (files, ranks) => `${files}×${ranks}`,
  moves: (plies, stopped) => (stopped ? `${plies}手以上` : `約${plies}手`),
  none: "この大きさで持駒を使う将棋はありません",
  noneText: "大きな盤の将棋とチェスの仲間は、取った駒を使いません。",
  showAll: "すべて見る",
  usual: "9×9の本将棋：駒とルール",
  known: {
    "goro-goro": "飛車も角もなし。レッスンの将棋",
    "goro-goro-plus": "香と桂を持って始める",
    minishogi: "一手目から激しい",
    dobutsu: "しるしの方へ動くどうぶつたち",
    tori: "鳥の将棋。燕は同じ筋に二枚まで",
    wa: "鳥と獣が17種",
    heian: "知られているいちばん古い将棋",
    "heian-dai": "800年前の大きな盤",
    sho: "取り捨て。太子はもう一人の玉",
    chu: "獅子は一手で二度動く",
    dai: "29種の駒",
    tenjiku: "火鬼がまわりを焼く",
    "dai-dai": "取ったときに成る",
    "maka-dai-dai": "玉が自在天王に成る",
    tai: "玉のかわりに自在天王",
    taikyoku: "209種の駒",
    kyoto: "動くたびに裏返る",
    judkins: "どの駒も一枚ずつ",
    micro: "取ると裏返る",
    "check-shogi": "先に王手をかければ勝ち",
    euroshogi: "横にも動ける桂馬",
    yari: "槍の将棋",
    makruk: "タイの将棋",
    chaturanga: "すべての将棋のはじまり",
    shatranj: "バグダッドのチェス",
  },
};

export const galleryWords = inLanguages({ en, ja });
