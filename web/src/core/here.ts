// The core on the thread of the page, for what it answers at once: legal moves, texts of moves, the end of a game.

import { singleCore } from "./files";
import type { Core, LoadCore } from "./module";

let loaded: Promise<Core> | undefined;

/** The core, which is loaded once, and again after a failure. Searches belong into a worker: see core_worker. */
export function coreHere(): Promise<Core> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<Core> {
  if (singleCore === null) throw new Error("the page was built without the core");
  const { script: address, others } = singleCore;
  await new Promise<void>((done, failed) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => done();
    script.onerror = () => failed(new Error(`cannot load ${address}`));
    document.head.append(script);
  });
  const { Komadai } = globalThis as unknown as { Komadai: LoadCore };
  return Komadai({ locateFile: (name) => others[name] ?? name });
}
