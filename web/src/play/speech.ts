// Reads text aloud with a voice of the browser.

import type { Language } from "../api/types";

const TAGS: Record<Language, string> = { en: "en-GB", ja: "ja-JP" };

const voiceFor = (language: Language): SpeechSynthesisVoice | undefined =>
  speechSynthesis.getVoices().find((voice) => voice.lang.replace("_", "-").startsWith(language));

/** Whether this browser has a voice for the language; some browsers load their voices late. */
export const canSpeak = (language: Language): boolean =>
  "speechSynthesis" in globalThis && voiceFor(language) !== undefined;

/** Reads the text at once and stops an earlier one: a late count would be wrong. */
export function speak(text: string, language: Language): void {
  if (!("speechSynthesis" in globalThis)) return;
  speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = TAGS[language];
  words.voice = voiceFor(language) ?? null;
  words.rate = 1.15;
  speechSynthesis.speak(words);
}
