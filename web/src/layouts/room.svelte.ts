// What a room gives to the frame of the page: its board, to which one can skip; on a phone the tools in the bar, and
// the way back in the title row.

import { untrack } from "svelte";
import type { IconName } from "../ui/icons";

export interface PhoneTool {
  key: string;
  icon: IconName;
  label: string;
  count?: number;
  danger?: boolean;
  pressed?: boolean;
  /** Either a link or a call. */
  href?: string;
  onclick?: () => void;
}

export interface WayBack {
  href: string;
  label: string;
  /** The heading of the page, which stands beside it in place of the label. */
  heading?: string;
}

type Given<T> = T | (() => T | null);

/** A place of the frame that the page fills while it is there. */
function place<T>() {
  let filled = $state.raw<T | null>(null);
  /** Who filled it last; not reactive, since a component that goes reads what was there before it went. */
  let owner: object | null = null;
  return {
    get: (): T | null => filled,
    /** To be called while a component is made. A function follows what it reads. */
    fill: (given: Given<T>): void => {
      $effect.pre(() => {
        const mine = typeof given === "function" ? (given as () => T)() : given;
        const me = {};
        owner = me;
        filled = mine;
        return () => {
          if (owner === me) filled = null;
        };
      });
    },
  };
}

const tools = place<readonly PhoneTool[]>();
const back = place<WayBack | "own">();

/** The tools of the room that is shown; null: it has given none. */
export const shownTools = tools.get;
/** Puts the tools of a board room into the phone's bar, in place of the five rooms. */
export const phoneTools = tools.fill;

export const shownWayBack = back.get;
/** Puts a way back at the left of the phone's title row; "own": the room draws a title row of its own. */
export const wayBack = back.fill;

let boards = $state(0);
/** Whether the page has a board: the element `#board`. */
export const hasBoard = (): boolean => boards > 0;
/** Says that the component has the element `#board`; to be called while it is made. */
export function bringsBoard(): void {
  $effect.pre(() => {
    untrack(() => (boards += 1));
    return () => (boards -= 1);
  });
}
