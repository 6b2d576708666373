// The core as WebAssembly: the addresses of its files, if `make browser` had built them when the page was built.

export interface CoreFiles {
  script: string;
  /** The addresses of the files that the script loads, by their names. */
  others: Record<string, string>;
}

const FOLDER = "../../../build/browser/";
const built = import.meta.glob<string>("../../../build/browser/komadai*.{js,wasm}", {
  query: "?url",
  import: "default",
  eager: true,
});

function filesOf(name: string, ...others: string[]): CoreFiles | null {
  const script = built[`${FOLDER}${name}.js`];
  const found = others.map((other) => [other, built[FOLDER + other]] as const);
  if (script === undefined || found.some(([, address]) => address === undefined)) return null;
  return { script, others: Object.fromEntries(found) as Record<string, string> };
}

export const singleCore = filesOf("komadai", "komadai.wasm");
/** With threads, which share memory: only an isolated page may use it. */
export const threadedCore = filesOf("komadai_threads", "komadai_threads.wasm", "komadai_threads.worker.js");

/** Whether the page was built with the core. */
export const hasCore =
  singleCore !== null && typeof Worker !== "undefined" && typeof WebAssembly !== "undefined";
/** Whether the build with threads can be used here. */
export const canShareMemory = threadedCore !== null && globalThis.crossOriginIsolated === true;

/** The threads that the core may use here, 1 to 8: one processor is left for the page. */
export const coreThreads = (): number =>
  canShareMemory ? Math.max(1, Math.min(8, navigator.hardwareConcurrency - 1)) : 1;
