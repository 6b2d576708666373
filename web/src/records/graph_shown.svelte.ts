// Whether the graph is shown under the board, stored in this browser.

const KEY = "komadai.workbench.graph";

const stored = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== "hidden";
  } catch {
    return true; // no storage
  }
};
let shown = $state(stored());

export const graphShown = (): boolean => shown;

export function showGraph(on: boolean): void {
  shown = on;
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "hidden");
  } catch {
    // Without storage it holds until the page is closed.
  }
}
