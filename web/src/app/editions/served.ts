// The page that a server serves.

import { hasHistory } from "../../state/history.svelte";
import { followPerson } from "../../state/person.svelte";
import { followWaiting } from "../../state/waiting.svelte";
import type { Edition } from "../edition";
import { SCRIPTS } from "../page_scripts";

export const served: Edition = {
  pages: { ...SCRIPTS, start: () => (hasHistory() ? SCRIPTS.back() : SCRIPTS.start()) },
  begin() {
    followPerson();
    followWaiting();
    // A static edition that stood at this origin before would answer in place of the server.
    void navigator.serviceWorker?.getRegistrations().then((all) => all.map((each) => each.unregister()));
  },
};
