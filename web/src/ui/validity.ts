// What the browser objects to in a form before it is sent, in the language of the page; the objection goes with the
// next input. It holds for every form once a room with one has imported it.

import { inLanguages } from "../i18n";

const en = {
  missing: "Please fill this in.",
  unchosen: "Please choose one.",
  least: (least: string): string => `At least ${least}.`,
  most: (most: string): string => `At most ${most}.`,
  number: "Please enter a whole number.",
  date: "Please enter the whole date.",
};

const ja: typeof en = {
  missing: "入力してください。",
  unchosen: "選んでください。",
  least: (least) => `${least}以上にしてください。`,
  most: (most) => `${most}以下にしてください。`,
  number: "整数で入力してください。",
  date: "年月日をすべて入力してください。",
};

const words = inLanguages({ en, ja });

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function objection(control: Control): string {
  const { validity } = control;
  const { min = "", max = "" } = control as Partial<HTMLInputElement>;
  if (validity.badInput || validity.stepMismatch)
    return control.type.startsWith("date") ? words().date : words().number;
  if (validity.rangeUnderflow) return words().least(min);
  if (validity.rangeOverflow) return words().most(max);
  if (!validity.valueMissing) return "";
  return control.localName === "select" || control.type === "radio" ? words().unchosen : words().missing;
}

function set(event: Event, text: (control: Control) => string): void {
  if (event.target instanceof HTMLElement && "setCustomValidity" in event.target)
    (event.target as Control).setCustomValidity(text(event.target as Control));
}

// There is no document where a component is rendered for a test.
if (typeof document !== "undefined") {
  document.addEventListener("invalid", (event) => set(event, objection), true);
  for (const kind of ["input", "change"])
    document.addEventListener(kind, (event) => set(event, () => ""), true);
}
