// The user's settings, stored in this browser only.

import { untrack } from "svelte";
import type { Language, Notation } from "../api/types";
import { SETTINGS, usualLanguage } from "./language";

const FACE_SETS = ["kaisei", "yuji", "two", "bilingual", "western", "animals", "moves"] as const;
export type FaceSet = (typeof FACE_SETS)[number];

/** How the pieces of variants are written. */
const FACE_STYLES = ["one", "two", "both", "letters", "pictures", "moves"] as const;
export type FaceStyle = (typeof FACE_STYLES)[number];

/** The answers to the one question about the pieces: the faces of standard shogi and those of the variants. */
const PIECES = {
  both: { faces: "bilingual", variantFaces: "both" },
  kanji: { faces: "kaisei", variantFaces: "one" },
  pictures: { faces: "animals", variantFaces: "pictures" },
  moves: { faces: "moves", variantFaces: "moves" },
  brush: { faces: "yuji", variantFaces: "one" },
  two: { faces: "two", variantFaces: "two" },
  symbols: { faces: "western", variantFaces: "letters" },
} as const satisfies Record<string, { faces: FaceSet; variantFaces: FaceStyle }>;
export type Pieces = keyof typeof PIECES;
export const ALL_PIECES = Object.keys(PIECES) as readonly Pieces[];

/** The two traditional orders in which the pieces are set up before a game. */
export type Order = "ohashi" | "ito";

export interface Settings {
  language: Language;
  /** Whether pieces, notation and ranks are the usual ones of the language, or were chosen. */
  writing: "usual" | "chosen";
  theme: "light" | "dark" | "auto";
  faces: FaceSet;
  /** The faces of the pieces of variants. Both are chosen together, but older versions stored them apart. */
  variantFaces: FaceStyle;
  /** How promoted silver, knight, lance and pawn are written: 全圭杏と or 全今仝个. */
  promotedFaces: "name" | "gold";
  dragon: "龍" | "竜";
  notation: Notation;
  /** Ranks as 一–九 or as a–i. */
  coordinates: "kanji" | "letters";
  sound: boolean;
  counting: Language | "off";
  /** Whether a move can be prepared while the opponent is to move. */
  premoves: boolean;
  /** How a pointer moves a piece: click it and then the square, drag it, or either. */
  moveWith: "both" | "click" | "drag";
  /** Whether a move is asked about before it is played. */
  confirmMoves: boolean;
  /** Whether all that distracts is hidden while two persons play. */
  zen: boolean;
  /** Whether dragging an own piece to the own stand asks whether to resign. */
  dragToResign: boolean;
  /** What is said when resigning: 負けました or ありません. */
  resignWord: "makemashita" | "arimasen";
  /** Whether the last ten seconds beep, the last five in one long tone. */
  beeps: boolean;
  /** Whether the browser shows a notice on the user's turn while the page is hidden. */
  notices: boolean;
  setup: Order | "off";
  animations: boolean;
  /** Whether the coach gives hints against the computer. */
  coach: boolean;
  /** Whether mate problems are solved in the head: the whole line is entered before a piece moves. */
  tsumeInHead: boolean;
}

const CHOICES: { [K in keyof Settings]: readonly Settings[K][] } = {
  language: ["en", "ja"],
  writing: ["usual", "chosen"],
  theme: ["auto", "light", "dark"],
  faces: FACE_SETS,
  variantFaces: FACE_STYLES,
  promotedFaces: ["name", "gold"],
  dragon: ["龍", "竜"],
  notation: ["japanese", "western", "hosking", "usi"],
  coordinates: ["kanji", "letters"],
  sound: [true, false],
  counting: ["ja", "en", "off"],
  premoves: [true, false],
  moveWith: ["both", "click", "drag"],
  confirmMoves: [true, false],
  zen: [true, false],
  dragToResign: [true, false],
  resignWord: ["makemashita", "arimasen"],
  beeps: [true, false],
  notices: [true, false],
  setup: ["ohashi", "ito", "off"],
  animations: [true, false],
  coach: [true, false],
  tsumeInHead: [true, false],
};

type Writing = Pick<Settings, "faces" | "variantFaces" | "notation" | "coordinates">;

