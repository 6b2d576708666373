// What the page's settings read from the browser, for tests that run without one.

import { vi } from "vitest";

vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined }));
vi.stubGlobal("location", { pathname: "/", search: "", hash: "", origin: "http://localhost" });
vi.stubGlobal("addEventListener", () => undefined);
