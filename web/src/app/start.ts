// Shows the page.

import { mount } from "svelte";
import "./app.css"; // before the components, whose styles override it
import App from "./App.svelte";
import { parseRoute } from "../state/route";
import { followLinks } from "../state/router.svelte";
import { followPerson } from "../state/person.svelte";
import { followSettings } from "../state/settings.svelte";
import { followWaiting } from "../state/waiting.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no #app");

followSettings();
const { page, ...props } = parseRoute(location.pathname, location.search);
if (page === "embed") {
  // Other sites show it in a frame: it has no session and leads nowhere.
  void import("../studies/EmbeddedStudy.svelte").then(({ default: EmbeddedStudy }) =>
    mount(EmbeddedStudy, { target, props: props as { id: string; chapter: string | null } }),
  );
} else {
  followPerson();
  followLinks();
  followWaiting();
  mount(App, { target });
}
