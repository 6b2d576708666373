// The engine at a board: a switch, what it searches with, and what it has found in the position that is shown.

import { onDestroy, onMount, untrack } from "svelte";
import { CallError } from "../api/http";
import type { AnalysisJob, AnalysisLine, AnalysisOptions, AnalysisRequest } from "../api/types";
import { say, t } from "../i18n";
import { JobSession } from "../jobs/job_session.svelte";
import { person } from "../state/person.svelte";
import { bestMoves, NO_MARKS, type Marks } from "./best_moves";
import { eitherAnalysis, loadDevice, serverAnalysis, type AnalysisSource } from "./analysis_source";
import { DEVICE, isSame, type EngineChoice } from "./engine_choice";
import { engineWords } from "./engine_texts";

/** How the position that is shown came about. */
export interface Place {
  start_sfen: string;
  /** The moves from there, in USI. */
  moves: readonly string[];
  sfen: string;
}

/** A position that is passed on the way is not sent to the server; this device begins nearly at once. */
const WAIT_MS = 300;
const DEVICE_WAIT_MS = 50;
/** How often the page looks which engines of one's own are connected. */
const LOOK_MS = 15_000;

export class LiveEngine {
  options = $state.raw<AnalysisOptions | null>(null);
  optionsTrouble = $state<string | null>(null);
  chosen = $state.raw<readonly EngineChoice[]>([]);
  lines = $state(3);
  /** null: no limit. */
  depth = $state<number | null>(null);
  /** The threads of all engines; null: as many as there are. */
  threads = $state<number | null>(null);
  threats = $state(false);
  /** Whether the user wants an analysis. */
  on = $state(false);

  readonly source: AnalysisSource;
  readonly session: JobSession<AnalysisJob, AnalysisRequest>;
  readonly job = $derived.by(() => this.session.job);
  /** The best line; null: not found yet. */
  readonly best = $derived.by((): AnalysisLine | null =>
    this.on ? (this.job?.engines.find(({ lines }) => lines.length > 0)?.lines[0] ?? null) : null,
  );
  readonly marks = $derived.by((): Marks => (this.on ? bestMoves(this.job) : NO_MARKS));

  /** How many times a chosen engine of one's own has come back. */
  private returns = $state(0);
  private hidden = $state(document.hidden);
  private asked = false;
  private device: AnalysisSource | null = null;
  /** The limits of this device; null: it has no engine. */
  private deviceOptions = $state.raw<AnalysisOptions | null>(null);
  /** Whether the engine of this device is the chosen one. */
  readonly onDevice = $derived.by(() => this.isChosen(DEVICE));
  /** The limits of what is chosen; null: not known yet. */
  readonly limits = $derived.by(() => (this.onDevice ? this.deviceOptions : this.options));

  /** To be called while a component is created: the engine stops when it is destroyed. */
  constructor(
    private readonly place: () => Place,
    /** Whether the engine may be asked now. */
    private readonly allowed: () => boolean,
    onsay: (text: string) => void,
    private readonly server: AnalysisSource = serverAnalysis,
    private readonly openDevice = loadDevice,
  ) {
    this.source = eitherAnalysis(
      server,
      () => Promise.resolve(this.device),
      () => untrack(() => this.onDevice),
    );
    this.session = new JobSession(this.source.searches, () => onsay(engineWords().ended));
    onMount(() => {
      const timer = setInterval(() => void this.look(), LOOK_MS);
      const focus = (): void => void this.look();
      const visibility = (): void => {
        this.hidden = document.hidden;
        void this.look();
      };
      addEventListener("focus", focus);
      document.addEventListener("visibilitychange", visibility);
      return () => {
        clearInterval(timer);
        removeEventListener("focus", focus);
        document.removeEventListener("visibilitychange", visibility);
      };
    });
    onDestroy(() => this.session.close());
    // The analysis follows the position that is shown, and rests while the page is hidden.
    const position = $derived(`${place().start_sfen} ${place().moves.join(" ")}`);
    $effect(() => {
      void position;
      void this.returns;
      const names = (at: EngineChoice["place"]): string[] =>
        this.chosen.filter(({ place }) => place === at).map(({ name }) => name);
      const { lines, depth, threads, threats } = this;
      const settings = { engines: names("server"), home: names("home"), lines, depth, threads, threats };
      untrack(() => this.session.clear());
      if (!this.on || this.hidden || this.chosen.length === 0 || !this.allowed()) return;
      const { start_sfen, moves } = untrack(() => this.place());
      const timer = setTimeout(
        () => void this.session.begin({ start_sfen, moves: [...moves], ...settings }),
        untrack(() => this.onDevice) ? DEVICE_WAIT_MS : WAIT_MS,
      );
      return () => clearTimeout(timer);
    });
  }

