// The entry: requests the data of the room in the address, while the room's code (start.ts) is loading.

import { requestFirst } from "../state/first_request";

requestFirst(location.pathname, location.search);
void import("./start");
