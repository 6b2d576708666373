// What stands over the page until it is closed.

/** Opens a dialog. The focus returns to what opened it; if that is gone, to the heading of the page. */
export function modal(dialog: HTMLDialogElement): () => void {
  const opener = document.activeElement;
  dialog.showModal();
  return () => {
    dialog.close();
    const back = opener?.isConnected === true ? opener : document.querySelector("main h1");
    if (!(back instanceof HTMLElement)) return;
    if (back !== opener) back.tabIndex = -1;
    back.focus({ preventScroll: true });
  };
}
