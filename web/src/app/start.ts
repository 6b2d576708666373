// The start of the page that a server serves.

import { mount } from "svelte";
import { parseRoute } from "../state/route";
import { followSettings } from "../state/settings.svelte";
import { served } from "./editions/served";
import { show } from "./show";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no #app");

const { page, ...props } = parseRoute(location.pathname, location.search);
if (page === "embed") {
  // Other sites show it in a frame: it has no session and leads nowhere.
  followSettings();
  void import("../studies/EmbeddedStudy.svelte").then(({ default: EmbeddedStudy }) =>
    mount(EmbeddedStudy, { target, props: props as { id: string; chapter: string | null } }),
  );
} else show(served, target);
