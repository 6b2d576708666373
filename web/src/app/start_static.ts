// The start of the page that needs no server.

import { staticEdition } from "./editions/static";
import { show } from "./show";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no #app");
show(staticEdition, target);
