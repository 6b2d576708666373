import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { followLinks } from "./router.svelte";
import { followSettings } from "./settings.svelte";

followSettings();
followLinks();

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no #app");
mount(App, { target });
