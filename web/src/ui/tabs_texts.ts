// The texts of tabs.

import { inLanguages } from "../i18n";

const en = { more: "More tabs" };
const ja: typeof en = { more: "ほかのタブ" };

export const tabsWords = inLanguages({ en, ja });
