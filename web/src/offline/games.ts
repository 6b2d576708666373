// The games of this device: what device_games answers, and their records for the room of records.

import { CallError } from "../api/http";
import { GAMES as OF_THE_DEVICE } from "../device_games/answers";
import { storedRecord } from "../device_games/stored_record";
import { deviceGameTexts } from "../device_games/texts";
import type { Answers } from "./calls";

export const GAMES: Answers = {
  ...OF_THE_DEVICE,
  "GET /api/games/:id/record": async (asked) => {
    const id = asked.parts["id"] ?? "";
    const text = await storedRecord(id, "kif");
    if (text === null) throw new CallError(404, "not_found", null);
    if (text === "") throw new CallError(400, "invalid", deviceGameTexts.ofVariant);
    const { RECORDS } = await import("./records");
    return RECORDS["POST /api/records/read"]?.({ ...asked, body: new TextEncoder().encode(text) });
  },
};
