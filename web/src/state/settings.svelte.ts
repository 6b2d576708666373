// The user's settings, stored in this browser only.

import type { Language, Notation } from "../api/types";

export const FACE_SETS = ["kaisei", "yuji", "two", "bilingual", "western", "moves"] as const;
export type FaceSet = (typeof FACE_SETS)[number];

/** How the pieces of variants are written. */
export const FACE_STYLES = ["one", "two", "letters", "moves"] as const;
export type FaceStyle = (typeof FACE_STYLES)[number];

/** The two traditional orders in which the pieces are set up before a game. */
export type Order = "ohashi" | "ito";

export interface Settings {
  language: Language;
  theme: "light" | "dark" | "auto";
  faces: FaceSet;
  /** The faces of the pieces of variants. */
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

const KEY = "komadai.settings";

function defaults(): Settings {
  const japanese = navigator.language.toLowerCase().startsWith("ja");
  return {
    language: japanese ? "ja" : "en",
    theme: "auto",
    faces: "kaisei",
    variantFaces: "one",
    promotedFaces: "name",
    dragon: "龍",
    notation: "japanese",
    coordinates: "kanji",
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
    assignKnown(start, JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>);
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

/** Takes over the settings that the user's account has. */
export const applySettings = (stored: Record<string, unknown>): void => assignKnown(settings, stored);

export const settings = $state<Settings>(load());

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
    $effect(() => {
      document.documentElement.lang = settings.language;
      document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
      document.documentElement.classList.toggle("still", !mayMove());
    });
    $effect(() => {
      const text = JSON.stringify(settings);
      try {
        localStorage.setItem(KEY, text);
      } catch {
        // Storage is denied: the settings are lost when the page is closed.
      }
    });
  });
}
