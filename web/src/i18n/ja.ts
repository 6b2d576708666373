import type { Color } from "../api/types";
import { kanjiNumber } from "../board/labels";
import { squareNumber } from "../board/squares";
import type { Messages } from "./en";
import { recordsJa } from "./records.ja";
import { dojoJa } from "./dojo.ja";
import { programsJa } from "./programs.ja";
import { variantsJa } from "./variants.ja";

const PIECES: Record<string, string> = {
  K: "玉",
  R: "飛車",
  B: "角",
  G: "金",
  S: "銀",
  N: "桂馬",
  L: "香車",
  P: "歩",
  "+R": "竜",
  "+B": "馬",
  "+S": "成銀",
  "+N": "成桂",
  "+L": "成香",
  "+P": "と金",
};

const piece = (kind: string): string => PIECES[kind] ?? kind;
const side = (color: Color, odds = false): string =>
  odds ? (color === "black" ? "下手" : "上手") : color === "black" ? "先手" : "後手";
const seconds = (ms: number): string => `${Math.round(ms / 1000)}秒`;
const FILES = "１２３４５６７８９";
/** 「７七」 from "7g"; on larger boards 「12十一」. */
function squareName(name: string): string {
  const square = squareNumber(name, { files: 36, ranks: 36 });
  const file = Math.floor(square / 36) + 1;
  return (file < 10 ? FILES.charAt(file - 1) : String(file)) + kanjiNumber((square % 36) + 1);
}

