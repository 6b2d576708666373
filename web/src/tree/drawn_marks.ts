// Circles and arrows drawn on the board, which a record has as the last line of a comment: "[marks 5e 7g7f]".

const LINE = /(?:^|\n)\[marks((?: \d+[a-z]+(?:\d+[a-z]+)?)+)\]\s*$/;

/** The marks of a comment: a square for a circle, two for an arrow. */
export const marksOf = (comment: string): string[] => LINE.exec(comment)?.[1]?.trim().split(" ") ?? [];

/** The comment with this mark, or without it if it has it. */
export function toggled(comment: string, mark: string): string {
  const before = marksOf(comment);
  const after = before.includes(mark) ? before.filter((each) => each !== mark) : [...before, mark];
  const line = after.length === 0 ? "" : `[marks ${after.join(" ")}]`;
  return [comment.replace(LINE, ""), line].filter((part) => part !== "").join("\n");
}
