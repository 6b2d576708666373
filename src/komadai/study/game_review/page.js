"use strict";
// The graph of a review: a cursor at the position shown, and clicks that show another one.
(() => {
  const graph = document.querySelector(".graph");
  const { wins } = JSON.parse(document.getElementById("review-data").textContent);
  const stepOf = new Map(Object.entries(wins).map(([index, [ply]]) => [ply, Number(index)]));
  const last = Number(graph.dataset.last), WIDTH = 760, PLOT = 150;
  document.addEventListener("komadai:position", ({ detail: { index, language } }) => {
    const entry = wins[index];
    const output = document.getElementById("win-rate");
    graph.querySelector(".cursor").setAttribute("d", entry ? `M${(entry[0] / last) * WIDTH} 0V${PLOT}` : "M0 0");
    const side = language === "ja" ? "先手の勝率" : "Black's win rate";
    output.textContent = entry && entry[1] !== null ? `${side} ${Math.round(100 * entry[1])}%` : "";
  });
  graph.addEventListener("click", (event) => {
    if (event.target.closest("a")) return;
    const box = graph.getBoundingClientRect();
    const part = (((event.clientX - box.left) / box.width) * (WIDTH + 16) - 8) / WIDTH;
    const ply = Math.round(Math.min(1, Math.max(0, part)) * last);
    if (stepOf.has(ply)) location.hash = `#${stepOf.get(ply)}`;
  });
})();
