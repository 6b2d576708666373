// The icons: lines in a box of 24 by 24.

const dot = (x: number, y: number): string => `M${x - 0.5} ${y}a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0Z`;
const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

export const ICONS = {
  // The five rooms.
  play: "M12 3.5 17 5.8 19.5 20.5H4.5L7 5.8Z",
  learn:
    "M7.5 4H18v16H7.5A2.5 2.5 0 0 1 5 17.5v-11A2.5 2.5 0 0 1 7.5 4ZM5 17.5A2.5 2.5 0 0 1 7.5 15H18M9 8.5h5",
  tsume: `${circle(12, 12, 7)}${circle(12, 12, 2.7)}M12 2.5v4.5M12 17v4.5M2.5 12H7M17 12h4.5`,
  analyse: "M4 4v16h16M7.5 15l3.5-4.5 3 3L19.5 7",
  club: `${circle(9, 8, 3.5)}M2.5 20c0-7.5 13-7.5 13 0M15.5 4.8a3.5 3.5 0 0 1 0 6.4M17.5 14.4c2.6.8 4 2.7 4 5.6`,

  // To step and to turn.
  first: "M18 6l-6 6 6 6M7 6v12",
  previous: "M15 6l-6 6 6 6",
  run: "M8 5.5 18.5 12 8 18.5Z",
  pause: "M8.5 6v12M15.5 6v12",
  next: "M9 6l6 6-6 6",
  last: "M6 6l6 6-6 6M17 6v12",
  flip: "M8 19V5M4.5 8.5 8 5l3.5 3.5M16 5v14M12.5 15.5 16 19l3.5-3.5",
  back: "M19.5 12h-15M11 5.5 4.5 12l6.5 6.5",
  down: "m6.5 9.5 5.5 5.5 5.5-5.5",
  up: "m6.5 14.5 5.5-5.5 5.5 5.5",
  right: "m9.5 6.5 5.5 5.5-5.5 5.5",
  undo: "M8.5 5 4 9.5 8.5 14M4 9.5h10a5 5 0 0 1 0 10h-4",

  // What belongs to a game.
  moves: `M9 6h11M9 12h11M9 18h11${dot(4.5, 6)}${dot(4.5, 12)}${dot(4.5, 18)}`,
  chat: "M4 5h16v11h-8l-4.5 4v-4H4Z",
  offer: "M5 9h14M5 15h14",
  resign: "M6 21V4h11.5l-3 4.5 3 4.5H6",
  crown: "M4.5 18.5h15M5.5 15.5 4 7.5l4.5 3L12 5l3.5 5.5 4.5-3-1.5 8Z",
  handshake: "M3 8l4-2 5 2 5-2 4 2v8l-3 1-5 4-6-4-4-1ZM12 8 8.5 11.5a2 2 0 0 0 3 1.5L13 11.5l4.5 4.5",
  clock: `${circle(12, 12, 8.5)}M12 7v5l3.5 2`,
  hint: "M9 17.5c0-2.5-3.5-4-3.5-8a6.5 6.5 0 0 1 13 0c0 4-3.5 5.5-3.5 8ZM9.5 21h5",
  eye: `M2.5 12c4.5-8 14.5-8 19 0c-4.5 8-14.5 8-19 0Z${circle(12, 12, 3)}`,
  sound: "M4 9.5v5h3.5L12 19V5L7.5 9.5ZM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11",
  silent: "M4 9.5v5h3.5L12 19V5L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",

  // What is done with a record.
  mark: "M4.5 19.5l1-4.5L16 4.5l3.5 3.5L9 18.5ZM13.5 7l3.5 3.5",
  pencil: "M4.5 19.5l1-4.5L16 4.5l3.5 3.5L9 18.5ZM13.5 7l3.5 3.5",
  board: "M4 4h16v16H4ZM4 12h16M12 4v16",
  share: "M12 15V3.5M7.5 8 12 3.5 16.5 8M6 11.5H4.5v9h15v-9H18",
  download: "M12 4v11.5M7.5 11l4.5 4.5 4.5-4.5M4.5 19.5h15",
  upload: "M12 15.5V4M7.5 8.5 12 4l4.5 4.5M4.5 19.5h15",
  save: "M5 4h11l4 4v12H5ZM8 4v5h7V4M8 20v-6h8v6",
  copy: "M9 8.5h11v12H9ZM15 8.5v-5H4v12h5",
  trash: "M4.5 6.5h15M9.5 6.5v-3h5v3M6.5 6.5l1 14h9l1-14M10.5 10.5v6M13.5 10.5v6",
  study: "M4 5h7a3 3 0 0 1 1 2.5V20a3 3 0 0 0-2-1H4ZM20 5h-7a3 3 0 0 0-1 2.5V20a3 3 0 0 1 2-1h6Z",
  book: "M4 5h7a3 3 0 0 1 1 2.5V20a3 3 0 0 0-2-1H4ZM20 5h-7a3 3 0 0 0-1 2.5V20a3 3 0 0 1 2-1h6Z",
  engine: "M7 7h10v10H7ZM10 3.5V7M14 3.5V7M10 17v3.5M14 17v3.5M3.5 10H7M3.5 14H7M17 10h3.5M17 14h3.5",
  keyboard: `M3 6.5h18v11H3Z${dot(7, 10)}${dot(10.5, 10)}${dot(14, 10)}${dot(17.5, 10)}M8 14h8`,
  chart: "M4 4v16h16M7.5 15l3.5-4.5 3 3L19.5 7",
  star: "M12 3.5l2.6 5.6 6 .7-4.5 4.1 1.2 6L12 16.9l-5.3 3 1.2-6-4.5-4.1 6-.7Z",
  tree: "M12 3.5V9M12 9 5.5 14.5V20M12 9l6.5 5.5V20M12 9v11",

  // Of the page.
  more: `${dot(5, 12)}${dot(12, 12)}${dot(19, 12)}`,
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  search: `${circle(10.5, 10.5, 6)}M15 15l5.5 5.5`,
  filter: "M4 6h16M7 12h10M10 18h4",
  link: "M10 14.5a4 4 0 0 0 6 0l3-3a4.2 4.2 0 0 0-6-6l-1.5 1.5M14 9.5a4 4 0 0 0-6 0l-3 3a4.2 4.2 0 0 0 6 6l1.5-1.5",
  refresh: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5",
  print: "M7 8V3.5h10V8M7 16.5H4V8h16v8.5h-3M7 13.5h10v7H7Z",
  mail: "M3.5 5.5h17v13h-17ZM3.5 7l8.5 6 8.5-6",
  lock: "M6 11h12v9.5H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  person: `${circle(12, 8, 4)}M4.5 20.5c0-8.5 15-8.5 15 0`,
  gear: `${circle(12, 12, 3.2)}M12 2.8v3M12 18.2v3M2.8 12h3M18.2 12h3M5.5 5.5l2.1 2.1M16.4 16.4l2.1 2.1M5.5 18.5l2.1-2.1M16.4 7.6l2.1-2.1`,
  globe: `${circle(12, 12, 8.5)}M3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17`,
  leave: "M12 15V3.5M7.5 8 12 3.5 16.5 8M6 11.5H4.5v9h15v-9H18",
  shield: "M12 3l7.5 3v5.5c0 5-3.5 8-7.5 9.5c-4-1.5-7.5-4.5-7.5-9.5V6Z",
  warning: `M12 4 21.5 20h-19ZM12 10v4.5${dot(12, 17.2)}`,
} as const;

export type IconName = keyof typeof ICONS;
