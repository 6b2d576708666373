// The texts of the list of people.

import { inLanguages } from "../i18n";

const en = {
  title: "People",
  sentence: "Who plays here, and how strong they are.",
  byRating: "By rating",
  speed: "Speed of the games",
  rating: (rating: number, games: number): string => `${rating} · ${games} ${games === 1 ? "game" : "games"}`,
  unrated: "no rated game yet",
  alone: "Nobody is listed yet",
  aloneHint: "Everybody with an account is listed here who wants it; pupils of classes are not.",
  page: (page: number, pages: number): string => `Page ${page} of ${pages}`,
  previous: "Previous",
  next: "Next",
  here: "Here now",
  nobody: "Nobody else is in the lobby",
  nobodyHint: "Those with an account who have the lobby open are listed here.",
  toLobby: "Open the lobby",
  followed: "Followed",
  noAccount: "Whom you follow is kept in your account",
  noAccountHint: "You see at once when they are here, and can watch their games.",
  logIn: "Log in",
  followNobody: "You follow nobody yet",
  followNobodyHint: "On a person’s page, Follow puts them here.",
  watch: "Watch",
  isHere: "here",
};

const ja: typeof en = {
  title: "会員",
  sentence: "ここで指している人と、その棋力です。",
  byRating: "レーティング順",
  speed: "持ち時間の区分",
  rating: (rating, games) => `${rating}・${games}局`,
  unrated: "レーティング対局なし",
  alone: "まだ誰も載っていません",
  aloneHint: "アカウントを持ち、掲載を希望する人が並びます。クラスの生徒は載りません。",
  page: (page, pages) => `${page} / ${pages}ページ`,
  previous: "前へ",
  next: "次へ",
  here: "いまいる人",
  nobody: "ロビーにはほかに誰もいません",
  nobodyHint: "ロビーを開いている会員がここに出ます。",
  toLobby: "ロビーを開く",
  followed: "フォロー中",
  noAccount: "フォローにはアカウントが必要です",
  noAccountHint: "相手が来るとすぐに分かり、対局を観戦できます。",
  logIn: "ログイン",
  followNobody: "まだ誰もフォローしていません",
  followNobodyHint: "相手のページで「フォロー」を押すと、ここに出ます。",
  watch: "観戦",
  isHere: "います",
};

export const listWords = inLanguages({ en, ja });
