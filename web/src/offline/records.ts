// Records on this device.

import type { GameRecordInput, RecordOptions } from "../api/types";
import type { Answers } from "./calls";
import { data } from "./data";
import { read } from "./record_reader";
import { KINDS, write } from "./record_writer";

/** The formats that are written here. */
async function options(): Promise<RecordOptions> {
  const all = await data<RecordOptions>("records/options");
  return {
    ...all,
    formats: all.formats.filter(({ key }) => key in KINDS).map((format) => ({ ...format, variants: false })),
  };
}

export const RECORDS: Answers = {
  "GET /api/records/options": options,
  "POST /api/records/read": ({ body, query }) => read(body, Number(query.get("from") ?? 0)),
  "POST /api/records/write": ({ body }) => write(body as { record: GameRecordInput; format: string }),
};
