// Terms of a game in words: its clock, its handicap, a seek in one line.

import type { Challenge, ClockSettings, Proposal, Seek, Text } from "../api/types";
import { say } from "../i18n";
import { together } from "../i18n/together";
import { lobbyWords } from "./texts";
import { ratedText } from "../play/rated_texts";

/** The clock in words: "10 min, then 30 s a move"; null: no clock. */
export function clockWords(clock: ClockSettings | null): string {
  const words = lobbyWords().clockWords;
  if (clock === null) return words.none;
  const byoyomi = clock.byoyomi_ms ?? 0;
  const increment = clock.increment_ms ?? 0;
  const periods = clock.periods ?? 1;
  const parts: string[] = [];
  if (clock.main_ms > 0) parts.push(timeWords(clock.main_ms));
  if (byoyomi > 0) parts.push(words.byoyomi(timeWords(byoyomi), periods, parts.length > 0));
  if (increment > 0) parts.push(words.increment(timeWords(increment)));
  const text = parts.join(words.and);
  return together(byoyomi + increment === 0 ? words.alone(text) : text);
}

/** "10 min", "90 s", "1 min 30 s". */
function timeWords(ms: number): string {
  const { minutes, seconds } = lobbyWords().clockWords;
  const whole = Math.floor(ms / 60_000);
  const rest = Math.round((ms - whole * 60_000) / 1000);
  if (whole === 0) return seconds(rest);
  return rest === 0 ? minutes(whole) : `${minutes(whole)} ${seconds(rest)}`;
}

/** The time of a game in words: its clock, or the days for each move. */
export const timeOf = ({ clock, days }: Pick<Challenge, "clock" | "days">): string =>
  days === null ? clockWords(clock) : together(lobbyWords().clockWords.days(days));

/** Whether the proposal for the ranks differs from what the seek asks for. */
export function isOtherProposal({ proposal, handicap, set_up, side }: Seek): boolean {
  if (proposal === null) return false;
  if (proposal.handicap !== handicap || set_up) return true;
  return proposal.handicap === "even" && side !== (proposal.you_give ? "white" : "black");
}

/** What a game is apart from its time: variant, handicap, whether it is rated, colours. */
export function conditions(
  game: Pick<
    Seek,
    | "variant"
    | "variant_name"
    | "handicap"
    | "handicap_name"
    | "set_up"
    | "rated"
    | "unrated_reason"
    | "rating_within"
    | "side"
  >,
): string {
  const words = lobbyWords();
  const even = game.handicap === "even" && !game.set_up;
  return [
    game.variant === "shogi" ? null : say(game.variant_name),
    game.variant === "shogi" || !even ? say(game.handicap_name) : null,
    ratedText(game),
    game.rating_within === null ? null : words.ratingWithin(game.rating_within),
    (game.handicap === "even" ? words.sides : words.sidesOdds)[game.side],
  ]
    .filter((text) => text !== null && text !== "")
    .join(" · ");
}

export const describeSeek = (seek: Seek): string => `${together(say(seek.clock_text))} · ${conditions(seek)}`;

/** The proposed handicap, such as "lance, given by you", or who is Black in an even game. */
export function describeProposal({ handicap, name, you_give }: Proposal): string {
  const words = lobbyWords();
  if (handicap === "even") return words.proposalEven(say(name), you_give);
  return words.proposal(say(name), you_give);
}

/** A rank in a row of the lobby; the server says "?" before it is settled. */
export const rankText = (rank: Text): string => (say(rank) === "?" ? lobbyWords().noRank : say(rank));
