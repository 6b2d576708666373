// The service worker, which keeps the files of this page in the browser: static/service_worker.js.

import { setOutdated } from "../api/outdated.svelte";

/** Has the files kept from now on, and notices when newer ones are there. */
export function keepWorker(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (workers === undefined) return; // not over https, nor on this machine: the page works while it is reachable
  const before = workers.controller;
  workers.addEventListener("controllerchange", () => {
    if (before !== null) setOutdated();
  });
  const begin = (): void => {
    workers.register(new URL("service_worker.js", document.baseURI)).catch(() => undefined);
  };
  // The page comes first: what it is loading is not loaded twice at the same time.
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin);
}
