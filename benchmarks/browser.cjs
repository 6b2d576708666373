// Measures the core as WebAssembly: reads {folder, threads, positions, warm_up, nodes, depth} from standard input
// and writes {load_ms, nodes_s, leaves_s}, by the time of the processor.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const asked = JSON.parse(readFileSync(0, "utf8"));

function timed(act) {
  const begun = process.cpuUsage();
  const result = act();
  const { user, system } = process.cpuUsage(begun);
  return [result, (user + system) / 1e6];
}

async function main() {
  const name = join(asked.folder, asked.threads ? "komadai_threads" : "komadai");
  const load = require(`${name}.js`);
  const begun = performance.now();
  const komadai = await load({ wasmBinary: readFileSync(`${name}.wasm`), threads: 1 });
  const load_ms = performance.now() - begun;

  const search = new komadai.Search(64);
  const searched = (sfen, nodes) =>
    search.go(new komadai.Position(sfen), { nodes }, undefined).info.nodes;
  searched(asked.warm_up, asked.nodes / 5);
  const [nodes, seconds] = timed(() =>
    asked.positions.reduce((sum, sfen) => (search.clear(), sum + searched(sfen, asked.nodes)), 0),
  );
  const start = new komadai.Position(asked.warm_up);
  start.perft(asked.depth - 1);
  const [leaves, perftSeconds] = timed(() => start.perft(asked.depth));
  const answer = { load_ms, nodes, nodes_s: nodes / seconds, leaves_s: leaves / perftSeconds };
  process.stdout.write(JSON.stringify(answer), () => process.exit(0));
}

main();
