// Who plays against a person gets no help from the server until the game is over: its buttons are away meanwhile.

import { getPlaying } from "../api/games";
import type { Game } from "../api/types";

let running = $state<string | null>(null);

/** The id of the user's running game against a person, as far as this page knows; null: help is available. */
export const gameWithoutHelp = (): string | null => running;

/** Learns from the state of a game on this page. */
export function learnFromGame(game: Pick<Game, "id" | "consent" | "you" | "status" | "days">): void {
  // Of a correspondence game only the positions are without help; the server knows them.
  if (!game.consent || game.you === null || game.days > 0) return;
  if (game.status === "playing") running = game.id;
  else if (running === game.id) running = null;
}

/** Asks the server now and whenever the window gets the focus; returns what ends that. */
export function followGameWithoutHelp(): () => void {
  let ended = false;
  const ask = (): void => {
    getPlaying().then(
      ({ game }) => {
        if (!ended) running = game;
      },
      () => undefined, // the server refuses help that must not be given
    );
  };
  ask();
  addEventListener("focus", ask);
  return () => {
    ended = true;
    removeEventListener("focus", ask);
  };
}
