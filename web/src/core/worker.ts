// The worker of the core: does one task after the other, each of which keeps it busy until it ends.

import { GameTasks } from "./game_tasks";
import type {
  BrinkmateFound,
  Found,
  FoundLine,
  FromWorker,
  JudgeFound,
  JudgeTask,
  MateFound,
  MateProgressFound,
  SearchTask,
  Task,
  ToWorker,
} from "./messages";
import type { Core, LoadCore, Position, Search, SearchInfo } from "./module";
import { answer } from "./position";
import { review } from "./review";

declare const self: {
  Komadai: LoadCore;
  importScripts(address: string): void;
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};

/** The moves of a line that are told. */
const MAX_MOVES = 12;
const MS_BETWEEN_REPORTS = 100;
const THREAT_MS = 700;
const THREAT_LINES = 3;
const MATE_MB = 64;

let core: Promise<Core> | null = null;
let search: Search | null = null;
let games: GameTasks | null = null;

function load({ files, threads }: NonNullable<ToWorker["open"]>): Promise<Core> {
  self.importScripts(files.script);
  return self.Komadai({
    locateFile: (name) => files.others[name] ?? name,
    mainScriptUrlOrBlob: files.script,
    threads,
  });
}

/** In megabytes: a sixteenth of a gigabyte for each four that the device has. */
function hashOf(): number {
  const memory = (navigator as { deviceMemory?: number }).deviceMemory ?? 2;
  return Math.max(16, Math.min(128, 16 * memory));
}

self.onmessage = ({ data: { open, job, task } }) => {
  if (open !== undefined) core = load(open);
  core?.then(
    (loaded) => run(loaded, job, task),
    () => self.postMessage({ job, type: "failed", code: "broken" }),
  );
};

function run(loaded: Core, job: number, task: Task): void {
  try {
    work(loaded, task, job);
    self.postMessage({ job, type: "done" });
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    self.postMessage({ job, type: "failed", code: typeof code === "string" ? code : "broken" });
  }
}

function work(loaded: Core, task: Task, job: number): void {
  const tell = (found: Found): void => self.postMessage({ job, type: "found", found });
  const began = (stop: Extract<FromWorker, { type: "began" }>["stop"]): void =>
    self.postMessage({ job, type: "began", stop });
  if (task.kind === "search") {
    analyse(loaded, task, began, tell);
    return;
  }
  began(null);
  if (task.kind === "review") {
    review(loaded, task, tell);
    return;
  }
  if (task.kind === "rules") {
    tell({ kind: "rules", answer: answer(loaded, task.question) });
    return;
  }
  if ("game" in task) {
    games ??= new GameTasks(loaded);
    tell(games.do(task));
    return;
  }
  const position = new loaded.Position(task.sfen, false);
  try {
    if (task.kind === "mate") tell(mate(loaded, position, task, tell));
    else if (task.kind === "brinkmate") tell(brinkmate(loaded, position, task));
    else tell(judge(loaded, position, task));
  } finally {
    position.delete();
  }
}

function analyse(
  loaded: Core,
  task: SearchTask,
  began: (stop: { memory: SharedArrayBuffer; address: number } | null) => void,
  tell: (found: Found) => void,
): void {
  const moves = task.moves.length > 0 ? ` moves ${task.moves.join(" ")}` : "";
  const position = new loaded.Position(`sfen ${task.start_sfen}${moves}`, false);
  try {
    const problem = position.problems()[0];
    if (problem !== undefined) throw Object.assign(new Error(problem.code), { code: "invalid" });
    if (position.legalMoves().length === 0) throw Object.assign(new Error(), { code: "no-legal-move" });
    search ??= new loaded.Search(hashOf());
    search.setThreads(task.threads);
    search.prepare();
    const address = search.stopAddress();
    const shared = (): SharedArrayBuffer | null => {
      const memory = loaded.wasmMemory?.buffer;
      return typeof SharedArrayBuffer !== "undefined" && memory instanceof SharedArrayBuffer ? memory : null;
    };
    const memory = shared();
    began(memory === null ? null : { memory, address });
    const isStopped = (): boolean => {
      const now = shared();
      return now !== null && Atomics.load(new Uint8Array(now), address) !== 0;
    };

    const inCheck = position.isCheck();
    let threats: FoundLine[] | null = task.threats && inCheck ? [] : null;
    const found = { kind: "search", sfen: position.sfen(), inCheck } as const;
    if (task.threats && !inCheck) {
      threats = threatsOf(loaded, search, position.passed());
      tell({ ...found, lines: [], threats, nodes: 0, ms: 0 });
      if (isStopped()) return;
    }
    const lines = new Lines(position);
    let told = 0;
    const options = {
      multipv: task.lines,
      hardMs: task.ms,
      ...(task.depth === null ? {} : { depth: task.depth }),
    };
    const report = (info: SearchInfo): void =>
      tell({ ...found, lines: lines.all(), threats, nodes: info.nodes, ms: info.timeMs });
    const result = search.go(position, options, (info) => {
      lines.take(info);
      if (told > 0 && performance.now() - told < MS_BETWEEN_REPORTS) return;
      told = performance.now();
      report(info);
    });
    report(result.info);
  } finally {
    position.delete();
  }
}

