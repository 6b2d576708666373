// What has happened, for five seconds at the foot of the page, with a way to undo it.

const SHOWN_MS = 5000;

export interface Toast {
  text: string;
  undo: (() => void) | null;
}

let current = $state.raw<Toast | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says what has happened; `undo` takes it back. A new one takes the place of the old one. */
export function toast(text: string, undo: (() => void) | null = null): void {
  current = { text, undo };
  leaveLater();
}

export const shownToast = (): Toast | null => current;

export function dismissToast(): void {
  clearTimeout(timer);
  current = null;
}

/** While a person points at it or has the focus in it, it stays. */
export const keepToast = (): void => clearTimeout(timer);

export function leaveLater(): void {
  clearTimeout(timer);
  timer = setTimeout(dismissToast, SHOWN_MS);
}
