// The members of a team as they are typed: one on a line, a name, a rank or rating, an account, with commas between.

import type { NewMember } from "../api/types";

export function readMembers(text: string): NewMember[] {
  return text
    .split("\n")
    .map((line) => line.split(/[,、，\t]/).map((part) => part.trim()))
    .map((parts): NewMember => {
      const account = parts.find((part) => /^[@＠]./.test(part))?.slice(1) ?? "";
      const [name = "", strength = ""] = parts.filter((part) => !/^[@＠]/.test(part));
      return {
        name,
        ...(account === "" ? {} : { account }),
        ...(/^\d{2,4}$/.test(strength) ? { rating: Number(strength) } : { rank: strength }),
      };
    })
    .filter(({ name, account }) => name !== "" || account !== undefined);
}
