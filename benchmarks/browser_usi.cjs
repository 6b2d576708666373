// The core as WebAssembly as a USI engine, for matches: `node browser_usi.cjs [FOLDER]`. A search ends by the limits
// of its `go` (movetime, nodes, depth), because it keeps this thread busy.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { createInterface } = require("node:readline");

const folder = process.argv[2] ?? join(__dirname, "../build/browser");
const write = (line) => process.stdout.write(`${line}\n`);

async function main() {
  const load = require(join(folder, "komadai.js"));
  const komadai = await load({ wasmBinary: readFileSync(join(folder, "komadai.wasm")) });
  let search = new komadai.Search(16);
  let position = null;

  const COMMANDS = {
    usi: () => {
      write("id name Komadai as WebAssembly");
      write("option name USI_Hash type spin default 16 min 1 max 1024");
      write("usiok");
    },
    isready: () => write("readyok"),
    setoption: (words) => {
      if (words[1] === "USI_Hash") search.resize(Number(words[3]));
    },
    usinewgame: () => search.clear(),
    position: (words) => {
      position?.delete();
      position = new komadai.Position(words.join(" "));
    },
    go: (words) => {
      const number = (name) => (words.includes(name) ? Number(words[words.indexOf(name) + 1]) : 0);
      const options = { nodes: number("nodes"), depth: number("depth"), hardMs: number("movetime") };
      const { best, declaresWin, info } = search.go(position, options, undefined);
      const score = info.mate === null ? `cp ${info.cp}` : `mate ${info.mate}`;
      write(`info depth ${info.depth} nodes ${info.nodes} time ${info.timeMs} score ${score} pv ${info.pv.join(" ")}`);
      write(`bestmove ${declaresWin ? "win" : (best ?? "resign")}`);
    },
    quit: () => process.exit(0),
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const [command, ...words] = line.trim().split(/\s+/);
    COMMANDS[command]?.(words);
  }
}

main();
