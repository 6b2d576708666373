// The entry: requests the data and the script of the room in the address, while what shows it (start.ts) is loading.

import { parseRoute } from "../state/route";
import { loadEarly } from "./page_scripts";
import { requestFirst } from "../state/first_request";

requestFirst(location.pathname, location.search);
void import("./start");
loadEarly(parseRoute(location.pathname, location.search));