  /** Learns which engines there are; again after a failure. */
  async learn(): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    this.optionsTrouble = null;
    this.device = await this.openDevice().catch(() => null);
    this.deviceOptions = (await this.device?.options()) ?? null;
    if (this.deviceOptions !== null && person() === null) this.chosen = [DEVICE];
    try {
      this.options = await this.server.options();
      if (this.chosen.length === 0)
        this.chosen = this.options.engines.slice(0, 1).map((name) => ({ name, place: "server" }));
      if (this.chosen.length === 0 && this.deviceOptions !== null) this.chosen = [DEVICE];
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.asked = false;
      if (this.onDevice) return;
      this.optionsTrouble = error.text === null ? t().status.unreachable : say(error.text);
    }
  }

  turn(on: boolean): void {
    this.on = on && this.allowed();
    if (this.on) void this.learn();
  }

  /** Looks which engines of one's own are connected now. */
  private async look(): Promise<void> {
    if (document.hidden || person() === null || this.options === null) return;
    const before = this.options.home;
    try {
      this.options = await this.server.options();
    } catch {
      return; // it is tried again soon
    }
    const now = this.options.home;
    const since = (engines: AnalysisOptions["home"], name: string): number | undefined =>
      engines.find((each) => each.name === name)?.since_ms;
    const isBack = (name: string): boolean =>
      since(now, name) !== undefined && since(now, name) !== since(before, name);
    if (this.chosen.some(({ name, place }) => place === "home" && isBack(name))) this.returns += 1;
  }

  /** All engines that can be chosen; one of one's own that is chosen stays, though its connection is lost. */
  get choices(): { choice: EngineChoice; text: string; there: boolean }[] {
    const words = engineWords();
    const { home, engines } = this.options ?? { home: [], engines: [] };
    const lost = this.chosen.filter(
      (each) => each.place === "home" && !home.some(({ name }) => name === each.name),
    );
    return [
      ...(this.deviceOptions === null ? [] : [{ choice: DEVICE, text: words.device, there: true }]),
      ...engines.map((name) => ({
        choice: { name, place: "server" as const },
        text: this.deviceOptions === null ? name : words.server(name),
        there: true,
      })),
      ...home.map(({ name, engine }) => ({
        choice: { name, place: "home" as const },
        text: words.home(name, engine),
        there: true,
      })),
      ...lost.map((choice) => ({ choice, text: words.homeLost(choice.name), there: false })),
    ];
  }
  isChosen(choice: EngineChoice): boolean {
    return this.chosen.some((each) => isSame(each, choice));
  }

  /** A key that is pressed while nothing is typed; returns whether it was for the engine. */
  key(key: string, play: (usi: string) => void): boolean {
    const count = Number(key);
    const best = this.best?.moves[0];
    if (key === "l") this.turn(!this.on);
    else if (key === "x") this.threats = !this.threats;
    else if (count >= 1 && count <= 5) this.lines = count;
    else if (key === "b" && best !== undefined) play(best.usi);
    else return false;
    return true;
  }
}
