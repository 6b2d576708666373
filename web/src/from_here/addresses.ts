// Where the menu of a position leads: each place takes the position from its address.

export interface Places {
  computer: string;
  explore: string;
  friend: string;
  tsume: string;
}

export function placesOf(sfen: string): Places {
  const given = `sfen=${encodeURIComponent(sfen)}`;
  return {
    computer: `/computer?${given}`,
    explore: `/records?kifu=${encodeURIComponent(`position sfen ${sfen}`)}&explore`,
    friend: `/lobby?${given}`,
    tsume: `/tsume/position?${given}`,
  };
}

/** The position in the address of a form for a new game; empty without one. */
export const givenPosition = (query: string): string => new URLSearchParams(query).get("sfen") ?? "";