function threatsOf(loaded: Core, finder: Search, passed: string | null): FoundLine[] {
  if (passed === null) return [];
  const position = new loaded.Position(passed, false);
  try {
    if (position.legalMoves().length === 0) return [];
    const lines = new Lines(position);
    finder.go(position, { multipv: THREAT_LINES, softMs: THREAT_MS, hardMs: THREAT_MS }, (info) =>
      lines.take(info),
    );
    return lines.all();
  } finally {
    position.delete();
  }
}

/** The last info of each line; a bound says little, so it replaces no score. */
class Lines {
  private readonly found = new Map<number, { info: SearchInfo; moves: FoundLine["moves"] | null }>();

  constructor(private readonly position: Position) {}

  take(info: SearchInfo): void {
    if (info.pv.length === 0) return;
    if (info.bound !== "exact" && this.found.has(info.multipv)) return;
    const before = this.found.get(info.multipv);
    const same = before !== undefined && before.info.pv.join(" ") === info.pv.join(" ");
    this.found.set(info.multipv, { info, moves: same ? before.moves : null });
  }

  all(): FoundLine[] {
    return [...this.found]
      .sort(([one], [other]) => one - other)
      .map(([, line]) => {
        line.moves ??= this.position.line(line.info.pv.slice(0, MAX_MOVES), false);
        const { depth, cp, mate } = line.info;
        return { depth, cp, mate, moves: line.moves };
      });
  }
}

function mate(
  loaded: Core,
  position: Position,
  { ms, restoringIsFutile }: { ms: number; restoringIsFutile: boolean },
  tell: (found: MateProgressFound) => void,
): MateFound {
  const solver = new loaded.MateSolver(MATE_MB);
  const begun = performance.now();
  try {
    const solution = solver.solve(
      position,
      { exact: true, ms, restoringIsFutile },
      ({ nodes, plies, moves }) => {
        const line = position.line(moves, false);
        tell({ kind: "mate_progress", nodes, ms: performance.now() - begun, plies, moves: line });
        return true;
      },
    );
    return { kind: "mate", solution, moves: position.line(solution.moves, false) };
  } finally {
    solver.delete();
  }
}

function judge(loaded: Core, position: Position, { line, usi, solution }: JudgeTask): JudgeFound {
  const solver = new loaded.MateSolver(MATE_MB);
  try {
    for (const move of line) position.play(move);
    return { kind: "judge", verdict: solver.judge(position, usi, solution, line.length) };
  } finally {
    solver.delete();
  }
}

function brinkmate(
  loaded: Core,
  position: Position,
  { plies, ms }: { plies: number; ms: number },
): BrinkmateFound {
  const solver = new loaded.BrinkmateSolver(MATE_MB);
  try {
    const { result, line, nodes, ...found } = solver.solve(position, { plies, ms }, undefined);
    if (result !== "mate")
      return { kind: "brinkmate", result, plies: found.plies, moves: position.line(line, false), nodes };
    const { solution, moves } = mate(loaded, position, { ms, restoringIsFutile: false }, () => undefined);
    return { kind: "brinkmate", result, plies: solution.plies, moves, nodes };
  } finally {
    solver.delete();
  }
}
