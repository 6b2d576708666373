// Furigoma: the toss of pawns that decides the sides. The server tosses; the page only counts.

/** A pawn shows its face (true), its tokin side (false) or lies on its side (null). */
export type Pawn = boolean | null;

/** The colour that the throws give to the person for whom they are thrown; null: no throw has decided. */
export function colorOfTosser(throws: readonly (readonly Pawn[])[]): "black" | "white" | null {
  const { faces, tokins } = countPawns(throws.at(-1) ?? []);
  return faces === tokins ? null : faces > tokins ? "black" : "white";
}

/** A pawn on its side does not count for either player. */
export function countPawns(pawns: readonly Pawn[]): { faces: number; tokins: number; onSide: number } {
  const count = (kind: Pawn): number => pawns.filter((pawn) => pawn === kind).length;
  return { faces: count(true), tokins: count(false), onSide: count(null) };
}
