// The title of a lesson. Where the pieces show pictures, it says what the picture of its piece is.

import type { LessonLine } from "../api/types";
import { say } from "../i18n";
import { chosenPieces } from "../state/settings.svelte";
import { lessonsWords } from "./texts";

export const lessonTitle = ({ title, picture }: Pick<LessonLine, "title" | "picture">): string =>
  picture === null || chosenPieces() !== "pictures"
    ? say(title)
    : lessonsWords().pictured(say(title), say(picture));
