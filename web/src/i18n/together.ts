/** The text with every number on one line with its unit of time: 10 min, 30 s, 3 days, 10分, 30秒. */
export const together = (text: string): string =>
  text.replace(/(?<=\d) (?=(?:min|s|days?|hours?)\b)/g, "\u00a0").replace(/(?<=\d)(?=[分秒日])/g, "\u2060");
