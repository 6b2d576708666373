// Which engines analyse: that of this device alone, or at most two others, of which the server lends as many as it can.

export interface EngineChoice {
  name: string;
  /** In the page, on the server, or a program of the person's own on another machine. */
  place: "device" | "server" | "home";
}

export const DEVICE: EngineChoice = { name: "", place: "device" };

const MAX = 2;

export const isSame = (one: EngineChoice, other: EngineChoice): boolean =>
  one.name === other.name && one.place === other.place;

/** The choice with an engine, before which the oldest ones make room, or without it; one always stays. */
export function chosenWith(
  chosen: readonly EngineChoice[],
  engine: EngineChoice,
  on: boolean,
  atOnce: number,
): readonly EngineChoice[] {
  let others = chosen.filter((each) => !isSame(each, engine));
  if (!on) return others.length > 0 ? others : chosen;
  if (engine.place === "device") return [engine];
  others = others.filter(({ place }) => place !== "device");
  if (engine.place === "server") {
    const lent = others.filter(({ place }) => place === "server");
    const surplus = lent.slice(0, Math.max(0, lent.length - (atOnce - 1)));
    others = others.filter((each) => !surplus.includes(each));
  }
  return [...others.slice(Math.max(0, others.length - (MAX - 1))), engine];
}
