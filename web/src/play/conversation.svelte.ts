// What is said at a game, as this browser wants to hear it.

import { SvelteSet } from "svelte/reactivity";
import type { ChatLine } from "../api/types";
import { say, t } from "../i18n";
import { fullName } from "../ui/account_name";
import type { GameSource } from "./game_source";
import { isMuted } from "./muted.svelte";
import { personsWords } from "./persons_texts";

export class Conversation {
  readonly lines: readonly ChatLine[] = $derived.by(() =>
    this.live.chat.filter((line) => line.mine || !isMuted(this.live.id, line)),
  );
  /** One line of each author who is muted. */
  readonly silenced: readonly ChatLine[] = $derived.by(() => {
    const seen = new SvelteSet<number>();
    return this.live.chat.filter((line) => {
      if (line.mine || !isMuted(this.live.id, line) || seen.has(line.author)) return false;
      seen.add(line.author);
      return true;
    });
  });
  /** The number of the last line that was seen. */
  private read = $state(0);
  readonly unread = $derived(this.lines.filter(({ number, mine }) => !mine && number > this.read).length);
  /** What is announced: each line that comes while the page is open, once. */
  spoken = $state("");

  constructor(private readonly live: GameSource) {
    let announced: number | null = null;
    $effect(() => {
      const last = live.chat[live.chat.length - 1]?.number ?? 0;
      const before = announced;
      announced = last;
      if (before === null || last <= before) return;
      const fresh = this.lines.filter((line) => line.number > before && !line.mine);
      if (fresh.length > 0)
        this.spoken = fresh.map((line) => `${this.nameOf(line)}: ${say(line.text)}`).join(" ");
    });
  }

  nameOf(line: ChatLine): string {
    const words = personsWords().chat;
    if (line.mine) return words.you;
    if (line.who !== null) return fullName(line.who.name, say(line.who.display));
    if (line.color !== null) return t().color(line.color);
    return `${words.watcher} ${line.author}`;
  }

  /** All that was said has been seen. */
  see(): void {
    this.read = this.live.chat[this.live.chat.length - 1]?.number ?? 0;
  }
}
