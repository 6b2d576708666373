// The timekeeper's voice: the browser's own.

import type { Language } from "../api/wire";

const TAGS: Record<Language, string> = { en: "en-GB", ja: "ja-JP" };

const voiceFor = (language: Language): SpeechSynthesisVoice | undefined =>
  speechSynthesis.getVoices().find((voice) => voice.lang.replace("_", "-").startsWith(language));

/** Whether this browser has a voice for the language (some load theirs late). */
export const canSpeak = (language: Language): boolean =>
  "speechSynthesis" in globalThis && voiceFor(language) !== undefined;

/** Says it at once; a count that comes too late is worse than none, so the earlier one is cut off. */
export function speak(text: string, language: Language): void {
  if (!("speechSynthesis" in globalThis)) return;
  speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = TAGS[language];
  words.voice = voiceFor(language) ?? null;
  words.rate = 1.15;
  speechSynthesis.speak(words);
}
