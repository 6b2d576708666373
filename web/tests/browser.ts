// What the page's settings read from the browser, for tests that run without one.

import { vi } from "vitest";

vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined }));
