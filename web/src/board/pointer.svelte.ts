// Mouse, pen and finger on the board: a piece is pressed and dragged, or two squares are tapped.

import { settings } from "../state/settings.svelte";
import type { BoardInput } from "./board_props";
import type { Choosing, Origin } from "./choosing.svelte";
import { slotUnder, squareUnder, standWood, type Layout, type Point } from "./geometry";

interface Drag {
  pointer: number;
  touch: boolean;
  start: Point;
  at: Point;
  moving: boolean;
  /** The origin was already selected at pointer down: releasing the pointer there deselects it. */
  again: boolean;
}

interface Surface {
  readonly svg: SVGSVGElement | undefined;
  readonly table: Layout;
  readonly input: BoardInput;
  /** Whether a move is prepared. */
  readonly prepared: boolean;
  /** The keys go on from this square. */
  goTo: (square: number) => void;
  /** A piece is let go: it slides from there to its square. */
  release: (to: number, at: Point) => void;
  forgetRelease: () => void;
}

/** A finger and a mouse are dragged so far before a piece follows, in units of the table. */
const SLACK = { finger: 14, mouse: 7 };
/** So far above the finger the piece is carried. */
const LIFT = 44;

export class Pointer {
  private drag = $state.raw<Drag | null>(null);
  /** The square without an own piece that was pressed: a tap on it shows the piece's moves. */
  private pressed: { square: number; at: Point } | null = null;

  constructor(
    private readonly surface: Surface,
    private readonly choosing: Choosing,
  ) {}

  /** The piece that is dragged, where it is drawn, and the square under the pointer. */
  get carried(): { from: Origin; at: Point; over: number | null; touch: boolean } | null {
    const { drag } = this;
    const from = this.choosing.selected;
    if (drag?.moving !== true || from === null) return null;
    const { at, touch } = drag;
    const over = squareUnder(this.surface.table, at);
    return { from, at: { x: at.x, y: at.y - (touch ? LIFT : 0) }, over, touch };
  }

  forget(): void {
    this.drag = null;
  }

  private toTable(event: { clientX: number; clientY: number }): Point {
    const matrix = this.surface.svg?.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    return { x: (event.clientX - matrix.e) / matrix.a, y: (event.clientY - matrix.f) / matrix.d };
  }

  private kindUnder(at: Point): string | null {
    const { mover, view } = this.choosing;
    return mover === null ? null : slotUnder(this.surface.table, mover, view.hands[mover], at);
  }

  private originUnder(at: Point): Origin | null {
    if (this.choosing.mover === null) return null;
    const square = squareUnder(this.surface.table, at);
    if (square !== null) return this.choosing.isMine(square) ? { square } : null;
    const drop = this.kindUnder(at);
    return drop === null ? null : { drop };
  }

  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    const { choosing, surface } = this;
    const { onpick, onhand, onunprepare } = surface.input;
    const at = this.toTable(event);
    const square = squareUnder(surface.table, at);
    if (surface.prepared) onunprepare?.();
    if (square !== null) surface.goTo(square);
    if (onpick !== undefined) {
      const kind = square === null ? this.kindUnder(at) : null;
      if (square !== null) onpick(square);
      else if (kind !== null) onhand?.(kind);
      return;
    }
    if (square !== null && choosing.stopOn(square)) return;
    const from = choosing.via.length > 0 ? null : this.originUnder(at);
    const again = choosing.isSelected(from);
    if (choosing.selected !== null && !again && square !== null && choosing.moveTo(square)) return;
    if (from === null) {
      if (choosing.selected !== null) choosing.select(null);
      else if (square !== null) this.pressed = { square, at };
      return;
    }
    if (!again) choosing.select(from);
    if (!choosing.isSelected(from)) return; // another piece must move
    surface.svg?.setPointerCapture(event.pointerId);
    const touch = event.pointerType === "touch";
    this.drag = { pointer: event.pointerId, touch, start: at, at, moving: false, again };
  };

  private tap(event: PointerEvent): void {
    const at = this.toTable(event);
    const { pressed } = this;
    if (pressed !== null && Math.hypot(at.x - pressed.at.x, at.y - pressed.at.y) < SLACK.finger)
      this.choosing.showPiece(pressed.square);
    this.pressed = null;
  }

  readonly move = (event: PointerEvent): void => {
    const { drag } = this;
    if (drag?.pointer !== event.pointerId) return;
    const at = this.toTable(event);
    const way = Math.hypot(at.x - drag.start.x, at.y - drag.start.y);
    const far = settings.moveWith !== "click" && way > (drag.touch ? SLACK.finger : SLACK.mouse);
    this.drag = { ...drag, at, moving: drag.moving || far };
  };

  readonly up = (event: PointerEvent): void => {
    const { choosing, surface, drag } = this;
    if (drag?.pointer !== event.pointerId) return this.tap(event);
    this.drag = null;
    if (!drag.moving) {
      if (drag.again || settings.moveWith === "drag") choosing.select(null);
      return;
    }
    const at = this.toTable(event);
    const to = squareUnder(surface.table, at);
    if (to === null && this.isOnStand(at)) {
      choosing.select(null);
      surface.input.onstand?.();
    } else if (to === null || choosing.isOrigin(to)) {
      if (settings.moveWith === "drag") choosing.select(null);
    } else {
      surface.release(to, at);
      if (choosing.moveTo(to, true)) return;
      surface.forgetRelease();
      choosing.select(null);
    }
  };

  /** Whether a piece of the board is let go over the own stand, which means something. */
  private isOnStand(at: Point): boolean {
    const { mover, selected, view } = this.choosing;
    const { input, table } = this.surface;
    if (input.onstand === undefined || mover === null || selected === null || "drop" in selected)
      return false;
    const box = standWood(table, mover, view.hands[mover]);
    return at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height;
  }

  readonly rightClick = (event: MouseEvent): void => {
    if (!this.surface.prepared) return;
    event.preventDefault();
    this.surface.input.onunprepare?.();
  };

  readonly cancel = (event: PointerEvent): void => {
    this.pressed = null;
    if (this.drag?.pointer === event.pointerId) this.drag = null;
  };

  // A touch on a piece or a target square selects or moves; elsewhere it scrolls the page. Svelte's own touch
  // listeners are passive and cannot prevent scrolling, and touch-action is ignored inside an SVG.
  readonly handleTouches = (node: SVGSVGElement) => {
    const start = (event: TouchEvent): void => {
      const finger = event.touches[0];
      if (event.touches.length > 1) {
        // A second finger: the user enlarges the board.
        this.drag = null;
        this.pressed = null;
      }
      if (finger === undefined || event.touches.length > 1 || !event.cancelable) return;
      const at = this.toTable(finger);
      const square = squareUnder(this.surface.table, at);
      const goal = square !== null && this.choosing.isGoal(square);
      if (this.choosing.mover !== null && (goal || this.originUnder(at) !== null)) event.preventDefault();
    };
    node.addEventListener("touchstart", start, { passive: false });
    return () => node.removeEventListener("touchstart", start);
  };
}
