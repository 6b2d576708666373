import { inLanguages } from "../i18n";

const en = { search: "Search", nothing: "Nothing found" };
const ja: typeof en = { search: "検索", nothing: "見つかりません" };

export const menuWords = inLanguages({ en, ja });
