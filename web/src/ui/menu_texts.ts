import { inLanguages } from "../i18n";

const en = { choose: "Choose", search: "Search", nothing: "Nothing found" };
const ja: typeof en = { choose: "選択", search: "検索", nothing: "見つかりません" };

export const menuWords = inLanguages({ en, ja });
