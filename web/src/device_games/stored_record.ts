// The file of a game that is kept on this device.

import { say } from "../i18n";
import type { RecordForm } from "../play/game_source";
import { toast } from "../ui/toast.svelte";
import { loadGameData, loadKifWords, loadVariantData } from "./data";
import { workerCore } from "./game_core";
import { browserGames } from "./game_db";
import { GameMachine } from "./game_machine";
import { fileName, recordText } from "./record_file";
import { deviceGameTexts } from "./texts";
import { gameView, isHandicap } from "./view";

/** Gives the record to the browser as a download. */
export async function downloadRecord(id: string, form: RecordForm): Promise<void> {
  const stored = await browserGames.load(id);
  if (stored === null) return toast(say(deviceGameTexts.deleted));
  const game = new GameMachine(stored.log);
  const moves = game.moves.map(({ usi }) => usi);
  const { start_sfen, variant } = game.settings;
  const found = await workerCore().position({
    kind: "position",
    game: { variant: await loadVariantData(variant), start_sfen, moves },
    known: 0,
    handicap: isHandicap(game),
    impasse: null,
  });
  const shown = { stored, game, found, moves: found.moves, thinking: false, readOnly: true, now: game.at };
  const text = recordText(gameView(shown, await loadGameData()), form, await loadKifWords());
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = fileName(id, form);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers read it later
}
