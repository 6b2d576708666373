// The square of the board that has the focus, and the keys there.

import { tick } from "svelte";
import type { Choosing } from "./choosing.svelte";
import { squareAt } from "./geometry";
import { handKind, isArrow, step } from "./keyboard";
import type { BoardSpec } from "./spec";

interface Grid {
  readonly svg: SVGSVGElement | undefined;
  readonly flipped: boolean;
}

export class SquareFocus {
  square = $state(0);

  constructor(
    private readonly grid: Grid,
    private readonly choosing: Choosing,
    private readonly spec: BoardSpec,
  ) {
    this.square = squareAt(false, Math.floor(spec.files / 2), Math.floor(spec.ranks / 2), spec);
  }

  readonly focus = (): void => {
    this.grid.svg?.querySelector<SVGElement>(`[data-square="${this.square}"]`)?.focus();
  };

  readonly key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { choosing } = this;
    const enter = event.key === "Enter" || event.key === " ";
    const kind = enter
      ? (event.target as Element).getAttribute("data-kind")
      : handKind(event.key, this.spec.handKinds);
    if (isArrow(event.key)) {
      this.square = step(this.grid.flipped, this.square, event.key, this.spec);
      void tick().then(this.focus);
    } else if (kind !== null && (enter || choosing.holds(kind))) {
      choosing.pickHand(kind);
      this.focus();
    } else if (enter) choosing.activate(this.square);
    else if (event.key === "Escape" && choosing.selected !== null) choosing.select(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  readonly click = (event: MouseEvent): void => {
    // Pointer events have handled real pointers already; only a screen reader's click has detail 0.
    if (event.detail !== 0) return;
    const { square, kind } = (event.target as SVGElement).dataset;
    if (square !== undefined) this.choosing.activate(Number(square));
    else if (kind !== undefined) this.choosing.pickHand(kind);
  };
}
