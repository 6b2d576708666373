// Where a page change moves the focus, so that screen readers begin there.

/** Focuses the heading of the page as soon as it is there, and the start of the page until then. */
export function focusHeading(main: HTMLElement): () => void {
  main.focus({ preventScroll: true });
  const watch = new MutationObserver(move);
  function move(): void {
    const heading = main.querySelector("h1");
    if (document.activeElement !== main)
      watch.disconnect(); // the user has gone on
    else if (heading !== null) {
      watch.disconnect();
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
  }
  watch.observe(main, { childList: true, subtree: true });
  move();
  return () => watch.disconnect();
}
