// The core as games ask it: one worker knows the rules, another plays.

import { CoreWorker } from "../core/core_worker";
import type {
  DeclareFound,
  DeclareTask,
  GameFound,
  GameTask,
  PositionFound,
  PositionTask,
  ReplyFound,
  ReplyTask,
  TypedFound,
  TypedTask,
} from "../core/game_messages";

/** What was asked: its answer, and how to give it up. */
export interface Asked<T> {
  answer: Promise<T>;
  stop: () => void;
}

export interface GameCore {
  position: (task: PositionTask) => Promise<PositionFound>;
  typed: (task: TypedTask) => Promise<TypedFound>;
  declare: (task: DeclareTask) => Promise<DeclareFound>;
  /** Begins the computer's search, in place of one before. */
  reply: (task: ReplyTask) => Asked<ReplyFound>;
}

/** The core has failed; `code` is that of its error, "broken" if it cannot be used at all. */
export class CoreFailure extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

function ask(worker: CoreWorker, task: GameTask): Asked<GameFound> {
  let stop = (): void => undefined;
  const answer = new Promise<GameFound>((resolve, reject) => {
    let found: GameFound | null = null;
    stop = worker.run(task, {
      found: (what) => (found = what as GameFound),
      ended: (code) => (found === null ? reject(new CoreFailure(code ?? "stopped")) : resolve(found)),
    });
  });
  return { answer, stop };
}

/** The workers end when nothing was asked for a while. */
function workers(): GameCore {
  const judge = new CoreWorker(0);
  const player = new CoreWorker(0);
  let last: Promise<unknown> = Promise.resolve();
  // One question after the other: a new one would end the one before.
  const inTurn = <T extends GameFound>(task: GameTask): Promise<T> => {
    const answer = last.then(() => ask(judge, task).answer);
    last = answer.catch(() => undefined);
    return answer as Promise<T>;
  };
  return {
    position: inTurn,
    typed: inTurn,
    declare: inTurn,
    reply: (task) => ask(player, task) as Asked<ReplyFound>,
  };
}

let shared: GameCore | undefined;
export const workerCore = (): GameCore => (shared ??= workers());
