// The members of a team as they are typed: one on a line, with a rank or rating after a comma.

import type { NewMember } from "../api/types";

export function readMembers(text: string): NewMember[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [name = "", strength = ""] = line.split(/[,、，\t]/).map((part) => part.trim());
      return /^\d{2,4}$/.test(strength) ? { name, rating: Number(strength) } : { name, rank: strength };
    })
    .filter(({ name }) => name !== "");
}
