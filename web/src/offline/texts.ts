// The texts of the start page that needs no server.

import { inLanguages } from "../i18n";

const en = {
  lead: "All of it runs in this browser, offline, too. What you do stays on this device.",
  ways: {
    tsume: { title: "Mate problems", text: "From mate in one, near your own level." },
    records: { title: "Records", text: "Open or paste a game, and look at it with the engine." },
    variants: { title: "The family", text: "Other games of shogi, from 3×4 squares to 36×36." },
    reading: { title: "Reading", text: "Words, history and famous games." },
  },
  server: "Games with people, studies and events need a server. To have one:",
};

const ja: typeof en = {
  lead: "すべてこのブラウザで動きます。オフラインでも使え、記録はこの端末に残ります。",
  ways: {
    tsume: { title: "詰将棋", text: "一手詰から、棋力に合わせて出題します。" },
    records: { title: "棋譜", text: "棋譜を開くか貼り付けて、エンジンで調べます。" },
    variants: { title: "変則将棋", text: "どうぶつしょうぎから泰将棋まで。" },
    reading: { title: "読み物", text: "用語、歴史、名局。" },
  },
  server: "人との対局・研究・大会にはサーバーが必要です。立てるには：",
};

export const offlineWords = inLanguages({ en, ja });
