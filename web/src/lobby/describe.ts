// A seek in one line.

import type { Proposal, Seek } from "../api/types";
import { say } from "../i18n";
import { lobbyWords } from "./texts";
import { ratedText } from "../play/rated_texts";

/** Whether the proposal for the ranks differs from what the seek asks for. */
export function isOtherProposal({ proposal, handicap, set_up, side }: Seek): boolean {
  if (proposal === null) return false;
  if (proposal.handicap !== handicap || set_up) return true;
  return proposal.handicap === "even" && side !== (proposal.you_give ? "white" : "black");
}

export function describeSeek(seek: Seek): string {
  const words = lobbyWords();
  return [
    seek.variant === "shogi" ? null : say(seek.variant_name),
    seek.handicap === "even" && !seek.set_up ? null : say(seek.handicap_name),
    say(seek.clock_text),
    ratedText(seek),
    seek.rating_within === null ? null : words.ratingWithin(seek.rating_within),
    (seek.handicap === "even" ? words.sides : words.sidesOdds)[seek.side],
  ]
    .filter((text) => text !== null && text !== "")
    .join(" · ");
}

/** The proposed handicap, such as "lance, given by you", or who is Black in an even game. */
export function describeProposal({ handicap, name, you_give }: Proposal): string {
  const words = lobbyWords();
  if (handicap === "even") return words.proposalEven(say(name), you_give);
  return words.proposal(say(name), you_give);
}

/** The same on a button. */
export function shortProposal({ handicap, name, you_give }: Proposal): string {
  if (handicap !== "even") return say(name);
  return `${say(name)} · ${lobbyWords().sides[you_give ? "white" : "black"]}`;
}
