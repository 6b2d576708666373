// Shows the page in an edition.

import { mount } from "svelte";
import "./app.css"; // before the components, whose styles override it
import App from "./App.svelte";
import { followLinks } from "../state/router.svelte";
import { followSettings } from "../state/settings.svelte";
import type { Edition } from "./edition";
import { usePages } from "./pages";

export function show({ pages, begin }: Edition, target: HTMLElement): void {
  usePages(pages);
  followSettings();
  begin();
  followLinks();
  mount(App, { target });
}
