import type { Color } from "../api/types";
import { recordsEn } from "./records.en";
import { dojoEn } from "./dojo.en";

const PIECES: Record<string, string> = {
  K: "king",
  R: "rook",
  B: "bishop",
  G: "gold",
  S: "silver",
  N: "knight",
  L: "lance",
  P: "pawn",
  "+R": "dragon",
  "+B": "horse",
  "+S": "promoted silver",
  "+N": "promoted knight",
  "+L": "promoted lance",
  "+P": "tokin",
};

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
/** Days and hours, or hours and minutes: 2 d 5 h, 5 h 12 min. */
const timeLeft = (ms: number): string => {
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
};
const piece = (kind: string): string => PIECES[kind] ?? kind;

/** The English texts. Every other language has the same keys. */
export const en = {
  brand: "Komadai",

  nav: {
    play: "Play",
    study: "Study",
    tsume: "Tsume",
    variants: "Variants",
    main: "Main",
    skip: "Skip to the board",
  },
  header: {
    language: "Language",
    toDark: "Dark colours",
    toLight: "Light colours",
    settings: "Settings",
    logIn: "Log in",
    register: "Create an account",
    profile: "Profile",
    account: "Account",
    moderation: "Moderation",
    logOut: "Log out",
    accountMenu: (name: string): string => `${name}, your account`,
  },

  piece,
  color: (color: Color): string => (color === "black" ? "Black" : "White"),
  /** In a handicap game the receiver is Black (shitate), the giver White (uwate). */
  odds: (color: Color): string => (color === "black" ? "Black (shitate)" : "White (uwate)"),

  board: {
    label: "Shogi board",
    /** `piece`, here and below: the name of the piece. */
    square: (name: string, owner: Color | null, piece: string | null, _odds: boolean): string =>
      owner === null || piece === null
        ? `${name}, empty`
        : `${name}, ${owner === "black" ? "Black" : "White"} ${piece}`,
    target: "can move here",
    stand: (color: Color, _odds: boolean): string =>
      `Pieces in ${color === "black" ? "Black" : "White"}'s hand`,
    inHand: (piece: string, count: number): string =>
      `${piece} in hand` + (count > 1 ? `, ${count} of them` : ""),
    help: "Arrow keys move over the board. Enter selects a piece and moves it, Escape cancels. 1 to 7 select a piece in hand: pawn, lance, knight, silver, gold, bishop, rook.",
    helpAny:
      "Arrow keys move over the board. Enter selects a piece and moves it, Escape cancels. A move in two steps: choose the middle square, then the last; the middle square again ends it there. 1 to 9 select a piece in hand, the weakest first.",
    pass: "Stay (jitto)",
    stepped: (targets: number): string =>
      targets === 0 ? "first step; Enter ends the move here" : `first step, ${targets} ways to go on`,
    picked: (piece: string, targets: number | null): string =>
      targets === null
        ? `${piece} selected`
        : `${piece} selected, ${targets} possible ${targets === 1 ? "square" : "squares"}`,
    released: "selection cancelled",
    mustMove: "Touch-move: the piece that you touched must move.",
    inCheck: "Check!",
  },

  zoom: { label: "Size of the board", in: "Larger", out: "Smaller", fit: "Whole board" },

  promotion: {
    title: "Promote?",
    yes: "Promote",
    no: "Don’t promote",
    becomes: (piece: string): string => `becomes ${piece}`,
    stays: (piece: string): string => `stays ${piece}`,
    cancel: "Esc cancels the move",
  },

  start: {
    lessons: "New to shogi? Learn it in small lessons",
    title: "Play the computer",
    lead: "Make your first move on the board, or choose how strong the computer is.",
    leadSecond: "Choose how strong the computer is. A tap on the board starts the game.",
    level: "Computer’s strength",
    weaker: "weaker",
    stronger: "stronger",
    /** From 15 kyu to 1 dan. */
    levels: [
      "Just learned the moves? You can win here.",
      "Still overlooks almost everything.",
      "Sees captures, forgets the rest.",
      "Beginner: plans one move ahead.",
      "Beginner who has played a few games.",
      "Knows a castle, still loses pieces.",
      "Takes what you leave unguarded.",
      "Casual player: simple tactics no longer work.",
      "Sees short mates.",
      "Club beginner: attacks with a plan.",
      "Club player: punishes loose pieces.",
      "Solid club player.",
      "Strong club player: few mistakes.",
      "Sharp endgame, nearly a dan.",
      "First dan: plays to win.",
    ],
    side: "Your side",
    sides: {
      black: "Black",
      white: "White",
      furigoma: "Furigoma",
    },
    sideHints: {
      black: "You move first.",
      white: "The computer moves first.",
      furigoma: "Five pawns are tossed: if more land pawn side up than tokin side up, you are Black.",
    },
    sideHintsOdds: {
      black: "You take the handicap; the computer gives it and moves first.",
      white: "You give the handicap and move first.",
      furigoma: "Five pawns decide who gives the handicap.",
    },
    go: "Start the game",
    cover: "Begin by tapping the board",
    going: "Starting…",
    more: "More options",
    handicap: "Handicap",
    handicapFits: (ranks: string): string => `Suits a difference of ${ranks}.`,
    handicapEven: "Both sides with all their pieces.",
    clock: "Clock",
    clocks: { none: "No clock", short: "10 min + 30 s", fischer: "5 min + 10 s/move", own: "Custom" },
    main: "Main time (minutes)",
    byoyomi: "Byoyomi (seconds)",
    periods: "Periods",
    increment: "Added per move (seconds)",
    clockEmpty: "Enter a main time, byoyomi or time per move.",
    impasse: "Impasse (jishōgi)",
    impasseHints: {
      none: "The game has no impasse rule.",
      agreed:
        "Once both kings have entered, all pieces are counted: a side with fewer than 24 points loses, otherwise it is a draw.",
      "24-point": "Declare with your king in the promotion zone: 31 points win, 24 to 30 draw.",
      "27-point": "Declare with your king in the promotion zone: 28 points win for Black, 27 for White.",
      "27-plain":
        "Once both kings have entered, all pieces are counted: 27 points or more win; 27 each is a draw.",
      protected:
        "Declare once your king and all your pieces are in the zone and protected; then all pieces are counted.",
      "all-in": "Declare once all your pieces are in the zone; then all pieces are counted.",
      try: "Once both kings have entered, the first king on the opposing king’s first square wins.",
      "try-one-king": "The first king on the opposing king’s first square wins.",
    } as Record<string, string>,
    illegal: "Illegal moves",
    illegals: { refuse: "are refused", lose: "lose the game" },
    takeBack: "Moves may be taken back",
    sfen: "Start from a position (SFEN)",
    sfenHint: "Leave empty for the usual start. A position replaces the handicap.",
    engine: "Engine",
    resume: "Unfinished games",
    allGames: "All my games",
  },

  furigoma: {
    title: "Furigoma",
    tosser: (name: string): string => `The pawns are tossed for ${name}.`,
    forYou: "The pawns are tossed for you.",
    forOpponent: "The pawns are tossed for your opponent.",
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

  game: {
    you: "You",
    computer: "computer",
    bot: "bot",
    watching: "You are watching this game.",
    thinking: "is thinking",
    takeBack: "Take back",
    flip: "Flip",
    impasse: "Impasse…",
    resign: "Resign",
    moves: "Moves",
    start: "Start",
    first: "To the start",
    previous: "One move back",
    next: "One move on",
    last: "To the present",
    backToNow: "To the current move",
    looking: (ply: number, of: number): string => `Move ${ply} of ${of}`,
    typed: "Type a move",
    coach: "Coach: hints in proverbs",
    typedHint: "7g7f, P-7f, P-76, 76歩 or 76fu",
    play: "Play",
    greeting: "お願いします — good luck.",
    handicap: (name: string): string => `Handicap: ${name}`,
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

  clock: {
    label: (name: string): string => `Clock of ${name}`,
    byoyomi: (ms: number, periods: number): string => seconds(ms) + (periods > 1 ? ` × ${periods}` : ""),
    increment: (ms: number): string => `+ ${seconds(ms)}`,
    long: timeLeft,
    aMove: (days: number): string => (days === 1 ? "1 day a move" : `${days} days a move`),
    resting: (day: string): string => `on vacation until ${day}`,
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

  result: {
    title: "Result",
    replay: "Play it again, colours changed",
    win: "You win",
    loss: "You lose",
    draw: "A draw",
    wins: (color: Color, _odds: boolean): string => `${color === "black" ? "Black" : "White"} wins`,
    over: "The game is over",
    noGame: "No result",
    lost: "負けました",
    thanks: "ありがとうございました",
    thanksGloss: "thank you for the game",
  },

  games: {
    title: "My games",
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
    left: (ms: number): string => `${timeLeft(ms)} left`,
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
      correspondence:
        "No correspondence game is being played. Begin one with people, with days for each move.",
      adjourned: "No game is adjourned.",
      finished: "No game has ended yet.",
    },
    waiting: (n: number): string => (n === 1 ? "1 game waits for you" : `${n} games wait for you`),
  },

  records: recordsEn,
  dojo: dojoEn,
  /** Titles of pages whose other texts are loaded with them. */
  titles: {
    variants: "All of shogi",
    play2: "Two people at this board",
    fromHere: "Go on from this position",
    analysis: "Engine analysis",
    thinking: "How the program thinks",
    thinkingPage: "Open as a page",
    position: "Set up a position",
    explorer: "Opening explorer",
    review: "Review this game",
    studies: "Studies",
    lessons: "Lessons",
    reading: "Reading",
    glossary: "In the glossary",
    statistics: "Statistics",
    toStudy: "Make a study of it",
  },
  programs: { title: "Programs", all: "All programs" },

  settings: {
    title: "Settings",
    faces: "Pieces",
    faceSets: {
      kaisei: "Clear",
      yuji: "Brush",
      two: "Two kanji",
      bilingual: "Kanji and letter",
      western: "Western",
      moves: "Moves shown",
    },
    promotedFaces: "Promoted silver, knight, lance, pawn",
    dragon: "Dragon",
    notation: "Notation of the moves",
    notations: {
      japanese: "Japanese ▲7六歩",
      western: "Western P-7f",
      hosking: "Hosking P-76",
      usi: "USI 7g7f",
    },
    coordinates: "Ranks",
    coordinate: { kanji: "一 – 九", letters: "a – i" },
    setup: "Setting up the pieces",
    setups: { ohashi: "Ōhashi order", ito: "Itō order", off: "None" },
    counting: "Byoyomi read aloud",
    countings: { ja: "Japanese", en: "English", off: "Off" },
    noVoice: "This browser has no voice for this language; the seconds are shown large instead.",
    sound: "Sounds",
    animations: "Animations",
    moveWith: "Moving a piece",
    movesWith: { both: "Click or drag", click: "Click only", drag: "Drag only" },
    confirmMoves: "Confirm each move",
    dragToResign: "Resign by dragging a piece to one’s stand",
    beeps: "Beep in the last ten seconds",
    notices: "Notice of the browser on my turn while this page is hidden",
    noNotices: "This browser does not show notices of this page.",
    premoves: "Premoves: prepare a move while the other person thinks",
    calm: "Your system asks for reduced motion, so animations are off.",
    theme: "Colours",
    themes: { auto: "Same as system", light: "Light", dark: "Dark" },
    keyboard: "Keys on the board",
    close: "Done",
  },

  status: {
    lost: "Connection lost. The game and its clock are safe on the server.",
    retry: "Trying again…",
    now: "Try now",
    unreachable: "The server does not answer.",
    /** After a call of a form. */
    failed: "The server cannot be reached. Try again.",
    silent: "The server does not answer. Try again.",
    unreachableHint: "Is Komadai still running? This page tries again automatically.",
    refused: "The server refused this.",
    again: "Try again",
    stale: "The position has changed. Look at the board again.",
    notFound: "Page not found.",
    home: "To the start page",
    close: "Close",
  },
};

export type Messages = typeof en;
