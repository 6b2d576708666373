// The file of a game that is kept on this device.

import { nameInKey } from "../api/variant_key";
import { say } from "../i18n";
import type { RecordForm } from "../play/game_source";
import { download } from "../ui/download";
import { toast } from "../ui/toast.svelte";
import { loadGameData, loadKifWords, loadVariantData } from "./data";
import { workerCore } from "./game_core";
import { browserGames } from "./game_db";
import { GameMachine } from "./game_machine";
import { fileName, formsOf, recordText } from "./record_file";
import { deviceGameTexts } from "./texts";
import { gameView, isHandicap } from "./view";

/** The text of the record, empty if the game cannot be had in this form; null: there is no such game. */
export async function storedRecord(id: string, form: RecordForm): Promise<string | null> {
  const stored = await browserGames.load(id);
  if (stored === null) return null;
  const game = new GameMachine(stored.log);
  if (!formsOf(nameInKey(game.settings.variant)).includes(form)) return "";
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
  return recordText(gameView(shown, await loadGameData()), form, await loadKifWords());
}

/** Gives the record to the browser as a download. */
export async function downloadRecord(id: string, form: RecordForm): Promise<void> {
  const text = await storedRecord(id, form);
  if (text === null) return toast(say(deviceGameTexts.deleted));
  download(new Blob([text], { type: "text/plain" }), fileName(id, form));
}
