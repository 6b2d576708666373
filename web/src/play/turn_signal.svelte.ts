// Says that it is the user's turn outside of the page: in the tab's title and icon, and by a notice of the browser.

import { onDestroy } from "svelte";
import turnIcon from "./icon-turn.svg?no-inline";
import { settings } from "../state/settings.svelte";
import { say, t } from "../i18n";
import { playWords } from "./texts";
import type { GameSource } from "./game_source";
import { notify } from "./notices";

/** Follows a game until its page is left. */
export function signalTurns(live: GameSource): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const icon = link?.href;
  let notice: Notification | null = null;

  /** Whether the game waits for the user; a game of two persons at one page waits for nobody else. */
  const mine = $derived.by(() => {
    const game = live.game;
    if (game === null || game.both || live.pending !== null) return false;
    return game.status === "playing" && game.adjourned !== "sealed" && game.you === game.position.turn;
  });
  const opponent = $derived(
    live.game === null ? "" : say(live.game.you === "white" ? live.game.black.name : live.game.white.name),
  );

  const withdraw = (): void => {
    notice?.close();
    notice = null;
  };
  const seen = (): void => {
    if (!document.hidden) withdraw();
  };
  document.addEventListener("visibilitychange", seen);

  $effect(() => {
    if (live.game !== null) document.title = `${mine ? "● " : ""}${opponent} · ${t().brand}`;
  });
  $effect(() => {
    if (link !== null && icon !== undefined) link.href = mine ? turnIcon : icon;
  });
  $effect(() => {
    if (!mine) return;
    if (document.hidden && settings.notices) notice = notify(playWords().game.yourTurn, opponent, live.id);
    return withdraw;
  });

  onDestroy(() => {
    document.removeEventListener("visibilitychange", seen);
    if (link !== null && icon !== undefined) link.href = icon;
  });
}
