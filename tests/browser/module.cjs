// Does a task with the core as WebAssembly: reads {folder, threads, task, items} from standard input and writes
// the answer to each item. With one thread it is the build without threads.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { Worker } = require("node:worker_threads");

const { folder, threads, task, items } = JSON.parse(readFileSync(0, "utf8"));

function variant(komadai, name) {
  const data = JSON.parse(readFileSync(join(folder, "variants", `${name}.json`), "utf8"));
  return { rules: new komadai.VariantRules(data.description), weights: data.weights };
}

/** What `act` returns, or the properties of the Error that it throws. */
function attempt(act) {
  try {
    return act();
  } catch (error) {
    return { ...error, type: error.constructor.name };
  }
}

function thought(search, position, options) {
  const infos = [];
  const found = search.go(position, options, (info) => infos.push(info));
  return { ...found, infos };
}

const TASKS = {
  perft: (komadai, { sfen, depth }) => new komadai.Position(sfen).perft(depth),

  variant_perft: (komadai, { name, depth }) =>
    new komadai.VariantPosition(variant(komadai, name).rules, "").perft(depth),

  search: (komadai, { text, options }) => {
    const search = new komadai.Search(16);
    const found = thought(search, new komadai.Position(text), options);
    search.delete();
    return found;
  },

  // With all threads; another thread, as the page is one, stops it by the shared memory.
  stopped_from_outside: async (komadai, { text, afterMs }) => {
    const search = new komadai.Search(16);
    search.setThreads(threads);
    search.prepare();
    const stopper = new Worker(
      `const { workerData: { memory, address, afterMs } } = require("node:worker_threads");
       setTimeout(() => Atomics.store(new Uint8Array(memory), address, 1), afterMs);`,
      { eval: true, workerData: { memory: komadai.wasmMemory.buffer, address: search.stopAddress(), afterMs } },
    );
    await new Promise((resolve) => stopper.once("online", resolve));
    return search.go(new komadai.Position(text), {}, undefined);
  },

  line: (komadai, { text, moves, handicap }) => {
    const position = new komadai.Position(text, false);
    const line = position.line(moves, handicap);
    position.delete();
    return line;
  },

  line_after: (komadai, { text, previous, moves }) =>
    new komadai.Position(text, false).lineAfter(previous, moves, false),

  checked: (komadai, sfen) => new komadai.Position(sfen, false).checked(),

  evaluation: (komadai, { text, bytes, nodes }) => {
    const search = new komadai.Search(16);
    return attempt(() => {
      search.setEvaluation(Uint8Array.from(Buffer.from(bytes, "base64")));
      return search.go(new komadai.Position(text), { nodes }, undefined);
    });
  },

  judge: (komadai, { sfen, tries }) => {
    const position = new komadai.Position(sfen, false);
    const solver = new komadai.MateSolver(32);
    return tries.map(([move, solution, done]) => {
      solver.clear();
      return solver.judge(position, move, solution, done);
    });
  },

  brinkmate: (komadai, { sfen, plies }) =>
    new komadai.BrinkmateSolver(64).solve(new komadai.Position(sfen, false), { plies }, undefined),

  names: (komadai, kind) => Object.getOwnPropertyNames(komadai[kind].prototype),

  stopped_search: (komadai, { text }) => {
    const search = new komadai.Search(16);
    return search.go(new komadai.Position(text), {}, (info) => info.depth >= 5 && search.stop());
  },

  variant_search: (komadai, { name, options }) => {
    const { rules, weights } = variant(komadai, name);
    const search = new komadai.VariantSearch(rules, 4);
    if (weights) search.addWeights(weights);
    const found = thought(search, new komadai.VariantPosition(rules, ""), options);
    found.values = search.values();
    search.delete();
    return found;
  },

  tsume: (komadai, { sfens, options }) => {
    const solver = new komadai.MateSolver(32);
    return sfens.map((sfen) => {
      solver.clear();
      return solver.solve(new komadai.Position(sfen, false), options, undefined);
    });
  },

  game: (komadai, { root, moves, tried, rules, compensation }) => {
    const position = new komadai.Position(root);
    const plies = [];
    for (const move of moves) {
      position.play(move);
      plies.push([position.outcome(), position.repetitionCount(), position.legalMoves().length, position.isCheck()]);
    }
    const end = {
      plies,
      sfen: position.sfen(),
      history: position.history(),
      legal: position.legalMoves().sort(),
      infractions: tried.map((move) => position.infraction(move)),
      impasse: rules.map((rule) => [
        position.isTry(rule),
        position.impasseConditions(rule, position.turn(), compensation),
        attempt(() => position.agreementWinner(rule, compensation)),
        attempt(() => position.declarationWinner(rule, position.turn(), compensation)),
      ]),
    };
    position.delete();
    return end;
  },

  variant_game: (komadai, { name, moves, tried }) => {
    const position = new komadai.VariantPosition(variant(komadai, name).rules, "");
    const plies = moves.map((move) => [position.play(move), position.outcome(), position.repetitionCount()]);
    const infractions = tried.map((move) => position.infraction(move));
    return { plies, sfen: position.sfen(), legal: position.legalMoves().sort(), infractions };
  },

  variant_mate: (komadai, { name, sfen, nodes }) =>
    komadai.findVariantMate(new komadai.VariantPosition(variant(komadai, name).rules, sfen), nodes),

  refused: (komadai, { call, values }) =>
    attempt(() => {
      const position = new komadai.Position(values[0]);
      if (call === "play") position.play(values[1]);
      if (call === "go") new komadai.Search(1).go(position, values[1], undefined);
      if (call === "hash") new komadai.Search(values[1]);
      if (call === "solve") new komadai.MateSolver(1).solve(position, { attack: values[1] }, undefined);
    }),
};

async function main() {
  const name = join(folder, threads > 1 ? "komadai_threads" : "komadai");
  const load = require(`${name}.js`);
  const komadai = await load({ wasmBinary: readFileSync(`${name}.wasm`), threads });
  const answers = [];
  for (const item of items) answers.push(await TASKS[task](komadai, item));
  process.stdout.write(JSON.stringify(answers), () => process.exit(0));
}

main();
