// A list that opens under its button, and the keys in it: up, down, Home, End, and the first letter of an entry.

/** The entry to which a key leads from the entry `from` (-1: none has the focus); null: the key leads nowhere. */
export function entryAt(key: string, from: number, labels: readonly string[]): number | null {
  const count = labels.length;
  if (count === 0) return null;
  if (key === "ArrowDown") return (from + 1) % count;
  if (key === "ArrowUp") return from <= 0 ? count - 1 : from - 1;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key.length !== 1 || key === " ") return null;
  const letter = key.toLowerCase();
  for (let step = 1; step <= count; step++) {
    const at = (from + step + count) % count;
    if (labels[at]?.trim().toLowerCase().startsWith(letter)) return at;
  }
  return null;
}

const GAP = 4;
const EDGE = 8;

/** Where a list of this size stands: under its button, or above it where there is more place; within the screen. */
export function placeOf(
  button: Pick<DOMRect, "left" | "right" | "top" | "bottom">,
  list: { width: number; height: number },
  screen: { width: number; height: number },
  toRight: boolean,
): { left: number; top: number; room: number } {
  const below = screen.height - button.bottom - GAP - EDGE;
  const above = button.top - GAP - EDGE;
  const under = list.height <= below || below >= above;
  const room = under ? below : above;
  const height = Math.min(list.height, room);
  const left = toRight ? button.right - list.width : button.left;
  return {
    left: Math.max(EDGE, Math.min(left, screen.width - EDGE - list.width)),
    top: under ? button.bottom + GAP : button.top - GAP - height,
    room,
  };
}

const entriesIn = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)'),
];

/** Opens a list (a popover) at its button, with the focus on the chosen entry or on its field. */
export function openPopup(list: HTMLElement, button: HTMLElement, toRight = false): void {
  list.style.maxHeight = "";
  list.showPopover();
  const screen = { width: document.documentElement.clientWidth, height: innerHeight };
  const at = placeOf(button.getBoundingClientRect(), list.getBoundingClientRect(), screen, toRight);
  list.style.left = `${at.left}px`;
  list.style.top = `${at.top}px`;
  list.style.maxHeight = `${at.room}px`;
  const chosen = list.querySelector<HTMLElement>('[aria-checked="true"]');
  (list.querySelector<HTMLElement>("input") ?? chosen ?? entriesIn(list)[0])?.focus();
  chosen?.scrollIntoView({ block: "nearest" });
}

/** Handles a key in an open list. */
export function movePopup(event: KeyboardEvent, list: HTMLElement): void {
  event.stopPropagation(); // no key of the page
  if (event.key === "Tab") return list.hidePopover();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target instanceof HTMLInputElement;
  if (typing && (event.key.length === 1 || event.key === "Home" || event.key === "End")) return;
  const entries = entriesIn(list);
  const from = entries.indexOf(document.activeElement as HTMLElement);
  const to = entryAt(
    event.key,
    from,
    entries.map((entry) => entry.textContent),
  );
  if (to === null) return;
  event.preventDefault();
  entries[to]?.focus();
}
