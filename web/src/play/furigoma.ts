// Furigoma: the toss of pawns that decides the sides. The server tosses; the page only counts.

/** A pawn shows its face (true), its tokin side (false) or lies on its side (null). */
export type Pawn = boolean | null;

/** A pawn on its side does not count for either player. */
export function countPawns(pawns: readonly Pawn[]): { faces: number; tokins: number; onSide: number } {
  const count = (kind: Pawn): number => pawns.filter((pawn) => pawn === kind).length;
  return { faces: count(true), tokins: count(false), onSide: count(null) };
}
