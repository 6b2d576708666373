// Shows the page.

import { mount } from "svelte";
import "./app.css"; // before the components, whose styles override it
import App from "./App.svelte";
import { followLinks } from "./router.svelte";
import { followPerson } from "./person.svelte";
import { followSettings } from "./settings.svelte";
import { followWaiting } from "./waiting.svelte";

followSettings();
followPerson();
followLinks();
followWaiting();

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no #app");
mount(App, { target });
