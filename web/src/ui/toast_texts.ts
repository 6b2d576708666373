import { inLanguages } from "../i18n";

const en = { undo: "Undo" };
const ja: typeof en = { undo: "元に戻す" };

export const toastWords = inLanguages({ en, ja });