export const ja: Messages = {
  brand: "駒台",

  nav: {
    play: "対局",
    study: "棋譜・検討",
    tsume: "詰将棋",
    variants: "将棋いろいろ",
    main: "メイン",
    skip: "盤面へ移動",
  },
  header: {
    language: "言語",
    toDark: "暗い配色にする",
    toLight: "明るい配色にする",
    settings: "設定",
    logIn: "ログイン",
    register: "アカウントを作る",
    profile: "プロフィール",
    account: "アカウント",
    moderation: "管理",
    logOut: "ログアウト",
    accountMenu: (name) => `${name}（アカウント）`,
  },

  piece,
  color: (color) => side(color),
  odds: (color) => side(color, true),

  board: {
    label: "将棋盤",
    square: (name, owner, piece, odds) =>
      owner === null || piece === null
        ? `${squareName(name)} 空き`
        : `${squareName(name)} ${side(owner, odds)} ${piece}`,
    target: "ここへ動かせます",
    stand: (color, odds) => `${side(color, odds)}の持駒`,
    inHand: (piece, count) => `持駒 ${piece}` + (count > 1 ? ` ${count}枚` : ""),
    help: "矢印キーで盤上を移動、Enterで駒を持つ・置く、Escで取り消し。1〜7で持駒を選びます（歩・香・桂・銀・金・角・飛）。",
    helpAny:
      "矢印キーで盤上を移動、Enterで駒を持つ・置く、Escで取り消し。二歩動く手は、途中のマス、行き先の順に選びます。途中のマスをもう一度選ぶと、そこで終わります。1〜9で持駒を弱い順に選びます。",
    pass: "じっと（動かない）",
    stepped: (targets) =>
      targets === 0 ? "一歩目。Enterで終わります" : `一歩目。続けて動ける所は${targets}か所`,
    picked: (piece, targets) => `${piece}を持ちました。${targets === null ? "" : `動ける所は${targets}か所`}`,
    released: "駒を戻しました",
    mustMove: "触れた駒を動かしてください（タッチ・アンド・ムーブ）",
    inCheck: "王手！",
  },

  zoom: { label: "盤の大きさ", in: "大きく", out: "小さく", fit: "盤全体" },

  promotion: {
    title: "成りますか？",
    yes: "成る",
    no: "成らない",
    becomes: (piece) => `${piece}になる`,
    stays: (piece) => `${piece}のまま`,
    cancel: "Escで指し直し",
  },

  start: {
    lessons: "将棋がはじめての方へ：レッスン",
    title: "コンピュータと対局",
    lead: "盤上で初手を指すと対局が始まります。強さも選べます。",
    leadSecond: "強さを選んでください。盤をタップすると対局が始まります。",
    level: "コンピュータの強さ",
    weaker: "弱い",
    stronger: "強い",
    levels: [
      "駒の動かし方を覚えたばかりの人でも勝てます。",
      "まだほとんどを見落とします。",
      "取れる駒は取りますが、ほかは忘れがち。",
      "一手先だけを考える初心者。",
      "何局か指したことのある初心者。",
      "囲いは知っていますが、駒損をします。",
      "ただの駒は取ってきます。",
      "簡単な手筋は通用しません。",
      "短い詰みは逃しません。",
      "道場の入門者。狙いをもって攻めます。",
      "浮き駒をとがめてきます。",
      "手堅い級位者。",
      "上位の級位者。間違いは少なめ。",
      "終盤が鋭く、初段まであと一歩。",
      "初段。本気で勝ちに来ます。",
    ],
    side: "手番",
    sides: { black: "先手", white: "後手", furigoma: "振り駒" },
    sideHints: {
      black: "あなたから指します。",
      white: "コンピュータから指します。",
      furigoma: "歩を五枚振り、歩がと金より多ければあなたが先手です。",
    },
    sideHintsOdds: {
      black: "あなたが下手。上手のコンピュータから指します。",
      white: "あなたが上手で、先に指します。",
      furigoma: "振り駒で上手と下手を決めます。",
    },
    go: "対局開始",
    cover: "盤をタップして始める",
    going: "駒を並べています…",
    more: "詳細設定",
    handicap: "手合割",
    handicapFits: (ranks) => `棋力差の目安：${ranks}`,
    handicapEven: "駒を落とさずに指します。",
    clock: "持ち時間",
    clocks: { none: "なし", short: "10分＋秒読み30秒", fischer: "5分＋1手10秒", own: "自分で決める" },
    main: "持ち時間（分）",
    byoyomi: "秒読み（秒）",
    periods: "秒読みの回数",
    increment: "1手ごとの加算（秒）",
    clockEmpty: "持ち時間・秒読み・加算のいずれかを入力してください。",
    impasse: "持将棋のルール",
    impasseHints: {
      none: "持将棋のルールを適用しません。",
      agreed: "相入玉になれば全部の駒を数えます。24点に満たない側の負け、双方24点以上なら引き分けです。",
      "24-point": "入玉して宣言します。31点以上で勝ち、24点以上30点以下は引き分けです。",
      "27-point": "入玉して宣言します。先手は28点以上、後手は27点以上で勝ちです。",
      "27-plain": "相入玉になれば全部の駒を数えます。27点以上の側の勝ち、27点ずつなら引き分けです。",
      protected: "玉とすべての駒が敵陣に入り、すべてにひもが付いていれば宣言できます。全部の駒を数えます。",
      "all-in": "すべての駒が敵陣に入れば宣言できます。全部の駒を数えます。",
      try: "相入玉の後、相手玉の初期位置に先に玉を進めた側の勝ちです。",
      "try-one-king": "相手玉の初期位置に先に玉を進めた側の勝ちです。",
    },
    illegal: "反則の手",
    illegals: { refuse: "指せない", lose: "指したら負け" },
    takeBack: "待ったあり",
    sfen: "局面を指定して始める（SFEN）",
    sfenHint: "空欄なら通常の初形。局面を入力すると、手合割より優先されます。",
    engine: "エンジン",
    resume: "続きを指す",
    allGames: "すべての対局",
  },

  furigoma: {
    title: "振り駒",
    pawns: ({ faces, tokins, onSide }) =>
      `歩が${faces}枚、と金が${tokins}枚` + (onSide === 0 ? "" : `（立った駒${onSide}枚は数えません）`),
    tie: ({ faces, tokins, onSide }) =>
      `歩${faces}枚、と金${tokins}枚${onSide === 0 ? "" : `、立った駒${onSide}枚`}：同数のため振り直しました。`,
    black: "あなたの先手です。",
    white: "あなたは後手です。コンピュータから指します。",
    blackOdds: "あなたは下手です。上手のコンピュータから指します。",
    whiteOdds: "あなたは上手です。あなたから指します。",
    go: "対局を始める",
  },

  game: {
    you: "あなた",
    computer: "コンピュータ",
    watching: "観戦中です。",
    thinking: "考慮中",
    takeBack: "待った",
    flip: "盤面反転",
    impasse: "入玉宣言",
    resign: "投了",
    moves: "指し手",
    start: "開始局面",
    first: "最初へ",
    previous: "一手戻る",
    next: "一手進む",
    last: "最新へ",
    backToNow: "現在の局面へ",
    looking: (ply, of) => `${of}手中 ${ply}手目`,
    typed: "指し手を入力",
    typedHint: "76歩・7g7f・P-7f・76fu など",
    play: "指す",
    greeting: "お願いします",
    handicap: (name) => `手合割：${name}`,
    downloads: "保存",
    formats: {
      kif: "KIF",
      "kif-sjis": "KIF（Shift_JIS）",
      csa: "CSA",
      usi: "USI",
      western: "英語表記",
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
  },

  clock: {
    label: (name) => `${name}の時計`,
    byoyomi: (ms, periods) => seconds(ms) + (periods > 1 ? `×${periods}回` : ""),
    increment: (ms) => `＋${seconds(ms)}`,
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
    text: "「負けました」と告げて対局を終えます。",
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

  result: {
    title: "結果",
    replay: "先後を替えて指し直し",
    win: "あなたの勝ち",
    loss: "あなたの負け",
    draw: "引き分け",
    wins: (color, odds) => `${side(color, odds)}の勝ち`,
    over: "終局",
    noGame: "勝敗なし",
    lost: "負けました",
    thanks: "ありがとうございました",
    thanksGloss: "",
  },

  games: {
    title: "自分の対局",
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
  },

  records: recordsJa,
  dojo: dojoJa,
  titles: {
    thinking: "プログラムの読み",
    thinkingPage: "独立したページで開く",
    position: "局面を作る",
    explorer: "棋譜データベース",
    review: "この対局を検討する",
  },
  programs: programsJa,
  variants: variantsJa,

  settings: {
    title: "設定",
    faces: "駒の書体",
    faceSets: {
      kaisei: "標準",
      yuji: "筆文字",
      two: "二字",
      bilingual: "漢字と英字",
      western: "西洋式",
      moves: "動き入り",
    },
    promotedFaces: "成銀・成桂・成香・と金の字",
    dragon: "龍の字",
    notation: "棋譜の表記",
    notations: {
      japanese: "日本式 ▲7六歩",
      western: "西洋式 P-7f",
      hosking: "Hosking P-76",
      usi: "USI 7g7f",
    },
    coordinates: "段の表示",
    coordinate: { kanji: "一〜九", letters: "a〜i" },
    setup: "駒の並べ方",
    setups: { ohashi: "大橋流", ito: "伊藤流", off: "並べない" },
    counting: "秒読みの声",
    countings: { ja: "日本語", en: "英語", off: "なし" },
    noVoice: "このブラウザには読み上げの声がないため、秒を大きく表示します。",
    sound: "駒音",
    animations: "アニメーション",
    calm: "システムの「視差効果を減らす」設定により、アニメーションは無効です。",
    theme: "配色",
    themes: { auto: "システムに合わせる", light: "明るい", dark: "暗い" },
    keyboard: "盤上のキー操作",
    close: "完了",
  },

  status: {
    lost: "接続が切れました。対局と持ち時間はサーバーに保存されています。",
    retry: "再接続しています…",
    now: "今すぐ再接続",
    unreachable: "サーバーが応答しません。",
    unreachableHint: "駒台は動いていますか？ 自動で再接続します。",
    refused: "受け付けられませんでした。",
    again: "もう一度試す",
    stale: "局面が変わりました。もう一度ご確認ください。",
    notFound: "ページが見つかりません。",
    home: "トップページへ",
    close: "閉じる",
  },
};
