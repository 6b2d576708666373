// What kind of screen it is.

/** Whether the screen is as the query says; reactive. */
function watch(query: string): () => boolean {
  const list = matchMedia(query);
  let matches = $state(list.matches);
  list.addEventListener("change", (event) => (matches = event.matches));
  return () => matches;
}

/** A phone held upright: the stands are strips and lists are sheets. */
export const isPhone = watch("(max-width: 45rem) and (orientation: portrait)");

/** Such a phone with little height: name and stand of a player share a row. */
export const isShortPhone = watch(
  "(max-width: 45rem) and (orientation: portrait) and (max-height: 44.99rem)",
);

/** An upright screen wider than a phone's: what stands beside the board elsewhere stands below it. */
export const isUpright = watch("(min-width: 45.01rem) and (max-width: 80rem) and (orientation: portrait)");