/** What a person who has chosen nothing sees. */
const USUAL: Record<Language, Writing> = {
  en: { ...PIECES.both, notation: "western", coordinates: "letters" },
  ja: { ...PIECES.kanji, notation: "japanese", coordinates: "kanji" },
};

function defaults(): Settings {
  const language = usualLanguage();
  return {
    language,
    writing: "usual",
    theme: "auto",
    ...USUAL[language],
    promotedFaces: "name",
    dragon: "龍",
    sound: true,
    counting: "off",
    premoves: true,
    moveWith: "both",
    confirmMoves: false,
    zen: false,
    dragToResign: false,
    resignWord: "makemashita",
    beeps: false,
    notices: false,
    setup: "ohashi",
    animations: true,
    coach: false,
    tsumeInHead: false,
  };
}

function load(): Settings {
  const start = defaults();
  try {
    const stored = localStorage.getItem(SETTINGS);
    if (stored !== null) assignStored(start, JSON.parse(stored) as Record<string, unknown>);
  } catch {
    // No storage (a private window) or unreadable content: use the defaults.
  }
  return start;
}

/** Copies settings. A value that this version does not know was stored by another version: it is left out. */
function assignKnown(target: Settings, stored: Record<string, unknown>): void {
  for (const [name, choices] of Object.entries(CHOICES)) {
    if (
      (choices as readonly unknown[]).includes(stored[name]) &&
      target[name as keyof Settings] !== stored[name]
    )
      Object.assign(target, { [name]: stored[name] });
  }
}

/** As `assignKnown`; what a version before "writing" stored, or left out, was everybody's way of writing. */
function assignStored(target: Settings, stored: Record<string, unknown>): void {
  if (!("writing" in stored)) Object.assign(target, USUAL.ja, { writing: "chosen" });
  assignKnown(target, stored);
}

/** Takes over the settings that the user's account has. */
export const applySettings = (stored: Record<string, unknown>): void => assignStored(settings, stored);

export const settings = $state<Settings>(load());

/** The chosen pieces; null: those of shogi and of the variants were chosen apart, in an older version. */
export const chosenPieces = (): Pieces | null =>
  ALL_PIECES.find(
    (pieces) =>
      PIECES[pieces].faces === settings.faces && PIECES[pieces].variantFaces === settings.variantFaces,
  ) ?? null;

/** Chooses the pieces of every board. */
export const choosePieces = (pieces: Pieces): void =>
  void Object.assign(settings, PIECES[pieces], { writing: "chosen" });

/** The faces of standard shogi in these pieces. */
export const facesOf = (pieces: Pieces): FaceSet => PIECES[pieces].faces;

/** Goes over to the other language's way of writing, unless one was chosen. */
function followLanguage(): void {
  const usual = USUAL[settings.language];
  untrack(() => {
    if (settings.writing === "usual") Object.assign(settings, usual);
  });
}

/** Notation and ranks that differ from the usual ones have been chosen. */
function noticeChoice(): void {
  const { notation, coordinates } = settings;
  untrack(() => {
    const usual = USUAL[settings.language];
    if (notation !== usual.notation || coordinates !== usual.coordinates) settings.writing = "chosen";
  });
}

const dark = matchMedia("(prefers-color-scheme: dark)");
let systemDark = $state(dark.matches);
dark.addEventListener("change", (event) => (systemDark = event.matches));

export const isDark = (): boolean => (settings.theme === "auto" ? systemDark : settings.theme === "dark");

const calm = matchMedia("(prefers-reduced-motion: reduce)");
let systemCalm = $state(calm.matches);
calm.addEventListener("change", (event) => (systemCalm = event.matches));

/** Whether animations are allowed. */
export const mayMove = (): boolean => settings.animations && !systemCalm;

/** Applies every change of the settings to the document and to storage. */
export function followSettings(): void {
  $effect.root(() => {
    $effect(followLanguage);
    $effect(noticeChoice);
    $effect(() => {
      document.documentElement.lang = settings.language;
      document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
      document.documentElement.classList.toggle("still", !mayMove());
    });
    $effect(() => {
      const text = JSON.stringify(settings);
      try {
        localStorage.setItem(SETTINGS, text);
      } catch {
        // Storage is denied: the settings are lost when the page is closed.
      }
    });
  });
}
